"""Training samples are reproducible, survive a round trip to disk, and cover every kind."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from referee.rules.pieces import Piece
from referee.training.samples import MASK_PX, WORDS, Samples, composite_samples, household_samples
from referee.training.store import load_samples, save_samples

pytestmark = pytest.mark.slow
COUNT, SEED = 90, 3


def same(one: Samples, other: Samples) -> bool:
    return all(np.array_equal(getattr(one, field.name), getattr(other, field.name)) for field in fields(Samples))


@pytest.fixture(scope="module")
def samples() -> Samples:
    return composite_samples(COUNT, SEED)


def test_same_seed_gives_the_same_samples_and_another_gives_others(samples: Samples) -> None:
    few = composite_samples(7, SEED)
    assert same(few, composite_samples(7, SEED))
    assert np.array_equal(few.seen, samples.seen[:7])
    assert not same(few, composite_samples(7, SEED + 1))


def test_samples_come_back_from_the_disk_and_are_joined_in_order(samples: Samples, tmp_path: Path) -> None:
    save_samples(tmp_path / "a.npz", samples)
    twice = load_samples([tmp_path / "a.npz", tmp_path / "a.npz"])
    second = Samples(*(getattr(twice, field.name)[COUNT:] for field in fields(Samples)))
    assert same(samples, replace(second, household=second.household - second.household[0]))
    assert twice.household[COUNT] > samples.household[-1], "households of two files are not the same ones"


def test_pieces_have_masks_that_mark_them_and_empty_hexes_have_none(samples: Samples) -> None:
    empty = samples.words == WORDS.index(Piece.EMPTY)
    assert not samples.masks[empty].any()
    seen = ~empty & (samples.odd == 0)
    assert 10 < seen.sum() < COUNT - 10
    middle = slice(MASK_PX // 4, -(MASK_PX // 4))
    marked = samples.masks[seen]
    assert (marked[:, middle, middle].max((1, 2)) > 127).mean() > 0.9


def test_each_scene_has_its_own_household_unless_several_are_requested(samples: Samples) -> None:
    assert len(np.unique(samples.household)) > COUNT / 8
    together = household_samples(60, SEED)
    numbers, counts = np.unique(together.household, return_counts=True)
    assert len(numbers) == 2
    assert (counts > 40).all()
    assert same(together, household_samples(60, SEED))
