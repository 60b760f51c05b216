"""The hex size and number of sheets for each choice, and the messages for impossible choices."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from referee.boards.board import Board
from referee.boards.library import load_board
from referee.formats.layouts import layout_to_json
from referee.layout.layout import LARGEST_HEX_MM, WANTED_HEX_MM, Layout, lay_out
from referee.layout.papers import PAPERS, Orientation, PrintChoice, parse_measured
from referee.words.problems import Problem
from referee.words.texts import LANGUAGES, say
from tests.layout.boards import BUILT_INS, ODD_BOARDS, laid_out

TERRANOVA = load_board("terranova")


def refuse(choice: PrintChoice) -> Problem:
    with pytest.raises(Problem) as refused:
        lay_out(TERRANOVA, choice)
    return refused.value


def fits(choice: PrintChoice) -> bool:
    try:
        lay_out(TERRANOVA, choice)
    except Problem:
        return False
    return True


def largest_of(layouts: list[Layout]) -> float:
    return max(layout.hex_mm for layout in layouts)


def test_six_a4_sheets_hold_the_default_board_at_32_mm() -> None:
    layout = lay_out(TERRANOVA)
    assert (layout.paper, len(layout.pages), layout.hex_mm) == ("A4", 6, 32.0)


def test_six_letter_sheets_hold_about_30_mm() -> None:
    layout = lay_out(TERRANOVA, PrintChoice("Letter"))
    assert len(layout.pages) == 6
    assert 29.5 <= layout.hex_mm < 32.0


def test_four_a3_sheets_hold_32_mm() -> None:
    layout = lay_out(TERRANOVA, PrintChoice("A3"))
    assert len(layout.pages) == 4
    assert layout.hex_mm >= WANTED_HEX_MM


@pytest.mark.parametrize(
    ("board", "paper"),
    [*((board, paper) for board in BUILT_INS for paper in PAPERS), *((board, "A3") for board in ODD_BOARDS)],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_fewest_sheets_that_hold_32_mm_and_the_largest_hex_on_them(board: Board, paper: str) -> None:
    layout = laid_out(board, PrintChoice(paper))
    count, hex_mm = len(layout.pages), layout.hex_mm
    assert count <= 6
    assert hex_mm <= LARGEST_HEX_MM
    assert (2 * hex_mm).is_integer()
    if hex_mm < LARGEST_HEX_MM:
        with pytest.raises(Problem):
            lay_out(board, PrintChoice(paper, hex_mm + 0.5, sheets=count if hex_mm >= WANTED_HEX_MM else 6))
    if hex_mm >= WANTED_HEX_MM and count > 1:
        with pytest.raises(Problem):
            lay_out(board, PrintChoice(paper, WANTED_HEX_MM, sheets=count - 1))


def test_margin_that_costs_room_costs_hex() -> None:
    hexes = [lay_out(TERRANOVA, PrintChoice(margin_mm=margin)).hex_mm for margin in (0.0, 6.35, 12.0, 20.0)]
    assert hexes == sorted(hexes, reverse=True)
    assert hexes[0] > hexes[-1]


@pytest.mark.parametrize(
    ("choice", "grid"),
    [
        (PrintChoice(hex_mm=33.0, sheets=30), (3, 3)),
        (PrintChoice("Letter", 32.0, sheets=30), (3, 3)),
        (PrintChoice("Letter", 33.0, sheets=9), (3, 3)),
        (PrintChoice(hex_mm=33.0, sheets=30, measured=(94.0, 94.0)), (4, 3)),
        (PrintChoice("Letter", 33.0, sheets=12, measured=(94.0, 94.0)), (4, 3)),
    ],
    ids=lambda value: f"{value.paper}-{value.hex_mm:g}-{value.measured[0]:g}" if isinstance(value, PrintChoice) else None,
)
def test_hexes_for_crown_caps_are_printed_on_three_sheets_or_more_each_way(choice: PrintChoice, grid: tuple[int, int]) -> None:
    layout = lay_out(TERRANOVA, choice)
    assert (layout.code.columns, layout.code.rows) == grid
    assert layout.hex_mm == choice.hex_mm


def test_orientation_is_kept_when_it_is_given() -> None:
    for orientation in Orientation:
        layout = lay_out(TERRANOVA, PrintChoice(orientation=orientation))
        assert {page.sheet.orientation for page in layout.pages} == {orientation}
        wide = orientation is Orientation.LANDSCAPE
        assert all((page.sheet.width > page.sheet.height) == wide for page in layout.pages)


def test_fewer_sheets_mean_smaller_hexes() -> None:
    assert largest_of([lay_out(TERRANOVA, PrintChoice(sheets=4))]) < 32.0
    assert len(lay_out(TERRANOVA, PrintChoice(sheets=4)).pages) <= 4


def test_printer_that_shrinks_gets_a_board_that_fits_it() -> None:
    """The drawing is enlarged to compensate, so the printed board has the size of the layout."""
    layout = lay_out(TERRANOVA, PrintChoice(measured=(94.0, 94.0)))
    assert layout.hex_mm < 32.0
    for page in layout.pages:
        (a, _, c), (_, e, f) = page.page_to_board
        width_on_page = (max(x for x, _ in page.outline) - c) / a - (min(x for x, _ in page.outline) - c) / a
        width_on_paper = width_on_page * 0.94
        assert width_on_paper == pytest.approx(max(x for x, _ in page.outline) - min(x for x, _ in page.outline))
        assert (min(y for _, y in page.outline) - f) / e >= page.sheet.margin - 1e-6


MEASURED = [
    ("94", (94.0, 94.0)),
    ("97.5x98.0", (97.5, 98.0)),
    ("97,5x98,25", (97.5, 98.25)),
    ("103 %", (103.0, 103.0)),
]


@pytest.mark.parametrize(("words", "measured"), MEASURED)
def test_measured_is_read(words: str, measured: tuple[float, float]) -> None:
    assert parse_measured(words.replace(" ", "")) == measured


@pytest.mark.parametrize("words", ["", "x", "x94", "a4", "94x95x96", "--", "nan", "inf", "94xnan", "1e400", "9_4", "9,7,5", ","])
def test_measure_that_is_none_is_refused(words: str) -> None:
    with pytest.raises(Problem) as refused:
        parse_measured(words)
    assert refused.value.slug == "bad-measured"


REFUSED = [
    (PrintChoice("A5"), "unknown-paper"),
    (PrintChoice(hex_mm=5.0), "out-of-range"),
    (PrintChoice(hex_mm=500.0), "out-of-range"),
    (PrintChoice(hex_mm=float("nan")), "out-of-range"),
    (PrintChoice(margin_mm=-1.0), "bad-margin"),
    (PrintChoice(margin_mm=float("inf")), "bad-margin"),
    (PrintChoice(margin_mm=90.0), "bad-margin"),
    (PrintChoice(margin_mm=1e9), "bad-margin"),
    (PrintChoice(overlap_mm=-2.0), "out-of-range"),
    (PrintChoice(measured=(70.0, 100.0)), "out-of-range"),
    (PrintChoice(sheets=0), "bad-sheets"),
    (PrintChoice(hex_mm=60.0), "does-not-fit"),
    (PrintChoice(sheets=1), "does-not-fit"),
]


@pytest.mark.parametrize(("choice", "slug"), REFUSED)
def test_impossible_input_is_refused_in_one_sentence(choice: PrintChoice, slug: str) -> None:
    problem = refuse(choice)
    assert problem.slug == slug
    for language in LANGUAGES:
        words = say(problem.message, language)
        assert "\n" not in words
        assert words.endswith(".")
        assert "{" not in words


@pytest.mark.parametrize("paper", ["a4", "A4", " letter ", "TABLOID"])
def test_paper_is_known_whatever_its_case(paper: str) -> None:
    assert lay_out(TERRANOVA, PrintChoice(paper, 24.0)).paper in PAPERS


@pytest.mark.parametrize(
    "choice",
    [
        PrintChoice(hex_mm=33.0),
        PrintChoice("Letter", 32.0),
        PrintChoice(hex_mm=45.0),
        PrintChoice("A3", 36.0, sheets=4),
        PrintChoice(hex_mm=20.0, sheets=2),
    ],
    ids=lambda choice: f"{choice.paper}-{choice.hex_mm:g}-{choice.sheets}",
)
def test_each_way_out_that_is_offered_is_one(choice: PrintChoice) -> None:
    words = str(refuse(choice))
    offered = {name: float(value) for name, value in re.findall(r"--(hex|margin|sheets) ([\d.]+\d|\d)", words)}
    assert offered
    if "hex" in offered:
        assert fits(replace(choice, hex_mm=offered["hex"]))
        assert not fits(replace(choice, hex_mm=offered["hex"] + 0.5))
    if "margin" in offered:
        assert fits(replace(choice, margin_mm=offered["margin"]))
        assert offered["margin"] < choice.margin_mm
    if "sheets" in offered:
        assert fits(replace(choice, sheets=int(offered["sheets"])))
        assert not fits(replace(choice, sheets=int(offered["sheets"]) - 1))


def test_layouts_in_json_are_equal_for_equal_choices() -> None:
    assert layout_to_json(lay_out(TERRANOVA)) == layout_to_json(lay_out(TERRANOVA, PrintChoice("a4", 32.0)))


@pytest.mark.parametrize(
    "choice",
    [
        PrintChoice(hex_mm=100.0, sheets=1),
        PrintChoice(sheets=1, orientation=Orientation.LANDSCAPE, margin_mm=30.0),
        PrintChoice("Letter", hex_mm=90.0, sheets=2, orientation=Orientation.PORTRAIT),
    ],
)
def test_changes_advised_together_fit(choice: PrintChoice) -> None:
    """Regression: smaller hexes or more sheets alone were suggested where neither helps."""
    sentence = refuse(choice).message
    assert sentence.key == "layout.fits_together"
    advice = say(sentence, "en")
    sheets, margin = re.search(r"--sheets (\d+)", advice), re.search(r"--margin ([\d.]+)", advice)
    advised = replace(
        choice,
        sheets=int(sheets[1]) if sheets else choice.sheets,
        margin_mm=float(margin[1]) if margin else choice.margin_mm,
        hex_mm=None if "without --hex" in advice else choice.hex_mm,
        orientation=None if "without --orientation" in advice else choice.orientation,
    )
    assert advised != choice
    assert fits(advised)
