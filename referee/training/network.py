"""The patch network: looks at a patch of photo beside the patch of print and says what lies on the hex.

Six channels of 56 x 56 in; out come three answers a hex: the word (empty, stone, pioneer), whether the hex is
fit to be told at all, the four colours; and a coarse mask of the hex's own thing. Small enough for any laptop: the first
layers halve at once.
"""
from __future__ import annotations

import torch
from torch import nn

PRESENCE = ("empty", "stone", "pioneer")
ANSWERS = len(PRESENCE) + 1 + 4     # and odd, and the four colours


class PatchNetwork(nn.Module):
    """`forward` gives (n, 3 + 1 + 4) logits: presence, odd, colours; and (n, 1, 14, 14) mask logits."""

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        w = width
        self.early = nn.Sequential(_conv(6, w, 3, 2), _conv(w, 40, 3, 2))
        self.late = nn.Sequential(_conv(40, 64, 3, 2), _conv(64, 64, 3, 1), _conv(64, 24, 1, 1))
        self.mask = nn.Sequential(_conv(40, 16, 3, 1), nn.Conv2d(16, 1, 1))
        self.answer = nn.Sequential(nn.Flatten(), nn.Dropout(0.1), nn.Linear(24 * 49, 64), nn.ReLU(), nn.Linear(64, ANSWERS))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        early = self.early(x)
        return self.answer(self.late(early)), self.mask(early)


def _conv(into: int, out: int, size: int, stride: int, groups: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(into, out, size, stride, size // 2, groups=groups, bias=False), nn.BatchNorm2d(out), nn.ReLU(),
    )


def count_weights(network: nn.Module) -> int:
    return sum(p.numel() for p in network.parameters())
