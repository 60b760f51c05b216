"""The eight landscapes as symbols of the size of a hex, in a few variants each.

`landscape_plants` and `landscape_ground` draw the symbols for a 32 mm hex; this module chooses colours and sizes. The variant
depends on the hex's coordinates, so that the same board always looks the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from random import Random

from printables.artwork.landscape_ground import draw_desert, draw_lake, draw_moor, draw_mountain
from printables.artwork.landscape_plants import draw_cornfield, draw_forest, draw_meadow, draw_vineyard
from printables.artwork.landscape_plot import DRAWN_HEX_MM, Plot
from printables.artwork.palette import Ink, Inks, landscape_inks
from printables.drawing.drawing import THINNEST_MM, Path, Segment, Symbol
from referee.boards.board import landscape_of

ARTISTS: dict[str, Callable[[Plot], tuple[Path, ...]]] = {
    "meadow": draw_meadow,
    "cornfield": draw_cornfield,
    "forest": draw_forest,
    "lake": draw_lake,
    "mountain": draw_mountain,
    "desert": draw_desert,
    "moor": draw_moor,
    "vineyard": draw_vineyard,
}
VARIANTS = 4
KEPT_SYMBOLS = 4 * 26 * VARIANTS  # cache size: about four boards with the maximum number of landscapes
LEGEND_VARIANT = 0  # the variant shown in the legend
LIGHT_SHARE = 0.75  # width of lines in light ink, relative to full colour
THINNEST_GREY_MM = 0.14  # grey lines are halftoned, so they must be a little wider


def symbol_name(look: str, variant: int) -> str:
    """Return the name of the symbol for a variant of a landscape."""
    return f"{look}-{variant}"


def variant_of(q: int, r: int) -> int:
    """Return the variant for a hex, chosen so that neighbours seldom share one."""
    return (q * 2 + r * 3 + (q * r) % 3) % VARIANTS


@lru_cache(KEPT_SYMBOLS)
def draw_landscape(look: str, variant: int, hex_mm: float, ink: Ink) -> Symbol:
    """Draw one variant of a landscape around the origin, without its background."""
    inks = landscape_inks(look, ink)
    scale = hex_mm / DRAWN_HEX_MM
    landscape = landscape_of(look)
    strokes = ARTISTS[landscape](Plot(Random(f"{landscape} {variant}"), inks))
    drawn = [_scaled(path, scale) for path in strokes]
    if ink is Ink.LIGHT:
        drawn = [_thinned(path, inks) for path in drawn]
    reach = hex_mm / 3**0.5
    return Symbol((-hex_mm / 2, -reach, hex_mm / 2, reach), tuple(drawn))


def _scaled(path: Path, scale: float) -> Path:
    segments: tuple[Segment, ...] = tuple((kind, *(n * scale for n in numbers)) for kind, *numbers in path.segments)
    return replace(path, segments=segments, width_mm=max(THINNEST_MM, path.width_mm * scale))


def _thinned(path: Path, inks: Inks) -> Path:
    """Return a path for light ink: with lines of adjusted width and, if it is filled, with a white fill and an outline."""
    if path.fill:
        path = replace(path, stroke=inks.line, fill=inks.tint)
    return replace(path, width_mm=max(THINNEST_GREY_MM, path.width_mm * LIGHT_SHARE))
