"""The JSON of terranova-game: the players and all turns of a game, starting with the setup."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from referee.files.fields import Location, take_format, take_list, take_map, take_object, take_string, take_word
from referee.files.json_input import quoted
from referee.formats.positions import (
    NO_BOARDS,
    Boards,
    GivenPosition,
    JsonObject,
    at_location,
    by_colour,
    events_to_json,
    played_to_json,
    position_to_json,
    read_board,
    read_position,
)
from referee.rules.editions import USUAL_EDITION
from referee.rules.midturn import Event
from referee.rules.pieces import Colour, seats_for
from referee.rules.play import IllegalAction, IllegalTurn, Played, play_turn
from referee.rules.position import Edition, Position, check_players, first_position
from referee.rules.scoring import End, score_position
from referee.rules.turns import Turn, parse_turn
from referee.words.problems import Problem, Refusal
from referee.words.texts import Text, text

GAME = "terranova-game/1"

_REQUIRED = ("format", "board", "players", "turns")
_OPTIONAL = ("edition", "first", "start")


@dataclass(frozen=True, slots=True)
class Game:
    """A recorded game: the players' names in seat order, the starting position, and the turns.

    `turns` are parsed from the text in `written` and need not be legal.
    """

    names: tuple[str, ...]
    start: GivenPosition
    turns: tuple[Turn, ...]
    written: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Source:
    """The sources of the boards that a game refers to: the folder of the game's file, and the boards included with the game."""

    folder: Path | None
    boards: Boards


@dataclass(frozen=True, slots=True)
class Replayed:
    """The final position of a game, the regions scored in it with the 1-based numbers of their turns, and how it ended.

    `ended` is None if the game is not over.
    """

    given: GivenPosition
    events: tuple[tuple[int, Event], ...]
    ended: End | None

    def to_json(self) -> JsonObject:
        """Return the last position as JSON, with the end of the game and with events that include the number of their turn."""
        events = [written for turn, event in self.events for written in events_to_json(self.given.position, [event], turn)]
        return played_to_json(self.given, events, self.ended)


def game_from_json(value: object, source: str | Text, folder: Path | None = None, boards: Boards = NO_BOARDS) -> Game:
    """Parse a game; raise a Problem if it is invalid.

    `boards` are the boards included with the game, by name. Any other board is loaded by name or path; a relative path is tried
    in the current directory and then in `folder`.
    """
    place = Location(source)
    take_format(take_map(value, place), place, GAME)
    fields = take_object(value, place, _REQUIRED, _OPTIONAL)
    names = _read_names(fields["players"], place.key("players"))
    start = _read_start(fields, tuple(names), place, _Source(folder, boards))
    at = place.key("turns")
    written = tuple(take_string(turn, at.item(number)) for number, turn in enumerate(take_list(fields["turns"], at)))
    turns = tuple(_read_turn(turn, number, start) for number, turn in enumerate(written, 1))
    return Game(tuple(names.values()), start, turns, written)


def game_to_json(game: Game) -> JsonObject:
    """Return a game as JSON, without `start` if the game began with an empty board, full reserves and no points."""
    start, players = game.start.position, game.start.position.players
    written: JsonObject = {
        "format": GAME,
        "board": game.start.board_name,
        "edition": str(start.edition),
        "players": {str(colour): name for colour, name in zip(players, game.names, strict=True)},
        "first": str(start.mover),
    }
    if start != replace(first_position(start.board, start.edition, len(players)), to_move=start.to_move):
        written["start"] = position_to_json(game.start)
    return {**written, "turns": list(game.written)}


def _read_names(value: object, place: Location) -> Mapping[Colour, str]:
    names = {colour: take_string(name, at) for colour, name, at in by_colour(value, place)}
    in_order = tuple(sorted(names, key=list(Colour).index))
    try:
        check_players(in_order)
    except Problem as problem:
        raise at_location(problem, place) from None
    return {colour: names[colour] for colour in seats_for(len(names))}


def _read_start(fields: Mapping[str, object], players: tuple[Colour, ...], place: Location, source: _Source) -> GivenPosition:
    """Return the position before the first turn, either the one in `start`, which must match the game, or that of a new game.

    `first` is the player who begins; the default is the player to move in `start` or, without `start`, the first seat.
    """
    name = take_string(fields["board"], place.key("board"))
    edition = take_word(fields.get("edition", USUAL_EDITION), place.key("edition"), tuple(Edition))
    first = take_word(fields["first"], place.key("first"), players) if "first" in fields else None
    if "start" in fields:
        begun = _read_begun(fields, players, place, source)
        edition = begun.position.edition if "edition" not in fields else edition
        position = replace(begun.position, edition=edition)
    else:
        position = first_position(read_board(name, place.key("board"), source.folder, source.boards), edition, len(players))
    if first is not None:
        position = replace(position, to_move=players.index(first))
    return GivenPosition(position, name)


def _read_begun(fields: Mapping[str, object], players: tuple[Colour, ...], place: Location, source: _Source) -> GivenPosition:
    at = place.key("start")
    begun = read_position(fields["start"], at, source.folder, source.boards)
    start = take_map(fields["start"], at)
    name = take_string(fields["board"], place.key("board"))
    board = read_board(name, place.key("board"), source.folder, source.boards)
    agreed = {
        "board": begun.position.board == board,
        "players": begun.position.players == players,
        "edition": "edition" not in start or "edition" not in fields or start["edition"] == fields["edition"],
    }
    for key, agrees in agreed.items():
        if not agrees:
            raise Problem("other-start", text("cli.other_start", place=at.key(key).text))
    return begun


def _read_turn(written: str, number: int, start: GivenPosition) -> Turn:
    try:
        return parse_turn(written, start.position.board)
    except Problem as problem:
        raise Problem(problem.slug, text("cli.in_turn", number=number, turn=quoted(written), message=problem.message)) from None


def replay(game: Game) -> Replayed:
    """Play all turns of a game; raise a Refusal that gives the number of the first illegal turn."""
    position, ended = game.start.position, None
    events: list[tuple[int, Event]] = []
    for number, turn in enumerate(game.turns, 1):
        played = _play_numbered(position, turn, number, game.written[number - 1])
        position, ended = played.position, played.ended
        events += [(number, event) for event in played.events]
    if not game.turns:
        ended = score_position(position).ended
    return Replayed(GivenPosition(position, game.start.board_name), tuple(events), ended)


def _play_numbered(position: Position, turn: Turn, number: int, written: str) -> Played:
    try:
        return play_turn(position, turn)
    except IllegalAction as problem:
        raise Refusal(problem.slug, text("cli.action_in_turn", number=number, message=problem.message)) from None
    except IllegalTurn as problem:
        raise Refusal(problem.slug, text("cli.in_turn", number=number, turn=written, message=problem.message)) from None
