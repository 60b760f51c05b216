"""The arithmetic below the reader: patches, light and colours."""

from __future__ import annotations

import numpy as np
import pytest

from referee.reader.classify import place_factor
from referee.reader.colours import colour_gaps, thing_colours, to_lab
from referee.reader.patches import (
    PATCH_PX,
    WHITE_LEVEL,
    block_means,
    fill_in,
    fit_light,
    in_paper_white,
    patch_nodes,
    sixths_away,
)
from referee.reader.prints import ExpectedPatches, Print, expected_patches
from referee.reader.review import doubtful_hexes
from referee.reader.settings import DEFAULT


@pytest.mark.parametrize("sixth", range(6))
def test_away_from_the_camera_points_up_in_a_patch(sixth: int) -> None:
    angle = sixth * np.pi / 3
    away = np.array([[np.sin(angle), -np.cos(angle)]])
    assert sixths_away(away)[0] == sixth
    nodes = patch_nodes(np.zeros((1, 2)), 32.0, np.array([sixth]))[0]
    up = nodes[0].mean(0) - nodes[-1].mean(0)
    assert up @ away[0] / np.hypot(*up) == pytest.approx(1)


def test_points_between_nodes_lie_on_straight_lines() -> None:
    nodes = patch_nodes(np.array([[100.0, 50.0]]), 32.0, np.array([2]))
    filled = fill_in(nodes)[0]
    assert filled.shape == (PATCH_PX, PATCH_PX, 2)
    assert np.allclose(filled[0, 0], nodes[0, 0, 0], atol=1e-4)
    assert np.allclose(filled[-1, -1], nodes[0, -1, -1], atol=1e-4)
    assert np.allclose(filled.mean((0, 1)), (100, 50), atol=1e-3)


def test_light_is_found_although_things_lie_on_a_third_of_the_hexes() -> None:
    rng = np.random.default_rng(4)
    expected = rng.integers(90, 256, (30, PATCH_PX // 8, PATCH_PX // 8, 3)).repeat(8, 1).repeat(8, 2).astype(np.uint8)
    seen = np.clip(expected * np.array([0.7, 0.6, 0.4]) + 6, 0, 255).astype(np.uint8)
    seen[:10, 12:44, 12:44] = (150, 20, 20)
    near = np.ones((30, 30), np.float32)
    gain, offset = fit_light(block_means(seen), block_means(expected), near)
    assert np.allclose(gain[:, :], (0.7, 0.6, 0.4), atol=0.03)
    white = in_paper_white(np.full((30, PATCH_PX, PATCH_PX, 3), (184, 159, 108), np.uint8), gain, offset)
    assert np.abs(white.astype(int) - WHITE_LEVEL).max() <= 4


def test_expected_patches_are_cut_once_and_alike() -> None:
    rng = np.random.default_rng(1)
    picture = rng.integers(0, 256, (400, 400, 3), dtype=np.uint8)
    patches = expected_patches(Print(picture, 4.0, np.array([[50.0, 50.0], [40.0, 60.0]]), 20.0))
    first, blocks = patches.take(np.array([1, 4]))
    again, _ = patches.take(np.array([1, 4]))
    assert (first == again).all()
    assert blocks.shape == (2, 7, 7, 3)
    mixed, _ = patches.take(np.array([1, 0]))
    assert (mixed[0] == first[0]).all()
    assert (mixed[1] != first[1]).any()


def painted(colours: list[tuple[int, int, int]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return patches with a piece of one or two colours, the print there, and the mask of the piece."""
    seen = np.full((1, PATCH_PX, PATCH_PX, 3), 120, np.uint8)
    for number, colour in enumerate(colours):
        width = 24 // len(colours)
        seen[0, 16:40, 16 + number * width : 16 + (number + 1) * width] = colour
    masks = np.zeros((1, 14, 14), np.float32)
    masks[0, 4:10, 4:10] = 0.95
    return seen, np.full_like(seen, 120), masks


def test_colour_of_a_thing_is_taken_where_its_mask_is() -> None:
    seen, _, masks = painted([(140, 20, 25)])
    expected = to_lab(np.array([[140, 20, 25]], np.float32) / np.float32(WHITE_LEVEL))
    assert np.abs(thing_colours(seen, masks) - expected).max() < 3


def test_two_strong_colours_are_distinguished_from_one_and_from_a_pale_logo() -> None:
    two = colour_gaps(*painted([(140, 20, 25), (20, 40, 150)]))[0]
    assert two > DEFAULT.two_colours
    assert colour_gaps(*painted([(140, 20, 25)]))[0] < DEFAULT.two_colours
    assert colour_gaps(*painted([(140, 20, 25), (150, 150, 150)]))[0] == 0


def test_confidence_falls_with_position_uncertainty() -> None:
    low, high = DEFAULT.doubt_harmless_mm, DEFAULT.doubt_worst_mm
    trust = place_factor(np.array([0.1, low, (low + high) / 2, high, 9.0], np.float32), DEFAULT)
    assert trust.tolist() == pytest.approx([1, 1, 0.75, 0.5, 0.5])


def test_patches_of_a_print_lie_where_it_has_them_though_its_size_cannot_be_halved() -> None:
    """Halving 2130 pixels twice gives 532, not 532.5: the far edge would be off by half a millimetre."""
    picture = np.full((1002, 2130, 3), 255, np.uint8)
    centre = np.array([[500.0, 215.0]])
    picture[844:876, 1984:2016] = 0
    patch, _ = expected_patches(Print(picture, 4.0, centre, 32.0)).take(np.zeros(1, np.int_))
    dark = 255.0 - patch[0, :, :, 0]
    middle = [float((dark.sum(axis) * np.arange(PATCH_PX)).sum() / dark.sum()) for axis in (0, 1)]
    assert middle == pytest.approx([(PATCH_PX - 1) / 2] * 2, abs=0.1)


def test_patches_do_not_depend_on_earlier_requests() -> None:
    rng = np.random.default_rng(2)
    printed = Print(rng.integers(0, 256, (400, 400, 3), dtype=np.uint8), 4.0, np.array([[50.0, 50.0], [40.0, 60.0]]), 20.0)
    kept = ExpectedPatches(printed)
    for turns in ([0, 0], [1, 0], [1, 5], [3, 2], [0, 4], [1, 5]):
        patches, blocks = kept.take(np.array(turns))
        fresh, fresh_blocks = ExpectedPatches(printed).take(np.array(turns))
        assert np.array_equal(patches, fresh)
        assert np.array_equal(blocks, fresh_blocks)


def reviewed(raw_confidence: list[float]) -> list[bool]:
    chosen: list[bool] = doubtful_hexes(np.array(raw_confidence, np.float32), DEFAULT).tolist()
    return chosen


def test_doubtful_hexes_are_always_reviewed() -> None:
    assert reviewed([0.5] * 30 + [0.9999] * 9) == [True] * 30 + [False] * 9


def test_least_confident_hexes_fill_the_review_budget() -> None:
    nearly = (DEFAULT.doubtful_below + DEFAULT.doubtful_while_few) / 2
    assert reviewed([nearly] * 2 + [1.0] * 20) == [True] * 2 + [False] * 20
    assert sum(reviewed([0.5] * 2 + [nearly] * 20)) == DEFAULT.review_budget
    assert sum(reviewed([0.5] * DEFAULT.review_budget + [nearly] * 20)) == DEFAULT.review_budget
    assert reviewed([1.0] * 20) == [False] * 20
