"""Figures of the code base, for this tree and an older one: `python -m tests.bench house [--against REVISION]`.

The figures count the source, the functions that one `terranova read` enters, and the SQL to end a turn, and include the size of
the wheel.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.bench.figures import EXAMPLES, end_turns
from tests.bench.house_figures import Source
from tests.bench.trees import BrokenTree, Tree, two_trees

BEFORE_THE_ROOMS = "971adde"
PHOTO = EXAMPLES / "photo.jpg"
Figures = dict[str, float]
STATEMENTS, IN_REFEREE, CIRCLES = "product statements", "modules directly in referee/", "circles of rooms"
FUNCTIONS, MODULES = "functions entered to read a photo", "modules entered to read a photo"
SQL, TRANSACTIONS, WHEEL = "SQL statements to end a turn", "transactions to end a turn", "wheel, MB"
GOALS = {IN_REFEREE: 2.0, CIRCLES: 0.0, FUNCTIONS: 450.0, MODULES: 60.0, SQL: 8.0, TRANSACTIONS: 2.0, WHEEL: 5.0}
FEWER_STATEMENTS = 0.88  # goal, as a share of the statements of the older tree

# Runs the command line and writes the named functions and class bodies of the tree that were entered, on any thread.
ENTERED = """
import atexit, sys, threading
root, out = sys.argv.pop(1), sys.argv.pop(1)
ours = tuple(f"{root}{package}/" for package in ("referee", "printables", "calibration", "web"))
codes = set()
def note(frame, event, argument):
    if event == "call":
        codes.add(frame.f_code)
threading.setprofile(note)
sys.setprofile(note)
def write():
    sys.setprofile(None)
    named = {c for c in codes if c.co_filename.startswith(ours) and not c.co_name.startswith("<")}
    with open(out, "w") as file:
        file.writelines(f"{c.co_filename}:{c.co_firstlineno}:{c.co_name}\\n" for c in named)
atexit.register(write)
"""

# Runs the companion and writes a line for each SQL statement and for the start of each transaction.
ASKED = """
import sys
from sqlalchemy import event
from sqlalchemy.engine import Engine
out = open(sys.argv.pop(1), "a", buffering=1)
event.listen(Engine, "before_cursor_execute", lambda *arguments: out.write(f"sql {' '.join(arguments[2].split())}\\n"))
event.listen(Engine, "begin", lambda *arguments: out.write("begin\\n"))
"""


@dataclass(frozen=True, slots=True)
class Entered:
    """The functions and class bodies that one run entered, as (file, line, name)."""

    functions: frozenset[tuple[str, str, str]]

    @property
    def modules(self) -> frozenset[str]:
        """The files that contain the functions."""
        return frozenset(file for file, _, _ in self.functions)


def main(arguments: list[str]) -> int:
    """Print one line per figure; return 2 if a tree cannot be measured."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench house")
    parser.add_argument("--against", default=BEFORE_THE_ROOMS, metavar="REVISION", help="the revision to compare with")
    options = parser.parse_args(arguments)
    try:
        with two_trees(options.against) as (older, this):
            before, now = measure(older), measure(this)
    except BrokenTree as broken:
        print(broken, file=sys.stderr)
        return 2
    print_table(before, now)
    print("modules of each room")
    for room, count in Source(this.root).modules_of_rooms().items():
        print(f"  {room:24}{count:4d}")
    return 0


def measure(tree: Tree) -> Figures:
    """Return every figure of a tree."""
    return count_source(tree.root) | count_entered(tree) | count_database(tree) | {WHEEL: weigh_wheel(tree)}


def count_source(root: Path) -> Figures:
    """Return the figures that are computed from the source alone."""
    source = Source(root)
    circles = source.circles_of_rooms()
    return {
        STATEMENTS: source.count_statements(),
        "docstrings": source.count_docstrings(),
        "rooms": len(source.modules_of_rooms()),
        IN_REFEREE: source.modules_of_rooms().get("referee", 0),
        CIRCLES: len(circles),
        "rooms in the largest circle": max(map(len, circles), default=0),
    }


def enter(tree: Tree, *arguments: str | Path) -> Entered:
    """Run a command and return the functions of the tree that the command entered, on all its threads."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "entered"
        program = ENTERED + tree.program
        line = [sys.executable, "-c", program, f"{tree.root}/", str(out), *map(str, arguments)]
        done = subprocess.run(line, env=tree.environment, cwd=tree.scratch, capture_output=True, text=True, check=False)
        if done.returncode:
            raise BrokenTree(f"{tree.name}: {' '.join(map(str, arguments))}: {done.stderr.strip()[-200:]}")
        lines = out.read_text(encoding="utf-8").splitlines()
    return Entered(frozenset((file, number, name) for file, number, name in (row.rsplit(":", 2) for row in lines)))


def count_entered(tree: Tree) -> Figures:
    """Count the functions and modules that `terranova read` enters on the example photo."""
    entered = enter(tree, "read", "--json", PHOTO)
    return {FUNCTIONS: len(entered.functions), MODULES: len(entered.modules)}


def count_database(tree: Tree) -> Figures:
    """Count the SQL statements and transactions of a companion to end one turn, the last one of the setup."""
    log = tree.scratch / "database.log"
    last: list[str] = []

    def keep_last() -> None:
        last[:] = log.read_text(encoding="utf-8").splitlines()
        log.write_text("", encoding="utf-8")

    end_turns(tree, [sys.executable, "-c", ASKED + tree.program, str(log)], keep_last)
    return {SQL: sum(row.startswith("sql") for row in last), TRANSACTIONS: last.count("begin")}


@cache
def weigh_wheel(tree: Tree) -> float:
    """Build the wheel of a tree and return its size in MB."""
    with tempfile.TemporaryDirectory() as folder:
        line = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, str(tree.root)]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        if done.returncode:
            raise BrokenTree(f"{tree.name}: {done.stderr.strip()[-200:]}")
        return next(Path(folder).glob("*.whl")).stat().st_size / 1e6


def print_table(before: Mapping[str, float], now: Mapping[str, float]) -> None:
    """Print each figure of both trees with its goal."""
    goals = GOALS | {STATEMENTS: round(FEWER_STATEMENTS * before[STATEMENTS])}
    print(f"{'':36}{'before':>8}{'now':>8}{'goal':>8}")
    for name in now:
        print(f"{name:36}{before[name]:8g}{now[name]:8g}{goals.get(name, float('nan')):8g}".replace("nan", "   "))
