"""Speed and size of printing, `python -m tests.bench print`: cold start, file size and memory of each document.

Limits: a six-sheet board in 0.5 s, 400 kB and 100 MB; everything in one language in 3 s.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

RUNS = 5
MOST_BOARD_S, MOST_ALL_S = 0.5, 3.0
MOST_BOARD_KB, MOST_MEMORY_MB = 400.0, 100.0
PAPERS = ("A4", "Letter")
INKS = ("colour", "light", "grey")


def main(arguments: list[str]) -> int:
    """Print one line for each limit; return 1 if a limit is exceeded."""
    with tempfile.TemporaryDirectory() as folder:
        return int(not all(list(_measure(Path(folder)))))


def _measure(folder: Path) -> Iterator[bool]:
    for paper in PAPERS:
        for ink in INKS:
            path = folder / "board.pdf"
            seconds, busy, megabytes = _best("board", "terranova", "--paper", paper, "--ink", ink, "-o", str(path))
            name = f"board, {paper}, {ink}"
            yield _line(f"{name}, cold start", seconds, MOST_BOARD_S, "s")
            print(f"{'  of this the processor was busy':48}{busy:8.2f} s", flush=True)
            yield _line(f"{name}, file", path.stat().st_size / 1000, MOST_BOARD_KB, "kB")
            yield _line(f"{name}, memory", megabytes, MOST_MEMORY_MB, "MB")
    for language in ("en", "hu"):
        seconds, busy, megabytes = _best("all", "terranova", "--lang", language, "-o", str(folder / "all"))
        yield _line(f"everything as files, {language}, cold start", seconds, MOST_ALL_S, "s")
        seconds, busy, megabytes = _best("all", "terranova", "--lang", language, "-o", str(folder / "all.pdf"))
        yield _line(f"everything in one file, {language}, cold start", seconds, MOST_ALL_S, "s")
        print(f"{'  its memory and size':48}{megabytes:8.1f} MB, {(folder / 'all.pdf').stat().st_size / 1000:.0f} kB", flush=True)


def _best(*arguments: str) -> tuple[float, float, float]:
    """Return the shortest wall-clock and CPU time of several cold starts, in seconds, and the peak memory of all, in MB."""
    program = "from referee.cli.main import main; raise SystemExit(main())"
    best, busy, most = float("inf"), float("inf"), 0.0
    # modules are compiled only once, as after an installation
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(Path(tempfile.gettempdir()) / "terranova-bench-modules")
    for _ in range(RUNS):
        started = time.perf_counter()
        child = subprocess.Popen([sys.executable, "-c", program, "print", *arguments], stdout=subprocess.DEVNULL, env=environment)
        _, status, used = os.wait4(child.pid, 0)
        best = min(best, time.perf_counter() - started)
        busy = min(busy, used.ru_utime + used.ru_stime)
        most = max(most, used.ru_maxrss / 1024)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            raise SystemExit(f"terranova print {' '.join(arguments)} ended with {child.returncode}")
    return best, busy, most


def _line(name: str, measured: float, limit: float, unit: str) -> bool:
    kept = measured <= limit
    print(f"{name:48}{measured:8.2f} {unit} (at most {limit:g}){'' if kept else ' NOT KEPT'}", flush=True)
    return kept
