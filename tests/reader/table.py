"""A simulated table: a board printed to PDF, rasterised, assembled from its sheets, set with pieces and photographed.

The pieces are random solids of the training code, at known positions.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from printables.artwork.palette import Ink
from printables.documents.catalogue import Material
from referee.formats.layouts import PAGES_BEFORE_SHEETS
from referee.layout.layout import Layout, PrintChoice
from referee.rules.pieces import Colour, Piece
from referee.training.shades import lch_to_rgb
from referee.training.solids import Slice, Solid, circle, regular, slices_for, stack, straight, turned
from tests.printables.documents import laid_out, pdf_of
from tests.printables.rasters import render

Points = NDArray[np.float64]
Picture = NDArray[np.uint8]

PX_PER_MM = 4.0
RASTER_PX_PER_MM = 5.0
FILM_DIAGONAL = math.hypot(36, 24)
# one household's pieces, red, green, blue in 0..1
SHADES: dict[Piece, Points] = {
    Piece.RED: lch_to_rgb(42, 62, 28),
    Piece.YELLOW: lch_to_rgb(82, 78, 90),
    Piece.BLUE: lch_to_rgb(34, 48, 270),
    Piece.GREEN: lch_to_rgb(50, 46, 150),
    Piece.STONE: lch_to_rgb(45, 4, 60),
}


@dataclass(frozen=True, eq=False)
class Thing:
    """Something on the board; its position is the centre of its foot in board mm."""

    at: tuple[float, float]
    solid: Solid
    shade: Points


@dataclass(frozen=True)
class Shot:
    """How the photo is taken."""

    elevation_deg: float = 72.0
    azimuth_deg: float = 80.0
    roll_deg: float = 2.0
    fill: float = 0.93
    size: tuple[int, int] = (2016, 1512)
    aim: tuple[float, float] = (0.0, 0.0)  # from the board's middle, in halves of the board
    focal_35mm: float = 26.0
    blur_px: float = 0.7
    noise: float = 3.0
    quality: int = 90
    orientation: int = 1
    mirrored: bool = False
    light: tuple[float, float, float] = (0.86, 0.93, 0.98)  # red, green, blue
    seed: int = 1


@dataclass(frozen=True, eq=False)
class Camera:
    """A pinhole camera; `project` maps points (n, 2) in board mm at a height to continuous pixels."""

    eye: Points
    axes: Points
    focal: float
    middle: Points

    def project(self, points: Points, height: float = 0.0) -> Points:
        """Return pixels (n, 2)."""
        seen = (np.column_stack([points, np.full(len(points), -height)]) - self.eye) @ self.axes.T
        return np.asarray(self.focal * seen[:, :2] / seen[:, 2:] + self.middle)


def aim_camera(size_mm: tuple[float, float], shot: Shot) -> Camera:
    """Place the camera at the distance at which the board fills the frame."""
    elevation, azimuth, roll = (math.radians(a) for a in (shot.elevation_deg, shot.azimuth_deg, shot.roll_deg))
    near = np.array([math.cos(azimuth), math.sin(azimuth), 0.0])
    back = near * math.cos(elevation) + np.array([0, 0, -math.sin(elevation)])
    right = np.cross(near, -back)
    right /= np.linalg.norm(right)
    down = np.cross(-back, right)
    c, s = math.cos(roll), math.sin(roll)
    axes = np.stack([c * right + s * down, c * down - s * right, -back])
    focal = shot.focal_35mm / FILM_DIAGONAL * math.hypot(*shot.size)
    half = np.array(size_mm) / 2
    target = np.array([*(half * (1 + np.array(shot.aim))), 0.0])
    rim = np.array([(0, 0), (size_mm[0], 0), size_mm, (0, size_mm[1])])
    distance = 900.0
    for _ in range(30):
        camera = Camera(target + back * distance, axes, focal, np.array(shot.size) / 2)
        distance *= float((np.ptp(camera.project(rim), axis=0) / shot.size).max() / shot.fill) ** 0.8
    return camera


@lru_cache(4)
def assembled(board: str = "terranova", choice: PrintChoice | None = None, ink: Ink = Ink.COLOUR) -> Picture:
    """Return the printed board assembled from its sheets, RGB."""
    layout, pdf = laid_out(board, choice), pdf_of(Material.BOARD, board, choice, ink)
    shape = (math.ceil(layout.height * PX_PER_MM), math.ceil(layout.width * PX_PER_MM))
    whole = np.full((*shape, 3), 255, np.uint8)
    for page in layout.pages:
        sheet = render(pdf, page.number + PAGES_BEFORE_SHEETS - 1, RASTER_PX_PER_MM)
        to_board = np.vstack([np.array(page.page_to_board), [0, 0, 1]])
        to_px = np.diag([PX_PER_MM, PX_PER_MM, 1]) @ to_board @ np.diag([1 / RASTER_PX_PER_MM, 1 / RASTER_PX_PER_MM, 1])
        moved = cv2.warpAffine(sheet, to_px[:2], shape[::-1], flags=cv2.INTER_AREA)
        mask = np.zeros(shape, np.uint8)
        cv2.fillPoly(mask, [fixed(np.array(page.outline) * PX_PER_MM)], 255, cv2.LINE_8, 4)
        whole[mask > 0] = moved[mask > 0]
    whole.flags.writeable = False
    return whole


def fixed(points: Points) -> NDArray[np.int32]:
    """Convert continuous pixels to the fixed-point format of OpenCV, in sixteenths."""
    return np.asarray(np.round((points - 0.5) * 16), np.int32)


@dataclass(eq=False)
class Table:
    """A board on a table, with pieces on it and covers above it."""

    layout: Layout
    art: Picture
    things: list[Thing] = field(default_factory=list)
    covers: list[tuple[Points, float]] = field(default_factory=list)  # an outline in board mm, and how high it is

    def lay(self, words: Mapping[str, Piece], seed: int = 1, careless_mm: float = 1.5) -> Table:
        """Place pieces of one household on hexes: caps for pioneers, blocks for stones."""
        rng = np.random.default_rng(seed)
        for cell, piece in words.items():
            at = np.array(self.centre(cell)) + rng.normal(0, careless_mm, 2).clip(-4, 4)
            self.things.append(Thing((at[0], at[1]), stone(rng) if piece is Piece.STONE else cap(rng), SHADES[piece]))
        return self

    def put(self, at: tuple[float, float], piece: Piece, seed: int = 1) -> Table:
        """Place one more piece anywhere."""
        rng = np.random.default_rng(seed)
        self.things.append(Thing(at, stone(rng) if piece is Piece.STONE else cap(rng), SHADES[piece]))
        return self

    def cover(self, outline: Points, height_mm: float = 0.0) -> Table:
        """Hold something flat and brown over part of the board."""
        self.covers.append((outline, height_mm))
        return self

    def centre(self, cell: str) -> tuple[float, float]:
        """Return the centre of a hex in board mm."""
        number = [each.id for each in self.layout.board.cells].index(cell)
        return self.layout.island.centres[number]

    def draw(self, shot: Shot) -> Picture:
        """Return what the camera sees, upright, RGB."""
        camera = aim_camera((self.layout.width, self.layout.height), shot)
        rng = np.random.default_rng(shot.seed)
        canvas = cv2.resize(rng.integers(90, 130, (12, 16, 3), dtype=np.uint8), shot.size, interpolation=cv2.INTER_CUBIC)
        self.draw_on(np.asarray(canvas, np.uint8), camera)
        return develop(np.asarray(canvas, np.uint8), shot, rng)

    def draw_on(self, canvas: Picture, camera: Camera) -> None:
        """Draw the board and its pieces over a canvas."""
        rim = np.array([(0, 0), (self.layout.width, 0), (self.layout.width, self.layout.height), (0, self.layout.height)], float)
        to_photo = cv2.getPerspectiveTransform((rim * PX_PER_MM).astype(np.float32), camera.project(rim).astype(np.float32))
        half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
        to_canvas = np.linalg.inv(half) @ to_photo @ half
        shown = cv2.warpPerspective(softened(self.art), to_canvas, canvas.shape[1::-1], flags=cv2.INTER_LINEAR)
        mask = np.zeros(canvas.shape[:2], np.uint8)
        cv2.fillPoly(mask, [fixed(camera.project(rim))], 255, cv2.LINE_8, 4)
        canvas[mask > 0] = shown[mask > 0]
        shade(canvas, camera, self.things)
        for thing in sorted(self.things, key=lambda thing: -float(np.hypot(*(np.array(thing.at) - camera.eye[:2])))):
            draw_thing(canvas, camera, thing)
        for outline, height in self.covers:
            cv2.fillPoly(canvas, [fixed(camera.project(outline, height))], (150, 112, 84), cv2.LINE_AA, 4)

    def photograph(self, shot: Shot) -> bytes:
        """Return the photo as a file."""
        return as_file(self.draw(shot), shot)


def set_table(board: str = "terranova", choice: PrintChoice | None = None, ink: Ink = Ink.COLOUR) -> Table:
    """Put a printed board on the table."""
    return Table(laid_out(board, choice), assembled(board, choice, ink))


def softened(art: Picture) -> Picture:
    """Blur the board picture to the resolution of a photo, to prevent aliasing."""
    return np.asarray(cv2.GaussianBlur(art, (0, 0), 0.8), np.uint8)


def cap(rng: np.random.Generator) -> Solid:
    """Return a bottle cap: a low round piece with a dull rim."""
    height, radius = 10.0, float(rng.uniform(12, 14))
    slices = stack(circle(radius), height, straight, slices_for(height), 0.72)
    return Solid((*slices, Slice(circle(radius * 0.8), height, 0.94)), radius, height, "cap")


def stone(rng: np.random.Generator) -> Solid:
    """Return a six-sided block in random orientation."""
    height = 6.0
    outline = turned(regular(6, 12.0, 0.0), float(rng.uniform(0, 6)))
    return Solid(tuple(stack(outline, height, straight, slices_for(height), 0.7)), 12.0, height, "block")


def shade(canvas: Picture, camera: Camera, things: list[Thing]) -> None:
    """Draw soft shadows on the paper."""
    dark = np.zeros(canvas.shape[:2], np.uint8)
    for thing in things:
        foot = np.array(thing.at) + (1.5, 2.0) + thing.solid.slices[0].outline * 1.03
        cv2.fillPoly(dark, [fixed(camera.project(foot))], 255, cv2.LINE_AA, 4)
    soft = np.asarray(cv2.GaussianBlur(dark, (0, 0), 2.0), np.float32) * np.float32(0.3 / 255)
    canvas[:] = (canvas * (1 - soft[..., None])).astype(np.uint8)


def draw_thing(canvas: Picture, camera: Camera, thing: Thing) -> None:
    """Draw a solid slice by slice from the table up."""
    for piece in thing.solid.slices:
        tone = tuple(float(value) for value in np.clip(thing.shade * 255 * piece.tone, 0, 255))
        outlines = [piece.outline] if piece.hole is None else [piece.outline, piece.hole]
        rings = [fixed(camera.project(np.array(thing.at) + outline, piece.z)) for outline in outlines]
        cv2.fillPoly(canvas, rings, tone, cv2.LINE_AA, 4)


def develop(scene: Picture, shot: Shot, rng: np.random.Generator) -> Picture:
    """Simulate lamp light from one side, a lens and a sensor."""
    height, width = scene.shape[:2]
    across = np.linspace(0.8, 1.02, width, dtype=np.float32)[None, :, None]
    lit = scene * across * np.array(shot.light, np.float32)
    blurred = np.asarray(cv2.GaussianBlur(lit, (0, 0), shot.blur_px), np.float32)
    noise = rng.standard_normal((height, width, 1), np.float32) * np.float32(shot.noise)
    return np.asarray(np.clip(blurred + noise, 0, 255), np.uint8)


STORED = {1: None, 3: cv2.ROTATE_180, 6: cv2.ROTATE_90_COUNTERCLOCKWISE, 8: cv2.ROTATE_90_CLOCKWISE}


def as_file(picture: Picture, shot: Shot) -> bytes:
    """Return a JPEG stored in the given orientation."""
    if shot.mirrored:
        picture = np.ascontiguousarray(picture[:, ::-1])
    turn = STORED[shot.orientation]
    stored = picture if turn is None else np.asarray(cv2.rotate(picture, turn), np.uint8)
    exif = Image.Exif()
    exif[0x0112] = shot.orientation
    exif.get_ifd(0x8769)[0xA405] = round(shot.focal_35mm)
    out = io.BytesIO()
    Image.fromarray(stored).save(out, "JPEG", quality=shot.quality, exif=exif.tobytes())
    return out.getvalue()


def random_words(layout: Layout, seed: int, full: float = 0.45, players: int = 4) -> dict[str, Piece]:
    """Return a random position within the box contents, as words of the cells that are not empty."""
    rng = np.random.default_rng(seed)
    cells = [cell.id for cell in layout.board.cells]
    chosen = rng.permutation(len(cells))[: int(full * len(cells))]
    pioneers = [Piece(colour) for colour in list(Colour)[:players] for _ in range(min(8, len(chosen) // (2 * players)))]
    words = pioneers + [Piece.STONE] * 80
    return {cells[number]: words[k] for k, number in enumerate(chosen.tolist())}
