"""How sure the likeliest words are: what the network, the photo's colours and the print's pattern testify, weighed together.

How much each witness counts was fitted on photos that were new to the networks (`python -m referee.training believe`). It knows
neither photos nor patches.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.reader.settings import ReaderSettings

Floats = NDArray[np.float32]
SURE = 1e-6  # a share is never believed to be nearer to 0 or 1
ALIKE_LAB, ALIKE_SIZE = 10.0, 0.5  # how far apart things that are alike may be: CIE Lab units, logarithm of their sizes
LEAST_KIN, MOST_KIN_SAYS = 0.5, 8.0  # a few of its kind say less than many; log odds
LEAST_BROTHERS = 0.05  # things, that every thing is held to have


def hear_witnesses(seen: Floats, shares: Floats, misfit: Floats, missing: Floats, kin: Kin, formed: Floats) -> Floats:
    """Return what speaks for the likeliest word of each hex, (n, 11), in the order of `ReaderSettings.witnesses`.

    `seen` and `shares` (n, 6) are the six words' shares to the first network, and to all looks with the colours; the last two
    columns are stone and empty. `misfit` (n,) is in units of this photo's quiet hexes, `missing` (n,) in spreads, NaN where it
    cannot be told, `formed` (n,) are the odds for a pioneer and against a stone by form.
    """
    said = shares.argmax(1)
    n, words = shares.shape
    empty, stone = (said == words - 1).astype(np.float32), (said == words - 2).astype(np.float32)
    apart, gone = np.log(misfit + 0.1), np.clip(np.nan_to_num(missing), -3, 8)
    hard = log_odds(np.full(n, 1 - shares.max(1).mean(), np.float32))
    columns = (
        log_odds(shares.max(1)),
        log_odds(seen[np.arange(n), said]),
        empty,
        stone,
        apart * empty,
        apart * (1 - empty),
        gone * empty,
        kin.sure,
        hard,
        kin.many,
        formed * (1 - 2 * stone) * (1 - empty),
    )
    return np.stack(columns, 1).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Kin:
    """What a photo's other things that look like each one and go by the same word testify, (n,) each; 0 of empty hexes.

    `sure`: how sure the photo is of them, in log odds; `many`: the logarithm of how many there are that have its form as well.
    """

    sure: Floats
    many: Floats


def ask_kin(shares: Floats, lab: Floats, sizes: Floats, forms: Floats) -> Kin:
    """Ask for each thing the others like it; `lab` (n, 3) are colours, `sizes` (n,) logarithms of sizes, `forms` (n, 12)."""
    things = np.flatnonzero(shares.argmax(1) < shares.shape[1] - 1)
    said, odds = shares[things].argmax(1), np.minimum(log_odds(shares[things].max(1)), MOST_KIN_SAYS)
    apart = squares_apart(lab[things]) / ALIKE_LAB**2 + squares_apart(sizes[things, None]) / ALIKE_SIZE**2
    alike = np.exp(-apart / 2)
    np.fill_diagonal(alike, 0)
    namesakes = alike * (said[:, None] == said[None])
    brothers = alike * np.exp(-squares_apart(forms[things]) / 2) * shares[things][:, said].T
    sure, many = np.zeros((2, len(shares)), np.float32)
    sure[things] = namesakes @ odds / (namesakes.sum(1) + LEAST_KIN)
    many[things] = np.log(brothers.sum(1) + LEAST_BROTHERS)
    return Kin(sure, many)


def squares_apart(points: Floats) -> Floats:
    """Return the squared distances between all points, (n, n)."""
    lengths = (points * points).sum(1)
    return np.asarray(np.maximum(0, lengths[:, None] + lengths - 2 * (points @ points.T)), np.float32)


def believe(told: Floats, settings: ReaderSettings) -> Floats:
    """Return how likely the likeliest words are right, (n,)."""
    first, *rest = settings.witnesses
    return np.asarray(1 / (1 + np.exp(-np.clip(first + told @ np.array(rest, np.float32), -30, 30))), np.float32)


def log_odds(share: Floats) -> Floats:
    """Return the logarithm of how much likelier than not."""
    kept = np.clip(share, SURE, 1 - SURE)
    return np.asarray(np.log(kept / (1 - kept)), np.float32)
