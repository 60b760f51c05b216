"""Reads every hex of a located photo: a first look at all, a second and closer look at the least sure ones."""
from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from referee.vision.classify import EMPTY, STONE, WORDS, Looks, Verdict, believe_samples, quiet_level, weigh, word_shares
from referee.vision.colours import colour_gaps, thing_colours
from referee.vision.evidence import Evidence, Sight, gather_evidence
from referee.vision.ground import pattern_missing
from referee.vision.network import Answers, ask_network
from referee.vision.patches import as_rgb, cut_patches, fill_in, patch_nodes, sixths_away
from referee.vision.prints import Print
from referee.vision.settings import DEFAULT, ReaderSettings

Floats = NDArray[np.float32]
Places = NDArray[np.int_]
SHIFTS = 4


@dataclass(frozen=True, slots=True)
class HexesRead:
    """What was seen of every hex, in the order of the print's centres; the evidence goes on with the sample spots."""

    verdict: Verdict
    evidence: Evidence
    samples: int


def read_hexes(sight: Sight, printed: Print, players: int | None = None, settings: ReaderSettings = DEFAULT) -> HexesRead:
    """Tells for every hex of the print what lies on it in the photo, and how sure that is."""
    evidence = gather_evidence(sight, printed, settings)
    looks = first_looks(evidence, printed, settings)
    first = weigh(looks, players, settings)
    unsure = np.flatnonzero((first.sureness < settings.read_again_below) & (looks.inside >= settings.whole_inside))
    unsure = unsure[np.argsort(first.sureness[unsure], kind="stable")][: settings.read_again_most]
    if not len(unsure):
        return HexesRead(first, evidence, len(looks.samples))
    answers, spread = look_again(sight, printed, evidence, unsure, players, settings)
    again = replace(looks, answers=answers.part(slice(0, printed.hexes)), spread=spread)
    return HexesRead(weigh(again, players, settings), evidence, len(looks.samples))


def first_looks(evidence: Evidence, printed: Print, settings: ReaderSettings) -> Looks:
    """What one look at every place tells; the sample spots are taken as witnesses of colour alone."""
    lab = thing_colours(evidence.seen, evidence.answers.masks)
    hexes, spots = slice(0, printed.hexes), slice(printed.hexes, None)
    shares = word_shares(evidence.answers.part(hexes), None, settings)
    quiet = quiet_level(evidence.misfit[hexes], shares)
    there = (evidence.inside[spots] >= settings.whole_inside) & (evidence.misfit[spots] > settings.residual_low * quiet)
    there &= evidence.shown[spots] < settings.spot_shown
    samples = believe_samples(printed.parked, evidence.answers.part(spots), lab[spots], there, settings)
    calm, gaps = np.zeros(printed.hexes, np.float32), np.zeros(printed.hexes, np.float32)
    pioneers = np.flatnonzero(shares.argmax(1) < STONE)
    if len(pioneers):
        gaps[pioneers] = colour_gaps(evidence.seen[pioneers], evidence.expected[pioneers], evidence.answers.masks[pioneers])
    grounds = printed.grounds if printed.grounds is not None else np.zeros(printed.hexes, np.int_)
    missing = pattern_missing(evidence.shown[hexes], grounds, shares[:, EMPTY] > settings.surely_empty)
    return Looks(evidence.answers.part(hexes), calm, lab[hexes], evidence.misfit[hexes], missing, evidence.burnt[hexes],
                 evidence.inside[hexes], evidence.doubt_mm[hexes], gaps, samples, evidence.colourless)


def look_again(sight: Sight, printed: Print, evidence: Evidence, hexes: Places, players: int | None,
               settings: ReaderSettings) -> tuple[Answers, Floats]:
    """Reads some hexes under four small shifts; returns mean logits, and how much the looks at each hex disagree."""
    nodes = patch_nodes(printed.centres[hexes], printed.hex_mm, sixths_away(sight.away[hexes]))
    angle = np.arange(SHIFTS) * 2 * np.pi / SHIFTS
    shifts = np.stack([np.cos(angle), np.sin(angle)], 1) * settings.shift_mm
    shifted = (nodes[None] + shifts[:, None, None, None]).reshape(-1, *nodes.shape[1:])
    at_px = fill_in(sight.to_photo(shifted)) * np.float32(evidence.source_scale)
    seen = relit(as_rgb(cut_patches(evidence.source, at_px)), evidence, hexes)
    again = ask_network(seen, np.tile(evidence.expected[hexes], (SHIFTS, 1, 1, 1)))
    first = evidence.answers
    looks = [np.concatenate([old[hexes][None], new.reshape(SHIFTS, len(hexes), *new.shape[1:])])
             for old, new in ((first.presence, again.presence), (first.odd, again.odd), (first.colours, again.colours))]
    presence, odd, colours = (np.array(x) for x in (first.presence, first.odd, first.colours))
    presence[hexes], odd[hexes], colours[hexes] = (x.mean(0) for x in looks)
    spread = np.zeros(printed.hexes, np.float32)
    spread[hexes] = disagreement(looks, players, settings)
    return Answers(presence, odd, colours, first.masks), spread


def relit(raw: NDArray[np.uint8], evidence: Evidence, hexes: Places) -> NDArray[np.uint8]:
    """Puts patches cut again into units of white paper, with the light found at the first look."""
    factor, veil = (np.tile(values[hexes], (SHIFTS, 1))[:, None, None, :] for values in (evidence.light, evidence.veil))
    return np.asarray(np.clip((raw - veil) * factor + np.float32(0.5), 0, 255), np.uint8)


def disagreement(looks: list[Floats], players: int | None, settings: ReaderSettings) -> Floats:
    """The share of the five looks that see another word than most, weighed by how sure they are: (n,), 0..1."""
    count, n = looks[0].shape[:2]
    presence, odd, colours = (x.reshape(count * n, *x.shape[2:]) for x in looks)
    flat = Answers(presence, odd, colours, np.zeros((0, 1, 1), np.float32))
    shares = word_shares(flat, players, settings).reshape(count, n, len(WORDS))
    mean = shares.mean(0)
    return np.asarray(1 - shares[:, np.arange(n), mean.argmax(1)].mean(0) / np.maximum(shares.max(2).mean(0), 1e-6), np.float32)
