"""A process is configured for reading by one call, and by no import."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

from calibration.limits import MAX_PIXELS

ROOT = Path(__file__).parents[2]
SHOW = (  # cv2 itself sets other variables
    "import json, os, sys\n"
    "def state(): return {{k: v for k, v in os.environ.items() if k.startswith('OPEN')}}, sys.getswitchinterval()\n"
    "before = state()\n{first}\n"
    "import calibration.photo, referee.reader.read_photo, referee.reader.networks, cv2\n"
    "print(json.dumps([before == state(), cv2.getNumThreads(), dict(os.environ)]))"
)


def show(first: str) -> tuple[bool, int, dict[str, str]]:
    command = [sys.executable, "-c", SHOW.format(first=first)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
    unchanged, threads, environment = json.loads(done.stdout)
    return unchanged, threads, environment


def test_importing_the_reader_changes_nothing_in_the_process() -> None:
    unchanged, _, _ = show("")
    assert unchanged


def test_configured_process_runs_opencv_in_one_thread_and_checks_sizes_twice() -> None:
    _, threads, environment = show("from calibration.runtime import configure_runtime; configure_runtime()")
    assert threads == 1
    assert environment["OPENCV_IO_MAX_IMAGE_PIXELS"] == str(MAX_PIXELS)


def test_no_import_must_come_before_another() -> None:
    for package in ("referee", "printables", "calibration", "web"):
        for path in (ROOT / package).rglob("*.py"):
            assert "isort: skip" not in path.read_text(encoding="utf-8"), path


# OpenCV and NumPy read theirs at their import, the Prometheus client its folder when gunicorn starts processes.
SETTING_LIBRARIES = ("runtime.py", "gunicorn_settings.py")


def test_only_the_settings_of_libraries_are_put_into_the_environment() -> None:
    """Environment variables pass no arguments between our own functions or processes."""
    for package in ("referee", "printables", "calibration", "web"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                targets = node.targets if isinstance(node, ast.Assign) else []
                written = any("os.environ" in ast.unparse(target) for target in targets)
                assert not written or path.name in SETTING_LIBRARIES, f"{path}:{node.lineno}"  # type: ignore[attr-defined]
