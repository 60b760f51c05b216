"""A game's current state: its row, the line of revisions up to the current one, the position and the cells already paid out.

Everything is derived from what the store returns. This module does not depend on requests and changes no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from referee.boards.board import Board
from referee.boards.library import BUILT_IN, is_kept, list_saved_boards, load_kept_board
from referee.formats.positions import GivenPosition, position_from_json, position_to_json
from referee.formats.profiles import INKS
from referee.layout.papers import PrintChoice
from referee.rules.pieces import Colour
from referee.rules.position import Position, mask_of
from referee.rules.scoring import End, find_end
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.history import TurnRecord
from web.games.store import Game, Revision, Store, StoredGame

# Assumed print of a game's board until a player or a photo gives another.
USUAL_PAPER, USUAL_INK = PrintChoice().paper, INKS[0]
HEX_DIGITS = 2  # decimal places of the hex size in millimetres, as in the printed code


class Mode(StrEnum):
    """How strictly a game is refereed: by a score keeper or by a full referee."""

    KEEPER = "keeper"
    REFEREE = "referee"


class Phase(StrEnum):
    """The phase of a game: setup, playing or over."""

    SETUP = "setup"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True)
class Table:
    """A game, its line of revisions from the start to the current one, and all its revisions by number."""

    game: Game
    line: tuple[Revision, ...]
    revisions: Mapping[int, Revision]

    @property
    def stored(self) -> StoredGame:
        """The game in the form that the store returns and saves."""
        return StoredGame(self.game, self.revisions)

    @property
    def here(self) -> Revision:
        """The current revision."""
        return self.line[-1]

    @property
    def mode(self) -> Mode:
        """The mode: score keeper or full referee."""
        return Mode(self.game.settings["mode"])

    @property
    def board_name(self) -> str:
        """The name of the board that the game is played on."""
        return str(self.game.settings["board"])

    @cached_property
    def numbers(self) -> frozenset[int]:
        """The numbers of the revisions on the current line."""
        return frozenset(revision.number for revision in self.line)

    @cached_property
    def position(self) -> Position:
        """The current position."""
        return position_at(self.here)

    @cached_property
    def paid(self) -> int:
        """A mask of the cells in regions already settled on the current line of revisions."""
        return paid_cells(self.position.board, self.line)

    @cached_property
    def ended(self) -> End | None:
        """The end of the game with its reason, or None if the game goes on."""
        return find_end(self.position)

    @property
    def phase(self) -> Phase:
        """The phase: setup, playing or over."""
        if self.position.in_setup:
            return Phase.SETUP
        return Phase.OVER if self.ended else Phase.PLAYING

    @property
    def names(self) -> Mapping[Colour, str]:
        """The players' names by colour."""
        return dict(zip(self.position.players, self.game.settings["players"], strict=True))

    @property
    def redo_to(self) -> int | None:
        """The number of the newest revision made from the current one, or None if there is none.

        A correction of earlier revisions counts as made from the end of the line that the correction replaced.
        """
        here, revisions = self.here.number, self.revisions.items()
        return max(
            (number for number, revision in revisions if here in (revision.parent, revision.record.replaces)), default=None
        )

    @property
    def undo_to(self) -> int | None:
        """The number of the revision to which undo returns, or None at the start of the game.

        Undo returns to the parent or, after a correction, to the end of the line that the correction has replaced.
        """
        replaced = self.here.record.replaces
        return self.here.parent if replaced is None else replaced

    def back_to(self, revision: int) -> Table:
        """Return the table as it was at another revision, by number; raise a Problem if there is none."""
        return Table(self.game, line_to(self.revisions, revision), self.revisions)


def open_table(store: Store, game_id: str) -> Table:
    """Load a game by id and return its table."""
    return lay_table(store.read(game_id))


def lay_table(stored: StoredGame) -> Table:
    """Return the table of a loaded game at its current revision."""
    return Table(stored.game, line_to(stored.revisions, stored.game.revision), stored.revisions)


def line_to(revisions: Mapping[int, Revision], number: int) -> tuple[Revision, ...]:
    """Return the revisions from the start of the game to the one with a number, in order.

    Raise a Problem if there is no such revision.
    """
    if number not in revisions:
        raise Problem("no-such-revision", text("serve.store_no_revision", revision=number))
    line = [revisions[number]]
    while (parent := line[-1].parent) is not None:
        line.append(revisions[parent])
    return tuple(reversed(line))


def position_at(revision: Revision) -> Position:
    """Parse the stored position of a revision."""
    return position_from_json(dict(revision.position), text("serve.stored_revision", revision=revision.number)).position


def paid_cells(board: Board, line: Sequence[Revision]) -> int:
    """Return a mask of the cells of all regions settled on a line of revisions."""
    paid = 0
    for revision in line:
        paid |= paid_by(board, revision.record)
    return paid


def paid_by(board: Board, record: TurnRecord) -> int:
    """Return a mask of the cells of the regions that one revision settled."""
    return mask_of(board.number_of[label] for settled in record.settlements for label in settled.cells)


def board_named(name: str) -> Board:
    """Load a built-in or saved board by name; raise a Problem if there is none.

    Paths are not accepted, so that requests cannot reach the file system.
    """
    if not is_kept(name):
        known = [*BUILT_IN, *list_saved_boards()]
        raise Problem("no-such-board", text("serve.no_such_board", name=name, known=known))
    return load_kept_board(name)


def position_json(position: Position, board_name: str) -> dict[str, Any]:
    """Return a position as JSON, with the name of its board."""
    return dict(position_to_json(GivenPosition(position, board_name)))
