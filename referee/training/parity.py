"""Store the outputs of the networks under torch for the tests, which check that cv2.dnn gives the same outputs.

The command is `python -m referee.training parity FIRST.pt CLOSE.pt FORM.pt tests/reader/parity.npz`.
"""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from referee.reader.networks import WEIGHTS
from referee.reader.patches import PATCH_PX, stack_for_network
from referee.training.network import load_weights
from referee.training.train import compress

PATCHES = 32
SEED = 2024
GRAIN = 8  # side of the squares in the random patches


def random_patches() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return coarse random patches of photo and print, identical on every installation."""
    rng = np.random.default_rng(SEED)
    coarse = rng.integers(0, 256, (2, PATCHES, PATCH_PX // GRAIN, PATCH_PX // GRAIN, 3), dtype=np.uint8)
    seen, expected = coarse.repeat(GRAIN, 2).repeat(GRAIN, 3)
    return seen, expected


def save_answers(weights: dict[str, Path], form: Path, out: Path) -> None:
    """Store the outputs of all networks under torch for the random patches, with a hash of the shipped weights."""
    seen, expected = random_patches()
    patches = torch.from_numpy(stack_for_network(seen, expected))
    grey = patches.reshape(PATCHES, 2, 3, PATCH_PX, PATCH_PX).mean(2)
    with torch.no_grad():
        found = [compress(load_weights(kind, path))(patches) for kind, path in weights.items()]
        forms = compress(load_weights("form", form))(grey).numpy()
    answers, masks = (torch.stack(parts).flatten(2).numpy() for parts in zip(*found, strict=True))
    shipped = (files("referee.reader") / WEIGHTS).read_bytes()
    np.savez_compressed(out, answers=answers, masks=masks, forms=forms, shipped=sha256(shipped).hexdigest())
