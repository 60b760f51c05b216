"""The empty board as the reader needs it: one picture, the places to read, and the patches expected at these places.

Patches are cut once per place and rotation, then cached.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from calibration.threads import run_in_two_threads
from referee.reader.patches import BLOCK_PX, PATCH_PX, block_means, cut_patches, patch_nodes, reduce_for_patches
from referee.rules.pieces import Piece

Floats = NDArray[np.float32]
Places = NDArray[np.int_]
TURNS = 6
KEPT = 4  # number of prints in each cache
BLOCKS = PATCH_PX // BLOCK_PX
ADJACENT_BELOW = 1.3  # distance of two centres in hex widths: 1 for adjacent hexes, at least the square root of 3 for others
AT_ONCE = 32  # patches cut at a time, to save memory


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """The picture of the empty board (blue, green, red) and the places to read, (n, 2) in board mm.

    The hexes come first, followed by the spots for the sample pieces in `parked`. Hexes with the same number in `print_patterns`
    (hexes,) are printed alike. `track` (k, 2) are the centres of the cells of the score track, in board mm.
    """

    picture: NDArray[np.uint8]
    px_per_mm: float
    centres: NDArray[np.float64]
    hex_mm: float
    parked: tuple[Piece, ...] = ()
    print_patterns: NDArray[np.int_] | None = None
    track: NDArray[np.float64] | None = None

    @property
    def hexes(self) -> int:
        """The number of places that are hexes."""
        return len(self.centres) - len(self.parked)

    @property
    def hex_patterns(self) -> Places:
        """The number of each hex's print pattern, (hexes,); 0 for all hexes if the patterns are unknown."""
        return self.print_patterns if self.print_patterns is not None else np.zeros(self.hexes, np.int_)


class ExpectedPatches:
    """The patches of a print at n places in six rotations each, which are cut on first use."""

    def __init__(self, printed: Print) -> None:
        self._print = printed
        count = len(printed.centres)
        self._patches = np.zeros((count, TURNS, PATCH_PX, PATCH_PX, 3), np.uint8)
        self._blocks = np.zeros((count, TURNS, BLOCKS, BLOCKS, 3), np.float32)
        self._cut = np.zeros((count, TURNS), bool)
        nodes_mm = patch_nodes(printed.centres[:1], printed.hex_mm, np.zeros(1, np.int_))
        self._source = reduce_for_patches(printed.picture, nodes_mm * printed.px_per_mm)

    def take(self, sixths: Places) -> tuple[NDArray[np.uint8], Floats]:
        """Return RGB patches (n, 56, 56, 3) of all places in the given rotations, and their block means (n, 7, 7, 3)."""
        places = np.arange(len(sixths))
        missing = np.flatnonzero(~self._cut[places, sixths])
        if len(missing):
            run_in_two_threads(lambda rows: self._add(missing[rows], sixths[missing[rows]]), len(missing))
        return self._patches[places, sixths], self._blocks[places, sixths]

    def _add(self, places: Places, sixths: Places) -> None:
        nodes_px = patch_nodes(self._print.centres[places], self._print.hex_mm, sixths) * self._print.px_per_mm
        for first in range(0, len(places), AT_ONCE):
            few = np.s_[first : first + AT_ONCE]
            cut = cut_patches(self._source, nodes_px[few])
            self._patches[places[few], sixths[few]] = cut
            self._blocks[places[few], sixths[few]] = block_means(cut)
            self._cut[places[few], sixths[few]] = True


@lru_cache(KEPT)
def expected_patches(printed: Print) -> ExpectedPatches:
    """Return the patches of a print, which are cached for the last few prints."""
    return ExpectedPatches(printed)


@lru_cache(KEPT)
def neighbour_weights(printed: Print, reach_hexes: float) -> Floats:
    """Return the (n, n) weights for estimating the light at each place from all places; they decrease with distance."""
    gap = ((printed.centres[:, None] - printed.centres[None]) ** 2).sum(2)
    return np.asarray(np.exp(-gap / (2 * (reach_hexes * printed.hex_mm) ** 2)), np.float32)


@lru_cache(KEPT)
def adjacent_hexes(printed: Print) -> NDArray[np.bool_]:
    """Return a mask (hexes, hexes) of the pairs of hexes that share an edge."""
    centres = printed.centres[: printed.hexes]
    apart = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1)) / printed.hex_mm
    return np.asarray((apart < ADJACENT_BELOW) & (apart > 0))
