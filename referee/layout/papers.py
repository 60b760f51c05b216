"""Paper sizes of home printers, and print choices such as paper, margin, hex size and number of sheets.

This module knows sizes in millimetres and which choices are valid. Whether a board fits is decided elsewhere.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from referee.words.problems import Problem
from referee.words.texts import Decimal, text


class Orientation(StrEnum):
    """The orientations of a sheet."""

    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"


PAPERS: dict[str, tuple[float, float]] = {
    "A4": (210.0, 297.0),
    "Letter": (215.9, 279.4),
    "Legal": (215.9, 355.6),
    "A3": (297.0, 420.0),
    "Tabloid": (279.4, 431.8),
}

# A quarter of an inch, the margin that every home printer supports.
USUAL_MARGIN_MM = 6.35
# The range of hex sizes: labels become illegible below it, and larger hexes have no benefit.
LEAST_HEX_MM, GREATEST_HEX_MM = 12.0, 100.0
# The smallest sheet that can hold one hex and its rim.
LEAST_USABLE_MM = 60.0
# The maximum number of sheets in each direction; the printed code has three bits for each direction.
MOST_ABREAST = 7
MOST_SHEETS = MOST_ABREAST * MOST_ABREAST
GREATEST_MARGIN_MM, GREATEST_OVERLAP_MM = 40.0, 25.0
# The accepted printed lengths in mm of a nominal 100 mm, a wider range than the errors of home printers.
LEAST_MEASURED, GREATEST_MEASURED = 85.0, 115.0
_LONGEST_NUMBER = 12  # characters
# A strip of the printable area of every sheet, reserved for check bars and labels.
STRIP_MM = 7.0


@dataclass(frozen=True, slots=True)
class PrintChoice:
    """The choices that determine the geometry of a printed board; None means that the best value is found automatically.

    `sheets` is the maximum number of sheets. `measured` is the printed length in mm of a nominal 100 mm, across and down the
    page. `grid` is the number of columns and rows of sheets; it is set if the layout is known, as for a board that is already
    printed.
    """

    paper: str = "A4"
    hex_mm: float | None = None
    margin_mm: float = USUAL_MARGIN_MM
    orientation: Orientation | None = None
    sheets: int = 6
    measured: tuple[float, float] = (100.0, 100.0)
    overlap_mm: float = 5.0
    grid: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of paper with its margin, in page mm; `scale` is the printed length in mm of a nominal 1 mm (across, down)."""

    paper: str
    orientation: Orientation
    width: float
    height: float
    margin: float
    scale: tuple[float, float]

    @property
    def printable(self) -> tuple[float, float]:
        """The width and height inside the margins, in page millimetres."""
        return self.width - 2 * self.margin, self.height - 2 * self.margin


def sheet_of(paper: str, orientation: Orientation, choice: PrintChoice) -> Sheet:
    """Return a sheet of paper with the chosen margin and printer scale."""
    short, long = PAPERS[paper]
    width, height = (short, long) if orientation is Orientation.PORTRAIT else (long, short)
    scale = (choice.measured[0] / 100, choice.measured[1] / 100)
    return Sheet(paper, orientation, width, height, choice.margin_mm, scale)


def choice_for(paper: str, hex_mm: float | None) -> PrintChoice:
    """Return the likely print choice for a board of which only the paper and perhaps the hex size are known.

    If the hex size is given, the choice allows the largest possible number of sheets.
    """
    return PrintChoice(paper, hex_mm, sheets=PrintChoice().sheets if hex_mm is None else MOST_SHEETS)


def find_paper(name: str) -> str:
    """Return the proper name of a paper, ignoring case; raise a Problem if there is no such paper."""
    for paper in PAPERS:
        if paper.casefold() == name.strip().casefold():
            return paper
    raise Problem("unknown-paper", text("layout.unknown_paper", paper=name, known=list(PAPERS)))


def check_choice(choice: PrintChoice) -> PrintChoice:
    """Return a print choice with the paper's proper name and with lengths rounded as in the board's code.

    Raise a Problem if a value is invalid; `grid` is not checked.
    """
    paper = find_paper(choice.paper)
    _check_range("layout.hex_range", choice.hex_mm, LEAST_HEX_MM, GREATEST_HEX_MM)
    _check_range("layout.overlap_range", choice.overlap_mm, 0.0, GREATEST_OVERLAP_MM)
    for share in choice.measured:
        _check_range("layout.measured_range", share, LEAST_MEASURED, GREATEST_MEASURED)
    if not 1 <= choice.sheets <= MOST_SHEETS:
        raise Problem("bad-sheets", text("layout.sheets_range", sheets=choice.sheets, most=MOST_SHEETS))
    _check_margin(paper, choice.margin_mm)
    measured = round(choice.measured[0], 1), round(choice.measured[1], 1)
    hex_mm = None if choice.hex_mm is None else float(round(choice.hex_mm, 2))
    margin, overlap = float(round(choice.margin_mm, 2)), float(round(choice.overlap_mm, 1))
    return PrintChoice(paper, hex_mm, margin, choice.orientation, choice.sheets, measured, overlap, choice.grid)


def _check_range(key: str, value: float | None, least: float, greatest: float) -> None:
    if value is not None and not (math.isfinite(value) and least <= value <= greatest):
        raise Problem(
            "out-of-range",
            text(key, value=mm_text(value), least=mm_text(least), greatest=mm_text(greatest)),
        )


def _check_margin(paper: str, margin: float) -> None:
    if not math.isfinite(margin) or margin < 0:
        raise Problem("bad-margin", text("layout.margin_negative", margin=mm_text(margin)))
    room = PAPERS[paper][0] - 2 * margin - STRIP_MM
    if room < LEAST_USABLE_MM or margin > GREATEST_MARGIN_MM:
        greatest = min(GREATEST_MARGIN_MM, (PAPERS[paper][0] - STRIP_MM - LEAST_USABLE_MM) / 2)
        facts = {"margin": mm_text(margin), "paper": paper, "greatest": mm_text(greatest)}
        raise Problem("bad-margin", text("layout.margin_leaves_nothing", **facts))


def format_mm(length: float) -> str:
    """Format a length in mm with at most two decimals, no trailing zeros and no unit."""
    return f"{length:.2f}".rstrip("0").rstrip(".") if math.isfinite(length) else str(length)


def mm_text(length: float) -> Decimal:
    """Return a length in mm, rounded to two decimals, as a value for a translatable sentence."""
    return Decimal(format_mm(length))


def parse_length(words: str) -> float | None:
    """Parse a finite number of mm with at most 12 characters, such as `6.35` or `6,35`; return None for anything else."""
    try:
        length = float(words.replace(",", ".")) if len(words) <= _LONGEST_NUMBER and "_" not in words else math.nan
    except ValueError:
        return None
    return length if math.isfinite(length) else None


def parse_measured(words: str) -> tuple[float, float]:
    """Parse the printed length in mm of a nominal 100 mm and return it as (across, down); raise a Problem if that fails.

    `94` applies to both directions, and `97.5x98.0` gives a value for each direction. The range is not checked.
    """
    first, separator, second = words.strip().lower().rstrip("%").partition("x")
    across, down = parse_length(first), parse_length(second if separator else first)
    if across is None or down is None:
        raise Problem("bad-measured", text("layout.measured_unreadable", words=words))
    return across, down
