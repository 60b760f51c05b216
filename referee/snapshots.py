"""From a photo to a reading: the use case that joins the printed board, calibration and vision.

Which piece lies where is decided in `referee.vision`, where things are in `calibration`; here they are only put in order.
"""
from __future__ import annotations

import math
import time
from dataclasses import dataclass
from pathlib import Path

from calibration import limits  # noqa: F401  # isort: skip - sets limits of OpenCV and numpy before they are loaded

import numpy as np

from calibration.locate import Look, locate_board, look, seek_closer, seek_markers, seek_missing
from calibration.markers import FoundMarkers
from calibration.photo import Photo, decode_photo, open_photo
from calibration.quality import give_advice, measure_quality
from calibration.view import BoardView
from referee.board import Board
from referee.board_files import BUILT_IN, load_board
from referee.boards_in_sight import MARKER_IDS, KnownBoard, known_layout, layout_of, read_code, ready_board
from referee.marker_plan import DICTIONARY
from referee.papers import PrintChoice
from referee.pieces import SEATS, Colour, Piece
from referee.position import Edition, Position, cells_of
from referee.problems import Problem
from referee.reading import CellReading, Milliseconds, Reading
from referee.rules.scoring import ScoredRegion, score_position
from referee.texts import Text, text
from referee.vision.classify import pieces_held
from referee.vision.effect import order_by_effect
from referee.vision.explain import Explained
from referee.vision.overlay import Overlaid, Territory
from referee.vision.patches import WHITE_LEVEL
from referee.vision.prints import Print
from referee.vision.reader import HexesRead, read_hexes
from referee.vision.sight import Sight

MANY: dict[Piece, Text] = {
    Piece.RED: text("read.many_red"), Piece.YELLOW: text("read.many_yellow"), Piece.BLUE: text("read.many_blue"),
    Piece.GREEN: text("read.many_green"), Piece.STONE: text("read.many_stone"),
}
FEWEST_TWICE = 3    # markers seen twice that make a second board
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
        return _sight(self.view, self.known.printed)

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
            "residual_mm_by_sheet": [None if math.isnan(value) else round(value, 3) for value in fit.residual_mm],
            "focal_px": round(view.camera.focal_px, 1), "camera_foot_mm": [round(float(v), 1) for v in view.camera.foot_mm],
            "camera_height_mm": round(view.camera.height_mm, 1),
            "doubt_mm": {"median": round(float(np.median(view.doubt_mm)), 3), "worst": round(float(view.doubt_mm.max()), 3)},
            "paper_white_rgb": [round(float(v)) for v in np.median(WHITE_LEVEL / self.hexes.evidence.light, 0)],
            "samples_believed": self.hexes.samples,
        }
        return Explained(facts, tuple(cell.id for cell in self.known.layout.board.cells), self.hexes)


def _territory(position: Position, region: ScoredRegion) -> Territory:
    paid = [(Piece(colour), points) for colour, points in zip(position.players, region.awards, strict=True) if points]
    label = "+".join(str(points) for _, points in paid) or f"({region.value})"
    return Territory(tuple(cells_of(region.cells)), tuple(piece for piece, _ in paid), label)


@dataclass(frozen=True, slots=True, eq=False)
class OpenedPhoto:
    """A photo ready to be read, what it is called in problems, and how long it took to open."""

    photo: Photo
    name: str
    milliseconds: float


def open_to_read(path: Path) -> OpenedPhoto:
    """Opens a photo's file."""
    begun = time.perf_counter()
    return OpenedPhoto(open_photo(path), str(path), _since(begun))


def open_bytes_to_read(data: bytes, name: str) -> OpenedPhoto:
    """Opens a photo from the bytes of its file; `name` is what it is called in problems."""
    begun = time.perf_counter()
    return OpenedPhoto(decode_photo(data, name), name, _since(begun))


def read_photo(path: Path, options: ReadOptions) -> Snapshot:
    """Reads the board on a photo."""
    return read_opened(open_to_read(path), options)


def read_photo_bytes(data: bytes, name: str, options: ReadOptions) -> Snapshot:
    """Reads the board on a photo from the bytes of its file."""
    return read_opened(open_bytes_to_read(data, name), options)


def read_opened(opened: OpenedPhoto, options: ReadOptions) -> Snapshot:
    """Reads the board on a photo that was opened before."""
    begun = time.perf_counter()
    seen = look(opened.photo, opened.name)
    found = seek_markers(seen, DICTIONARY, MARKER_IDS)
    known, view = _find_board(seen, found, options)
    locating, located = _since(begun), time.perf_counter()
    hexes = read_hexes(_sight(view, known.printed), known.printed, options.players)
    position = position_of(known.layout.board, hexes, options.players)
    order = order_by_effect(position, hexes.verdict)
    spent = Milliseconds(opened.milliseconds, locating, _since(located))
    reading = _write_down(known, view, hexes, order, options, spent)
    return Snapshot(reading, position, known, view, hexes)


def _since(moment: float) -> float:
    return 1000 * (time.perf_counter() - moment)


def _find_board(seen: Look, found: FoundMarkers, options: ReadOptions) -> tuple[KnownBoard, BoardView]:
    """Finds which board is in sight and where; the code decides, else what was said, else what fits."""
    asked = load_board(options.board) if options.board else None
    code = read_code(seen, found)
    if code is None:
        found = _look_closer(seen, found, options, asked)
        code = read_code(seen, found)
    if code is None:
        return _find_by_fit(seen, found, options, asked)
    laid = layout_of(code, asked)
    if laid is None:
        raise Problem("other-board", text("read.unknown_board", photo=seen.name, number=f"{code.board:04x}"))
    _check_asked(laid.layout.board, asked, options, seen.name)
    known = ready_board(laid, seen, found)
    return known, locate_board(seen, found, known.prepared)


def _look_closer(seen: Look, found: FoundMarkers, options: ReadOptions, asked: Board | None) -> FoundMarkers:
    """Looks for the markers that were missed: first of all those of the likeliest board, for most tables have that one."""
    try:
        likely = known_layout(asked or load_board(BUILT_IN[0]), _choice(options))
    except Problem:     # a print that cannot be: should the photo show another, its code will tell
        return seek_closer(seen, found, MARKER_IDS)
    return seek_missing(seen, found, MARKER_IDS, likely.places.marker_corners)


def _find_by_fit(seen: Look, found: FoundMarkers, options: ReadOptions, asked: Board | None) -> tuple[KnownBoard, BoardView]:
    """Tries the boards one after the other where the code is hidden, the one asked for first.

    Markers of another board agree on it in groups, as several boards would: only a number seen twice tells of a second one.
    """
    twice = len(found.ids) - found.count >= FEWEST_TWICE
    problems: list[Problem] = []
    for board in [*([asked] if asked else []), *map(load_board, BUILT_IN)]:
        try:
            known = ready_board(known_layout(board, _choice(options)), seen, found)
            view = locate_board(seen, found, known.prepared)
        except Problem as problem:
            problems.append(problem)
            continue
        _check_asked(board, asked, options, seen.name)
        return known, view
    fitting = [problem for problem in problems if twice or problem.slug != "several-boards"]
    if fitting:
        raise fitting[0]
    raise Problem("board-not-found", text("read.locate_no_board", photo=seen.name))


def _choice(options: ReadOptions) -> PrintChoice:
    return PrintChoice(options.paper or "A4", options.hex_mm)


def _check_asked(found: Board, asked: Board | None, options: ReadOptions, photo: str) -> None:
    if asked is not None and (asked.cells != found.cells or asked.terrains != found.terrains):
        raise Problem("other-board", text("read.other_board", photo=photo, asked=options.board, found=found.name))


def _sight(view: BoardView, printed: Print) -> Sight:
    doubt = np.concatenate([view.doubt_mm, np.zeros(len(printed.parked))])
    return Sight(view.photo.pixels, view.place, view.camera.lean(printed.centres), doubt)


def position_of(board: Board, hexes: HexesRead, players: int | None) -> Position:
    """Takes the words as they stand; the colours seen fix the seats unless the number of players is known."""
    words = hexes.verdict.pieces
    seen = [number for number, colour in enumerate(SEATS) if Piece(colour) in words]
    seats: tuple[Colour, ...] = SEATS[: players or max(2, *(n + 1 for n in seen), 2)]
    masks = tuple(_mask(words, Piece(colour)) for colour in seats)
    stones = _mask(words, Piece.STONE)
    nothing = (0,) * len(seats)
    return Position(board, Edition.DE, seats, 0, masks, stones, nothing, nothing)


def _mask(words: tuple[Piece, ...], piece: Piece) -> int:
    return sum(1 << cell for cell, word in enumerate(words) if word is piece)


def _write_down(
    known: KnownBoard, view: BoardView, hexes: HexesRead, order: tuple[int, ...], options: ReadOptions, spent: Milliseconds,
) -> Reading:
    verdict, cells, layout = hexes.verdict, known.layout.board.cells, known.layout
    told = {cell.id: CellReading(piece, round(float(sure), 6))
            for cell, piece, sure in zip(cells, verdict.pieces, verdict.confidence, strict=True)}
    doubtful = tuple(cell.id for cell, asked in zip(cells, verdict.doubtful, strict=True) if asked)
    centres = {cell.id: (round(x, 2), round(y, 2)) for cell, (x, y) in zip(cells, view.centres_px.tolist(), strict=True)}
    matrix = view.board_to_photo
    return Reading(
        view.photo.width, view.photo.height, options.board or layout.board.name, layout.paper, layout.hex_mm, told, doubtful,
        tuple(cells[number].id for number in order), centres, tuple(map(tuple, (matrix / matrix[2, 2]).tolist())), spent,
        _notes(hexes, options), _advice(view, hexes),
    )


def _notes(hexes: HexesRead, options: ReadOptions) -> tuple[Text, ...]:
    """Names what is more than the box holds."""
    words = hexes.verdict.pieces
    held = pieces_held(words, options.players)
    counts = [(piece, words.count(piece), most) for piece, most in held.items()]
    return tuple(Text(MANY[piece].key, {"count": count, "held": most}) for piece, count, most in counts if count > most)


def _advice(view: BoardView, hexes: HexesRead) -> tuple[Text, ...]:
    """What would make a better photo, where something is doubtful: who is asked nothing needs no advice."""
    doubtful = float(np.mean(hexes.verdict.doubtful))
    if doubtful == 0:
        return ()
    colourless = (text("read.photo_colourless"),) if hexes.evidence.colourless else ()
    advice = (*colourless, *give_advice(measure_quality(view)))
    return (*advice, text("read.another_photo")) if doubtful > CROWDED else advice
