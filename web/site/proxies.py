"""Apply X-Forwarded-For, -Proto and -Host if a trusted proxy has sent them, and remove all forwarding headers.

All other code sees the request as if the phone had connected directly, with the phone's address, scheme and host.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.files.json_input import quoted
from referee.words.problems import Problem
from referee.words.texts import text

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Environment = dict[str, Any]

SCHEMES = ("http", "https")
MOST_HOPS = 20  # maximum number of X-Forwarded-For entries examined, the nearest first
FORWARDED = "terranova.forwarded"  # environ key: the request has come through a trusted proxy
_HEADERS_OF_PROXIES = re.compile(r"HTTP_(X_FORWARDED_\w+|FORWARDED|X_REAL_IP)")
_WITH_PORT = re.compile(r"(?:\[(?P<six>[^\]]+)\]|(?P<four>[^:]+))(?::\d{1,5})?")


@dataclass(frozen=True, slots=True)
class TrustedProxies:
    """The addresses whose forwarding headers are trusted."""

    networks: tuple[Network, ...] = ()

    def trusts(self, address: str) -> bool:
        """Return whether an address is that of a trusted proxy."""
        found = parse_address(address)
        return found is not None and any(found in network for network in self.networks)

    def adapt(self, environ: Environment) -> None:
        """Rewrite a WSGI environment as if the phone had connected directly, and remove all forwarding headers.

        The headers have an effect only if a trusted proxy has connected. The client is then the last address in X-Forwarded-For
        that is not a trusted proxy's. Earlier entries are not trusted, since the client could have sent them.
        """
        given = {name: str(environ.pop(name)) for name in list(environ) if _HEADERS_OF_PROXIES.fullmatch(name)}
        if not given or not self.networks or not self.trusts(str(environ.get("REMOTE_ADDR", ""))):
            return
        environ["REMOTE_ADDR"] = self._client(str(environ["REMOTE_ADDR"]), given.get("HTTP_X_FORWARDED_FOR", ""))
        environ.pop("REMOTE_HOST", None)
        environ.pop("REMOTE_PORT", None)
        if (scheme := _nearest(given, "HTTP_X_FORWARDED_PROTO").lower()) in SCHEMES:
            environ["wsgi.url_scheme"] = scheme
        if host := _nearest(given, "HTTP_X_FORWARDED_HOST"):
            environ["HTTP_HOST"] = host
        environ[FORWARDED] = True

    def _client(self, peer: str, forwarded_for: str) -> str:
        client = peer
        for entry in _from_nearest(forwarded_for):
            found = parse_address(entry)
            if found is None:
                break
            client = str(found)
            if not self.trusts(client):
                break
        return client


def _from_nearest(values: str) -> Iterator[str]:
    for value in reversed(values.rsplit(",", MOST_HOPS)[-MOST_HOPS:]):
        yield value.strip()


def _nearest(given: Mapping[str, str], name: str) -> str:
    """Return the last value of a header, which the connecting proxy has added."""
    return given.get(name, "").rpartition(",")[2].strip()


def parse_address(given: str) -> IPAddress | None:
    """Parse an IP address with or without a port, or return None if the address is invalid.

    An IPv4-mapped IPv6 address becomes an IPv4 address.
    """
    bare = given.strip().partition("%")[0]
    matched = _WITH_PORT.fullmatch(bare)
    for candidate in (bare, matched and (matched["six"] or matched["four"])):
        try:
            found = ipaddress.ip_address(candidate or "")
        except ValueError:
            continue
        return getattr(found, "ipv4_mapped", None) or found
    return None


def trusted_proxies(given: Iterable[str]) -> TrustedProxies:
    """Return the trusted proxies named by addresses and networks such as 10.0.0.0/8; raise a Problem for anything else."""
    return TrustedProxies(tuple(map(_network, given)))


def _network(given: str) -> Network:
    try:
        return ipaddress.ip_network(given.strip())
    except ValueError:
        raise Problem("bad-trusted-proxy", text("serve.bad_trusted_proxy", given=quoted(given))) from None
