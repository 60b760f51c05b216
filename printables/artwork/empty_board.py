"""Pictures of the empty board for comparison with photos, with 2 pixels per millimetre, in one of the three inks.

Most pictures of the built-in boards in the default layout are shipped. Others are drawn once and cached in the data folder,
under a name that depends on the drawing. `python -m printables.artwork.empty_board` draws the shipped pictures.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from math import ceil
from pathlib import Path

from printables.artwork.palette import Ink
from referee.boards.library import BUILT_IN, data_folder, load_board
from referee.files.atomic_write import write_file_whole
from referee.layout.board_code import CODE_COLUMNS, CODE_ROWS, BoardCode, decode_code, encode_code
from referee.layout.layout import Layout, lay_out
from referee.words.problems import Problem

PX_PER_MM = 2  # photos of a whole board have no higher resolution
FINER = 4  # oversampling, because a renderer widens hairlines to a whole pixel and a printer does not
HAIR_PX = 0.01
QUALITY = 70  # quality of the JPEG file, whose artefacts are smaller than a printer's. WebP takes three times as long to decode
CACHE = "pictures"
KEPT_PICTURES = 60  # largest number of cached pictures, about 0.3 MB each; the oldest are deleted first
ENDING = ".jpg"
# Pictures left out of the Python package to keep it small, since drawing them takes less than half a second.
NOT_SHIPPED = (("islet", Ink.GREY), ("wheel", Ink.GREY))


@dataclass(frozen=True, slots=True)
class EmptyBoard:
    """A picture of an empty board: the bytes of a JPEG file, the scale, and the file's path, or None if storing it failed.

    The top left corners of board and picture coincide. The picture can extend a fraction of a millimetre beyond the board.
    """

    picture: bytes
    px_per_mm: float
    path: Path | None


def find_empty_board(layout: Layout, ink: Ink) -> EmptyBoard:
    """Return the picture of an empty board: shipped with the program, cached, or newly drawn and then cached."""
    shipped = Path(str(files("printables.artwork"))) / "pictures" / _shipped_name(layout, ink)
    found = _read(shipped)
    return EmptyBoard(found, PX_PER_MM, shipped) if found else _find_drawn(layout, ink)


def draw_empty_board(layout: Layout, ink: Ink, px_per_mm: int = PX_PER_MM) -> bytes:
    """Return a newly drawn picture of the empty board as JPEG data."""
    return _render(_draw_page(layout, ink, px_per_mm), px_per_mm)


def _render(page: bytes, px_per_mm: int = PX_PER_MM) -> bytes:
    import pypdfium2

    document = pypdfium2.PdfDocument(page)
    try:
        bitmap = document[0].render(scale=FINER * px_per_mm * 25.4 / 72)
        stream = BytesIO()
        bitmap.to_pil().convert("RGB").reduce(FINER).save(stream, "JPEG", quality=QUALITY, optimize=True)
        return stream.getvalue()
    finally:
        document.close()


def _find_drawn(layout: Layout, ink: Ink) -> EmptyBoard:
    """Return a cached picture from the data folder, drawing and storing it first if needed.

    If too many pictures are then stored, the oldest are deleted. If storing or deleting fails, the result has no path.
    """
    page = _draw_page(layout, ink)
    key = sha256(page + f"{PX_PER_MM} {QUALITY}".encode()).hexdigest()[:24]
    path = data_folder() / CACHE / f"{ink}-{key}{ENDING}"
    if found := _read(path):
        return EmptyBoard(found, PX_PER_MM, path)
    picture = _render(page)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file_whole(path, picture)
        _drop_oldest(path.parent)
    except (OSError, Problem):
        return EmptyBoard(picture, PX_PER_MM, None)
    return EmptyBoard(picture, PX_PER_MM, path)


def _drop_oldest(folder: Path) -> None:
    by_age = sorted(folder.glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in by_age[KEPT_PICTURES:]:
        old.unlink(missing_ok=True)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes() or None
    except OSError:
        return None


def _draw_page(layout: Layout, ink: Ink, px_per_mm: int = PX_PER_MM) -> bytes:
    """Return a PDF of the board whose page is rendered as a whole number of pixels wide and high, so that the scale is exact.

    The page is slightly smaller than that number of pixels, because its size is written with few decimals and PDFium rounds up.
    """
    from printables.artwork.board_picture import board_picture
    from printables.drawing.pdf import Book, PdfPage, write_pdf

    board = board_picture(layout, ink, "en")
    width, height = ((ceil(round(length * px_per_mm, 6)) - HAIR_PX) / px_per_mm for length in (layout.width, layout.height))
    return write_pdf(Book(layout.board.name, "en", (PdfPage(replace(board, width_mm=width, height_mm=height)),)))


def _shipped_name(layout: Layout, ink: Ink) -> str:
    """Return the file name of a layout's shipped picture, from the board's code."""
    code = int("".join(encode_code(layout.code)), 2)
    return f"{layout.board.name}-{ink}-{code:024x}{ENDING}"


def find_shipped_code(board: str) -> BoardCode | None:
    """Return the code of a built-in board in the default layout, or None for other boards.

    The code is taken from a file name, since computing the layout takes longer.
    """
    for file in (files("printables.artwork") / "pictures").iterdir():
        name, _, rest = file.name.removesuffix(ENDING).partition("-")
        if name == board:
            return decode_code([f"{int(rest.rpartition('-')[2], 16):0{CODE_ROWS * CODE_COLUMNS}b}"])
    return None


def build_shipped_pictures(folder: Path) -> None:
    """Draw the pictures that are shipped with the program, replacing all JPEG files in the folder."""
    for old in folder.glob(f"*{ENDING}"):
        old.unlink()
    for name in BUILT_IN:
        layout = lay_out(load_board(name))
        for ink in (ink for ink in Ink if (name, ink) not in NOT_SHIPPED):
            write_file_whole(folder / _shipped_name(layout, ink), draw_empty_board(layout, ink))


if __name__ == "__main__":
    build_shipped_pictures(Path(__file__).parent / "pictures")
