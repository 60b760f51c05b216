"""Players' names, remembered as suggestions for the next game; each door stores the REMEMBERED_NAMES most recently used.

The names of the house are in a separate database table. Those of any other door are a setting of that door, so that no door
sees the names of another.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from web.games.schema import player_names
from web.games.stamps import now
from web.games.store import Store

REMEMBERED_NAMES = 24
SETTING = "player names"


def remember_names(store: Store, names: Sequence[str]) -> None:
    """Store players' names, of which the first is suggested first, and drop the least recently used beyond REMEMBERED_NAMES."""
    if store.door.is_house:
        _remember_in_house(store, names)
        return
    store.change_setting(SETTING, lambda known: list(dict.fromkeys((*names, *(known or ()))))[:REMEMBERED_NAMES])


def remembered_names(store: Store) -> tuple[str, ...]:
    """Return the stored names, most recently used first."""
    if not store.door.is_house:
        return tuple(store.setting(SETTING) or ())
    with store.reading() as connection:
        return tuple(connection.execute(select(player_names.c.name).order_by(player_names.c.used.desc())).scalars())


def _remember_in_house(store: Store, names: Sequence[str]) -> None:
    with store.writing() as connection:
        for name in reversed(names):
            connection.execute(player_names.delete().where(player_names.c.name == name))
            connection.execute(player_names.insert().values(name=name, used=now()))
        kept = select(player_names.c.name).order_by(player_names.c.used.desc()).limit(REMEMBERED_NAMES)
        keep = connection.execute(kept).scalars().all()
        connection.execute(player_names.delete().where(player_names.c.name.not_in(keep)))
