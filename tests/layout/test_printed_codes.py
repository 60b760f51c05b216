"""Codes on boards printed earlier still lead to the layouts they were printed with."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from referee.formats.layouts import layout_to_json
from referee.layout.board_code import CODE_COLUMNS, CODE_ROWS, BoardCode, board_number, decode_code
from referee.layout.layout import Layout, lay_out
from referee.layout.papers import PAPERS, PrintChoice
from tests.layout.boards import BUILT_INS, laid_out

GOLD = Path(__file__).parent / "gold" / "printed_codes.txt"
BOARDS = {board.name: board for board in BUILT_INS}
# Besides the defaults on every paper: grids that a different search could cut differently.
CHOSEN = (
    ("terranova", PrintChoice("A4", 36.0, 0.0, sheets=14, overlap_mm=0.0)),
    ("terranova", PrintChoice("Legal", 29.0, 35.0, sheets=14)),
    ("terranova", PrintChoice("A4", 24.0, 25.0, sheets=14, measured=(97.5, 98.0))),
    ("terranova", PrintChoice("Legal", 40.0, sheets=14, overlap_mm=12.0)),
    ("islet", PrintChoice("A4", 36.0, 20.0, sheets=14)),
    ("islet", PrintChoice("Legal", 50.0, 0.0, sheets=14, overlap_mm=0.0)),
    ("islet", PrintChoice("Legal", 40.0, 35.0, sheets=14)),
    ("islet", PrintChoice("A3", 60.0, sheets=14)),
    ("wheel", PrintChoice("A4", 26.0, 20.0, sheets=14)),
    ("wheel", PrintChoice("Legal", 29.0, 35.0, sheets=14)),
    ("wheel", PrintChoice("Legal", 40.0, sheets=14, overlap_mm=12.0)),
    ("wheel", PrintChoice("A3", 45.0, sheets=14, measured=(94.0, 94.0))),
)


@dataclass(frozen=True)
class Printed:
    """A line of the record: the board's name, the code in hexadecimal, the marker numbers, and the layout's digest."""

    board: str
    code: str
    markers: str
    digest: str

    def decode(self) -> BoardCode:
        """Decode the code as from a photo."""
        bits = f"{int(self.code, 16):0{CODE_ROWS * CODE_COLUMNS}b}"
        code = decode_code([bits[start : start + CODE_COLUMNS] for start in range(0, len(bits), CODE_COLUMNS)])
        assert code is not None
        return code


def record(layout: Layout) -> Printed:
    """Return the record of a layout."""
    bits = "".join(layout.codes[0].rows)
    exported = {name: part for name, part in layout_to_json(layout).items() if name != "swatches"}  # of these, where they lie
    exported["swatches"] = [patch.centre for patch in layout.swatches]
    markers = ",".join(str(marker.id) for marker in layout.markers)
    digest = sha256(json.dumps(rounded(exported)).encode()).hexdigest()[:16]
    return Printed(layout.board.name, f"{int(bits, 2):024x}", markers, digest)


def rounded(value: Any) -> Any:
    """Round all lengths to a thousandth, to ignore floating-point differences."""
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(part) for part in value]
    return round(value, 3) + 0.0 if isinstance(value, float) else value


def printed() -> list[Printed]:
    """Load the recorded layouts."""
    return [Printed(*line.split()) for line in GOLD.read_text(encoding="ascii").splitlines()]


def test_every_built_in_board_is_in_the_record_on_every_paper() -> None:
    known = {(line.board, code.paper) for line in printed() if (code := line.decode()).measured == (100.0, 100.0)}
    assert known >= {(board, paper) for board in BOARDS for paper in PAPERS}


@pytest.mark.parametrize("line", printed(), ids=lambda line: f"{line.board}-{line.digest}")
def test_a_code_printed_earlier_leads_to_the_layout_it_was_printed_for(line: Printed) -> None:
    code = line.decode()
    assert code.board == board_number(BOARDS[line.board])
    assert record(lay_out(BOARDS[line.board], code.choice)) == line


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("board", BOARDS)
def test_boards_without_further_options_are_printed_as_ever(board: str, paper: str) -> None:
    assert record(laid_out(BOARDS[board], PrintChoice(paper))) in printed()


def main() -> None:
    """Record new layouts; existing lines must never change."""
    usual = [(board, PrintChoice(paper)) for board in BOARDS for paper in PAPERS]
    records = dict.fromkeys(record(lay_out(BOARDS[board], choice)) for board, choice in (*usual, *CHOSEN))
    GOLD.parent.mkdir(exist_ok=True)
    GOLD.write_text("".join(" ".join((p.board, p.code, p.markers, p.digest)) + "\n" for p in records), encoding="ascii")


if __name__ == "__main__":
    main()
