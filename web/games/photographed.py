"""What the photos of one moment show together, held against what the game knows.

A hex that no photo shows keeps what the game knows of it. Boundary stones never leave the board, so a missing one is a hex to
look at, and many missing ones are another table. Values in, values out; knows no request and no storage.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.rules.pieces import Piece
from referee.rules.position import Position, cells_of
from web.games.pieces_on_board import Words, words_of

MANY_GONE = 5
FEW_GONE = 2
GONE_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Photographed:
    """The pieces by cell, None where no photo shows the cell, and the doubtful cells, most points at stake first."""

    words: tuple[Piece | None, ...]
    doubtful: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Photos beside the position before: cells not shown that nobody has set, and stones that are gone.

    `looked_for` counts the known stones on cells that the photos show; `doubtful` are the cells nobody has looked at.
    """

    not_shown: tuple[int, ...] = ()
    must_set: bool = False
    gone: tuple[int, ...] = ()
    looked_for: int = 0
    doubtful: tuple[int, ...] = ()

    @property
    def is_other_table(self) -> bool:
        """True when so many stones are gone that the photo may show another table."""
        count = len(self.gone)
        return count >= MANY_GONE or FEW_GONE < count > GONE_SHARE * self.looked_for


def compare_photos(photographed: Photographed, before: Position, words: Words, looked_at: Iterable[int]) -> Comparison:
    """Compare photos with the position before; `words` is the picture proposed, `looked_at` what a person has seen to."""
    known, seen = words_of(before), frozenset(looked_at)
    not_shown = tuple(cell for cell, word in enumerate(photographed.words) if word is None and cell not in seen)
    in_sight = [cell for cell in cells_of(before.stones) if photographed.words[cell] is not None]
    missing = [cell for cell in in_sight if photographed.words[cell] is not Piece.STONE]
    doubts = [cell for cell in photographed.doubtful if words[cell] is photographed.words[cell] and cell not in missing]
    return Comparison(
        not_shown=not_shown,
        must_set=bool(not_shown) and all(word is Piece.EMPTY for word in known),
        gone=tuple(cell for cell in missing if not (cell in seen and words[cell] is Piece.STONE)),
        looked_for=len(in_sight),
        doubtful=tuple(cell for cell in (*missing, *doubts) if cell not in seen),
    )


def keep_known(comparison: Comparison, before: Position, words: Words, takes_stones: bool) -> Words:
    """Keep what the game knows of cells that no photo shows, and its stones unless somebody has looked and said otherwise."""
    kept, known = list(words), words_of(before)
    looked_for = [] if takes_stones else [cell for cell in comparison.gone if cell in comparison.doubtful]
    for cell in (*comparison.not_shown, *looked_for):
        kept[cell] = known[cell]
    return tuple(kept)
