"""A board drawn in code and a simulated camera, with the truth: where every printed point is in the photo.

The sheets are shifted, rotated and curled; the lens distorts; the photo is blurred, noisy and a JPEG.
"""

from __future__ import annotations

import io
import math
from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image

from calibration.plan import BoardPlan

HEX_MM = 32.0
ROW_MM = HEX_MM * math.sqrt(3) / 2
PX_PER_MM = 4.0
SIZE_MM = (548.0, 540.0)
MARKER_MM = 18.0
DICTIONARY = "DICT_5X5_50"
LANDS = [(150, 190, 160), (150, 205, 225), (120, 150, 115), (205, 180, 150), (170, 170, 172), (190, 215, 232), (140, 160, 180)]


def draw_plan(seed: int = 3, sheet_rows: int = 2) -> BoardPlan:
    """Return a board of 15 rows on `sheet_rows` rows of three sheets, with markers around the rim."""
    rng = np.random.default_rng(seed)
    centres = np.array(
        [(50.0 + HEX_MM * (k + 0.5 * (row % 2)), 70.0 + ROW_MM * row) for row in range(15) for k in range(14 - row % 2)]
    )
    angles = np.radians(np.arange(6) * 60 - 90)
    corners = centres[:, None] + HEX_MM / math.sqrt(3) * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    picture = _draw_hexes(rng, corners)
    markers = _draw_markers(picture)
    _draw_swatches(picture)
    outlines = _cut_sheets(centres, corners, sheet_rows)
    return BoardPlan(SIZE_MM, markers, outlines, centres, corners, picture, PX_PER_MM)


def _draw_hexes(rng: np.random.Generator, corners: np.ndarray) -> np.ndarray:
    picture = np.full((int(SIZE_MM[1] * PX_PER_MM), int(SIZE_MM[0] * PX_PER_MM), 3), 250, np.uint8)
    for ring in corners:
        land = int(rng.integers(len(LANDS)))
        low = np.floor(ring.min(axis=0) * PX_PER_MM).astype(int)
        high = np.ceil(ring.max(axis=0) * PX_PER_MM).astype(int) + 1
        tile = np.full((high[1] - low[1], high[0] - low[0], 3), LANDS[land], np.uint8)
        for _ in range(16):
            at = rng.uniform(0, tile.shape[1], 2).astype(int).tolist()
            size = int(rng.uniform(4, 12))
            cv2.ellipse(tile, at, (size, size // 2), 30 * land, 0, 200, tuple(int(0.8 * c) for c in LANDS[land]), 2, cv2.LINE_AA)
        inside = np.zeros(tile.shape[:2], np.uint8)
        cv2.fillPoly(inside, [np.round((ring * PX_PER_MM - low) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        picture[low[1] : high[1], low[0] : high[0]][inside > 127] = tile[inside > 127]
    for ring in corners:
        cv2.polylines(picture, [np.round(ring * PX_PER_MM * 16).astype(np.int32)], True, (70, 75, 80), 3, cv2.LINE_AA, 4)
    return picture


def _draw_markers(picture: np.ndarray) -> np.ndarray:
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    width, height = SIZE_MM
    places = [(x, y) for y in (8.0, height - 26.0) for x in (10.0, 130.0, 210.0, 320.0, 400.0, 520.0)]
    places += [(x, y) for x in (8.0, width - 26.0) for y in (130.0, 230.0, 300.0, 400.0)]
    places.append((58.0, 8.0))
    side = int(MARKER_MM * PX_PER_MM)
    corners = []
    for number, (x, y) in enumerate(places):
        left, top = int(x * PX_PER_MM), int(y * PX_PER_MM)
        picture[top - 12 : top + side + 12, left - 12 : left + side + 12] = 255
        tile = cv2.aruco.generateImageMarker(known, number, side // 7 * 7)
        picture[top : top + side, left : left + side] = cv2.resize(tile, (side, side), interpolation=cv2.INTER_AREA)[..., None]
        corners.append([(x, y), (x + MARKER_MM, y), (x + MARKER_MM, y + MARKER_MM), (x, y + MARKER_MM)])
    return np.array(corners)


def _draw_swatches(picture: np.ndarray) -> None:
    colours = [(255, 255, 255), (128, 128, 128), (60, 60, 200), (70, 200, 230), (200, 110, 50), (90, 150, 60)]
    for side in (18.0, SIZE_MM[1] - 18.0):
        for number, colour in enumerate(colours):
            centre = (240.0 + 13 * number, side)
            cv2.circle(picture, tuple(int(c * PX_PER_MM) for c in centre), int(5 * PX_PER_MM), colour, -1, cv2.LINE_AA)


def _cut_sheets(centres: np.ndarray, corners: np.ndarray, sheet_rows: int) -> tuple[np.ndarray, ...]:
    """Return the outlines of the sheets; between hexes the seams follow hex edges."""
    width, height = SIZE_MM
    step = 2.0
    ys, xs = np.mgrid[0 : int(height * step), 0 : int(width * step)] / step
    downs, acrosses = [width / 3, 2 * width / 3], [height * row / sheet_rows for row in range(1, sheet_rows)]
    labels = np.searchsorted(downs, xs) + 3 * np.searchsorted(acrosses, ys)
    labels = np.ascontiguousarray(labels, dtype=np.uint8)
    for centre, ring in zip(centres, corners, strict=True):
        sheet = int(np.searchsorted(downs, centre[0])) + 3 * int(np.searchsorted(acrosses, centre[1]))
        cv2.fillPoly(labels, [np.round(ring * step).astype(np.int32)], sheet)
    outlines = []
    for sheet in range(3 * sheet_rows):
        found, _ = cv2.findContours((labels == sheet).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        outlines.append(max(found, key=cv2.contourArea)[:, 0].astype(np.float64) / step + 0.25)
    return tuple(outlines)


@dataclass(slots=True)
class Shot:
    """How the photo is taken, and how the paper lies."""

    elevation_deg: float = 75.0
    azimuth_deg: float = 20.0
    roll_deg: float = 3.0
    fill: float = 0.85
    focal_35mm: float = 26.0
    size: tuple[int, int] = (2016, 1512)
    k1: float = 0.0
    k2: float = 0.0
    shift_mm: float = 0.4
    turn_deg: float = 0.15
    curl_mm: float = 0.5
    blur_px: float = 0.7
    noise: float = 3.0
    quality: int = 88
    orientation: int = 1
    pieces: float = 0.4
    exif: bool = True
    seed: int = 0
    light: tuple[float, float, float] = (0.85, 0.95, 1.0)
    hidden_markers: tuple[int, ...] = ()
    offset: tuple[float, float] = (0.0, 0.0)
    beside_mm: tuple[tuple[int, float, float], ...] = ()  # sheets taped so far beside their places: number, right, down


@dataclass(slots=True)
class Taken:
    """A photo file, the upright picture (blue, green, red), and the cells' centres in it."""

    data: bytes
    picture: np.ndarray
    centres_px: np.ndarray


class Paper:
    """Sheets that are shifted and rotated, with curled rims."""

    def __init__(self, plan: BoardPlan, shot: Shot) -> None:
        rng = np.random.default_rng(shot.seed + 77)
        self.sheets = []
        for outline in plan.sheet_outlines_mm:
            shift = np.clip(rng.normal(0, shot.shift_mm, 2), -1.5, 1.5)
            turn = math.radians(float(np.clip(rng.normal(0, shot.turn_deg), -0.4, 0.4)))
            picks = rng.integers(0, len(outline), 3)
            lifts = [(outline[i], rng.uniform(0.2, 1.0) * shot.curl_mm, rng.uniform(14, 45)) for i in picks]
            self.sheets.append((outline.mean(axis=0), shift, turn, lifts))
        for number, right, down in shot.beside_mm:
            middle, _, turn, lifts = self.sheets[number]
            self.sheets[number] = (middle, np.array([right, down]), turn, lifts)

    def moved(self, points: np.ndarray, sheet: int) -> np.ndarray:
        """Convert board mm to (n, 3) mm; the third axis points down into the table."""
        middle, shift, turn, lifts = self.sheets[sheet]
        c, s = math.cos(turn), math.sin(turn)
        flat = (points - middle) @ np.array([[c, s], [-s, c]]) + middle + shift
        height = sum(lift * np.exp(-((points - at) ** 2).sum(axis=1) / reach**2) for at, lift, reach in lifts)
        return np.column_stack([flat, -height])


class Lens:
    """A pinhole camera with two radial distortion terms; projects (n, 3) board mm to continuous pixels of the upright photo."""

    def __init__(self, shot: Shot) -> None:
        self.shot = shot
        width, height = shot.size
        self.half = math.hypot(width, height) / 2
        self.focal = shot.focal_35mm / 43.267 * math.hypot(width, height)
        target = np.array([*SIZE_MM, 0.0]) / 2
        elevation, azimuth = math.radians(shot.elevation_deg), math.radians(shot.azimuth_deg)
        near = np.array([math.cos(azimuth), math.sin(azimuth), 0.0])
        back = near * math.cos(elevation) + np.array([0.0, 0.0, -math.sin(elevation)])
        self.axes = _camera_axes(near, -back, math.radians(shot.roll_deg))
        rim = np.array([(0, 0, 0), (SIZE_MM[0], 0, 0), (*SIZE_MM, 0), (0, SIZE_MM[1], 0)])
        distance = 700.0
        for _ in range(40):
            self.eye = target + back * distance
            seen = self.plain(rim)
            distance *= ((np.ptp(seen, axis=0) / (width, height)).max() / shot.fill) ** 0.8
            off = ((seen.min(axis=0) + seen.max(axis=0)) / 2 - shot.offset) * distance / self.focal
            target[:2] += 0.7 * (self.axes[0] * off[0] + self.axes[1] * off[1])[:2]

    def plain(self, points: np.ndarray) -> np.ndarray:
        """Return offsets from the image's centre before distortion."""
        seen = (points - self.eye) @ self.axes.T
        return self.focal * seen[:, :2] / seen[:, 2:]

    def project(self, points: np.ndarray) -> np.ndarray:
        """Return the positions of board points in the photo, in continuous pixels."""
        offsets = self.plain(points)
        square = (offsets**2).sum(axis=1, keepdims=True) / self.half**2
        return offsets * (1 + self.shot.k1 * square + self.shot.k2 * square**2) + np.array(self.shot.size) / 2


def _camera_axes(near: np.ndarray, forward: np.ndarray, roll: float) -> np.ndarray:
    """Return the right, down and forward axes of a camera, with `near` towards the near side of the table."""
    right = np.cross(near, forward)
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    c, s = math.cos(roll), math.sin(roll)
    return np.stack([c * right + s * down, c * down - s * right, forward])


def take(plan: BoardPlan, shot: Shot) -> Taken:
    """Photograph the board."""
    rng = np.random.default_rng(shot.seed)
    paper, lens = Paper(plan, shot), Lens(shot)
    art = _with_pieces(plan, shot, rng)
    table = cv2.resize(rng.integers(60, 110, (48, 64, 3), dtype=np.uint8), shot.size, interpolation=cv2.INTER_CUBIC)
    picture = table.astype(np.float32)
    for sheet, outline in enumerate(plan.sheet_outlines_mm):
        _lay_sheet(picture, art, outline, lambda points, sheet=sheet: lens.project(paper.moved(points, sheet)))
    developed = _develop(picture, shot, rng)
    of_sheet = plan.sheets_at(plan.centres_mm)
    centres = np.concatenate([lens.project(paper.moved(c[None], int(s))) for c, s in zip(plan.centres_mm, of_sheet, strict=True)])
    return Taken(as_file(developed, shot), developed, centres)


def _with_pieces(plan: BoardPlan, shot: Shot, rng: np.random.Generator) -> np.ndarray:
    """Return the board with discs and bars that hide some of its cells."""
    art = plan.picture.copy()
    for marker in shot.hidden_markers:
        low, high = plan.marker_corners_mm[marker].min(axis=0) - 2, plan.marker_corners_mm[marker].max(axis=0) + 2
        cv2.rectangle(art, np.int32(low * PX_PER_MM).tolist(), np.int32(high * PX_PER_MM).tolist(), (90, 80, 70), -1)
    for centre in plan.centres_mm[rng.random(len(plan.centres_mm)) < shot.pieces]:
        at = (centre + rng.normal(0, 2, 2)) * PX_PER_MM
        colour = tuple(int(c) for c in rng.integers(0, 255, 3))
        if rng.random() < 0.5:
            cv2.circle(art, np.int32(at).tolist(), int(13 * PX_PER_MM), colour, -1, cv2.LINE_AA)
        else:
            bar = ((float(at[0]), float(at[1])), (34 * PX_PER_MM, 6 * PX_PER_MM), float(rng.uniform(0, 180)))
            cv2.fillPoly(art, [np.int32(cv2.boxPoints(bar))], colour, cv2.LINE_AA)
    return art


def _lay_sheet(picture: np.ndarray, art: np.ndarray, outline: np.ndarray, project) -> None:  # type: ignore[no-untyped-def]
    """Draw one sheet into the photo by projecting a coarse grid and sampling the sheet in between."""
    height, width = picture.shape[:2]
    step = 8.0
    low, high = outline.min(axis=0) - step, outline.max(axis=0) + step
    xs, ys = np.arange(low[0], high[0] + step, step), np.arange(low[1], high[1] + step, step)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1)
    seen = project(grid.reshape(-1, 2)).reshape(*grid.shape)
    mask = np.zeros(art.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(outline * PX_PER_MM * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    for row in range(len(ys) - 1):
        for col in range(len(xs) - 1):
            photo = seen[row : row + 2, col : col + 2].reshape(4, 2).astype(np.float32)
            paper = grid[row : row + 2, col : col + 2].reshape(4, 2).astype(np.float32) * PX_PER_MM
            left, top = np.maximum(np.floor(photo.min(axis=0)).astype(int), 0)
            right, bottom = np.minimum(np.ceil(photo.max(axis=0)).astype(int) + 1, (width, height))
            if right <= left or bottom <= top:
                continue
            back = cv2.getPerspectiveTransform(photo, paper)
            px, py = np.meshgrid(np.arange(left, right) + 0.5, np.arange(top, bottom) + 0.5)
            at = np.stack([px.ravel(), py.ravel(), np.ones(px.size)])
            board = back @ at
            board = (board[:2] / board[2]).reshape(2, *px.shape).astype(np.float32)
            inside = (board[0] >= paper[0, 0]) & (board[0] < paper[3, 0]) & (board[1] >= paper[0, 1]) & (board[1] < paper[3, 1])
            there = inside & (cv2.remap(mask, board[0] - 0.5, board[1] - 0.5, cv2.INTER_LINEAR) > 127)
            colours = cv2.remap(art, board[0] - 0.5, board[1] - 0.5, cv2.INTER_LINEAR)
            picture[top:bottom, left:right][there] = colours[there]


def _develop(picture: np.ndarray, shot: Shot, rng: np.random.Generator) -> np.ndarray:
    height, width = picture.shape[:2]
    across = np.linspace(0.75, 1.05, width, dtype=np.float32)[None, :, None]
    lit = picture * across * np.array(shot.light, np.float32)
    blurred = cv2.GaussianBlur(lit, (0, 0), shot.blur_px) if shot.blur_px > 0 else lit
    noise = rng.normal(0, shot.noise, (height, width, 3)).astype(np.float32)
    return np.clip(blurred + noise, 0, 255).astype(np.uint8)


TURNS = {1: None, 3: cv2.ROTATE_180, 6: cv2.ROTATE_90_COUNTERCLOCKWISE, 8: cv2.ROTATE_90_CLOCKWISE}


def as_file(picture: np.ndarray, shot: Shot) -> bytes:
    """Return a JPEG stored in the given orientation, with its EXIF block."""
    turn = TURNS[shot.orientation]
    stored = picture if turn is None else cv2.rotate(picture, turn)
    exif = Image.Exif()
    exif[0x0112] = shot.orientation
    if shot.exif:
        exif.get_ifd(0x8769)[0xA405] = round(shot.focal_35mm)
    out = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(stored[:, :, ::-1])).save(out, "JPEG", quality=shot.quality, exif=exif.tobytes())
    return out.getvalue()


def marker_places(plan: BoardPlan) -> dict[int, np.ndarray]:
    """Return each marker's corners (4, 2) on the board."""
    return dict(enumerate(plan.marker_corners_mm))
