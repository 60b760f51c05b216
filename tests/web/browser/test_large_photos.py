"""Large photos: the phone halves them if the reader would use a quarter, and the reading stays the same."""

from __future__ import annotations

import base64
import io
from functools import cache
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from calibration.photo import ENOUGH_PIXELS, decode_photo
from referee.reader.read_photo import ReadOptions, read_photo_bytes
from tests.web.browser.conftest import Table, piece_on
from tests.web.browser.test_snap import WORDS, photo, snap
from tests.web.pictures import jpeg
from web.site.choices import HALVE_FROM

LARGE = (6400, 4800)
FOCAL_35MM, ORIENTATION = 0xA405, 0x0112
SHRINKING = """
async ([photo, from]) => {
  const bytes = Uint8Array.from(atob(photo), letter => letter.charCodeAt(0));
  const script = [...document.querySelectorAll("script[src]")].find(one => one.src.includes("/js/")).src;
  const { shrink } = await import(new URL("./shrink.js", script));
  const made = new Uint8Array(await (await shrink(new File([bytes], "photo.jpg"), from)).arrayBuffer());
  return btoa(Array.from(made, byte => String.fromCharCode(byte)).join(""));
}
"""


@cache
def large_photo() -> bytes:
    """Return the islet's photo as a camera of 31 megapixels would write it, with the focal length of its lens."""
    whole = Image.open(io.BytesIO(photo())).resize(LARGE, Image.Resampling.BICUBIC)
    tags = Image.Exif()
    tags.get_ifd(0x8769)[FOCAL_35MM] = 26
    written = io.BytesIO()
    whole.save(written, "JPEG", quality=95, exif=tags)
    return written.getvalue()


def shrunk(phone: Page, data: bytes, halve_from: int) -> bytes:
    """Shrink a file with the page's own script."""
    return base64.b64decode(phone.evaluate(SHRINKING, [base64.b64encode(data).decode(), halve_from]))


def test_photos_are_halved_only_where_the_reader_would_use_no_more_of_them() -> None:
    assert HALVE_FROM == 4 * 4 * ENOUGH_PIXELS
    whole = decode_photo(large_photo(), "whole")
    halved = io.BytesIO()
    Image.open(io.BytesIO(large_photo())).reduce(2).save(halved, "JPEG")
    assert decode_photo(halved.getvalue(), "halved").pixels.shape == whole.pixels.shape


def test_large_photo_arrives_halved_and_reads_the_same(table: Table, phone: Page, tmp_path: Path) -> None:
    file = tmp_path / "large.jpg"
    file.write_bytes(large_photo())
    game = snap(table, phone, file)
    expect(phone.locator("#confirm")).to_be_enabled()
    sent = table.ask(f"/api/games/{game}/photos")["photos"][0]["id"]
    reading = table.ask(f"/api/jobs/{sent}")["reading"]
    assert (reading["photo"]["width"], reading["photo"]["height"]) == (LARGE[0] // 2, LARGE[1] // 2)
    here = read_photo_bytes(large_photo(), "a photo", ReadOptions()).reading
    assert {cell: one["piece"] for cell, one in reading["cells"].items()} == {
        cell: one.piece.value for cell, one in here.cells.items()
    }
    assert reading["doubtful"] == list(here.doubtful)
    assert {cell: piece_on(phone, cell) for cell in WORDS} == {cell: piece.value for cell, piece in WORDS.items()}


@pytest.mark.parametrize(
    "orientation",
    [
        6,
        pytest.param(1, marks=pytest.mark.slow),
        pytest.param(3, marks=pytest.mark.slow),
        pytest.param(8, marks=pytest.mark.slow),
    ],
)
def test_halved_photo_stands_upright_and_keeps_its_lens_data(table: Table, phone: Page, orientation: int) -> None:
    tall = orientation in (6, 8)
    made = Image.open(io.BytesIO(shrunk(phone, with_lens(jpeg(640, 480, orientation)), 640 * 480)))
    assert made.size == ((240, 320) if tall else (320, 240))
    assert made.getexif()[ORIENTATION] == 1
    assert made.getexif().get_ifd(0x8769)[FOCAL_35MM] == 26
    red_at = {1: (80, 120), 3: (240, 120), 6: (120, 80), 8: (120, 240)}[orientation]
    red, green, _ = made.convert("RGB").getpixel(red_at)  # type: ignore[misc]
    assert red > 150 > green


def test_photo_below_the_limit_is_sent_as_it_is(table: Table, phone: Page) -> None:
    data = jpeg(640, 480)
    assert shrunk(phone, data, 640 * 480 + 1) == data
    assert shrunk(phone, data[: len(data) // 3], 1) == data[: len(data) // 3]


def with_lens(data: bytes) -> bytes:
    """Write the focal length into a photo's EXIF block."""
    picture = Image.open(io.BytesIO(data))
    tags = picture.getexif()
    tags.get_ifd(0x8769)[FOCAL_35MM] = 26
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=95, exif=tags)
    return written.getvalue()
