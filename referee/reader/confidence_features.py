"""How sure the likeliest words are: what the network, the photo's colours and the print's pattern testify, weighed together.

How much each witness counts was fitted on photos that were new to the networks (`python -m referee.training fit-confidence`).
It knows neither photos nor patches.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.reader.settings import ReaderSettings

Floats = NDArray[np.float32]
SURE = 1e-6  # a share is never believed to be nearer to 0 or 1
ALIKE_LAB, ALIKE_SIZE = 10.0, 0.5  # how far distance things that are alike may be: CIE Lab units, logarithm of their sizes
SIMILAR_PRIOR, MAX_LOG_ODDS = 0.5, 8.0  # a few of its kind say less than many; log odds
COUNT_PRIOR = 0.05  # things, that every thing is held to have


def compute_features(
    seen: Floats, shares: Floats, misfit: Floats, missing: Floats, similar: SimilarPieces, form_evidence: Floats
) -> Floats:
    """Return what speaks for the likeliest word of each hex, (n, 11), in the order of `ReaderSettings.feature_weights`.

    `seen` and `shares` (n, 6) are the six words' shares to the first network, and to all looks with the colours; the last two
    columns are stone and empty. `misfit` (n,) is in units of this photo's quiet hexes, `missing` (n,) in spreads, NaN where it
    cannot be told, `form_evidence` (n,) are the odds for a pioneer and against a stone by form.
    """
    words = shares.argmax(1)
    n, word_count = shares.shape
    empty, stone = (words == word_count - 1).astype(np.float32), (words == word_count - 2).astype(np.float32)
    distance, pattern_loss = np.log(misfit + 0.1), np.clip(np.nan_to_num(missing), -3, 8)
    photo_difficulty = log_odds(np.full(n, 1 - shares.max(1).mean(), np.float32))
    columns = (
        log_odds(shares.max(1)),
        log_odds(seen[np.arange(n), words]),
        empty,
        stone,
        distance * empty,
        distance * (1 - empty),
        pattern_loss * empty,
        similar.sure,
        photo_difficulty,
        similar.many,
        form_evidence * (1 - 2 * stone) * (1 - empty),
    )
    return np.stack(columns, 1).astype(np.float32)


@dataclass(frozen=True, slots=True)
class SimilarPieces:
    """What a photo's other things that look like each one and go by the same word testify, (n,) each; 0 of empty hexes.

    `sure`: how sure the photo is of them, in log odds; `many`: the logarithm of how many there are that have its form as well.
    """

    sure: Floats
    many: Floats


def find_similar_pieces(shares: Floats, lab: Floats, sizes: Floats, forms: Floats) -> SimilarPieces:
    """Ask for each thing the others like it; `lab` (n, 3) are colours, `sizes` (n,) logarithms of sizes, `forms` (n, 12)."""
    things = np.flatnonzero(shares.argmax(1) < shares.shape[1] - 1)
    words, odds = shares[things].argmax(1), np.minimum(log_odds(shares[things].max(1)), MAX_LOG_ODDS)
    distance = squares_apart(lab[things]) / ALIKE_LAB**2 + squares_apart(sizes[things, None]) / ALIKE_SIZE**2
    alike = np.exp(-distance / 2)
    np.fill_diagonal(alike, 0)
    same_word = alike * (words[:, None] == words[None])
    same_form = alike * np.exp(-squares_apart(forms[things]) / 2) * shares[things][:, words].T
    sure, many = np.zeros((2, len(shares)), np.float32)
    sure[things] = same_word @ odds / (same_word.sum(1) + SIMILAR_PRIOR)
    many[things] = np.log(same_form.sum(1) + COUNT_PRIOR)
    return SimilarPieces(sure, many)


def squares_apart(points: Floats) -> Floats:
    """Return the squared distances between all points, (n, n)."""
    lengths = (points * points).sum(1)
    return np.asarray(np.maximum(0, lengths[:, None] + lengths - 2 * (points @ points.T)), np.float32)


def estimate_confidence(features: Floats, settings: ReaderSettings) -> Floats:
    """Return how likely the likeliest words are right, (n,)."""
    first, *rest = settings.feature_weights
    return np.asarray(1 / (1 + np.exp(-np.clip(first + features @ np.array(rest, np.float32), -30, 30))), np.float32)


def log_odds(share: Floats) -> Floats:
    """Return the logarithm of how much likelier than not."""
    kept = np.clip(share, SURE, 1 - SURE)
    return np.asarray(np.log(kept / (1 - kept)), np.float32)
