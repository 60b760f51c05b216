"""Named adjustments of confidence, each with a reason, a mask of hexes, a value for each hex and an effect.

A factor scales the confidence, a ceiling caps it, and a floor raises it. `classify.adjustments_of` lists all adjustments except
the last (`supply.surplus_of`), which depends on the confidence after the others. Each can be switched off by its reason, so
that tests can show the effect; `--explain` lists the adjustments applied to each hex.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, StrEnum, auto

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]


class Reason(StrEnum):
    """Reasons for adjusting confidence, in the order in which the adjustments apply; all but the first can only lower it."""

    PRINT_VISIBLE = "print-visible"
    HIDDEN_IN_PART = "hidden-in-part"
    PLACE_UNCERTAIN = "place-uncertain"
    COLOUR_NOT_PLAYING = "colour-not-playing"
    SAMPLES_DISAGREE = "samples-disagree"
    LIMITED_BY_SUPPLY = "limited-by-supply"
    LOOKALIKES = "lookalikes"
    TWO_COLOURS = "two-colours"
    BURNT_OUT = "burnt-out"
    HIDDEN = "hidden"
    BESIDE_HIDDEN = "beside-hidden"
    SCORE_MARKER_ROW = "score-marker-row"
    PATTERN_SHOWS = "pattern-shows"
    COLOURLESS_PHOTO = "colourless-photo"
    COLOURLESS_PIECES = "colourless-pieces"
    CUT_OFF = "cut-off"
    MORE_THAN_THE_BOX_HOLDS = "more-than-the-box-holds"


class Effect(Enum):
    """Ways in which the value of an adjustment changes confidence: as a factor, an upper limit or a lower limit."""

    FACTOR = auto()
    CEILING = auto()
    FLOOR = auto()


@dataclass(frozen=True, slots=True, eq=False)
class Adjustment:
    """The effect of one reason: `mask` (n,) selects hexes, and `value` (n,) is their factor, ceiling or floor."""

    reason: Reason
    mask: Mask
    value: Floats
    effect: Effect

    def apply(self, confidence: Floats) -> Floats:
        """Return the confidence after this adjustment."""
        combine = {Effect.FACTOR: np.multiply, Effect.CEILING: np.minimum, Effect.FLOOR: np.maximum}[self.effect]
        return np.asarray(np.where(self.mask, combine(confidence, self.value), confidence), np.float32)


def factor(reason: Reason, value: Floats) -> Adjustment:
    """Return an adjustment that scales the confidence of all hexes whose factor is below 1."""
    return Adjustment(reason, value < 1, value, Effect.FACTOR)


def ceiling(reason: Reason, mask: Mask, value: Floats | float) -> Adjustment:
    """Return an adjustment that caps the confidence of the hexes in a mask."""
    return Adjustment(reason, mask, np.broadcast_to(np.float32(value), mask.shape), Effect.CEILING)


def floor(reason: Reason, mask: Mask, value: float) -> Adjustment:
    """Return an adjustment that raises the confidence of the hexes in a mask to at least `value`."""
    return Adjustment(reason, mask, np.broadcast_to(np.float32(value), mask.shape), Effect.FLOOR)


def adjust(confidence: Floats, adjustments: Iterable[Adjustment]) -> Floats:
    """Return the confidence after all adjustments, applied in order."""
    for adjustment in adjustments:
        confidence = adjustment.apply(confidence)
    return confidence
