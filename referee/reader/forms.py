"""Compare the forms of pieces within a photo: the pioneers of one household differ only in colour, and its stones are alike.

The form network maps each piece to a short embedding, close together for pieces of one kind. Comparing these shows, for example,
that a brass nut is not a yellow pioneer if the red ones are chips. Colours matter only through the predicted words.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from referee.reader.confidence_features import squares_apart
from referee.reader.settings import ReaderSettings

Floats = NDArray[np.float32]
STONE = 4  # column of the stone among the five kinds, after the colours


def form_similarity(forms: Floats) -> Floats:
    """Return the pairwise similarity of m form embeddings, (m, m) in 0..1 with a zero diagonal."""
    near = np.exp(-squares_apart(forms) / 2)
    np.fill_diagonal(near, 0)
    return near


def form_odds(near: Floats, shares: Floats, settings: ReaderSettings) -> Floats:
    """Return the log odds (m,) that each piece is a pioneer rather than a stone, judged by form.

    `near` (m, m) and `shares` (m, 5) are the similarities and probabilities of pieces and samples. Pioneers are compared only
    with pioneers of other colours, since many stones of one tint might be misread as one player's pioneers. A piece similar to
    neither kind gets log odds of about 0.
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
