"""Measure each setting of `calibration/runtime.py` separately: `python -m tests.bench switches [--pairs N] [PHOTO...]`.

Two processes that differ in one setting read the same photo alternately, so that other work on the computer slows both. A
setting is worth having for speed if reading takes more than 5 % longer without it, in wall-clock or processor time.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.bench.figures import EXAMPLES
from tests.bench.ratios import WORSE_ABOVE, Spread, spread_of
from tests.bench.trees import HERE

PAIRS = 40
WARM_UP = 3  # number of readings before the measured ones
Times = tuple[float, float]  # wall-clock and processor time in seconds

# Configures the process without the settings named in the arguments, then reads each photo named on a line of standard input.
READER = """
import os, resource, sys, time
from pathlib import Path
from calibration import runtime
left_out = sys.argv[1:]
if "blas" in left_out:
    os.environ["OPENBLAS_NUM_THREADS"] = str(os.cpu_count())
runtime.configure_runtime()
import cv2
if "opencv" in left_out:
    cv2.setNumThreads(os.cpu_count())
from referee.reader.read_photo import ReadOptions, read_photo
for line in sys.stdin:
    clock, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
    read_photo(Path(line.rstrip("\\n")), ReadOptions())
    clock, after = time.perf_counter() - clock, resource.getrusage(resource.RUSAGE_SELF)
    print(clock, after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime, flush=True)
"""
SETTINGS = {"NumPy in one thread": ("blas",), "OpenCV in one thread": ("opencv",), "both": ("blas", "opencv")}


def main(arguments: list[str]) -> int:
    """Print the time ratio of reading without each setting to reading with all settings."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench switches")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="how often both processes read")
    parser.add_argument("photos", nargs="*", type=Path, default=[EXAMPLES / "photo.jpg"])
    options = parser.parse_args(arguments)
    print(f"{'without':24}{'by the clock':>24}{'in processor time':>24}")
    for name, left_out in SETTINGS.items():
        clock, used = compare(left_out, options.photos, options.pairs)
        matters = max(clock.middle, used.middle) > WORSE_ABOVE
        print(f"{name:24}{show(clock):>24}{show(used):>24}  {'more than 5 %' if matters else 'at most 5 %'}")
    return 0


def compare(left_out: Sequence[str], photos: Sequence[Path], pairs: int) -> tuple[Spread, Spread]:
    """Return the ratios of the times without some settings to those with all settings, in wall-clock and processor time."""
    with ExitStack() as running:
        without, complete = (running.enter_context(reader(names)) for names in (left_out, ()))
        for _ in range(WARM_UP):
            for photo in photos:
                read(without, photo)
                read(complete, photo)
        clock, used = [], []
        for number in range(pairs):
            photo = photos[number % len(photos)]
            order = (without, complete) if number % 2 else (complete, without)  # neither always follows the other
            times = {id(process): read(process, photo) for process in order}
            slow, fast = times[id(without)], times[id(complete)]
            clock.append(slow[0] / fast[0])
            used.append(slow[1] / fast[1])
    return spread_of(clock), spread_of(used)


@contextmanager
def reader(left_out: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    """Start a process that reads photos without some settings, and kill it on exit."""
    line = [sys.executable, "-c", READER, *left_out]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OPENBLAS")}
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=HERE, env=environment) as process:
        try:
            yield process
        finally:
            process.kill()


def read(process: subprocess.Popen[str], photo: Path) -> Times:
    """Make a process read a photo; return the wall-clock time and the processor time in seconds."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{photo.resolve()}\n")
    process.stdin.flush()
    clock, used = process.stdout.readline().split()
    return float(clock), float(used)


def show(ratio: Spread) -> str:
    """Format a ratio with its interval."""
    return f"{ratio.middle:.2f} ({ratio.low:.2f} to {ratio.high:.2f})"
