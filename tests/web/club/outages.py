"""Trials in which the database is down, full or slow, or a reader's cable is cut."""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text as sql

from tests.web.club.hosts import Host
from tests.web.club.servers import Postgresql, small_disk, wait_until
from tests.web.club.trials import Club, Losses, answer_all, club, losses_of

READERS = 3
SECONDS = 240.0
CUT_SECONDS = 60.0
SLOW_SECONDS = 0.2
DISK_MEGABYTES = 160


@dataclass(frozen=True, slots=True)
class Outage:
    """The results of a trial: losses, downtime of the database, time until all readers had recovered, and the page's message."""

    losses: Losses
    away: float
    again: float | None
    sentence: str

    def __str__(self) -> str:
        lost = f"{self.losses.photos} photos: {self.losses.lost} lost, {self.losses.doubled} doubled"
        again = "" if self.again is None else f"; away {self.away:.1f} s, all readers again {self.again:.1f} s after (goal 10)"
        return f"{lost}{again}; page: {self.sentence!r}"


def restart_database(photos: Sequence[bytes], obeys: bool = False) -> Outage:
    """Restart PostgreSQL as after a crash while photos are read."""
    with club() as here:
        here.add_readers(READERS, obeys)
        here.add_webs(1)
        return _interrupt(here, photos, here.database.restart)


def fail_over(photos: Sequence[bytes], obeys: bool = False) -> Outage:
    """Kill the computer of the database while photos are read, and promote its standby a moment later."""
    with club() as here:
        standby = Postgresql(here.net.add("standby"), here.folder)
        standby.copy_of(here.database)
        standby.start()
        both = f"{here.database.host.address},{standby.host.address}"
        here.url = f"postgresql://referee@/postgres?host={both}&target_session_attrs=read-write&connect_timeout=2"
        # A change is confirmed only when the standby has it, so that failover loses nothing that was confirmed.
        with here.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(sql("ALTER SYSTEM SET synchronous_standby_names = '*'"))
            connection.execute(sql("SELECT pg_reload_conf()"))
        here.add_readers(READERS, obeys)
        here.add_webs(1)

        def promote() -> None:
            here.database.kill()
            time.sleep(1.0)
            standby.promote()
            standby.allow_alone()

        return _interrupt(here, photos, promote)


def _interrupt(here: Club, photos: Sequence[bytes], interrupt: Callable[[], None]) -> Outage:
    """Send half of the photos, cause the outage, send the others, and monitor pages and readers."""
    half = len(photos) // 2
    here.send(photos[:half])
    sentences: list[str] = []
    stopped = threading.Event()
    watching = threading.Thread(target=_watch_page, args=(here, sentences, stopped), daemon=True)
    watching.start()
    sending = threading.Thread(target=here.send, args=(photos[half:],), daemon=True)
    started = time.monotonic()
    sending.start()
    interrupt()
    wait_until(lambda: here.ask(sql("SELECT 1")) == 1, SECONDS, "the database")
    away = time.monotonic() - started
    again = _until_all_work(here)
    sending.join(SECONDS)
    answer_all(here, SECONDS)
    stopped.set()
    watching.join(20)
    return Outage(losses_of(here), away, again, sentences[0] if sentences else "")


def _until_all_work(here: Club) -> float:
    """Wait until all readers have registered again and taken photos; return the time this took."""
    started = time.monotonic()
    now = here.ask(sql("SELECT extract(epoch FROM clock_timestamp())::float"))
    idle = "SELECT count(*) FROM procrastinate_workers WHERE extract(epoch FROM last_heartbeat) > :now"
    working = "SELECT count(DISTINCT reader) FROM trial WHERE what = 'taken' AND extract(epoch FROM at) > :now"
    while True:
        seen = [here.ask(sql(question).bindparams(now=now)) or 0 for question in (idle, working)]
        if max(seen) >= len(here.readers):
            return time.monotonic() - started
        assert time.monotonic() - started < SECONDS, f"only {seen} readers work again"
        time.sleep(0.1)


def _watch_page(here: Club, sentences: list[str], stopped: threading.Event) -> None:
    """Record the page's response to a new game that cannot be saved."""
    web = here.webs[0]
    body = {"board": "islet", "players": ["Anna", "Bo"]}
    while not stopped.wait(0.2):
        try:
            status, answer = web.ask("POST", "/api/games", body)
        except OSError:
            sentences.append("no answer")
            continue
        if status >= 400:
            sentences.append(str(answer["message"] if isinstance(answer, dict) else f"{status}"))


def fill_the_disk(photos: Sequence[bytes], obeys: bool = False) -> Outage:
    """Fill the disk of the database while photos are read, and free space again later."""
    with club() as here:
        here.database.stop()
        with _moved_to_small_disk(here) as disk:
            here.database.start()
            here.add_readers(READERS, obeys)
            here.add_webs(1)

            def fill() -> None:
                _fill(disk / "filler")
                time.sleep(8.0)
                (disk / "filler").unlink()
                with contextlib.suppress(AssertionError):
                    here.database.start()  # it exits when there is no space for its log

            outage = _interrupt(here, photos, fill)
            here.database.stop()
            return outage


@contextlib.contextmanager
def _moved_to_small_disk(here: Club) -> Iterator[Path]:
    with small_disk(here.folder / "disk", DISK_MEGABYTES) as disk:
        here.database.move_to(disk / "data")
        yield disk


def _fill(path: Path) -> None:
    block = bytes(2**16)
    with contextlib.suppress(OSError), open(path, "wb", buffering=0) as file:
        while True:
            file.write(block)


def slow_statements(photos: Sequence[bytes], obeys: bool = False) -> Outage:
    """Delay each statement by 200 ms, as over a slow line: everything is slower, but nothing is lost."""
    with club() as here:
        direct = here.url
        here.url = direct.replace(f"@{here.database.host.address}/", f"@{here.database.host.address}:{SlowLine.PORT}/")
        SlowLine(here.database.host, here.folder).start()
        here.add_readers(READERS, obeys)
        here.add_webs(1)
        stopped, sentences = threading.Event(), list[str]()
        watching = threading.Thread(target=_watch_page, args=(here, sentences, stopped), daemon=True)
        watching.start()
        started = time.monotonic()
        here.send(photos)
        answer_all(here, SECONDS)
        took = time.monotonic() - started
        stopped.set()
        watching.join(30)
        return Outage(losses_of(here), 0.0, None, sentences[0] if sentences else f"as always, all read within {took:.0f} s")


class SlowLine:
    """A TCP proxy on the database's computer that delays what clients send; run as a program."""

    PORT = 5433

    def __init__(self, host: Host, folder: Path) -> None:
        self._host, self._folder = host, folder

    def start(self) -> None:
        """Start the proxy and wait until it accepts connections."""
        self._host.start(
            [sys.executable, "-m", "tests.web.club.outages", str(SLOW_SECONDS), self._host.address], self._folder / "slow.log"
        )
        wait_until(lambda: _takes_connections(self._host.address, self.PORT), 30, "the slow line")


def _takes_connections(address: str, port: int) -> bool:
    try:
        socket.create_connection((address, port), timeout=1).close()
    except OSError:
        return False
    return True


def cut_a_reader(photos: Sequence[bytes], obeys: bool = False, seconds: float = CUT_SECONDS) -> Outage:
    """Cut the cable of a busy reader; others read its photos, and its late answers are discarded."""
    with club() as here:
        here.add_readers(READERS, obeys)
        here.add_webs(1)
        half = len(photos) // 2
        here.send(photos[:half])
        cut = here.readers[0].computer
        cut.cut()
        started = time.monotonic()
        here.send(photos[half:])
        answer_all(here, SECONDS)
        elsewhere = time.monotonic() - started
        time.sleep(max(0.0, seconds - elsewhere))
        cut.mend()
        before = losses_of(here)
        here.send(photos[:READERS])
        again = _until_all_work(here)
        answer_all(here, SECONDS)
        after = losses_of(here)
        assert before.lost == 0
        return Outage(after, elsewhere, again, f"photos of the cut reader answered elsewhere after {elsewhere:.1f} s")


def _relay(line: socket.socket, seconds: float) -> None:
    server = socket.create_connection((sys.argv[2], 5432))
    threading.Thread(target=_pass_on, args=(server, line, 0.0), daemon=True).start()
    _pass_on(line, server, seconds)


def _pass_on(source: socket.socket, target: socket.socket, seconds: float) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            time.sleep(seconds)
            target.sendall(data)
    for one in (source, target):
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)


def main() -> None:
    """Run the proxy until killed."""
    with socket.create_server((sys.argv[2], SlowLine.PORT), backlog=100) as listener:
        while True:
            line, _ = listener.accept()
            threading.Thread(target=_relay, args=(line, float(sys.argv[1])), daemon=True).start()


if __name__ == "__main__":
    main()
