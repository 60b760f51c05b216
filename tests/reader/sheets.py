"""A simulated photo of a printed calibration sheet with pieces and a bank card on it."""

from __future__ import annotations

import cv2
import numpy as np

from printables.artwork.palette import Ink
from printables.documents.calibration_sheet import draw_calibration
from printables.documents.leaf import Leaf
from printables.drawing.pdf import Book, PdfPage, write_pdf
from referee.layout.calibration_sheet import CARD_HEIGHT, CARD_WIDTH, plan_calibration
from referee.rules.pieces import Piece
from referee.training.solids import Slice, Solid
from tests.printables.rasters import render
from tests.reader.kits import Kit
from tests.reader.table import Camera, Picture, Shot, Thing, aim_camera, as_file, develop, draw_thing, fixed, shade, softened

PX_PER_MM = 8.0
PAPER = (210.0, 297.0)
FINER = 8


def drawn_sheet() -> Picture:
    """Return the sheet printed at true size on A4, as RGB."""
    drawing = draw_calibration(Leaf(*PAPER, 6.35), Ink.COLOUR, "en")
    return render(write_pdf(Book("sheet", "en", (PdfPage(drawing),))), 0, PX_PER_MM)


def card(corner_mm: float = 3.2) -> Solid:
    """Return a picture of a bank card with rounded corners."""
    arc = np.radians(np.arange(0, 91, 15))
    half = np.array([CARD_WIDTH, CARD_HEIGHT]) / 2 - corner_mm
    parts = []
    for turn, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        angles = arc + turn * np.pi / 2
        parts.append(np.array([sx, sy]) * half + corner_mm * np.stack([np.cos(angles), np.sin(angles)], 1))
    outline = np.concatenate(parts)
    slices = tuple(Slice(outline, z, tone) for z, tone in ((0.0, 0.7), (0.25, 0.75), (0.5, 0.75), (0.76, 1.0)))
    return Solid(slices, 50.0, 0.76, "bank card")


def photograph_sheet(
    kit: Kit | None,
    shot: Shot,
    percent: tuple[float, float] = (100.0, 100.0),
    card_shade: tuple[float, float, float] | None = (0.1, 0.25, 0.5),
    kinds: tuple[Piece, ...] = tuple(Piece),
) -> bytes:
    """Return a photo of the sheet, printed at a scale in percent, with a piece on each spot and the card slightly rotated."""
    rng = np.random.default_rng(shot.seed)
    plan, scale = plan_calibration(), np.array(percent) / 100
    art, size = drawn_sheet(), np.array(PAPER) * scale
    frame = (np.array(PAPER) - (plan.width, plan.height)) / 2
    camera = aim_camera((size[0], size[1]), shot)
    canvas = np.asarray(cv2.resize(rng.integers(90, 130, (12, 16, 3), dtype=np.uint8), shot.size, interpolation=cv2.INTER_CUBIC))
    rim = np.array([(0, 0), (size[0], 0), (size[0], size[1]), (0, size[1])], float)
    corners = np.array([(0, 0), (art.shape[1], 0), (art.shape[1], art.shape[0]), (0, art.shape[0])], np.float32)
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    matrix = np.linalg.inv(half) @ cv2.getPerspectiveTransform(corners, camera.project(rim).astype(np.float32)) @ half
    shown = cv2.warpPerspective(softened(art), matrix, shot.size, flags=cv2.INTER_AREA)
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillPoly(mask, [fixed(camera.project(rim))], 255, cv2.LINE_8, 4)
    canvas[mask > 0] = shown[mask > 0]
    things = []
    for spot in plan.spots if kit else ():
        if spot.piece is not Piece.EMPTY and spot.piece in kinds:
            x, y = (frame + spot.centre) * scale + rng.normal(0, 1.5, 2)
            solids = kit.stones if spot.piece is Piece.STONE else kit.pioneers
            shade_of = np.clip(kit.shades[spot.piece] * np.exp(rng.normal(0, 0.05)), 0, 1)
            things.append(Thing((float(x), float(y)), solids[len(things) % len(solids)], shade_of))
    if card_shade:
        x, y = (frame + plan.card.centre) * scale + rng.uniform(-0.8, 0.8, 2)
        turn = np.radians(rng.uniform(-1.5, 1.5))
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        flat = card()
        turned = tuple(Slice(each.outline @ spin.T, each.z, each.tone) for each in flat.slices)
        things.append(Thing((float(x), float(y)), Solid(turned, 50.0, 0.76, "bank card"), np.array(card_shade)))
    pieces = [thing for thing in things if thing.solid.name != "bank card"]
    shade(canvas, camera, pieces)
    for thing in sorted(things, key=lambda thing: -float(np.hypot(*(np.array(thing.at) - camera.eye[:2])))):
        if thing.solid.name == "bank card":
            _draw_finely(canvas, camera, thing)
        else:
            draw_thing(canvas, camera, thing)
    return as_file(develop(canvas, shot, rng), shot)


def _draw_finely(canvas: Picture, camera: Camera, thing: Thing) -> None:
    """Draw a solid at eight times the photo's size: OpenCV's polygons reach half a pixel too far."""
    rims = [camera.project(np.array(thing.at) + piece.outline, piece.z) for piece in thing.solid.slices]
    low, high = np.floor(np.min(rims, (0, 1))).astype(int) - 2, np.ceil(np.max(rims, (0, 1))).astype(int) + 2
    part = np.s_[low[1] : high[1], low[0] : high[0]]
    for rim, piece in zip(rims, thing.solid.slices, strict=True):
        mask = np.zeros((high - low)[::-1] * FINER, np.uint8)
        cv2.fillPoly(mask, [fixed((rim - low) * FINER)], 255, cv2.LINE_8, 4)
        share = cv2.resize(mask, tuple((high - low).tolist()), interpolation=cv2.INTER_AREA)[..., None] / 255
        canvas[part] = np.round(canvas[part] * (1 - share) + np.clip(thing.shade * 255 * piece.tone, 0, 255) * share)
