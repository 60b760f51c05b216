"""What speaks for each word at each place: the network's answers and, apart from it, what the print leaves unexplained."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.halves import do_beside, in_halves
from referee.vision.ground import pattern_shown, shows_bare_print
from referee.vision.network import Answers, do_in_turn, look_first, nothing_there
from referee.vision.patches import (
    BLOCK_PX,
    NODES,
    PATCH_HEXES,
    PATCH_PX,
    WHITE_LEVEL,
    block_means,
    cut_patches,
    expected_in_paper_white,
    fill_in,
    find_veil,
    fit_light_through_veil,
    in_paper_white,
    paper_factor,
    patch_nodes,
    reduce_for_patches,
    sixths_away,
)
from referee.vision.prints import Print, expected_patches, nearness
from referee.vision.rows import may_end_a_row
from referee.vision.settings import ReaderSettings
from referee.vision.sight import Sight

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]
CORE_RADIUS = 10                    # patch pixels round the hex's middle: what leans in from next door stays outside
MIDDLE_PX = 2 * CORE_RADIUS + 4     # the core with what a shift and a blur of one pixel each bring in
BURNT_LEVEL = 251                   # 8 bit value
LEAST_COLOUR, COLOURED_SHARE = 4, 0.002     # 8 bit values between channels; share of a photo that shows as much
WORST_SHARE = 5                     # the worst fifth of them tells of a thing: a matchstick covers no more


@dataclass(frozen=True, slots=True)
class Evidence:
    """For n places: patches of photo and print in units of white paper (RGB), the network's answers, misfit of the bare print.

    `shown`: how well the print's pattern shows; `burnt`: share of the hex's middle that is burnt out; `inside`: share of the hex
    within the frame; `light` (n, 3): a photo value, veil taken off, times the light is in units of white paper; `colourless`: the
    photo is black and white; `in_row` (n,): a row of score markers may lead there.
    """

    seen: Pixels
    expected: Pixels
    answers: Answers
    misfit: Floats
    shown: Floats
    burnt: Floats
    inside: Floats
    doubt_mm: Floats
    light: Floats
    colourless: bool
    in_row: NDArray[np.bool_]


def gather_evidence(sight: Sight, printed: Print, settings: ReaderSettings) -> Evidence:
    """Cuts all patches, fits the light, asks the network, and measures what the print does not explain."""
    sixths = sixths_away(sight.away)
    nodes_mm = patch_nodes(printed.centres, printed.hex_mm, sixths)
    nodes_px = np.concatenate(in_halves(lambda rows: sight.to_photo(nodes_mm[rows]), len(nodes_mm)))
    source = reduce_for_patches(sight.photo, nodes_px)
    raw_seen = np.concatenate(in_halves(lambda rows: cut_patches(source, nodes_px[rows]), len(nodes_px)))
    raw_expected, expected_blocks = expected_patches(printed).take(sixths)
    gain, offset = fit_light_through_veil(block_means(raw_seen), expected_blocks, nearness(printed, settings.light_reach_hexes))
    veil = find_veil(gain, offset)
    offset = offset - veil
    expecting = do_beside(expected_in_paper_white, raw_expected, gain, offset)
    seen, expected = in_paper_white(raw_seen, gain, offset, veil), expecting.result()
    height, width = sight.photo.shape[:2]
    across, down = nodes_px[..., 0], nodes_px[..., 1]
    nodes_in = np.asarray((across > 1) & (down > 1) & (across < width - 1) & (down < height - 1))
    cut_off = np.flatnonzero(~nodes_in.all((1, 2)))
    if len(cut_off):
        seen[cut_off] = with_print_outside(seen[cut_off], expected[cut_off], fill_in(nodes_px[cut_off]), (width, height))
    light = paper_factor(gain, offset)
    inside = np.asarray(nodes_in[:, _hex_nodes()].mean(1), np.float32)
    misfit, shown = (np.concatenate(halves) for halves in zip(*in_halves(
        lambda rows: (unexplained(seen[rows], expected[rows]), pattern_shown(seen[rows], expected[rows])), len(seen),
    ), strict=True))
    print_alone = do_in_turn(lambda: (burnt_out(raw_seen), is_colourless(raw_seen), may_end_a_row(sight, printed, light, veil)))
    bare = (inside >= settings.whole_inside) & shows_bare_print(misfit, shown, printed.grounds_told, settings)
    looked_at = np.flatnonzero(~bare)
    answers = nothing_there(len(seen)).with_others(looked_at, look_first(seen[looked_at], expected[looked_at]))
    burnt, colourless, in_row = print_alone.result()
    return Evidence(
        seen, expected, answers, misfit, shown, burnt, inside, sight.doubt_mm.astype(np.float32), light, colourless, in_row,
    )


def _hex_nodes() -> NDArray[np.bool_]:
    """Which of a patch's 8 x 8 nodes lie on its hex."""
    line = (np.arange(NODES) / (NODES - 1) - 0.5) * PATCH_HEXES
    return np.asarray(np.hypot(line[:, None], line[None]) < 0.5)


def with_print_outside(seen: Pixels, expected: Pixels, at_px: Floats, size: tuple[int, int]) -> Pixels:
    """Patches that reach beyond the photo hold there what the print leads one to expect: black would be taken for a thing."""
    outside = np.asarray(((at_px <= 1) | (at_px >= (size[0] - 1, size[1] - 1))).any(-1))
    return np.where(outside[..., None], expected, seen)


@cache
def core_of_middle() -> NDArray[np.bool_]:
    """Which pixels of a patch's middle, (24, 24), are its core."""
    off = np.arange(MIDDLE_PX) - (MIDDLE_PX - 1) / 2
    return np.asarray(off[:, None] ** 2 + off[None] ** 2 <= CORE_RADIUS ** 2)


def is_colourless(raw_seen: Pixels) -> bool:
    """Is the photo black and white? Even a grey board under a white lamp leaves some colour on a sensor that sees colours."""
    few = raw_seen[:, BLOCK_PX::2 * BLOCK_PX, BLOCK_PX::2 * BLOCK_PX]
    return float((np.ptp(few, axis=3) > LEAST_COLOUR).mean()) < COLOURED_SHARE


def burnt_out(raw_seen: Pixels) -> Floats:
    """The share of each hex's middle, (n,), that is as bright as can be in all colours: nothing can be told there."""
    low, high = PATCH_PX // 2 - CORE_RADIUS, PATCH_PX // 2 + CORE_RADIUS
    core = np.ascontiguousarray(raw_seen[:, low:high, low:high]).reshape(-1, high - low, 3)
    burnt = cv2.inRange(core, (BURNT_LEVEL,) * 3, (255,) * 3)
    return np.asarray(burnt.reshape(len(raw_seen), -1).mean(1) / 255, np.float32)


def unexplained(seen: Pixels, expected: Pixels) -> Floats:
    """How far the photo is from the print inside each hex, whatever small shift suits it best, in units of white paper."""
    photo, bare = _smooth_middles(seen), _smooth_middles(expected)
    reach, last = MIDDLE_PX + 1, photo[0].size - MIDDLE_PX - 1
    best = np.full(photo[0].size, 255, np.uint8)
    for shift in (down * MIDDLE_PX + across for down in (-1, 0, 1) for across in (-1, 0, 1)):
        gaps = [cv2.absdiff(a[reach:last], b[reach + shift:last + shift]) for a, b in zip(photo, bare, strict=True)]
        best[reach:last] = cv2.min(best[reach:last], cv2.max(cv2.max(gaps[0], gaps[1]), gaps[2]))
    flat = best.reshape(-1, MIDDLE_PX, MIDDLE_PX)[:, core_of_middle()]
    worst = flat.shape[1] // WORST_SHARE
    top = np.partition(flat, flat.shape[1] - worst, axis=1)[:, -worst:]
    return np.asarray(top.mean(1, dtype=np.float32) / WHITE_LEVEL, np.float32)


def _smooth_middles(patches: Pixels) -> list[Pixels]:
    """The patches' middles, slightly blurred, one after the other: a plane (n * 24 * 24,) a colour, in which a shift is a step.

    What comes in from the patch before is never asked for.
    """
    low, high = (PATCH_PX - MIDDLE_PX) // 2, (PATCH_PX + MIDDLE_PX) // 2
    tall = np.ascontiguousarray(patches[:, low:high, low:high]).reshape(-1, MIDDLE_PX, 3)
    return [np.asarray(plane, np.uint8).ravel() for plane in cv2.split(cv2.GaussianBlur(tall, (3, 3), 0))]
