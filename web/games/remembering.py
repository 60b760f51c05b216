"""Interpret photos as the next moment of a game, given the position before that moment.

Full-referee mode weighs explanations of the photos, such as legal turns. Score-keeper mode has no turns; it assumes only that
stones and hexes in territories already paid out hardly ever change, and that most other hexes do not. All functions are pure.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from referee.memory.evidence import EMPTY, STONE, Row, add_logs
from referee.memory.explanations import Explained, Explanation, Kind
from referee.memory.posterior import Standing, explain_photo
from referee.memory.settings import DEFAULT
from referee.rules.pieces import Piece
from referee.rules.position import Position, cells_of
from web.games.doubts import points_in_doubt
from web.games.photo_evidence import WORDS, PhotoEvidence
from web.games.photographed import Photographed
from web.games.pieces_on_board import Words, with_words, words_of
from web.games.table import Mode

LEGAL_KINDS = (Kind.UNCHANGED, Kind.PART, Kind.TURN, Kind.TURNS)
MOST_SURE = 0.999999
STONE_STAYS = 0.9995  # probability that a hex with a stone is unchanged between two photos of a score-keeper game
PIONEER_STAYS = 0.8
EMPTY_STAYS = 0.9
PAID_STAYS = 0.9999
NEVER = 1e-9
ONLY_LEGAL = replace(DEFAULT, kind_priors=MappingProxyType({**DEFAULT.kind_priors, Kind.ILLEGAL: 1e-30, Kind.OTHER: 1e-30}))


@dataclass(frozen=True, slots=True)
class Remembered:
    """What photos show, given the position before: the content of each cell with its confidence.

    `doubtful` are the cells to review, most points at stake first. `not_shown` are cells that no photo shows and whose known
    content is to be kept. `explanations` is empty in score-keeper mode and if the known position is not used. `nearest` is the
    most probable legal explanation if the best explanation is not legal; otherwise, during setup, or if there is no legal
    explanation, `nearest` is None.
    """

    words: Words
    confidence: tuple[float, ...]
    doubtful: tuple[int, ...]
    not_shown: frozenset[int]
    explanations: tuple[Explanation, ...] = ()
    nearest: Explanation | None = None

    @property
    def photographed(self) -> Photographed:
        """The contents and doubtful cells in the form that `compare_photos` takes."""
        words = tuple(None if cell in self.not_shown else word for cell, word in enumerate(self.words))
        return Photographed(words, self.doubtful)

    @property
    def best(self) -> Explanation | None:
        """The most probable explanation, or None if there is none."""
        return self.explanations[0] if self.explanations else None


@lru_cache(64)
def remember(
    evidence: PhotoEvidence, before: Position, mode: Mode, paid: int = 0, standing: tuple[Standing, ...] = ()
) -> Remembered:
    """Return what photos taken after a position show.

    `paid` is a mask of the cells in territories already paid out. `standing` are the pioneers that could still stand in these
    territories. If the photos contradict the setup in progress, or if the board was empty before in score-keeper mode, the
    contents are returned as read from the photos alone.
    """
    if before.in_setup and not _is_setup(evidence, before):
        return _as_read(evidence, before)
    if mode is Mode.KEEPER:
        if not before.occupied:
            return _as_read(evidence, before)
        words, confidence = _remember_hexes(evidence, before, paid, standing)
        return _remembered(evidence, before, words, confidence)
    explained = explain_photo(before, evidence.rows, evidence.unseen, standing)
    nearest = None
    if not before.in_setup and explained.best.kind not in LEGAL_KINDS:
        nearest = find_nearest_legal(evidence, before, standing)
    words = tuple(WORDS[word] for word in explained.words)
    found = _remembered(evidence, before, words, explained.confidence)
    return replace(found, explanations=explained.explanations, nearest=nearest)


def find_nearest_legal(evidence: PhotoEvidence, before: Position, standing: tuple[Standing, ...]) -> Explanation | None:
    """Return the legal explanation that fits the photos best, or None if there is none.

    The probability of the explanation is computed among legal explanations only.
    """
    explained: Explained = explain_photo(before, evidence.rows, evidence.unseen, standing, ONLY_LEGAL)
    return next((one for one in explained.explanations if one.kind in LEGAL_KINDS), None)


def cells_against(evidence: PhotoEvidence, before: Position, explanation: Explanation) -> tuple[int, ...]:
    """Return the cells whose contents, as read from the photos alone, contradict an explanation."""
    shown = words_of(replace(before, pioneers=explanation.shown.pioneers, stones=explanation.shown.stones))
    return tuple(
        cell
        for cell, (word, seen) in enumerate(zip(shown, evidence.words, strict=True))
        if word is not seen and cell not in evidence.unseen
    )


def _is_setup(evidence: PhotoEvidence, before: Position) -> bool:
    """Return whether photos could show the setup in progress, possibly with more pioneers placed.

    They could not if a stone is clearly visible, or if a known pioneer is clearly gone or replaced.
    """
    known, doubts = words_of(before), frozenset(evidence.doubtful) | evidence.unseen
    plain = [(known[cell], word) for cell, word in enumerate(evidence.words) if cell not in doubts]
    return all(word is not Piece.STONE and (old is Piece.EMPTY or word is old) for old, word in plain)


def _as_read(evidence: PhotoEvidence, before: Position) -> Remembered:
    confidence = tuple(row[WORDS.index(word)] for row, word in zip(evidence.rows, evidence.words, strict=True))
    ranked = _ranked(evidence.doubtful, before, evidence.words, confidence)
    return Remembered(evidence.words, confidence, ranked, evidence.unseen)


def _remembered(evidence: PhotoEvidence, before: Position, words: Words, confidence: Sequence[float]) -> Remembered:
    """Return the contents and confidences with the cells to review.

    If a photo clearly shows a known stone as missing, the content in the photo is used, so that the missing stone is reviewed.
    """
    known, chosen, doubts = words_of(before), list(words), frozenset(evidence.doubtful)
    for cell in cells_of(before.stones):
        if cell not in doubts and cell not in evidence.unseen:
            chosen[cell] = evidence.words[cell]
    not_shown = frozenset(cell for cell in evidence.unseen if chosen[cell] is known[cell])
    unsure = [cell for cell, sure in enumerate(confidence) if sure < DEFAULT.doubtful_below and cell not in not_shown]
    return Remembered(tuple(chosen), tuple(confidence), _ranked(unsure, before, chosen, confidence), not_shown)


def _ranked(cells: Iterable[int], before: Position, words: Sequence[Piece], confidence: Sequence[float]) -> tuple[int, ...]:
    shown = with_words(before, words)
    return tuple(sorted(cells, key=lambda cell: (-points_in_doubt(shown, (cell,)), confidence[cell], cell)))


def _remember_hexes(
    evidence: PhotoEvidence, before: Position, paid: int, standing: Sequence[Standing]
) -> tuple[Words, tuple[float, ...]]:
    """Return the content and the confidence of each hex, weighed independently against its known content."""
    known = [WORDS.index(word) for word in words_of(before)]
    left = {cell: seat for group in standing for seat, mask in enumerate(group) for cell in cells_of(mask)}
    players, words, confidence = len(before.players), [], []
    for cell, row in enumerate(evidence.rows):
        prior = _prior(known[cell], players, bool(paid >> cell & 1), left.get(cell))
        word, sure = (known[cell], MOST_SURE) if cell in evidence.unseen else _weigh(row, prior)
        words.append(WORDS[word])
        confidence.append(sure)
    return tuple(words), tuple(confidence)


def _prior(known: int, players: int, is_paid: bool, left: int | None) -> Row:
    """Return the prior probability of each possible content of a hex, given its known content.

    `left` is the seat of a pioneer that could still stand on the hex although its territory has been paid out, or None if there
    is none.
    """
    playing = (*range(players), STONE, EMPTY)
    if known == STONE:
        stays = STONE_STAYS
    elif is_paid:
        stays = PAID_STAYS
    else:
        stays = PIONEER_STAYS if known < players else EMPTY_STAYS
    shares = [(1 - stays) / (len(playing) - 1) if word in playing else NEVER for word in range(len(WORDS))]
    shares[known] = stays
    if is_paid and left is not None and known == EMPTY:
        shares[EMPTY] = shares[left] = stays / 2
    return tuple(shares)


def _weigh(row: Row, prior: Row) -> tuple[int, float]:
    logs = [math.log(share) + math.log(max(chance, NEVER)) for share, chance in zip(prior, row, strict=True)]
    best = max(range(len(logs)), key=logs.__getitem__)
    return best, min(MOST_SURE, math.exp(logs[best] - add_logs(logs)))
