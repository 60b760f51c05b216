"""From evidence to a word for each hex and how sure it is. Confidence is meant to be true: of a hundred hexes told at 0.97,
three are wrong. Nothing here knows a kit of pieces; colours are compared within the photo.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.reader.adjustments import Adjustment, Reason, adjust, ceiling, factor
from referee.reader.colours import appearance_features, log_sizes
from referee.reader.confidence_features import compute_features, estimate_confidence, find_similar_pieces
from referee.reader.forms import form_odds, nearness_of
from referee.reader.groups import Sample, Things, settle_groups
from referee.reader.networks import Answers
from referee.reader.profiles import KnownKinds, with_known_kinds
from referee.reader.settings import ReaderSettings
from referee.rules.pieces import PIONEERS_EACH, SEATS, STONE_SUPPLY, Piece

WORDS: tuple[Piece, ...] = tuple(Piece)  # columns of all (n, 6) arrays: red, yellow, blue, green, stone, empty
STONE, EMPTY = WORDS.index(Piece.STONE), WORDS.index(Piece.EMPTY)
OUT_OF_THE_QUESTION = np.float32(-30)  # a logit
FEWEST_IN_PLAY = 2  # pioneers of a colour: one alone may be misread
LIKELY_EMPTY, FEWEST_EMPTY = 0.9, 8  # share of "empty", and number of such hexes, that tell what a quiet hex is
QUIET_QUANTILE = 0.15  # of the misfits of all hexes, where too few are held for empty
LEAST_MISFIT = 1e-3  # in units of white paper; added, since it is divided by
SMALLEST_SHARE = np.float32(1e-9)  # what is divided by, where one word has every share
ROW_OF_MARKERS = 3  # the third of them may stand on a hex
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class HexObservations:
    """What is known of n hexes when they are weighed: the answers, of both networks where both looked.

    `first` are the first network's alone, `forms` (n, 12) and `lab` (n, 3) form and colour of what may lie there, `misfit`,
    `burnt`, `inside` and `doubt_mm` (n,) as in the evidence, `missing` (n,) by how much less the print's pattern shows than on
    empty hexes (NaN: it cannot be told), `gaps` (n,) how far apart two colours of a thing are, `in_row` (n,) whether a row of
    score markers may lead there, `samples` the pieces parked; in a photo that is `colourless` nothing tells a pioneer from a
    stone. `known` is what a profile of the household's pieces tells.
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
    samples: tuple[Sample, ...]
    colourless: bool = False
    known: KnownKinds | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """For n hexes: the shares of the six words (n, 6), how sure the likeliest is, whether a person must be asked about it.

    `features` (n, 11) are the confidence features, `sureness` what they and the adjustments come to, `confidence` the same after
    calibration.
    """

    shares: Floats
    sureness: Floats
    confidence: Floats
    doubtful: NDArray[np.bool_]
    features: Floats
    visible: Floats
    adjustments: tuple[Adjustment, ...] = ()

    def reasons(self, number: int) -> tuple[Reason, ...]:
        """Return why the confidence of a hex was lowered."""
        return tuple(adjustment.reason for adjustment in self.adjustments if adjustment.mask[number])

    @property
    def probabilities(self) -> Floats:
        """The six words' probabilities (n, 6): the calibrated confidence of the likeliest, the rest shared among the others.

        A hex that is hidden or cut off has as little to weight as can be seen of it: where nothing is, all words are alike.
        """
        first = self.shares.argmax(1)[:, None]
        others = self.shares.copy()
        np.put_along_axis(others, first, 0, 1)
        others *= (1 - self.confidence[:, None]) / np.maximum(others.sum(1, keepdims=True), SMALLEST_SHARE)
        np.put_along_axis(others, first, self.confidence[:, None], 1)
        return np.asarray(others * self.visible[:, None] + (1 - self.visible[:, None]) / len(WORDS), np.float32)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The likeliest word for each hex."""
        return tuple(WORDS[number] for number in self.shares.argmax(1).tolist())


def weigh(observed: HexObservations, players: int | None, settings: ReaderSettings) -> Verdict:
    """Decide the word of each hex and how sure it is.

    Evidence gives probabilities of the six words; features of these and of the photo give the confidence of the likeliest word;
    named adjustments lower it; the calibration curve turns what is left into how often such words are right.
    """
    probabilities, samples_disagree = word_probabilities(observed, players, settings)
    features = features_of(observed, probabilities, players, settings)
    adjustments = adjustments_of(observed, probabilities, samples_disagree, players, settings)
    sureness = adjust(estimate_confidence(features, settings), adjustments)
    surplus = surplus_of(probabilities, sureness, players)
    if surplus.reason not in settings.switched_off:
        adjustments, sureness = (*adjustments, surplus), surplus.apply(sureness)
    calibrated = calibrated_confidence(sureness, settings)
    hidden = _hidden_from_view(observed, settings)
    doubtful = hexes_to_review(sureness, settings)
    doubtful |= to_be_asked_too(sureness, doubtful & (observed.inside >= settings.whole_inside), settings)
    if (doubtful & ~hidden).sum() > settings.too_many_doubtful * len(doubtful):
        doubtful |= probabilities.argmax(1) != EMPTY
    return Verdict(
        shares=probabilities,
        sureness=sureness,
        confidence=np.where(hidden, np.minimum(calibrated, sureness), calibrated),
        doubtful=doubtful,
        features=features,
        visible=np.minimum(1 - hidden_share(logistic(observed.answers.odd), settings), np.clip(observed.inside, 0, 1)),
        adjustments=adjustments,
    )


def word_probabilities(
    observed: HexObservations, players: int | None, settings: ReaderSettings
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the probabilities of the six words (n, 6), and on which hexes the parked samples change the likeliest."""
    seen = with_known_kinds(word_shares(observed.answers, players), observed.known)
    compared = Things(appearance_features(observed.lab, observed.answers.masks), observed.forms)
    shares = with_groups(seen, compared, (), settings)
    if not observed.samples:
        return shares, np.zeros(len(shares), bool)
    backed = with_groups(seen, compared, observed.samples, settings)
    return np.asarray((shares + backed) / 2, np.float32), backed.argmax(1) != shares.argmax(1)


def features_of(observed: HexObservations, shares: Floats, players: int | None, settings: ReaderSettings) -> Floats:
    """Return the confidence features (n, 11) of the likeliest words."""
    misfit = observed.misfit / quiet_level(observed.misfit, shares)
    similar = find_similar_pieces(shares, observed.lab, log_sizes(observed.answers.masks), observed.forms)
    form_evidence = form_evidence_of(shares, observed.forms, settings)
    first = with_known_kinds(word_shares(observed.first, players), observed.known)
    return compute_features(first, shares, misfit, observed.missing, similar, form_evidence)


def adjustments_of(
    observed: HexObservations, shares: Floats, samples_disagree: NDArray[np.bool_], players: int | None, settings: ReaderSettings
) -> tuple[Adjustment, ...]:
    """Return the adjustments that need nothing but the hexes' own evidence, in the order in which they apply."""
    words = shares.argmax(1)
    odd = logistic(observed.answers.odd)
    pieces, capped = words != EMPTY, settings.contradicted_ceiling
    whole_photo = np.full(len(words), observed.colourless)
    all_of_them = (
        factor(Reason.HIDDEN_IN_PART, visibility_factor(odd, settings)),
        factor(Reason.PLACE_UNCERTAIN, place_factor(observed.doubt_mm, settings)),
        factor(Reason.COLOUR_NOT_PLAYING, 1 - not_playing(observed.answers, players)),
        ceiling(Reason.SAMPLES_DISAGREE, samples_disagree, capped),
        ceiling(Reason.TWO_COLOURS, observed.gaps > settings.two_colours, capped),
        ceiling(Reason.BURNT_OUT, observed.burnt > settings.burnt_out, capped),
        ceiling(Reason.HIDDEN, odd > settings.hidden_above, capped),
        ceiling(Reason.SCORE_MARKER_ROW, may_be_markers(words, observed.in_row), capped),
        ceiling(Reason.PATTERN_SHOWS, pieces & (observed.missing < settings.pattern_intact), capped),
        ceiling(Reason.COLOURLESS_PHOTO, pieces & whole_photo, capped),
        ceiling(Reason.CUT_OFF, observed.inside < settings.whole_inside, capped * observed.inside),
    )
    return tuple(adjustment for adjustment in all_of_them if adjustment.reason not in settings.switched_off)


def visibility_factor(odd: Floats, settings: ReaderSettings) -> Floats:
    """Return a factor that falls from 1 as the probability rises that a hex is hidden or holds two things."""
    return np.asarray(1 - settings.odd_penalty * hidden_share(odd, settings), np.float32)


def hidden_share(odd: Floats, settings: ReaderSettings) -> Floats:
    """Return how much of each hex counts as hidden, 0 where the probability of that is harmless."""
    beyond = (odd - settings.odd_harmless) / (1 - settings.odd_harmless)
    return np.asarray(np.clip(beyond, 0, 1), np.float32)


def _hidden_from_view(observed: HexObservations, settings: ReaderSettings) -> NDArray[np.bool_]:
    """Return which hexes the calibration curve, made from hexes in full view, must not make any surer."""
    hidden = logistic(observed.answers.odd) > settings.hidden_above
    return np.asarray((observed.inside < settings.whole_inside) | hidden)


def hexes_to_review(sureness: Floats, settings: ReaderSettings) -> NDArray[np.bool_]:
    """Which hexes a person is asked about: all that are not sure, and while those are few, the least sure of the rest as well."""
    doubtful = sureness < settings.doubtful_below
    least = np.argsort(sureness, kind="stable")[: settings.review_budget]
    doubtful[least] |= sureness[least] < settings.doubtful_while_few
    return doubtful


def to_be_asked_too(sureness: Floats, doubtful: NDArray[np.bool_], settings: ReaderSettings) -> NDArray[np.bool_]:
    """Return which less sure hexes a person is asked about beside those `doubtful` in the frame, where these are many."""
    share = float(doubtful.mean())
    most = len(sureness) if share > settings.many_doubtful else settings.asked_patiently if share > settings.some_doubtful else 0
    asked = np.zeros(len(sureness), bool)
    asked[np.argsort(sureness, kind="stable")[:most]] = True
    return np.asarray(asked & (sureness < settings.doubtful_while_few))


def form_evidence_of(shares: Floats, forms: Floats, settings: ReaderSettings) -> Floats:
    """By how much the form of each thing alone makes a pioneer likelier than a stone, as log odds (n,); 0 of empty hexes."""
    odds = np.zeros(len(shares), np.float32)
    things = np.flatnonzero(shares.argmax(1) != EMPTY)
    odds[things] = form_odds(nearness_of(forms[things]), shares[things, :EMPTY], settings)
    return odds


def may_be_markers(words: NDArray[np.int_], in_row: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which pioneers may be score markers at the end of a row of three: there must be three who play, to begin with."""
    playing = int((np.bincount(words, minlength=len(WORDS))[:STONE] >= FEWEST_IN_PLAY).sum())
    return np.asarray(in_row & (words < STONE) & (playing >= ROW_OF_MARKERS))


def calibrated_confidence(sureness: Floats, settings: ReaderSettings) -> Floats:
    """Turn how sure the witnesses are into how often they are right."""
    said, right = np.array(settings.calibration_curve).T
    return np.asarray(np.interp(sureness, said, right), np.float32)


def word_shares(answers: Answers, players: int | None) -> Floats:
    """Return probabilities of the six words as the network sees them; colours that do not play are out of the question."""
    presence, colours = softmax(answers.presence), answers.colours
    if players:
        colours = np.where(np.arange(len(SEATS)) < players, colours, OUT_OF_THE_QUESTION)
    return np.concatenate([presence[:, 2:] * softmax(colours), presence[:, 1:2], presence[:, :1]], 1).astype(np.float32)


def not_playing(answers: Answers, players: int | None) -> Floats:
    """Return how likely each hex shows a pioneer of a colour that does not play, which no word can tell."""
    return np.asarray(word_shares(answers, None)[:, players or len(SEATS) : len(SEATS)].sum(1), np.float32)


def with_groups(shares: Floats, compared: Things, samples: tuple[Sample, ...], settings: ReaderSettings) -> Floats:
    """Let the photo's own groups speak about what each thing is; whether there is a thing they do not weight."""
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
    seen: Things,
    there: NDArray[np.bool_],
    settings: ReaderSettings,
) -> tuple[Sample, ...]:
    """Take what lies on the sample spots for what it ought to be, unless the network is sure that it is something else.

    `there` (k,) tells on which spots the photo shows more than the print.
    """
    shares = word_shares(answers, None)
    thing = (1 - shares[:, EMPTY]) * (1 - logistic(answers.odd))
    found = []
    for spot, piece in enumerate(parked):
        own = float(shares[spot, WORDS.index(piece)])
        others, likely = float(shares[spot, :EMPTY].sum()) - own, settings.spot_prior * own
        weight = settings.sample_weight * float(thing[spot]) * likely / max(likely + others, 1e-6)
        if there[spot] and weight >= settings.min_sample_weight:
            found.append(Sample(WORDS.index(piece), seen.appearance[spot], seen.forms[spot], weight))
    return tuple(found)


def quiet_level(misfit: Floats, shares: Floats) -> float:
    """Return what the misfit of an empty hex is in this photo: the middle one of those held for empty."""
    empty = misfit[shares[:, EMPTY] > LIKELY_EMPTY]
    return (
        float(np.median(empty)) + LEAST_MISFIT
        if len(empty) >= FEWEST_EMPTY
        else float(np.quantile(misfit, QUIET_QUANTILE)) + LEAST_MISFIT
    )


def place_factor(doubt_mm: Floats, settings: ReaderSettings) -> Floats:
    """Fall from 1 where the hex's place is well known to a half where it may be off by as much as a small piece is wide."""
    off = (doubt_mm - settings.doubt_harmless_mm) / (settings.doubt_worst_mm - settings.doubt_harmless_mm)
    return np.asarray(1 - 0.5 * np.clip(off, 0, 1), np.float32)


def surplus_of(shares: Floats, confidence: Floats, players: int | None) -> Adjustment:
    """Return the ceiling for pieces of which there are more than the box holds: the least sure of a kind, no word changes.

    Of twice as many as there are too many, at least half are wrong.
    """
    words = shares.argmax(1)
    held = pieces_held(tuple(WORDS[number] for number in words.tolist()), players)
    highest = np.ones(len(words), np.float32)
    for word in range(EMPTY):
        mine = np.flatnonzero(words == word)
        surplus = len(mine) - held[WORDS[word]]
        if surplus > 0:
            weakest = mine[np.argsort(confidence[mine], kind="stable")[: 2 * surplus]]
            highest[weakest] = 1 - surplus / len(weakest)
    return ceiling(Reason.MORE_THAN_THE_BOX_HOLDS, highest < 1, highest)


def pieces_held(words: tuple[Piece, ...], players: int | None) -> dict[Piece, int]:
    """Return how many of each piece the box holds for so many players; unless known, for those who show more than one pioneer."""
    seen = [number + 1 for number, colour in enumerate(SEATS) if words.count(Piece(colour)) > 1]
    each = PIONEERS_EACH[players or max(2, *seen, 2)]
    return {Piece(colour): each for colour in SEATS} | {Piece.STONE: STONE_SUPPLY}


def softmax(x: Floats) -> Floats:
    """Share (n, k) from logits."""
    e = np.exp(x - x.max(1, keepdims=True))
    return np.asarray(e / e.sum(1, keepdims=True), np.float32)


def logistic(x: Floats) -> Floats:
    """Return a share from a logit."""
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -30, 30))), np.float32)
