"""Train the form network on households: in most, pioneers of all colours have the same few forms, and stones have others.

The network learns embeddings that are close together for pieces of the same kind in the same household. Its input is grey
images with random weights for the colours, so that its evidence is independent of colour.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from referee.reader.patches import stack_for_network
from referee.reader.settings import DEFAULT
from referee.rules.pieces import Piece
from referee.training.network import FormNetwork, load_weights
from referee.training.samples import WORDS, Samples
from referee.training.store import load_samples
from referee.training.train import WARM_UP_SHARE, WEIGHT_DECAY, augment

EMPTY, STONE = WORDS.index(Piece.EMPTY), WORDS.index(Piece.STONE)
HOUSEHOLDS, THINGS_EACH = 6, 40  # in a batch
FEWEST = 2  # of each kind in a household, needed for comparison
RATE, LOG_EVERY = 3e-3, 100


def train_forms(out: Path, paths: list[Path], steps: int, seed: int, start: Path | None) -> None:
    """Train the form network on the samples in `paths`, starting from the weights in `start` if given.

    The loss is printed and the weights are saved to `out` after every LOG_EVERY steps and at the end.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    samples = load_samples(paths)
    households = households_of(samples)
    network = (load_weights("form", start) if start else FormNetwork()).to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps, pct_start=WARM_UP_SHARE)
    begun, losses = time.monotonic(), []
    for step in range(1, steps + 1):
        loss = kinds_loss(network, samples, pick_households(households, rng), rng)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        losses.append(float(loss.detach()))
        if step % LOG_EVERY == 0:
            print(f"step {step}: loss {np.mean(losses[-LOG_EVERY:]):.4f}, {time.monotonic() - begun:.0f} s", flush=True)
            torch.save(network.state_dict(), out)
    torch.save(network.state_dict(), out)


def kinds_loss(network: nn.Module, samples: Samples, pick: np.ndarray, rng: np.random.Generator) -> torch.Tensor:
    """Return the loss of the network on the pieces with the indices in `pick`, after random mirroring and augmentation."""
    seen, expected = samples.seen[pick], samples.expected[pick]
    mirrored = rng.random(len(pick)) < 0.5
    for array in (seen, expected):
        array[mirrored] = array[mirrored, :, ::-1]
    forms = network(in_any_grey(augment(torch.from_numpy(stack_for_network(seen, expected)), rng), rng))
    words, household = (torch.from_numpy(a[pick].astype(np.int64)) for a in (samples.words, samples.household))
    return form_loss(forms, words, household)


def in_any_grey(x: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Convert patches of photo and print (n, 6, h, w) to grey (n, 2, h, w) with random weights for the three colours."""
    mixed = torch.from_numpy(rng.dirichlet((1, 1, 1), len(x)).astype(np.float32))[:, None, :, None, None]
    grey = (x.unflatten(1, (2, 3)) * mixed).sum(2)
    return grey.contiguous(memory_format=torch.channels_last)


def households_of(samples: Samples) -> list[np.ndarray]:
    """Return the indices of the pieces of each household that has enough stones and enough pioneers of at least two colours."""
    things = np.flatnonzero((samples.words != EMPTY) & (samples.odd == 0))
    things = things[np.argsort(samples.household[things], kind="stable")]
    parts = np.split(things, np.flatnonzero(np.diff(samples.household[things])) + 1)
    return [part for part in parts if _shows_both(samples.words[part])]


def _shows_both(words: np.ndarray) -> bool:
    counts = np.bincount(words, minlength=EMPTY)
    return bool(counts[STONE] >= FEWEST and (counts[:STONE] >= 1).sum() >= 2 and counts[:STONE].sum() > FEWEST)


def pick_households(households: list[np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """Return the indices of the pieces of a few random households, with a limited number of pieces from each."""
    chosen = rng.choice(len(households), min(HOUSEHOLDS, len(households)), replace=False)
    return np.sort(np.concatenate([rng.permutation(households[k])[:THINGS_EACH] for k in chosen]))


def form_loss(forms: torch.Tensor, words: torch.Tensor, household: torch.Tensor) -> torch.Tensor:
    """Return the loss of classifying each piece as pioneer or stone by its similarity to the other pieces of its household.

    Each piece is compared with the stones, and with the pioneers of other colours.
    """
    near = -(torch.cdist(forms, forms) ** 2) / 2
    mates = household[:, None] == household[None]
    mates.fill_diagonal_(False)
    stone = words == STONE
    to_pioneers = _nearness(near, mates & ~stone[None] & (words[:, None] != words[None]))
    to_stones = _nearness(near, mates & stone[None])
    known = to_pioneers.isfinite() & to_stones.isfinite()
    unlike = torch.full_like(to_stones, DEFAULT.form_unlike_log)
    odds = torch.logaddexp(to_pioneers, unlike) - torch.logaddexp(to_stones, unlike)
    return functional.binary_cross_entropy_with_logits(odds[known], (~stone[known]).float())


def _nearness(near: torch.Tensor, others: torch.Tensor) -> torch.Tensor:
    """Return the log of the mean similarity of each piece to the selected other pieces, or negative infinity without any."""
    never = torch.finfo(near.dtype).min
    total = torch.logsumexp(torch.where(others, near, never), 1) - torch.log(others.sum(1))
    return torch.where(others.any(1), total, -torch.inf)
