"""`terranova read`: read the pieces on every hex of a photographed board, with confidences."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from referee.cli.click_types import BoardName, FileName, WholeNumber, input_files, make_command, option
from referee.cli.geometry_options import Length
from referee.cli.output import ANSWER_IS_NO, DONE, Output, answer_each
from referee.cli.photo_requests import PhotoRead, PhotoRequest, explained_by, stems_of
from referee.files.json_input import STANDARD_INPUT, read_standard_input
from referee.layout.papers import PAPERS, PrintChoice, check_choice, find_paper
from referee.words.problems import Problem
from referee.words.texts import text

if TYPE_CHECKING:
    from referee.formats.positions import GivenPosition, JsonObject
    from referee.formats.profiles import Profile

PROGRESS_FROM = 2  # photos
MOST_JOBS = 64
USUAL = PrintChoice()
LEAST_ADDRESS_BYTES = 1000 * 2**20  # with less, libraries crash without a message


@make_command(
    "read",
    about=text("read.about"),
    examples=(
        "terranova read table.jpg",
        "terranova read *.jpg --json --overlay overlays",
        "terranova read table.jpg --players 2 --strict",
        "terranova read table.jpg --after game.json --json",
        "terranova read left.jpg right.jpg --together",
        "terranova read table.jpg --profile ours.json",
        "terranova read evening/*.jpg --json --jobs 4",
    ),
)
@input_files("photos", "PHOTO...")
@option("--board", type=BoardName(), default=None, about=text("read.option_board"))
@option("--paper", metavar="|".join(PAPERS), default=None, about=text("read.option_paper"))
@option("--hex", "hex_mm", type=Length(), default=None, about=text("read.option_hex"))
@option("--players", type=WholeNumber(2, 4), default=None, about=text("read.option_players"))
@option("--after", type=FileName(), metavar="POSITION.json", default=None, about=text("read.option_after"))
@option("--profile", type=FileName(), metavar="FILE", default=None, about=text("read.option_profile"))
@option("--together", is_flag=True, about=text("read.option_together"))
@option("--overlay", type=FileName(), metavar="OUT", default=None, about=text("read.option_overlay"))
@option("--explain", type=FileName(), metavar="DIR", default=None, about=text("read.option_explain"))
@option("--strict", is_flag=True, about=text("read.option_strict"))
@option("--jobs", type=WholeNumber(1, MOST_JOBS), default=1, about=text("read.option_jobs"))
def command(
    output: Output,
    photos: tuple[str, ...],
    board: str | None,
    paper: str | None,
    hex_mm: float | None,
    players: int | None,
    after: str | None,
    profile: str | None,
    together: bool,
    overlay: str | None,
    explain: str | None,
    strict: bool,
    jobs: int,
) -> int:
    """Read the photos one at a time, printing each result before opening the next, or several at a time with --jobs.

    With --together, the photos show the same board, and their readings are joined into one result.
    """
    _check_address_space()
    from calibration.runtime import configure_runtime

    configure_runtime()
    from calibration.limits import MAX_BYTES
    from referee.reader.read_photo import ReadOptions

    check_choice(PrintChoice(find_paper(paper) if paper else USUAL.paper, hex_mm))
    before = _open_before(after, players) if after else None
    seats = len(before.position.players) if before else players
    options = ReadOptions(board, paper, hex_mm, seats, _open_profile(profile) if profile else None)
    request = PhotoRequest(options, stems_of(photos), None if together else before, overlay, explain)
    request.refuse_overwriting_photos()
    numbers = iter(range(1, len(photos) + 1))

    def report_begun(path: str) -> None:
        if len(photos) >= PROGRESS_FROM:
            output.write_message(text("read.progress", number=next(numbers), count=len(photos), photo=path))

    def read_here(path: str) -> PhotoRead:
        report_begun(path)
        return request.read(path, read_standard_input(MAX_BYTES + 1) if path == STANDARD_INPUT else None)

    def answer_all(read_next: Callable[[str], PhotoRead]) -> int:
        if together:
            return answer_each(output, (" ".join(photos),), partial(_answer_together, output, photos, read_next, before, strict))
        return answer_each(output, photos, lambda path: _send(output, read_next(path), path, strict, before))

    if jobs == 1 or len(photos) == 1:
        return answer_all(read_here)
    from referee.cli.reading_processes import ReadingProcesses

    with ReadingProcesses(request, photos, jobs, report_begun) as processes:
        return answer_all(lambda _path: processes.next_photo())


def _answer_together(
    output: Output,
    photos: Sequence[str],
    read_next: Callable[[str], PhotoRead],
    before: GivenPosition | None,
    strict: bool,
    paths: str,
) -> int:
    from referee.reader.join_photos import join_readings, position_shown

    read = [read_next(path) for path in photos]
    readings = [one.reading for one in read]
    widest = max((one.position for one in read), key=lambda position: len(position.players))
    joined = join_readings(readings, widest, photos)
    shown = explained_by(PhotoRead(joined, position_shown(widest, joined.cells)), before, paths)
    sizes = [{"file": path, "width": one.width, "height": one.height} for path, one in zip(photos, readings, strict=True)]
    return _send(output, shown, paths, strict, before, {"photos": sizes})


def _check_address_space() -> None:
    with contextlib.suppress(ImportError):  # not available on Windows
        import resource

        room = resource.getrlimit(resource.RLIMIT_AS)[0]
        if 0 <= room < LEAST_ADDRESS_BYTES:
            raise Problem("out-of-memory", text("cli.out_of_memory"))


def _open_before(path: str, players: int | None) -> GivenPosition:
    from referee.cli.inputs import open_position

    given = open_position(path)
    if players is not None and players != len(given.position.players):
        count = len(given.position.players)
        raise Problem("wrong-players", text("read.after_other_players", file=path, known=count, players=players))
    return given


def _open_profile(path: str) -> Profile:
    from referee.formats.profiles import open_profile
    from referee.reader.profiles import networks_version

    return open_profile(path, networks_version())


def _send(
    output: Output, read: PhotoRead, path: str, strict: bool, before: GivenPosition | None, more: JsonObject | None = None
) -> int:
    if output.as_json:
        output.write_json({**_written(read, before, output.language), **(more or {})})
    else:
        from referee.cli.terminal.readings import draw_explanations, draw_reading

        output.write_lines(draw_reading(read.reading, read.position, path, output.screen, output.language))
        if read.explained is not None:
            output.write_lines("\n" + draw_explanations(read.explained, read.position.board, output.language))
    return ANSWER_IS_NO if strict and read.reading.doubtful else DONE


def _written(read: PhotoRead, before: GivenPosition | None, language: str) -> JsonObject:
    from referee.formats.readings import reading_to_json

    written = reading_to_json(read.reading, read.position, language)
    if before is None or read.explained is None:
        return written
    from referee.formats.explanations import remembered_to_json
    from referee.formats.positions import GivenPosition

    return remembered_to_json(written, GivenPosition(read.position, before.board_name), read.explained, language)
