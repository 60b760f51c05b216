"""The light is estimated from the print: clusters of stones of one tint are not mistaken for paper in coloured light."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from printables.artwork.palette import Ink
from referee.reader.evidence import gather_evidence
from referee.reader.patches import fit_light
from referee.reader.read_photo import ReadOptions, Snapshot, read_photo_bytes
from referee.reader.settings import DEFAULT
from referee.rules.pieces import Piece
from referee.training.solids import Solid, regular, slices_for, stack, straight
from tests.reader.table import Shot, Thing, set_table

BROWN = np.array((0.55, 0.42, 0.28))
LEFT_AS_IT_IS = replace(DEFAULT, wrong_light=9.0)


def board_full_of_brown_tiles() -> Snapshot:
    """Return a reading of a light print with all stones of the box on it: wooden tiles as large as hexes."""
    table, rng = set_table(ink=Ink.LIGHT), np.random.default_rng(2)
    cells = [cell.id for cell in table.layout.board.cells]
    tile = Solid(tuple(stack(regular(6, 17.5, 0.0), 6.0, straight, slices_for(6.0), 0.8)), 17.5, 6.0, "tile")
    for number in rng.permutation(len(cells))[:80]:
        table.things.append(Thing(table.centre(cells[number]), tile, BROWN * rng.uniform(0.92, 1.05)))
    return read_photo_bytes(table.photograph(Shot(elevation_deg=70, seed=2)), "a photo", ReadOptions())


def test_bare_hexes_among_brown_tiles_look_like_their_print() -> None:
    snapshot = board_full_of_brown_tiles()
    printed = snapshot.known.printed
    before, after = (gather_evidence(snapshot.located_photo, printed, settings) for settings in (LEFT_AS_IT_IS, DEFAULT))
    bare = np.flatnonzero(after.shown[: printed.hexes] > DEFAULT.pattern_shows)
    assert len(bare) > 60
    assert (before.misfit[bare] > DEFAULT.wrong_light).mean() > 0.3, "else the tiles are too few to be taken for paper"
    assert (after.misfit[bare] > DEFAULT.wrong_light).mean() < 0.05
    assert not {Piece.STONE} & {snapshot.hexes.verdict.pieces[number] for number in bare.tolist()}


def test_untrusted_patches_do_not_affect_the_light() -> None:
    rng = np.random.default_rng(3)
    expected = rng.uniform(0.4, 0.9, (12, 7, 7, 3)).astype(np.float32)
    seen = 0.8 * expected + 0.05
    seen[4:] = 0.5 * expected[4:] + 0.02
    trust = np.float32([1] * 4 + [0] * 8)
    near = np.ones((12, 12), np.float32)
    assert np.allclose(fit_light(seen, expected, near, trust)[0], 0.8, atol=0.02)
    assert np.allclose(fit_light(seen, expected, near)[0], 0.5, atol=0.05)
