"""The databases for tests of the store: SQLite, and PostgreSQL if it is installed or an address is given."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from web.games.schema import open_engine

ADDRESS_VARIABLE = "TERRANOVA_TEST_POSTGRESQL"
SECONDS = 60


def find_postgresql() -> Path | None:
    """Find the folder with initdb and pg_ctl."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return versions[-1].parent if versions else None


class PostgresqlServer:
    """A separate server, on a socket in a short-named folder, which may be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        programs = find_postgresql()
        assert programs is not None
        self._folder, self._control = folder, [programs / "pg_ctl", "-D", folder / "cluster", "-w"]
        self.address = f"postgresql://referee@/postgres?host={folder}"
        if _is_root():
            shutil.chown(folder, "postgres")
        _run([programs / "initdb", "-D", folder / "cluster", "-A", "trust", "-U", "referee", "--no-sync"])

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = f"-c listen_addresses='' -c unix_socket_directories={self._folder} -c fsync=off -c max_connections=60"
        _run([*self._control, "-l", self._folder / "server.log", "-o", options, "start"])

    def stop(self) -> None:
        """End the server and all its connections, without waiting for their transactions."""
        _run([*self._control, "-m", "fast", "stop"])


@contextmanager
def restartable_postgresql() -> Iterator[PostgresqlServer]:
    """Run a separate server that a test may stop and start again."""
    with tempfile.TemporaryDirectory(prefix="terranova-pg-") as name:
        server = PostgresqlServer(Path(name))
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def running_postgresql() -> Iterator[str]:
    """Run a separate server and yield its address."""
    with restartable_postgresql() as server:
        yield server.address


def own_postgresql() -> Iterator[str]:
    """Provide the address of a PostgreSQL server, from the environment or started for these tests."""
    given = os.environ.get(ADDRESS_VARIABLE)
    if given:
        yield given
    elif find_postgresql() is None:
        pytest.skip(f"no PostgreSQL server: install postgresql, or name one in {ADDRESS_VARIABLE}")
    else:
        with running_postgresql() as address:
            yield address


def emptied(found: str) -> str:
    """Empty a PostgreSQL database and return its address."""
    engine = open_engine(found)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()
    return found


def _is_root() -> bool:
    return os.name == "posix" and os.geteuid() == 0


def _run(command: list[object]) -> None:
    words = [str(word) for word in command]
    if _is_root():  # the server refuses to run as root
        words = ["runuser", "-u", "postgres", "--", *words]
    # A server started here would keep a pipe open for as long as it runs, so what is said goes to a file.
    with tempfile.TemporaryFile() as output:
        done = subprocess.run(words, check=False, stdout=output, stderr=output, timeout=SECONDS, cwd="/")
        output.seek(0)
        assert done.returncode == 0, output.read().decode("utf-8", "replace")
