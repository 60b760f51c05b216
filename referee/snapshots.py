"""From a photo to a reading: the use case that joins the printed board, calibration and vision.

Which piece lies where is decided in `referee.vision`, where things are in `calibration`; here they are only put in order.
"""
from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

#from calibration.colours import measure_light
from calibration.locate import Look, locate_board, look, seek_markers
from calibration.markers import FoundMarkers
from calibration.photo import Photo, open_photo

#from calibration.quality import judge_photo
from calibration.view import BoardView
from referee.board import Board
from referee.board_files import BUILT_IN, load_board
from referee.boards_in_sight import MARKER_IDS, KnownBoard, layout_of, read_code, ready_board
from referee.layout import Layout, lay_out
from referee.marker_plan import DICTIONARY
from referee.papers import PrintChoice
from referee.pieces import PIONEERS_EACH, SEATS, STONE_SUPPLY, Colour, Piece
from referee.position import Edition, Position, cells_of
from referee.problems import Problem
from referee.reading import CellReading, Milliseconds, Reading
from referee.rules.scoring import ScoredRegion, score_position
from referee.texts import Text, text
from referee.vision.effect import order_by_effect
from referee.vision.evidence import Print, Sight
from referee.vision.explain import Explained
from referee.vision.overlay import Overlaid, Territory
from referee.vision.reader import HexesRead, read_hexes

MANY: dict[Piece, Text] = {
    Piece.RED: text("read.many_red"), Piece.YELLOW: text("read.many_yellow"), Piece.BLUE: text("read.many_blue"),
    Piece.GREEN: text("read.many_green"), Piece.STONE: text("read.many_stone"),
}
CROWDED = 1 / 3     # share of doubtful hexes from which another photo is the better advice


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What is known beforehand: the board that must be on the photo, its print where the code is hidden, how many play."""

    board: str | None = None
    paper: str | None = None
    hex_mm: float | None = None
    players: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A reading with all that led to it, for the overlay and for `--explain`."""

    reading: Reading
    position: Position
    known: KnownBoard
    view: BoardView
    hexes: HexesRead

    @property
    def sight(self) -> Sight:
        """The photo as vision looks at it."""
        return _sight(self.view)

    @property
    def printed(self) -> Print:
        """The print as vision expects it."""
        return _print_of(self.known)

    @property
    def overlaid(self) -> Overlaid:
        """What the overlay shows."""
        score = score_position(self.position)
        closed = [region for region in score.regions if region.closed]
        board = self.known.prepared
        corners = np.stack([self.view.to_working(board.plan.corners_mm[:, k], board.of_cell) for k in range(6)], 1)
        return Overlaid(
            self.view.photo.pixels, corners, self.hexes.verdict.pieces, tuple(map(bool, self.hexes.verdict.doubtful)),
            tuple(_territory(self.position, region) for region in closed), self.view.photo.orientation,
        )

    @property
    def explained(self) -> Explained:
        """What `--explain` tells."""
        view, fit = self.view, self.view.fit
        facts: dict[str, object] = {
            "board": self.reading.board, "paper": self.reading.paper, "hex_mm": self.reading.hex_mm, "ink": self.known.ink.value,
            "markers": list(fit.markers), "landmarks_that_fit": round(fit.share, 3),
            "residual_mm_by_sheet": [round(value, 3) for value in fit.residual_mm],
            "focal_px": round(view.camera.focal_px, 1), "camera_foot_mm": [round(float(v), 1) for v in view.camera.foot_mm],
            "camera_height_mm": round(view.camera.height_mm, 1),
            "doubt_mm": {"median": round(float(np.median(view.doubt_mm)), 3), "worst": round(float(view.doubt_mm.max()), 3)},
        }
        return Explained(facts, tuple(cell.id for cell in self.known.layout.board.cells), self.hexes)


def _territory(position: Position, region: ScoredRegion) -> Territory:
    paid = [(Piece(colour), points) for colour, points in zip(position.players, region.awards, strict=True) if points]
    label = "+".join(str(points) for _, points in paid) or f"({region.value})"
    return Territory(tuple(cells_of(region.cells)), tuple(piece for piece, _ in paid), label)


def read_photo(path: Path, options: ReadOptions) -> Snapshot:
    """Reads the board on a photo."""
    begun = time.perf_counter()
    photo = open_photo(path)
    decoded = time.perf_counter()
    seen = look(photo, str(path))
    found = seek_markers(seen, DICTIONARY, MARKER_IDS)
    known, view = _find_board(seen, found, options)
    located = time.perf_counter()
    hexes = read_hexes(_sight(view), _print_of(known), options.players)
    board = known.layout.board
    position = position_of(board, hexes, options.players)
    order = order_by_effect(position, hexes.verdict)
    finished = time.perf_counter()
    spent = Milliseconds(1000 * (decoded - begun), 1000 * (located - decoded), 1000 * (finished - located))
    return Snapshot(_write_down(photo, known, view, hexes, order, spent), position, known, view, hexes)


def _find_board(seen: Look, found: FoundMarkers, options: ReadOptions) -> tuple[KnownBoard, BoardView]:
    """Finds which board is in sight and where; the code decides, else what was said, else what fits."""
    code = read_code(seen, found)
    if code:
        layout = layout_of(code)
        if layout is None:
            raise Problem("other-board", text("read.unknown_board", photo=seen.name, number=f"{code.board:04x}"))
        _check_asked(layout, options, seen.name)
        known = ready_board(layout, seen, found)
        return known, locate_board(seen, found, known.prepared)
    problem: Problem | None = None
    for name in [options.board] if options.board else BUILT_IN:
        try:
            known = ready_board(lay_out(load_board(name), _choice(options)), seen, found)
            return known, locate_board(seen, found, known.prepared)
        except Problem as error:
            problem = problem or error
    assert problem is not None
    raise problem


def _choice(options: ReadOptions) -> PrintChoice:
    return PrintChoice(options.paper or "A4", options.hex_mm)


def _check_asked(layout: Layout, options: ReadOptions, photo: str) -> None:
    if options.board is None:
        return
    asked = load_board(options.board)
    if asked.cells != layout.board.cells or asked.terrains != layout.board.terrains:
        raise Problem("other-board", text("read.other_board", photo=photo, asked=options.board, found=layout.board.name))


def _sight(view: BoardView) -> Sight:
    return Sight(view.photo.pixels, view.place, view.away, view.doubt_mm)


def _print_of(known: KnownBoard) -> Print:
    plan = known.prepared.plan
    return Print(plan.picture, plan.picture_px_per_mm, plan.centres_mm, known.layout.hex_mm)


def position_of(board: Board, hexes: HexesRead, players: int | None) -> Position:
    """Takes the words as they stand; the colours seen fix the seats unless the number of players is known."""
    words = hexes.verdict.pieces
    seen = [number for number, colour in enumerate(SEATS) if Piece(colour) in words]
    seats: tuple[Colour, ...] = SEATS[: players or max(2, *(n + 1 for n in seen), 2)]
    masks = tuple(sum(1 << cell for cell, word in enumerate(words) if word == Piece(colour)) for colour in seats)
    stones = sum(1 << cell for cell, word in enumerate(words) if word is Piece.STONE)
    nothing = (0,) * len(seats)
    return Position(board, Edition.DE, seats, 0, masks, stones, nothing, nothing)


def _write_down(photo: Photo, known: KnownBoard, view: BoardView, hexes: HexesRead, order: tuple[int, ...],
                spent: Milliseconds) -> Reading:
    verdict, cells = hexes.verdict, known.layout.board.cells
    told = {cell.id: CellReading(piece, round(float(sure), 6))
            for cell, piece, sure in zip(cells, verdict.pieces, verdict.confidence, strict=True)}
    doubtful = tuple(cell.id for cell, asked in zip(cells, verdict.doubtful, strict=True) if asked)
    centres = {cell.id: (round(float(x), 2), round(float(y), 2)) for cell, (x, y) in zip(cells, view.centres_px, strict=True)}
    matrix = view.board_to_photo
    rows = tuple(tuple(float(value) for value in row) for row in matrix / matrix[2, 2])
    return Reading(
        photo.width, photo.height, known.layout.board.name, known.layout.paper, known.layout.hex_mm, told, doubtful,
        tuple(cells[number].id for number in order), centres, (rows[0], rows[1], rows[2]), spent,  # type: ignore[arg-type]
        _notes(hexes), _advice(view, hexes),
    )


def _notes(hexes: HexesRead) -> tuple[Text, ...]:
    """Names what is more than the box holds."""
    words = hexes.verdict.pieces
    players = max([2, *(n + 1 for n, colour in enumerate(SEATS) if Piece(colour) in words)])
    notes = []
    for piece in Piece:
        if piece is Piece.EMPTY:
            continue
        held = STONE_SUPPLY if piece is Piece.STONE else PIONEERS_EACH[players]
        there = words.count(piece)
        if there > held:
            notes.append(Text(MANY[piece].key, {"count": there, "held": held}))
    return tuple(notes)


def _advice(view: BoardView, hexes: HexesRead) -> tuple[Text, ...]:
    """What would make a better photo."""
    advice: tuple[Text, ...] = ()
    if float(np.mean(hexes.verdict.doubtful)) > CROWDED:
        return (*advice, text("read.another_photo"))
    return advice
