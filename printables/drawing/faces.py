"""The files and metrics of the typefaces.

The font files come from installed Python packages, and the fonts cover all six languages.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from printables.drawing.drawing import Face

FILES: dict[Face, tuple[str, str]] = {
    Face.SERIF: ("font_source_serif_pro", "SourceSerifPro-Regular.ttf"),
    Face.SERIF_BOLD: ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
    Face.SERIF_ITALIC: ("font_source_serif_pro", "SourceSerifPro-It.ttf"),
    Face.SERIF_LIGHT: ("font_source_serif_pro", "SourceSerifPro-Light.ttf"),
    Face.SANS: ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    Face.SANS_BOLD: ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    Face.SANS_ITALIC: ("font_source_sans_pro", "SourceSansPro-It.ttf"),
}
# family, weight and style as in CSS
STYLES: dict[Face, tuple[str, int, str]] = {
    Face.SERIF: ("Source Serif Pro", 400, "normal"),
    Face.SERIF_BOLD: ("Source Serif Pro", 600, "normal"),
    Face.SERIF_ITALIC: ("Source Serif Pro", 400, "italic"),
    Face.SERIF_LIGHT: ("Source Serif Pro", 300, "normal"),
    Face.SANS: ("Source Sans Pro", 400, "normal"),
    Face.SANS_BOLD: ("Source Sans Pro", 600, "normal"),
    Face.SANS_ITALIC: ("Source Sans Pro", 400, "italic"),
}
CAPITAL_HEIGHT = 0.67  # relative to the type size, in all these typefaces; digits have the same height


def font_file(face: Face) -> Path:
    """Return the path of a typeface's font file."""
    package, name = FILES[face]
    return Path(str(files(package))) / "files" / name


def baseline_for(middle: float, size_mm: float) -> float:
    """Return the y coordinate of the baseline that centres capitals and digits vertically on `middle`."""
    return middle + CAPITAL_HEIGHT * size_mm / 2
