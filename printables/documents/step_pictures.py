"""Small drawings that show how to handle printed sheets: measure a bar, place a card and pieces, take a photo, cut, join, tape.

The drawings are in millimetres, but meant for the screen. They contain no sentences; the page provides the text.
"""

from __future__ import annotations

from math import atan2, cos, pi, sin

from printables.artwork.palette import Ink
from printables.artwork.tokens import draw_pioneer, draw_stone
from printables.documents.assembly import draw_part
from printables.documents.calibration_sheet import draw_calibration
from printables.documents.leaf import Leaf
from printables.documents.rulers import BAR_MM, draw_millimetre_bar
from printables.documents.sheets import transform_of
from printables.drawing.drawing import (
    Anchor,
    Drawing,
    Face,
    Group,
    Item,
    Pen,
    Point,
    Transform,
    Words,
    apply,
    circle,
    invert,
    polygon,
    polyline,
    rectangle,
    shift,
)
from referee.layout.calibration_sheet import plan_calibration
from referee.layout.layout import Layout
from referee.layout.papers import PAPERS, USUAL_MARGIN_MM
from referee.layout.shapes import Box, box_holding
from referee.rules.pieces import Colour, Piece

WIDTH, HEIGHT = 120.0, 84.0
GROUND, PAPER, LINE, HINT, GOOD = "#eef3f4", "#ffffff", "#2b2420", "#a3261d", "#35663a"
RULER, CARD, CHIP, PHONE, TAPE = "#f7dfa6", "#1c5a75", "#f0c075", "#33414a", "#f0dc9a"
TABLE = "#b99a72"
SHOWN_SHARE = 0.97  # the bar in the picture is slightly too short, so that the reading differs from 100
TAPE_EDGE_MM = 4.0  # distance by which tape extends beyond the zigzag of a seam
CAP_SHARE = 0.72  # width of a cap, relative to a spot's width


def draw_measuring() -> Drawing:
    """Draw a ruler along the check bar, with the zero at the left end and the reading at the right end."""
    left, top, scale = 10.0, 20.0, SHOWN_SHARE
    bar = Group(draw_millimetre_bar(0.0, 0.0, 8.0 / scale), shift(left, top, scale))
    end = left + BAR_MM * scale
    marks = tuple(polyline(((x, top - 6), (x, top + 36)), HINT, 0.7, (2.0, 1.5)) for x in (left, end))
    reading = (circle((end, top + 46), 8.5, fill=PAPER, stroke=HINT, width_mm=0.9), _number("97", end, top + 49.2, 9.0, HINT))
    return _scene(
        rectangle(3, 6, 114, 26, fill=PAPER, stroke=LINE, width_mm=0.5), bar, *_draw_ruler(left, top + 12), *marks, *reading
    )


def _draw_ruler(left: float, top: float) -> tuple[Item, ...]:
    pen = Pen()
    for millimetre in range(102):
        length = 7.0 if millimetre % 10 == 0 else 5.0 if millimetre % 5 == 0 else 3.0
        pen.stroke(left + millimetre, top, left + millimetre, top + length)
    body = rectangle(left - 5, top, 112, 20, fill=RULER, stroke=LINE, width_mm=0.5, rounded=1.5)
    numbers = tuple(_number(str(number), left + 10 * number, top + 13.5, 5.0) for number in range(11))
    return (body, pen.path(stroke=LINE, width_mm=0.3), *numbers)


def draw_card_in_frame(ink: Ink) -> Drawing:
    """Draw the calibration sheet with a bank card being moved into its outline."""
    plan = plan_calibration()
    place, sheet = _draw_sheet(ink)
    (x, y), width, height = plan.card.centre, plan.card.width, plan.card.height
    card = (
        rectangle(x - width / 2, y - height / 2, width, height, fill=CARD, rounded=3.2),
        rectangle(x - width * 0.38, y - height * 0.16, 13, 10, fill=CHIP, rounded=1.5),
        rectangle(x - width * 0.38, y + height * 0.2, width * 0.6, 4, fill=GROUND),
    )
    arrow = _draw_arrow((101.0, 24.0), (apply(place, (x + width / 2, y))[0] + 4, apply(place, (x, y))[1]))
    return _scene(sheet, Group(card, place), *arrow)


def draw_pieces_on_spots(ink: Ink) -> Drawing:
    """Draw the calibration sheet with pieces on all spots except those that stay empty."""
    place, sheet = _draw_sheet(ink)
    pieces: list[Item] = []
    for spot in plan_calibration().spots:
        size = 2 * spot.radius * CAP_SHARE
        if spot.piece is Piece.STONE:
            pieces.append(Group(draw_stone(size * 0.7, ink), shift(*spot.centre)))
        elif spot.piece is not Piece.EMPTY:
            pieces.append(Group(draw_pioneer(Colour(spot.piece.value), size, ink), shift(*spot.centre)))
    return _scene(sheet, Group(tuple(pieces), place))


def _draw_sheet(ink: Ink) -> tuple[Transform, Item]:
    """Return the transform from the calibration plan to the scene, and the sheet drawn without its text."""
    width, height = PAPERS["A4"]
    plan = plan_calibration()
    scale = (HEIGHT - 4) / height
    place = shift((WIDTH - width * scale) / 2, 2.0, scale)
    _words, figure = draw_calibration(Leaf(width, height, USUAL_MARGIN_MM), ink, "en").items
    sheet = rectangle(0, 0, width, height, fill=PAPER, stroke=LINE, width_mm=0.5 / scale)
    inner = shift(place[4] + (width - plan.width) / 2 * scale, place[5] + (height - plan.height) / 2 * scale, scale)
    return inner, Group((sheet, figure), place)


def draw_photographing() -> Drawing:
    """Draw a phone held level above the sheet, marked as right, and a tilted one, marked as wrong."""
    return _scene(*_draw_shot(32.0, 0.0), *_draw_shot(90.0, 0.6), *_draw_tick(32.0, 12.0), *_draw_cross(90.0, 12.0))


def _draw_shot(x: float, tilt: float) -> tuple[Item, ...]:
    table, phone = HEIGHT - 12, (x + 14 * sin(tilt), 32.0)
    sight = tuple(polyline((phone, (x + 20 * side + 8 * sin(tilt), table - 2)), LINE, 0.4, (2.0, 1.5)) for side in (-1, 1))
    a, b = cos(tilt), sin(tilt)
    body = Group(
        (rectangle(-10, -2.2, 20, 4.4, fill=PHONE, rounded=1.5), circle((0.0, 2.2), 1.6, fill=PHONE)), (a, b, -b, a, *phone)
    )
    sheet = (
        rectangle(x - 20, table - 1.4, 40, 1.4, fill=PAPER, stroke=LINE, width_mm=0.3),
        rectangle(x - 6, table - 2.4, 12, 1.0, fill=CARD),
    )
    return (rectangle(x - 26, table, 52, 3, fill=TABLE), *sheet, *sight, body)


def _draw_tick(x: float, y: float) -> tuple[Item, ...]:
    return (polyline(((x - 5, y), (x - 1.5, y + 4), (x + 6, y - 5)), GOOD, 2.4),)


def _draw_cross(x: float, y: float) -> tuple[Item, ...]:
    return (Pen().stroke(x - 5, y - 5, x + 5, y + 5).stroke(x - 5, y + 5, x + 5, y - 5).path(stroke=HINT, width_mm=2.4),)


def draw_cutting(layout: Layout, ink: Ink) -> Drawing:
    """Draw the last sheet as printed, with a dashed line where it is to be cut."""
    page = layout.pages[-1]
    sheet = Box(0.0, 0.0, page.sheet.width, page.sheet.height)
    scale, place = _fit(sheet)
    to_page = invert(transform_of(page))
    cut = tuple(apply(to_page, point) for point in page.ink)
    paper = rectangle(0, 0, sheet.right, sheet.bottom, fill=PAPER, stroke=LINE, width_mm=0.4 / scale)
    line = polygon(cut, stroke=HINT, width_mm=1.1 / scale, dash=(3.0 / scale, 2.0 / scale))
    start = apply(place, cut[0])
    return _scene(
        Group((paper, Group(draw_part(layout, page, ink, 1 / scale), to_page), line), place), *_draw_scissors(start, 0.25 * pi)
    )


def draw_joining(layout: Layout, ink: Ink) -> Drawing:
    """Draw the second sheet being moved onto the overlap of the first."""
    first, second = layout.pages[:2]
    beside = second.column > first.column
    apart = layout.hex_mm * 1.3
    move = (apart, 0.0) if beside else (0.0, apart)
    boxes = box_holding(first.outline), box_holding(second.outline)
    whole = Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes) + move[0],
        max(box.bottom for box in boxes) + move[1],
    )
    scale, place = _fit(whole)
    parts = (Group(draw_part(layout, first, ink, 1 / scale)), Group(draw_part(layout, second, ink, 1 / scale), shift(*move)))
    x, y = boxes[1].centre
    start = apply(place, (x + move[0], y + move[1]))
    end = apply(place, (boxes[1].left - layout.hex_mm / 2, y) if beside else (x, boxes[1].top - layout.hex_mm / 2))
    return _scene(Group(parts, place), *_draw_arrow(start, end))


def draw_taping(layout: Layout) -> Drawing:
    """Draw the joined board from behind, with tape along each seam."""
    scale, place = _fit(Box(0.0, 0.0, layout.width, layout.height))
    mirror: Transform = (-1.0, 0.0, 0.0, 1.0, layout.width, 0.0)
    backs = tuple(polygon(page.outline, fill=PAPER, stroke=LINE, width_mm=0.4 / scale) for page in layout.pages)
    boxes = {(page.column, page.row): box_holding(page.outline) for page in layout.pages}
    beside = (_tape(box, boxes.get((column - 1, row)), True) for (column, row), box in boxes.items())
    below = (_tape(box, boxes.get((column, row - 1)), False) for (column, row), box in boxes.items())
    tapes = tuple(
        rectangle(tape.left, tape.top, tape.width, tape.height, fill=TAPE, stroke=LINE, width_mm=0.3 / scale)
        for tape in (*beside, *below)
        if tape
    )
    return _scene(Group((Group((*backs, *tapes), mirror),), place))


def _tape(box: Box, neighbour: Box | None, beside: bool) -> Box | None:
    """Return the strip of tape that covers the zigzag between a sheet and its neighbour on the left or above.

    The result is None if there is no neighbour.
    """
    if neighbour is None:
        return None
    if beside:
        return Box(box.left - TAPE_EDGE_MM, box.top, neighbour.right + TAPE_EDGE_MM, box.bottom)
    return Box(box.left, box.top - TAPE_EDGE_MM, box.right, neighbour.bottom + TAPE_EDGE_MM)


def _scene(*items: Item) -> Drawing:
    return Drawing(WIDTH, HEIGHT, (rectangle(0, 0, WIDTH, HEIGHT, fill=GROUND), *items))


def _fit(box: Box) -> tuple[float, Transform]:
    """Return the scale and the transform that centre a box in the scene."""
    room = 5.0
    scale = min((WIDTH - 2 * room) / box.width, (HEIGHT - 2 * room) / box.height)
    x, y = box.centre
    return scale, shift(WIDTH / 2 - x * scale, HEIGHT / 2 - y * scale, scale)


def _number(figures: str, x: float, y: float, size: float, colour: str = LINE) -> Words:
    return Words(figures, x, y, size, Face.SANS_BOLD, Anchor.MIDDLE, colour)


def _draw_arrow(start: Point, end: Point) -> tuple[Item, ...]:
    angle = atan2(end[1] - start[1], end[0] - start[0])
    barbs = tuple((end[0] - 5 * cos(angle + turn), end[1] - 5 * sin(angle + turn)) for turn in (-0.5, 0.5))
    return (polyline((start, end), HINT, 1.6), polyline((barbs[0], end, barbs[1]), HINT, 1.6))


def _draw_scissors(tip: Point, angle: float) -> tuple[Item, ...]:
    """Draw open scissors whose blades cross at `tip`."""
    blades = (
        Pen()
        .stroke(0, 0, 12, 4)
        .stroke(0, 0, 12, -4)
        .stroke(0, 0, -7, -3.5)
        .stroke(0, 0, -7, 3.5)
        .path(stroke=LINE, width_mm=1.2)
    )
    rings = tuple(circle((-9.5, side * 4.6), 2.8, stroke=LINE, width_mm=1.2, fill=PAPER) for side in (-1, 1))
    a, b = cos(angle), sin(angle)
    return (Group((blades, *rings), (a, b, -b, a, *tip)),)
