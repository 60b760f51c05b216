"""From evidence to a word for each hex and how sure it is. Confidence is meant to be true: of a hundred hexes told at 0.97,
three are wrong. Nothing here knows a kit of pieces; colours are compared within the photo.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.reader.colours import log_sizes, things_look
from referee.reader.confidence_features import ask_kin, believe, hear_witnesses
from referee.reader.forms import form_odds, nearness_of
from referee.reader.groups import Sample, Things, settle_groups
from referee.reader.networks import Answers
from referee.reader.settings import ReaderSettings
from referee.rules.pieces import PIONEERS_EACH, SEATS, STONE_SUPPLY, Piece

WORDS: tuple[Piece, ...] = tuple(Piece)  # columns of all (n, 6) arrays: red, yellow, blue, green, stone, empty
STONE, EMPTY = WORDS.index(Piece.STONE), WORDS.index(Piece.EMPTY)
OUT_OF_THE_QUESTION = np.float32(-30)  # a logit
FEWEST_IN_PLAY = 2  # pioneers of a colour: one alone may be misread
ROW_OF_MARKERS = 3  # the third of them may stand on a hex
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Looks:
    """What is known of n hexes when they are weighed: the answers, of both networks where both looked.

    `first` are the first network's alone, `forms` (n, 12) and `lab` (n, 3) form and colour of what may lie there, `misfit`,
    `burnt`, `inside` and `doubt_mm` (n,) as in the evidence, `missing` (n,) by how much less the print's pattern shows than on
    empty hexes (NaN: it cannot be told), `gaps` (n,) how far apart two colours of a thing are, `in_row` (n,) whether a row of
    score markers may lead there, `samples` the pieces parked; in a photo that is `colourless` nothing tells a pioneer from a
    stone.
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


@dataclass(frozen=True, slots=True)
class Verdict:
    """For n hexes: probabilities of the six words (n, 6), how sure the likeliest is, whether it must be asked about.

    `testimony` (n, 11) is what the witnesses say, `sureness` what that comes to, `confidence` what it has turned out to mean.
    """

    shares: Floats
    sureness: Floats
    confidence: Floats
    doubtful: NDArray[np.bool_]
    testimony: Floats

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The likeliest word for each hex."""
        return tuple(WORDS[number] for number in self.shares.argmax(1).tolist())


def weigh(looks: Looks, players: int | None, settings: ReaderSettings) -> Verdict:
    """Weighs the network, the photo's colour groups, the parked samples and the bare print's misfit against each other."""
    seen = word_shares(looks.answers, players)
    compared = Things(things_look(looks.lab, looks.answers.masks), looks.forms)
    shares = with_groups(seen, compared, (), settings)
    parted = np.zeros(len(shares), bool)
    if looks.samples:
        backed = with_groups(seen, compared, looks.samples, settings)
        parted = backed.argmax(1) != shares.argmax(1)
        shares = np.asarray((shares + backed) / 2, np.float32)
    odd = logistic(looks.answers.odd)
    misfit = looks.misfit / quiet_level(looks.misfit, shares)
    kin = ask_kin(shares, looks.lab, log_sizes(looks.answers.masks), looks.forms)
    formed = kinds_by_form(shares, looks.forms, settings)
    told = hear_witnesses(word_shares(looks.first, players), shares, misfit, looks.missing, kin, formed)
    confidence = believe(told, settings)
    confidence *= 1 - 0.5 * np.clip((odd - 0.1) / 0.9, 0, 1)
    confidence *= trust_in_place(looks.doubt_mm, settings)
    confidence *= 1 - not_playing(looks.answers, players)
    parted |= (looks.gaps > settings.two_colours) | (looks.burnt > settings.burnt_out) | (odd > settings.odd_above)
    parted |= may_be_markers(shares.argmax(1), looks.in_row)
    parted |= (shares.argmax(1) != EMPTY) & ((looks.missing < settings.pattern_whole) | looks.colourless)
    confidence[parted] = np.minimum(confidence[parted], settings.at_odds)
    cut_off = looks.inside < settings.whole_inside
    confidence[cut_off] = np.minimum(confidence, settings.at_odds * looks.inside)[cut_off]
    sureness = lower_surplus(shares, confidence, players)
    doubtful = to_be_asked(sureness, settings)
    believed = as_told(sureness, settings)
    unseen = cut_off | (odd > settings.odd_above)
    believed[unseen] = np.minimum(believed, sureness)[unseen]  # what was counted could be seen
    return Verdict(shares, sureness, believed, doubtful, told)


def to_be_asked(sureness: Floats, settings: ReaderSettings) -> NDArray[np.bool_]:
    """Which hexes a person is asked about: all that are not sure, and while those are few, the least sure of the rest as well."""
    doubtful = sureness < settings.doubtful_below
    least = np.argsort(sureness, kind="stable")[: settings.asked_gladly]
    doubtful[least] |= sureness[least] < settings.doubtful_while_few
    return doubtful


def kinds_by_form(shares: Floats, forms: Floats, settings: ReaderSettings) -> Floats:
    """By how much the form of each thing alone makes a pioneer likelier than a stone, as log odds (n,); 0 of empty hexes."""
    odds = np.zeros(len(shares), np.float32)
    things = np.flatnonzero(shares.argmax(1) != EMPTY)
    odds[things] = form_odds(nearness_of(forms[things]), shares[things, :EMPTY], settings)
    return odds


def may_be_markers(words: NDArray[np.int_], in_row: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tells which pioneers may be score markers at the end of a row of three: there must be three who play, to begin with."""
    playing = int((np.bincount(words, minlength=len(WORDS))[:STONE] >= FEWEST_IN_PLAY).sum())
    return np.asarray(in_row & (words < STONE) & (playing >= ROW_OF_MARKERS))


def as_told(sureness: Floats, settings: ReaderSettings) -> Floats:
    """Turns how sure the witnesses are into how often they are right."""
    said, right = np.array(settings.told).T
    return np.asarray(np.interp(sureness, said, right), np.float32)


def word_shares(answers: Answers, players: int | None) -> Floats:
    """Probabilities of the six words as the network sees them; colours that do not play are out of the question."""
    presence, colours = softmax(answers.presence), answers.colours
    if players:
        colours = np.where(np.arange(len(SEATS)) < players, colours, OUT_OF_THE_QUESTION)
    return np.concatenate([presence[:, 2:] * softmax(colours), presence[:, 1:2], presence[:, :1]], 1).astype(np.float32)


def not_playing(answers: Answers, players: int | None) -> Floats:
    """How likely each hex shows a pioneer of a colour that does not play, which no word can tell."""
    return np.asarray(word_shares(answers, None)[:, players or len(SEATS) : len(SEATS)].sum(1), np.float32)


def with_groups(shares: Floats, compared: Things, samples: tuple[Sample, ...], settings: ReaderSettings) -> Floats:
    """Lets the photo's own groups speak about what each thing is; whether there is a thing they do not say."""
    things = np.flatnonzero(shares[:, EMPTY] < settings.thing_below)
    if not len(things):
        return shares
    five = shares[things, :EMPTY]
    there = five.sum(1, keepdims=True)
    out = shares.copy()
    out[things, :EMPTY] = there * settle_groups(compared.part(things), five / np.maximum(there, 1e-6), settings, samples)
    return out


def believe_samples(
    parked: tuple[Piece, ...],
    answers: Answers,
    seen: Things,
    there: NDArray[np.bool_],
    settings: ReaderSettings,
) -> tuple[Sample, ...]:
    """Takes what lies on the sample spots for what it ought to be, unless the network is sure that it is something else.

    `there` (k,) tells on which spots the photo shows more than the print.
    """
    shares = word_shares(answers, None)
    thing = (1 - shares[:, EMPTY]) * (1 - logistic(answers.odd))
    found = []
    for spot, piece in enumerate(parked):
        own = float(shares[spot, WORDS.index(piece)])
        others, likely = float(shares[spot, :EMPTY].sum()) - own, settings.spot_prior * own
        say = settings.sample_say * float(thing[spot]) * likely / max(likely + others, 1e-6)
        if there[spot] and say >= settings.least_sample_say:
            found.append(Sample(WORDS.index(piece), seen.looks[spot], seen.forms[spot], say))
    return tuple(found)


def quiet_level(misfit: Floats, shares: Floats) -> float:
    """What the misfit of an empty hex is in this photo: the middle one of those held for empty."""
    empty = misfit[shares[:, EMPTY] > 0.9]
    return float(np.median(empty)) + 1e-3 if len(empty) >= 8 else float(np.quantile(misfit, 0.15)) + 1e-3


def trust_in_place(doubt_mm: Floats, settings: ReaderSettings) -> Floats:
    """Falls from 1 where the hex's place is well known to a half where it may be off by as much as a small piece is wide."""
    off = (doubt_mm - settings.misfit_low_mm) / (settings.misfit_mm - settings.misfit_low_mm)
    return np.asarray(1 - 0.5 * np.clip(off, 0, 1), np.float32)


def lower_surplus(shares: Floats, confidence: Floats, players: int | None) -> Floats:
    """More pieces of a kind than the box holds: the weakest of them lose confidence, no word changes.

    Of twice as many as there are too many, half are wrong at the least.
    """
    words = shares.argmax(1)
    held = pieces_held(tuple(WORDS[number] for number in words.tolist()), players)
    out = confidence.copy()
    for word in range(EMPTY):
        mine = np.flatnonzero(words == word)
        surplus = len(mine) - held[WORDS[word]]
        if surplus > 0:
            weakest = mine[np.argsort(confidence[mine], kind="stable")[: 2 * surplus]]
            out[weakest] = np.minimum(out[weakest], 1 - surplus / len(weakest))
    return out


def pieces_held(words: tuple[Piece, ...], players: int | None) -> dict[Piece, int]:
    """How many of each piece the box holds for so many players; unless known, for those who show more than one pioneer."""
    seen = [number + 1 for number, colour in enumerate(SEATS) if words.count(Piece(colour)) > 1]
    each = PIONEERS_EACH[players or max(2, *seen, 2)]
    return {Piece(colour): each for colour in SEATS} | {Piece.STONE: STONE_SUPPLY}


def softmax(x: Floats) -> Floats:
    """Shares (n, k) from logits."""
    e = np.exp(x - x.max(1, keepdims=True))
    return np.asarray(e / e.sum(1, keepdims=True), np.float32)


def logistic(x: Floats) -> Floats:
    """A share from a logit."""
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -30, 30))), np.float32)
