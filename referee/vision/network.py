"""Runs the trained patch network with cv2.dnn. The weights are one file in the package; their figures stand in
docs/MODEL_CARD.md. Knows neither photos nor boards, only patches.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.patches import stack_for_network

WEIGHTS = "weights.onnx"
PRESENCE = 3        # empty, stone, pioneer
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Answers:
    """Logits for n patches: presence (n, 3) empty, stone, pioneer; odd (n,); colours (n, 4); mask (n, 14, 14) as shares 0..1."""

    presence: Floats
    odd: Floats
    colours: Floats
    masks: Floats

    def part(self, rows: slice) -> Answers:
        """The answers for some of the patches."""
        return Answers(self.presence[rows], self.odd[rows], self.colours[rows], self.masks[rows])


@cache
def load_network() -> cv2.dnn.Net:
    """Loads the shipped weights once a process, with the engine pinned: the engines differ in what they can run."""
    data = (files("referee.vision") / WEIGHTS).read_bytes()
    engine = getattr(cv2.dnn, "ENGINE_NEW", None)
    if engine is None:          # later releases call the same engine by another name
        engine = cv2.dnn.ENGINE_OPENCV  # type: ignore[attr-defined]
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8), engine)


def ask_network(seen: NDArray[np.uint8], expected: NDArray[np.uint8]) -> Answers:
    """Answers for (n, 56, 56, 3) patches of photo and print, both in units of white paper, RGB."""
    network = load_network()
    network.setInput(stack_for_network(seen, expected))
    answers, masks = (np.asarray(found, np.float32) for found in network.forward(["answers", "masks"]))
    shares = 1 / (1 + np.exp(-masks[:, 0]))
    return Answers(answers[:, :PRESENCE], answers[:, PRESENCE], answers[:, PRESENCE + 1:], shares.astype(np.float32))
