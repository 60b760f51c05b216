"""Leaves out most samples that the first network has no trouble with: the close network never meets such hexes."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from referee.reader.settings import DEFAULT
from referee.training.network import PatchNetwork
from referee.training.samples import Samples
from referee.training.train import predict_all, words_of


def sift(samples: Samples, network: PatchNetwork, easy: float, rng: np.random.Generator) -> Samples:
    """The samples that the network is wrong or not confidence of or that are unfit to be told."""
    predicted, confidence = words_of(predict_all(network, samples))
    kept = (
        (confidence < DEFAULT.close_network_below)
        | (predicted != samples.words)
        | (samples.odd > 0)
        | (rng.random(len(predicted)) < easy)
    )
    return Samples(**{field.name: getattr(samples, field.name)[kept] for field in fields(samples)})
