"""Leaves out most samples that the first network has no trouble with: the close network never meets such hexes."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from referee.reader.settings import DEFAULT
from referee.training.network import PatchNetwork
from referee.training.samples import Samples
from referee.training.train import answer_all, words_of


def sift(samples: Samples, network: PatchNetwork, easy: float, rng: np.random.Generator) -> Samples:
    """The samples that the network is wrong or not sure of or that are unfit to be told, and this share of the easy ones."""
    said, sure = words_of(answer_all(network, samples))
    kept = (sure < DEFAULT.look_closer_below) | (said != samples.words) | (samples.odd > 0) | (rng.random(len(said)) < easy)
    return Samples(**{field.name: getattr(samples, field.name)[kept] for field in fields(samples)})
