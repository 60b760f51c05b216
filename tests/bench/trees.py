"""Two trees of the product to compare, this one and an older revision, with the same interpreter and libraries.

The trees may differ in their module names; only the folder and the entry point of `terranova` are used.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parents[2]


class BrokenTree(Exception):
    """Raised if a tree cannot be created, or a command fails in a tree."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A folder with the product's source, and a scratch folder for compiled files and data."""

    name: str
    root: Path
    scratch: Path

    @property
    def program(self) -> str:
        """The Python program that the script `terranova` of this tree runs."""
        scripts = tomllib.loads((self.root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
        module, _, function = scripts["terranova"].partition(":")
        return f"from {module} import {function}; raise SystemExit({function}())"

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables with which Python imports this tree and compiles it only once."""
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        return kept | {
            "PYTHONPATH": str(self.root),
            "PYTHONPYCACHEPREFIX": str(self.scratch / "compiled"),
            "TERRANOVA_DATA": str(self.scratch / "data"),
            "LANG": "C.UTF-8",
        }

    def line(self, *arguments: str | Path) -> list[str]:
        """Return the command line of `terranova` in this tree."""
        return [sys.executable, "-c", self.program, *map(str, arguments)]

    def run(self, *arguments: str | Path, codes: Sequence[int] = (0,)) -> str:
        """Run `terranova` with arguments and return its output; raise BrokenTree unless the exit code is one of `codes`."""
        done = subprocess.run(
            self.line(*arguments), env=self.environment, cwd=self.scratch, capture_output=True, text=True, check=False
        )
        if done.returncode not in codes:
            last = done.stderr.strip().splitlines()[-1:] or ["nothing"]
            raise BrokenTree(f"{self.name}: terranova {' '.join(map(str, arguments))} ended with {done.returncode}: {last[0]}")
        return done.stdout

    def check_imported(self) -> None:
        """Raise BrokenTree if Python would import another tree than this one."""
        where = subprocess.run(
            [sys.executable, "-c", "import referee; print(referee.__file__)"],
            env=self.environment,
            cwd=self.scratch,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        if not Path(where).resolve().is_relative_to(self.root.resolve()):
            raise BrokenTree(f"{self.name}: {where} is imported instead of {self.root}")


@contextmanager
def two_trees(revision: str) -> Iterator[tuple[Tree, Tree]]:
    """Check out an older revision; yield its tree and this one, and remove the older tree afterwards."""
    with TemporaryDirectory(prefix="terranova-bench-") as name:
        folder = Path(name)
        older = folder / "source"
        _git("worktree", "add", "--detach", "--quiet", str(older), f"{revision}^{{commit}}")
        try:
            trees = Tree("older", older, folder / "older"), Tree("this", HERE, folder / "this")
            for tree in trees:
                tree.scratch.mkdir()
                tree.check_imported()
            yield trees
        finally:
            _git("worktree", "remove", "--force", str(older))


def _git(*arguments: str) -> None:
    done = subprocess.run(["git", *arguments], cwd=HERE, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BrokenTree((done.stderr.strip().splitlines() or ["git failed"])[-1])
