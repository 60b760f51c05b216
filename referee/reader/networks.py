"""Runs the trained networks with cv2.dnn: a small one that looks at every hex, one that looks closer at a few, and one that
tells the forms of things. The weights of all are one file in the package; their figures stand in docs/MODEL_CARD.md. Knows
neither photos nor boards.
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

from calibration.processors import pin_threads
from referee.reader.patches import PATCH_HEXES, table_for_network

WEIGHTS = "weights.zip"
FIRST, CLOSE, FORM = "first", "close", "form"
OUTPUTS = {FIRST: ("answers", "masks"), CLOSE: ("answers", "masks"), FORM: ("forms",)}
FORM_NUMBERS = 12  # that tell a form
PRESENCE, COLOURS = 3, 4  # empty, stone, pioneer; red, yellow, blue, green
SURE_LOGIT = 12.0  # a logit
MAX_BATCH = 8  # patches: more are no faster, and take more memory
INFERENCE_WORKERS = 2  # threads, each with networks of its own: with more of them a cold start would load longer
MASK_BLOCKS = 14
BLOCKS_A_HEX = MASK_BLOCKS / PATCH_HEXES
OWN_RADIUS_HEXES = 0.55  # from a hex's middle: masks mark what lies there, beyond it the neighbours' things as well
LEAST_PEAK = 0.05  # of a mask: what is fainter marks nothing
T = TypeVar("T")
Floats = NDArray[np.float32]
Places = NDArray[np.int_]
Rows = slice | Places
_per_thread = local()


@dataclass(frozen=True, slots=True)
class Answers:
    """Logits for n patches: presence (n, 3) empty, stone, pioneer; odd (n,); colours (n, 4); and `own_masks`, (n, 14, 14)."""

    presence: Floats
    odd: Floats
    colours: Floats
    masks: Floats

    def part(self, rows: Rows) -> Answers:
        """Return the answers for some of the patches."""
        return Answers(self.presence[rows], self.odd[rows], self.colours[rows], self.masks[rows])

    def with_others(self, rows: Places, others: Answers) -> Answers:
        """Return the answers with those of `others` in place of some."""
        out = Answers(np.array(self.presence), np.array(self.odd), np.array(self.colours), np.array(self.masks))
        out.presence[rows], out.odd[rows] = others.presence, others.odd
        out.colours[rows], out.masks[rows] = others.colours, others.masks
        return out

    def blended(self, rows: Places, others: Answers, share: float) -> Answers:
        """Return the answers with those of `others` mixed in for some of the patches, of which they make up the share `say`."""
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
    """Return what the first network usually answers of patches on which nothing lies."""
    presence = np.zeros((count, PRESENCE), np.float32)
    presence[:, 0] = SURE_LOGIT
    return Answers(
        presence,
        np.full(count, -SURE_LOGIT, np.float32),
        np.zeros((count, COLOURS), np.float32),
        np.zeros((count, MASK_BLOCKS, MASK_BLOCKS), np.float32),
    )


def member_name(kind: str) -> str:
    """Under which name the weights of the "first", the "close" or the "form" network lie in the file."""
    return f"{kind}.onnx"


def load_network(kind: str) -> cv2.dnn.Net:
    """Load the shipped weights once a thread: a network can look at one thing at a time."""
    networks: dict[str, cv2.dnn.Net] = _per_thread.__dict__.setdefault("networks", {})
    if kind not in networks:
        networks[kind] = _read_network(kind)
    return networks[kind]


def _read_network(kind: str) -> cv2.dnn.Net:
    """Read the weights, with the engine pinned: the engines differ in what they can run."""
    with (files("referee.reader") / WEIGHTS).open("rb") as shipped, zipfile.ZipFile(shipped) as packed:
        data = packed.read(member_name(kind))
    engine = getattr(cv2.dnn, "ENGINE_NEW", None)
    if engine is None:  # later releases call the same engine by another name
        engine = cv2.dnn.ENGINE_OPENCV  # type: ignore[attr-defined]
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8), engine)


@cache
def _inference_pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(INFERENCE_WORKERS, "inference", pin_threads(INFERENCE_WORKERS))


@cache
def begin_loading() -> tuple[Future[None], ...]:
    """Load all in all threads that look, while the caller goes on."""
    all_loaded = Barrier(INFERENCE_WORKERS)
    return tuple(_inference_pool().submit(_load_all, all_loaded) for _ in range(INFERENCE_WORKERS))


def load_networks() -> None:
    """Load all in all threads that look, so that nobody waits for them later."""
    for loading in begin_loading():
        loading.result()


def _load_all(all_loaded: Barrier) -> None:
    try:
        for kind in OUTPUTS:
            load_network(kind)
    except BaseException:
        all_loaded.abort()  # nobody waits for who will not come
        raise
    all_loaded.wait()  # or one thread would take the task of the other


def run_first_network(seen: NDArray[np.uint8], expected: NDArray[np.uint8]) -> Answers:
    """Answer for (n, 56, 56, 3) patches of photo and print, both in units of white paper, RGB."""
    return _as_answers(*_run(FIRST, seen, expected)) if len(seen) else empty_answers(0)


def queue_on_workers(work: Callable[[], T]) -> Future[T]:
    """Do other work in a thread that looks, before what is begun after it: a third thread would only take turns with those."""
    return _inference_pool().submit(work)


def run_close_network(seen: NDArray[np.uint8], expected: NDArray[np.uint8]) -> Answers:
    """Answer like `run_first_network`, better and at a multiple of the price."""
    return _as_answers(*_run(CLOSE, seen, expected))


def run_close_network_mirrored(seen: NDArray[np.uint8], expected: NDArray[np.uint8]) -> Answers:
    """Answer like `run_close_network`, from each patch's mirror image."""
    across = np.s_[:, :, ::-1]
    answers = run_close_network(seen[across], expected[across])
    return Answers(answers.presence, answers.odd, answers.colours, answers.masks[across])


def run_form_network(seen: NDArray[np.uint8], expected: NDArray[np.uint8]) -> Floats:
    """Return what forms the things in patches have, (n, 12): the nearer to each other, the more alike, whatever their colours."""
    return _run(FORM, seen, expected)[0] if len(seen) else np.zeros((0, FORM_NUMBERS), np.float32)


def _run(kind: str, seen: NDArray[np.uint8], expected: NDArray[np.uint8]) -> list[Floats]:
    batches = [_inference_pool().submit(_forward, kind, seen[part], expected[part]) for part in _batches(len(seen))]
    return [np.concatenate(arrays) for arrays in zip(*(batch.result() for batch in batches), strict=True)]


def _batches(count: int) -> list[slice]:
    """Parts of a number of patches, small enough, and one at least for each thread."""
    size = min(MAX_BATCH, -(-count // INFERENCE_WORKERS))
    return [slice(first, first + size) for first in range(0, count, size)]


def _as_answers(answers: Floats, masks: Floats) -> Answers:
    own = own_masks(masks.reshape(-1, MASK_BLOCKS, MASK_BLOCKS))
    return Answers(answers[:, :PRESENCE], answers[:, PRESENCE], answers[:, PRESENCE + 1 :], own)


@cache
def _on_own_hex() -> NDArray[np.bool_]:
    """Return which blocks of a mask lie on its hex."""
    line = (np.arange(MASK_BLOCKS) - (MASK_BLOCKS - 1) / 2) / BLOCKS_A_HEX
    return np.asarray(np.hypot(line[:, None], line[None]) < OWN_RADIUS_HEXES)


def own_masks(masks: Floats) -> Floats:
    """From logits of masks (n, 14, 14) where each hex's own thing lies: shares of the clearest block, which is 1.

    The networks are not equally bold, and neither knows where in a patch it looks.
    """
    shares = _on_own_hex() / (1 + np.exp(-masks))
    return np.asarray(shares / np.maximum(shares.max((1, 2), keepdims=True), LEAST_PEAK), np.float32)


def _forward(kind: str, seen: NDArray[np.uint8], expected: NDArray[np.uint8]) -> list[Floats]:
    network = load_network(kind)
    network.setInput(table_for_network(seen, expected))
    return [np.asarray(out, np.float32) for out in network.forward(OUTPUTS[kind])]
