"""The things of one photo have forms: all pioneers of a household are alike but for their colour, and so are its stones.

The form network puts what it sees of a thing into a few numbers, near to each other for things of one kind. Here they are
compared within the photo, so that a brass nut is no yellow pioneer where the red ones are chips. Knows no colour but as a word.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from referee.reader.confidence_features import squares_apart
from referee.reader.settings import ReaderSettings

Floats = NDArray[np.float32]
STONE = 4  # column of a thing's five shares: before it the colours


def nearness_of(forms: Floats) -> Floats:
    """Return how near the forms of m things are to each other, (m, m) of 0..1; none counts for itself."""
    near = np.exp(-squares_apart(forms) / 2)
    np.fill_diagonal(near, 0)
    return near


def form_odds(near: Floats, shares: Floats, settings: ReaderSettings) -> Floats:
    """By how much each thing's form makes a pioneer likelier than a stone, as log odds (m,).

    `near` (m, m) and `shares` (m, 5) are those of things and parked samples. A pioneer is compared with those of other colours
    alone, for stones of one colour might all be taken for one player's. What is like neither kind is told by neither.
    """
    colours, stones = shares[:, :STONE], shares[:, STONE]
    pioneers = colours.sum(1)
    own = colours / np.maximum(pioneers, 1e-6)[:, None]
    others = np.maximum(0, pioneers.sum() - own @ colours.sum(0))
    like_others = np.maximum(0, near @ pioneers - ((near @ colours) * own).sum(1))
    unlike = np.float32(np.exp(settings.form_unlike_log))
    odds = np.log(like_others / np.maximum(others, 1e-6) + unlike) - np.log(near @ stones / max(stones.sum(), 1e-6) + unlike)
    enough = np.minimum(others, stones.sum()) >= settings.min_group_size
    return np.where(enough, np.clip(settings.form_weight * odds, -settings.form_limit, settings.form_limit), 0).astype(np.float32)
