"""A reading of a photo: the piece on each hex, its confidence, and the doubtful hexes that a person should check.

How a photo becomes a reading is the business of `calibration` and `referee.reader`.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.pieces import Piece
from referee.words.texts import Text


@dataclass(frozen=True, slots=True)
class CellReading:
    """The most likely piece on a hex, and the estimated probability (0..1) that it is right.

    `probabilities` covers all six pieces, in the order of `Piece`; it is empty if the reading does not come from the reader.
    """

    piece: Piece
    confidence: float
    probabilities: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Milliseconds:
    """The time taken by each step."""

    decode: float
    locate: float
    read: float


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of reading a photo. Pixel coordinates refer to the upright full-size photo, origin at the top left.

    `unseen` are the hexes mostly outside the frame; they are doubtful too.
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
