"""Sheets: together they cover the board once, are split along hex edges, cut nothing important, and fit the paper."""

from __future__ import annotations

import math
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.boards.board import Board
from referee.boards.library import load_board
from referee.layout.layout import Layout, Page, lay_out
from referee.layout.papers import PAPERS, STRIP_MM, Orientation, PrintChoice
from referee.layout.shapes import Box, Point, Polygon, box_holding
from referee.words.problems import Problem
from tests.layout.boards import BIG, BUILT_INS, ODD_BOARDS, SKEW, islands, laid_out
from tests.layout.plane import area, distance_to_edge, is_inside, points_of, points_round

# Grids of three sheets or more in both directions, up to 7 by 7.
LARGE_GRIDS = (
    PrintChoice(hex_mm=33.0, sheets=30),
    PrintChoice("Letter", 32.0, sheets=30),
    PrintChoice(hex_mm=33.0, sheets=30, measured=(94.0, 94.0)),
    PrintChoice(hex_mm=60.0, sheets=49),
    PrintChoice("Letter", 65.0, sheets=49),
)
CHOICES = (
    *(PrintChoice(paper) for paper in PAPERS),
    PrintChoice(hex_mm=25.0),
    PrintChoice("A3", 30.0, orientation=Orientation.LANDSCAPE),
    PrintChoice("Letter", 20.0, 10.0, orientation=Orientation.PORTRAIT),
    PrintChoice(measured=(94.0, 94.0)),
    PrintChoice(measured=(103.5, 98.0), overlap_mm=0.0),
    PrintChoice("Legal", sheets=14, hex_mm=40.0, overlap_mm=12.0),
    *LARGE_GRIDS,
)
CASES = [
    *((board, choice) for board in BUILT_INS for choice in CHOICES),
    *((board, PrintChoice(paper)) for board in ODD_BOARDS for paper in ("A4", "A3")),
    *((board, PrintChoice("Letter", hex_mm, sheets=49)) for board, hex_mm in ((BIG, 40.0), (SKEW, 60.0))),
]
HAIR = 1e-6


@cache
def layouts() -> tuple[Layout, ...]:
    made = []
    for board, choice in CASES:
        try:
            made.append(laid_out(board, choice))
        except Problem:
            assert choice.hex_mm is not None, (board.name, choice)
    assert len(made) > 0.9 * len(CASES)
    return tuple(made)


def name_of(layout: Layout) -> str:
    code = layout.code
    return f"{layout.board.name}-{code.paper}-{code.columns}x{code.rows}-{code.hex_mm:g}"


each_layout = pytest.mark.parametrize("layout", layouts(), ids=name_of)


def page_at(layout: Layout, point: Point) -> list[Page]:
    return [page for page in layout.pages if is_inside(point, page.outline)]


def lies_on_one_sheet(layout: Layout, points: list[Point]) -> bool:
    """Return whether one sheet contains all points, including on its edge."""
    return any(
        all(is_inside(point, page.outline) or distance_to_edge(point, page.outline) < HAIR for point in points)
        for page in layout.pages
    )


@each_layout
def test_outlines_cover_the_board_once(layout: Layout) -> None:
    assert sum(area(page.outline) for page in layout.pages) == pytest.approx(layout.width * layout.height, abs=1e-3)
    chance = random.Random(7)
    for _ in range(300):
        point = chance.uniform(0, layout.width), chance.uniform(0, layout.height)
        assert len(page_at(layout, point)) == 1


@each_layout
def test_outlines_stay_on_the_board(layout: Layout) -> None:
    board = Box(0.0, 0.0, layout.width, layout.height)
    assert all(board.holds(box_holding(page.outline)) for page in layout.pages)


@each_layout
def test_no_hex_is_cut(layout: Layout) -> None:
    for centre, corners in zip(layout.island.centres, layout.island.corners, strict=True):
        assert len(page_at(layout, centre)) == 1
        assert lies_on_one_sheet(layout, list(corners))


@cache
def edges_of(outline: Polygon) -> frozenset[tuple[Point, Point]]:
    rounded = [(round(x, 6), round(y, 6)) for x, y in outline]
    return frozenset((a, b) for a, b in zip(rounded, [*rounded[1:], rounded[0]], strict=True) if a != b)


def shared_edges(page: Page, other: Page) -> list[tuple[Point, Point]]:
    """Return the edges of a page along the seam with another page."""
    return [(a, b) for a, b in edges_of(page.outline) if (b, a) in edges_of(other.outline)]


@each_layout
def test_seams_run_along_hex_edges_or_straight_to_the_edge(layout: Layout) -> None:
    side, hex_mm = layout.island.side, layout.hex_mm
    for page in layout.pages:
        for other in layout.pages:
            for (x0, y0), (x1, y1) in shared_edges(page, other):
                length = math.hypot(x1 - x0, y1 - y0)
                slanted = abs(x1 - x0) == pytest.approx(hex_mm / 2) and abs(y1 - y0) == pytest.approx(side / 2)
                upright = abs(x1 - x0) < HAIR and length == pytest.approx(side)
                to_edge = abs(x1 - x0) < HAIR and (min(y0, y1) < HAIR or max(y0, y1) > layout.height - HAIR)
                to_side = abs(y1 - y0) < HAIR and (min(x0, x1) < HAIR or max(x0, x1) > layout.width - HAIR)
                assert slanted or upright or to_edge or to_side


@each_layout
def test_nothing_that_must_be_whole_is_cut(layout: Layout) -> None:
    boxes = [
        *(marker.white for marker in layout.markers),
        *(code.plate for code in layout.codes),
        *(cell.box for cell in layout.score_track),
        layout.title,
        layout.small_print,
        *(entry.box for entry in layout.legend),
    ]
    discs = [
        *((spot.centre, spot.radius) for spot in layout.samples),
        *((patch.centre, patch.radius) for patch in layout.swatches),
        (layout.compass.centre, layout.compass.radius),
    ]
    assert all(lies_on_one_sheet(layout, points_of(box)) for box in boxes)
    assert all(lies_on_one_sheet(layout, points_round(*disc)) for disc in discs)


@each_layout
def test_each_sheet_at_the_rim_has_two_markers_far_apart(layout: Layout) -> None:
    for page in layout.pages:
        if is_inner(layout, page):
            continue
        shows_code = any(box_holding(page.outline).holds(code.plate) for code in layout.codes)
        centres = [marker.square.centre for marker in layout.markers if is_inside(marker.square.centre, page.outline)]
        bounds = box_holding(page.outline)
        apart = max(math.dist(one, other) for one in centres for other in centres)
        assert len(centres) >= 2
        # Seams run straight to the rim, where a sheet may be a hex narrower than where it is widest. In large grids the markers
        # beside a code are all that its sheet has room for.
        assert apart > 0.5 * (min(bounds.width, bounds.height) - layout.hex_mm) or (shows_code and is_crossed(layout))


@each_layout
def test_inner_sheets_show_nothing_of_the_rim(layout: Layout) -> None:
    for page in layout.pages:
        if is_inner(layout, page):
            assert layout.field.holds(box_holding(page.outline))


def is_crossed(layout: Layout) -> bool:
    return min(layout.code.columns, layout.code.rows) > 2


def is_inner(layout: Layout, page: Page) -> bool:
    return 0 < page.column < layout.code.columns - 1 and 0 < page.row < layout.code.rows - 1


def test_some_boards_have_inner_sheets_and_some_as_many_as_a_code_can_name() -> None:
    grids = {(layout.code.columns, layout.code.rows) for layout in layouts()}
    assert {(3, 3), (4, 3), (5, 6), (7, 7)} <= grids


@each_layout
def test_ink_stays_within_the_margins_and_off_the_strip(layout: Layout) -> None:
    for page in layout.pages:
        (a, b, c), (d, e, f) = page.page_to_board
        assert (b, d) == (0.0, 0.0)
        on_page = box_holding([((x - c) / a, (y - f) / e) for x, y in (*page.outline, *page.ink)])
        sheet = page.sheet
        within = Box(sheet.margin, sheet.margin, sheet.width - sheet.margin, sheet.height - sheet.margin)
        assert within.grown(HAIR).holds(on_page)
        assert within.grown(HAIR).holds(page.strip)
        assert min(page.strip.width, page.strip.height) >= STRIP_MM - HAIR
        assert not on_page.grown(-HAIR).meets(page.strip)


@each_layout
def test_scale_of_the_pages_is_what_the_printer_makes_of_a_millimetre(layout: Layout) -> None:
    across, down = layout.choice.measured
    for page in layout.pages:
        assert page.page_to_board[0][0] == pytest.approx(across / 100)
        assert page.page_to_board[1][1] == pytest.approx(down / 100)


@each_layout
def test_ink_goes_on_under_the_neighbours(layout: Layout) -> None:
    """Each part of a seam to the right or below, moved by the overlap to the right or down, still has ink."""
    overlap = layout.choice.overlap_mm
    for page in layout.pages:
        beside = [other for other in layout.pages if shared_edges(page, other)]
        right_and_below = ((page.column + 1, page.row), (page.column, page.row + 1))
        assert all(other in beside for other in layout.pages if (other.column, other.row) in right_and_below)
        if overlap == 0:
            continue
        outline, ink = box_holding(page.outline), box_holding(page.ink)
        assert ink.right == pytest.approx(outline.right + overlap * (page.column < layout.code.columns - 1))
        assert ink.bottom == pytest.approx(outline.bottom + overlap * (page.row < layout.code.rows - 1))
        edges = [edge for other in beside if other.number > page.number for edge in shared_edges(page, other)]
        middles = [((x0 + x1) / 2, (y0 + y1) / 2) for (x0, y0), (x1, y1) in edges]
        shift = overlap - HAIR
        for x, y in middles:
            assert is_inside((x + shift, y), page.ink) or is_inside((x, y + shift), page.ink)


@settings(max_examples=20, deadline=None)
@given(islands(), st.sampled_from(sorted(PAPERS)), st.sampled_from([None, 18.0, 30.0]), st.integers(0, 99))
def test_any_island_is_covered_once_and_no_hex_is_cut(board: Board, paper: str, hex_mm: float | None, seed: int) -> None:
    chance = random.Random(seed)
    try:
        layout = lay_out(board, PrintChoice(paper, hex_mm))
    except Problem:
        return
    assert sum(area(page.outline) for page in layout.pages) == pytest.approx(layout.width * layout.height, abs=1e-3)
    for _ in range(20):
        assert len(page_at(layout, (chance.uniform(0, layout.width), chance.uniform(0, layout.height)))) == 1
    assert all(lies_on_one_sheet(layout, list(corners)) for corners in layout.island.corners)
    assert all(lies_on_one_sheet(layout, points_of(marker.white)) for marker in layout.markers)


def test_terranova_has_the_seams_of_the_six_sheets() -> None:
    layout = laid_out(load_board("terranova"))
    assert [(page.number, page.column, page.row) for page in layout.pages] == [
        (1, 0, 0),
        (2, 1, 0),
        (3, 2, 0),
        (4, 0, 1),
        (5, 1, 1),
        (6, 2, 1),
    ]
