"""Fit the weights of the confidence features (`ReaderSettings.feature_weights`) on photos with known truth.

The photos must be new to the networks, and the networks must be the shipped ones: with features from weaker networks, the
fitted confidences would be too high for the shipped networks.
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
PRIOR = 1e-4  # regularisation towards the previous weights
LEAST_SPREAD = 1e-3  # avoids division by zero for a feature that does not vary


@dataclass(frozen=True, slots=True)
class FeatureTable:
    """The confidence features of n hexes, (n, 11), and whether each hex was read correctly."""

    features: NDArray[np.float32]
    right: NDArray[np.bool_]


def measure_photo_features(path: Path) -> FeatureTable:
    """Read a photo and return the features of its visible hexes, and whether each of these hexes was read correctly."""
    known = open_known_photo(path)
    hexes, board = known.snapshot.hexes, known.snapshot.known.layout.board
    cells = [known.truth["cells"][cell.id] for cell in board.cells]
    seen = np.array([cell["visible"] >= HIDDEN_BELOW for cell in cells]) & (hexes.evidence.inside[: len(cells)] >= 1)
    right = np.array([cell["piece"] == piece.value for cell, piece in zip(cells, hexes.verdict.pieces, strict=True)])
    return FeatureTable(hexes.verdict.features[seen], right[seen])


def join_tables(parts: list[FeatureTable]) -> FeatureTable:
    """Concatenate the tables of several photos."""
    return FeatureTable(np.concatenate([part.features for part in parts]), np.concatenate([part.right for part in parts]))


def save_table(path: Path, table: FeatureTable) -> None:
    """Write a table to a file."""
    np.savez_compressed(path, features=table.features, right=table.right)


def load_table(path: Path) -> FeatureTable:
    """Read a table from a file."""
    with np.load(path) as stored:
        return FeatureTable(stored["features"], stored["right"])


def fit_feature_weights(table: FeatureTable, before: tuple[float, ...]) -> tuple[float, ...]:
    """Return the intercept and the weights of the logistic regression, regularised towards the weights in `before`."""
    middle, spread = table.features.mean(0), table.features.std(0) + LEAST_SPREAD
    rows = torch.from_numpy((table.features - middle) / spread)
    right = torch.from_numpy(table.right.astype(np.float32))
    old = np.array(before[1:], np.float32)
    line = torch.nn.Linear(rows.shape[1], 1)
    kept = torch.from_numpy(old * spread)[None]
    with torch.no_grad():
        line.weight.copy_(kept)
        line.bias.fill_(before[0] + float(old @ middle))
    optimiser = torch.optim.LBFGS(line.parameters(), max_iter=ROUNDS, line_search_fn="strong_wolfe")

    def loss_of_weights() -> torch.Tensor:
        optimiser.zero_grad()
        loss = functional.binary_cross_entropy_with_logits(line(rows)[:, 0], right) + PRIOR * ((line.weight - kept) ** 2).sum()
        loss.backward()
        return loss

    optimiser.step(loss_of_weights)
    weights = line.weight.detach().numpy()[0] / spread
    start = float(line.bias.detach()) - float(weights @ middle)
    return (round(start, 3), *(round(float(weight), 3) for weight in weights))
