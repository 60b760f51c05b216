"""`terranova reader`: read the photos of a club on this computer, until interrupted."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
from pathlib import Path

from referee.cli.click_types import OneOf, WholeNumber, make_command, option
from referee.cli.output import DONE, Output
from referee.words.texts import text

MOST_PROCESSES = 64


@make_command(
    "reader",
    about=text("serve.about_reader"),
    examples=(
        "terranova reader --database postgresql://club@db.example.org/club",
        "terranova reader --database postgresql:///club --processes 2",
    ),
)
@option("--database", metavar="URL", required=True, envvar="TERRANOVA_DATABASE", about=text("serve.option_reader_database"))
@option("--pictures", metavar="URL", envvar="TERRANOVA_PICTURES", about=text("serve.option_pictures"))
@option("--picture-quota", type=WholeNumber(1, 1_000_000), default=20, metavar="GB", about=text("serve.option_picture_quota"))
@option("--processes", type=WholeNumber(1, MOST_PROCESSES), about=text("serve.option_processes"))
@option(
    "--log-format",
    type=OneOf(("text", "json")),
    default="text",
    envvar="TERRANOVA_LOG_FORMAT",
    about=text("serve.option_reader_log_format"),
)
def command(
    output: Output, database: str, pictures: str | None, picture_quota: int, processes: int | None, log_format: str
) -> int:
    """Read photos until interrupted."""
    from referee.boards.library import use_data_folder
    from web.site.companion import open_club
    from web.site.logs import LogFormat, log_to_stderr

    log_to_stderr(LogFormat(log_format))
    store = open_club(database)  # a wrong address is reported at once; a server that answers later is waited for
    from web.club.pictures import open_pictures
    from web.club.readers import ReaderConfig, Readers

    try:
        open_pictures(pictures, store)
    finally:
        store.close()

    count = processes or os.cpu_count() or 1
    with tempfile.TemporaryDirectory(prefix="terranova-boards-") as folder:
        use_data_folder(Path(folder))
        readers = Readers(ReaderConfig(database, pictures, count, picture_quota=picture_quota))
        readers.start()
        _announce(output, store.engine.url.render_as_string(hide_password=True), count)
        _wait_for_signal()
        readers.stop()
    return DONE


def _announce(output: Output, database: str, processes: int) -> None:
    if output.as_json:
        output.write_json({"format": "terranova-reader/1", "database": database, "processes": processes})
    else:
        output.write_message(text("serve.reader_runs", database=database, processes=processes))


def _wait_for_signal() -> None:
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    while not stopped.wait(1.0):
        pass
