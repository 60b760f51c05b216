"""The numbers by which what was seen is weighed, with unit, effect and reason; how it is measured stands where that is done.

Fitted on tuning photos, never on judged ones.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """Numbers of the reader; the defaults are what the shipped network was tuned with."""

    light_reach_hexes: float = 1.6
    """How far, in hex widths, light is gathered from neighbours: shadows are sharper than this, lamps softer."""
    pattern_shows: float = 0.6
    """Correlation with the print's pattern from which on a hex is bare enough to tell of the light, should there be doubt..."""
    wrong_light: float = 0.2
    """... as there is when the misfit, in units of white paper, is above this..."""
    wrong_light_share: float = 0.2
    """... on more than this share of such hexes: of 180 rendered photos so in four, one where brown tiles were taken for the
    paper and three in dappled shade."""
    bare_misfit: float = 0.025
    """Misfit of print and photo, in units of white paper, below which a hex may be bare and no network needs to look at it..."""
    bare_shown: float = 0.85
    """... when its print's pattern shows more clearly than this, a correlation ..."""
    bare_missing: float = 0.2
    """... and is missing by less than so many spreads of its ground: so half of the bare hexes of rendered photos and three
    quarters of those of composited boards, and none of 70,000 things on both."""
    close_network_limit: int = 48
    """At most so many of the least sure hexes are looked at by the second network too: most photos have a dozen, those of
    pieces and stones that were never seen before have many."""
    close_network_below: float = 0.999
    """The second network looks at hexes of which the first look is less sure than this."""
    mirror_below: float = 0.998
    """Of those, hexes of which both are less sure than this are looked at in their mirror image as well: about one in two."""
    close_network_weight: float = 0.75
    """The second network's share in what both say of such a hex."""
    colour_spread: float = 12.0
    """Usual spread of one colour's pieces in one photo, CIE Lab units: paint, shine and mixed light vary by this much."""
    spread_prior_weight: float = 4.0
    """As many things as this vouch for the usual spread beside those that show their own."""
    min_group_size: float = 2.5
    """So many pieces make a group worth comparing with."""
    group_rounds: int = 4
    """The groups are asked so often, each time as the last answer left them."""
    min_fit: float = 0.07
    """How well a thing at least suits every group: what no group is like is left to the networks."""
    small_group_fit: float = 0.15
    """How much better than that a thing suits a group too small to be compared with."""
    form_weight: float = 1.0
    """Weight of what a thing's form tells of it beside what its colour does."""
    form_limit: float = 4.0
    """The most that form tells of a thing, log odds: many a household has fallen pieces, or two kinds of stones."""
    form_unlike_log: float = -6.0
    """How near a thing's form is at least to any kind, as a logarithm: what is far from all is told by none."""
    density_exponent: float = 0.9
    """How much more a narrow group says than a broad one: the power of their volumes' ratio."""
    sample_misfit_above: float = 3.0
    """Misfit of print and photo, in units of this photo's quiet hexes, from which something lies on a sample spot."""
    confidently_empty: float = 0.97
    """Hexes that the network holds for empty with this share show how clearly their ground's pattern can be seen."""
    pattern_intact: float = 0.5
    """Up to so many spreads the pattern shows whole, and a thing is at odds with it."""
    burnt_out: float = 0.35
    """Hexes whose middle is burnt out to this share are at most `contradicted_ceiling` sure: print and pieces are white there."""
    feature_weights: tuple[float, ...] = (
        -1.77,
        0.983,
        -0.264,
        1.475,
        -0.134,
        -0.809,
        -0.523,
        -0.291,
        0.188,
        -0.539,
        0.448,
        0.241,
    )
    """How much each witness counts for a word being right, as log odds: the start, then the share with the photo's colours, the
    first network's own share, the word being empty, being stone, misfit of the print if empty, if not, missing pattern if
    empty, how sure the similar of a thing is, how hard the photo is, how many its similar are, what its form tells. Fitted with
    `python -m referee.training fit-confidence`."""
    doubtful_below: float = 0.99
    """Hexes less sure than this are asked about."""
    doubtful_while_few: float = 0.9993
    """Of hexes less sure than this the least sure ones are asked about as well, as long as no more than `review_budget` come
    together: it takes a person seconds to look at a few, and a wrong word that nobody is asked about is the worst."""
    review_budget: int = 6
    """So many hexes a person looks at without a sigh."""
    some_doubtful: float = 0.04
    """Where more than this share of the hexes in the frame is doubtful or hidden, as where a damaged file smears a part of the
    picture, those less sure than `doubtful_while_few` are asked about up to `asked_patiently` hexes in all..."""
    asked_patiently: int = 15
    """... which a person still looks at..."""
    many_doubtful: float = 0.1
    """... and all of them where more than this share is."""
    too_many_doubtful: float = 0.125
    """Where more than this share of the hexes in view is doubtful, as in the blocks of a coarse JPEG, people are asked about
    every piece: such photos show stones that are not there, and the networks are sure of them."""
    calibration_curve: tuple[tuple[float, float], ...] = (
        (0.0, 0.05),
        (0.22, 0.22),
        (0.4, 0.52),
        (0.5, 0.6),
        (0.54, 0.7),
        (0.58, 0.88),
        (0.6, 0.885),
        (0.77, 0.887),
        (0.83, 0.893),
        (0.88, 0.905),
        (0.92, 0.925),
        (0.95, 0.953),
        (0.975, 0.97),
        (0.983, 0.985),
        (0.988, 0.991),
        (0.993, 0.9972),
        (0.997, 0.9992),
        (0.9986, 0.9999),
        (1.0, 1.0),
    )
    """What is told for how sure the witnesses are together (piecewise linear): fitted so that of all hexes told at 0.9 a tenth is
    wrong, on tuning photos and on composited boards alike. `doubtful_below` speaks of the first of each pair. Drawn through what
    `python -m tests.bench read FOLDER --fit yes` prints."""
    odd_harmless: float = 0.1
    """Probability of being hidden or holding two things up to which a hex loses no confidence."""
    odd_penalty: float = 0.5
    """Share of its confidence that a hex loses which is certainly hidden or holds two things."""
    hidden_above: float = 0.5
    """Hexes that are hidden or hold two things with at least this probability are at most `contradicted_ceiling` sure."""
    doubt_harmless_mm: float = 1.5
    """Registration doubt (one sigma) up to which a hex loses no confidence: on tuning photos they are as right as others."""
    doubt_worst_mm: float = 4.0
    """Registration doubt from which a hex is at most half sure: a small piece may lie on its neighbour."""
    whole_inside: float = 0.97
    """Hexes of which less lies within the frame are at most `contradicted_ceiling` sure: the foot of a piece may be outside."""
    unseen_below: float = 0.5
    """Hexes of which less lies within the frame are not shown by the photo: nothing is known of them."""
    contradicted_ceiling: float = 0.6
    """The most that is believed where witnesses disagree, and at the frame's edge."""
    thing_below: float = 0.7
    """Hexes whose share of "empty" is below this are things whose colours are compared."""
    two_colours: float = 65.0
    """A thing with two strong colours further apart than this, in CIE Lab units, may be two things."""
    sample_weight: float = 3.0
    """A parked sample that is fully believed counts as so many pieces of its colour."""
    spot_prior: float = 20.0
    """How many times likelier than another a spot's own piece lies there, before it is looked at."""
    bare_spot_above: float = 0.75
    """A sample spot whose print shows more clearly than this is bare: the sign printed on it has its piece's colour."""
    switched_off: frozenset[str] = frozenset()
    """Names of adjustments (`adjustments.Reason`) that are left out; for tests and measurements."""
    min_sample_weight: float = 0.45
    """A sample believed less than this, of `sample_weight`, is left out: something else lies on its spot, or nothing."""


DEFAULT = ReaderSettings()
