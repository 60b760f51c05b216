"""Roman capitals with an engraved inline, for the letters in the English titles of the built-in boards.

Letters consist of stems, bars and bowls with a cap height of 1, x to the right, y down. Other titles are set in type.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from printables.artwork.palette import Scenery
from printables.drawing.drawing import KAPPA, Path, Pen, Point, Segment

THICK, THIN = 0.135, 0.055
SERIF = 0.085  # overhang of a serif beyond its stem
FOOT = 0.035  # thickness of a serif
BRACKET = 0.11
SPACE = 0.5


@dataclass(slots=True)
class Letter:
    """A letter being drawn: its advance width, its filled shapes, and the light lines inside them."""

    width: float
    solid: Pen = field(default_factory=Pen)
    inline: Pen = field(default_factory=Pen)

    def stem(self, x: float, thick: float = THICK, top: bool = True, foot: bool = True) -> None:
        """Draw a vertical stem with bracketed serifs; `x` is its left side."""
        right, pen = x + thick, self.solid
        if top:
            pen.move(x - SERIF, 0).line(right + SERIF, 0).line(right + SERIF, FOOT).bend(right, FOOT, right, FOOT + BRACKET)
        else:
            pen.move(x, 0).line(right, 0)
        if foot:
            pen.line(right, 1 - FOOT - BRACKET).bend(right, 1 - FOOT, right + SERIF, 1 - FOOT).line(right + SERIF, 1)
            pen.line(x - SERIF, 1).line(x - SERIF, 1 - FOOT).bend(x, 1 - FOOT, x, 1 - FOOT - BRACKET)
        else:
            pen.line(right, 1).line(x, 1)
        if top:
            pen.line(x, FOOT + BRACKET).bend(x, FOOT, x - SERIF, FOOT)
        pen.close()
        if thick == THICK:
            self.inline.stroke(x + thick * 0.36, 0.1, x + thick * 0.36, 0.9)

    def slope(self, x0: float, y0: float, x1: float, y1: float, thick: float) -> None:
        """Draw a slanted stroke whose left side runs between two points.

        `thick` is the horizontal width of the stroke.
        """
        self.solid.along([(x0, y0), (x0 + thick, y0), (x1 + thick, y1), (x1, y1)]).close()
        if thick > THIN * 1.8:
            share = 0.12
            off = thick * 0.36
            self.inline.stroke(
                x0 + off + (x1 - x0) * share, y0 + (y1 - y0) * share, x1 + off + (x0 - x1) * share, y1 + (y0 - y1) * share
            )

    def serif(self, x0: float, x1: float, y: float) -> None:
        """Draw a foot or head serif from x0 to x1 with its flat side at y (0 or 1)."""
        inner = FOOT if y == 0 else 1 - FOOT
        self.solid.along([(x0, y), (x1, y), (x1, inner), (x0, inner)]).close()

    def bar(self, x0: float, x1: float, y: float, beak: float = 0.0) -> None:
        """Draw a thin horizontal bar centred on y.

        The right end of the bar has a tip that points up if `beak` is positive, and down if `beak` is negative.
        """
        top, low = y - THIN / 2, y + THIN / 2
        pen = self.solid
        pen.along([(x0, top), (x1, top), (x1, low), (x0, low)]).close()
        if beak:
            edge = low if beak < 0 else top
            tip = Pen().move(x1 - 0.13, y).bend(x1 - 0.02, edge, x1 - 0.015, edge - beak).line(x1 + 0.02, edge - beak)
            tip.line(x1 + 0.01, y).close()
            pen.segments += tip.segments if beak > 0 else _backwards(tip.segments)


def _letter_t() -> Letter:
    letter = Letter(0.78)
    middle = letter.width / 2
    letter.stem(middle - THICK / 2, top=False)
    letter.bar(0.03, letter.width - 0.03, THIN / 2)
    for side in (-1, 1):
        end = middle + side * (middle - 0.03)
        arm = Pen().move(end - side * 0.16, THIN * 0.6).bend(end - side * 0.02, THIN, end - side * 0.005, 0.23)
        arm.line(end + side * 0.025, 0.23).line(end, 0.0).close()
        letter.solid.segments += _backwards(arm.segments) if side > 0 else arm.segments
    return letter


def _letter_e() -> Letter:
    letter = Letter(0.66)
    letter.stem(SERIF)
    right = letter.width
    letter.bar(SERIF + THICK, right - 0.06, THIN / 2, beak=-0.15)
    letter.bar(SERIF + THICK, right - 0.17, 0.475)
    letter.solid.along([(right - 0.185, 0.38), (right - 0.15, 0.38), (right - 0.15, 0.57), (right - 0.185, 0.57)]).close()
    letter.bar(SERIF + THICK, right - 0.03, 1 - THIN / 2, beak=0.17)
    return letter


def _bowl(letter: Letter, x: float, top: float, low: float, reach: float) -> None:
    """Draw the bowl of an R, thin next to the stem and thick on the right."""
    outer, inner, middle = reach, reach - THICK * 1.05, (top + low) / 2
    half = (low - top) / 2
    straight = x + (outer - x) * 0.42
    pen = letter.solid
    k = KAPPA
    pen.move(x, top).line(straight, top).curve(straight + (outer - straight) * k, top, outer, middle - half * k, outer, middle)
    pen.curve(outer, middle + half * k, straight + (outer - straight) * k, low, straight, low).line(x, low)
    pen.line(x, low - THIN).line(straight, low - THIN)
    flat = half - THIN
    pen.curve(straight + (inner - straight) * k, low - THIN, inner, middle + flat * k, inner, middle)
    pen.curve(inner, middle - flat * k, straight + (inner - straight) * k, top + THIN, straight, top + THIN)
    pen.line(x, top + THIN).close()
    line = (outer + inner) / 2 + THICK * 0.12
    letter.inline.move(line - 0.075, top + half * 0.36).curve(
        line + 0.01, top + half * 0.62, line + 0.01, low - half * 0.62, line - 0.075, low - half * 0.36
    )


def _letter_r() -> Letter:
    letter = Letter(0.8)
    letter.stem(SERIF)
    _bowl(letter, SERIF + THICK * 0.5, 0.0, 0.53, 0.62)
    pen = letter.solid
    pen.move(0.33, 0.5).line(0.49, 0.5).curve(0.57, 0.72, 0.66, 0.9, 0.84, 0.975)
    pen.line(0.84, 1.0).curve(0.66, 1.02, 0.54, 0.94, 0.33, 0.5).close()
    letter.inline.move(0.45, 0.575).curve(0.51, 0.72, 0.57, 0.84, 0.66, 0.925)
    return letter


def _letter_a() -> Letter:
    letter = Letter(0.86)
    thick = THICK * 1.12
    letter.slope(0.4, 0.0, 0.665, 1 - FOOT, thick)
    letter.slope(0.4 + thick * 0.25, 0.05, 0.105, 1 - FOOT, THIN * 1.15)
    letter.solid.along([(0.225, 0.64), (0.6, 0.64), (0.6, 0.64 + THIN), (0.225, 0.64 + THIN)]).close()
    letter.serif(0.01, 0.255, 1)
    letter.serif(0.585, 0.89, 1)
    return letter


def _letter_v() -> Letter:
    letter = Letter(0.84)
    thick = THICK * 1.12
    letter.slope(0.075, FOOT, 0.36, 1.0, thick)
    letter.slope(0.7, FOOT, 0.36 + thick * 0.55, 0.97, THIN * 1.15)
    letter.serif(-0.02, 0.3, 0)
    letter.serif(0.61, 0.86, 0)
    return letter


def _letter_n() -> Letter:
    letter = Letter(0.9)
    letter.stem(SERIF, THIN)
    letter.stem(0.9 - SERIF - THIN, THIN, foot=False)
    letter.slope(SERIF - 0.02, 0.0, 0.9 - SERIF - THICK * 1.2, 1.0, THICK * 1.2)
    letter.serif(0.0, 0.16, 0)
    return letter


def _letter_o() -> Letter:
    letter = Letter(0.98)
    pen, middle = letter.solid, letter.width / 2
    pen.ring(middle, 0.5, 0.47, 0.52 / 0.47)
    hollow = Pen().ring(middle, 0.5, 0.47 - THICK * 1.06, (0.52 - THIN) / (0.47 - THICK * 1.06)).segments
    pen.segments += _backwards(hollow)
    for side in (-1, 1):
        x = middle + side * (0.47 - THICK * 0.58)
        letter.inline.move(x - side * 0.07, 0.2).curve(x + side * 0.025, 0.38, x + side * 0.025, 0.62, x - side * 0.07, 0.8)
    return letter


def _letter_h() -> Letter:
    letter = Letter(0.94)
    letter.stem(SERIF)
    letter.stem(letter.width - SERIF - THICK)
    letter.bar(SERIF + THICK, letter.width - SERIF - THICK, 0.48)
    return letter


def _letter_i() -> Letter:
    letter = Letter(2 * SERIF + THICK)
    letter.stem(SERIF)
    return letter


def _letter_l() -> Letter:
    letter = Letter(0.62)
    letter.stem(SERIF)
    letter.bar(SERIF + THICK, letter.width - 0.02, 1 - THIN / 2, beak=0.17)
    return letter


def _letter_s() -> Letter:
    letter = Letter(0.58)
    pen = letter.solid
    pen.move(0.5, 0.27).line(0.47, 0.27).curve(0.46, 0.14, 0.4, 0.055, 0.29, 0.055)
    pen.curve(0.2, 0.055, 0.165, 0.12, 0.165, 0.19).curve(0.165, 0.29, 0.26, 0.36, 0.36, 0.42)
    pen.curve(0.48, 0.49, 0.56, 0.58, 0.56, 0.73).curve(0.56, 0.9, 0.44, 1.02, 0.28, 1.02)
    pen.curve(0.2, 1.02, 0.13, 0.99, 0.09, 0.955).line(0.05, 1.0).line(0.03, 1.0).line(0.03, 0.7).line(0.06, 0.7)
    pen.curve(0.08, 0.86, 0.15, 0.965, 0.28, 0.965).curve(0.38, 0.965, 0.43, 0.9, 0.43, 0.81)
    pen.curve(0.43, 0.71, 0.35, 0.65, 0.25, 0.59)
    pen.curve(0.12, 0.51, 0.04, 0.42, 0.04, 0.27).curve(0.04, 0.1, 0.15, -0.02, 0.29, -0.02)
    pen.curve(0.36, -0.02, 0.42, 0.01, 0.455, 0.04).line(0.485, 0.0).line(0.5, 0.0).close()
    letter.inline.move(0.095, 0.28).curve(0.11, 0.42, 0.22, 0.47, 0.32, 0.53).curve(0.43, 0.59, 0.495, 0.65, 0.5, 0.75)
    return letter


def _letter_w() -> Letter:
    letter = Letter(1.23)
    thick = THICK * 1.08
    for x, arm in ((0.075, 0.49), (0.51, 0.58)):
        letter.slope(x, FOOT, x + 0.26, 1.0, thick)
        letter.slope(x + arm, FOOT, x + 0.26 + thick * 0.55, 0.97, THIN * 1.15)
        letter.serif(x - 0.095, x + 0.225, 0)
    letter.serif(1.0, 1.25, 0)
    return letter


def _backwards(segments: Sequence[Segment]) -> list[Segment]:
    """Return a closed loop in reverse.

    Loops in the same direction add up, while a loop in the opposite direction cuts a hole.
    """
    drawn = [segment for segment in segments if segment[0] != "Z"]
    numbers = [segment[1:] for segment in drawn]
    turned: list[Segment] = [("M", *numbers[-1][-2:])]
    for (kind, *_), here, before in zip(reversed(drawn[1:]), reversed(numbers[1:]), reversed(numbers[:-1]), strict=True):
        controls = (*here[2:4], *here[:2]) if kind == "C" else ()
        turned.append((kind, *controls, *before[-2:]))
    return [*turned, ("Z",)]


LETTERS: dict[str, Callable[[], Letter]] = {
    "A": _letter_a,
    "E": _letter_e,
    "H": _letter_h,
    "I": _letter_i,
    "L": _letter_l,
    "N": _letter_n,
    "O": _letter_o,
    "R": _letter_r,
    "S": _letter_s,
    "T": _letter_t,
    "V": _letter_v,
    "W": _letter_w,
}
# kerning: how much the gap between two letters is reduced
KERNS: dict[str, float] = {"RA": 0.06, "OV": 0.1, "VA": 0.2, "TE": 0.02}
GAP = 0.13


def can_letter(words: str) -> bool:
    """Return whether this module has all letters of the text."""
    return all(letter == " " or letter in LETTERS for letter in words)


def lettering_width(words: str) -> float:
    """Return the width of the text at a cap height of 1."""
    return _places(words)[-1]


def _places(words: str) -> list[float]:
    """Return the x position of the start of each letter, followed by the end of the last letter."""
    places, x = [0.0], 0.0
    for here, following in zip(words, (*words[1:], ""), strict=True):
        x += SPACE if here == " " else LETTERS[here]().width
        if following and " " not in (here, following):
            x += GAP - KERNS.get(here + following, 0.0)
        places.append(x)
    return places


def draw_lettering(words: str, left: float, top: float, height: float, colours: Scenery) -> tuple[Path, ...]:
    """Draw the text with a cap height of `height` and with its top left corner at (left, top)."""
    solid, shadow, inline = Pen(), Pen(), Pen()
    for letter, place in zip(words, _places(words), strict=False):
        if letter == " ":
            continue
        drawn = LETTERS[letter]()
        start = (left + place * height, top)
        _put(drawn.solid, solid, start, height)
        _put(drawn.solid, shadow, (start[0] + height * 0.03, start[1] + height * 0.03), height)
        _put(drawn.inline, inline, start, height)
    return (
        shadow.path(fill=colours.shade, stroke=colours.shade, width_mm=max(0.11, height * 0.01)),
        solid.path(fill=colours.line, stroke=colours.line, width_mm=max(0.11, height * 0.008)),
        inline.path(stroke=colours.paper, width_mm=max(0.14, height * 0.022)),
    )


def _put(drawn: Pen, pen: Pen, start: Point, height: float) -> None:
    for kind, *numbers in drawn.segments:
        moved = [start[k % 2] + number * height for k, number in enumerate(numbers)]
        pen.segments.append((kind, *moved))
