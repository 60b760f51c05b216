"""Printed artwork for training: parts of built-in boards, and random boards with tints, engraved marks, hex lines and labels.

The networks must learn to compare a photo with the given print rather than memorise one print, so much of the training artwork
is random.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.artwork.empty_board import draw_empty_board
from printables.artwork.palette import Ink
from referee.boards.library import load_board
from referee.layout.layout import lay_out
from referee.training.shades import lch_to_rgb

HEX_MM = 32.0
RINGS = 2  # rings of hexes around the middle one
ART_PX_PER_MM = 3.0
PRINTED_PX_PER_MM = 4  # resolution of built-in boards, from which artwork is cut
EXTENT_MM = 96.0  # half the side of the drawn square

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]
Shade = tuple[int, ...]
Marks = tuple[list[Points], int, float, Shade, float]
Look = tuple[Shade, Marks]
INNER = 7  # hexes whose neighbours all lie within the image: the middle hex and the first ring
PRINTED_SHARE = 0.55  # share of artworks cut from built-in boards; the rest is random


@dataclass(frozen=True, slots=True)
class Artwork:
    """The print of a square part of a board around one hex, as an RGB image.

    `to_px` maps board mm (origin at the middle hex) to pixels of the image. `centres` (n, 2) are the centres of the hexes in
    mm. The image contains all neighbours of the first `inner` hexes; some hexes of random boards are printed as sea.
    """

    picture: NDArray[np.uint8]
    to_px: NDArray[np.float64]
    centres: NDArray[np.float64]
    inner: int


def hex_centres() -> NDArray[np.float64]:
    """Return the hex centres, starting with the middle hex and then ring by ring, (19, 2) in mm."""
    found = []
    for q in range(-RINGS, RINGS + 1):
        for r in range(-RINGS, RINGS + 1):
            far = max(abs(q), abs(r), abs(q + r))
            if far <= RINGS:
                found.append((far, HEX_MM * (q + r / 2), HEX_MM * r * math.sqrt(3) / 2))
    return np.array([(x, y) for _, x, y in sorted(found, key=lambda f: f[0])])


def corners(centre: NDArray[np.float64], size: float = 1.0) -> NDArray[np.float64]:
    """Return the corners of a hex, (6, 2) in mm, scaled by `size`."""
    angle = np.arange(6) * math.pi / 3 + math.pi / 6
    return centre + np.stack([np.cos(angle), np.sin(angle)], 1) * HEX_MM / math.sqrt(3) * size


def random_artwork(rng: np.random.Generator) -> Artwork:
    """Return the artwork of a part of a built-in board or of a random board."""
    return printed_artwork(rng) if rng.random() < PRINTED_SHARE else made_up_artwork(rng)


@cache
def _board(name: str, ink: Ink) -> tuple[NDArray[np.uint8], float, NDArray[np.float64], float]:
    """Return the image of a built-in board (RGB), its pixels per mm, its hex centres and its hex width in mm."""
    layout = lay_out(load_board(name))
    drawn = draw_empty_board(layout, ink, PRINTED_PX_PER_MM)
    picture = cv2.imdecode(np.frombuffer(drawn, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None, "our own picture"
    return np.ascontiguousarray(picture[..., ::-1]), PRINTED_PX_PER_MM, np.array(layout.island.centres), layout.hex_mm


def printed_artwork(rng: np.random.Generator) -> Artwork:
    """Return the artwork of a built-in board around a random hex, scaled to the common hex size."""
    ink = Ink(rng.choice(["colour", "colour", "light", "grey"]))
    picture, px_per_mm, places, hex_mm = _board(str(rng.choice(["terranova", "terranova", "islet", "wheel"])), ink)
    middle = places[int(rng.integers(len(places)))]
    scale = hex_mm / HEX_MM
    near = (places - middle) / scale
    far = np.hypot(*near.T)
    order = np.argsort(far, kind="stable")
    order = order[far[order] < HEX_MM * (RINGS + 0.1)]
    reach = EXTENT_MM * ART_PX_PER_MM
    to_px = np.array([[ART_PX_PER_MM, 0, reach], [0, ART_PX_PER_MM, reach]])
    zoom = ART_PX_PER_MM / (px_per_mm * scale)
    shift = np.array([reach, reach]) - middle * px_per_mm * zoom
    side = round(2 * reach)
    cut = cv2.warpAffine(
        picture,
        np.array([[zoom, 0, shift[0]], [0, zoom, shift[1]]]),
        (side, side),
        flags=cv2.INTER_AREA,
        borderValue=(255, 255, 255),
    )
    inner = int((far[order] < HEX_MM * 1.1).sum())
    return Artwork(np.asarray(cut, np.uint8), to_px, near[order], inner)


def made_up_artwork(rng: np.random.Generator) -> Artwork:
    """Draw a random board of nineteen hexes with up to four landscapes, in colour, light ink or grey; some hexes may be sea."""
    side = round(2 * EXTENT_MM * ART_PX_PER_MM)
    picture = np.full((side, side, 3), 255, np.uint8)
    to_px = np.array([[ART_PX_PER_MM, 0, side / 2], [0, ART_PX_PER_MM, side / 2]])
    centres = hex_centres()
    ink = str(rng.choice(["colour", "colour", "colour", "light", "grey"]))
    cv2.rectangle(picture, (0, 0), (side, side), _tint(rng, ink), -1)  # the sea, where hexes are missing
    missing = rng.random() < 0.25
    cut = rng.uniform(0, 2 * math.pi)
    lands = int(rng.integers(2, 5))
    land_of = [int(rng.integers(lands)) for _ in range(6)]
    looks = [(_tint(rng, ink), _marks(rng, ink)) for _ in range(lands)]
    line = float(rng.uniform(0.25, 0.9))
    line_ink = _darker(rng, 0.0 if rng.random() < 0.6 else 0.5)
    drawn = []
    for centre in centres:
        if missing and centre @ (math.cos(cut), math.sin(cut)) > HEX_MM * 0.9:
            continue
        sector = int((math.atan2(centre[1], centre[0]) + math.pi) / (2 * math.pi) * 6 - 1e-6)
        look = looks[land_of[sector] if abs(centre).max() > 1 else 0]
        _fill_hex(picture, centre, to_px, look, rng)
        drawn.append(centre)
    label = bool(rng.random() < 0.85)
    at = rng.uniform(-0.42, 0.42) * HEX_MM
    for centre in drawn:
        _poly(picture, corners(centre), to_px, line_ink, line)
        if label:
            _label(picture, centre + (0, at), to_px, rng)
    return Artwork(picture, to_px, centres, INNER)


def _tint(rng: np.random.Generator, ink: str) -> Shade:
    if ink == "light":
        return (255, 255, 255)
    chroma = 0.0 if ink == "grey" else rng.uniform(0, 32)
    return tuple(int(c * 255) for c in lch_to_rgb(rng.uniform(45, 96), chroma, rng.uniform(0, 360)))


def _darker(rng: np.random.Generator, most: float) -> Shade:
    return tuple(int(c) for c in np.clip(rng.uniform(0, 255 * most + 40) + rng.normal(0, 12, 3), 0, 255))


def _marks(rng: np.random.Generator, ink: str) -> Marks:
    """Return a random engraved mark: its strokes, how often it is drawn per hex, line width, ink and rotation range."""
    strokes = []
    size = rng.uniform(1.0, 6.0)
    for _ in range(int(rng.integers(1, 5))):
        n = int(rng.integers(2, 6))
        if rng.random() < 0.5:
            a = rng.uniform(0, 6.3) + np.linspace(0, rng.uniform(0.5, 5), n)
            bent = np.stack([np.cos(a), np.sin(a) * rng.uniform(0.3, 1)], 1) * size * rng.uniform(0.2, 0.6)
            strokes.append(bent + rng.normal(0, size / 4, 2))
        else:
            strokes.append(rng.normal(0, size * 0.4, (n, 2)))
    shade = _darker(rng, 0.75) if rng.random() < 0.8 else (250, 250, 250)
    count = int(rng.integers(3, 40) if ink != "light" else rng.integers(2, 16))
    return strokes, count, float(rng.uniform(0.15, 0.7)), shade, float(rng.choice([0.0, 0.2, 3.0]))


def _fill_hex(picture: Picture, centre: Points, to_px: Points, look: Look, rng: np.random.Generator) -> None:
    tint, (strokes, count, width, shade, turn) = look
    cv2.fillPoly(picture, [_px(corners(centre, 1.01), to_px)], tint, cv2.LINE_AA, 4)
    for _ in range(count):
        a = rng.uniform(-turn, turn)
        spin = np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])
        where = centre + rng.uniform(-0.46, 0.46, 2) * HEX_MM
        lines = [_px(where + s @ spin, to_px) for s in strokes]
        cv2.polylines(picture, lines, False, shade, max(1, round(width * ART_PX_PER_MM)), cv2.LINE_AA, 4)


def _poly(picture: Picture, points: Points, to_px: Points, shade: Shade, width_mm: float) -> None:
    cv2.polylines(picture, [_px(points, to_px)], True, shade, max(1, round(width_mm * ART_PX_PER_MM)), cv2.LINE_AA, 4)


def _label(picture: Picture, centre: Points, to_px: Points, rng: np.random.Generator) -> None:
    x, y = to_px[:, :2] @ centre + to_px[:, 2]
    word = f"{chr(65 + int(rng.integers(17)))}{int(rng.integers(1, 16))}"
    cv2.putText(picture, word, (round(x - 9), round(y + 4)), cv2.FONT_HERSHEY_SIMPLEX, 0.36, _darker(rng, 0.3), 1, cv2.LINE_AA)


def _px(points: Points, to_px: Points) -> NDArray[np.int32]:
    return np.asarray(np.round((points @ to_px[:, :2].T + to_px[:, 2]) * 16), np.int32)
