"""With TERRANOVA_NO_SKIPS, a run fails for every skipped test, marked test or file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SKIPS = {
    "within": "import pytest\ndef test_one() -> None:\n    pytest.skip('no tool')\n",
    "by_mark": "import pytest\n@pytest.mark.skipif(True, reason='no tool')\ndef test_one() -> None:\n    pass\n",
    "whole_file": "import pytest\npytest.importorskip('no_such_module', reason='no tool')\ndef test_one() -> None:\n    pass\n",
}


def run_pytest(folder: Path, no_skips: str) -> subprocess.CompletedProcess[str]:
    settings = {"TERRANOVA_NO_SKIPS": no_skips, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    options = ["-q", "-p", "tests.conftest", "-c", os.devnull, "--rootdir", str(folder)]
    command = [sys.executable, "-m", "pytest", *options, str(folder)]
    return subprocess.run(command, env={**os.environ, **settings}, cwd=folder, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("way", SKIPS)
def test_skip_fails_where_nothing_may_be_skipped(way: str, tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(SKIPS[way])
    strict = run_pytest(tmp_path, "1")
    assert strict.returncode != 0, strict.stdout
    assert "no tool" in strict.stdout
    lenient = run_pytest(tmp_path, "")
    assert "1 skipped" in lenient.stdout


def test_tests_that_run_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_one() -> None:\n    pass\n")
    assert run_pytest(tmp_path, "1").returncode == 0
