"""The graph of rooms, computed from imports; `python -m tests.rooms` writes it into ARCHITECTURE.md."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "ARCHITECTURE.md"
TOPS = ("referee", "printables", "calibration", "web")
BEGIN, END = "<!-- rooms: begin -->", "<!-- rooms: end -->"
Graph = Mapping[str, frozenset[str]]


def room_of(module: str) -> str:
    """Return the room of a module: its folder in a top-level package, or calibration."""
    parts = module.split(".")
    return parts[0] if parts[0] == "calibration" else ".".join(parts[:2])


def imports_between_rooms() -> Graph:
    """Return the rooms that each room imports."""
    graph = grimp.build_graph(*TOPS, cache_dir=None)
    rooms: dict[str, set[str]] = {}
    for module in graph.modules:
        if module not in TOPS or module == "calibration":
            imported = graph.find_modules_directly_imported_by(module)
            rooms.setdefault(room_of(module), set()).update(map(room_of, imported))
    return {room: frozenset(found - {room}) for room, found in rooms.items()}


def without_shortcuts(graph: Graph) -> Graph:
    """Return the graph without imports that are implied by a longer path."""

    def reached(room: str, above: tuple[str, ...] = ()) -> frozenset[str]:
        assert room not in above, f"rooms import each other in a circle: {' -> '.join((*above, room))}"
        return frozenset(graph[room]).union(*(reached(near, (*above, room)) for near in graph[room]))

    return {
        room: frozenset(near for near in found if not any(near in reached(other) for other in found))
        for room, found in graph.items()
    }


def draw(graph: Graph) -> str:
    """Return the graph as a Mermaid flowchart, which code hosts render as a picture."""
    names = {room: room.replace(".", "_") for room in sorted(graph)}
    boxes = [f"    {name}[{room.replace('.', '/')}]" for room, name in names.items()]
    arrows = [f"    {names[room]} --> {names[near]}" for room in sorted(graph) for near in sorted(graph[room])]
    return "\n".join(["```mermaid", "flowchart TD", *boxes, *arrows, "```"])


def document_with(picture: str) -> str:
    """Return ARCHITECTURE.md with this picture."""
    words = DOCUMENT.read_text(encoding="utf-8")
    return re.sub(f"{BEGIN}.*?{END}", f"{BEGIN}\n{picture}\n{END}", words, flags=re.DOTALL)


if __name__ == "__main__":
    DOCUMENT.write_text(document_with(draw(without_shortcuts(imports_between_rooms()))), encoding="utf-8")
    sys.exit(0)
