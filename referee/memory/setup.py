"""Pioneers placed between two photos of the setup: any number, in any order, counted per colour.

A board in setup differs from the previous one only by new pioneers. Its probability is computed exactly: cells are independent
except for the number of pioneers each colour has left.
"""

from __future__ import annotations

import math
from dataclasses import replace

from referee.memory.evidence import EMPTY, Gains
from referee.memory.explanations import Pieces
from referee.rules.position import Position, cells_of
from referee.rules.turns import Pass, Place, Turn

# For each count of placed pioneers: log probability of the likeliest choice, total probability, and that choice.
Tables = dict[tuple[int, ...], tuple[float, float, tuple[tuple[int, int], ...]]]
NEGLIGIBLE = 1e-12  # relative to the likeliest count's probability
PLACED_SHARE = 0.08  # share of the empty hexes that hold a new pioneer on the next photo
UNSURE_SHARE = 1e-4  # below this probability of a colour a hex cannot affect the counts


def likeliest_setup(position: Position, gains: Gains) -> tuple[Pieces, float]:
    """Return the likeliest board of a setup in progress, and its probability among all such boards."""
    seats = len(position.players)
    free = position.board.grid.all_cells & ~position.occupied
    prior = [math.log(PLACED_SHARE / seats)] * seats + [math.log(1 - PLACED_SHARE)]
    tables: Tables = {(0,) * seats: (0.0, 1.0, ())}
    for cell in cells_of(free):
        row = gains.rows[cell]
        logs = [row[seat] - row[EMPTY] + prior[seat] for seat in range(seats)] + [prior[seats]]
        total = math.log(math.fsum(math.exp(log) for log in logs))
        shares = [math.exp(log - total) for log in logs]
        tables = _extended(tables, shares, cell, position.reserve)
    best = max(tables.values(), key=lambda entry: entry[0])
    mass = math.fsum(entry[1] for entry in tables.values())
    pioneers = list(position.pioneers)
    for seat, cell in best[2]:
        pioneers[seat] |= 1 << cell
    return Pieces(tuple(pioneers), 0), min(1.0, math.exp(best[0]) / mass) if mass else 0.0


def _extended(tables: Tables, shares: list[float], cell: int, reserve: tuple[int, ...]) -> Tables:
    """Add one cell: for each count of placed pioneers, update the likeliest choice and the total probability."""
    seats = len(reserve)
    likely = [seat for seat in range(seats) if shares[seat] > UNSURE_SHARE]
    stay = shares[seats]
    if not likely:
        log = math.log(max(stay, 1e-300))
        return {count: (best + log, mass * stay, chosen) for count, (best, mass, chosen) in tables.items()}
    out: Tables = {}
    for count, (best, mass, chosen) in tables.items():
        for seat in (*likely, None):
            share = stay if seat is None else shares[seat]
            if share <= 0:
                continue
            if seat is not None and count[seat] >= reserve[seat]:
                continue
            key = count if seat is None else (*count[:seat], count[seat] + 1, *count[seat + 1 :])
            more = (best + math.log(share), mass * share, chosen if seat is None else (*chosen, (seat, cell)))
            known = out.get(key)
            if known is None:
                out[key] = more
            else:
                ahead = more if more[0] > known[0] else known
                out[key] = (ahead[0], known[1] + more[1], ahead[2])
    most = max(mass for _, mass, _ in out.values())
    return {count: entry for count, entry in out.items() if entry[1] >= NEGLIGIBLE * most}


def setup_turns(position: Position, shown: Pieces) -> tuple[tuple[Turn, ...], Position] | None:
    """Return the placements that lead to a board, player by player, or None if the counts fit no such order."""
    waiting = [list(cells_of(after & ~before)) for before, after in zip(position.pioneers, shown.pioneers, strict=True)]
    turns: list[Turn] = []
    while any(waiting):
        seat = position.to_move
        if waiting[seat]:
            cell = waiting[seat].pop(0)
            turns.append((Place(cell),))
            position = replace(
                position.with_pioneers(seat, position.own | 1 << cell),
                reserve=tuple(left - (other == seat) for other, left in enumerate(position.reserve)),
            )
        elif position.reserve[seat]:
            return None
        else:
            turns.append((Pass(),))
        position = replace(position, to_move=position.next_seat)
    return tuple(turns), position
