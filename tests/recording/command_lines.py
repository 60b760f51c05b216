"""Three hundred command lines and their output: every command, every edition, several languages, and mistakes."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from referee.boards.library import load_board
from referee.formats.positions import GivenPosition, position_to_json
from referee.rules.position import Edition
from tests.cli.runs import run
from tests.recording.masks import mask, shorten
from tests.rules.games import play_game

COMMANDS = (
    "board",
    "calibrate",
    "check",
    "demo",
    "doctor",
    "layout",
    "new",
    "play",
    "print",
    "read",
    "replay",
    "score",
    "serve",
    "turns",
)
EXAMPLES = Path(__file__).parents[2] / "referee" / "examples"
LATE_TURNS = {"islet": 34, "wheel": 50}


def record_command_lines() -> Iterator[str]:
    """Yield one entry for each command line: what was typed, the exit code and both streams."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            _write_inputs(Path(folder))
            for number, line in enumerate(_lines(), 1):
                ran = run(*line, environment={"TERRANOVA_DATA": folder})
                out, err = (shorten(mask(words, folder, str(EXAMPLES))) for words in (ran.out, ran.err))
                typed = mask(" ".join(json.dumps(word) if " " in word else word for word in line), folder, str(EXAMPLES))
                yield f"### {number}\n$ terranova {typed}\nexit {ran.code}\n--- out\n{out}\n--- err\n{err}\n"
        finally:
            os.chdir(before)


def _lines() -> Iterator[tuple[str, ...]]:
    for command, language in product(COMMANDS, ("en", "de", "hu")):
        yield (command, "--help", "--lang", language)
    for language in ("en", "de", "fr", "fi", "it", "hu"):
        yield ("--help", "--lang", language)
        yield ("score", "late.json", "--lang", language)
        yield ("layout", "terranova", "--lang", language)
        yield ("board", "wheel", "--lang", language)
        yield ("score", "nowhere.json", "--lang", language)
        yield ("play", "islet-de-2.json", "A1-A1", "--lang", language)
    yield from _board_lines()
    yield from _game_lines()
    yield from _mistakes()


def _board_lines() -> Iterator[tuple[str, ...]]:
    for board in ("terranova", "islet", "wheel"):
        yield ("board", board, "--json")
        for options in (
            (),
            ("--paper", "Letter"),
            ("--paper", "A3"),
            ("--hex", "25"),
            ("--margin", "10"),
            ("--orientation", "landscape"),
            ("--sheets", "4"),
            ("--measured", "97.5x98"),
        ):
            yield ("layout", board, *options, "--json")
    for board, players, edition in product(("islet", "terranova"), ("2", "3", "4"), ("de", "it")):
        yield ("new", "--board", board, "--players", players, "--edition", edition, "--json")


def _game_lines() -> Iterator[tuple[str, ...]]:
    for edition, players in product(Edition, (2, 3, 4)):
        name = f"islet-{edition.value}-{players}"
        for command in ("score", "turns"):
            yield (command, f"{name}.json", "--json")
        yield ("play", f"{name}.json", f" {_turn_of(name)}", "--json")
        yield ("play", f"{name}.json", f" {_turn_of(name)}")
        yield ("check", f"{name}.json", f"{name}-after.json", "--json")
        yield ("check", f"{name}-after.json", f"{name}.json", "--json")
        yield ("replay", f"{name}-game.json", "--json")
        yield ("replay", f"{name}-game.json", "--lang", "fr")
        yield ("score", f"{name}.json")
    for name in ("late.json", "islet-de-2.json"):
        yield ("turns", name)
        yield ("check", name, name)
    yield ("replay", str(EXAMPLES / "game.json"))
    yield ("turns", "islet-de-4.json", "--list")
    yield ("score", "late.json", "islet-de-2.json", "nowhere.json", "--json")
    yield ("demo", "-o", "photo.jpg")
    yield ("read", "photo.jpg")


def _mistakes() -> Iterator[tuple[str, ...]]:
    for line in (
        (),
        ("scoore",),
        ("score",),
        ("score", "--nonsense"),
        ("score", "broken.json"),
        ("score", "twice.json"),
        ("score", "unknown.json"),
        ("score", "late.json", "--lang", "xx"),
        ("play", "late.json"),
        ("play", "late.json", "Z9-Z8"),
        ("play", "late.json", "nonsense"),
        ("check", "late.json", "islet-de-2.json"),
        ("new", "--players", "5"),
        ("new", "--board", "atlantis"),
        ("board", "atlantis"),
        ("layout", "terranova", "--hex", "500"),
        ("layout", "terranova", "--paper", "A9"),
        ("layout", "terranova", "--measured", "20"),
        ("print", "castle"),
        ("print", "board", "--hex", "80"),
        ("read", "nowhere.jpg"),
        ("read", "late.json"),
        ("replay", "late.json"),
        ("serve", "--port", "99999"),
        ("turns", "."),
    ):
        yield line
        yield (*line, "--json")


def _turn_of(name: str) -> str:
    return Path(f"{name}.turn").read_text(encoding="utf-8")


def _write_inputs(folder: Path) -> None:
    (folder / "late.json").write_bytes((EXAMPLES / "late.json").read_bytes())
    board = load_board("islet")
    for edition, players in product(Edition, (2, 3, 4)):
        played = list(play_game(board, edition, players, seed=players, most_turns=LATE_TURNS["islet"] + 6 * players))
        last = played[-1]
        name = f"islet-{edition.value}-{players}"
        _write(folder / f"{name}.json", position_to_json(GivenPosition(last.before, "islet")))
        _write(folder / f"{name}-after.json", position_to_json(GivenPosition(last.played.position, "islet")))
        turns = [_written(step.turn, board) for step in played]
        (folder / f"{name}.turn").write_text(turns[-1], encoding="utf-8")
        names = {colour.value: colour.value.title() for colour in last.before.players}
        game: dict[str, Any] = {"format": "terranova-game/1", "board": "islet", "edition": edition.value, "players": names}
        _write(folder / f"{name}-game.json", {**game, "turns": turns})
    (folder / "broken.json").write_text('{"format": ', encoding="utf-8")
    (folder / "twice.json").write_text('{"format": "terranova-position/1", "format": "x"}', encoding="utf-8")
    (folder / "unknown.json").write_text('{"format": "terranova-position/1", "colour": 1}', encoding="utf-8")


def _written(turn: Any, board: Any) -> str:
    from referee.rules.turns import format_turn

    return str(format_turn(turn, board))


def _write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value), encoding="utf-8")
