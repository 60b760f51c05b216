"""Train the patch networks on samples, and export all networks for cv2.dnn.

Training is seeded, so that the same samples and options give the same weights.
"""

from __future__ import annotations

import copy
import io
import time
import zipfile
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval

from referee.reader.networks import OUTPUTS, member_name
from referee.reader.patches import INPUT_MIDDLE, INPUT_SPREAD, PATCH_PX, stack_for_network, table_for_network
from referee.rules.pieces import Piece
from referee.training.network import NETWORKS, Network, PatchNetwork, count_weights, load_patch_weights, load_weights
from referee.training.products import as_products
from referee.training.samples import WORDS, Samples
from referee.training.store import load_samples

BATCH, AT_ONCE = 256, 1000
MASK_WEIGHT = 0.5
LIGHT_SPREAD, MOST_SHIFT, MOST_NOISE = 0.04, 2, 0.12  # gain; patch pixels, half a mask block; network input units
ODD_WEIGHT = 0.3
WEIGHT_DECAY = 0.02
WARM_UP_SHARE = 0.15  # share of the steps during which the learning rate rises
MISPLACED_SHARE, NOISY_SHARE = 0.25, 0.33  # shares of the samples in a batch
SURE = 0.99  # confidence above which an error is reported separately
LOST_BITS = 13  # number of dropped bits of the 24 significant bits of a weight
HIDDEN_WORD_WEIGHT = 0.2  # hidden hexes may be guessed, but not at the expense of visible ones
EMPTY, STONE = WORDS.index(Piece.EMPTY), WORDS.index(Piece.STONE)


def train_network(
    kind: str,
    out: Path,
    paths: list[Path],
    checks: list[Path],
    epochs: int,
    seed: int,
    start: Path | None,
    rate: float,
) -> None:
    """Train the first or the close network on the samples in `paths`, starting from the weights in `start` if given.

    After every epoch, save the weights to `out` and print the errors on each file in `checks`.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    samples = load_samples(paths)
    network = load_patch_weights(kind, start) if start else NETWORKS[kind]()
    network = network.to(memory_format=torch.channels_last)  # halves the time on a CPU
    print(f"{len(samples.words)} samples, {count_weights(network)} weights", flush=True)
    steps = epochs * (len(samples.words) // BATCH)
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=WARM_UP_SHARE)
    for epoch in range(epochs):
        begun, losses = time.monotonic(), []
        network.train()
        order = rng.permutation(len(samples.words))
        for k in range(len(order) // BATCH):
            pick = np.sort(order[k * BATCH : (k + 1) * BATCH])
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


def batch_loss(network: PatchNetwork, samples: Samples, pick: np.ndarray, rng: np.random.Generator) -> torch.Tensor:
    """Return the loss of a batch: the weighted sum over presence, odd, colours of pioneers, and masks."""
    seen, expected, masks = samples.seen[pick], samples.expected[pick], samples.masks[pick]
    words, odd = samples.words[pick].astype(np.int64), samples.odd[pick]
    mirrored = rng.random(len(pick)) < 0.5
    for array in (seen, expected, masks):
        array[mirrored] = array[mirrored, :, ::-1]
    x = torch.from_numpy(stack_for_network(seen, expected))
    answers, mask = network(augment(x, rng))
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


def augment(x: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Return samples (n, 6, h, w) with random light, shifts and noise, so that they cannot be memorised; `x` is overwritten."""
    n = len(x)
    light = torch.from_numpy(np.exp(rng.normal(0, LIGHT_SPREAD, (n, 3, 1, 1))).astype(np.float32))
    dark = INPUT_MIDDLE / INPUT_SPREAD
    x[:, :3] = (x[:, :3] + dark) * light - dark
    down, across = rng.integers(-MOST_SHIFT, MOST_SHIFT + 1, 2)
    x = torch.roll(x, (int(down), int(across)), (2, 3))
    off = torch.from_numpy(rng.random(n) < MISPLACED_SHARE)  # shift only the photo of these samples, against its print
    down, across = rng.integers(-1, 2, 2)
    x[off, :3] = torch.roll(x[off, :3], (int(down), int(across)), (2, 3))
    noisy = torch.from_numpy(rng.random(n) < NOISY_SHARE)
    some = int(noisy.sum())
    amount = torch.from_numpy(rng.uniform(0, MOST_NOISE, (some, 1, 1, 1)).astype(np.float32))
    x[noisy, :3] += amount * torch.from_numpy(rng.standard_normal((some, 3, *x.shape[2:]), np.float32))
    return x.contiguous(memory_format=torch.channels_last)


def words_of(answers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the index (n,) in WORDS of the most probable content and its probability (n,), given logits (n, 8)."""
    presence = _softmax(answers[:, :3])
    colours = _softmax(answers[:, 4:])
    six = np.concatenate([presence[:, 2:] * colours, presence[:, 1:2], presence[:, :1]], 1)
    return six.argmax(1), six.max(1)


def _softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - x.max(1, keepdims=True))
    return np.asarray(e / e.sum(1, keepdims=True))


def predict_all(network: PatchNetwork, samples: Samples) -> np.ndarray:
    """Return the logits (n, 8) for all samples."""
    network.eval()
    answers = []
    with torch.no_grad():
        for k in range(0, len(samples.words), AT_ONCE):
            x = torch.from_numpy(stack_for_network(samples.seen[k : k + AT_ONCE], samples.expected[k : k + AT_ONCE]))
            answers.append(network(x.contiguous(memory_format=torch.channels_last))[0].numpy())
    return np.concatenate(answers)


def measure(network: PatchNetwork, samples: Samples) -> str:
    """Return a one-line summary of the errors by kind on hexes that are not odd, and of the network's confidence."""
    predicted, confidence = words_of(predict_all(network, samples))
    clear = samples.odd == 0
    true = samples.words
    wrong = (predicted != true) & clear
    phantom = wrong & (true == EMPTY)
    missed = wrong & (predicted == EMPTY)
    kind = wrong & (true != EMPTY) & (predicted != EMPTY) & ((true == STONE) | (predicted == STONE))
    bold = wrong & (confidence > SURE)
    n = int(clear.sum())
    kinds = f"phantom {phantom.sum() / n:.3%}, missed {missed.sum() / n:.3%}, stone or pioneer {kind.sum() / n:.3%}"
    unsure = (confidence < SURE) & clear
    return (
        f"{n} hexes, wrong {wrong.sum() / n:.3%} ({kinds}), wrong though confidence {bold.sum() / n:.3%}, "
        f"unsure below {SURE} {unsure.sum() / n:.2%}"
    )


def export_networks(weights: dict[str, Path], out: Path) -> None:
    """Write the networks for cv2.dnn to one zip file, with a dynamic batch size."""
    with zipfile.ZipFile(out, "w") as packed:
        for kind, path in weights.items():
            dateless = zipfile.ZipInfo(member_name(kind))  # no date, so that the same weights give the same file
            packed.writestr(dateless, as_onnx(load_weights(kind, path), kind), zipfile.ZIP_DEFLATED, 9)


def compress(network: Network) -> Network:
    """Return a copy with normalisation folded into the layers and weights rounded to 11 bits, which halves the file size."""
    light: Network = copy.deepcopy(network).eval()
    for layers in [m for m in light.modules() if isinstance(m, nn.Sequential)]:
        for k, (layer, norm) in enumerate(pairwise(layers)):
            if isinstance(layer, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d):
                layers[k], layers[k + 1] = fuse_conv_bn_eval(layer, norm), nn.Identity()
    with torch.no_grad():
        for weights in light.parameters():
            bits = weights.detach().contiguous().view(torch.int32)
            weights.copy_(((bits + (1 << LOST_BITS - 1)) >> LOST_BITS << LOST_BITS).view(torch.float32))
    return light


def as_onnx(network: Network, kind: str) -> bytes:
    """Return the network in the ONNX format, compressed and rewritten as matrix products so that cv2.dnn runs it fast."""
    written, nothing = io.BytesIO(), np.zeros((1, PATCH_PX, PATCH_PX, 3), np.uint8)
    torch.onnx.export(
        as_products(compress(network)),
        (torch.from_numpy(table_for_network(nothing, nothing)),),
        written,
        input_names=["patches"],
        output_names=list(OUTPUTS[kind]),
        dynamic_axes={name: {0: "n"} for name in ("patches", *OUTPUTS[kind])},
        opset_version=13,
        dynamo=False,
    )
    return written.getvalue()
