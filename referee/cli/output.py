"""The output of one run of the command line: JSON or text, the language, and the streams.

Results are written to standard output, messages to standard error. This module also turns Problems into sentences and exit
codes.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from referee.files.json_input import quoted
from referee.words.problems import Problem, Refusal
from referee.words.safe_text import one_safe_line
from referee.words.texts import Text, say, text

if TYPE_CHECKING:
    from referee.cli.terminal.screen import Screen

DONE = 0
ANSWER_IS_NO = 1
INPUT_AT_FAULT = 2
LONGEST_SHOWN = 100  # characters of a file name in a message
# Messages of library loaders and threads when memory runs out.
SIGNS_OF_NO_MEMORY = ("failed to map segment", "cannot allocate memory", "Cannot allocate memory", "can't start new thread")
DEBUG_VARIABLE = "TERRANOVA_DEBUG"  # if set, unexpected errors show a traceback


class OutputError(Exception):
    """A failure to write to standard output. `problem` is None if the reader closed the pipe, as `| head` does."""

    def __init__(self, problem: Problem | None) -> None:
        super().__init__()
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Output:
    """The output of one run, as JSON or as text in `language`."""

    as_json: bool
    language: str

    def format(self, sentence: Text) -> str:
        """Format a sentence on one line, without control characters."""
        return one_safe_line(say(sentence, self.language))

    @property
    def screen(self) -> Screen:
        """The capabilities of standard output."""
        from referee.cli.terminal.screen import find_screen  # not needed with --json

        return find_screen(sys.stdout, os.environ)

    def write_lines(self, lines: str) -> None:
        """Write text and a line break to standard output and flush it; raise OutputError if that fails."""
        self.write(lines + "\n")

    def write(self, words: str) -> None:
        """Write text to standard output and flush it; raise OutputError if that fails."""
        try:
            if sys.stdout is None:
                raise OSError(errno.EBADF, "closed")
            sys.stdout.write(words)
            sys.stdout.flush()
        except BrokenPipeError:
            raise OutputError(None) from None
        except (OSError, ValueError) as error:
            full = isinstance(error, OSError) and error.errno == errno.ENOSPC
            raise OutputError(_output_problem(full)) from None

    def write_json(self, value: object) -> None:
        """Write a value as JSON on one line of standard output; raise OutputError if that fails."""
        self.write_lines(json.dumps(value, separators=(",", ":")))

    def write_message(self, sentence: Text) -> None:
        """Write a message to standard error; errors in writing are ignored."""
        write_to_stderr(sys.stderr, self.format(sentence))

    def report_problem(self, problem: Problem) -> int:
        """Report a problem on standard error and, with --json, also on standard output; return its exit code.

        Raise OutputError if writing to standard output fails.
        """
        if self.as_json:
            from referee.formats.positions import problem_to_json  # slow to import, and only needed here

            self.write_json(problem_to_json(problem, self.language))
        self.write_message(problem.message)
        return ANSWER_IS_NO if isinstance(problem, Refusal) else INPUT_AT_FAULT


def answer_each(output: Output, sources: Iterable[str], answer: Callable[[str], int]) -> int:
    """Call `answer` with each input in order and report problems as they occur; return the highest exit code.

    Raise OutputError if writing to standard output fails.
    """
    worst = DONE
    for source in sources:
        try:
            code = answer(source)
        except OutputError:
            raise
        except Exception as error:
            code = output.report_problem(problem_of(error))
        worst = max(worst, code)
    return worst


def problem_of(error: Exception) -> Problem:
    """Return the Problem to report for an exception; if TERRANOVA_DEBUG is set, re-raise any exception but a Problem."""
    if isinstance(error, Problem):
        return error
    if os.environ.get(DEBUG_VARIABLE):
        raise error
    if _is_short_of_memory(error):
        return Problem("out-of-memory", text("cli.out_of_memory"))
    if isinstance(error, FileNotFoundError) and not _has_folder():
        return Problem("no-such-folder", text("cli.current_folder_gone"))
    if isinstance(error, OSError) and error.filename is not None:
        return Problem("cannot-use", text("cli.cannot_use", file=quoted(str(error.filename), LONGEST_SHOWN)))
    return Problem("unexpected", text("cli.unexpected", error=f"{type(error).__name__}: {error}"))


def _has_folder() -> bool:
    """Return whether the current folder still exists."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return False
    return True


def _is_short_of_memory(error: BaseException | None) -> bool:
    """Return whether an error or one of its causes is a lack of memory or address space."""
    while error is not None:
        if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
            return True
        if isinstance(error, (ImportError, RuntimeError)) and any(sign in str(error) for sign in SIGNS_OF_NO_MEMORY):
            return True
        error = error.__cause__ or error.__context__
    return False


def write_to_stderr(stream: TextIO | None, line: str) -> None:
    """Write a line to standard error, if there is one; if that fails, redirect the stream to the null device."""
    if stream is None:
        return
    try:
        stream.write(line + "\n")
        stream.flush()
    except (OSError, ValueError):
        redirect_to_null(stream)


def redirect_to_null(stream: TextIO) -> None:
    """Redirect a failed stream to the null device, so that the interpreter does not flush it at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _output_problem(full: bool) -> Problem:
    if full:
        return Problem("disk-full", text("cli.output_full"))
    return Problem("cannot-write", text("cli.output_closed"))
