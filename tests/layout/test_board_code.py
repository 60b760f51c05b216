"""The printed code: round trips, rejection of damaged codes, and layouts restored from codes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.boards.board import Board
from referee.layout.board_code import (
    CODE_COLUMNS,
    CODE_ROWS,
    BoardCode,
    board_number,
    decode_code,
    describe_code,
    encode_code,
)
from referee.layout.layout import Layout, lay_out
from referee.layout.markers import QUIET_MODULES
from referee.layout.papers import PAPERS, Orientation, PrintChoice
from referee.words.texts import say
from tests.layout.boards import BUILT_INS, SKEW, TINY, laid_out

codes = st.builds(
    BoardCode,
    st.integers(0, 0xFFFF),
    st.sampled_from(sorted(PAPERS)),
    st.sampled_from(Orientation),
    st.integers(1200, 10000).map(lambda hundredths: hundredths / 100),
    st.integers(0, 4000).map(lambda hundredths: hundredths / 100),
    st.integers(1, 7),
    st.integers(1, 7),
    st.integers(0, 250).map(lambda tenths: tenths / 10),
    st.tuples(*[st.integers(850, 1150).map(lambda tenths: tenths / 10)] * 2),
)

CHOICES = [
    PrintChoice(),
    PrintChoice("Letter", 24.35, 9.5),
    PrintChoice("A3", orientation=Orientation.LANDSCAPE),
    PrintChoice("Legal", 26.0, 0.0, sheets=9, measured=(97.5, 98.0), overlap_mm=3.3),
    PrintChoice("Tabloid", measured=(94.0, 94.0)),
]


@given(codes)
def test_code_is_read_as_it_was_written(code: BoardCode) -> None:
    rows = encode_code(code)
    assert [len(row) for row in rows] == [CODE_COLUMNS] * CODE_ROWS
    assert decode_code(rows) == code


@given(codes, st.sets(st.integers(0, CODE_ROWS * CODE_COLUMNS - 1), min_size=1, max_size=3))
def test_code_with_wrong_modules_is_refused(code: BoardCode, wrong: set[int]) -> None:
    modules = list("".join(encode_code(code)))
    for place in wrong:
        modules[place] = "10"[int(modules[place])]
    rows = ["".join(modules[start : start + CODE_COLUMNS]) for start in range(0, len(modules), CODE_COLUMNS)]
    assert decode_code(rows) is None


@pytest.mark.parametrize("fill", ["0", "1"])
def test_blank_patch_is_not_read_as_a_code(fill: str) -> None:
    assert decode_code([fill * CODE_COLUMNS] * CODE_ROWS) is None


def test_code_is_neither_black_nor_white() -> None:
    for board in BUILT_INS:
        modules = "".join(encode_code(laid_out(board).code))
        assert 0.3 < modules.count("1") / len(modules) < 0.7


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.paper)
@pytest.mark.parametrize("board", [*BUILT_INS, SKEW], ids=lambda board: board.name)
def test_a_code_alone_leads_back_to_the_layout(board: Board, choice: PrintChoice) -> None:
    layout = lay_out(board, choice)
    code = decode_code(layout.codes[0].rows)
    assert code is not None
    assert code.board == board_number(board)
    assert lay_out(board, code.choice) == layout


def test_board_number_hangs_on_hexes_and_landscapes_not_on_the_name() -> None:
    numbers = {board_number(board) for board in BUILT_INS}
    assert len(numbers) == len(BUILT_INS)
    assert board_number(replace(TINY, name="another", label="Another")) == board_number(TINY)
    moved = replace(TINY, cells=(replace(TINY.cells[0], terrain=3), *TINY.cells[1:]))
    assert board_number(moved) != board_number(TINY)


def test_people_can_read_the_code() -> None:
    code, number = laid_out(BUILT_INS[0]).code, f"{board_number(BUILT_INS[0]):04x}"
    assert say(describe_code(code)) == f"{number} · A4 · 32 mm · 6.35 mm · 3×2 portrait"
    assert say(describe_code(code), "hu") == f"{number} · A4 · 32 mm · 6,35 mm · 3×2 álló"


@pytest.mark.parametrize("layout", [laid_out(board) for board in (*BUILT_INS, TINY)], ids=lambda layout: layout.board.name)
def test_code_lies_where_its_two_markers_place_it(layout: Layout) -> None:
    """In modules from the left marker's corner: 7 of the marker, 1.5 white, 9 of the code, 1.5 white, 7 of the marker."""
    at = {marker.id: marker.square for marker in layout.markers}
    module = layout.rim.module
    for code in layout.codes:
        left, right = (at[number] for number in code.markers)
        assert code.block.left - left.right == pytest.approx(QUIET_MODULES * module)
        assert right.left - code.block.right == pytest.approx(QUIET_MODULES * module)
        assert code.block.width == pytest.approx(9 * module)
        assert code.block.height == pytest.approx(6 * module)
        assert code.module == pytest.approx(0.75 * module)
        assert code.block.centre[1] == pytest.approx(left.centre[1]) == pytest.approx(right.centre[1])
        assert code.plate.holds(code.block)
