"""Uploads of photos: size, form fields, the right table, repeated uploads, and leftovers."""

from __future__ import annotations

import io
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pillow_heif
import pytest
from flask import Flask
from PIL import Image
from werkzeug.test import TestResponse

from tests.web.conftest import ORIGIN, Phone, send_photo
from tests.web.pictures import jpeg, png_bomb
from web.photos.reading_worker import KEPT_PIXELS, SMALL_PIXELS, keep, perform
from web.photos.worker import Worker
from web.site.app import create_app
from web.site.companion import Companion, Config

# A reading process that finds a board on everything but crashes, hangs or fails where a file tells it to; pictures are kept
# by the real thing.
OBEDIENT = """
import json, os, sys, time
from web.photos.reading_worker import keep
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    task = json.loads(line)
    start = open(task["path"], "rb").read(8)
    if start == b"CRASHNOW": os.abort()
    if start == b"HANGHERE": time.sleep(60)
    if task["task"] == "keep": answer = keep(task)
    else: answer = {"ink": "grey", "reading": {"format": "terranova-reading/1", "paper": "A4", "hex_mm": 33.0,
        "photo": {"width": 640, "height": 480}, "doubtful": ["C4", "D4"], "by_effect": ["D4", "C4"],
        "cells": {**{f"{row}{number}": {"piece": "empty", "confidence": 0.9} for row in "ABCDEFGHIJK" for number in range(1, 12)},
            "C4": {"piece": "red", "confidence": 0.6}, "D4": {"piece": "empty", "confidence": 0.5}}}}
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """Provide a companion with a scripted reading process."""
    return Config(data=tmp_path, needs_code=False, start_worker=lambda: Worker(OBEDIENT))


def send(phone: Phone, photo: bytes, upload: str = "upload-0001", started_from: object = 0) -> TestResponse:
    """Send a photo as the page does."""
    return send_photo(phone.client, f"/api/games/{phone.game_id}/photos", photo, **{"upload": upload, "from": str(started_from)})


def wait_for(phone: Phone, job: str, seconds: float = 60.0) -> dict[str, Any]:
    """Poll until a job is done or failed."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        answer = phone.client.get(f"/api/jobs/{job}").get_json()
        if answer["state"] in ("done", "failed"):
            return dict(answer)
        time.sleep(0.02)
    raise AssertionError("the job took too long")


def wait_until_kept(phone: Phone, photo: str, seconds: float = 60.0) -> str:
    """Wait until a photo's picture is available; return its URL."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for listed in phone.get("photos")["photos"]:
            if listed["id"] == photo and listed["url"]:
                return str(listed["url"])
        time.sleep(0.02)
    raise AssertionError("the picture was not kept")


@pytest.fixture
def player(phone: Phone) -> Phone:
    """Provide a phone with a game."""
    phone.new_game("Anna", "Bo", mode="keeper")
    return phone


@pytest.fixture
def incoming(companion: Companion) -> Iterator[Path]:
    """Provide the upload folder; fail if anything is left in it."""
    yield companion.shelf.incoming
    companion.jobs.stop()
    assert not list(companion.shelf.incoming.iterdir())


def test_photo_is_read_and_kept_upright_without_metadata(player: Phone, incoming: Path, companion: Companion) -> None:
    job = send(player, jpeg(orientation=6)).get_json()
    assert wait_for(player, job["job"])["state"] == "done"
    address = wait_until_kept(player, job["photo"])
    answer = player.client.get(address)
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Type"] == "image/jpeg"
    with Image.open(io.BytesIO(answer.data)) as kept:
        assert kept.size == (480, 640)
        assert not kept.getexif()
        assert "comment" not in kept.info
        top = kept.getpixel((240, 20))
    assert isinstance(top, tuple)
    assert top[0] > 120  # the red half is up now
    small = player.client.get(address.replace(".jpg", "-small.jpg"))
    with Image.open(io.BytesIO(small.data)) as thumbnail:
        assert max(thumbnail.size) <= SMALL_PIXELS
    assert b"Serial" not in answer.data
    answer.close()
    small.close()


@pytest.mark.skipif(shutil.which("exiftool") is None, reason="exiftool is not installed")
def test_exiftool_finds_nothing_of_the_camera_or_the_place(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(jpeg(4000, 3000))
    keep({"path": str(tmp_path / "in"), "kept": str(tmp_path / "kept.jpg"), "small": str(tmp_path / "small.jpg")})
    for name in ("kept.jpg", "small.jpg"):
        listed = subprocess.run(
            ["exiftool", "-a", "-G1", "-s", str(tmp_path / name)], capture_output=True, text=True, check=True
        ).stdout
        groups = {line.split("]")[0].lstrip("[") for line in listed.splitlines()}
        assert groups <= {"ExifTool", "System", "File", "JFIF", "Composite"}, listed
        assert "home" not in listed
    with Image.open(tmp_path / "kept.jpg") as kept:
        assert max(kept.size) == KEPT_PIXELS


@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_orientation_is_turned_upright(tmp_path: Path, orientation: int) -> None:
    (tmp_path / "in").write_bytes(jpeg(160, 120, orientation))
    keep({"path": str(tmp_path / "in"), "kept": str(tmp_path / "kept.jpg"), "small": str(tmp_path / "small.jpg")})
    with Image.open(tmp_path / "kept.jpg") as kept:
        assert kept.size == ((160, 120) if orientation < 5 else (120, 160))
        corner = {1: (5, 60), 2: (155, 60), 3: (155, 60), 4: (5, 60), 5: (60, 5), 6: (60, 5), 7: (60, 155), 8: (60, 155)}[
            orientation
        ]
        seen = kept.getpixel(corner)
    assert isinstance(seen, tuple)
    assert seen[0] > 120


@pytest.mark.parametrize(("kind", "orientation"), [("PNG", 6), ("WEBP", 6), ("HEIF", 1)])  # HEIF turns in its own way
def test_no_kind_of_file_takes_its_metadata_along(tmp_path: Path, kind: str, orientation: int) -> None:
    pillow_heif.register_heif_opener()
    with Image.open(io.BytesIO(jpeg(160, 120, orientation))) as taken:
        taken.save(tmp_path / "in", kind, exif=taken.getexif())
    assert b"Serial" in (tmp_path / "in").read_bytes()
    keep({"path": str(tmp_path / "in"), "kept": str(tmp_path / "kept.jpg"), "small": str(tmp_path / "small.jpg")})
    assert b"Serial" not in (tmp_path / "kept.jpg").read_bytes()
    with Image.open(tmp_path / "kept.jpg") as kept:
        assert kept.size == ((160, 120) if orientation == 1 else (120, 160))
        assert not kept.getexif()
        seen = kept.getpixel((5, 5))
    assert isinstance(seen, tuple)
    assert seen[0] > 120


@pytest.mark.parametrize("side", [9000, 20000])
@pytest.mark.parametrize("pillows_limit", [None, 65_000_000])
def test_picture_of_too_many_pixels_is_not_opened_to_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, side: int, pillows_limit: int | None
) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", pillows_limit)
    (tmp_path / "in").write_bytes(png_bomb(side))
    answer = perform({"task": "keep", "path": str(tmp_path / "in"), "kept": str(tmp_path / "a"), "small": str(tmp_path / "b")})
    assert answer["problem"] == "too-many-pixels"
    assert not (tmp_path / "a").exists()


def test_same_upload_id_changes_nothing(player: Phone, incoming: Path) -> None:
    first, again = send(player, jpeg()), send(player, jpeg())
    assert (first.status_code, again.status_code) == (202, 202)
    assert first.get_json() == again.get_json()
    wait_for(player, first.get_json()["job"])
    assert send(player, jpeg()).get_json() == first.get_json()
    assert len(player.get("photos")["photos"]) == 1


def test_photo_belongs_to_its_revision(player: Phone, incoming: Path) -> None:
    player.must("confirm", pioneers={"red": ["E5"], "yellow": ["E7"]}, stones=[])
    job = send(player, jpeg(), started_from=0).get_json()
    wait_for(player, job["job"])
    assert player.get("photos")["photos"][0]["revision"] == 0
    refused = send(player, jpeg(), "upload-0002", started_from=7)
    assert (refused.status_code, refused.get_json()["problem"]) == (404, "no-such-revision")


def test_another_tables_photo_is_not_found(player: Phone, app: Flask, incoming: Path) -> None:
    photo = send(player, jpeg()).get_json()["photo"]
    wait_for(player, photo)
    address = wait_until_kept(player, photo)
    other = Phone(app.test_client())
    other.new_game("Cleo", "Dan")
    assert other.client.get(address.replace(str(player.game_id), str(other.game_id))).status_code == 404
    refused = other.change("confirm", pioneers={"red": ["E5"]}, stones=[], photo=photo)
    assert (refused.status_code, refused.get_json()["problem"]) == (404, "no-such-photo")
    assert other.client.get(f"/games/{player.game_id}/photos/{'0' * 16}.jpg").status_code == 404


def test_unreviewed_doubtful_hexes_are_asked_about_and_kept_in_the_history(player: Phone, incoming: Path) -> None:
    photo = send(player, jpeg()).get_json()["photo"]
    wait_for(player, photo)
    shown = {"pioneers": {"red": ["C4", "E5"], "yellow": ["E7"]}, "stones": [], "photo": photo}
    refused = player.change("confirm", **shown)
    assert (refused.status_code, refused.get_json()["problem"]) == (409, "unseen-hexes")
    assert refused.get_json()["preview"]["unseen"]["cells"] == ["D4", "C4"]
    assert player.must("preview", **shown, seen=["C4", "D4"])["unseen"]["cells"] == []
    changed = {**shown, "pioneers": {"red": ["E5"], "yellow": ["E7"]}}
    assert player.must("preview", **changed)["unseen"]["cells"] == ["D4"]
    state = player.must("confirm", **changed, seen=[], accept_unseen=True)
    assert state["last"]["unseen"]["cells"] == ["D4"]
    assert state["last"]["photo"] == photo
    assert state["photo"]["id"] == photo


def test_paper_hex_and_ink_are_taken_from_the_photo(player: Phone, incoming: Path) -> None:
    wait_for(player, send(player, jpeg()).get_json()["job"])
    until = time.monotonic() + 20
    while player.look()["hex_mm"] != 33.0:
        assert time.monotonic() < until
        time.sleep(0.02)
    assert player.state["ink"] == "grey"
    last = player.client.get("/api/choices").get_json()["last"]
    assert (last["paper"], last["hex_mm"], last["ink"]) == ("A4", 33.0, "grey")


def test_crash_is_an_answer_to_one_photo_and_nothing_to_the_others(player: Phone, incoming: Path, companion: Companion) -> None:
    bad = send(player, b"CRASHNOW", "upload-crash").get_json()["job"]
    good = send(player, jpeg(), "upload-good1").get_json()["job"]
    failed = wait_for(player, bad)
    assert failed["problem"]["problem"] == "damaged-picture"
    assert wait_for(player, good)["state"] == "done"
    assert player.must("turns", turn="@A1")["revision"] == 1


def test_problem_of_a_photo_is_reported_in_the_users_language(player: Phone, incoming: Path) -> None:
    job = send(player, b"CRASHNOW").get_json()["job"]
    wait_for(player, job)
    listed = player.client.get(f"/api/jobs/{job}?lang=hu").get_json()["problem"]["message"]
    assert "fénykép" in listed


def test_photo_above_32_mb_is_refused_in_the_users_language(player: Phone, incoming: Path) -> None:
    player.client.set_cookie("terranova_lang", "fi")
    answer = send(player, bytes(33 * 2**20))
    assert (answer.status_code, answer.get_json()["problem"]) == (413, "too-large")
    assert "32 Mt" in answer.get_json()["message"]


@pytest.mark.parametrize(
    ("fields", "status", "problem"),
    [
        ({}, 400, "no-photo"),
        ({"photo": "not a file"}, 400, "no-photo"),
        ({"photo": (io.BytesIO(b""), "a.jpg"), "upload": "upload-0001", "from": "0"}, 422, "not-a-picture"),
        ({"photo": (io.BytesIO(b"x"), "a.jpg"), "upload": "short", "from": "0"}, 422, "bad-save-id"),
        ({"photo": (io.BytesIO(b"x"), "a.jpg"), "upload": "upload-0001", "from": "-1"}, 422, "not-a-number"),
        ({"photo": (io.BytesIO(b"x"), "a.jpg"), "upload": "upload-0001", "from": "0", "more": "1"}, 422, "unknown-key"),
        ({"photo": (io.BytesIO(b"x"), "a.jpg"), "upload": "u" * 65, "from": "0"}, 422, "bad-save-id"),
        ({"photo": (io.BytesIO(b"x"), "a.jpg"), "upload": "upload-0001\n", "from": "0"}, 422, "bad-save-id"),
        ({"photo": (io.BytesIO(b"x"), "a.jpg"), "upload": "upload-0001", "from": "0" * 8}, 422, "not-a-number"),
        ({"photo": (io.BytesIO(b"x"), "a.jpg"), "upload": ["upload-0001", "upload-0002"], "from": "0"}, 400, "repeated-key"),
        ({"photo": (io.BytesIO(b"x"), "a.jpg"), "second": (io.BytesIO(b"x"), "b.jpg")}, 422, "unknown-key"),
    ],
)
def test_forms_that_are_not_right_are_refused(
    player: Phone, incoming: Path, fields: dict[str, Any], status: int, problem: str
) -> None:
    fresh = {
        name: (io.BytesIO(value[0].getvalue()), value[1]) if isinstance(value, tuple) else value for name, value in fields.items()
    }
    answer = player.client.post(
        f"/api/games/{player.game_id}/photos", data=fresh, headers=ORIGIN, content_type="multipart/form-data"
    )
    assert (answer.status_code, answer.get_json()["problem"]) == (status, problem)


def test_form_of_many_parts_is_refused(player: Phone, incoming: Path) -> None:
    fields = {f"field{number}": "x" for number in range(20)}
    answer = player.client.post(
        f"/api/games/{player.game_id}/photos", data={**fields, "photo": (io.BytesIO(b"x"), "a.jpg")}, headers=ORIGIN
    )
    assert (answer.status_code, answer.get_json()["problem"]) == (400, "bad-request")


def test_queue_has_an_end(player: Phone, incoming: Path) -> None:
    answers = [send(player, b"HANGHERE" if number == 0 else jpeg(64, 48), f"upload-{number:04d}") for number in range(30)]
    statuses = [answer.status_code for answer in answers]
    assert statuses[:20] == [202] * 20
    assert statuses[-1] == 503
    assert answers[-1].get_json()["problem"] == "too-many-photos"
    assert answers[-1].headers["Retry-After"]


def test_restart_lets_a_photo_be_sent_again(config: Config) -> None:
    first = create_app(config)
    phone = Phone(first.test_client())
    phone.new_game("Anna", "Bo")
    companion: Companion = first.extensions["terranova"]
    companion.shelf.add(str(phone.game_id), "upload-0001", 0)
    (companion.shelf.incoming / "left.photo").write_bytes(b"x")
    companion.close()
    second = create_app(config)
    again: Companion = second.extensions["terranova"]
    again.shelf.tidy()
    assert not list(again.shelf.incoming.iterdir())
    phone = Phone(second.test_client(), phone.game_id)
    photo = phone.get("photos")["photos"][0]["id"]
    assert phone.client.get(f"/api/jobs/{photo}").get_json()["problem"]["problem"] == "send-again"
    assert send(phone, jpeg()).get_json()["photo"] == photo
    assert wait_for(phone, photo)["state"] == "done"
    again.close()


def test_oldest_photos_make_room_within_the_quota(
    player: Phone, incoming: Path, companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.games.photo_shelf.GAME_PHOTOS_BYTES", 20_000)
    photos = []
    for number in range(6):
        photos.append(send(player, jpeg(), f"upload-{number:04d}").get_json()["photo"])
        wait_for(player, photos[-1])
        wait_until_kept(player, photos[-1])
    listed = {photo["id"]: photo for photo in player.get("photos")["photos"]}
    assert listed[photos[0]]["url"] is None
    assert listed[photos[-1]]["url"]
    kept = sum(path.stat().st_size for path in companion.shelf.paths(photos[0])[0].parent.iterdir())
    assert 0 < kept <= 20_000
    assert player.client.get(f"/games/{player.game_id}/photos/{photos[0]}.jpg").status_code == 404
