"""Run the trained networks with cv2.dnn: a small one for most hexes, a closer one for a few, and one for the forms of pieces.

All weights are in one file of the package; docs/MODEL_CARD.md reports how accurate the networks are.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from threading import Barrier, local
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.reader.patches import PATCH_HEXES, table_for_network

WEIGHTS = "weights.zip"
FIRST, CLOSE, FORM = "first", "close", "form"
OUTPUTS = {FIRST: ("answers", "masks"), CLOSE: ("answers", "masks"), FORM: ("forms",)}
FORM_NUMBERS = 12  # dimensions of a form embedding
PRESENCE, COLOURS = 3, 4  # empty, stone, pioneer; red, yellow, blue, green
SURE_LOGIT = 12.0  # of a confident answer
MAX_BATCH = 8  # patches: larger batches are no faster and take more memory
INFERENCE_WORKERS = 2  # threads with networks of their own; more would slow down a cold start
MASK_BLOCKS = 14
BLOCKS_A_HEX = MASK_BLOCKS / PATCH_HEXES
OWN_RADIUS_HEXES = 0.55  # mask blocks farther from the centre may show the neighbours' pieces
LEAST_PEAK = 0.05  # of a mask: anything fainter is no piece
T = TypeVar("T")
Floats = NDArray[np.float32]
Places = NDArray[np.int_]
Rows = slice | Places
_per_thread = local()


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of a network for n patches, as logits, and the masks of their pieces.

    `presence` (n, 3) is empty, stone or pioneer, `colours` (n, 4) the colour of a pioneer, and `odd` (n,) whether the hex is
    hidden or holds two pieces. `masks` (n, 14, 14) shows the position of each hex's own piece, in 0..1 (see `own_masks`).
    """

    presence: Floats
    odd: Floats
    colours: Floats
    masks: Floats

    def part(self, rows: Rows) -> Answers:
        """Return the answers for a selection of the patches."""
        return Answers(self.presence[rows], self.odd[rows], self.colours[rows], self.masks[rows])

    def with_others(self, rows: Places, others: Answers) -> Answers:
        """Return the answers with some rows replaced by those of `others`."""
        out = Answers(np.array(self.presence), np.array(self.odd), np.array(self.colours), np.array(self.masks))
        out.presence[rows], out.odd[rows] = others.presence, others.odd
        out.colours[rows], out.masks[rows] = others.colours, others.masks
        return out

    def blended(self, rows: Places, others: Answers, share: float) -> Answers:
        """Return the answers with those of `others` blended into some rows with the weight `share`."""
        return Answers(
            *(
                _blend(mine, rows, theirs, share)
                for mine, theirs in (
                    (self.presence, others.presence),
                    (self.odd, others.odd),
                    (self.colours, others.colours),
                    (self.masks, others.masks),
                )
            )
        )


def _blend(mine: Floats, rows: Places, theirs: Floats, share: float) -> Floats:
    out = np.array(mine)
    out[rows] += np.float32(share) * (theirs - out[rows])
    return out


def empty_answers(count: int) -> Answers:
    """Return answers that confidently state for each of `count` patches that the hex is empty."""
    presence = np.zeros((count, PRESENCE), np.float32)
    presence[:, 0] = SURE_LOGIT
    return Answers(
        presence,
        np.full(count, -SURE_LOGIT, np.float32),
        np.zeros((count, COLOURS), np.float32),
        np.zeros((count, MASK_BLOCKS, MASK_BLOCKS), np.float32),
    )


def member_name(kind: str) -> str:
    """Return the file name of a network ("first", "close" or "form") in the weights archive."""
    return f"{kind}.onnx"


def load_network(kind: str) -> cv2.dnn.Net:
    """Return a network with the shipped weights, loaded once per thread because threads cannot share a network."""
    networks: dict[str, cv2.dnn.Net] = _per_thread.__dict__.setdefault("networks", {})
    if kind not in networks:
        networks[kind] = _read_network(kind)
    return networks[kind]


def _read_network(kind: str) -> cv2.dnn.Net:
    """Read a network from the weights archive; the engine is pinned because engines support different operations."""
    with (files("referee.reader") / WEIGHTS).open("rb") as shipped, zipfile.ZipFile(shipped) as packed:
        data = packed.read(member_name(kind))
    engine = getattr(cv2.dnn, "ENGINE_NEW", None)
    if engine is None:  # later releases have another name for it
        engine = cv2.dnn.ENGINE_OPENCV  # type: ignore[attr-defined]
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8), engine)


@cache
def _inference_pool() -> ThreadPoolExecutor:
    """Return the pool of inference workers."""
    return ThreadPoolExecutor(INFERENCE_WORKERS, "inference")


@cache
def begin_loading() -> tuple[Future[None], ...]:
    """Start loading all networks in all inference workers, on the first call only; return one future per worker."""
    all_loaded = Barrier(INFERENCE_WORKERS)
    return tuple(_inference_pool().submit(_load_all, all_loaded) for _ in range(INFERENCE_WORKERS))


def load_networks() -> None:
    """Load all networks in all inference workers and wait for completion."""
    for loading in begin_loading():
        loading.result()


def _load_all(all_loaded: Barrier) -> None:
    """Load all networks in this thread, then wait until the other workers have done the same."""
    try:
        for kind in OUTPUTS:
            load_network(kind)
    except BaseException:
        all_loaded.abort()  # do not wait for a worker that failed
        raise
    all_loaded.wait()  # otherwise one thread might run both tasks


def run_first_network(seen: NDArray[np.uint8], expected: NDArray[np.uint8]) -> Answers:
    """Return the first network's answers for patches of photo and print, (n, 56, 56, 3) in RGB relative to white paper."""
    return _as_answers(*_run(FIRST, seen, expected)) if len(seen) else empty_answers(0)


def queue_on_workers(work: Callable[[], T]) -> Future[T]:
    """Queue work other than inference on the inference pool and return its future.

    Another thread would only compete with the inference workers.
    """
    return _inference_pool().submit(work)


def run_close_network(seen: NDArray[np.uint8], expected: NDArray[np.uint8]) -> Answers:
    """Return the answers of the close network, which is more accurate than the first and several times as expensive."""
    return _as_answers(*_run(CLOSE, seen, expected))


def run_close_network_mirrored(seen: NDArray[np.uint8], expected: NDArray[np.uint8]) -> Answers:
    """Return the close network's answers for mirrored patches, with the masks mirrored back.

    The errors of these answers are largely independent of the errors for the original patches.
    """
    across = np.s_[:, :, ::-1]
    answers = run_close_network(seen[across], expected[across])
    return Answers(answers.presence, answers.odd, answers.colours, answers.masks[across])


def run_form_network(seen: NDArray[np.uint8], expected: NDArray[np.uint8]) -> Floats:
    """Return form embeddings (n, 12) of the pieces in patches, which are close together for similar forms of any colour."""
    return _run(FORM, seen, expected)[0] if len(seen) else np.zeros((0, FORM_NUMBERS), np.float32)


def _run(kind: str, seen: NDArray[np.uint8], expected: NDArray[np.uint8]) -> list[Floats]:
    """Run a network on patches, split into batches for the inference workers, and return the network's outputs."""
    batches = [_inference_pool().submit(_forward, kind, seen[part], expected[part]) for part in _batches(len(seen))]
    return [np.concatenate(arrays) for arrays in zip(*(batch.result() for batch in batches), strict=True)]


def _batches(count: int) -> list[slice]:
    """Return slices that divide `count` patches into batches of at most `MAX_BATCH`.

    There is at least one batch per worker if there are enough patches.
    """
    size = min(MAX_BATCH, -(-count // INFERENCE_WORKERS))
    return [slice(first, first + size) for first in range(0, count, size)]


def _as_answers(answers: Floats, masks: Floats) -> Answers:
    own = own_masks(masks.reshape(-1, MASK_BLOCKS, MASK_BLOCKS))
    return Answers(answers[:, :PRESENCE], answers[:, PRESENCE], answers[:, PRESENCE + 1 :], own)


@cache
def _on_own_hex() -> NDArray[np.bool_]:
    """Return a mask (14, 14) of the blocks near enough to the centre to show the hex's own piece."""
    line = (np.arange(MASK_BLOCKS) - (MASK_BLOCKS - 1) / 2) / BLOCKS_A_HEX
    return np.asarray(np.hypot(line[:, None], line[None]) < OWN_RADIUS_HEXES)


def own_masks(masks: Floats) -> Floats:
    """Convert mask logits (n, 14, 14) to the mask of each hex's own piece, relative to the clearest block of the mask.

    The first and the close network differ in how confident their masks are, and neither knows the position of the hex in its
    patch.
    """
    shares = _on_own_hex() / (1 + np.exp(-masks))
    return np.asarray(shares / np.maximum(shares.max((1, 2), keepdims=True), LEAST_PEAK), np.float32)


def _forward(kind: str, seen: NDArray[np.uint8], expected: NDArray[np.uint8]) -> list[Floats]:
    network = load_network(kind)
    network.setInput(table_for_network(seen, expected))
    return [np.asarray(out, np.float32) for out in network.forward(OUTPUTS[kind])]
