"""Save and load samples as compressed files of arrays, usually with a few thousand samples each."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from referee.training.samples import Samples, join

FIELDS = ("seen", "expected", "words", "odd", "masks", "household")


def save_samples(path: Path, samples: Samples) -> None:
    """Write samples to a file atomically, creating its folder if needed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part.npz")
    np.savez_compressed(unfinished, **{field: getattr(samples, field) for field in FIELDS})
    unfinished.replace(path)


def load_samples(paths: list[Path]) -> Samples:
    """Read the samples in several files and concatenate them."""
    parts = []
    for path in paths:
        with np.load(path) as stored:
            parts.append(Samples(*(stored[field] for field in FIELDS)))
    return join(parts)
