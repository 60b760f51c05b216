"""What makes things of one household alike apart from their colour: all its pioneers have one form, all its stones another.

The first network learns to put what it sees of a thing's form into a few numbers, near to each other for things of one kind in
one household. Half of them are shown in changed colours: colour is another witness. All else the network keeps as it was.
"""
from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from referee.pieces import Piece
from referee.training.network import PatchNetwork, load_weights
from referee.training.samples import WORDS, Samples
from referee.training.store import load_samples
from referee.training.train import spoil
from referee.vision.patches import stack_for_network

EMPTY, STONE = WORDS.index(Piece.EMPTY), WORDS.index(Piece.STONE)
HOUSEHOLDS, THINGS_EACH = 6, 40     # in a batch
FEWEST = 2              # of each kind in a household: fewer have nothing to be compared with
UNLIKE_ALL = -6.0       # logarithm: how near a thing is at least to any kind
CHANGED_SHARE = 0.5     # of things, how many are shown in changed colours
ORDERS = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))     # of red, green and blue
RATE, DECAY, TOLD_EACH = 3e-3, 0.02, 100


def train_forms(first: Path, out: Path, paths: list[Path], steps: int, seed: int) -> None:
    """Trains what tells forms in the weights `first`, and nothing else of them, on all samples in `paths`."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    samples = load_samples(paths)
    households = households_of(samples)
    network = load_weights("first", first).to(memory_format=torch.channels_last).eval()
    if network.form is None:
        raise ValueError("this network tells no forms")
    network.requires_grad_(False)
    network.form.requires_grad_(True)
    optimiser = torch.optim.AdamW(network.form.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps, pct_start=0.15)
    begun, losses = time.monotonic(), []
    for step in range(1, steps + 1):
        loss = kinds_loss(network, samples, pick_households(households, rng), rng)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        losses.append(float(loss.detach()))
        if step % TOLD_EACH == 0:
            print(f"step {step}: loss {np.mean(losses[-TOLD_EACH:]):.4f}, {time.monotonic() - begun:.0f} s", flush=True)
    torch.save(network.state_dict(), out)


def kinds_loss(network: PatchNetwork, samples: Samples, pick: np.ndarray, rng: np.random.Generator) -> torch.Tensor:
    """What the network has still to learn of the forms of the things in `pick`."""
    x = spoil(torch.from_numpy(stack_for_network(samples.seen[pick], samples.expected[pick])), rng)
    changed = torch.from_numpy(rng.random(len(pick)) < CHANGED_SHARE)
    x[changed] = change_colours(x[changed], rng)
    *_, forms = network(x)
    words, household = (torch.from_numpy(a[pick].astype(np.int64)) for a in (samples.words, samples.household))
    return form_loss(forms, words, household)


def households_of(samples: Samples) -> list[np.ndarray]:
    """The numbers of the things of each household that shows both kinds, pioneers in two colours at least."""
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


def change_colours(x: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Each patch (n, 6, h, w) with its colours exchanged and faded towards a grey of its own, photo and print alike."""
    n = len(x)
    order = torch.from_numpy(np.array(ORDERS)[rng.integers(0, len(ORDERS), n)])
    mixed = torch.from_numpy(rng.dirichlet((1, 1, 1), n).astype(np.float32))
    faded = torch.from_numpy(rng.random((n, 1, 1, 1), np.float32))
    rows = torch.arange(n)[:, None]
    halves = []
    for half in (x[:, :3], x[:, 3:]):
        other = half[rows, order]
        grey = (other * mixed[..., None, None]).sum(1, keepdim=True)
        halves.append(torch.lerp(other, grey.expand_as(other), faded))
    return torch.cat(halves, 1)


def form_loss(forms: torch.Tensor, words: torch.Tensor, household: torch.Tensor) -> torch.Tensor:
    """How badly each thing's kind follows from its household's others, by forms (n, k): pioneers are held to other colours."""
    near = -torch.cdist(forms, forms) ** 2 / 2
    mates = household[:, None] == household[None]
    mates.fill_diagonal_(False)
    stone = words == STONE
    to_pioneers = _nearness(near, mates & ~stone[None] & (words[:, None] != words[None]))
    to_stones = _nearness(near, mates & stone[None])
    known = to_pioneers.isfinite() & to_stones.isfinite()
    unlike = torch.full_like(to_stones, UNLIKE_ALL)
    odds = torch.logaddexp(to_pioneers, unlike) - torch.logaddexp(to_stones, unlike)
    return functional.binary_cross_entropy_with_logits(odds[known], (~stone[known]).float())


def _nearness(near: torch.Tensor, others: torch.Tensor) -> torch.Tensor:
    """The logarithm of how near each thing is to the others of its row on the average; infinitely far where there are none."""
    never = torch.finfo(near.dtype).min
    total = torch.logsumexp(torch.where(others, near, never), 1) - torch.log(others.sum(1))
    return torch.where(others.any(1), total, -torch.inf)
