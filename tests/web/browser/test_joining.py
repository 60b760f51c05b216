"""Joining by the QR link or the typed code, in the language of the phone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser.conftest import Table

LEAST_QR_PX = 300  # seen by a phone from across the table


def test_phone_without_the_code_is_asked_for_it(table: Table) -> None:
    phone = table.phone(joined=False)
    phone.goto(f"{table.address}/")
    expect(phone).to_have_url(f"{table.address}/join")
    table.expect("403")
    phone.get_by_label("Code").fill("not the code")
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_role("alert")).to_be_visible()
    phone.get_by_label("Code").fill(f" {table.code.upper()[:5]} {table.code[5:]}")
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_role("link", name="New game")).to_be_visible()


def test_link_of_the_qr_code_lets_in(table: Table) -> None:
    phone = table.phone()
    expect(phone).to_have_url(f"{table.address}/")
    expect(phone.get_by_role("link", name="New game")).to_be_visible()


def test_self_check_works_without_joining(table: Table) -> None:
    phone = table.phone(joined=False)
    phone.goto(f"{table.address}/check")
    expect(phone.locator("#verdict")).to_have_text("Everything works on this device.")
    assert phone.locator(".points .is-fine").count() == phone.locator(".points li").count() == 5


def test_invitation_shows_code_and_addresses(table: Table) -> None:
    laptop = table.phone(size=(1280, 800))
    laptop.goto(f"{table.address}/invite")
    expect(laptop.locator(".code")).to_have_text(f"{table.code[:5]} {table.code[5:]}")
    expect(laptop.locator("#qr")).to_have_js_property("complete", True)
    shown = laptop.locator("#qr").bounding_box()
    assert shown is not None
    assert shown["width"] > LEAST_QR_PX


def test_language_follows_the_phone_and_can_be_switched(table: Table) -> None:
    phone = table.phone(language="fi")
    expect(phone.locator("html")).to_have_attribute("lang", "fi")
    expect(phone.get_by_role("link", name="Uusi peli")).to_be_visible()
    phone.get_by_label("Kieli").select_option("it")
    expect(phone.locator("html")).to_have_attribute("lang", "it")
    phone.goto(f"{table.address}/help")
    expect(phone.get_by_role("heading", name="Una buona foto")).to_be_visible()


def test_light_and_dark_are_switched_and_stay(table: Table) -> None:
    phone = table.phone(scheme="dark")
    light = "getComputedStyle(document.body).backgroundColor"
    before = phone.evaluate(light)
    phone.get_by_role("button", name="Light or dark").click()
    assert phone.locator("html").get_attribute("data-theme") == "light"
    after = phone.evaluate(light)
    phone.goto(f"{table.address}/new")
    assert phone.locator("html").get_attribute("data-theme") == "light"
    assert before != after == phone.evaluate(light)
