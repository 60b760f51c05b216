"""Our own printed pieces, cut out and laid flat on the hexes of a table in code."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import cv2
import numpy as np

from printables.artwork.palette import Ink
from printables.artwork.tokens import draw_pioneer, draw_stone, pioneer_outline
from printables.documents.pieces import pioneer_size, stone_size
from printables.drawing.drawing import Drawing, Group, Item, rectangle, shift
from printables.drawing.pdf import Book, PdfPage, write_pdf
from referee.rules.pieces import Colour, Piece
from tests.printables.rasters import render
from tests.reader.table import PX_PER_MM, Picture, Table

SIDE_MM = 40.0
CARELESS_MM, FARTHEST_MM = 1.5, 4.0


def lay_paper_pieces(table: Table, words: Mapping[str, Piece], ink: Ink, seed: int) -> Table:
    """Place printed pieces on hexes, each slightly rotated and shifted."""
    rng = np.random.default_rng(seed)
    art = table.art.copy()
    for cell, piece in words.items():
        at = np.array(table.centre(cell)) + rng.normal(0, CARELESS_MM, 2).clip(-FARTHEST_MM, FARTHEST_MM)
        drawn, mask = _cut_out(piece, table.layout.hex_mm, ink)
        turn = cv2.getRotationMatrix2D((drawn.shape[1] / 2, drawn.shape[0] / 2), float(rng.uniform(0, 360)), 1.0)
        size = drawn.shape[1::-1]
        turned, cover = (cv2.warpAffine(each, turn, size, flags=cv2.INTER_LINEAR) for each in (drawn, mask))
        left, top = np.round(at * PX_PER_MM).astype(int) - np.array(size) // 2
        beneath = art[top : top + size[1], left : left + size[0]]
        share = cover[: beneath.shape[0], : beneath.shape[1], None] / 255
        beneath[:] = np.round(beneath * (1 - share) + turned[: beneath.shape[0], : beneath.shape[1]] * share).astype(np.uint8)
    table.art = art
    return table


@cache
def _cut_out(piece: Piece, hex_mm: float, ink: Ink) -> tuple[Picture, Picture]:
    """Return a piece as printed, and the mask of the paper that is cut out."""
    if piece is Piece.STONE:
        size = stone_size(hex_mm)
        items: tuple[Item, ...] = draw_stone(size - 1.6, ink)
        outline: Item = rectangle(-size / 2, -size / 2, size, size, fill="#000000")
    else:
        size = pioneer_size(hex_mm)
        items = draw_pioneer(Colour(piece), size, ink)
        outline = pioneer_outline(Colour(piece), size + 1.2, fill="#000000")
    return _picture(items), np.asarray(255 - _picture((outline,))[..., 0], np.uint8)


def _picture(items: tuple[Item, ...]) -> Picture:
    drawing = Drawing(SIDE_MM, SIDE_MM, (Group(items, shift(SIDE_MM / 2, SIDE_MM / 2)),), label="piece")
    return render(write_pdf(Book("piece", "en", (PdfPage(drawing),))), 0, PX_PER_MM)
