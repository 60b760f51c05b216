"""What the network answers under torch, kept beside the tests: cv2.dnn, which runs it for players, must answer the same.

    python -m referee.training parity WEIGHTS.pt tests/vision/parity.npz
"""
from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from referee.training.network import PatchNetwork
from referee.vision.network import WEIGHTS
from referee.vision.patches import PATCH_PX, stack_for_network

PATCHES = 32
SEED = 2024
GRAIN = 8       # side of the squares that random patches are made of


def random_patches() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The same coarse random patches of photo and print, whatever is installed."""
    rng = np.random.default_rng(SEED)
    coarse = rng.integers(0, 256, (2, PATCHES, PATCH_PX // GRAIN, PATCH_PX // GRAIN, 3), dtype=np.uint8)
    seen, expected = coarse.repeat(GRAIN, 2).repeat(GRAIN, 3)
    return seen, expected


def save_answers(weights: Path, out: Path) -> None:
    """Answers the patches with torch and keeps that beside the mark of the shipped weights that the answers belong to."""
    network = PatchNetwork()
    network.load_state_dict(torch.load(weights, weights_only=True))
    network.eval()
    with torch.no_grad():
        answers, masks = network(torch.from_numpy(stack_for_network(*random_patches())))
    shipped = (files("referee.vision") / WEIGHTS).read_bytes()
    np.savez_compressed(out, answers=answers.numpy(), masks=masks.numpy(), shipped=sha256(shipped).hexdigest())
