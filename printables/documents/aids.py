"""The player aids: for each colour, one page on setup, turns, scoring and the end of the game in one of the editions."""

from __future__ import annotations

from dataclasses import dataclass

from printables.artwork.palette import PLAYER_COLOURS, Ink, in_ink
from printables.artwork.tokens import draw_pioneer
from printables.documents.aid_pictures import (
    draw_action,
    draw_combinations,
    draw_example,
    draw_move,
    draw_stone_places,
    small_landscapes,
)
from printables.drawing.drawing import Drawing, Face, Group, Item, Marked, Words, polyline, rectangle, shift
from printables.drawing.paragraphs import Block, Style, fill_page, fit_words, set_paragraph
from referee.rules.editions import NAMES, RULEBOOKS, ReturnRule
from referee.rules.pieces import Colour
from referee.rules.position import Edition
from referee.words.texts import Text, say, text

# the page is designed for 210 x 279 mm, the area common to A4 and Letter, and scaled to other papers
DESIGN_WIDTH, DESIGN_HEIGHT = 210.0, 279.0
LEFT, RIGHT = 16.0, 194.0
FOOT = 11.0  # height left free at the bottom
PICTURE_LEFT = 124.0
GUTTER = 6.0
CAPTION_AIR = 0.5
SMALL_HEX, EXAMPLE_HEX = 8.6, 10.0
TITLE = Style(9.5, 11.0, Face.SERIF_BOLD, role="H1")
HEAD = Style(5.4, 6.4, Face.SERIF_BOLD, role="H2")
SUBHEAD = Style(4.3, 5.0, Face.SANS_BOLD, role="H3")
BODY = Style(3.9, 4.95)
NOTE = Style(3.4, 4.3, Face.SANS, "#000000")
STRONG = Style(3.9, 4.95, Face.SANS_BOLD)
RULE, RULE_MM = "#000000", 0.12

PLAYER_TITLES: dict[Colour, Text] = {
    Colour.RED: text("print.aid_player_red"),
    Colour.YELLOW: text("print.aid_player_yellow"),
    Colour.BLUE: text("print.aid_player_blue"),
    Colour.GREEN: text("print.aid_player_green"),
}
RETURN_RULES: dict[ReturnRule, Text] = {
    ReturnRule.AFTER_THREE_MOVES: text("print.aid_return_three"),
    ReturnRule.NEVER_ON_START: text("print.aid_return_never"),
    ReturnRule.NO_LIMIT: text("print.aid_return_free"),
}
SCORE_ROWS: tuple[tuple[Text, Text], ...] = (
    (text("print.aid_score_1"), text("print.aid_score_times", factor=3)),
    (text("print.aid_score_2"), text("print.aid_score_times", factor=2)),
    (text("print.aid_score_3"), text("print.aid_score_once")),
)


@dataclass(frozen=True, slots=True)
class AidChoice:
    """The choices for player aids, and the size of their pages."""

    edition: Edition
    ink: Ink
    language: str
    width_mm: float
    height_mm: float


def stone_rule(edition: Edition) -> Text:
    """Return the edition's rule for placing stones.

    Some editions allow stones only next to the last pioneer moved.
    """
    return text("print.aid_stone_either") if RULEBOOKS[edition].stone_beside_either else text("print.aid_stone_last")


def end_rules(edition: Edition) -> tuple[Text, ...]:
    """Return the sentences about the end of the game in an edition.

    In some editions the game also ends when a player has no pioneers left.
    """
    divided = text("print.aid_end_divided")
    if RULEBOOKS[edition].ends_without_pioneers:
        return divided, text("print.aid_end_one_or"), text("print.aid_end_no_pioneers")
    return divided, text("print.aid_end_one")


def draw_aid(choice: AidChoice, colour: Colour) -> Drawing:
    """Draw the player aid for the player of a colour."""
    scale = min(choice.width_mm / DESIGN_WIDTH, choice.height_mm / DESIGN_HEIGHT)
    items = fill_page(lambda size: _AidPage(choice, colour, size).draw(), choice.height_mm / scale - FOOT)
    place = shift((choice.width_mm - DESIGN_WIDTH * scale) / 2, 0.0, scale)
    symbols = small_landscapes(EXAMPLE_HEX, choice.ink)
    label = say(PLAYER_TITLES[colour], choice.language)
    return Drawing(choice.width_mm, choice.height_mm, (Group(items, place),), symbols, label)


class _AidPage:
    """A page being typeset from top to bottom; `size` scales its text."""

    def __init__(self, choice: AidChoice, colour: Colour, size: float) -> None:
        self.choice, self.colour, self.size = choice, colour, size
        self.items: list[Item] = []
        self.pictures: list[Item] = []
        self.y = 0.0

    def words(self, sentence: Text) -> str:
        return say(sentence, self.choice.language)

    def draw(self) -> Block:
        """Typeset the page; all pictures together form one tagged figure."""
        self._set_title()
        self._set_setup()
        self._set_turn()
        self._set_scoring()
        self._set_end()
        figure = Marked("Figure", tuple(self.pictures), self.words(text("print.alt_aid")))
        return Block((*self.items, figure), self.y)

    def _set(self, sentence: Text, style: Style, left: float = LEFT, right: float = RIGHT, gap: float = 0.0) -> Block:
        block = set_paragraph(self.words(sentence), style.scaled(self.size), left, self.y, right - left)
        self.items.extend(block.items)
        self.y = block.bottom + gap
        return block

    def _rule(self) -> None:
        self.y += 3.6
        self.items.append(polyline(((LEFT, self.y), (RIGHT, self.y)), RULE, RULE_MM))
        self.y += 3.4

    def _set_title(self) -> None:
        self.items.append(rectangle(LEFT, 10.0, RIGHT - LEFT, 3.0, fill=in_ink(PLAYER_COLOURS[self.colour], self.choice.ink)))
        self.pictures.append(Group(draw_pioneer(self.colour, 15.0, self.choice.ink), shift(LEFT + 7.5, 26.5)))
        self.y = 19.5
        title = fit_words(self.words(text("print.aid_title")), TITLE, (RIGHT - LEFT - 20) / self.size)
        self._set(text("print.aid_title"), title, LEFT + 20, gap=1.2)
        line = f"{self.words(PLAYER_TITLES[self.colour])}   ·   {self.words(NAMES[self.choice.edition])}"
        self.items.append(Marked("P", (Words(line, LEFT + 20, self.y + 3.0, NOTE.size, NOTE.face, colour=NOTE.colour),)))
        self.y += 3.6

    def _set_setup(self) -> None:
        self._rule()
        self._set(text("print.aid_setup_head"), HEAD, gap=1.4)
        self._set(text("print.aid_setup"), BODY)

    def _set_turn(self) -> None:
        self._rule()
        self._set(text("print.aid_turn_head"), HEAD, gap=1.4)
        self._set(text("print.aid_turn"), BODY, gap=2.2)
        self.pictures.extend(draw_combinations(LEFT, self.y, 10.0, 6.0, self.choice.ink))
        self._set_icon_legend(LEFT + 4 * 36.0 + 2.0, self.y)
        self.y += 15.0
        top, right = self.y, PICTURE_LEFT - GUTTER
        self._set(text("print.aid_move_head"), SUBHEAD, right=right, gap=0.8)
        self._set(text("print.aid_move"), BODY, right=right, gap=1.2)
        self._set(RETURN_RULES[RULEBOOKS[self.choice.edition].return_rule], BODY, right=right, gap=3.2)
        self._picture(draw_move(self.colour, SMALL_HEX, self.choice.ink), PICTURE_LEFT + 5.3, top + 5.4)
        self.y = max(self.y, top + 44.0)
        top = self.y
        self._set(text("print.aid_stone_head"), SUBHEAD, right=right, gap=0.8)
        self._set(stone_rule(self.choice.edition), BODY, right=right, gap=1.2)
        self._set(text("print.aid_fewer"), BODY, right=right)
        self._picture(draw_stone_places(self.colour, SMALL_HEX, self.choice.ink), PICTURE_LEFT + 13.9, top + 5.4)
        self.y = max(self.y, top + 26.5)

    def _set_icon_legend(self, left: float, top: float) -> None:
        for row, (action, name) in enumerate((("M", text("print.aid_icon_move")), ("S", text("print.aid_icon_stone")))):
            y = top + row * 6.6 + 2.9
            self.pictures.extend(draw_action(action, (left + 2.9, y), 5.6, self.choice.ink))
            self.items.append(Marked("P", (Words(self.words(name), left + 7.4, y + 1.2, NOTE.size, NOTE.face),)))

    def _picture(self, items: tuple[Item, ...], left: float, top: float) -> None:
        self.pictures.append(Group(items, shift(left, top)))

    def _set_scoring(self) -> None:
        self._rule()
        top, right = self.y, PICTURE_LEFT - GUTTER
        self._set(text("print.aid_score_head"), HEAD, right=right, gap=1.4)
        self._set(text("print.aid_score_when"), BODY, right=right, gap=2.0)
        for left, times in SCORE_ROWS:
            self.items.append(Marked("P", self._score_row(left, times)))
            self.y += 5.0 * self.size
        self.y += 1.6
        self._set(text("print.aid_score_who"), BODY, right=right, gap=1.2)
        self._set(text("print.aid_score_leave"), BODY, right=right)
        bottom = self.y
        self._picture(draw_example(EXAMPLE_HEX, self.choice.ink), PICTURE_LEFT + 7.0, top + 8.0)
        self.y = top + 42.5
        sum_of_points = self.words(text("print.aid_example"))
        one_line = fit_words(sum_of_points, STRONG, (RIGHT - PICTURE_LEFT - CAPTION_AIR) / self.size)
        self._set(text("print.aid_example"), one_line, PICTURE_LEFT, gap=0.6)
        self._set(text("print.aid_example_to_red"), BODY, PICTURE_LEFT)
        self.y = max(self.y, bottom)

    def _score_row(self, left: Text, times: Text) -> tuple[Item, ...]:
        size = BODY.size * self.size
        base = self.y + size * 0.78
        return (
            Words(self.words(left) + " ", LEFT + 3, base, size, BODY.face),
            Words(self.words(times), LEFT + 40, base, size, Face.SANS_BOLD),
        )

    def _set_end(self) -> None:
        self._rule()
        self._set(text("print.aid_end_head"), HEAD, gap=1.4)
        for rule in end_rules(self.choice.edition):
            size = BODY.size * self.size
            self.items.append(Words("•", LEFT + 0.6, self.y + size * 0.78, size, BODY.face))
            self._set(rule, BODY, LEFT + 4, gap=0.9)
        self.y += 0.8
        self._set(text("print.aid_end_winner"), STRONG)
