"""Gather the evidence at each hex and sample spot: the first network's answers and independent comparisons with the print."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.threads import run_in_thread, run_in_two_threads
from referee.reader.located_photo import LocatedPhoto
from referee.reader.networks import Answers, empty_answers, queue_on_workers, run_first_network
from referee.reader.patches import (
    BLOCK_PX,
    NODES,
    PATCH_HEXES,
    PATCH_PX,
    WHITE_LEVEL,
    block_means,
    cut_patches,
    estimate_haze,
    expected_in_paper_white,
    fill_in,
    fit_light_through_haze,
    in_paper_white,
    paper_factor,
    patch_nodes,
    reduce_for_patches,
    sixths_away,
)
from referee.reader.print_pattern import pattern_shown, shows_bare_print
from referee.reader.prints import Print, expected_patches, neighbour_weights
from referee.reader.score_marker_rows import may_end_a_row
from referee.reader.settings import ReaderSettings

Floats = NDArray[np.float32]
Points = NDArray[np.float64]
Pixels = NDArray[np.uint8]
CORE_RADIUS = 10  # radius in patch pixels around the centre, out of reach of pieces leaning in from neighbouring hexes
MIDDLE_PX = 2 * CORE_RADIUS + 4  # the core with a margin for a shift and a blur of one pixel each
BURNT_LEVEL = 251  # 8 bit value
LEAST_COLOUR, COLOURED_SHARE = 4, 0.002  # 8 bit difference between channels; share of pixels that must reach it
WORST_SHARE = 5  # average over the worst fifth of the pixels: a matchstick covers no more


@dataclass(frozen=True, slots=True)
class Evidence:
    """Evidence at n places: patches of photo and print relative to white paper (RGB), network answers, misfit of the bare print.

    For each place, `shown` is the correlation with the print's pattern, `burnt` the overexposed share of the hex's middle,
    `inside` the share of the hex in the frame, `away` (n, 2) the apparent shift of tall pieces in mm per mm of height, and
    `doubt_mm` the standard deviation of its position. `light` (n, 3) contains the factors from haze-free photo values to units of
    white paper. `colourless` is set for a black and white photo. `in_row` (n,) marks the places that a row of score markers could
    reach.
    """

    seen: Pixels
    expected: Pixels
    answers: Answers
    misfit: Floats
    shown: Floats
    burnt: Floats
    inside: Floats
    away: Points
    doubt_mm: Floats
    light: Floats
    colourless: bool
    in_row: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Cut:
    """Raw RGB patches of the photo and of the print at n places, their block means, and which parts are outside the photo."""

    seen: Pixels
    expected: Pixels
    seen_blocks: Floats
    expected_blocks: Floats
    cut_off: NDArray[np.int_]  # (k,) numbers of the places that are partly outside the photo
    outside: NDArray[np.bool_]  # (k, 56, 56) mask of their pixels outside the photo


@dataclass(frozen=True, slots=True)
class Compared:
    """Patches normalised to white paper, the light and haze used for that, and how well photo and print agree."""

    seen: Pixels
    expected: Pixels
    light: Floats
    haze: Floats
    misfit: Floats
    shown: Floats


def gather_evidence(located: LocatedPhoto, printed: Print, settings: ReaderSettings) -> Evidence:
    """Return the evidence at all hexes and sample spots of a print.

    Patches are cut, the light is estimated, and each place is compared with the bare print. The first network runs on the places
    that do not plainly show the bare print.
    """
    sixths = sixths_away(located.away)
    nodes_mm = patch_nodes(printed.centres, printed.hex_mm, sixths)
    nodes_px = np.concatenate(run_in_two_threads(lambda rows: located.to_photo(nodes_mm[rows]), len(nodes_mm)))
    height, width = located.photo.shape[:2]
    across, down = nodes_px[..., 0], nodes_px[..., 1]
    nodes_in = np.asarray((across > 1) & (down > 1) & (across < width - 1) & (down < height - 1))
    cut = _cut(located, printed, sixths, nodes_px, np.flatnonzero(~nodes_in.all((1, 2))))
    compared = _compare_in_its_light(cut, printed, settings)
    print_alone = queue_on_workers(
        lambda: (
            burnt_out(cut.seen),
            is_colourless(cut.seen),
            may_end_a_row(located, printed, compared.light, compared.haze),
        )
    )
    inside = np.asarray(nodes_in[:, _hex_nodes()].mean(1), np.float32)
    bare = (inside >= settings.whole_inside) & shows_bare_print(compared.misfit, compared.shown, printed.hex_patterns, settings)
    inspected = np.flatnonzero(~bare)
    looks = run_first_network(compared.seen[inspected], compared.expected[inspected])
    burnt, colourless, in_row = print_alone.result()
    return Evidence(
        compared.seen,
        compared.expected,
        empty_answers(len(bare)).with_others(inspected, looks),
        compared.misfit,
        compared.shown,
        burnt,
        inside,
        located.away,
        located.doubt_mm.astype(np.float32),
        compared.light,
        colourless,
        in_row,
    )


def _cut(located: LocatedPhoto, printed: Print, sixths: NDArray[np.int_], nodes_px: Points, cut_off: NDArray[np.int_]) -> Cut:
    source = reduce_for_patches(located.photo, nodes_px)
    seen = np.concatenate(run_in_two_threads(lambda rows: cut_patches(source, nodes_px[rows]), len(nodes_px)))
    expected, expected_blocks = expected_patches(printed).take(sixths)
    outside = np.zeros((0, PATCH_PX, PATCH_PX), bool)
    if len(cut_off):
        at_px, size = fill_in(nodes_px[cut_off]), (located.photo.shape[1] - 1, located.photo.shape[0] - 1)
        outside = np.asarray(((at_px <= 1) | (at_px >= size)).any(-1))
    return Cut(seen, expected, block_means(seen), expected_blocks, cut_off, outside)


def _compare_in_its_light(cut: Cut, printed: Print, settings: ReaderSettings) -> Compared:
    """Compare photo and print after estimating the light from the whole print, or only from places with a visible pattern.

    Many stones of one tint side by side could be mistaken for paper, and their tint for coloured light. In that case bare hexes
    fit badly although their pattern is visible, and the light is estimated again from the places with a visible pattern.
    """
    near, hexes = neighbour_weights(printed, settings.light_reach_hexes), slice(0, printed.hexes)
    compared = _compare(cut, near)
    plain = compared.shown > settings.pattern_shows
    unlike = plain[hexes] & (compared.misfit[hexes] > settings.wrong_light)
    if unlike.sum() > settings.wrong_light_share * plain[hexes].sum():
        return _compare(cut, near, plain.astype(np.float32))
    return compared


def _compare(cut: Cut, near: Floats, trust: Floats | None = None) -> Compared:
    gain, offset = fit_light_through_haze(cut.seen_blocks, cut.expected_blocks, near, trust)
    haze = estimate_haze(gain, offset)
    offset = offset - haze
    expecting = run_in_thread(expected_in_paper_white, cut.expected, gain, offset)
    seen, expected = in_paper_white(cut.seen, gain, offset, haze), expecting.result()
    # Outside the photo patches are black, which would be taken for a piece.
    seen[cut.cut_off] = np.where(cut.outside[..., None], expected[cut.cut_off], seen[cut.cut_off])
    misfit, shown = (
        np.concatenate(halves)
        for halves in zip(
            *run_in_two_threads(
                lambda rows: (unexplained(seen[rows], expected[rows]), pattern_shown(seen[rows], expected[rows])),
                len(seen),
            ),
            strict=True,
        )
    )
    return Compared(seen, expected, paper_factor(gain, offset), haze, misfit, shown)


def _hex_nodes() -> NDArray[np.bool_]:
    """Return a mask of the 8 x 8 nodes of a patch that are less than half a hex width from the centre of the hex."""
    line = (np.arange(NODES) / (NODES - 1) - 0.5) * PATCH_HEXES
    return np.asarray(np.hypot(line[:, None], line[None]) < 0.5)


@cache
def core_of_middle() -> NDArray[np.bool_]:
    """Return a mask (24, 24) of the pixels in a patch's middle that belong to its core."""
    off = np.arange(MIDDLE_PX) - (MIDDLE_PX - 1) / 2
    return np.asarray(off[:, None] ** 2 + off[None] ** 2 <= CORE_RADIUS**2)


def is_colourless(raw_seen: Pixels) -> bool:
    """Return whether the photo is black and white; a colour photo has some colour noise even if the board is grey."""
    few = raw_seen[:, BLOCK_PX :: 2 * BLOCK_PX, BLOCK_PX :: 2 * BLOCK_PX]
    return float((np.ptp(few, axis=3) > LEAST_COLOUR).mean()) < COLOURED_SHARE


def burnt_out(raw_seen: Pixels) -> Floats:
    """Return the share (n,) of the pixels in the middle of each patch that are overexposed in all three channels."""
    low, high = PATCH_PX // 2 - CORE_RADIUS, PATCH_PX // 2 + CORE_RADIUS
    core = np.ascontiguousarray(raw_seen[:, low:high, low:high]).reshape(-1, high - low, 3)
    burnt = cv2.inRange(core, (BURNT_LEVEL,) * 3, (255,) * 3)
    return np.asarray(burnt.reshape(len(raw_seen), -1).mean(1) / 255, np.float32)


def unexplained(seen: Pixels, expected: Pixels) -> Floats:
    """Return the misfit (n,) of photo and print in the middle of each hex, in units of white paper.

    Each pixel is compared at the shift, by up to one pixel, at which it differs least. The misfit is the mean difference of the
    fifth of the pixels that differ most.
    """
    photo, bare = _smooth_middles(seen), _smooth_middles(expected)
    reach, last = MIDDLE_PX + 1, photo[0].size - MIDDLE_PX - 1
    best = np.full(photo[0].size, 255, np.uint8)
    for shift in (down * MIDDLE_PX + across for down in (-1, 0, 1) for across in (-1, 0, 1)):
        gaps = [cv2.absdiff(a[reach:last], b[reach + shift : last + shift]) for a, b in zip(photo, bare, strict=True)]
        best[reach:last] = cv2.min(best[reach:last], cv2.max(cv2.max(gaps[0], gaps[1]), gaps[2]))
    flat = best.reshape(-1, MIDDLE_PX, MIDDLE_PX)[:, core_of_middle()]
    worst = flat.shape[1] // WORST_SHARE
    top = np.partition(flat, flat.shape[1] - worst, axis=1)[:, -worst:]
    return np.asarray(top.mean(1, dtype=np.float32) / WHITE_LEVEL, np.float32)


def _smooth_middles(patches: Pixels) -> list[Pixels]:
    """Return the slightly blurred middles of all patches as one flat plane per colour, so that a shift is an index offset.

    Blurring and shifting bring values from neighbouring patches and rows into the margin of a middle, outside its core.
    """
    low, high = (PATCH_PX - MIDDLE_PX) // 2, (PATCH_PX + MIDDLE_PX) // 2
    tall = np.ascontiguousarray(patches[:, low:high, low:high]).reshape(-1, MIDDLE_PX, 3)
    return [np.asarray(plane, np.uint8).ravel() for plane in cv2.split(cv2.GaussianBlur(tall, (3, 3), 0))]
