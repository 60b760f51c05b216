"""A dozen rendered photos with known truth in tests/photos: none has an error that is not marked for review.

tests/photos/counts.txt has the expected counts: name, wrong, silent, asked. Update it after an improvement: python -m tests.bench
read tests/photos --counts tests/photos/counts.txt
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.read import ASK_MOST, PhotoResult, measure_photo, photos_in

PHOTOS = Path(__file__).parents[1] / "photos"
KEPT = {line.split()[0]: tuple(map(int, line.split()[1:])) for line in (PHOTOS / "counts.txt").read_text().splitlines()}
LEEWAY = 2  # hexes: processors round differently
MOST_MB = 10
LARGEST_GAP_MM = {"easy": 0.5, "normal": 0.5, "hard": 1.0}


@pytest.mark.parametrize("path", photos_in(PHOTOS), ids=lambda path: path.stem)
def test_rendered_photo_holds_no_silent_error(path: Path) -> None:
    result: PhotoResult = measure_photo(path)
    wrong, silent, reviews = KEPT[path.name]
    assert result.found
    assert result.silent == silent == 0
    assert result.wrong <= wrong + 1
    assert result.reviews <= min(reviews + LEEWAY, ASK_MOST)
    assert result.off_mm < LARGEST_GAP_MM[result.level]


def test_photos_are_a_dozen_of_different_kinds_and_small() -> None:
    photos = photos_in(PHOTOS)
    assert set(KEPT) == {path.name for path in photos}
    assert len(photos) >= 12
    assert sum(path.stat().st_size for path in PHOTOS.iterdir()) < MOST_MB * 1_000_000
