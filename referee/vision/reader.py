"""Reads every hex of a located photo: a first look at all, a second and closer look at the least sure ones."""
from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from referee.vision.classify import WORDS, Verdict, weigh, word_shares
from referee.vision.evidence import Evidence, Print, Sight, as_rgb, fill_in, gather_evidence, patch_nodes
from referee.vision.network import Answers, ask_network
from referee.vision.patches import cut_patches, reduce_for_patches, sixths_away
from referee.vision.settings import DEFAULT, ReaderSettings

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class HexesRead:
    """What was seen of every hex, in the order of the print's centres."""

    verdict: Verdict
    evidence: Evidence


def read_hexes(sight: Sight, printed: Print, players: int | None = None, settings: ReaderSettings = DEFAULT) -> HexesRead:
    """Tells for every hex of the print what lies on it in the photo, and how sure that is."""
    evidence = gather_evidence(sight, printed, settings)
    calm = np.zeros(len(printed.centres), np.float32)
    first = weigh(evidence, evidence.answers, calm, players, settings)
    unsure = np.flatnonzero(first.confidence < settings.read_again_below)
    unsure = unsure[np.argsort(first.confidence[unsure], kind="stable")][: settings.read_again_most]
    if not len(unsure):
        return HexesRead(first, evidence)
    answers, spread = look_again(sight, printed, evidence, unsure, players, settings)
    return HexesRead(weigh(evidence, answers, spread, players, settings), evidence)


def look_again(sight: Sight, printed: Print, evidence: Evidence, hexes: NDArray[np.int_], players: int | None,
               settings: ReaderSettings) -> tuple[Answers, Floats]:
    """Reads some hexes under eight small shifts; returns mean logits for them, and how much the looks disagree."""
    few = replace(printed, centres=printed.centres[hexes])
    nodes = patch_nodes(few, sixths_away(sight.away[hexes]))
    angle = np.arange(8) * np.pi / 4
    shifts = np.stack([np.cos(angle), np.sin(angle)], 1) * settings.shift_mm
    shifted = (nodes[None] + shifts[:, None, None, None]).reshape(-1, *nodes.shape[1:])
    at_px = fill_in(sight.to_photo(shifted))
    raw = as_rgb(cut_patches(*reduce_for_patches(sight.photo, at_px)))
    seen = relit(raw, evidence, hexes)
    again = ask_network(seen, np.tile(evidence.expected[hexes], (8, 1, 1, 1)))
    looks = [np.concatenate([old[hexes][None], new.reshape(8, len(hexes), *new.shape[1:])])
             for old, new in ((evidence.answers.presence, again.presence), (evidence.answers.odd, again.odd),
                              (evidence.answers.colours, again.colours))]
    presence, odd, colours = (np.array(x) for x in (evidence.answers.presence, evidence.answers.odd, evidence.answers.colours))
    presence[hexes], odd[hexes], colours[hexes] = (x.mean(0) for x in looks)
    spread = np.zeros(len(printed.centres), np.float32)
    spread[hexes] = disagreement(looks, players, settings)
    return Answers(presence, odd, colours, evidence.answers.masks), spread


def relit(raw: NDArray[np.uint8], evidence: Evidence, hexes: NDArray[np.int_]) -> NDArray[np.uint8]:
    """Puts patches cut again into units of white paper, with the light found at the first look."""
    factor = np.tile(evidence.light[hexes], (8, 1))[:, None, None, :]
    return np.asarray(np.clip(raw * factor + np.float32(0.5), 0, 255), np.uint8)


def disagreement(looks: list[Floats], players: int | None, settings: ReaderSettings) -> Floats:
    """The share of the nine looks that see another word than most, weighed by how sure they are: (n,), 0..1."""
    count, n = looks[0].shape[:2]
    presence, odd, colours = (x.reshape(count * n, *x.shape[2:]) for x in looks)
    flat = Answers(presence, odd, colours, np.zeros((0, 1, 1), np.float32))
    shares = word_shares(flat, players, settings).reshape(count, n, len(WORDS))
    mean = shares.mean(0)
    return np.asarray(1 - shares[:, np.arange(n), mean.argmax(1)].mean(0) / np.maximum(shares.max(2).mean(0), 1e-6), np.float32)
