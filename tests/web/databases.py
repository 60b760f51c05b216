"""The databases the store's tests run on: SQLite, and Debian's PostgreSQL where it is installed or an address is given."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ADDRESS_VARIABLE = "TERRANOVA_TEST_POSTGRESQL"
SECONDS = 60


def find_postgresql() -> Path | None:
    """Finds the folder with initdb and pg_ctl."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return versions[-1].parent if versions else None


@contextmanager
def running_postgresql(folder: Path) -> Iterator[str]:
    """Runs a server of its own, on a socket in a folder, and gives its address."""
    programs = find_postgresql()
    assert programs is not None
    data = folder / "cluster"
    _let_server_in(folder)
    _run([programs / "initdb", "-D", data, "-A", "trust", "-U", "referee", "--no-sync"])
    options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off -c max_connections=30"
    _run([programs / "pg_ctl", "-D", data, "-w", "-l", folder / "server.log", "-o", options, "start"])
    try:
        yield f"postgresql://referee@/postgres?host={folder}"
    finally:
        _run([programs / "pg_ctl", "-D", data, "-w", "-m", "immediate", "stop"])


def _let_server_in(folder: Path) -> None:
    if os.name == "posix" and os.geteuid() == 0:
        shutil.chown(folder, "postgres")
        for parent in (folder, *folder.parents):
            if parent.stat().st_uid == 0 and parent != Path(parent.anchor) and not parent.stat().st_mode & 0o001:
                parent.chmod(parent.stat().st_mode | 0o011)


def _run(command: list[object]) -> None:
    words = [str(word) for word in command]
    if os.name == "posix" and os.geteuid() == 0:  # the server refuses to run as root
        words = ["runuser", "-u", "postgres", "--", *words]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=SECONDS, cwd="/")
