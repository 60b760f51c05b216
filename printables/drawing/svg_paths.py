"""Write a path as SVG path data with relative steps.

Relative steps are short and repetitive, so that a compressed board is less than half as large as with absolute coordinates.
"""

from __future__ import annotations

from printables.drawing.drawing import Path

STEPS_PER_MM = 100  # whole steps of a hundredth of a millimetre, so that rounding errors do not add up


def path_data(path: Path) -> str:
    """Return the `d` attribute of a path."""
    parts: list[str] = []
    here = start = (0, 0)
    last = ""
    for kind, *numbers in path.segments:
        if kind == "Z":
            parts.append("z")
            here, last = start, "z"
            continue
        places = [round(number * STEPS_PER_MM) for number in numbers]
        letter, steps = _shortest(kind, [place - here[index % 2] for index, place in enumerate(places)])
        parts.append(_written(letter, steps, goes_on=letter == last))
        here = (places[-2], places[-1])
        start = here if kind == "M" else start
        last = "l" if letter == "m" else letter
    return "".join(parts)


def _shortest(kind: str, steps: list[int]) -> tuple[str, list[int]]:
    """Return the command letter and its steps, using `h` and `v` for horizontal and vertical lines."""
    if kind == "L" and 0 in steps:
        return ("h", steps[:1]) if steps[1] == 0 else ("v", steps[1:])
    return kind.lower(), steps


def _written(letter: str, steps: list[int], goes_on: bool) -> str:
    """Return a command as text, omitting a repeated letter and the space before a minus sign."""
    words = [_millimetres(step) for step in steps]
    first = words[0] if not goes_on else words[0] if words[0].startswith("-") else f" {words[0]}"
    return ("" if goes_on else letter) + first + "".join(word if word.startswith("-") else f" {word}" for word in words[1:])


def _millimetres(steps: int) -> str:
    if not steps:
        return "0"
    sign = "-" if steps < 0 else ""
    whole, part = divmod(abs(steps), STEPS_PER_MM)
    return sign + (str(whole) if whole else "") + (f".{part:02d}".rstrip("0") if part else "")
