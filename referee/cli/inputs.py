"""Opens the boards, positions and games named on the command line; `-` is standard input."""

from __future__ import annotations

from pathlib import Path

from referee.boards.board import Board
from referee.boards.library import load_board, parse_board
from referee.files.json_input import STANDARD_INPUT, read_bytes, read_json_file, source_name
from referee.formats.games import Game, game_from_json
from referee.formats.positions import GivenPosition, position_from_json


def open_board(name: str) -> Board:
    """Load a board by name or path."""
    if name == STANDARD_INPUT:
        return parse_board(read_bytes(name), source_name(name))
    return load_board(name)


def open_position(path: str) -> GivenPosition:
    """Read a position file."""
    return position_from_json(read_json_file(path), source_name(path), folder_of(path))


def open_game(path: str) -> Game:
    """Read a game file."""
    return game_from_json(read_json_file(path), source_name(path), folder_of(path))


def folder_of(path: str) -> Path | None:
    """Return the folder in which a file's board is looked up, None for standard input."""
    return None if path == STANDARD_INPUT else Path(path).parent
