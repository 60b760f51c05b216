"""The things of one photo have forms: all pioneers of a household are alike but for their colour, and so are its stones.

The form network puts what it sees of a thing into a few numbers, near to each other for things of one kind. Here they are
compared within the photo, so that a brass nut is no yellow pioneer where the red ones are chips. Knows no colour but as a word.
"""
from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from referee.vision.settings import ReaderSettings
from referee.vision.witnesses import squares_apart

Floats = NDArray[np.float32]
STONE = 4               # column of a thing's five shares: before it the colours


def form_odds(forms: Floats, shares: Floats, settings: ReaderSettings) -> Floats:
    """By how much each thing's form makes a pioneer likelier than a stone, as log odds (n,).

    `forms` (m, 12) and `shares` (m, 5) are those of things and parked samples. A pioneer is compared with those of other colours
    alone, for stones of one colour might all be taken for one player's. What is like neither kind is told by neither.
    """
    near = np.asarray(-squares_apart(forms) / 2, np.float32)
    np.fill_diagonal(near, -np.inf)
    colours = shares[:, :STONE]
    own = colours / np.maximum(colours.sum(1, keepdims=True), 1e-6)
    others = np.maximum(0, colours.sum(1)[None] - own @ colours.T).astype(np.float32)
    stones = np.repeat(shares[None, :, STONE], len(shares), 0)
    odds = np.subtract(_nearness(near, others, settings), _nearness(near, stones, settings))
    enough = np.minimum(others.sum(1), stones.sum(1)) >= settings.least_group
    return np.where(enough, np.clip(settings.form_say * odds, -settings.form_most, settings.form_most), 0).astype(np.float32)


def _nearness(near: Floats, counts: Floats, settings: ReaderSettings) -> Floats:
    """The logarithm of how near each thing is to those that `counts` (n, m) takes for one kind, on the average."""
    mean = (np.exp(near) * counts).sum(1) / np.maximum(counts.sum(1), 1e-6)
    return np.asarray(np.log(mean + np.exp(settings.form_unlike)), np.float32)
