"""Files from Windows editors are read; malformed input is rejected with one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import patch

import pytest

from referee.files.json_input import MAX_BYTES, parse_json, quoted, read_bytes, read_json_file
from referee.words.problems import Problem
from referee.words.texts import say, text
from tests.cli.positions import position, write_json
from tests.cli.runs import assert_refused, run

SOUND = json.dumps(position(), indent=2)


@pytest.mark.parametrize(
    "data",
    [
        SOUND.encode(),
        SOUND.encode("utf-8-sig"),
        SOUND.encode("utf-16"),
        SOUND.encode("utf-16-le"),
        SOUND.encode("utf-16-be"),
        b"\xfe\xff" + SOUND.encode("utf-16-be"),
        SOUND.replace("\n", "\r\n").encode(),
        SOUND.replace("\n", "\r\n").encode("utf-16"),
        SOUND.replace("\n", "\r").encode(),
        SOUND.encode("utf-32"),
        b"  \n" + SOUND.encode() + b"\n\n",
    ],
)
def test_position_is_read_as_any_editor_saves_it(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_bytes(data)
    assert run("score", str(path), "--json").json["format"] == "terranova-score/1"
    assert run("score", "-", "--json", stdin=data).code == 0


@pytest.mark.parametrize(
    ("data", "slug"),
    [
        (b"", "empty-file"),
        (b" \r\n\t", "empty-file"),
        (b"\xef\xbb\xbf", "empty-file"),
        (b"{", "not-json"),
        (b"[1,]", "not-json"),
        (b"{'a': 1}", "not-json"),
        (b'{"a": 1} {"b": 2}', "not-json"),
        (b'{"a": 01}', "not-json"),
        (b'{"a": .5}', "not-json"),
        (b'{"a": "\n"}', "not-json"),
        (b'"' + b"a" * 100_000, "not-json"),
        (b'{"a": 1, "a": 1}', "repeated-key"),
        (b'{"a": {"b": 1, "b": 2}}', "repeated-key"),
        (b'{"a": NaN}', "bad-number"),
        (b'{"a": Infinity}', "bad-number"),
        (b'{"a": -Infinity}', "bad-number"),
        (b'{"a": 1e400}', "bad-number"),
        (b'{"a": 1e3}', "bad-number"),
        (b'{"a": ' + b"7" * 5000 + b"}", "bad-number"),
        (b'{"a": 0.' + b"7" * 5000 + b"}", "bad-number"),
        (b"[" * 100_000, "too-deep"),
        (b"[" * 100_000 + b"]" * 100_000, "too-deep"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "too-deep"),
        (b'{"a": "\\ud800"}', "half-a-letter"),
        (b'{"\\udfff": 1}', "half-a-letter"),
        (b"\xff\xfe\xfd", "not-text"),
        (b'{"a": "\xe4"}', "not-text"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", None),
        (b"\x00" * 64, None),
    ],
)
def test_untrustworthy_file_is_refused(data: bytes, slug: str | None) -> None:
    message = assert_refused(run("score", "-", "--json", stdin=data), slug)
    assert message.startswith("standard input")
    assert len(message) < 300


def test_syntax_error_names_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(b'{\r\n  "a": 1\r\n  "b": 2\r\n}')
    message = assert_refused(run("score", str(path), "--json"), "not-json")
    assert "line 3, column 3" in message


def test_letter_of_two_halves_is_whole() -> None:
    assert parse_json(b'"\\ud83d\\ude00"', "x") == "\N{GRINNING FACE}"


def test_sound_numbers_keep_their_kind() -> None:
    assert parse_json(b"[1, -2, 97.5, -0.25, 123456789012345678]", "x") == [1, -2, 97.5, -0.25, 123456789012345678]


def test_brackets_within_strings_are_no_depth() -> None:
    words = "[" * 5000 + '\\"' + "]" * 10
    assert parse_json(f'"{words}"'.encode(), "x") == words.replace('\\"', '"')


def test_missing_file_is_named(tmp_path: Path) -> None:
    message = assert_refused(run("score", str(tmp_path / "none.json"), "--json"), "no-such-file")
    assert "none.json" in message


def test_folder_is_refused_as_a_file(tmp_path: Path) -> None:
    assert_refused(run("score", str(tmp_path), "--json"), "is-a-folder")


def test_name_with_a_zero_byte_is_refused() -> None:
    assert_refused(run("score", "a\0b", "--json"), "cannot-read")


def test_name_that_is_too_long_is_refused() -> None:
    assert_refused(run("score", "a" * 5000, "--json"), "cannot-read")


def test_file_as_folder_is_refused(tmp_path: Path) -> None:
    path = write_json(tmp_path / "position.json", position())
    assert_refused(run("score", f"{path}/more.json", "--json"), "cannot-read")


def test_forbidden_file_is_refused(tmp_path: Path) -> None:
    path = write_json(tmp_path / "position.json", position())
    with patch("builtins.open", side_effect=PermissionError):  # the superuser may read everything, so no mode would do
        assert_refused(run("score", path, "--json"), "not-allowed")


def test_file_of_100_megabytes_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    message = assert_refused(run("score", str(path), "--json"), "too-large")
    assert "2 MB" in message


def test_endless_file_is_refused() -> None:
    with pytest.raises(Problem) as caught:
        read_bytes("/dev/zero")
    assert caught.value.slug == "too-large"


def test_largest_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "padded.json"
    path.write_bytes(SOUND.encode().ljust(MAX_BYTES))
    assert run("score", str(path), "--json").code == 0


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("C4", '"C4"'),
        (True, "true"),
        (None, "null"),
        ([1, 2], "[...]"),
        ({"a": 1}, "{...}"),
        ("a" * 500, '"' + "a" * 35 + '..."'),
        ("a\nb", '"a\\nb"'),
    ],
)
def test_value_is_quoted_short_and_on_one_line(value: object, expected: str) -> None:
    assert quoted(value) == expected


@pytest.mark.parametrize("size", [0, 10, MAX_BYTES + 1])
def test_upload_is_called_by_the_name_given_instead_of_its_path(tmp_path: Path, size: int) -> None:
    upload = tmp_path / "4f1b.photo"
    upload.write_bytes(b"[" * size)
    with pytest.raises(Problem) as refused:
        read_json_file(upload, text("serve.profile_file"))
    sentence = say(refused.value.message, "en")
    assert "the file with pieces" in sentence
    assert upload.name not in sentence
