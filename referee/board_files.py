"""Finds the board that a name means: a built-in one, a saved one, or a file.

Knows where boards are kept; what their files say is read by board_maps (drawn maps) and board_json (terranova-board/1).
"""
from __future__ import annotations

import os
from functools import cache
from importlib.resources import files
from pathlib import Path

from referee.board import Board
from referee.board_json import board_from_json
from referee.board_maps import parse_board_toml
from referee.board_names import terrain_label
from referee.json_files import decode_text, parse_json, read_bytes, source_name
from referee.problems import Problem
from referee.texts import Text, text

__all__ = ["BUILT_IN", "board_from_json", "list_saved_boards", "load_board", "parse_board", "parse_board_toml", "terrain_label"]

BUILT_IN = ("terranova", "islet", "wheel")
DATA_FOLDER_VARIABLE = "TERRANOVA_DATA"
LARGEST_BOARD_FILE = 1_000_000  # bytes: a board of 26 rows and 100 columns takes a third of it
_ENDINGS = (".toml", ".json")


def load_board(name_or_path: str, folder: Path | None = None) -> Board:
    """Loads a board by name, or by a path that is tried from the current folder, then from `folder`."""
    if name_or_path in BUILT_IN:
        return _load_built_in(name_or_path)
    path = _find_saved(name_or_path) or _find_file(name_or_path, folder)
    if path is None:
        names = [*BUILT_IN, *list_saved_boards()]
        raise Problem("no-such-board", text("boards.no_such_board", name=name_or_path, known=names))
    return parse_board(read_bytes(path, LARGEST_BOARD_FILE), source_name(path))


def parse_board(data: bytes, source: str | Text) -> Board:
    """Reads a board file of either kind from its bytes."""
    if decode_text(data, source).lstrip().startswith("{"):
        return board_from_json(parse_json(data, source), source)
    return parse_board_toml(decode_text(data, source), source)


def data_folder() -> Path:
    """Tells where boards, games and pictures of this user are kept."""
    import platformdirs

    given = os.environ.get(DATA_FOLDER_VARIABLE)
    return Path(given) if given else platformdirs.user_data_path("terranova", appauthor=False)


def list_saved_boards() -> tuple[str, ...]:
    """Gives the names of the saved boards, sorted."""
    try:
        found = sorted((data_folder() / "boards").iterdir())
    except OSError:
        return ()
    return tuple(dict.fromkeys(path.stem for path in found if path.suffix in _ENDINGS))


def _find_saved(name: str) -> Path | None:
    if name not in list_saved_boards():
        return None
    boards = data_folder() / "boards"
    return next(path for ending in _ENDINGS if (path := boards / (name + ending)).exists())


def _find_file(name: str, folder: Path | None) -> Path | None:
    if not name:
        return None
    tried = [Path(name)] if folder is None else [Path(name), folder / name]
    return next((path for path in tried if os.path.exists(path)), None)


@cache
def _load_built_in(name: str) -> Board:
    source = files("referee") / "boards" / f"{name}.toml"
    return parse_board(source.read_bytes(), f"{name}.toml")
