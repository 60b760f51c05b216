"""What picture libraries say goes unseen, and may be heard; where nothing can be written it goes unheard, and nothing hangs."""

from __future__ import annotations

import os
import tempfile
from threading import Thread

import pytest

from calibration.stderr_capture import STANDARD_ERROR, StderrCapture


def test_what_is_said_is_heard_and_not_shown(capfd: pytest.CaptureFixture[str]) -> None:
    with StderrCapture() as captured:
        os.write(STANDARD_ERROR, b"Corrupt JPEG data")
    assert captured.text == b"Corrupt JPEG data"
    assert capfd.readouterr().err == ""


def test_without_a_folder_to_write_in_it_is_silent_all_the_same_and_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def refuse(**_: object) -> None:
        raise FileNotFoundError("no temporary folder")

    def speak() -> None:
        with StderrCapture():
            os.write(STANDARD_ERROR, b"Corrupt JPEG data")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    speak()
    other = Thread(target=speak, daemon=True)
    other.start()
    other.join(10)
    assert not other.is_alive()
    assert capfd.readouterr().err == ""


def test_silence_lasts_until_the_last_one_leaves(capfd: pytest.CaptureFixture[str]) -> None:
    with StderrCapture() as captured:
        captured.hold()
        os.write(STANDARD_ERROR, b"first")
    assert captured.text == b"first"
    os.write(STANDARD_ERROR, b" second")
    captured.release()
    assert captured.text == b"first second"
    os.write(STANDARD_ERROR, b"loud")
    assert capfd.readouterr().err == "loud"


def test_who_listens_in_between_moves_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    with StderrCapture() as captured:
        for word in (b"one", b" two", b" three"):
            os.write(STANDARD_ERROR, word)
            assert captured.text.endswith(word)
    assert captured.text == b"one two three"
    assert capfd.readouterr().err == ""
