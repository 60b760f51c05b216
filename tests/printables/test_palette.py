"""Colour differences between players and landscapes, for all types of colour vision and in grey."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from colorspacious import cspace_convert, deltaE
from daltonlens import simulate

from printables.artwork.palette import (
    LANDSCAPE_INKS,
    PLAYER_COLOURS,
    PLAYER_SHAPES,
    STONE_COLOUR,
    Ink,
    Inks,
    Scenery,
    in_ink,
    landscape_inks,
    scenery,
    to_grey,
)
from printables.artwork.tokens import contrasting_colour
from referee.boards.board import LANDSCAPES
from referee.layout.swatches import SWATCH_COLOURS

SIGHTS = {
    "normal": None,
    "protan": simulate.Deficiency.PROTAN,
    "deutan": simulate.Deficiency.DEUTAN,
    "tritan": simulate.Deficiency.TRITAN,
}
LEAST_PLAYER_DISTANCE, LEAST_PLAYER_LIGHTNESS_GAP = 20.0, 10.0
LEAST_PIECE_FROM_GROUND, CONFUSED_BELOW = 15.0, 10.0
# Where a colour-blind eye has only a piece's shape, rim and shadow to go by.
ALIKE_TO_SOME_EYES = {("green", "forest", "deutan"), ("green", "moor", "deutan"), ("yellow", "cornfield", "tritan")}
LEAST_CONTRAST = 4.5
MOST_GROUND_CHROMA, LEAST_PIECE_CHROMA = 30.5, 55.0


def rgb(colour: str) -> np.ndarray:
    """Return red, green, blue from 0 to 255."""
    return np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)], dtype=float)


def seen(colour: str, sight: str) -> np.ndarray:
    """Return a colour as perceived with a type of colour vision."""
    deficiency = SIGHTS[sight]
    if deficiency is None:
        return rgb(colour)
    pixel = rgb(colour).astype(np.uint8).reshape(1, 1, 3)
    simulated: np.ndarray = simulate.Simulator_Brettel1997().simulate_cvd(pixel, deficiency, severity=1.0)
    return simulated.reshape(3).astype(float)


def distance(one: str, other: str, sight: str = "normal") -> float:
    """Return the difference of two colours in CAM02-UCS; below about 10 they are easily confused."""
    return float(deltaE(seen(one, sight), seen(other, sight), input_space="sRGB255", uniform_space="CAM02-UCS"))


def lightness_chroma(colour: str) -> tuple[float, float]:
    """Return L* and C*."""
    lightness, a, b = cspace_convert(rgb(colour), "sRGB255", "CIELab")
    return float(lightness), float(np.hypot(a, b))


@pytest.mark.parametrize("sight", SIGHTS)
def test_players_are_distinguishable_to_every_eye(sight: str) -> None:
    nearest = min(distance(one, other, sight) for one, other in combinations(PLAYER_COLOURS.values(), 2))
    assert nearest >= LEAST_PLAYER_DISTANCE


def test_players_are_distinguishable_on_a_grey_print() -> None:
    lightnesses = sorted(lightness_chroma(colour)[0] for colour in PLAYER_COLOURS.values())
    gaps = [lighter - darker for darker, lighter in pairwise(lightnesses)]
    assert min(gaps) >= LEAST_PLAYER_LIGHTNESS_GAP


def test_every_player_has_a_shape_of_their_own() -> None:
    assert len(set(PLAYER_SHAPES.values())) == len(PLAYER_COLOURS)


def test_players_are_printed_as_the_patches_the_camera_reads() -> None:
    assert set(PLAYER_COLOURS.values()) <= set(SWATCH_COLOURS)


@pytest.mark.parametrize("look", LANDSCAPES)
def test_grounds_are_quiet(look: str) -> None:
    inks = LANDSCAPE_INKS[look]
    assert lightness_chroma(inks.tint)[1] <= MOST_GROUND_CHROMA
    assert lightness_chroma(inks.line)[1] <= MOST_GROUND_CHROMA + 1
    assert lightness_chroma(inks.tint)[0] - lightness_chroma(inks.line)[0] >= 25, "the engraving must show"


@pytest.mark.parametrize("look", LANDSCAPES)
def test_pieces_stand_out_from_the_ground_they_lie_on(look: str) -> None:
    for colour in PLAYER_COLOURS.values():
        assert distance(colour, LANDSCAPE_INKS[look].tint) >= LEAST_PIECE_FROM_GROUND, colour


def test_hardly_a_piece_is_as_its_ground_to_any_eye() -> None:
    alike = {
        (player.value, look, sight)
        for player, colour in PLAYER_COLOURS.items()
        for look in LANDSCAPES
        for sight in SIGHTS
        if distance(colour, LANDSCAPE_INKS[look].tint, sight) < CONFUSED_BELOW
    }
    assert alike == ALIKE_TO_SOME_EYES


def test_pieces_are_loud() -> None:
    assert all(lightness_chroma(colour)[1] >= LEAST_PIECE_CHROMA for colour in PLAYER_COLOURS.values())
    assert lightness_chroma(STONE_COLOUR)[1] < 10


def test_grounds_differ_to_most_eyes() -> None:
    for one, other in combinations(LANDSCAPES, 2):
        assert distance(LANDSCAPE_INKS[one].tint, LANDSCAPE_INKS[other].tint) >= CONFUSED_BELOW, (one, other)


def test_grounds_spread_over_twenty_five_steps_of_lightness() -> None:
    lightnesses = [lightness_chroma(LANDSCAPE_INKS[look].tint)[0] for look in LANDSCAPES]
    assert max(lightnesses) - min(lightnesses) >= 25


@pytest.mark.parametrize("colour", ["#b5121b", "#ffd500", "#d4e2b9", "#000000", "#ffffff", "#0b37a0"])
def test_grey_keeps_the_lightness(colour: str) -> None:
    grey = to_grey(colour)
    assert grey[1:3] == grey[3:5] == grey[5:7]
    assert lightness_chroma(grey)[0] == pytest.approx(lightness_chroma(colour)[0], abs=0.3)


def test_grey_ink_holds_no_colour_and_light_ink_no_ground() -> None:
    for look in LANDSCAPES:
        greys = landscape_inks(look, Ink.GREY)
        assert all(getattr(greys, name)[1:3] == getattr(greys, name)[5:7] for name in Inks.__slots__)
        assert landscape_inks(look, Ink.LIGHT).tint == "#ffffff"
    assert all(getattr(scenery(Ink.GREY), name)[1:3] == getattr(scenery(Ink.GREY), name)[5:7] for name in Scenery.__slots__)
    assert scenery(Ink.LIGHT).sea == "#ffffff"


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours as defined by WCAG."""
    lights = sorted(float(cspace_convert(rgb(colour), "sRGB255", "XYZ1")[1]) + 0.05 for colour in (one, other))
    return lights[1] / lights[0]


def test_words_can_be_read_on_every_ground() -> None:
    for look in LANDSCAPES:
        assert contrast(LANDSCAPE_INKS[look].tint, scenery(Ink.COLOUR).line) >= LEAST_CONTRAST, look


@pytest.mark.parametrize("ink", list(Ink))
def test_signs_can_be_read_on_every_piece(ink: Ink) -> None:
    for colour in PLAYER_COLOURS.values():
        assert contrast(in_ink(colour, ink), contrasting_colour(in_ink(colour, ink))) >= LEAST_CONTRAST, colour
