"""A club with tables, and phones that have joined with a code, for tests of doors."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.conftest import ORIGIN, Phone, send_photo
from web.club.tables import ClubTable, ClubTables
from web.games.household import KEPT_PROFILES
from web.games.picture_files import PICTURE_NAMES, Fingerprint, hash_of
from web.site.app import create_app
from web.site.companion import Companion, Config

PICTURE = b"\xff\xd8\xff not a picture that anybody opens"
DRAWN = """
name = "lagoon"
label = "{title}"
map = '''
    M M M F F
   M M M F F F
  M L L L F F F
   L L . . D D
    L L D D D
     D D D D
'''

[legend]
M = "meadow"
F = "forest"
L = "lake"
D = "desert"
"""


class Club:
    """One server of a club."""

    def __init__(self, database: str, data: Path) -> None:
        self.app: Flask = create_app(Config(data=data, database=database, reads_photos=False))
        self.companion: Companion = self.app.extensions["terranova"]
        assert self.companion.tables is not None
        self.tables: ClubTables = self.companion.tables

    def open(self, *titles: str) -> tuple[ClubTable, ...]:
        """Open tables as the organiser does, and return all that are open."""
        host = self.host()
        answer = host.post("/host/tables", data={"names": ", ".join(titles)}, headers=ORIGIN)
        assert answer.status_code == 303, answer.get_data(as_text=True)
        return self.tables.all_open()

    def host(self) -> FlaskClient:
        """Return a phone with the house's code."""
        return self.phone(str(self.companion.join.code))

    def phone(self, code: str) -> FlaskClient:
        """Return a phone that has joined with a code."""
        client = self.app.test_client()
        answer = client.get(f"/j/{code}")
        assert answer.status_code == 303, answer.get_data(as_text=True)
        return client

    def close(self) -> None:
        """Stop the server."""
        self.companion.close()


@dataclass(frozen=True, slots=True)
class Belongings:
    """The belongings of a table, by each kind of name that a phone could try."""

    game: str
    photo: str
    job: str
    board: str
    profile: str


def furnish(club: Club, table: ClubTable, client: FlaskClient, *players: str) -> Belongings:
    """Add to a table a board, a game on it with a turn and a photo, a profile of pieces, and a reading without a game."""
    words = DRAWN.format(title=f"Isle of {table.title}")
    taken = client.post("/api/board-files", json={"text": words}, headers=ORIGIN)
    assert taken.status_code == 201, taken.get_json()
    phone = Phone(client)
    game = phone.new_game(*players, board=taken.get_json()["name"], mode="keeper")["id"]
    phone.must("turns", turn="@A1")
    here = seen_by(club, client)
    photo = queued(send_photo(client, f"/api/games/{game}/photos", PICTURE, upload=f"upload-{table.id}", **{"from": "0"}))
    for name in PICTURE_NAMES:
        here.shelf.pictures.put(photo, name, PICTURE)
    here.shelf.note_kept(photo, [Fingerprint(name, len(PICTURE), hash_of(PICTURE)) for name in PICTURE_NAMES])
    profile = {"name": f"Pieces of {table.title}", "made_from": {"photos": 1, "pieces": 2}}
    here.store.keep_setting(KEPT_PROFILES, {f"{table.id:016x}": profile})
    job = queued(send_photo(client, "/api/read", PICTURE))
    return Belongings(game, photo, job, taken.get_json()["name"], f"{table.id:016x}")


def queued(answer: TestResponse) -> str:
    """Return the id of the job that an upload has started."""
    assert answer.status_code == 202, answer.get_json()
    return str(answer.get_json()["job"])


def seen_by(club: Club, client: FlaskClient) -> Companion:
    """Return the services with the access of a phone."""
    cookie = client.get_cookie(club.companion.join.cookie_name)
    entry = club.companion.join.entry(cookie and cookie.value)
    assert entry is not None
    return club.companion.through(entry)
