"""Looking up boards by name: built-in, saved, then as a path."""

from __future__ import annotations

import json
from pathlib import Path

import platformdirs
import pytest

from referee.boards.library import BUILT_IN, data_folder, list_saved_boards, load_board, load_kept_board
from referee.formats.positions import board_to_json
from referee.words.problems import Problem

STRIP = "name = '{name}'\nmap = 'M F L D'\nlegend = {{ M = 'meadow', F = 'forest', L = 'lake', D = 'desert' }}\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide an empty data folder and an empty current directory."""
    monkeypatch.setenv("TERRANOVA_DATA", str(tmp_path / "data"))
    (tmp_path / "data" / "boards").mkdir(parents=True)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path


def write_strip(path: Path, name: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(STRIP.format(name=name), encoding="utf-8")
    return path


def refusal(name: str, folder: Path | None = None) -> tuple[str, str]:
    with pytest.raises(Problem) as caught:
        load_board(name, folder)
    return caught.value.slug, str(caught.value)


def test_built_in_name_comes_before_a_saved_board_and_a_file(home: Path) -> None:
    write_strip(home / "data" / "boards" / "islet.toml", "saved")
    write_strip(home / "here" / "islet", "file")
    assert load_board("islet").name == "islet"
    assert list_saved_boards() == ()


def test_saved_board_comes_before_a_file(home: Path) -> None:
    write_strip(home / "data" / "boards" / "atoll.toml", "saved")
    write_strip(home / "here" / "atoll", "file")
    assert load_board("atoll").name == "saved"
    assert list_saved_boards() == ("atoll",)


def test_saved_board_may_be_json(home: Path) -> None:
    words = json.dumps(board_to_json(load_board("wheel"), "en"))
    (home / "data" / "boards" / "mine.json").write_text(words, encoding="utf-8")
    (home / "data" / "boards" / "notes.txt").write_text("no board", encoding="utf-8")
    assert load_board("mine").cells == load_board("wheel").cells
    assert list_saved_boards() == ("mine",)


def test_path_is_tried_from_the_current_folder_then_from_that_of_the_file(home: Path) -> None:
    write_strip(home / "there" / "strip.toml", "there")
    assert load_board("strip.toml", home / "there").name == "there"
    write_strip(home / "here" / "strip.toml", "here")
    assert load_board("strip.toml", home / "there").name == "here"
    assert load_board(str(home / "there" / "strip.toml")).name == "there"


def test_kept_board_is_never_a_path(home: Path) -> None:
    path = write_strip(home / "here" / "strip.toml", "here")
    write_strip(home / "data" / "boards" / "atoll.toml", "saved")
    assert load_kept_board("atoll").name == "saved"
    for name in (str(path), "strip.toml", "../boards/atoll", "atoll.toml", ""):
        with pytest.raises(Problem) as caught:
            load_kept_board(name)
        assert caught.value.slug == "no-such-board"


def test_unknown_name_lists_the_boards_there_are(home: Path) -> None:
    write_strip(home / "data" / "boards" / "atoll.toml", "saved")
    slug, sentence = refusal("terranowa")
    assert slug == "no-such-board"
    assert "terranova, islet, wheel, atoll" in sentence
    assert '"terranowa"' in sentence


@pytest.mark.parametrize("name", ["", "a\0b", "x" * 5000, "no/such/file.toml", "\udcff", "-"])
def test_name_of_nothing_is_refused(home: Path, name: str) -> None:
    assert refusal(name, home)[0] == "no-such-board"


def test_folder_is_refused(home: Path) -> None:
    assert refusal(".")[0] == "is-a-folder"
    assert refusal(str(home))[0] == "is-a-folder"


@pytest.mark.parametrize(
    ("content", "slug"),
    [
        (b"", "empty-file"),
        (b"\xff\xfe", "empty-file"),
        (b" \n\n", "empty-file"),
        (b"\x89PNG\r\n\x1a\n\xff\xff", "not-text"),
        (b"{", "not-json"),
        (b"{" * 100_000, "too-deep"),
        (b'{"format": NaN}', "bad-number"),
        (b'{"format": ' + b"9" * 5000 + b"}", "bad-number"),
        (b'{"format": 1, "format": 2}', "repeated-key"),
        (b'{"name": "\\ud800"}', "half-a-letter"),
        (b"hello", "not-toml"),
        (b"[1, 2]", "not-toml"),
    ],
)
def test_file_that_is_not_a_board_is_refused_in_one_sentence(home: Path, content: bytes, slug: str) -> None:
    (home / "here" / "bad").write_bytes(content)
    found, sentence = refusal("bad")
    assert found == slug
    assert "\n" not in sentence


def test_file_of_100_mb_is_refused_unread(home: Path) -> None:
    with (home / "here" / "huge.toml").open("wb") as file:
        file.truncate(100_000_000)
    assert refusal("huge.toml")[0] == "too-large"


def test_json_file_is_read_as_json_after_any_prefix(home: Path) -> None:
    (home / "here" / "list.json").write_bytes(b"[]")
    assert refusal("list.json")[0] == "wrong-type"


def test_without_a_variable_boards_lie_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TERRANOVA_DATA", raising=False)
    assert data_folder() == platformdirs.user_data_path("terranova", appauthor=False)


def test_without_a_data_folder_there_are_no_saved_boards(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERRANOVA_DATA", str(home / "nowhere"))
    assert list_saved_boards() == ()
    assert [load_board(name).name for name in BUILT_IN] == list(BUILT_IN)
