"""Weigh the boards of each kind of change: prior of a board times the photo's evidence for it, as logarithms."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.memory.anomalies import disturbed_boards
from referee.memory.candidates import Candidate, closed_by, find_candidates
from referee.memory.evidence import Gains, add_logs
from referee.memory.explanations import Kind, Pieces
from referee.memory.settings import MemorySettings
from referee.memory.several import find_turns, likeliest_boards
from referee.rules.actions import allowed_moves
from referee.rules.midturn import Midturn
from referee.rules.position import Position
from referee.rules.retrace import retrace, retrace_unfinished
from referee.rules.turns import SetStone, Turn

STONES_BESIDE = 5.0  # free hexes beside a pioneer, on average
FURTHER_TURN = math.log(1 / 3)  # how much rarer it is that one more turn was not photographed


@dataclass(frozen=True, slots=True)
class Weighed:
    """A board with the logarithm of its weight; `turns` lead to it where it is legal."""

    log: float
    kind: Kind
    shown: Pieces
    turns: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Priors:
    """The prior weight of one board, by kind and number of new stones; `first_moves` says how many boards share a kind's."""

    settings: MemorySettings
    first_moves: float

    def of_turn(self, stones: int) -> float:
        """Return the prior of one legal board with so many new stones."""
        moves = max(1.0, self.first_moves)
        boards = (moves**3 / 6, moves**2 * STONES_BESIDE / 2, moves * STONES_BESIDE**2 / 2)[stones]
        return math.log(self.settings.kind_priors[Kind.TURN] * self.settings.stone_shares[stones] / max(1.0, boards))

    def of_part(self, stones: int) -> float:
        """Return the prior of one board in mid-turn."""
        moves = max(1.0, self.first_moves)
        boards = moves * STONES_BESIDE if stones else moves
        return math.log(self.settings.kind_priors[Kind.PART] / 2 / max(1.0, boards))

    def of_illegal(self, stones: int) -> float:
        """Return the prior of one board that a wrong action led to."""
        ratio = self.settings.kind_priors[Kind.ILLEGAL] / self.settings.kind_priors[Kind.TURN]
        return self.of_turn(stones) + math.log(ratio / self.settings.wrong_action_choices)

    def of_disturbed(self, core: Weighed) -> float:
        """Return the weight of a board with one piece of `core` disturbed, but for the evidence of that piece."""
        ratio = self.settings.kind_priors[Kind.ILLEGAL] / self.settings.kind_priors[core.kind]
        return core.log + math.log(ratio / self.settings.anomaly_choices)


def weigh_turns(midturn: Midturn, gains: Gains, settings: MemorySettings) -> tuple[list[Weighed], float]:
    """Weigh every board that no turn, a turn, part of one or a wrong one led to; and bound the weight of what was left out."""
    position = midturn.position
    priors = Priors(settings, sum(1 for _ in allowed_moves(midturn)))
    unchanged = Pieces(position.pioneers, position.stones)
    weighed = {unchanged: [Weighed(math.log(settings.kind_priors[Kind.UNCHANGED]), Kind.UNCHANGED, unchanged)]}
    search = find_candidates(position, gains, settings)
    skipped = [math.log(odds) + priors.of_turn(count) for count, odds in enumerate(search.skipped) if odds > 0]
    for candidate in search.found:
        if candidate.shown in weighed:
            continue
        clearing = _clearing_prior(position, candidate, settings)
        if len(weighed) > settings.most_checked:
            skipped.append(candidate.gain + clearing + priors.of_turn(candidate.stones.bit_count()))
        else:
            weighed[candidate.shown] = _weigh(midturn, candidate, priors, clearing)
    known = [one for together in weighed.values() for one in together]
    disturbed = [one for one in _disturbed(position, known, gains, priors, settings) if one.shown not in weighed]
    return [*known, *{one.shown: one for one in disturbed}.values()], add_logs(skipped)


def _clearing_prior(position: Position, candidate: Candidate, settings: MemorySettings) -> float:
    """Return how likely it is that each region that closed was cleared, or not yet, when the photo was taken."""
    prior = 0.0
    for cells in closed_by(position, candidate.stones):
        if candidate.cleared & cells:
            prior += math.log(settings.cleared_share)
        elif any(mask & cells for mask in candidate.shown.pioneers):
            prior += math.log(1 - settings.cleared_share)
    return prior


def _weigh(midturn: Midturn, candidate: Candidate, priors: Priors, clearing: float) -> list[Weighed]:
    """Weigh a board as a turn and as part of one, which it may both be; as neither it is illegal."""
    after = replace(midturn.position, pioneers=candidate.shown.pioneers, stones=candidate.shown.stones)
    stones, gain, shown = candidate.stones.bit_count(), candidate.gain + clearing, candidate.shown
    found = []
    if (turn := next(retrace(midturn, after), None)) is not None:
        found.append(Weighed(gain + priors.of_turn(stones), Kind.TURN, shown, (turn,)))
    if (part := next(retrace_unfinished(midturn, after), None)) is not None:
        found.append(Weighed(gain + priors.of_part(stones), Kind.PART, shown, (part,)))
    return found or [Weighed(gain + priors.of_illegal(stones), Kind.ILLEGAL, shown)]


def _disturbed(
    position: Position, weighed: Sequence[Weighed], gains: Gains, priors: Priors, settings: MemorySettings
) -> list[Weighed]:
    """Weigh the likeliest boards with one more piece disturbed that the mover must not touch, or set where it must not be."""
    cores = sorted((one for one in weighed if one.kind is not Kind.ILLEGAL), key=lambda one: -one.log)
    return [
        Weighed(priors.of_disturbed(core) + gain, Kind.ILLEGAL, shown)
        for core in cores[: settings.disturbed_cores]
        for gain, shown in disturbed_boards(position, core.shown, gains, settings)
    ]


def weigh_several(position: Position, gains: Gains, single: float, settings: MemorySettings) -> list[Weighed]:
    """Weigh the likeliest boards as two turns or more, up to a round, where few enough hexes changed.

    `single` is the weight of the likeliest board that needs one turn at most: boards that cannot come near it are not looked at.
    """
    priors = Priors(settings, settings.several_first_moves)
    dearest = math.log(settings.kind_priors[Kind.TURNS]) + 2 * (priors.of_turn(2) - math.log(settings.kind_priors[Kind.TURN]))
    found: list[Weighed] = []
    first = None
    for tried, (gain, shown) in enumerate(likeliest_boards(position, gains, settings)):
        if gain + dearest < single - settings.several_window or tried >= settings.most_checked_turns:
            break
        if first is not None and gain < first - settings.several_window:
            break
        weighed = _weigh_as_turns(position, shown, gain, priors, settings)
        if weighed is not None:
            found.append(weighed)
            first = gain if first is None else first
    return found


def _weigh_as_turns(position: Position, shown: Pieces, gain: float, priors: Priors, settings: MemorySettings) -> Weighed | None:
    for count in range(2, len(position.players) + 1):
        found = find_turns(position, shown, count)
        if found is not None:
            turns, _ = found
            each = sum(priors.of_turn(stones_of(turn)) - math.log(settings.kind_priors[Kind.TURN]) for turn in turns)
            prior = math.log(settings.kind_priors[Kind.TURNS]) + (count - 2) * FURTHER_TURN
            return Weighed(gain + prior + each, Kind.TURNS, shown, turns)
    return None


def other_log(gains: Gains, settings: MemorySettings) -> tuple[float, tuple[tuple[float, ...], ...]]:
    """Return the weight of "pieces lie otherwise", where each hex differs by itself, and the words' probabilities then."""
    share = settings.stray_share
    total, rows = math.log(settings.kind_priors[Kind.OTHER]), []
    for known, row in zip(gains.known, gains.rows, strict=True):
        weights = [(1 - share if word == known else share / (len(row) - 1)) * math.exp(gain) for word, gain in enumerate(row)]
        mass = math.fsum(weights)
        total += math.log(mass)
        rows.append(tuple(weight / mass for weight in weights))
    return total, tuple(rows)


def stones_of(turn: Turn) -> int:
    """Return how many stones a turn sets."""
    return sum(isinstance(action, SetStone) for action in turn)
