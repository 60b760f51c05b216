"""Random small boards and positions for comparing the engine with the oracle."""

from __future__ import annotations

import random
from collections.abc import Iterable

from hypothesis import strategies as st

from referee.boards.board import Board, Cell, Terrain
from referee.boards.hexes import neighbours_of
from referee.rules.pieces import PIONEERS_EACH, seats_for
from referee.rules.position import Edition, Position, check_position, mask_of
from tests.rules.oracle import Figure, Land, Table, clear_first, ended

ROWS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def board_of(terrain_at: dict[tuple[int, int], int], terrains: int) -> Board:
    """Build a board from coordinates and landscapes; labels are derived."""
    cells = []
    rows = sorted({r for _, r in terrain_at})
    for row, r in enumerate(rows):
        for number, q in enumerate(sorted(q for q, other in terrain_at if other == r), start=1):
            cells.append(Cell(f"{ROWS[row]}{number}", q, r, terrain_at[q, r]))
    return Board("random", tuple(Terrain(f"land{number}") for number in range(terrains)), tuple(cells))


def random_board(chance: random.Random, rows: int, columns: int, missing: float, patchy: bool | None = None) -> Board:
    """Generate a connected board with holes and bays and at least four landscapes, in patches or scattered."""
    places = {(column - row // 2, row) for row in range(rows) for column in range(columns)}
    while True:
        kept = largest_piece({place for place in places if chance.random() >= missing})
        if len(kept) >= 6:
            break
    terrains = chance.randint(4, 6)
    seeds = [chance.choice(sorted(kept)) for _ in range(terrains)]
    patchy = chance.random() < 0.7 if patchy is None else patchy
    terrain_at = {}
    for number, place in enumerate(sorted(kept)):
        near = min(range(terrains), key=lambda index: distance(place, seeds[index])) if patchy else chance.randrange(terrains)
        terrain_at[place] = near if number >= 4 else number
    return board_of(terrain_at, terrains + chance.randint(0, 1))


def largest_piece(places: set[tuple[int, int]]) -> set[tuple[int, int]]:
    best: set[tuple[int, int]] = set()
    while places:
        piece = {min(places)}
        while more := {near for place in piece for near in neighbours_of(*place)} & places - piece:
            piece |= more
        places = places - piece
        best = max(best, piece, key=len)
    return best


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    dq, dr = one[0] - other[0], one[1] - other[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def random_position(
    chance: random.Random, board: Board, most_free: int = 24, most_own: int = 4, stones: int | None = None
) -> Position:
    """Generate a position after setup, with random pioneers and stones, possibly with uncleared regions."""
    players = chance.choice((2, 2, 3, 4))
    cells = list(range(len(board.cells)))
    chance.shuffle(cells)
    taken = []
    for _ in range(players):
        number = min(chance.randint(0, most_own), PIONEERS_EACH[players], len(cells))
        taken.append([cells.pop() for _ in range(number)])
    if stones is None:
        least = max(0, len(cells) - most_free)
        stones = chance.randint(least, max(least, len(cells) * 2 // 3))
    position = Position(
        board=board,
        edition=chance.choice(list(Edition)),
        players=seats_for(players),
        to_move=chance.randrange(players),
        pioneers=tuple(mask_of(own) for own in taken),
        stones=mask_of(cells[:stones]),
        scores=tuple(chance.randint(0, 40) for _ in range(players)),
        reserve=(0,) * players,
    )
    check_position(position)
    return position


def random_setup(chance: random.Random, board: Board) -> Position:
    """Generate a position during setup."""
    players = chance.choice((2, 3, 4))
    cells = list(range(len(board.cells)))
    chance.shuffle(cells)
    room = len(cells)
    taken, waiting = [], []
    for _ in range(players):
        own = min(chance.randint(0, 3), room)
        left = min(chance.choice((0, 0, 1, 3)), room - own)
        room -= own + left
        taken.append([cells.pop() for _ in range(own)])
        waiting.append(left)
    position = Position(
        board=board,
        edition=chance.choice(list(Edition)),
        players=seats_for(players),
        to_move=chance.randrange(players),
        pioneers=tuple(mask_of(own) for own in taken),
        stones=0,
        scores=(0,) * players,
        reserve=tuple(waiting),
    )
    check_position(position)
    return position


def small_position(chance: random.Random) -> Position:
    """Generate a small board with few pieces, so that all turns can be listed; the game is usually not over."""
    for _ in range(12):
        rows, columns = chance.choice(((4, 5), (5, 5), (3, 7), (2, 12), (6, 4), (3, 11)))
        board = random_board(chance, rows, columns, chance.choice((0.0, 0.1, 0.25)))
        position = random_position(chance, board, most_free=chance.choice((4, 8, 14)), most_own=chance.choice((1, 2, 3, 4)))
        cleared, _ = clear_first(table_of(position))
        if ended(cleared) is None:
            break
    return position


def nearly_out_of_stones(chance: random.Random) -> Position:
    """Generate a larger board on which nearly all stones of the supply surround a patch of open land."""
    board = random_board(chance, 9, 12, 0.05, patchy=False)
    stones = chance.choice((77, 78, 78, 79, 79, 80, 81))
    middle = chance.choice(board.cells)
    near_first = sorted(
        range(len(board.cells)),
        key=lambda cell: distance((board.cells[cell].q, board.cells[cell].r), (middle.q, middle.r)) + chance.random(),
    )
    free = near_first[:-stones]
    chance.shuffle(free)
    players = chance.choice((2, 3))
    own = [[free.pop() for _ in range(chance.randint(1, 3))] for _ in range(players)]
    return Position(
        board=board,
        edition=chance.choice(list(Edition)),
        players=seats_for(players),
        to_move=chance.randrange(players),
        pioneers=tuple(mask_of(cells) for cells in own),
        stones=mask_of(near_first[-stones:]),
        scores=(0,) * players,
        reserve=(0,) * players,
    )


SEEDS = st.integers(min_value=0, max_value=2**32 - 1)
SMALL = SEEDS.map(lambda seed: small_position(random.Random(seed)))
NEARLY_OUT = SEEDS.map(lambda seed: nearly_out_of_stones(random.Random(seed)))
IN_SETUP = SEEDS.map(lambda seed: random_setup(random.Random(seed), random_board(random.Random(seed + 1), 4, 5, 0.1)))


def table_of(position: Position) -> Table:
    """Convert a position for the oracle."""
    board = position.board
    land = Land({cell.id: (cell.q, cell.r) for cell in board.cells}, {cell.id: cell.terrain for cell in board.cells})
    figures = [
        Figure(colour.value, label, label)
        for colour, mask in zip(position.players, position.pioneers, strict=True)
        for label in labels(board, mask)
    ]
    words = [colour.value for colour in position.players]
    return Table(
        land=land,
        edition=position.edition.value,
        players=words,
        to_move=words[position.to_move],
        figures=figures,
        stones=set(labels(board, position.stones)),
        scores=dict(zip(words, position.scores, strict=True)),
        reserve=dict(zip(words, position.reserve, strict=True)),
    )


def labels(board: Board, mask: int) -> list[str]:
    return [cell.id for number, cell in enumerate(board.cells) if mask >> number & 1]


def mask_of_labels(board: Board, cells: Iterable[str]) -> int:
    return mask_of(board.number_of[label] for label in cells)
