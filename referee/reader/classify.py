"""Turn evidence into a class and a calibrated confidence for each hex.

Of a hundred hexes with a confidence of 0.97, about three should be wrong. What the pieces look like need not be known in advance,
because they are compared with each other within the photo.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from referee.reader.adjustments import Adjustment, Reason, adjust, ceiling, factor, floor
from referee.reader.colours import appearance_features, log_sizes
from referee.reader.confidence_features import compute_features, estimate_confidence, find_similar_pieces
from referee.reader.groups import Sample, Things, form_odds, form_similarity, settle_groups
from referee.reader.lookalikes import FEWEST_IN_PLAY, NONE, has_surplus, seats_in_doubt, separate_lookalikes
from referee.reader.networks import Answers
from referee.reader.obstructions import may_be_covered, visibility_factor, visible_share
from referee.reader.review import hexes_to_review
from referee.reader.settings import ReaderSettings
from referee.reader.supply import fit_to_supply, surplus_of
from referee.reader.words import EMPTY, STONE, WORDS
from referee.rules.pieces import SEATS, Piece

if TYPE_CHECKING:
    from referee.reader.profiles import KnownKinds

EXCLUDED_LOGIT = np.float32(-30)  # of a colour that does not play
LIKELY_EMPTY, FEWEST_EMPTY = 0.9, 8  # probability of "empty", and number of such hexes, needed to measure the typical misfit
QUIET_QUANTILE = 0.15  # of the misfits of all hexes, if too few are classified as empty
LEAST_MISFIT = 1e-3  # in units of white paper; avoids division by zero
SMALLEST_SHARE = np.float32(1e-9)  # avoids division by zero where one class has all the probability
SINGLE_PIECES = 1  # pieces ignored at either end of the shades, as shadow or glare may have changed them
ROW_OF_MARKERS = 3  # length of a row of score markers, the last of which may be on a hex
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class HexObservations:
    """Everything observed about n hexes; `answers` combines both networks where both ran.

    `first` contains the answers of the first network alone. `forms` (n, 12) and `lab` (n, 3) are the form and colour of each
    piece, 0 for hexes that look empty. `misfit`, `burnt`, `inside`, `doubt_mm` and `in_row` (n,) are the same as in `Evidence`,
    `beside` (n, n) marks adjacent hexes, and row i of `leaning` (n, n) those from which a tall piece could lean over hex i.
    `missing` (n,) is how many standard deviations less visible the print pattern is than on empty hexes, NaN where unknown.
    `gaps` (n,) is the distance between the two dominant colours of a piece. `samples` are the accepted pieces on the sample
    spots. `colourless` is set for a black and white photo, which does not show the colours of pieces. `known` is the evidence of
    a profile, or None if no profile applies.
    """

    answers: Answers
    first: Answers
    forms: Floats
    lab: Floats
    misfit: Floats
    missing: Floats
    burnt: Floats
    inside: Floats
    doubt_mm: Floats
    gaps: Floats
    in_row: NDArray[np.bool_]
    beside: NDArray[np.bool_]
    leaning: NDArray[np.bool_]
    samples: tuple[Sample, ...]
    colourless: bool = False
    known: KnownKinds | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result for n hexes: probabilities of the six classes, `shares` (n, 6), and the confidence of the likeliest class.

    `features` (n, 11) are the confidence features. `raw_confidence` (n,) is estimated from these features and adjusted, and
    `confidence` (n,) is the calibrated value, at most `raw_confidence` if a hex is cut off or hidden. `doubtful` (n,) marks the
    hexes to review, and `visible` (n,) is the visible share of each hex. `lookalikes` (n,) is the same as in `Classified`.
    """

    shares: Floats
    raw_confidence: Floats
    confidence: Floats
    doubtful: NDArray[np.bool_]
    features: Floats
    visible: Floats
    lookalikes: NDArray[np.int_]
    adjustments: tuple[Adjustment, ...] = ()

    def reasons(self, number: int) -> tuple[Reason, ...]:
        """Return the reasons of the adjustments that apply to the hex with this number."""
        return tuple(adjustment.reason for adjustment in self.adjustments if adjustment.mask[number])

    @property
    def probabilities(self) -> Floats:
        """Calibrated probabilities of the six classes (n, 6): the confidence of the likeliest, the rest shared by the others.

        The less of a hex is visible, the more its probabilities are blended with a uniform distribution.
        """
        first = self.shares.argmax(1)[:, None]
        others = self.shares.copy()
        np.put_along_axis(others, first, 0, 1)
        others *= (1 - self.confidence[:, None]) / np.maximum(others.sum(1, keepdims=True), SMALLEST_SHARE)
        np.put_along_axis(others, first, self.confidence[:, None], 1)
        return np.asarray(others * self.visible[:, None] + (1 - self.visible[:, None]) / len(WORDS), np.float32)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The likeliest class of each hex."""
        return tuple(WORDS[number] for number in self.shares.argmax(1).tolist())


def weigh(observed: HexObservations, players: int | None, settings: ReaderSettings) -> Verdict:
    """Classify each hex and estimate the confidence.

    The evidence gives probabilities of the six classes. Features of these probabilities and of the photo give a raw confidence
    of the likeliest class, which named adjustments can raise or lower. The calibration curve maps the result to the observed
    accuracy, but does not raise the confidence of hexes that are cut off or hidden.
    """
    classified = word_probabilities(observed, players, settings)
    probabilities, lookalikes = classified.shares, classified.lookalikes >= 0
    typical = lookalikes if lookalikes.all() else ~lookalikes
    features = features_of(observed, probabilities, typical, players, settings)
    covered = covered_of(observed, probabilities.argmax(1), settings)
    adjustments = adjustments_of(observed, classified, covered, players, settings)
    raw_confidence = adjust(estimate_confidence(features, settings), adjustments)
    surplus = surplus_of(probabilities, raw_confidence, players)
    if surplus.reason not in settings.switched_off:
        adjustments, raw_confidence = (*adjustments, surplus), surplus.apply(raw_confidence)
    calibrated = calibrated_confidence(raw_confidence, settings)
    hidden = _hidden_from_view(observed, settings)
    whole = observed.inside >= settings.whole_inside
    doubtful = hexes_to_review(probabilities, raw_confidence, whole, ~hidden, lookalikes, covered, settings)
    return Verdict(
        shares=probabilities,
        raw_confidence=raw_confidence,
        confidence=np.where(hidden, np.minimum(calibrated, raw_confidence), calibrated),
        doubtful=doubtful,
        features=features,
        visible=visible_share(logistic(observed.answers.odd), observed.inside, covered, settings),
        adjustments=adjustments,
        lookalikes=classified.lookalikes,
    )


@dataclass(frozen=True, slots=True)
class Classified:
    """Probabilities of the six classes, `shares` (n, 6), and three reasons for doubting them.

    `samples_disagree` (n,) is a mask of the hexes whose likeliest class is changed by samples, or by a profile that changes only
    a few hexes, and `limited` (n,) of those whose class is changed because the box holds no more such pieces. `lookalikes` (n,)
    is the seat of a player for each piece that could be either a pioneer of that player or a stone of the same hue, -1 for other
    hexes.
    """

    shares: Floats
    samples_disagree: NDArray[np.bool_]
    limited: NDArray[np.bool_]
    lookalikes: NDArray[np.int_]


def word_probabilities(observed: HexObservations, players: int | None, settings: ReaderSettings) -> Classified:
    """Compute the probabilities of the six classes for each hex, and the reasons for doubting these probabilities.

    Hexes whose class a profile changes count as disagreement if there are only a few, since the profile could be wrong there. If
    there are many, the networks have probably misjudged these pieces, and the changes do not count as disagreement. Where the
    networks alone find too many pieces of a colour, but the profile resolves this, pieces for which the log odds of the profile
    between pioneer and stone are below `separated_by_profile` remain lookalikes.
    """
    alone = word_shares(observed.answers, players)
    seen = alone if observed.known is None else observed.known.combine(alone)
    compared = Things(appearance_features(observed.lab, observed.answers.masks), observed.forms, observed.leaning)
    shares, lookalikes = with_groups(seen, compared, (), settings), np.full(len(seen), NONE)
    disagree = np.zeros(len(shares), bool)
    if has_surplus(shares, settings):
        seen, lookalikes = separate_lookalikes(seen, compared, settings)
        shares = with_groups(seen, compared, (), settings)
    elif observed.known is not None and has_surplus(with_groups(alone, compared, (), settings), settings):
        seats = separate_lookalikes(alone, compared, settings)[1]
        lookalikes = np.where(observed.known.odds_against_stone(seats) < settings.separated_by_profile, seats, NONE)
    if observed.known is not None and not (lookalikes >= 0).any():
        disagree = with_groups(alone, compared, (), settings).argmax(1) != shares.argmax(1)
        disagree &= disagree.sum() <= settings.few_changed_by_profile
    if observed.samples:
        backed = with_groups(seen, compared, observed.samples, settings)
        disagree |= backed.argmax(1) != shares.argmax(1)
        shares = np.asarray((shares + backed) / 2, np.float32)
    fitted = fit_to_supply(shares, players, settings)
    words = fitted.argmax(1)
    seats = seats_in_doubt(lookalikes, words, alone, logistic(observed.answers.odd), settings)
    return Classified(fitted, disagree, words != shares.argmax(1), seats)


def features_of(
    observed: HexObservations, shares: Floats, typical: NDArray[np.bool_], players: int | None, settings: ReaderSettings
) -> Floats:
    """Return the confidence features (n, 11) of the likeliest classes; the `typical` hexes show how difficult the photo is."""
    misfit = observed.misfit / quiet_level(observed.misfit, shares)
    similar = find_similar_pieces(shares, observed.lab, log_sizes(observed.answers.masks), observed.forms)
    form_evidence = form_evidence_of(shares, observed.forms, settings)
    first = word_shares(observed.first, players)
    first = first if observed.known is None else observed.known.combine(first)
    return compute_features(first, shares, typical, misfit, observed.missing, similar, form_evidence)


def adjustments_of(
    observed: HexObservations,
    classified: Classified,
    covered: NDArray[np.bool_],
    players: int | None,
    settings: ReaderSettings,
) -> tuple[Adjustment, ...]:
    """Return the adjustments in the order in which they apply, except that for surplus pieces and those switched off."""
    words = classified.shares.argmax(1)
    odd = logistic(observed.answers.odd)
    pieces, capped = words != EMPTY, settings.contradicted_ceiling
    whole_photo = np.full(len(words), observed.colourless)
    shows_print = observed.missing < settings.pattern_intact
    all_of_them = (
        floor(Reason.PRINT_VISIBLE, ~pieces & (observed.missing < settings.print_visible), settings.print_visible_floor),
        factor(Reason.HIDDEN_IN_PART, visibility_factor(odd, settings)),
        factor(Reason.PLACE_UNCERTAIN, place_factor(observed.doubt_mm, settings)),
        factor(Reason.COLOUR_NOT_PLAYING, 1 - not_playing(observed.answers, players)),
        ceiling(Reason.SAMPLES_DISAGREE, classified.samples_disagree, capped),
        ceiling(Reason.LIMITED_BY_SUPPLY, classified.limited, capped),
        ceiling(Reason.LOOKALIKES, classified.lookalikes >= 0, settings.lookalike_ceiling),
        ceiling(Reason.TWO_COLOURS, observed.gaps > settings.two_colours, capped),
        ceiling(Reason.BURNT_OUT, observed.burnt > settings.burnt_out, capped),
        ceiling(Reason.HIDDEN, odd > settings.hidden_above, capped),
        ceiling(Reason.BESIDE_HIDDEN, covered, capped),
        ceiling(Reason.SCORE_MARKER_ROW, may_be_markers(words, observed.in_row), capped),
        ceiling(Reason.PATTERN_SHOWS, pieces & shows_print, capped),
        ceiling(Reason.COLOURLESS_PHOTO, pieces & whole_photo, capped),
        ceiling(Reason.COLOURLESS_PIECES, colourless_pieces(words, observed, settings), capped),
        ceiling(Reason.CUT_OFF, observed.inside < settings.whole_inside, settings.cut_off_ceiling * observed.inside),
    )
    return tuple(adjustment for adjustment in all_of_them if adjustment.reason not in settings.switched_off)


def colourless_pieces(words: NDArray[np.int_], observed: HexObservations, settings: ReaderSettings) -> NDArray[np.bool_]:
    """Return a mask of the pieces whose colour does not show which player they belong to, such as pieces printed in grey.

    These are the pioneers without colour. If there is no profile, no pioneer has a colour, and the pieces have several shades of
    grey, colourless pieces read as stones are included, since stones alone would have one shade.
    """
    pieces, pioneers = words != EMPTY, words < STONE
    coloured = np.hypot(observed.lab[:, 1], observed.lab[:, 2]) >= settings.least_chroma
    if observed.known is not None or not pieces.any() or (pioneers & coloured).any():
        return np.asarray(pioneers & ~coloured)
    shades = np.sort(observed.lab[pieces, 0])[SINGLE_PIECES:-SINGLE_PIECES]
    have_several = len(shades) > 0 and shades[-1] - shades[0] > settings.stone_shades
    return np.asarray((pieces if have_several else pioneers) & ~coloured)


def covered_of(observed: HexObservations, words: NDArray[np.int_], settings: ReaderSettings) -> NDArray[np.bool_]:
    """Return the mask from `may_be_covered`, or a mask without any hex if `Reason.BESIDE_HIDDEN` is switched off."""
    if Reason.BESIDE_HIDDEN in settings.switched_off:
        return np.zeros(len(words), bool)
    return may_be_covered(words, logistic(observed.answers.odd), observed.missing, observed.lab, observed.beside, settings)


def _hidden_from_view(observed: HexObservations, settings: ReaderSettings) -> NDArray[np.bool_]:
    """Return a mask of the hexes that are cut off or hidden.

    Calibration must not raise the confidence of these hexes, because the curve was fitted on fully visible hexes.
    """
    hidden = logistic(observed.answers.odd) > settings.hidden_above
    return np.asarray((observed.inside < settings.whole_inside) | hidden)


def form_evidence_of(shares: Floats, forms: Floats, settings: ReaderSettings) -> Floats:
    """Return the log odds (n,) that each piece is a pioneer rather than a stone, by form alone; 0 for empty hexes."""
    odds = np.zeros(len(shares), np.float32)
    things = np.flatnonzero(shares.argmax(1) != EMPTY)
    odds[things] = form_odds(form_similarity(forms[things]), shares[things, :EMPTY], settings)
    return odds


def may_be_markers(words: NDArray[np.int_], in_row: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a mask (n,) of the pioneers that could be the last of three score markers in a row.

    The mask is empty unless at least three colours have enough pioneers on the board to be playing.
    """
    playing = int((np.bincount(words, minlength=len(WORDS))[:STONE] >= FEWEST_IN_PLAY).sum())
    return np.asarray(in_row & (words < STONE) & (playing >= ROW_OF_MARKERS))


def calibrated_confidence(raw_confidence: Floats, settings: ReaderSettings) -> Floats:
    """Map raw confidence to the observed accuracy with the calibration curve."""
    raw, observed_rate = np.array(settings.calibration_curve).T
    return np.asarray(np.interp(raw_confidence, raw, observed_rate), np.float32)


def word_shares(answers: Answers, players: int | None) -> Floats:
    """Return the network's probabilities of the six classes, (n, 6).

    Colours that do not play get a probability of almost 0; if `players` is None, no colour is excluded.
    """
    presence, colours = softmax(answers.presence), answers.colours
    if players:
        colours = np.where(np.arange(len(SEATS)) < players, colours, EXCLUDED_LOGIT)
    return np.concatenate([presence[:, 2:] * softmax(colours), presence[:, 1:2], presence[:, :1]], 1).astype(np.float32)


def not_playing(answers: Answers, players: int | None) -> Floats:
    """Return the probability (n,) that each hex shows a pioneer of a colour that does not play; 0 if `players` is None."""
    return np.asarray(word_shares(answers, None)[:, players or len(SEATS) : len(SEATS)].sum(1), np.float32)


def with_groups(shares: Floats, compared: Things, samples: tuple[Sample, ...], settings: ReaderSettings) -> Floats:
    """Return the probabilities (n, 6) after reclassifying pieces by the groups they form in the photo.

    The probability of "empty" does not change.
    """
    things = np.flatnonzero(shares[:, EMPTY] < settings.thing_below)
    if not len(things):
        return shares
    five = shares[things, :EMPTY]
    there = five.sum(1, keepdims=True)
    out = shares.copy()
    out[things, :EMPTY] = there * settle_groups(compared.part(things), five / np.maximum(there, 1e-6), settings, samples)
    return out


def accept_samples(
    parked: tuple[Piece, ...],
    answers: Answers,
    appearance: Floats,
    forms: Floats,
    there: NDArray[np.bool_],
    settings: ReaderSettings,
) -> tuple[Sample, ...]:
    """Return a sample of the spot's own piece for each occupied spot, except where the network confidently disagrees.

    `there` (k,) marks the occupied spots, where the photo shows more than the print.
    """
    shares = word_shares(answers, None)
    thing = (1 - shares[:, EMPTY]) * (1 - logistic(answers.odd))
    found = []
    for spot, piece in enumerate(parked):
        own = float(shares[spot, WORDS.index(piece)])
        others, likely = float(shares[spot, :EMPTY].sum()) - own, settings.spot_prior * own
        weight = settings.sample_weight * float(thing[spot]) * likely / max(likely + others, 1e-6)
        if there[spot] and weight >= settings.min_sample_weight:
            found.append(Sample(WORDS.index(piece), appearance[spot], forms[spot], weight))
    return tuple(found)


def quiet_level(misfit: Floats, shares: Floats) -> float:
    """Return the typical misfit of an empty hex in this photo, in units of white paper.

    This is the median over the hexes classified as empty, or a low quantile over all hexes if too few are classified as empty.
    """
    empty = misfit[shares[:, EMPTY] > LIKELY_EMPTY]
    return (
        float(np.median(empty)) + LEAST_MISFIT
        if len(empty) >= FEWEST_EMPTY
        else float(np.quantile(misfit, QUIET_QUANTILE)) + LEAST_MISFIT
    )


def place_factor(doubt_mm: Floats, settings: ReaderSettings) -> Floats:
    """Return a factor (n,) that decreases with the uncertainty of the position.

    The factor is 1 up to `settings.doubt_harmless_mm`, and 0.5 at or above `settings.doubt_worst_mm`.
    """
    off = (doubt_mm - settings.doubt_harmless_mm) / (settings.doubt_worst_mm - settings.doubt_harmless_mm)
    return np.asarray(1 - 0.5 * np.clip(off, 0, 1), np.float32)


def softmax(x: Floats) -> Floats:
    """Convert logits (n, k) to probabilities (n, k) that add up to 1 in each row."""
    e = np.exp(x - x.max(1, keepdims=True))
    return np.asarray(e / e.sum(1, keepdims=True), np.float32)


def logistic(x: Floats) -> Floats:
    """Convert logits to probabilities, each independently of the others."""
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -30, 30))), np.float32)
