"""Pioneers placed between two photos during setup: any number of each colour, in any order.

A board in setup differs from the previous one only by new pioneers, because stones are set later. The probability of a board is
computed by dynamic programming with negligible error. Given the number of new pioneers of each colour, all places are equally
likely. Players place in turn, so each total number of placements implies one number per colour; other combinations share a small
prior.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.memory.evidence import EMPTY, Gains, add_logs
from referee.memory.explanations import Pieces
from referee.memory.settings import MemorySettings
from referee.rules.position import Position, cells_of
from referee.rules.turns import Pass, Place, Turn

Counts = tuple[int, ...]
# For each count of placed pioneers: log probability of the likeliest choice, total probability, and that choice.
Tables = dict[Counts, tuple[float, float, tuple[tuple[int, int], ...]]]
NEGLIGIBLE = 1e-12  # relative to the likeliest count's probability
PLACED_SHARE = 0.08  # share of the empty hexes that hold a new pioneer; the counts' own prior replaces it in the end
UNSURE_SHARE = 1e-4  # below this probability of a colour a hex cannot affect the counts
SETTLED_SHARE = 0.9999  # a hex whose likeliest content has at least this probability needs no exact marginal
MOST_UNSETTLED = 40  # hexes with an exact marginal, the least certain first
OUT_OF_ORDER = 0.05  # share of photos in which a player has placed out of turn


@dataclass(frozen=True, slots=True)
class SetupFound:
    """The likeliest board of a setup in progress, its log weight, and the log of the total weight of all boards.

    `doubts` maps each cell that was free to the probability that its content differs from `shown`.
    """

    shown: Pieces
    log: float
    total: float
    doubts: dict[int, float]


def likeliest_setup(position: Position, gains: Gains, settings: MemorySettings) -> SetupFound:
    """Find the likeliest board of a setup in progress; weights are relative to the evidence for the known board."""
    tilt = _tilt(len(position.players))
    shares, scale = _shares_of(position, gains, tilt)
    unsettled = sorted((cell for cell in shares if max(shares[cell]) < SETTLED_SHARE), key=lambda cell: max(shares[cell]))
    unsettled = unsettled[:MOST_UNSETTLED]
    start: Tables = {(0,) * len(position.players): (0.0, 1.0, ())}
    for cell in shares:
        if cell not in unsettled:
            start = _extended(start, shares[cell], cell, position.reserve)
    before = [start]
    for cell in unsettled:
        before.append(_extended(before[-1], shares[cell], cell, position.reserve))
    priors = _count_priors(position, settings)
    weights = {counts: _count_weight(position, counts, tilt, priors) for counts in before[-1]}
    best, counts = max((entry[0] + weights[counts], counts) for counts, entry in before[-1].items())
    total = add_logs([math.log(entry[1]) + weights[counts] for counts, entry in before[-1].items() if entry[1] > 0])
    pioneers = list(position.pioneers)
    for seat, cell in before[-1][counts][2]:
        pioneers[seat] |= 1 << cell
    shown = Pieces(tuple(pioneers), 0)
    doubts = {cell: 1 - max(some) for cell, some in shares.items() if cell not in unsettled}
    doubts |= _exact_doubts(position, shown, before, [shares[cell] for cell in unsettled], unsettled, weights)
    return SetupFound(shown, best + scale, total + scale, doubts)


def _tilt(seats: int) -> list[float]:
    return [PLACED_SHARE / seats] * seats + [1 - PLACED_SHARE]


def _shares_of(position: Position, gains: Gains, tilt: Sequence[float]) -> tuple[dict[int, list[float]], float]:
    """Return for each free cell the shares of each colour and, last, of empty.

    Also return the sum, over the free cells, of the log of the weight by which the shares of a cell were normalized.
    """
    seats, scale = len(position.players), 0.0
    shares = {}
    for cell in cells_of(position.board.grid.all_cells & ~position.occupied):
        row = gains.rows[cell]
        weights = [math.exp(row[seat] - row[EMPTY]) * tilt[seat] for seat in range(seats)] + [tilt[seats]]
        mass = math.fsum(weights)
        shares[cell] = [weight / mass for weight in weights]
        scale += math.log(mass)
    return shares, scale


def _count_weight(position: Position, counts: Counts, tilt: Sequence[float], priors: Mapping[Counts, float]) -> float:
    """Return the log prior of one board with these counts, without the tilt that the cells' shares already contain."""
    free, placed = (position.board.grid.all_cells & ~position.occupied).bit_count(), sum(counts)
    ways = math.lgamma(free + 1) - math.lgamma(free - placed + 1) - math.fsum(math.lgamma(count + 1) for count in counts)
    vectors = math.prod(left + 1 for left in position.reserve)
    prior = math.log(priors.get(counts, OUT_OF_ORDER / vectors))
    tilted = math.fsum(count * math.log(share) for count, share in zip(counts, tilt, strict=False))
    return prior - ways - tilted - (free - placed) * math.log(tilt[-1])


def _count_priors(position: Position, settings: MemorySettings) -> dict[Counts, float]:
    """Return the prior of each combination of new pioneers by seat that can occur if players place in turn."""
    usual = tuple(_usual_counts(position))
    each = (1 - OUT_OF_ORDER) * (1 - settings.setup_complete) / len(usual)
    priors = dict.fromkeys(usual, each)
    priors[usual[-1]] += (1 - OUT_OF_ORDER) * settings.setup_complete
    return priors


def _usual_counts(position: Position) -> Iterator[Counts]:
    """Yield the number of new pioneers by seat after each number of placements, if players place in turn."""
    counts, seat = [0] * len(position.players), position.to_move
    yield tuple(counts)
    for _ in range(sum(position.reserve)):
        while counts[seat] >= position.reserve[seat]:
            seat = (seat + 1) % len(counts)
        counts[seat] += 1
        seat = (seat + 1) % len(counts)
        yield tuple(counts)


def _exact_doubts(
    position: Position,
    shown: Pieces,
    before: Sequence[Tables],
    shares: Sequence[list[float]],
    cells: Sequence[int],
    weights: dict[Counts, float],
) -> dict[int, float]:
    """Return for each unsettled cell the probability that its content differs from that in `shown`, over all counts."""
    seats, most = len(position.players), max(weights.values())
    after = {counts: math.exp(weight - most) for counts, weight in weights.items()}
    doubts = {}
    for place in range(len(cells) - 1, -1, -1):
        masses = [0.0] * (seats + 1)
        earlier: dict[Counts, float] = {}
        for counts, (_, mass, _) in before[place].items():
            for word, share in enumerate(shares[place]):
                further = after.get(counts if word == seats else _one_more(counts, word), 0.0) * share
                masses[word] += mass * further
                earlier[counts] = earlier.get(counts, 0.0) + further
        word = next((seat for seat, mask in enumerate(shown.pioneers) if mask >> cells[place] & 1), seats)
        total = math.fsum(masses)
        doubts[cells[place]] = 1 - masses[word] / total if total else 1.0
        after = earlier
    return doubts


def _one_more(counts: Counts, seat: int) -> Counts:
    return (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])


def _extended(tables: Tables, shares: list[float], cell: int, reserve: tuple[int, ...]) -> Tables:
    """Return the tables extended by one cell.

    For each count of placed pioneers, the tables contain the likeliest choice of cells and the total probability. Entries with a
    negligible probability are dropped.
    """
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
            key = count if seat is None else _one_more(count, seat)
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
    """Return the turns that place the new pioneers of a board in seat order, and the position after them.

    Return None if the numbers of new pioneers do not fit that order.
    """
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
