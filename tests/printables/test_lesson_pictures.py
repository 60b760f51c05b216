"""The pictures of How to play show legal play, and the rules agree with the points on them."""

from __future__ import annotations

import pytest

from printables.documents.lesson_pictures import Frame, Lesson, draw_lesson, frames_of, position_of, territory_of
from printables.drawing.svg import write_svg
from referee.rules.pieces import Colour
from referee.rules.play import play_turn
from referee.rules.position import cells_of
from referee.rules.turns import Move, SetStone


def numbers(frame: Frame) -> dict[tuple[int, int], int]:
    return {(cell.q, cell.r): number for number, cell in enumerate(position_of(frame).board.cells)}


def test_pictured_turn_is_legal_and_closes_what_the_last_picture_shows() -> None:
    before, moved, one_stone, both_stones = frames_of(Lesson.TURN)
    number = numbers(before)
    assert moved.moved is not None
    stones = [
        (set(later.stones) - set(earlier.stones)).pop() for earlier, later in ((moved, one_stone), (one_stone, both_stones))
    ]
    turn = (Move(*(number[spot] for spot in moved.moved)), *(SetStone(number[spot]) for spot in stones))
    played = play_turn(position_of(before), turn)
    assert [(event.value, event.awards) for event in played.events] == [(24, (24, 0))]
    assert played.position.stones == position_of(both_stones).stones


def test_counted_land_pays_red_the_points_on_the_badge() -> None:
    counted, cleared = frames_of(Lesson.COUNT)
    region, shares = territory_of(counted)
    assert (len(list(cells_of(region.cells))), region.value, shares) == (12, 24, {Colour.RED: 24, Colour.YELLOW: 0})
    assert (counted.badge, cleared.badge) == ("12 × 2 = 24", "+24")
    assert len(counted.pioneers) - len(cleared.pioneers) == 3


@pytest.mark.parametrize(("number", "landscapes", "badge"), [(0, 1, "12 × 3 = 36"), (1, 2, "12 × 2 = 24"), (2, 3, "12 × 1 = 12")])
def test_same_hexes_count_for_less_the_more_landscapes_they_have(number: int, landscapes: int, badge: str) -> None:
    frame = frames_of(Lesson.FACTOR)[number]
    region, _ = territory_of(frame)
    assert (len(region.terrains), frame.badge, region.closed) == (landscapes, badge, True)


@pytest.mark.parametrize("lesson", Lesson)
def test_every_step_is_drawn_and_differs_from_the_one_before(lesson: Lesson) -> None:
    drawn = [write_svg(draw_lesson(lesson, number)) for number in range(len(frames_of(lesson)))]
    assert len(set(drawn)) == len(drawn) > 0
