"""The first page of the board: how to print, cut and join the sheets, how to use the check bars, and what to gather."""

from __future__ import annotations

from dataclasses import dataclass

from printables.artwork.palette import Ink
from printables.documents.assembly import draw_assembly
from printables.documents.pieces import pioneer_size
from printables.documents.rulers import BAR_IN, MM_PER_INCH, draw_inch_bar, draw_millimetre_bar
from printables.drawing.drawing import Anchor, Drawing, Face, Group, Item, Marked, Words, circle, polyline, shift
from printables.drawing.faces import baseline_for
from printables.drawing.paragraphs import Block, Style, fill_page, fit_words, set_paragraph
from printables.drawing.pdf import width_of
from referee.layout.board_code import describe_code
from referee.layout.layout import CROWN_CAP_HEX_MM, SCREW_CAP_HEX_MM, Layout
from referee.layout.papers import PAPERS, mm_text
from referee.words.texts import Text, say, text

# the page is designed for the area common to A4 and Letter, and scaled to other papers
DESIGN_WIDTH, DESIGN_HEIGHT = 210.0, 279.0
FOOT = 11.0  # height left free at the bottom
BAR_STEP_MM = 6.9
LEFT, RIGHT = 14.0, 196.0
COLUMN_GAP = 8.0
POINT_INDENT, POINT_GAP = 3.2, 1.6
PICTURE_WIDTH, PICTURE_HEIGHT = 92.0, 80.0
TITLE = Style(9.0, 10.4, Face.SERIF_BOLD, role="H1")
HEAD = Style(5.0, 6.0, Face.SERIF_BOLD, role="H2")
BODY = Style(3.55, 4.4)
NOTE = Style(3.1, 3.9, Face.SANS, "#000000")
FIGURE = Style(3.55, 4.4, Face.SANS_BOLD)
RULE, RULE_MM = "#000000", 0.12
NUMBER_GROUND, NUMBER_INK = "#000000", "#ffffff"
NUMBER_SIZE = 4.0
READINGS: tuple[tuple[str, Text], ...] = (
    ("94", text("print.bar_94")),
    ("95", text("print.bar_95")),
    ("96", text("print.bar_96")),
    ("97", text("print.bar_97")),
    ("100", text("print.bar_100")),
    ("101+", text("print.bar_over")),
)


@dataclass(frozen=True, slots=True)
class CoverChoice:
    """The board's title, the ink and the language of a cover."""

    board_name: str
    ink: Ink
    language: str


def draw_cover(layout: Layout, choice: CoverChoice) -> Drawing:
    """Draw the cover in portrait orientation on the layout's paper."""
    width, height = PAPERS[layout.paper]
    scale = min(width / DESIGN_WIDTH, height / DESIGN_HEIGHT)
    across, down = layout.choice.measured
    items = fill_page(
        lambda size: _CoverPage(layout, choice, (100 / across / scale, 100 / down / scale), size).draw(), height / scale - FOOT
    )
    place = shift((width - DESIGN_WIDTH * scale) / 2, 0.0, scale)
    return Drawing(width, height, (Group(items, place),), label=say(text("print.part_cover"), choice.language))


def check_caps(hex_mm: float) -> Text:
    """Return a sentence about which caps fit on hexes of this size."""
    if hex_mm >= CROWN_CAP_HEX_MM:
        return text("print.step_check_crown", hex=mm_text(hex_mm))
    if hex_mm >= SCREW_CAP_HEX_MM:
        return text("print.step_check_screw", hex=mm_text(hex_mm))
    return text("print.step_check_small", hex=mm_text(hex_mm), piece=mm_text(round(pioneer_size(hex_mm))))


class _CoverPage:
    """A page being typeset.

    `stretch` (across, down) corrects the check bars for printer scale, and `size` scales the text.
    """

    def __init__(self, layout: Layout, choice: CoverChoice, stretch: tuple[float, float], size: float) -> None:
        self.layout, self.choice, self.stretch, self.size = layout, choice, stretch, size
        self.items: list[Item] = []
        self.y = 0.0

    def words(self, sentence: Text) -> str:
        return say(sentence, self.choice.language)

    def draw(self) -> Block:
        """Typeset the title, picture, list of things to gather, steps and check bars."""
        self._set_title()
        self._set_picture_and_gather()
        self._set_steps()
        self._set_bars()
        return Block(tuple(self.items), self.y)

    def _set(self, sentence: Text, style: Style, left: float = LEFT, right: float = RIGHT, gap: float = 0.0) -> None:
        block = set_paragraph(self.words(sentence), style.scaled(self.size), left, self.y, right - left)
        self.items.extend(block.items)
        self.y = block.bottom + gap

    def _rule(self, gap: float = 3.0) -> None:
        self.y += gap
        self.items.append(polyline(((LEFT, self.y), (RIGHT, self.y)), RULE, RULE_MM))
        self.y += gap

    def _set_title(self) -> None:
        self.y = 12.0
        title = text("print.cover_title", board=self.choice.board_name)
        self._set(title, fit_words(self.words(title), TITLE, (RIGHT - LEFT) / self.size), gap=1.4)
        layout = self.layout
        what = text(
            "print.cover_what",
            sheets=len(layout.pages),
            paper=layout.paper,
            hex=mm_text(layout.hex_mm),
            width=round(layout.width / 10),
            height=round(layout.height / 10),
        )
        self._set(what, BODY)
        self._rule(2.6)

    def _set_picture_and_gather(self) -> None:
        top = self.y
        picture = draw_assembly(self.layout, self.choice.ink, PICTURE_WIDTH, PICTURE_HEIGHT)
        alternative = self.words(text("print.alt_cover", sheets=len(self.layout.pages)))
        place = shift(LEFT + (PICTURE_WIDTH - picture.width) / 2, top)
        self.items.append(Marked("Figure", (Group(picture.items, place),), alternative))
        self.y = top + picture.height + 1.6
        if len(self.layout.pages) > 1:
            self._set(text("print.cover_picture"), NOTE, LEFT, LEFT + PICTURE_WIDTH)
        bottom, self.y = self.y, top
        self._set_gather(LEFT + PICTURE_WIDTH + COLUMN_GAP)
        self.y = max(self.y, bottom)
        self._rule()

    def _set_gather(self, left: float) -> None:
        self._set(text("print.gather_head"), HEAD, left, gap=1.4)
        self._set_point(text("print.gather_pioneers"), FIGURE, left, gap=0.5)
        for line in (text("print.gather_2"), text("print.gather_3"), text("print.gather_4")):
            self._set(line, BODY, left + POINT_INDENT, gap=0.4)
        self.y += 0.3
        self._set(check_caps(self.layout.hex_mm), BODY, left + POINT_INDENT, gap=POINT_GAP)
        self._set_point(text("print.gather_stones"), BODY, left)
        self._set_point(text("print.gather_mark"), BODY, left)
        self._set_point(text("print.gather_markers"), BODY, left)
        self._set_point(text("print.gather_spares"), BODY, left)
        self.y -= POINT_GAP

    def _set_point(self, sentence: Text, style: Style, left: float, gap: float = POINT_GAP) -> None:
        """Set one point of a list, with a bullet before its first line."""
        size = style.size * self.size
        self.items.append(Words("•", left, self.y + size * 0.78, size, BODY.face))
        self._set(sentence, style, left + POINT_INDENT, gap=gap)

    def _set_steps(self) -> None:
        steps = [
            (text("print.step_print_head"), text("print.step_print")),
            (text("print.step_cut_head"), text("print.step_cut")),
            (text("print.step_tape_head"), text("print.step_tape")),
        ]
        if len(self.layout.pages) == 1:
            steps[1:] = [(text("print.step_cut_head"), text("print.step_cut_one"))]
        for number, (head, body) in enumerate(steps, start=1):
            middle = self.y + 2.9
            disc = circle((LEFT + 2.9, middle), 2.9, fill=NUMBER_GROUND)
            figure = f"{number} "  # the space separates the number from the heading for screen readers
            left = LEFT + 2.9 - width_of(str(number), Face.SANS_BOLD, NUMBER_SIZE) / 2
            label = Words(figure, left, baseline_for(middle, NUMBER_SIZE), NUMBER_SIZE, Face.SANS_BOLD, colour=NUMBER_INK)
            self.items += [disc, label]
            self.y += 0.2
            self._set(head, HEAD, LEFT + 9, gap=0.9)
            self._set(body, BODY, LEFT + 9, gap=2.2)
        self.y -= 2.2
        self._rule()

    def _set_bars(self) -> None:
        self._set(text("print.bars_head"), HEAD, gap=1.6)
        top, middle = self.y, LEFT + max(110.0, BAR_IN * MM_PER_INCH * self.stretch[0] + 4.0)
        self._draw_bars(top)
        self.y = top + 2 * BAR_STEP_MM + 0.6
        self._set(text("print.bars_remedy"), BODY, right=middle - COLUMN_GAP + 2)
        self._set_code()
        bottom, self.y = self.y, top
        for reading, meaning in READINGS:
            size = FIGURE.size * self.size
            words = Words(f"{reading} ", middle + 8, self.y + size * 0.78, size, FIGURE.face, Anchor.END)
            self.items.append(Marked("P", (words,)))
            self._set(meaning, BODY, middle + 10, gap=0.7)
        self.y = max(self.y, bottom)

    def _draw_bars(self, top: float) -> None:
        stretch, _ = self.stretch
        for row, (draw, label) in enumerate(((draw_millimetre_bar, text("print.bar_mm")), (draw_inch_bar, text("print.bar_in")))):
            y = top + row * BAR_STEP_MM
            self.items.append(Group(draw(0.0, 0.0, 1.8 / stretch), shift(LEFT, y, stretch)))
            self.items.append(Marked("P", (Words(self.words(label), LEFT, y + 4.9, NOTE.size, NOTE.face, colour=NOTE.colour),)))

    def _set_code(self) -> None:
        self.y += 1.2
        code = self.words(text("print.cover_code", code=describe_code(self.layout.code)))
        self.items.append(Marked("P", (Words(code, LEFT, self.y + 2.6, NOTE.size, NOTE.face, colour=NOTE.colour),)))
        self.y += NOTE.size
