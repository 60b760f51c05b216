"""A game as plain text, for a chat or a notebook: a title, a few `Key: value` lines and the numbered turns.

The keys are English in every language, so that the text does not depend on the language. `format_game_text` converts the JSON
of terranova-game to this text, and `parse_game_text` converts the text back.
"""

from __future__ import annotations

import json
import re

from referee.files.json_input import parse_json, quoted
from referee.formats.games import GAME
from referee.formats.positions import JsonObject
from referee.rules.pieces import Colour
from referee.words.problems import Problem
from referee.words.texts import Text, text

TITLE = "Terra Nova"
MOST_LINES = 20_000
_COLOURS = {colour.value.capitalize(): colour.value for colour in Colour}
_KEYS = ("Board", "Rules", "First", *_COLOURS, "Start", "Drawn")
_LINE = re.compile(r"([A-Z][a-z]+): ?(.*)")
_TURN = re.compile(r"(\d+)\. (.+)")


def format_game_text(game: JsonObject, board: JsonObject | None = None) -> str:
    """Format the JSON of a game as text, with the JSON of its board if one is given."""
    players = game["players"]
    assert isinstance(players, dict)
    lines = [
        TITLE,
        f"Board: {game['board']}",
        f"Rules: {game['edition']}",
        *(f"{colour.capitalize()}: {name}" for colour, name in players.items()),
        f"First: {str(game['first']).capitalize()}",
    ]
    if "start" in game:
        lines.append(f"Start: {_dump(game['start'])}")
    if board is not None:
        lines.append(f"Drawn: {_dump(board)}")
    turns = game["turns"]
    assert isinstance(turns, list)
    return "\n".join([*lines, "", *(f"{number}. {turn}" for number, turn in enumerate(turns, 1))]) + "\n"


def is_game_text(words: str) -> bool:
    """Return whether a text begins like the output of `format_game_text`."""
    return words.lstrip().startswith(f"{TITLE}\n")


def parse_game_text(words: str, source: str | Text) -> tuple[JsonObject, object | None]:
    """Return the JSON of the game in a text, and that of the included board or None if there is none; neither is validated.

    Raise a Problem if a line or the JSON in it is malformed, or if there are too many lines.
    """
    lines = [line.strip() for line in words.strip().splitlines()[1:]]
    if len(lines) > MOST_LINES:
        raise Problem("too-large", text("take.too_long", place=source, most=MOST_LINES))
    fields: dict[str, str] = {}
    turns: list[str] = []
    for number, line in enumerate(lines, 2):
        if line and not _take_line(line, fields, turns):
            raise Problem("not-a-game", text("take.bad_text_line", line=number, given=quoted(line)))
    return _game_of(fields, turns, source), parse_json(fields["Drawn"].encode(), source) if "Drawn" in fields else None


def _take_line(line: str, fields: dict[str, str], turns: list[str]) -> bool:
    if turn := _TURN.fullmatch(line):
        turns.append(turn[2])
        return int(turn[1][:9]) == len(turns)
    named = _LINE.fullmatch(line)
    if named is None or named[1] not in _KEYS or named[1] in fields or turns:
        return False
    fields[named[1]] = named[2]
    return True


def _game_of(fields: dict[str, str], turns: list[str], source: str | Text) -> JsonObject:
    game: JsonObject = {
        "format": GAME,
        "board": fields.get("Board", ""),
        "players": {colour: fields[word] for word, colour in _COLOURS.items() if word in fields},
        "turns": list(turns),
    }
    if "Rules" in fields:
        game["edition"] = fields["Rules"]
    if "First" in fields:
        game["first"] = fields["First"].lower()
    if "Start" in fields:
        game["start"] = parse_json(fields["Start"].encode(), source)
    return game


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
