"""The colours of the printed and displayed board, in three inks: players with their shapes, landscapes, sea and lines.

Landscapes are muted (chroma at most about 30), pieces vivid. Light ink leaves the paper white; grey ink preserves lightness.
CSS, icons and swatches repeat the players' colours; `tests/test_one_place.py` and `tests/web/games/test_land.py` compare these
copies.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import lru_cache

from referee.boards.board import landscape_of
from referee.rules.pieces import Colour


class Ink(StrEnum):
    """The kinds of printing: in full colour, in light lines that save ink, or in grey."""

    COLOUR = "colour"
    LIGHT = "light"
    GREY = "grey"


class Shape(StrEnum):
    """The shapes that identify the players' colours on pieces, score markers and screen."""

    DOT = "dot"
    TRIANGLE = "triangle"
    SQUARE = "square"
    RING = "ring"


PLAYER_COLOURS: dict[Colour, str] = {
    Colour.RED: "#b5121b",
    Colour.YELLOW: "#ffd500",
    Colour.BLUE: "#0b37a0",
    Colour.GREEN: "#24b574",
}
PLAYER_SHAPES: dict[Colour, Shape] = {
    Colour.RED: Shape.DOT,
    Colour.YELLOW: Shape.TRIANGLE,
    Colour.BLUE: Shape.SQUARE,
    Colour.GREEN: Shape.RING,
}
STONE_COLOUR = "#8a8580"


@dataclass(frozen=True, slots=True)
class Tint:
    """The colour and opacity of the tint over a settled territory, on the screen and in drawings."""

    colour: str
    opacity: float


LAND_TINTS: dict[Colour, Tint] = {
    Colour.RED: Tint("#d3202a", 0.38),
    Colour.YELLOW: Tint("#ffd500", 0.5),
    Colour.BLUE: Tint("#1a56c0", 0.42),
    Colour.GREEN: Tint("#20b37c", 0.45),
}
SHARED_TINT = Tint("#7d6b8a", 0.4)  # a tie: nobody's colour
NOBODY_TINT = Tint("#2b2420", 0.16)  # hatched as well
KEPT_GREYS = 256


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of a landscape: background, lines, a shade between the two, a light colour, and an accent."""

    tint: str
    line: str
    shade: str
    light: str
    accent: str


LANDSCAPE_INKS: dict[str, Inks] = {
    "meadow": Inks("#d4e2bb", "#5b744c", "#afc599", "#f3f5e4", "#bda270"),
    "cornfield": Inks("#e1c798", "#805c39", "#ccab7f", "#f7e3bf", "#6e4e32"),
    "forest": Inks("#76967f", "#263e2f", "#5a7c64", "#98b299", "#4c4033"),
    "lake": Inks("#91c3da", "#166589", "#6ca8c5", "#c4e1ef", "#166589"),
    "mountain": Inks("#d3cec9", "#504742", "#aaa29b", "#ece7e2", "#837b74"),
    "desert": Inks("#f9ecdb", "#a07a59", "#ecd3b6", "#fef9f0", "#896649"),
    "moor": Inks("#b19a85", "#553d2d", "#987f6d", "#d0beac", "#99b5be"),
    "vineyard": Inks("#bdabc1", "#553b59", "#a089a3", "#ded0de", "#4e6a4b"),
}
# For each mark, the field of the landscape's Inks that is mixed into the background, and the share of that colour.
MARKED_GROUNDS: dict[str, str] = {"-cornered": "shade", "-barred": "light"}
MARKED_SHARE = 0.6
# A medium grey, so that landscapes stay lighter than pieces even where a printer widens fine lines.
LIGHT_INKS = Inks(tint="#ffffff", line="#787878", shade="#ffffff", light="#ffffff", accent="#787878")


@dataclass(frozen=True, slots=True)
class Scenery:
    """The colours of the board apart from landscapes and pieces: sea, rim, text and lines."""

    sea: str = "#d9ebf1"
    sea_line: str = "#81a6b9"
    sea_faint: str = "#b3cfdb"  # the compass's rhumb lines
    paper: str = "#faf6ef"  # track cells, title, legend
    line: str = "#2b2420"  # hex lines and text
    soft_line: str = "#8d8177"
    shade: str = "#e6dccb"
    bar: str = "#2b2420"  # dark bars of the frame
    accent: str = "#8c2f2b"  # the red of the title and the compass
    white: str = "#ffffff"
    black: str = "#000000"


LIGHT_SCENERY = Scenery(
    sea="#ffffff",
    sea_line="#9a9a9a",
    sea_faint="#e4e4e4",
    paper="#ffffff",
    line="#000000",
    soft_line="#8a8a8a",
    shade="#ffffff",
    bar="#c8c8c8",
    accent="#000000",
)


def landscape_inks(look: str, ink: Ink) -> Inks:
    """Return the colours of a landscape in an ink; `look` is the landscape's name, with the name of its mark if it has one."""
    if ink is Ink.LIGHT:
        return LIGHT_INKS
    inks = _marked(LANDSCAPE_INKS[landscape_of(look)], look.removeprefix(landscape_of(look)))
    return inks if ink is Ink.COLOUR else Inks(*(to_grey(getattr(inks, field.name)) for field in fields(Inks)))


def _marked(inks: Inks, mark: str) -> Inks:
    """Return a landscape's colours with the background of its marked variant, or unchanged if `mark` is empty."""
    if not mark:
        return inks
    towards = getattr(inks, MARKED_GROUNDS[mark])
    pairs = ((int(inks.tint[k : k + 2], 16), int(towards[k : k + 2], 16)) for k in (1, 3, 5))
    mixed = (round(here + (there - here) * MARKED_SHARE) for here, there in pairs)
    return replace(inks, tint="#" + "".join(f"{level:02x}" for level in mixed))


def scenery(ink: Ink) -> Scenery:
    """Return the colours of sea, rim, text and lines in an ink.

    In light and grey ink, text and the main lines are pure black, which laser printers do not halftone.
    """
    if ink is Ink.LIGHT:
        return LIGHT_SCENERY
    plain = Scenery()
    if ink is Ink.COLOUR:
        return plain
    greys = Scenery(*(to_grey(getattr(plain, field.name)) for field in fields(Scenery)))
    return replace(greys, line=plain.black, bar=plain.black)


def in_ink(colour: str, ink: Ink) -> str:
    """Return a colour as printed in an ink; only grey ink changes it.

    Use this function for colours that belong to neither landscapes nor scenery.
    """
    return to_grey(colour) if ink is Ink.GREY else colour


@lru_cache(KEPT_GREYS)
def to_grey(colour: str) -> str:
    """Return the grey that has the same lightness (CIE L*) as a colour."""
    red, green, blue = (_to_linear(int(colour[k : k + 2], 16) / 255) for k in (1, 3, 5))
    level = round(255 * _from_linear(0.2126 * red + 0.7152 * green + 0.0722 * blue))
    return f"#{level:02x}{level:02x}{level:02x}"


def _to_linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _from_linear(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
