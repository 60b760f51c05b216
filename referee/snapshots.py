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
from referee.position import Edition, Position
from referee.problems import Problem
from referee.reading import CellReading, Milliseconds, Reading
from referee.texts import Text, text
from referee.vision.effect import order_by_effect
from referee.vision.evidence import Print, Sight
from referee.vision.reader import HexesRead, read_hexes

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
        _notes(hexes, len(cells)), _advice(view, hexes),
    )


def _notes(hexes: HexesRead, count: int) -> tuple[Text, ...]:
    """Names what is more than the box holds."""
    words = hexes.verdict.pieces
    players = max([2, *(n + 1 for n, colour in enumerate(SEATS) if Piece(colour) in words)])
    notes = []
    for piece in Piece:
        held = {Piece.STONE: STONE_SUPPLY, Piece.EMPTY: count}.get(piece, PIONEERS_EACH[players])
        there = words.count(piece)
        if there > held:
            notes.append(text(f"read.many_{piece.value}", count=there, held=held))
    return tuple(notes)


def _advice(view: BoardView, hexes: HexesRead) -> tuple[Text, ...]:
    """What would make a better photo."""
    advice: tuple[Text, ...] = ()
    if float(np.mean(hexes.verdict.doubtful)) > CROWDED:
        return (*advice, text("read.another_photo"))
    return advice
