"""Fits how much each witness counts for a word being right (`ReaderSettings.witnesses`) on photos whose truth is known.

The photos must be new to the networks that read them, which must be those that are shipped: the doubts of weaker ones teach the
shipped ones to be too sure.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from referee.training.photos import open_known_photo
from referee.training.samples import HIDDEN_BELOW

ROUNDS = 300
PRIOR = 1e-4  # by what was found before, on other photos, a witness of whom little is known is still believed


@dataclass(frozen=True, slots=True)
class Heard:
    """What was testified of n hexes, (n, 11), and whether their words were right."""

    testimony: NDArray[np.float32]
    right: NDArray[np.bool_]


def hear_photo(path: Path) -> Heard:
    """Read a photo and compare each hex that can be seen with the truth."""
    known = open_known_photo(path)
    hexes, board = known.snapshot.hexes, known.snapshot.known.layout.board
    cells = [known.truth["cells"][cell.id] for cell in board.cells]
    seen = np.array([cell["visible"] >= HIDDEN_BELOW for cell in cells]) & (hexes.evidence.inside[: len(cells)] >= 1)
    right = np.array([cell["piece"] == piece.value for cell, piece in zip(cells, hexes.verdict.pieces, strict=True)])
    return Heard(hexes.verdict.testimony[seen], right[seen])


def join_heard(parts: list[Heard]) -> Heard:
    """Return several photos as one."""
    return Heard(np.concatenate([part.testimony for part in parts]), np.concatenate([part.right for part in parts]))


def save_heard(path: Path, heard: Heard) -> None:
    """Write what was heard as arrays."""
    np.savez_compressed(path, testimony=heard.testimony, right=heard.right)


def load_heard(path: Path) -> Heard:
    """Read what `save_heard` wrote."""
    with np.load(path) as stored:
        return Heard(stored["testimony"], stored["right"])


def fit_witnesses(heard: Heard, before: tuple[float, ...]) -> tuple[float, ...]:
    """The start and the weight of each witness that make the words found right the likeliest, `before` being what they were."""
    middle, spread = heard.testimony.mean(0), heard.testimony.std(0) + 1e-3
    rows = torch.from_numpy((heard.testimony - middle) / spread)
    right = torch.from_numpy(heard.right.astype(np.float32))
    old = np.array(before[1:], np.float32)
    line = torch.nn.Linear(rows.shape[1], 1)
    kept = torch.from_numpy(old * spread)[None]
    with torch.no_grad():
        line.weight.copy_(kept)
        line.bias.fill_(before[0] + float(old @ middle))
    optimiser = torch.optim.LBFGS(line.parameters(), max_iter=ROUNDS, line_search_fn="strong_wolfe")

    def surprise() -> torch.Tensor:
        optimiser.zero_grad()
        loss = functional.binary_cross_entropy_with_logits(line(rows)[:, 0], right) + PRIOR * ((line.weight - kept) ** 2).sum()
        loss.backward()
        return loss

    optimiser.step(surprise)
    weights = line.weight.detach().numpy()[0] / spread
    start = float(line.bias.detach()) - float(weights @ middle)
    return (round(start, 3), *(round(float(weight), 3) for weight in weights))
