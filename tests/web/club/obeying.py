"""Readers with a fake reading process that follows instructions in the photo, and such photos.

`python -m tests.web.club.obeying URL [PROCESSES]` runs them as a separate process that tests can kill.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.boards.library import use_data_folder
from web.club.readers import ReaderConfig, Readers
from web.photos.worker import Worker

OBEYS = """
import json, os, sys, time
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    task = json.loads(line)
    if task["task"] == "keep":
        for name in ("kept", "small"): open(task[name], "wb").write(b"picture of " + open(task["path"], "rb").read())
        print(json.dumps({"kept": True, "width": 4, "height": 3}), flush=True)
        continue
    word = open(task["path"]).read() if task["task"] == "read" else "warm"
    if word == "crash": os.abort()
    if word.startswith("slow"): time.sleep(float(word.split()[1]))
    reading = {"paper": "a4", "hex_mm": 30, "said": word, "by": os.getppid()}
    print(json.dumps({"reading": reading, "ink": "colour"}), flush=True)
"""


def obeying_worker() -> Worker:
    """Start a reading process that follows the instructions in each photo."""
    return Worker(OBEYS)


@contextmanager
def reading(database: str, processes: int = 1, pictures: str | None = None) -> Iterator[Readers]:
    """Run obedient readers in this process."""
    readers = Readers(ReaderConfig(database, pictures, processes, start_worker=obeying_worker))
    readers.start()
    try:
        yield readers
    finally:
        readers.stop()


@contextmanager
def reading_host(database: str, processes: int = 1) -> Iterator[subprocess.Popen[str]]:
    """Run obedient readers in a separate process, which tests may kill."""
    command = [sys.executable, "-m", "tests.web.club.obeying", database, str(processes)]
    host = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert host.stdout is not None
    assert host.stdout.readline() == "reading\n"
    try:
        yield host
    finally:
        host.kill()
        host.communicate()


def wait_for(holds: Callable[[], bool], seconds: float = 60.0) -> float:
    """Wait until a condition holds; return the seconds it took."""
    started = time.monotonic()
    while not holds():
        assert time.monotonic() - started < seconds
        time.sleep(0.02)
    return time.monotonic() - started


def main() -> None:
    """Read photos until ended."""
    stopped = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stopped.set())
    with tempfile.TemporaryDirectory() as folder:
        use_data_folder(Path(folder))
        with reading(sys.argv[1], int(sys.argv[2])):
            print("reading", flush=True)
            while not stopped.wait(0.5):
                pass


if __name__ == "__main__":
    main()
