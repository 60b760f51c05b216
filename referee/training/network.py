"""The networks: two look at a patch of photo beside the patch of print and say what lies on the hex, one tells things' forms.

Six channels of 56 x 56 in; out come three answers a hex: the word (empty, stone, pioneer), whether the hex is
fit to be told at all, the four colours; and a coarse mask of the hex's own thing. The third one sees both patches in grey.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from referee.reader.networks import FORM_NUMBERS

PRESENCE = ("empty", "stone", "pioneer")
ANSWERS = len(PRESENCE) + 1 + 4  # and odd, and the four colours


class PatchNetwork(nn.Module):
    """`forward` gives (n, 3 + 1 + 4) logits: presence, odd, colours; and (n, 1, 14, 14) mask logits."""

    def __init__(self, early: nn.Sequential, late: nn.Sequential, wide: int) -> None:
        super().__init__()
        self.early, self.late = early, late
        self.mask = nn.Sequential(_conv(wide, 16, 1, 1), nn.Conv2d(16, 1, 1))
        self.answer = nn.Sequential(nn.Flatten(), nn.Dropout(0.1), nn.Linear(24 * 49, 64), nn.ReLU(), nn.Linear(64, ANSWERS))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        early = self.early(x)
        return self.answer(self.late(early)), self.mask(early)


class FormNetwork(nn.Module):
    """A thing's form, (n, 12), wherever on its hex it lies: near to each other for things of one kind in one household."""

    def __init__(self) -> None:
        super().__init__()
        self.parts = nn.Sequential(_conv(2, 16, 3, 2), _conv(16, 32, 3, 2), _conv(32, 64, 3, 2), _conv(64, 64, 3, 1))
        self.whole = nn.Sequential(nn.Linear(2 * 64, 64), nn.ReLU(), nn.Linear(64, FORM_NUMBERS))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        parts = self.parts(x)[:, :, 1:-1, 1:-1]  # not the neighbours'
        out: torch.Tensor = self.whole(torch.cat([parts.mean((2, 3)), parts.amax((2, 3))], 1))
        return out


def first_network() -> PatchNetwork:
    """Look at every hex: small enough for any laptop, the first layers halve at once."""
    early = nn.Sequential(_conv(6, 16, 3, 2), _conv(16, 40, 3, 2))
    late = nn.Sequential(_conv(40, 64, 3, 2), _conv(64, 64, 3, 1), _conv(64, 24, 1, 1))
    return PatchNetwork(early, late, 40)


def close_network() -> PatchNetwork:
    """Look once more at the few hexes of which the first is not sure: nearly eight times the work a hex."""
    early = nn.Sequential(_conv(6, 24, 3, 2), _conv(24, 48, 3, 2), *(ResidualBlock(48) for _ in range(4)))
    late = nn.Sequential(_conv(48, 96, 3, 2), *(ResidualBlock(96) for _ in range(4)), _conv(96, 24, 1, 1))
    return PatchNetwork(early, late, 48)


class ResidualBlock(nn.Module):
    """What comes in, and what one more layer has to add to it."""

    def __init__(self, wide: int) -> None:
        super().__init__()
        self.more = nn.Sequential(nn.Conv2d(wide, wide, 3, 1, 1, bias=False), nn.BatchNorm2d(wide))
        self.kept = nn.ReLU()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.kept(x + self.more(x))


NETWORKS = {"first": first_network, "close": close_network}
Network = PatchNetwork | FormNetwork


def load_weights(kind: str, path: Path) -> Network:
    """Return the network of that kind, "form" among them, with weights that were trained before."""
    network: Network = FormNetwork() if kind == "form" else NETWORKS[kind]()
    network.load_state_dict(torch.load(path, weights_only=True))
    return network


def load_patch_weights(kind: str, path: Path) -> PatchNetwork:
    """Return the first or the close network with weights that were trained before."""
    network = load_weights(kind, path)
    assert isinstance(network, PatchNetwork)
    return network


def blend_weights(one: Path, other: Path, share: float) -> dict[str, torch.Tensor]:
    """Return the state between two networks of one descent, of which the other makes up the share `say`."""
    kept, trained = (torch.load(path, weights_only=True) for path in (one, other))
    return {name: torch.lerp(weights.float(), trained[name].float(), share).to(weights.dtype) for name, weights in kept.items()}


def _conv(into: int, out: int, size: int, stride: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(into, out, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(out),
        nn.ReLU(),
    )


def count_weights(network: nn.Module) -> int:
    return sum(p.numel() for p in network.parameters())
