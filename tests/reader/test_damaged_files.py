"""Damaged files that still decode: hexes that are read wrongly are marked for review, or the file is refused."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from itertools import count, islice
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageOps

from calibration.containers import is_whole
from referee.formats.readings import Reading
from referee.reader.read_photo import ReadOptions, read_photo_bytes
from referee.rules.pieces import Piece
from referee.words.problems import Problem
from tests.bench.read import photos_in

PHOTOS = photos_in(Path(__file__).parents[1] / "photos")
KINDS = {"WEBP": 85, "HEIF": 60, "JPEG": 85}
FILES_READ = {"WEBP": 36, "HEIF": 36, "JPEG": 12}
MOST_SILENT = 2  # of the 84
FIRST_BYTES = 2000  # with the header, where damage is found anyhow
ONCE_SILENT = 22
CHOSEN_BY = 13  # damage by which the thresholds were chosen
HELD_OUT = (101, 1000)  # damage that no threshold has seen, and its first seed


@cache
def packed(number: int, kind: str) -> bytes:
    """Return a photo as a phone or a messenger may store it."""
    with Image.open(PHOTOS[number]) as picture:
        return stored(ImageOps.exif_transpose(picture).convert("RGB"), kind)


def stored(picture: Image.Image, kind: str) -> bytes:
    if kind == "HEIF":
        pytest.importorskip("pillow_heif").register_heif_opener()
    out = io.BytesIO()
    picture.save(out, kind, quality=KINDS[kind])
    return out.getvalue()


@cache
def clean_words(number: int, kind: str) -> dict[str, Piece]:
    return words_of(read(packed(number, kind)))


def words_of(reading: Reading) -> dict[str, Piece]:
    return {cell: one.piece for cell, one in reading.cells.items()}


def read(data: bytes) -> Reading:
    return read_photo_bytes(data, "damaged", ReadOptions()).reading


def damaged(data: bytes, seed: int, family: int = CHOSEN_BY) -> bytes:
    """Flip bits, exchange bytes, overwrite a part with zeros, or truncate the file."""
    rng = np.random.default_rng([family, seed])
    out, size = bytearray(data), len(data)
    how, start = int(rng.integers(4)), max(FIRST_BYTES, size // 20)
    at = int(rng.integers(start, size - 200))
    if how == 0:
        for _ in range(3):
            out[int(rng.integers(start, size - 10))] ^= 1 << int(rng.integers(8))
    elif how == 1:
        out[at : at + 64] = rng.integers(0, 256, 64, dtype=np.uint8).tobytes()
    elif how == 2:
        length = min(int(rng.integers(200, size // 10)), size - at)
        out[at : at + length] = bytes(length)
    else:
        del out[int(rng.integers(size // 2, size - 10)) :]
    return bytes(out)


def silent_words(seed: int, kind: str, family: int = CHOSEN_BY) -> set[str] | None:
    """Return the hexes changed by the damage but not marked for review; None if the file or the board is refused."""
    number = seed % len(PHOTOS)
    try:
        reading = read(damaged(packed(number, kind), seed, family))
    except Problem:
        return None
    clean = clean_words(number, kind)
    return {cell for cell, word in words_of(reading).items() if word is not clean[cell]} - set(reading.doubtful)


def all_silent(kind: str, family: int, first: int) -> Iterator[set[str]]:
    """Yield the silently wrong hexes of each damaged file that is not refused."""
    return (silent for silent in (silent_words(seed, kind, family) for seed in count(first)) if silent is not None)


def test_smeared_parts_of_damaged_pictures_are_reviewed() -> None:
    assert silent_words(ONCE_SILENT, "WEBP") == set()


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_of_84_damaged_files_that_are_read_at_most_two_have_a_silent_word() -> None:
    silent = [each for kind, files in FILES_READ.items() for each in islice(all_silent(kind, *HELD_OUT), files)]
    assert len(silent) == 84
    assert sum(map(bool, silent)) <= MOST_SILENT


@pytest.mark.parametrize("kind", ["WEBP", "HEIF"])
def test_file_shorter_than_its_container_states_is_damaged(kind: str) -> None:
    data = stored(Image.radial_gradient("L").convert("RGB"), kind)
    assert is_whole(data, kind)
    assert not is_whole(data[:-40], kind)
    with pytest.raises(Problem) as refused:
        read(data[:-40])
    assert refused.value.slug == "damaged-picture"


def test_jpeg_with_pixels_left_over_is_damaged_and_one_with_padding_is_not() -> None:
    data = PHOTOS[0].read_bytes()
    padded, left_over = (data[:-2] + more + data[-2:] for more in (bytes(40), data[-42:-2]))
    assert words_of(read(padded)) == words_of(read(data))
    with pytest.raises(Problem) as refused:
        read(left_over)
    assert refused.value.slug == "damaged-picture"


def test_boxes_of_any_length_and_kinds_without_stated_length_are_whole() -> None:
    large = b"\0\0\0\x01mdat" + (24).to_bytes(8, "big") + bytes(8)
    assert is_whole(b"\0\0\0\x0cftypheic" + large, "HEIF")
    assert is_whole(b"\0\0\0\x0cftypheic" + b"\0\0\0\0mdat" + bytes(9), "HEIF")
    assert not is_whole(b"\0\0\0\x0cftypheic" + large[:-1], "HEIF")
    assert is_whole(b"\x89PNG", "PNG")
