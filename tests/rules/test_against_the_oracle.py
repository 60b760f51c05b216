"""The engine agrees with the oracle on random positions: regions, awards, turns, play, and checks in both directions."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache

from hypothesis import HealthCheck, given, settings

from referee.rules.check import check_turn
from referee.rules.legal import count_turns, list_turns
from referee.rules.midturn import Event
from referee.rules.play import play_turn
from referee.rules.position import Position, cells_of, mask_of
from referee.rules.scoring import score_position
from referee.rules.turns import format_action, format_turn, parse_turn
from tests.rules import oracle
from tests.rules.random_boards import IN_SETUP, NEARLY_OUT, SEEDS, SMALL, labels, mask_of_labels, table_of

ENOUGH_TURNS = 2000


def seeded(examples: int) -> settings:
    """Return hypothesis settings with the same examples in every run."""
    return settings(max_examples=examples, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))


def awards_of(position: Position, awards: tuple[int, ...]) -> dict[str, int]:
    return {colour.value: award for colour, award in zip(position.players, awards, strict=True) if award}


@lru_cache(maxsize=1)
def few_outcomes(position: Position) -> list[oracle.Outcome] | None:
    """Return all turns by the oracle, or None if there are too many to compare."""
    found = []
    for outcome in oracle.outcomes(table_of(position)):
        found.append(outcome)
        if len(found) > ENOUGH_TURNS:
            return None
    return found


def same_table(position: Position, table: oracle.Table) -> bool:
    laid = table_of(position)
    return (
        laid.to_move == table.to_move
        and laid.stones == table.stones
        and laid.scores == table.scores
        and laid.reserve == table.reserve
        and all(laid.standing(colour) == table.standing(colour) for colour in laid.players)
    )


def same_closings(position: Position, events: tuple[Event, ...], closings: list[oracle.Closing]) -> bool:
    listed = [
        (
            format_action(event.after, position.board) if event.after else None,
            set(labels(position.board, event.cells)),
            event.value,
            awards_of(position, event.awards),
        )
        for event in events
    ]
    return listed == [(closing.after, closing.region.cells, closing.region.value, closing.region.awards) for closing in closings]


def shown_after(position: Position, outcome: oracle.Outcome, chance: random.Random) -> Position:
    """Return the position after a turn, with each closed region randomly cleared or not."""
    seen = {(figure.colour, figure.cell) for figure in outcome.table.figures}
    for closing in outcome.closings:
        if chance.random() < 0.5:
            seen |= closing.stood
    return replace(
        position,
        pioneers=tuple(
            mask_of_labels(position.board, [cell for who, cell in seen if who == colour]) for colour in position.players
        ),
        stones=mask_of_labels(position.board, outcome.table.stones),
        to_move=0,
        reserve=(0,) * len(position.players),
    )


def disturbed(position: Position, chance: random.Random) -> Position:
    """Return a position with one piece added, removed or moved."""
    free = [cell for cell in range(len(position.board.cells)) if not position.occupied >> cell & 1]
    seat = chance.randrange(len(position.players))
    own = list(cells_of(position.pioneers[seat]))
    what = chance.choice(("stone", "no stone", "gone", "elsewhere"))
    if what == "stone" and free:
        return position.with_stone(chance.choice(free))
    if what == "no stone" and position.stones:
        return replace(position, stones=position.stones & ~(1 << chance.choice(list(cells_of(position.stones)))))
    if what == "gone" and own:
        return position.with_pioneers(seat, mask_of(own[1:]))
    if what == "elsewhere" and own and free:
        return position.with_pioneers(seat, mask_of([*own[1:], chance.choice(free)]))
    return position


def assert_turns_agree(position: Position) -> None:
    outcomes = few_outcomes(position)
    if outcomes is None:
        return
    expected = sorted(" ".join(outcome.words) for outcome in outcomes)
    assert list(list_turns(position)) == expected
    assert count_turns(position) == len(expected)


def assert_play_agrees(position: Position, chance: random.Random) -> None:
    outcomes = few_outcomes(position)
    if outcomes is None:
        return
    for outcome in chance.sample(outcomes, min(len(outcomes), 12)):
        played = play_turn(position, parse_turn(" ".join(outcome.words), position.board))
        table = oracle.after_turn(outcome)
        assert same_table(played.position, table)
        assert same_closings(position, played.events, outcome.closings)
        assert (played.ended.reason.value if played.ended else None) == oracle.ended(table)
        assert played.ended is None or list(played.ended.winners) == oracle.winners(table)


def assert_check_agrees(position: Position, chance: random.Random) -> None:
    outcomes = few_outcomes(position)
    if outcomes is None:
        return
    shown = [shown_after(position, outcome, chance) for outcome in chance.sample(outcomes, min(len(outcomes), 4))]
    shown += [disturbed(after, chance) for after in shown] + [replace(position, reserve=(0,) * len(position.players))]
    for after in shown:
        table = table_of(after)
        fitting = {" ".join(way.words): way for way in outcomes if oracle.fits(way, table)}
        check = check_turn(position, after)
        assert check.legal == bool(fitting)
        assert check.ways == len(fitting)
        assert (check.reason is None) == bool(fitting)
        if check.turn is None:
            assert not fitting
            assert check.events == ()
        else:
            first = min(fitting)
            assert format_turn(check.turn, position.board) == first
            assert same_closings(position, check.events, fitting[first].closings)


@seeded(200)
@given(SMALL)
def test_regions_awards_and_the_end_agree(position: Position) -> None:
    table = table_of(position)
    score = score_position(position)
    expected = oracle.regions(table)
    cleared, _ = oracle.clear_first(table)
    assert [set(labels(position.board, region.cells)) for region in score.regions] == [region.cells for region in expected]
    for region, other in zip(score.regions, expected, strict=True):
        assert list(region.terrains) == sorted(other.terrains)
        assert region.closed == other.closed
        assert region.settled == (other.closed and not any(other.counts.values()))
        assert region.value == other.value
        assert region.pioneers == tuple(other.counts.values())
        assert awards_of(position, region.awards) == other.awards
    assert dict(zip(table.players, score.totals, strict=True)) == cleared.scores
    assert [total - award for total, award in zip(score.totals, score.awards, strict=True)] == list(position.scores)
    assert (score.ended.reason.value if score.ended else None) == oracle.ended(cleared)
    assert score.ended is None or list(score.ended.winners) == oracle.winners(cleared)


@seeded(120)
@given(SMALL)
def test_turn_lists_and_counts_agree(position: Position) -> None:
    assert_turns_agree(position)


@seeded(50)
@given(SMALL, SEEDS)
def test_play_agrees(position: Position, seed: int) -> None:
    assert_play_agrees(position, random.Random(seed))


@seeded(50)
@given(SMALL, SEEDS)
def test_check_agrees_in_both_directions(position: Position, seed: int) -> None:
    assert_check_agrees(position, random.Random(seed))


@seeded(30)
@given(NEARLY_OUT, SEEDS)
def test_all_agrees_when_stones_run_out(position: Position, seed: int) -> None:
    assert_turns_agree(position)
    assert_play_agrees(position, random.Random(seed))
    assert_check_agrees(position, random.Random(seed))


@seeded(50)
@given(IN_SETUP, SEEDS)
def test_all_agrees_during_setup(position: Position, seed: int) -> None:
    assert_turns_agree(position)
    assert_play_agrees(position, random.Random(seed))
    assert_check_agrees(position, random.Random(seed))
