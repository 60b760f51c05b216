"""Frozen request values for the use cases of a game, with hexes by printed label and players by colour.

`web.site` builds these values from HTTP bodies. The functions of this module convert labels and colours to the cells and
seats of a position.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from referee.files.fields import Location, take_word
from referee.rules.pieces import Colour, Piece
from referee.rules.position import Edition, Position, number_of_label
from referee.rules.turns import parse_turn
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.clock import Switch
from web.games.confirm import Proposal
from web.games.pieces_on_board import Words
from web.games.table import Mode

Labels = tuple[str, ...]
REQUEST = Location(text("serve.request"))


@dataclass(frozen=True, slots=True)
class NewGame:
    """The choices for a new game.

    `players` are the players' names in seat order. `first` is the colour of the first player, or None for the player to move in
    the start position. `start` is the JSON of a position, or None to start on an empty board.
    """

    players: tuple[str, ...]
    edition: Edition
    board: str
    save_id: str | None
    title: str
    mode: Mode
    paper: str
    hex_mm: float | None
    ink: str
    first: Colour | None
    start: object
    has_clock: bool = False
    practice: str | None = None  # topic of a practice game


@dataclass(frozen=True, slots=True)
class Changes:
    """Changes to a game: its title, the players' names, settings by name, and the clock.

    Title, names and clock are left unchanged if they are None.
    """

    title: str | None
    players: tuple[str, ...] | None
    settings: Mapping[str, str | float | None]
    clock: Switch | None = None


@dataclass(frozen=True, slots=True)
class HandTurn:
    """A turn entered by hand, as text, and the number of the revision at which the player began it.

    `corrects` is the number of an earlier revision that the turn replaces, or None. `keep_fitting` is true if the players
    accept the loss of later revisions that do not fit the correction.
    """

    started_from: int
    save_id: str
    turn: str
    corrects: int | None = None
    keep_fitting: bool = False


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The pieces on the table to preview or confirm, with the players' answers.

    `earlier_photos` show other parts of the table at the same moment. `seen` are the hexes that a person has reviewed. `mends`
    is the number of the revision to correct, or None. `held` maps a region's first hex to the players who held the region.
    `right_table` confirms that the photos show this game's table and that the missing stones are really gone.
    """

    started_from: int
    save_id: str | None
    pioneers: Mapping[str, Labels]
    stones: Labels
    photo: str | None
    earlier_photos: tuple[str, ...]
    seen: Labels
    mends: int | None
    order: Labels
    held: Mapping[str, tuple[str, ...]]
    to_move: str | None
    scores: Mapping[str, int] | None
    ruling: bool
    turn: str | None
    turns: tuple[str, ...]
    finish_setup: bool
    accept_unseen: bool
    right_table: bool
    keep_fitting: bool

    @property
    def photos(self) -> tuple[str, ...]:
        """The ids of all photos of the moment, newest last."""
        return self.earlier_photos if self.photo is None else (*self.earlier_photos, self.photo)


def resolve_words(request: Confirmation, position: Position) -> Words:
    """Return the content of each cell according to a request.

    Raise a Problem if a hex has two pieces or does not exist, or if a colour is not in the game.
    """
    words = [Piece.EMPTY] * len(position.board.cells)
    named = [(Piece(_colour(colour, "pioneers", position)), labels) for colour, labels in request.pioneers.items()]
    for piece, labels in (*named, (Piece.STONE, request.stones)):
        for label in labels:
            cell = number_of_label(position.board, label)
            if words[cell] is not Piece.EMPTY:
                raise Problem("two-pieces", text("rules.two_pieces", cell=label))
            words[cell] = piece
    return tuple(words)


def resolve_proposal(request: Confirmation, position: Position) -> Proposal:
    """Convert a confirmation to a proposal, with labels and colours resolved to the cells and seats of `position`.

    Raise a Problem if a label, a colour or a turn is invalid, or if a hex has two pieces.
    """
    board = position.board
    _cells(request.seen, position)
    return Proposal(
        words=resolve_words(request, position),
        held={
            number_of_label(board, label): [_seat(colour, f"held.{label}", position) for colour in colours]
            for label, colours in request.held.items()
        },
        order=_cells(request.order, position),
        to_move=None if request.to_move is None else _seat(request.to_move, "to_move", position),
        scores=_scores(request, position),
        ruling=request.ruling,
        finish_setup=request.finish_setup,
        turn=None if request.turn is None else parse_turn(request.turn, board),
        turns=tuple(parse_turn(turn, board) for turn in request.turns),
    )


def _cells(labels: Iterable[str], position: Position) -> tuple[int, ...]:
    return tuple(number_of_label(position.board, label) for label in labels)


def _colour(word: str, field: str, position: Position) -> Colour:
    try:
        return take_word(word, REQUEST.key(field), position.players)
    except Problem as problem:  # a colour, but of nobody in this game
        raise Problem("wrong-colour", problem.message) from None


def _seat(word: str, field: str, position: Position) -> int:
    return position.players.index(_colour(word, field, position))


def _scores(request: Confirmation, position: Position) -> tuple[int, ...] | None:
    if request.scores is None:
        return None
    known = {_colour(colour, "scores", position): points for colour, points in request.scores.items()}
    return tuple(known.get(colour, old) for colour, old in zip(position.players, position.scores, strict=True))
