"""The results file of an archive, which has one line of JSON for each photo that has been read.

Only the hashes and problems of photos are kept in memory, since the parsed readings of thousands of photos take gigabytes. A
line is read from the file again when another file has the same photo.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.words.problems import Problem
from referee.words.texts import text

# Problems unrelated to the photo; the next run reads a photo with one of them again.
PASSING = frozenset({"reader-ended", "reader-missing", "too-slow"})
_BEGINNING = b'{"format":"terranova-'  # of every line


@dataclass(frozen=True, slots=True)
class Result:
    """The hash of a photo's bytes, its problem if the reading failed, and the offset of its line in the results file.

    The hash is empty if the photo could not be opened.
    """

    digest: str
    problem: str | None
    offset: int

    @property
    def is_final(self) -> bool:
        """Whether the same photo need not be read again."""
        return bool(self.digest) and self.problem not in PASSING


class Results:
    """A results file that is open for appending. `earlier` holds the last result of each file in earlier runs.

    Raise a Problem if the file cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.earlier = read_results(path)
        self._final = {result.digest: result for result in self.earlier.values() if result.is_final}
        try:
            self._output = open(path, "ab")  # noqa: SIM115  closed by `close`
        except OSError:
            raise self._unwritable() from None

    def close(self) -> None:
        """Close the file."""
        self._output.close()

    def find(self, digest: str) -> Mapping[str, Any] | None:
        """Return the line of a photo with these bytes, or None if it must be read."""
        if digest not in self._final:
            return None
        with self._path.open("rb") as file:
            file.seek(self._final[digest].offset)
            line: Mapping[str, Any] = json.loads(file.readline())
        return line

    def append(self, line: Mapping[str, Any]) -> None:
        """Write a line to the disk; raise a Problem if that fails."""
        result = _result_of(line, self._output.tell())
        try:
            self._output.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
            self._output.flush()
        except OSError:
            raise self._unwritable() from None
        if result.is_final:
            self._final[result.digest] = result

    def _unwritable(self) -> Problem:
        return Problem("cannot-write", text("cli.cannot_write", file=str(self._path)))


def read_results(path: Path) -> dict[str, Result]:
    """Return the last result of each photo by file name, and cut an incomplete last line off the results file.

    The dictionary is empty if the results file does not exist. Raise a Problem, without changing the file, if it cannot be read
    or is not a results file.
    """
    found: dict[str, Result] = {}
    end = 0
    try:
        with path.open("rb") as file:
            for written in file:
                if written.endswith(b"\n"):
                    line = json.loads(written)
                    found[str(line["file"])] = _result_of(line, end)
                    end += len(written)
                elif found or written.startswith(_BEGINNING[: len(written)]):
                    os.truncate(path, end)  # an earlier run was stopped while writing
                else:
                    raise ValueError
    except FileNotFoundError:
        return {}
    except OSError:
        raise Problem("cannot-read", text("cli.cannot_read", source=str(path))) from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Problem("other-results", text("serve.archive_other_results", file=str(path))) from None
    return found


def _result_of(line: Mapping[str, Any], offset: int) -> Result:
    return Result(str(line["sha256"]), line.get("problem"), offset)
