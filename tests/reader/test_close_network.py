"""The close network runs only on hexes of which the first network is unsure."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from referee.reader.classify import word_shares
from referee.reader.networks import Answers, run_close_network, run_close_network_mirrored
from referee.reader.read_hexes import infer_closely, observe_hexes, refine_observations
from referee.reader.read_photo import ReadOptions, read_photo
from referee.reader.settings import DEFAULT
from tests.bench.read import photos_in

PHOTO = photos_in(Path(__file__).parents[1] / "photos")[0]
SOME = np.array([3, 17, 90])


@cache
def answers_before_and_after() -> tuple[Answers, Answers, Answers]:
    """Return the answers before and after the close network ran on some hexes, and its own answers."""
    snapshot = read_photo(PHOTO, ReadOptions())
    evidence = snapshot.hexes.evidence
    before = observe_hexes(evidence, snapshot.known.printed, DEFAULT)
    after = refine_observations(before, evidence, SOME, DEFAULT)
    again = infer_closely(before.answers.part(SOME), evidence.seen[SOME], evidence.expected[SOME], DEFAULT)
    return before.answers, after.answers, again


def test_other_hexes_keep_their_first_answers() -> None:
    before, after, _ = answers_before_and_after()
    others = np.setdiff1d(np.arange(len(before.odd)), SOME)
    assert (before.presence[others] == after.presence[others]).all()
    assert (before.colours[others] == after.colours[others]).all()
    assert (before.odd[others] == after.odd[others]).all()


def test_answers_of_both_networks_are_blended() -> None:
    before, after, closer = answers_before_and_after()
    share = DEFAULT.close_network_weight
    assert 0 < share < 1
    for old, new, close in (
        (before.presence, after.presence, closer.presence),
        (before.colours, after.colours, closer.colours),
    ):
        assert np.allclose(new[SOME], (1 - share) * old[SOME] + share * close, atol=1e-4)


def test_mirrored_patches_are_used_only_where_both_networks_are_unsure() -> None:
    snapshot = read_photo(PHOTO, ReadOptions())
    evidence, places = snapshot.hexes.evidence, np.arange(snapshot.known.printed.hexes)
    first, seen, expected = evidence.answers.part(places), evidence.seen[places], evidence.expected[places]
    straight, mirrored = run_close_network(seen, expected), run_close_network_mirrored(seen, expected)
    both = infer_closely(first, seen, expected, DEFAULT)
    shares = word_shares(first.blended(places, straight, DEFAULT.close_network_weight), None).max(1)
    sure = shares >= DEFAULT.mirror_below
    assert 0 < sure.sum() < len(sure)
    assert (both.presence[sure] == straight.presence[sure]).all()
    assert np.allclose(both.presence[~sure], (straight.presence + mirrored.presence)[~sure] / 2, atol=1e-4)


def test_mirror_image_of_a_mirror_image_is_the_patch() -> None:
    evidence = read_photo(PHOTO, ReadOptions()).hexes.evidence
    seen, expected = evidence.seen[SOME], evidence.expected[SOME]
    turned = run_close_network_mirrored(seen[:, :, ::-1], expected[:, :, ::-1])
    straight = run_close_network(seen, expected)
    assert np.allclose(turned.presence, straight.presence, atol=1e-4)
    assert np.allclose(turned.masks[:, :, ::-1], straight.masks, atol=1e-4)
