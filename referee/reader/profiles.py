"""What a household's pieces look like, learned from confirmed photos, and what that tells of the things in another photo.

Within a kind, pieces that look alike make one prototype. A thing near none of them is left to the photo itself, so a profile of
other pieces changes little; where it fits hardly anything in the photo it is put aside. Knows neither files nor places.
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

from referee.formats.profiles import KINDS, MOST_PROTOTYPES, Profile, Prototype
from referee.reader.colours import LEAST_SIZE, log_sizes
from referee.reader.networks import BLOCKS_A_HEX, WEIGHTS
from referee.rules.pieces import Piece

if TYPE_CHECKING:
    from referee.reader.classify import HexObservations

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ProfileSettings:
    """Numbers of learning and of comparing, fitted on households drawn in code that none of the networks saw."""

    drift: tuple[float, float, float] = (3.0, 2.5, 2.5)
    """How far a piece's CIE Lab colour moves from photo to photo, one standard deviation: lamp and shade."""
    size_drift: float = 0.15
    """The same of the logarithm of its size."""
    form_drift: float = 0.7
    """The same of its form, over all twelve numbers together."""
    form_weight: float = 2.0
    """Weight of form's squared distance beside those of colour and size."""
    same: float = 2.5
    """Things of a kind nearer than this to a prototype, in standard deviations, belong to it."""
    usual_spread: tuple[float, float, float, float, float] = (4.0, 3.0, 3.0, 0.2, 1.5)
    """Spread of a prototype's L, a, b, size and form, as one of few pieces is taken to have..."""
    spread_prior_weight: float = 3.0
    """... which so many pieces vouch for."""
    unlike: float = -20.0
    """Log likelihood below which a thing is like no prototype: as far off as this, a profile tells nothing."""
    say: float = 1.2
    """Weight of what a profile tells of a thing's kind..."""
    networks_say: float = 0.1
    """... and what is left of the networks' where it fits: they judge kinds by what most households have."""
    most: float = 20.0
    """The most that it tells, log odds: pieces fall, and people confirm in error."""
    alike: float = -8.0
    """Log likelihood above which a thing is like a prototype."""
    strange_share: float = 0.5
    """Share of a photo's things that must be like some prototype before the profile is used at all..."""
    known_share: float = 0.65
    """... and from which it is used with its full weight: of 120 photos with their own profile none had less than 0.69, of 1,560
    with another household's one in a hundred had more than 0.31, and none more than 0.48."""


DEFAULT = ProfileSettings()
NUMBERS = 5  # L, a, b, size, form


@cache
def networks_version() -> str:
    """Return what tells one version of the networks from others: what they make of forms means something to themselves alone."""
    return hashlib.sha256((files("referee.reader") / WEIGHTS).read_bytes()).hexdigest()[:12]


@dataclass(frozen=True, slots=True, eq=False)
class Portraits:
    """How n things look, apart from the photo: `lab` (n, 3), logarithm of `size` (n,) in square mm, `forms` (n, 12)."""

    lab: Floats
    size: Floats
    forms: Floats

    def part(self, rows: NDArray[np.int_]) -> Portraits:
        """Return some of them."""
        return Portraits(self.lab[rows], self.size[rows], self.forms[rows])


@dataclass(frozen=True, slots=True, eq=False)
class KnownKinds:
    """What a profile tells of n hexes: `kinds` (n, 5) log likelihoods, `networks_say` (n, 1) the weight left to the networks."""

    kinds: Floats
    networks_say: Floats


def portraits_of(observed: HexObservations, hex_mm: float) -> Portraits:
    """Return how the things on all hexes look; those of an empty hex mean nothing."""
    block_mm = hex_mm / BLOCKS_A_HEX
    blocks = np.maximum(np.exp(log_sizes(observed.answers.masks)) - LEAST_SIZE, 1)
    return Portraits(observed.lab, np.log(blocks * block_mm**2).astype(np.float32), observed.forms)


def gaps(things: Portraits, prototypes: Sequence[Prototype], settings: ProfileSettings) -> tuple[Floats, Floats]:
    """Return squared distances of n things from m prototypes, (n, m), and the logarithm of the volume of each prototype, (m,)."""
    lab, size, forms = _middles(prototypes)
    spreads = np.array([(*one.spread, one.size_spread, one.form_spread) for one in prototypes], np.float32)
    drift = np.array([*settings.drift, settings.size_drift, settings.form_drift], np.float32)
    wide = np.sqrt(spreads**2 + drift**2)
    colour = (((things.lab[:, None] - lab) / wide[:, :3]) ** 2).sum(2)
    form = ((things.forms[:, None] - forms) ** 2).sum(2) / wide[:, 4] ** 2
    square = colour + ((things.size[:, None] - size) / wide[:, 3]) ** 2 + settings.form_weight * form
    volume = np.log(wide[:, :4] / drift[:4]).sum(1) + settings.form_weight / 2 * np.log(wide[:, 4] / drift[4])
    return square.astype(np.float32), volume.astype(np.float32)


def _middles(prototypes: Sequence[Prototype]) -> tuple[Floats, Floats, Floats]:
    lab, size, forms = zip(*((one.lab, one.log_size, one.form) for one in prototypes), strict=True)
    return np.array(lab, np.float32), np.array(size, np.float32), np.array(forms, np.float32)


def kinds_by_profile(things: Portraits, profile: Profile, settings: ProfileSettings = DEFAULT) -> Floats:
    """Return by how much each kind suits each thing, (n, 5) log likelihoods, none below what a thing unlike all is given."""
    told = np.full((len(things.lab), len(KINDS)), settings.unlike, np.float32)
    for column, kind in enumerate(KINDS):
        prototypes = profile.kinds.get(kind, ())
        if prototypes:
            square, volume = gaps(things, prototypes, settings)
            shares = np.array([one.count for one in prototypes], np.float32)
            each = -square / 2 - volume + np.log(shares / shares.sum())
            told[:, column] = np.logaddexp(np.logaddexp.reduce(each, axis=1), settings.unlike)
    return told


def with_profile(
    observed: HexObservations, profile: Profile | None, hex_mm: float, settings: ProfileSettings = DEFAULT
) -> HexObservations:
    """Add to what is known of the hexes what a profile tells, unless it is of other pieces."""
    if profile is None:
        return observed
    things = np.flatnonzero(observed.forms.any(1))
    told = kinds_by_profile(portraits_of(observed, hex_mm).part(things), profile, settings)
    trust = how_far_it_fits(told, settings)
    if not trust:
        return replace(observed, known=None)
    kinds = np.zeros((len(observed.forms), len(KINDS)), np.float32)
    kinds[things] = np.maximum(trust * settings.say * (told - told.max(1, keepdims=True)), -settings.most)
    networks_say = np.ones((len(kinds), 1), np.float32)
    like_some = np.clip((told.max(1) - settings.unlike) / (settings.alike - settings.unlike), 0, 1)
    networks_say[things, 0] = 1 - trust * (1 - settings.networks_say) * like_some
    return replace(observed, known=KnownKinds(kinds, networks_say))


def how_far_it_fits(told: Floats, settings: ProfileSettings = DEFAULT) -> float:
    """Return how far a profile is of the pieces in a photo, 0..1, from what it tells of each thing (n, 5)."""
    if not len(told):
        return 0.0
    share = float((told.max(1) > settings.alike).mean())
    beyond = (share - settings.strange_share) / (settings.known_share - settings.strange_share)
    return min(1.0, max(0.0, beyond))


def with_known_kinds(shares: Floats, known: KnownKinds | None) -> Floats:
    """Let what a profile tells of kinds weigh on the six words' shares; empty stays as likely as it was."""
    if known is None:
        return shares
    kinds, least = len(KINDS), np.float32(1e-9)
    there = shares[:, :kinds].sum(1, keepdims=True)
    told = (shares[:, :kinds] / np.maximum(there, least)) ** known.networks_say * np.exp(known.kinds)
    told *= there / np.maximum(told.sum(1, keepdims=True), least)
    return np.concatenate([told, shares[:, kinds:]], 1)


@dataclass(frozen=True, slots=True, eq=False)
class Confirmed:
    """What a photo that people have confirmed shows: how its things look, the word of each, the ink of the print."""

    things: Portraits
    words: tuple[Piece, ...]
    ink: str


def confirm(observed: HexObservations, words: Mapping[int, Piece], hex_mm: float, ink: str) -> Confirmed:
    """Return what can be learned of hexes by number: things that are seen whole, and on which something was seen at all."""
    plain = observed.forms.any(1) & (observed.inside >= 1)
    rows = np.array([row for row, word in words.items() if word is not Piece.EMPTY and plain[row]], np.int_)
    return Confirmed(portraits_of(observed, hex_mm).part(rows), tuple(words[row] for row in rows.tolist()), ink)


def learn_profile(
    photos: Sequence[Confirmed], name: str, before: Profile | None = None, settings: ProfileSettings = DEFAULT
) -> Profile:
    """Make a profile from confirmed photos, or add them to one."""
    kinds = {kind: list(before.kinds.get(kind, ())) if before else [] for kind in KINDS}
    for photo in photos:
        for kind in KINDS:
            rows = np.array([row for row, word in enumerate(photo.words) if word is kind], np.int_)
            _add_to(kinds[kind], photo.things.part(rows), photo.ink, settings)
    count = len(photos) + (before.photos if before else 0)
    return Profile(name, networks_version(), count, {kind: tuple(found) for kind, found in kinds.items() if found})


def _add_to(prototypes: list[Prototype], things: Portraits, ink: str, settings: ProfileSettings) -> None:
    """Let each thing join the nearest prototype of its kind, or start one."""
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


def _joined(known: Prototype, one: Portraits, settings: ProfileSettings) -> Prototype:
    """Return a prototype with one more piece: running means, and running spreads that start from the usual ones."""
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
