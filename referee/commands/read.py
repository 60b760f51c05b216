"""`terranova read`: what lies on every hex of a photographed board, and how sure that is."""
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.commands.reply import ANSWER_IS_NO, DONE, Reply, answer_each
from referee.commands.shape import BoardName, OneOf, Whole, input_files, make_command, option
from referee.texts import text

if TYPE_CHECKING:
    from referee.snapshots import Snapshot

LEAST_HEX_MM, MOST_HEX_MM = 10, 60
PROGRESS_FROM = 2       # photos


@make_command(
    "read",
    about=text("read.about"),
    examples=("terranova read table.jpg", "terranova read *.jpg --json --overlay overlays", "terranova read table.jpg --players 2 --strict"),
)
@input_files("photos", "PHOTO...")
@option("--board", type=BoardName(), default=None, about=text("read.option_board"))
@option("--paper", type=OneOf(("A4", "Letter", "Legal", "A3", "Tabloid")), default=None, about=text("read.option_paper"))
@option("--hex", "hex_mm", type=click.FloatRange(LEAST_HEX_MM, MOST_HEX_MM), metavar="MM", default=None, about=text("read.option_hex"))
@option("--players", type=Whole(2, 4), default=None, about=text("read.option_players"))
@option("--overlay", type=click.Path(), metavar="OUT", default=None, about=text("read.option_overlay"))
@option("--explain", type=click.Path(), metavar="DIR", default=None, about=text("read.option_explain"))
@option("--strict", is_flag=True, about=text("read.option_strict"))
def command(
    reply: Reply, photos: tuple[str, ...], board: str | None, paper: str | None, hex_mm: float | None, players: int | None,
    overlay: str | None, explain: str | None, strict: bool,
) -> int:
    """Reads one photo after the other."""
    from referee.snapshots import ReadOptions, read_photo

    options = ReadOptions(board, paper, hex_mm, players)
    done = 0

    def answer(path: str) -> int:
        nonlocal done
        done += 1
        if len(photos) >= PROGRESS_FROM and not reply.as_json:
            reply.tell(text("read.progress", number=done, count=len(photos), photo=path))
        snapshot = read_photo(Path(path), options)
        if overlay:
            _write_overlay(snapshot, _overlay_path(overlay, path, len(photos)))
        if explain:
            from referee.vision.explain import explain_snapshot
            explain_snapshot(snapshot.explained, Path(explain), Path(path).stem)
        _send(reply, snapshot, path)
        return ANSWER_IS_NO if strict and snapshot.reading.doubtful else DONE

    return answer_each(reply, photos, answer)


def _send(reply: Reply, snapshot: Snapshot, path: str) -> None:
    if reply.as_json:
        from referee.formats_reading import reading_to_json
        reply.send_json(reading_to_json(snapshot.reading, snapshot.position, reply.language))
        return
    from referee.terminal_reading import draw_reading
    reply.send(draw_reading(snapshot.reading, snapshot.position, path, reply.screen, reply.language))


def _overlay_path(overlay: str, photo: str, count: int) -> Path:
    """A file for one photo; for several, or where a folder stands, a folder with a file for each."""
    path = Path(overlay)
    if count == 1 and not path.is_dir():
        return path
    return path / f"{Path(photo).stem}-overlay.jpg"


def _write_overlay(snapshot: Snapshot, path: Path) -> None:
    from referee.vision.overlay import draw_overlay
    from referee.whole_files import write_file_whole

    if path.parent != Path():
        path.parent.mkdir(parents=True, exist_ok=True)
    kind = "png" if path.suffix.lower() == ".png" else "jpg"
    write_file_whole(path, draw_overlay(snapshot.overlaid, kind))
