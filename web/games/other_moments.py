"""Find another moment of the game that photos could show, if the current position does not explain the photos.

Photos arrive out of order and undo leaves revisions behind, so earlier and undone revisions are compared with the photos as
well. All functions are pure.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.memory.explanations import Kind
from referee.rules.pieces import Piece
from web.games.photo_evidence import PhotoEvidence
from web.games.pieces_on_board import words_of
from web.games.remembering import Remembered
from web.games.store import Revision
from web.games.table import Table, position_at
from web.games.table_memory import remember_at

LIKELY = 0.5  # search other moments only if the best explanation is less probable than this
ALIKE = 0.9
MOST_LOOKED_AT = 40
MOST_WEIGHED = 4
MOST_DIFFERING = 2  # hexes on which the photo clearly differs from a position


def find_other_moment(table: Table, evidence: PhotoEvidence, remembered: Remembered) -> Revision | None:
    """Return another revision whose position the photos show, or None if none is found.

    Revisions are compared only if no probable legal explanation leads from the current position to the photos. In score-keeper
    mode and during setup, the result is None.
    """
    best = remembered.best
    is_explained = best is not None and best.kind not in (Kind.OTHER, Kind.ILLEGAL) and best.probability >= LIKELY
    if best is None or is_explained or table.position.in_setup:
        return None
    weighed = 0
    for revision in _others(table):
        if _plainly_differing(evidence, revision) > MOST_DIFFERING:
            continue
        then = remember_at(table.back_to(revision.number), evidence).best
        if then is not None and then.kind is Kind.UNCHANGED and then.probability >= ALIKE:
            return revision
        weighed += 1
        if weighed >= MOST_WEIGHED:
            break
    return None


def _others(table: Table) -> Iterator[Revision]:
    """Yield up to MOST_LOOKED_AT revisions other than the current one, newest first, including undone ones."""
    others = sorted((number for number in table.revisions if number != table.here.number), reverse=True)
    yield from (table.revisions[number] for number in others[:MOST_LOOKED_AT])


def _plainly_differing(evidence: PhotoEvidence, revision: Revision) -> int:
    position = position_at(revision)
    doubts = frozenset(evidence.doubtful) | evidence.unseen
    paired = enumerate(zip(words_of(position), evidence.words, strict=True))
    return sum(
        known is not seen and (known is not Piece.EMPTY or seen is Piece.STONE)
        for cell, (known, seen) in paired
        if cell not in doubts
    )
