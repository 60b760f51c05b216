"""requirements.lock matches pyproject.toml, is complete, and names no package index. Needs no network."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
PIN = re.compile(r"^([A-Za-z0-9._-]+)==(\S+) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)
PINS = {canonicalize_name(name): Version(version) for name, version, _ in PIN.findall(LOCK)}
WANTED = [Requirement(line) for line in (*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["test"])]


@pytest.mark.parametrize("wanted", WANTED, ids=str)
def test_lock_holds_what_the_project_and_its_tests_ask_for(wanted: Requirement) -> None:
    assert wanted.specifier.contains(PINS[canonicalize_name(wanted.name)])


def test_lock_holds_what_its_packages_require() -> None:
    extras = {canonicalize_name(wanted.name): wanted.extras for wanted in WANTED}
    for name in PINS:
        try:
            wanted = [Requirement(line) for line in requires(name) or ()]
        except PackageNotFoundError:
            continue
        for one in wanted:
            if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in ("", *extras.get(name, ()))):
                assert canonicalize_name(one.name) in PINS, f"{name} needs {one}"


def test_lock_holds_nothing_unrequired() -> None:
    wanted = {canonicalize_name(wanted.name) for wanted in WANTED}
    for name in PINS:
        via = LOCK[LOCK.index(f"\n{name}==") :].partition("# via")[2]
        assert name in wanted or re.search(rf"\b({'|'.join(PINS)})\b", via.partition("==")[0]), name


def test_lock_names_no_place_that_packages_come_from() -> None:
    left = PIN.sub("", LOCK)
    for line in left.splitlines():
        assert line.startswith("#") or re.fullmatch(r"    # (via .+|via|  .+)", line), line
    assert not re.search(r"https?:|file:|--index|--find-links |--trusted|@ ", LOCK)


def test_web_libraries_have_no_known_advisories() -> None:
    floors = {"flask": "3.1.3", "waitress": "3.0.1", "werkzeug": "3.1.6"}  # the first releases without one
    for wanted in WANTED:
        if wanted.name in floors:
            lowest = min(Version(one.version) for one in wanted.specifier if one.operator == ">=")
            assert lowest >= Version(floors.pop(wanted.name))
    assert floors == {}
