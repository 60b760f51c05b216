"""The files beside the database: a torn picture is never shown, an unusable secret is replaced, leftovers are deleted."""

from __future__ import annotations

import logging
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from referee.words.problems import Problem
from tests.web.games.test_older_data import STORED
from web.games.picture_files import UNCLAIMED
from web.site.app import create_app
from web.site.companion import Companion, Config
from web.site.kept_secrets import keep_secret
from web.site.security import make_code

PHOTO, FAILED = "00d708165e6fe409", "972057dcf92a7f3c"
GAME = "62725adf36e61dc7"


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """Provide a folder with a game that has photos."""
    return Config(data=Path(shutil.copytree(STORED, tmp_path / "data")), needs_code=False)


@pytest.fixture
def app(config: Config) -> Iterator[Flask]:
    """Provide the app over that folder, tidied as at a start."""
    made = create_app(config)
    companion: Companion = made.extensions["terranova"]
    companion.shelf.tidy()
    yield made
    companion.close()


def shown(app: Flask, name: str) -> int:
    """Request a picture; return the status."""
    answer = app.test_client().get(f"/games/{GAME}/photos/{name}.jpg")
    answer.close()
    return answer.status_code


@pytest.mark.parametrize("name", [PHOTO, f"{PHOTO}-small"])
@pytest.mark.parametrize("damage", ["cut short", "zeros inside", "one byte", "longer", "empty"])
def test_torn_picture_is_never_served(app: Flask, config: Config, name: str, damage: str) -> None:
    assert shown(app, name) == 200
    path = config.data / "photos" / f"{name}.jpg"
    data = bytearray(path.read_bytes())
    if damage == "zeros inside":
        data[4096:8192] = bytes(4096)
    elif damage == "one byte":
        data[len(data) // 2] ^= 1
    else:
        data = {"cut short": data[:-4096], "longer": data + b"\0", "empty": bytearray()}[damage]
    path.write_bytes(data)
    assert shown(app, name) == 404


def test_missing_or_truncated_picture_is_dropped_at_startup(config: Config, caplog: pytest.LogCaptureFixture) -> None:
    for number, damage in enumerate((Path.unlink, lambda path: path.write_bytes(path.read_bytes()[:-1]))):
        made = create_app(config)
        companion: Companion = made.extensions["terranova"]
        companion.shelf.tidy()
        damage(config.data / "photos" / f"{(PHOTO, FAILED)[number]}.jpg")
        companion.shelf.tidy()
        photos = made.test_client().get(f"/api/games/{GAME}/photos").get_json()["photos"]
        assert [photo["url"] for photo in photos if photo["id"] == (PHOTO, FAILED)[number]] == [None]
        assert (PHOTO, FAILED)[number] in caplog.text
        companion.close()


def test_picture_torn_under_an_earlier_version_is_not_taken_over(config: Config) -> None:
    path = config.data / "photos" / f"{PHOTO}.jpg"
    path.write_bytes(path.read_bytes()[:-4096] + bytes(4096))
    made = create_app(config)
    made.extensions["terranova"].shelf.tidy()
    assert shown(made, PHOTO) == 404
    made.extensions["terranova"].close()


def test_leftovers_are_deleted_at_the_start_and_other_files_kept(app: Flask, config: Config) -> None:
    photos = config.data / "photos"
    for left in (f"{'0' * 16}.jpg", f"{'0' * 16}-small.jpg", f".{PHOTO}.x.part", "a.part", "holiday.jpg"):
        (photos / left).write_bytes(b"x")
    (config.data / "incoming" / "left.photo").write_bytes(b"x")
    app.extensions["terranova"].shelf.tidy()
    kept = {f"{PHOTO}.jpg", f"{PHOTO}-small.jpg", f"{FAILED}.jpg", f"{FAILED}-small.jpg"}
    assert {path.name for path in photos.iterdir()} == {*kept, "holiday.jpg", UNCLAIMED}
    assert not list((config.data / "incoming").iterdir())


def test_pictures_of_another_database_come_back_with_it(app: Flask, config: Config) -> None:
    before = shown(app, PHOTO)
    app.extensions["terranova"].close()
    other = create_app(Config(data=config.data, database=f"sqlite:///{config.data}/other.sqlite", needs_code=False))
    other.extensions["terranova"].shelf.tidy()
    other.extensions["terranova"].close()
    assert not (config.data / "photos" / f"{PHOTO}.jpg").exists()
    again = create_app(config)
    again.extensions["terranova"].shelf.tidy()
    assert (before, shown(again, PHOTO)) == (200, 200)
    again.extensions["terranova"].close()


@pytest.mark.parametrize("held", [b"\0" * 11, b"\xff\xfe\xff", b"", b"ab\n", b"two words\n", b"x" * 5000, b"abcd\0efghij\n"])
def test_unusable_secret_is_replaced_and_logged(tmp_path: Path, held: bytes, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "code").write_bytes(held)
    with caplog.at_level(logging.WARNING):
        made = keep_secret(tmp_path / "code", make_code, 4)
    assert re.fullmatch(r"[a-z2-9]{10}", made)
    assert (tmp_path / "code").read_text() == f"{made}\n"
    assert (tmp_path / "code").stat().st_mode & 0o777 == 0o600
    assert "code held nothing usable" in caplog.text
    assert made not in caplog.text
    assert keep_secret(tmp_path / "code", make_code, 4) == made


def test_code_an_owner_has_chosen_is_kept(tmp_path: Path) -> None:
    (tmp_path / "code").write_text("füchse\r\n", encoding="utf-8")
    assert keep_secret(tmp_path / "code", make_code, 4) == "füchse"


def test_secret_that_cannot_be_read_is_named_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "key").mkdir()
    with pytest.raises(Problem, match=re.escape(str(tmp_path / "key"))):
        keep_secret(tmp_path / "key", make_code, 4)
