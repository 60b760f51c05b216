"""Write drawings as SVG for the browser.

The web pages have a strict content security policy, so items are styled with presentation attributes instead of `style`
attributes. Each symbol becomes one <symbol> element, which all instances of the symbol share.
"""

from __future__ import annotations

from html import escape

from printables.drawing.drawing import HALO, Anchor, Drawing, Group, Item, Marked, Path, Symbol, Transform, Use, Words
from printables.drawing.faces import STYLES
from printables.drawing.svg_paths import path_data

_ANCHORS = {Anchor.START: "", Anchor.MIDDLE: ' text-anchor="middle"', Anchor.END: ' text-anchor="end"'}


def write_svg(drawing: Drawing, prefix: str = "") -> str:
    """Return the drawing as an <svg> element that scales to the available width.

    `prefix` is put before every id, so that ids are unique on a page with several drawings.
    """
    writer = _Writer(prefix)
    symbols = "".join(writer.symbol(name, symbol) for name, symbol in drawing.symbols.items())
    body = writer.items(drawing.items)
    named = f' role="img" aria-label="{escape(drawing.label)}"' if drawing.label else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_number(drawing.width_mm)} {_number(drawing.height_mm)}"{named}'
        f' stroke-linecap="round" stroke-linejoin="round" fill="none" font-kerning="none">'
        f"<defs>{symbols}{''.join(writer.clips)}</defs>{body}</svg>"
    )


class _Writer:
    """A writer of items as elements, which collects the required clip paths."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.clips: list[str] = []

    def symbol(self, name: str, symbol: Symbol) -> str:
        """Return a <symbol> element.

        The element's overflow is visible, since a symbol can extend to the left of its origin and above it.
        """
        return f'<symbol id="{self.prefix}{escape(name)}" overflow="visible">{self.items(symbol.items)}</symbol>'

    def items(self, items: tuple[Item, ...]) -> str:
        """Return the items as elements, in order."""
        return "".join(self._item(item) for item in items)

    def _item(self, item: Item) -> str:
        if isinstance(item, Path):
            return _path(item)
        if isinstance(item, Words):
            return _words(item)
        if isinstance(item, Use):
            return f'<use href="#{self.prefix}{escape(item.symbol)}"{_placed(item.transform)}/>'
        if isinstance(item, Marked):
            named = f' role="img" aria-label="{escape(item.alternative)}"' if item.alternative else ""
            return f"<g{named}>{self.items(item.items)}</g>"
        return self._group(item)

    def _group(self, group: Group) -> str:
        inner = self.items(group.items)
        if group.transform:
            inner = f"<g{_placed(group.transform)}>{inner}</g>"
        if not group.clip:
            return inner
        name = f"{self.prefix}clip{len(self.clips)}"
        corners = " ".join(f"{_number(x)},{_number(y)}" for x, y in group.clip)
        self.clips.append(f'<clipPath id="{name}"><polygon points="{corners}"/></clipPath>')
        return f'<g clip-path="url(#{name})">{inner}</g>'


def _path(path: Path) -> str:
    inks = f' fill="{path.fill}"' if path.fill else ""
    if path.stroke:
        inks += f' stroke="{path.stroke}" stroke-width="{_number(path.width_mm)}"'
    if path.dash:
        inks += f' stroke-dasharray="{" ".join(map(_number, path.dash))}"'
    if path.dash:
        inks += ' stroke-linecap="butt"'
    if path.even_odd:
        inks += ' fill-rule="evenodd"'
    if path.opacity < 1:
        inks += f' fill-opacity="{_number(path.opacity)}"'
    return f'<path d="{path_data(path)}"{inks}/>'


def _words(words: Words) -> str:
    family, weight, style = STYLES[words.face]
    looks = f' font-family="{family}" font-size="{_number(words.size_mm)}" fill="{words.colour}"{_ANCHORS[words.anchor]}'
    if words.halo:
        looks += f' stroke="{words.halo}" stroke-width="{_number(words.size_mm * HALO)}" paint-order="stroke"'
    if weight != 400:
        looks += f' font-weight="{weight}"'
    if style != "normal":
        looks += f' font-style="{style}"'
    x = words.x
    if words.spacing_mm:
        looks += f' letter-spacing="{_number(words.spacing_mm)}"'
        # browsers add spacing after the last character too
        x += {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[words.anchor] * words.spacing_mm
    place = f' x="{_number(x)}" y="{_number(words.y)}"'
    if words.angle:
        place += f' transform="rotate({_number(words.angle)} {_number(words.x)} {_number(words.y)})"'
    return f"<text{place}{looks}>{escape(words.text)}</text>"


def _placed(transform: Transform) -> str:
    a, b, c, d, e, f = transform
    if (a, b, c, d) == (1.0, 0.0, 0.0, 1.0):
        return f' transform="translate({_number(e)} {_number(f)})"'
    return f' transform="matrix({" ".join(f"{x:.6f}" for x in transform)})"'


def _number(value: float) -> str:
    """Format a number for SVG with at most two decimals, or three if it is between -1 and 1, and without trailing zeros."""
    return f"{value:.3f}".rstrip("0").rstrip(".") if abs(value) < 1 else f"{value:.2f}".rstrip("0").rstrip(".")
