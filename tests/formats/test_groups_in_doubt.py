"""Groups of similar pieces are asked about as far as their hexes are still in doubt."""

from __future__ import annotations

from referee.formats.readings import GroupDoubt, groups_asked_together, groups_in_doubt
from referee.rules.pieces import Piece

STONES = GroupDoubt(("A1", "A2", "A3"), Piece.STONE, Piece.YELLOW, 0.7)
REDS = GroupDoubt(("B1", "B2"), Piece.RED, Piece.STONE, 0.8)


def test_decided_hexes_leave_their_group() -> None:
    (group,) = groups_in_doubt((STONES,), {"A1", "A3"})
    assert group == GroupDoubt(("A1", "A3"), Piece.STONE, Piece.YELLOW, 0.7)


def test_group_of_one_hex_is_dropped() -> None:
    assert groups_in_doubt((STONES, REDS), {"A1", "A2", "A3", "B1"}) == (STONES,)


def test_groups_between_the_same_two_kinds_are_one_question() -> None:
    yellows = GroupDoubt(("C1", "C2"), Piece.YELLOW, Piece.STONE, 0.6)
    assert groups_asked_together((STONES, REDS, yellows)) == ((STONES, yellows), (REDS,))
