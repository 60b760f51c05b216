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


@contextmanager
def running_postgresql() -> Iterator[str]:
    """Run a separate server on a socket in a folder with a short name, and yield its address."""
    programs = find_postgresql()
    assert programs is not None
    with tempfile.TemporaryDirectory(prefix="terranova-pg-") as name:
        folder = Path(name)
        data = folder / "cluster"
        if _is_root():
            shutil.chown(folder, "postgres")
        _run([programs / "initdb", "-D", data, "-A", "trust", "-U", "referee", "--no-sync"])
        options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off -c max_connections=30"
        _run([programs / "pg_ctl", "-D", data, "-w", "-l", folder / "server.log", "-o", options, "start"])
        try:
            yield f"postgresql://referee@/postgres?host={folder}"
        finally:
            _run([programs / "pg_ctl", "-D", data, "-w", "-m", "fast", "stop"])


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
