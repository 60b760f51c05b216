"""The things of one photo form groups: all red caps of a household look alike under one lamp, and its stones have one form.

What each thing is, is told by the others: those of its colour and size, those of its form, and samples parked beside the board.
Whether there is a thing at all they do not say.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.reader.forms import STONE, form_odds, nearness_of
from referee.reader.settings import ReaderSettings

Floats = NDArray[np.float32]
LEAST_OTHERS = 0.3  # things, of which a group's middle is made
GROUPS = STONE + 1  # the colours, and stones


@dataclass(frozen=True, slots=True)
class Things:
    """What n things look like, as they are compared: `looks` (n, 4) colour and size, `forms` (n, 12)."""

    appearance: Floats
    forms: Floats

    def part(self, rows: NDArray[np.int_]) -> Things:
        """Return some of the things."""
        return Things(self.appearance[rows], self.forms[rows])


@dataclass(frozen=True, slots=True)
class Sample:
    """A piece parked on its spot: the group it speaks for, what it looks like, and how far it is to be believed."""

    group: int
    appearance: Floats
    form: Floats
    weight: float


def settle_groups(things: Things, shares: Floats, settings: ReaderSettings, samples: tuple[Sample, ...] = ()) -> Floats:
    """How likely each thing belongs to each of the photo's groups, (n, 5), from `shares` (n, 5): what the networks say of it.

    What the groups say makes them clearer, so they are asked again and again.
    """
    members = Things(
        *(
            np.concatenate([mine, *(getattr(sample, name)[None] for sample in samples)])
            for mine, name in ((things.appearance, "appearance"), (things.forms, "form"))
        )
    )
    parked = np.array([sample.weight * (np.arange(GROUPS) == sample.group) for sample in samples], np.float32).reshape(-1, GROUPS)
    memberships, near = shares, nearness_of(members.forms)
    for _ in range(settings.group_rounds):
        counts = np.concatenate([memberships, parked])
        likelihoods = group_likelihoods(things.appearance, memberships, members.appearance, counts, settings)
        likelihoods[:, :STONE] *= np.exp(form_odds(near, counts, settings)[: len(memberships), None])
        memberships = shares * likelihoods
        memberships = memberships / np.maximum(memberships.sum(1, keepdims=True), 1e-9)
    return memberships


def group_likelihoods(appearance: Floats, own: Floats, members: Floats, counts: Floats, settings: ReaderSettings) -> Floats:
    """Return how well each thing (n, 4) suits each group, in which `own` (n, k) tells how far it counts; none vouches for itself.

    `members` (m, 4) of the groups are the things and the samples, and `counts` (m, k) how far those count. A thing that lies amid
    a group suits it; how far off it is otherwise tells nothing, for many a kit has pieces of two kinds. A group of fewer than
    `min_group_size` things, its parked sample counted in, is told by the same low number for all.
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
