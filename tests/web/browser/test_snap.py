"""From a photo to the score: sent, read, shown over the photo, corrected, confirmed, undone."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.rules.pieces import Piece
from tests.reader.table import Shot, set_table
from tests.web.browser.conftest import Table, piece_on, scores, tap
from tests.web.games.test_score_keeper import CORNER, REST, STONES, value_of
from tests.web.pictures import jpeg

WORDS = {
    **dict.fromkeys(STONES, Piece.STONE),
    **{cell: Piece(colour) for colour, cells in REST.items() for cell in cells},
    "K1": Piece.RED,
    "K2": Piece.RED,
    "K3": Piece.YELLOW,
}
MARKED_FILE_BYTES = 33 * 2**20
LEAST_SLIDER_PX = 100  # to fade a photo with a finger, also in large text


@cache
def photo() -> bytes:
    """Return a photo of the islet with a closed corner: red has the majority there."""
    return set_table("islet").lay(WORDS).photograph(Shot())


@pytest.fixture
def photo_file(tmp_path: Path) -> Path:
    """Provide the photo as a file to choose."""
    path = tmp_path / "table.jpg"
    path.write_bytes(photo())
    return path


def snap(table: Table, phone: Page, file: Path) -> str:
    """Start a score keeper's game and choose a photo."""
    game = table.new_game(mode="keeper")
    table.open(phone, game)
    phone.get_by_role("button", name="Snap").click()
    phone.locator("#choose-photo").set_input_files(file)
    return str(game["id"])


def test_photo_is_read_shown_corrected_confirmed_and_undone(table: Table, phone: Page, photo_file: Path) -> None:
    game = snap(table, phone, photo_file)
    expect(phone.locator("#confirm")).to_be_enabled()
    assert {cell: piece_on(phone, cell) for cell in WORDS} == {cell: piece.value for cell, piece in WORDS.items()}
    expect(phone.locator(".tint-red polygon")).to_have_count(len(CORNER))

    tap(phone, "K3")
    sheet = phone.locator(".sheet")
    expect(sheet).to_contain_text("Read from the photo: yellow")
    expect(sheet.locator(".close-up .board-photo")).to_be_visible()
    expect(sheet.locator(".region")).to_contain_text(f"The majority takes all {value_of(CORNER)} points.")
    sheet.get_by_role("button", name="red", exact=True).click()
    assert piece_on(phone, "K3") == "red"
    phone.get_by_role("button", name="Reset to the photo").click()
    assert piece_on(phone, "K3") == "yellow"

    phone.get_by_role("button", name="Confirm", exact=True).click()
    expect(phone.locator("body:not(.is-editing) .dock, #confirm-anyway").first).to_be_visible()
    if phone.locator("#confirm-anyway").count():
        phone.locator("#confirm-anyway").click()
    expect(phone.locator(".edit-dock")).to_have_count(0)
    assert scores(phone) == [value_of(CORNER), 0]
    state = table.ask(f"/api/games/{game}")
    assert (state["last"]["kind"], state["last"]["photo"]) == ("photo", state["photo"]["id"])
    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator(".player-score").first).to_have_text("0")


def test_slider_fades_the_photo_to_the_clean_board(table: Table, phone: Page, photo_file: Path) -> None:
    snap(table, phone, photo_file)
    shown = phone.locator(".board-sheet .board-photo")
    expect(shown).to_be_visible()
    opacity = "picture => getComputedStyle(picture).opacity"
    assert shown.evaluate(opacity) == "1"
    phone.locator("#photo-slider").fill("0")
    assert shown.evaluate(opacity) == "0"
    phone.evaluate("document.documentElement.style.fontSize = '200%'")
    slider = phone.locator("#photo-slider").bounding_box()
    assert slider is not None
    assert slider["width"] > LEAST_SLIDER_PX
    phone.get_by_role("button", name="Cancel").click()
    expect(shown).to_have_count(0)


def test_reload_brings_the_photo_back_and_pieces_keep_their_size_after_it(table: Table, phone: Page, photo_file: Path) -> None:
    snap(table, phone, photo_file)
    expect(phone.locator("#confirm")).to_be_enabled()
    tap(phone, "K3")
    phone.locator('.piece-choice[data-piece="red"]').click()
    phone.reload()
    expect(phone.locator(".board-sheet .board-photo")).to_be_visible()
    assert piece_on(phone, "K3") == "red"
    phone.get_by_role("button", name="Confirm", exact=True).click()
    expect(phone.locator(".edit-dock")).to_have_count(0)
    assert phone.locator(".table-top").evaluate("part => part.scrollTop") == 0
    piece, hexagon = (phone.locator(f'[data-cell="{STONES[0]}"] {part}').bounding_box() for part in (".piece", ".hex"))
    assert piece is not None
    assert hexagon is not None
    assert piece["width"] > 0.7 * hexagon["width"]


def test_photo_lies_under_the_hexes_where_the_reader_found_them(table: Table, phone: Page, photo_file: Path) -> None:
    """Each hex's middle on the photo, brought to the screen as the picture is, is the middle of the hex drawn there."""
    game = snap(table, phone, photo_file)
    expect(phone.locator("#confirm")).to_be_enabled()
    photo = table.ask(f"/api/games/{game}/photos")["photos"][0]["id"]
    reading = table.ask(f"/api/jobs/{photo}")["reading"]
    off = phone.evaluate(
        """centres => {
          const picture = document.querySelector(".board-sheet .board-photo");
          const matrix = new DOMMatrix(getComputedStyle(picture).transform);
          const frame = document.querySelector(".board-sheet").getBoundingClientRect();
          return Math.max(...Object.entries(centres).map(([cell, [x, y]]) => {
            const point = matrix.transformPoint(new DOMPoint(x, y));
            const hex = document.querySelector(`[data-cell="${cell}"] .hex`).getBoundingClientRect();
            const [shownX, shownY] = [frame.x + point.x / point.w, frame.y + point.y / point.w];
            return Math.hypot(shownX - hex.x - hex.width / 2, shownY - hex.y - hex.height / 2);
          }));
        }""",
        reading["centres_px"],
    )
    assert off < 3.0


def test_photo_without_a_board_advises_what_to_do(table: Table, phone: Page, tmp_path: Path) -> None:
    file = tmp_path / "garden.jpg"
    file.write_bytes(jpeg())
    snap(table, phone, file)
    expect(phone.get_by_role("heading", name="The photo cannot be used")).to_be_visible()
    expect(phone.locator(".markers-seen")).to_contain_text("0 markers were found.")
    assert phone.locator(".tips li").count() == 3
    phone.get_by_role("button", name="Enter the pieces by hand instead").click()
    expect(phone.locator(".edit-dock")).to_be_visible()


def test_photo_that_is_too_large_is_never_sent(table: Table, phone: Page, tmp_path: Path) -> None:
    file = tmp_path / "huge.jpg"
    with file.open("wb") as huge:
        huge.truncate(MARKED_FILE_BYTES)
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(request.method))
    snap(table, phone, file)
    expect(phone.get_by_role("alert")).to_contain_text("larger than 32 MB")
    assert "POST" not in sent


@pytest.mark.slow
def test_photo_taken_out_of_reach_of_the_app_is_kept_and_read_later(table: Table, phone: Page, photo_file: Path) -> None:
    table.open(phone, table.new_game(mode="keeper"))
    phone.locator("#snap").click()
    expect(phone.locator("#choose-photo")).to_be_attached()
    table.expect("ERR_INTERNET_DISCONNECTED")
    phone.context.set_offline(True)
    phone.locator("#choose-photo").set_input_files(photo_file)
    expect(phone.locator(".sheet")).to_contain_text("Your photo stays here.")
    phone.context.set_offline(False)
    phone.locator("#read-photo").click()
    expect(phone.locator(".edit-dock")).to_be_visible()
    assert piece_on(phone, STONES[0]) == "stone"


@pytest.mark.slow
def test_photo_that_a_restart_interrupted_is_kept_and_sent_again(table: Table, phone: Page, photo_file: Path) -> None:
    table.open(phone, table.new_game(mode="keeper"))
    problem = {"problem": "send-again", "message": "The app was restarted before this photo was read; send it again."}
    phone.route("**/api/jobs/**", lambda route: route.fulfill(json={"state": "failed", "problem": problem}), times=1)
    phone.locator("#snap").click()
    phone.locator("#choose-photo").set_input_files(photo_file)
    phone.locator("#read-photo").click()
    expect(phone.locator(".edit-dock")).to_be_visible()
    assert piece_on(phone, STONES[0]) == "stone"
