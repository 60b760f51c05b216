"""The programs of a club on simulated computers: PostgreSQL with a standby, web servers, readers and a proxy, as in docs/club."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.web.club.hosts import Host, run
from tests.web.databases import find_postgresql
from tests.web.served import Server

TERRANOVA = [sys.executable, "-m", "referee.cli.main"]
WEB_PORT, PROXY_PORT = 8642, 8080
START_SECONDS = 60.0
POSTGRESQL_OPTIONS = "-c max_connections=100 -c unix_socket_directories= -c wal_level=replica"


def clean_environment(**more: str) -> dict[str, str]:
    """Return this environment without the options of other tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TERRANOVA_", "PROMETHEUS_", "PG"))}
    return {**kept, "OPENBLAS_NUM_THREADS": "1", **more}


class Postgresql:
    """A PostgreSQL server on a simulated computer; its data survive the server."""

    def __init__(self, host: Host, folder: Path) -> None:
        programs = find_postgresql()
        assert programs is not None
        self.host, self.folder, self.programs = host, folder, (programs / "initdb").resolve().parent
        self.data = folder / f"{host.name}-data"
        self.log = folder / f"{host.name}.log"

    @property
    def _options(self) -> str:
        return f"-c listen_addresses={self.host.address} {POSTGRESQL_OPTIONS}"

    @property
    def url(self) -> str:
        """The address of the database."""
        return f"postgresql://referee@{self.host.address}/postgres?connect_timeout=2"

    def create(self) -> None:
        """Create an empty database that the computers can use without a password."""
        self.folder.chmod(0o777)
        self._run("initdb", "-D", self.data, "-A", "trust", "-U", "referee", "--no-sync")
        with open(self.data / "pg_hba.conf", "a") as rules:
            rules.write("host all all samenet trust\nhost replication all samenet trust\n")

    def copy_of(self, other: Postgresql) -> None:
        """Become a standby of another server, which follows it at once."""
        self.folder.chmod(0o777)
        self._run("pg_basebackup", "-h", other.host.address, "-U", "referee", "-D", self.data, "-R", "-X", "stream", "-c", "fast")

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self._run("pg_ctl", "-D", self.data, "-w", "-l", self.log, "-o", self._options, "start")

    def restart(self) -> None:
        """Restart the server as after a crash: all connections end at once."""
        self._run("pg_ctl", "-D", self.data, "-w", "-m", "immediate", "-l", self.log, "-o", self._options, "restart")

    def promote(self) -> None:
        """Become the primary."""
        self._run("pg_ctl", "-D", self.data, "-w", "promote")

    def allow_alone(self) -> None:
        """Confirm changes without a standby, when this is the only server left."""
        alone = "ALTER SYSTEM SET synchronous_standby_names = ''"
        self._run("psql", "-h", self.host.address, "-U", "referee", "-d", "postgres", "-c", alone)
        self._run("pg_ctl", "-D", self.data, "reload")

    def stop(self) -> None:
        """Stop the server, if it runs."""
        if (self.data / "postmaster.pid").exists():
            self._run("pg_ctl", "-D", self.data, "-w", "-m", "fast", "stop")

    def move_to(self, data: Path) -> None:
        """Move the data of a stopped server to another disk."""
        run("cp", "-a", self.data, data)
        self.data = data

    def kill(self) -> None:
        """Kill the server, as a power cut would."""
        server = int((self.data / "postmaster.pid").read_text().split()[0])
        for pid in (server, *map(int, Path(f"/proc/{server}/task/{server}/children").read_text().split())):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.host.kill()

    def _run(self, program: str, *arguments: object) -> None:
        words = [str(self.programs / program), *map(str, arguments)]
        as_server = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []  # the server refuses to run as root
        started = self.host.start([*as_server, *words], self.folder / f"{program}.log")
        code = started.wait(60)
        self.host.processes.remove(started)
        assert code == 0, (self.folder / f"{program}.log").read_text()


class Web(Server):
    """A web server of a club on a separate computer."""

    def __init__(self, host: Host, database: str, folder: Path, *options: str) -> None:
        super().__init__(host.address, WEB_PORT)
        self.computer, self._folder = host, folder
        self._command = [
            *TERRANOVA,
            *("serve", "--json", "--no-browser", "--host", host.address, "--port", str(WEB_PORT)),
            *("--data", str(folder / f"{host.name}-web"), "--database", database, *options),
        ]

    def start(self) -> None:
        """Start it without waiting until it is ready."""
        self.computer.start(self._command, self._folder / f"{self.computer.name}.log", clean_environment())

    def wait(self) -> None:
        """Wait until it is ready."""
        wait_until(lambda: is_ready(self), START_SECONDS, "a web server")

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        self.computer.kill()


class Reader:
    """A reader of a club on a separate computer; an obedient one follows the instructions in photos instead of reading them."""

    def __init__(self, host: Host, database: str, folder: Path, obeys: bool = False) -> None:
        self.computer, self._folder = host, folder
        real = [*TERRANOVA, "reader", "--database", database, "--processes", "1"]
        self._command = [sys.executable, "-m", "tests.web.club.obeying", database, "1"] if obeys else real

    def start(self) -> None:
        """Start it without waiting until it is ready."""
        self.process = self.computer.start(self._command, self._folder / f"{self.computer.name}.log", clean_environment())

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        self.computer.kill()

    def stop(self) -> int:
        """Ask it to stop, and return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


class Proxy(Server):
    """nginx configured as in docs/club, in front of some web servers."""

    def __init__(self, host: Host, webs: list[Web], folder: Path) -> None:
        super().__init__(host.address, PROXY_PORT)
        self.computer, self._folder = host, folder
        settings = (Path(__file__).parents[3] / "docs/club/nginx.conf").read_text()
        line = next(line for line in settings.splitlines() if "server web:" in line)
        lines = "\n".join(line.replace("web:8642", f"{web.host}:{WEB_PORT}") for web in webs)
        site = settings.replace(line, lines).replace("listen 80;", f"listen {host.address}:{PROXY_PORT};")
        bound = site.replace("proxy_http_version", f"proxy_bind {host.address}; proxy_http_version")  # on loopback too
        (folder / "site.conf").write_text(bound)
        (folder / "nginx.conf").write_text(
            f"daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx-error.log;\n"
            "events { worker_connections 4096; }\n"
            f"http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxied;\n"
            f"fastcgi_temp_path {folder}/f;\n uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n"
            f"include {folder}/site.conf; }}\n"
        )

    def start(self) -> None:
        """Start it and wait until it answers."""
        folder = self._folder
        command = ["nginx", "-c", str(folder / "nginx.conf"), "-e", str(folder / "nginx-error.log")]
        self.computer.start(command, folder / "nginx.log")
        wait_until(lambda: is_ready(self), START_SECONDS, "the proxy")


def is_ready(server: Server) -> bool:
    """Return whether a server reports that it is ready."""
    try:
        return server.ask("GET", "/health/ready")[0] == 200
    except OSError:
        return False


def wait_until(is_so: Callable[[], bool], seconds: float, what: str) -> float:
    """Wait until a condition holds and return the seconds it took; fail after a timeout."""
    started = time.monotonic()
    while not is_so():
        assert time.monotonic() - started < seconds, f"{what} took more than {seconds:g} s"
        time.sleep(0.05)
    return time.monotonic() - started


def have_nginx() -> bool:
    """Return whether nginx is installed."""
    return shutil.which("nginx") is not None


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """Provide a disk of a given size that a test can fill."""
    folder.mkdir(exist_ok=True)
    run("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)
