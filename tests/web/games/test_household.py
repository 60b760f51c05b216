"""Learning a household's pieces from confirmed photos: within a game, under a name, and as a file."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from referee.formats.profiles import profile_from_json
from referee.reader.profiles import networks_version
from referee.rules.pieces import Piece
from referee.words.texts import text
from tests.formats.test_profiles import profile
from tests.reader.test_profiles import ORDINARY, STONES_LIKE_A_PLAYER, photo, read
from tests.web.conftest import ORIGIN, Phone
from web.games.household import confirmed_photos, known_pieces
from web.games.table import open_table
from web.photos.reading_worker import profile_from
from web.photos.reading_worker import read as read_task
from web.site.companion import Companion

SHOTS = 3


def confirm_photo(phone: Phone, companion: Companion, number: int, shot: int, tmp_path: Any) -> dict[str, Any]:
    """Read a household's photo as the game would, and confirm the true pieces; return the response."""
    data, words = photo(number, shot)
    path = tmp_path / f"{number}-{shot}.jpg"
    path.write_bytes(data)
    table = open_table(companion.store, str(phone.game_id))
    options = {"board": "terranova", "players": 4, "known_pieces": known_pieces(table, companion.shelf, companion.store)}
    answer = read_task({"path": str(path), "options": options})
    sent, _ = companion.shelf.add(str(phone.game_id), f"upload-{number}-{shot}", table.here.number)
    companion.shelf.finish(sent.id, answer)
    pioneers = {colour: [cell for cell, word in words.items() if word == colour] for colour in ("red", "yellow", "blue", "green")}
    stones = [cell for cell, word in words.items() if word is Piece.STONE]
    picture = {"pioneers": pioneers, "stones": stones, "photo": sent.id}
    sure = {"accept_unseen": True, "right_table": True}
    asked = phone.must("preview", **picture, **sure)["ask"]
    phone.must("confirm", **picture, **sure, held={first: [] for first in asked})
    return answer


@pytest.fixture
def game(phone: Phone) -> Phone:
    phone.new_game("Anna", "Bo", "Cleo", "Dora", board="terranova", mode="keeper")
    return phone


def upload(phone: Phone, data: bytes) -> Any:
    return phone.client.post("/pieces", data={"file": (io.BytesIO(data), "pieces.json")}, headers=ORIGIN)


def test_profile_is_saved_extended_exported_imported_and_deleted(game: Phone, companion: Companion, tmp_path: Any) -> None:
    confirm_photo(game, companion, ORDINARY, 0, tmp_path)
    for _ in range(2):
        assert game.client.post(f"/games/{game.game_id}/pieces", data={"name": "Kitchen"}, headers=ORIGIN).status_code == 303
    chosen = open_table(companion.store, str(game.game_id)).game.settings["profile"]
    file = game.client.get(f"/pieces/{chosen}.json")
    kept = profile_from_json(file.get_json(), text("serve.profile_file"), networks_version())
    assert (kept.name, kept.photos) == ("Kitchen", 1)
    assert game.client.post(f"/pieces/{chosen}/delete", headers=ORIGIN).status_code == 303
    assert game.client.get(f"/pieces/{chosen}.json").status_code == 404
    assert upload(game, file.data).status_code == 303
    assert "Kitchen" in game.client.get("/pieces").get_data(as_text=True)
    older = {**file.get_json(), "networks": "000000000000"}
    refused = upload(game, json.dumps(older).encode())
    assert refused.status_code == 422


@pytest.mark.parametrize("data", [b"Dear grandmother", b"\xff\xd8\xff", b"[" * 500, b""])
def test_file_that_holds_no_pieces_is_refused_without_naming_a_path_of_the_server(
    game: Phone, companion: Companion, data: bytes
) -> None:
    refused = upload(game, data)
    assert refused.status_code == 400
    page = refused.get_data(as_text=True)
    assert "The file with pieces" in page
    assert str(companion.shelf.incoming) not in page


def test_form_of_a_game_leads_back_to_its_page_which_says_what_was_done(game: Phone) -> None:
    data = json.dumps({**profile(), "networks": networks_version()}).encode()
    address = f"/games/{game.game_id}/pieces"
    brought = game.client.post(
        f"/pieces?from={game.game_id}", data={"file": (io.BytesIO(data), "caps.json")}, headers=ORIGIN, follow_redirects=True
    )
    assert (brought.status_code, brought.request.path) == (200, address)
    page = brought.get_data(as_text=True)
    assert "The pieces are saved." in page
    profile_id = page.split('action="/pieces/')[1].split("/")[0]
    deleted = game.client.post(f"/pieces/{profile_id}/delete?from={game.game_id}", headers=ORIGIN, follow_redirects=True)
    assert deleted.request.path == address
    assert "The pieces are deleted." in deleted.get_data(as_text=True)


def test_game_without_confirmed_photos_has_nothing_to_keep(game: Phone) -> None:
    refused = game.client.post(f"/games/{game.game_id}/pieces", data={"name": "Kitchen"}, headers=ORIGIN)
    assert refused.status_code == 409
    assert "no confirmed photo" in refused.get_data(as_text=True)


def test_kept_profile_of_other_networks_is_left_out_and_the_photo_is_read(game: Phone, companion: Companion) -> None:
    assert profile_from({"profile": {"format": "terranova-profile/1"}, "confirmed": []}) is None
    assert profile_from(None) is None


@pytest.mark.slow
def test_third_photo_of_stones_in_a_players_hue_asks_a_tenth(game: Phone, companion: Companion, tmp_path: Any) -> None:
    """The profile learns from every confirmed photo: the fourth needs almost no review, without any calibration."""
    for shot in range(SHOTS):
        confirm_photo(game, companion, STONES_LIKE_A_PLAYER, shot, tmp_path)
    table = open_table(companion.store, str(game.game_id))
    learned = profile_from(known_pieces(table, companion.shelf, companion.store))
    assert len(confirmed_photos(table, companion.shelf)) == SHOTS
    alone, helped = read(STONES_LIKE_A_PLAYER, SHOTS), read(STONES_LIKE_A_PLAYER, SHOTS, learned)
    assert len(alone.reading.doubtful) > 30
    assert len(helped.reading.doubtful) < 10
