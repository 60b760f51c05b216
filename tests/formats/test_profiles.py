"""terranova-profile/1, read and written; errors name the file and field."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from referee.formats.profiles import profile_from_json, profile_to_json
from referee.reader.profiles import networks_version
from referee.words.problems import Problem
from referee.words.texts import LANGUAGES, say
from tests.cli.positions import write_json
from tests.cli.runs import ROOT, assert_refused, run

NETWORKS = "1f0a2b3c4d5e"
RED = {
    "lab": [48.2, 51.0, 33.4],
    "spread": [4.1, 3.0, 3.2],
    "log_size": 6.2,
    "size_spread": 0.12,
    "form": [0.31] * 12,
    "form_spread": 1.4,
    "count": 9,
    "ink": "colour",
}


def profile(**changed: Any) -> dict[str, Any]:
    made = {"photos": 3, "pieces": 9}
    whole = {"format": "terranova-profile/1", "name": "Anna's caps", "networks": NETWORKS, "made_from": made}
    return copy.deepcopy({**whole, "kinds": {"red": [RED]}, **changed})


def with_red(**changed: Any) -> dict[str, Any]:
    return profile(kinds={"red": [{**RED, **changed}]})


def test_profile_is_written_as_it_was_read() -> None:
    assert profile_to_json(profile_from_json(profile(), "p.json", NETWORKS)) == profile()


@pytest.mark.parametrize(
    ("value", "slug", "field"),
    [
        ([], "wrong-type", "p.json"),
        (profile(format="terranova-profile/2"), "wrong-format", "terranova-profile/1"),
        (profile(more=1), "unknown-key", "more"),
        (profile(name="x" * 61), "too-long", "name"),
        (profile(networks="0" * 12), "other-networks", "another version"),
        (profile(made_from={"photos": 3, "pieces": 8}), "wrong-count", "made_from.pieces"),
        (profile(kinds={"purple": []}), "unknown-word", "purple"),
        (profile(kinds={"empty": []}), "unknown-word", "empty"),
        (profile(kinds={"red": [RED] * 25}), "too-long", "kinds.red"),
        (with_red(lab=[1, 2]), "wrong-length", "kinds.red[1].lab"),
        (with_red(lab=[1, 2, "3"]), "not-a-number", "kinds.red[1].lab[3]"),
        (with_red(lab=[1, 2, True]), "not-a-number", "kinds.red[1].lab[3]"),
        (with_red(form=[0.5] * 11), "wrong-length", "kinds.red[1].form"),
        (with_red(count=0), "not-a-number", "kinds.red[1].count"),
        (with_red(ink="pink"), "unknown-word", "kinds.red[1].ink"),
    ],
)
def test_what_is_wrong_with_a_profile_is_reported_by_field(value: object, slug: str, field: str) -> None:
    with pytest.raises(Problem) as refused:
        profile_from_json(value, "p.json", NETWORKS)
    assert refused.value.slug == slug
    for language in LANGUAGES:
        assert say(refused.value.message, language)
    assert field in say(refused.value.message, "en")


def test_profile_of_other_networks_is_refused_before_the_photo_is_opened(tmp_path: Path) -> None:
    path = write_json(tmp_path / "ours.json", profile())
    ran = run("read", "no-such-photo.jpg", "--profile", path, "--json")
    assert "calibrate" in assert_refused(ran)
    assert ran.json["problem"] == "other-networks"
    path = write_json(tmp_path / "ours.json", profile(networks=networks_version()))
    ran = run("read", "no-such-photo.jpg", "--profile", path, "--json")
    assert ran.json["problem"] == "no-such-file"


def test_document_shows_the_keys_of_a_profile() -> None:
    document = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    shown = document.split("## terranova-profile/1")[1].split("\n\n## ")[0]
    for key in (*profile(), *RED, *profile()["made_from"]):
        assert json.dumps(key) in shown
