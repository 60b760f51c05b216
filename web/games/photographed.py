"""Compare what the photos of one moment show with what the game knows.

Hexes that no photo shows keep their known content. Stones never leave the board, so a hex with a missing stone is reviewed, and
many missing stones suggest another table. All functions are pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.rules.pieces import Piece
from referee.rules.position import Position, cells_of
from web.games.pieces_on_board import Words, words_of

MANY_MISSING = 5
FEW_MISSING = 2
MISSING_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Photographed:
    """What photos show: the content of each cell, or None for cells that keep their known content, and the doubtful cells.

    `doubtful` is sorted by the points at stake, most first.
    """

    words: tuple[Piece | None, ...]
    doubtful: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Differences between photos and the position before.

    `not_shown` are cells that no photo shows and nobody has reviewed; `must_set` is true if these cells must be set by hand,
    because the board was empty before. `missing_stones` are cells in view whose known stone the photos lack and no person has
    confirmed, and `stones_in_view` counts the known stones on cells that the photos show. `doubtful` are the cells that still
    need a review.
    """

    not_shown: tuple[int, ...] = ()
    must_set: bool = False
    missing_stones: tuple[int, ...] = ()
    stones_in_view: int = 0
    doubtful: tuple[int, ...] = ()

    @property
    def is_other_table(self) -> bool:
        """Whether so many stones are missing that the photos could show another table."""
        count = len(self.missing_stones)
        return count >= MANY_MISSING or FEW_MISSING < count > MISSING_SHARE * self.stones_in_view


def compare_photos(photographed: Photographed, before: Position, words: Words, reviewed: Iterable[int]) -> Comparison:
    """Compare photos with the position before.

    `words` is the proposed content of each cell; `reviewed` are the cells that a person has reviewed.
    """
    known, seen = words_of(before), frozenset(reviewed)
    not_shown = tuple(cell for cell, word in enumerate(photographed.words) if word is None and cell not in seen)
    in_sight = [cell for cell in cells_of(before.stones) if photographed.words[cell] is not None]
    missing = [cell for cell in in_sight if photographed.words[cell] is not Piece.STONE]
    doubts = [cell for cell in photographed.doubtful if words[cell] is photographed.words[cell] and cell not in missing]
    return Comparison(
        not_shown=not_shown,
        must_set=bool(not_shown) and all(word is Piece.EMPTY for word in known),
        missing_stones=tuple(cell for cell in missing if not (cell in seen and words[cell] is Piece.STONE)),
        stones_in_view=len(in_sight),
        doubtful=tuple(cell for cell in (*missing, *doubts) if cell not in seen),
    )


def keep_known(comparison: Comparison, before: Position, words: Words, takes_stones: bool) -> Words:
    """Return the proposed content of each cell, with the known content for cells that no photo shows and nobody reviewed.

    Known stones that are missing and not reviewed are restored as well, unless `takes_stones` is true.
    """
    kept, known = list(words), words_of(before)
    missing = [] if takes_stones else [cell for cell in comparison.missing_stones if cell in comparison.doubtful]
    for cell in (*comparison.not_shown, *missing):
        kept[cell] = known[cell]
    return tuple(kept)
