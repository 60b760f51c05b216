"""Use at arm's length: small phones, landscape, large text, tints, points, joining, undo."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser.conftest import LAPTOP, PHONE, SMALL_PHONE, Table, tap
from tests.web.browser.test_doubts import photo as photo_with_mug
from tests.web.browser.test_looks import PAGES, sticks_out
from tests.web.browser.test_setting_pieces import START, confirm, keeper, put
from tests.web.browser.test_snap import snap
from tests.web.games.test_score_keeper import STONES
from tests.web.positions import CROSSING

EXAMPLES = Path(__file__).parents[3] / "referee" / "examples"
LYING_PHONE = (844, 390)
NAMES = ("Anna Magdaléna", "Bartholomäus", "Cleopatra", "Dornröschen")
TERRAINS = ((62, 107, 84), (125, 180, 212), (245, 228, 208), (200, 215, 165), (125, 95, 75), (160, 145, 175))
LOUDNESS = """([look, ground]) => {
  const one = document.querySelector(`.tint-${look}`), style = getComputedStyle(one), share = Number(style.fillOpacity);
  const filter = getComputedStyle(document.querySelector(".board-picture")).filter;
  const dim = Number(/brightness\\(([\\d.]+)\\)/.exec(filter)?.[1] ?? 1);
  const tint = style.fill.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const under = ground.map((part) => part * dim);
  return Math.hypot(...under.map((part, index) => share * (tint[index] - part)));
}"""


def box_of(part: Locator) -> dict[str, float]:
    """Return the box of an element."""
    box = part.bounding_box()
    assert box is not None
    return {**box, "right": box["x"] + box["width"], "bottom": box["y"] + box["height"]}


def test_names_are_read_in_full_on_a_phone_lying_on_its_side(table: Table) -> None:
    phone = table.phone(size=LYING_PHONE)
    table.open(phone, table.new_game(*NAMES))
    cut = "[...document.querySelectorAll('.player-name')].filter((one) => one.scrollWidth > one.clientWidth).length"
    assert phone.evaluate(cut) == 0


def test_whole_board_is_seen_when_it_opens_on_a_small_phone(table: Table) -> None:
    phone = table.phone(size=SMALL_PHONE)
    table.open(phone, table.new_game(board="terranova"))
    assert (
        phone.evaluate(
            "(() => { const one = document.getElementById('board-window'); return one.scrollWidth - one.clientWidth })()"
        )
        <= 1
    )


@pytest.mark.parametrize(
    "language", [pytest.param("en", marks=pytest.mark.slow), pytest.param("de", marks=pytest.mark.slow), "hu"]
)
def test_text_of_twice_the_size_cuts_off_nothing(table: Table, language: str) -> None:
    phone = table.phone(language=language)
    table.open(phone, table.new_game(start=CROSSING))
    phone.evaluate("document.documentElement.style.fontSize = '200%'")
    for control in ("undo", "edit", "snap", "history", "redo"):
        box = box_of(phone.locator(f"#{control}"))
        assert box["x"] >= 0, control
        assert box["right"] <= PHONE[0], control
        assert box["bottom"] <= PHONE[1], control
    prompt, end, dock = (box_of(phone.locator(part)) for part in (".prompt", "#end-turn", "#dock"))
    assert prompt["bottom"] <= min(end["y"], dock["y"])
    assert end["bottom"] <= dock["y"]
    assert box_of(phone.locator(".board-tools"))["bottom"] <= prompt["y"] + 1


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, (360, 740)])
def test_pages_in_text_of_twice_the_size_are_no_wider_than_the_phone(table: Table, size: tuple[int, int]) -> None:
    phone = table.phone(size=size, language="de")
    game = table.new_game(start=CROSSING)
    for path in (*PAGES, "/how-to-play", "/pieces", "/statistics", "/take", "/games/{game}/take", "/games/{game}/pieces"):
        phone.goto(table.address + path.format(game=game["id"]))
        phone.wait_for_load_state("load")
        phone.evaluate("document.documentElement.style.fontSize = '200%'")
        assert sticks_out(phone) <= 0, path


@pytest.mark.parametrize("language", [pytest.param("de", marks=pytest.mark.slow), "fr"])
def test_end_of_a_turn_is_seen_whole_in_text_of_twice_the_size_on_a_small_phone(table: Table, language: str) -> None:
    phone = table.phone(size=SMALL_PHONE, language=language)
    table.open(phone, table.new_game("Magdaléna", "Bartholomäus", start=CROSSING))
    phone.evaluate("document.documentElement.style.fontSize = '200%'")
    assert box_of(phone.locator("#end-turn"))["bottom"] <= box_of(phone.locator("#dock"))["y"]
    assert box_of(phone.locator(".skip"))["bottom"] <= 0
    phone.locator(".table-top").evaluate("one => one.scrollTo(0, one.scrollHeight)")
    assert box_of(phone.locator(".prompt"))["bottom"] <= box_of(phone.locator("#end-turn"))["y"] + 1


@pytest.mark.parametrize("height", [pytest.param(640, marks=pytest.mark.slow), 568])
def test_prompt_has_the_whole_width_of_a_small_phone(table: Table, height: int) -> None:
    phone = table.phone(size=(SMALL_PHONE[0], height), language="hu")
    table.open(phone, table.new_game(start=CROSSING))
    prompt, end, dock = (box_of(phone.locator(part)) for part in (".prompt", "#end-turn", "#dock"))
    assert prompt["width"] >= SMALL_PHONE[0] - 40
    assert prompt["bottom"] <= end["y"] + 1
    assert end["bottom"] <= dock["y"]


@pytest.mark.parametrize(("mode", "players"), [("keeper", 3), ("referee", 3), pytest.param("keeper", 4, marks=pytest.mark.slow)])
def test_names_of_players_are_read_in_full_beside_the_board(table: Table, mode: str, players: int) -> None:
    laptop = table.phone(size=LAPTOP, language="hu")
    table.open(laptop, table.new_game(*("Nagymama", "Zsófi", "Bence", "Dorottya")[:players], mode=mode))
    for player in laptop.locator(".player").all():
        name, sign, score = (box_of(player.locator(f".{part}")) for part in ("player-name", "sign", "player-score"))
        assert sign["right"] <= name["x"]
        assert name["right"] <= score["x"]
        for words in player.locator(".player-name, .player-left").all():
            assert words.evaluate("one => one.scrollWidth <= one.clientWidth + 1"), words.inner_text()


@pytest.mark.parametrize("width", [pytest.param(LYING_PHONE[0], marks=pytest.mark.slow), 640])
def test_review_leaves_the_boards_tools_free_on_a_phone_lying_on_its_side(table: Table, width: int) -> None:
    phone = table.phone(size=(width, LYING_PHONE[1]))
    table.open(phone, table.new_game("Anna", "Bo", "Cleo", "Dora", mode="keeper"))
    phone.locator("#edit").click()
    assert box_of(phone.locator(".board-tools"))["right"] <= box_of(phone.locator(".edit-dock"))["x"]


def test_slider_between_photo_and_board_ends_before_the_tools_on_a_small_phone(table: Table, tmp_path: Path) -> None:
    phone = table.phone(size=SMALL_PHONE)
    (tmp_path / "mug.jpg").write_bytes(photo_with_mug())
    snap(table, phone, tmp_path / "mug.jpg")
    assert box_of(phone.locator(".photo-slider .icon"))["right"] <= box_of(phone.locator(".board-tools"))["x"]


def test_note_is_read_above_a_sheet_and_stays_when_it_closes(table: Table, phone: Page) -> None:
    table.open(phone, table.new_game(mode="keeper"))
    phone.get_by_role("button", name="Menu").click()
    phone.get_by_role("button", name="Names and mode").click()
    expect(phone.locator(".sheet")).to_be_visible()
    table.expect("422")
    phone.evaluate("document.getElementById('retitle').removeAttribute('maxlength')")
    phone.get_by_label("Game title").fill("x" * 500)
    phone.get_by_role("button", name="Save").click()
    toast = phone.locator(".toast")
    expect(toast).to_be_visible()
    at = "(one) => { const box = one.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2] }"
    x, y = toast.evaluate(at)
    toast.evaluate("one => { one.style.pointerEvents = 'auto' }")
    assert phone.evaluate("([x, y]) => document.elementFromPoint(x, y)?.className", [x, y]) == toast.get_attribute("class")
    assert phone.evaluate("document.querySelector('.sheet').contains(document.getElementById('live'))")
    phone.keyboard.press("Escape")
    expect(phone.locator(".table-top > .toasts > .toast")).to_be_visible()


@pytest.mark.parametrize(("size", "text"), [(LYING_PHONE, "100%"), (PHONE, "200%")])
def test_confirm_is_never_cut_off(table: Table, size: tuple[int, int], text: str) -> None:
    phone = table.phone(size=size, language="de")
    table.open(phone, table.new_game(mode="keeper"))
    phone.evaluate("size => { document.documentElement.style.fontSize = size }", text)
    phone.locator("#edit").click()
    assert box_of(phone.locator("#confirm"))["right"] <= size[0]


def test_wrong_code_stays_in_the_field_and_the_code_is_shown_in_groups(table: Table, code: str) -> None:
    stranger = table.phone(joined=False)
    table.expect("403")
    stranger.goto(f"{table.address}/join")
    stranger.get_by_label("Code").fill("abcde fghjk")
    stranger.get_by_role("button", name="Join").click()
    expect(stranger.get_by_role("alert")).to_be_visible()
    assert stranger.get_by_label("Code").input_value() == "abcde fghjk"
    member = table.phone()
    member.goto(f"{table.address}/invite")
    expect(member.locator(".code")).to_have_text(f"{code[:5]} {code[5:]}")


def test_button_that_starts_the_game_has_its_own_background(table: Table, phone: Page) -> None:
    phone.goto(f"{table.address}/new")
    box = box_of(phone.get_by_role("button", name="Start the game"))
    beside = "([x, y]) => document.elementFromPoint(x, y)?.className"
    assert phone.evaluate(beside, [box["x"] - 4, box["y"] + 4]) == "begin"
    assert phone.evaluate("getComputedStyle(document.querySelector('.begin')).backgroundColor") != "rgba(0, 0, 0, 0)"


def test_action_undone_within_a_turn_can_be_redone(table: Table, phone: Page) -> None:
    game = table.new_game(start=CROSSING)
    table.open(phone, game)
    target = game["next"]["moves"]["E5"][0]
    tap(phone, "E5")
    tap(phone, target)
    expect(phone.locator(".chip")).to_have_text([f"E5→{target}"])
    phone.locator("#undo").click()
    expect(phone.locator(".chip")).to_have_count(0)
    phone.locator("#redo").click()
    expect(phone.locator(".chip")).to_have_text([f"E5→{target}"])
    expect(phone.locator("#redo")).to_be_disabled()


def test_what_a_photo_added_is_marked_on_the_board(table: Table, phone: Page, tmp_path: Path) -> None:
    taken = tmp_path / "table.jpg"
    taken.write_bytes(photo_with_mug())
    snap(table, phone, taken)
    expect(phone.locator(".cell.added").first).to_be_attached()
    for cell in phone.locator(".cell.added").all():
        assert "new on this photo" in (cell.get_attribute("aria-label") or "")


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_no_tint_is_louder_than_that_of_a_player(table: Table, scheme: str) -> None:
    phone = table.phone(size=LAPTOP, scheme=scheme)
    table.open(phone, table.new_game(mode="keeper"))
    looks = ("red", "yellow", "blue", "green", "shared", "nobody", "paid", "ask")
    phone.evaluate(
        """looks => document.querySelector(".board-ground").insertAdjacentHTML("beforeend",
             looks.map((look) => `<g class="tint tint-${look}"></g>`).join(""))""",
        looks,
    )
    mean = {look: sum(phone.evaluate(LOUDNESS, [look, ground]) for ground in TERRAINS) / len(TERRAINS) for look in looks}
    loudest = max(mean[look] for look in ("red", "yellow", "blue", "green"))
    quietest = min(mean[look] for look in ("red", "yellow", "blue", "green"))
    assert mean["shared"] <= quietest
    assert max(mean.values()) <= loudest


@pytest.mark.parametrize(
    "size", [SMALL_PHONE, pytest.param(PHONE, marks=pytest.mark.slow), pytest.param(LYING_PHONE, marks=pytest.mark.slow)]
)
def test_points_that_come_cover_no_name(table: Table, size: tuple[int, int]) -> None:
    phone = table.phone(size=size)
    keeper(table, phone)
    put(phone, "stone", *STONES)
    put(phone, "red", "K1")
    confirm(phone)
    score = phone.locator(".player-score").first
    phone.evaluate("document.querySelector('.player-score').dataset.gain = '+24'")
    pill = phone.evaluate(
        """() => { const style = getComputedStyle(document.querySelector(".player-score"), "::before");
             return Object.fromEntries(["right", "top", "width"].map((name) => [name, parseFloat(style[name])])) }"""
    )
    around, name = box_of(score), box_of(phone.locator(".player-name").first)
    top, right = around["y"] + pill["top"], around["right"] - pill["right"]
    text_end = phone.evaluate(
        """() => { const range = document.createRange(); range.selectNodeContents(document.querySelector(".player-name"));
             return range.getBoundingClientRect().right }"""
    )
    assert top >= name["bottom"] - 6 or right - pill["width"] >= text_end


def test_invitation_comes_before_the_games_and_scores_keep_their_column(table: Table) -> None:
    phone = table.phone(size=SMALL_PHONE)
    table.new_game("Anna", "Maximiliane Bartholomäus von Hohenstein", mode="keeper", start=START)
    phone.goto(f"{table.address}/")
    assert box_of(phone.locator(".invite-card"))["y"] < box_of(phone.locator(".games"))["y"]
    card = phone.locator(".game-card").first
    ends = {round(box_of(one)["right"]) for one in card.locator(".game-score b").all()}
    assert len(ends) == 1


@pytest.mark.parametrize("size", [SMALL_PHONE, pytest.param(PHONE, marks=pytest.mark.slow), LAPTOP])
@pytest.mark.parametrize("count", [pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow), 4])
def test_scores_on_the_start_page_stand_in_even_columns(table: Table, size: tuple[int, int], count: int) -> None:
    phone = table.phone(size=size)
    table.new_game(*("Anna", "Bo", "Maximiliane", "Dora")[:count], mode="keeper")
    phone.goto(f"{table.address}/")
    card = phone.locator(".game-card").first
    boxes = [box_of(one) for one in card.locator(".game-score").all()]
    assert len({round(box["width"]) for box in boxes}) == 1
    rows = sorted({round(box["y"]) for box in boxes})
    assert len({sum(round(box["y"]) == row for box in boxes) for row in rows}) == 1


def test_pages_that_need_scripts_say_so_where_they_are_switched_off(table: Table) -> None:
    phone = table.phone(java_script_enabled=False)
    game = table.new_game()
    for path in ("/new", f"/games/{game['id']}", f"/games/{game['id']}/screen", "/boards/new", "/look"):
        phone.goto(f"{table.address}{path}")
        note = phone.locator("noscript .note")
        expect(note).to_be_visible()
        expect(note).to_contain_text("JavaScript is switched off in this browser")


@pytest.mark.parametrize(("size", "language"), [(PHONE, "hu"), pytest.param(SMALL_PHONE, "fi", marks=pytest.mark.slow)])
def test_names_in_lists_are_whole_words_and_statistics_fit_a_phone(table: Table, size: tuple[int, int], language: str) -> None:
    phone = table.phone(size=size, language=language)
    table.new_game("Magdaléna", "Nagymama", "Zsófi")
    phone.goto(f"{table.address}/?q=Nagymama")
    names = phone.locator(".game-name")
    heights = names.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert len(heights) >= 3
    assert max(heights) < 1.5 * min(heights)
    phone.goto(f"{table.address}/take")
    phone.locator("textarea").fill((EXAMPLES / "game.json").read_text("utf-8"))
    with phone.expect_navigation():
        phone.locator("form:has(textarea) button.is-main").click()
    phone.goto(f"{table.address}/statistics")
    assert phone.locator(".figures").evaluate("one => one.scrollWidth <= one.clientWidth")
