"""Weigh boards after a turn by the wrong player, and boards with two disturbed pieces, if nothing else explains the photo."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import nlargest
from itertools import combinations

from referee.memory.candidates import find_candidates
from referee.memory.disturbances import Disturbances, find_disturbances
from referee.memory.evidence import Gains
from referee.memory.explanations import Kind, Pieces
from referee.memory.priors import usual_priors
from referee.memory.settings import MemorySettings
from referee.memory.weights import CORES, Weighed
from referee.rules.midturn import begin_turn
from referee.rules.position import Position
from referee.rules.retrace import retrace

WELL_EXPLAINED = 3.0  # in log odds: a board this close to the likeliest contents leaves nothing to explain
AT_MOST_A_TURN = (Kind.UNCHANGED, Kind.PART, Kind.TURN)
MOST_TRIED = 20  # boards after a turn of the wrong player that are checked for legality
MOST_CORES = 40  # likeliest boards for which pairs of disturbances are enumerated
MOST_PAIRS = 60  # pairs yielded for all these boards together
MOST_PAIRED = 8  # disturbances of one board that are paired


def weigh_illegal_boards(position: Position, gains: Gains, boards: Sequence[Weighed], settings: MemorySettings) -> list[Weighed]:
    """Weigh the boards after turns of the wrong player or with pairs of disturbances.

    Return an empty list if the likeliest board results from at most one turn and leaves nothing to explain.
    """
    best = max(boards, key=lambda one: one.log)
    if best.kind in AT_MOST_A_TURN and gains.of(best.shown) > gains.potential - WELL_EXPLAINED:
        return []
    legal = {one.shown for one in boards if one.kind is not Kind.ILLEGAL}
    found: dict[Pieces, float] = {}
    for log, shown in (*_wrong_players(position, gains, settings), *_pairs(position, gains, boards, settings)):
        if shown not in legal and log > found.get(shown, -math.inf):
            found[shown] = log
    return [Weighed(log, Kind.ILLEGAL, shown) for shown, log in found.items()]


def likeliest_ways(boards: Sequence[Weighed]) -> tuple[Weighed, ...]:
    """Return the likeliest entry for each combination of kind and board."""
    best: dict[tuple[Kind, Pieces], Weighed] = {}
    for one in boards:
        key = (one.kind, one.shown)
        if key not in best or one.log > best[key].log:
            best[key] = one
    return tuple(best.values())


def _wrong_players(position: Position, gains: Gains, settings: MemorySettings) -> Iterator[tuple[float, Pieces]]:
    """Yield the log weights and boards of the likeliest legal turns of players who are not to move."""
    others = len(position.players) - 1
    if not settings.wrong_player_share:
        return
    share = settings.kind_priors[Kind.ILLEGAL] * settings.wrong_player_share / others / settings.kind_priors[Kind.TURN]
    for step in range(1, others + 1):
        theirs = begin_turn(replace(position, to_move=(position.to_move + step) % (others + 1)))
        search = find_candidates(theirs.position, gains, settings.several_window, settings)
        priors = usual_priors(theirs.position, theirs.position.to_move, settings)
        for one in sorted(search.found, key=lambda one: -one.gain)[:MOST_TRIED]:
            after = replace(theirs.position, pioneers=one.shown.pioneers, stones=one.shown.stones)
            if one.moved + one.stones and next(retrace(theirs, after), None) is not None:
                yield one.gain + math.log(share) + priors.of_turn(one.moved, one.stones), one.shown


def _pairs(
    position: Position, gains: Gains, boards: Sequence[Weighed], settings: MemorySettings
) -> Iterator[tuple[float, Pieces]]:
    """Yield the log weights and boards of the likeliest pairs of disturbed pieces, on the unchanged board or after a turn."""
    if not settings.second_disturbance:
        return
    disturbances = find_disturbances(Pieces(position.pioneers, position.stones), gains)
    cores = sorted((one for one in boards if one.kind in CORES), key=lambda one: -one.log)
    found: list[tuple[float, Pieces]] = []
    for core in cores[:MOST_CORES]:
        prior = settings.kind_priors[Kind.ILLEGAL] / settings.kind_priors[core.kind] * settings.second_disturbance
        weight = core.log + math.log(prior)
        found += [(weight + log, shown) for log, shown in _pairs_on(core.shown, disturbances)]
    yield from nlargest(MOST_PAIRS, found, key=lambda pair: pair[0])


def _pairs_on(core: Pieces, disturbances: Disturbances) -> Iterator[tuple[float, Pieces]]:
    likeliest = sorted(disturbances.likeliest(core, -math.inf), key=lambda change: -change[0])[:MOST_PAIRED]
    for (log, one), (more, other) in combinations(likeliest, 2):
        if not _cells_of_change(core, one) & _cells_of_change(core, other):
            yield log + more, _both(core, one, other)


def _cells_of_change(core: Pieces, shown: Pieces) -> int:
    cells = core.stones ^ shown.stones
    for before, after in zip(core.pioneers, shown.pioneers, strict=True):
        cells |= before ^ after
    return cells


def _both(core: Pieces, one: Pieces, other: Pieces) -> Pieces:
    pioneers = tuple(first ^ second ^ was for first, second, was in zip(one.pioneers, other.pioneers, core.pioneers, strict=True))
    return Pieces(pioneers, one.stones ^ other.stones ^ core.stones)
