"""Picture stores of a club; the S3 store is tested with rclone's S3 server, which checks signatures."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.words.problems import Problem
from tests.cli.runs import ROOT
from tests.web.club.conftest import ClubServer
from tests.web.club.obeying import reading, wait_for
from tests.web.club.test_photo_queue import count, send
from web.club.pictures import PicturesInDatabase, PictureStoreError, open_pictures
from web.club.postgres import open_club_store
from web.club.table_door import TableDoor
from web.club.tables import ClubTables
from web.games import photo_shelf
from web.games.history import Kind, TurnRecord
from web.games.photo_shelf import PhotoShelf
from web.games.picture_files import FULL, SMALL, Fingerprint, PictureFolder, PictureStore
from web.games.store import Draft

pytestmark = pytest.mark.postgresql
Serve = Callable[..., ClubServer]
KEY, SECRET = "terranova", "only-for-this-test"
PHOTO, OTHER = "0" * 16, "1" * 16


@pytest.fixture(scope="module")
def bucket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run an S3 server with an empty bucket; provide the address of a folder in it."""
    folder = tmp_path_factory.mktemp("s3")
    (folder / "club").mkdir()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    program = Path(sys.executable).parent / "rclone"
    line = [
        program,
        "serve",
        "s3",
        "--addr",
        f"127.0.0.1:{port}",
        "--auth-key",
        f"{KEY},{SECRET}",
        "--config",
        os.devnull,
        folder,
    ]
    server = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: answers(port))
        keys = f"aws_access_key_id={KEY}&aws_secret_access_key={SECRET}&aws_region=us-east-1"
        yield f"s3://club/photos?endpoint=http://127.0.0.1:{port}&{keys}"
    finally:
        server.kill()
        server.wait()


def answers(port: int) -> bool:
    """Try to connect."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(params=["folder", "database", "bucket"])
def pictures(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[PictureStore]:
    """Provide each kind of store."""
    if request.param == "folder":
        yield PictureFolder(tmp_path)
        return
    store = open_club_store(request.getfixturevalue("database"))
    yield open_pictures(request.getfixturevalue("bucket") if request.param == "bucket" else None, store)
    store.close()


def test_what_is_put_is_found_until_it_is_removed(pictures: PictureStore) -> None:
    for photo in (PHOTO, OTHER):
        pictures.put(photo, FULL, b"first")
        pictures.put(photo, SMALL, b"small")
    pictures.put(PHOTO, FULL, b"second")
    assert [pictures.get(PHOTO, name) for name in (FULL, SMALL)] == [b"second", b"small"]
    assert pictures.photo_ids() == {PHOTO, OTHER}
    pictures.remove(PHOTO)
    pictures.remove(PHOTO)
    assert [pictures.get(PHOTO, name) for name in (FULL, SMALL)] == [None, None]
    assert pictures.photo_ids() == {OTHER}
    pictures.remove(OTHER)


def test_wrong_key_stores_nothing(bucket: str, database: str) -> None:
    store = open_club_store(database)
    pictures = open_pictures(bucket.replace(SECRET, "guessed"), store)
    with pytest.raises(PictureStoreError):
        pictures.put(PHOTO, FULL, b"first")
    with pytest.raises(Problem, match="does not respond"):
        pictures.get(PHOTO, FULL)
    store.close()


@pytest.mark.parametrize("address", ["s3://", "file:///tmp", "club", "s3://club?endpoint=nothing&no_such_option=1"])
def test_unusable_address_is_refused_without_its_keys(address: str, database: str) -> None:
    store = open_club_store(database)
    with pytest.raises(Problem) as refused:
        open_pictures(f"{address}{'&' if '?' in address else '?'}aws_secret_access_key={SECRET}", store)
    assert (refused.value.slug, SECRET in str(refused.value)) == ("bad-pictures", False)
    store.close()


@pytest.mark.parametrize("kind", ["database", "bucket"])
def test_picture_is_shown_by_every_server_and_quota_evicts_the_oldest(
    kind: str, serve: Serve, database: str, bucket: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photo_shelf, "GAME_PHOTOS_BYTES", 100)
    address = bucket if kind == "bucket" else None
    here, there = serve(pictures=address), serve(pictures=address)
    phone = here.phone()
    phone.new_game()
    with reading(database, pictures=address):
        for number in range(3):
            send(phone, f"board {number} of this game", f"upload-{number:04d}")
            wait_for(lambda: count(here, "incoming") == 0)
    shown = [photo["url"] for photo in phone.get("photos")["photos"]]
    assert shown[0] is None
    answer = there.phone().client.get(shown[2])
    assert (answer.status_code, answer.data) == (200, b"picture of board 2 of this game")
    assert len(here.companion.shelf.pictures.photo_ids()) == 1


def test_picture_that_was_changed_in_its_store_is_not_shown(serve: Serve, database: str) -> None:
    server = serve()
    phone = server.phone()
    phone.new_game()
    with reading(database):
        sent = send(phone, "board").get_json()["photo"]
        wait_for(lambda: count(server, "incoming") == 0)
    address = phone.get("photos")["photos"][0]["url"]
    assert phone.client.get(address).status_code == 200
    PicturesInDatabase(server.companion.store).put(sent, FULL, b"picture of bored")
    assert phone.client.get(address).status_code == 404


def test_table_has_a_quota_of_its_own(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve()
    store = server.companion.store
    doors = [TableDoor(table.id) for table in ClubTables(store).open(["Window", "Door"], iter("ab").__next__)]
    monkeypatch.setattr(photo_shelf, "ALL_PHOTOS_BYTES", 100)
    shelf = PhotoShelf(store, server.companion.config.data, total_quota=1000)
    kept = []
    for number, door in enumerate([doors[0], doors[1], doors[0]]):
        seen = store.through(door)
        game = seen.new_game(f"Game {number}", {}, Draft(Kind.EDIT, {}, TurnRecord()), f"save-{number:04d}")[0].id
        photo, _ = shelf.through(seen).add(game, f"upload-{number:04d}", 0)
        assert shelf.through(seen).note_kept(photo.id, (Fingerprint(FULL, 60, "x"), Fingerprint(SMALL, 1, "x")))
        kept.append((game, photo.id))
    assert [shelf.photo(game, photo).bytes for game, photo in kept] == [0, 61, 61]


def test_reader_refuses_an_unusable_store_for_pictures_at_once(database: str) -> None:
    line = [sys.executable, "-m", "referee.cli.main", "reader", "--json", "--database", database, "--pictures", "ftp://pictures"]
    refused = subprocess.run(line, capture_output=True, text=True, timeout=15, cwd=ROOT, check=False)
    assert json.loads(refused.stdout)["problem"] == "bad-pictures"
    assert "Traceback" not in refused.stderr
