"""The five rulebooks as data: all differences between them that matter to the referee, each with its source.

`Edition` in `position.py` identifies the rulebooks. The rules that all five share (structure of a turn, movement,
multipliers, majority, ties) are in the other modules of this package.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from referee.rules.pieces import STONE_SUPPLY
from referee.rules.position import Edition
from referee.words.texts import Text, text


class ReturnRule(Enum):
    """A rule on whether a pioneer may end a move on the hex where it began the turn."""

    AFTER_THREE_MOVES = "three moves of one pioneer may not end where it started"
    NEVER_ON_START = "no action may end on the hex where that pioneer stood when the turn began"
    NO_LIMIT = "a pioneer may go back as it likes"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of one edition, as far as editions differ.

    Values that all editions share are elsewhere: the pieces in the box in `pieces.py`, the actions per turn in `actions.py`, the
    landscapes of a territory and its value in `territories.py`, majorities and the end of the game in `scoring.py`.
    `stone_supply` is None if stones are unlimited. If `stone_beside_either` is false, a stone must be next to the last pioneer
    moved rather than any pioneer moved this turn. `ends_without_pioneers` is true if the game ends when a
    player has no pioneers left.
    """

    return_rule: ReturnRule
    stone_supply: int | None
    stone_beside_either: bool
    ends_without_pioneers: bool


# DE, Bewegung: "ein und dieselbe Figur nicht nach 3 Bewegungen wieder auf dem Ausgangsfeld";
# DE, Grenzstein setzen: "benachbart zur 1. oder 2. gezogenen Figur"; DE, Spielmaterial: "80 Grenzsteine".
_GERMAN_FRENCH_FINNISH = Rulebook(
    ReturnRule.AFTER_THREE_MOVES, STONE_SUPPLY, stone_beside_either=True, ends_without_pioneers=False
)

RULEBOOKS: Mapping[Edition, Rulebook] = MappingProxyType(
    {
        Edition.DE: _GERMAN_FRENCH_FINNISH,
        # FR, Le tour 1: "déplacer 3 fois le même bonhomme ... ne peut pas terminer sur la case d'où il est parti".
        Edition.FR: _GERMAN_FRENCH_FINNISH,
        # FI, Pelivuoro 1: "3 siirron jälkeen ... josta se lähti", interpreted like DE, since the sheet is by the same publisher.
        Edition.FI: _GERMAN_FRENCH_FINNISH,
        # IT, Nel tuo turno 1: "vietato riportare il pioniere nello spazio da cui è partito";
        # IT, Fine del gioco 3: "appena un giocatore non ha più pionieri sulla plancia".
        Edition.IT: Rulebook(ReturnRule.NEVER_ON_START, STONE_SUPPLY, stone_beside_either=True, ends_without_pioneers=True),
        # HU, Játékszabály: no ban on going back; "kb. 60 db" stones is no limit; "egy saját bábút elmozgat és mellé rak".
        Edition.HU: Rulebook(ReturnRule.NO_LIMIT, stone_supply=None, stone_beside_either=False, ends_without_pioneers=False),
    }
)

USUAL_EDITION = Edition.DE  # used if no edition is chosen


def edition_for(language: str) -> Edition:
    """Return the edition for a language, or the default (German) edition for a language without a rulebook, such as English."""
    return Edition(language) if language in tuple(Edition) else USUAL_EDITION


NAMES: Mapping[Edition, Text] = MappingProxyType(
    {
        Edition.DE: text("rules.rules_of_de"),
        Edition.FR: text("rules.rules_of_fr"),
        Edition.FI: text("rules.rules_of_fi"),
        Edition.IT: text("rules.rules_of_it"),
        Edition.HU: text("rules.rules_of_hu"),
    }
)

# Sentences that say how each edition differs, to help players choose.
DIFFERENCES: Mapping[Edition, tuple[Text, ...]] = MappingProxyType(
    {
        Edition.DE: (text("rules.edition_three_moves"), text("rules.edition_supply_80")),
        Edition.FR: (text("rules.edition_three_moves"), text("rules.edition_supply_80")),
        Edition.FI: (text("rules.edition_three_moves"), text("rules.edition_supply_80")),
        Edition.IT: (
            text("rules.edition_never_on_start"),
            text("rules.edition_supply_80"),
            text("rules.edition_ends_without_pioneers"),
        ),
        Edition.HU: (
            text("rules.edition_no_return_limit"),
            text("rules.edition_beside_last_moved"),
            text("rules.edition_supply_unlimited"),
        ),
    }
)

_DOUBTS_OF_ALL = (text("rules.doubt_stones_run_out"), text("rules.doubt_lake"), text("rules.doubt_scored_away"))

# Sentences that say where a rulebook is ambiguous and how the referee decides.
DOUBTS: Mapping[Edition, tuple[Text, ...]] = MappingProxyType(
    {
        Edition.DE: (text("rules.doubt_return_de"), *_DOUBTS_OF_ALL),
        Edition.FR: (text("rules.doubt_slide_fr"), *_DOUBTS_OF_ALL),
        Edition.FI: (text("rules.doubt_return_fi"), *_DOUBTS_OF_ALL),
        Edition.IT: (
            text("rules.doubt_return_it"),
            text("rules.doubt_together_it"),
            text("rules.doubt_no_pioneers_it"),
            *_DOUBTS_OF_ALL,
        ),
        Edition.HU: (
            text("rules.doubt_majority_hu"),
            text("rules.doubt_removal_hu"),
            text("rules.doubt_place_of_arrival_hu"),
            text("rules.doubt_lake"),
        ),
    }
)
