"""The parameters of memory: how likely each kind of change between two photos is, and the limits of the search.

`python -m tests.bench memory --fit yes` fitted `tempering`, `setup_tempering`, `misread_share` and `stray_share`, and showed that
dividing by `word_shares` improves the results; docs/reading.md names the cases. The priors of the kinds, such as that of a
forgotten turn, are assumptions about players, not measured; the limits of the search are chosen to limit the time for one photo.
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
    """Prior of each kind of change between two photos of a game; TURNS means two or more turns without a photo between."""
    further_turn: float = 1 / 3
    """Factor on the prior of TURNS for each turn beyond the second."""
    stone_shares: tuple[float, float, float] = (0.3, 0.35, 0.35)
    """Shares of the turns with no stone, with one stone and with two stones."""
    wrong_player_share: float = 0.1
    """Share of illegal boards that result from a turn of the wrong player."""
    second_disturbance: float = 0.1
    """Probability that a second piece was disturbed if one was."""
    same_pioneer: float = 0.25
    """Probability that a move deliberately uses a pioneer moved earlier in the turn; otherwise, all are equally likely."""
    unseen_moves: float = 0.02
    """Share of turns after which no pioneer is on a new cell, because all that moved have returned or been removed."""
    tempering: float = 0.8
    """Exponent on the photo's evidence, below 1 because errors in one photo are correlated."""
    setup_tempering: float = 1.0
    """The value used instead of `tempering` during setup, when hexes are decided almost independently."""
    setup_complete: float = 0.1
    """Share of setup photos deliberately taken after the last placement; the others are taken after any number of placements."""
    misread_share: float = 1e-6
    """Share of hexes that are misread however confident the reader is; because of this share, no content has probability 0."""
    word_shares: tuple[float, ...] = (0.04, 0.04, 0.04, 0.04, 0.22, 0.62)
    """Frequency of each member of `Piece` on the boards for which the reader's probabilities are calibrated."""
    windows: tuple[float, ...] = (18.0, 26.0)
    """Search windows in log odds below the best board; the second is used if the boards outside the first could matter."""
    leaves: int = 14
    """Maximum number of hexes considered as left by the mover's pioneers, likeliest first."""
    enters: int = 16
    """Maximum number of hexes considered as entered by the mover's pioneers."""
    stone_places: int = 18
    """Maximum number of hexes considered for new stones."""
    most_checked: int = 400
    """Maximum number of boards checked for legality as one turn; the weight of the others counts as left out."""
    negligible: float = 1e-4
    """The search stops when the boards not yet examined together weigh less than this share of all other boards."""
    most_boards: int = 400
    """Maximum number of boards generated when searching for boards after several turns."""
    most_checked_turns: int = 30
    """Maximum number of boards for which a sequence of several turns is searched for."""
    most_tries: int = 1000
    """Maximum number of turns, not counting last turns, retraced in the search for several turns."""
    flips: int = 24
    """Number of single-hex alternatives to the likeliest board considered when searching for boards after several turns."""
    most_flips: int = 3
    """Maximum number of single-hex alternatives combined in one board."""
    flip_window: float = 14.0
    """Total cost of combined alternatives, in log odds, from which a combination is not considered."""
    several_window: float = 6.0
    """Search window for several turns, and for a turn of the wrong player, in log odds below the best board."""
    several_turns_hexes: int = 12
    """Maximum number of differing hexes for which several turns are tried; with more, too many orders are possible."""
    wrong_action_choices: float = 60.0
    """Ratio of boards reachable by a wrong action to those reachable by a legal one."""
    disturbed_window: float = 11.0
    """Window for enumerating disturbed boards, in log odds below the best board."""
    stray_share: float = 0.1
    """Expected share of hexes that differ from the known board if no turn explains the photo."""
    cleared_share: float = 0.5
    """Probability that the pioneers of a closed region have been removed when the photo is taken."""
    accept_from: float = 0.95
    """Probability of the best explanation below which a person is asked what happened."""
    doubtful_below: float = 0.99
    """Confidence after memory below which a hex is queued for review."""


DEFAULT = MemorySettings()
