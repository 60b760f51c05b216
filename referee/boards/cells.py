"""Sets of cells as bit masks: bit n stands for cell n of a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def cells_of(mask: int) -> Iterator[int]:
    """Yield the cells of a bit mask in increasing order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def mask_of(cells: Iterable[int]) -> int:
    """Return the bit mask of a collection of cells."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask
