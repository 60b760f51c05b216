"""The parameters of memory: how likely each kind of change is between two photos, and the limits of the search.

Initial estimates, not yet fitted; `python -m tests.bench memory` measures their effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from referee.memory.explanations import Kind


def _kind_priors() -> Mapping[Kind, float]:
    return MappingProxyType(
        {Kind.UNCHANGED: 0.08, Kind.PART: 0.015, Kind.TURN: 0.765, Kind.TURNS: 0.07, Kind.ILLEGAL: 0.06, Kind.OTHER: 0.01}
    )


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """Parameters for explaining photos; the defaults are used in production."""

    kind_priors: Mapping[Kind, float] = field(default_factory=_kind_priors)
    """How often each kind of change lies between two photos of a game."""
    stone_shares: tuple[float, float, float] = (0.3, 0.35, 0.35)
    """How many turns set no stone, one, or two."""
    tempering: float = 0.8
    """Exponent on the photo's evidence: errors of one photo have common causes, so hexes say less together than one by one."""
    least_log: float = -13.8
    """Floor of a word's log probability: no hex is surer than one in a million."""
    windows: tuple[float, ...] = (18.0, 26.0)
    """Boards less likely than the best by more than this, as log odds, are not looked at; the next is tried where they matter."""
    leaves: int = 14
    """Hexes at most that a mover's pioneers may have left, the likeliest first."""
    enters: int = 16
    """Hexes at most that a mover's pioneers may have come to."""
    stone_places: int = 18
    """Hexes at most on which a stone may be new."""
    most_checked: int = 400
    """Boards at most whose legality is checked for one turn; the likelihood of the others is counted as left out."""
    negligible: float = 1e-4
    """Boards are checked until the others together weigh less than this share of what was found."""
    most_boards: int = 400
    """Boards at most that are looked at as several turns."""
    most_checked_turns: int = 30
    """Boards at most whose legality as several turns is checked."""
    flips: int = 24
    """Words at most, the least costly, that may be changed on the way to such a board, ..."""
    most_flips: int = 3
    """... and how many of them at once."""
    flip_window: float = 14.0
    """How much such changes may cost together, as log odds."""
    several_window: float = 6.0
    """Boards less likely by this than the best that several turns explain are not looked at."""
    several_turns_hexes: int = 12
    """Several turns are tried where at most so many hexes look changed: with more there are too many ways to order them."""
    wrong_action_choices: float = 60.0
    """How many times more boards one wrong action leads to than a legal one."""
    anomaly_choices: float = 120.0
    """How many ways there are to disturb one piece that the mover must not touch."""
    several_first_moves: float = 120.0
    """Moves a player has, on average, by which the number of boards of several turns is estimated."""
    disturbed_cores: int = 12
    """Boards on which disturbed pieces are listed one by one, those first on which they weigh most."""
    disturbed_window: float = 11.0
    """Boards with a disturbed piece less likely than the best board by this, as log odds, are not listed one by one."""
    stray_share: float = 0.04
    """Share of hexes that differ where pieces lie otherwise with no turn behind it."""
    cleared_share: float = 0.5
    """How often the pioneers of a closed region are off the board when the photo is taken."""
    accept_from: float = 0.95
    """Explanations less probable than this are asked about."""
    doubtful_below: float = 0.99
    """Hexes less sure than this after memory are asked about."""


DEFAULT = MemorySettings()
