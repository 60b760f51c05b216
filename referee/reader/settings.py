"""Tunable numbers of the reader, each with its meaning and, where that helps, its unit and the reason for its value.

The numbers are fitted on tuning photos, never on those used for evaluation. The code that compares a quantity with one of these
numbers defines how the quantity is measured.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """Parameters of the reader; the defaults were tuned together with the shipped networks."""

    light_reach_hexes: float = 1.6
    """Radius of the local light estimate, in hex widths, which is smaller than lamps and larger than hard shadows."""
    pattern_shows: float = 0.6
    """Correlation with the print pattern above which a hex counts as bare when the light estimate is checked."""
    wrong_light: float = 0.2
    """Misfit of a bare hex, in units of white paper, above which it is evidence of a wrong light estimate."""
    wrong_light_share: float = 0.2
    """Share of the bare hexes with a misfit above `wrong_light` that must be exceeded for estimating the light again. Of 180
    rendered photos, four exceed this share: one where brown tiles were taken for the paper, and three in dappled shade."""
    bare_misfit: float = 0.025
    """Misfit of print and photo, in units of white paper, below which a hex may skip inference as bare."""
    bare_shown: float = 0.85
    """Correlation with the print pattern above which a hex may skip inference as bare."""
    bare_missing: float = 0.2
    """How many standard deviations below the typical correlation a hex can be and still skip inference as bare. This condition,
    `bare_misfit` and `bare_shown` together hold for half of the bare hexes in rendered photos, three quarters of those on
    composited boards, but for none of 70,000 pieces."""
    close_network_limit: int = 48
    """Largest number of hexes passed to the close network, the least confident first. Most photos need a dozen; those with
    unfamiliar pieces need many."""
    close_network_below: float = 0.999
    """Raw confidence after the first network below which the close network runs on a hex."""
    mirror_below: float = 0.998
    """Highest class probability of both networks together below which the close network also runs on the mirrored patch, which
    applies to about one patch in two."""
    close_network_weight: float = 0.75
    """Weight of the close network where both networks ran."""
    colour_spread: float = 12.0
    """Typical spread of one player's pieces in a photo, in CIE Lab units, caused by paint, shine and mixed light."""
    spread_prior_weight: float = 4.0
    """Weight of `colour_spread` and `lookalike_spread` as priors, in pieces."""
    min_group_size: float = 2.5
    """Smallest size at which a group is used for comparison, in pieces."""
    group_rounds: int = 4
    """Number of iterations of the group assignment."""
    min_fit: float = 0.07
    """Minimum likelihood of any piece in any group; outliers are thus left to the networks."""
    small_group_fit: float = 0.15
    """Additional likelihood of a piece in a group too small for comparison."""
    form_weight: float = 1.0
    """Weight of form relative to colour."""
    form_limit: float = 4.0
    """Largest effect of form, in log odds. The effect is limited because many households have fallen pieces, or two kinds of
    stones."""
    form_unlike_log: float = -6.0
    """Lower bound on the log similarity to any kind; pieces unlike all kinds thus get no evidence from form."""
    density_exponent: float = 0.9
    """Exponent on the ratio of group volumes, which determines how strongly a compact group is preferred to a broad one."""
    leans_from: float = 0.4
    """Apparent shift in mm per mm of height from which the top of a tall piece can appear on the next hex."""
    leaning_cosine: float = 0.6
    """Least cosine of the angle between that shift and the direction to the next hex."""
    leaning_share: float = 0.1
    """Probability that colour and form were measured at a pioneer that leans in from the next hex and not at the hex's own
    piece, given that there is such a pioneer."""
    more_than_held: float = 0.02
    """Prior probability that a photo shows more pieces of a kind than the box seems to hold, for example because the number of
    players was misjudged."""
    surplus_above: float = 2.0
    """Number of pieces of one colour, beyond what a player has in a game with the colours of the photo, above which some of them
    must be stones."""
    lookalike_rounds: int = 12
    """Number of iterations when stones are separated from pioneers of the same hue."""
    lookalike_network_weight: float = 0.25
    """Weight left to the networks when stones are separated from pioneers of the same hue, since most of these stones were
    misread."""
    lookalike_form_weight: float = 2.0
    """Weight of form relative to colour when stones are separated from pioneers of the same hue."""
    lookalike_spread: float = 2.4
    """Typical spread of stones, and of pioneers of the same hue, in CIE Lab units. It is narrower than `colour_spread`, as
    the two kinds differ by a few units."""
    lookalike_ceiling: float = 0.95
    """Ceiling on the confidence of pieces separated as lookalikes. Of 10,000 such pieces in 187 synthetic photos, 2 % were
    wrong."""
    recognised_above: float = 0.9
    """Probability of the networks above which they recognise a stone."""
    mostly_recognised: float = 0.75
    """Share of recognised stones above which a photo does not show stones of a player's hue, but a few stones changed by a
    shadow. It is 0.8 or more where shadows fall on ordinary stones, and mostly below 0.4 where stones have a player's hue."""
    recognised_surely: float = 0.97
    """Probability of the networks from which such a stone is not in doubt. Of 613 such stones in 13 drawn photos, 5 were wrong,
    all of which were in doubt for other reasons too."""
    sample_misfit_above: float = 3.0
    """Misfit of print and photo, relative to empty hexes in the same photo, above which a sample spot is occupied."""
    confidently_empty: float = 0.97
    """Network probability of "empty" above which a hex is used to measure the visibility of its print pattern."""
    pattern_intact: float = 0.5
    """How many standard deviations below the typical visibility a pattern can be and still count as fully visible, which
    contradicts a piece."""
    print_visible: float = 0.2
    """Stricter limit than `pattern_intact`, used for raising the confidence that a hex is empty, as shadows change colours, but
    not patterns. Small pieces can leave a pattern visible: of 18 composited hexes with a confidence below 0.995 within
    `pattern_intact`, 6 hold a piece, all above this limit; of 257 in photos with shadows, none does."""
    print_visible_floor: float = 0.9995
    """Lower bound, before further adjustments, on the confidence that such a hex is empty."""
    burnt_out: float = 0.35
    """Overexposed share of a hex's middle above which its confidence is capped at `contradicted_ceiling`, since print and
    pieces both look white."""
    least_chroma: float = 10.0
    """Least chroma (CIE Lab) of a pioneer's colour; the palest of twenty kits has 18, pieces printed in grey have up to 2."""
    stone_shades: float = 15.0
    """Range of lightness (CIE Lab) that stones of one kind can have; without a coloured pioneer, pieces of a larger range could
    be pioneers printed in grey."""
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
    """Logistic regression weights of the confidence features: intercept, probability of the class from all evidence, from the
    first network, class is empty, class is stone, misfit if empty, misfit if not, missing pattern if empty, confidence of
    similar pieces, difficulty of the photo, number of similar pieces, evidence from form. Fitted with `python -m
    referee.training fit-confidence`."""
    doubtful_below: float = 0.99
    """Hexes with a raw confidence below this are marked for review."""
    doubtful_while_few: float = 0.9993
    """The least confident hexes below this are marked as well, as long as no more than `review_budget` are marked in total,
    since checking a few takes seconds, and a wrong class that nobody checks is the worst outcome."""
    review_budget: int = 6
    """Number of hexes that a person checks without effort."""
    some_doubtful: float = 0.04
    """Share of doubtful hexes, those not entirely in the frame not counted, above which hexes below `doubtful_while_few` are
    marked up to `review_limit` instead of `review_budget`. A damaged file that smears part of the photo is one cause."""
    review_limit: int = 15
    """Number of hexes that a person is still willing to check."""
    many_doubtful: float = 0.1
    """Share of doubtful hexes above which all hexes below `doubtful_while_few` are marked, without a limit."""
    too_many_doubtful: float = 0.125
    """Share of doubtful hexes, hidden and cut off ones not counted, above which every piece is marked for review. Photos above
    this share, for example with coarse JPEG blocks, could show phantom stones of which the networks are confident."""
    kind_in_doubt: int = 12
    """Number of doubtful pieces, each a stone or one player's, at or above which the doubt concerns these two kinds and not
    the photo, so that these pieces do not count toward `too_many_doubtful`."""
    group_question_from: int = 4
    """Least number of similar doubtful pieces for which one question is asked, since fewer are reviewed one by one just as
    quickly. The page (`web/static/js/group_question.js`) compares the pieces still without an answer with the same number."""
    surely_there_below: float = 0.02
    """Probability of "empty" below which a hex certainly holds a piece, even if the kind of piece is doubtful."""
    calibration_curve: tuple[tuple[float, float], ...] = (
        (0.0, 0.08),
        (0.22, 0.34),
        (0.4, 0.55),
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
    """Calibration of the raw confidence (piecewise linear), fitted on tuning photos and composited boards so that a tenth of all
    hexes at 0.9 is wrong. `doubtful_below` refers to the raw value, the first of each pair. Fitted to the output of `python -m
    tests.bench read FOLDER --fit yes`."""
    odd_harmless: float = 0.1
    """Probability of being hidden or holding two pieces below which a hex keeps its confidence."""
    odd_penalty: float = 0.5
    """Share of its confidence that a hex loses if it is certainly hidden or holds two pieces."""
    hidden_above: float = 0.5
    """Probability of being hidden or holding two pieces above which the confidence is capped at `contradicted_ceiling`."""
    obstructed_above: float = 0.2
    """Probability of being hidden or holding two pieces above which a hex could be under a hand or another object that covers
    several hexes."""
    obstructed_hexes: int = 3
    """Number of hexes above `obstructed_above` that are needed for checking the hexes around them; none of 109 rendered photos
    without a hand over the board has any such hex."""
    obstruction_reach: int = 3
    """Number of hexes by which an object that hides hexes could extend beyond those that it visibly hides."""
    obstruction_colour: float = 10.0
    """Distance from the colour of a hidden hex, in CIE Lab units, below which a piece could be part of the object that hides
    it."""
    print_seen: float = 2.0
    """How many standard deviations below the typical correlation an empty hex can be and still count as showing its print, so
    that nothing covers it."""
    most_covered: float = 0.22
    """Share of covered hexes above which the photo is taken for damaged, since a hand and an arm cover up to 0.21 of a board."""
    covered_share: float = 0.5
    """Least share by which a hex that could be covered counts as hidden when its probabilities are computed."""
    doubt_harmless_mm: float = 1.5
    """Position uncertainty (one sigma) below which a hex keeps its confidence; on tuning photos such hexes are as accurate as
    others."""
    doubt_worst_mm: float = 4.0
    """Position uncertainty at which the reduction of confidence reaches one half, since a small piece could be on the
    neighbouring hex."""
    whole_inside: float = 0.97
    """Share of a hex in the frame below which its confidence is capped at `cut_off_ceiling` times that share, since the foot of a
    piece could be outside."""
    unseen_below: float = 0.5
    """Share of a hex in the frame below which the hex counts as not shown by the photo."""
    contradicted_ceiling: float = 0.6
    """Ceiling on confidence where evidence is contradictory."""
    cut_off_ceiling: float = 0.6
    """Ceiling on the confidence of a hex cut off by the frame, multiplied by its share in the frame."""
    thing_below: float = 0.7
    """Hexes with a probability of "empty" below this are treated as pieces and compared with each other."""
    few_changed_by_profile: int = 6
    """Largest number of hexes changed by a profile at which the confidence of these hexes is capped at `contradicted_ceiling`."""
    separated_by_profile: float = 12.0
    """Absolute log odds of a profile between pioneer and stone below which a piece of their common hue remains doubtful. On 215
    photos of tuning households with such stones, this leaves 5 silently wrong instead of 9, with fewer questions."""
    two_colours: float = 65.0
    """Distance between two strong colours, in CIE Lab units, above which a piece could be two pieces."""
    sample_weight: float = 3.0
    """Weight of a fully accepted sample, in pieces of its colour."""
    spot_prior: float = 20.0
    """Prior odds that a sample spot holds its own piece rather than another."""
    bare_spot_above: float = 0.75
    """Correlation with the print above which a sample spot is bare; the printed symbol has the colour of its piece."""
    switched_off: frozenset[str] = frozenset()
    """Reasons (`adjustments.Reason`) of the adjustments to skip, for tests and measurements."""
    min_sample_weight: float = 0.45
    """Weight below which a sample is ignored, since probably another piece or none is on the spot."""


DEFAULT = ReaderSettings()
