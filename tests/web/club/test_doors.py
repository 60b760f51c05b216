"""Codes and cookies of a club: valid on all servers, invalid at once when a table closes, hard to guess, and never logged."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import event, select, text
from werkzeug.test import EnvironBuilder

from referee.files.json_input import MAX_BYTES
from referee.words.problems import Problem
from tests.web.club.club_phones import Club
from tests.web.conftest import ORIGIN, Phone
from web.club.door_tables import table_phones, wrong_codes
from web.club.secrets import shared_secret
from web.club.wrong_codes import client_of, try_code
from web.site import club_join
from web.site.app import body_limit
from web.site.security import MOST_WRONG_CODES

pytestmark = pytest.mark.postgresql


@pytest.fixture
def clubs(database: str, tmp_path: Path) -> Iterator[tuple[Club, Club]]:
    """Provide two servers of one club, each with a separate folder."""
    made = Club(database, tmp_path / "one"), Club(database, tmp_path / "two")
    yield made
    for server in made:
        server.close()


def test_servers_share_key_and_code_and_keep_neither_in_their_folders(clubs: tuple[Club, Club], tmp_path: Path) -> None:
    one, two = (club.companion.join for club in clubs)
    assert (one.code, one.cookie_name, one.cookie_value) == (two.code, two.cookie_name, two.cookie_value)
    assert not [path for path in tmp_path.rglob("*") if path.name in ("key", "code")]


@pytest.mark.slow
def test_servers_that_start_at_once_agree_on_a_secret(clubs: tuple[Club, Club]) -> None:
    made: list[str] = []
    store = clubs[0].companion.store
    asking = [
        threading.Thread(target=lambda n=n: made.append(shared_secret(store, "new", lambda: f"made by {n}"))) for n in range(8)
    ]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert len(made) == 8
    assert len(set(made)) == 1


@pytest.mark.slow
def test_cookie_of_one_server_opens_the_other(clubs: tuple[Club, Club]) -> None:
    (table,) = clubs[0].open("Window")
    here = clubs[0].phone(table.code)
    there = clubs[1].app.test_client()
    cookie = here.get_cookie(clubs[0].companion.join.cookie_name)
    assert cookie is not None
    there.set_cookie(cookie.key, cookie.value)
    game = Phone(here).new_game("Anna", "Bo")["id"]
    assert there.get(f"/api/games/{game}").status_code == 200
    assert there.get("/host").status_code == 404


@pytest.mark.parametrize("what", ["close", "code"])
def test_phone_is_out_on_all_servers_at_once(clubs: tuple[Club, Club], what: str) -> None:
    (table,) = clubs[0].open("Window")
    phones = [club.phone(table.code) for club in clubs]
    assert [phone.get("/api/games").status_code for phone in phones] == [200, 200]
    assert clubs[0].host().post(f"/host/tables/{table.id}/{what}", headers=ORIGIN).status_code == 303
    for phone in phones:
        answer = phone.get("/api/games")
        assert answer.status_code == 403
        assert answer.get_json()["problem"] == ("table-closed" if what == "close" else "table-code-changed")
        assert phone.get("/").headers["Location"] == "/join"
        sentence = "This table has been closed" if what == "close" else "Window has a new code"
        assert sentence in phone.get("/join").get_data(as_text=True)


def test_new_house_code_puts_out_all_but_the_phone_that_asked(clubs: tuple[Club, Club], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.site.club_join.CODE_SECONDS", 0.0)
    asking, other = clubs[0].host(), clubs[1].host()
    old = str(clubs[0].companion.join.code)
    assert asking.post("/host/code", headers=ORIGIN).status_code == 303
    assert (asking.get("/host").status_code, other.get("/host").headers["Location"]) == (200, "/join")
    assert clubs[1].companion.join.code != old
    assert clubs[1].app.test_client().get(f"/j/{old}").status_code == 403
    assert clubs[1].host().get("/host").status_code == 200


@pytest.mark.slow
def test_new_code_lets_in_and_the_old_one_does_not(clubs: tuple[Club, Club]) -> None:
    (table,) = clubs[0].open("Window")
    clubs[0].host().post(f"/host/tables/{table.id}/code", headers=ORIGIN)
    (renewed,) = clubs[0].tables.all_open()
    assert renewed.code != table.code
    assert clubs[1].phone(renewed.code).get("/").status_code == 200
    assert clubs[1].app.test_client().get(f"/j/{table.code}").status_code == 403


@pytest.mark.slow
def test_code_of_a_closed_table_gets_one_plain_sentence_and_counts_as_no_guess(clubs: tuple[Club, Club]) -> None:
    (table,) = clubs[0].open("Window")
    clubs[0].tables.close(table.id)
    for _ in range(MOST_WRONG_CODES + 1):
        answer = clubs[0].app.test_client().get(f"/j/{table.code}")
        assert answer.status_code == 403
        assert "This table has been closed; scan the code of another table" in answer.get_data(as_text=True)


@pytest.mark.slow
def test_forged_cookies_open_nothing(clubs: tuple[Club, Club]) -> None:
    window, _bar = clubs[0].open("Window", "Bar")
    cookie = clubs[0].phone(window.code).get_cookie(clubs[0].companion.join.cookie_name)
    assert cookie is not None
    table, issue, phone, signature = cookie.value.split(".")
    forged = (
        f"{int(table) + 1}.{issue}.{phone}.{signature}",
        f"{table}.{int(issue) + 1}.{phone}.{signature}",
        f"{table}.{issue}.{'0' * 16}.{signature}",
        f"{table}.{issue}.{phone}.{'0' * 64}",
        f"{table}.{issue}.{phone}",
        f"{'9' * 40}.{issue}.{phone}.{signature}",
        "٣" + cookie.value[1:],
        "",
    )
    for value in forged:
        stranger = clubs[1].app.test_client()
        stranger.set_cookie(cookie.key, value)
        assert stranger.get("/api/games").get_json()["problem"] == "join-needed", value


@pytest.mark.slow
def test_phone_moves_from_one_table_to_another_but_the_organiser_stays(clubs: tuple[Club, Club]) -> None:
    window, bar = clubs[0].open("Window", "Bar")
    phone, host = clubs[0].phone(window.code), clubs[0].host()
    for client in (phone, host):
        client.get(f"/j/{bar.code}")
    assert "Bar" in phone.get("/").get_data(as_text=True)
    assert host.get("/host").status_code == 200


def test_wrong_codes_count_on_all_servers_together(clubs: tuple[Club, Club]) -> None:
    (table,) = clubs[0].open("Window")
    for number in range(MOST_WRONG_CODES):
        assert clubs[number % 2].app.test_client().get(f"/j/wrong{number}").status_code == 403
    assert [club.app.test_client().get(f"/j/{table.code}").status_code for club in clubs] == [429, 429]
    elsewhere = clubs[0].app.test_client().get(f"/j/{table.code}", environ_base={"REMOTE_ADDR": "192.0.2.7"})
    assert elsewhere.status_code == 303


@pytest.mark.slow
def test_guesses_at_once_are_counted_one_after_the_other(clubs: tuple[Club, Club]) -> None:
    refused: list[bool] = []

    def try_one(number: int) -> None:
        try:
            try_code(clubs[number % 2].companion.store, "192.0.2.1", MOST_WRONG_CODES, lambda _: None)
            refused.append(False)
        except Exception:
            refused.append(True)

    trying = [threading.Thread(target=try_one, args=(number,)) for number in range(24)]
    for thread in trying:
        thread.start()
    for thread in trying:
        thread.join()
    assert refused.count(False) == MOST_WRONG_CODES


@pytest.mark.slow
def test_old_wrong_codes_are_forgotten(clubs: tuple[Club, Club]) -> None:
    store = clubs[0].companion.store
    with store.writing() as connection:
        connection.execute(wrong_codes.insert(), [{"client": f"192.0.2.{n}", "minute": 1, "wrong": 10} for n in range(50)])
    assert try_code(store, "192.0.2.1", MOST_WRONG_CODES, lambda _: None) is None
    with store.reading() as connection:
        assert [row.client for row in connection.execute(select(wrong_codes))] == ["192.0.2.1"]


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("not an address" * 10, ("not an address" * 10)[:64]),
    ],
)
def test_wrong_codes_are_counted_by_address_or_network(address: str, counted: str) -> None:
    assert client_of(address) == counted


def test_codes_and_keys_stay_out_of_the_log(clubs: tuple[Club, Club], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    (table,) = clubs[0].open("Window")
    phone = clubs[0].phone(table.code)
    phone.get("/games/nothing")
    clubs[0].host().post(f"/host/tables/{table.id}/close", headers=ORIGIN)
    phone.get("/")
    clubs[0].app.test_client().get("/j/wrong")
    logged = caplog.text
    assert table.code not in logged
    assert str(clubs[0].companion.join.code) not in logged


@pytest.mark.slow
def test_phones_are_counted_at_their_table(clubs: tuple[Club, Club]) -> None:
    (table,) = clubs[0].open("Window")
    for club in clubs:
        for _ in range(2):
            club.phone(table.code).get("/")
    with clubs[0].companion.store.reading() as connection:
        assert len(connection.execute(select(table_phones)).all()) == 4


@pytest.mark.slow
def test_without_tables_the_house_code_opens_everything_as_before(clubs: tuple[Club, Club]) -> None:
    host = clubs[0].host()
    game = Phone(host).new_game("Anna", "Bo")["id"]
    assert clubs[1].host().get(f"/games/{game}").status_code == 200
    assert 'class="card invite-card"' in host.get("/").get_data(as_text=True)
    assert clubs[0].app.test_client().get("/").headers["Location"] == "/join"


@pytest.mark.slow
def test_game_and_its_table_are_stored_together_or_not_at_all(clubs: tuple[Club, Club]) -> None:
    (table,) = clubs[0].open("Window")
    phone = clubs[0].phone(table.code)
    store = clubs[0].companion.store
    with store.writing() as connection:
        connection.execute(text("ALTER TABLE club_table_games ADD CONSTRAINT no_more CHECK (table_id = 0)"))
    answer = Phone(phone).post("/api/games", players=["Anna", "Bo"], board="islet")
    assert answer.status_code == 503
    assert store.count_games() == 0


@pytest.mark.slow
def test_player_of_a_table_deletes_a_game_with_its_link(clubs: tuple[Club, Club]) -> None:
    (table,) = clubs[0].open("Window")
    phone = clubs[0].phone(table.code)
    game = Phone(phone).new_game("Anna", "Bo")["id"]
    assert phone.post(f"/games/{game}/delete", headers=ORIGIN).status_code == 200
    with clubs[0].companion.store.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM club_table_games")).scalar_one() == 0


@pytest.mark.slow
def test_table_without_its_secrets_cannot_be_opened_twice(clubs: tuple[Club, Club]) -> None:
    clubs[0].open("Window")
    with pytest.raises(Problem) as refused:
        clubs[1].tables.open(["Window"], lambda: "another")
    assert refused.value.slug == "table-named-alike"


def test_database_that_does_not_answer_puts_no_phone_out(clubs: tuple[Club, Club]) -> None:
    (table,) = clubs[0].open("Window")
    phone = clubs[0].phone(table.code)
    engine = clubs[0].companion.store.engine
    engine.dispose()
    event.listen(engine, "do_connect", _refuse)
    for address in ("/", "/help", "/qr.svg", "/api/games"):
        assert phone.get(address).status_code == 503
    event.remove(engine, "do_connect", _refuse)
    assert phone.get("/").status_code == 200


def _refuse(*_: object) -> None:
    raise psycopg.OperationalError("connection refused")


@pytest.mark.parametrize("address", ["/j/a%00b", "/games/%00", "/api/jobs/%00", "/new?rematch=%00", "/boards/a%00b/board.svg"])
def test_address_that_no_row_can_have_is_not_blamed_on_the_database(clubs: tuple[Club, Club], address: str) -> None:
    (table,) = clubs[0].open("Window")
    assert clubs[0].phone(table.code).get(address).status_code in (400, 404)
    assert clubs[0].host().get("/host/tables/99999999999").status_code in (400, 404)


def test_code_typed_takes_one_connection_even_when_the_house_code_is_read_again(
    clubs: tuple[Club, Club], monkeypatch: pytest.MonkeyPatch
) -> None:
    club = clubs[0]
    (table,) = club.open("Window")
    pool, held = club.companion.store.engine.pool, [0]
    monkeypatch.setattr(club_join, "CODE_SECONDS", -1.0)  # it is read again whenever it is asked for
    event.listen(pool, "checkout", lambda *_: held.append(pool.checkedout()))  # type: ignore[attr-defined]
    assert club.companion.join.admit(table.code, "192.0.2.1")
    assert club.companion.join.admit("wrong", "192.0.2.1") is None
    assert max(held) == 1


def test_phones_of_yesterday_are_forgotten(clubs: tuple[Club, Club]) -> None:
    (table,) = clubs[0].open("Window")
    store, tables = clubs[0].companion.store, clubs[0].tables
    tables.note_phone(table.id, "0" * 16)
    with store.writing() as connection:
        connection.execute(table_phones.update().values(seen="2020-01-01T00:00:00.000000Z"))
    tables.note_phone(table.id, "1" * 16)
    with store.reading() as connection:
        assert connection.execute(select(table_phones.c.phone)).scalars().all() == ["1" * 16]


def test_size_of_a_body_is_limited_without_asking_the_database(clubs: tuple[Club, Club]) -> None:
    """One thread serves all connections; a slow database must not stop it."""
    (table,) = clubs[0].open("Window")
    club, join = clubs[0], clubs[0].companion.join
    cookies = [club.phone(str(code)).get_cookie(join.cookie_name) for code in (table.code, join.code)]
    asked: list[str] = []
    event.listen(club.companion.store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    limits = []
    for value in (*(cookie and cookie.value for cookie in cookies), None, "1.1.0123456789abcdef." + "0" * 64):
        headers = {**ORIGIN, "Cookie": f"{join.cookie_name}={value}"} if value else ORIGIN
        environ = EnvironBuilder("/api/games", method="POST", headers=headers).get_environ()
        limits.append(body_limit(club.app, environ))
    assert limits == [MAX_BYTES, MAX_BYTES, 0, 0]
    assert asked == []
