"""The problems that a page shows if a photo could not be read, including special ones for small, dark and blurred photos.

The command line's sentences name the file. A page shows only one photo, and its file name means nothing to the user.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.boards.landscape_names import BOARD_TITLES
from referee.boards.library import load_board
from referee.words.problems import Problem
from referee.words.texts import Text, text

if TYPE_CHECKING:
    from calibration.photo import Photo

FEWEST_PIXELS = 640  # along the longer side: 1.1 pixels per millimetre of a board on six sheets
BOARD_VALUES = ("found", "asked")
NO_BOARD = ("board-not-found", "several-boards")

FLAWS = {"read.locate_dark": "photo-dark", "read.locate_blurred": "photo-blurred"}

_ON_THE_PAGE: dict[str, Text] = {
    "read.photo_not_a_picture": text("serve.photo_not_a_picture"),
    "read.photo_damaged": text("serve.photo_damaged"),
    "read.photo_too_many_pixels": text("serve.photo_too_heavy"),
    "read.photo_too_costly": text("serve.photo_too_costly"),
    "read.photo_heic_missing": text("serve.photo_heic"),
    "read.locate_no_board": text("serve.photo_no_board"),
    "read.locate_few_markers": text("serve.photo_few_markers"),
    "read.locate_no_fit": text("serve.photo_no_fit"),
    "read.locate_dark": text("serve.photo_dark"),
    "read.locate_blurred": text("serve.photo_blurred"),
    "read.locate_unclear": text("serve.photo_unclear"),
    "read.locate_mirrored": text("serve.photo_mirrored"),
    "read.locate_several_boards": text("serve.photo_several_boards"),
    "read.unknown_board": text("serve.photo_unknown_board"),
    "read.other_board": text("serve.photo_other_board"),
}


def refusal_for_page(problem: Problem, photo: Photo | None = None) -> Problem:
    """Return the problem that a page shows for a photo that could not be read, with a sentence that does not name the file.

    `photo` is None if the photo could not be opened; its size is then not considered.
    """
    if photo is not None and problem.slug in NO_BOARD and _is_small(photo):
        return Problem("photo-small", text("serve.photo_small", width=photo.width, height=photo.height))
    return Problem(FLAWS.get(problem.message.key, problem.slug), _without_name(problem.message))


def _without_name(sentence: Text) -> Text:
    if "photo" not in sentence.values:
        return sentence
    others = {name: _titled(name, value) for name, value in sentence.values.items() if name != "photo"}
    return Text(_ON_THE_PAGE.get(sentence.key, text("serve.photo_unreadable")).key, others)


def _titled(name: str, value: object) -> object:
    """Return a board's display name if the value is a board id; return other values unchanged."""
    if name not in BOARD_VALUES:
        return value
    return BOARD_TITLES.get(str(value)) or load_board(str(value)).label or value


def board_found(problem: Problem) -> dict[str, str]:
    """Return the photo's board under the key `board_found` if another board was expected, or an empty dict for other problems."""
    found = problem.message.values.get("found") if problem.slug == "other-board" else None
    return {} if found is None else {"board_found": str(found)}


def _is_small(photo: Photo) -> bool:
    return max(photo.width, photo.height) < FEWEST_PIXELS
