"""Load boards by name or path (built-in boards, saved boards and files), and save and delete boards.

Saved boards are stored on a shelf (`board_shelf`); their content is parsed by `maps` (drawn maps) and `board_json`
(terranova-board/1). This module also determines the data folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from referee.boards.board import Board
from referee.boards.board_json import board_from_json
from referee.boards.board_shelf import LARGEST_BOARD_FILE, BoardShelf, FolderShelf, board_shelf_in_use
from referee.boards.landscape_names import board_title, terrain_label
from referee.boards.maps import format_board_toml, parse_board_toml
from referee.files.json_input import decode_text, parse_json, quoted, read_bytes, source_name
from referee.words.problems import Problem
from referee.words.texts import Text, text

__all__ = [
    "BUILT_IN",
    "board_from_json",
    "data_folder",
    "delete_board",
    "free_name",
    "is_kept",
    "is_saved",
    "list_saved_boards",
    "load_board",
    "load_kept_board",
    "may_change_board",
    "names_for_import",
    "parse_board",
    "parse_board_toml",
    "save_board",
    "terrain_label",
    "use_data_folder",
]

BUILT_IN = ("terranova", "islet", "wheel")
DATA_FOLDER_VARIABLE = "TERRANOVA_DATA"
SAVED = "boards"  # the folder of saved boards within the data folder
_chosen_folder: list[Path] = []


def load_board(name_or_path: str, folder: Path | None = None) -> Board:
    """Load a board by name or path; raise a Problem if it is missing or invalid.

    Built-in and saved boards take precedence over files. A relative path is tried in the current directory,
    then in `folder` if given.
    """
    if is_kept(name_or_path):
        return load_kept_board(name_or_path)
    path = _find_file(name_or_path, folder)
    if path is None:
        raise _no_such_board(name_or_path)
    return parse_board(read_bytes(path, LARGEST_BOARD_FILE), source_name(path))


def load_kept_board(name: str) -> Board:
    """Load a built-in or saved board; raise a Problem if it is missing or invalid. Untrusted names cannot open other files."""
    if name in BUILT_IN:
        return _load_built_in(name)
    found = _shelf().read(name)
    if found is None:
        raise _no_such_board(name)
    return parse_board(*found)


def is_kept(name: str) -> bool:
    """Return whether a name is that of a built-in or saved board."""
    return name in BUILT_IN or is_saved(name)


def is_saved(name: str) -> bool:
    """Return whether a name is that of a saved board; False for the name of a built-in board, which hides a saved one."""
    return name not in BUILT_IN and _shelf().has(name)


def may_change_board(name: str) -> bool:
    """Return whether a name is that of a saved board that the user may change and delete."""
    return name not in BUILT_IN and _shelf().may_change(name)


def save_board(name: str, board: Board) -> None:
    """Save a board, replacing a board saved under the same name if the user may change that board.

    The name must come from `free_name` or `names_for_import`, or be that of a saved board.
    """
    _shelf().save(name, board_title(board), format_board_toml(board))


def delete_board(name: str) -> None:
    """Delete a saved board if the user may change it; raise a Problem if there is no saved board with this name."""
    if not is_saved(name):
        raise _no_such_board(name)
    _shelf().delete(name)


def free_name(title: str) -> str:
    """Return an unused name for a new board with the given title."""
    return _shelf().free_name(title, BUILT_IN)


def names_for_import(given: str) -> Iterator[str]:
    """Yield names under which to save an imported board named `given`, best first."""
    return _shelf().names_for(given)


def parse_board(data: bytes, source: str | Text) -> Board:
    """Parse a board file in either format, TOML or JSON; raise a Problem if it is invalid."""
    words = decode_text(data, source)
    if not words.strip():
        raise Problem("empty-file", text("cli.empty_file", source=source))
    if words.lstrip().startswith("{") or str(source).endswith(".json"):
        return board_from_json(parse_json(data, source), source)
    return parse_board_toml(words, source)


def list_saved_boards() -> tuple[str, ...]:
    """Return the names of the saved boards, except those hidden by a built-in board of the same name."""
    return tuple(name for name in _shelf().names() if name not in BUILT_IN)


def _shelf() -> BoardShelf:
    return board_shelf_in_use() or FolderShelf(data_folder() / SAVED)


def use_data_folder(folder: Path) -> None:
    """Set the folder for this process's boards, games and photos, overriding the environment variable TERRANOVA_DATA."""
    _chosen_folder[:] = [folder]


def data_folder() -> Path:
    """Return the folder for boards, games and photos.

    It is the folder set by `use_data_folder`, else the one in the environment variable TERRANOVA_DATA, else the default folder.
    """
    if _chosen_folder:
        return _chosen_folder[0]
    given = os.environ.get(DATA_FOLDER_VARIABLE)
    return Path(given) if given else default_data_folder()


def default_data_folder() -> Path:
    """Return the data folder that the operating system provides for this user."""
    import platformdirs

    return platformdirs.user_data_path("terranova", appauthor=False)


def _no_such_board(name: str) -> Problem:
    return Problem("no-such-board", text("boards.no_such_board", name=quoted(name), known=[*BUILT_IN, *list_saved_boards()]))


def _find_file(name: str, folder: Path | None) -> Path | None:
    if not name:
        return None
    tried = [Path(name)] if folder is None else [Path(name), folder / name]
    return next((path for path in tried if os.path.exists(path)), None)


@cache
def _load_built_in(name: str) -> Board:
    source = files("referee.boards") / "built_in" / f"{name}.toml"
    return parse_board(source.read_bytes(), f"{name}.toml")
