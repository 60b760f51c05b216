"""The database cost of ending a turn: two transactions, at most eight statements, and no row read twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from referee.words.texts import Text
from tests.web.conftest import Phone
from tests.web.databases import emptied, own_postgresql
from web.games import store as store_module
from web.games.history import TurnRecord
from web.site.app import create_app
from web.site.companion import Companion, Config

MOST_STATEMENTS, TRANSACTIONS = 8, 2
PICTURE = {"pioneers": {"red": ["C4"], "yellow": ["D5"]}, "stones": []}


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """Provide the address of a PostgreSQL server."""
    yield from own_postgresql()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def app(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Companion, Phone]]:
    """Provide a companion on either database, and a phone at a table where two turns have been played."""
    address = None if request.param == "sqlite" else emptied(request.getfixturevalue("postgresql"))
    made = create_app(Config(data=tmp_path, database=address, needs_code=False, reads_photos=False))
    phone = Phone(made.test_client())
    phone.new_game(mode="keeper")
    phone.must("turns", turn="@A1")
    phone.must("turns", turn="@B1")
    yield made.extensions["terranova"], phone
    made.extensions["terranova"].close()


def count(engine: Engine) -> tuple[list[str], list[object]]:
    """Start collecting the database's statements and transactions."""
    statements: list[str] = []
    begun: list[object] = []

    def note_statement(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        statements.append(statement)

    event.listen(engine, "before_cursor_execute", note_statement)
    event.listen(engine, "begin", begun.append)
    return statements, begun


def end_by_hand(phone: Phone, _photo: str) -> None:
    """Play a turn by hand."""
    phone.must("turns", turn="@C1")


def confirm(phone: Phone, _photo: str) -> None:
    """Confirm a picture that was set by hand."""
    phone.must("confirm", **PICTURE)


def confirm_photo(phone: Phone, photo: str) -> None:
    """Confirm a picture with its photo."""
    phone.must("confirm", photo=photo, **PICTURE)


@pytest.mark.parametrize("end_turn", [end_by_hand, confirm, confirm_photo])
def test_ending_a_turn_takes_eight_statements_in_two_transactions_and_reads_no_row_twice(
    app: tuple[Companion, Phone], end_turn: Callable[[Phone, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    companion, phone = app
    photo, _ = companion.shelf.add(str(phone.game_id), "upload-0001", 0)
    decoded: list[object] = []
    read = store_module.record_from_json

    def count_and_read(value: object, source: Text) -> TurnRecord:
        decoded.append(value)
        return read(value, source)

    monkeypatch.setattr(store_module, "record_from_json", count_and_read)
    statements, begun = count(companion.store.engine)
    end_turn(phone, photo.id)
    assert len(statements) <= MOST_STATEMENTS, statements
    assert len(begun) == TRANSACTIONS
    tables = Counter(re.findall(r"FROM (\w+)", " ".join(statements)))
    assert set(tables) >= {"games", "revisions"}
    assert max(tables.values()) == 1, tables
    assert len(decoded) == 3


def test_game_renamed_while_a_turn_is_ended_keeps_both(app: tuple[Companion, Phone]) -> None:
    companion, phone = app
    stored = companion.store.read(str(phone.game_id))
    here = stored.revisions[stored.game.revision]
    companion.store.change_game(stored.game.id, "Sunday", {})
    draft = store_module.Draft(here.kind, here.position, here.record)
    saved = companion.store.save(stored, here.number, here.number, "save-0001", draft)
    assert (saved.game.title, saved.game.revision) == ("Sunday", here.number + 1)
    assert companion.store.read(stored.game.id) == saved
