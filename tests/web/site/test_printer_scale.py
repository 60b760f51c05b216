"""A photo of the calibration sheet with a bank card on it fills in the printer's scale on the Print centre's page."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from tests.reader.sheets import photograph_sheet
from tests.reader.test_calibrate import LARGE, NEAR
from tests.web.conftest import Phone, send_photo
from tests.web.pictures import jpeg
from web.site.companion import Companion

ADDRESS = "/print/measure?board=islet&language=en&paper=Letter"


def left_behind(companion: Companion) -> list[Path]:
    return list(companion.shelf.incoming.glob("*.photo"))


def test_photo_of_the_sheet_with_a_card_fills_in_what_the_printer_does(phone: Phone, companion: Companion) -> None:
    photo = photograph_sheet(None, replace(NEAR, size=LARGE[::-1]), (97.3, 97.9))
    answer = send_photo(phone.client, ADDRESS, photo)
    assert answer.status_code == 303, answer.get_data(as_text=True)
    address = answer.headers["Location"]
    assert address.startswith("/print?board=islet&paper=Letter&")
    found = re.search(r"measured=([0-9.]+)x([0-9.]+)", address)
    assert found
    assert abs(float(found[1]) - 97.3) < 0.3 > abs(float(found[2]) - 97.9)
    assert phone.client.get(address).status_code == 200
    assert left_behind(companion) == []


def test_photo_of_something_else_answers_a_sentence(phone: Phone, companion: Companion) -> None:
    answer = send_photo(phone.client, ADDRESS, jpeg())
    assert answer.status_code == 422
    assert "The calibration sheet was not found" in answer.get_data(as_text=True)
    answer = send_photo(phone.client, ADDRESS, b"not a picture at all")
    assert answer.status_code == 422
    assert "The file is not a JPEG" in answer.get_data(as_text=True)
    assert left_behind(companion) == []
