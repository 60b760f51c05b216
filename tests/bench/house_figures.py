"""Counts of a tree's source: statements, docstrings, modules of each room, and rooms that import each other."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

PACKAGES = ("referee", "printables", "calibration", "web")
TRAINING = "training"  # a room that is not part of the product
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Source:
    """The product's modules in a tree, by their dotted names, without the modules for training and the tests."""

    root: Path

    @cached_property
    def trees(self) -> dict[str, ast.Module]:
        """The syntax tree of every module, by the module's name."""
        return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in self._modules()}

    def _modules(self) -> Iterator[tuple[str, Path]]:
        for package in PACKAGES:
            for path in sorted((self.root / package).rglob("*.py")):
                parts = path.relative_to(self.root).with_suffix("").parts
                if TRAINING not in parts:
                    yield ".".join(parts), path

    def count_statements(self) -> int:
        """Return the number of `ast.stmt` nodes, including docstrings."""
        return sum(isinstance(node, ast.stmt) for tree in self.trees.values() for node in ast.walk(tree))

    def count_docstrings(self) -> int:
        """Return the number of modules, classes and functions with a docstring."""
        nodes = (node for tree in self.trees.values() for node in ast.walk(tree))
        return sum(isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None for node in nodes)

    def modules_of_rooms(self) -> dict[str, int]:
        """Return the number of modules in each room, without `__init__`."""
        names = [name for name in self.trees if not name.endswith("__init__")]
        return {room: sum(room_of(name) == room for name in names) for room in sorted(set(map(room_of, names)))}

    def circles_of_rooms(self) -> list[frozenset[str]]:
        """Return the sets of rooms that import each other, directly or indirectly."""
        graph = self._imports_of_rooms()
        reached = {room: _reach(room, graph) for room in graph}
        circles = {frozenset({other for other in reached[room] if room in reached.get(other, ())}) for room in graph}
        return sorted((circle for circle in circles if len(circle) > 1), key=len)

    def _imports_of_rooms(self) -> dict[str, set[str]]:
        graph: dict[str, set[str]] = {room_of(name): set() for name in self.trees if not name.endswith("__init__")}
        for name, tree in self.trees.items():
            if room_of(name) in graph:
                wanted = {room_of(target) for target in self._imported(tree)}
                graph[room_of(name)] |= (wanted & graph.keys()) - {room_of(name)}
        return graph

    def _imported(self, tree: ast.Module) -> Iterator[str]:
        """Yield the modules of the product that are imported anywhere in a module."""
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in PACKAGES:
                inner = [f"{node.module}.{name.name}" for name in node.names]
                yield from [name if name in self.trees else node.module for name in inner]
            elif isinstance(node, ast.Import):
                yield from (name.name for name in node.names if name.name.split(".")[0] in PACKAGES)


def room_of(module: str) -> str:
    """Return the room of a module: its package, with the folder in the package if there is one."""
    folders = module.split(".")[:-1]
    return ".".join(folders[:2])


def _reach(room: str, graph: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [room]
    while waiting:
        new = graph[waiting.pop()] - found
        found |= new
        waiting += new
    return found
