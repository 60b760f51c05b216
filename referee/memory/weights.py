"""Weigh the boards of each kind of change; a log weight is the log prior plus the log odds of the photo's evidence."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, product

from referee.memory.candidates import Candidate, Search, find_candidates
from referee.memory.disturbances import Disturbances, find_disturbances
from referee.memory.evidence import Gains
from referee.memory.explanations import Kind, Pieces
from referee.memory.priors import CLASSES, MOST_STONES, Priors, class_of, clearing_prior, priors_of, usual_priors
from referee.memory.settings import MemorySettings
from referee.memory.several import Tries, find_turns, likeliest_boards
from referee.rules.actions import allowed_actions
from referee.rules.midturn import Midturn, carry_out
from referee.rules.position import Position
from referee.rules.retrace import retrace, retrace_unfinished
from referee.rules.turns import Pass, Turn

MOST_LOG = 600.0  # largest log weight that is distinguished; a weight beyond 709 is no float, and no turn comes near either
CORES = (Kind.UNCHANGED, Kind.TURN)  # what may have happened before a piece was disturbed


@dataclass(frozen=True, slots=True)
class Weighed:
    """A board with its log weight. `turns` are the turns that lead to the board, or the actions so far of a partial turn."""

    log: float
    kind: Kind
    shown: Pieces
    turns: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class WeighedBoards:
    """The result of weighing boards. `unlisted` is the weight of boards with a disturbed piece that were not enumerated.

    `left_out` is an upper bound on the weight of the unexamined boards after at most one turn, not counting boards with cleared
    regions outside the search window, and the estimated weight of boards for which the search for several turns was cut short.
    """

    boards: tuple[Weighed, ...]
    unlisted: float
    left_out: float

    @property
    def total(self) -> float:
        """The total weight of all boards, enumerated or not, except those in `left_out`."""
        return self.unlisted + math.fsum(math.exp(one.log) for one in self.boards)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with the sum of odds times prior over its disturbances, `disturbed`.

    `bound` is an upper bound on the weight of the candidate and its disturbances together.
    """

    bound: float
    disturbed: float
    candidate: Candidate


def weigh_turns(midturn: Midturn, gains: Gains, other: float, settings: MemorySettings) -> WeighedBoards:
    """Weigh the boards that result from no turn, a full turn, a partial turn, an illegal action or a disturbed piece.

    The search window is widened until the boards left out have negligible weight compared with those found and with unexplained
    boards, whose log weight is `other`, or until the widest window has been used.
    """
    known = Pieces(midturn.position.pioneers, midturn.position.stones)
    priors = priors_of(midturn, settings)
    disturbances = find_disturbances(known, gains)
    for window in settings.windows:
        search = find_candidates(midturn.position, gains, window, settings)
        weighed = _weigh_candidates(midturn, known, search, priors, disturbances, math.exp(other))
        if weighed.left_out < settings.negligible * (weighed.total + math.exp(other)):
            break
    return weighed


def _weigh_candidates(
    midturn: Midturn, known: Pieces, search: Search, priors: Priors, disturbances: Disturbances, other: float
) -> WeighedBoards:
    """Weigh the candidates, highest bound first, until the rest is negligible or `most_checked` candidates have been weighed."""
    settings = priors.settings
    unchanged = Weighed(math.log(settings.kind_priors[Kind.UNCHANGED]), Kind.UNCHANGED, known)
    masses = {known: disturbances.mass_of(known)}
    ranked = _rank(search, known, priors, disturbances)
    skipped = math.fsum(odds * priors.at_most(*size) for size, odds in search.skipped.items())
    waiting = list(accumulate((one.bound for one in reversed(ranked)), initial=skipped))
    boards = [unchanged]
    total = other + _with_disturbed(unchanged, masses[known], priors)
    checked = 0
    for one in ranked[: settings.most_checked]:
        if waiting[len(ranked) - checked] - skipped < settings.negligible * total:
            break
        checked += 1
        masses[one.candidate.shown] = one.disturbed
        for weighed in _weigh(midturn, one.candidate, priors):
            boards.append(weighed)
            total += _with_disturbed(weighed, one.disturbed, priors)
    listed, unlisted = _list_illegal(boards, masses, priors, disturbances)
    return WeighedBoards(tuple(listed), unlisted, waiting[len(ranked) - checked])


def _rank(search: Search, known: Pieces, priors: Priors, disturbances: Disturbances) -> list[Ranked]:
    ranked = []
    bound_of = {size: priors.at_most(*size) for size in CLASSES}
    odds = math.exp(priors.of_disturbance(Kind.TURN))
    for one in search.found:
        if one.shown != known:
            disturbed = disturbances.mass_of(one.shown)
            ranked.append(Ranked(math.exp(one.gain) * bound_of[one.moved, one.stones] * (1 + odds * disturbed), disturbed, one))
    return sorted(ranked, key=lambda one: -one.bound)


def _with_disturbed(weighed: Weighed, disturbed: float, priors: Priors) -> float:
    """Return the weight of a board, together with that of all its disturbances if the kind of the board is in CORES."""
    if weighed.kind not in CORES:
        return math.exp(weighed.log)
    return math.exp(weighed.log) * (1 + math.exp(priors.of_disturbance(weighed.kind)) * disturbed)


def _weigh(midturn: Midturn, candidate: Candidate, priors: Priors) -> list[Weighed]:
    """Weigh a board as a full turn and as a partial one, since it can be both; if it is neither, weigh it as illegal."""
    shown, size = candidate.shown, (candidate.moved, candidate.stones)
    after = replace(midturn.position, pioneers=shown.pioneers, stones=shown.stones)
    gain = candidate.gain + clearing_prior(midturn.position, shown, priors.settings)
    found = []
    if (turn := next(retrace(midturn, after), None)) is not None:
        found.append(Weighed(gain + priors.of_turn(*size), Kind.TURN, shown, (turn,)))
    if (part := next((done for done in retrace_unfinished(midturn, after) if _goes_on(midturn, done)), None)) is not None:
        found.append(Weighed(gain + priors.of_part(*size), Kind.PART, shown, (part,)))
    return found or [Weighed(gain + priors.of_illegal(*size), Kind.ILLEGAL, shown)]


def _goes_on(midturn: Midturn, done: Turn) -> bool:
    """Return whether further actions may follow those in `done`."""
    for action in done:
        midturn = carry_out(midturn, action)
    return bool(allowed_actions(midturn))


def _list_illegal(
    boards: Sequence[Weighed], masses: Mapping[Pieces, float], priors: Priors, disturbances: Disturbances
) -> tuple[list[Weighed], float]:
    """Return all boards, including the likeliest ones with one disturbed piece, and the weight of the other disturbed boards.

    It is unknown which board an illegal one derives from, so the likeliest derivation determines its weight.
    """
    legal = [one for one in boards if one.kind is not Kind.ILLEGAL]
    shown_legally = {one.shown for one in legal}
    logs = {one.shown: one.log for one in boards if one.kind is Kind.ILLEGAL}
    least = max(one.log for one in boards) - priors.settings.disturbed_window
    unlisted = 0.0
    for core in (one for one in legal if one.kind in CORES):
        log = core.log + priors.of_disturbance(core.kind)
        mass = masses[core.shown]
        if mass and log + math.log(mass) > least:
            for gain, shown in disturbances.likeliest(core.shown, least - log):
                mass -= math.exp(gain)
                if shown not in shown_legally:
                    logs[shown] = max(log + gain, logs.get(shown, -math.inf))
        unlisted += math.exp(log) * max(0.0, mass)
    return [*legal, *(Weighed(log, Kind.ILLEGAL, shown) for shown, log in logs.items())], unlisted


def weigh_several(position: Position, gains: Gains, single: float, settings: MemorySettings) -> tuple[list[Weighed], float]:
    """Weigh the likeliest boards as the result of two or more turns, at most one turn per player.

    `single` is the log weight of the likeliest legal board after at most one turn. Boards that cannot come near this weight, or
    near the log odds of the best board found, are skipped. Also return the estimated weight of the boards for which the search
    for turns was cut short.
    """
    of_turn = math.log(settings.kind_priors[Kind.TURN])
    fewest = min(range(len(position.players)), key=lambda seat: position.pioneers[seat].bit_count())
    usual = usual_priors(position, fewest, settings)
    dearest = math.log(settings.kind_priors[Kind.TURNS]) + 2 * (max(usual.of_turn(*size) for size in CLASSES) - of_turn)
    if gains.potential + dearest < single - settings.several_window:
        return [], 0.0
    found: list[Weighed] = []
    unresolved = 0.0
    first, tried, tries = -math.inf, 0, Tries(settings.most_tries)
    for gain, shown in likeliest_boards(position, gains, settings):
        if gain < max(first, single - dearest) - settings.several_window:
            continue
        if tried >= settings.most_checked_turns:
            break
        tried += 1
        tries.ran_out = False
        weighed = _weigh_as_turns(position, shown, gain, tries, settings)
        if weighed is not None:
            found.append(weighed)
            first = max(first, gain)
        elif tries.ran_out:
            unresolved += math.exp(min(MOST_LOG, gain + _likely_prior(position, shown, settings)))
    return found, unresolved


def _weigh_as_turns(position: Position, shown: Pieces, gain: float, tries: Tries, settings: MemorySettings) -> Weighed | None:
    for count in range(2, len(position.players) + 1):
        found = find_turns(position, shown, count, tries)
        if found is not None:
            turns, _ = found
            seats = _next_seats(position, count)
            each = sum(_prior_of(turn, position, shown, seat, settings) for turn, seat in zip(turns, seats, strict=True))
            return Weighed(gain + _log_of_turns(count, settings) + each, Kind.TURNS, shown, turns)
    return None


def _likely_prior(position: Position, shown: Pieces, settings: MemorySettings) -> float:
    """Return the log prior of a board after several turns, estimated from the numbers of moved pioneers and of new stones."""
    players = len(position.players)
    seats = _next_seats(position, players)
    moved = [(shown.pioneers[seat] & ~position.pioneers[seat]).bit_count() for seat in seats]
    stones = (shown.stones & ~position.stones).bit_count()
    count = max(2, *(step + 1 for step in range(players) if moved[step]), math.ceil(stones / MOST_STONES))
    each = [usual_priors(position, seat, settings) for seat in seats[:count]]
    ways = (
        math.fsum(one.of_turn(came, laid) for one, came, laid in zip(each, moved, split, strict=False))
        for split in product(range(MOST_STONES + 1), repeat=len(each))
        if sum(split) == stones
    )
    return _log_of_turns(count, settings) + max(ways, default=-math.inf) - count * math.log(settings.kind_priors[Kind.TURN])


def _next_seats(position: Position, count: int) -> list[int]:
    return [(position.to_move + step) % len(position.players) for step in range(count)]


def _log_of_turns(count: int, settings: MemorySettings) -> float:
    """Return the log prior of this number of turns, two or more, between two photos."""
    return math.log(settings.kind_priors[Kind.TURNS]) + (count - 2) * math.log(settings.further_turn)


def _prior_of(turn: Turn, position: Position, shown: Pieces, seat: int, settings: MemorySettings) -> float:
    """Return the log prior of a turn among all turns of a player; 0 for a pass."""
    if turn == (Pass(),):
        return 0.0
    return usual_priors(position, seat, settings).of_turn(*class_of(turn, shown.pioneers[seat])) - math.log(
        settings.kind_priors[Kind.TURN]
    )


def other_log(gains: Gains, settings: MemorySettings) -> tuple[float, tuple[tuple[float, ...], ...]]:
    """Return the log weight of an unexplained arrangement of pieces, in which each hex is independent.

    Also return the probabilities of the six possible contents of each hex in that case.
    """
    share = settings.stray_share
    total, rows = math.log(settings.kind_priors[Kind.OTHER]), []
    for known, row in zip(gains.known, gains.rows, strict=True):
        weights = [(1 - share if word == known else share / (len(row) - 1)) * math.exp(gain) for word, gain in enumerate(row)]
        mass = math.fsum(weights)
        total += math.log(mass)
        rows.append(tuple(weight / mass for weight in weights))
    return min(MOST_LOG, total), tuple(rows)
