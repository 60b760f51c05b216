"""Measure reading time: a cold start, one photo alone, and many in one command, relative to a full decode of the same files."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

RUNS = 9
COLD_RUNS = 5
DECODES = 5  # decodes of each file before the command, and again after it
FEWEST, MOST_PHOTOS = 8, 20  # in one command
LARGE = 10_000_000  # pixels; smaller photos are not representative of phones
MOST_RATIO, MOST_COLD_S, MOST_COLD_MB = 1.3, 1.0, 250.0
PROGRAM = "from referee.cli.main import main; raise SystemExit(main())"


def measure_time(photo: Path, others: list[Path]) -> bool:
    """Print the times and the memory of reading beside their limits; return whether all limits are met.

    The cold start and its memory are measured first, since a child process's peak memory starts at its parent's.
    """
    cold = [_cold_start(photo) for _ in range(COLD_RUNS)]
    kept = _line("cold start", statistics.median(seconds for seconds, _ in cold), MOST_COLD_S, "s")
    kept &= _line("memory of a cold start", max(megabytes for _, megabytes in cold), MOST_COLD_MB, "MB")
    decode, read, parts = _one_alone(photo)
    print(f"{'one full decode':34}{1000 * decode:8.1f} ms; one photo alone {1000 * read:.1f} ms: {parts}")
    large = [path for path in others if _is_large(path)] or [photo]
    return kept & _measure_many([large[k % len(large)] for k in range(max(FEWEST, min(MOST_PHOTOS, len(large))))])


def _cold_start(photo: Path) -> tuple[float, float]:
    begun = time.perf_counter()
    child = subprocess.Popen([sys.executable, "-c", PROGRAM, "read", "--json", str(photo)], stdout=subprocess.DEVNULL)
    used = _end(child)
    return time.perf_counter() - begun, used.ru_maxrss / 1024


def _one_alone(photo: Path) -> tuple[float, float, str]:
    from referee.reader.read_photo import ReadOptions, read_photo

    read_photo(photo, ReadOptions())
    decode, read, parts = [], [], []
    for _ in range(RUNS):
        decode.append(_decode_fully(photo))
        begun = time.perf_counter()
        spent = read_photo(photo, ReadOptions()).reading.milliseconds
        read.append(time.perf_counter() - begun)
        parts.append((spent.decode, spent.locate, spent.read))
    typical = [round(statistics.median(column)) for column in zip(*parts, strict=True)]
    return statistics.median(decode), statistics.median(read), f"decode {typical[0]}, locate {typical[1]}, read {typical[2]} ms"


def _measure_many(photos: list[Path]) -> bool:
    """Measure the time per photo of one command, from its first answer to its last, and return whether the limit is met."""
    decode = [_typical_decode(path) for path in photos[1:]]
    child = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "read", "--json", *map(str, photos)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert child.stdout is not None
    answered = [time.perf_counter() for _ in child.stdout]
    used = _end(child)
    decode += [_typical_decode(path) for path in photos[1:]]
    steady, full = (answered[-1] - answered[0]) / (len(photos) - 1), statistics.mean(decode)
    busy = (used.ru_utime + used.ru_stime) / len(photos)
    summary = f"{1000 * steady:.1f} ms each, {1000 * busy:.1f} ms of the processor; one full decode {1000 * full:.1f} ms"
    print(f"{len(photos)} photos in one command: {summary}")
    return _line("steady, over one full decode", steady / full, MOST_RATIO, "")


def _typical_decode(photo: Path) -> float:
    return statistics.median(_decode_fully(photo) for _ in range(DECODES))


def _decode_fully(photo: Path) -> float:
    import cv2
    import numpy as np

    data = np.fromfile(photo, np.uint8)
    begun = time.perf_counter()
    cv2.imdecode(data, cv2.IMREAD_COLOR)
    return time.perf_counter() - begun


def _is_large(photo: Path) -> bool:
    size = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))["photo"]
    return int(size["width"] * size["height"]) >= LARGE


def _end(child: subprocess.Popen[bytes]) -> Any:
    """Wait for a process and return its resource usage; exit if the process failed."""
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"terranova read ended with {child.returncode}")
    return used


def _line(name: str, measured: float, limit: float, unit: str) -> bool:
    kept = measured <= limit
    print(f"{name:34}{measured:8.2f} {unit} (at most {limit:g}){'' if kept else ' NOT KEPT'}", flush=True)
    return kept
