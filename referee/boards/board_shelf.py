"""Storage of saved boards: a folder of files, unless `use_board_shelf` sets another shelf, for example for a web request.

A shelf stores the text of board files by name; `library` converts between text and boards.
"""

from __future__ import annotations

import contextlib
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from contextvars import ContextVar
from itertools import count
from pathlib import Path
from typing import Protocol

from referee.files.atomic_write import write_file_whole
from referee.files.json_input import read_bytes

LARGEST_BOARD_FILE = 1_000_000  # bytes: three times a board of 26 rows and 100 columns
LONGEST_STEM = 40  # letters of a saved board's file name
ENDINGS = (".toml", ".json")
DEVICES = ("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10)))  # of Windows


class BoardShelf(Protocol):
    """The saved boards that one user or process may use, by name. `may_change` shows which of these boards may be changed."""

    def names(self) -> tuple[str, ...]:
        """Return the sorted names of the boards to offer to the user."""

    def has(self, name: str) -> bool:
        """Return whether there is a board with this name that the user may use."""

    def may_change(self, name: str) -> bool:
        """Return whether there is a board with this name that the user may change and delete."""

    def read(self, name: str) -> tuple[bytes, str] | None:
        """Return the content of a board file and the name of its source for messages, or None if `has(name)` is false."""

    def save(self, name: str, title: str, written: str) -> None:
        """Store the TOML text of a board under a name; do nothing if the user may not change an existing board with this name."""

    def delete(self, name: str) -> None:
        """Delete the board with this name, if there is one and the user may change it."""

    def free_name(self, title: str, reserved: Collection[str]) -> str:
        """Return an unused name for a new board with this title, different from the names in `reserved`."""

    def names_for(self, given: str) -> Iterator[str]:
        """Yield names under which to store an imported board named `given`, best first."""


class FolderShelf:
    """A shelf in a folder, with one file for each board."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> tuple[str, ...]:
        """Return the sorted names of the board files without their endings; empty if the folder cannot be read."""
        try:
            found = {path.stem for path in self._folder.iterdir() if path.suffix in ENDINGS}
        except OSError:
            return ()
        return tuple(sorted(found))

    def has(self, name: str) -> bool:
        """Return whether the folder contains a board file with this name, not counting the ending; False for a path."""
        return name in self.names()

    def may_change(self, name: str) -> bool:
        """Return whether there is a board file with this name; the user may change all board files."""
        return self.has(name)

    def read(self, name: str) -> tuple[bytes, str] | None:
        """Return the content and path of a board's file, or None if there is none; raise a Problem if the file cannot be read."""
        if not self.has(name):
            return None
        path = next(path for ending in ENDINGS if (path := self._folder / (name + ending)).exists())
        return read_bytes(path, LARGEST_BOARD_FILE), str(path)

    def save(self, name: str, title: str, written: str) -> None:
        """Write a board's TOML file and delete a JSON file with the same name; raise a Problem if writing fails.

        The folder is created if necessary.
        """
        with contextlib.suppress(OSError):  # reported by the write
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_file_whole(self._folder / f"{name}.toml", written.encode())
        (self._folder / f"{name}.json").unlink(missing_ok=True)

    def delete(self, name: str) -> None:
        """Delete the files of a board, if any."""
        for ending in ENDINGS:
            (self._folder / (name + ending)).unlink(missing_ok=True)

    def free_name(self, title: str, reserved: Collection[str]) -> str:
        """Return `stem_of(title)`, with a number appended if that name is in use, reserved or the name of a Windows device."""
        taken = {*reserved, *(name.casefold() for name in self.names()), *DEVICES}
        return next(name for name in _numbered(stem_of(title)) if name not in taken)

    def names_for(self, given: str) -> Iterator[str]:
        """Yield the given name, then that name with `-2`, `-3` and so on appended."""
        return _numbered(given)


_in_use: ContextVar[BoardShelf | None] = ContextVar("board_shelf", default=None)


def use_board_shelf(shelf: BoardShelf | None) -> Callable[[], None]:
    """Set the shelf for the current context (`contextvars`), or None for the folder; return a function that undoes this."""
    token = _in_use.set(shelf)
    return lambda: _in_use.reset(token)


def board_shelf_in_use() -> BoardShelf | None:
    """Return the shelf set by `use_board_shelf` in the current context, or None if the folder is used."""
    return _in_use.get()


def stem_of(title: str) -> str:
    """Return a title as a name of at most 40 lower-case ASCII letters, digits and hyphens; "board" if nothing remains."""
    plain = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    return re.sub("[^a-z0-9]+", "-", plain)[:LONGEST_STEM].strip("-") or "board"


def _numbered(stem: str) -> Iterator[str]:
    yield stem
    yield from (f"{stem}-{number}" for number in count(2))
