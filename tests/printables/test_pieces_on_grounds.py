"""Every piece contrasts with every background, with any colour vision and without colour."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from colorspacious import cspace_convert

from printables.artwork.palette import LANDSCAPE_INKS, PLAYER_COLOURS, STONE_COLOUR, Ink, landscape_inks
from printables.artwork.tokens import draw_pattern, draw_pioneer, draw_stone, paint_of
from printables.drawing.drawing import Drawing, Group, Item, rectangle, shift
from printables.drawing.pdf import Book, PdfPage, write_pdf
from referee.boards.board import LANDSCAPES
from referee.rules.pieces import Colour
from tests.printables.test_palette import CONFUSED_BELOW, SIGHTS, distance, seen, to_grey

PIECES = (*(colour.value for colour in Colour), "stone")
FILLS = {**{colour.value: fill for colour, fill in PLAYER_COLOURS.items()}, "stone": STONE_COLOUR}
SIZE_MM, SPACE_MM, PX_PER_MM = 22.0, 32.0, 6.0
PLAIN_FROM_GROUND = 20.0  # CAM02-UCS: what nobody mistakes for the ground
LEAST_OF_THE_EDGE = 0.95
# Pairs whose fills some eyes confuse, which is why pieces have rims; without any colour there are more.
# A plain cap has no rim: the instructions say to mark it.
CONFUSED_FILLS = {
    ("stone", "forest", "protan"),
    ("green", "moor", "deutan"),
    ("stone", "forest", "deutan"),
    ("green", "forest", "deutan"),
    ("yellow", "cornfield", "tritan"),
}


def seen_as(colour: str, sight: str) -> str:
    """Return a colour as perceived; `grey` is a grey print or vision without colours."""
    return to_grey(colour) if sight == "grey" else colour


def apart(one: str, other: str, sight: str) -> float:
    return distance(seen_as(one, sight), seen_as(other, sight), "normal" if sight == "grey" else sight)


def test_fills_that_some_eyes_confuse_with_a_ground_are_known() -> None:
    confused = {
        (piece, look, sight)
        for piece, look, sight in product(PIECES, LANDSCAPES, SIGHTS)
        if apart(FILLS[piece], LANDSCAPE_INKS[look].tint, sight) < CONFUSED_BELOW
    }
    assert confused == CONFUSED_FILLS


def drawn(piece: str, ink: Ink) -> tuple[Item, ...]:
    return draw_stone(SIZE_MM, ink) if piece == "stone" else draw_pioneer(Colour(piece), SIZE_MM, ink)


@cache
def pieces_on_grounds(ink: Ink) -> Mapping[tuple[str, str], np.ndarray]:
    """Draw every piece on every background, as (rows, columns, 3) each."""
    items: list[Item] = []
    for (row, piece), (column, look) in product(enumerate(PIECES), enumerate(LANDSCAPES)):
        left, top = column * SPACE_MM, row * SPACE_MM
        items.append(rectangle(left, top, SPACE_MM, SPACE_MM, fill=landscape_inks(look, ink).tint))
        items.append(Group(drawn(piece, ink), shift(left + SPACE_MM / 2, top + SPACE_MM / 2)))
    sheet = PdfPage(Drawing(SPACE_MM * len(LANDSCAPES), SPACE_MM * len(PIECES), tuple(items)))
    page = pypdfium2.PdfDocument(write_pdf(Book("grounds", "en", (sheet,))))[0]
    picture = np.asarray(page.render(scale=PX_PER_MM * 25.4 / 72).to_pil().convert("RGB"))
    step = round(SPACE_MM * PX_PER_MM)
    return {
        (piece, look): picture[row * step : (row + 1) * step, column * step : (column + 1) * step]
        for (row, piece), (column, look) in product(enumerate(PIECES), enumerate(LANDSCAPES))
    }


def strongest_by_direction(picture: np.ndarray, ground: str, sight: str) -> np.ndarray:
    """Return the strongest contrast with the background in the outer third of a piece, in each direction."""
    middle = picture.shape[0] / 2
    angles = np.radians(np.arange(0, 360, 3))
    reaches = np.arange(SIZE_MM * 0.16, SIZE_MM * 0.68, 0.2) * PX_PER_MM
    rows = (middle - np.cos(angles)[:, None] * reaches).astype(int)
    columns = (middle + np.sin(angles)[:, None] * reaches).astype(int)
    spots = picture[rows, columns]
    colours, which = np.unique(spots.reshape(-1, 3) // 4 * 4, axis=0, return_inverse=True)
    names = [f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in colours]
    there = np.array([seen(seen_as(name, sight), "normal" if sight == "grey" else sight) for name in names])
    here = seen(seen_as(ground, sight), "normal" if sight == "grey" else sight)
    ucs = cspace_convert(np.vstack([there, here]), "sRGB255", "CAM02-UCS")
    away = np.linalg.norm(ucs[:-1] - ucs[-1], axis=1)
    strongest: np.ndarray = away[which.reshape(-1)].reshape(spots.shape[:2]).max(axis=1)
    return strongest


@pytest.mark.parametrize("sight", [*SIGHTS, "grey"])
@pytest.mark.parametrize("ink", list(Ink))
def test_every_piece_contrasts_with_every_background_for_every_colour_vision(ink: Ink, sight: str) -> None:
    for (piece, look), picture in pieces_on_grounds(ink).items():
        strongest = strongest_by_direction(picture, landscape_inks(look, ink).tint, sight)
        assert (strongest >= PLAIN_FROM_GROUND).mean() >= LEAST_OF_THE_EDGE, (piece, look, float(strongest.min()))


@pytest.mark.parametrize("ink", list(Ink))
@pytest.mark.parametrize("piece", PIECES)
def test_outermost_line_of_a_piece_is_light_and_the_next_dark(piece: str, ink: Ink) -> None:
    """On a background as light as one of them, the other is visible."""
    picture = pieces_on_grounds(ink)[piece, "lake"].min(axis=2)
    row = picture[picture.shape[0] // 2].astype(int)
    reach = {"yellow": 0.4, "blue": 0.45}.get(piece, 0.5) * SIZE_MM
    outside = round((SPACE_MM / 2 - reach - 3) * PX_PER_MM)
    edge = row[outside : row.size // 2]
    light, dark = np.flatnonzero(edge > 240), np.flatnonzero(edge < 40)
    assert dark.size >= 3
    if ink is not Ink.LIGHT:  # there the ground is as white as the rim
        assert (light < dark[0]).sum() >= 3


@pytest.mark.parametrize(("one", "other"), list(combinations(Colour, 2)))
def test_grey_players_are_distinguishable_without_their_shapes(one: Colour, other: Colour) -> None:
    paints = [paint_of(colour, Ink.GREY) for colour in (one, other)]
    patterns = [draw_pattern(colour, 5.0, 5.0, "#000000") for colour in (one, other)]
    lighter = abs(int(paints[0].body[1:3], 16) - int(paints[1].body[1:3], 16))
    assert patterns[0] != patterns[1] or lighter > 100


def ink_share(items: tuple[Item, ...]) -> float:
    """Return the mean darkness of a drawing's pixels."""
    sheet = PdfPage(Drawing(SPACE_MM, SPACE_MM, (Group(items, shift(SPACE_MM / 2, SPACE_MM / 2)),)))
    page = pypdfium2.PdfDocument(write_pdf(Book("ink", "en", (sheet,))))[0]
    picture = np.asarray(page.render(scale=PX_PER_MM * 25.4 / 72).to_pil().convert("RGB"), float)
    return float(1 - picture.mean() / 255)


@pytest.mark.parametrize("piece", PIECES)
def test_pieces_in_light_ink_take_less_ink(piece: str) -> None:
    assert ink_share(drawn(piece, Ink.LIGHT)) < 0.75 * ink_share(drawn(piece, Ink.COLOUR))


ICONS = Path(__file__).parents[2] / "web" / "templates" / "icons.html"
SYMBOL = re.compile(r'<symbol id="p-(\w+)"[^>]*>(.*?)</symbol>')
SHAPE = re.compile(r"<(?:circle|path)[^>]*>")


@pytest.mark.parametrize("piece", PIECES)
def test_pieces_on_screen_have_a_light_rim_round_a_dark_line(piece: str) -> None:
    symbols = dict(SYMBOL.findall(ICONS.read_text(encoding="utf-8")))
    rim, body = SHAPE.findall(symbols[piece])[:2]
    assert 'fill="#fff"' in rim
    found = re.search(r'stroke="(#\w{6})" stroke-width="([\d.]+)"', body)
    assert found
    assert float(found[2]) >= 1.0
    for look, sight in product(LANDSCAPES, (*SIGHTS, "grey")):
        ground = LANDSCAPE_INKS[look].tint
        assert max(apart(line, ground, sight) for line in ("#ffffff", found[1])) >= PLAIN_FROM_GROUND, (look, sight)
