"""Write files atomically: even after a power cut, a regular file has either its old or its complete new content."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO

from referee.words.problems import Problem
from referee.words.texts import text

STANDARD_OUTPUT = "-"
_NEW_FILE_MODE = 0o666  # before the umask is applied, as in open()


def write_file_whole(path: str | Path, data: bytes, mode: int | None = None) -> None:
    """Replace the content of a file atomically; raise a Problem if that fails.

    Without `mode`, an existing file keeps its permissions and a new file gets the default ones. A device or named pipe is written
    to directly.
    """
    write_stream_whole(path, lambda file: file.write(data), mode)


def write_stream_whole(path: str | Path, write: Callable[[BinaryIO], object], mode: int | None = None) -> None:
    """Call `write` with a temporary file, then rename the temporary file to `path`; raise a Problem if that fails.

    For a device or named pipe, `write` writes directly to `path`. `mode` sets the permissions as in `write_file_whole`.
    """
    if str(path) == STANDARD_OUTPUT:
        raise Problem("usage", text("cli.not_to_standard_output"))
    try:
        target = Path(path).resolve()
        if target.is_dir():
            raise Problem("is-a-folder", text("cli.is_a_folder", source=str(path)))
        if target.exists() and not target.is_file():
            with open(target, "wb") as device:  # such as /dev/stdout or a named pipe: cannot be replaced
                write(device)
            return
        _replace(target, write, mode)
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: a loop of symbolic links
        raise _writing_problem(error, str(path)) from None


def refuse_overwriting(targets: Iterable[str | Path], inputs: Iterable[str | Path]) -> None:
    """Raise a Problem if a file to be written is one of the files that it is made from, under whatever name."""
    read = {_identity(path) for path in inputs} - {None}
    for target in targets:
        if _identity(target) in read:
            raise Problem("overwrites-input", text("cli.overwrites_input", file=str(target)))


def _identity(path: str | Path) -> tuple[int, int] | None:
    """Return the device and number of a regular file, or None for anything else."""
    try:
        known = os.stat(path)
    except (OSError, ValueError):
        return None
    return (known.st_dev, known.st_ino) if stat.S_ISREG(known.st_mode) else None


def sync_folder(folder: Path) -> None:
    """Sync a directory if the system can do so, so that files created or renamed in the directory survive a power failure."""
    if os.name == "nt":
        return  # Windows cannot open folders
    with contextlib.suppress(OSError):  # some network file systems do not support it
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _replace(target: Path, write: Callable[[BinaryIO], object], mode: int | None) -> None:
    number, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(number, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _mode_for(target) if mode is None else mode)
        os.replace(name, target)
        sync_folder(target.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _mode_for(target: Path) -> int:
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return _NEW_FILE_MODE & ~mask


def _writing_problem(error: OSError | ValueError | RuntimeError, path: str) -> Problem:
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.ENOSPC:
        return Problem("disk-full", text("cli.disk_full", file=path))
    if number in (errno.EACCES, errno.EPERM, errno.EROFS):
        return Problem("not-allowed", text("cli.not_allowed_to_write", file=path))
    if number == errno.ENOENT and Path(path).resolve().parent.is_dir():  # such as /proc, where files cannot be created
        return Problem("cannot-write", text("cli.nothing_kept_there", file=path))
    if number in (errno.ENOENT, errno.ENOTDIR):
        return Problem("no-such-folder", text("cli.no_such_folder", file=path))
    return Problem("cannot-write", text("cli.cannot_write", file=path))
