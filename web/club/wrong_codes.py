"""Limit wrong codes, counted by client address and minute in the club's database, so that all servers share one limit.

The limit is that of a home (`MOST_WRONG_CODES` in `web/site/security.py`). Minutes are taken from the database's clock, since the
clocks of the servers could differ.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, func, literal_column, select
from sqlalchemy.dialects.postgresql import insert

from web.club.door_tables import wrong_codes
from web.club.schema import CLIENT_LENGTH
from web.games.store import Store

MINUTES = 2  # the current one and the one before
IPV6_NETWORK = 64  # prefix length; one household can usually use all addresses of such a network
_MINUTE: ColumnElement[int] = literal_column("floor(extract(epoch FROM clock_timestamp()) / 60)::bigint")

Found = TypeVar("Found")


class TooManyWrongCodes(Exception):
    """Raised if a client has to wait before it may try another code."""


def try_code(store: Store, address: str, most_wrong: int, look_up: Callable[[Connection], Found | None]) -> Found | None:
    """Return what `look_up` finds, or None after counting a wrong code.

    Raise TooManyWrongCodes, without calling `look_up`, if the client has recently tried `most_wrong` wrong codes. Attempts of
    one client are serialized across all servers, so that parallel attempts cannot exceed the limit.
    """
    client = client_of(address)
    with store.writing(f"codes of {client}") as connection:
        minute = int(connection.execute(select(_MINUTE)).scalar_one())
        if _count_of(connection, client, minute) >= most_wrong:
            raise TooManyWrongCodes
        found = look_up(connection)
        if found is None:
            _add_one(connection, client, minute)
        return found


def client_of(address: str) -> str:
    """Return the client for which a wrong code is counted: an IPv4 address, or the network of an IPv6 address.

    An invalid address is returned as it is, up to CLIENT_LENGTH characters.
    """
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:CLIENT_LENGTH]
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    return str(ip.ipv4_mapped or ipaddress.ip_network((int(ip), IPV6_NETWORK), strict=False))


def _count_of(connection: Connection, client: str, minute: int) -> int:
    counted = select(func.coalesce(func.sum(wrong_codes.c.wrong), 0)).where(
        wrong_codes.c.client == client, wrong_codes.c.minute > minute - MINUTES
    )
    return int(connection.execute(counted).scalar_one())


def _add_one(connection: Connection, client: str, minute: int) -> None:
    """Count a wrong code, and delete the counts of minutes that are no longer considered."""
    added = insert(wrong_codes).values(client=client, minute=minute, wrong=1)
    more = {"wrong": wrong_codes.c.wrong + 1}
    connection.execute(added.on_conflict_do_update(index_elements=[wrong_codes.c.client, wrong_codes.c.minute], set_=more))
    connection.execute(wrong_codes.delete().where(wrong_codes.c.minute <= minute - MINUTES))
