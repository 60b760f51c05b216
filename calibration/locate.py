"""Find a board in a photo, first roughly by its markers, then precisely by the print itself.

    build_pyramid(photo) -> PhotoPyramid                grey images of decreasing size
    seek_markers(pyramid, ...) -> FoundMarkers          refuse mirrored photos and those with too few markers
    start_from_markers(pyramid, found, place) -> Start  a first estimate of the board's position
    locate_board(pyramid, start, board) -> BoardView    the measured position of every point

The caller decides which board the markers and the printed code belong to.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.artwork import Offsets, Templates, measure_offsets
from calibration.board import PreparedBoard
from calibration.confirmation import confirmed_by_landmarks, is_contradicted
from calibration.landmark_light import reweight_by_light
from calibration.lens import Lens, fit_lens, start_lens
from calibration.markers import (
    FoundMarkers,
    find_all,
    find_all_at,
    find_faint,
    find_markers,
    find_nearby,
    typical_side,
    with_more,
)
from calibration.photo import Photo
from calibration.pose import Camera, find_camera
from calibration.sheets import Fields, doubt_cells, fit_sheets
from calibration.spread import nine_points, spread, spread_matrix
from calibration.threads import run_in_two_threads
from calibration.tiles import follow_tiles
from calibration.view import BoardView, Fit
from referee.words.problems import Problem
from referee.words.texts import text

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class LocateSettings:
    """Parameters for locating a board in a photo."""

    agree_mm: float = 2.5  # tolerance for markers of one board: sheets are up to 1.5 mm off, curl adds another millimetre
    strange_mm: float = 10.0  # half a marker; markers closer than this to their expected position belong to this board
    fewest_markers: int = 3  # two markers may belong to different boards; three that agree on a plane belong to one
    reach_of_markers: float = 0.25  # share of the longer side; missing ones farther than this from all found are sought again
    min_agreement: float = 0.8  # share of the found markers that must agree on a board before its missing ones are searched for
    row_of_markers: float = 0.1  # share of the longer side; markers that are spread less than this across count as one row
    corner_noise_mm: float = 0.5  # error of a marker's corner as first detected, including shifted sheets
    good_markers: int = 7  # with fewer, the first lens is only rough
    steep_tilt: float = 0.8  # `Camera.tilt_at` the centre above which curl matters more; 0.8 is 51 degrees above the table
    max_iterations: int = 6  # a coarse iteration corrects up to about 3 mm, a fine one half as much
    lens_iterations: int = 2  # iterations that refine the lens too; later ones refine only the sheets
    rough_mm: float = 1.2  # 90th percentile of the movement below which fine templates take over
    settled_mm: float = 0.5  # 90th percentile of the movement below which the search ends
    swing: float = 0.6  # a step that undoes more than this share of the previous one counts as oscillation
    fewest_landmarks: int = 12  # fewest landmarks with which the lens is fitted again
    landmark_noise_mm: float = 0.5  # error of a landmark relative to a flat board, when fitting the lens
    least_share: float = 0.22  # share of visible landmarks that must fit; up to 0.14 on wrong boards, at least 0.33 on right ones
    fit_mm: float = 1.0  # a landmark fits when both its noise and its distance from the expected position are below this


SETTINGS = LocateSettings()
# Photo pixels per template sample above which a smaller image is sampled: a higher limit adds noise, a lower one blur.
MAX_PX_PER_STEP = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class PhotoPyramid:
    """A photo, its name for error messages, and its grey images: at working size, and reduced to a half, a quarter, an eighth."""

    photo: Photo
    name: str
    greys: tuple[Grey, ...]

    @property
    def size_px(self) -> tuple[int, int]:
        """The width and height of the photo at working size."""
        height, width = self.greys[0].shape
        return width, height


@dataclass(frozen=True, slots=True)
class Start:
    """A first estimate of a board's position: a lens, and the ids of the markers to which the lens was fitted."""

    lens: Lens
    markers: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PrintMatch:
    """The position of the print in the photo.

    `missed_mm` (n,) is the distance of each landmark's measured position from the one that the fitted sheet predicts. `inside`
    (n,) marks the landmarks in the frame, and `fits` (n,) those that were found where expected.
    """

    lens: Lens
    camera: Camera
    fields: Fields
    measured: Offsets
    missed_mm: Floats
    inside: NDArray[np.bool_]
    fits: NDArray[np.bool_]


def build_pyramid(photo: Photo, name: str) -> PhotoPyramid:
    """Return a photo with its grey images; `name` identifies the photo in error messages."""
    greys: list[Grey] = [photo.grey]
    for _ in range(3):
        height, width = greys[-1].shape
        half = (max(1, width // 2), max(1, height // 2))
        even = greys[-1][: half[1] * 2, : half[0] * 2]
        greys.append(np.asarray(cv2.resize(even, half, interpolation=cv2.INTER_AREA), dtype=np.uint8))
    return PhotoPyramid(photo, name, tuple(greys))


def seek_markers(
    seen: PhotoPyramid,
    dictionary: str,
    ids: Sequence[int],
    likely_mm: Callable[[], dict[int, Floats]] = dict,
) -> FoundMarkers:
    """Return the printed markers found in a photo.

    Raise a Problem if too few markers are found or the photo is mirrored. `likely_mm` returns the marker corners of the most
    likely board, by id. If few markers are found at first, but enough to predict the positions of the missing ones, the missing
    ones are searched for near these positions.
    """

    def add_likely(found: FoundMarkers) -> FoundMarkers:
        return _add_missing(seen, found, ids, likely_mm()) if found.count >= SETTINGS.fewest_markers else found

    found = find_markers(seen.greys[0], seen.greys[1], dictionary, ids, add_likely)
    if found.mirrored:
        raise Problem("mirrored", text("read.locate_mirrored", photo=seen.name))
    if found.count == 0:
        raise Problem("board-not-found", text("read.locate_no_board", photo=seen.name))
    if found.count < SETTINGS.fewest_markers:
        raise Problem("board-not-found", text("read.locate_few_markers", photo=seen.name, count=found.count))
    return found


def seek_closer(seen: PhotoPyramid, found: FoundMarkers, ids: Sequence[int]) -> FoundMarkers:
    """Return the markers found, adding those of a thorough search unless `found` already includes them."""
    return found if found.thorough else with_more(found, find_all(seen.greys[0], found.dictionary, ids))


def seek_missing(seen: PhotoPyramid, found: FoundMarkers, ids: Sequence[int], corners_mm: dict[int, Floats]) -> FoundMarkers:
    """Return the markers found, adding those of a thorough search unless `found` already includes them.

    If the markers found agree with the likely board, whose marker corners are `corners_mm` by id, only the surroundings of that
    board's missing markers are searched, otherwise the whole photo.
    """
    return seek_closer(seen, _add_missing(seen, found, ids, corners_mm), ids)


def _add_missing(seen: PhotoPyramid, found: FoundMarkers, ids: Sequence[int], corners_mm: dict[int, Floats]) -> FoundMarkers:
    """Return the markers found, adding missed ones of a likely board if the markers found agree with that board.

    Nothing is added if a thorough search has already been made.
    """
    lens = None if found.thorough else _likely_lens(seen, found, corners_mm)
    if lens is None:
        return found
    missing = {number: lens.project(square) for number, square in corners_mm.items() if number not in found.ids}
    return with_more(found, find_all_at(seen.greys[0], found.dictionary, ids, missing))


def _likely_lens(seen: PhotoPyramid, found: FoundMarkers, corners_mm: dict[int, Floats]) -> Lens | None:
    """Return the lens that maps a likely board to most markers found, or None if these markers could belong to another board."""
    ids = found.ids.tolist()
    if found.count < len(ids) or not set(ids) <= set(corners_mm):
        return None
    points = np.array([corners_mm[number] for number in ids])
    px_per_mm = typical_side(found.corners) / typical_side(points)
    started = start_lens(points.reshape(-1, 2), found.corners.reshape(-1, 2), seen.size_px, SETTINGS.agree_mm * px_per_mm)
    whole = started[1].reshape(-1, 4).sum(axis=1) >= 3 if started else np.zeros(0, dtype=bool)
    if started is None or whole.sum() < SETTINGS.fewest_markers or whole.mean() < SETTINGS.min_agreement:
        return None
    return _fit_markers(started[0], points[whole], found.corners[whole])


def locate_board(seen: PhotoPyramid, start: Start, board: PreparedBoard) -> BoardView:
    """Return the board's position as measured on the print; raise a Problem if the print does not confirm `start`."""
    lens, markers = start.lens, start.markers
    camera = find_camera(lens, seen.photo.focal_px)
    tilt = camera.tilt_at(np.array(board.plan.size_mm) / 2)
    rough = len(markers) < SETTINGS.good_markers or tilt > SETTINGS.steep_tilt
    found = _follow_print(seen, lens, board, rough, SETTINGS.lens_iterations)
    if not confirmed_by_landmarks(board, found.fits, found.inside).all():
        found = _follow_tiles(seen, found, board)
    fit = _judge(seen, found, board, markers)
    doubts = _doubts(board, found.fields, found.camera)
    return BoardView(seen.photo, board, found.lens, found.camera, found.fields, doubts, fit)


def _follow_tiles(seen: PhotoPyramid, found: PrintMatch, board: PreparedBoard) -> PrintMatch:
    """Return the match refined with large tiles of the print, or `found` if fewer landmarks fit after that.

    Raise a Problem if `is_contradicted` finds the position of hexes that landmarks do not confirm wrong or unconfirmed.
    """
    lens, tiles = follow_tiles(seen.greys, found.lens, board.plan)
    if lens is not found.lens:
        other = _follow_print(seen, lens, board, rough=True, lens_iterations=0)
        found = other if other.fits.sum() >= found.fits.sum() else found
    by_landmarks = confirmed_by_landmarks(board, found.fits, found.inside)
    shown = _inside(found.lens, board.plan.centres_mm, seen)
    if is_contradicted(board, by_landmarks, shown, found.lens, found.fields, tiles):
        raise Problem("board-not-found", text("read.locate_unclear", photo=seen.name))
    return found


def _follow_print(seen: PhotoPyramid, lens: Lens, board: PreparedBoard, rough: bool, lens_iterations: int) -> PrintMatch:
    """Measure the print and refine lens and sheets, repeatedly until the landmarks hardly move, and return the match.

    The number of iterations is limited. Coarse templates have more reach, fine ones more precision; `rough` starts with the
    coarse ones. The lens is refined only in the first `lens_iterations` iterations.
    """
    offsets = move = np.zeros_like(board.geometry.landmarks.points_mm)
    for turn in range(SETTINGS.max_iterations):
        measured = _measure(seen, lens, offsets, board, board.coarse() if rough else board.fine)
        shift_mm = offsets + measured.shift_mm
        if turn < lens_iterations:
            lens, shift_mm = _refit(lens, shift_mm, measured.noise_mm, board)
        camera = find_camera(lens, seen.photo.focal_px)
        fields = _fit_fields(board, camera, shift_mm, measured.noise_mm)
        before, offsets, move_before = (
            offsets,
            fields.at(board.geometry.landmarks.points_mm, board.geometry.landmarks.sheets),
            move,
        )
        move = offsets - before
        moved = float(np.percentile(np.hypot(*move.T), 90))
        if not rough and moved < SETTINGS.settled_mm:
            break
        if turn >= lens_iterations and float((move * move_before).sum()) < -SETTINGS.swing * float((move_before**2).sum()):
            offsets = (offsets + before) / 2  # damp the oscillation
        rough = moved > SETTINGS.rough_mm and turn < SETTINGS.max_iterations - 2
    missed = np.hypot(*(shift_mm - offsets).T)
    inside = _inside(lens, board.geometry.landmarks.points_mm, seen)
    fits = (measured.noise_mm < SETTINGS.fit_mm) & (missed < SETTINGS.fit_mm) & inside
    return PrintMatch(lens, camera, fields, measured, missed, inside, fits)


def _inside(lens: Lens, points_mm: Floats, seen: PhotoPyramid) -> NDArray[np.bool_]:
    """Return a mask (n,) of the points in board mm (n, 2) that are inside the frame."""
    pixels = lens.project(points_mm)
    return np.asarray(((pixels > 0) & (pixels < np.array(seen.size_px))).all(axis=1))


def start_from_markers(seen: PhotoPyramid, found: FoundMarkers, place: dict[int, Floats]) -> Start:
    """Estimate the position of a board from the markers found; `place` holds the board's marker corners in mm, by id.

    Missing markers are searched for again if they are far from all markers found, or if the markers found are near one line.
    Raise a Problem if too few markers agree or if there are several boards.
    """
    size_mm = float(np.ptp(np.concatenate(list(place.values())), axis=0).max())
    known = np.array([number in place for number in found.ids.tolist()], dtype=bool)
    ids, corners = found.ids[known], found.corners[known]
    if len(set(ids.tolist())) < SETTINGS.fewest_markers:
        raise Problem("board-not-found", text("read.locate_few_markers", photo=seen.name, count=len(ids)))
    points = np.array([place[number] for number in ids.tolist()])
    px_per_mm = typical_side(corners) / typical_side(points)
    started = start_lens(points.reshape(-1, 2), corners.reshape(-1, 2), seen.size_px, SETTINGS.agree_mm * px_per_mm)
    if started is None:
        raise Problem("board-not-found", text("read.locate_no_board", photo=seen.name))
    lens, agreed = started
    whole = agreed.reshape(-1, 4).sum(axis=1) >= 3
    if len(set(ids[whole].tolist())) < SETTINGS.fewest_markers:
        raise Problem("board-not-found", text("read.locate_few_markers", photo=seen.name, count=int(whole.sum())))
    off = np.linalg.norm(lens.project(points.reshape(-1, 2)).reshape(-1, 4, 2) - corners, axis=2).mean(axis=1)
    strange = ~whole & (off > SETTINGS.strange_mm * px_per_mm)
    _refuse_second_board(seen, ids[whole], ids[strange], points[strange], corners[strange])
    if _in_a_row(points[whole], size_mm):
        faint = find_faint(seen.greys[0], found.dictionary, tuple(place))
        closer = with_more(seek_closer(seen, found, tuple(place)), faint)
        if closer.count > found.count:
            return start_from_markers(seen, closer, place)
    ids, corners, lens = ids[whole], corners[whole], _fit_markers(lens, points[whole], corners[whole])
    lonely = _far_from_all(place, ids, SETTINGS.reach_of_markers * size_mm)
    missing = {number: lens.project(place[number]) for number in lonely}
    nearby = find_nearby(seen.greys[0], found.dictionary, missing)
    if nearby.count:
        ids, corners = np.concatenate([ids, nearby.ids]), np.concatenate([corners, nearby.corners])
        lens = _fit_markers(lens, np.array([place[number] for number in ids.tolist()]), corners)
    return Start(lens, tuple(sorted(set(ids.tolist()))))


def _in_a_row(squares: Floats, size_mm: float) -> bool:
    """Return whether the markers are all near one line, which leaves positions far from that line undetermined."""
    middles = squares.mean(axis=1)
    across = np.linalg.svd(middles - middles.mean(axis=0), compute_uv=False)[1] / math.sqrt(len(middles))
    return bool(across < SETTINGS.row_of_markers * size_mm)


def _far_from_all(place: dict[int, Floats], ids: NDArray[np.intp], reach_mm: float) -> list[int]:
    """Return the ids of missing markers that are far from every found marker, where the first lens is least certain."""
    middles = np.array([place[number].mean(axis=0) for number in ids.tolist()])
    near = {number: np.linalg.norm(middles - square.mean(axis=0), axis=1).min() for number, square in place.items()}
    return [number for number, gap in near.items() if gap > reach_mm]


def _fit_markers(lens: Lens, points: Floats, corners: Floats) -> Lens:
    px_per_mm = typical_side(corners) / typical_side(points)
    noise = np.full(len(points) * 4, SETTINGS.corner_noise_mm * px_per_mm)
    return fit_lens(lens, points.reshape(-1, 2), corners.reshape(-1, 2), noise)


def _refuse_second_board(
    seen: PhotoPyramid, agreed: NDArray[np.intp], ids: NDArray[np.intp], points: Floats, corners: Floats
) -> None:
    """Raise a Problem if the markers that do not agree with the board form another one.

    They do if enough of them have the same ids as `agreed` markers, or if enough of them agree with each other.
    """
    several = Problem("several-boards", text("read.locate_several_boards", photo=seen.name))
    if len(set(ids.tolist()) & set(agreed.tolist())) >= SETTINGS.fewest_markers:
        raise several
    if len(set(ids.tolist())) < SETTINGS.fewest_markers:
        return
    px_per_mm = typical_side(corners) / typical_side(points)
    other = start_lens(points.reshape(-1, 2), corners.reshape(-1, 2), seen.size_px, SETTINGS.agree_mm * px_per_mm)
    if other is not None and int((other[1].reshape(-1, 4).sum(axis=1) >= 3).sum()) >= SETTINGS.fewest_markers:
        raise several


def _measure(seen: PhotoPyramid, lens: Lens, offsets_mm: Floats, board: PreparedBoard, templates: Templates) -> Offsets:
    """Return the offsets of all landmarks from their assumed positions, which already include `offsets_mm`."""
    reach = float(np.abs(templates.offsets_mm).max())
    points = board.geometry.landmarks.points_mm + offsets_mm
    nine = lens.project((points[:, None] + nine_points(reach)).reshape(-1, 2)).reshape(-1, 9, 2)
    side = np.median(np.linalg.norm(nine[:, 5] - nine[:, 3], axis=1)) + np.median(np.linalg.norm(nine[:, 7] - nine[:, 1], axis=1))
    px_per_step = float(side) / (4 * reach) * templates.step_mm
    level = next((k for k in range(len(seen.greys)) if px_per_step / 2**k <= MAX_PX_PER_STEP), len(seen.greys) - 1)
    matrix = spread_matrix(templates.offsets_mm, reach)

    def measure(rows: slice) -> Offsets:
        return measure_offsets(seen.greys[level], spread(nine[rows] / 2.0**level, matrix), templates.part(rows))

    first, second = run_in_two_threads(measure, len(nine))
    return reweight_by_light(first.followed_by(second), board.geometry.light_shapes, templates.level)


def _refit(lens: Lens, shift_mm: Floats, noise_mm: Floats, board: PreparedBoard) -> tuple[Lens, Floats]:
    """Return the lens fitted again to all measured landmarks, and the landmarks' offsets under the new lens.

    Both are returned unchanged if too few landmarks are measured.
    """
    points = board.geometry.landmarks.points_mm
    good = np.isfinite(noise_mm)
    if good.sum() < SETTINGS.fewest_landmarks:
        return lens, shift_mm
    pixels = lens.project(points + shift_mm)
    px_per_mm = np.linalg.norm(lens.project(points + (1.0, 0.0)) - pixels, axis=1)
    noise = np.hypot(noise_mm, SETTINGS.landmark_noise_mm) * px_per_mm
    better = fit_lens(lens, points[good], pixels[good], noise[good])
    return better, better.unproject(pixels) - points


def _fit_fields(board: PreparedBoard, camera: Camera, shift_mm: Floats, noise_mm: Floats) -> Fields:
    lean, grid_lean = camera.lean(board.geometry.landmarks.points_mm), camera.lean(board.geometry.sheets.grid_mm)
    return fit_sheets(board.geometry.sheets, shift_mm, noise_mm, lean, grid_lean)


def _doubts(board: PreparedBoard, fields: Fields, camera: Camera) -> Floats:
    """Return the uncertainty (cells,) of each cell's position, as a standard deviation in mm."""
    doubts = np.zeros(len(board.plan.centres_mm))
    lean = camera.lean(board.plan.centres_mm)
    for sheet, precision in zip(board.geometry.sheets.each, fields.precision, strict=True):
        doubts[sheet.cells] = doubt_cells(sheet, precision, lean[sheet.cells])
    return doubts


def _judge(seen: PhotoPyramid, found: PrintMatch, board: PreparedBoard, markers: tuple[int, ...]) -> Fit:
    """Return the quality of the fit; raise a Problem if too few of the landmarks in the frame fit."""
    missed, fits, known = found.missed_mm, found.fits, np.isfinite(found.measured.noise_mm)
    share = float(fits.sum() / max(1, found.inside.sum()))
    residuals = tuple(
        float(np.median(missed[sheet.landmarks][fits[sheet.landmarks]])) if fits[sheet.landmarks].any() else float("nan")
        for sheet in board.geometry.sheets.each
    )
    if share < SETTINGS.least_share:
        off = float(np.median(missed[known])) if known.any() else 0.0
        unclear = text("read.locate_unclear", photo=seen.name)  # what is visible fits, but there is too little of it
        no_fit = text("read.locate_no_fit", photo=seen.name, off_mm=f"{off:.1f}")
        raise Problem("board-not-found", unclear if off < SETTINGS.fit_mm else no_fit)
    return Fit(markers, share, residuals)
