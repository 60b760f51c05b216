"""Access control: trusted host names, changes only from our own pages, and the join code.

The threats are a web page opened by anyone at home, a guest's device, and a curious child; a home's server is not meant to be
safe on the open internet. The code and the key are stored in the data folder, so that phones stay joined after a restart.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
import secrets
import socket
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from referee.files.json_input import quoted
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.doors import HOUSE
from web.site.entry import Entry
from web.site.kept_secrets import keep_secret

# Letters and digits that cannot be confused when read aloud across a table.
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 10
SHORTEST_CODE = 4  # an owner could have chosen their own code
SHORTEST_KEY = 32
COOKIE_PREFIX = "terranova_join_"
COOKIE_SECONDS = 400 * 24 * 3600
# Per client within a minute; a club (web/club/wrong_codes.py) counts those of the current and the previous clock minute.
MOST_WRONG_CODES = 10
MINUTE_SECONDS = 60.0
REMEMBERED_CLIENTS = 1000  # addresses; the least recently active one is dropped first

# HTML pages carry all headers; scripts, styles and data only the relevant ones, since each header
# is sent with every one of some forty small files.
EVERY_ANSWER = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}
PAGE_TYPES = ("text/html", "image/svg+xml")
PAGES = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
        "font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    # Not no-referrer: with that our own forms would send "Origin: null" and be refused.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), camera=(self), payment=(), usb=()",
}
OTHERS = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"}

_NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")


@dataclass(frozen=True, slots=True)
class HostRule:
    """The host names accepted for this server.

    IP addresses, which cannot be rebound, are accepted as well, and so are localhost, *.localhost and *.local, which have no
    public DNS records.
    """

    named: frozenset[str]

    def allows(self, host: str) -> bool:
        """Return whether to accept a request with this Host header."""
        name = host_name(host)
        if name is None:
            return False
        if _is_address(name) or name in self.named:
            return True
        return name == "localhost" or name.endswith((".localhost", ".local"))


def headers_for(kind: str) -> dict[str, str]:
    """Return the security headers for a content type."""
    return {**EVERY_ANSWER, **(PAGES if kind in PAGE_TYPES else OTHERS)}


def host_rule(extra: Iterable[str]) -> HostRule:
    """Return a rule that accepts this computer's own name and the names in `extra`.

    Raise a Problem for a malformed name.
    """
    own = socket.gethostname().lower()
    return HostRule(frozenset({own, own.split(".")[0], *map(_plain_name, extra)} - {""}))


def _plain_name(given: str) -> str:
    name = given.strip().lower().rstrip(".")
    if not _NAME.fullmatch(name):
        raise Problem("bad-allow-host", text("serve.bad_allow_host", given=quoted(given)))
    return name


def host_name(host: str) -> str | None:
    """Return the name in a Host header without its port, or None if the header is malformed."""
    host = host.strip().lower()
    if host.startswith("["):
        name, bracket, port = host[1:].partition("]")
        return name if bracket and _is_address(name) and re.fullmatch(r"(:\d{1,5})?", port) else None
    name, _, port = host.partition(":")
    if port and not re.fullmatch(r"\d{1,5}", port):
        return None
    name = name.rstrip(".")
    return name if _NAME.fullmatch(name) else None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def same_origin(origin: str, scheme: str, host: str) -> bool:
    """Return whether an Origin header names this server, with the same scheme, host and port."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme == scheme and parts.netloc.lower() == host.strip().lower() and not parts.path


class JoinCode:
    """The join code of a home, and the cookie of phones that have joined.

    If `wanted` is false, there is no code, and everyone on the network is admitted.
    """

    def __init__(self, data: Path, wanted: bool = True) -> None:
        self._key = keep_secret(data / "key", make_key, SHORTEST_KEY).encode()
        self.code = keep_secret(data / "code", make_code, SHORTEST_CODE) if wanted else None
        self.cookie_name = COOKIE_PREFIX + self._sign("cookie name")[:6]
        self.house = Entry(HOUSE, self.code)
        self._wrong_codes = WrongCodes()

    def _sign(self, what: str) -> str:
        return hmac.new(self._key, what.encode(), hashlib.sha256).hexdigest()

    @property
    def cookie_value(self) -> str:
        """The value of the cookie of a phone that has joined; a new code invalidates the cookie."""
        return self._sign(f"joined with {self.code}")

    def is_joined(self, cookie: str | None) -> bool:
        """Return whether a cookie is that of a phone that has joined; if there is no code, return True for any cookie."""
        return self.code is None or (cookie is not None and hmac.compare_digest(cookie.encode(), self.cookie_value.encode()))

    is_in_house = may_have_joined = is_joined

    def entry(self, cookie: str | None, _game_id: str = "") -> Entry | None:
        """Return the entry with access to everything if a phone with this cookie has joined or no code is needed, else None."""
        return self.house if self.is_joined(cookie) else None

    def admit(self, code: str, client: str) -> str | None:
        """Return the cookie for a valid code, or None if the code is wrong; raise a Problem after too many wrong codes."""
        opens = self.opens(code, client)
        if opens is None:
            raise Problem("too-many-guesses", text("serve.too_many_guesses"))
        return self.cookie_value if opens else None

    def opens(self, code: str, client: str) -> bool | None:
        """Return whether a code is correct, or None if the client has entered too many wrong codes; count a wrong code.

        If no code is needed, any code is correct.
        """
        if self.code is None:
            return True
        if self._wrong_codes.too_many(client):
            return None
        right = hmac.compare_digest(plain_code(code).encode(), self.code.encode())
        if not right:
            self._wrong_codes.count(client)
        return right


@dataclass(slots=True)
class WrongCodes:
    """A rate limiter that counts the wrong codes of the last minute per client address."""

    _when: dict[str, list[float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def too_many(self, client: str) -> bool:
        """Return whether a client has entered too many wrong codes in the last minute."""
        with self._lock:
            recent = [at for at in self._when.get(client, ()) if time.monotonic() - at < MINUTE_SECONDS]
            return len(recent) >= MOST_WRONG_CODES

    def count(self, client: str) -> None:
        """Record a wrong code, and drop inactive clients."""
        at = time.monotonic()
        with self._lock:
            for known in list(self._when):
                self._when[known] = [earlier for earlier in self._when[known] if at - earlier < MINUTE_SECONDS]
                if not self._when[known]:
                    del self._when[known]
            self._when[client] = [*self._when.pop(client, ()), at]
            if len(self._when) > REMEMBERED_CLIENTS:
                del self._when[next(iter(self._when))]


def make_key() -> str:
    """Return a new random key to sign cookies with."""
    return secrets.token_hex(32)


def make_code() -> str:
    """Return a new random join code of about 49 bits that is easy to type."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def group_code(code: str) -> str:
    """Format a join code in two groups, which are easier to read aloud and compare."""
    return f"{code[: CODE_LENGTH // 2]} {code[CODE_LENGTH // 2 :]}"


def plain_code(typed: str) -> str:
    """Normalize a typed code by removing blanks and dashes and converting it to lower case."""
    return re.sub(r"[\s-]", "", typed).lower()
