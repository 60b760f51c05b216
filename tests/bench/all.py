"""Compare every figure of this tree with an older revision: `python -m tests.bench all --against REVISION`.

The two trees are run alternately, each of them first in half of the pairs, so that other work on the computer affects both
alike. The medians of the ratios of this tree to the older one are printed with their intervals. A figure is worse if the whole
interval is above 1.05; the exit code is then 1. A figure that the older tree cannot give, because a command is new, is printed
alone and marked as new.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.figures import Job, Measured, every_job
from tests.bench.ratios import CONFIDENCE, FEWEST_PAIRS, WORSE_ABOVE, spread_of
from tests.bench.trees import BrokenTree, Tree, two_trees

RUNS = 11
NAME_WIDTH = 24


def main(arguments: list[str]) -> int:
    """Measure and print one line per figure; return 1 if a figure is worse, 2 if a tree cannot be measured."""
    options = _options(arguments)
    try:
        with two_trees(options.against) as (older, this), TemporaryDirectory() as folder:
            print(f"{'':{NAME_WIDTH}}{'older':>10}{'this':>10}{'ratio':>8}   {CONFIDENCE:.0%} interval, {options.runs} pairs")
            jobs = [job for job in every_job(Path(folder)) if options.only in job.name]
            worse = [name for job in jobs for name in compare(job, older, this, options.runs)]
    except BrokenTree as broken:
        print(broken, file=sys.stderr)
        return 2
    print(f"worse (surely above {WORSE_ABOVE:g}): {', '.join(worse) or 'none'}")
    return int(bool(worse))


def compare(job: Job, older: Tree, this: Tree, runs: int) -> list[str]:
    """Run a job alternately in both trees and print its figures; return the names of the figures that are worse."""
    first = job.measure(this)  # compiles the modules and fills the caches on disk
    try:
        job.measure(older)
    except BrokenTree as missing:
        _print_new(first, missing)
        return []
    pairs: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for number in range(runs):
        order = (older, this) if number % 2 == 0 else (this, older)
        measured = {tree.name: job.measure(tree) for tree in order}
        for name, seconds in measured[this.name].items():
            pairs[name].append((measured[older.name][name], seconds))
    return [name for name, found in pairs.items() if _print_line(name, found)]


def _print_line(name: str, pairs: list[tuple[float, float]]) -> bool:
    before, after = (statistics.median(column) for column in zip(*pairs, strict=True))
    spread = spread_of([new / old for old, new in pairs])
    interval = f"{spread.low:.2f} to {spread.high:.2f}"
    times = f"{1000 * before:8.1f}ms{1000 * after:8.1f}ms"
    print(f"{name:{NAME_WIDTH}}{times}{spread.middle:8.2f}   {interval}{'  WORSE' if spread.is_worse else ''}", flush=True)
    return spread.is_worse


def _print_new(measured: Measured, missing: BrokenTree) -> None:
    for name, seconds in measured.items():
        print(f"{name:{NAME_WIDTH}}{'':10}{1000 * seconds:8.1f}ms     new   {missing}", flush=True)


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench all")
    parser.add_argument("--against", required=True, metavar="REVISION", help="the revision to compare with")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"pairs of runs of each figure, at least {FEWEST_PAIRS}")
    parser.add_argument("--only", default="", metavar="WORDS", help="only the figures whose name holds these words")
    options = parser.parse_args(arguments)
    if options.runs < FEWEST_PAIRS:
        parser.error(f"--runs must be at least {FEWEST_PAIRS}")
    return options
