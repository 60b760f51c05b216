"""How sure the likeliest words are: what the network, the photo's colours and the print's pattern testify, weighed together.

How much each witness counts was fitted on photos that were new to the networks (`python -m referee.training believe`). It knows
neither photos nor patches.
"""
from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from referee.vision.settings import ReaderSettings

Floats = NDArray[np.float32]
SURE = 1e-6         # a share is never believed to be nearer to 0 or 1
ALIKE_LAB, ALIKE_SIZE = 10.0, 0.5       # how far apart things that are alike may be: CIE Lab units, logarithm of their sizes
LEAST_KIN, MOST_KIN_SAYS = 0.5, 8.0     # a few of its kind say less than many; log odds


def hear_witnesses(seen: Floats, shares: Floats, misfit: Floats, missing: Floats, kin: Floats) -> Floats:
    """What speaks for the likeliest word of each hex, (n, 9), in the order of `ReaderSettings.witnesses`.

    `seen` and `shares` (n, 6) are the six words' shares to the first network, and to all looks with the colours; the last two
    columns are stone and empty. `misfit` (n,) is in units of this photo's quiet hexes, `missing` (n,) in spreads, NaN where it
    cannot be told, `kin` (n,) as `ask_kin` gives it.
    """
    said = shares.argmax(1)
    n, words = shares.shape
    empty, stone = (said == words - 1).astype(np.float32), (said == words - 2).astype(np.float32)
    apart, gone = np.log(misfit + 0.1), np.clip(np.nan_to_num(missing), -3, 8)
    hard = log_odds(np.full(n, 1 - shares.max(1).mean(), np.float32))
    columns = (
        log_odds(shares.max(1)), log_odds(seen[np.arange(n), said]), empty, stone,
        apart * empty, apart * (1 - empty), gone * empty, kin * (1 - empty), hard,
    )
    return np.stack(columns, 1).astype(np.float32)


def ask_kin(shares: Floats, lab: Floats, sizes: Floats) -> Floats:
    """How sure the photo is, in log odds, of the other things that look like each one and go by the same word: (n,).

    `lab` (n, 3) are their colours, `sizes` (n,) the logarithms of their sizes.
    """
    said, odds = shares.argmax(1), np.minimum(log_odds(shares.max(1)), MOST_KIN_SAYS)
    things = np.flatnonzero(said < shares.shape[1] - 1)
    size = sizes[things]
    apart = ((lab[things, None] - lab[None, things]) ** 2).sum(2) / ALIKE_LAB**2
    apart += ((size[:, None] - size[None]) / ALIKE_SIZE) ** 2
    alike = np.exp(-apart / 2) * (said[things, None] == said[None, things])
    np.fill_diagonal(alike, 0)
    kin = np.zeros(len(shares), np.float32)
    kin[things] = alike @ odds[things] / (alike.sum(1) + LEAST_KIN)
    return kin


def believe(told: Floats, settings: ReaderSettings) -> Floats:
    """How likely the likeliest words are right, (n,)."""
    first, *rest = settings.witnesses
    return np.asarray(1 / (1 + np.exp(-np.clip(first + told @ np.array(rest, np.float32), -30, 30))), np.float32)


def log_odds(share: Floats) -> Floats:
    """The logarithm of how much likelier than not."""
    kept = np.clip(share, SURE, 1 - SURE)
    return np.asarray(np.log(kept / (1 - kept)), np.float32)
