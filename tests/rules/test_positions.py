"""Impossible positions are rejected."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.rules.legal import count_turns
from referee.rules.pieces import Colour
from referee.rules.position import Edition, build_position, check_players, check_position, first_position
from referee.words.problems import Problem
from referee.words.texts import LANGUAGES, say
from tests.rules.drawn import HEXAGON, row_board, set_up

RED, YELLOW, BLUE = Colour.RED, Colour.YELLOW, Colour.BLUE
MANY = " ".join(f"{row}{number}" for row, most in zip("ABCD", (4, 5, 6, 7), strict=True) for number in range(1, most + 1))


@pytest.mark.parametrize(("players", "each"), [(2, 13), (3, 10), (4, 8)])
def test_a_game_begins_with_full_reserves_and_an_empty_board(players: int, each: int) -> None:
    first = first_position(row_board("abcd" * 10), Edition.DE, players)
    assert first.reserve == (each,) * players
    assert (first.all_pioneers, first.stones, first.scores, first.to_move) == (0, 0, (0,) * players, 0)
    assert first.in_setup
    assert count_turns(first) == 40


@pytest.mark.parametrize(
    ("attempt", "slug"),
    [
        (lambda: first_position(HEXAGON, Edition.DE, 5), "wrong-players"),
        (lambda: first_position(row_board("abcd"), Edition.DE, 2), "too-many-pieces"),
        (lambda: check_players((RED,)), "wrong-players"),
        (lambda: check_players((RED, BLUE)), "wrong-players"),
        (lambda: check_players((YELLOW, RED)), "wrong-players"),
        (lambda: set_up(HEXAGON, red="Z9"), "unknown-cell"),
        (lambda: set_up(HEXAGON, red="D4 D4"), "two-pieces"),
        (lambda: set_up(HEXAGON, red="D4", yellow="D4"), "two-pieces"),
        (lambda: set_up(HEXAGON, red="D4", stones=["D4"]), "two-pieces"),
        (lambda: set_up(HEXAGON, blue="D4"), "wrong-colour"),
        (lambda: set_up(HEXAGON, to_move="green"), "wrong-colour"),
        (lambda: set_up(HEXAGON, scores={"blue": 3}), "wrong-colour"),
        (lambda: set_up(HEXAGON, scores={"red": -1}), "bad-number"),
        (lambda: set_up(HEXAGON, reserve={"red": -1}), "bad-number"),
        (lambda: set_up(HEXAGON, red=" ".join(MANY.split()[:14])), "too-many-pioneers"),
        (lambda: set_up(HEXAGON, red=" ".join(MANY.split()[:10]), reserve={"red": 4}), "too-many-pioneers"),
        (lambda: set_up(HEXAGON, stones=["D4"], reserve={"red": 1}), "stones-in-setup"),
        (lambda: set_up(row_board("abcdabcd"), red="A1 A2", reserve={"red": 5, "yellow": 2}), "too-many-pieces"),
    ],
)
def test_impossible_values_are_reported_in_every_language(attempt: Callable[[], object], slug: str) -> None:
    with pytest.raises(Problem) as problem:
        attempt()
    assert problem.value.slug == slug
    assert all("{" not in say(problem.value.message, language) for language in LANGUAGES)


def test_fewer_pioneers_than_the_box_holds_and_none_at_all_are_fine() -> None:
    check_position(set_up(HEXAGON, red="D4"))
    assert build_position(HEXAGON).all_pioneers == 0
