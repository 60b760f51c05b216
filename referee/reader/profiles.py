"""Learn from confirmed photos what a household's pieces look like, and use that to classify the pieces in other photos.

Within a kind, similar pieces form one prototype. A piece close to no prototype is left to the networks, so a profile of other
pieces changes little. A profile that fits too few of the pieces in a photo is ignored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from referee.formats.profiles import FORM_NUMBERS, KINDS, MOST_PROTOTYPES, SHEET, Profile, Prototype
from referee.reader.colours import LEAST_SIZE, log_sizes
from referee.reader.networks import BLOCKS_A_HEX, WEIGHTS
from referee.rules.pieces import Piece

if TYPE_CHECKING:
    from referee.reader.classify import HexObservations

Floats = NDArray[np.float32]
_DESCRIBED_DIGITS = 3


@dataclass(frozen=True, slots=True)
class ProfileSettings:
    """Parameters for learning and comparing, fitted on synthetic households that the networks were not trained on."""

    drift: tuple[float, float, float] = (3.0, 2.5, 2.5)
    """Standard deviation of a piece's CIE Lab colour between photos, due to lamps and shade."""
    size_drift: float = 0.15
    """Standard deviation of the logarithm of a piece's size between photos."""
    form_drift: float = 0.7
    """Standard deviation of a piece's form embedding between photos, over all twelve dimensions."""
    on_sheet: float = 1.5
    """Factor on the three drifts for a piece that was seen on the calibration sheet, alone and on white paper."""
    form_weight: float = 2.0
    """Weight of the squared form distance relative to colour and size."""
    same: float = 2.5
    """Distance from a prototype of its kind, divided by the square root of 2, below which a piece belongs to the prototype. The
    distance is in standard deviations."""
    usual_spread: tuple[float, float, float, float, float] = (4.0, 3.0, 3.0, 0.2, 1.5)
    """Prior spread of a prototype in L, a, b, size and form."""
    spread_prior_weight: float = 3.0
    """Weight of the prior spread, in pieces."""
    unlike: float = -20.0
    """Log likelihood assigned to a piece that is like no prototype, about which a profile has no evidence."""
    weight: float = 1.2
    """Weight of the profile's evidence about the kind of a piece."""
    network_weight: float = 0.1
    """Weight left to the networks where the profile fits, since they judge kinds by what is common in other households."""
    limit: float = 20.0
    """Largest effect of a profile in log odds. It is limited because pieces fall over, and people could confirm errors."""
    alike: float = -8.0
    """Log likelihood above which a piece matches a prototype."""
    too_alike: float = 4.0
    """Kinds closer to each other than this, in standard deviations, cannot be distinguished in every photo."""
    strange_share: float = 0.5
    """Share of a photo's pieces that must match a prototype before the profile is used at all."""
    known_share: float = 0.65
    """Share of matching pieces above which the profile has full weight. Of 120 photos with their own profile, none had less than
    0.69. Of 1,560 photos with another household's profile, one in a hundred had more than 0.31, and none more than 0.48."""


DEFAULT = ProfileSettings()


@cache
def networks_version() -> str:
    """Return a hash of the network weights; form embeddings are comparable only within one version."""
    return hashlib.sha256((files("referee.reader") / WEIGHTS).read_bytes()).hexdigest()[:12]


@dataclass(frozen=True, slots=True, eq=False)
class Appearances:
    """The appearance of n pieces: colours `lab` (n, 3), form embeddings `forms` (n, 12), and `size` (n,).

    `size` is the natural logarithm of the visible area in square mm.
    """

    lab: Floats
    size: Floats
    forms: Floats

    def part(self, rows: NDArray[np.int_]) -> Appearances:
        """Return the appearance of the selected pieces."""
        return Appearances(self.lab[rows], self.size[rows], self.forms[rows])


@dataclass(frozen=True, slots=True, eq=False)
class KnownKinds:
    """A profile's evidence for n hexes: log likelihoods `kinds` (n, 5), and the `network_weight` (n, 1) left to the networks."""

    kinds: Floats
    network_weight: Floats

    def combine(self, shares: Floats) -> Floats:
        """Return the probabilities of the six classes (n, 6) combined with this evidence; that of "empty" does not change."""
        kinds, least = len(KINDS), np.float32(1e-9)
        there = shares[:, :kinds].sum(1, keepdims=True)
        likelihoods = (shares[:, :kinds] / np.maximum(there, least)) ** self.network_weight * np.exp(self.kinds)
        likelihoods *= there / np.maximum(likelihoods.sum(1, keepdims=True), least)
        return np.concatenate([likelihoods, shares[:, kinds:]], 1)

    def odds_against_stone(self, seats: NDArray[np.int_]) -> Floats:
        """Return the absolute log odds (n,) between a pioneer of the seat given for each hex and a stone."""
        pioneers = np.take_along_axis(self.kinds, np.maximum(seats, 0)[:, None], 1)[:, 0]
        return np.asarray(np.abs(pioneers - self.kinds[:, KINDS.index(Piece.STONE)]), np.float32)


def appearances_of(observed: HexObservations, hex_mm: float) -> Appearances:
    """Return the appearance of the piece on every hex; the rows of empty hexes are meaningless."""
    block_mm = hex_mm / BLOCKS_A_HEX
    blocks = np.maximum(np.exp(log_sizes(observed.answers.masks)) - LEAST_SIZE, 1)
    return Appearances(observed.lab, np.log(blocks * block_mm**2).astype(np.float32), observed.forms)


def gaps(things: Appearances, prototypes: Sequence[Prototype], settings: ProfileSettings) -> tuple[Floats, Floats]:
    """Return squared distances (n, m) of n pieces from m prototypes, and the log volume (m,) of each prototype."""
    lab, size, forms = _middles(prototypes)
    spreads = np.array([(*one.spread, one.size_spread, one.form_spread) for one in prototypes], np.float32)
    drift = np.array([*settings.drift, settings.size_drift, settings.form_drift], np.float32)
    moved = np.array([settings.on_sheet if one.ink == SHEET else 1.0 for one in prototypes], np.float32)
    wide = np.sqrt(spreads**2 + (drift * moved[:, None]) ** 2)
    colour = (((things.lab[:, None] - lab) / wide[:, :3]) ** 2).sum(2)
    form = ((things.forms[:, None] - forms) ** 2).sum(2) / wide[:, 4] ** 2
    square = colour + ((things.size[:, None] - size) / wide[:, 3]) ** 2 + settings.form_weight * form
    volume = np.log(wide[:, :4] / drift[:4]).sum(1) + settings.form_weight / 2 * np.log(wide[:, 4] / drift[4])
    return square.astype(np.float32), volume.astype(np.float32)


def _middles(prototypes: Sequence[Prototype]) -> tuple[Floats, Floats, Floats]:
    lab, size, forms = zip(*((one.lab, one.log_size, one.form) for one in prototypes), strict=True)
    return np.array(lab, np.float32), np.array(size, np.float32), np.array(forms, np.float32)


def kinds_by_profile(things: Appearances, profile: Profile, settings: ProfileSettings = DEFAULT) -> Floats:
    """Return the log likelihood (n, 5) of each kind for each piece, which is at least `settings.unlike`."""
    likelihoods = np.full((len(things.lab), len(KINDS)), settings.unlike, np.float32)
    for column, kind in enumerate(KINDS):
        prototypes = profile.kinds.get(kind, ())
        if prototypes:
            square, volume = gaps(things, prototypes, settings)
            shares = np.array([one.count for one in prototypes], np.float32)
            each = -square / 2 - volume + np.log(shares / shares.sum())
            likelihoods[:, column] = np.logaddexp(np.logaddexp.reduce(each, axis=1), settings.unlike)
    return likelihoods


def apply_profile(
    observed: HexObservations, profile: Profile, hex_mm: float, settings: ProfileSettings = DEFAULT
) -> HexObservations:
    """Return the observations with the evidence of a profile, or without any profile if this one fits too few of the pieces."""
    things = np.flatnonzero(observed.forms.any(1))
    likelihoods = kinds_by_profile(appearances_of(observed, hex_mm).part(things), profile, settings)
    trust = profile_fit(likelihoods, settings)
    if not trust:
        return replace(observed, known=None)
    kinds = np.zeros((len(observed.forms), len(KINDS)), np.float32)
    kinds[things] = np.maximum(trust * settings.weight * (likelihoods - likelihoods.max(1, keepdims=True)), -settings.limit)
    network_weight = np.ones((len(kinds), 1), np.float32)
    like_some = np.clip((likelihoods.max(1) - settings.unlike) / (settings.alike - settings.unlike), 0, 1)
    network_weight[things, 0] = 1 - trust * (1 - settings.network_weight) * like_some
    return replace(observed, known=KnownKinds(kinds, network_weight))


def profile_fit(likelihoods: Floats, settings: ProfileSettings = DEFAULT) -> float:
    """Return how well a profile fits the pieces of a photo, 0..1, from the log likelihoods of each piece (n, 5)."""
    if not len(likelihoods):
        return 0.0
    share = float((likelihoods.max(1) > settings.alike).mean())
    beyond = (share - settings.strange_share) / (settings.known_share - settings.strange_share)
    return min(1.0, max(0.0, beyond))


@dataclass(frozen=True, slots=True, eq=False)
class Confirmed:
    """The pieces of a confirmed photo: their appearance, their kinds in `words`, and the ink of the print or `SHEET`."""

    things: Appearances
    words: tuple[Piece, ...]
    ink: str


def describe_pieces(observed: HexObservations, hex_mm: float) -> dict[int, list[float]]:
    """Return the appearance of each piece by hex number, as a list of numbers for `confirmed_from`.

    The list contains colour (3), logarithm of size (1) and form (12), rounded for storage. Pieces on hexes that extend beyond the
    frame are left out.
    """
    rows = np.flatnonzero(observed.forms.any(1) & (observed.inside >= 1))
    things = appearances_of(observed, hex_mm).part(rows)
    numbers = np.column_stack([things.lab, things.size, things.forms]).round(_DESCRIBED_DIGITS)
    return dict(zip(rows.tolist(), numbers.tolist(), strict=True))


def confirmed_from(described: Sequence[Sequence[float]], words: Sequence[Piece], ink: str) -> Confirmed:
    """Return the pieces of a confirmed photo, given their descriptions by `describe_pieces` and their confirmed kinds."""
    numbers = np.array(described, np.float32).reshape(len(words), 4 + FORM_NUMBERS)
    return Confirmed(Appearances(numbers[:, :3], numbers[:, 3], numbers[:, 4:]), tuple(words), ink)


def confirm(observed: HexObservations, words: Mapping[int, Piece], hex_mm: float, ink: str) -> Confirmed:
    """Return what a profile can learn from a photo, given the confirmed classes of its hexes by number.

    Only pieces that were detected, on hexes completely in the frame, are included.
    """
    plain = observed.forms.any(1) & (observed.inside >= 1)
    rows = np.array([row for row, word in words.items() if word is not Piece.EMPTY and plain[row]], np.int_)
    return Confirmed(appearances_of(observed, hex_mm).part(rows), tuple(words[row] for row in rows.tolist()), ink)


def learn_profile(
    photos: Sequence[Confirmed], name: str, before: Profile | None = None, settings: ProfileSettings = DEFAULT
) -> Profile:
    """Return a profile learned from confirmed photos; it extends the profile `before` if that is given."""
    kinds = {kind: list(before.kinds.get(kind, ())) if before else [] for kind in KINDS}
    for photo in photos:
        for kind in KINDS:
            rows = np.array([row for row, word in enumerate(photo.words) if word is kind], np.int_)
            _add_to(kinds[kind], photo.things.part(rows), photo.ink, settings)
    count = len(photos) + (before.photos if before else 0)
    return Profile(name, networks_version(), count, {kind: tuple(found) for kind, found in kinds.items() if found})


def _add_to(prototypes: list[Prototype], things: Appearances, ink: str, settings: ProfileSettings) -> None:
    """Add each piece to the nearest of the prototypes, or append a new one if none is near and there is room for more."""
    for row in range(len(things.lab)):
        one = things.part(np.array([row]))
        if prototypes:
            square, _ = gaps(one, prototypes, settings)
            nearest = int(square[0].argmin())
            if square[0, nearest] < settings.same**2 * 2 or len(prototypes) >= MOST_PROTOTYPES:
                prototypes[nearest] = _joined(prototypes[nearest], one, settings)
                continue
        usual = settings.usual_spread
        lab, form = one.lab[0].astype(float).tolist(), one.forms[0].astype(float).tolist()
        prototypes.append(
            Prototype((lab[0], lab[1], lab[2]), usual[:3], float(one.size[0]), usual[3], tuple(form), usual[4], 1, ink)
        )


def _joined(known: Prototype, one: Appearances, settings: ProfileSettings) -> Prototype:
    """Return a prototype updated with one more piece; its spreads take the prior into account."""
    count, held = known.count, known.count + settings.spread_prior_weight

    def mean(old: float, new: float) -> float:
        return old + (new - old) / (count + 1)

    def spread(old: float, off_square: float) -> float:
        return float(np.sqrt((old**2 * held + off_square * count / (count + 1)) / (held + 1)))

    lab = one.lab[0].astype(float).tolist()
    form = one.forms[0].astype(float).tolist()
    size = float(one.size[0])
    off = sum((new - old) ** 2 for old, new in zip(known.form, form, strict=True))
    means = [mean(old, new) for old, new in zip(known.lab, lab, strict=True)]
    spreads = [spread(old, (new - mid) ** 2) for old, new, mid in zip(known.spread, lab, known.lab, strict=True)]
    return Prototype(
        (means[0], means[1], means[2]),
        (spreads[0], spreads[1], spreads[2]),
        mean(known.log_size, size),
        spread(known.size_spread, (size - known.log_size) ** 2),
        tuple(mean(old, new) for old, new in zip(known.form, form, strict=True)),
        spread(known.form_spread, off),
        count + 1,
        known.ink,
    )


@dataclass(frozen=True, slots=True)
class Alike:
    """Two kinds of pieces, and the distance of their appearances in standard deviations."""

    one: Piece
    other: Piece
    apart: float


def kinds_apart(profile: Profile, settings: ProfileSettings = DEFAULT) -> tuple[Alike, ...]:
    """Return the pairs of kinds with the distance between their nearest prototypes, the most similar pair first."""
    found = []
    for number, one in enumerate(profile.kinds):
        for other in tuple(profile.kinds)[number + 1 :]:
            mine, theirs = profile.kinds[one], profile.kinds[other]
            square = np.maximum(gaps(_as_things(mine), theirs, settings)[0], gaps(_as_things(theirs), mine, settings)[0].T)
            found.append(Alike(one, other, float(np.sqrt(square.min()))))
    return tuple(sorted(found, key=lambda pair: pair.apart))


def kinds_too_alike(profile: Profile, settings: ProfileSettings = DEFAULT) -> tuple[Alike, ...]:
    """Return the pairs of kinds in a profile that cannot be distinguished reliably."""
    return tuple(pair for pair in kinds_apart(profile, settings) if pair.apart < settings.too_alike)


def _as_things(prototypes: Sequence[Prototype]) -> Appearances:
    return Appearances(*_middles(prototypes))
