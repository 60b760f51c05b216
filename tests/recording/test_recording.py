"""The recording is complete, and the same tree gives the same answers twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.recording.__main__ import BETWEEN, PARTS, main

LEAST = {"command_lines.txt": 300, "exchanges.txt": 300, "readings.txt": 12}


@pytest.mark.slow
def test_recording_is_large_enough_and_the_same_tree_answers_the_same_twice(tmp_path: Path) -> None:
    assert main(["write", str(tmp_path)]) == 0
    for name in PARTS:
        assert len((tmp_path / name).read_text(encoding="utf-8").split(BETWEEN)) >= LEAST[name], name
    assert main(["compare", str(tmp_path)]) == 0


def test_difference_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.recording.__main__ import _differs

    (tmp_path / "kept.txt").write_text("a" + BETWEEN + "b", encoding="utf-8")
    assert not _differs(tmp_path / "kept.txt", ["a", "b"])
    assert _differs(tmp_path / "kept.txt", ["a", "c"])
    assert "1 of 2 answers differ" in capsys.readouterr().out
