"""The capabilities of the terminal, and a canvas of coloured characters.

Colours are `#rrggbb` and are reduced to those that the terminal supports. Without colour support, a canvas is rendered as plain
text.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import product
from typing import TextIO

_SIGNS = "│╱╲●▲■○█░"  # all non-ASCII characters used in drawings
_CUBE = (0, 95, 135, 175, 215, 255)  # the levels of each channel in the 6 x 6 x 6 colours of the 256-colour palette
_NO_HUE = 16  # largest difference between channels of a colour shown as grey
_LIVELIER = 1.5  # the cube has few muted colours, so differences in hue are exaggerated by this factor
_LIGHTNESS = 2.0  # weight of a difference in lightness relative to one in hue


class Colours(IntEnum):
    """The number of colours a terminal supports."""

    NONE = 0
    CUBE = 256
    ALL = 1 << 24


@dataclass(frozen=True, slots=True)
class Screen:
    """The capabilities of an output stream; `signs` is true if the stream can encode the characters used in drawings."""

    colours: Colours = Colours.NONE
    signs: bool = True
    is_terminal: bool = False


def find_screen(stream: TextIO | None, environment: Mapping[str, str]) -> Screen:
    """Return the capabilities of a stream, given its encoding and environment variables such as NO_COLOR and FORCE_COLOR."""
    is_terminal = stream is not None and stream.isatty()
    coloured = is_terminal and environment.get("TERM") != "dumb"
    if environment.get("FORCE_COLOR"):
        coloured = True
    if environment.get("NO_COLOR"):
        coloured = False
    return Screen(_colours(environment) if coloured else Colours.NONE, _can_write_signs(stream), is_terminal)


def _colours(environment: Mapping[str, str]) -> Colours:
    modern = environment.get("COLORTERM") in ("truecolor", "24bit") or "WT_SESSION" in environment or sys.platform == "win32"
    return Colours.ALL if modern else Colours.CUBE


def _can_write_signs(stream: TextIO | None) -> bool:
    try:
        _SIGNS.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@dataclass(frozen=True, slots=True)
class Style:
    """The style of a character. Colours are `#rrggbb`, or None for the terminal's default."""

    ink: str | None = None
    ground: str | None = None
    bold: bool = False


PLAIN = Style()
KEPT_CODES = 256


class Canvas:
    """A grid of characters by line and column, each with a style."""

    def __init__(self) -> None:
        self._letters: dict[tuple[int, int], tuple[str, Style]] = {}

    def put(self, line: int, column: int, words: str, style: Style = PLAIN) -> None:
        """Write text at a position, replacing any characters already there."""
        for offset, letter in enumerate(words):
            self._letters[line, column + offset] = letter, style

    def render(self, screen: Screen) -> str:
        """Return the canvas as lines of text; trailing spaces are removed if there are no colours."""
        if not self._letters:
            return ""
        last = max(line for line, _ in self._letters)
        return "\n".join(self._render_line(line, screen) for line in range(last + 1))

    def _render_line(self, line: int, screen: Screen) -> str:
        columns = [column for at, column in self._letters if at == line]
        letters = [self._letters.get((line, column), (" ", PLAIN)) for column in range(max(columns, default=-1) + 1)]
        if screen.colours is Colours.NONE:
            return "".join(letter for letter, _ in letters).rstrip()
        return paint(letters, screen.colours)


def paint(letters: list[tuple[str, Style]], colours: Colours) -> str:
    """Join characters with the escape codes for their styles, ending with a reset unless the last style is plain."""
    parts, current = [], PLAIN
    for letter, style in letters:
        if style != current:
            parts.append(_code(style, colours))
            current = style
        parts.append(letter)
    return "".join(parts) + ("" if current == PLAIN else "\x1b[0m")


def _code(style: Style, colours: Colours) -> str:
    codes = ["0"]
    if style.bold:
        codes.append("1")
    if style.ink:
        codes.append("38;" + _colour_code(style.ink, colours))
    if style.ground:
        codes.append("48;" + _colour_code(style.ground, colours))
    return f"\x1b[{';'.join(codes)}m"


@lru_cache(KEPT_CODES)
def _colour_code(colour: str, colours: Colours) -> str:
    parts = rgb(colour)
    if colours is Colours.ALL:
        return f"2;{parts[0]};{parts[1]};{parts[2]}"
    if max(parts) - min(parts) <= _NO_HUE:
        return f"5;{232 + min(max((sum(parts) // 3 - 3) // 10, 0), 23)}"  # the 24 greys 8, 18, ... 238
    red, green, blue = min(product(range(len(_CUBE)), repeat=3), key=lambda place: _unlike(parts, place))
    return f"5;{16 + 36 * red + 6 * green + blue}"


def _unlike(parts: tuple[int, int, int], place: tuple[int, ...]) -> float:
    """Return the weighted squared distance between the colour `parts` and the palette colour with the `_CUBE` indices `place`.

    Differences in hue are exaggerated, so that muted colours keep their hue.
    """
    red, green, blue = (_CUBE[level] for level in place)
    hue = (_LIVELIER * (parts[0] - parts[1]) - (red - green)) ** 2 + (_LIVELIER * (parts[1] - parts[2]) - (green - blue)) ** 2
    return hue + _LIGHTNESS * (sum(parts) / 3 - (red + green + blue) / 3) ** 2


def rgb(colour: str) -> tuple[int, int, int]:
    """Parse `#rrggbb` into red, green and blue from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(first: str, second: str, share: float = 0.5) -> str:
    """Blend two colours; `share` is the weight of the second, from 0 to 1."""
    mixed = (round(a + (b - a) * share) for a, b in zip(rgb(first), rgb(second), strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)
