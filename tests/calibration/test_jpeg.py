"""JPEG files crafted to keep a decoder busy or to fill memory are refused before a pixel is decoded."""

from __future__ import annotations

import io
import json
import os
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PIL import Image

from calibration.jpeg import survey_jpeg
from calibration.photo import decode_photo, read_header
from referee.words.problems import Problem

MOST_MEGABYTES, MOST_SECONDS = 500, 3.0
PHOTO = Path(__file__).parents[1] / "photos" / "colour_easy_0040_001.jpg"


def jpeg_of_scans(side: int, scans: int, progressive: bool = False, components: int = 3) -> bytes:
    """Return a grey square with many empty scans of ten bytes each."""
    frame = struct.pack(">BHHB", 8, side, side, components) + b"".join(bytes([k + 1, 0x11, 0]) for k in range(components))
    tables = b"".join(segment(0xC4, bytes([kind, 1, *[0] * 15, 0])) for kind in (0x00, 0x10))
    last = 0 if progressive else 63
    scan = b"".join(segment(0xDA, bytes([1, 1 + k % components, 0, 0, last, 0])) for k in range(scans))
    return (
        b"\xff\xd8"
        + segment(0xDB, bytes([0] + [1] * 64))
        + segment(0xC2 if progressive else 0xC0, frame)
        + tables
        + scan
        + b"\xff\xd9"
    )


def segment(marker: int, body: bytes) -> bytes:
    return b"\xff" + bytes([marker]) + struct.pack(">H", len(body) + 2) + body


@pytest.mark.parametrize("progressive", [False, True])
@pytest.mark.parametrize("scans", [50, 3000, 10_000])
def test_many_scans_of_many_pixels_are_refused_at_once(scans: int, progressive: bool) -> None:
    data = jpeg_of_scans(8000, scans, progressive)
    started = time.process_time()
    with pytest.raises(Problem) as refused:
        decode_photo(data, "scans.jpg")
    assert time.process_time() - started < 0.2
    assert refused.value.slug == "damaged-picture"
    assert refused.value.message.key == "read.photo_too_costly"


def test_scans_hidden_behind_an_end_marker_in_a_comment_are_counted() -> None:
    data = jpeg_of_scans(8000, 200)
    first = data.index(b"\xff\xda") + 10
    assert survey_jpeg(data[:first] + segment(0xFE, b"\xff\xd9") + data[first:]).scans == 200


def test_coefficients_beyond_the_memory_limit_are_refused() -> None:
    data = jpeg_of_scans(8000, 4, components=4)
    assert survey_jpeg(data).coefficient_bytes == 4 * 1000 * 1000 * 128
    with pytest.raises(Problem) as refused:
        read_header(data, "four.jpg")
    assert refused.value.slug == "too-many-pixels"


@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"progressive": True, "subsampling": 0}])
def test_ordinary_photos_are_decoded_despite_trailing_data(options: dict[str, object]) -> None:
    out = io.BytesIO()
    with Image.open(PHOTO) as picture:
        picture.save(out, "JPEG", **options)
    cost = survey_jpeg(out.getvalue())
    assert cost.row_by_row is ("progressive" not in options)
    followed = out.getvalue() + jpeg_of_scans(64, 300)  # as a motion photo or a second picture
    assert survey_jpeg(followed) == cost
    assert decode_photo(followed, "photo.jpg").grey.size > 1_000_000


# Runs a command and prints its CPU seconds and peak megabytes. Started by the tests themselves, the command would count as
# having used as much memory as they do.
LAUNCHER = """
import resource, subprocess, sys
with open(sys.argv[1], "wb") as answers:
    subprocess.run(sys.argv[2:], stdout=answers, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1000)
"""


def read_apart(folder: Path, photos: dict[str, bytes]) -> tuple[list[dict[str, object]], float, float]:
    """Read photos on the command line; return the answers, CPU seconds and peak megabytes."""
    for name, data in photos.items():
        (folder / name).write_bytes(data)
    command = [sys.executable, "-m", "referee.cli", "read", *photos, "--json"]
    launched = [sys.executable, "-c", LAUNCHER, "answers", *command]
    done = subprocess.run(launched, cwd=folder, capture_output=True, text=True, check=True)
    seconds, megabytes = map(float, done.stdout.split())
    answers = (folder / "answers").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in answers], seconds, megabytes


@pytest.mark.skipif(os.name == "nt", reason="Windows has no resource module")
def test_command_line_reads_a_good_photo_behind_costly_ones_in_bounded_time_and_memory(tmp_path: Path) -> None:
    costly = {
        "few.jpg": jpeg_of_scans(8000, 3),
        "many.jpg": jpeg_of_scans(8000, 10_000),
        "progressive.jpg": jpeg_of_scans(8000, 15, True),
    }
    answers, seconds, megabytes = read_apart(tmp_path, {**costly, "good.jpg": PHOTO.read_bytes()})
    assert [answer.get("problem") for answer in answers] == ["damaged-picture"] * 3 + [None]
    assert seconds < len(costly) * MOST_SECONDS
    assert megabytes < MOST_MEGABYTES
