"""The drawing of the rim: the score track, the markers and codes, the colour swatches, and the frame between rim and sea."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from printables.artwork.palette import Ink, Scenery, in_ink
from printables.drawing.drawing import Anchor, Face, Item, Path, Pen, Point, Words, circle, rectangle
from printables.drawing.faces import baseline_for
from referee.layout.board_code import CodePlace
from referee.layout.markers import Marker
from referee.layout.score_track import TrackCell
from referee.layout.shapes import Box

CELL_LINE_MM = 0.2
FRAME_MM = 1.0  # width of the frame's black and white bars
FRAME_STEP_MM = 12.0
LOOP_OF_TENS, LOOP_OF_FIVES = 10, 5
TEN_SIZE, FIVE_SIZE, PLAIN_SIZE = 7.0, 5.4, 4.6  # mm, in cells of 15 mm


def draw_frame(field: Box, colours: Scenery) -> tuple[Item, ...]:
    """Draw the sea and the chart border around it: alternating dark and light bars between thin lines."""
    bars = Pen()
    inner = field.grown(-FRAME_MM)
    for along_x, low, high in ((True, field.left, field.right), (False, field.top, field.bottom)):
        count = max(2, 2 * round((high - low) / (2 * FRAME_STEP_MM))) - 1
        step = (high - low) / count
        for bar in range(0, count, 2):
            begin, end = low + bar * step, low + (bar + 1) * step
            for outer, inside in ((field.top, inner.top), (inner.bottom, field.bottom)) if along_x else ():
                bars.along(Box(begin, outer, end, inside).corners).close()
            for outer, inside in () if along_x else ((field.left, inner.left), (inner.right, field.right)):
                bars.along(Box(outer, begin, inside, end).corners).close()
    return (
        _boxed(field, fill=colours.paper),
        bars.path(fill=colours.bar),
        _boxed(field, stroke=colours.line, width_mm=0.35),
        _boxed(inner, fill=colours.sea, stroke=colours.line, width_mm=0.2),
        _boxed(inner.grown(-0.45), stroke=colours.line, width_mm=0.11),
    )


def draw_track(cells: Sequence[TrackCell], colours: Scenery) -> tuple[Item, ...]:
    """Draw the score track's cells; tens and fives are bold, tens on a darker background and fives in a second outline."""
    tens, fives, lines = Pen(), Pen(), Pen()
    for cell in cells:
        lines.along(cell.box.corners).close()
        if cell.value % LOOP_OF_TENS == 0:
            tens.along(cell.box.corners).close()
        elif cell.value % LOOP_OF_FIVES == 0:
            fives.along(cell.box.grown(-1.1).corners).close()
    return (
        tens.path(fill=colours.shade),
        lines.path(stroke=colours.line, width_mm=CELL_LINE_MM),
        fives.path(stroke=colours.soft_line, width_mm=0.25),
        *(_number(cell, colours) for cell in cells),
    )


def _number(cell: TrackCell, colours: Scenery) -> Words:
    size, face, colour = PLAIN_SIZE, Face.SERIF, colours.line
    if cell.value % LOOP_OF_TENS == 0:
        size, face = TEN_SIZE, Face.SERIF_BOLD
    elif cell.value % LOOP_OF_FIVES == 0:
        size, face = FIVE_SIZE, Face.SERIF_BOLD
    x, y = cell.centre
    return Words(str(cell.value), x, baseline_for(y, size), size, face, Anchor.MIDDLE, colour)


def draw_markers(markers: Sequence[Marker], codes: Iterable[CodePlace], colours: Scenery) -> tuple[Item, ...]:
    """Draw the markers and codes in black on white."""
    white, black = Pen(), Pen()
    marker_whites = {marker.id: marker.white for marker in markers}
    for marker in markers:
        white.along(marker.white.corners).close()
        size = len(marker.rows)
        module = marker.square.width / (size + 2)
        framed = ("0" * (size + 2), *(f"0{row}0" for row in marker.rows), "0" * (size + 2))
        _draw_modules(black, framed, (marker.square.left, marker.square.top), module)
    for code in codes:
        beside = marker_whites[code.markers[0]]
        white.along(Box(code.block.left, beside.top, code.block.right, beside.bottom).corners).close()
        _draw_modules(black, code.rows, (code.block.left, code.block.top), code.module)
    return white.path(fill=colours.white), black.path(fill=colours.black)


def _draw_modules(black: Pen, rows: Sequence[str], start: Point, module: float) -> None:
    """Draw the dark runs of each row, with a slight overlap into the next row, so that rows join without a gap."""
    for number, row in enumerate(rows):
        top = start[1] + number * module
        low = top + module + (0.01 if number + 1 < len(rows) else 0.0)
        column = 0
        while column < len(row):
            end = column
            while end < len(row) and row[end] == "0":
                end += 1
            if end > column:
                black.along(Box(start[0] + column * module, top, start[0] + end * module, low).corners).close()
            column = max(end, column + 1)


def draw_swatch(colour: str, centre: Point, radius: float, ink: Ink, colours: Scenery) -> tuple[Item, ...]:
    """Draw one round colour swatch."""
    return (circle(centre, radius, fill=in_ink(colour, ink), stroke=colours.line, width_mm=0.15),)


def _boxed(box: Box, fill: str | None = None, stroke: str | None = None, width_mm: float = 0.2) -> Path:
    return rectangle(box.left, box.top, box.width, box.height, fill=fill, stroke=stroke, width_mm=width_mm)
