"""cv2.dnn gives the same answers as torch, which referee/training/parity.py stored."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from threading import Barrier

import numpy as np
import pytest

from referee.reader.networks import (
    CLOSE,
    FIRST,
    FORM_NUMBERS,
    OUTPUTS,
    WEIGHTS,
    Answers,
    _load_all,
    load_network,
    load_networks,
    own_masks,
    run_close_network,
    run_first_network,
    run_form_network,
)
from referee.reader.patches import PATCH_PX, table_for_network

KEPT = Path(__file__).with_name("parity.npz")
PATCHES, SEED, GRAIN = 32, 2024, 8  # as in referee/training/parity.py, which needs torch
LARGEST_GAP = 2e-3  # of logits, which go from about -20 to 20
MOST_BYTES = 2_000_000


def random_patches() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(SEED)
    coarse = rng.integers(0, 256, (2, PATCHES, PATCH_PX // GRAIN, PATCH_PX // GRAIN, 3), dtype=np.uint8)
    seen, expected = coarse.repeat(GRAIN, 2).repeat(GRAIN, 3)
    return seen, expected


def test_answers_are_kept_for_the_weights_that_are_shipped() -> None:
    """Check that parity.npz belongs to the shipped weights.

    If this fails, run: python -m referee.training parity FIRST.pt CLOSE.pt FORM.pt tests/reader/parity.npz
    """
    with np.load(KEPT) as kept:
        assert str(kept["shipped"]) == sha256((files("referee.reader") / WEIGHTS).read_bytes()).hexdigest()


@pytest.mark.parametrize(("place", "kind"), [(0, FIRST), (1, CLOSE)])
def test_opencv_answers_what_torch_answered(place: int, kind: str) -> None:
    network = load_network(kind)
    network.setInput(table_for_network(*random_patches()))
    answers, masks = network.forward(OUTPUTS[kind])
    with np.load(KEPT) as kept:
        assert np.abs(answers - kept["answers"][place]).max() < LARGEST_GAP
        assert np.abs(masks - kept["masks"][place]).max() < LARGEST_GAP


def test_opencv_computes_the_same_forms_as_torch() -> None:
    with np.load(KEPT) as kept:
        assert np.abs(run_form_network(*random_patches()) - kept["forms"]).max() < LARGEST_GAP


def test_forms_do_not_depend_on_colour() -> None:
    seen, expected = random_patches()
    swapped = run_form_network(seen[..., ::-1], expected[..., ::-1])
    assert np.abs(swapped - run_form_network(seen, expected)).max() < LARGEST_GAP


@pytest.mark.parametrize("run", [run_first_network, run_close_network])
def test_patches_are_answered_alike_alone_and_together(run: Callable[[np.ndarray, np.ndarray], Answers]) -> None:
    seen, expected = random_patches()
    together, alone = run(seen, expected), run(seen[5:6], expected[5:6])
    assert np.abs(together.presence[5] - alone.presence[0]).max() < LARGEST_GAP
    assert np.abs(together.masks[5] - alone.masks[0]).max() < LARGEST_GAP


@pytest.mark.parametrize("count", [1, 2, 3, 17, 32])
def test_each_patch_has_its_own_answer_in_any_batch(count: int) -> None:
    seen, expected = (patches[:count] for patches in random_patches())
    answers, alone = (
        run_first_network(seen, expected),
        [run_first_network(seen[k : k + 1], expected[k : k + 1]) for k in range(count)],
    )
    assert len(answers.odd) == count
    assert np.abs(answers.presence - np.concatenate([each.presence for each in alone])).max() < LARGEST_GAP
    assert np.abs(answers.colours - np.concatenate([each.colours for each in alone])).max() < LARGEST_GAP


def test_no_patches_have_no_forms() -> None:
    seen, expected = (patches[:0] for patches in random_patches())
    assert run_form_network(seen, expected).shape == (0, FORM_NUMBERS)


def test_networks_are_loaded_in_all_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    load_networks()
    load_networks()
    monkeypatch.setattr("referee.reader.networks._read_network", dict[str, int]().__getitem__)  # nothing more is to be read
    for look in (run_first_network, run_close_network, run_form_network):
        look(*random_patches())


def test_failed_loading_does_not_block(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(kind: str) -> None:
        raise MemoryError

    monkeypatch.setattr("referee.reader.networks._read_network", refuse)
    both = Barrier(2)
    with ThreadPoolExecutor(2) as threads:
        loading = [threads.submit(_load_all, both) for _ in range(2)]
        assert all(each.exception(timeout=10) for each in loading)


def test_masks_mark_what_lies_on_the_hex_itself_however_bold_the_network_is() -> None:
    logits = np.full((3, 14, 14), -12, np.float32)
    logits[:2, 6:8, 6:8] = np.array([[-1], [4]])[..., None]
    logits[:, 6:8, 12:] = 5  # the neighbour's
    shy, bold, none = own_masks(logits)
    assert np.allclose(np.stack([shy, bold])[:, 6:8, 6:8], 1)
    assert np.abs(shy - bold).max() < 0.01
    assert max(none.max(), shy[:, 12:].max()) < 0.01


def test_weights_are_one_small_file() -> None:
    assert len((files("referee.reader") / WEIGHTS).read_bytes()) < MOST_BYTES
