"""Estimate the confidence of each hex's likeliest class by logistic regression on features from networks, colours and print.

The weights were fitted on photos that the networks had not been trained on (`python -m referee.training fit-confidence`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.reader.settings import ReaderSettings

Floats = NDArray[np.float32]
SURE = 1e-6  # probabilities are clipped to this distance from 0 and 1
ALIKE_LAB, ALIKE_SIZE = 10.0, 0.5  # kernel widths for similarity: CIE Lab units, logarithm of size
SIMILAR_PRIOR, MAX_LOG_ODDS = 0.5, 8.0  # shrinks the support of few similar pieces; log odds
COUNT_PRIOR = 0.05  # similar pieces assumed for every piece


def compute_features(
    seen: Floats,
    shares: Floats,
    typical: NDArray[np.bool_],
    misfit: Floats,
    missing: Floats,
    similar: SimilarPieces,
    form_evidence: Floats,
) -> Floats:
    """Return the confidence features of the likeliest classes, (n, 11), in the order of `ReaderSettings.feature_weights`.

    `seen` and `shares` (n, 6) are the probabilities of the six classes from the first network (and a profile, if one applies) and
    from all evidence; the last two columns are stone and empty. `typical` (n,) marks the hexes that show how difficult the photo
    is. `misfit` (n,) is relative to the typical misfit of empty hexes in this photo, `missing` (n,) is in standard deviations,
    NaN where unknown, and `form_evidence` (n,) is the log odds of a pioneer against a stone by form.
    """
    words = shares.argmax(1)
    n, word_count = shares.shape
    empty, stone = (words == word_count - 1).astype(np.float32), (words == word_count - 2).astype(np.float32)
    distance, pattern_loss = np.log(misfit + 0.1), np.clip(np.nan_to_num(missing), -3, 8)
    photo_difficulty = log_odds(np.full(n, 1 - shares.max(1)[typical].mean(), np.float32))
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
    """Support for each piece from similar pieces of the same class in the photo, (n,) each; 0 for empty hexes.

    `sure` is the mean confidence, in log odds, of the pieces with a similar colour and size. `many` is the logarithm of the
    number of pieces that have a similar form as well. Each piece counts in proportion to its similarity.
    """

    sure: Floats
    many: Floats


def find_similar_pieces(shares: Floats, lab: Floats, sizes: Floats, forms: Floats) -> SimilarPieces:
    """Return the support for each piece from the other pieces of its class that are similar in colour, size and form.

    `shares` (n, 6) are the probabilities of the six classes, `lab` (n, 3) CIE Lab colours, `sizes` (n,) logarithms of sizes, and
    `forms` (n, 12) form embeddings.
    """
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
    """Return the squared distances between all pairs of points, (n, n)."""
    lengths = (points * points).sum(1)
    return np.asarray(np.maximum(0, lengths[:, None] + lengths - 2 * (points @ points.T)), np.float32)


def estimate_confidence(features: Floats, settings: ReaderSettings) -> Floats:
    """Return the probability (n,) that the likeliest class is right."""
    first, *rest = settings.feature_weights
    return np.asarray(1 / (1 + np.exp(-np.clip(first + features @ np.array(rest, np.float32), -30, 30))), np.float32)


def log_odds(share: Floats) -> Floats:
    """Return the log odds of probabilities, clipped away from 0 and 1."""
    kept = np.clip(share, SURE, 1 - SURE)
    return np.asarray(np.log(kept / (1 - kept)), np.float32)
