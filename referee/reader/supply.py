"""Compare the pieces read with the number of pieces in the box: a player has 13, 10 or 8 pioneers, and there are 80 stones.

If a photo seems to show more pieces of a kind than the box holds, the least certain of them are probably something else.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from referee.reader.adjustments import Adjustment, Reason, ceiling
from referee.reader.lookalikes import players_shown
from referee.reader.settings import ReaderSettings
from referee.reader.words import EMPTY, WORDS
from referee.rules.pieces import PIONEERS_EACH, SEATS, STONE_SUPPLY, Piece

LEAST_SHARE = 1e-4  # probability of a kind below which a hex does not count towards it
SMALLEST = 1e-9  # avoids division by zero
Floats = NDArray[np.float32]


def fit_to_supply(shares: Floats, players: int | None, settings: ReaderSettings) -> Floats:
    """Return the probabilities (n, 6) given that the photo hardly shows more pieces of a kind than the box holds.

    Only kinds with too many pieces change. The number of players could be wrong, or the pieces from two boxes, so the evidence
    of the photo also decides whether the limit applies at all.
    """
    out, words = shares.astype(np.float64), shares.argmax(1)
    held = pieces_held(tuple(WORDS[number] for number in words.tolist()), players)
    for kind in range(EMPTY):
        most = held[WORDS[kind]]
        if (words == kind).sum() > most:
            those = np.flatnonzero(shares[:, kind] > LEAST_SHARE)
            before = np.clip(out[those, kind], SMALLEST, 1 - SMALLEST)
            after = _at_most(before, most, settings.more_than_held)
            out[those] *= ((1 - after) / (1 - before))[:, None]
            out[those, kind] = after
    return out.astype(np.float32)


def _at_most(chances: NDArray[np.float64], most: int, unless: float) -> NDArray[np.float64]:
    """Return the probabilities (n,) of independent events, given that at most `most` of them occur.

    With the prior probability `unless`, this limit does not apply.
    """
    fits = _counts(chances[None])[0, : most + 1].sum()
    applies = (1 - unless) * fits / ((1 - unless) * fits + unless)
    others = np.broadcast_to(chances, (len(chances), len(chances)))[~np.eye(len(chances), dtype=bool)].reshape(len(chances), -1)
    limited = chances * _counts(others)[:, :most].sum(1) / max(fits, SMALLEST)
    return np.asarray(applies * limited + (1 - applies) * chances)


def _counts(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probabilities (m, n + 1) that 0 to n independent events occur, for each row of their probabilities (m, n)."""
    counts = np.zeros((len(chances), chances.shape[1] + 1))
    counts[:, 0] = 1
    for event in chances.T[..., None]:
        counts[:, 1:] = counts[:, 1:] * (1 - event) + counts[:, :-1] * event
        counts[:, :1] *= 1 - event
    return counts


def surplus_of(shares: Floats, confidence: Floats, players: int | None) -> Adjustment:
    """Return the adjustment that caps confidence if there are more pieces of a kind than the box holds; no class changes.

    If there are k pieces of a kind too many, the cap applies to the 2 k least confident of them, as if half of these were wrong.
    """
    words = shares.argmax(1)
    held = pieces_held(tuple(WORDS[number] for number in words.tolist()), players)
    highest = np.ones(len(words), np.float32)
    for word in range(EMPTY):
        mine = np.flatnonzero(words == word)
        surplus = len(mine) - held[WORDS[word]]
        if surplus > 0:
            weakest = mine[np.argsort(confidence[mine], kind="stable")[: 2 * surplus]]
            highest[weakest] = 1 - surplus / len(weakest)
    return ceiling(Reason.MORE_THAN_THE_BOX_HOLDS, highest < 1, highest)


def pieces_held(words: tuple[Piece, ...], players: int | None) -> dict[Piece, int]:
    """Return how many pieces of each kind the box holds for this number of players.

    If `players` is None, the number of players is inferred from the colours that occur at least twice in `words`.
    """
    each = PIONEERS_EACH[players] if players else PIONEERS_EACH[players_shown([words.count(Piece(colour)) for colour in SEATS])]
    return {Piece(colour): each for colour in SEATS} | {Piece.STONE: STONE_SUPPLY}
