"""The addresses at which phones on the same network can reach this computer, most likely first.

A computer can have many addresses: Wi-Fi, Ethernet, virtual machines, a VPN. Link-local addresses and those of virtual adapters
come last. Among the others, the address that the system would use for outgoing traffic comes first; finding that address sends
no packet.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from dataclasses import dataclass
from hashlib import sha256

LOOPBACK = "127.0.0.1"
EVERYWHERE = ("", "0.0.0.0", "::")
KNOWN_SECONDS = 2.0
# Any remote address will do: connecting a datagram socket only looks up the route.
_OUTSIDE = ("192.0.2.1", 9)
_SELDOM_RIGHT = (
    "docker",
    "veth",
    "virbr",
    "br-",
    "vmnet",
    "vboxnet",
    "tun",
    "tap",
    "utun",
    "wg",
    "zt",
    "tailscale",
    "hyper-v",
    "vethernet",
    "virtualbox",
    "vmware",
)


@dataclass(frozen=True, slots=True)
class Address:
    """An address of this computer, with its network adapter's name (empty if unknown); `best` marks the most likely address."""

    host: str
    adapter: str
    best: bool

    def url(self, port: int) -> str:
        """Return the companion's URL at this address."""
        return url_of(self.host, port)


class Addresses:
    """The addresses of a running server, cached only for KNOWN_SECONDS since laptops move between networks."""

    def __init__(self, host: str | None, port: int) -> None:
        self.port = port
        self._host = host
        self._known: tuple[Address, ...] = ()
        self._looked = -KNOWN_SECONDS

    def now(self) -> tuple[Address, ...]:
        """Return the current addresses, most likely first."""
        if time.monotonic() - self._looked >= KNOWN_SECONDS:
            self._known, self._looked = find_addresses(self._host), time.monotonic()
        return self._known

    @property
    def best(self) -> Address:
        """The address at which phones can most likely reach this computer."""
        return self.now()[0]

    @property
    def version(self) -> str:
        """A short hash of the addresses and the port, so that pages notice a change."""
        hosts = ",".join(address.host for address in self.now())
        return short_hash(f"{hosts}:{self.port}")


def short_hash(addresses: str) -> str:
    """Return a short hash of addresses, so that pages notice when the addresses change."""
    return sha256(addresses.encode()).hexdigest()[:12]


def find_addresses(host: str | None) -> tuple[Address, ...]:
    """Return the addresses at which phones can reach this computer, most likely first.

    Return only `host` if it is given and no wildcard address; otherwise, without a network, return the loopback address.
    """
    if host is not None and host not in EVERYWHERE:
        return (Address(host, "", True),)
    found = sorted(_adapters(), key=lambda pair: _rank(*pair))
    if not found:
        return (Address(LOOPBACK, "", True),)
    return tuple(Address(address, name, place == 0) for place, (address, name) in enumerate(found))


def url_of(host: str, port: int) -> str:
    """Return the http URL of a host and port, with an IPv6 address in brackets and without port 80."""
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}/" if port == 80 else f"http://{shown}:{port}/"


def is_public(address: str) -> bool:
    """Return whether an IP address is globally routable, unlike those of private networks and loopback."""
    return ipaddress.ip_address(address.partition("%")[0]).is_global


def _adapters() -> set[tuple[str, str]]:
    import ifaddr

    found = set()
    for adapter in ifaddr.get_adapters():
        for known in adapter.ips:
            if isinstance(known.ip, str) and not ipaddress.ip_address(known.ip).is_loopback:
                found.add((known.ip, known.nice_name or adapter.nice_name))
    return found


def _rank(address: str, name: str) -> tuple[bool, bool, bool, bool, str]:
    seldom = name.lower().startswith(_SELDOM_RIGHT) or any(word in name.lower() for word in ("virtual", "vpn"))
    ip = ipaddress.ip_address(address)
    return (ip.is_link_local, seldom, address != _route_address(), not ip.is_private, address)


def _route_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_OUTSIDE)
        except OSError:
            return None
        return str(probe.getsockname()[0])
