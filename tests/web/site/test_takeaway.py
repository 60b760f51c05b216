"""The pages and files for exporting and importing games, and deleting permanently."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from pathlib import Path

import pytest
from PIL import Image
from werkzeug.test import TestResponse

from referee.words.texts import LANGUAGES
from tests.web.conftest import ORIGIN, Phone, new_save_id
from tests.web.takeaway.conftest import play_with_undo
from tests.web.takeaway.test_statistics import finish
from web.games.backups import back_up, list_backups
from web.games.table import open_table
from web.site.companion import DATABASE_FILE, Companion, Config
from web.takeaway.shared import share_game, shared_to_link

IN_THE_LARGEST_LAND = (392, 122)  # pixels
EXAMPLE = Path(__file__).parents[3] / "referee" / "examples" / "game.json"


def bring(phone: Phone, words: str = "", file: bytes = b"") -> TestResponse:
    """Submit the import form as browsers do."""
    parts = [("words", b"", words.encode()), ("file", b'; filename="x"' if file else b'; filename=""', file)]
    body = b"".join(
        b'--edge\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n' % (name.encode(), more, data)
        for name, more, data in parts
    )
    kind = {"Content-Type": "multipart/form-data; boundary=edge"}
    return phone.client.post("/take", data=body + b"--edge--\r\n", headers={**ORIGIN, **kind})


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_to_take_away_are_there_in_every_language(phone: Phone, language: str) -> None:
    finish(phone, "Anna", "Bo")
    phone.client.set_cookie("terranova_lang", language)
    for page in (f"/games/{phone.game_id}/take", "/take", "/statistics", "/look"):
        answer = phone.client.get(page)
        assert answer.status_code == 200, page
        assert f'<html lang="{language}"' in answer.get_data(as_text=True)
        assert "https://" not in answer.get_data(as_text=True), page


def test_game_downloads_in_every_form_under_a_plain_name(phone: Phone) -> None:
    phone.new_game("=Änna", 'B"o;/..', title="Sonntag: 1/2")
    phone.must("turns", turn="@E5")
    starts = {
        ".svg": b"<svg",
        ".png": b"\x89PNG",
        ".gif": b"GIF89a",
        "-record.json": b'{"format":"terranova-record/1"',
        ".json": b'{\n "format": "terranova-game/1"',
        ".txt": b"Terra Nova\n",
        ".csv": b"\xef\xbb\xbf",
    }
    for ending, start in starts.items():
        answer = phone.client.get(f"/games/{phone.game_id}/take/x{ending}")
        assert answer.data.startswith(start), ending
        name = answer.headers["Content-Disposition"]
        assert name.startswith('attachment; filename="terra-nova-2')
        assert name.endswith(f'-sonntag-1-2{ending}"')
    assert phone.client.get(f"/games/{phone.game_id}/take/x.exe").status_code == 404


def test_land_lights_up_in_the_film_as_it_closes(phone: Phone) -> None:
    bring(phone, file=EXAMPLE.read_bytes())
    (game_id,) = (card["id"] for card in phone.client.get("/api/games").get_json()["games"])
    drawn = phone.client.get(f"/games/{game_id}/take/x.svg").get_data(as_text=True)
    for words in (">Anna<", ">Bo<", ">50<", ">73<", ">34<"):
        assert words in drawn
    film = Image.open(io.BytesIO(phone.client.get(f"/games/{game_id}/take/x.gif").data))
    assert film.n_frames == len(json.loads(EXAMPLE.read_bytes())["turns"]) + 1  # type: ignore[attr-defined]
    shown = []
    for number in range(film.n_frames):  # type: ignore[attr-defined]
        film.seek(number)
        shown.append((film.info["duration"], film.convert("RGB").getpixel(IN_THE_LARGEST_LAND)))
    assert len({duration for duration, _ in shown}) == 3
    assert len({colour for _, colour in shown}) == 3  # bare, lit up, tinted


def test_everything_is_exported_to_one_zip_and_imported_again(phone: Phone, companion: Companion) -> None:
    play_with_undo(phone)
    taken = phone.client.get("/take/terra-nova.zip").data
    assert set(zipfile.ZipFile(io.BytesIO(taken)).namelist()) == {f"games/{phone.game_id}.json", "statistics.json"}
    delete(phone)
    answer = bring(phone, file=taken)
    assert answer.status_code == 200
    assert "Added" in answer.get_data(as_text=True)
    assert phone.look()["players"][0]["name"] == "Anna"
    assert "Was here already" in bring(phone, file=taken).get_data(as_text=True)
    assert phone.client.get("/take/terra-nova.zip").data == taken
    assert list(companion.shelf.incoming.iterdir()) == []


def test_both_games_are_shown_if_an_imported_one_differs(phone: Phone) -> None:
    play_with_undo(phone)
    taken = phone.client.get("/take/terra-nova.zip").data
    record = json.loads(zipfile.ZipFile(io.BytesIO(taken)).read(f"games/{phone.game_id}.json"))
    record["revisions"][3]["save"] = new_save_id()
    words = bring(phone, file=json.dumps(record).encode()).get_data(as_text=True)
    assert "now both are here" in words
    assert f'href="/games/{phone.game_id}"' in words
    assert len(phone.client.get("/api/games").get_json()["games"]) == 2


def test_import_that_is_impossible_is_refused_in_one_sentence(phone: Phone) -> None:
    for words, file in (("see you on Sunday", b""), ("", b""), ("", b"PK\x03\x04 cut short"), ("", b"\x00\xff\xfe"), ("", b"{")):
        answer = bring(phone, words, file)
        assert 400 <= answer.status_code < 500, (words, file)
        assert answer.get_data(as_text=True).count('class="note is-wrong"') == 1
    assert phone.client.get("/api/games").get_json()["games"] == []


def test_link_is_shown_move_by_move_and_kept_nowhere(phone: Phone, companion: Companion) -> None:
    link = shared_to_link(share_game(open_table(companion.store, play_with_undo(phone))))
    looked = phone.post("/api/look", link=link).get_json()
    assert [player["name"] for player in looked["players"]] == ["Anna", "Bo"]
    assert [moment["turn"] for moment in looked["moments"]] == [None, "@E5", "@F3"]
    assert looked["moments"][2]["cells"]["F3"] == "yellow"
    assert len(companion.store.game_ids()) == 1
    refused = phone.post("/api/look", link=link[:-9])
    assert (refused.status_code, refused.get_json()["problem"]) == (409, "link-cut-short")


def test_link_with_a_foreign_board_is_shown_and_keeps_no_board(
    phone: Phone, companion: Companion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.web.takeaway.test_bundle import keep_board

    monkeypatch.setenv("TERRANOVA_DATA", str(tmp_path))
    keep_board(tmp_path, "lagoon")
    phone.new_game("Anna", "Bo", board="lagoon")
    phone.must("turns", turn="@E5")
    link = shared_to_link(share_game(open_table(companion.store, phone.game_id or "")))
    (tmp_path / "boards" / "lagoon.json").unlink()
    looked = phone.post("/api/look", link=link).get_json()
    assert looked["moments"][-1]["cells"]["E5"] == "red"
    assert looked["board"]["svg"].startswith("data:image/svg+xml;base64,")
    assert list((tmp_path / "boards").iterdir()) == []


def delete(phone: Phone) -> str:
    """Delete the game permanently and return the page."""
    answer = phone.client.post(f"/games/{phone.game_id}/delete", headers=ORIGIN)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


@pytest.fixture
def backed_up(phone: Phone, companion: Companion, config: Config) -> Path:
    """Provide a data folder with two games, the first of which is in two backups."""
    phone.new_game("Anna", "Bo", title="The secret evening")
    database = config.data / DATABASE_FILE
    back_up(database, config.data)
    phone.must("turns", turn="@E5")
    back_up(database, config.data)
    return config.data


def test_deleting_permanently_lists_the_backups_and_clears_them(phone: Phone, backed_up: Path) -> None:
    names = [backup.path.name for backup in list_backups(backed_up)]
    assert len(names) == 2
    offered = phone.client.get(f"/games/{phone.game_id}/take").get_data(as_text=True)
    deleted = delete(phone)
    for name in names:
        assert name in offered
        assert name in deleted
    assert phone.client.get(f"/api/games/{phone.game_id}").status_code == 404
    for path in backed_up.rglob("*.sqlite"):
        assert b"The secret evening" not in path.read_bytes(), path.name
        with sqlite3.connect(path) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert not list(backed_up.rglob("*.part"))


def test_deleting_one_game_leaves_the_others_in_every_backup(phone: Phone, companion: Companion, backed_up: Path) -> None:
    gone = phone.game_id
    phone.new_game("Cleo", "Dora")
    back_up(backed_up / DATABASE_FILE, backed_up)
    kept, phone.game_id = phone.game_id, gone
    delete(phone)
    assert companion.store.game_ids() == (kept,)
    with sqlite3.connect(list_backups(backed_up)[-1].path) as connection:
        assert connection.execute("SELECT id FROM games").fetchall() == [(kept,)]


def test_server_starts_after_the_last_game_was_deleted(phone: Phone, backed_up: Path) -> None:
    from web.games.opening import find_problem

    delete(phone)
    assert find_problem(backed_up / DATABASE_FILE, backed_up) is None


def test_statistics_are_shown_and_exported_as_files(phone: Phone) -> None:
    finish(phone, "=Anna", "Bo")
    words = phone.client.get("/statistics").get_data(as_text=True)
    assert "=Anna" in words
    assert phone.client.get("/statistics.json").get_json()["players"][0]["name"] == "=Anna"
    phone.client.set_cookie("terranova_lang", "de")
    table = phone.client.get("/statistics.csv").data.decode("utf-8-sig")
    assert "'=Anna;1;1;0;18,0\r\n" in table
