"""The addresses of database servers: several hosts of which one is the primary, and time limits that notice a cut network.

Knows no tables. A home's SQLite file needs none of this.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import URL, make_url

DRIVER = "postgresql+psycopg"
SCHEMES = ("postgresql", "postgres", DRIVER)
# In seconds, and the last of the connection's in milliseconds: a server that is gone is noticed within ten seconds.
OPTIONS: Mapping[str, str] = {
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
    "options": "-c lock_timeout=10s",  # a request does not wait longer for what another one changes
}


def is_server(address: str) -> bool:
    """Return whether an address names a PostgreSQL server."""
    return address.partition(":")[0] in SCHEMES


def database_url(address: str) -> URL:
    """Return the URL of a database; raise ValueError or ArgumentError if the address is malformed.

    As for PostgreSQL's own programs, an address may list hosts: postgresql://one,two/name?target_session_attrs=read-write.
    """
    if not is_server(address):
        return make_url(address)
    rest = address.partition("://")[2]
    login, slash, path = rest.partition("/")
    user, at, hosts = login.rpartition("@")
    several = tuple(hosts.split(",")) if "," in hosts else ()
    url = make_url(f"{DRIVER}://{user}{at}{'' if several else hosts}{slash}{path}")
    return url.update_query_dict({"host": several}) if several else url


def connection_options(url: URL) -> dict[str, str]:
    """Return the options with which a database is connected to, unless its URL sets them."""
    return {name: value for name, value in OPTIONS.items() if is_server(url.drivername) and name not in url.query}
