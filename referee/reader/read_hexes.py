"""Read every hex of a located photo with up to two networks.

The first network runs on each hex that is not plainly bare, and the close network then runs on unsure hexes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from referee.reader.classify import HexObservations, Verdict, accept_samples, quiet_level, weigh, word_shares
from referee.reader.colours import appearance_features, colour_gaps, thing_colours
from referee.reader.evidence import Evidence, gather_evidence
from referee.reader.groups import Sample
from referee.reader.located_photo import LocatedPhoto
from referee.reader.networks import (
    FORM_NUMBERS,
    Answers,
    queue_on_workers,
    run_close_network,
    run_close_network_mirrored,
    run_form_network,
)
from referee.reader.obstructions import may_lean_in
from referee.reader.print_pattern import pattern_missing
from referee.reader.prints import Print, adjacent_hexes
from referee.reader.settings import DEFAULT, ReaderSettings
from referee.reader.words import EMPTY, STONE

if TYPE_CHECKING:
    from referee.formats.profiles import Profile

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]
Places = NDArray[np.int_]


@dataclass(frozen=True, slots=True)
class HexesRead:
    """The reading of every hex, in the order of the print's centres; the evidence also includes the sample spots.

    `unseen` (n,) marks the hexes that are mostly outside the frame. `observed` is the input from which the verdict was computed.
    """

    verdict: Verdict
    evidence: Evidence
    observed: HexObservations
    unseen: NDArray[np.bool_]


def read_hexes(
    located: LocatedPhoto,
    printed: Print,
    players: int | None = None,
    settings: ReaderSettings = DEFAULT,
    profile: Profile | None = None,
) -> HexesRead:
    """Return the reading of every hex of the print, with its confidence; if `players` is None, no colour is excluded."""
    evidence = gather_evidence(located, printed, settings)
    observed = _with_profile(observe_hexes(evidence, printed, settings), profile, printed)
    first = weigh(observed, players, replace(settings, mostly_recognised=1.0))  # all lookalikes deserve a closer look
    unseen = observed.inside < settings.unseen_below
    unsure = np.flatnonzero((first.raw_confidence < settings.close_network_below) & (observed.inside >= settings.whole_inside))
    unsure = unsure[np.argsort(first.raw_confidence[unsure], kind="stable")][: settings.close_network_limit]
    if not len(unsure):
        return HexesRead(first, evidence, observed, unseen)
    closer = _with_profile(refine_observations(observed, evidence, unsure, settings), profile, printed)
    return HexesRead(weigh(closer, players, settings), evidence, closer, unseen)


def _with_profile(observed: HexObservations, profile: Profile | None, printed: Print) -> HexObservations:
    if profile is None:
        return observed
    from referee.reader.profiles import apply_profile

    return apply_profile(observed, profile, printed.hex_mm)


def observe_hexes(evidence: Evidence, printed: Print, settings: ReaderSettings) -> HexObservations:
    """Return the observations of all hexes after the first network; sample spots contribute only `samples`."""
    hexes = slice(0, printed.hexes)
    answers = evidence.answers.part(hexes)
    shares = word_shares(answers, None)
    lab, forms = np.zeros((len(evidence.seen), 3), np.float32), np.zeros((len(evidence.seen), FORM_NUMBERS), np.float32)
    there = occupied_spots(evidence, printed, quiet_level(evidence.misfit[hexes], shares), settings)
    things = np.flatnonzero(np.concatenate([shares[:, EMPTY] < settings.thing_below, there]))
    pioneers = np.flatnonzero(shares.argmax(1) < STONE)
    coloured = queue_on_workers(
        lambda: (
            thing_colours(evidence.seen[things], evidence.answers.masks[things]),
            colour_gaps(evidence.seen[pioneers], evidence.expected[pioneers], evidence.answers.masks[pioneers]),
        )
    )
    forms[things] = run_form_network(evidence.seen[things], evidence.expected[things])
    gaps = np.zeros(printed.hexes, np.float32)
    lab[things], gaps[pioneers] = coloured.result()
    missing = pattern_missing(evidence.shown[hexes], printed.hex_patterns, shares[:, EMPTY] > settings.confidently_empty)
    samples = read_samples(evidence, printed, lab, forms, there, settings)
    beside = adjacent_hexes(printed)
    return HexObservations(
        answers,
        answers,
        forms[hexes],
        lab[hexes],
        evidence.misfit[hexes],
        missing,
        evidence.burnt[hexes],
        evidence.inside[hexes],
        evidence.doubt_mm[hexes],
        gaps,
        evidence.in_row[hexes],
        beside,
        may_lean_in(beside, printed.centres[hexes], evidence.away[hexes], settings),
        samples,
        evidence.colourless,
    )


def occupied_spots(evidence: Evidence, printed: Print, quiet: float, settings: ReaderSettings) -> NDArray[np.bool_]:
    """Return a mask of the sample spots that hold something; `quiet` is the typical misfit of an empty hex."""
    spots = slice(printed.hexes, None)
    there = (evidence.inside[spots] >= settings.whole_inside) & (evidence.misfit[spots] > settings.sample_misfit_above * quiet)
    return np.asarray(there & (evidence.shown[spots] < settings.bare_spot_above))


def read_samples(
    evidence: Evidence,
    printed: Print,
    lab: Floats,
    forms: Floats,
    there: NDArray[np.bool_],
    settings: ReaderSettings,
) -> tuple[Sample, ...]:
    """Return the accepted sample pieces on their spots; `there` (k,) marks the occupied spots."""
    spots = slice(printed.hexes, None)
    answers = evidence.answers.part(spots)
    appearance = appearance_features(lab[spots], answers.masks)
    return accept_samples(printed.parked, answers, appearance, forms[spots], there, settings)


def refine_observations(
    observed: HexObservations, evidence: Evidence, hexes: Places, settings: ReaderSettings
) -> HexObservations:
    """Return the observations after running the close network on some hexes, with its answers blended into the first ones."""
    again = infer_closely(observed.first.part(hexes), evidence.seen[hexes], evidence.expected[hexes], settings)
    mixed = observed.first.blended(hexes, again, settings.close_network_weight)
    masks, lab, forms, gaps = (np.array(known) for known in (observed.first.masks, observed.lab, observed.forms, observed.gaps))
    masks[hexes], gaps[hexes] = again.masks, 0
    lab[hexes] = thing_colours(evidence.seen[hexes], again.masks)
    new = hexes[~forms[hexes].any(1)]  # hexes that the first network took for empty
    forms[new] = run_form_network(evidence.seen[new], evidence.expected[new])
    pioneers = hexes[word_shares(mixed.part(hexes), None).argmax(1) < STONE]
    gaps[pioneers] = colour_gaps(evidence.seen[pioneers], evidence.expected[pioneers], masks[pioneers])
    return replace(observed, answers=replace(mixed, masks=masks), lab=lab, forms=forms, gaps=gaps)


def infer_closely(first: Answers, seen: Pixels, expected: Pixels, settings: ReaderSettings) -> Answers:
    """Return the answers of the close network for patches.

    For patches about which both networks together are not yet confident, the answers are averaged with those for the mirrored
    patches.
    """
    again, all_of_them = run_close_network(seen, expected), np.arange(len(seen))
    shares = word_shares(first.blended(all_of_them, again, settings.close_network_weight), None)
    unsure = np.flatnonzero(shares.max(1) < settings.mirror_below)
    return again.blended(unsure, run_close_network_mirrored(seen[unsure], expected[unsure]), 0.5) if len(unsure) else again
