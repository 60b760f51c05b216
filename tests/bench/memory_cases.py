"""Cases for the benchmark of memory, made from played games: turns, several turns, illegal turns, and setups."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from referee.boards.library import load_board
from referee.memory.explanations import Kind, Pieces, pioneers_of
from referee.memory.several import Tries, find_turns
from referee.rules.actions import allowed_actions
from referee.rules.midturn import Midturn, begin_turn, carry_out
from referee.rules.play import end_turn
from referee.rules.position import Edition, Position, cells_of, first_position
from referee.rules.retrace import retrace, retrace_unfinished
from referee.rules.scoring import find_end
from referee.rules.turns import SetStone
from tests.rules.games import play_game, some_action

BOARDS = ("terranova", "terranova", "islet")
MOST_TURNS = 130
MOST_TRIES = 1500  # turns retraced before a wrong turn is given up, since regions that closed allow endless orders


@dataclass(frozen=True, slots=True)
class Case:
    """A known position and the pieces on the table afterwards.

    `name` is the kind of case, or the fault of an illegal turn. `after` is the resulting position, or None for an illegal turn.
    """

    name: str
    kind: Kind
    before: Position
    shown: Pieces
    after: Position | None = None


def pieces_on(position: Position) -> Pieces:
    """Return the pieces on the board in a position."""
    return Pieces(position.pioneers, position.stones)


@lru_cache(64)
def positions_of(board: str, edition: Edition, players: int, seed: int) -> tuple[Position, ...]:
    """Return the positions of a played game, without those during setup or after its end."""
    game = play_game(load_board(board), edition, players, seed, most_turns=MOST_TURNS)
    return tuple(step.before for step in game if not step.before.in_setup and find_end(begin_turn(step.before).position) is None)


def some_position(chance: random.Random, seed: int) -> Position:
    """Return a random position of a played game."""
    edition, players = chance.choice(list(Edition)), chance.choice((2, 3, 4))
    return chance.choice(positions_of(chance.choice(BOARDS), edition, players, seed * 3 + chance.randrange(3)))


def some_play(position: Position, chance: random.Random) -> Midturn:
    """Play a random complete turn, with or without stones, and return it before it is ended."""
    midturn, walls = begin_turn(position), chance.choice((0.2, 0.9, 0.9))
    while actions := allowed_actions(midturn):
        stones = [action for action in actions if isinstance(action, SetStone)]
        midturn = carry_out(
            midturn, some_action(midturn, tuple(stones) if stones and chance.random() < walls else actions, chance)
        )
    return midturn


def as_shown(midturn: Midturn, earlier: int, chance: random.Random) -> Pieces:
    """Return the pieces on the table after a turn; each region closed since event `earlier` may still have its pioneers."""
    pioneers = list(midturn.position.pioneers)
    for event in midturn.events[earlier:]:
        if chance.random() < 0.5:
            pioneers = [mask | more for mask, more in zip(pioneers, event.standing, strict=True)]
    return Pieces(tuple(pioneers), midturn.position.stones)


def one_turn(position: Position, chance: random.Random) -> Case:
    """Return a case of one random legal turn."""
    done = some_play(position, chance)
    return Case("turn", Kind.TURN, position, as_shown(done, len(begin_turn(position).events), chance), end_turn(done).position)


def part_of_turn(position: Position, chance: random.Random) -> Case:
    """Return a case of a turn's first one or two actions."""
    midturn = begin_turn(position)
    for action in some_play(position, chance).done[: chance.choice((1, 2))]:
        midturn = carry_out(midturn, action)
    return Case("part", Kind.PART, position, as_shown(midturn, len(begin_turn(position).events), chance), position)


def two_turns(position: Position, chance: random.Random) -> Case | None:
    """Return a case of two turns without a photo between them."""
    first = end_turn(some_play(position, chance))
    if first.ended:
        return None
    second = some_play(first.position, chance)
    shown = pieces_on(second.position)
    return Case("two turns", Kind.TURNS, position, shown, end_turn(second).position)


def unchanged(position: Position, chance: random.Random) -> Case:
    """Return a case in which nothing changes after closed land is cleared."""
    cleared = begin_turn(position).position
    return Case("unchanged", Kind.UNCHANGED, cleared, pieces_on(cleared), cleared)


def some_setup(chance: random.Random) -> Case:
    """Return a case of one or more pioneers placed during setup."""
    board = load_board(chance.choice(BOARDS))
    position = first_position(board, chance.choice(list(Edition)), chance.choice((2, 3, 4)))
    total = sum(position.reserve)
    start = chance.randrange(total)
    before = _bring_on(position, start, chance)
    after = _bring_on(before, chance.randint(1, total - start), chance)
    return Case("setup", Kind.TURNS, before, pieces_on(after), after)


def _bring_on(position: Position, count: int, chance: random.Random) -> Position:
    for _ in range(count):
        midturn = begin_turn(position)
        position = end_turn(carry_out(midturn, chance.choice(allowed_actions(midturn)))).position
    return position


# ---------------------------------------------------------------- what a referee would object to
def _free(position: Position, shown: Pieces) -> list[int]:
    return list(cells_of(position.board.grid.all_cells & ~shown.stones & ~pioneers_of(shown)))


def _with(shown: Pieces, seat: int, change: int) -> Pieces:
    masks = [mask ^ change if seat == other else mask for other, mask in enumerate(shown.pioneers)]
    return replace(shown, pioneers=tuple(masks))


def _stone_gone(position: Position, shown: Pieces, chance: random.Random) -> Pieces:
    return replace(shown, stones=shown.stones ^ 1 << chance.choice(list(cells_of(position.stones))))


def _stone_more(position: Position, shown: Pieces, chance: random.Random) -> Pieces:
    return replace(shown, stones=shown.stones | 1 << chance.choice(_free(position, shown)))


def _stone_alone(position: Position, shown: Pieces, chance: random.Random) -> Pieces:
    return _stone_more(position, pieces_on(position), chance)


def _other_moved(position: Position, shown: Pieces, chance: random.Random) -> Pieces:
    return _other_new(position, _other_gone(position, shown, chance), chance)


def _other_gone(position: Position, shown: Pieces, chance: random.Random) -> Pieces:
    return _with(shown, position.next_seat, 1 << chance.choice(list(cells_of(shown.pioneers[position.next_seat]))))


def _other_new(position: Position, shown: Pieces, chance: random.Random) -> Pieces:
    return _with(shown, position.next_seat, 1 << chance.choice(_free(position, shown)))


def _own_new(position: Position, shown: Pieces, chance: random.Random) -> Pieces:
    return _with(shown, position.to_move, 1 << chance.choice(_free(position, shown)))


def _own_gone(position: Position, shown: Pieces, chance: random.Random) -> Pieces:
    return _with(shown, position.to_move, 1 << chance.choice(list(cells_of(shown.pioneers[position.to_move]))))


def _too_far(position: Position, shown: Pieces, chance: random.Random) -> Pieces:
    return _own_new(position, _own_gone(position, shown, chance), chance)


def _wrong_player(position: Position, shown: Pieces, chance: random.Random) -> Pieces:
    return pieces_on(some_play(replace(position, to_move=position.next_seat), chance).position)


def _partly_cleared(position: Position, shown: Pieces, chance: random.Random) -> Pieces:
    standing = [(seat, cell) for seat, mask in enumerate(shown.pioneers) for cell in cells_of(mask & ~position.pioneers[seat])]
    seat, cell = chance.choice(standing)
    return _with(_stone_more(position, shown, chance), seat, 1 << cell)


WRONG: dict[str, Callable[[Position, Pieces, random.Random], Pieces]] = {
    "a stone gone": _stone_gone,
    "a stone too many": _stone_more,
    "a stone without a move": _stone_alone,
    "another's pioneer moved": _other_moved,
    "another's pioneer gone": _other_gone,
    "another's pioneer more": _other_new,
    "own pioneer more": _own_new,
    "own pioneer gone": _own_gone,
    "own pioneer too far": _too_far,
    "the next player's turn": _wrong_player,
    "a pioneer taken back for a stone": _partly_cleared,
}


def wrong_turn(name: str, position: Position, chance: random.Random) -> Case | None:
    """Return a case of an illegal turn with a fault.

    Return None if the fault is not possible, or if one or several legal turns would lead to the same board.
    """
    midturn = begin_turn(position)
    position = midturn.position
    legal = pieces_on(some_play(position, chance).position)
    try:
        shown = WRONG[name](position, legal, chance)
    except IndexError:  # no such piece on the table
        return None
    after = replace(position, pioneers=shown.pioneers, stones=shown.stones)
    is_legal = any(True for _ in retrace(midturn, after)) or any(True for _ in retrace_unfinished(midturn, after))
    if is_legal or shown == pieces_on(position) or _may_be_several_turns(position, shown):
        return None
    return Case(name, Kind.ILLEGAL, position, shown)


def _may_be_several_turns(position: Position, shown: Pieces) -> bool:
    """Return whether several legal turns lead to a board; also return True if there are too many turns to check."""
    tries = Tries(MOST_TRIES)
    if any(find_turns(position, shown, count, tries) for count in range(2, len(position.players) + 1)):
        return True
    return tries.ran_out


MIX: Sequence[tuple[Callable[[Position, random.Random], Case | None], float]] = (
    (one_turn, 0.78),
    (unchanged, 0.08),
    (part_of_turn, 0.01),
    (two_turns, 0.07),
)


def mixed_cases(count: int, seed: int) -> Iterator[Case]:
    """Yield cases with the frequencies of `MemorySettings.kind_priors`."""
    chance = random.Random(seed)
    makers, weights = zip(*MIX, strict=True)
    while count:
        position = some_position(chance, seed)
        if chance.random() < 0.06:
            case = wrong_turn(chance.choice(list(WRONG)), position, chance)
        else:
            case = chance.choices(makers, weights)[0](position, chance)
        if case is not None and _is_what_it_says(case):
            count -= 1
            yield case


def more_cases(each_wrong: int, pairs: int, setups: int, seed: int) -> Iterator[Case]:
    """Yield further illegal turns of each kind, pairs of turns, and setups."""
    chance = random.Random(seed + 1_000_003)
    for name in WRONG:
        yield from _some(lambda name=name: wrong_turn(name, some_position(chance, seed), chance), each_wrong)  # type: ignore[misc]
    yield from _some(lambda: two_turns(some_position(chance, seed), chance), pairs)
    yield from _some(lambda: some_setup(chance), setups)


def _some(make: Callable[[], Case | None], count: int) -> Iterator[Case]:
    while count:
        case = make()
        if case is not None and _is_what_it_says(case):
            count -= 1
            yield case


def _is_what_it_says(case: Case) -> bool:
    """Return whether a case is of its kind: the board has changed if it should have, and two turns are not possible as one."""
    if case.kind in (Kind.UNCHANGED, Kind.ILLEGAL) or case.before.in_setup:
        return True
    midturn = begin_turn(case.before)
    after = replace(midturn.position, pioneers=case.shown.pioneers, stones=case.shown.stones)
    if case.shown == pieces_on(midturn.position):
        return False
    return case.kind is not Kind.TURNS or not any(True for _ in retrace(midturn, after))
