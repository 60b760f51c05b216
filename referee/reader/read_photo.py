"""Read a photo: the use case that combines the printed board, calibration and the networks.

`calibration` locates the board, and the other modules of `referee.reader` decide what is on each hex. This module only
coordinates them.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from calibration.locate import PhotoPyramid, build_pyramid, locate_board, seek_markers, seek_missing, start_from_markers
from calibration.markers import FoundMarkers, typical_side
from calibration.photo import COARSER, Photo, decode_photo, open_photo
from calibration.view import BoardView
from printables.artwork.empty_board import find_shipped_code
from referee.boards.board import Board
from referee.boards.library import BUILT_IN, load_board
from referee.formats.readings import CellReading, Milliseconds, Reading
from referee.layout.board_code import board_number
from referee.layout.layout import ROOMY_HEX_MM
from referee.layout.markers import DICTIONARY
from referee.layout.papers import choice_for
from referee.reader.adjustments import Reason
from referee.reader.find_board import MARKER_IDS, KnownBoard, KnownLayout, known_layout, layout_of, read_code, ready_board
from referee.reader.group_doubts import find_group_doubts
from referee.reader.located_photo import LocatedPhoto
from referee.reader.networks import begin_loading
from referee.reader.patches import WHITE_LEVEL, finest_needed
from referee.reader.prints import Print
from referee.reader.read_hexes import HexesRead, read_hexes
from referee.reader.score_effects import order_by_effect
from referee.reader.settings import DEFAULT
from referee.reader.supply import pieces_held
from referee.rules.editions import USUAL_EDITION
from referee.rules.pieces import SEATS, Colour, Piece
from referee.rules.position import Position, cells_of
from referee.rules.scoring import ScoredRegion, score_position
from referee.words.problems import Problem
from referee.words.texts import Text, text

if TYPE_CHECKING:
    from referee.formats.profiles import Profile
    from referee.reader.explain import Diagnostics
    from referee.reader.overlay import Overlaid, Territory

MANY: dict[Piece, Text] = {
    Piece.RED: text("read.many_red"),
    Piece.YELLOW: text("read.many_yellow"),
    Piece.BLUE: text("read.many_blue"),
    Piece.GREEN: text("read.many_green"),
    Piece.STONE: text("read.many_stone"),
}
FEWEST_TWICE = 3  # markers seen twice that indicate a second board
BEYOND_DOUBT = 1.1  # safety factor on the resolution at the markers, when deciding that half size cannot be enough at the hexes
NEEDS_NO_ADVICE = 0.99  # no advice is given if the confidence of every hex is at least this
NOT_FOUND = "board-not-found"
HINDERED = {"dark": text("read.locate_dark"), "blurred": text("read.locate_blurred")}
CROWDED = 1 / 3  # share of doubtful hexes above which another photo is recommended


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What is known in advance: the board, the number of players, and the profile of the pieces, each None if unknown.

    `paper` and `hex_mm` describe the print, and are needed only if the print's code is hidden.
    """

    board: str | None = None
    paper: str | None = None
    hex_mm: float | None = None
    players: int | None = None
    profile: Profile | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A reading with the data that led to it, for the overlay and for `--explain`."""

    reading: Reading
    position: Position
    known: KnownBoard
    view: BoardView
    hexes: HexesRead

    @property
    def located_photo(self) -> LocatedPhoto:
        """The photo with the located board, at the resolution that the networks use."""
        return _located_photo(self.view, self.known.printed)

    @property
    def overlaid(self) -> Overlaid:
        """The data for the overlay."""
        from referee.reader.overlay import Overlaid

        score = score_position(self.position)
        closed = [region for region in score.regions if region.closed]
        board = self.known.prepared
        corners = np.stack([self.view.to_working(board.plan.corners_mm[:, k], board.geometry.of_cell) for k in range(6)], 1)
        return Overlaid(
            self.view.photo.pixels,
            corners,
            self.hexes.verdict.pieces,
            tuple(map(bool, self.hexes.verdict.doubtful)),
            tuple(_territory(self.position, region) for region in closed),
            self.view.photo.orientation,
        )

    @property
    def diagnostics(self) -> Diagnostics:
        """The data for `--explain`."""
        from referee.reader.explain import Diagnostics

        view, fit = self.view, self.view.fit
        facts: dict[str, object] = {
            "board": self.reading.board,
            "paper": self.reading.paper,
            "hex_mm": self.reading.hex_mm,
            "ink": self.known.ink.value,
            "markers": list(fit.markers),
            "landmarks_that_fit": round(fit.share, 3),
            "residual_mm_by_sheet": [None if math.isnan(value) else round(value, 3) for value in fit.residual_mm],
            "focal_px": round(view.camera.focal_px, 1),
            "camera_foot_mm": [round(float(v), 1) for v in view.camera.foot_mm],
            "camera_height_mm": round(view.camera.height_mm, 1),
            "doubt_mm": {"median": round(float(np.median(view.doubt_mm)), 3), "worst": round(float(view.doubt_mm.max()), 3)},
            "paper_white_rgb": [round(float(v)) for v in np.median(WHITE_LEVEL / self.hexes.evidence.light, 0)],
            "samples_believed": len(self.hexes.observed.samples),
            "adjustments": self._adjustments(),
        }
        return Diagnostics(facts, tuple(cell.id for cell in self.known.layout.board.cells), self.hexes)

    def _adjustments(self) -> dict[str, list[str]]:
        """Return the reasons for adjusting the confidence of hexes, by label, leaving out hexes without adjustments."""
        reasons = {cell.id: self.hexes.verdict.reasons(n) for n, cell in enumerate(self.known.layout.board.cells)}
        return {label: [reason.value for reason in found] for label, found in reasons.items() if found}


def _territory(position: Position, region: ScoredRegion) -> Territory:
    from referee.reader.overlay import Territory

    paid = [(Piece(colour), points) for colour, points in zip(position.players, region.awards, strict=True) if points]
    label = "+".join(str(points) for _, points in paid) or f"({region.value})"
    return Territory(tuple(cells_of(region.cells)), tuple(piece for piece, _ in paid), label)


def read_photo(path: Path, options: ReadOptions) -> Snapshot:
    """Read the board in a photo file.

    Raise a Problem if the file cannot be decoded, or if the board cannot be located or is not the requested one.
    """
    begun = time.perf_counter()
    return read_opened(open_photo(path), str(path), options, begun)


def read_photo_bytes(data: bytes, name: str, options: ReadOptions) -> Snapshot:
    """Read the board in a photo from the bytes of its file; `name` is the photo's name in error messages.

    Raise a Problem if the bytes cannot be decoded, or if the board cannot be located or is not the requested one.
    """
    begun = time.perf_counter()
    return read_opened(decode_photo(data, name), name, options, begun)


def read_opened(photo: Photo, name: str, options: ReadOptions, begun: float) -> Snapshot:
    """Read the board in a decoded photo; `begun` is the value of `time.perf_counter` when decoding began.

    Raise a Problem if the board cannot be located or is not the requested one.
    """
    decoded = time.perf_counter()
    begin_loading()  # only the first call has an effect
    try:
        seen = build_pyramid(photo, name)
        known, view = _find_board(seen, options)
    except Problem as problem:
        raise _explained(problem, photo, name) from None
    finally:
        photo.colours.wait()
    located = time.perf_counter()
    hexes = read_hexes(_located_photo(view, known.printed), known.printed, options.players, profile=options.profile)
    position = position_of(known.layout.board, hexes, options.players)
    order = order_by_effect(position, hexes.verdict)
    finished = time.perf_counter()
    spent = Milliseconds(1000 * (decoded - begun), 1000 * (located - decoded), 1000 * (finished - located))
    reading = _build_reading(known, view, hexes, order, options, spent)
    return Snapshot(reading, position, known, view, hexes)


def _explained(problem: Problem, photo: Photo, name: str) -> Problem:
    """Return a Problem about darkness or blur if no board was found and the photo is dark or blurred, otherwise `problem`."""
    from calibration.flaws import find_flaw

    flaw = find_flaw(photo.grey) if problem.slug == NOT_FOUND else None
    return Problem(NOT_FOUND, Text(HINDERED[flaw].key, {"photo": name})) if flaw else problem


def _find_board(seen: PhotoPyramid, options: ReadOptions) -> tuple[KnownBoard, BoardView]:
    """Identify and locate the board by its code or, if the code is hidden, by trying the requested and the built-in boards.

    Raise a Problem if no board can be located, or if the board found is unknown or not the requested one.
    """
    requested = load_board(options.board) if options.board else None

    def likely_mm() -> dict[int, NDArray[np.float64]]:
        """Return the marker corners in mm, by id, of the requested or default board; empty if the stated print is impossible."""
        try:
            return _likely_layout(requested or load_board(BUILT_IN[0]), options).places.marker_corners
        except Problem:  # The stated print is impossible. If the photo shows another one, its code identifies it.
            return {}

    found = seek_markers(seen, DICTIONARY, MARKER_IDS, likely_mm)
    code = read_code(seen, found)
    if code is None:
        found = seek_missing(seen, found, MARKER_IDS, likely_mm())
        code = read_code(seen, found)
    if code is None:
        return _find_by_fit(seen, found, options, requested)
    laid = layout_of(code, requested)
    if laid is None:
        raise Problem("other-board", text("read.unknown_board", photo=seen.name, number=f"{code.board:04x}"))
    _check_requested(laid.layout.board, requested, options, seen.name)
    return _find_laid(seen, found, laid)


def _find_laid(seen: PhotoPyramid, found: FoundMarkers, laid: KnownLayout) -> tuple[KnownBoard, BoardView]:
    """Locate a board whose layout is known, and detect the ink in which it was printed."""
    px_per_mm = typical_side(found.corners) / typical_side(np.array(list(laid.places.marker_corners.values())))
    if not _half_size_is_enough(px_per_mm * BEYOND_DOUBT, laid.layout.hex_mm):
        seen.photo.colours.begin_whole()
    start = start_from_markers(seen, found, laid.places.marker_corners)
    known = ready_board(laid, seen, start.lens)
    return known, locate_board(seen, start, known.prepared)


def _half_size_is_enough(px_per_mm: float, hex_mm: float) -> bool:
    """Return whether a photo with this resolution at the hexes is still detailed enough for reading at half its size."""
    return px_per_mm >= COARSER * finest_needed(hex_mm)


def _find_by_fit(
    seen: PhotoPyramid, found: FoundMarkers, options: ReadOptions, requested: Board | None
) -> tuple[KnownBoard, BoardView]:
    """Locate a board whose code is not readable by trying the requested and the built-in boards until one fits the photo.

    Raise a Problem if no board fits, or if the board that fits is not the requested one. Compared with the wrong board, markers
    could seem to belong to several boards, so "several-boards" is reported only if at least `FEWEST_TWICE` markers repeat the id
    of another.
    """
    twice = len(found.ids) - found.count >= FEWEST_TWICE
    problems: list[Problem] = []
    for board in [*([requested] if requested else []), *map(load_board, BUILT_IN)]:
        try:
            known, view = _find_laid(seen, found, _layout_by_markers(found, board, options))
        except Problem as problem:
            problems.append(problem)
            continue
        _check_requested(board, requested, options, seen.name)
        return known, view
    fitting = [problem for problem in problems if twice or problem.slug != "several-boards"]
    if fitting:
        raise fitting[0]
    raise Problem("board-not-found", text("read.locate_no_board", photo=seen.name))


def _likely_layout(board: Board, options: ReadOptions) -> KnownLayout:
    """Return the layout of a board for the paper and hex size that the user stated, or for the board's default print."""
    usual = find_shipped_code(board.name) if options.paper is None and options.hex_mm is None else None
    if usual and usual.board == board_number(board):
        return known_layout(board, usual.choice)
    return known_layout(board, choice_for(options.paper or "A4", options.hex_mm))


def _layout_by_markers(found: FoundMarkers, board: Board, options: ReadOptions) -> KnownLayout:
    """Return the likely layout, or that with hexes of 33 mm if no size is stated and only that contains all the markers found."""
    usual, ids = _likely_layout(board, options), set(found.ids.tolist())
    if options.hex_mm is not None or ids <= set(usual.places.marker_corners):
        return usual
    larger = known_layout(board, choice_for(options.paper or "A4", ROOMY_HEX_MM))
    return larger if ids <= set(larger.places.marker_corners) else usual


def _check_requested(found: Board, requested: Board | None, options: ReadOptions, photo: str) -> None:
    if requested is not None and (requested.cells != found.cells or requested.terrains != found.terrains):
        raise Problem("other-board", text("read.other_board", photo=photo, asked=options.board, found=found.name))


def _located_photo(view: BoardView, printed: Print) -> LocatedPhoto:
    """Return the photo with the located board for the networks, at half size if that is enough."""
    doubt = np.concatenate([view.doubt_mm, np.zeros(len(printed.parked))])
    lean = view.camera.lean(printed.centres)
    if _half_size_is_enough(_px_per_mm(view, printed), printed.hex_mm):
        return LocatedPhoto(view.photo.colours.half, lambda points_mm: view.place(points_mm) / COARSER, lean, doubt)
    return LocatedPhoto(view.photo.pixels, view.place, lean, doubt)


def _px_per_mm(view: BoardView, printed: Print) -> float:
    """Return the median resolution of the photo at the hexes and sample spots, in pixels per mm."""
    off = np.array([[0, 0], [1, 0], [0, 1]]) * printed.hex_mm / 4
    at = view.place(printed.centres[:, None] + off)
    return float(np.median(np.linalg.norm(at[:, 1:] - at[:, :1], axis=2))) / (printed.hex_mm / 4)


def position_of(board: Board, hexes: HexesRead, players: int | None) -> Position:
    """Return the position with the pieces as read, in the default edition, with scores of 0 and the first player to move.

    If `players` is None, the number of players is inferred from the colours of the pieces. Pieces of colours that do not play
    are left out.
    """
    words = hexes.verdict.pieces
    seen = [number for number, colour in enumerate(SEATS) if Piece(colour) in words]
    seats: tuple[Colour, ...] = SEATS[: players or max(2, *(n + 1 for n in seen), 2)]
    masks = tuple(_mask(words, Piece(colour)) for colour in seats)
    stones = _mask(words, Piece.STONE)
    nothing = (0,) * len(seats)
    return Position(board, USUAL_EDITION, seats, 0, masks, stones, nothing, nothing)


def _mask(words: tuple[Piece, ...], piece: Piece) -> int:
    return sum(1 << cell for cell, word in enumerate(words) if word is piece)


def _build_reading(
    known: KnownBoard,
    view: BoardView,
    hexes: HexesRead,
    order: tuple[int, ...],
    options: ReadOptions,
    spent: Milliseconds,
) -> Reading:
    verdict, cells, layout = hexes.verdict, known.layout.board.cells, known.layout
    sure = np.round(verdict.confidence.astype(np.float64), 6).tolist()
    all_six = map(tuple, verdict.probabilities.astype(np.float64).tolist())
    readings = {cell.id: CellReading(*row) for cell, *row in zip(cells, verdict.pieces, sure, all_six, strict=True)}
    doubtful = tuple(cell.id for cell, doubt in zip(cells, verdict.doubtful, strict=True) if doubt)
    centres = {cell.id: (x, y) for cell, (x, y) in zip(cells, np.round(view.centres_px, 2).tolist(), strict=True)}
    matrix = view.board_to_photo
    return Reading(
        view.photo.width,
        view.photo.height,
        options.board or layout.board.name,
        layout.paper,
        layout.hex_mm,
        readings,
        doubtful,
        tuple(cells[number].id for number in order),
        tuple(cell.id for cell, unseen in zip(cells, hexes.unseen, strict=True) if unseen),
        centres,
        tuple(map(tuple, (matrix / matrix[2, 2]).tolist())),
        spent,
        _notes(hexes, options),
        _advice(view, hexes),
        find_group_doubts(hexes.observed, verdict, tuple(cell.id for cell in cells), DEFAULT),
    )


def _notes(hexes: HexesRead, options: ReadOptions) -> tuple[Text, ...]:
    """Return one note for each kind of piece of which the photo shows more than the box holds."""
    words = hexes.verdict.pieces
    held = pieces_held(words, options.players)
    counts = [(piece, words.count(piece), most) for piece, most in held.items()]
    return tuple(Text(MANY[piece].key, {"count": count, "held": most}) for piece, count, most in counts if count > most)


def _advice(view: BoardView, hexes: HexesRead) -> tuple[Text, ...]:
    """Return advice for a better photo, or an empty tuple if all hexes have a high confidence."""
    if hexes.verdict.confidence.min() >= NEEDS_NO_ADVICE:
        return ()
    from calibration.quality import give_advice, measure_quality

    doubtful = float(np.mean(hexes.verdict.doubtful))
    colourless = (text("read.photo_colourless"),) if hexes.evidence.colourless else _of_grey_pieces(hexes)
    advice = (*colourless, *give_advice(measure_quality(view)))
    return (*advice, text("read.another_photo")) if doubtful > CROWDED else advice


def _of_grey_pieces(hexes: HexesRead) -> tuple[Text, ...]:
    """Return advice if there are pieces whose colour does not show which player they belong to, otherwise an empty tuple."""
    is_grey = any(change.reason is Reason.COLOURLESS_PIECES and change.mask.any() for change in hexes.verdict.adjustments)
    return (text("read.pieces_colourless"),) if is_grey else ()
