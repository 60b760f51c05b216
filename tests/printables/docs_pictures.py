"""The pictures of printed pages in docs/pictures; `python -m tests.printables.docs_pictures` redraws them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image

from printables.artwork.palette import Ink
from printables.documents.catalogue import Material
from tests.printables.documents import pdf_of
from tests.printables.rasters import render

DOCS = Path(__file__).parents[2] / "docs" / "pictures"
COLOURS = 256
# name, document, ink, page from 0, width in px
PICTURES = (
    ("board.png", Material.POSTER, Ink.COLOUR, 0, 720),
    ("cover.png", Material.BOARD, Ink.COLOUR, 0, 480),
    ("sheet.png", Material.BOARD, Ink.COLOUR, 4, 420),
    ("light-ink.png", Material.BOARD, Ink.LIGHT, 3, 420),
    ("player-aid.png", Material.AIDS, Ink.COLOUR, 0, 480),
)


def draw_picture(material: Material, ink: Ink, page: int, width: int) -> bytes:
    """Draw one page at a small size, as a PNG with few colours."""
    fine = Image.fromarray(render(pdf_of(material, ink=ink), page, 4.0))
    small = fine.resize((width, round(fine.height * width / fine.width)), Image.Resampling.LANCZOS)
    stream = BytesIO()
    small.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(stream, "PNG", optimize=True)
    return stream.getvalue()


if __name__ == "__main__":
    for name, *how in PICTURES:
        (DOCS / name).write_bytes(draw_picture(*how))
