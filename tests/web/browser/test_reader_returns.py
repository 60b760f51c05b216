"""A reader that becomes unavailable and returns: the page notices, and a photo chosen in the meantime is read."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import make_server

from tests.web.browser.conftest import HOST, PHONE, SMALL_PHONE, Table, piece_on
from tests.web.browser.test_looks import complaints_of_axe, cut_words, sticks_out
from tests.web.browser.test_snap import WORDS, photo
from tests.web.conftest import reading_process
from tests.web.photos.test_jobs import wait_until
from tests.web.served import Server
from web.photos.worker import Worker
from web.site.app import create_app
from web.site.companion import Companion, Config

READS_WHILE_THERE = """
import os
if not os.path.exists({file!r}): raise SystemExit(1)
from web.photos.reading_worker import main
main()
"""
REST_SECONDS = 1.0
AGAIN_MILLISECONDS = 2000


class Reader:
    """The real reader, which can be made unavailable."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "there"
        self.file.touch()
        app = create_app(Config(data=folder, allow_hosts=(HOST,), needs_code=False, start_worker=self.start))
        self.companion: Companion = app.extensions["terranova"]
        self.server = make_server("127.0.0.1", 0, app, threaded=True)

    def start(self) -> Worker:
        """Start a reading process, or try to."""
        return Worker(READS_WHILE_THERE.format(file=str(self.file)))

    def leave(self) -> None:
        """End the process once it is running, and prevent restarts."""
        jobs = self.companion.jobs
        jobs.start()
        wait_until(lambda: reading_process() is not None)
        self.file.unlink()
        process = psutil.Process(reading_process())
        process.terminate()
        wait_until(lambda: not process.is_running() or process.status() == psutil.STATUS_ZOMBIE)

    def fail_to_start(self) -> None:
        """Make starts fail until the server has noticed."""
        self.file.unlink()
        self.companion.jobs.start()
        wait_until(lambda: self.companion.jobs.missing is not None)

    def come_back(self) -> None:
        """Allow the process to start again."""
        self.file.touch()


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reader]:
    """Provide a companion whose reader can become unavailable."""
    monkeypatch.setattr("web.photos.reading_process.REST_SECONDS", REST_SECONDS)
    made = Reader(tmp_path)
    thread = threading.Thread(target=made.server.serve_forever)
    thread.start()
    yield made
    made.server.shutdown()
    thread.join()
    made.server.server_close()
    made.companion.close()


@pytest.fixture
def table(chromium: Browser, reader: Reader) -> Iterator[Table]:
    """Provide a table at that companion."""
    made = Table(chromium, Server("127.0.0.1", reader.server.server_port), "", "")
    yield made
    for context in made.contexts:
        context.close()
    assert [complaint for watch in made.watches for complaint in watch.complaints] == []


@pytest.fixture
def photo_file(tmp_path: Path) -> Path:
    """Provide a photo to choose."""
    path = tmp_path / "table.jpg"
    path.write_bytes(photo())
    return path


def open_snap(table: Table, phone: Page) -> None:
    """Open a game and ask for a photo."""
    table.open(phone, table.new_game(mode="keeper"))
    phone.locator("#snap").click()
    expect(phone.locator(".sheet")).to_be_visible()


def expect_read(phone: Page) -> None:
    """Expect the pieces in the photo to appear on the board."""
    expect(phone.locator("#confirm")).to_be_enabled()
    assert {cell: piece_on(phone, cell) for cell in WORDS} == {cell: piece.value for cell, piece in WORDS.items()}


def test_photo_chosen_while_the_reader_is_away_is_read_when_it_is_back(table: Table, reader: Reader, photo_file: Path) -> None:
    phone = table.phone(joined=False)
    open_snap(table, phone)
    reader.leave()
    phone.locator("#choose-photo").set_input_files(photo_file)
    expect(phone.locator(".sheet .is-warning")).to_contain_text("The photo reader keeps stopping")
    expect(phone.get_by_role("status").filter(has_text="Your photo stays here")).to_be_visible()
    expect(phone.locator(".snap-preview")).to_be_visible()
    expect(phone.locator("#read-photo")).to_have_count(0)
    reader.come_back()
    expect(phone.get_by_role("status").filter(has_text="Photos can be read again.")).to_be_visible()
    expect(phone.get_by_role("button", name="Read this photo")).to_be_focused()
    phone.keyboard.press("Enter")
    expect_read(phone)


@pytest.mark.slow
def test_open_sheet_offers_photos_as_soon_as_the_reader_is_back(table: Table, reader: Reader, photo_file: Path) -> None:
    reader.fail_to_start()
    phone = table.phone(joined=False)
    open_snap(table, phone)
    expect(phone.locator(".sheet .is-warning")).to_contain_text("The photo reader keeps stopping")
    expect(phone.locator(".sheet")).to_contain_text("This page will notice")
    expect(phone.locator("#choose-photo")).to_have_count(0)
    expect(phone.get_by_role("button", name="Enter the pieces by hand instead")).to_be_visible()
    reader.come_back()
    expect(phone.get_by_role("status").filter(has_text="Photos can be read again.")).to_be_visible()
    expect(phone.locator(".sheet .is-warning")).to_have_count(0)
    phone.locator("#choose-photo").set_input_files(photo_file)
    expect_read(phone)


@pytest.mark.slow
def test_reader_is_not_polled_once_the_sheet_is_closed(table: Table, reader: Reader) -> None:
    reader.fail_to_start()
    phone = table.phone(joined=False)
    requests: list[str] = []
    phone.on("request", lambda request: requests.append(request.url) if "/api/reader" in request.url else None)
    open_snap(table, phone)
    expect(phone.locator(".sheet .is-warning")).to_be_visible()
    phone.keyboard.press("Escape")
    expect(phone.locator(".sheet")).to_have_count(0)
    known = len(requests)
    phone.wait_for_timeout(3 * AGAIN_MILLISECONDS)
    assert known >= 1
    assert len(requests) - known <= 1  # one may have been on its way


@pytest.mark.parametrize(
    ("size", "language", "scheme"),
    [
        (SMALL_PHONE, "hu", "dark"),
        *(pytest.param(PHONE, one, "light", marks=pytest.mark.slow) for one in ("de", "fi", "fr", "it")),
    ],
)
def test_waiting_for_the_reader_fits_on_a_phone(
    table: Table, reader: Reader, photo_file: Path, size: tuple[int, int], language: str, scheme: str
) -> None:
    phone = table.phone(size=size, language=language, scheme=scheme, joined=False)
    open_snap(table, phone)
    reader.leave()
    phone.locator("#choose-photo").set_input_files(photo_file)
    expect(phone.locator(".sheet .is-warning")).to_be_visible()
    expect_in_order(phone)
    reader.come_back()
    expect(phone.locator("#read-photo")).to_be_in_viewport(ratio=1)
    expect_in_order(phone)


def expect_in_order(phone: Page) -> None:
    """Expect no overflow, no clipped text and no axe violations."""
    phone.wait_for_timeout(300)  # the sheet has come up
    assert complaints_of_axe(phone) == []
    assert cut_words(phone) == []
    assert sticks_out(phone) <= 0
