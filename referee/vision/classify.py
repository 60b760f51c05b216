"""From evidence to a word for each hex and how sure it is. Confidence is meant to be true: of a hundred hexes told at 0.97,
three are wrong. Nothing here knows a kit of pieces; colours are compared within the photo.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from referee.pieces import PIONEERS_EACH, SEATS, STONE_SUPPLY, Piece
from referee.vision.colours import group_likelihoods, thing_colours
from referee.vision.evidence import Evidence
from referee.vision.network import Answers
from referee.vision.settings import ReaderSettings

WORDS: tuple[Piece, ...] = tuple(Piece)     # columns of all (n, 6) arrays: red, yellow, blue, green, stone, empty
STONE, EMPTY = WORDS.index(Piece.STONE), WORDS.index(Piece.EMPTY)
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Verdict:
    """For n hexes: probabilities of the six words (n, 6), how sure the likeliest is, whether it must be asked about."""

    shares: Floats
    confidence: Floats
    doubtful: NDArray[np.bool_]
    odd: Floats
    misfit: Floats

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The likeliest word for each hex."""
        return tuple(WORDS[number] for number in self.shares.argmax(1).tolist())


def weigh(evidence: Evidence, answers: Answers, spread: Floats, players: int | None, settings: ReaderSettings,
          parked: Sequence[tuple[int, Floats]] = ()) -> Verdict:
    """Weighs the network, the photo's colour groups and the bare print's misfit against each other.

    `answers` may be means of several looks whose disagreement is `spread`, (n,), 0 where there was one look.
    """
    shares = word_shares(answers, players, settings)
    shares = with_groups(evidence, replace_masks(answers, evidence), shares, settings)
    odd = _logistic(answers.odd)
    quiet = quiet_level(evidence.misfit, shares)
    misfit = evidence.misfit / quiet
    best = shares.max(1)
    confidence = best * (1 - settings.disagreement * contradiction(misfit, shares, settings))
    confidence *= 1 - np.clip(spread, 0, 1)
    confidence *= 1 - 0.5 * np.clip((odd - 0.1) / 0.9, 0, 1)
    confidence = np.where(evidence.inside < 0.85, np.minimum(confidence, 0.6), confidence)
    confidence = lower_surplus(shares, confidence, players)
    doubtful = (confidence < settings.doubtful_below) | (odd > settings.odd_above)
    return Verdict(shares, confidence.astype(np.float32), doubtful, odd, misfit.astype(np.float32))


def replace_masks(answers: Answers, evidence: Evidence) -> Answers:
    """Masks belong to the first look's patches, whatever was asked again."""
    return replace(answers, masks=evidence.answers.masks)


def word_shares(answers: Answers, players: int | None, settings: ReaderSettings) -> Floats:
    """Probabilities of the six words as the network sees them; colours that do not play are out of the question."""
    presence = _softmax(answers.presence / settings.temperature)
    colours = answers.colours / settings.temperature
    if players:
        colours = np.where(np.arange(len(SEATS)) < players, colours, np.float32(-30))
    return np.concatenate([presence[:, 2:] * _softmax(colours), presence[:, 1:2], presence[:, :1]], 1).astype(np.float32)


def with_groups(evidence: Evidence, answers: Answers, shares: Floats, settings: ReaderSettings) -> Floats:
    """Lets the photo's own groups of colours speak about what each thing is; whether there is a thing they do not say."""
    things = np.flatnonzero(shares[:, EMPTY] < 0.7)
    if not len(things):
        return shares
    lab = thing_colours(evidence.seen[things], answers.masks[things])
    five = shares[things, :EMPTY]
    suits = group_likelihoods(lab, five / np.maximum(five.sum(1, keepdims=True), 1e-6), settings)
    told = five * suits ** settings.colour_say
    out = shares.copy()
    out[things, :EMPTY] = told * (five.sum(1) / np.maximum(told.sum(1), 1e-9))[:, None]
    return out


def quiet_level(misfit: Floats, shares: Floats) -> float:
    """What the misfit of an empty hex is in this photo: the middle one of those held for empty."""
    empty = misfit[shares[:, EMPTY] > 0.9]
    return float(np.median(empty)) if len(empty) >= 8 else float(np.quantile(misfit, 0.15)) + 1e-3


def contradiction(misfit: Floats, shares: Floats, settings: ReaderSettings) -> Floats:
    """0 where the bare print and the words agree on whether something lies there, 1 where they do not."""
    thing = np.clip((misfit - settings.residual_low) / (settings.residual_high - settings.residual_low), 0, 1)
    return np.asarray(np.where(shares.argmax(1) == EMPTY, thing, np.clip(1 - misfit / settings.residual_low, 0, 1)), np.float32)


def lower_surplus(shares: Floats, confidence: Floats, players: int | None) -> Floats:
    """More pieces of a kind than the box holds: the weakest of them lose confidence, no word changes."""
    words = shares.argmax(1)
    out = confidence.copy()
    for word in range(EMPTY):
        held = STONE_SUPPLY if word == STONE else PIONEERS_EACH[players or 2]
        mine = np.flatnonzero(words == word)
        if len(mine) > held:
            weakest = mine[np.argsort(confidence[mine], kind="stable")[: 2 * (len(mine) - held)]]
            out[weakest] = np.minimum(out[weakest], 0.5)
    return out


def _softmax(x: Floats) -> Floats:
    e = np.exp(x - x.max(1, keepdims=True))
    return np.asarray(e / e.sum(1, keepdims=True), np.float32)


def _logistic(x: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -30, 30))), np.float32)
