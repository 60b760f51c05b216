"""Composite scenes: a small part of a board with pieces on it, as a phone camera would show it, with exact truth.

A scene is drawn in photo pixels from the table up: print, shadows, pieces from far to near, light, lens, sensor. Drawing takes
a few milliseconds, so millions of hexes are available; scenes are simpler than real photos, but never repeat.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.rules.pieces import SEATS, Colour, Piece
from referee.training import sensor
from referee.training.artworks import HEX_MM, Artwork, corners
from referee.training.shades import any_shade, metal_shade, plain_shade, player_shade
from referee.training.solids import Solid, circle, random_solid, rectangle, turned

SQUARE_SHARE, SQUARE_SPREAD = 0.8, 0.13  # share of hex tiles aligned with the board, and their angular spread (radians)
HIDING_SHARE = 0.15  # share of scenes whose stones have the tint of a landscape
TINTED_SHARE = 0.12  # share of households with pioneers of coloured glass or clear plastic
FADED_SHARE = 0.25  # share of households with pale or dull colours
CAST = 0.08  # spread of the tint of upright pieces under mixed light
MIRRORED_SHARE = 0.1  # share of scenes with lamps reflected in the paper
MIXED_SHARE = 0.15  # share of households in which every piece is different
METAL_SHARE = 0.15  # share of households with metal stones
METAL_SPREAD = 0.3  # brightness spread of the faces of a metal piece
GRAINED_SHARE = 0.4  # share of uneven surfaces with a grain, like wood
COVER_ID = 250  # object number of covers: hands, cups, papers
OTHER_SECOND = 0.7  # share of second pieces on a hex that are of a random kind

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]
Shades = tuple[Points, Points]
Lying = tuple[int, Solid, Shades, Points]  # hex, solid, its two shades, its position in mm


@dataclass(frozen=True, slots=True)
class View:
    """An oblique parallel view: photo px = matrix (2 x 3: board x, y, height in mm) @ point + origin.

    `size` is the width and height of the photo in pixels, and `away` the direction away from the camera on the board.
    """

    matrix: NDArray[np.float64]
    origin: NDArray[np.float64]
    size: tuple[int, int]
    away: NDArray[np.float64]

    def ground(self) -> NDArray[np.float64]:
        """Return the affine transform (2, 3) from points on the board in mm to photo pixels."""
        return np.column_stack([self.matrix[:, :2], self.origin])

    def project(self, points: Points, z: float) -> Points:
        """Return photo pixels (n, 2) of points `z` mm above board points (n, 2)."""
        return np.asarray(points @ self.matrix[:, :2].T + self.matrix[:, 2] * z + self.origin)


@dataclass(frozen=True, slots=True)
class Scene:
    """A photo (RGB) with its truth: `words` are the contents, `things` the numbers of pieces and `visible` the visible shares."""

    photo: NDArray[np.uint8]
    view: View
    artwork: Artwork
    words: tuple[Piece, ...]
    things: NDArray[np.int_]
    visible: NDArray[np.float64]
    objects: NDArray[np.uint8]  # per photo pixel: 0 print, n the piece on hex n - 1, COVER_ID cover


def random_view(rng: np.random.Generator) -> View:
    """Return a random view, at an elevation from 33 degrees above the table to straight down."""
    elevation = math.radians(90 - 57 * rng.beta(1.1, 1.6))
    scale = rng.uniform(1.15, 3.1)
    turn = rng.uniform(0, 2 * math.pi)
    c, s = math.cos(turn), math.sin(turn)
    lean = np.array([[1, rng.normal(0, 0.05)], [0, 1]])  # no view is exactly aligned
    flat = scale * np.array([[1, 0], [0, math.sin(elevation)]]) @ lean @ np.array([[c, -s], [s, c]])
    up = np.array([rng.normal(0, 0.12), -1.0]) * scale * math.cos(elevation)
    reach = np.abs(flat).sum(1) * 74
    size = (int(2 * reach[0]), int(2 * reach[1]))
    away = np.linalg.solve(flat, np.array([0.0, -1.0]))
    return View(np.column_stack([flat, up]), np.array(size) / 2.0, size, away / np.linalg.norm(away))


@dataclass(slots=True)
class Kit:
    """The pieces of one household: the solids and shades for each kind of piece, and their finish."""

    solids: dict[Piece, list[Solid]]
    shades: dict[Piece, tuple[NDArray[np.float64], NDArray[np.float64]]]
    glassy: float  # opacity of colourless pieces, 0 meaning fully opaque
    tinted: float  # opacity of coloured pieces
    cast: NDArray[np.float64]  # tint of upright pieces from walls and other lamps, which does not reach flat paper
    gloss: float
    speckle: float
    mixed: bool
    metal: bool


def random_kit(rng: np.random.Generator) -> Kit:
    """Return a random kit of pieces."""
    pioneers = [random_solid(rng) for _ in range(int(rng.integers(1, 3)))]
    stones = [random_solid(rng) for _ in range(int(rng.integers(1, 4)))]
    second = any_shade(rng) if rng.random() < 0.5 else plain_shade(rng)
    fade = rng.uniform(0.55, 1.0) if rng.random() < FADED_SHARE else 1.0
    shades = {Piece(c): (player_shade(c, rng, fade), second if rng.random() < 0.8 else any_shade(rng)) for c in SEATS}
    metal = rng.random() < METAL_SHARE
    shades[Piece.STONE] = (metal_shade(rng) if metal else plain_shade(rng), plain_shade(rng))
    solids = {Piece(c): pioneers for c in SEATS}
    solids[Piece.STONE] = stones
    glassy = rng.uniform(0.15, 0.7) if rng.random() < 0.14 else 0.0
    tinted = rng.uniform(0.35, 0.85) if rng.random() < TINTED_SHARE else 0.0
    cast = np.exp(rng.normal(0, rng.choice([0.02, CAST]), 3))
    return Kit(solids, shades, glassy, tinted, cast, rng.uniform(0, 1), rng.uniform(0, 0.14), rng.random() < MIXED_SHARE, metal)


def hide_in_the_print(kit: Kit, artwork: Artwork, rng: np.random.Generator) -> None:
    """Give the stones of a kit the tint of a landscape, which makes stones hardest to distinguish from bare print."""
    place = artwork.centres[int(rng.integers(len(artwork.centres)))]
    x, y = np.round(artwork.to_px[:, :2] @ place + artwork.to_px[:, 2]).astype(int)
    there = artwork.picture[max(0, y - 24) : y + 24, max(0, x - 24) : x + 24].reshape(-1, 3).mean(0) / 255
    grey = there.mean()
    faded = np.clip(grey + (there - grey) * rng.uniform(0, 1), 0, 1)
    kit.shades[Piece.STONE] = (faded * rng.uniform(0.75, 1.1), plain_shade(rng))


@dataclass(frozen=True, slots=True)
class Table:
    """Everything chosen before pieces are placed: the household's kit, the view, and the expected share of occupied hexes.

    `printer` and `camera` are the seeds for simulating the print, and the light and sensor.
    """

    kit: Kit
    view: View
    full: float
    printer: int
    camera: int


def random_table(artwork: Artwork, rng: np.random.Generator) -> Table:
    """Return a random table; sometimes the stones of its kit have the tint of a landscape of `artwork`."""
    kit = random_kit(rng)
    if rng.random() < HIDING_SHARE:
        hide_in_the_print(kit, artwork, rng)
    return Table(kit, random_view(rng), rng.uniform(0.08, 0.75), int(rng.integers(1 << 31)), int(rng.integers(1 << 31)))


def random_scene(artwork: Artwork, rng: np.random.Generator) -> Scene:
    """Return a scene with random pieces and a random table on the given artwork."""
    return scene_at(random_table(artwork, rng), artwork, rng)


def scene_at(table: Table, artwork: Artwork, rng: np.random.Generator) -> Scene:
    """Return a scene with random pieces of the table's kit on the given artwork, in the table's view."""
    kit, view = table.kit, table.view
    count = len(artwork.centres)
    words = tuple(_draw_word(rng, table.full) for _ in range(count))
    canvas = _lay_print(artwork, view, np.random.default_rng(table.printer), rng)
    objects = np.zeros(canvas.shape[:2], np.uint8)
    lying = _lay_things(artwork.centres, words, kit, rng)
    things = np.bincount([cell for cell, *_ in lying], minlength=count) if lying else np.zeros(count, np.int_)
    sun = rng.normal(0, 0.7, 2)
    canvas = _cast_shadows(canvas, view, lying, sun, rng)
    whole = np.zeros(256)
    for cell, solid, shade, at in sorted(lying, key=lambda t: -float(t[3] @ view.away)):
        number = cell + 1
        before = _draw_solid(canvas, objects, view, solid, shade, at, number, kit, rng)
        whole[number] += before
    canvas = _speckle(canvas, objects, kit.speckle, rng)
    if rng.random() < MIRRORED_SHARE:
        canvas = _mirror_lamps(canvas, objects, view, rng)
    if rng.random() < 0.1:
        _cover(canvas, objects, view, rng)
    visible = _visible(words, artwork, view, objects, whole)
    photo = sensor.take_picture(canvas, np.random.default_rng(table.camera))
    return Scene(photo, view, artwork, words, things, visible, objects)


def _draw_word(rng: np.random.Generator, full: float) -> Piece:
    """Return a random content for a hex, which is a piece with the probability `full`."""
    if rng.random() > full:
        return Piece.EMPTY
    return Piece.STONE if rng.random() < 0.48 else Piece(SEATS[int(rng.integers(4))])


def _lay_print(artwork: Artwork, view: View, printer: np.random.Generator, rng: np.random.Generator) -> Picture:
    """Return an image of the printed paper in photo pixels, sometimes with a seam of two slightly misaligned sheets."""
    printed = sensor.print_colours(artwork.picture, printer)
    board_from_art = np.linalg.inv(np.vstack([artwork.to_px, [0, 0, 1]]))
    to_photo = (np.vstack([view.ground(), [0, 0, 1]]) @ board_from_art)[:2]
    laid = cv2.warpAffine(printed, to_photo, view.size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
    canvas: Picture = np.asarray(laid, np.uint8)
    if rng.random() < 0.3:
        shift = view.matrix[:, :2] @ np.clip(rng.normal(0, 0.6, 2), -1.5, 1.5)
        other = cv2.warpAffine(
            printed,
            to_photo + np.column_stack([np.zeros((2, 2)), shift]),
            view.size,
            flags=cv2.INTER_AREA,
            borderMode=cv2.BORDER_REFLECT,
        )
        line = _seam(rng)
        side = np.zeros(canvas.shape[:2], np.uint8)
        px = _fixed(view.project(line, 0))
        cv2.fillPoly(side, [px], 255, cv2.LINE_8, 4)
        canvas[side > 0] = other[side > 0]
        shade = int(rng.choice([60, 120, 235]))
        cv2.polylines(canvas, [px], True, (shade, shade, shade), 1, cv2.LINE_AA, 4)
    return canvas


def _seam(rng: np.random.Generator) -> Points:
    """Return a polygon in mm with a zigzag along hex edges through the scene as one side; the other sides are far outside."""
    step, turn = HEX_MM / 2, int(rng.integers(6)) * math.pi / 3
    rise = HEX_MM / math.sqrt(3) / 2
    x = np.arange(-14, 15) * step
    y = np.where(np.arange(29) % 2, -rise, -2 * rise)
    points = np.concatenate([np.stack([x, y], 1), [[300, 300], [-300, 300]]])
    c, s = math.cos(turn), math.sin(turn)
    return np.asarray(points @ np.array([[c, s], [-s, c]]))


def _lay_things(centres: Points, words: Sequence[Piece], kit: Kit, rng: np.random.Generator) -> list[Lying]:
    """Return the pieces on the hexes with random shapes, turns and offsets; a few hexes get a second piece."""
    careless = rng.uniform(0.5, 4.0)
    lying: list[Lying] = []
    for cell, word in enumerate(words):
        if word is Piece.EMPTY:
            continue
        for number in range(2 if rng.random() < 0.03 else 1):
            if number and rng.random() < OTHER_SECOND:
                word = _draw_word(rng, 1.0)
            off = rng.normal(0, careless, 2)
            off *= min(1.0, 0.33 * HEX_MM / max(1e-6, float(np.hypot(*off))))
            choices = kit.solids[word]
            solid = random_solid(rng) if kit.mixed else choices[int(rng.integers(len(choices)))]
            if kit.mixed and rng.random() < 0.5:
                body = plain_shade(rng) if word is Piece.STONE else player_shade(Colour(word.value), rng)
                shade: Shades = (body, plain_shade(rng))
            else:
                shade = kit.shades[word]
            square = solid.name == "tile" and rng.random() < SQUARE_SHARE
            turn = rng.normal(0, SQUARE_SPREAD) if square else rng.uniform(0, 2 * math.pi)
            if kit.metal and word is Piece.STONE:
                solid = _polish_solid(solid, rng)
            lying.append((cell, _turn_solid(solid, turn), shade, centres[cell] + off))
    return lying


def _polish_solid(solid: Solid, rng: np.random.Generator) -> Solid:
    """Return a metal piece with faces of random brightness, as if each reflected a different part of the room."""
    return replace(solid, slices=tuple(replace(s, tone=s.tone * math.exp(rng.normal(0, METAL_SPREAD))) for s in solid.slices))


def _turn_solid(solid: Solid, angle: float) -> Solid:
    """Return a solid rotated about its vertical axis by an angle in radians."""
    return replace(
        solid,
        slices=tuple(
            replace(s, outline=turned(s.outline, angle), hole=None if s.hole is None else turned(s.hole, angle))
            for s in solid.slices
        ),
    )


def _cast_shadows(canvas: Picture, view: View, lying: Sequence[Lying], sun: Points, rng: np.random.Generator) -> Picture:
    """Return the image with soft shadows of the pieces on the paper."""
    depth = rng.uniform(0.05, 0.6)
    shade = np.zeros(canvas.shape[:2], np.uint8)
    for _, solid, _, at in lying:
        for s in solid.slices[:: max(1, len(solid.slices) // 5)]:
            cv2.fillPoly(shade, [_fixed(view.project(at + sun * s.z + s.outline * 1.02, 0))], 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(shade, (0, 0), rng.uniform(0.5, 4.0)).astype(np.float32) * np.float32(depth / 255)
    return np.asarray(np.clip(canvas * (1 - soft[..., None]), 0, 255), np.uint8)


def _draw_solid(
    canvas: Picture,
    objects: Picture,
    view: View,
    solid: Solid,
    shade: Shades,
    at: Points,
    number: int,
    kit: Kit,
    rng: np.random.Generator,
) -> int:
    """Draw one piece on the canvas and in `objects`; return the number of pixels that it would cover if nothing were in front."""
    body, second = (np.clip(s * kit.cast * np.exp(rng.normal(0, 0.04)), 0, 1) for s in shade)
    glassy = kit.glassy if shade[0].max() - shade[0].min() < 0.25 else kit.tinted
    target = canvas.copy() if glassy else canvas
    mask = np.zeros(objects.shape, np.uint8)
    low, high = view.project(solid.slices[0].outline + at, 0), view.project(solid.slices[-1].outline + at, solid.height)
    for s in solid.slices:
        rings = [_fixed(view.project(s.outline + at, s.z))]
        if s.hole is not None:
            rings.append(_fixed(view.project(s.hole + at, s.z)))
        colour = np.clip((body if s.ink == 0 else second) * s.tone * 255, 0, 255)
        cv2.fillPoly(target, rings, tuple(map(float, colour)), cv2.LINE_AA, 4)
        cv2.fillPoly(mask, rings, 1, cv2.LINE_8, 4)
    if rng.random() < kit.gloss:
        spot = high.mean(0) * 0.7 + low.mean(0) * 0.3 + rng.normal(0, solid.radius * 0.3, 2)
        size = (max(1, int(solid.radius * rng.uniform(0.05, 0.35))), max(1, int(solid.radius * rng.uniform(0.05, 0.25))))
        light = np.zeros(objects.shape, np.uint8)
        cv2.ellipse(light, (int(spot[0]), int(spot[1])), size, rng.uniform(0, 180), 0, 360, 255, -1, cv2.LINE_AA)
        soft = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.5, 2.5)).astype(np.float32)[..., None]
        amount = soft * (rng.uniform(0.2, 0.95) / 255) * mask[..., None]
        target[:] = np.clip(target + (255 - target) * amount, 0, 255).astype(np.uint8)
    if glassy:
        canvas[:] = np.where(mask[..., None] > 0, (target * glassy + canvas * (1 - glassy)).astype(np.uint8), canvas)
    objects[mask > 0] = number
    return int(mask.sum())


def _speckle(canvas: Picture, objects: Picture, amount: float, rng: np.random.Generator) -> Picture:
    """Return the image with grain, scuffs and uneven paint on everything but the print."""
    if amount < 0.01:
        return canvas
    grain = rng.standard_normal(canvas.shape[:2], np.float32)
    along = rng.uniform(3, 12) if rng.random() < GRAINED_SHARE else 0.0  # wood has a grain, paint does not
    soft = np.asarray(cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.6, 2.5), sigmaY=along or 0), np.float32)
    noise = soft / max(1e-6, float(soft.std()))
    return np.asarray(np.clip(canvas * (1 + amount * noise * (objects > 0))[..., None], 0, 255), np.uint8)


def _mirror_lamps(canvas: Picture, objects: Picture, view: View, rng: np.random.Generator) -> Picture:
    """Return the image with sharp or blurred reflections of lamps and windows in the paper, which hide the print."""
    light = np.zeros(objects.shape, np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        at, wide, turn = rng.uniform(-75, 75, 2), rng.uniform(4, 26), rng.uniform(0, 6.3)
        outline = circle(wide) if rng.random() < 0.5 else rectangle(wide * rng.uniform(0.6, 5), wide, turn)
        cv2.fillPoly(light, [_fixed(view.project(outline * (1, rng.uniform(0.5, 1)) + at, 0))], 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(light, (0, 0), rng.choice([0.6, rng.uniform(1, 9)])).astype(np.float32)
    amount = soft * (rng.uniform(0.35, 1) / 255) * (objects == 0)
    return np.asarray(np.clip(canvas + (255 - canvas) * amount[..., None], 0, 255), np.uint8)


def _cover(canvas: Picture, objects: Picture, view: View, rng: np.random.Generator) -> None:
    """Draw something large over part of the board, such as a hand, a cup, a paper or a sleeve."""
    shade = np.clip(any_shade(rng) * 255, 0, 255)
    at = rng.uniform(-60, 60, 2)
    width = rng.uniform(9, 45)
    if rng.random() < 0.5:
        end = at + rng.normal(0, 1, 2) * 90
        line = _fixed(view.project(np.array([at, end]), 10))
        thick = max(3, int(width * 2))
        for picture, colour in ((canvas, tuple(map(float, shade))), (objects, COVER_ID)):
            cv2.polylines(picture, [line], False, colour, thick, cv2.LINE_8, 4)
        return
    outline = circle(width) if rng.random() < 0.5 else rectangle(width * 2, width * rng.uniform(1, 3), rng.uniform(0, 6))
    for z in np.linspace(0, rng.uniform(0, 60), 12):
        px = [_fixed(view.project(outline + at, z))]
        tone = 0.75 if z == 0 else 1.0
        cv2.fillPoly(canvas, px, tuple(map(float, shade * tone)), cv2.LINE_AA, 4)
        cv2.fillPoly(objects, px, COVER_ID, cv2.LINE_8, 4)


def _visible(words: Sequence[Piece], artwork: Artwork, view: View, objects: Picture, whole: Points) -> Points:
    """Return the share of each piece, or of each empty hex, that is visible in the photo."""
    shown = np.bincount(objects.ravel(), minlength=256)
    out = np.ones(len(words))
    for cell, word in enumerate(words):
        if word is not Piece.EMPTY:
            out[cell] = shown[cell + 1] / max(1.0, whole[cell + 1])
            continue
        mask = np.zeros(objects.shape, np.uint8)
        cv2.fillPoly(mask, [_fixed(view.project(corners(artwork.centres[cell]), 0))], 1, cv2.LINE_8, 4)
        inside = mask > 0
        out[cell] = (objects[inside] == 0).mean() if inside.any() else 0.0
    return np.clip(out, 0, 1)


def _fixed(points: Points) -> NDArray[np.int32]:
    """Convert pixel coordinates to the fixed-point format of OpenCV, in sixteenths."""
    return np.asarray(np.round(points * 16), np.int32)
