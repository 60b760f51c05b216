"""Estimate the probabilities of what may have happened between a known position and a photo.

Distinct boards are weighed, not sequences of actions: each kind of change has a prior, shared among the boards that can result,
and the photo's evidence scores each board. An upper estimate of the weight of boards that were not examined lowers the
reported probabilities.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace

from referee.memory.evidence import EMPTY, STONE, Gains, add_logs, gains_of, words_of
from referee.memory.explanations import Explained, Explanation, Kind, Pieces
from referee.memory.illegal_boards import likeliest_ways, weigh_illegal_boards
from referee.memory.settings import DEFAULT, MemorySettings
from referee.memory.setup import likeliest_setup, setup_turns
from referee.memory.several import pieces_of
from referee.memory.weights import Weighed, WeighedBoards, other_log, weigh_several, weigh_turns
from referee.rules.midturn import Midturn, begin_turn
from referee.rules.pieces import Piece
from referee.rules.play import OVER_BECAUSE, play_turn
from referee.rules.position import Position, cells_of
from referee.rules.reasons import find_reason
from referee.rules.retrace import retrace
from referee.rules.scoring import find_end
from referee.rules.turns import Turn, format_turn

MOST_EXPLANATIONS = 5
MOST_SURE = 0.999999

Standing = tuple[int, ...]  # by seat, the pioneers in a scored region that may not have been cleared yet


def explain_photo(
    before: Position,
    probabilities: Sequence[Sequence[float]],
    unseen: Collection[int] = (),
    standing: Sequence[Standing] = (),
    settings: MemorySettings = DEFAULT,
) -> Explained:
    """Return what may have happened between a known position and a photo.

    `probabilities` contains a row for each cell with the probabilities of the members of `Piece`. `unseen` are the cells that the
    photo does not show. Each item of `standing` contains the masks, by seat, of pioneers in a region scored earlier. They could
    still be on the table.
    """
    midturn = begin_turn(before)
    position = midturn.position
    known = Pieces(position.pioneers, position.stones)
    gains = gains_of(probabilities, unseen, known, settings, position.in_setup)
    left_standing = [group for group in (*(event.standing for event in midturn.events), *standing) if any(group)]
    gains, shown_standing = _settle_standing(gains, left_standing)
    if position.in_setup:
        explained = _explain_setup(position, gains, settings)
    elif (end := find_end(position)) is not None:
        explained = _explain(_over(position, settings), midturn, gains, settings)
        reason = OVER_BECAUSE[end.reason]
        with_reason = tuple(replace(one, reason=reason) if one.kind is Kind.OTHER else one for one in explained.explanations)
        explained = replace(explained, explanations=with_reason)
    else:
        weighed = weigh_turns(midturn, gains, other_log(gains, settings)[0], settings)
        single = max(one.log for one in weighed.boards if one.kind is not Kind.ILLEGAL)
        several, unresolved = weigh_several(position, gains, single, settings)
        boards = (*weighed.boards, *several)
        illegal = weigh_illegal_boards(position, gains, boards, settings)
        weighed = replace(weighed, boards=likeliest_ways((*boards, *illegal)), left_out=weighed.left_out + unresolved)
        explained = _explain(weighed, midturn, gains, settings)
    return _with_standing(explained, shown_standing)


def _over(position: Position, settings: MemorySettings) -> WeighedBoards:
    """Return the unchanged board as the only weighed board, because the game is over."""
    unchanged = Pieces(position.pioneers, position.stones)
    return WeighedBoards((Weighed(math.log(settings.kind_priors[Kind.UNCHANGED]), Kind.UNCHANGED, unchanged),), 0.0, 0.0)


def _settle_standing(gains: Gains, groups: Sequence[Standing]) -> tuple[Gains, tuple[Standing, ...]]:
    """Decide for each scored region whether its pioneers are still there, and neutralize the evidence of their cells.

    A cell that looks neither empty nor like its pioneer keeps its evidence. Return the new gains and the groups still there.
    """
    rows = list(gains.rows)
    kept = []
    for group in groups:
        cells = [(cell, seat) for seat, mask in enumerate(group) for cell in cells_of(mask)]
        if sum(rows[cell][seat] - rows[cell][EMPTY] for cell, seat in cells) > 0:
            kept.append(group)
        for cell, seat in cells:
            others = max(gain for word, gain in enumerate(rows[cell]) if word not in (seat, EMPTY))
            best = max(rows[cell][seat], rows[cell][EMPTY])
            if best >= others:
                rows[cell] = (0.0,) * len(Piece)
    return Gains(gains.known, tuple(rows)), tuple(kept)


def _with_standing(explained: Explained, groups: Sequence[Standing]) -> Explained:
    """Return the result with the pioneers in `groups` added to `words`, on cells whose content is empty."""
    if not groups:
        return explained
    words = list(explained.words)
    for group in groups:
        for seat, mask in enumerate(group):
            for cell in cells_of(mask):
                if words[cell] == EMPTY:
                    words[cell] = seat
    return replace(explained, words=tuple(words))


def _explain(weighed: WeighedBoards, midturn: Midturn, gains: Gains, settings: MemorySettings) -> Explained:
    """Normalize the weights to probabilities and describe the likeliest boards."""
    position = midturn.position
    other, other_rows = other_log(gains, settings)
    total = math.log(weighed.total + weighed.left_out + math.exp(other))
    ranked = sorted(weighed.boards, key=lambda one: -one.log)
    explanations = [_describe(one, math.exp(one.log - total), midturn) for one in ranked[:MOST_EXPLANATIONS]]
    explanations.append(_other(other_rows, math.exp(other - total), len(position.players)))
    explanations.sort(key=lambda one: -one.probability)
    shares = [(math.exp(one.log - total), one.shown) for one in ranked]
    left_out = weighed.left_out / math.exp(total)
    words, confidence = _marginals(shares, math.exp(other - total) + left_out, other_rows)
    return Explained(tuple(explanations[:MOST_EXPLANATIONS]), words, confidence, left_out)


def _describe(weighed: Weighed, probability: float, midturn: Midturn) -> Explanation:
    """Describe a weighed board.

    A board weighed as illegal can be that of a turn that was outside the search window; it is described as that turn.
    """
    position = midturn.position
    shown = weighed.shown
    match weighed.kind:
        case Kind.TURN | Kind.ILLEGAL:
            after = replace(position, pioneers=shown.pioneers, stones=shown.stones)
            turns = sorted(retrace(midturn, after), key=lambda turn: format_turn(turn, position.board))
            if not turns:
                return Explanation(Kind.ILLEGAL, (), probability, shown, reason=find_reason(midturn, after))
            paid = play_turn(position, turns[0]).position
            differing = _by_award(position, turns)
            return Explanation(Kind.TURN, (turns[0],), probability, shown, paid, by_award=differing)
        case Kind.TURNS:
            end = position
            for turn in weighed.turns:
                end = play_turn(end, turn).position
            return Explanation(Kind.TURNS, weighed.turns, probability, shown, end)
        case Kind.PART:
            return Explanation(Kind.PART, weighed.turns, probability, shown, position)
        case _:
            return Explanation(weighed.kind, (), probability, shown, position)


def _by_award(position: Position, turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """Return one turn for each distinct result in points, or an empty tuple if all the turns pay the same."""
    if len(turns) < 2:
        return ()
    first_with: dict[tuple[int, ...], Turn] = {}
    for turn in turns:
        first_with.setdefault(play_turn(position, turn).position.scores, turn)
    return tuple(first_with.values()) if len(first_with) > 1 else ()


def _other(rows: Sequence[Sequence[float]], probability: float, players: int) -> Explanation:
    """Return an explanation of kind OTHER, with the likeliest content of each hex given that no turn explains the photo."""
    words = [max(range(len(row)), key=row.__getitem__) for row in rows]
    certainty = math.exp(math.fsum(math.log(max(row)) for row in rows))
    return Explanation(Kind.OTHER, (), probability * certainty, pieces_of(words, players))


def _marginals(
    shares: Sequence[tuple[float, Pieces]], other: float, other_rows: Sequence[Sequence[float]]
) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return the likeliest content of each hex over all boards, and the probability of that content.

    `other` is the probability of the boards that are not listed, on which each hex has the probabilities in `other_rows`.
    """
    sums = [[other * share for share in row] for row in other_rows]
    first = shares[0][1]
    usual = words_of(first, len(other_rows))
    together = math.fsum(share for share, _ in shares)
    for cell, word in enumerate(usual):
        sums[cell][word] += together
    for share, shown in shares[1:]:
        for cell in cells_of(_differing(first, shown)):
            sums[cell][_word_on(shown, cell)] += share
            sums[cell][usual[cell]] -= share
    best = [max(range(len(row)), key=row.__getitem__) for row in sums]
    totals = together + other
    confidence = tuple(min(MOST_SURE, sums[cell][word] / totals) for cell, word in enumerate(best))
    return tuple(best), confidence


def _differing(one: Pieces, other: Pieces) -> int:
    """Return the mask of cells on which two boards differ."""
    cells = one.stones ^ other.stones
    for mask, another in zip(one.pioneers, other.pioneers, strict=True):
        cells |= mask ^ another
    return cells


def _word_on(shown: Pieces, cell: int) -> int:
    if shown.stones >> cell & 1:
        return STONE
    return next((seat for seat, mask in enumerate(shown.pioneers) if mask >> cell & 1), EMPTY)


def _explain_setup(position: Position, gains: Gains, settings: MemorySettings) -> Explained:
    """Explain a photo taken during setup by any number of new pioneers, placed in any order, or by some other arrangement."""
    found = likeliest_setup(position, gains, settings)
    other, other_rows = other_log(gains, settings)
    legal = found.total + math.log(1 - settings.kind_priors[Kind.OTHER])
    together = add_logs([legal, other])
    share = math.exp(legal - together)
    explanations = [
        _describe_setup(position, found.shown, share * math.exp(found.log - found.total)),
        _other(other_rows, math.exp(other - together), len(position.players)),
    ]
    explanations.sort(key=lambda one: -one.probability)
    words = words_of(found.shown, len(gains.known))
    confidence = [share * (1 - found.doubts.get(cell, 0.0)) for cell in range(len(words))]
    sure = [min(MOST_SURE, one + (1 - share) * row[word]) for one, row, word in zip(confidence, other_rows, words, strict=True)]
    return Explained(tuple(explanations), words, tuple(sure), 0.0)


def _describe_setup(position: Position, shown: Pieces, probability: float) -> Explanation:
    if shown.pioneers == position.pioneers:
        return Explanation(Kind.UNCHANGED, (), probability, shown, position)
    found = setup_turns(position, shown)
    if found is None:
        return Explanation(Kind.OTHER, (), probability, shown)
    turns, after = found
    return Explanation(Kind.TURN if len(turns) == 1 else Kind.TURNS, turns, probability, shown, after)
