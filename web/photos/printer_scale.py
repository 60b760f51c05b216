"""Measure a printer's scale, in a separate process, from a photo of the calibration sheet with a bank card on it.

One photo is measured at a time. The measuring process needs as much memory as the process that reads boards, and is stopped
after its answer.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from referee.words.problems import Problem
from referee.words.texts import Text, text
from web.photos.worker import Worker, WorkerDiedError, WorkerSlowError

MEASURE_SECONDS = 20.0
_SENTENCES: Mapping[str, Text] = {
    "sheet-not-found": text("serve.sheet_not_found"),
    "card-not-found": text("serve.card_not_found"),
    "card-crooked": text("serve.card_crooked"),
    "mirrored": text("serve.photo_mirrored"),
    "too-many-pixels": text("serve.photo_too_heavy"),
    "not-a-picture": text("serve.photo_not_a_picture"),
    "heic-missing": text("serve.photo_heic"),
}
_UNREADABLE = text("serve.photo_damaged")


class PrinterScale:
    """The measurement of a printer's scale from photos, one at a time."""

    def __init__(self, start_worker: Callable[[], Worker]) -> None:
        self._start_worker = start_worker
        self._in_use = threading.Lock()

    def measure(self, path: Path) -> str:
        """Return the printed length in mm of a nominal 100 mm, across and down the page, as text for `parse_measured`.

        Raise a Problem if the photo cannot be measured or another one is being measured. The photo is deleted in any case.
        """
        try:
            if not self._in_use.acquire(blocking=False):
                raise Problem("printing-busy", text("web.print_busy"))
            try:
                return self._ask(path)
            finally:
                self._in_use.release()
        finally:
            path.unlink(missing_ok=True)

    def _ask(self, path: Path) -> str:
        try:
            worker = self._start_worker()
            try:
                answer = worker.ask({"task": "measure", "path": str(path)}, MEASURE_SECONDS)
            finally:
                worker.stop()
        except (OSError, WorkerDiedError, WorkerSlowError):
            raise Problem("damaged-picture", _UNREADABLE) from None
        if "measured" not in answer:
            slug = str(answer.get("problem", "damaged-picture"))
            raise Problem(slug, _SENTENCES.get(slug, _UNREADABLE))
        return str(answer["measured"])
