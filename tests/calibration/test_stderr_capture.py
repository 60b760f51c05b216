"""Output of picture libraries is captured; if there is nowhere to store it, it is dropped and nothing hangs."""

from __future__ import annotations

import os
import tempfile
from threading import Thread

import pytest

from calibration.stderr_capture import STANDARD_ERROR, StderrCapture


def test_output_is_captured_and_not_shown(capfd: pytest.CaptureFixture[str]) -> None:
    with StderrCapture() as captured:
        os.write(STANDARD_ERROR, b"Corrupt JPEG data")
    assert captured.text == b"Corrupt JPEG data"
    assert capfd.readouterr().err == ""


def test_capture_works_without_a_writable_folder_and_releases_its_lock(
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


def test_capture_lasts_until_the_last_release(capfd: pytest.CaptureFixture[str]) -> None:
    with StderrCapture() as captured:
        captured.hold()
        os.write(STANDARD_ERROR, b"first")
    assert captured.text == b"first"
    os.write(STANDARD_ERROR, b" second")
    captured.release()
    assert captured.text == b"first second"
    os.write(STANDARD_ERROR, b"loud")
    assert capfd.readouterr().err == "loud"


def test_reading_in_between_does_not_move_the_write_position(capfd: pytest.CaptureFixture[str]) -> None:
    with StderrCapture() as captured:
        for word in (b"one", b" two", b" three"):
            os.write(STANDARD_ERROR, word)
            assert captured.text.endswith(word)
    assert captured.text == b"one two three"
    assert capfd.readouterr().err == ""
