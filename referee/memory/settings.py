"""The parameters of memory: how likely each kind of change between two photos is, and the limits of the search.

`python -m tests.bench memory --fit yes` fitted `tempering`, `setup_tempering`, `misread_share` and `stray_share`, and showed that
`word_shares` are worth dividing by; docs/reading.md names the cases. The priors of the kinds, such as that of a forgotten turn,
are assumptions about players, not measured; the limits of the search follow from the time that a photo may take.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from referee.memory.explanations import Kind


def _kind_priors() -> Mapping[Kind, float]:
    return MappingProxyType(
        {Kind.UNCHANGED: 0.08, Kind.PART: 0.01, Kind.TURN: 0.77, Kind.TURNS: 0.07, Kind.ILLEGAL: 0.06, Kind.OTHER: 0.01}
    )


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """The parameters for explaining photos. The defaults are used in production."""

    kind_priors: Mapping[Kind, float] = field(default_factory=_kind_priors)
    """Prior of each kind of change between two photos of a game. TURNS means that at least one turn was forgotten: nobody took a
    photo after it."""
    further_turn: float = 1 / 3
    """Factor on the prior of TURNS for each further forgotten turn."""
    stone_shares: tuple[float, float, float] = (0.3, 0.35, 0.35)
    """Shares of turns that set no stone, one, or two."""
    wrong_player_share: float = 0.1
    """Share of illegal boards that result from a turn of the wrong player."""
    second_disturbance: float = 0.1
    """Probability that, where one piece was disturbed, a second one was too."""
    same_pioneer: float = 0.25
    """Probability that a move deliberately continues with a pioneer that already moved this turn; otherwise any may move."""
    unseen_moves: float = 0.02
    """Share of turns after which no pioneer is on a new cell, because it moved back or into a region that was then cleared."""
    tempering: float = 0.8
    """Exponent on the photo's evidence: errors in one photo are correlated, so hexes are not independent evidence."""
    setup_tempering: float = 1.0
    """The same during setup, where hexes are decided almost one by one."""
    setup_complete: float = 0.1
    """Share of photos during setup that show all pioneers placed; the other numbers of placements are equally likely."""
    misread_share: float = 1e-6
    """Share of hexes misread as any word, however confident the reader is: no word is ever impossible."""
    word_shares: tuple[float, ...] = (0.04, 0.04, 0.04, 0.04, 0.22, 0.62)
    """How common each word is on the boards for which the reader's probabilities are calibrated."""
    windows: tuple[float, ...] = (18.0, 26.0)
    """Search windows in log odds below the best board; the next is tried if the boards outside could matter."""
    leaves: int = 14
    """Maximum number of hexes considered as left by the mover's pioneers, likeliest first."""
    enters: int = 16
    """Maximum number of hexes considered as entered by the mover's pioneers."""
    stone_places: int = 18
    """Maximum number of hexes considered for new stones."""
    most_checked: int = 400
    """Maximum number of boards checked for legality as one turn; the weight of the others counts as left out."""
    negligible: float = 1e-4
    """Checking stops when the remaining boards together weigh less than this share of those found."""
    most_boards: int = 400
    """Maximum number of boards considered as several turns."""
    most_checked_turns: int = 30
    """Maximum number of boards checked for legality as several turns."""
    most_tries: int = 500
    """Maximum number of turns retraced in the search for several turns; many orders are possible where regions closed."""
    flips: int = 24
    """Number of cheapest word changes considered when searching for boards after several turns."""
    most_flips: int = 3
    """Maximum number of word changes combined."""
    flip_window: float = 14.0
    """Maximum total cost of combined changes, in log odds."""
    several_window: float = 6.0
    """Search window for several turns, in log odds below the best board they explain."""
    several_turns_hexes: int = 12
    """Maximum number of changed hexes for which several turns are tried: more have too many orderings."""
    wrong_action_choices: float = 60.0
    """Ratio of boards reachable by a wrong action to those reachable by a legal one."""
    disturbed_window: float = 11.0
    """Window for enumerating disturbed boards, in log odds below the best board."""
    stray_share: float = 0.1
    """Share of hexes that differ when no turn explains the board."""
    cleared_share: float = 0.5
    """Probability that the pioneers of a closed region have been removed when the photo is taken."""
    accept_from: float = 0.95
    """Probability below which an explanation is queued for review."""
    doubtful_below: float = 0.99
    """Confidence after memory below which a hex is queued for review."""


DEFAULT = MemorySettings()
