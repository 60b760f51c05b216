"""Read a photo of the calibration sheet: the appearance of the pieces on its spots, and the actual scale of the print.

The sheet is located by its markers. The scale is measured with a bank card placed in the printed outline.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from calibration.bank_card import CARD_HEIGHT_MM, CARD_WIDTH_MM, CardFault, measure_card
from calibration.lens import Lens, fit_lens, start_lens
from calibration.locate import build_pyramid
from calibration.markers import find_all, find_markers, with_more
from calibration.photo import Photo
from calibration.pose import Camera, find_camera
from printables.artwork.palette import Ink
from printables.documents.calibration_sheet import draw_calibration
from printables.documents.leaf import Leaf
from printables.drawing.pdf import Book, PdfPage, write_pdf
from referee.formats.profiles import KINDS, SHEET, Profile
from referee.layout.calibration_sheet import FIRST_ID, plan_calibration
from referee.reader.evidence import gather_evidence
from referee.reader.located_photo import LocatedPhoto
from referee.reader.prints import Print
from referee.reader.profiles import Confirmed, confirm, learn_profile
from referee.reader.read_hexes import observe_hexes
from referee.reader.settings import DEFAULT
from referee.rules.pieces import Piece
from referee.words.problems import Problem
from referee.words.texts import text

DICTIONARY = "DICT_5X5_100"
PX_PER_MM = 3.0  # resolution at which the sheet is drawn
SPOT_HEX_MM = 32.0  # a spot is read as if it were a hex of this width
FEWEST_MARKERS = 6
AGREE_SHARE = 0.006  # initial tolerance for a marker's corner, as a share of the sheet's height in the photo
CORNER_NOISE_PX = 0.3
FINE_SHARE = 0.6  # half width of the window in which corners are refined, in modules
LEAST_KINDS = 2
LEAST_PERCENT, MOST_PERCENT, MOST_UNEQUAL = 85.0, 115.0, 0.8


@dataclass(frozen=True, slots=True, eq=False)
class LocatedSheet:
    """A photo in which a calibration sheet has been located; `name` is the photo's name in error messages."""

    photo: Photo
    name: str
    lens: Lens
    camera: Camera


def locate_sheet(photo: Photo, name: str) -> LocatedSheet:
    """Locate the sheet by its markers; raise a Problem if the photo is mirrored or too few markers are found or agree."""
    seen = build_pyramid(photo, name)
    plan = plan_calibration()
    ids = tuple(FIRST_ID + number for number in range(len(plan.markers)))
    found = find_markers(seen.greys[0], seen.greys[1], DICTIONARY, ids)
    if found.mirrored:
        raise Problem("mirrored", text("read.locate_mirrored", photo=name))
    if found.count < len(ids):
        found = with_more(found, find_all(seen.greys[0], DICTIONARY, ids))
    photo.colours.wait()
    if found.count < FEWEST_MARKERS:
        raise Problem("sheet-not-found", text("read.sheet_not_found", photo=name, count=found.count, all=len(ids)))
    corners = {marker.id: np.array(marker.corners) for marker in plan.markers}
    points = np.concatenate([corners[number] for number in found.ids.tolist()])
    fine = _refined(seen.greys[0], found.corners)
    within = AGREE_SHARE * float(np.ptp(fine, axis=0).max())
    started = start_lens(points, fine, seen.size_px, within)
    if started is None or started[1].mean() < 0.5:
        raise Problem("sheet-not-found", text("read.sheet_not_found", photo=name, count=found.count, all=len(ids)))
    lens = fit_lens(started[0], points[started[1]], fine[started[1]], np.full(int(started[1].sum()), CORNER_NOISE_PX))
    return LocatedSheet(photo, name, lens, find_camera(lens, photo.focal_px))


def _refined(grey: NDArray[np.uint8], corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the corners of m markers, (m, 4, 2), refined to a fraction of a pixel, as (4 m, 2)."""
    fine = []
    for square in corners:
        side = float(np.linalg.norm(square - np.roll(square, 1, axis=0), axis=1).mean())
        reach = max(2, round(FINE_SHARE * side / 7))
        start = np.ascontiguousarray(square[:, None] - 0.5, np.float32)
        criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 40, 0.01)
        moved = np.asarray(cv2.cornerSubPix(grey, start.copy(), (reach, reach), (-1, -1), criteria), np.float64)[:, 0] + 0.5
        near = np.linalg.norm(moved - square, axis=1) < reach + 1
        fine.append(np.where(near[:, None], moved, square))
    return np.concatenate(fine)


@cache
def _printed_sheet() -> Print:
    """Return the print of the sheet without pieces, with the spots as the places to read."""
    plan = plan_calibration()
    drawing = draw_calibration(Leaf(plan.width, plan.height, 0.0), Ink.COLOUR, "en")
    document = pypdfium2.PdfDocument(io.BytesIO(write_pdf(Book("sheet", "en", (PdfPage(drawing),)))))
    try:
        bitmap = document[0].render(scale=PX_PER_MM * 25.4 / 72)
        picture = np.ascontiguousarray(bitmap.to_numpy()[..., :3])
    finally:
        document.close()
    return Print(np.asarray(picture, np.uint8), PX_PER_MM, np.array([spot.centre for spot in plan.spots]), SPOT_HEX_MM)


def see_pieces(sheet: LocatedSheet) -> Confirmed:
    """Return the appearance of the pieces detected on the spots, each with the kind printed on its spot.

    Raise a Problem if fewer than two kinds of pieces are seen.
    """
    printed = _printed_sheet()
    lean = sheet.camera.lean(printed.centres)
    located = LocatedPhoto(sheet.photo.pixels, _projection(sheet), lean, np.zeros(len(printed.centres)))
    observed = observe_hexes(gather_evidence(located, printed, DEFAULT), printed, DEFAULT)
    words = {number: spot.piece for number, spot in enumerate(plan_calibration().spots)}
    seen = confirm(observed, words, SPOT_HEX_MM, SHEET)
    if len({word for word in seen.words if word in KINDS}) < LEAST_KINDS:
        raise Problem("no-pieces", text("read.sheet_no_pieces", photo=sheet.name))
    return seen


def _projection(sheet: LocatedSheet) -> Callable[[NDArray[np.float64]], NDArray[np.float64]]:
    def to_photo(points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        return sheet.lens.project(points_mm.reshape(-1, 2)).reshape(points_mm.shape)

    return to_photo


def profile_of_sheet(sheet: LocatedSheet, name: str) -> Profile:
    """Return a profile of the pieces on the spots, with the given name; raise a Problem as `see_pieces` does."""
    return learn_profile([see_pieces(sheet)], name)


def missing_kinds(profile: Profile) -> tuple[Piece, ...]:
    """Return the kinds of pieces that the profile does not contain."""
    return tuple(kind for kind in KINDS if kind not in profile.kinds)


def measure_printer(sheet: LocatedSheet) -> tuple[float, float]:
    """Return the printed lengths in mm of a nominal 100 mm, across and down the page, measured with the bank card on the sheet.

    Raise a Problem if the card is crooked or not found, or if the lengths are implausible.
    """
    card = plan_calibration().card
    place = (card.left, card.top, card.width, card.height)
    size = measure_card(sheet.photo.pixels, sheet.lens.project, place, sheet.camera)
    if size is CardFault.CROOKED:
        raise Problem("card-crooked", text("read.card_crooked", photo=sheet.name))
    if isinstance(size, CardFault):
        raise Problem("card-not-found", text("read.card_not_found", photo=sheet.name))
    across, down = 100 * CARD_WIDTH_MM / size.width, 100 * CARD_HEIGHT_MM / size.height
    likely = all(LEAST_PERCENT <= share <= MOST_PERCENT for share in (across, down))
    if not likely or abs(across - down) > MOST_UNEQUAL:
        raise Problem("card-not-found", text("read.card_not_found", photo=sheet.name))
    return across, down
