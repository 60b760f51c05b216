"""The JSON of terranova-position, -board, -score, -turns, -check and -problem.

Parsing returns validated values or raises a Problem that gives the file and field. Serializing returns plain dictionaries in
the documented order. Boards are parsed in `referee.boards`; games, layouts and readings have modules of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from referee.boards.board import Board, Terrain
from referee.boards.board_json import BOARD_FORMAT
from referee.boards.landscape_names import board_title
from referee.boards.library import load_board, terrain_label
from referee.files.fields import Location, take_format, take_list, take_map, take_object, take_string, take_whole, take_word
from referee.files.json_input import quoted
from referee.rules.editions import USUAL_EDITION
from referee.rules.pieces import PIONEERS_EACH, SEATS, Colour
from referee.rules.position import Edition, Position, build_position, labels_of
from referee.rules.turns import format_action, format_turn
from referee.words.problems import Problem
from referee.words.safe_text import one_safe_line
from referee.words.texts import Text, say, text

if TYPE_CHECKING:  # importing these takes as long as parsing a position
    from referee.rules.check import Check
    from referee.rules.midturn import Event
    from referee.rules.scoring import End, Score, ScoredRegion

BOARD = BOARD_FORMAT
POSITION = "terranova-position/1"
SCORE = "terranova-score/1"
TURNS = "terranova-turns/1"
CHECK = "terranova-check/1"
PROBLEM = "terranova-problem/1"

JsonObject = dict[str, object]
Boards = Mapping[str, Board]
NO_BOARDS: Boards = MappingProxyType({})

_MOST_PIONEERS = max(PIONEERS_EACH.values())

_POSITION_REQUIRED = ("format", "board", "players", "pioneers")
_POSITION_OPTIONAL = ("edition", "to_move", "stones", "scores", "reserve", "events", "ended")


@dataclass(frozen=True, slots=True)
class GivenPosition:
    """A position, and the name or path of its board as given by the user, for use in output."""

    position: Position
    board_name: str


def position_from_json(
    value: object, source: str | Text, folder: Path | None = None, boards: Boards = NO_BOARDS
) -> GivenPosition:
    """Parse a position; raise a Problem if it is invalid.

    `boards` are the boards included with the position, by name. Any other board is loaded by name or path; a relative path is
    tried in the current directory and then in `folder`.
    """
    return read_position(value, Location(source), folder, boards)


def read_position(value: object, place: Location, folder: Path | None, boards: Boards = NO_BOARDS) -> GivenPosition:
    """Parse a position at a location in a file; raise a Problem if it is invalid.

    The keys `events` and `ended` are accepted but ignored.
    """
    take_format(take_map(value, place), place, POSITION)
    fields = take_object(value, place, _POSITION_REQUIRED, _POSITION_OPTIONAL)
    name = take_string(fields["board"], place.key("board"))
    board = read_board(name, place.key("board"), folder, boards)
    players = read_colours(fields["players"], place.key("players"))
    given = {"edition": USUAL_EDITION, "stones": [], "scores": {}, "reserve": {}, **fields}
    edition = take_word(given["edition"], place.key("edition"), tuple(Edition))
    to_move = take_word(given["to_move"], place.key("to_move"), players) if "to_move" in given else None
    pioneers = {
        colour: _read_cells(cells, at, board) for colour, cells, at in by_colour(given["pioneers"], place.key("pioneers"))
    }
    stones = _read_cells(given["stones"], place.key("stones"), board)
    scores = {colour: take_whole(points, at) for colour, points, at in by_colour(given["scores"], place.key("scores"))}
    reserve = {
        colour: take_whole(waiting, at, high=_MOST_PIONEERS)
        for colour, waiting, at in by_colour(given["reserve"], place.key("reserve"))
    }
    try:
        position = build_position(board, edition, players, to_move, pioneers, stones, scores, reserve)
    except Problem as problem:
        raise at_location(problem, place) from None
    return GivenPosition(position, name)


def read_pieces(value: object, place: Location, folder: Path | None, before: Position) -> Position:
    """Parse only the board, players, pioneers and stones of a position; raise a Problem if they are invalid.

    The board and players must be those of `before`.
    """
    take_format(take_map(value, place), place, POSITION)
    fields = take_object(value, place, _POSITION_REQUIRED, _POSITION_OPTIONAL)
    pieces = {key: fields[key] for key in (*_POSITION_REQUIRED, "stones") if key in fields}
    after = read_position(pieces, place, folder).position
    if after.board.cells != before.board.cells or after.board.terrains != before.board.terrains:
        raise Problem("other-board", text("cli.other_board", place=place.key("board").text, board=before.board.name))
    if after.players != before.players:
        raise Problem("other-players", text("cli.other_players", place=place.key("players").text, players=before.players))
    return after


def read_board(name: str, place: Location, folder: Path | None, boards: Boards = NO_BOARDS) -> Board:
    """Return the board that a file refers to, from `boards` or loaded by name or path; raise a Problem if that fails."""
    try:
        return boards[name] if name in boards else load_board(name, folder)
    except Problem as problem:
        raise at_location(problem, place) from None


def read_colours(value: object, place: Location) -> tuple[Colour, ...]:
    """Parse a list of player colours; raise a Problem if it is invalid."""
    return tuple(take_word(word, place.item(number), SEATS) for number, word in enumerate(take_list(value, place)))


def by_colour(value: object, place: Location) -> list[tuple[Colour, object, Location]]:
    found = take_map(value, place)
    return [(take_word(key, place, SEATS), item, place.key(key)) for key, item in found.items()]


def _read_cells(value: object, place: Location, board: Board) -> list[str]:
    labels = [take_string(label, place.item(number)) for number, label in enumerate(take_list(value, place))]
    for number, label in enumerate(labels):
        if label not in board.number_of:
            at = place.item(number).text
            raise Problem("unknown-cell", text("cli.unknown_cell", place=at, cell=quoted(label), board=board.name))
    return labels


def at_location(problem: Problem, place: Location) -> Problem:
    """Return the problem with a location in the file added to the message."""
    return Problem(problem.slug, text("cli.at_place", place=place.text, message=problem.message))


def _terrain_to_json(terrain: Terrain, language: str) -> JsonObject:
    named: JsonObject = {"id": terrain.id, "label": terrain_label(terrain, language)}
    return named if terrain.looks_like is None else {**named, "looks-like": terrain.looks_like}


def board_to_json(board: Board, language: str, titled: bool = True) -> JsonObject:
    """Return a board as JSON with the names of its landscapes in a language, and its title if it has one and `titled` is true."""
    return {
        "format": BOARD,
        "name": board.name,
        **({"label": board_title(board, language)} if titled and board.label is not None else {}),
        "terrains": [_terrain_to_json(terrain, language) for terrain in board.terrains],
        "cells": [
            {
                "id": cell.id,
                "q": cell.q,
                "r": cell.r,
                "terrain": board.terrains[cell.terrain].id,
                "neighbours": [board.cells[neighbour].id for neighbour in board.neighbours[number]],
            }
            for number, cell in enumerate(board.cells)
        ],
    }


def position_to_json(given: GivenPosition) -> JsonObject:
    """Return a position as JSON, with edition, player to move, stones and scores; `reserve` is included only during setup."""
    position, players = given.position, given.position.players
    written: JsonObject = {
        "format": POSITION,
        "board": given.board_name,
        "edition": str(position.edition),
        "players": [str(colour) for colour in players],
        "to_move": str(position.mover),
        "pioneers": {
            str(colour): list(labels_of(position.board, mask)) for colour, mask in zip(players, position.pioneers, strict=True)
        },
        "stones": list(labels_of(position.board, position.stones)),
        "scores": _named(players, position.scores),
    }
    if position.in_setup:
        written["reserve"] = _named(players, position.reserve)
    return written


def score_to_json(position: Position, score: Score) -> JsonObject:
    """Return the regions of a position as JSON, with the points awarded, the resulting scores and the end of the game."""
    return {
        "format": SCORE,
        "regions": [_region_to_json(position, region) for region in score.regions],
        "awards": _named(position.players, score.awards),
        "totals": _named(position.players, score.totals),
        "ended": end_to_json(score.ended),
    }


def _region_to_json(position: Position, region: ScoredRegion) -> JsonObject:
    board = position.board
    return {
        "cells": list(labels_of(board, region.cells)),
        "terrains": [board.terrains[number].id for number in region.terrains],
        "closed": region.closed,
        "settled": region.settled,
        "value": region.value,
        "pioneers": _named_above_0(position.players, region.pioneers),
        "awards": _named_above_0(position.players, region.awards) if region.closed else {},
    }


def end_to_json(ended: End | None) -> JsonObject | None:
    """Return the end of a game as JSON, or None if the game is not over."""
    if ended is None:
        return None
    return {"reason": str(ended.reason), "winners": [str(colour) for colour in ended.winners]}


def events_to_json(position: Position, events: Sequence[Event], turn: int | None = None) -> list[JsonObject]:
    """Return the regions scored in a turn as JSON, including the number of the turn in its game unless `turn` is None."""
    board = position.board
    numbered: JsonObject = {} if turn is None else {"turn": turn}
    return [
        {
            "type": "territory",
            **numbered,
            "after": None if event.after is None else format_action(event.after, board),
            "cells": list(labels_of(board, event.cells)),
            "value": event.value,
            "awards": _named_above_0(position.players, event.awards),
        }
        for event in events
    ]


def played_to_json(given: GivenPosition, events: list[JsonObject], ended: End | None) -> JsonObject:
    """Return the position after one or more turns as JSON, with the regions scored in them and the end of the game."""
    return {**position_to_json(given), "events": events, "ended": end_to_json(ended)}


def turns_to_json(position: Position, count: int) -> JsonObject:
    """Return the number of legal turns of the player to move as JSON."""
    return {"format": TURNS, "player": str(position.mover), "count": count}


def check_to_json(before: Position, check: Check, language: str) -> JsonObject:
    """Return the result of `check_turn` as JSON, with the reason in the given language."""
    return {
        "format": CHECK,
        "legal": check.legal,
        "turn": None if check.turn is None else format_turn(check.turn, before.board),
        "ways": check.ways,
        "events": events_to_json(before, check.events),
        "reason": None if check.reason is None else one_safe_line(say(check.reason, language)),
    }


def problem_to_json(problem: Problem, language: str) -> JsonObject:
    """Return a problem as JSON, with its message in the given language."""
    return {"format": PROBLEM, "problem": problem.slug, "message": one_safe_line(say(problem.message, language))}


def _named(players: Sequence[Colour], numbers: Iterable[int]) -> JsonObject:
    return {str(colour): number for colour, number in zip(players, numbers, strict=True)}


def _named_above_0(players: Sequence[Colour], numbers: Iterable[int]) -> JsonObject:
    return {colour: number for colour, number in _named(players, numbers).items() if number}
