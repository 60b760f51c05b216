"""The composition of a board: nothing overlaps, everything fits, and the track runs once around from 0 to 99."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest

from referee.boards.board import Board
from referee.layout.composition import Disc
from referee.layout.island import make_island
from referee.layout.layout import Layout, lay_out
from referee.layout.papers import PrintChoice
from referee.layout.score_track import LEAST_CELL_MM
from referee.layout.shapes import Box, box_round
from referee.layout.swatches import SWATCH_COLOURS
from referee.rules.pieces import Piece
from tests.layout.boards import BUILT_INS, LONG, ODD_BOARDS, TINY, laid_out

LAYOUTS = [laid_out(board, PrintChoice(paper)) for board in (*BUILT_INS, *ODD_BOARDS) for paper in ("A4", "A3")]
CROWN_CAP_MM = 32.0
HAIR = 1e-6

each_layout = pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: f"{layout.board.name}-{layout.paper}")


def boxes_of(layout: Layout) -> list[Box]:
    """Return the boxes of everything on the board that must not overlap."""
    return [
        *(marker.white for marker in layout.markers),
        *(code.block for code in layout.codes),
        *(cell.box for cell in layout.score_track),
        layout.title,
        layout.small_print,
        *(entry.box for entry in layout.legend),
    ]


def discs_of(layout: Layout) -> list[Disc]:
    """Return all circles on the board."""
    return [
        layout.compass,
        *(Disc(spot.centre, spot.radius) for spot in layout.samples),
        *(Disc(patch.centre, patch.radius) for patch in layout.swatches),
    ]


@each_layout
def test_things_do_not_overlap(layout: Layout) -> None:
    boxes, discs = [box.grown(-HAIR) for box in boxes_of(layout)], discs_of(layout)
    assert not [pair for pair in combinations(boxes, 2) if pair[0].meets(pair[1])]
    assert all(box.distance_to(disc.centre) > disc.radius for box in boxes for disc in discs)
    assert all(math.dist(one.centre, other.centre) > one.radius + other.radius for one, other in combinations(discs, 2))


@each_layout
def test_things_keep_off_the_land_and_on_the_board(layout: Layout) -> None:
    board = Box(0.0, 0.0, layout.width, layout.height)
    inner, centres = layout.hex_mm / 2, layout.island.centres
    for box in boxes_of(layout):
        assert board.holds(box)
        assert all(box.distance_to(centre) > inner for centre in centres)
    for disc in discs_of(layout):
        assert layout.field.holds(box_round(disc.centre, 2 * disc.radius, 2 * disc.radius))
        assert all(math.dist(disc.centre, centre) > disc.radius + inner for centre in centres)
    corners = [corner for hex_corners in layout.island.corners for corner in hex_corners]
    assert all(layout.field.distance_to(corner) == 0.0 for corner in corners)


@each_layout
def test_legend_names_each_landscape_on_the_board(layout: Layout) -> None:
    assert sorted(entry.terrain for entry in layout.legend) == sorted({cell.terrain for cell in layout.board.cells})


@each_layout
def test_samples_hold_a_crown_cap_of_each_kind(layout: Layout) -> None:
    assert [spot.piece for spot in layout.samples] == [Piece.RED, Piece.YELLOW, Piece.BLUE, Piece.GREEN, Piece.STONE]
    assert all(2 * spot.radius >= CROWN_CAP_MM for spot in layout.samples)
    assert all(math.dist(one.centre, other.centre) > CROWN_CAP_MM for one, other in combinations(layout.samples, 2))


@each_layout
def test_swatches_stand_on_all_four_sides(layout: Layout) -> None:
    near = {
        "top": lambda x, y: y - layout.field.top,
        "bottom": lambda x, y: layout.field.bottom - y,
        "left": lambda x, y: x - layout.field.left,
        "right": lambda x, y: layout.field.right - x,
    }
    for distance in near.values():
        colours = {patch.colour for patch in layout.swatches if distance(*patch.centre) < 6.0}
        assert colours == set(SWATCH_COLOURS)


@each_layout
def test_track_runs_from_0_to_99_clockwise(layout: Layout) -> None:
    cells = layout.score_track
    assert [cell.value for cell in cells] == list(range(100))
    middle = layout.width / 2, layout.height / 2
    for one, other in pairwise(cells):
        turn = math.atan2(*cross_and_dot(one.centre, other.centre, middle))
        assert turn > 0 or one.lap != other.lap


def cross_and_dot(one: tuple[float, float], other: tuple[float, float], middle: tuple[float, float]) -> tuple[float, float]:
    ax, ay, bx, by = one[0] - middle[0], one[1] - middle[1], other[0] - middle[0], other[1] - middle[1]
    return ax * by - ay * bx, ax * bx + ay * by


@each_layout
def test_track_cells_are_wide_enough(layout: Layout) -> None:
    assert min(min(cell.box.width, cell.box.height) for cell in layout.score_track) >= LEAST_CELL_MM - HAIR


def test_small_boards_have_a_track_of_several_laps() -> None:
    assert laid_out(BUILT_INS[0]).rim.laps == 1
    assert laid_out(TINY).rim.laps == 2


def test_composition_hangs_on_board_and_hex_and_not_on_paper() -> None:
    layouts = [lay_out(BUILT_INS[0], PrintChoice(paper, 28.0)) for paper in ("A4", "Letter", "Legal", "A3")]
    assert len({(layout.width, layout.height, layout.title, layout.compass, layout.legend) for layout in layouts}) == 1


def test_hexes_stand_on_a_point_a_flat_to_flat_width_apart() -> None:
    layout = laid_out(LONG)
    (x0, y0), (x1, y1) = layout.island.centres[:2]
    assert (x1 - x0, y1 - y0) == pytest.approx((layout.hex_mm, 0.0))
    xs, ys = zip(*layout.island.corners[0], strict=True)
    assert max(xs) - min(xs) == pytest.approx(layout.hex_mm)
    assert max(ys) - min(ys) == pytest.approx(layout.hex_mm * 2 / math.sqrt(3))


@pytest.mark.parametrize("board", BUILT_INS, ids=lambda board: board.name)
def test_every_hex_edge_is_coast_border_or_inner_edge(board: Board) -> None:
    island = make_island(board, 30.0)
    coast = sum(len(line) for line in island.coasts)
    assert coast + 2 * (len(island.borders) + len(island.inner_edges)) == 6 * len(board.cells)
    for line in island.coasts:
        assert all(math.dist(a, b) == pytest.approx(island.side) for a, b in zip(line, [*line[1:], line[0]], strict=True))
