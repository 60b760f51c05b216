"""Draw a board as text from its cells: a letter for each landscape, two columns per hex."""

from __future__ import annotations

from referee.boards.board import LANDSCAPES, Board

LETTERS = dict(zip(LANDSCAPES, "MCFLRDBV", strict=True))


def draw_board(board: Board) -> str:
    """Return one line per row: its letter, its hexes, and the label of its last hex."""
    left = min(2 * cell.q + cell.r for cell in board.cells)
    lines = []
    for r in sorted({cell.r for cell in board.cells}):
        row = [cell for cell in board.cells if cell.r == r]
        columns = {2 * cell.q + cell.r - left: LETTERS[board.terrains[cell.terrain].id] for cell in row}
        drawn = "".join(columns.get(column, " ") for column in range(max(columns) + 1))
        lines.append(f"{row[0].id[0]}  {drawn}  {row[-1].id}")
    return "\n".join(lines) + "\n"
