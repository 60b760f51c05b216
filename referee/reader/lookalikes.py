"""Separate stones from the pioneers of one player where the networks cannot, because the stones have that player's hue.

The photo then shows more pieces of a colour than a player has, or pieces of a colour that does not play, so some must be stones.
Pioneers are recognised by the form of the other players' pioneers, and both kinds by a shade of their own, with little weight on
the networks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.reader.groups import Things, form_similarity
from referee.reader.settings import ReaderSettings
from referee.reader.words import EMPTY, STONE
from referee.rules.pieces import PIONEERS_EACH

Floats = NDArray[np.float32]
NONE = -1
CLEAR_SURPLUS = 1.6  # pieces beyond those of a player that contradict a number of players; fewer could be misread
NOT_PLAYING = 0.02  # probability that a piece is a pioneer of a colour that does not play
EITHER = 0.5  # probability of being one of the two kinds above which a piece is compared
FEWEST_IN_PLAY = 2  # pieces that show that a colour plays, as a single one could be misread
FEWEST_OTHERS = 4.0  # other players' pioneers needed to know their form
MOST_ODDS, FORM_LIMIT = 8.0, 5.0  # log odds
STEPS, WIDEST = 60, 80.0  # of the search for the shift that leaves a player as many pioneers as the box holds
SMALLEST = 1e-9  # avoids division by zero


@dataclass(frozen=True, slots=True)
class Lookalikes:
    """Pieces, each of which is a pioneer of one particular player or a stone.

    `weight` (n,) is the probability that a piece is either of these, `colours` (n, 3) and `near` (n, n) are for comparing pieces
    by colour and form, `near_others` (n,) is the similarity in form to the `others` pioneers of other players, and `network`
    (n,) contains the network's log odds of a pioneer, relative to the median. The player has at most `most` pioneers.
    """

    weight: Floats
    colours: Floats
    near: Floats
    near_others: Floats
    others: float
    network: Floats
    most: int


def has_surplus(shares: Floats, settings: ReaderSettings) -> bool:
    """Return whether the probabilities `shares` (n, 6) include more pieces of a colour than `most_pioneers` allows."""
    counts = shares[shares[:, EMPTY] < settings.thing_below, :EMPTY].sum(0)
    return any(counts[seat] > most_pioneers(counts, seat, settings) for seat in range(STONE))


def most_pioneers(counts: Sequence[float] | Floats, seat: int, settings: ReaderSettings) -> float:
    """Return the number of pieces of a colour above which some must be stones; `counts` are those of all colours, by seat."""
    players = likely_players(counts)
    return PIONEERS_EACH[players] + settings.surplus_above if seat < players else FEWEST_IN_PLAY


def seats_in_doubt(
    seats: NDArray[np.int_], words: NDArray[np.int_], networks: Floats, odd: Floats, settings: ReaderSettings
) -> NDArray[np.int_]:
    """Return the seats (n,) from `separate_lookalikes`, with `NONE` where the class is no longer in doubt.

    `words` (n,) are the classes found, `networks` (n, 6) the probabilities of the networks alone, and `odd` (n,) is the
    probability that a hex is hidden or holds two pieces. If the networks recognise most of the stones, only a few of them have a
    player's hue, for example in a shadow; then stones of which the networks are sure are not in doubt, unless a hand hides part
    of the board, whose fingertips can be read as stones.
    """
    seats = np.where((words == seats) | (words == STONE), seats, NONE)
    stones = networks[(seats != NONE) & (words == STONE), STONE]
    is_open = (odd > settings.obstructed_above).sum() < settings.obstructed_hexes
    if is_open and len(stones) and (stones > settings.recognised_above).mean() > settings.mostly_recognised:
        seats[(words == STONE) & (networks[:, STONE] >= settings.recognised_surely)] = NONE
    return seats


def separate_lookalikes(shares: Floats, compared: Things, settings: ReaderSettings) -> tuple[Floats, NDArray[np.int_]]:
    """Return the probabilities (n, 6) after dividing the pieces of each colour with too many pieces into pioneers and stones.

    Pieces of a colour that does not play are almost certainly stones. Also return the seats (n,) of the colours for the pieces
    that were divided, and `NONE` for the other hexes. The probability of "empty" does not change.
    """
    out, seats = shares.copy(), np.full(len(shares), NONE)
    things = np.flatnonzero(shares[:, EMPTY] < settings.thing_below)
    there = shares[things, :EMPTY].sum(1, keepdims=True)
    five, pieces = shares[things, :EMPTY] / np.maximum(there, SMALLEST), compared.part(things)
    near = form_similarity(pieces.forms)
    for seat in np.argsort(-five[:, :STONE].sum(0)).tolist():
        counts = five.sum(0)
        if counts[seat] > most_pioneers(counts, seat, settings):
            either, players = five[:, seat] + five[:, STONE], likely_players(counts)
            rows, most = np.flatnonzero(either > EITHER), PIONEERS_EACH[players]
            pioneers: Floats | float = NOT_PLAYING
            if seat < players:
                pioneers = likeliest_pioneers(
                    _compare(pieces.appearance[:, :3], near, five, rows, seat, most, settings), settings
                )
            five[rows, seat], five[rows, STONE] = either[rows] * pioneers, either[rows] * (1 - pioneers)
            seats[things[rows]] = seat
    out[things, :EMPTY] = there * five
    return out, seats


def players_shown(counts: Sequence[float] | Floats) -> int:
    """Return the number of players of the smallest game in which all colours with at least two pieces play.

    `counts` holds the number of pieces of each colour, by seat. Single pieces are ignored, since they could have been misread.
    """
    return max(2, *(seat + 1 for seat in range(STONE) if counts[seat] >= FEWEST_IN_PLAY), 2)


def likely_players(counts: Sequence[float] | Floats) -> int:
    """Return the likely number of players, which may be smaller than the number that the colours show.

    For example, three players with nine pioneers each and eight stones that look green are not a game of four, in which each
    player has eight pioneers. Since stones have the hue of at most one player, a smaller number is returned only if it is
    contradicted by at least one colour fewer.
    """
    shown = players_shown(counts)

    def contradictions(players: int) -> float:
        total = 0.0
        for seat in range(STONE):
            is_there = counts[seat] >= FEWEST_IN_PLAY
            surplus = (counts[seat] - PIONEERS_EACH[players]) / CLEAR_SURPLUS
            total += min(1.0, max(0.0, surplus)) if is_there and seat < players else is_there != (seat < players)
        return total

    fewer = [players for players in range(2, shown) if all(counts[seat] >= FEWEST_IN_PLAY for seat in range(players))]
    likeliest = min(fewer, key=contradictions, default=shown)
    return likeliest if contradictions(likeliest) <= contradictions(shown) - 1 else shown


def _compare(
    colours: Floats, near: Floats, shares: Floats, rows: NDArray[np.int_], seat: int, most: int, settings: ReaderSettings
) -> Lookalikes:
    others = shares[:, :STONE].sum(1) - shares[:, seat]
    odds = np.log(np.maximum(shares[rows, seat], SMALLEST) / np.maximum(shares[rows, STONE], SMALLEST))
    network = settings.lookalike_network_weight * np.clip(odds, -MOST_ODDS, MOST_ODDS)
    return Lookalikes(
        weight=shares[rows, seat] + shares[rows, STONE],
        colours=colours[rows],
        near=near[np.ix_(rows, rows)],
        near_others=near[rows] @ others,
        others=float(others.sum()),
        network=network - np.median(network),
        most=most,
    )


def likeliest_pioneers(pieces: Lookalikes, settings: ReaderSettings) -> Floats:
    """Return the probability (n,) of a pioneer for each piece.

    Both kinds are described by the pieces assigned to them, so descriptions and assignments are updated alternately. The result
    depends on the start. The answers of the networks are tried as a start, as well as the form of the other players' pioneers if
    there are enough of these, and the likelier result is returned.
    """
    unlike = np.exp(settings.form_unlike_log)
    starts = [pieces.network]
    if pieces.others >= FEWEST_OTHERS:
        by_form = settings.lookalike_form_weight * np.log(pieces.near_others / pieces.others + unlike)
        starts.append(by_form + pieces.network)
    found = [_refine(pieces, limit_pioneers(odds, pieces, is_full=True), settings) for odds in starts]
    return max(found, key=lambda one: one[1])[0]


def _refine(pieces: Lookalikes, pioneers: Floats, settings: ReaderSettings) -> tuple[Floats, float]:
    """Return the probabilities (n,) after several rounds, starting with `pioneers` (n,), and their log likelihood."""
    weight = pieces.weight
    for _ in range(settings.lookalike_rounds):
        own, stones = weight * pioneers, weight * (1 - pioneers)
        off_own, off_stones, log_volume = _colour_distances(pieces.colours, own, stones, settings)
        unlike = np.exp(settings.form_unlike_log)
        form_own = np.log((pieces.near_others + pieces.near @ own) / max(pieces.others + own.sum(), SMALLEST) + unlike)
        form_stones = np.log((pieces.near @ stones) / max(stones.sum(), SMALLEST) + unlike)
        form = settings.lookalike_form_weight * np.clip(form_own - form_stones, -FORM_LIMIT, FORM_LIMIT)
        pioneers = limit_pioneers(pieces.network + off_stones / 2 - off_own / 2 + form, pieces)
    share = float(np.clip(own.sum() / weight.sum(), 0.01, 0.99))
    as_pioneer = np.log(share) - off_own / 2 + settings.lookalike_form_weight * form_own + pieces.network / 2
    as_stone = np.log(1 - share) - off_stones / 2 + settings.lookalike_form_weight * form_stones - pieces.network / 2
    return pioneers, float((weight * np.logaddexp(as_pioneer, as_stone)).sum() - weight.sum() * log_volume / 2)


def _colour_distances(colours: Floats, own: Floats, stones: Floats, settings: ReaderSettings) -> tuple[Floats, Floats, float]:
    """Return the squared distances (n,) from the mean colours of the two kinds, and the log volume of their common spread."""
    from_own, from_stones = (colours - (some @ colours) / max(some.sum(), SMALLEST) for some in (own, stones))
    held = settings.spread_prior_weight
    squares = (from_own * own[:, None]).T @ from_own + (from_stones * stones[:, None]).T @ from_stones
    spread = (squares + held * settings.lookalike_spread**2 * np.eye(3)) / (own.sum() + stones.sum() + held)
    weights = np.linalg.inv(spread)
    off_own, off_stones = (np.einsum("ij,jk,ik->i", off, weights, off) for off in (from_own, from_stones))
    return off_own, off_stones, float(np.linalg.slogdet(spread)[1])


def limit_pioneers(odds: Floats, pieces: Lookalikes, is_full: bool = False) -> Floats:
    """Convert log odds (n,) to probabilities of a pioneer, lowered together if they add up to more than a player has.

    With `is_full`, probabilities that add up to less are raised together, as if all of the player's pioneers were on the board.
    """
    probabilities = _logistic(odds)
    if not is_full and (pieces.weight * probabilities).sum() <= pieces.most:
        return probabilities
    low, high = -WIDEST, WIDEST
    for _ in range(STEPS):
        shift = (low + high) / 2
        if (pieces.weight * _logistic(odds - shift)).sum() > pieces.most:
            low = shift
        else:
            high = shift
    return _logistic(odds - shift)


def _logistic(odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -50, 50))))
