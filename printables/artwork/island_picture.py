"""The drawing of the island: the colour and engraving of each landscape, borders, coasts, and the label in every hex."""

from __future__ import annotations

from collections.abc import Sequence

from printables.artwork.landscape_marks import draw_marks
from printables.artwork.landscape_plot import DRAWN_HEX_MM
from printables.artwork.landscapes import LEGEND_VARIANT, draw_landscape, symbol_name, variant_of
from printables.artwork.palette import Ink, Scenery, landscape_inks, scenery
from printables.drawing.drawing import Anchor, Face, Item, Path, Pen, Symbol, Use, Words, offset, shift, soften
from printables.drawing.faces import CAPITAL_HEIGHT
from printables.drawing.outlines import outlines_of
from referee.boards.board import landscape_of, looks_of
from referee.layout.island import SQRT3, Island

HEX_LINE_MM, BORDER_MM, COAST_MM = 0.22, 0.65, 0.95  # at a hex of 32 mm
BAND_MM = 1.3  # width of the darker band inside a landscape's border
LABEL_MM, SMALLEST_LABEL_MM = 3.0, 2.0
LONGEST_LABEL = 1.63  # width of C10, as a fraction of its type size
LABEL_AIR_MM = 0.6  # least distance from the label to the hex's sides
# The lines along the coast: distance and line width in mm.
COAST_LINES = ((0.9, 0.25), (1.9, 0.2), (3.1, 0.17), (4.6, 0.14), (6.4, 0.12))
# The lines inside the shores of lakes.
SHORE_LINES = ((0.75, 0.2), (1.5, 0.15), (2.4, 0.12))
LAKE = "lake"


def draw_island(island: Island, ink: Ink) -> tuple[tuple[Item, ...], dict[str, Symbol]]:
    """Return the items that draw the island, and the symbols used in the drawing and in the legend, by name."""
    colours = scenery(ink)
    looks = looks_of(island.board)
    drawn = sorted({looks[cell.terrain] for cell in island.board.cells})
    variants = {(look, LEGEND_VARIANT) for look in drawn}
    variants |= {(looks[cell.terrain], variant_of(cell.q, cell.r)) for cell in island.board.cells}
    symbols = {
        symbol_name(look, variant): draw_landscape(look, variant, island.hex_mm, ink) for look, variant in sorted(variants)
    }
    items: list[Item] = [*_draw_coast_lines(island, colours)]
    for look in drawn:
        items += _draw_ground(island, look, looks, ink)
    items += [
        Use(symbol_name(looks[cell.terrain], variant_of(cell.q, cell.r)), shift(round(x, 3), round(y, 3)))
        for cell, (x, y) in zip(island.board.cells, island.centres, strict=True)
    ]
    for look in drawn:
        items += draw_marks(
            look,
            (corners for cell, corners in zip(island.board.cells, island.corners, strict=True) if looks[cell.terrain] == look),
            ink,
        )
    return (*items, *_draw_labels(island, looks, ink), *_draw_lines(island, colours)), symbols


def _strength(island: Island) -> float:
    """Return the factor for line widths relative to a 32 mm hex: the square root of the ratio of the hex widths."""
    return float((island.hex_mm / DRAWN_HEX_MM) ** 0.5)


def _draw_coast_lines(island: Island, colours: Scenery) -> list[Path]:
    """Draw the lines in the sea along the coast, thinner with increasing distance."""
    scale = island.hex_mm / DRAWN_HEX_MM
    paths = []
    for away, width in COAST_LINES:
        pen = Pen()
        for coast in island.coasts:
            soften(offset(coast, away * scale), pen)
        paths.append(pen.path(stroke=colours.sea_line, width_mm=width))
    return paths


def _draw_ground(island: Island, look: str, looks: Sequence[str], ink: Ink) -> list[Path]:
    """Fill the areas of a landscape, darker along their borders, and draw the shore lines of lakes."""
    inks, scale = landscape_inks(look, ink), island.hex_mm / DRAWN_HEX_MM
    loops = outlines_of(
        corners for cell, corners in zip(island.board.cells, island.corners, strict=True) if looks[cell.terrain] == look
    )
    ground, band = Pen(), Pen()
    for loop in loops:
        ground.along(loop).close()
        band.along(loop).close().along(offset(loop, -BAND_MM * scale)).close()
    paths = [ground.path(fill=inks.tint, even_odd=True)]
    if inks.shade != inks.tint:
        paths.append(band.path(fill=inks.shade, even_odd=True))
    if landscape_of(look) == LAKE:
        for away, width in SHORE_LINES:
            shore = Pen()
            for loop in loops:
                shore.along(offset(loop, -away * scale)).close()
            paths.append(shore.path(stroke=inks.line, width_mm=width))
    return paths


def _draw_lines(island: Island, colours: Scenery) -> list[Path]:
    """Draw hex edges, the heavier borders between landscapes, and the coast."""
    strength = _strength(island)
    hexes, borders, coasts = Pen(), Pen(), Pen()
    for (x0, y0), (x1, y1) in island.inner_edges:
        hexes.stroke(x0, y0, x1, y1)
    for (x0, y0), (x1, y1) in island.borders:
        borders.stroke(x0, y0, x1, y1)
    for coast in island.coasts:
        coasts.along(coast).close()
    return [
        hexes.path(stroke=colours.line, width_mm=HEX_LINE_MM * strength),
        borders.path(stroke=colours.line, width_mm=BORDER_MM * strength),
        coasts.path(stroke=colours.line, width_mm=COAST_MM * strength),
    ]


def _draw_labels(island: Island, looks: Sequence[str], ink: Ink) -> list[Words]:
    """Draw each hex's label in its upper corner, with a halo that separates it from borders and coasts."""
    size = max(SMALLEST_LABEL_MM, LABEL_MM * island.hex_mm / DRAWN_HEX_MM)
    # as high as the longest label fits between the hex's two upper sides
    drop = CAPITAL_HEIGHT * size - island.side + (LONGEST_LABEL * size / 2 + LABEL_AIR_MM) / SQRT3
    return [
        Words(
            cell.id,
            x,
            y + drop,
            size,
            Face.SERIF_BOLD,
            Anchor.MIDDLE,
            scenery(ink).line,
            halo=landscape_inks(looks[cell.terrain], ink).tint,
        )
        for cell, (x, y) in zip(island.board.cells, island.centres, strict=True)
    ]
