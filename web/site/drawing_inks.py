"""The landscapes as SVG patterns for the board editor, drawn as on the printed board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape

from markupsafe import Markup

from printables.artwork.landscape_marks import draw_marks
from printables.artwork.landscape_plot import DRAWN_HEX_MM
from printables.artwork.landscapes import LEGEND_VARIANT, draw_landscape
from printables.artwork.palette import Ink, landscape_inks
from printables.drawing.drawing import Drawing, Symbol
from printables.drawing.svg import write_svg
from referee.layout.island import SQRT3
from web.site.screen_board import PATTERN_DIGITS, lighten

KEPT = 16
WIDTH, REACH = (
    DRAWN_HEX_MM,
    DRAWN_HEX_MM / SQRT3,
)  # width of a hex in the editor, and the distance from its centre to a corner
PREFIX = "ink-"


def corners() -> tuple[tuple[float, float], ...]:
    """Return the six corners of a hex centred on the origin."""
    half, rise = WIDTH / 2, REACH / 2
    return ((half, -rise), (half, rise), (0, REACH), (-half, rise), (-half, -rise), (0, -REACH))


@lru_cache(KEPT)
def draw_patterns(looks: Sequence[str]) -> Markup:
    """Return an <svg> of size zero that defines one pattern per look, with the id `look-<look>`."""
    symbols = {look: _picture(look) for look in looks}
    drawn = write_svg(Drawing(WIDTH, 2 * REACH, (), symbols), PREFIX)
    patterns = "".join(_pattern(look) for look in looks)
    hidden = '<svg class="sprite" width="0" height="0" aria-hidden="true"'
    return Markup(drawn.replace("<svg", hidden, 1).replace("</defs>", f"{patterns}</defs>", 1))


def _picture(look: str) -> Symbol:
    symbol = draw_landscape(look, LEGEND_VARIANT, WIDTH, Ink.COLOUR)
    marks = draw_marks(look, (corners(),), Ink.COLOUR)
    return Symbol(symbol.box, lighten((*symbol.items, *marks), PATTERN_DIGITS))


def _pattern(look: str) -> str:
    """Return an SVG pattern whose tile is the bounding box of a hex centred on the origin."""
    size = f'width="{WIDTH:g}" height="{2 * REACH:.2f}"'
    ground = f'<rect {size} fill="{landscape_inks(look, Ink.COLOUR).tint}"/>'
    picture = f'<use href="#{PREFIX}{escape(look)}" x="{WIDTH / 2:g}" y="{REACH:.2f}"/>'
    tile = f'id="look-{escape(look)}" patternUnits="userSpaceOnUse" x="{-WIDTH / 2:g}" y="{-REACH:.2f}" {size}'
    return f"<pattern {tile}>{ground}{picture}</pattern>"
