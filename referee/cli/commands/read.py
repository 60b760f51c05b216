"""`terranova read`: reads the pieces on every hex of a photographed board, with confidences."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli.click_types import BoardName, FileName, WholeNumber, input_files, make_command, option
from referee.cli.geometry_options import Length
from referee.cli.output import ANSWER_IS_NO, DONE, Output, answer_each
from referee.files.json_input import STANDARD_INPUT, read_standard_input
from referee.layout.papers import PAPERS, PrintChoice, check_choice, find_paper
from referee.words.problems import Problem
from referee.words.texts import text

if TYPE_CHECKING:
    from referee.formats.positions import GivenPosition, JsonObject
    from referee.formats.profiles import Profile
    from referee.formats.readings import Reading
    from referee.reader.read_photo import ReadOptions, Snapshot
    from referee.rules.position import Position

PROGRESS_FROM = 2  # photos
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
) -> int:
    """Read the photos one at a time, printing each result before opening the next; with --together, combine them."""
    _check_address_space()
    from calibration.runtime import configure_runtime

    configure_runtime()
    from referee.reader.read_photo import ReadOptions

    check_choice(PrintChoice(find_paper(paper) if paper else USUAL.paper, hex_mm))
    before = _open_before(after, players) if after else None
    seats = len(before.position.players) if before else players
    options = ReadOptions(board, paper, hex_mm, seats, _open_profile(profile) if profile else None)
    numbers = iter(range(1, len(photos) + 1))

    def read_one(path: str) -> Snapshot:
        if len(photos) >= PROGRESS_FROM:
            output.write_message(text("read.progress", number=next(numbers), count=len(photos), photo=path))
        snapshot = _read(path, options)
        if overlay:
            _write_overlay(snapshot, _overlay_path(overlay, path, len(photos)))
        if explain:
            _explain(snapshot, Path(explain), path)
        return snapshot

    def answer(path: str) -> int:
        snapshot = read_one(path)
        return _send(output, snapshot.reading, snapshot.position, path, before, strict)

    def answer_together(paths: str) -> int:
        from referee.reader.together import join_readings, position_shown

        snapshots = [read_one(path) for path in photos]
        readings = [snapshot.reading for snapshot in snapshots]
        widest = max((snapshot.position for snapshot in snapshots), key=lambda position: len(position.players))
        joined = join_readings(readings, widest, photos)
        sizes = [
            {"file": path, "width": reading.width, "height": reading.height}
            for path, reading in zip(photos, readings, strict=True)
        ]
        return _send(output, joined, position_shown(widest, joined.cells), paths, before, strict, {"photos": sizes})

    if together:
        return answer_each(output, (" ".join(photos),), answer_together)
    return answer_each(output, photos, answer)


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


def _read(path: str, options: ReadOptions) -> Snapshot:
    from calibration.limits import MAX_BYTES
    from referee.reader.read_photo import read_photo, read_photo_bytes

    if path == STANDARD_INPUT:
        return read_photo_bytes(read_standard_input(MAX_BYTES + 1), path, options)
    return read_photo(Path(path), options)


def _send(
    output: Output,
    reading: Reading,
    position: Position,
    path: str,
    before: GivenPosition | None,
    strict: bool,
    more: JsonObject | None = None,
) -> int:
    from referee.formats.positions import GivenPosition
    from referee.formats.readings import reading_to_json

    explained = None
    if before is not None:
        from referee.reader.remember import remember

        remembered = remember(reading, before.position, path)
        reading, position, explained = remembered.reading, remembered.position, remembered.explained
    if output.as_json:
        written = reading_to_json(reading, position, output.language)
        if before is not None and explained is not None:
            from referee.formats.explanations import remembered_to_json

            given = GivenPosition(position, before.board_name)
            written = remembered_to_json(written, given, explained, output.language)
        output.write_json({**written, **(more or {})})
    else:
        from referee.cli.terminal.readings import draw_explanations, draw_reading

        output.write_lines(draw_reading(reading, position, path, output.screen, output.language))
        if explained is not None:
            output.write_lines("\n" + draw_explanations(explained, position.board, output.language))
    return ANSWER_IS_NO if strict and reading.doubtful else DONE


def _overlay_path(overlay: str, photo: str, count: int) -> Path:
    """Return the path of a photo's overlay: `overlay` itself for a single photo, else a file in that folder."""
    path = Path(overlay)
    if count == 1 and not os.path.isdir(path):
        return path
    return path / f"{_stem(photo)}-overlay.jpg"


def _stem(photo: str) -> str:
    return "photo" if photo == STANDARD_INPUT else Path(photo).stem


def _write_overlay(snapshot: Snapshot, path: Path) -> None:
    from referee.files.atomic_write import write_file_whole
    from referee.reader.overlay import draw_overlay

    _make_folder(path.parent)
    kind = "png" if path.suffix.lower() == ".png" else "jpg"
    write_file_whole(path, draw_overlay(snapshot.overlaid, kind))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError):
        raise Problem("cannot-write", text("cli.cannot_write", file=str(folder))) from None


def _explain(snapshot: Snapshot, folder: Path, photo: str) -> None:
    from referee.reader.explain import write_diagnostics

    _make_folder(folder)
    write_diagnostics(snapshot.diagnostics, folder, _stem(photo))
