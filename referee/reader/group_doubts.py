"""Find groups of similar pieces that share a doubt, so that people answer once for the group instead of hex by hex."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from referee.formats.readings import GroupDoubt
from referee.reader.classify import HexObservations, Verdict
from referee.reader.colours import log_sizes
from referee.reader.settings import ReaderSettings
from referee.reader.words import EMPTY, STONE, WORDS
from referee.rules.pieces import PIONEERS_EACH, Piece

COLOUR_LAB, SIZE, FORM = 10.0, 0.4, 2.0  # distances within a group: CIE Lab units, logarithm of size, form embedding
MOST_PIONEERS = max(PIONEERS_EACH.values())  # of one player
TOO_MANY_FOR_A_PLAYER = 0.1  # probability that a larger group still consists of pioneers, with some of it misread
HALF = 0.5
WITHIN = 2.5  # radius of a group, in units of the distances above
JOINS = 3.5  # distance from the middle of a group within which single pieces with the same doubt join it


def find_group_doubts(
    observed: HexObservations, verdict: Verdict, labels: tuple[str, ...], settings: ReaderSettings
) -> tuple[GroupDoubt, ...]:
    """Return the groups of doubtful pieces that look alike and have the same likeliest and second likeliest kind, largest first.

    Lookalikes, which are pioneers and stones of the same hue, are grouped by player and kind instead.
    """
    kinds = verdict.shares[:, :EMPTY]
    order = np.argsort(-kinds, axis=1)[:, :2]
    words = verdict.shares.argmax(1)
    doubtful = verdict.doubtful & (words != EMPTY) & observed.forms.any(1)
    scaled = np.column_stack([observed.lab / COLOUR_LAB, log_sizes(observed.answers.masks) / SIZE, observed.forms / FORM])
    groups = list(_lookalike_groups(verdict, words, labels))
    doubtful &= verdict.lookalikes < 0
    for first in range(EMPTY):
        for second in range(first + 1, EMPTY):
            same_pair = (order.min(1) == first) & (order.max(1) == second)
            for word in (first, second):
                sharing = np.flatnonzero(doubtful & same_pair & (words == word))
                for rows in _similar(scaled, sharing, settings.group_question_from):
                    cells = tuple(labels[row] for row in rows.tolist())
                    groups.append(_as_group(words[rows], verdict.confidence[rows], (first, second), cells))
    return tuple(sorted(groups, key=lambda group: -len(group.cells)))


def _lookalike_groups(verdict: Verdict, words: NDArray[np.intp], labels: tuple[str, ...]) -> Iterator[GroupDoubt]:
    """Yield up to two groups for each player whose pioneers were separated from stones of their hue: the pioneers and the stones.

    A group has at least two pieces.
    """
    for seat in range(STONE):
        for word, other in ((seat, STONE), (STONE, seat)):
            rows = np.flatnonzero((verdict.lookalikes == seat) & (words == word))
            if len(rows) > 1:
                cells = tuple(labels[row] for row in rows.tolist())
                yield GroupDoubt(cells, WORDS[word], WORDS[other], float(verdict.confidence[rows].mean()))


def _similar(scaled: NDArray[np.float32], rows: NDArray[np.intp], fewest: int) -> list[NDArray[np.intp]]:
    """Return groups of at least `fewest` similar rows; each other row joins the nearest group within `JOINS`, or none."""
    groups: list[NDArray[np.intp]] = []
    while len(rows) >= fewest:
        near = np.linalg.norm(scaled[rows][:, None] - scaled[rows], axis=2) < WITHIN
        members = near[near.sum(1).argmax()]
        if members.sum() < fewest:
            break
        groups.append(rows[members])
        rows = rows[~members]
    if not groups:
        return []
    middles = np.array([scaled[group].mean(0) for group in groups])
    away = np.linalg.norm(scaled[rows][:, None] - middles, axis=2)
    nearest = np.where(away.min(1, initial=np.inf) < JOINS, away.argmin(1), -1)
    return [np.concatenate([group, rows[nearest == number]]) for number, group in enumerate(groups)]


def _as_group(
    words: NDArray[np.intp], confidence: NDArray[np.float32], pair: tuple[int, int], cells: tuple[str, ...]
) -> GroupDoubt:
    """Return the group of `cells` with the likelier of the two kinds and the probability of that kind.

    If one of the kinds is the stone, a group that is too large for one player's pioneers is taken for stones.
    """
    first, second = pair
    chance = float(np.where(words == first, confidence, 1 - confidence).mean())
    if WORDS[second] is Piece.STONE and len(cells) > MOST_PIONEERS:
        chance = min(chance, TOO_MANY_FOR_A_PLAYER)
    likelier, other = (first, second) if chance >= HALF else (second, first)
    return GroupDoubt(cells, WORDS[likelier], WORDS[other], max(chance, 1 - chance))
