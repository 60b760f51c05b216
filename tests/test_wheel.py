"""The wheel, installed in a fresh environment and used from another folder, contains the whole product."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("referee", "printables", "calibration", "web")
MOST_MB = 5.0

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a wheel from this tree."""
    folder = tmp_path_factory.mktemp("dist")
    call(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT))
    return next(folder.glob("terranova_referee-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel in a new environment that borrows its dependencies; return the folder of its programs."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    python = str(programs / "python")
    call(python, "-m", "pip", "install", "--no-deps", "--no-index", "--disable-pip-version-check", str(wheel))
    there = call(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    borrowed = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    Path(there, "borrowed.pth").write_text("\n".join(borrowed) + "\n", encoding="utf-8")
    return programs


def call(*command: str, folder: Path | None = None) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_wheel_holds_every_file_of_the_packages_but_training(wheel: Path) -> None:
    files = {path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file()}
    names = {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts}
    held = set(zipfile.ZipFile(wheel).namelist())
    assert {name for name in names if not name.startswith("referee/training/")} <= held
    assert not [name for name in held if name.startswith("referee/training/")]


def test_wheel_stays_small(wheel: Path) -> None:
    assert wheel.stat().st_size <= MOST_MB * 1e6


def test_wheel_holds_nothing_but_the_packages(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)


def test_installed_command_line_works_from_another_folder(installed: Path, tmp_path: Path) -> None:
    terranova = str(installed / "terranova")
    assert call(terranova, "--version", folder=tmp_path).startswith("terranova ")
    where = call(str(installed / "python"), "-c", "import referee.cli.main; print(referee.cli.main.__file__)", folder=tmp_path)
    assert str(installed.parent) in where
    call(terranova, "new", "--board", "islet", "-o", "first.json", folder=tmp_path)
    call(terranova, "play", "first.json", "@A1", "-o", "second.json", folder=tmp_path)
    assert json.loads(call(terranova, "check", "first.json", "second.json", "--json", folder=tmp_path))["turn"] == "@A1"
    for language in ("en", "de", "fr", "fi", "it", "hu"):
        assert call(terranova, "score", "second.json", "--lang", language, folder=tmp_path)


def test_shipped_examples_are_scored_and_replayed_from_another_folder(installed: Path, tmp_path: Path) -> None:
    code = "from importlib.resources import files; print(files('referee') / 'examples')"
    examples = call(str(installed / "python"), "-c", code, folder=tmp_path).strip()
    terranova = str(installed / "terranova")
    assert json.loads(call(terranova, "score", f"{examples}/late.json", "--json", folder=tmp_path))["awards"]["red"] == 20
    assert json.loads(call(terranova, "replay", f"{examples}/game.json", "--json", folder=tmp_path))["ended"]


def test_installed_command_line_lays_out_and_prints(installed: Path, tmp_path: Path) -> None:
    terranova = str(installed / "terranova")
    assert json.loads(call(terranova, "layout", "islet", "--json", folder=tmp_path))["format"] == "terranova-layout/1"
    call(terranova, "print", "board", "islet", "-o", "board.pdf", folder=tmp_path)
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF")
