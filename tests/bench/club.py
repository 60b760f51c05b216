"""Benchmark a club on simulated hosts: network namespaces, each with its own address, processor share and cable.

`python -m tests.bench club [--row speed|kills|webs|crowd|restart|standby|full|slow|cut] [--photos N] [--seconds N]
[--tables N...]`. Needs root, PostgreSQL and nginx. Readers, web servers and PostgreSQL are the real ones. The computer's load is
printed with each figure.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from pathlib import Path

from tests.bench.club_simulation import cost_of, simulate
from tests.web.club.crowd import crowd
from tests.web.club.hand_play import play_while_webs_die
from tests.web.club.hosts import can_make_namespaces, load
from tests.web.club.outages import cut_a_reader, fail_over, fill_the_disk, restart_database, slow_statements
from tests.web.club.trials import answer_all, club, kill_now_and_then, losses_of, speed_of

PHOTOS = Path(__file__).parents[1] / "photos"
READER_CORES = 0.2
SPEED_PHOTOS = 40  # for each reader
KILL_SECONDS = 5.0
SEED = 2026
GOAL_TABLES = 300
MOST_SECONDS = 3600.0
MOST_FAULTS = 5  # kinds of faults that are printed

Options = argparse.Namespace


def main(arguments: list[str]) -> int:
    """Run the benchmarks given by --row, or all of them; return 2 if this computer cannot simulate hosts."""
    options = _options(arguments)
    if not can_make_namespaces():
        print("Hosts need root, network namespaces, and cgroups that limit processors.", file=sys.stderr)
        return 2
    for name in options.row or ROWS:
        ROWS[name](options)
    return 0


def photos_of(number: int) -> list[bytes]:
    """Return the given number of real photos of two megapixels, repeated as needed."""
    return list(islice(cycle([path.read_bytes() for path in sorted(PHOTOS.glob("*.jpg"))]), number))


def _speed(options: Options) -> None:
    found = []
    for number in (1, 2, 4):
        with club() as here:
            here.add_readers(number)
            here.send(photos_of(4 * number))  # loads and warms every reader
            answer_all(here, 120)
            for reader in here.readers:
                reader.computer.limit(READER_CORES)
            started = load()
            sent = here.send(photos_of(options.photos or SPEED_PHOTOS * number))
            answer_all(here, MOST_SECONDS)
            found.append(speed_of(here, sent))
            _print(f"{number} readers of {READER_CORES} core: {found[-1]:.2f} photos a second, {len(sent)} photos", started)
    _print(f"1 -> 4 readers: {found[-1] / found[0]:.2f} times (goal 3.4)")


def _kills(options: Options) -> None:
    with club() as here:
        here.add_readers(3)
        step = kill_now_and_then(here, KILL_SECONDS, random.Random(SEED))
        here.send(photos_of(options.photos or 1000), step)
        answer_all(here, MOST_SECONDS, step)
        cost = losses_of(here)
    within = f"95 % within {cost.p95:.1f} s, all within {max(cost.interrupted, default=0):.1f} s (goal 25)"
    _print(f"{cost.photos} photos, a reader killed every {KILL_SECONDS:g} s: {cost.lost} lost, {cost.doubled} doubled")
    _print(f"  {len(cost.interrupted)} photos lost their reader; {within}")


def _webs(options: Options) -> None:
    found = play_while_webs_die(seconds=options.seconds or 60.0, phones=6, seed=SEED)
    _print(f"one of three web hosts killed {found.kills} times: {found.confirmed} changes confirmed, {found.missing} lost")
    _print(f"  a change took at the most {found.longest:.2f} s, retries included (goal 3), 95 % {found.p95:.2f} s")


def _crowd(options: Options) -> None:
    for tables in options.tables:
        found = crowd(tables=tables, seconds=options.seconds or 60.0, photos=photos_of(12))
        counts = f"{found.polls} polls, {found.photos} photos, {found.faults.total()} faults"
        _print(f"{tables} tables of 4 phones for {found.seconds:.0f} s: {counts}")
        for fault, times in found.faults.most_common(MOST_FAULTS):
            _print(f"  {times} times {fault}")
        _print(f"  page {found.page_ms:.0f} ms (goal 200), photo {found.photo_seconds:.1f} s (goal 3), both 95th percentile")
        _print(f"  processor seconds a second: {', '.join(f'{name} {used:.2f}' for name, used in found.used.items())}")
    poll, photo = cost_of(found)
    print(f"a poll costs a web server {1000 * poll:.1f} ms, a photo with its picture a reader {photo:.2f} s of a processor")
    for web_cores, reader_cores in ((2, 1), (4, 2)):
        then = simulate(GOAL_TABLES, poll, photo, web_cores, reader_cores, SEED)
        print(f"simulated, {GOAL_TABLES} tables on {web_cores} processors for pages and {reader_cores} for readers:", end=" ")
        print(f"page {then.poll_ms:.0f} ms, photo {then.photo_seconds:.1f} s, both 95th percentile", flush=True)


def _outage(name: str, trial: Callable[..., object]) -> Callable[[Options], None]:
    def measure(options: Options) -> None:
        _print(f"{name}: {trial(photos_of(options.photos or 60))}")

    return measure


def _print(line: str, started: str = "") -> None:
    print(f"{line}   [{' -> '.join(filter(None, (started, load())))}]", flush=True)


ROWS: dict[str, Callable[[Options], None]] = {
    "speed": _speed,
    "kills": _kills,
    "webs": _webs,
    "crowd": _crowd,
    "restart": _outage("database restarted as after a crash", restart_database),
    "standby": _outage("database killed, standby promoted", fail_over),
    "full": _outage("disk of the database full", fill_the_disk),
    "slow": _outage("200 ms a statement", slow_statements),
    "cut": _outage("a reader's cable pulled for 60 s", cut_a_reader),
}


def _options(arguments: Sequence[str]) -> Options:
    parser = argparse.ArgumentParser(prog="python -m tests.bench club")
    parser.add_argument("--row", action="append", choices=tuple(ROWS), help="only this row; may be given more than once")
    parser.add_argument("--photos", type=int, default=0, help="how many photos, for rows with photos")
    parser.add_argument("--seconds", type=float, default=0.0, help="how long, for rows with a duration")
    parser.add_argument("--tables", type=int, nargs="*", default=[20, 40, 80], help="how many tables, one after the other")
    return parser.parse_args(arguments)
