"""Determine the visible share of each hex, and what could hide it: a hand or object over nearby hexes, or a leaning pioneer.

The networks judge each hex separately, and occasionally take a fingertip for a stone. An object that covers several hexes is
connected, and has a similar colour everywhere. Tall pieces appear to lean away from the camera.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from referee.reader.settings import ReaderSettings
from referee.reader.words import EMPTY

LIGHTNESS_WEIGHT = 0.5  # of the three axes of CIE Lab, since the edges of a hand are darker than its back
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Points = NDArray[np.float64]


def may_be_covered(
    words: NDArray[np.int_], odd: Floats, missing: Floats, lab: Floats, beside: Mask, settings: ReaderSettings
) -> Mask:
    """Return a mask (n,) of the hexes that could be covered by a hand or an object over several hexes.

    These are hidden hexes and hexes near them, except hexes that show their print and hexes with pieces of other colours. If
    fewer than `settings.obstructed_hexes` hexes are hidden, the mask marks none.

    `odd` (n,) is the probability that a hex is hidden or holds two pieces, `missing` (n,) and `lab` (n, 3) are the same as in
    `HexObservations`, and `beside` (n, n) marks adjacent hexes.
    """
    hidden = odd > settings.obstructed_above
    if hidden.sum() < settings.obstructed_hexes:
        return np.zeros(len(words), bool)
    open_hexes = (words == EMPTY) & (missing < settings.print_seen)
    reached = hidden
    for _ in range(settings.obstruction_reach):
        reached = reached | (beside[:, reached].any(1) & ~open_hexes)
    return np.asarray(reached & ~open_hexes & (has_colour_of(hidden, lab, settings) | (words == EMPTY)))


def has_colour_of(hidden: Mask, lab: Floats, settings: ReaderSettings) -> Mask:
    """Return a mask (n,) of the hexes that resemble a hidden hex in colour, or of all hexes if no hidden one has a colour."""
    shown = lab[hidden & lab.any(1)]
    if not len(shown):
        return np.ones(len(lab), bool)
    apart = (lab[:, None] - shown) * (LIGHTNESS_WEIGHT, 1, 1)
    return np.asarray(np.linalg.norm(apart, axis=2).min(1) < settings.obstruction_colour)


def may_lean_in(beside: Mask, centres_mm: Points, away: Points, settings: ReaderSettings) -> Mask:
    """Return a mask (n, n) whose row i marks the adjacent hexes from which the top of a tall piece could appear on hex i.

    `beside` (n, n) marks adjacent hexes, and `away` (n, 2) is the apparent shift of tall pieces, in mm per mm of height.
    """
    steps, lean = centres_mm[:, None] - centres_mm, np.linalg.norm(away, axis=1)
    forward = (steps * away).sum(2) > settings.leaning_cosine * np.linalg.norm(steps, axis=2) * lean
    return np.asarray(beside & forward & (lean > settings.leans_from))


def visibility_factor(odd: Floats, settings: ReaderSettings) -> Floats:
    """Return a factor that decreases from 1 with the probability that a hex is hidden or holds two pieces."""
    return np.asarray(1 - settings.odd_penalty * hidden_share(odd, settings), np.float32)


def hidden_share(odd: Floats, settings: ReaderSettings) -> Floats:
    """Return the share (n,) of each hex that counts as hidden, which is 0 up to the probability `settings.odd_harmless`."""
    beyond = (odd - settings.odd_harmless) / (1 - settings.odd_harmless)
    return np.asarray(np.clip(beyond, 0, 1), np.float32)


def visible_share(odd: Floats, inside: Floats, covered: Mask, settings: ReaderSettings) -> Floats:
    """Return the share (n,) of each hex that is inside the frame and not hidden.

    Hexes in the mask `covered` count as hidden by at least `settings.covered_share`.
    """
    hidden = hidden_share(odd, settings)
    hidden = np.where(covered, np.maximum(hidden, settings.covered_share), hidden)
    return np.asarray(np.minimum(1 - hidden, np.clip(inside, 0, 1)), np.float32)
