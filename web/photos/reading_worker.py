"""The process that decodes photos, separate from the server so that a broken or malicious image cannot crash the server.

The process reads one JSON task per line from standard input and writes one JSON answer per line to standard output: the result,
or a problem in all six languages. Tasks read a photo, re-encode a photo for storage, prepare a board, or measure a printer. The
process does not open the database.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from referee.boards.library import use_data_folder
from referee.files.atomic_write import write_file_whole
from referee.words.problems import Problem
from referee.words.texts import LANGUAGES, text
from web.games.detailed_problems import problem_answer
from web.photos.refusals import board_found, refusal_for_page

if TYPE_CHECKING:
    from calibration.photo import Photo
    from referee.formats.profiles import Profile
    from referee.reader.read_photo import Snapshot

# Address space beyond what the loaded libraries reserve. The most demanding picture of 65 megapixels, a lossless
# WebP with transparency, needs 1.0 GiB of it as measured (0.6 GB resident). Other pictures need half of that.
MEMORY_ROOM_BYTES = 3 * 2**29
KEPT_PIXELS = 3000  # the longer side of the stored picture
SMALL_PIXELS = 480
KEPT_QUALITY = 86

Task = Mapping[str, Any]
Answer = dict[str, Any]


def main() -> None:
    """Answer tasks until standard input closes, which happens when the server exits, or until a decoder exceeds its time limit.

    The first command-line argument is the data folder.
    """
    use_data_folder(Path(sys.argv[1]))
    answers = _take_over_standard_output()
    tell(answers, load_reader())
    limit_memory(MEMORY_ROOM_BYTES)
    for line in sys.stdin:
        tell(answers, perform(json.loads(line)))
        if _is_still_decoding():
            os._exit(0)  # the next photo gets a new process
        _give_memory_back()


def _is_still_decoding() -> bool:
    from calibration.threads import has_overdue_work

    return has_overdue_work()


def tell(answers: TextIO, answer: Answer) -> None:
    """Write one answer as a line of JSON."""
    answers.write(json.dumps(answer, separators=(",", ":")) + "\n")
    answers.flush()


def load_reader() -> Answer:
    """Load the reader's libraries and networks before the first photo.

    Return an answer with `ready`, or with a problem and the reason if loading fails.
    """
    try:
        from calibration.runtime import configure_runtime

        configure_runtime()
        from referee.reader import read_photo  # noqa: F401
        from referee.reader.networks import load_networks

        load_networks()
    except Exception as error:  # a library that fails to load raises different errors on each system
        reason = _first_line(error)
        return {**problem_answer(Problem("reader-missing", text("serve.reader_missing", reason=reason))), "reason": reason}
    return {"ready": True}


def perform(task: Task) -> Answer:
    """Run one task and return its answer; every failure becomes an answer with a problem."""
    tasks: dict[str, Callable[[Task], Answer]] = {"read": read, "keep": keep, "warm": warm, "measure": measure}
    try:
        return tasks[task["task"]](task)
    except Problem as problem:
        return problem_answer(problem)
    except MemoryError:
        return problem_answer(Problem("too-many-pixels", text("serve.photo_too_heavy")))
    except Exception:  # decoders raise arbitrary exceptions
        return problem_answer(Problem("damaged-picture", text("serve.photo_unreadable")))


def read(task: Task) -> Answer:
    """Read one photo and return its reading, with the probabilities, pieces and ink that a game stores for later use.

    If the photo cannot be opened or read, return the problem. For a photo that was opened, the answer also holds the markers
    found and, if another board was expected, the board found.
    """
    from calibration.photo import open_photo
    from referee.formats.readings import reading_to_json, sentences
    from referee.reader.read_photo import ReadOptions, read_opened
    from web.games.photo_evidence import store_probabilities

    path, options, begun = Path(task["path"]), task["options"], time.perf_counter()
    try:
        photo = open_photo(path)
    except Problem as problem:
        return problem_answer(refusal_for_page(problem))
    try:
        hints = ReadOptions(
            board=options.get("board"), players=options.get("players"), profile=profile_from(options.get("known_pieces"))
        )
        snapshot = read_opened(photo, str(path), hints, begun)
    except Problem as problem:
        return {**problem_answer(refusal_for_page(problem, photo)), **board_found(problem), **_markers_seen(photo)}
    reading = snapshot.reading
    sentences_by_language = {
        language: {"notes": sentences(reading.notes, language), "advice": sentences(reading.advice, language)}
        for language in LANGUAGES
    }
    return {
        "reading": reading_to_json(reading, snapshot.position, "en"),
        "probabilities": store_probabilities(reading.cells),
        "pieces_seen": _pieces_seen(snapshot),
        "said": sentences_by_language,
        "ink": snapshot.known.ink.value,
    }


def profile_from(known_pieces: Mapping[str, Any] | None) -> Profile | None:
    """Return the profile of a table's pieces: the stored profile, extended by the table's confirmed photos.

    A stored profile made with other networks is ignored, since its numbers have no meaning for the current networks. Return
    None if neither a usable stored profile nor a confirmed photo is given.
    """
    from referee.formats.profiles import profile_from_json
    from referee.reader.profiles import confirmed_from, learn_profile, networks_version
    from referee.rules.pieces import Piece

    if not known_pieces:
        return None
    kept = None
    if known_pieces["profile"] is not None:
        with contextlib.suppress(Problem):
            kept = profile_from_json(known_pieces["profile"], text("serve.kept_pieces"), networks_version())
    photos = [
        confirmed_from(photo["pieces"], [Piece(word) for word in photo["words"]], photo["ink"])
        for photo in known_pieces["confirmed"]
    ]
    return learn_profile(photos, "", kept) if photos else kept


def _pieces_seen(snapshot: Snapshot) -> dict[str, list[float]]:
    from referee.reader.profiles import describe_pieces

    layout = snapshot.known.layout
    cells = layout.board.cells
    return {cells[row].id: numbers for row, numbers in describe_pieces(snapshot.hexes.observed, layout.hex_mm).items()}


def _markers_seen(photo: Photo) -> Answer:
    from calibration.locate import build_pyramid
    from calibration.markers import find_markers
    from referee.layout.markers import DICTIONARY
    from referee.reader.find_board import MARKER_IDS

    seen = build_pyramid(photo, "")
    found = find_markers(seen.greys[0], seen.greys[1], DICTIONARY, MARKER_IDS)
    turned = photo.to_upright
    upright = found.corners @ turned[:2, :2].T + turned[:2, 2]
    return {"markers": upright.round(1).tolist(), "photo_size": {"width": photo.width, "height": photo.height}}


def measure(task: Task) -> Answer:
    """Measure how long a nominal 100 mm was printed, across and down the page, using the bank card on the calibration sheet."""
    from calibration.photo import open_photo
    from referee.reader.calibration_sheet import locate_sheet, measure_printer

    across, down = measure_printer(locate_sheet(open_photo(Path(task["path"])), ""))
    return {"measured": f"{across:.1f}x{down:.1f}"}


def warm(task: Task) -> Answer:
    """Fill the caches for a board's first photo by reading the picture of the empty board, if that picture is stored."""
    from printables.artwork.empty_board import find_empty_board
    from printables.artwork.palette import Ink
    from referee.boards.library import load_board
    from referee.layout.layout import lay_out
    from referee.layout.papers import choice_for
    from referee.reader.read_photo import ReadOptions, read_photo

    layout = lay_out(load_board(task["board"]), choice_for(task["paper"], task["hex_mm"]))
    empty = find_empty_board(layout, Ink(task["ink"]))
    if empty.path is not None:
        read_photo(empty.path, ReadOptions(board=task["board"]))
    return {"warm": True}


def keep(task: Task) -> Answer:
    """Write a photo's full image for storage and its thumbnail, upright and without metadata.

    Return the size of the original image; raise a Problem if the photo cannot be decoded.
    """
    from PIL import Image

    from calibration.photo import decode_upright

    try:
        pixels, size = decode_upright(Path(task["path"]).read_bytes(), task["path"], KEPT_PIXELS)
    except Problem as problem:
        raise refusal_for_page(problem) from None
    picture = Image.fromarray(pixels)
    for path, longest in ((task["kept"], KEPT_PIXELS), (task["small"], SMALL_PIXELS)):
        picture.thumbnail((longest, longest), Image.Resampling.LANCZOS, reducing_gap=2.0)
        _write_clean(picture, Path(path))
    return {"kept": True, "width": size[0], "height": size[1]}


def _write_clean(picture: Any, path: Path) -> None:
    from PIL import Image

    clean = Image.new("RGB", picture.size)
    clean.paste(picture)
    written = io.BytesIO()  # if the disk is full, Pillow would silently leave half a picture in the file
    clean.save(written, "JPEG", quality=KEPT_QUALITY, optimize=True)
    write_file_whole(path, written.getvalue())


def _first_line(error: Exception) -> str:
    words = str(error).strip().splitlines()
    return words[0] if words else type(error).__name__


def _take_over_standard_output() -> TextIO:
    # Image libraries print to both standard streams; only our answers may reach the server.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    return answers


def _give_memory_back() -> None:
    """Return freed memory to the system, since a photo needs ten times the idle memory. Works on Linux with glibc only."""
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL("libc.so.6").malloc_trim(0)


def limit_memory(room: int) -> None:
    """Limit the address space of this process to `room` bytes more than it reserves now. Works on Linux only."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        reserved = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (reserved + room, reserved + room))
