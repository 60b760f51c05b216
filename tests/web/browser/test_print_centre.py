"""The Print centre on a phone: choose, see pages, accept a suggestion, go back, download; by keyboard and without scripts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import LAPTOP, SMALL_PHONE, Table
from tests.web.browser.test_looks import complaints_of_axe, cut_words, sticks_out

SHOWN_PICTURES = ".print-pages img[src]"


def expect_pages(phone: Page) -> None:
    """Wait until the first page is shown as a picture."""
    picture = phone.locator(SHOWN_PICTURES).first
    picture.scroll_into_view_if_needed()
    expect(picture).to_be_visible()
    assert picture.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 100


def test_board_is_chosen_looked_at_and_downloaded_on_a_phone(table: Table, phone: Page, tmp_path: Path) -> None:
    phone.goto(table.address)
    phone.get_by_role("link", name="Print the game").click()
    expect_pages(phone)
    phone.locator("label", has_text="Islet").click()
    expect(phone.locator(".print-facts")).to_contain_text("The whole board is 45.6 cm wide")
    phone.get_by_label("Ink").select_option("light")
    phone.get_by_text("Size and printer", exact=True).click()
    phone.get_by_label("Hex width in mm").fill("50")
    expect(phone.locator("#note-hex")).to_contain_text("Hexes of 50 mm do not fit on 6 sheets of A4")
    expect(phone.get_by_label("Hex width in mm")).to_have_attribute("aria-invalid", "true")
    assert complaints_of_axe(phone) == []
    phone.locator("#note-hex").get_by_role("link", name="sheets").click()
    expect(phone.locator("#note-hex")).to_have_text("")
    expect_pages(phone)
    assert "hex=50" in phone.url
    assert complaints_of_axe(phone) == []
    with phone.expect_download() as downloading:
        phone.get_by_role("link", name="Download: Board").click()
    path = tmp_path / downloading.value.suggested_filename
    downloading.value.save_as(path)
    assert path.name == "islet-board-A4-50mm-light-en.pdf"
    assert path.read_bytes().startswith(b"%PDF")
    phone.go_back()
    expect(phone.locator("#note-hex")).to_contain_text("do not fit")
    expect(phone.get_by_label("Sheets at most")).to_have_value("6")
    phone.reload()
    expect(phone.locator("#note-hex")).to_contain_text("do not fit")
    phone.goto(f"{table.address}/print")
    expect(phone.locator("#ink")).to_have_value("light")  # remembered


def test_print_centre_is_used_by_keyboard(table: Table, phone: Page) -> None:
    phone.goto(f"{table.address}/print?board=islet&paper=A4&language=en")
    phone.locator("[name=board]:checked").focus()
    phone.keyboard.press("ArrowRight")
    expect(phone.locator(".print-facts")).to_contain_text("31 mm")
    assert "board=wheel" in phone.url
    phone.keyboard.press("Tab")
    expect(phone.locator("#paper")).to_be_focused()


def test_first_visit_with_its_pages_is_light_enough(table: Table) -> None:
    page = table.phone(size=LAPTOP)
    weighed: list[int] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: weighed.append(int(event["encodedDataLength"])))
    page.goto(f"{table.address}/print?board=terranova&language=en&paper=A4")
    expect_pages(page)
    expect(page.locator(SHOWN_PICTURES).nth(2)).to_be_visible()
    page.wait_for_timeout(500)
    assert sum(weighed) <= 200_000


def test_print_centre_works_without_scripts(table: Table) -> None:
    page = table.phone(java_script_enabled=False)
    page.goto(f"{table.address}/print?board=islet&paper=A4&language=en")
    page.get_by_label("Ink").select_option("grey")
    page.get_by_role("button", name="Show pages").click()
    assert "ink=grey" in page.url
    with page.expect_download() as downloading:
        page.get_by_role("link", name="All as a zip file").click()
    assert downloading.value.suggested_filename == "islet-all-A4-36mm-grey-en.zip"


@pytest.mark.parametrize(
    ("language", "scheme"),
    [("hu", "dark"), *(pytest.param(one, "light", marks=pytest.mark.slow) for one in ("en", "de", "fi", "fr", "it"))],
)
def test_print_centre_fits_a_small_phone(table: Table, language: str, scheme: str) -> None:
    phone = table.phone(size=SMALL_PHONE, language=language, scheme=scheme)
    phone.goto(f"{table.address}/print?board=wheel&hex=50&language={language}&document=board&document=poster")
    expect(phone.locator("#note-hex .button").first).to_be_visible()
    assert complaints_of_axe(phone) == []
    assert sticks_out(phone) <= 0
    assert cut_words(phone) == []
    phone.goto(f"{table.address}/print?board=wheel&language={language}")
    expect_pages(phone)
    assert complaints_of_axe(phone) == []
    assert sticks_out(phone) <= 0
    assert cut_words(phone) == []


@pytest.mark.slow
def test_choice_and_download_out_of_reach_of_the_app_say_that_they_failed(table: Table, phone: Page) -> None:
    phone.goto(f"{table.address}/print?board=islet")
    expect(phone.locator(".print-pages img").first).to_have_attribute("src", re.compile("^blob:"))
    table.expect("ERR_INTERNET_DISCONNECTED")
    phone.context.set_offline(True)
    failure = phone.locator(".print-failed")
    phone.locator("a[data-download]").first.click()
    expect(failure).to_be_visible()
    phone.get_by_label("Ink").select_option("grey")
    expect(phone.locator("#print-result > .print-failed")).to_be_visible()
    expect(failure).to_have_count(1)
    phone.context.set_offline(False)
    phone.get_by_label("Ink").select_option("light")
    expect(failure).to_have_count(0)
