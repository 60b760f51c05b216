"""A club in the browser: the organiser opens tables and prints their cards, and each phone plays at its own table alone."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.conftest import HOST, LAPTOP, PHONE, SMALL_PHONE, Table, tap
from tests.web.browser.test_looks import complaints_of_axe, cut_words, sticks_out
from tests.web.club.test_host import read_cards
from tests.web.databases import emptied, own_postgresql
from tests.web.served import serving

pytestmark = pytest.mark.postgresql
HOST_PAGES = ("/host", "/host/tables/1", "/host/tables/2")


@pytest.fixture(scope="module")
def club_database() -> Iterator[str]:
    """Provide the address of a PostgreSQL server."""
    yield from own_postgresql()


@pytest.fixture
def club(chromium: Browser, club_database: str, tmp_path: Path) -> Iterator[Table]:
    """Provide an empty club; fail if any of its phones logged an error."""
    with serving(tmp_path, "--database", emptied(club_database), "--allow-host", HOST) as served:
        code = served.announced["join"].rsplit("/", 1)[1]
        made = Table(chromium, served, code, "")
        yield made
        for context in made.contexts:
            context.close()
    assert [complaint for watch in made.watches for complaint in watch.complaints] == []


def open_tables(club: Table, organiser: Page, names: str) -> list[str]:
    """Open tables through the form, and return the links on their printed cards."""
    organiser.goto(f"{club.address}/")
    organiser.get_by_role("link", name="Tables").click()
    organiser.get_by_label("Numbers or names").fill(names)
    organiser.get_by_role("button", name="Open tables").click()
    expect(organiser.locator(".host-table").first).to_be_visible()
    printed = organiser.evaluate("fetch('/host/cards.pdf').then(answer => answer.bytes()).then(bytes => bytes.toBase64())")
    return [f"{club.address}/j/{link.rsplit('/', 1)[1]}" for link in read_cards(b64decode(printed))]


def sit_down(club: Table, link: str, *players: str) -> Page:
    """Join by a card's link, start a game through the form, and place the first pioneer."""
    phone = club.phone(joined=False)
    phone.goto(link)
    phone.get_by_role("link", name="New game").click()
    for colour, name in zip(("red", "yellow"), players, strict=True):
        phone.get_by_label(f"Name of the {colour} player").fill(name)
    phone.get_by_text("Full referee").click()
    phone.get_by_role("radio", name="Islet").check(force=True)
    phone.get_by_role("button", name="Start the game").click()
    expect(phone.locator(".prompt")).to_contain_text(f"{players[0]}: place a pioneer")
    place_pioneer(phone)
    expect(phone.locator(".prompt")).to_contain_text(f"{players[1]}: place a pioneer")
    return phone


def place_pioneer(phone: Page) -> None:
    """Place a pioneer on the first hex where that is possible."""
    tap(
        phone, phone.evaluate("fetch(`/api${location.pathname}`).then(answer => answer.json()).then(game => game.next.places[0])")
    )


@pytest.mark.slow
def test_two_tables_play_side_by_side_until_one_is_closed(club: Table) -> None:
    organiser = club.phone(LAPTOP)
    links = open_tables(club, organiser, "1-3")
    assert len(links) == 3
    here, there = (
        sit_down(club, link, *players) for link, players in zip(links, (("Anna", "Bo"), ("Cleo", "Dora")), strict=False)
    )
    expect(organiser.locator('[data-table="1"] [data-fact="in_play"]')).to_have_text("1")
    expect(organiser.locator('[data-table="2"] [data-fact="phones"]')).to_have_text("1")
    expect(organiser.locator('[data-table="3"] [data-fact="in_play"]')).to_have_text("0")
    club.expect("404", "403")
    for phone, stranger in ((here, there), (there, here)):
        guest = phone.context.new_page()
        guest.goto(stranger.url)
        expect(guest.locator(".note.is-wrong")).to_contain_text("This game does not exist here")
        guest.goto(f"{club.address}/host")
        expect(guest.locator(".note.is-wrong")).to_be_visible()
        guest.goto(f"{club.address}/")
        assert guest.locator(".game-card").count() == 1
        guest.close()
    organiser.locator('[data-table="1"]').click()
    organiser.get_by_role("button", name="Close the table").click()
    expect(here.get_by_role("alert")).to_contain_text("This table has been closed")
    expect(there.locator(".prompt")).to_contain_text("Dora: place a pioneer")
    place_pioneer(there)
    expect(there.locator(".prompt")).to_contain_text("Cleo")


@pytest.mark.slow
def test_game_that_is_moved_away_says_so_on_the_phone(club: Table) -> None:
    organiser = club.phone(LAPTOP)
    first, _second = open_tables(club, organiser, "Window, Bar")
    phone = sit_down(club, first, "Anna", "Bo")
    organiser.locator('[data-table="1"]').click()
    club.expect("404")
    organiser.get_by_label("To table").fill("Bar")
    organiser.get_by_role("button", name="Move: Anna · Bo").click()
    expect(organiser.get_by_role("heading", name="Bar")).to_be_visible()
    expect(phone.locator(".toast.is-wrong")).to_contain_text("This game does not exist here")


@pytest.mark.slow
def test_organiser_who_only_looks_sees_tables_opened_by_another(club: Table) -> None:
    looking, acting = club.phone(LAPTOP), club.phone(LAPTOP)
    open_tables(club, acting, "1-2")
    looking.goto(f"{club.address}/host")
    open_tables(club, acting, "Bar")
    expect(looking.locator(".host-table")).to_have_count(3)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "language", "scheme"),
    [(LAPTOP, "en", "light"), (PHONE, "hu", "dark"), (SMALL_PHONE, "fi", "light"), (SMALL_PHONE, "de", "dark")],
)
def test_organisers_pages_fit_and_axe_finds_nothing(club: Table, size: tuple[int, int], language: str, scheme: str) -> None:
    first, *_ = open_tables(club, club.phone(LAPTOP), "1, Donaudampfschifffahrtsgesellschaftszimmer am Fenster, Bar")
    sit_down(club, first, "Anna", "Bo")
    organiser = club.phone(size, language, scheme)
    organiser.evaluate("fetch('/practice', {method: 'POST', body: new URLSearchParams({practice: 'setup'})}).then(() => null)")
    for path in HOST_PAGES:
        organiser.goto(club.address + path)
        assert complaints_of_axe(organiser) == [], path
        assert sticks_out(organiser) <= 0, path
        assert cut_words(organiser) == [], path
        assert re.search(r"\bhost_\w+", organiser.locator("body").inner_text()) is None


@pytest.mark.slow
def test_everything_works_without_scripts(club: Table) -> None:
    organiser = club.phone(java_script_enabled=False)
    organiser.goto(f"{club.address}/host")
    organiser.get_by_label("Numbers or names").fill("1-2")
    organiser.get_by_role("button", name="Open tables").click()
    organiser.get_by_label("Name of the club").fill("Spielcafé Würfel")
    organiser.get_by_role("button", name="Save").click()
    expect(organiser.get_by_label("Name of the club")).to_have_value("Spielcafé Würfel")
    organiser.get_by_role("link", name="Table 2").click()
    organiser.get_by_label("Name of the table").fill("Bar")
    organiser.get_by_role("button", name="Rename").click()
    expect(organiser.get_by_role("heading", name="Bar")).to_be_visible()
    organiser.get_by_role("button", name="Close the table").click()
    expect(organiser.locator(".host-table")).to_have_count(1)
