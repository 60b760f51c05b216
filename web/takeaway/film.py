"""The animation of a game: a GIF with one frame per revision, in which territories are highlighted when they are settled.

The board is rendered once. Frames are composed from images that share one palette, so that no frame has to be rendered or
reduced to 256 colours as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from printables.artwork.land_picture import BORDER_COLOUR, tint_of
from printables.artwork.palette import LAND_TINTS, NOBODY_TINT, PLAYER_COLOURS, SHARED_TINT, Tint
from printables.artwork.tokens import contrasting_colour
from printables.drawing.drawing import Drawing, Face, Group, shift
from printables.drawing.faces import font_file
from printables.drawing.outlines import outlines_of
from referee.rules.pieces import Piece
from referee.rules.position import cells_of
from referee.rules.taken_land import TakenLand, middle_cell
from web.takeaway.moments import Moment
from web.takeaway.picture import (
    INK,
    PAPER,
    PIECE_SHARE,
    BoardDrawing,
    board_drawing,
    draw_piece,
    fit_words,
    render,
)

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH_PX = 560
COLOURS = 255
TURN_MS, CLOSING_MS, LAST_MS = 450, 1300, 4000
LIT_OPACITY = 0.75  # of the tint of a territory that has just been settled
BADGE_PX = 17  # height
HATCH_PX, BORDER_PX = 10, 3
FINER = 4  # factor by which badges are drawn larger before they are reduced
BOARD_FINER = 2
TINTS = (*LAND_TINTS.values(), SHARED_TINT, NOBODY_TINT)

Pixels = NDArray[np.uint8]
Mask = NDArray[np.bool_]


def write_film(moments: Sequence[Moment], names: Sequence[str]) -> bytes:
    """Return an animated GIF with one frame per moment; moments that settle a territory, and the last one, are shown longer."""
    studio = _Studio(board_drawing(moments[0].position.board), names, moments[0])
    frames = studio.images(moments)
    shown_ms = [CLOSING_MS if moment.fresh else TURN_MS for moment in moments[:-1]]
    stream = BytesIO()
    next(frames).save(
        stream,
        "GIF",
        save_all=True,
        append_images=frames,
        duration=[*shown_ms, LAST_MS],
        loop=0,
        optimize=False,
        disposal=1,
    )
    return stream.getvalue()


class _Studio:
    """The parts of frames, all in one palette: the board, tinted and highlighted boards, pieces, badges and the score line."""

    def __init__(self, found: BoardDrawing, names: Sequence[str], first: Moment) -> None:
        from PIL import Image

        self.found, self.names = found, names
        self.scale = WIDTH_PX / found.view[2]
        ground = np.asarray(self._render_board())
        looks = {tint: _tinted(ground, tint, tint.opacity) for tint in TINTS}
        lit = {tint: _tinted(ground, tint, LIT_OPACITY) for tint in TINTS}
        self.sprites = self._render_pieces(first)
        self.head_px = round(found.head * self.scale)
        sample = Image.fromarray(np.vstack([ground, *looks.values(), _swatches(ground.shape[1])]))
        self.colours = sample.reduce(2).quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        self.palette = self.colours.getpalette() or []
        self.ground = self._reduce(ground)
        self.looks = {tint: self._reduce(drawn) for tint, drawn in looks.items()}
        self.lit = {tint: self._reduce(drawn) for tint, drawn in lit.items()}
        self.pieces = {piece: (self._reduce(rgb), solid) for piece, (rgb, solid) in self.sprites.items()}
        self.line = int(self._reduce(_rows((BORDER_COLOUR,), 1))[0, 0])
        self._masks: dict[int, tuple[Mask, Mask]] = {}
        self._badges: dict[tuple[str, str], Pixels] = {}

    def _reduce(self, rgb: NDArray[Any]) -> Pixels:
        from PIL import Image

        picture = Image.fromarray(np.ascontiguousarray(rgb[..., :3], dtype=np.uint8))
        return np.asarray(picture.quantize(palette=self.colours, dither=Image.Dither.NONE))

    def _render_board(self) -> Image:
        found = self.found
        left, top, width, height = found.view
        drawn = Drawing(width, height, (Group(found.items, shift(-left, -top)),), found.symbols)
        return render(drawn, BOARD_FINER * WIDTH_PX).reduce(BOARD_FINER)

    def _render_pieces(self, first: Moment) -> Mapping[Piece, tuple[Pixels, Mask]]:
        size = self.found.layout.hex_mm * PIECE_SHARE
        drawn = {}
        for piece in (*(Piece(colour) for colour in first.position.players), Piece.STONE):
            box = size * 1.1
            alone = Drawing(box, box, (Group(draw_piece(piece, size), shift(box / 2, box / 2)),))
            picture = np.asarray(render(alone, round(box * self.scale), transparent=True))
            drawn[piece] = (picture[..., :3], picture[..., 3] > 127)
        return drawn

    def images(self, moments: Sequence[Moment]) -> Iterator[Image]:
        """Yield each frame as an image."""
        from PIL import Image

        for pixels in self.frames(moments):
            frame = Image.fromarray(pixels, "P")
            frame.putpalette(self.palette)
            yield frame

    def frames(self, moments: Sequence[Moment]) -> Iterator[Pixels]:
        """Yield the pixels of each frame, as palette indices with the shape (height, width)."""
        head, scores = None, None
        for moment in moments:
            board = self.ground.copy()
            for holding in moment.land:
                self._put_land(board, holding.land, is_fresh=holding in moment.fresh)
            self._put_pieces(board, moment)
            for holding in moment.land:
                self._put_badge(board, holding.land)
            if scores != moment.position.scores:
                head, scores = self._draw_head(moment), moment.position.scores
            assert head is not None
            yield np.vstack([head, board])

    def _at(self, point: tuple[float, float]) -> tuple[float, float]:
        left, top, _, _ = self.found.view
        return (point[0] - left) * self.scale, (point[1] - top) * self.scale

    def _put_land(self, board: Pixels, land: TakenLand, *, is_fresh: bool) -> None:
        inside, border = self._mask(land.cells)
        source = (self.lit if is_fresh else self.looks)[tint_of(land)]
        board[inside] = source[inside]
        if not land.takers:
            slant = np.add.outer(np.arange(board.shape[0]), np.arange(board.shape[1])) % HATCH_PX == 0
            board[inside & slant] = self.line
        board[border] = self.line

    def _mask(self, cells: int) -> tuple[Mask, Mask]:
        """Return two masks of the board's pixels: those inside the territory with the given cells, and those on its border."""
        from PIL import Image, ImageDraw

        if cells not in self._masks:
            corners = [self.found.layout.island.corners[cell] for cell in cells_of(cells)]
            size = (self.ground.shape[1], self.ground.shape[0])
            inside, border = Image.new("1", size), Image.new("1", size)
            for hexagon in corners:
                ImageDraw.Draw(inside).polygon([self._at(corner) for corner in hexagon], fill=1)
            for loop in outlines_of(corners):
                points = [self._at(corner) for corner in (*loop, loop[0], loop[1])]
                ImageDraw.Draw(border).line(points, fill=1, width=BORDER_PX, joint="curve")
            self._masks[cells] = np.asarray(inside), np.asarray(border)
        return self._masks[cells]

    def _put_pieces(self, board: Pixels, moment: Moment) -> None:
        position = moment.position
        lying = [(Piece(colour), mask) for colour, mask in zip(position.players, position.pioneers, strict=True)]
        for piece, mask in (*lying, (Piece.STONE, position.stones)):
            for cell in cells_of(mask):
                _paste(board, *self.pieces[piece], self._at(self.found.layout.island.centres[cell]))

    def _put_badge(self, board: Pixels, land: TakenLand) -> None:
        if land.badge:
            cell = middle_cell(self.found.layout.board, land.cells)
            colour = PLAYER_COLOURS[land.takers[0]] if len(land.takers) == 1 else PAPER
            if (land.badge, colour) not in self._badges:
                self._badges[land.badge, colour] = self._reduce(_draw_badge(land.badge, colour))
            badge = self._badges[land.badge, colour]
            _paste(board, badge, np.ones(badge.shape, dtype=bool), self._at(self.found.layout.island.centres[cell]))

    def _draw_head(self, moment: Moment) -> Pixels:
        from PIL import Image, ImageDraw, ImageFont

        head = Image.new("RGB", (self.ground.shape[1], self.head_px), PAPER)
        pen, share = ImageDraw.Draw(head), head.width / len(self.names)
        size = round(self.head_px * 0.4)
        font, bold = (ImageFont.truetype(str(font_file(face)), size) for face in (Face.SANS, Face.SANS_BOLD))
        for seat, (colour, name) in enumerate(zip(moment.position.players, self.names, strict=True)):
            left, middle = seat * share, self.head_px / 2
            pixels, solid = self.sprites[Piece(colour)]
            sign = Image.fromarray(np.ascontiguousarray(pixels))
            head.paste(sign, (round(left + 6), round(middle - sign.height / 2)), Image.fromarray(solid))
            score = str(moment.position.scores[seat])
            right = left + share - 8
            room = right - pen.textlength(score, bold) - left - sign.width - 20
            pen.text((left + sign.width + 12, middle), fit_words(name, room, size), fill=INK, font=font, anchor="lm")
            pen.text((right, middle), score, fill=INK, font=bold, anchor="rm")
        return self._reduce(np.asarray(head))


def _paste(board: Pixels, pixels: Pixels, solid: Mask, centre: tuple[float, float]) -> None:
    height, width = solid.shape
    left, top = round(centre[0] - width / 2), round(centre[1] - height / 2)
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + width, board.shape[1]), min(top + height, board.shape[0])
    part = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    target = board[y0:y1, x0:x1]
    target[solid[part]] = pixels[part][solid[part]]


def _draw_badge(words: str, colour: str) -> Pixels:
    from PIL import Image, ImageDraw, ImageFont

    height = BADGE_PX * FINER
    font = ImageFont.truetype(str(font_file(Face.SANS_BOLD)), round(height * 0.85))
    width = -(-round(font.getlength(words) + height * 0.5) // FINER) * FINER
    badge = Image.new("RGB", (width, height), colour)
    pen = ImageDraw.Draw(badge)
    pen.rectangle((0, 0, width - 1, height - 1), outline=BORDER_COLOUR, width=FINER)
    pen.text((width / 2, height / 2), words, fill=contrasting_colour(colour), font=font, anchor="mm")
    return np.asarray(badge.reduce(FINER))


def _tinted(ground: NDArray[Any], tint: Tint, opacity: float) -> Pixels:
    return np.asarray(ground * (1 - opacity) + _rgb(tint.colour) * opacity).astype(np.uint8)


def _swatches(width: int) -> Pixels:
    """Return rows of pixels in the colours of pieces, text and badges, so that the palette contains them."""
    return _rows((PAPER, INK, "#ffffff", "#000000", "#8a8580", "#b3aea8", *PLAYER_COLOURS.values()), width)


def _rows(colours: Sequence[str], width: int) -> Pixels:
    return np.vstack([np.tile(_rgb(colour), (24, width, 1)) for colour in colours]).astype(np.uint8)


def _rgb(colour: str) -> NDArray[Any]:
    return np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)])
