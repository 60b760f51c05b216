"""Select the parts of a large drawing whose bounding boxes overlap a box, so that each sheet contains only its share.

The drawing order is preserved. A path is reduced to those of its subpaths whose bounding boxes overlap the box.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from printables.drawing.drawing import Anchor, Drawing, Group, Item, Marked, Path, Segment, Symbol, Transform, Use, Words
from referee.layout.shapes import Box

LONGEST_LETTER = 0.75  # relative to the type size; no glyph in our fonts is wider


@dataclass(frozen=True, slots=True)
class _WholeItem:
    """An item that is drawn or omitted as a whole, with its bounding box."""

    box: Box
    item: Item


@dataclass(frozen=True, slots=True)
class _Split:
    """A path with its subpaths and their bounding boxes."""

    box: Box
    path: Path
    parts: tuple[tuple[Box, tuple[Segment, ...]], ...]


class Layers:
    """A drawing with precomputed bounding boxes, for selecting parts of the drawing many times."""

    def __init__(self, drawing: Drawing) -> None:
        self._symbols = drawing.symbols
        self._pieces = tuple(self._measure(drawing.items))

    def touching(self, box: Box) -> tuple[Item, ...]:
        """Return the items whose bounding boxes overlap `box`, with each path reduced to its overlapping subpaths."""
        return tuple(item for piece in self._pieces for item in _take(piece, box))

    def _measure(self, items: tuple[Item, ...]) -> Iterator[_WholeItem | _Split]:
        for item in items:
            if isinstance(item, Path):
                yield _split(item)
            elif isinstance(item, Words):
                yield _WholeItem(_box_of_words(item), item)
            elif isinstance(item, Use):
                yield _WholeItem(_box_of_symbol(self._symbols[item.symbol], item.transform), item)
            else:
                yield _WholeItem(self._box_of_group(item), item)

    def _box_of_group(self, group: Group | Marked) -> Box:
        box = _union(piece.box for piece in self._measure(group.items))
        if isinstance(group, Group) and group.transform:
            return _moved(box, group.transform)
        return box


def _take(piece: _WholeItem | _Split, box: Box) -> Iterator[Item]:
    if not piece.box.meets(box):
        return
    if isinstance(piece, _WholeItem):
        yield piece.item
        return
    kept = [segments for part, segments in piece.parts if part.meets(box)]
    if len(kept) == len(piece.parts):
        yield piece.path
    elif kept:
        yield replace(piece.path, segments=tuple(segment for segments in kept for segment in segments))


def _split(path: Path) -> _Split:
    grown = path.width_mm if path.stroke else 0.01
    parts: list[list[Segment]] = []
    for segment in path.segments:
        if segment[0] == "M":
            parts.append([])
        parts[-1].append(segment)
    measured = tuple((_box_of_segments(part, grown), tuple(part)) for part in parts)
    return _Split(_union(box for box, _ in measured), path, measured)


def _box_of_segments(segments: list[Segment], grown: float) -> Box:
    numbers = [segment[1:] for segment in segments]
    xs = [x for coordinates in numbers for x in coordinates[::2]]
    ys = [y for coordinates in numbers for y in coordinates[1::2]]
    return Box(min(xs) - grown, min(ys) - grown, max(xs) + grown, max(ys) + grown)


def _box_of_words(words: Words) -> Box:
    """Return a box that is certain to contain the text at any angle and anchor."""
    reach = len(words.text) * (words.size_mm * LONGEST_LETTER + words.spacing_mm)
    if not words.angle:
        back = {Anchor.START: 0.0, Anchor.MIDDLE: reach / 2, Anchor.END: reach}[words.anchor]
        return Box(words.x - back, words.y - words.size_mm, words.x - back + reach, words.y + words.size_mm / 3)
    reach += words.size_mm
    return Box(words.x - reach, words.y - reach, words.x + reach, words.y + reach)


def _box_of_symbol(symbol: Symbol, transform: Transform) -> Box:
    return _moved(Box(*symbol.box), transform)


def _moved(box: Box, transform: Transform) -> Box:
    a, b, c, d, e, f = transform
    corners = [(a * x + c * y + e, b * x + d * y + f) for x, y in box.corners]
    return Box(min(x for x, _ in corners), min(y for _, y in corners), max(x for x, _ in corners), max(y for _, y in corners))


def _union(boxes: Iterator[Box]) -> Box:
    every = list(boxes)
    if not every:
        return Box(0.0, 0.0, 0.0, 0.0)
    return Box(
        min(box.left for box in every),
        min(box.top for box in every),
        max(box.right for box in every),
        max(box.bottom for box in every),
    )
