"""The small printed code that identifies the board and its print layout in a photo.

A code is a block of 8 by 12 black and white modules between two markers. The markers alone fix its position, so the code can
be read before anything else is known about the board. It contains the board's number (a hash of its hexes and landscapes), the
paper, hex size, margin, orientation, grid of sheets, overlap, printer scale and a checksum.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from referee.boards.board import Board
from referee.layout.papers import PAPERS, Orientation, PrintChoice, mm_text
from referee.layout.shapes import Box
from referee.words.texts import Text, text

CODE_ROWS, CODE_COLUMNS = 8, 12
# Sizes in modules of the adjacent markers; a module of the code is three quarters of a module of a marker.
CODE_MODULE = 0.75
CODE_WIDTH_MODULES, CODE_HEIGHT_MODULES = CODE_COLUMNS * CODE_MODULE, CODE_ROWS * CODE_MODULE

_VERSION = 1
_CHECK_POLYNOMIAL = 0x1021  # CRC-16/CCITT, initialized with ones
_CHECK_BITS = 16
# The fields in order, most significant bit first: name, number of bits.
_FIELDS = (
    ("version", 2),
    ("board", 16),
    ("paper", 3),
    ("landscape", 1),
    ("hex", 14),
    ("margin", 12),
    ("columns", 3),
    ("rows", 3),
    ("overlap", 8),
    ("across", 9),
    ("down", 9),
)
_PAYLOAD_BITS = CODE_ROWS * CODE_COLUMNS - _CHECK_BITS
_PAPER_ORDER = tuple(PAPERS)
_HUNDREDTHS, _TENTHS = 100, 10
_LEAST_MEASURED_TENTHS = 850
# A checkerboard-like mask, so that a payload with many zeros is not printed as a black block.
_MASK = int("10" * (CODE_ROWS * CODE_COLUMNS // 4) + "01" * (CODE_ROWS * CODE_COLUMNS // 4), 2)


@dataclass(frozen=True, slots=True)
class BoardCode:
    """The content of a code. `board` is the board's `board_number`; `columns` and `rows` count the sheets.

    `measured` is the printed length in mm of a nominal 100 mm, across and down the page.
    """

    board: int
    paper: str
    orientation: Orientation
    hex_mm: float
    margin_mm: float
    columns: int
    rows: int
    overlap_mm: float = 5.0
    measured: tuple[float, float] = (100.0, 100.0)

    @property
    def choice(self) -> PrintChoice:
        """The print choice that reproduces the layout."""
        return PrintChoice(
            self.paper,
            self.hex_mm,
            self.margin_mm,
            self.orientation,
            self.columns * self.rows,
            self.measured,
            self.overlap_mm,
            (self.columns, self.rows),
        )


@dataclass(frozen=True, slots=True)
class CodePlace:
    """A code at its place on the board: its block, the size of a module, and the bits row by row (`1` is white).

    `plate` is the white area that contains the code and its two markers; `markers` are the numbers of the left and right marker.
    """

    block: Box
    plate: Box
    module: float
    rows: tuple[str, ...]
    markers: tuple[int, int]


def board_number(board: Board) -> int:
    """Return a 16-bit hash of a board's hexes and landscapes; the board's name does not matter."""
    cells = [[cell.q, cell.r, board.terrains[cell.terrain].id] for cell in board.cells]
    return int.from_bytes(sha256(json.dumps(cells).encode()).digest()[:2], "big")


def encode_code(code: BoardCode) -> tuple[str, ...]:
    """Encode a code as 8 strings of 12 modules each, in which `1` is white; `decode_code` is the inverse."""
    values = {
        "version": _VERSION,
        "board": code.board,
        "paper": _PAPER_ORDER.index(code.paper),
        "landscape": int(code.orientation is Orientation.LANDSCAPE),
        "hex": round(code.hex_mm * _HUNDREDTHS),
        "margin": round(code.margin_mm * _HUNDREDTHS),
        "columns": code.columns,
        "rows": code.rows,
        "overlap": round(code.overlap_mm * _TENTHS),
        "across": round(code.measured[0] * _TENTHS) - _LEAST_MEASURED_TENTHS,
        "down": round(code.measured[1] * _TENTHS) - _LEAST_MEASURED_TENTHS,
    }
    payload = 0
    for name, bits in _FIELDS:
        payload = payload << bits | values[name]
    word = (payload << _CHECK_BITS | _check_sum(payload)) ^ _MASK
    modules = f"{word:0{CODE_ROWS * CODE_COLUMNS}b}"
    return tuple(modules[start : start + CODE_COLUMNS] for start in range(0, len(modules), CODE_COLUMNS))


def decode_code(rows: Sequence[str]) -> BoardCode | None:
    """Decode rows of modules; return None if the checksum, version, paper or grid is invalid."""
    word = int("".join(rows), 2) ^ _MASK
    payload = word >> _CHECK_BITS
    if word & (1 << _CHECK_BITS) - 1 != _check_sum(payload):
        return None
    values: dict[str, int] = {}
    for name, bits in reversed(_FIELDS):
        values[name] = payload & (1 << bits) - 1
        payload >>= bits
    if values["version"] != _VERSION or values["paper"] >= len(_PAPER_ORDER) or not values["columns"] * values["rows"]:
        return None
    return BoardCode(
        values["board"],
        _PAPER_ORDER[values["paper"]],
        Orientation.LANDSCAPE if values["landscape"] else Orientation.PORTRAIT,
        values["hex"] / _HUNDREDTHS,
        values["margin"] / _HUNDREDTHS,
        values["columns"],
        values["rows"],
        values["overlap"] / _TENTHS,
        ((values["across"] + _LEAST_MEASURED_TENTHS) / _TENTHS, (values["down"] + _LEAST_MEASURED_TENTHS) / _TENTHS),
    )


def describe_code(code: BoardCode) -> Text:
    """Return a code as text for people: `3f2a · A4 · 32 mm · 6.35 mm · 3×2 portrait`."""
    return text(
        "layout.code",
        board=f"{code.board:04x}",
        paper=code.paper,
        hex=mm_text(code.hex_mm),
        margin=mm_text(code.margin_mm),
        columns=code.columns,
        rows=code.rows,
        lies=text("layout.portrait") if code.orientation is Orientation.PORTRAIT else text("layout.landscape"),
    )


def _check_sum(payload: int) -> int:
    remainder = 0xFFFF
    for bit in f"{payload:0{_PAYLOAD_BITS}b}":
        overflow = (remainder >> 15 & 1) ^ int(bit)
        remainder = remainder << 1 & 0xFFFF
        if overflow:
            remainder ^= _CHECK_POLYNOMIAL
    return remainder
