"""Read a folder of photos through the club's readers, and append the results to a file that a later run continues.

An archive queues at most as many photos at a time as a single game is allowed, so that players' photos are hardly delayed.
Each result is one line, written as soon as it arrives. Photos with a result are read again only if their bytes have changed or
the reading failed for a reason unrelated to the photo.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import file_digest, sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import select

from referee.formats.positions import PROBLEM
from referee.words.problems import Problem
from referee.words.texts import text
from web.club.archive_results import Results
from web.club.photo_queue import MOST_WAITING_EACH, QueuedJobs
from web.club.schema import incoming, loose_photos
from web.games.detailed_problems import problem_answer
from web.games.store import Store
from web.photos.tasks import PhotoTask

ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"})
MOST_BYTES = 32 * 2**20  # as for photos from phones
LOOK_SECONDS = 0.25
AGAIN_SECONDS = 1.0
CLIENT = f"archive {os.urandom(8).hex()}"  # an archive takes turns with the tables like another client


@dataclass(frozen=True, slots=True)
class Counts:
    """Progress of an archive: the numbers of photos in the folder, results of earlier runs, results of this run, and failures."""

    photos: int
    known: int
    answered: int
    failed: int

    @property
    def left(self) -> int:
        """The number of photos without a result."""
        return self.photos - self.known - self.answered


@dataclass(slots=True)
class _Waiting:
    file: str
    digest: str


@dataclass(slots=True)
class Archive:
    """One run over a folder. `report` is called regularly with the counts, and with a problem while the run has to wait."""

    store: Store
    jobs: QueuedJobs
    folder: Path
    results_path: Path
    options: Mapping[str, Any]
    language: str
    report: Callable[[Counts, Problem | None], None]
    _waiting: dict[str, _Waiting] = field(default_factory=dict)
    _forgotten: list[str] = field(default_factory=list)  # photos whose answers were deleted, as after an hour's sleep
    _counts: Counts = Counts(0, 0, 0, 0)

    def run(self) -> Counts:
        """Read all photos without a result and return the counts.

        Raise a Problem if the folder does not exist, or if the results file cannot be used.
        """
        photos = find_photos(self.folder)
        self._counts = Counts(len(photos), 0, 0, 0)
        with closing(Results(self.results_path)) as results, TemporaryDirectory(prefix="terranova-archive-") as folder:
            try:
                for file in photos:
                    self._take(file, results, Path(folder))
                while self._waiting or self._forgotten:
                    self._finish(results, Path(folder))
            finally:
                self._give_up_waiting()
        return self._counts

    def _finish(self, results: Results, folder: Path) -> None:
        if self._forgotten:
            self._take(self._forgotten.pop(), results, folder)
        else:
            self._collect(results)

    def _take(self, file: str, results: Results, folder: Path) -> None:
        try:
            data, digest = read_photo(self.folder / file)
        except OSError:
            self._write(results, file, "", problem_answer(Problem("cannot-read", text("cli.cannot_read", source=file))))
            return
        earlier = results.earlier.get(file)
        if earlier is not None and earlier.digest == digest and earlier.is_final:
            self._count(known=1, failed=int(earlier.problem is not None))
        elif (line := results.find(digest)) is not None:  # the same photo under another name
            self._write_line(results, {**line, "file": file})
        elif data is None:
            problem = Problem("too-large", text("serve.photo_too_large", megabytes=MOST_BYTES // 2**20))
            self._write(results, file, digest, problem_answer(problem))
        elif all(waiting.digest != digest for waiting in self._waiting.values()):
            self._submit(file, digest, data, results, folder)
        else:
            while any(waiting.digest == digest for waiting in self._waiting.values()):
                self._collect(results)
            self._take(file, results, folder)

    def _submit(self, file: str, digest: str, data: bytes, results: Results, folder: Path) -> None:
        while len(self._waiting) >= MOST_WAITING_EACH:
            self._collect(results)
        task = PhotoTask(self.options, CLIENT)
        path = folder / "next.photo"
        while True:
            path.write_bytes(data)  # submitting moves the file
            try:
                self._waiting[self.jobs.submit(task, path)] = _Waiting(file, digest)
                return
            except Problem as problem:
                self._wait_for_the_club(problem, results)

    def _wait_for_the_club(self, problem: Problem, results: Results) -> None:
        if problem.slug == "too-many-photos" and self._waiting:
            self._collect(results)
        else:
            self.report(self._counts, problem)
            time.sleep(AGAIN_SECONDS)

    def _collect(self, results: Results) -> None:
        """Write the results that have arrived; sleep briefly if there are none.

        Photos whose answers the club has deleted are noted, so that they are queued again.
        """
        try:
            with self.store.reading() as connection:
                own = loose_photos.c.id.in_(list(self._waiting))
                rows = connection.execute(select(loose_photos.c.id, loose_photos.c.answer).where(own)).all()
        except Problem as problem:
            self.report(self._counts, problem)
            time.sleep(AGAIN_SECONDS)
            return
        self._forgotten += [self._waiting.pop(photo_id).file for photo_id in set(self._waiting) - {row.id for row in rows}]
        answered = [row for row in rows if row.answer is not None]
        for row in answered:
            waiting = self._waiting.pop(row.id)
            self._write(results, waiting.file, waiting.digest, json.loads(row.answer))
        self.report(self._counts, None)
        if not answered:
            time.sleep(LOOK_SECONDS)

    def _write(self, results: Results, file: str, digest: str, answer: Mapping[str, Any]) -> None:
        if "reading" in answer:
            line = dict(answer["reading"])
        else:
            message = answer["messages"][self.language]
            line = {"format": PROBLEM, "problem": answer["problem"], "message": message}
        self._write_line(results, {**line, "file": file, "sha256": digest})

    def _write_line(self, results: Results, line: Mapping[str, Any]) -> None:
        results.append(line)
        self._count(answered=1, failed=int("problem" in line))

    def _count(self, known: int = 0, answered: int = 0, failed: int = 0) -> None:
        now = self._counts
        self._counts = Counts(now.photos, now.known + known, now.answered + answered, now.failed + failed)

    def _give_up_waiting(self) -> None:
        """Delete the photos that are still waiting from the queue if the run ends early."""
        if self._waiting:
            with contextlib.suppress(Problem), self.store.writing("archive") as connection:
                for table in (incoming, loose_photos):
                    connection.execute(table.delete().where(table.c.id.in_(list(self._waiting))))


def read_photo(path: Path) -> tuple[bytes | None, str]:
    """Return the bytes of a file, or None if there are more than MOST_BYTES, and the hash of all its bytes."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
        if len(data) <= MOST_BYTES:
            return data, sha256(data).hexdigest()
        file.seek(0)
        return None, file_digest(file, sha256).hexdigest()


def find_photos(folder: Path) -> list[str]:
    """Return the paths of the photos below a folder, sorted and relative to the folder; leave out hidden ones, pipes and devices.

    Raise a Problem if the folder does not exist.
    """
    if not folder.is_dir():
        raise Problem("no-such-folder", text("serve.archive_no_folder", folder=str(folder)))
    found = []
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        named = (Path(place) / name for name in files if Path(name).suffix.lower() in ENDINGS and name[0] != ".")
        found += [path.relative_to(folder).as_posix() for path in named if path.is_file() or not path.exists()]
    return sorted(found)
