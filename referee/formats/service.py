"""The use cases that the command line and the web app share: a position or a game in, an answer out.

Knows formats and rules; prints nothing and draws nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.boards.board import Board
from referee.boards.library import load_board, parse_board
from referee.files.fields import Place
from referee.files.json_input import STANDARD_INPUT, read_bytes, read_json_file, source_name
from referee.formats.games import Game, game_from_json
from referee.formats.positions import (
    GivenPosition,
    JsonObject,
    check_to_json,
    events_to_json,
    played_to_json,
    position_from_json,
    read_pieces,
    score_to_json,
    turns_to_json,
)
from referee.rules.check import Check, check_turn
from referee.rules.legal import count_turns
from referee.rules.midturn import Event
from referee.rules.play import IllegalAction, IllegalTurn, Played, play_turn
from referee.rules.position import Edition, Position, first_position
from referee.rules.scoring import End, score_position
from referee.rules.turns import Turn, parse_turn
from referee.words.problems import Refusal
from referee.words.texts import Text, text


@dataclass(frozen=True, slots=True)
class Replayed:
    """The last position of a game, with what each turn closed and, if it is over, why."""

    given: GivenPosition
    events: tuple[tuple[int, Event], ...]
    ended: End | None

    def to_json(self) -> JsonObject:
        """Write it as a position whose events name their turn."""
        events = [written for turn, event in self.events for written in events_to_json(self.given.position, [event], turn)]
        return played_to_json(self.given, events, self.ended)


def open_board(name: str) -> Board:
    """Load a board by name or path; `-` is standard input."""
    if name == STANDARD_INPUT:
        return parse_board(read_bytes(name), source_name(name))
    return load_board(name)


def begin_game(board_name: str, edition: Edition, players: int) -> GivenPosition:
    """Return the first position: an empty board and full reserves."""
    return GivenPosition(first_position(open_board(board_name), edition, players), board_name)


def open_position(path: str) -> GivenPosition:
    """Read a position file; `-` is standard input."""
    return position_from_json(read_json_file(path), source_name(path), folder_of(path))


def open_game(path: str) -> Game:
    """Read a game file; `-` is standard input."""
    return game_from_json(read_json_file(path), source_name(path), folder_of(path))


def folder_of(path: str) -> Path | None:
    """Return the folder from which a file's board is looked for."""
    return None if path == STANDARD_INPUT else Path(path).parent


def play(given: GivenPosition, turn: str) -> tuple[GivenPosition, Played]:
    """Play a turn as it is written."""
    played = play_turn(given.position, parse_turn(turn, given.position.board))
    return GivenPosition(played.position, given.board_name), played


def check_pair(
    before: object, after: object, sources: Sequence[str | Text], folders: Sequence[Path | None]
) -> tuple[Position, Check]:
    """Read two positions and return whether one legal turn leads from the first to the second."""
    first = position_from_json(before, sources[0], folders[0]).position
    return first, check_turn(first, read_pieces(after, Place(sources[1]), folders[1], first))


def replay(game: Game) -> Replayed:
    """Play all turns of a game; the first that is not legal is refused by its number."""
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


def answer_score(value: object, source: str | Text, folder: Path | None = None) -> JsonObject:
    """Score a position given as JSON and answer in JSON."""
    position = position_from_json(value, source, folder).position
    return score_to_json(position, score_position(position))


def answer_turns(value: object, source: str | Text, folder: Path | None = None) -> JsonObject:
    """Count the turns of a position given as JSON and answer in JSON."""
    position = position_from_json(value, source, folder).position
    return turns_to_json(position, count_turns(position))


def answer_check(before: object, after: object, language: str = "en") -> JsonObject:
    """Check a pair of positions given as JSON and answer in JSON."""
    sources = (text("cli.before"), text("cli.after"))
    position, check = check_pair(before, after, sources, (None, None))
    return check_to_json(position, check, language)
