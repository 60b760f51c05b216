"""The rules' own tests cover every branch of the rules and of positions."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
COVERED = "referee/rules/*,referee/rules/position.py"


def call(*command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900
    )


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_branch_of_the_rules_is_tested(tmp_path: Path) -> None:
    data = f"--data-file={tmp_path / 'coverage'}"
    run = ("coverage", "run", "--branch", data, f"--include={COVERED}")
    tests = call(*run, "-m", "pytest", "-q", "-m", "not slow", "tests/rules")
    assert tests.returncode == 0, tests.stdout
    report = call("coverage", "report", data, "--show-missing", "--skip-covered", "--fail-under=100")
    assert report.returncode == 0, report.stdout
