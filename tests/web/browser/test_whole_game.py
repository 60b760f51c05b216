"""A whole game refereed by photos: setup in one photo, forgotten and repeated photos, covered and cut-off hexes, a slip, undo."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.boards.library import load_board
from referee.rules.pieces import Piece
from referee.rules.play import play_turn
from referee.rules.position import Edition, Position, cells_of
from tests.memory.tables import turns_of
from tests.reader.table import set_table
from tests.web.browser.conftest import Table, scores
from tests.web.browser.test_parts_of_the_board import LOWER, choose, confirm
from tests.web.browser.test_remembered_turns import photo, pieces_of
from web.games.pieces_on_board import words_of
from web.games.turn_orders import find_orders

BOARD = load_board("islet")
STEPS = tuple(turns_of(BOARD, Edition.DE, 2, 3))
BOARDS = [step.before for step in STEPS] + [STEPS[-1].played.position]  # BOARDS[n] is the table after n turns


@dataclass(frozen=True)
class Evening:
    """A game on a phone that is fed with photos; each screen is kept as a picture in `folder`."""

    table: Table
    phone: Page
    folder: Path
    game: str

    def snap(self, data: bytes, name: str) -> None:
        """Take a photo and wait until it has been read."""
        self.phone.locator("#snap").click()
        choose(self.phone, self.folder, data)
        self.look(name)

    def look(self, name: str) -> None:
        self.phone.screenshot(path=self.folder / f"{name}.png")

    def confirm(self, turns: int) -> None:
        """Confirm the photo as the likelier board, in the order played, and check that it is the board after these turns."""
        chosen = self.phone.locator('.board-answer[aria-pressed="true"]')
        if self.phone.locator("#which-board").count() and not chosen.count():
            self.phone.locator("#board-1").click()
        if self.phone.locator("#which-order").count():
            self.phone.locator(f"#order-{order_played(turns)}").click()
            expect(self.phone.locator(f"#order-{order_played(turns)}")).to_have_attribute("aria-pressed", "true")
        confirm(self.phone)
        state = self.table.ask(f"/api/games/{self.game}")
        assert state["cells"] == pieces_of(BOARDS[turns])
        assert state["position"]["scores"] == {
            colour.value: points for colour, points in zip(BOARDS[turns].players, BOARDS[turns].scores, strict=True)
        }


def order_played(turns: int) -> int:
    """Return the index of the button with the order in which the last of these turns was played."""
    before, after = BOARDS[turns - 1], BOARDS[turns]
    paid = [play_turn(before, turn).position.scores for turn in find_orders(before, after, 0)]
    return 1 + paid.index(after.scores)


def covered_elsewhere(turn: int, count: int) -> tuple[str, ...]:
    """Return hexes with a piece that the turn does not touch."""
    before, after = words_of(BOARDS[turn]), words_of(BOARDS[turn + 1])
    same = [cell.id for cell, old, new in zip(BOARD.cells, before, after, strict=True) if old is new and old.value != "empty"]
    return tuple(same[:count])


def without_a_pioneer(position: Position, seat: int) -> Position:
    """Return the board with one pioneer of a player knocked off."""
    masks = list(position.pioneers)
    masks[seat] &= ~(1 << next(cells_of(masks[seat])))
    return replace(position, pioneers=tuple(masks))


def words_laid(position: Position) -> dict[str, Piece]:
    return {cell: Piece(piece) for cell, piece in pieces_of(position).items()}


def a_photo_was_forgotten(evening: Evening) -> None:
    """Photograph only the third turn: the second and third are offered in their order."""
    evening.snap(photo(BOARDS[3]), "two turns")
    expect(evening.phone.locator("#forgotten-turns li")).to_have_count(2)
    expect(evening.phone.locator("#played-so")).to_have_attribute("aria-pressed", "true")
    expect(evening.phone.get_by_role("heading", name="No legal turn")).to_have_count(0)
    evening.confirm(3)
    assert evening.table.ask(f"/api/games/{evening.game}")["revision"] == 4


def the_same_photo_comes_again(evening: Evening) -> None:
    evening.snap(photo(BOARDS[3]), "same photo")
    expect(evening.phone.locator("#already-confirmed")).to_be_visible()
    evening.phone.get_by_role("button", name="Cancel").click()
    expect(evening.phone.locator(".edit-dock")).to_have_count(0)
    assert evening.table.ask(f"/api/games/{evening.game}")["revision"] == 4


def the_turn_is_undone_and_photographed_again(evening: Evening) -> None:
    evening.phone.locator("#undo").click()
    expect(evening.phone.locator("#redo")).to_be_enabled()
    evening.snap(photo(BOARDS[3]), "after undo")
    evening.confirm(3)


def a_pioneer_was_knocked_off(evening: Evening) -> None:
    """Photograph the fourth turn with a pioneer of the other player missing; put it back, and choose the nearest turn."""
    phone = evening.phone
    evening.snap(photo(without_a_pioneer(BOARDS[4], 1 - BOARDS[3].to_move)), "knocked off")
    if phone.locator("#board-1").count():
        phone.locator("#board-1").click()
    expect(phone.get_by_role("heading", name="No legal turn")).to_be_visible()
    evening.look("no legal turn")
    phone.locator("#take-nearest").click()
    expect(phone.locator("#ruling")).to_have_count(0)
    evening.confirm(4)


@pytest.mark.slow
def test_whole_game_is_refereed_by_photos(table: Table, phone: Page, tmp_path: Path) -> None:
    game = table.new_game(mode="referee")
    table.open(phone, game)
    evening = Evening(table, phone, tmp_path, str(game["id"]))
    evening.snap(photo(BOARDS[0]), "setup")
    evening.confirm(0)
    evening.snap(photo(BOARDS[1], covered_elsewhere(0, 3)), "covered")
    evening.confirm(1)
    a_photo_was_forgotten(evening)
    the_same_photo_comes_again(evening)
    the_turn_is_undone_and_photographed_again(evening)
    a_pioneer_was_knocked_off(evening)
    evening.snap(set_table("islet").lay(words_laid(BOARDS[5])).photograph(LOWER), "cut off")
    expect(phone.locator("#not-shown")).to_contain_text("hexes are not on the photo")
    evening.confirm(5)
    for turns in range(6, len(BOARDS)):
        evening.snap(photo(BOARDS[turns]), f"turn {turns}")
        evening.confirm(turns)
    expect(phone.locator(".over")).to_be_visible()
    evening.look("over")
    assert scores(phone) == list(BOARDS[-1].scores)
