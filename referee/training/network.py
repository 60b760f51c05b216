"""The networks: two classify a hex from a patch of photo beside a patch of print, the third embeds the forms of pieces.

The first two take six channels of 56 x 56. Their outputs per hex are the content (empty, stone, pioneer), whether the hex
cannot be classified reliably, the four colours, and a coarse mask of the piece on the hex. The form network takes both patches
in grey.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from referee.reader.networks import FORM_NUMBERS

PRESENCE = ("empty", "stone", "pioneer")
DROPPED_SHARE = 0.1  # share of the features dropped in each training step, against overfitting
ANSWERS = len(PRESENCE) + 1 + 4  # plus odd and the four colours


class PatchNetwork(nn.Module):
    """The first or the close network.

    `forward` returns logits (n, 3 + 1 + 4) of presence, odd and colours, and the logits (n, 1, 14, 14) of the masks.
    """

    def __init__(self, early: nn.Sequential, late: nn.Sequential, wide: int) -> None:
        super().__init__()
        self.early, self.late = early, late
        self.mask = nn.Sequential(_conv(wide, 16, 1, 1), nn.Conv2d(16, 1, 1))
        self.answer = nn.Sequential(
            nn.Flatten(), nn.Dropout(DROPPED_SHARE), nn.Linear(24 * 49, 64), nn.ReLU(), nn.Linear(64, ANSWERS)
        )

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        early = self.early(x)
        return self.answer(self.late(early)), self.mask(early)


class FormNetwork(nn.Module):
    """The form network.

    `forward` returns an embedding (n, 12) of the form of each piece, regardless of its place on the hex. Embeddings are close
    together for pieces of the same kind in the same household.
    """

    def __init__(self) -> None:
        super().__init__()
        self.parts = nn.Sequential(_conv(2, 16, 3, 2), _conv(16, 32, 3, 2), _conv(32, 64, 3, 2), _conv(64, 64, 3, 1))
        self.whole = nn.Sequential(nn.Linear(2 * 64, 64), nn.ReLU(), nn.Linear(64, FORM_NUMBERS))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        parts = self.parts(x)[:, :, 1:-1, 1:-1]  # drop the rim, which shows neighbouring pieces
        out: torch.Tensor = self.whole(torch.cat([parts.mean((2, 3)), parts.amax((2, 3))], 1))
        return out


def first_network() -> PatchNetwork:
    """Return a new first network, which is run on every hex and is therefore small enough for any laptop."""
    early = nn.Sequential(_conv(6, 16, 3, 2), _conv(16, 40, 3, 2))
    late = nn.Sequential(_conv(40, 64, 3, 2), _conv(64, 64, 3, 1), _conv(64, 24, 1, 1))
    return PatchNetwork(early, late, 40)


def close_network() -> PatchNetwork:
    """Return a new close network, for the few hexes on which the first one is unsure; it needs nearly eight times the work."""
    early = nn.Sequential(_conv(6, 24, 3, 2), _conv(24, 48, 3, 2), *(ResidualBlock(48) for _ in range(4)))
    late = nn.Sequential(_conv(48, 96, 3, 2), *(ResidualBlock(96) for _ in range(4)), _conv(96, 24, 1, 1))
    return PatchNetwork(early, late, 48)


class ResidualBlock(nn.Module):
    """A residual block with one convolution."""

    def __init__(self, wide: int) -> None:
        super().__init__()
        self.more = nn.Sequential(nn.Conv2d(wide, wide, 3, 1, 1, bias=False), nn.BatchNorm2d(wide))
        self.kept = nn.ReLU()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.kept(x + self.more(x))


NETWORKS = {"first": first_network, "close": close_network}
Network = PatchNetwork | FormNetwork


def load_weights(kind: str, path: Path) -> Network:
    """Return the network of a kind ("first", "close" or "form") with stored weights."""
    network: Network = FormNetwork() if kind == "form" else NETWORKS[kind]()
    network.load_state_dict(torch.load(path, weights_only=True))
    return network


def load_patch_weights(kind: str, path: Path) -> PatchNetwork:
    """Return the first or the close network with stored weights."""
    network = load_weights(kind, path)
    assert isinstance(network, PatchNetwork)
    return network


def blend_weights(one: Path, other: Path, share: float) -> dict[str, torch.Tensor]:
    """Return the weights interpolated between the files `one` and `other`; `share` in 0..1 is the share of `other`."""
    kept, trained = (torch.load(path, weights_only=True) for path in (one, other))
    return {name: torch.lerp(weights.float(), trained[name].float(), share).to(weights.dtype) for name, weights in kept.items()}


def _conv(into: int, out: int, size: int, stride: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(into, out, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(out),
        nn.ReLU(),
    )


def count_weights(network: nn.Module) -> int:
    """Return the number of parameters of a network."""
    return sum(p.numel() for p in network.parameters())
