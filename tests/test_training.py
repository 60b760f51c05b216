"""Training needs only the project and its extra `train`."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
OURS = {"referee", "printables", "calibration", "web"}
IMPORTED_AS = {"opencv-python": "cv2", "pillow": "PIL"}


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module).split(".")[0]


def test_training_imports_nothing_but_the_project_and_the_extra_train() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {Requirement(line).name.lower() for line in [*project["dependencies"], *project["optional-dependencies"]["train"]]}
    allowed = OURS | {IMPORTED_AS.get(name, name) for name in wanted} | set(sys.stdlib_module_names)
    for path in (ROOT / "referee" / "training").rglob("*.py"):
        assert set(imported(path)) <= allowed, path


def test_model_card_names_revision_of_the_kits_and_seeds() -> None:
    card = (ROOT / "docs" / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert "revision 15953f9" in card
    assert "Seeds 1 to 999" in card
