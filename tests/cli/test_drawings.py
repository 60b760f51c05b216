"""Drawings in the terminal, kept as text in gold/; `python -m tests.cli.test_drawings` regenerates them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from referee.boards.library import BUILT_IN
from referee.cli.terminal.board_map import player_sign, terrain_letters
from referee.cli.terminal.screen import Canvas, Colours, Screen, Style, find_screen, mix
from referee.rules.pieces import Colour
from tests.cli.positions import game, position
from tests.cli.runs import run

GOLD = Path(__file__).parent / "gold"
CODES = re.compile(r"\x1b\[[0-9;]*m")
WALL = ["I2", "I3", "I4", "I5", "J1", "G4", "G5", "H6", "D9", "E8", "E9", "E10"]
MIDGAME = position(
    players=["red", "yellow", "blue"],
    pioneers={"red": ["K1", "J3", "D5"], "yellow": ["K3", "D10", "C3"], "blue": ["H1", "B4"]},
    stones=["I1", *WALL, "I6"],
    scores={"red": 12, "blue": 7},
    to_move="blue",
)
OVER = position(pioneers={"red": ["E5"], "yellow": []}, scores={"red": 3, "yellow": 3})
BEFORE = position(stones=["J1", "J2", "J3"], pioneers={"red": ["I6", "K3"], "yellow": ["B8"]})
AFTER = position(stones=["J1", "J2", "J3", "J4", "I6"], pioneers={"red": ["I5"], "yellow": ["B8"]})

DRAWINGS: Mapping[str, tuple[tuple[str, ...], Any, str]] = {
    "board_islet": (("board", "islet"), None, "utf-8"),
    "board_terranova": (("board", "terranova"), None, "utf-8"),
    "board_terranova_finnish": (("board", "terranova", "--lang", "fi"), None, "utf-8"),
    "score_midgame": (("score", "-"), MIDGAME, "utf-8"),
    "score_midgame_plain_letters_german": (("score", "-", "--lang", "de"), MIDGAME, "ascii"),
    "score_game_over": (("score", "-"), OVER, "utf-8"),
    "play": (("play", "-", "I6-I5 +J4 +I6"), BEFORE, "utf-8"),
    "replay_of_setup": (("replay", "-"), game(), "utf-8"),
    "replay_italian": (("replay", "-", "--lang", "it"), game(start=BEFORE, turns=["I6-I5 +J4 +I6"]), "utf-8"),
    "turns": (("turns", "-"), BEFORE, "utf-8"),
}


def draw(name: str) -> str:
    arguments, value, encoding = DRAWINGS[name]
    ran = run(*arguments, stdin=json.dumps(value).encode(), encoding=encoding)
    assert ran.code == 0, ran
    return ran.out


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawing_is_as_it_was(name: str) -> None:
    assert draw(name) == (GOLD / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DRAWINGS)
@pytest.mark.parametrize("depth", [{}, {"COLORTERM": "truecolor"}])
def test_colour_changes_no_letter(name: str, depth: dict[str, str]) -> None:
    arguments, value, _ = DRAWINGS[name]
    environment = {"FORCE_COLOR": "1", "NO_COLOR": "", "COLORTERM": "", **depth}
    coloured = run(*arguments, stdin=json.dumps(value).encode(), environment=environment).out
    plain = run(*arguments, stdin=json.dumps(value).encode()).out
    stripped = "\n".join(line.rstrip() for line in CODES.sub("", coloured).split("\n"))
    assert stripped == "\n".join(line.rstrip() for line in plain.split("\n"))
    assert ("\x1b[" in coloured) == (name != "turns")


@pytest.mark.parametrize("board", BUILT_IN)
@pytest.mark.parametrize("language", ["en", "de", "fr", "fi", "it", "hu"])
def test_built_in_board_fits_80_columns(board: str, language: str) -> None:
    lines = run("board", board, "--lang", language).out.splitlines()
    assert max(map(len, lines)) <= 80
    first = run("new", "--board", board, "--players", "4", "-o", "-").out
    scored = run("score", "-", "--lang", language, stdin=first.encode()).out.splitlines()
    assert max(map(len, scored)) <= 80


def test_landscapes_players_and_stones_differ_without_colour() -> None:
    from referee.boards.library import load_board

    for screen in (Screen(), Screen(signs=False)):
        signs = {player_sign(colour, screen) for colour in Colour}
        assert len(signs) == len(Colour)
        for name in BUILT_IN:
            board = load_board(name)
            letters = terrain_letters(board, "en")
            assert len(set(letters)) == len(board.terrains)
            assert not signs & set(letters)


@pytest.mark.parametrize(
    ("environment", "terminal", "colours"),
    [
        ({}, True, Colours.CUBE),
        ({"COLORTERM": "truecolor"}, True, Colours.ALL),
        ({}, False, Colours.NONE),
        ({"NO_COLOR": "1"}, True, Colours.NONE),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, Colours.NONE),
        ({"FORCE_COLOR": "1"}, False, Colours.CUBE),
        ({"TERM": "dumb"}, True, Colours.NONE),
        ({"NO_COLOR": ""}, True, Colours.CUBE),
    ],
)
def test_colours_are_used_where_they_are_wanted(environment: dict[str, str], terminal: bool, colours: Colours) -> None:
    class Stream:
        encoding = "utf-8"

        def isatty(self) -> bool:
            return terminal

    screen = find_screen(Stream(), environment)  # type: ignore[arg-type]
    assert screen.colours is colours
    assert screen.is_terminal is terminal


def test_sheet_switches_styles_only_where_they_change_and_ends_plain() -> None:
    canvas = Canvas()
    canvas.put(0, 1, "ab", Style(ink="#ff0000", bold=True))
    canvas.put(0, 3, "c")
    assert canvas.render(Screen()) == " abc"
    assert canvas.render(Screen(Colours.ALL)) == " \x1b[0;1;38;2;255;0;0mab\x1b[0mc"
    assert canvas.render(Screen(Colours.CUBE)) == " \x1b[0;1;38;5;196mab\x1b[0mc"


def test_colours_mix_halfway() -> None:
    assert mix("#000000", "#ff8040") == "#804020"


if __name__ == "__main__":
    GOLD.mkdir(exist_ok=True)
    for drawing in DRAWINGS:
        (GOLD / f"{drawing}.txt").write_text(draw(drawing), encoding="utf-8")
