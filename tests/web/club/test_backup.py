"""A backup of a club made as in the guide restores all games and pictures into an empty database."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.runs import ROOT, run
from tests.web.club.conftest import ClubServer
from tests.web.club.obeying import reading, wait_for
from tests.web.conftest import send_photo
from tests.web.databases import emptied, find_postgresql

pytestmark = pytest.mark.postgresql
GUIDE = (ROOT / "docs/club/README.md").read_text()


def run_as_in_the_guide(program: str, database: str, dump: Path) -> None:
    """Run a command line from the guide with another database and file."""
    line = next(line.strip() for line in GUIDE.splitlines() if line.strip().startswith(f"{program} "))
    words = [re.sub(r"postgresql://\S+", lambda _: database, word) for word in shlex.split(line)]
    programs = find_postgresql()
    assert programs is not None
    program = str((programs / "initdb").resolve().parent / program)
    words = [program, *(word.replace("club.dump", str(dump)) for word in words[1:])]
    done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_all_games_and_pictures_come_back(serve: Callable[..., ClubServer], database: str, tmp_path: Path) -> None:
    server = serve()
    states, pictures = {}, {}
    with reading(database):
        for number in range(3):
            phone = server.phone()
            phone.new_game("Anna", f"Bo {number}")
            phone.must("turns", turn="@A1")
            fields = {"upload": f"upload-{number:04}", "from": "1"}
            send_photo(phone.client, f"/api/games/{phone.game_id}/photos", f"board {number}".encode(), **fields)
            wait_for(lambda phone=phone: phone.get("photos")["photos"][0]["url"] is not None)  # type: ignore[misc]
            url = phone.get("photos")["photos"][0]["url"]
            states[phone.game_id], pictures[url] = phone.look(), phone.client.get(url).data
    waiting = server.phone()
    waiting.new_game()
    send_photo(waiting.client, f"/api/games/{waiting.game_id}/photos", b"late", upload="upload-late", **{"from": "0"})
    dump = tmp_path / "club.dump"
    run_as_in_the_guide("pg_dump", database, dump)
    server.companion.close()

    emptied(database)
    run_as_in_the_guide("pg_restore", database, dump)
    again = serve()
    for game_id, state in states.items():
        assert again.phone(game_id).look() == state
    client = again.phone().client
    assert {url: client.get(url).data for url in pictures} == pictures
    assert all(pictures.values())
    with reading(database):
        wait_for(lambda: again.phone(waiting.game_id).get("photos")["photos"][0]["state"] == "done")
    assert run("doctor", "--database", database, "--data", str(tmp_path / "doctor"), "--json").json["findings"]
