"""The drawing of the sea's contents: the title, the legend, the spots for spare pieces, the small print and the rhumb lines."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from printables.artwork.landscape_marks import draw_marks
from printables.artwork.landscapes import LEGEND_VARIANT, symbol_name
from printables.artwork.lettering import can_letter, draw_lettering, lettering_width
from printables.artwork.palette import PLAYER_COLOURS, PLAYER_SHAPES, STONE_COLOUR, Ink, Scenery, Shape, in_ink, landscape_inks
from printables.drawing.drawing import (
    Anchor,
    Face,
    Group,
    Item,
    Path,
    Pen,
    Point,
    Use,
    Words,
    circle,
    hexagon,
    polygon,
    rectangle,
    shift,
)
from printables.drawing.faces import CAPITAL_HEIGHT, baseline_for
from printables.drawing.names import break_name
from printables.drawing.pdf import width_of
from referee.boards.board import landscape_of
from referee.layout.shapes import Box
from referee.rules.pieces import Colour, Piece

RHUMB_LINES = 32
LEGEND_WORD_MM, SMALLEST_LEGEND_WORD_MM, LEGEND_LEADING = 4.2, 3.4, 1.1
LEAST_TITLE_MM, TITLE_GAP = 5.0, 0.32  # smallest cap height on one line; the gap between lines in cap heights
LEAST_TITLE_AIR_MM = 3.0  # distance of a title from the sides of its plate
TITLE_SPACING = 0.08  # space between letters of type in cap heights
BROKEN_WORD_MERIT = 0.7  # height of a title with a broken word that is as good as a height of 1 without
READABLE_LEGEND_MM = 2.6
LEGEND_AIR_MM, LEAST_LEGEND_AIR_MM = 1.8, 0.2  # distance of a name from the next column's picture
MOST_LINES = 4
SMALL_PRINT_MM = 2.5
SAMPLE_WORD_MM = 4.4
# The scale of a landscape's picture in the legend, and the part that is shown, in mm on a hex of LEGEND_HEX_MM; usually the part
# just below the quiet middle.
LEGEND_HEX_MM, LEGEND_SCALE = 32.0, 0.68
LEGEND_VIEWS = {"mountain": (0.0, -2.5), "desert": (0.0, 1.0)}


def draw_rhumb_lines(centre: Point, inner: float, box: Box, colours: Scenery) -> tuple[Item, ...]:
    """Draw the compass's lines across the whole sea, as on old charts."""
    pen, far = Pen(), box.width + box.height
    for line in range(RHUMB_LINES):
        turn = line * 2 * pi / RHUMB_LINES
        pen.stroke(
            centre[0] + inner * sin(turn), centre[1] - inner * cos(turn), centre[0] + far * sin(turn), centre[1] - far * cos(turn)
        )
    return (Group((pen.path(stroke=colours.sea_faint, width_mm=0.15),), clip=box.corners),)


def draw_title(words: str, box: Box, colours: Scenery) -> tuple[Item, ...]:
    """Draw the title in a cartouche; its lines are set in the capitals of `lettering` if these suffice, otherwise in type."""
    plate = box.grown(-1.0)
    air = min(6.0, plate.height * 0.115)
    beside = max(air, LEAST_TITLE_AIR_MM)
    inner = Box(plate.left + beside, plate.top + air, plate.right - beside, plate.bottom - air)
    title = " ".join(words.upper().split())
    lines = _title_lines(title, box, inner)
    height, draw_line = _title_height(lines, inner), _draw_letters if _are_lettered(lines) else _set_type
    whole = height * (len(lines) + TITLE_GAP * (len(lines) - 1))
    top = inner.centre[1] - whole / 2
    items: list[Item] = [*_cartouche(plate, colours)]
    for number, line in enumerate(lines):
        items += draw_line(line, (box.centre[0], top + number * height * (1 + TITLE_GAP)), height, colours)
    if len(lines) == 2 and not lines[0].endswith("-"):
        middle = (box.centre[0], top + height * (1 + TITLE_GAP / 2))
        items += _ornament(middle, inner.width * 0.42, height * 0.09, colours)
    return tuple(items)


def _title_lines(words: str, box: Box, inner: Box) -> tuple[str, ...]:
    """Break a title into lines that suit its box.

    A title that would become too small is broken into the number of lines that makes it largest, if possible between words.
    """
    usual: tuple[str, ...] = (words,)
    if len(words.split()) > 1 and box.width <= 2.4 * box.height:
        usual = _halves(words)
    if _title_height(usual, inner) >= LEAST_TITLE_MM:
        return usual

    def merit(lines: tuple[str, ...]) -> float:
        return _title_height(lines, inner) * (1.0 if _keeps_words(words, lines) else BROKEN_WORD_MERIT)

    return max((usual, *(break_name(words, count) for count in range(1, MOST_LINES + 1))), key=merit)


def _keeps_words(words: str, lines: Sequence[str]) -> bool:
    """Return whether lines were broken only at the spaces and hyphens of the text."""
    rest = words
    for line in lines:
        if not rest.startswith(line):
            return False
        rest = rest.removeprefix(line).lstrip()
    return True


def _title_height(lines: Sequence[str], inner: Box) -> float:
    """Return the largest cap height in mm at which the lines of a title fit."""
    width_of_line = lettering_width if _are_lettered(lines) else _type_width
    height = inner.height / (len(lines) + TITLE_GAP * (len(lines) - 1))
    return min(height, *(inner.width / width_of_line(line) for line in lines))


def _halves(words: str) -> tuple[str, str]:
    """Split text of two or more words into two lines of similar length."""
    parts = words.split()
    middle = min(range(1, len(parts)), key=lambda cut: abs(len(" ".join(parts[:cut])) - len(" ".join(parts[cut:]))))
    return " ".join(parts[:middle]), " ".join(parts[middle:])


def _are_lettered(lines: Sequence[str]) -> bool:
    """Return whether a title is set in the capitals of `lettering`: all its lines, or none."""
    return all(can_letter(line) for line in lines)


def _type_width(line: str) -> float:
    """Return the width of a line of type at a cap height of 1."""
    return width_of(line, Face.SERIF_BOLD, 1 / CAPITAL_HEIGHT, TITLE_SPACING)


def _draw_letters(line: str, place: Point, height: float, colours: Scenery) -> tuple[Item, ...]:
    middle, top = place
    return draw_lettering(line, middle - lettering_width(line) * height / 2, top, height, colours)


def _set_type(line: str, place: Point, height: float, colours: Scenery) -> tuple[Item, ...]:
    (middle, top), size = place, height / CAPITAL_HEIGHT
    spacing = TITLE_SPACING * height
    return (Words(line, middle, top + height, size, Face.SERIF_BOLD, Anchor.MIDDLE, colours.line, spacing_mm=spacing),)


def _cartouche(box: Box, colours: Scenery) -> tuple[Path, ...]:
    """Draw a plate with concave corners and a second line inside."""
    return (
        _hollow_corners(box, 4.0).path(fill=colours.paper, stroke=colours.line, width_mm=0.6),
        _hollow_corners(box.grown(-1.3), 3.6).path(stroke=colours.line, width_mm=0.18),
    )


def _hollow_corners(box: Box, r: float) -> Pen:
    c = r * 0.45
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    pen = Pen().move(left + r, top).line(right - r, top).curve(right - r, top + r - c, right - r + c, top + r, right, top + r)
    pen.line(right, bottom - r).curve(right - r + c, bottom - r, right - r, bottom - r + c, right - r, bottom)
    pen.line(left + r, bottom).curve(left + r, bottom - r + c, left + r - c, bottom - r, left, bottom - r)
    return pen.line(left, top + r).curve(left + r - c, top + r, left + r, top + r - c, left + r, top).close()


def _ornament(centre: Point, half: float, reach: float, colours: Scenery) -> tuple[Path, ...]:
    """Draw a horizontal line that widens to a diamond in its middle."""
    x, y = centre
    rules = Pen()
    for side in (-1, 1):
        near, far = x + side * reach * 1.7, x + side * half
        rules.move(near, y - reach * 0.16).line(far, y).line(near, y + reach * 0.16).close()
        rules.ring(near - side * reach * 0.1, y, reach * 0.3)
    diamond = polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], fill=colours.accent)
    return rules.path(fill=colours.line), diamond


def draw_legend_entry(look: str, label: str, box: Box, hex_mm: float, ink: Ink, colours: Scenery) -> tuple[Item, ...]:
    """Draw one line of the legend: a small hex of the landscape, alike on boards of all hex sizes, and its name."""
    inks = landscape_inks(look, ink)
    size = min(box.height - 1.2, 12.0)
    centre = (box.left + size / 2 + 0.5, box.centre[1])
    corners = hexagon(centre, size * 3**0.5 / 2)
    x, y = LEGEND_VIEWS.get(landscape_of(look), (0.0, 8.0))
    place = shift(centre[0] - x * LEGEND_SCALE, centre[1] - y * LEGEND_SCALE, LEGEND_SCALE * LEGEND_HEX_MM / hex_mm)
    window = Group((Use(symbol_name(look, LEGEND_VARIANT), place),), clip=corners)
    left = centre[0] + size / 2 + 1.6
    words = _legend_words(label, Box(left, box.top, box.right, box.bottom), colours)
    edge = polygon(corners, stroke=colours.line, width_mm=0.3)
    return polygon(corners, fill=inks.tint), window, *draw_marks(look, (corners,), ink), edge, *words


def _legend_words(label: str, room: Box, colours: Scenery) -> tuple[Words, ...]:
    """Typeset a landscape's label on one line, or on more if one line would be too small."""
    lines: tuple[str, ...] = (label,)
    if _legend_size(lines, room) < SMALLEST_LEGEND_WORD_MM and " " in label:
        lines = _halves(label)
    if _legend_size(lines, room) < READABLE_LEGEND_MM:
        ways = (lines, *(break_name(label, count) for count in range(1, MOST_LINES + 1)))
        lines = max(ways, key=lambda broken: _legend_size(broken, room))
    size = _legend_size(lines, room)
    first = room.centre[1] - (len(lines) - 1) * size * LEGEND_LEADING / 2
    return tuple(
        Words(line, room.left, baseline_for(first + row * size * LEGEND_LEADING, size), size, Face.SERIF, colour=colours.line)
        for row, line in enumerate(lines)
    )


def _legend_size(lines: Sequence[str], room: Box) -> float:
    """Return the largest type size at which the lines of a label fit beside the picture; many lines get all the width."""
    width = room.width - (LEAST_LEGEND_AIR_MM if len(lines) > 2 else LEGEND_AIR_MM)
    size = min(_fitting(line, Face.SERIF, LEGEND_WORD_MM, width) for line in lines)
    return min(size, room.height / len(lines) / LEGEND_LEADING) if len(lines) > 2 else size


def _fitting(words: str, face: Face, size: float, width: float) -> float:
    """Return the largest type size, up to `size`, at which the text fits the width."""
    return min(size, size * width / max(0.001, width_of(words, face, size)))


def draw_sample(piece: Piece, word: str, centre: Point, radius: float, ink: Ink, colours: Scenery) -> tuple[Item, ...]:
    """Draw a sample spot: a ring, the shape of the piece and its name."""
    colour = in_ink(STONE_COLOUR if piece is Piece.STONE else PLAYER_COLOURS[Colour(piece.value)], ink)
    x, y = centre
    size = SAMPLE_WORD_MM
    return (
        circle(centre, radius, fill=colours.paper, stroke=colours.line, width_mm=0.25),
        circle(centre, radius - 1.0, stroke=colour, width_mm=0.7),
        *draw_sign(piece, (x, y - radius * 0.14), radius * 0.26, colour, colours),
        Words(word, x, y + radius * 0.5, _fitting(word, Face.SERIF, size, radius * 1.5), Face.SERIF, Anchor.MIDDLE, colours.line),
    )


def draw_sign(piece: Piece, centre: Point, reach: float, colour: str, colours: Scenery) -> tuple[Item, ...]:
    """Draw a player's shape, or a small block for a stone."""
    x, y = centre
    if piece is Piece.STONE:
        side = reach * 0.8
        block = Box(x - side, y - side * 0.6, x + side, y + side * 0.6)
        return (rectangle(block.left, block.top, block.width, block.height, fill=colour, rounded=side * 0.3),)
    shape = PLAYER_SHAPES[Colour(piece.value)]
    if shape is Shape.SQUARE:
        return (polygon(Box(x, y, x, y).grown(reach * 0.85).corners, fill=colour, stroke=colours.line, width_mm=0.2),)
    if shape is Shape.TRIANGLE:
        return (polygon(_triangle(x, y, reach), fill=colour, stroke=colours.line, width_mm=0.2),)
    if shape is Shape.RING:
        ring = Pen().ring(x, y, reach).ring(x, y, reach * 0.5)
        return (ring.path(fill=colour, stroke=colours.line, width_mm=0.2, even_odd=True),)
    return (circle(centre, reach, fill=colour, stroke=colours.line, width_mm=0.2),)


def _triangle(x: float, y: float, reach: float) -> Sequence[Point]:
    return [(x, y - reach * 1.05), (x + reach * 1.1, y + reach * 0.85), (x - reach * 1.1, y + reach * 0.85)]


def draw_small_print(words: str, box: Box, colours: Scenery) -> tuple[Item, ...]:
    """Draw the line of text that identifies the board and its layout."""
    size = _fitting(words, Face.SANS, SMALL_PRINT_MM, box.width - 2)
    return (Words(words, box.centre[0], baseline_for(box.centre[1], size), size, Face.SANS, Anchor.MIDDLE, colours.line),)
