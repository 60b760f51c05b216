"""`terranova archive`: read a folder of photos with the readers of a club, continuing where an earlier call ended."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from referee.cli.click_types import BoardName, FileName, WholeNumber, argument, make_command, option, output_option
from referee.cli.output import DONE, INPUT_AT_FAULT, Output
from referee.words.problems import Problem
from referee.words.texts import text

RESULTS = "terranova-readings.jsonl"
REPORT_SECONDS = 5.0


@make_command(
    "archive",
    about=text("serve.about_archive"),
    examples=(
        "terranova archive photos --database postgresql:///club",
        "terranova archive photos --database postgresql:///club -o results.jsonl",
    ),
)
@argument("folder", "DIR", type=FileName())
@option("--database", metavar="URL", required=True, envvar="TERRANOVA_DATABASE", about=text("serve.option_reader_database"))
@option("--board", type=BoardName(), default=None, about=text("read.option_board"))
@option("--players", type=WholeNumber(2, 4), default=None, about=text("read.option_players"))
@output_option(text("serve.option_archive_output"))
def command(output: Output, folder: str, database: str, board: str | None, players: int | None, output_path: str | None) -> int:
    """Read all photos in a folder, except those with a result from an earlier call, and append the results to a file."""
    from web.site.companion import open_club

    store = open_club(database)
    from web.club.archive import Archive
    from web.club.photo_queue import QueuedJobs
    from web.games.photo_shelf import PhotoShelf

    results = Path(output_path) if output_path else Path(folder) / RESULTS
    options = {name: value for name, value in (("board", board), ("players", players)) if value is not None}
    try:
        with tempfile.TemporaryDirectory(prefix="terranova-archive-") as scratch:
            jobs = QueuedJobs(store, PhotoShelf(store, Path(scratch)), None)
            progress = _Progress(output, jobs)
            counts = Archive(store, jobs, Path(folder), results, options, output.language, progress.report).run()
    finally:
        store.close()
    if output.as_json:
        output.write_json(_summary(counts, results))
    else:
        output.write_message(
            text("serve.archive_done", n=counts.answered, known=counts.known, failed=counts.failed, file=str(results))
        )
    return INPUT_AT_FAULT if counts.failed else DONE


def _summary(counts: Any, results: Path) -> dict[str, object]:
    return {
        "format": "terranova-archive/1",
        "file": str(results),
        "photos": counts.photos,
        "known": counts.known,
        "answered": counts.answered,
        "failed": counts.failed,
    }


class _Progress:
    """A reporter of the progress of reading a folder, on standard error."""

    def __init__(self, output: Output, jobs: Any) -> None:
        self._output, self._jobs = output, jobs
        self._begun = self._last = time.monotonic()
        self._problem: str | None = None

    def report(self, counts: Any, problem: Problem | None) -> None:
        """Report a new problem at once and, every few seconds, the counts, with a message if no reader is running."""
        slug = problem.slug if problem else None
        if problem is not None and slug != self._problem:
            self._output.write_message(problem.message)
        self._problem = slug
        now = time.monotonic()
        if now - self._last < REPORT_SECONDS:
            return
        self._last = now
        if self._jobs.missing is not None:
            self._output.write_message(text("serve.no_reader_runs"))
        per_minute = round(60 * counts.answered / (now - self._begun))
        done = counts.known + counts.answered
        self._output.write_message(
            text("serve.archive_progress", done=done, n=counts.photos, failed=counts.failed, speed=per_minute)
        )
