"""The calibration sheet: markers, spots for the pieces in use, and the outline of a bank card for measuring the print scale."""

from __future__ import annotations

from printables.artwork.palette import PLAYER_COLOURS, Ink, in_ink
from printables.artwork.tokens import draw_stone, pioneer_outline
from printables.documents.leaf import Leaf
from printables.drawing.drawing import Anchor, Drawing, Face, Group, Item, Marked, Pen, Words, circle, rectangle, shift
from printables.drawing.paragraphs import Style, fit_words, set_paragraph
from referee.layout.calibration_sheet import CalibrationPlan, Spot, calibration_rows, plan_calibration
from referee.layout.markers import MARKER_MODULES, Marker
from referee.rules.pieces import Colour, Piece
from referee.words.texts import Text, say, text

BLACK, WHITE = "#000000", "#ffffff"
SPOT_LINE, LABEL = "#000000", "#000000"
TITLE = Style(7.4, 8.6, Face.SERIF_BOLD, role="H1")
BODY = Style(4.2, 5.2)
LABEL_STYLE = Style(3.6, 4.4, Face.SANS, LABEL)
SPOT_NAMES: dict[Piece, Text] = {
    Piece.RED: text("print.colour_red"),
    Piece.YELLOW: text("print.colour_yellow"),
    Piece.BLUE: text("print.colour_blue"),
    Piece.GREEN: text("print.colour_green"),
    Piece.STONE: text("print.colour_stone"),
    Piece.EMPTY: text("print.calibration_empty"),
}


def draw_calibration(leaf: Leaf, ink: Ink, language: str) -> Drawing:
    """Draw the calibration sheet centred on the leaf.

    If the printable area is too small, everything but the outline of the card is reduced to fit.
    """
    plan = plan_calibration()
    scale = min(1.0, (leaf.width - 2 * leaf.margin) / plan.width, (leaf.height - 2 * leaf.margin) / plan.height)
    place = shift((leaf.width - plan.width * scale) / 2, (leaf.height - plan.height * scale) / 2, scale)
    picture: list[Item] = [item for marker in plan.markers for item in _draw_marker(marker)]
    for spot in plan.spots:
        picture.extend(_draw_spot(spot, ink))
    picture.append(_draw_card(plan, 1 / scale))
    words = _words(plan, language)
    title = say(text("print.calibration_title"), language)
    figure = Marked("Figure", (Group(tuple(picture), place),), say(text("print.alt_calibration"), language))
    return Drawing(leaf.width, leaf.height, (Group(words, place), figure), label=title)


def _draw_marker(marker: Marker) -> tuple[Item, ...]:
    """Draw a marker as a black square with one path for its white modules."""
    square = marker.square
    module = square.width / MARKER_MODULES
    pen = Pen()
    for row, bits in enumerate(calibration_rows(marker), start=1):
        for column, bit in enumerate(bits, start=1):
            if bit == "1":
                x, y = square.left + column * module, square.top + row * module
                pen.along(((x, y), (x + module, y), (x + module, y + module), (x, y + module))).close()
    black = rectangle(square.left, square.top, square.width, square.height, fill=BLACK)
    return (black, pen.path(fill=WHITE))


def _draw_spot(spot: Spot, ink: Ink) -> tuple[Item, ...]:
    """Draw a spot's ring with a small symbol of the piece that belongs in it, or a dashed ring if the spot is to stay empty."""
    x, y = spot.centre
    ring = circle(spot.centre, spot.radius, stroke=SPOT_LINE, width_mm=0.35)
    if spot.piece is Piece.EMPTY:
        return (circle(spot.centre, spot.radius, stroke=SPOT_LINE, width_mm=0.35, dash=(1.6, 1.2)),)
    if spot.piece is Piece.STONE:
        return (ring, Group(draw_stone(7.0, ink), shift(x, y)))
    colour = Colour(spot.piece.value)
    sign = pioneer_outline(colour, 8.0, fill=in_ink(PLAYER_COLOURS[colour], ink))
    hole = (circle(spot.centre, 1.6, fill=WHITE),) if colour is Colour.GREEN else ()
    return (ring, Group((sign,), shift(x, y)), *hole)


def _draw_card(plan: CalibrationPlan, stretch: float) -> Item:
    """Draw the outline of the bank card at actual size; `stretch` compensates for the scale of the plan."""
    (x, y), width, height = plan.card.centre, plan.card.width * stretch, plan.card.height * stretch
    return rectangle(x - width / 2, y - height / 2, width, height, stroke=SPOT_LINE, width_mm=0.35, rounded=3.2 * stretch)


def _words(plan: CalibrationPlan, language: str) -> tuple[Item, ...]:
    box = plan.text_box
    title = say(text("print.calibration_title"), language)
    head = set_paragraph(title, fit_words(title, TITLE, box.width), box.left, box.top, box.width)
    how = set_paragraph(say(text("print.calibration_how"), language), BODY, box.left, head.bottom + 1.8, box.width)
    labels: list[Item] = []
    for spot in plan.spots:
        name = say(SPOT_NAMES[spot.piece], language)
        style = fit_words(name, LABEL_STYLE, 2 * spot.radius)
        x, y = spot.centre
        label = Words(name, x, y + spot.radius + 3.7, style.size, style.face, Anchor.MIDDLE, style.colour)
        labels.append(Marked("P", (label,)))
    card = say(text("print.calibration_card"), language)
    style = fit_words(card, LABEL_STYLE, plan.card.width - 8)
    x, y = plan.card.centre
    labels.append(Marked("P", (Words(card, x, y, style.size, style.face, Anchor.MIDDLE, style.colour),)))
    return (*head.items, *how.items, *labels)
