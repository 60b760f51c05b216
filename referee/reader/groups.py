"""Classify pieces by the groups they form in one photo, because pieces of one colour look alike and stones share a form.

Each piece is compared by colour, size and form with the other pieces and with the samples on the rim. The form network
maps pieces of one form to embeddings that are close together. For example, a brass nut is not a yellow pioneer if the red
pioneers are chips. This module does not decide whether a hex holds a piece at all.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.reader.confidence_features import squares_apart
from referee.reader.settings import ReaderSettings

Floats = NDArray[np.float32]
STONE = 4  # column of the stone among the five kinds, after the colours
LEAST_OTHERS = 0.3  # minimum weight behind the centre of a group
GROUPS = STONE + 1  # the colours, and stones


@dataclass(frozen=True, slots=True)
class Things:
    """Features for comparing n pieces: `appearance` (n, 4), which is colour and size, and `forms` (n, 12).

    Row i of `leaning` (n, n) marks the pieces whose tops could appear in front of piece i.
    """

    appearance: Floats
    forms: Floats
    leaning: NDArray[np.bool_]

    def part(self, rows: NDArray[np.int_]) -> Things:
        """Return the features of the selected pieces."""
        return Things(self.appearance[rows], self.forms[rows], self.leaning[np.ix_(rows, rows)])


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample piece on its spot: the group it belongs to, its features, and its weight."""

    group: int
    appearance: Floats
    form: Floats
    weight: float


def settle_groups(things: Things, shares: Floats, settings: ReaderSettings, samples: tuple[Sample, ...] = ()) -> Floats:
    """Return the probability (n, 5) that each piece belongs to each group, starting from the probabilities `shares` (n, 5).

    Group statistics depend on the memberships, so both are updated alternately, as in expectation maximisation.
    """
    appearance, forms = (
        np.concatenate([mine, *(getattr(sample, name)[None] for sample in samples)])
        for mine, name in ((things.appearance, "appearance"), (things.forms, "form"))
    )
    parked = np.array([sample.weight * (np.arange(GROUPS) == sample.group) for sample in samples], np.float32).reshape(-1, GROUPS)
    memberships, near = shares, form_similarity(forms)
    for _ in range(settings.group_rounds):
        counts = np.concatenate([memberships, parked])
        likelihoods = group_likelihoods(things.appearance, memberships, appearance, counts, settings)
        likelihoods[:, :STONE] *= np.exp(form_odds(near, counts, settings)[: len(memberships), None])
        likelihoods += settings.leaning_share * likelihood_of_leaning(likelihoods, memberships, things.leaning)[:, None]
        memberships = shares * likelihoods
        memberships = memberships / np.maximum(memberships.sum(1, keepdims=True), 1e-9)
    return memberships


def group_likelihoods(appearance: Floats, own: Floats, members: Floats, counts: Floats, settings: ReaderSettings) -> Floats:
    """Return the likelihood (n, k) of each piece in each group, given the features `appearance` (n, 4) of the pieces.

    `members` (m, 4) are the features of pieces and samples, `counts` (m, k) their weights in each group, and `own` (n, k) the
    weights of each piece itself, which are left out of the group centre to which the piece is compared. A piece close to a group
    gets a high likelihood. A distant piece still gets `min_fit`, since the pieces of one player could differ. If the pieces and
    samples of a group add up to less than `min_group_size`, all pieces get the same low likelihood in the group.
    """
    count, total, squares = counts.sum(0), counts.T @ members, counts.T @ members**2
    usual, held = settings.colour_spread**2, settings.spread_prior_weight
    off = np.maximum(0, squares - total**2 / np.maximum(count, 1e-3)[:, None])
    spread = (off + held * usual) / (count + held)[:, None]
    others = count - own
    centre = (total - own[..., None] * appearance[:, None]) / np.maximum(others, 1e-3)[..., None]
    gap = ((appearance[:, None] - centre) ** 2 / spread).sum(2) / (1 + 1 / np.maximum(others, LEAST_OTHERS))
    dense = np.sqrt(np.prod(spread / usual, axis=1)) ** -settings.density_exponent
    fit = np.where(count < settings.min_group_size, settings.small_group_fit, dense * np.exp(-gap / 2))
    return np.asarray(settings.min_fit + fit, np.float32)


def likelihood_of_leaning(likelihoods: Floats, memberships: Floats, leaning: NDArray[np.bool_]) -> Floats:
    """Return the likelihood (n,) that the features of each piece are those of a pioneer that leans in front of it.

    This is the likelihood in the group of the leaning pioneer, times the probability that the pioneer belongs to this group.
    """
    in_front = np.where(leaning[..., None], memberships[None, :, :STONE], 0).max(1, initial=0)
    return np.asarray((in_front * likelihoods[:, :STONE]).max(1), np.float32)


def form_similarity(forms: Floats) -> Floats:
    """Return the pairwise similarity of m form embeddings, (m, m) in 0..1 with a zero diagonal."""
    near = np.exp(-squares_apart(forms) / 2)
    np.fill_diagonal(near, 0)
    return near


def form_odds(near: Floats, shares: Floats, settings: ReaderSettings) -> Floats:
    """Return the log odds (m,) that each piece is a pioneer rather than a stone, judged by form.

    `near` (m, m) and `shares` (m, 5) are the similarities and probabilities of pieces and samples. Pioneers are compared only
    with pioneers of other colours, since many stones of one tint might be misread as one player's pioneers. A piece similar to
    neither kind gets log odds of about 0, and a piece with too few others to compare with gets 0.
    """
    colours, stones = shares[:, :STONE], shares[:, STONE]
    pioneers = colours.sum(1)
    own = colours / np.maximum(pioneers, 1e-6)[:, None]
    others = np.maximum(0, pioneers.sum() - own @ colours.sum(0))
    like_others = np.maximum(0, near @ pioneers - ((near @ colours) * own).sum(1))
    unlike = np.float32(np.exp(settings.form_unlike_log))
    odds = np.log(like_others / np.maximum(others, 1e-6) + unlike) - np.log(near @ stones / max(stones.sum(), 1e-6) + unlike)
    enough = np.minimum(others, stones.sum()) >= settings.min_group_size
    return np.where(enough, np.clip(settings.form_weight * odds, -settings.form_limit, settings.form_limit), 0).astype(np.float32)
