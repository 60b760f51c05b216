"""Simulated power cuts: the possible contents of a folder at any moment, given the log of writes and syncs from disk_shim.c.

All synced data is present; of the rest, any subset of sectors may have been written, in any order. Changes of names in a folder
stay in order, but the last of them may be missing until the folder is synced.
"""

from __future__ import annotations

import os
import random
import shutil
import struct
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path

import pytest

SHIM = Path(__file__).with_name("disk_shim.c")
SECTOR = 512
HEAD = struct.Struct("<IIIIQ")


class Kind(IntEnum):
    """The kinds of log records; the numbers are those of disk_shim.c."""

    WRITE = 1
    TRUNCATE = 2
    CREATE = 3
    RENAME = 4
    LINK = 5
    UNLINK = 6
    SYNC = 7
    FOLDER = 8


@dataclass(frozen=True, slots=True)
class Record:
    """One disk operation of a program; `end` is the offset at which its record ends in the log."""

    kind: Kind
    path: str
    other: str
    data: bytes
    offset: int
    end: int


def compile_shim(folder: Path) -> Path:
    """Compile the library that logs a program's disk operations."""
    if shutil.which("gcc") is None:
        pytest.skip("no gcc: install gcc and libc6-dev")
    made = folder / "disk_shim.so"
    line = ["gcc", "-Wall", "-Werror", "-shared", "-fPIC", "-O2", "-o", str(made), str(SHIM), "-lpthread"]
    subprocess.run(line, check=True, timeout=60)
    return made


def watched(shim: Path, folder: Path, log: Path | None = None, full: Path | None = None) -> dict[str, str]:
    """Return environment variables that log a program's disk writes, and simulate a full disk while the file `full` exists."""
    extra = {"LD_PRELOAD": str(shim), "SHIM_FOLDER": str(folder)}
    extra |= {name: str(path) for name, path in (("SHIM_LOG", log), ("SHIM_FULL", full)) if path is not None}
    return {**os.environ, **extra, "PYTHONWARNINGS": "error"}


def read_log(log: Path) -> Iterator[Record]:
    """Read the log, oldest record first."""
    data, at = log.read_bytes(), 0
    while at < len(data):
        kind, path_size, other_size, size, offset = HEAD.unpack_from(data, at)
        at += HEAD.size
        path, at = data[at : at + path_size].decode(), at + path_size
        other, at = data[at : at + other_size].decode(), at + other_size
        written, at = data[at : at + size], at + size
        yield Record(Kind(kind), path, other, written, offset, at)


@dataclass
class Node:
    """A file's content: what is certainly on the disk, and what was written since."""

    content: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)  # None: cut to that length

    def sync(self) -> None:
        """Mark everything written as stored on the disk."""
        for offset, data in self.pending:
            _put(self.content, offset, data)
        self.pending.clear()

    def after_crash(self, chance: random.Random) -> bytes:
        """Choose at random what a power cut leaves: none, all, or some sectors of the unsynced data."""
        share = chance.choice((0.0, 1.0, 0.5, 0.9))
        left = bytearray(self.content)
        for offset, data in self.pending:
            for start, part in _sectors(offset, data):
                if chance.random() < share:
                    _put(left, start, part)
        return bytes(left)


def _put(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
        content.extend(bytes(offset - len(content)))
        return
    content.extend(bytes(max(0, offset - len(content))))
    content[offset : offset + len(data)] = data


def _sectors(offset: int, data: bytes | None) -> Iterator[tuple[int, bytes | None]]:
    if data is None:
        yield offset, None
        return
    at = 0
    while at < len(data):
        size = SECTOR - (offset + at) % SECTOR
        yield offset + at, data[at : at + size]
        at += size


Names = dict[str, Node | None]  # None: a folder
Change = Callable[[Names], object]


class Disk:
    """The files in a folder as programs see them, and as a power cut may leave them."""

    def __init__(
        self, folder: Path, before: Path | None = None, ignores_sync: Callable[[str], bool] = lambda path: False
    ) -> None:
        """Begin with an empty folder, or with a copy of it made `before` the log."""
        self._folder = str(folder)
        self._ignores_sync = ignores_sync
        self._seen: Names = {self._folder: None}
        for path in sorted(before.rglob("*")) if before else ():
            name = str(folder / path.relative_to(before or folder))
            self._seen[name] = Node(bytearray(path.read_bytes())) if path.is_file() else None
        self._kept: Names = dict(self._seen)
        self._changes: dict[str, list[Change]] = {}

    def follow(self, record: Record) -> None:
        """Apply a record."""
        if record.kind is Kind.SYNC:
            self._sync(record.path)
        elif record.kind in (Kind.WRITE, Kind.TRUNCATE):
            node = self._seen.get(record.path)
            if node is not None:
                node.pending.append((record.offset, record.data if record.kind is Kind.WRITE else None))
        else:
            self._rename(record)

    def _sync(self, path: str) -> None:
        if self._ignores_sync(path):
            return
        node = self._seen.get(path)
        if node is not None:
            node.sync()
        for change in self._changes.pop(path, []):
            change(self._kept)

    def _rename(self, record: Record) -> None:
        path, other = record.path, record.other
        if record.kind is Kind.UNLINK:
            self._change(path, lambda names: names.pop(path, None))
        elif record.kind is Kind.RENAME:
            node = self._seen[path]
            self._change(other, lambda names: (names.pop(path, None), names.update({other: node})))
        elif record.kind is Kind.LINK:
            node = self._seen[path]
            self._change(other, lambda names: names.update({other: node}))
        else:
            made = Node() if record.kind is Kind.CREATE else None
            self._change(path, lambda names: names.update({path: made}))

    def _change(self, path: str, change: Change) -> None:
        change(self._seen)
        self._changes.setdefault(os.path.dirname(path), []).append(change)

    def crash(self, chance: random.Random, target: Path) -> None:
        """Write a possible state after a power cut at this moment to another folder."""
        names = dict(self._kept)
        for changes in self._changes.values():
            for change in changes[: chance.choice((0, len(changes), chance.randint(0, len(changes))))]:
                change(names)
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        for path in sorted(names):
            node, goal = names[path], target / os.path.relpath(path, self._folder)
            if node is None:
                goal.mkdir(exist_ok=True)
            elif goal.parent.is_dir():  # else its folder's own name is lost
                goal.write_bytes(node.after_crash(chance))
