"""Read photos in several processes and yield the readings in the order requested.

If a process crashes, the photo that it was reading fails, and a new process takes its place. The processes work at most a few
photos ahead of the one returned next, so that memory stays bounded however slowly the results are taken.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import wait
from types import TracebackType
from typing import Any, Self

from referee.cli.output import problem_of
from referee.cli.photo_requests import PhotoRead, PhotoRequest
from referee.files.json_input import STANDARD_INPUT, read_standard_input
from referee.words.problems import Problem
from referee.words.texts import text

AHEAD = 4  # photos per process that may be read ahead
END_SECONDS = 2.0  # for a process to finish its photo when the call ends early

Answer = PhotoRead | Exception


class ReadingProcesses:
    """Processes that read the photos of one call. When the object is used as a context manager, it ends the processes on exit.

    `next_photo` returns the readings in turn. `on_start` is called with a photo's path before that photo is sent to a process.
    """

    def __init__(self, request: PhotoRequest, photos: Sequence[str], processes: int, on_start: Callable[[str], None]) -> None:
        self._request, self._photos, self._on_start = request, photos, on_start
        self._idle = [_Reader(request) for _ in range(min(processes, len(photos)))]
        self._ahead = AHEAD * len(self._idle)
        self._busy: dict[Any, _Reader] = {}
        self._answers: dict[int, Answer] = {}
        self._begun = self._returned = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for reader in (*self._idle, *self._busy.values()):
            reader.stop()

    def next_photo(self) -> PhotoRead:
        """Return the reading of the next photo in order; raise the error, usually a Problem, if the photo could not be read."""
        place = self._returned
        while place not in self._answers:
            self._hand_out()
            self._collect()
        self._returned += 1
        self._hand_out()  # the processes continue while the caller writes this result
        answer = self._answers.pop(place)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _hand_out(self) -> None:
        last = min(len(self._photos), self._returned + self._ahead)
        while self._idle and self._begun < last:
            path, place = self._photos[self._begun], self._begun
            self._begun += 1
            self._on_start(path)
            reader = self._idle.pop()
            try:
                self._busy[reader.begin(place, path)] = reader
            except Exception as error:  # standard input cannot be read, or no process be started
                self._answers[place] = error
                self._idle.append(reader)

    def _collect(self) -> None:
        for link in wait(list(self._busy)) if self._busy else ():
            reader = self._busy.pop(link)
            self._answers[reader.place] = reader.finish(self._photos[reader.place])
            self._idle.append(reader)


class _Reader:
    """One reading process, started for the first photo, and started again for the next photo if the process has ended."""

    def __init__(self, request: PhotoRequest) -> None:
        self._request = request
        self._process: Any = None
        self._link: Any = None
        self.place = 0

    def begin(self, place: int, path: str) -> Any:
        """Send a photo to the process, starting it if needed, and return the connection that will deliver the answer.

        If the path is `-`, the photo is read from standard input and sent as bytes.
        """
        from calibration.limits import MAX_BYTES

        given = read_standard_input(MAX_BYTES + 1) if path == STANDARD_INPUT else None
        self.place = place
        if self._process is None or not self._send(path, given):
            self.stop()
            self._start()
            self._send(path, given)  # if the new process has ended already, `finish` reports it
        return self._link

    def finish(self, path: str) -> Answer:
        """Return the answer for the photo, or a Problem if the process has ended instead.

        Stop the process if it cannot read further photos.
        """
        try:
            answer, goes_on = self._link.recv()
        except (EOFError, OSError):
            answer, goes_on = Problem("reader-ended", text("read.process_ended", photo=path)), False
        if not goes_on:
            self.stop()
        read: Answer = answer
        return read

    def stop(self) -> None:
        """End the process after its current photo, or forcibly if that takes longer than `END_SECONDS`."""
        if self._process is None:
            return
        self._link.close()
        self._process.join(END_SECONDS)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._process.close()
        self._process = None

    def _start(self) -> None:
        # A fresh interpreter, since OpenCV's threads do not survive a fork.
        context = multiprocessing.get_context("spawn")
        self._link, other = context.Pipe()
        with other, _interrupts_ignored():
            process = context.Process(target=_read_photos, args=(other, self._request), daemon=True)
            process.start()
        self._process = process

    def _send(self, path: str, given: bytes | None) -> bool:
        try:
            self._link.send((path, given))
        except OSError:
            return False
        return True


def _read_photos(link: Any, request: PhotoRequest) -> None:
    """Read photos until the connection is closed or a decoder that cannot be interrupted has timed out, then exit."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that prints
    _silence()
    from calibration.runtime import configure_runtime
    from calibration.threads import has_overdue_work

    configure_runtime()
    goes_on = True
    while goes_on:
        try:
            answer = _answer(request, *link.recv())
            goes_on = not has_overdue_work()
            link.send((answer, goes_on))
        except (EOFError, OSError):  # the call has ended
            break
    os._exit(0)


def _answer(request: PhotoRequest, path: str, given: bytes | None) -> Answer:
    try:
        return request.read(path, given)
    except Problem as problem:
        return problem
    except Exception as error:
        return problem_of(error)


def _silence() -> None:
    """Redirect standard output and standard error to the null device, to discard what image libraries print."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


@contextlib.contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Ignore Ctrl-C in a `with` block, so that processes started in it ignore Ctrl-C if they inherit signal handling.

    Outside the main thread, which alone may change signal handling, nothing is done.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
