"""Open a club's PostgreSQL database: its address for the libraries that use it, and time limits that notice a cut network."""

from __future__ import annotations

from sqlalchemy import URL

from web.club.migrating import migrate_club
from web.games.store import Store

MOST_GAMES = 100_000


def open_club_store(url: str) -> Store:
    """Open the database of a club and migrate it if needed; raise Problem if it cannot be opened."""
    return Store(url, migrate_club)


def server_address(url: URL) -> str:
    """Return the address of a database as PostgreSQL's own library expects it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)
