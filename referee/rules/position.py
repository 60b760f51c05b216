"""A position: board, edition, players, pioneers, boundary stones, scores and reserves.

This module does not apply the rules of play, but rejects impossible positions. Sets of cells are bit masks over the board's cell
numbers; labels such as C7 are used only for input and output.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.boards.board import Board
from referee.boards.hexes import cells_of as cells_of
from referee.boards.hexes import mask_of as mask_of
from referee.rules.pieces import PIONEERS_EACH, SEATS, Colour, seats_for
from referee.words.problems import Problem
from referee.words.texts import Text, text


class Edition(StrEnum):
    """One of the five rulebooks, identified by its language."""

    DE = "de"
    FR = "fr"
    FI = "fi"
    IT = "it"
    HU = "hu"


# The number of characters of user input quoted in a sentence; a valid action has at most nine.
_LONGEST_GIVEN = 24

_COLOUR_WORDS: dict[Colour, Text] = {
    Colour.RED: text("rules.colour_red"),
    Colour.YELLOW: text("rules.colour_yellow"),
    Colour.BLUE: text("rules.colour_blue"),
    Colour.GREEN: text("rules.colour_green"),
}


_OWNER_WORDS: dict[Colour, Text] = {
    Colour.RED: text("rules.of_red"),
    Colour.YELLOW: text("rules.of_yellow"),
    Colour.BLUE: text("rules.of_blue"),
    Colour.GREEN: text("rules.of_green"),
}


def colour_word(colour: Colour) -> Text:
    """Return the translatable name of a colour."""
    return _COLOUR_WORDS[colour]


def owner_word(colour: Colour) -> Text:
    """Return the translatable possessive of a colour: red's, von Rot, punaisen."""
    return _OWNER_WORDS[colour]


def colour_words(colours: Iterable[Colour]) -> list[Text]:
    """Return the translatable names of several colours."""
    return [colour_word(colour) for colour in colours]


@dataclass(frozen=True, slots=True)
class Position:
    """The state of the game. All tuples are in seat order, `to_move` is a 0-based seat, and sets of cells are bit masks."""

    board: Board
    edition: Edition
    players: tuple[Colour, ...]
    to_move: int
    pioneers: tuple[int, ...]
    stones: int
    scores: tuple[int, ...]
    reserve: tuple[int, ...]

    @property
    def mover(self) -> Colour:
        """The colour of the player to move."""
        return self.players[self.to_move]

    @property
    def own(self) -> int:
        """The mask of cells with a pioneer of the player to move."""
        return self.pioneers[self.to_move]

    @property
    def all_pioneers(self) -> int:
        """The mask of cells with a pioneer of any colour."""
        together = 0
        for mask in self.pioneers:
            together |= mask
        return together

    @property
    def occupied(self) -> int:
        """The mask of cells with a pioneer or a stone."""
        return self.stones | self.all_pioneers

    @property
    def in_setup(self) -> bool:
        """Whether any player still has pioneers in reserve."""
        return any(self.reserve)

    @property
    def next_seat(self) -> int:
        """The seat that moves after the current one."""
        return (self.to_move + 1) % len(self.players)

    def with_stone(self, cell: int) -> Position:
        """Return the position with one more stone, without scoring."""
        return replace(self, stones=self.stones | 1 << cell)

    def with_pioneers(self, seat: int, cells: int) -> Position:
        """Return the position with the pioneers of one seat replaced by pioneers on these cells."""
        return replace(self, pioneers=(*self.pioneers[:seat], cells, *self.pioneers[seat + 1 :]))

    def without_pioneers_on(self, cells: int) -> Position:
        """Return the position without any pioneers on these cells."""
        return replace(self, pioneers=tuple(mask & ~cells for mask in self.pioneers))


def labels_of(board: Board, mask: int) -> tuple[str, ...]:
    """Return the printed labels of the cells in a bit mask, in board order."""
    return tuple(board.cells[cell].id for cell in cells_of(mask))


def first_position(board: Board, edition: Edition, players: int) -> Position:
    """Return the starting position: an empty board, full reserves and the first seat to move.

    Raise a Problem if the game cannot be played with this number of players or on this board.
    """
    if players not in PIONEERS_EACH:
        raise Problem("wrong-players", text("rules.wrong_number_of_players", players=players))
    position = Position(
        board=board,
        edition=edition,
        players=seats_for(players),
        to_move=0,
        pioneers=(0,) * players,
        stones=0,
        scores=(0,) * players,
        reserve=(PIONEERS_EACH[players],) * players,
    )
    check_position(position)
    return position


def build_position(
    board: Board,
    edition: Edition = Edition.DE,
    players: tuple[Colour, ...] = SEATS[:2],
    to_move: Colour | None = None,
    pioneers: Mapping[Colour, Iterable[str]] | None = None,
    stones: Iterable[str] = (),
    scores: Mapping[Colour, int] | None = None,
    reserve: Mapping[Colour, int] | None = None,
) -> Position:
    """Build a position from printed labels, such as those in a file; raise a Problem if the position is impossible.

    By default, two players use the German edition, red is to move, there are no pieces, and scores and reserves are 0.
    """
    check_players(players)
    for colours in (pioneers, scores, reserve, [to_move] if to_move else []):
        _check_colours_play(colours or (), players)
    position = Position(
        board=board,
        edition=edition,
        players=players,
        to_move=players.index(to_move) if to_move else 0,
        pioneers=tuple(_mask_of_labels(board, (pioneers or {}).get(colour, ())) for colour in players),
        stones=_mask_of_labels(board, stones),
        scores=tuple((scores or {}).get(colour, 0) for colour in players),
        reserve=tuple((reserve or {}).get(colour, 0) for colour in players),
    )
    check_position(position)
    return position


def shorten_input(given: str) -> str:
    """Return user input for quoting in a sentence, truncated to 24 characters if longer."""
    return given if len(given) <= _LONGEST_GIVEN else given[: _LONGEST_GIVEN - 3] + "..."


def check_players(players: tuple[Colour, ...]) -> None:
    """Raise a Problem unless there are two to four players, with the right colours in seat order.

    Two players are red and yellow; the third is blue and the fourth green.
    """
    if len(players) not in PIONEERS_EACH:
        raise Problem("wrong-players", text("rules.wrong_number_of_players", players=len(players)))
    if players != seats_for(len(players)):
        expected = colour_words(seats_for(len(players)))
        raise Problem("wrong-players", text("rules.wrong_colours", given=colour_words(players), expected=expected))


def check_position(position: Position) -> None:
    """Raise a Problem for an impossible position, such as two pieces on one hex, too many pioneers, or stones during setup."""
    check_players(position.players)
    _check_one_piece_a_hex(position)
    _check_numbers(position)
    if position.in_setup:
        _check_setup(position)


def number_of_label(board: Board, label: str) -> int:
    """Return the number of the cell with this printed label; raise a Problem if there is none."""
    try:
        return board.number_of[label]
    except KeyError:
        raise Problem("unknown-cell", text("rules.unknown_cell", cell=shorten_input(label), board=board.name)) from None


def _mask_of_labels(board: Board, labels: Iterable[str]) -> int:
    mask = 0
    for label in labels:
        bit = 1 << number_of_label(board, label)
        if mask & bit:
            raise Problem("two-pieces", text("rules.two_pieces", cell=label))
        mask |= bit
    return mask


def _check_colours_play(colours: Iterable[Colour], players: tuple[Colour, ...]) -> None:
    for colour in colours:
        if colour not in players:
            raise Problem("wrong-colour", text("rules.wrong_colour", colour=colour_word(colour), players=colour_words(players)))


def _check_one_piece_a_hex(position: Position) -> None:
    seen = 0
    for mask in (*position.pioneers, position.stones):
        if twice := seen & mask:
            raise Problem("two-pieces", text("rules.two_pieces", cell=labels_of(position.board, twice)[0]))
        seen |= mask


def _check_numbers(position: Position) -> None:
    most = PIONEERS_EACH[len(position.players)]
    for colour, mask, waiting, score in zip(position.players, position.pioneers, position.reserve, position.scores, strict=True):
        if waiting < 0:
            raise Problem("bad-number", text("rules.negative_reserve", colour=owner_word(colour), number=waiting))
        if score < 0:
            raise Problem("bad-number", text("rules.negative_score", colour=owner_word(colour), number=score))
        if (number := mask.bit_count() + waiting) > most:
            raise Problem(
                "too-many-pioneers",
                text(
                    "rules.too_many_pioneers",
                    colour=owner_word(colour),
                    number=number,
                    most=most,
                    players=len(position.players),
                ),
            )


def _check_setup(position: Position) -> None:
    if position.stones:
        cell = labels_of(position.board, position.stones)[0]
        raise Problem("stones-in-setup", text("rules.stones_in_setup", cell=cell))
    pieces = position.all_pioneers.bit_count() + sum(position.reserve)
    if pieces > len(position.board.cells):
        raise Problem("too-many-pieces", text("rules.too_many_pieces", pieces=pieces, cells=len(position.board.cells)))
