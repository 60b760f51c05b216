"""The database URL of an address, and the connection options of a database server.

The address of a server may list several hosts, and the default options set timeouts that detect a lost network. A home's SQLite
file needs no connection options.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import URL, make_url

DRIVER = "postgresql+psycopg"
FILE_PREFIX = "sqlite:///"
SCHEMES = ("postgresql", "postgres", DRIVER)
# In seconds, except tcp_user_timeout in milliseconds: an unreachable server is detected within about ten seconds.
OPTIONS: Mapping[str, str] = {
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
    "options": "-c lock_timeout=10s",  # maximum time a request waits for a lock
}


def is_server(address: str) -> bool:
    """Return whether an address names a PostgreSQL server."""
    return address.partition(":")[0] in SCHEMES


def database_url(address: str) -> URL:
    """Return the SQLAlchemy URL of a database; raise ValueError or ArgumentError if the address is malformed.

    As in PostgreSQL's programs, the address of a server may list hosts, such as
    postgresql://one,two/name?target_session_attrs=read-write. What follows sqlite:/// is a path, in which question marks and
    percent signs have no special meaning.
    """
    if address.startswith(FILE_PREFIX):
        return URL.create("sqlite", database=address.removeprefix(FILE_PREFIX))
    if not is_server(address):
        return make_url(address)
    rest = address.partition("://")[2]
    login, slash, path = rest.partition("/")
    user, at, hosts = login.rpartition("@")
    several = tuple(hosts.split(",")) if "," in hosts else ()
    url = make_url(f"{DRIVER}://{user}{at}{'' if several else hosts}{slash}{path}")
    return url.update_query_dict({"host": several}) if several else url


def connection_options(url: URL) -> dict[str, str]:
    """Return the default connection options for a server, without those that the URL sets, or an empty dictionary for SQLite."""
    return {name: value for name, value in OPTIONS.items() if is_server(url.drivername) and name not in url.query}
