"""Simulated computers of a club: network namespaces, each with an address, a processor share and a cable that can be cut.

Needs root. Traffic stays within the namespaces and one cable to this computer.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

CGROUPS = Path("/sys/fs/cgroup/cpu")
PERIOD_MICROSECONDS = 20_000
# Far above other processes of a busy computer, so that each host gets its share.
SHARES = 100_000
SECONDS = 30
MARK = "TRIAL_HOST"  # environment variable of all programs of a host


def run(*command: object) -> str:
    """Run a program of the system and return its output."""
    words = [str(word) for word in command]
    done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stderr}"
    return done.stdout


def can_make_namespaces() -> bool:
    """Return whether this system allows namespaces with cables and processor limits."""
    if sys.platform != "linux" or os.geteuid() != 0 or not (CGROUPS / "cpu.shares").exists():
        return False
    name = f"tnt{os.getpid()}"
    try:
        run("ip", "netns", "add", name)
        run("ip", "link", "add", name, "type", "veth", "peer", "name", f"{name}b")
        run("ip", "link", "del", name)
    except (AssertionError, OSError):
        return False
    finally:
        subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)
    return True


@dataclass(slots=True)
class Host:
    """A simulated computer: an address, and programs that end together."""

    name: str
    address: str
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, command: list[str], log: Path, environment: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        """Start a program on this computer, which writes to a log."""
        with open(log, "ab") as output:
            started = subprocess.Popen(
                self._here(command),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env={**(os.environ if environment is None else environment), MARK: self.name},
                start_new_session=True,
            )
        self.processes.append(started)
        return started

    def _here(self, command: list[str]) -> list[str]:
        return command

    def join(self) -> None:
        """Let this process share the processors of this computer, but not its network; without limits it may use them all."""

    def pids(self) -> list[int]:
        """Return the ids of all programs that run here."""
        mark = f"{MARK}={self.name}".encode()
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):  # it has ended, or belongs to another user
                if mark in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
        return found

    def signal(self, number: int) -> None:
        """Send a signal to all programs that run here."""
        for pid in self.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def cut(self) -> None:
        """Make the computer unresponsive without ending connections, here by suspending its programs."""
        self.signal(signal.SIGSTOP)

    def mend(self) -> None:
        """Resume its programs."""
        self.signal(signal.SIGCONT)

    def kill(self) -> None:
        """Kill all programs, as a power cut would."""
        for started in self.processes:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(started.pid, signal.SIGKILL)
            started.wait(SECONDS)
        self.processes.clear()
        while self.pids():
            self.signal(signal.SIGKILL)
            time.sleep(0.02)

    def close(self) -> None:
        """End all programs and clean up."""
        self.kill()


@dataclass(slots=True)
class NamespaceHost(Host):
    """A computer whose programs see only its network and share a limited part of a processor."""

    cable: str = ""
    switch: str = ""
    _mark: float = 0.0

    @property
    def group(self) -> Path:
        """The control group of all programs that run here."""
        return CGROUPS / self.name

    def _here(self, command: list[str]) -> list[str]:
        # Not `ip netns exec`, which hides the control groups.
        joining = f'echo $$ > "{self.group}/cgroup.procs" && exec nsenter --net=/run/netns/{self.name} "$@"'
        return ["sh", "-c", joining, "sh", *command]

    def pids(self) -> list[int]:
        """Return the ids of all programs that run here."""
        return [int(pid) for pid in (self.group / "cgroup.procs").read_text().split()]

    def join(self) -> None:
        """Let this process share the processors of this computer, but not its network."""
        (self.group / "cgroup.procs").write_text(str(os.getpid()))

    def limit(self, cores: float | None) -> None:
        """Limit all programs of this computer together to a part of a processor."""
        (self.group / "cpu.cfs_period_us").write_text(str(PERIOD_MICROSECONDS))
        (self.group / "cpu.cfs_quota_us").write_text(str(round(PERIOD_MICROSECONDS * cores) if cores else -1))

    def mark_usage(self) -> None:
        """Start measuring the processor time used by this computer."""
        self._mark = self._used()

    def used_since_mark(self) -> float:
        """Return the processor seconds used since `mark_usage`."""
        return self._used() - self._mark

    def _used(self) -> float:
        """Return the processor seconds of all programs that run here, including ended child processes."""
        ticks = 0
        for pid in self.pids():
            with contextlib.suppress(OSError):
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                ticks += sum(map(int, fields[11:15]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def cut(self) -> None:
        """Cut the cable: packets are lost silently and no connection is refused."""
        run("ip", "-n", self.switch, "link", "set", self.cable, "down")

    def mend(self) -> None:
        """Plug the cable in again."""
        run("ip", "-n", self.switch, "link", "set", self.cable, "up")

    def close(self) -> None:
        """End all programs, and unplug the computer."""
        self.kill()
        subprocess.run(["ip", "netns", "del", self.name], check=False, capture_output=True)
        with contextlib.suppress(OSError):
            self.group.rmdir()


class Loopback:
    """A fallback without namespaces: an address of this computer, without cable and processor limit."""

    def __init__(self) -> None:
        self.hosts: list[Host] = []
        self._number = os.getpid() % 200

    def add(self, name: str) -> Host:
        """Add a host."""
        host = Host(f"lo{os.getpid()}-{name}", f"127.77.{self._number}.{len(self.hosts) + 1}")
        self.hosts.append(host)
        return host

    def close(self) -> None:
        """End all programs."""
        for host in self.hosts:
            host.close()


class Network:
    """A switch and the computers connected to it; `gateway` is the address of this computer."""

    def __init__(self, number: int) -> None:
        self._prefix = f"tn{number}"
        self._subnet = f"10.{77 + number}.0"
        self.switch = f"{self._prefix}-switch"
        self.gateway = f"{self._subnet}.254"
        self.hosts: list[NamespaceHost] = []
        run("ip", "netns", "add", self.switch)
        run("ip", "-n", self.switch, "link", "add", "bridge", "type", "bridge")
        run("ip", "-n", self.switch, "link", "set", "bridge", "up")
        own = f"{self._prefix}-own"
        run("ip", "link", "add", own, "type", "veth", "peer", "name", "own", "netns", self.switch)
        run("ip", "-n", self.switch, "link", "set", "own", "master", "bridge", "up")
        run("ip", "address", "add", f"{self.gateway}/24", "dev", own)
        run("ip", "link", "set", own, "up")

    def add(self, name: str) -> NamespaceHost:
        """Plug in a computer."""
        number = len(self.hosts) + 1
        space, cable = f"{self._prefix}-{name}", f"cable{number}"
        address = f"{self._subnet}.{number}"
        host = NamespaceHost(space, address, cable=cable, switch=self.switch)
        host.group.mkdir(exist_ok=True)
        (host.group / "cpu.shares").write_text(str(SHARES))
        run("ip", "netns", "add", space)
        run("ip", "link", "add", "eth0", "netns", space, "type", "veth", "peer", "name", cable, "netns", self.switch)
        run("ip", "-n", self.switch, "link", "set", cable, "master", "bridge", "up")
        run("ip", "-n", space, "address", "add", f"{address}/24", "dev", "eth0")
        run("ip", "-n", space, "link", "set", "eth0", "up")
        run("ip", "-n", space, "link", "set", "lo", "up")
        self.hosts.append(host)
        return host

    def close(self) -> None:
        """End all programs and unplug everything."""
        for host in self.hosts:
            host.close()
        subprocess.run(["ip", "netns", "del", self.switch], check=False, capture_output=True)
        subprocess.run(["ip", "link", "del", f"{self._prefix}-own"], check=False, capture_output=True)


@contextlib.contextmanager
def network() -> Iterator[Network | Loopback]:
    """Provide a temporary network, of namespaces if possible; tests running in parallel each have their own."""
    made = _network() if can_make_namespaces() else Loopback()
    try:
        yield made
    finally:
        made.close()


def _network() -> Network:
    return Network(next(one for one in range(100) if not Path(f"/run/netns/tn{one}-switch").exists()))


def load() -> str:
    """Return the load of this computer, which is reported with each figure."""
    return f"load {os.getloadavg()[0]:.1f}"
