"""What makes things of one household alike apart from their colour: all its pioneers have one form, all its stones another.

The form network learns to put what it sees of a thing into a few numbers, near to each other for things of one kind in one
household. It sees them in grey, every time mixed of other shares of red, green and blue: colour is another witness.
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
from referee.training.train import augment

EMPTY, STONE = WORDS.index(Piece.EMPTY), WORDS.index(Piece.STONE)
HOUSEHOLDS, THINGS_EACH = 6, 40  # in a batch
FEWEST = 2  # of each kind in a household: fewer have nothing to be compared with
RATE, DECAY, LOG_EVERY = 3e-3, 0.02, 100


def train_forms(out: Path, paths: list[Path], steps: int, seed: int, start: Path | None) -> None:
    """Train the form network on all samples in `paths`, on from the weights in `start` where they are given."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    samples = load_samples(paths)
    households = households_of(samples)
    network = (load_weights("form", start) if start else FormNetwork()).to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps, pct_start=0.15)
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
    """Return what the network has still to learn of the forms of the things in `pick`."""
    seen, expected = samples.seen[pick], samples.expected[pick]
    mirrored = rng.random(len(pick)) < 0.5
    for array in (seen, expected):
        array[mirrored] = array[mirrored, :, ::-1]
    forms = network(in_any_grey(augment(torch.from_numpy(stack_for_network(seen, expected)), rng), rng))
    words, household = (torch.from_numpy(a[pick].astype(np.int64)) for a in (samples.words, samples.household))
    return form_loss(forms, words, household)


def in_any_grey(x: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Return patches of photo and print (n, 6, h, w) in grey (n, 2, h, w), each mixed of other shares of the three colours."""
    mixed = torch.from_numpy(rng.dirichlet((1, 1, 1), len(x)).astype(np.float32))[:, None, :, None, None]
    grey = (x.unflatten(1, (2, 3)) * mixed).sum(2)
    return grey.contiguous(memory_format=torch.channels_last)


def households_of(samples: Samples) -> list[np.ndarray]:
    """Return the numbers of the things of each household that shows both kinds, pioneers in two colours at least."""
    things = np.flatnonzero((samples.words != EMPTY) & (samples.odd == 0))
    things = things[np.argsort(samples.household[things], kind="stable")]
    parts = np.split(things, np.flatnonzero(np.diff(samples.household[things])) + 1)
    return [part for part in parts if _shows_both(samples.words[part])]


def _shows_both(words: np.ndarray) -> bool:
    counts = np.bincount(words, minlength=EMPTY)
    return bool(counts[STONE] >= FEWEST and (counts[:STONE] >= 1).sum() >= 2 and counts[:STONE].sum() > FEWEST)


def pick_households(households: list[np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """Things of a few households, to be looked at together."""
    chosen = rng.choice(len(households), min(HOUSEHOLDS, len(households)), replace=False)
    return np.sort(np.concatenate([rng.permutation(households[k])[:THINGS_EACH] for k in chosen]))


def form_loss(forms: torch.Tensor, words: torch.Tensor, household: torch.Tensor) -> torch.Tensor:
    """How badly each thing's kind follows from its household's others, by forms (n, k): pioneers are held to other colours."""
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
    """The logarithm of how near each thing is to the others of its row on the average; infinitely far where there are none."""
    never = torch.finfo(near.dtype).min
    total = torch.logsumexp(torch.where(others, near, never), 1) - torch.log(others.sum(1))
    return torch.where(others.any(1), total, -torch.inf)
