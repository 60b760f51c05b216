"""Secrets in a club's database, shared so that all servers accept the same cookies."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from web.club.door_tables import secrets
from web.games.store import Store


def shared_secret(store: Store, name: str, make: Callable[[], str]) -> str:
    """Return a secret by name, created with `make` by the first server that needs the secret."""
    kept = select(secrets.c.value).where(secrets.c.name == name)
    with store.reading() as connection:
        found = connection.execute(kept).scalar()
    if found is not None:
        return str(found)
    with store.writing() as connection:
        connection.execute(insert(secrets).values(name=name, value=make()).on_conflict_do_nothing())
        return str(connection.execute(kept).scalar_one())


def replace_secret(store: Store, name: str, value: str) -> None:
    """Replace a stored secret by name; other servers use the old value until they read the secret again."""
    with store.writing() as connection:
        connection.execute(secrets.update().where(secrets.c.name == name).values(value=value))
