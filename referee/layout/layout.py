"""The single source of geometry: the position of everything printed on a board, in board millimetres.

Sheets are drawn from a Layout, and photos are read with the same Layout. The origin is the top left corner of the board, x points
to the right and y down. Hexes are pointy-topped. The fields of a Layout are:

    board, code        the board, and the content of its printed code
    choice             the print choice that reproduces this layout
    width, height      the size of the assembled board: track, sea and island
    field              the sea, inside the track; `island` holds the hexes, coasts and borders between landscapes
    score_track        100 cells with their boxes, clockwise from the top left; `rim` holds the sizes of the ring
    markers, codes     what the reader finds in a photo
    title, small_print, compass, legend, samples      printed in the corners of the sea
    swatches           spots of colour along all four sides of the sea, next to the track
    pages              the sheets, each with its outline, its inked area and the transform from page to board
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.boards.board import Board
from referee.layout.board_code import CODE_MODULE, BoardCode, CodePlace, board_number, encode_code
from referee.layout.composition import Composer, Disc, LegendEntry, Sample
from referee.layout.island import Island
from referee.layout.markers import BOTTOM_CODE_PARTNER, CORNER_IDS, TOP_CODE_PARTNER, Marker, module_for
from referee.layout.papers import (
    LEAST_HEX_MM,
    MOST_ABREAST,
    MOST_SHEETS,
    USUAL_MARGIN_MM,
    Orientation,
    PrintChoice,
    check_choice,
    mm_text,
    sheet_of,
)
from referee.layout.score_track import Rim, Ring, TrackCell, has_room_for_track, spare_cells
from referee.layout.shapes import Box, box_holding
from referee.layout.swatches import Swatch, place_swatches
from referee.layout.tiling import Page, SheetGrid, Tiling, tile
from referee.words.problems import Problem
from referee.words.texts import Text, text

__all__ = ["Layout", "Page", "PrintChoice", "lay_out"]

# The smallest hexes on which crown caps and screw caps fit.
CROWN_CAP_HEX_MM, SCREW_CAP_HEX_MM = 32.0, 29.0
# Hexes larger than 36 mm have no benefit.
WANTED_HEX_MM, LARGEST_HEX_MM, HEX_STEP_MM = CROWN_CAP_HEX_MM, 36.0, 0.5
# The smallest hex whose borders stay visible wherever a crown cap (32 mm wide) is put on it.
ROOMY_HEX_MM = 33.0
_MARGIN_STEP_MM = 0.05


class DoesNotFit(Problem):
    """The problem that a board does not fit on its sheets; `ways` are similar print choices with which the board fits, if any."""

    def __init__(self, message: Text, ways: tuple[PrintChoice, ...]) -> None:
        super().__init__("does-not-fit", message)
        self.ways = ways


@dataclass(frozen=True, slots=True)
class Layout:
    """A board laid out for printing. The module's docstring describes the fields."""

    board: Board
    code: BoardCode
    width: float
    height: float
    rim: Rim
    field: Box
    island: Island
    pages: tuple[Page, ...]
    markers: tuple[Marker, ...]
    codes: tuple[CodePlace, ...]
    samples: tuple[Sample, ...]
    swatches: tuple[Swatch, ...]
    score_track: tuple[TrackCell, ...]
    title: Box
    small_print: Box
    compass: Disc
    legend: tuple[LegendEntry, ...]
    choice: PrintChoice

    @property
    def hex_mm(self) -> float:
        """The width of a hex across the flats."""
        return self.island.hex_mm

    @property
    def paper(self) -> str:
        return self.code.paper


def lay_out(board: Board, choice: PrintChoice | None = None) -> Layout:
    """Lay out a board on paper, by default with `PrintChoice()`.

    Raise `DoesNotFit` with similar choices if the board does not fit, and another Problem if the choice is invalid.
    """
    choice = check_choice(choice or PrintChoice())
    composer = Composer(board)
    tiling = _find_largest(composer, choice) if choice.hex_mm is None else _tile_best(composer, choice.hex_mm, choice)
    if tiling is None:
        raise _suggest_changes(composer, choice)
    return _assemble(tiling, choice)


def sheets_for_crown_caps(board: Board, choice: PrintChoice) -> int | None:
    """Return the smallest number of sheets on which the hexes fit crown caps, or None if 49 sheets are not enough.

    The number of sheets and the hex size in `choice` are ignored.
    """
    return _find_count(Composer(board), ROOMY_HEX_MM, replace(check_choice(choice), sheets=0))


def _assemble(tiling: Tiling, choice: PrintChoice) -> Layout:
    made, grid = tiling.composition, tiling.grid
    board, hex_mm = made.island.board, made.island.hex_mm
    code = BoardCode(
        board_number(board),
        choice.paper,
        grid.sheet.orientation,
        hex_mm,
        choice.margin_mm,
        grid.columns,
        grid.rows,
        choice.overlap_mm,
        choice.measured,
    )
    return Layout(
        board,
        code,
        made.rim.width,
        made.rim.height,
        made.rim,
        made.field,
        made.island,
        tiling.pages,
        tiling.ring.markers,
        _place_codes(code, made.rim, tiling.ring),
        made.samples,
        place_swatches(made.rim, made.field, tiling.ring),
        tiling.ring.cells,
        made.title,
        made.small_print,
        made.compass,
        made.legend,
        replace(choice, hex_mm=hex_mm, orientation=grid.sheet.orientation, sheets=grid.count, grid=(grid.columns, grid.rows)),
    )


def _place_codes(code: BoardCode, rim: Rim, ring: Ring) -> tuple[CodePlace, ...]:
    rows, module = encode_code(code), rim.module * CODE_MODULE
    white = {marker.id: marker.white for marker in ring.markers}
    pairs = ((CORNER_IDS[0], TOP_CODE_PARTNER), (BOTTOM_CODE_PARTNER, CORNER_IDS[2]))
    return tuple(
        CodePlace(block, box_holding((*white[left].corners, *white[right].corners)), module, rows, (left, right))
        for block, (left, right) in zip(ring.code_blocks, pairs, strict=True)
    )


def _find_largest(composer: Composer, choice: PrintChoice) -> Tiling | None:
    """Return the tiling with the fewest sheets that fit hexes of 32 to 36 mm, with the largest such hexes.

    If more than `choice.sheets` are needed, return the tiling with the largest hexes below 32 mm, or None if none fits.
    """
    for count in range(1, choice.sheets + 1):
        for hex_mm in _hexes_down(LARGEST_HEX_MM, WANTED_HEX_MM):
            if tiling := _tile_count(composer, hex_mm, choice, count):
                return tiling
    return _find_largest_below(composer, choice)


def _find_largest_below(composer: Composer, choice: PrintChoice) -> Tiling | None:
    for hex_mm in _hexes_down(WANTED_HEX_MM - HEX_STEP_MM, LEAST_HEX_MM):
        if tiling := _tile_best(composer, hex_mm, choice):
            return tiling
    return None


def _hexes_down(greatest: float, least: float) -> Iterator[float]:
    steps = round((greatest - least) / HEX_STEP_MM)
    return (greatest - HEX_STEP_MM * step for step in range(steps + 1))


def _tile_best(composer: Composer, hex_mm: float, choice: PrintChoice) -> Tiling | None:
    """Tile the board onto the fewest sheets that fit hexes of this size; return None if `choice.sheets` is too small."""
    return next(filter(None, (_tile_count(composer, hex_mm, choice, count) for count in range(1, choice.sheets + 1))), None)


def _tile_count(composer: Composer, hex_mm: float, choice: PrintChoice, count: int) -> Tiling | None:
    """Tile the board onto exactly `count` sheets; return the first tiling found, or None if there is none."""
    for grid in _grids(choice, count):
        if _can_hold(grid, composer.least_size(hex_mm), hex_mm, choice.overlap_mm):
            for spare in spare_cells(grid.columns, grid.rows, module_for(*composer.least_size(hex_mm))):
                made = composer.compose(hex_mm, spare)
                fits = _can_hold(grid, (made.rim.width, made.rim.height), hex_mm, choice.overlap_mm)
                fits = fits and has_room_for_track(made.rim, grid.columns, grid.rows)
                if fits and (tiling := tile(made, grid, choice.overlap_mm)):
                    return tiling
    return None


def _grids(choice: PrintChoice, count: int) -> Iterator[SheetGrid]:
    """Yield the possible grids of `count` sheets, first with the strip for check bars below, then on the left.

    The sheets have the chosen orientation, or either one if none was chosen.
    """
    for orientation in (choice.orientation,) if choice.orientation else tuple(Orientation):
        sheet = sheet_of(choice.paper, orientation, choice)
        for columns in range(count, 0, -1):
            rows = count // columns
            if columns * rows == count and max(columns, rows) <= MOST_ABREAST and choice.grid in (None, (columns, rows)):
                yield from (SheetGrid(columns, rows, sheet, strip_below) for strip_below in (True, False))


def _can_hold(grid: SheetGrid, size: tuple[float, float], hex_mm: float, overlap: float) -> bool:
    """Return False if the sheets are clearly too small for a board of this size; a quick check before tiling.

    Each seam costs the height of its zigzag and the overlap.
    """
    zigzags = (hex_mm / 2, hex_mm / 12**0.5)
    parts = (grid.columns, grid.rows)
    return all(
        part * room - (part - 1) * (zigzag + overlap) >= length - 1e-6
        for part, room, zigzag, length in zip(parts, grid.room, zigzags, size, strict=True)
    )


def _suggest_changes(composer: Composer, choice: PrintChoice) -> DoesNotFit:
    """Return a DoesNotFit that suggests single changes with which the board fits: a smaller hex, a narrower margin, more sheets.

    If no single change is enough, suggest a combination of changes instead.
    """
    hex_mm = choice.hex_mm or LEAST_HEX_MM
    ways: list[tuple[Text, PrintChoice]] = []
    if choice.hex_mm and (found := _find_largest_hex(composer, choice, choice.hex_mm)):
        ways.append((text("layout.way_hex", hex=mm_text(found)), replace(choice, hex_mm=found)))
    if (margin := _find_margin(composer, hex_mm, choice)) is not None:
        ways.append((text("layout.way_margin", margin=mm_text(margin)), replace(choice, margin_mm=margin)))
    if count := _find_count(composer, choice.hex_mm or WANTED_HEX_MM, choice) or _find_count(composer, hex_mm, choice):
        ways.append((text("layout.way_sheets", sheets=count), replace(choice, sheets=count)))
    facts = {
        "board": composer.board.name,
        "hex": mm_text(hex_mm),
        "sheets": choice.sheets,
        "paper": choice.paper,
        "margin": mm_text(choice.margin_mm),
    }
    if not ways:
        return _suggest_combined_changes(composer, choice, facts)
    facts["ways"] = [words for words, _ in ways]
    sentence = text("layout.does_not_fit", **facts) if choice.hex_mm else text("layout.board_does_not_fit", **facts)
    return DoesNotFit(sentence, tuple(way for _, way in ways))


def _suggest_combined_changes(composer: Composer, choice: PrintChoice, facts: dict[str, object]) -> DoesNotFit:
    """Return a DoesNotFit that suggests a combination of changes with which the board fits, if there is one."""
    margin = min(choice.margin_mm, USUAL_MARGIN_MM)
    relaxed = replace(choice, hex_mm=None, orientation=None, margin_mm=margin, sheets=0)
    count = _find_count(composer, WANTED_HEX_MM, relaxed) or _find_count(composer, LEAST_HEX_MM, relaxed)
    if count is None:
        least = {"board": composer.board.name, "paper": choice.paper, "most": MOST_SHEETS, "least": mm_text(LEAST_HEX_MM)}
        return DoesNotFit(text("layout.fits_no_way", margin=mm_text(margin), **least), ())
    ways: list[Text] = []
    if count > choice.sheets:
        ways.append(text("layout.way_sheets", sheets=count))
    if margin < choice.margin_mm:
        ways.append(text("layout.way_margin", margin=mm_text(margin)))
    for option, given in (("--hex", choice.hex_mm), ("--orientation", choice.orientation)):
        if given is not None:
            ways.append(text("layout.way_without", option=option))
    fitting = replace(relaxed, sheets=max(count, choice.sheets))
    return DoesNotFit(text("layout.fits_together", ways=ways, **facts), (fitting,))


def _find_largest_hex(composer: Composer, choice: PrintChoice, below: float) -> float | None:
    top = below // HEX_STEP_MM * HEX_STEP_MM
    return next((hex_mm for hex_mm in _hexes_down(top, LEAST_HEX_MM) if _tile_best(composer, hex_mm, choice)), None)


def _find_margin(composer: Composer, hex_mm: float, choice: PrintChoice) -> float | None:
    """Return the widest margin below the chosen one with which the board fits, or None if it does not fit without a margin."""
    low, high = 0, int(choice.margin_mm / _MARGIN_STEP_MM)
    if not _tile_best(composer, hex_mm, replace(choice, margin_mm=0.0)):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        fits = _tile_best(composer, hex_mm, replace(choice, margin_mm=round(middle * _MARGIN_STEP_MM, 2)))
        low, high = (middle, high) if fits else (low, middle)
    return round(low * _MARGIN_STEP_MM, 2)


def _find_count(composer: Composer, hex_mm: float, choice: PrintChoice) -> int | None:
    more = range(choice.sheets + 1, MOST_SHEETS + 1)
    return next((count for count in more if _tile_count(composer, hex_mm, choice, count)), None)
