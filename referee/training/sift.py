"""Drop most of the samples that the first network finds easy, because the close network is not run on such hexes."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from referee.reader.settings import DEFAULT
from referee.training.network import PatchNetwork
from referee.training.samples import Samples
from referee.training.train import predict_all, words_of


def sift(samples: Samples, network: PatchNetwork, easy: float, rng: np.random.Generator) -> Samples:
    """Return the samples that are odd or on which the network is wrong or unsure, and a random share `easy` of the others."""
    predicted, confidence = words_of(predict_all(network, samples))
    kept = (
        (confidence < DEFAULT.close_network_below)
        | (predicted != samples.words)
        | (samples.odd > 0)
        | (rng.random(len(predicted)) < easy)
    )
    return Samples(**{field.name: getattr(samples, field.name)[kept] for field in fields(samples)})
