"""Decide which hexes of a photo a person should check: doubtful ones, and more if doubts are many or concern kinds of pieces.

A hex that is wrong and not marked is the worst outcome, so doubts about many hexes are a reason to check others too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from referee.reader.settings import ReaderSettings
from referee.reader.words import EMPTY, STONE

Floats = NDArray[np.float32]


def hexes_to_review(
    shares: Floats,
    raw_confidence: Floats,
    whole: NDArray[np.bool_],
    visible: NDArray[np.bool_],
    lookalikes: NDArray[np.bool_],
    covered: NDArray[np.bool_],
    settings: ReaderSettings,
) -> NDArray[np.bool_]:
    """Return a mask of the hexes to review.

    `shares` (n, 6) are the probabilities of the six classes, `whole` marks hexes within the frame, and `visible` those that are
    neither cut off nor hidden. All `lookalikes` are reviewed, and all hexes that a hand could cover (`covered`). They are no
    reason to check other hexes, unless many of the other hexes are doubtful too, as in a damaged photo, or more hexes are covered
    than a hand could cover. If there are lookalikes, covered hexes count among the other hexes.
    """
    explained = lookalikes | covered
    others = ~(lookalikes if lookalikes.any() else covered)
    is_local = covered.mean() <= settings.most_covered
    doubtful_others = (raw_confidence < settings.doubtful_below) & others
    if explained.any() and is_local and doubtful_others.sum() <= settings.many_doubtful * others.sum():
        raw_confidence = np.where(explained, np.float32(1), raw_confidence)
        settings = replace(settings, review_budget=0, review_limit=0)
    doubtful = doubtful_hexes(raw_confidence, settings)
    kinds = kinds_in_doubt(shares, doubtful, settings)
    unexplained = doubtful if kinds is None else doubtful & ~kinds.explained
    doubtful |= extra_hexes_to_review(raw_confidence, unexplained & whole, settings)
    doubtful |= pieces_to_review(shares, doubtful & visible, kinds, settings)
    return doubtful | explained


def doubtful_hexes(raw_confidence: Floats, settings: ReaderSettings) -> NDArray[np.bool_]:
    """Return a mask of the hexes with a raw confidence below `settings.doubtful_below`, and of the next least confident.

    The latter are included up to `settings.review_budget` hexes in total, if their raw confidence is below
    `settings.doubtful_while_few`.
    """
    doubtful = raw_confidence < settings.doubtful_below
    least = np.argsort(raw_confidence, kind="stable")[: settings.review_budget]
    doubtful[least] |= raw_confidence[least] < settings.doubtful_while_few
    return doubtful


def extra_hexes_to_review(raw_confidence: Floats, doubtful: NDArray[np.bool_], settings: ReaderSettings) -> NDArray[np.bool_]:
    """Return a mask of the least confident hexes to review as well because many hexes are doubtful.

    The mask is empty if few hexes are doubtful. `doubtful` marks the doubtful hexes within the frame whose doubt is not
    explained.
    """
    share = float(doubtful.mean())
    most = (
        len(raw_confidence) if share > settings.many_doubtful else settings.review_limit if share > settings.some_doubtful else 0
    )
    marked = np.zeros(len(raw_confidence), bool)
    marked[np.argsort(raw_confidence, kind="stable")[:most]] = True
    return np.asarray(marked & (raw_confidence < settings.doubtful_while_few))


@dataclass(frozen=True, slots=True)
class KindsInDoubt:
    """The two classes that a photo confuses, a player's pioneers and stones, and a mask of the hexes affected."""

    words: tuple[int, int]
    explained: NDArray[np.bool_]


def kinds_in_doubt(shares: Floats, doubtful: NDArray[np.bool_], settings: ReaderSettings) -> KindsInDoubt | None:
    """Return the two kinds of pieces that a photo confuses, or None if too few pieces are affected.

    If stones have a player's hue, most pieces of both kinds are certainly present but of doubtful kind. These doubts do not make
    other pieces doubtful.
    """
    first_two = np.argsort(-shares[:, :EMPTY], axis=1)[:, :2]
    there = doubtful & (shares[:, EMPTY] < settings.surely_there_below) & (first_two.max(1) == STONE)
    players = first_two.min(1)
    counts = np.bincount(players[there], minlength=STONE)
    player = int(counts.argmax())
    if counts[player] < settings.kind_in_doubt:
        return None
    return KindsInDoubt((player, STONE), np.asarray(there & (players == player)))


def pieces_to_review(
    shares: Floats, doubtful: NDArray[np.bool_], kinds: KindsInDoubt | None, settings: ReaderSettings
) -> NDArray[np.bool_]:
    """Return a mask of all pieces, or of those of the two `kinds`, if too many hexes are doubtful, otherwise an empty mask.

    Only pieces of the two `kinds` are included if there are not too many doubts that these kinds do not explain.
    """
    words, too_many = shares.argmax(1), settings.too_many_doubtful * len(shares)
    if kinds is not None and (doubtful & ~kinds.explained).sum() <= too_many < doubtful.sum():
        return np.isin(words, kinds.words)
    return np.asarray((words != EMPTY) & (doubtful.sum() > too_many))
