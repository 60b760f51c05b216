"""The real command on a real photo: `terranova reader` beside `terranova serve`, which share only the database."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from printables.artwork.empty_board import find_empty_board
from printables.artwork.palette import Ink
from referee.boards.library import load_board
from referee.layout.layout import lay_out
from tests.web.club.conftest import ClubServer
from tests.web.club.obeying import wait_for
from tests.web.club.test_photo_queue import job
from tests.web.conftest import send_photo
from tests.web.served import environment
from web.site.companion import Config

pytestmark = [pytest.mark.postgresql, pytest.mark.slow]


def photo_of(board: str) -> bytes:
    """Return a picture of an empty board with a margin."""
    written = io.BytesIO()
    with Image.open(io.BytesIO(find_empty_board(lay_out(load_board(board)), Ink.COLOUR).picture)) as empty:
        framed = Image.new("RGB", (empty.width + 200, empty.height + 200), (120, 100, 80))
        framed.paste(empty, (100, 100))
        framed.save(written, "JPEG", quality=92)
    return written.getvalue()


def test_photo_of_a_printed_board_is_read_and_its_picture_kept(database: str, tmp_path: Path) -> None:
    server = ClubServer(Config(data=tmp_path, database=database, needs_code=False, reads_photos=False))
    phone = server.phone()
    phone.new_game()
    line = [sys.executable, "-m", "referee.cli.main", "reader", "--json", "--database", database, "--processes", "1"]
    reader = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment())
    try:
        assert reader.stdout is not None
        assert json.loads(reader.stdout.readline())["format"] == "terranova-reader/1"
        fields = {"upload": "upload-0001", "from": "0"}
        sent = send_photo(phone.client, f"/api/games/{phone.game_id}/photos", photo_of("islet"), **fields).get_json()["photo"]
        wait_for(lambda: job(phone, sent)["state"] in ("done", "failed"))
        answer = job(phone, sent)
        assert answer["state"] == "done", answer
        assert answer["reading"]["board"] == "islet"
        wait_for(lambda: server.companion.store.game(str(phone.game_id)).settings.get("paper") == answer["reading"]["paper"])
        wait_for(lambda: phone.get("photos")["photos"][0]["url"] is not None)
        picture = phone.client.get(phone.get("photos")["photos"][0]["url"]).data
        assert picture.startswith(b"\xff\xd8")
    finally:
        reader.terminate()
        _, errors = reader.communicate(timeout=60)
        server.companion.close()
    assert (reader.returncode, "Traceback" in errors) == (0, False), errors
