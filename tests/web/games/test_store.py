"""The store, on SQLite and on PostgreSQL: nothing saved is lost or silently overwritten."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text as sql

from referee.boards.library import DATA_FOLDER_VARIABLE, load_board
from referee.formats.positions import board_to_json
from referee.words.problems import Problem
from tests.web.conftest import Phone
from tests.web.databases import emptied, own_postgresql
from web.games import schema
from web.games.history import Kind, TurnRecord
from web.games.photo_shelf import PhotoShelf
from web.games.player_names import remember_names, remembered_names
from web.games.replay import replay_games
from web.games.schema import STEPS, open_engine, schema_step
from web.games.store import Draft, RevisionConflict, Store
from web.site.app import create_app
from web.site.companion import Config
from web.site.doctor import examine


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """Provide the address of a PostgreSQL server."""
    yield from own_postgresql()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Provide the address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite'}"
    return emptied(request.getfixturevalue("postgresql"))


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """Provide a store on that database."""
    opened = Store(address)
    yield opened
    opened.close()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide the folder in which boards are saved."""
    monkeypatch.setenv(DATA_FOLDER_VARIABLE, str(tmp_path))
    return tmp_path


def draft(number: int) -> Draft:
    """Return a draft to save."""
    return Draft(Kind.EDIT, {"stones": [f"C{number}"]}, TurnRecord(turn=f"Zsófi's ″ő″ 🎲 {number}"))


def new_game(store: Store, save_id: str = "first-save") -> str:
    """Start a game."""
    return store.new_game("Sunday", {"players": ["Anna", "Bo"]}, draft(0), save_id)[0].id


def test_pages_open_and_saves_wait_during_a_long_import(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "BUSY_MILLISECONDS", 200)
    with closing(Store(address)) as store, ThreadPoolExecutor(2) as threads:
        game_id, held, free = new_game(store), threading.Event(), threading.Event()

        def import_much() -> None:
            with store.writing() as connection:
                rows = [{"name": f"import {number}", "value": "x" * 1000} for number in range(10_000)]
                connection.execute(schema.settings.insert(), rows)  # more than SQLite's cache holds
                held.set()
                free.wait(60)

        importing = threads.submit(import_much)
        assert held.wait(60)
        saving = threads.submit(store.change_game, game_id, "Monday", {})
        time.sleep(1)
        assert store.read(game_id).revisions.keys() == {0}
        free.set()
        importing.result()
        assert saving.result().title == "Monday"


def test_game_deleted_during_a_check_is_no_disagreement(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "game_ids", lambda: ("0123456789abcdef",))
    assert list(replay_games(store)) == []


def test_what_is_saved_is_read_again(store: Store, address: str) -> None:
    game_id = new_game(store)
    store.save(store.read(game_id), 0, 0, "save-0001", draft(1))
    store.close()
    again = Store(address)
    assert again.game(game_id).revision == 1
    assert [revision.record for revision in again.read(game_id).revisions.values()] == [draft(0).record, draft(1).record]
    assert again.read(game_id).revision(1).position == {"stones": ["C1"]}
    again.close()


def test_starting_twice_with_one_save_id_makes_one_game(store: Store) -> None:
    assert new_game(store) == new_game(store)
    assert len(store.list_games()) == 1


def test_save_that_started_from_an_older_revision_is_a_conflict(store: Store) -> None:
    game_id = new_game(store)
    store.save(store.read(game_id), 0, 0, "save-0001", draft(1))
    with pytest.raises(RevisionConflict) as caught:
        store.save(store.read(game_id), 0, 0, "save-0002", draft(2))
    assert caught.value.current == 1
    assert len(store.read(game_id).revisions) == 2


def test_same_save_id_changes_nothing(store: Store) -> None:
    game_id = new_game(store)
    first = store.save(store.read(game_id), 0, 0, "save-0001", draft(1))
    again = store.save(store.read(game_id), 0, 0, "save-0001", draft(2))
    assert first == again
    assert store.game(game_id).version == 2


def test_moving_back_loses_no_revision(store: Store) -> None:
    game_id = new_game(store)
    store.save(store.read(game_id), 0, 0, "save-0001", draft(1))
    assert store.move(store.read(game_id), 1, 0).game.revision == 0
    other = store.save(store.read(game_id), 0, 0, "save-0002", draft(2))
    assert other.revision(2).parent == 0
    assert list(store.read(game_id).revisions) == [0, 1, 2]
    assert store.move(store.read(game_id), 2, 1).game.revision == 1


def test_every_change_makes_a_new_version(store: Store) -> None:
    game_id = new_game(store)
    versions = [store.game(game_id).version]
    store.save(store.read(game_id), 0, 0, "save-0001", draft(1))
    versions.append(store.game(game_id).version)
    versions.append(store.move(store.read(game_id), 1, 0).game.version)
    versions.append(store.change_game(game_id, "Monday", {"ink": "grey"}).version)
    assert versions == sorted(set(versions))


def test_foreign_ids_find_nothing(store: Store) -> None:
    game_id = new_game(store)
    other = new_game(store, "other-game")
    store.save(store.read(game_id), 0, 0, "save-0001", draft(1))
    for foreign in ("", "x", other + "0", "' or 1=1 --", "../" + game_id):
        with pytest.raises(Problem, match="does not exist"):
            store.game(foreign)
    with pytest.raises(Problem, match="no revision 1"):
        store.move(store.read(other), 0, 1)


def test_eight_phones_that_save_at_once_all_keep_or_conflict(store: Store) -> None:
    game_id = new_game(store)
    outcomes: list[str] = []

    def save(number: int) -> None:
        for attempt in range(40):
            try:
                at = store.game(game_id).revision
                store.save(store.read(game_id), at, at, f"phone-{number:03d}-{attempt:03d}", draft(number))
            except RevisionConflict:
                continue
            outcomes.append("saved")
            return

    phones = [threading.Thread(target=save, args=(number,)) for number in range(8)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert outcomes == ["saved"] * 8
    revisions = list(store.read(game_id).revisions.values())
    assert [revision.number for revision in revisions] == list(range(9))
    assert [revision.parent for revision in revisions] == [None, *range(8)]


def at_once(number: int, do: Callable[[int], None]) -> None:
    """Run an action from several phones at the same time; fail if any of them fails."""
    with ThreadPoolExecutor(number) as phones:
        for done in [phones.submit(do, phone) for phone in range(number)]:
            done.result()


def test_eight_phones_that_start_one_game_at_once_make_one(store: Store) -> None:
    at_once(8, lambda _: new_game(store, "only-once"))
    assert len(store.list_games()) == 1


def test_eight_phones_that_choose_at_once_all_find_their_choices_kept(store: Store) -> None:
    def choose(phone: int) -> None:
        for turn in range(4):
            store.keep_setting("last", {"ink": "grey"})
            remember_names(store, ("Anna", f"Player {phone}", f"Guest {turn}"))

    at_once(8, choose)
    assert set(remembered_names(store)) == {
        "Anna",
        *(f"Player {phone}" for phone in range(8)),
        *(f"Guest {turn}" for turn in range(4)),
    }


def test_list_of_games_is_whole_while_others_start_more(store: Store) -> None:
    def start_or_look(phone: int) -> None:
        for number in range(12):
            if phone % 2:
                store.save(store.read(new_game(store, f"game-{phone}-{number}")), 0, 0, "save-0001", draft(1))
            else:
                assert all(game.revision == here.number for game, here in store.list_games())

    at_once(6, start_or_look)
    assert len(store.list_games()) == 36


def test_names_are_remembered_latest_first_up_to_a_limit(store: Store) -> None:
    for number in range(30):
        remember_names(store, (f"Player {number}", "Zsófi"))
    names = remembered_names(store)
    assert names[:2] == ("Player 29", "Zsófi") or names[:2] == ("Zsófi", "Player 29")
    assert len(names) == len(set(names)) == 24


def test_settings_are_kept(store: Store) -> None:
    assert store.setting("last") is None
    store.keep_setting("last", {"ink": "grey"})
    store.keep_setting("last", {"ink": "light"})
    assert store.setting("last") == {"ink": "light"}


def test_same_upload_id_is_one_photo_even_from_eight_phones_at_once(store: Store, tmp_path: Path) -> None:
    shelf = PhotoShelf(store, tmp_path / "pictures")
    game_id = new_game(store)
    found: list[Any] = []
    phones = [threading.Thread(target=lambda: found.append(shelf.add(game_id, "upload-01", 0))) for _ in range(8)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert len({photo.id for photo, _ in found}) == 1
    assert sum(is_new for _, is_new in found) == 1


def test_new_database_has_taken_every_step(store: Store) -> None:
    with store.reading() as connection:
        assert schema_step(connection) == STEPS[-1][0]


def test_database_of_a_newer_version_is_refused(store: Store, address: str) -> None:
    with store.writing() as connection:
        connection.execute(sql("INSERT INTO schema_steps (number, at) VALUES (999, 'later')"))
    with pytest.raises(Problem, match="newer version"):
        Store(address)


def test_opening_again_takes_no_step_twice(store: Store, address: str) -> None:
    Store(address).close()
    with store.reading() as connection:
        assert connection.execute(sql("SELECT count(*) FROM schema_steps")).scalar() == len(STEPS)


@pytest.mark.postgresql
def test_connections_cut_by_the_database_server_are_reopened(postgresql: str) -> None:
    store, other = Store(emptied(postgresql)), open_engine(postgresql)
    game_id = new_game(store, "before-the-cut")
    with other.connect() as connection:
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = current_user"
        assert connection.execute(sql(cut)).scalars().all()
    assert store.save(store.read(game_id), 0, 0, "after-the-cut", draft(1)).game.revision == 1
    other.dispose()
    store.close()


def test_game_is_played_over_the_interface_on_either_database(address: str, tmp_path: Path) -> None:
    app = create_app(Config(data=tmp_path, database=address, needs_code=False))
    phone = Phone(app.test_client())
    phone.new_game("Zsófi", "Bo", mode="keeper")
    phone.must("turns", turn="@A1")
    phone.must("undo")
    phone.must("confirm", pioneers={"red": ["K1", "E5"], "yellow": ["E7"]}, stones=["J1", "J2", "J3", "J4"])
    assert [entry["on_line"] for entry in phone.get("history")["history"]] == [True, False, True]
    companion = app.extensions["terranova"]
    assert [wrong for _, wrong in replay_games(companion.store)] == [()]
    companion.close()
    assert all(finding.fine for finding in examine(tmp_path, address) if finding.what in ("database", "game", "games"))


def test_game_whose_board_is_missing_is_listed_and_reports_it_when_opened(phone: Phone, home: Path) -> None:
    kept = home / "boards" / "atoll.json"
    kept.parent.mkdir()
    kept.write_text(json.dumps(board_to_json(load_board("islet"), "en")).replace('"islet"', '"atoll"'))
    phone.new_game("Anna", "Bo", board="atoll", title="Sunday")
    phone.must("turns", turn="@A1")
    kept.unlink()
    assert [game["title"] for game in phone.client.get("/api/games").get_json()["games"]] == ["Sunday"]
    assert phone.client.get("/").status_code == 200
    answer = phone.client.get(f"/api/games/{phone.game_id}")
    assert (answer.status_code, answer.get_json()["problem"]) == (404, "no-such-board")
    assert "atoll" in answer.get_json()["message"]
