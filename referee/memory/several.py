"""Find sequences of turns by successive players that lead from one position to a board, for turns that were not photographed.

Each player has at most one turn, so once that turn is over, the player's pioneers are where the board shows them, except in
regions that a later turn closes. The possible assignments of new stones to turns are enumerated.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from referee.memory.candidates import MOST_STONES, closed_by
from referee.memory.evidence import EMPTY, STONE, Gains
from referee.memory.explanations import Pieces, pioneers_of
from referee.memory.settings import MemorySettings
from referee.rules.actions import ACTIONS_A_TURN, allowed_actions
from referee.rules.midturn import begin_turn
from referee.rules.play import Played, play_turn
from referee.rules.position import Position, cells_of, mask_of
from referee.rules.retrace import retrace
from referee.rules.scoring import find_end
from referee.rules.territories import regions_of
from referee.rules.turns import Pass, Turn

CHANGE = 3.0  # log odds against a single hex having changed


@dataclass(slots=True)
class Tries:
    """The attempts at a turn that a search may still make; `ran_out` is set once the search wants more than are left."""

    left: float = math.inf
    ran_out: bool = False

    def take(self) -> bool:
        """Use one attempt; return False if none is left."""
        self.ran_out = self.left <= 0
        self.left -= 1
        return not self.ran_out


def likeliest_boards(position: Position, gains: Gains, settings: MemorySettings) -> Iterator[tuple[float, Pieces]]:
    """Yield the log odds and pieces of boards that several turns could have led to, starting with the likeliest board.

    The other boards have less likely contents on a few hexes. Colours that do not play are not considered. A board is left out if
    it differs from the known board on fewer than two or on too many hexes, if stones are missing or too many, or if a colour
    gained pioneers. Each difference from the known board has a cost that affects which boards are generated and in which order,
    but not the log odds yielded.
    """
    rows = [
        tuple(gain - (CHANGE if word != known else 0.0) for word, gain in enumerate(row))
        for known, row in zip(gains.known, gains.rows, strict=True)
    ]
    possible = (*range(len(position.players)), STONE, EMPTY)
    words = [max(possible, key=row.__getitem__) for row in rows]
    losses = heapq.nsmallest(settings.flips, _flips(words, rows, possible))
    heap: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    tried = 0
    while heap and tried < settings.most_boards:
        loss, chosen = heapq.heappop(heap)
        tried += 1
        flipped = list(words)
        for number in chosen:
            _, cell, word = losses[number]
            flipped[cell] = word
        shown = pieces_of(flipped, len(position.players))
        if _conserves(position, shown) and 1 < _changed_hexes(position, shown) <= settings.several_turns_hexes:
            yield gains.of_words(flipped), shown
        first = chosen[-1] + 1 if chosen else 0
        if len(chosen) < settings.most_flips:
            for number in range(first, len(losses)):
                if loss + losses[number][0] < settings.flip_window:
                    heapq.heappush(heap, (loss + losses[number][0], (*chosen, number)))


def _changed_hexes(position: Position, shown: Pieces) -> int:
    """Count the hexes that differ from the known position, except those in closed regions shown without pioneers."""
    changed = position.stones ^ shown.stones
    for before, after in zip(position.pioneers, shown.pioneers, strict=True):
        changed |= before ^ after
    return (changed & ~_cleared_later(position, shown)).bit_count()


def _flips(words: Sequence[int], rows: Sequence[Sequence[float]], possible: Sequence[int]) -> Iterator[tuple[float, int, int]]:
    """Yield the loss in log odds, the cell and the content for each possible content of each cell other than that in `words`."""
    for cell, (word, row) in enumerate(zip(words, rows, strict=True)):
        for other in possible:
            if other != word:
                yield row[word] - row[other], cell, other


def _conserves(position: Position, shown: Pieces) -> bool:
    """Return whether no stone is missing, not too many are new, and no colour gained pioneers.

    A colour may lose pioneers only if there are new stones, which may have closed a region.
    """
    if position.stones & ~shown.stones:
        return False
    new = (shown.stones & ~position.stones).bit_count()
    for before, after in zip(position.pioneers, shown.pioneers, strict=True):
        if after.bit_count() > before.bit_count() or (after.bit_count() < before.bit_count() and not new):
            return False
    return new <= MOST_STONES * len(position.players)


def pieces_of(words: Sequence[int], players: int) -> Pieces:
    """Return the pieces given by one index into `Piece` for each cell; colours not in the game count as empty."""
    masks, stones = [0] * players, 0
    for cell, word in enumerate(words):
        if word < players:
            masks[word] |= 1 << cell
        elif word == STONE:
            stones |= 1 << cell
    return Pieces(tuple(masks), stones)


def find_turns(
    position: Position, shown: Pieces, count: int, tries: Tries | None = None
) -> tuple[tuple[Turn, ...], Position] | None:
    """Return `count` legal turns in sequence that lead to these pieces, and the position after them, or None if none are found.

    Each attempt at a turn before the last takes one of `tries`; the search stops when there are none left.
    """
    return next(_find(position, shown, count, tries or Tries()), None)


def _find(position: Position, shown: Pieces, count: int, tries: Tries) -> Iterator[tuple[tuple[Turn, ...], Position]]:
    midturn = begin_turn(position)
    position = midturn.position
    if find_end(position) is not None:
        return
    new = tuple(cells_of(shown.stones & ~position.stones))
    if len(new) > MOST_STONES * count or position.stones & ~shown.stones:
        return
    if not _can_be(position, shown, count, bool(new)):
        return
    if count == 1:
        after = replace(position, pioneers=shown.pioneers, stones=shown.stones)
        turn = next(retrace(midturn, after), None)
        if turn is not None:
            yield (turn,), play_turn(position, turn).position
        return
    if allowed_actions(midturn) == (Pass(),):
        for turns, end in _find(play_turn(position, (Pass(),)).position, shown, count - 1, tries):
            yield ((Pass(),), *turns), end
        return
    for size in range(min(MOST_STONES, len(new), ACTIONS_A_TURN - _moves_needed(position, shown)), -1, -1):
        if len(new) - size > MOST_STONES * (count - 1):
            break
        for some in combinations(new, size):
            yield from _with_stones(position, shown, count, mask_of(some), tries)


def _moves_needed(position: Position, shown: Pieces) -> int:
    """Return a lower bound on the number of moves in the next turn: one for each newly occupied cell, and at least one."""
    return max(1, (shown.pioneers[position.to_move] & ~position.own).bit_count())


def _beside_one_that_moved(position: Position, shown: Pieces, laid: int) -> bool:
    """Return whether the two new stones `laid` could have been set in the same turn.

    If the stones close nothing, both must be next to the only pioneer of the player to move that is on a new cell.
    """
    if closed_by(position, laid):
        return True
    come = shown.pioneers[position.to_move] & ~position.own
    neighbours = position.board.grid.neighbours
    return come.bit_count() == 1 and all(neighbours[cell] & come for cell in cells_of(laid))


def _can_be(position: Position, shown: Pieces, count: int, has_stones: bool) -> bool:
    """Return whether `count` turns might lead to these pieces; this quick check can wrongly return True, but not False.

    Players without a turn must have no pioneers on new cells, and the others no more than a turn can move. If there are no new
    stones, the cells that pioneers left are limited in the same way.
    """
    seats = len(position.players)
    for step in range(seats):
        seat = (position.to_move + step) % seats
        before, after = position.pioneers[seat], shown.pioneers[seat]
        come, gone = after & ~before, before & ~after
        if step >= count and (come or (gone and not has_stones)):
            return False
        if come.bit_count() > ACTIONS_A_TURN or (gone.bit_count() > ACTIONS_A_TURN and not has_stones):
            return False
    return True


def _with_stones(
    position: Position, shown: Pieces, count: int, laid: int, tries: Tries
) -> Iterator[tuple[tuple[Turn, ...], Position]]:
    """Yield one sequence of turns in which the first turn sets the stones `laid`, or nothing if no sequence is found."""
    cleared = 0
    for cells in closed_by(position, laid):
        cleared |= cells
    later = _cleared_later(position, shown) & ~cleared
    if laid.bit_count() == MOST_STONES and not later and not _beside_one_that_moved(position, shown, laid):
        return
    midturn = begin_turn(position)
    for own in _standing_after(position, shown, cleared, later & ~laid):
        after = replace(position, stones=position.stones | laid).with_pioneers(position.to_move, own)
        for board in (after.without_pioneers_on(cleared), after) if cleared else (after,):
            if not tries.take():
                return
            turn = next(retrace(midturn, board), None)
            if turn is None:
                continue
            played = play_turn(position, turn)
            found = next(_find(played.position, _without_standing(shown, played), count - 1, tries), None)
            if found is not None:
                yield (turn, *found[0]), found[1]
                return
            break


def _cleared_later(position: Position, shown: Pieces) -> int:
    """Return the mask of the closed regions without pioneers in `shown`, or 0 if the stones are unchanged.

    Pioneers could have been in these regions in the meantime.
    """
    cells = 0
    if shown.stones != position.stones:
        for region in regions_of(position.board, shown.stones):
            if region.closed and not region.cells & pioneers_of(shown):
                cells |= region.cells
    return cells


def _standing_after(position: Position, shown: Pieces, cleared: int, later: int) -> Iterator[int]:
    """Yield the possible masks of the mover's pioneers after the turn.

    The pioneers are as shown, plus those in regions that a later turn closes. At most one pioneer has arrived in these regions,
    and at most one has left.
    """
    inside = position.own & later
    seen = shown.pioneers[position.to_move] | inside
    ends = [0, *(1 << cell for cell in cells_of(later & ~position.occupied))]
    for gone in (0, *(1 << cell for cell in cells_of(inside))):
        for come in ends:
            own = seen & ~gone | come
            if cleared or own.bit_count() == position.own.bit_count():
                yield own


def _without_standing(shown: Pieces, played: Played) -> Pieces:
    """Return the pieces without pioneers still shown in regions that the turn has already scored."""
    pioneers = shown.pioneers
    for event in played.events:
        if tuple(mask & event.cells for mask in pioneers) == event.standing:
            pioneers = tuple(mask & ~event.cells for mask in pioneers)
    return replace(shown, pioneers=pioneers)
