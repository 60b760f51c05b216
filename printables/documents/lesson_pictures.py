"""The step-by-step pictures on the companion's How to play page, drawn like the player aids.

Each lesson is a sequence of frames on a few hexes. A frame is a small position, and the numbers shown are computed by the rules
from that position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from printables.artwork.landscapes import draw_landscape, symbol_name
from printables.artwork.miniatures import Axial, Patch
from printables.artwork.palette import PLAYER_COLOURS, Ink, landscape_inks
from printables.documents.aid_pictures import draw_move, first_cells, place, rows_of
from printables.drawing.drawing import Anchor, Drawing, Face, Group, Item, Path, Symbol, Words, hexagon, polygon, rectangle, shift
from referee.boards.board import Board, Cell, Terrain
from referee.rules.editions import USUAL_EDITION
from referee.rules.pieces import Colour
from referee.rules.position import Position
from referee.rules.scoring import ScoredRegion, score_position

HEX_MM = 18.0
MARGIN_MM = 2.0
ROWS, COLUMNS = 4, 6
VARIANT = 0  # variant of the landscapes; using only one keeps the files small
TINT_INSET = 0.9  # size of a tinted outline, relative to the hex
TINT_LINE_MM = 1.3
BADGE_MM, LETTER_SHARE = 7.6, 0.53  # type size on a territory's badge, and the width of a letter relative to it
BADGE_COLOUR, BADGE_GROUND = "#000000", "#ffffff"

_FENCE = tuple(place(row, 3) for row in range(ROWS))
_LAND = tuple(place(row, column) for row in range(ROWS) for column in range(3))
_RED_INSIDE = (place(0, 0), place(3, 1))
_YELLOW_INSIDE = place(0, 2)
_RED_START, _RED_END = place(0, 5), place(2, 4)
_YELLOW_OUTSIDE = place(3, 5)


class Lesson(StrEnum):
    """The lessons that are shown in pictures."""

    SETUP = "setup"
    TURN = "turn"
    REACH = "reach"
    COUNT = "count"
    FACTOR = "factor"


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of a lesson: landscapes by hex, the pieces on them, and what is highlighted."""

    looks: Mapping[Axial, str]
    pioneers: Mapping[Axial, Colour] = field(default_factory=dict)
    stones: tuple[Axial, ...] = ()
    moved: tuple[Axial, Axial] | None = None
    tinted: Colour | None = None
    badge: str = ""


@cache
def frames_of(lesson: Lesson) -> tuple[Frame, ...]:
    """Return the frames of a lesson, one for each step."""
    return {
        Lesson.SETUP: _setup_frames,
        Lesson.TURN: _turn_frames,
        Lesson.REACH: lambda: (Frame({}),),  # drawn as on the player aids
        Lesson.COUNT: _count_frames,
        Lesson.FACTOR: _factor_frames,
    }[lesson]()


def draw_lesson(lesson: Lesson, number: int) -> Drawing:
    """Draw one step of a lesson; `number` is 0-based."""
    items = draw_move(Colour.RED, HEX_MM, Ink.COLOUR) if lesson is Lesson.REACH else _draw_frame(frames_of(lesson)[number])
    rows, columns = (5, 7) if lesson is Lesson.REACH else (ROWS, COLUMNS)
    reach = HEX_MM / 3**0.5
    width = HEX_MM * (columns + 0.5) + 2 * MARGIN_MM
    height = reach * (1.5 * (rows - 1) + 2) + 2 * MARGIN_MM
    placed = Group(tuple(items), shift(HEX_MM / 2 + MARGIN_MM, reach + MARGIN_MM))
    return Drawing(width, height, (placed,), _symbols_of(frames_of(lesson)[number]))


def territory_of(frame: Frame) -> tuple[ScoredRegion, Mapping[Colour, int]]:
    """Return the region that contains a frame's top left hex, as scored by the rules, and each player's points for it."""
    position = position_of(frame)
    scored = score_position(position)
    region = next(one for one in scored.regions if one.cells & 1)
    return region, dict(zip(position.players, region.awards, strict=True))


def _setup_frames() -> tuple[Frame, ...]:
    looks = _usual_looks()
    all_placed = {**_inside(), place(3, 4): Colour.RED, place(1, 5): Colour.YELLOW}
    return (Frame(looks), Frame(looks, {place(0, 0): Colour.RED, _YELLOW_INSIDE: Colour.YELLOW}), Frame(looks, all_placed))


def _turn_frames() -> tuple[Frame, ...]:
    looks, fence = _usual_looks(), _FENCE[:2]
    before = {**_inside(), _YELLOW_OUTSIDE: Colour.YELLOW, _RED_START: Colour.RED}
    after = {**_inside(), _YELLOW_OUTSIDE: Colour.YELLOW, _RED_END: Colour.RED}
    return (
        Frame(looks, before, fence),
        Frame(looks, after, fence, moved=(_RED_START, _RED_END)),
        Frame(looks, after, _FENCE[:3]),
        Frame(looks, after, _FENCE, tinted=Colour.RED),
    )


def _count_frames() -> tuple[Frame, ...]:
    looks = _usual_looks()
    outside = {_YELLOW_OUTSIDE: Colour.YELLOW, _RED_END: Colour.RED}
    closed = Frame(looks, {**_inside(), **outside}, _FENCE)
    counted = Frame(looks, closed.pioneers, _FENCE, tinted=Colour.RED, badge=_sum_of(closed))
    return (counted, Frame(looks, outside, _FENCE, tinted=Colour.RED, badge=f"+{_value_of(closed)}"))


def _factor_frames() -> tuple[Frame, ...]:
    """Return frames in which the same twelve hexes have one, two and three landscapes."""
    both = _usual_looks()
    first = {**both, **dict.fromkeys(_LAND, "meadow")}
    third = {**both, **{place(row, 2): "lake" for row in range(2)}}
    looks = (first, both, third)
    return tuple(Frame(one, {}, _FENCE, badge=_sum_of(Frame(one, {}, _FENCE))) for one in looks)


def _inside() -> dict[Axial, Colour]:
    return {**dict.fromkeys(_RED_INSIDE, Colour.RED), _YELLOW_INSIDE: Colour.YELLOW}


def _usual_looks() -> dict[Axial, str]:
    """Return the landscape of each hex: seven meadow and five cornfield hexes in the territory, and others outside it.

    The area outside has too many landscapes to count as a territory itself.
    """
    looks = dict.fromkeys(rows_of(ROWS, COLUMNS), "mountain")
    looks |= {place(0, 4): "forest", place(1, 4): "forest", place(0, 5): "desert", place(1, 5): "desert"}
    looks |= {place(2, 5): "moor", place(3, 5): "moor"}
    return looks | dict.fromkeys(_LAND, "cornfield") | dict.fromkeys(first_cells(), "meadow")


def _sum_of(frame: Frame) -> str:
    value = _value_of(frame)
    return f"{len(_LAND)} × {value // len(_LAND)} = {value}"


def _value_of(frame: Frame) -> int:
    return territory_of(frame)[0].value


def position_of(frame: Frame) -> Position:
    """Return a frame as a position with red to move."""
    names = sorted(set(frame.looks.values()))
    terrains = tuple(Terrain(name, None) for name in names)
    spots = sorted(frame.looks, key=lambda spot: (spot[1], spot[0]))
    cells = tuple(Cell(f"{'ABCD'[r]}{q + r // 2 + 1}", q, r, names.index(frame.looks[q, r])) for q, r in spots)
    number = {spot: index for index, spot in enumerate(spots)}
    players = (Colour.RED, Colour.YELLOW)
    masks = tuple(sum(1 << number[spot] for spot, one in frame.pioneers.items() if one is colour) for colour in players)
    stones = sum(1 << number[spot] for spot in frame.stones)
    return Position(Board("lesson", terrains, cells), USUAL_EDITION, players, 0, masks, stones, (0, 0), (0, 0))


def _draw_frame(frame: Frame) -> tuple[Item, ...]:
    patch = Patch(HEX_MM, Ink.COLOUR).land({cell: landscape_inks(look, Ink.COLOUR).tint for cell, look in frame.looks.items()})
    patch.engrave({cell: symbol_name(look, VARIANT) for cell, look in frame.looks.items()})
    if frame.tinted is not None:
        patch.items += [_tint(patch, cell, frame.tinted) for cell in _LAND]
    if frame.moved is not None:
        patch.pioneer(frame.moved[0], Colour.RED, ghost=True).arrow(*frame.moved)
    patch.stones(frame.stones)
    for cell, colour in frame.pioneers.items():
        patch.pioneer(cell, colour)
    return (*patch.items, *_badge(frame, patch))


def _symbols_of(frame: Frame) -> dict[str, Symbol]:
    looks = sorted(set(frame.looks.values()))
    return {symbol_name(look, VARIANT): draw_landscape(look, VARIANT, HEX_MM, Ink.COLOUR) for look in looks}


def _tint(patch: Patch, cell: Axial, colour: Colour) -> Path:
    corners = hexagon(patch.centre(cell), HEX_MM * TINT_INSET)
    return polygon(corners, stroke=PLAYER_COLOURS[colour], width_mm=TINT_LINE_MM)


def _badge(frame: Frame, patch: Patch) -> tuple[Item, ...]:
    if not frame.badge:
        return ()
    centres = [patch.centre(cell) for cell in _LAND]
    x, y = (sum(numbers) / len(centres) for numbers in zip(*centres, strict=True))
    width, height = BADGE_MM * (LETTER_SHARE * len(frame.badge) + 1), BADGE_MM * 1.5
    plate = rectangle(
        x - width / 2, y - height / 2, width, height, fill=BADGE_GROUND, stroke=BADGE_COLOUR, width_mm=0.4, rounded=height / 2
    )
    words = Words(frame.badge, x, y + BADGE_MM * 0.35, BADGE_MM, Face.SANS_BOLD, Anchor.MIDDLE, BADGE_COLOUR)
    return (plate, words)
