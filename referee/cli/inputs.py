"""Open the boards, positions and games given on the command line; `-` is standard input."""

from __future__ import annotations

from pathlib import Path

from referee.boards.board import Board
from referee.boards.library import load_board, parse_board
from referee.files.json_input import STANDARD_INPUT, read_bytes, read_json_file, source_name
from referee.formats.games import Game, game_from_json
from referee.formats.positions import GivenPosition, position_from_json


def open_board(name: str) -> Board:
    """Load a board by name or path, or from standard input for `-`; raise a Problem if there is no valid board."""
    if name == STANDARD_INPUT:
        return parse_board(read_bytes(name), source_name(name))
    return load_board(name)


def open_position(path: str) -> GivenPosition:
    """Read and parse a position file; raise a Problem if it is missing or invalid."""
    return position_from_json(read_json_file(path), source_name(path), folder_of(path))


def open_game(path: str) -> Game:
    """Read and parse a game file; raise a Problem if it is missing or invalid."""
    return game_from_json(read_json_file(path), source_name(path), folder_of(path))


def folder_of(path: str) -> Path | None:
    """Return the folder in which the board of a file is looked up, or None for standard input."""
    return None if path == STANDARD_INPUT else Path(path).parent
