"""Convert the shipped weights back to trainable ones, so that training can continue from the shipped file alone."""

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
from referee.reader.patches import INPUT_MIDDLE, INPUT_SPREAD, PATCH_PX
from referee.training.network import NETWORKS, PatchNetwork
from referee.training.samples import Samples
from referee.training.train import predict_all

LEAST_SPREAD = 1e-3  # lower bound for channels that are constant on the samples
FIRST_LAYER = "early.0.0"
LAST_PLACES = (PATCH_PX // 8) ** 2  # number of positions in the table from which the answer is computed


def unpack(shipped: Path, kind: str, samples: Samples) -> PatchNetwork:
    """Return a trainable network with the shipped weights, in which normalisation is separated from the convolutions again.

    The running statistics of the normalisation are computed from `samples`.
    """
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
    with torch.no_grad():
        biases = _fill_layers(network, kept)
        for conv, norm in pairs:
            norm.bias.copy_(biases[conv])
            norm.running_var.fill_(1 - norm.eps)
        spreads = _spreads([conv for conv, _ in pairs], network, samples)
        for (_, norm), (middle, spread) in zip(pairs, spreads, strict=True):
            norm.running_mean.copy_(middle)
            norm.running_var.copy_(spread**2)
            norm.weight.copy_((spread**2 + norm.eps).sqrt())
            norm.bias.add_(middle)
    return network


def _fill_layers(network: PatchNetwork, kept: dict[str, torch.Tensor]) -> dict[nn.Module, torch.Tensor]:
    """Copy the weights in `kept` to the layers of the network, undoing the conversion in `products`.

    Return the biases of all layers, because convolutions before a normalisation layer have no bias parameter.
    """
    biases: dict[nn.Module, torch.Tensor] = {}
    for name, layer in network.named_modules():
        if isinstance(layer, nn.Conv2d):
            weights, bias = kept[f"{name}.weights"], kept[f"{name}.more"]
            if name == FIRST_LAYER:
                bias, weights = bias + INPUT_MIDDLE * weights.sum(1), weights * INPUT_SPREAD
            out, into, high, wide = layer.weight.shape
            layer.weight.copy_(weights.reshape(out, high, wide, into).permute(0, 3, 1, 2))
            biases[layer] = bias
        elif isinstance(layer, nn.Linear):
            place = int(name.rpartition(".")[2]) - 1  # the dropout layer is not shipped
            weights, biases[layer] = kept[f"answer.{place}.weight"], kept[f"answer.{place}.bias"]
            if layer.in_features % LAST_PLACES == 0:  # the places of a table come before its channels
                weights = weights.reshape(layer.out_features, LAST_PLACES, -1).transpose(1, 2).flatten(1)
            layer.weight.copy_(weights)
        if layer in biases and layer.bias is not None:
            layer.bias.copy_(biases[layer])
    return biases


def _spreads(convs: list[nn.Conv2d], network: PatchNetwork, samples: Samples) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Return the mean and the standard deviation of each layer's output over all samples, by channel."""
    counts = [0] * len(convs)
    sums = [torch.zeros(2, conv.out_channels, dtype=torch.float64) for conv in convs]

    def accumulate(place: int, out: torch.Tensor) -> None:
        wide = out.double()
        counts[place] += out.numel() // out.shape[1]
        sums[place] += torch.stack([wide.sum((0, 2, 3)), (wide**2).sum((0, 2, 3))])

    hooks = [
        conv.register_forward_hook(lambda _, __, out, place=place: accumulate(place, out)) for place, conv in enumerate(convs)
    ]
    predict_all(network, samples)
    for hook in hooks:
        hook.remove()
    means = [total / count for total, count in zip(sums, counts, strict=True)]
    return [(mean.float(), (square - mean**2).clamp_min(LEAST_SPREAD**2).sqrt().float()) for mean, square in means]
