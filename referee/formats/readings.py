"""A reading: what a photo shows on every hex, how sure that is, and which hexes a person should look at.

Only values; how a photo becomes a reading is the business of `calibration` and `vision`.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.pieces import Piece
from referee.words.texts import Text


@dataclass(frozen=True, slots=True)
class CellReading:
    """The likeliest word for a hex, and the reader's own estimate that it is right (0..1).

    `probabilities` are those of all six words, in the order of `Piece`; empty where a reading comes from elsewhere.
    """

    piece: Piece
    confidence: float
    probabilities: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Milliseconds:
    """How long the parts took."""

    decode: float
    locate: float
    read: float


@dataclass(frozen=True, slots=True)
class Reading:
    """What a photo shows. Pixels are those of the upright full-size photo, (0, 0) its top left corner.

    `unseen` are the hexes that lie mostly outside the frame; they are doubtful too.
    """

    width: int
    height: int
    board: str
    paper: str
    hex_mm: float
    cells: dict[str, CellReading]
    doubtful: tuple[str, ...]
    by_effect: tuple[str, ...]
    unseen: tuple[str, ...]
    centres_px: dict[str, tuple[float, float]]
    board_to_photo: tuple[tuple[float, float, float], ...]
    milliseconds: Milliseconds
    notes: tuple[Text, ...] = ()
    advice: tuple[Text, ...] = ()
