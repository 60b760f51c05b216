"""Trains the patch network on samples and writes it for torch and for cv2.dnn. Seeded: the same samples give the same weights."""
from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from referee.pieces import Piece
from referee.training.network import PatchNetwork, count_weights
from referee.training.samples import WORDS, Samples
from referee.training.store import load_samples
from referee.vision.patches import PATCH_PX, stack_for_network

BATCH = 256
MASK_WEIGHT = 0.5
ODD_WEIGHT = 0.3
HIDDEN_WORD_WEIGHT = 0.2        # a hidden hex may still be guessed, but not at the price of those that are seen
EMPTY, STONE = WORDS.index(Piece.EMPTY), WORDS.index(Piece.STONE)


def train_network(
    out: Path, paths: list[Path], checks: list[Path], epochs: int, seed: int, start: Path | None, rate: float,
) -> None:
    """Trains on all samples in `paths`, measures on each of `checks` after every epoch, and keeps the last weights."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    samples = load_samples(paths)
    network = PatchNetwork()
    if start:
        network.load_state_dict(torch.load(start, weights_only=True))
    network = network.to(memory_format=torch.channels_last)     # halves the time on a processor
    print(f"{len(samples.words)} samples, {count_weights(network)} weights", flush=True)
    steps = epochs * (len(samples.words) // BATCH)
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.15)
    for epoch in range(epochs):
        begun, losses = time.monotonic(), []
        network.train()
        order = rng.permutation(len(samples.words))
        for k in range(len(order) // BATCH):
            pick = np.sort(order[k * BATCH:(k + 1) * BATCH])
            loss = batch_loss(network, samples, pick, rng)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 2.0)
            optimiser.step()
            schedule.step()
            losses.append(float(loss.detach()))
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}, {time.monotonic() - begun:.0f} s", flush=True)
        out.parent.mkdir(parents=True, exist_ok=True)
        torch.save(network.state_dict(), out)
        for path in checks:
            print(f"  {path.name}: {measure(network, load_samples([path]))}", flush=True)
    export_network(network, out.with_suffix(".onnx"))


def batch_loss(network: PatchNetwork, samples: Samples, pick: np.ndarray, rng: np.random.Generator) -> torch.Tensor:
    seen, expected, masks = samples.seen[pick], samples.expected[pick], samples.masks[pick]
    words, odd = samples.words[pick].astype(np.int64), samples.odd[pick]
    mirrored = rng.random(len(pick)) < 0.5
    for array in (seen, expected, masks):
        array[mirrored] = array[mirrored, :, ::-1]
    x = torch.from_numpy(stack_for_network(seen, expected)).contiguous(memory_format=torch.channels_last)
    light = torch.from_numpy(np.exp(rng.normal(0, 0.03, (len(pick), 3, 1, 1))).astype(np.float32))
    x[:, :3] = (x[:, :3] + 110 / 80) * light - 110 / 80
    answers, mask = network(x)
    presence = torch.from_numpy(np.where(words == EMPTY, 0, np.where(words == STONE, 1, 2)))
    clear = torch.from_numpy(np.where(odd > 0, HIDDEN_WORD_WEIGHT, 1.0).astype(np.float32))
    loss = (functional.cross_entropy(answers[:, :3], presence, reduction="none") * clear).mean()
    is_odd = torch.from_numpy(odd.astype(np.float32))
    loss = loss + ODD_WEIGHT * functional.binary_cross_entropy_with_logits(answers[:, 3], is_odd)
    pioneers = torch.from_numpy((words < STONE) & (odd == 0))
    if pioneers.any():
        colours = functional.cross_entropy(answers[pioneers, 4:], torch.from_numpy(words)[pioneers], reduction="sum")
        loss = loss + colours / len(pick)
    target = torch.from_numpy(masks.astype(np.float32) / 255)[:, None]
    return loss + MASK_WEIGHT * functional.binary_cross_entropy_with_logits(mask, target)


def words_of(answers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """From logits (n, 8): the likeliest word's number and its probability, presence times colour."""
    presence = _softmax(answers[:, :3])
    colours = _softmax(answers[:, 4:])
    six = np.concatenate([presence[:, 2:] * colours, presence[:, 1:2], presence[:, :1]], 1)
    return six.argmax(1), six.max(1)


def _softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - x.max(1, keepdims=True))
    return np.asarray(e / e.sum(1, keepdims=True))


def measure(network: PatchNetwork, samples: Samples) -> str:
    """Errors among hexes that are fit to be told, by kind, and how sure the network was of them."""
    network.eval()
    answers = []
    with torch.no_grad():
        for k in range(0, len(samples.words), 1000):
            x = stack_for_network(samples.seen[k:k + 1000], samples.expected[k:k + 1000])
            answers.append(network(torch.from_numpy(x))[0].numpy())
    said, sure = words_of(np.concatenate(answers))
    clear = samples.odd == 0
    true = samples.words
    wrong = (said != true) & clear
    phantom = wrong & (true == EMPTY)
    missed = wrong & (said == EMPTY)
    kind = wrong & (true != EMPTY) & (said != EMPTY) & ((true == STONE) | (said == STONE))
    bold = wrong & (sure > 0.99)
    n = int(clear.sum())
    kinds = f"phantom {phantom.sum() / n:.3%}, missed {missed.sum() / n:.3%}, stone or pioneer {kind.sum() / n:.3%}"
    unsure = (sure < 0.99) & clear
    return (f"{n} hexes, wrong {wrong.sum() / n:.3%} ({kinds}), wrong though sure {bold.sum() / n:.3%}, "
            f"unsure below 0.99 {unsure.sum() / n:.2%}")


def export_network(network: PatchNetwork, path: Path) -> None:
    """Writes the network for cv2.dnn with an open number of patches."""
    network.eval()
    torch.onnx.export(
        network, (torch.zeros(1, 6, PATCH_PX, PATCH_PX),), str(path), input_names=["patches"], output_names=["answers", "masks"],
        dynamic_axes={name: {0: "n"} for name in ("patches", "answers", "masks")}, opset_version=13, dynamo=False,
    )
