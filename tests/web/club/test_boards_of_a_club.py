"""Boards in a club's database: each table has its own, everybody has the house's, and names reveal nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.boards.board_shelf import use_board_shelf
from referee.boards.library import load_kept_board, use_data_folder
from tests.web.club.club_phones import DRAWN, Club
from tests.web.club.test_no_way_to_another_table import drawing
from tests.web.conftest import ORIGIN, Phone
from web.club.boards import ClubShelf, materialise_boards

pytestmark = [pytest.mark.postgresql, pytest.mark.slow]


@pytest.fixture
def club(database: str, tmp_path: Path) -> Iterator[Club]:
    """Provide a club."""
    made = Club(database, tmp_path)
    yield made
    made.close()


def draw(client: FlaskClient, title: str) -> str:
    """Import a board and return its name."""
    answer = client.post("/api/board-files", json={"text": DRAWN.format(title=title)}, headers=ORIGIN)
    assert answer.status_code == 201, answer.get_json()
    return str(answer.get_json()["name"])


def titles(client: FlaskClient) -> str:
    """Return the page of all boards."""
    return client.get("/boards").get_data(as_text=True)


def test_two_tables_draw_boards_of_one_title_and_see_their_own(club: Club, tmp_path: Path) -> None:
    here, there = (club.phone(table.code) for table in club.open("Window", "Bar"))
    names = [draw(client, "Lagoon") for client in (here, there)]
    assert names[0] != names[1]
    assert all(name.startswith("lagoon-") for name in names)
    assert (titles(here).count("Lagoon") > 0, names[1] in titles(here)) == (True, False)
    assert not (tmp_path / "boards").exists()


def test_board_of_the_house_is_for_everybody_and_changed_by_the_house_alone(club: Club) -> None:
    (window,) = club.open("Window")
    host, phone = club.host(), club.phone(window.code)
    name = draw(host, "Lagoon")
    assert Phone(phone).new_game("Anna", "Bo", board=name)["board"] == name
    answer = phone.delete(f"/api/boards/{name}", headers=ORIGIN)
    assert (answer.status_code, answer.get_json()["problem"]) == (409, "board-in-use")
    copied = phone.post("/api/boards", json=drawing("Our lagoon", name), headers=ORIGIN).get_json()
    assert copied["name"] != name
    assert "Lagoon" in host.get(f"/boards/{name}.toml").get_data(as_text=True)


def test_board_of_a_table_is_changed_while_no_game_anywhere_uses_it(club: Club) -> None:
    (window,) = club.open("Window")
    phone = club.phone(window.code)
    name = draw(phone, "Lagoon")
    assert phone.get(f"/boards/{name}/edit").status_code == 200
    game = Phone(phone).new_game("Anna", "Bo", board=name)["id"]
    assert phone.delete(f"/api/boards/{name}", headers=ORIGIN).status_code == 409
    club.tables.assign(game, None)
    assert phone.delete(f"/api/boards/{name}", headers=ORIGIN).status_code == 409
    assert club.host().get(f"/games/{game}").status_code == 200


def test_unused_board_of_a_table_is_deleted(club: Club) -> None:
    (window,) = club.open("Window")
    phone = club.phone(window.code)
    name = draw(phone, "Lagoon")
    assert phone.delete(f"/api/boards/{name}", headers=ORIGIN).status_code == 200
    assert phone.get(f"/boards/{name}.toml").status_code == 404


def test_own_board_is_printed_and_played(club: Club) -> None:
    (window,) = club.open("Window")
    phone = club.phone(window.code)
    name = draw(phone, "Lagoon")
    page = phone.get(f"/print?board={name}&paper=A4&what=pieces")
    assert page.status_code == 200, page.headers
    assert phone.get(f"/print/files/pieces.pdf?board={name}&paper=A4").mimetype == "application/pdf"
    table = Phone(phone)
    table.new_game("Anna", "Bo", board=name)
    table.must("turns", turn="@A1")


def test_zip_with_a_board_goes_from_table_to_table(club: Club) -> None:
    here, there = (club.phone(table.code) for table in club.open("Window", "Bar"))
    name = draw(here, "Lagoon")
    Phone(here).new_game("Anna", "Bo", board=name)
    packed = here.get("/take/terra-nova.zip").get_data()
    for _ in range(2):
        body = b'--edge\r\nContent-Disposition: form-data; name="file"; filename="x.zip"\r\n\r\n' + packed + b"\r\n--edge--\r\n"
        kind = {"Content-Type": "multipart/form-data; boundary=edge"}
        answer = there.post("/take", data=body, headers={**ORIGIN, **kind})
        assert answer.status_code == 200, answer.get_data(as_text=True)
    (game,) = there.get("/api/games").get_json()["games"]
    assert game["board"] != name
    assert there.get(f"/games/{game['id']}").status_code == 200
    assert titles(there).count(f"/boards/{game['board']}/small.svg") == 1


def test_reading_process_finds_boards_in_its_folder(club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (window,) = club.open("Window")
    phone = club.phone(window.code)
    name = draw(phone, "Lagoon")
    other = draw(club.host(), "Harbour")
    folder = tmp_path / "reader"
    materialise_boards(club.companion.store, folder / "boards", name)
    assert [path.name for path in (folder / "boards").iterdir()] == [f"{name}.toml"]
    materialise_boards(club.companion.store, folder / "boards")
    written = {path.name: path.stat().st_mtime_ns for path in (folder / "boards").iterdir()}
    assert set(written) == {f"{name}.toml", f"{other}.toml"}
    materialise_boards(club.companion.store, folder / "boards")
    assert {path.name: path.stat().st_mtime_ns for path in (folder / "boards").iterdir()} == written
    monkeypatch.setattr("referee.boards.library._chosen_folder", [])
    use_data_folder(folder)
    found = load_kept_board(name)
    leave = use_board_shelf(ClubShelf(club.companion.store, window.id))
    assert load_kept_board(name) == found
    leave()
