"""Draw the reading over the photo: pieces by colour and shape, territories with a tint and points, and marks on doubtful hexes.

The overlay can be read without colour, because each player has a shape and a doubtful hex has extra outlines and a question mark.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.artwork.palette import PLAYER_COLOURS, STONE_COLOUR
from referee.rules.pieces import Piece

Pixels = NDArray[np.uint8]
Points = NDArray[np.float64]
Ink = tuple[int, int, int]  # blue, green, red


def _as_ink(colour: str) -> Ink:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return blue, green, red


INKS = {Piece(colour): _as_ink(shade) for colour, shade in PLAYER_COLOURS.items()} | {Piece.STONE: _as_ink(STONE_COLOUR)}
WHITE, BLACK, DOUBT = (255, 255, 255), (20, 20, 20), (255, 0, 255)
NOBODY: Ink = (120, 120, 120)
TINT = 0.34  # how strongly a territory is tinted
SIGN = 0.16  # radius of a player's shape, in hex widths
QUALITY = 88
FACE = cv2.FONT_HERSHEY_SIMPLEX


@dataclass(frozen=True, slots=True)
class Territory:
    """A closed region to draw: its hexes, the players who get points (empty if nobody does), and a label with the points."""

    cells: tuple[int, ...]
    winners: tuple[Piece, ...]
    label: str


@dataclass(frozen=True, slots=True, eq=False)
class Overlaid:
    """The data for the overlay of n hexes: `corners` (n, 6, 2) in pixel coordinates, pieces, doubts and territories.

    `orientation` is the EXIF orientation of the photo.
    """

    photo: Pixels
    corners: Points
    pieces: tuple[Piece, ...]
    doubtful: tuple[bool, ...]
    territories: tuple[Territory, ...]
    orientation: int


def draw_overlay(seen: Overlaid, kind: str) -> bytes:
    """Return the photo with the overlay as the bytes of an upright image file; `kind` is "jpg" or "png"."""
    picture, corners = turn_upright(seen.photo, seen.corners, seen.orientation)
    _tint_territories(picture, corners, seen.territories)
    width = float(np.median(np.linalg.norm(corners[:, 0] - corners[:, 3], axis=1))) * 0.87
    line = max(1, round(width / 45))
    for outline in corners:
        _polygon(picture, outline, WHITE, line)
    middles = corners.mean(1)
    for middle, piece in zip(middles, seen.pieces, strict=True):
        if piece is not Piece.EMPTY:
            _sign(picture, middle, width * SIGN, piece, line)
    for outline, middle, doubtful in zip(corners, middles, seen.doubtful, strict=True):
        if doubtful:
            _doubt(picture, outline, middle, width, line)
    for territory in seen.territories:
        _label(picture, middles[list(territory.cells)], territory.label, width)
    flags = [cv2.IMWRITE_JPEG_QUALITY, QUALITY] if kind == "jpg" else []
    return bytes(cv2.imencode(f".{kind}", picture, flags)[1])


def _tint_territories(picture: Pixels, corners: Points, territories: tuple[Territory, ...]) -> None:
    tinted = picture.copy()
    for territory in territories:
        ink = INKS[territory.winners[0]] if len(territory.winners) == 1 else NOBODY
        for cell in territory.cells:
            cv2.fillPoly(tinted, [_fixed(corners[cell])], ink, cv2.LINE_AA, 4)
    cv2.addWeighted(tinted, TINT, picture, 1 - TINT, 0, picture)


def _polygon(picture: Pixels, corners: Points, ink: Ink, line: int) -> None:
    cv2.polylines(picture, [_fixed(corners)], True, ink, line, cv2.LINE_AA, 4)


def _sign(picture: Pixels, middle: Points, size: float, piece: Piece, line: int) -> None:
    """Draw the shape of a piece in its colour, with a dark and a white edge that make it visible on any background."""
    shapes = {Piece.RED: 24, Piece.YELLOW: 3, Piece.BLUE: 4, Piece.GREEN: 24, Piece.STONE: 6}
    count = shapes[piece]
    start = -np.pi / 2 if count == 3 else np.pi / 4 if count == 4 else 0
    angle = start + np.arange(count) * 2 * np.pi / count
    outline = middle + np.stack([np.cos(angle), np.sin(angle)], 1) * size
    cv2.polylines(picture, [_fixed(outline)], True, BLACK, 4 * line + 1, cv2.LINE_AA, 4)
    cv2.fillPoly(picture, [_fixed(outline)], INKS[piece], cv2.LINE_AA, 4)
    _polygon(picture, outline, WHITE, line + 1)
    if piece is Piece.GREEN:
        cv2.circle(picture, (round(middle[0]), round(middle[1])), max(1, round(size * 0.45)), WHITE, -1, cv2.LINE_AA)


def _doubt(picture: Pixels, corners: Points, middle: Points, width: float, line: int) -> None:
    for share, ink, thick in ((0.9, BLACK, 4 * line + 1), (0.9, DOUBT, 2 * line), (0.76, WHITE, line)):
        _polygon(picture, middle + (corners - middle) * share, ink, thick)
    scale = width / 60
    at = (round(middle[0] + width * 0.14), round(middle[1] - width * 0.1))
    cv2.putText(picture, "?", at, FACE, scale, BLACK, 5 * line, cv2.LINE_AA)
    cv2.putText(picture, "?", at, FACE, scale, WHITE, 2 * line, cv2.LINE_AA)


def _label(picture: Pixels, middles: Points, words: str, width: float) -> None:
    """Draw the label of a territory on a dark plate over the hex nearest to the territory's centre."""
    at = middles[np.argmin(((middles - middles.mean(0)) ** 2).sum(1))]
    scale, line = width / 55, max(1, round(width / 30))
    (wide, high), _ = cv2.getTextSize(words, FACE, scale, line)
    left, base = round(at[0] - wide / 2), round(at[1] + high / 2 + width * 0.3)
    pad = max(2, round(width / 14))
    cv2.rectangle(picture, (left - pad, base - high - pad), (left + wide + pad, base + pad), BLACK, -1)
    cv2.putText(picture, words, (left, base), FACE, scale, WHITE, line, cv2.LINE_AA)


def turn_upright(photo: Pixels, points: Points, orientation: int) -> tuple[Pixels, Points]:
    """Return a copy of a photo and points (..., 2) on it, rotated upright by EXIF orientation 1, 3, 6 or 8."""
    height, width = photo.shape[:2]
    x, y = points[..., 0], points[..., 1]
    if orientation == 3:
        return np.asarray(cv2.rotate(photo, cv2.ROTATE_180), np.uint8), np.stack([width - x, height - y], -1)
    if orientation == 6:
        return np.asarray(cv2.rotate(photo, cv2.ROTATE_90_CLOCKWISE), np.uint8), np.stack([height - y, x], -1)
    if orientation == 8:
        return np.asarray(cv2.rotate(photo, cv2.ROTATE_90_COUNTERCLOCKWISE), np.uint8), np.stack([y, width - x], -1)
    return photo.copy(), points


def _fixed(points: Points) -> NDArray[np.int32]:
    """Convert points to the fixed-point format of OpenCV: sixteenths of a pixel."""
    return np.round((points - 0.5) * 16).astype(np.int32)
