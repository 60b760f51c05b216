"""Saving boards as drawn maps: nothing is lost, and names are safe on every system."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.boards.board import Board, Terrain
from referee.boards.library import (
    delete_board,
    free_name,
    list_saved_boards,
    load_board,
    load_kept_board,
    parse_board,
    save_board,
)
from referee.boards.made import make_board
from referee.boards.maps import format_board_toml, parse_board_toml
from referee.words.problems import Problem


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide a data folder that does not exist yet."""
    monkeypatch.setenv("TERRANOVA_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def moved_home(board: Board) -> Board:
    """Return the board as parsing returns it: with the first hex at (0, 0)."""
    return parse_board_toml(format_board_toml(board), "moved")


@pytest.mark.parametrize("name", ["terranova", "islet", "wheel"])
def test_board_written_as_a_map_is_the_same_board(name: str) -> None:
    board = load_board(name)
    assert parse_board_toml(format_board_toml(board), name) == board


def test_made_board_written_as_a_map_is_the_same_board() -> None:
    board = make_board("1")
    assert parse_board_toml(format_board_toml(board), "made") == board


def test_own_landscapes_and_awkward_words_survive() -> None:
    own = (
        Terrain("swamp", 'The "Swamp" \\ Fen', "moor"),
        Terrain("meadow", "Grass"),
        Terrain("Mud"),
        Terrain("lake"),
    )
    strip = parse_board(b"name = 'x'\nmap = 'M F L D'\nlegend = { M = 'meadow', F = 'forest', L = 'lake', D = 'desert' }", "x")
    board = Board("x's", own, strip.cells, "Élő sziget '''")
    assert moved_home(board) == board


def test_saved_board_is_loaded_and_deleted_by_name(data: Path) -> None:
    board = make_board("2")
    name = free_name("Anna's Größe Insel")
    assert name == "anna-s-grosse-insel"
    save_board(name, board)
    assert load_kept_board(name) == board
    assert free_name("Anna's Größe Insel") == f"{name}-2"
    delete_board(name)
    assert list_saved_boards() == ()
    with pytest.raises(Problem, match="no board"):
        delete_board(name)


def test_saved_boards_are_listed_by_name_whatever_their_endings(data: Path) -> None:
    for name in ("lagoon-2", "lagoon", "lagoon2", "atoll"):
        save_board(name, make_board("2"))
    (data / "boards" / "lagoon-1.json").write_text("{}", encoding="utf-8")
    assert list_saved_boards() == ("atoll", "lagoon", "lagoon-1", "lagoon-2", "lagoon2")


def test_map_takes_the_place_of_a_saved_json_board(data: Path) -> None:
    (data / "boards").mkdir(parents=True)
    (data / "boards" / "mine.json").write_text("{}", encoding="utf-8")
    save_board("mine", make_board("3"))
    assert [path.name for path in (data / "boards").iterdir()] == ["mine.toml"]


@pytest.mark.parametrize(
    ("title", "name"), [("islet", "islet-2"), ("島", "board"), ("../..", "board"), ("CON", "con-2"), ("A" * 99, "a" * 40)]
)
def test_name_of_a_board_is_plain_and_free(title: str, name: str) -> None:
    assert free_name(title) == name


def test_folder_that_cannot_be_written_is_one_sentence(data: Path) -> None:
    data.write_text("a file", encoding="utf-8")
    with pytest.raises(Problem):
        save_board("mine", make_board("4"))
