"""The house rules that a program can check: lint, types, imports, short and documented modules."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.cli.main import COMMANDS
from tests.rooms import DOCUMENT, document_with, draw, imports_between_rooms, without_shortcuts

ROOT = Path(__file__).parents[1]
PACKAGES = ("referee", "printables", "calibration", "web")
LONGEST_MODULE = 400  # lines
NO_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "managers", "misc", "base"}
OF_THE_MAKER = ("/work/", "/root/", "/home/")  # paths of one computer


def modules(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def check(*command: str) -> None:
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff_finds_nothing() -> None:
    check("-m", "ruff", "check", "--no-cache", ".")


def test_mypy_finds_nothing() -> None:
    check("-m", "mypy")


def test_vulture_finds_no_code_that_only_tests_use() -> None:
    check("-m", "vulture")


def test_imports_point_down() -> None:
    check("-c", "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))")


def test_every_room_has_its_place_in_the_layers() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    lines = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    placed = {name.strip() for line in lines for name in line.split("|")}
    found = {
        f"{top}.{path.parent.name}" for top in ("referee", "printables", "web") for path in (ROOT / top).glob("*/__init__.py")
    }
    assert placed == found | {"calibration"}


def test_only_rooms_stand_at_the_top() -> None:
    for top in ("referee", "printables", "web"):
        assert {path.name for path in (ROOT / top).glob("*.py")} == {"__init__.py"}, top


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_has_a_docstring(package: str) -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in modules(package)
        if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) and path.read_text(encoding="utf-8").strip()
    ]
    assert not silent


def test_packages_do_no_work_when_imported() -> None:
    for path in modules(*PACKAGES):
        if path.name == "__init__.py":
            statements = ast.parse(path.read_text(encoding="utf-8")).body
            assert all(isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) for one in statements), path


def test_modules_are_short_and_named_after_something() -> None:
    for path in modules(*PACKAGES, "tests"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE, path
        assert path.stem not in NO_NAMES, path


def test_scripts_and_style_sheets_are_short_and_say_what_they_are() -> None:
    for path in sorted((ROOT / "web" / "static").rglob("*.[cj]s*")):
        if path.suffix in (".css", ".js"):
            lines = path.read_text(encoding="utf-8").splitlines()
            assert len(lines) <= LONGEST_MODULE, path
            assert any(line.startswith("/*") for line in lines[:2]), path
            assert path.suffix == ".js" or has_whole_rules(lines), path


def has_whole_rules(lines: list[str]) -> bool:
    """Return whether every rule of a style sheet begins and ends at the left margin."""
    depth = 0
    for line in lines:
        if line.endswith("{") and not line.startswith(" ") and depth:
            return False
        depth += line.count("{") - line.count("}")
        if depth < 0:
            return False
    return depth == 0


def test_architecture_explains_each_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["club"]]
    names = {re.split(r"[^a-z0-9-]", line)[0] for line in wanted}
    expected = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").split("## Dependencies")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in expected.splitlines() if line.startswith("| ") and not line.startswith("| library")]
    assert {name.strip().lower() for row in rows for name in row.split(",")} == names


def test_architecture_draws_the_rooms_as_they_import_each_other() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document_with(draw(without_shortcuts(imports_between_rooms())))


def test_glossary_is_short_and_in_order() -> None:
    rows = DOCUMENT.read_text(encoding="utf-8").split("## Glossary")[1].splitlines()
    words = [row.split("|")[1].strip() for row in rows if row.startswith("| ")][1:]
    assert len(words) <= 40
    assert words == sorted(words)


def test_no_path_of_one_computer_is_left() -> None:
    own = Path(__file__)
    for path in modules(*PACKAGES, "tests"):
        if path != own:
            words = path.read_text(encoding="utf-8")
            assert not [place for place in OF_THE_MAKER if f'"{place}' in words or f"'{place}" in words], path


def test_every_command_is_a_module_and_the_other_way_round() -> None:
    shaped = {
        path.stem
        for path in (ROOT / "referee" / "cli" / "commands").glob("*.py")
        if any(
            isinstance(node, ast.FunctionDef) and node.name == "command"
            for node in ast.parse(path.read_text(encoding="utf-8")).body
        )
    }
    assert set(COMMANDS) == shaped
