"""Finds boards by name or path: built-in ones, saved ones, and files. Saves and deletes boards.

Knows where boards are stored; their content is parsed by `maps` (drawn maps) and `board_json` (terranova-board/1).
"""

from __future__ import annotations

import contextlib
import os
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import count
from pathlib import Path

from referee.boards.board import Board
from referee.boards.board_json import board_from_json
from referee.boards.landscape_names import terrain_label
from referee.boards.maps import format_board_toml, parse_board_toml
from referee.files.atomic_write import write_file_whole
from referee.files.json_input import decode_text, parse_json, quoted, read_bytes, source_name
from referee.words.problems import Problem
from referee.words.texts import Text, text

__all__ = [
    "BUILT_IN",
    "board_from_json",
    "data_folder",
    "delete_board",
    "free_name",
    "list_saved_boards",
    "load_board",
    "load_kept_board",
    "parse_board",
    "parse_board_toml",
    "save_board",
    "terrain_label",
    "use_data_folder",
]

BUILT_IN = ("terranova", "islet", "wheel")
DATA_FOLDER_VARIABLE = "TERRANOVA_DATA"
LARGEST_BOARD_FILE = 1_000_000  # bytes: three times a board of 26 rows and 100 columns
SAVED = "boards"  # the folder of saved boards within the data folder
LONGEST_STEM = 40  # letters of a saved board's file name
_chosen_folder: list[Path] = []
_ENDINGS = (".toml", ".json")
_DEVICES = ("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10)))  # of Windows


def load_board(name_or_path: str, folder: Path | None = None) -> Board:
    """Load a board by name or path; a relative path is tried in the current directory and then in `folder`."""
    if name_or_path in (*BUILT_IN, *list_saved_boards()):
        return load_kept_board(name_or_path)
    path = _find_file(name_or_path, folder)
    if path is None:
        raise _no_such_board(name_or_path)
    return parse_board(read_bytes(path, LARGEST_BOARD_FILE), source_name(path))


def load_kept_board(name: str) -> Board:
    """Load a built-in or saved board. Safe for untrusted names, because it opens no other files."""
    if name in BUILT_IN:
        return _load_built_in(name)
    if name not in list_saved_boards():
        raise _no_such_board(name)
    boards = data_folder() / SAVED
    path = next(path for ending in _ENDINGS if (path := boards / (name + ending)).exists())
    return parse_board(read_bytes(path, LARGEST_BOARD_FILE), source_name(path))


def save_board(name: str, board: Board) -> None:
    """Save a board, replacing any board saved under the same name.

    The name must come from `free_name` or be that of a saved board.
    """
    folder = data_folder() / SAVED
    with contextlib.suppress(OSError):  # reported by the write
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_file_whole(folder / f"{name}.toml", format_board_toml(board).encode())
    (folder / f"{name}.json").unlink(missing_ok=True)


def delete_board(name: str) -> None:
    """Delete a saved board; raise a Problem if there is none with this name."""
    if name not in list_saved_boards():
        raise _no_such_board(name)
    for ending in _ENDINGS:
        (data_folder() / SAVED / (name + ending)).unlink(missing_ok=True)


def free_name(title: str) -> str:
    """Return an unused name for a new board: its title in lower-case ASCII, with a number appended if that name is taken."""
    plain = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    stem = re.sub("[^a-z0-9]+", "-", plain)[:LONGEST_STEM].strip("-") or "board"
    taken = {*BUILT_IN, *(name.casefold() for name in list_saved_boards()), *_DEVICES}
    return next(name for name in _numbered(stem) if name not in taken)


def _numbered(stem: str) -> Iterator[str]:
    yield stem
    yield from (f"{stem}-{number}" for number in count(2))


def parse_board(data: bytes, source: str | Text) -> Board:
    """Parse a board file in either format, TOML or JSON."""
    words = decode_text(data, source)
    if not words.strip():
        raise Problem("empty-file", text("cli.empty_file", source=source))
    if words.lstrip().startswith("{") or str(source).endswith(".json"):
        return board_from_json(parse_json(data, source), source)
    return parse_board_toml(words, source)


def list_saved_boards() -> tuple[str, ...]:
    """Return the sorted names of the saved boards, except those hidden by a built-in board of the same name."""
    try:
        found = sorted((data_folder() / SAVED).iterdir())
    except OSError:
        return ()
    return tuple(dict.fromkeys(path.stem for path in found if path.suffix in _ENDINGS and path.stem not in BUILT_IN))


def use_data_folder(folder: Path) -> None:
    """Set the folder for this process's boards, games and photos, overriding the environment variable."""
    _chosen_folder[:] = [folder]


def data_folder() -> Path:
    """Return the folder for boards, games and photos.

    It is the one set by `use_data_folder`, else the one in the environment variable, else the user's default folder.
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
