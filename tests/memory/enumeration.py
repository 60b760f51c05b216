"""A slow, simple posterior for small boards: every board is listed and weighed, without search or omission.

It shares with the program only the rules of single actions, the settings, the evidence of each single hex, and the values it is
compared by. The families of boards are those that `referee/memory` describes; several turns have a test of their own.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, product
from typing import TypeVar

from referee.memory.evidence import likelihoods_of, words_of
from referee.memory.explanations import Kind, Pieces
from referee.memory.settings import MemorySettings
from referee.rules.actions import allowed_actions, allowed_moves
from referee.rules.counting import stones_left
from referee.rules.midturn import Midturn, begin_turn, carry_out
from referee.rules.play import end_turn
from referee.rules.position import Position, cells_of, mask_of
from referee.rules.scoring import find_end
from referee.rules.territories import regions_of

STONE, EMPTY = 4, 5
BESIDE = 5.0  # free hexes beside a pioneer, on average
T = TypeVar("T")
Weights = dict[tuple[Kind, Pieces], float]


def posterior_of(position: Position, photo: Sequence[Sequence[float]], unseen: set[int], settings: MemorySettings) -> Weights:
    """Return the probability of each board by kind; "pieces lie otherwise" takes its share but lists no boards."""
    words = words_of(pieces_on(position), len(photo))
    likelihoods = likelihoods_of(photo, unseen, words, settings)
    weights = weights_of(position, likelihoods, unseen, settings)
    total = math.fsum([*weights.values(), other_weight(position, likelihoods, unseen, settings)])
    return {key: weight / total for key, weight in weights.items()}


def weights_of(position: Position, photo: Sequence[Sequence[float]], unseen: set[int], settings: MemorySettings) -> Weights:
    """Return prior times evidence of each board by kind, relative to the evidence for the known board."""
    midturn = begin_turn(position)
    priors = legal_priors(midturn, settings)
    known = pieces_on(position)
    evidence = {known: 1.0}

    def likelihood(shown: Pieces) -> float:
        if shown not in evidence:
            logs = evidence_of(shown, photo, unseen, settings), evidence_of(known, photo, unseen, settings)
            evidence[shown] = math.exp(logs[0] - logs[1])
        return evidence[shown]

    legal = {key: prior * likelihood(key[1]) for key, prior in priors.items()}
    legal_boards = {shown for _, shown in legal}
    illegal: dict[Pieces, float] = defaultdict(float)
    for shown in set(boards_like_a_turn(position)) - legal_boards:
        share = settings.kind_priors[Kind.ILLEGAL] / settings.wrong_action_choices / settings.kind_priors[Kind.TURN]
        illegal[shown] += (
            turn_prior(midturn, shown, settings) * cleared_prior(position, shown, settings) * share * likelihood(shown)
        )
    for (kind, core), prior in priors.items():
        if kind is Kind.PART:
            continue
        share = prior * settings.kind_priors[Kind.ILLEGAL] / settings.kind_priors[kind]
        for shown in set(disturbed(position, core)) - legal_boards:
            illegal[shown] = max(illegal[shown], share * likelihood(shown) * share_of_disturbance(known, core, shown, len(photo)))
    return legal | {(Kind.ILLEGAL, shown): weight for shown, weight in illegal.items()}


def legal_priors(midturn: Midturn, settings: MemorySettings) -> Weights:
    """Return the prior of each board after no change, a turn, or the first actions of one."""
    position = midturn.position
    unchanged = pieces_on(position)
    turns, parts = boards_of_turns(midturn)
    priors: Weights = {(Kind.UNCHANGED, unchanged): settings.kind_priors[Kind.UNCHANGED]}
    for shown in turns - {unchanged}:
        priors[Kind.TURN, shown] = turn_prior(midturn, shown, settings) * cleared_prior(position, shown, settings)
    for shown in parts - {unchanged}:
        priors[Kind.PART, shown] = part_prior(midturn, shown, settings) * cleared_prior(position, shown, settings)
    return priors


def turn_prior(midturn: Midturn, shown: Pieces, settings: MemorySettings) -> float:
    """Return the prior of one legal board of a whole turn."""
    came, stones = size_of(midturn, shown)
    share = stone_share(midturn.position, stones, settings) * moved_share(came, 3 - stones, midturn, settings)
    return settings.kind_priors[Kind.TURN] * share / boards_of_size(midturn, came, 3 - stones, stones)


def part_prior(midturn: Midturn, shown: Pieces, settings: MemorySettings) -> float:
    """Return the prior of one board in mid-turn, after one action or two."""
    came, stones = size_of(midturn, shown)
    share, left = 0.0, stones_left(midturn.position)
    if came <= 1 and stones == 0:
        share += 0.5 * moved_share(came, 1, midturn, settings) / boards_of_size(midturn, came, 1, 0)
    if came + stones <= 2 and stones <= min(left, 1):
        second = 0.25 if left else 0.5
        share += second * moved_share(came, 2 - stones, midturn, settings) / boards_of_size(midturn, came, 2 - stones, stones)
    return settings.kind_priors[Kind.PART] * share


def size_of(midturn: Midturn, shown: Pieces) -> tuple[int, int]:
    """Return the number of cells the mover's pioneers entered, and the number of new stones."""
    position = midturn.position
    came = shown.pioneers[position.to_move] & ~position.own
    return came.bit_count(), (shown.stones & ~position.stones).bit_count()


def stone_share(position: Position, stones: int, settings: MemorySettings) -> float:
    """Return the share of turns with this many stones, as far as there are stones left."""
    possible = {count: share for count, share in enumerate(settings.stone_shares) if count <= stones_left(position)}
    return possible.get(stones, 0.0) / sum(possible.values())


def moved_share(came: int, moves: int, midturn: Midturn, settings: MemorySettings) -> float:
    """Return the probability that this many pioneers made these moves, listing the moves by one that had moved before."""
    if came == 0:
        return settings.unseen_moves
    share, own, movable = 0.0, midturn.position.own.bit_count(), max(1, len(movable_pioneers(midturn)))
    for news in product((True, False), repeat=moves - 1):
        moved, path = 1, 1.0
        for is_new in news:
            others = 1 - min(0.95, moved / movable) if moved < own else 0.0
            same = 1 - (1 - settings.same_pioneer) * others
            path *= 1 - same if is_new else same
            moved += is_new
        share += path if moved == came else 0.0
    return share * (1 - settings.unseen_moves)


def boards_of_size(midturn: Midturn, came: int, moves: int, stones: int) -> float:
    """Return an estimate of the number of boards with this many pioneers and stones."""
    first = max(1, len(list(allowed_moves(midturn))))
    every = sum(reachable_cells(midturn, start) for start in movable_pioneers(midturn))
    ordered = min(first**came * 2.0 ** (moves - came), every**came) if came else first
    return max(1.0, ordered / [1, 1, 2, 6][came] * [1.0, BESIDE, BESIDE**2 / 2][stones])


def movable_pioneers(midturn: Midturn) -> set[int]:
    """Return the pioneers of the player to move that can move, or touch one of their own that can."""
    found = {start for start, _ in allowed_moves(midturn)}
    own = set(cells_of(midturn.position.own))
    while more := {cell for one in found for cell in midturn.position.board.neighbours[one]} & own - found:
        found |= more
    return found


def reachable_cells(midturn: Midturn, start: int) -> int:
    """Return the number of cells that a pioneer can reach step by step, also those that movable pioneers can leave."""
    blocked = set(cells_of(midturn.position.occupied)) - movable_pioneers(midturn)
    seen, waiting = {start}, [start]
    while waiting:
        for cell in midturn.position.board.neighbours[waiting.pop()]:
            if cell not in seen and cell not in blocked:
                seen.add(cell)
                waiting.append(cell)
    return len(seen) - 1


def share_of_disturbance(known: Pieces, core: Pieces, shown: Pieces, cells: int) -> float:
    """Return the prior of one disturbance: shared by five kinds, and within a kind by all possible ones on the known board."""
    pioneers, stones = pioneers_of(known).bit_count(), known.stones.bit_count()
    free = max(1, cells - pioneers - stones)
    if core.stones != shown.stones:
        ways = free if shown.stones & ~core.stones else stones
    else:
        came, gone = pioneers_of(shown) & ~pioneers_of(core), pioneers_of(core) & ~pioneers_of(shown)
        ways = pioneers * free if came and gone else free * len(known.pioneers) if came else pioneers
    return 1 / (5 * max(26, ways))


def cleared_prior(position: Position, shown: Pieces, settings: MemorySettings) -> float:
    """Return the probability that exactly these closed regions have been cleared."""
    prior = 1.0
    standing = pioneers_of(shown)
    mover_gone = shown.pioneers[position.to_move].bit_count() < position.own.bit_count()
    for cells in newly_closed(position, shown.stones):
        if standing & cells:
            prior *= 1 - settings.cleared_share
        elif position.all_pioneers & cells or mover_gone:
            prior *= settings.cleared_share
    return prior


def boards_of_turns(midturn: Midturn) -> tuple[set[Pieces], set[Pieces]]:
    """Play every turn action by action; return the boards after whole turns, and those after one or two actions."""
    turns: set[Pieces] = set()
    parts: set[Pieces] = set()
    boards = [midturn]
    while boards:
        now = boards.pop()
        further = allowed_actions(now)
        if now.done:
            (parts if further else turns).update(as_shown(now, len(midturn.events)))
        boards += [carry_out(now, action) for action in further]
    return turns, parts


def as_shown(midturn: Midturn, earlier: int) -> Iterator[Pieces]:
    """Yield the possible boards: each region closed in this turn is cleared or not yet."""
    closed = [event.standing for event in midturn.events[earlier:] if any(event.standing)]
    for some in subsets(closed, len(closed)):
        masks = list(midturn.position.pioneers)
        for standing in some:
            masks = [mask | more for mask, more in zip(masks, standing, strict=True)]
        yield Pieces(tuple(masks), midturn.position.stones)


def boards_like_a_turn(position: Position) -> Iterator[Pieces]:
    """Yield every board with the numbers of a turn: few cells left or entered, two stones at most, closed land cleared or not."""
    others = position.all_pioneers & ~position.own
    free = [cell for cell in range(len(position.board.cells)) if not position.occupied >> cell & 1]
    room = [cell for cell in range(len(position.board.cells)) if not (position.stones | others) >> cell & 1]
    for laid in subsets(room, 2):
        stones = mask_of(laid)
        regions = newly_closed(position, position.stones | stones)
        for some in subsets(regions, len(regions)):
            cleared = 0
            for cells in some:
                cleared |= cells
            for left in subsets(cells_of(position.own & ~cleared), 3 - len(laid)):
                for come in subsets([cell for cell in free if not (cleared | stones) >> cell & 1], 3 - len(laid)):
                    if is_like_a_turn(position, stones, cleared, mask_of(left), mask_of(come)):
                        own = position.own & ~mask_of(left) & ~cleared | mask_of(come)
                        after = position.without_pioneers_on(cleared).with_pioneers(position.to_move, own)
                        yield Pieces(after.pioneers, position.stones | stones)


def is_like_a_turn(position: Position, stones: int, cleared: int, left: int, come: int) -> bool:
    """Return whether pioneers are missing from cleared land only, and two new stones are next to one that moved."""
    if stones & position.own & ~left & ~cleared:
        return False
    if cleared:
        return come.bit_count() - left.bit_count() <= (position.own & cleared).bit_count()
    if left.bit_count() != come.bit_count():
        return False
    beside = [mask_of(position.board.neighbours[cell]) & come for cell in cells_of(stones)]
    return stones.bit_count() < 2 or all(beside)


def disturbed(position: Position, core: Pieces) -> Iterator[Pieces]:
    """Yield every board with one piece more, fewer, or elsewhere."""
    taken = core.stones | pioneers_of(core)
    free = [cell for cell in range(len(position.board.cells)) if not taken >> cell & 1]
    for cell in chain(free, cells_of(core.stones)):
        yield replace(core, stones=core.stones ^ 1 << cell)
    for seat, mask in enumerate(core.pioneers):
        for cell in chain(free, cells_of(mask)):
            yield with_seat(core, seat, mask ^ 1 << cell)
        for start in cells_of(mask):
            for end in free:
                yield with_seat(core, seat, mask ^ 1 << start ^ 1 << end)


def with_seat(shown: Pieces, seat: int, mask: int) -> Pieces:
    return replace(shown, pioneers=tuple(mask if other == seat else was for other, was in enumerate(shown.pioneers)))


def newly_closed(position: Position, stones: int) -> list[int]:
    """Return the closed regions that touch one of the new stones."""
    new = stones & ~position.stones
    touched = 0
    for cell in cells_of(new):
        touched |= mask_of(position.board.neighbours[cell])
    return [region.cells for region in regions_of(position.board, stones) if region.closed and region.cells & touched]


def evidence_of(shown: Pieces, photo: Sequence[Sequence[float]], unseen: set[int], settings: MemorySettings) -> float:
    """Return the tempered log likelihood of a board; the photo holds the likelihoods of the words of each hex."""
    logs = [math.log(photo[cell][word_on(shown, cell)]) for cell in range(len(photo)) if cell not in unseen]
    return settings.tempering * math.fsum(logs)


def other_weight(position: Position, photo: Sequence[Sequence[float]], unseen: set[int], settings: MemorySettings) -> float:
    """Return the weight of "each hex differs by itself", relative to the evidence for the known board."""
    known = pieces_on(position)
    total = settings.kind_priors[Kind.OTHER]
    for cell, shares in enumerate(photo):
        if cell in unseen:
            continue
        logs = [settings.tempering * math.log(share) for share in shares]
        word = word_on(known, cell)
        stray = settings.stray_share / (len(shares) - 1)
        total *= math.fsum(
            (1 - settings.stray_share if other == word else stray) * math.exp(log - logs[word]) for other, log in enumerate(logs)
        )
    return total


def word_on(shown: Pieces, cell: int) -> int:
    if shown.stones >> cell & 1:
        return STONE
    return next((seat for seat, mask in enumerate(shown.pioneers) if mask >> cell & 1), EMPTY)


def pieces_on(position: Position) -> Pieces:
    return Pieces(position.pioneers, position.stones)


def pioneers_of(shown: Pieces) -> int:
    together = 0
    for mask in shown.pioneers:
        together |= mask
    return together


def subsets(things: Iterable[T], most: int) -> Iterator[tuple[T, ...]]:
    """Return all subsets of at most this size."""
    listed = list(things)
    return chain.from_iterable(combinations(listed, size) for size in range(most + 1))


def two_turn_boards(position: Position) -> set[Pieces]:
    """Return every board after two complete turns, with all closed land cleared."""
    found: set[Pieces] = set()
    for first in whole_turns(position):
        found |= {pieces_on(second) for second in whole_turns(first)}
    return found


def whole_turns(position: Position) -> set[Position]:
    """Return every position after a complete turn, with all closed land cleared."""
    begun = begin_turn(position)
    if find_end(begun.position) is not None:
        return set()
    ends: dict[Pieces, Position] = {}
    boards = [begun]
    while boards:
        now = boards.pop()
        further = allowed_actions(now)
        boards += [carry_out(now, action) for action in further]
        if not further:
            played = end_turn(now).position
            ends.setdefault(pieces_on(played), played)
    return set(ends.values())
