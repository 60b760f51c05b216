"""The refusals of illegal actions, and the sections of How to play that explain the rules behind each refusal."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from referee.words.texts import Text

# The sections of the page, and the refusals of referee.rules that each explains.
_REFUSALS_BY_SECTION: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "setup": (
            "one_pioneer_a_turn",
            "reserve_is_empty",
            "place_on_occupied",
            "may_not_pass_in_setup",
            "setup_goes_on",
            "setup_is_over",
        ),
        "turn": (
            "pass_stands_alone",
            "too_many_actions",
            "may_not_pass",
            "blocked_must_pass",
            "first_a_move",
            "turn_not_complete",
        ),
        "move": (
            "must_move_a_hex",
            "cannot_jump",
            "end_is_occupied",
            "not_your_pioneer",
            "no_pioneer_there",
            "line_leaves_board",
            "not_straight",
            "never_back_on_start",
            "not_back_after_three",
        ),
        "stone": (
            "no_stones_left",
            "stone_on_occupied",
            "no_pioneer_to_be_beside",
            "beside_last_moved",
            "not_beside",
        ),
        "scoring": ("pioneer_scored_away",),
        "end": ("over_divided", "over_one_can_move", "over_no_pioneers"),
    }
)
_SECTIONS = {f"rules.{name}": section for section, names in _REFUSALS_BY_SECTION.items() for name in names}


def section_of(message: Text) -> str | None:
    """Return the section of How to play that explains a refusal, or None if the message is not the refusal of an action."""
    return _SECTIONS.get(message.key)
