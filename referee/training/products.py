"""Rewrite the convolutions of a trained network as matrix products, which cv2.dnn runs three times as fast.

An image becomes a table (n, pixels, channels), with an extra last row for padding. A convolution then gathers the rows around
each position, concatenates them and multiplies them by the weights, which gives the same sums in another order. The first layer
takes 8-bit values of photo and print in colour, even if the network was trained on grey.
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from referee.reader.patches import INPUT_MIDDLE, INPUT_SPREAD, PATCH_PX
from referee.training.network import FormNetwork, Network, PatchNetwork, ResidualBlock

COLOURS = 3


class Product(nn.Module):
    """A convolution on a table; `places` (m,) restricts the output to these positions."""

    def __init__(self, layer: nn.Conv2d, side: int, places: torch.Tensor | None = None) -> None:
        super().__init__()
        size, stride = int(layer.kernel_size[0]), int(layer.stride[0])
        index = rows_round(side, size, stride)
        index = index if places is None else index[places]
        self.width, self.count = size * size * layer.in_channels, len(index)
        self.weights = nn.Parameter(layer.weight.detach().permute(0, 2, 3, 1).reshape(layer.out_channels, self.width))
        self.more = nn.Parameter(_bias(layer))
        self.plain = size == 1 and places is None
        self.register_buffer("index", index.reshape(-1))

    def forward(self, table: torch.Tensor) -> torch.Tensor:
        return self.of_ended(table if self.plain else functional.pad(table, (0, 0, 0, 1)))

    def of_ended(self, table: torch.Tensor) -> torch.Tensor:
        """Apply the layer to a table that already has the padding row."""
        if not self.plain:
            table = torch.index_select(table, 1, self.index)
        out = functional.linear(table.reshape(-1, self.width), self.weights, self.more)
        return out.reshape(-1, self.count, len(self.more))


class FirstProduct(Product):
    """The first layer, which takes 8-bit values of photo and print in colour, with the padding row already present."""

    def __init__(self, layer: nn.Conv2d) -> None:
        super().__init__(_in_colour(layer), PATCH_PX)
        with torch.no_grad():
            self.weights /= INPUT_SPREAD
            self.more -= INPUT_MIDDLE * self.weights.sum(1)

    def forward(self, table: torch.Tensor) -> torch.Tensor:
        return self.of_ended(table.float())


class PatchProducts(nn.Module):
    """The first or the close network as matrix products; masks are returned as (n, 14 * 14)."""

    def __init__(self, network: PatchNetwork) -> None:
        super().__init__()
        self.early, side = _rewritten(network.early, PATCH_PX)
        self.late, last = _rewritten(network.late, side)
        self.mask, _ = _rewritten(network.mask, side)
        self.answer = nn.Sequential(nn.Flatten(), *network.answer[2:])
        first = network.answer[2]
        with torch.no_grad():  # in a table positions come before channels
            first.weight.copy_(first.weight.reshape(first.out_features, -1, last * last).transpose(1, 2).flatten(1))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        early = self.early(x)
        return self.answer(self.late(early)), self.mask(early).flatten(1)


class FormProducts(nn.Module):
    """The form network as matrix products; its last convolution is evaluated only at the hex's own positions."""

    def __init__(self, network: FormNetwork) -> None:
        super().__init__()
        *parts, last = network.parts
        before, side = _rewritten(nn.Sequential(*parts), PATCH_PX)
        inner = torch.arange(side * side).reshape(side, side)[1:-1, 1:-1].reshape(-1)
        self.parts = nn.Sequential(before, Product(last[0], side, inner), nn.ReLU())
        self.whole = network.whole

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        parts = self.parts(x)
        out: torch.Tensor = self.whole(torch.cat([parts.mean(1), parts.amax(1)], 1))
        return out


def as_products(network: Network) -> nn.Module:
    """Return the network rewritten as matrix products.

    The normalisation of the network must already be folded into its layers. The given network is modified and must not be used
    afterwards.
    """
    return PatchProducts(network) if isinstance(network, PatchNetwork) else FormProducts(network)


def rows_round(side: int, size: int, stride: int) -> torch.Tensor:
    """Return the table rows in each window of a convolution, (places, size * size); the row `side * side` is padding."""
    steps = torch.arange(0, side, stride)[:, None] + torch.arange(size) - size // 2
    down, across = steps[:, None, :, None], steps[None, :, None, :]
    within = (down >= 0) & (down < side) & (across >= 0) & (across < side)
    return torch.where(within, down * side + across, side * side).reshape(len(steps) ** 2, -1)


def _rewritten(layers: nn.Module, side: int) -> tuple[nn.Module, int]:
    """Return the layers rewritten for tables, and the side of their output; residual blocks are modified in place."""
    if isinstance(layers, nn.Sequential):
        out = []
        for layer in layers:
            each, side = _rewritten(layer, side)
            out.append(each)
        return nn.Sequential(*out), side
    if isinstance(layers, ResidualBlock):
        layers.more, _ = _rewritten(layers.more, side)
        return layers, side
    if isinstance(layers, nn.Conv2d):
        return (FirstProduct(layers) if side == PATCH_PX else Product(layers, side)), side // int(layers.stride[0])
    return layers, side


def _in_colour(layer: nn.Conv2d) -> nn.Conv2d:
    """Return a layer that takes photo and print in colour, equivalent to one that takes them in grey."""
    if layer.in_channels == 2 * COLOURS:
        return layer
    coloured = nn.Conv2d(2 * COLOURS, layer.out_channels, layer.kernel_size, layer.stride, layer.padding)
    with torch.no_grad():
        coloured.weight.copy_(layer.weight.repeat_interleave(COLOURS, 1) / COLOURS)
        coloured.bias.copy_(_bias(layer))
    return coloured


def _bias(layer: nn.Conv2d) -> torch.Tensor:
    return layer.bias.detach() if layer.bias is not None else torch.zeros(layer.out_channels)
