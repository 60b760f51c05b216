"""Write drawings as PDF. This is the only module that uses ReportLab.

Page contents use the coordinates of the drawing model (millimetres, y down), and a matrix at the start of each page converts
these coordinates to points. Symbols become form XObjects. The same book always produces the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from io import BytesIO
from math import cos, radians, sin

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from printables.drawing.drawing import HALO, Anchor, Drawing, Face, Group, Item, Marked, Path, Symbol, Transform, Use, Words
from printables.drawing.faces import font_file

POINTS_PER_MM = 72 / 25.4
KEPT_COLOURS = 256
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class PdfPage:
    """One page: its drawing, whose label is the page label, and its trim box (left, top, right, bottom in mm).

    If `trim` is None, the trim box is the whole page. `outline` is the title of the page's outline entry, or None for no entry,
    and `level` is the depth of that entry.
    """

    drawing: Drawing
    trim: Box | None = None
    outline: str | None = None
    level: int = 0


@dataclass(frozen=True, slots=True)
class Book:
    """A document: its pages in order, the symbols they share, and its metadata.

    Colours in `as_black` are written as pure black.
    """

    title: str
    language: str
    sheets: tuple[PdfPage, ...]
    subject: str = ""
    creator: str = "Terra Nova Referee"
    symbols: dict[str, Symbol] = field(default_factory=dict)
    as_black: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Mark:
    """A tagged element of a page: its number on the page, its role, and its alternative text."""

    number: int
    role: str
    alternative: str


def write_pdf(book: Book) -> bytes:
    """Return the document as PDF data, without structure for screen readers."""
    rl_config.useA85 = 0
    stream = BytesIO()
    canvas = Canvas(
        stream,
        pageCompression=1,
        invariant=1,
        lang=book.language,
        pdfVersion=(1, 7),
        initialFontName=_font(Face.SERIF),
        initialFontSize=10,
    )
    _describe(canvas, book)
    writer = _Writer(canvas, book.as_black)
    for name, symbol in book.symbols.items():
        writer.define(name, symbol)
    for number, sheet in enumerate(book.sheets):
        writer.add_page(sheet, number)
    canvas.save()
    return stream.getvalue()


def width_of(text: str, face: Face, size_mm: float, spacing_mm: float = 0.0) -> float:
    """Return the width of a line of text in mm."""
    length: float = pdfmetrics.stringWidth(text, _font(face), size_mm)
    return length + spacing_mm * max(0, len(text) - 1)


def can_write(words: str, face: Face) -> bool:
    """Return whether a typeface has glyphs for all characters of the text."""
    letters = pdfmetrics.getFont(_font(face)).face.charToGlyph
    return all(ord(letter) in letters for letter in words)


def marks_of(drawing: Drawing) -> tuple[Mark, ...]:
    """Return the tagged elements of a page in the order and with the numbers used in the PDF."""
    return tuple(Mark(number, item.role, item.alternative) for number, item in enumerate(_marked(drawing.items)))


def _marked(items: tuple[Item, ...]) -> Iterator[Marked]:
    for item in items:
        if isinstance(item, Marked):
            yield item
        elif isinstance(item, Group):
            yield from _marked(item.items)


@cache
def _font(face: Face) -> str:
    pdfmetrics.registerFont(TTFont(face.value, str(font_file(face)), asciiReadable=0))
    return face.value


def _describe(canvas: Canvas, book: Book) -> None:
    canvas.setTitle(book.title)
    canvas.setSubject(book.subject)
    canvas.setCreator(book.creator)
    canvas.setAuthor(book.creator)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", "Simplex")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if any(sheet.outline for sheet in book.sheets):
        canvas.showOutline()


class _Writer:
    """A writer of operators into the canvas's content streams, which keeps track of the symbols defined."""

    def __init__(self, canvas: Canvas, as_black: frozenset[str]) -> None:
        self.canvas = canvas
        self.as_black = as_black
        self.defined: dict[str, Symbol] = {}
        self.fresh_mark = 0
        self.out: list[str] = []

    def define(self, name: str, symbol: Symbol) -> None:
        """Define a symbol as a form XObject, unless it has already been defined.

        Raise a ValueError if another symbol has the same name.
        """
        if name in self.defined:
            if self.defined[name] is not symbol and self.defined[name] != symbol:
                raise ValueError(f"two symbols are called {name}")
            return
        self.defined[name] = symbol
        left, top, right, bottom = symbol.box
        self.canvas.beginForm(name, round(left, 2), round(top, 2), round(right, 2), round(bottom, 2))
        self._write(symbol.items)
        self._flush()
        self.canvas.endForm()

    def add_page(self, sheet: PdfPage, number: int) -> None:
        """Write one page with its symbols, trim box, outline entry and label."""
        drawing, canvas = sheet.drawing, self.canvas
        for name, symbol in drawing.symbols.items():
            self.define(name, symbol)
        width, height = drawing.width_mm * POINTS_PER_MM, drawing.height_mm * POINTS_PER_MM
        canvas.setPageSize((width, height))
        left, top, right, bottom = sheet.trim or (0.0, 0.0, drawing.width_mm, drawing.height_mm)
        canvas.setTrimBox(
            (left * POINTS_PER_MM, height - bottom * POINTS_PER_MM, right * POINTS_PER_MM, height - top * POINTS_PER_MM)
        )
        if sheet.outline:
            canvas.bookmarkPage(f"page{number}")
            canvas.addOutlineEntry(sheet.outline, f"page{number}", sheet.level)
        if drawing.label:
            canvas.addPageLabel(number, prefix=drawing.label)
        self.fresh_mark = 0
        self.out.append(f"q {POINTS_PER_MM:.8f} 0 0 {-POINTS_PER_MM:.8f} 0 {height:.5f} cm 1 J 1 j")
        self._write(drawing.items)
        self.out.append("Q")
        self._flush()
        canvas.showPage()

    def _flush(self) -> None:
        self.canvas.addLiteral("\n".join(self.out))
        self.out = []

    def _write(self, items: tuple[Item, ...]) -> None:
        for item in items:
            if isinstance(item, Path):
                self._write_path(item)
            elif isinstance(item, Use):
                self._write_use(item)
            elif isinstance(item, Words):
                self._write_words(item)
            elif isinstance(item, Group):
                self._write_group(item)
            else:
                self._write_marked(item)

    def _write_path(self, path: Path) -> None:
        if path.opacity < 1:
            self._set_opacity(path.opacity)
        self.out.append(_path_operators(path, self.as_black))
        if path.opacity < 1:
            self._set_opacity(1)

    def _set_opacity(self, opacity: float) -> None:
        self._flush()
        self.canvas.setFillAlpha(opacity)

    def _write_use(self, use: Use) -> None:
        self.out.append(f"q {_matrix(use.transform)} cm")
        self._flush()
        self.canvas.doForm(use.symbol)
        self.out.append("Q")

    def _write_group(self, group: Group) -> None:
        self.out.append("q")
        if group.clip:
            first, *others = (f"{x:.3f} {y:.3f}" for x, y in group.clip)
            self.out.append(" ".join([f"{first} m", *(f"{corner} l" for corner in others), "h W n"]))
        if group.transform:
            self.out.append(f"{_matrix(group.transform)} cm")
        self._write(group.items)
        self.out.append("Q")

    def _write_marked(self, marked: Marked) -> None:
        self.out.append(f"/{marked.role} <</MCID {self.fresh_mark}>> BDC")
        self.fresh_mark += 1
        self._write(marked.items)
        self.out.append("EMC")

    def _write_words(self, words: Words) -> None:
        font = pdfmetrics.getFont(_font(words.face))
        x, y, turn = words.x, words.y, radians(words.angle)
        if words.anchor is not Anchor.START:
            length = width_of(words.text, words.face, words.size_mm, words.spacing_mm)
            back = length / 2 if words.anchor is Anchor.MIDDLE else length
            x, y = x - back * cos(turn), y - back * sin(turn)
        rise = f"{cos(turn):.5f} {sin(turn):.5f} {sin(turn):.5f} {-cos(turn):.5f} {x:.3f} {y:.3f} Tm"
        shown = []
        for subset, letters in font.splitString(words.text, self.canvas._doc):
            name = font.getSubsetInternalName(subset, self.canvas._doc)
            shown.append(f"{name} {words.size_mm:.3f} Tf ({self.canvas._escape(letters)}) Tj")
        parts = [rise, f"{words.spacing_mm:.3f} Tc", *shown]
        if words.halo:
            stroke = f"{_colour(words.halo, self.as_black, stroked=True)} {words.size_mm * HALO:.3f} w 1 Tr"
            # the halo repeats the text, which should not be read out or copied twice
            self.out.append(" ".join(["/Span <</ActualText ()>> BDC BT", stroke, *parts, "0 Tr ET EMC"]))
        self.out.append(" ".join(["BT", _colour(words.colour, self.as_black), *parts, "ET"]))


def _path_operators(path: Path, as_black: frozenset[str]) -> str:
    parts = [_colour(path.fill, as_black)] if path.fill else []
    if path.stroke:
        dash = " ".join(f"{length:.2f}" for length in path.dash)
        parts.append(f"{_colour(path.stroke, as_black, stroked=True)} {path.width_mm:.3f} w")
        parts.append(f"[{dash}] 0 d" if dash else "")
        parts.append("0 J" if dash else "")
    parts.append(_segment_operators(path))
    paint = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}[bool(path.fill), bool(path.stroke)]
    parts.append(paint + ("*" if path.even_odd and path.fill else ""))
    if path.stroke and path.dash:
        parts.append("[] 0 d 1 J")
    return " ".join(part for part in parts if part)


def _segment_operators(path: Path) -> str:
    parts = []
    for segment in path.segments:
        kind = segment[0]
        if kind == "L":
            parts.append("{:.2f} {:.2f} l".format(*segment[1:]))
        elif kind == "C":
            parts.append("{:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} c".format(*segment[1:]))
        elif kind == "M":
            parts.append("{:.2f} {:.2f} m".format(*segment[1:]))
        else:
            parts.append("h")
    return "\n".join(parts)


@lru_cache(KEPT_COLOURS)
def _colour(colour: str, as_black: frozenset[str], stroked: bool = False) -> str:
    """Return the operator that selects a colour; greys use the grey colour space."""
    red, green, blue = (0.0 if colour in as_black else int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    if red == green == blue:
        return f"{red:.3f} {'G' if stroked else 'g'}"
    return f"{red:.3f} {green:.3f} {blue:.3f} {'RG' if stroked else 'rg'}"


def _matrix(transform: Transform) -> str:
    a, b, c, d, e, f = transform
    return f"{a:.7f} {b:.7f} {c:.7f} {d:.7f} {e:.4f} {f:.4f}"
