"""Weights as torch trains them, from the shipped file: training can go on from it alone."""

from __future__ import annotations

import zipfile
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from referee.reader.networks import member_name
from referee.training.network import NETWORKS, PatchNetwork
from referee.training.samples import Samples
from referee.training.train import answer_all

LEAST_SPREAD = 1e-3  # of a channel that the samples never stir


def unpack(shipped: Path, kind: str, samples: Samples) -> PatchNetwork:
    """The network with norms of its own again: they are folded into the shipped layers. Their spreads are those of `samples`."""
    with zipfile.ZipFile(shipped) as packed:
        graph = onnx.load_from_string(packed.read(member_name(kind))).graph
    kept = {weights.name: torch.from_numpy(np.array(numpy_helper.to_array(weights))) for weights in graph.initializer}
    network: PatchNetwork = NETWORKS[kind]()
    pairs = [
        (conv, norm)
        for layers in network.modules()
        if isinstance(layers, nn.Sequential)
        for conv, norm in pairwise(layers)
        if isinstance(conv, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d)
    ]
    names = {module: name for name, module in network.named_modules()}
    with torch.no_grad():
        for name, weights in network.named_parameters():
            if name in kept:  # norms are not
                weights.copy_(kept[name])
        for conv, norm in pairs:
            norm.bias.copy_(kept[f"{names[conv]}.bias"])
            norm.running_var.fill_(1 - norm.eps)
        spreads = _spreads([conv for conv, _ in pairs], network, samples)
        for (_, norm), (middle, spread) in zip(pairs, spreads, strict=True):
            norm.running_mean.copy_(middle)
            norm.running_var.copy_(spread**2)
            norm.weight.copy_((spread**2 + norm.eps).sqrt())
            norm.bias.add_(middle)
    return network


def _spreads(convs: list[nn.Conv2d], network: PatchNetwork, samples: Samples) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Return what comes out of each layer, by channel: the mean and the spread over all samples."""
    counts = [0] * len(convs)
    sums = [torch.zeros(2, conv.out_channels, dtype=torch.float64) for conv in convs]

    def listen(place: int, out: torch.Tensor) -> None:
        wide = out.double()
        counts[place] += out.numel() // out.shape[1]
        sums[place] += torch.stack([wide.sum((0, 2, 3)), (wide**2).sum((0, 2, 3))])

    hooks = [conv.register_forward_hook(lambda _, __, out, place=place: listen(place, out)) for place, conv in enumerate(convs)]
    answer_all(network, samples)
    for hook in hooks:
        hook.remove()
    means = [total / count for total, count in zip(sums, counts, strict=True)]
    return [(mean.float(), (square - mean**2).clamp_min(LEAST_SPREAD**2).sqrt().float()) for mean, square in means]
