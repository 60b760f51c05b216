"""The codes and cookies of a club.

The house's code gives access to everything, and a table's code only to that table. The codes, and the key that signs the cookies,
are in the database, so that all servers accept the same cookies. A table's cookie names the table and the issue of the table's
code, so that closing the table or renewing its code ends access at once.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import re
import secrets
import threading
import time
from collections import OrderedDict
from pathlib import Path

from sqlalchemy import Connection

from referee.words.problems import Problem
from referee.words.texts import text
from web.club.boards import ClubShelf
from web.club.secrets import replace_secret, shared_secret
from web.club.table_door import TableDoor
from web.club.tables import ClubTable, ClubTables, table_with_code
from web.club.wrong_codes import TooManyWrongCodes, try_code
from web.games.doors import HOUSE
from web.games.store import Store
from web.site.entry import Entry, PutOut
from web.site.kept_secrets import kept_secret
from web.site.security import COOKIE_PREFIX, MOST_WRONG_CODES, SHORTEST_CODE, SHORTEST_KEY, make_code, make_key, plain_code

CODE_SECONDS = 1.0  # how long a server uses a house code before checking for a new one
PHONE_SECONDS = 60.0  # minimum interval between records of the same phone
REMEMBERED_PHONES = 5000
_TABLE_COOKIE = re.compile(r"(\d{1,9})\.(\d{1,9})\.([0-9a-f]{16})\.([0-9a-f]{64})", re.ASCII)


class ClubJoin:
    """The codes and cookies of a club. If `wanted` is false, phones that have joined no table use the house without a code."""

    def __init__(self, store: Store, tables: ClubTables, data: Path, wanted: bool = True) -> None:
        self._store, self._tables, self._data, self._wanted = store, tables, data, wanted
        # Secrets of an older data folder are imported, so that its phones stay joined.
        self._key = shared_secret(store, "key", lambda: kept_secret(data / "key", SHORTEST_KEY) or make_key()).encode()
        self._code = self._shared_code()
        self._code_read = time.monotonic()
        self.cookie_name = COOKIE_PREFIX + self._sign("cookie name")[:6]
        self._seen = _Sightings()

    def _shared_code(self) -> str:
        return shared_secret(self._store, "code", lambda: kept_secret(self._data / "code", SHORTEST_CODE) or make_code())

    @property
    def code(self) -> str | None:
        """The house's code, which is read again after CODE_SECONDS, or None if everyone is admitted."""
        if self._wanted and time.monotonic() - self._code_read > CODE_SECONDS:
            self._code_read = time.monotonic()
            with contextlib.suppress(Problem):  # the request itself reports that the database is down
                self._code = self._shared_code()
        return self._code if self._wanted else None

    @property
    def house(self) -> Entry:
        """The entry of a phone that has joined with the house's code."""
        return Entry(HOUSE, self.code, ClubShelf(self._store, None))

    def renew_code(self) -> None:
        """Replace the code of the house. Phones with the old code lose access, on other servers within CODE_SECONDS."""
        replace_secret(self._store, "code", make_code())
        self._code, self._code_read = self._shared_code(), time.monotonic()

    def _sign(self, what: str) -> str:
        return hmac.new(self._key, what.encode(), hashlib.sha256).hexdigest()

    @property
    def cookie_value(self) -> str:
        """The value of the cookie of a phone that has joined with the house's code."""
        return self._cookie_by(self.code)

    def _cookie_by(self, house_code: str | None) -> str:
        return self._sign(f"joined with {house_code}")

    def is_in_house(self, cookie: str | None) -> bool:
        """Return whether a cookie was issued for the house's current code; False if there is no house code."""
        return cookie is not None and self.code is not None and _are_equal(cookie, self.cookie_value)

    def may_have_joined(self, cookie: str | None) -> bool:
        """Return whether a cookie could be valid, judged without querying the database.

        The cookie must match the house's code as last read, or be signed for a table, unless there is no house code.
        """
        if not self._wanted:
            return True
        return cookie is not None and (_are_equal(cookie, self._cookie_by(self._code)) or self._signed(cookie) is not None)

    def entry(self, cookie: str | None, game_id: str = "") -> Entry | None:
        """Return what a phone with a cookie may use, or None if the phone has to join first; record a phone that is at a table.

        `game_id` is the game that the request names, or empty. Raise PutOut if the phone's table was closed or has a new code.
        """
        if self.is_in_house(cookie):
            return self.house
        seat = self._seat_of(cookie, game_id)
        if seat is None:
            return self.house if self.code is None else None
        table, phone, has_game = seat
        if self._seen.is_due(f"{table.id}.{phone}"):
            self._tables.note_phone(table.id, phone)
        door, boards = TableDoor(table.id), ClubShelf(self._store, table.id)
        return Entry(door, table.code, boards, table, game_id if has_game else None)

    def _signed(self, cookie: str | None) -> re.Match[str] | None:
        found = _TABLE_COOKIE.fullmatch(cookie or "")
        return found if found and _are_equal(found[4], self._sign(_claim(found[1], found[2], found[3]))) else None

    def _seat_of(self, cookie: str | None, game_id: str) -> tuple[ClubTable, str, bool] | None:
        """Return the table and the phone that a cookie names, and whether the game belongs to the table.

        Return None if the cookie names no table, and raise PutOut if the table has been closed or has a new code.
        """
        found = self._signed(cookie)
        if found is None:
            return None
        table, has_game = self._tables.look_up(int(found[1]), game_id)
        if table is None or table.is_closed:
            raise _closed()
        if table.issue != int(found[2]):
            raise PutOut("table-code-changed", text("club.code_changed", title=table.title))
        return table, found[3], has_game

    def admit(self, code: str, client: str) -> str | None:
        """Return the cookie for a valid code, or None if the code is wrong.

        Without a house code, every code that belongs to no table admits to the house. Raise a Problem after too many wrong codes,
        or if the code is that of a closed table.
        """
        typed = plain_code(code)
        house_code = self.code  # read before a connection is taken, and once, since another server could renew it meanwhile

        def look_up(connection: Connection) -> ClubTable | str | None:
            if house_code is not None and _are_equal(typed, house_code):
                return self._cookie_by(house_code)
            return table_with_code(connection, typed) or (self._cookie_by(None) if house_code is None else None)

        try:
            found = try_code(self._store, client, MOST_WRONG_CODES, look_up)
        except TooManyWrongCodes:
            raise Problem("too-many-guesses", text("serve.too_many_guesses")) from None
        if isinstance(found, ClubTable):
            return self._cookie_for(found)
        return found if isinstance(found, str) else None

    def _cookie_for(self, table: ClubTable) -> str:
        if table.is_closed:
            raise _closed()
        phone = secrets.token_hex(8)
        claim = (str(table.id), str(table.issue), phone)
        return ".".join((*claim, self._sign(_claim(*claim))))


class _Sightings:
    """The times at which this server last recorded each phone."""

    def __init__(self) -> None:
        self._at: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def is_due(self, phone: str) -> bool:
        """Return whether a phone is due to be recorded; if so, count the phone as recorded now."""
        here = time.monotonic()
        with self._lock:
            if here - self._at.get(phone, -PHONE_SECONDS) < PHONE_SECONDS:
                return False
            self._at[phone] = here
            self._at.move_to_end(phone)
            if len(self._at) > REMEMBERED_PHONES:
                self._at.popitem(last=False)
            return True


def _claim(table_id: str, issue: str, phone: str) -> str:
    return f"phone {phone} at table {table_id} by code {issue}"


def _are_equal(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def _closed() -> PutOut:
    return PutOut("table-closed", text("club.table_closed"))
