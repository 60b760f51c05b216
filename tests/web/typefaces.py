"""The pages' typefaces: `python -m tests.web.typefaces` subsets them from the print typefaces; a test compares.

Only the letters of the six languages are kept, and the name is changed, as the licence requires for modified files.
"""

from __future__ import annotations

import io
import string
from importlib.resources import files
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from web.site.static_files import FOLDER

FONTS = FOLDER / "fonts"
SOURCES = {
    "sans-400": ("font_source_sans_pro", "SourceSansPro-Regular.ttf", "Terra Sans"),
    "sans-600": ("font_source_sans_pro", "SourceSansPro-Semibold.ttf", "Terra Sans"),
    "serif-600": ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf", "Terra Serif"),
}
# What the sentences do not happen to use yet, but names of players and turns do.
LETTERS = (
    string.printable[:95] + "ÀÁÂÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖØÙÚÛÜŐŒŰàáâäåæçèéêëìíîïñòóôöøùúûüßőœű" + "\N{NO-BREAK SPACE}«²·»×–—’“”„…←→−"
)
FEATURES = ["kern"]
FAMILY, WHOLE_NAME, UNIQUE_NAME, POSTSCRIPT_NAME = 1, 4, 3, 6
KEPT_NAMES = [0, FAMILY, 2, UNIQUE_NAME, WHOLE_NAME, 5, POSTSCRIPT_NAME, 13, 14]


def cut(name: str) -> TTFont:
    """Subset one typeface to the letters of the pages."""
    package, file, family = SOURCES[name]
    source = files(package) / "files" / file
    font = TTFont(io.BytesIO(source.read_bytes()), recalcTimestamp=False)
    options = Options(
        layout_features=FEATURES,
        hinting=False,
        name_IDs=KEPT_NAMES,
        name_languages=[0x409],
        notdef_outline=True,
        glyph_names=False,
    )
    subsetter = Subsetter(options)
    subsetter.populate(text=LETTERS)
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in (FAMILY, UNIQUE_NAME, WHOLE_NAME):
            record.string = family
        elif record.nameID == POSTSCRIPT_NAME:
            record.string = family.replace(" ", "")
    font.flavor = "woff2"
    return font


def write(folder: Path) -> None:
    """Write all the typefaces."""
    for name in SOURCES:
        cut(name).save(folder / f"{name}.woff2")


if __name__ == "__main__":
    write(FONTS)
