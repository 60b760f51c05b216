"""`read --after` and `read --together` on photos drawn in code give the position of the game."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee.boards.library import load_board
from referee.formats.positions import GivenPosition, position_to_json
from referee.memory.evidence import words_of
from referee.memory.explanations import Kind, Pieces
from referee.memory.posterior import explain_photo
from referee.reader.remember import position_after
from referee.rules.pieces import SEATS, Piece
from referee.rules.position import Edition, Position, cells_of, check_position, first_position
from referee.rules.turns import format_turn
from tests.cli.runs import assert_refused, run
from tests.memory.tables import clear_photo, turns_of
from tests.reader.table import Shot, set_table
from tests.rules.games import PlayedTurn

BOARD = load_board("terranova")


def words_on(position: Position) -> dict[str, Piece]:
    labels = [cell.id for cell in BOARD.cells]
    words = {labels[cell]: Piece.STONE for cell in cells_of(position.stones)}
    for colour, mask in zip(SEATS, position.pioneers, strict=False):
        words |= {labels[cell]: Piece(colour) for cell in cells_of(mask)}
    return words


@pytest.fixture(scope="module")
def steps() -> list[PlayedTurn]:
    """Return three successive turns of a game."""
    return list(islice(turns_of(BOARD, Edition.DE, 2, seed=6), 12, 15))


@pytest.fixture(scope="module")
def before(steps: list[PlayedTurn], tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("positions") / "before.json"
    path.write_text(json.dumps(position_to_json(GivenPosition(steps[0].before, "terranova"))), encoding="utf-8")
    return str(path)


def photographed(position: Position, folder: Path, name: str, hidden: str | None = None, azimuth: float = 0.0) -> str:
    table = set_table().lay(words_on(position))
    if hidden is not None:
        middle = np.array(table.centre(hidden))
        table = table.cover(middle + np.array([(-45, -45), (45, -45), (45, 45), (-45, 45)]))
    path = folder / name
    path.write_bytes(table.photograph(Shot(azimuth_deg=Shot().azimuth_deg + azimuth)))
    return str(path)


def read_after(photo: str, before: str, *more: str) -> Any:
    ran = run("read", photo, "--after", before, "--json", *more)
    assert ran.code == 0, ran.err
    return ran.json


def test_photo_after_a_turn_is_read_as_that_turn(steps: list[PlayedTurn], before: str, tmp_path: Path) -> None:
    found = read_after(photographed(steps[0].played.position, tmp_path, "after.jpg"), before)
    assert found["explanations"][0]["kind"] == "turn"
    assert found["turn"] == found["explanations"][0]["turns"][0]
    assert found["turn_confidence"] > 0.9
    assert found["position"]["to_move"] == steps[0].played.position.mover.value
    assert found["doubtful"] == []
    checked = position_to_json(GivenPosition(steps[0].played.position, "terranova"))
    assert found["position"]["pioneers"] == checked["pioneers"]
    assert found["position"]["stones"] == checked["stones"]


def test_same_photo_twice_is_unchanged(steps: list[PlayedTurn], before: str, tmp_path: Path) -> None:
    found = read_after(photographed(steps[0].before, tmp_path, "same.jpg"), before)
    assert found["explanations"][0]["kind"] == "unchanged"
    assert found["turn"] is None
    assert found["turn_confidence"] == 0
    assert found["position"]["to_move"] == steps[0].before.mover.value


def test_two_turns_between_photos_are_both_found(steps: list[PlayedTurn], before: str, tmp_path: Path) -> None:
    found = read_after(photographed(steps[1].played.position, tmp_path, "two.jpg"), before)
    assert found["explanations"][0]["kind"] == "turns"
    assert len(found["explanations"][0]["turns"]) == 2
    assert found["position"]["to_move"] == steps[1].played.position.mover.value


def test_hidden_pieces_are_remembered(steps: list[PlayedTurn], before: str, tmp_path: Path) -> None:
    changed = {
        cell
        for mask, was in zip(steps[0].played.position.pioneers, steps[0].before.pioneers, strict=True)
        for cell in cells_of(mask ^ was)
    } | set(cells_of(steps[0].played.position.stones ^ steps[0].before.stones))
    near = {other for cell in changed for other in (cell, *BOARD.neighbours[cell])}
    inner = [cell for cell in cells_of(steps[0].before.stones) if cell not in near and len(BOARD.neighbours[cell]) == 6]
    hidden = BOARD.cells[inner[len(inner) // 2]].id
    photo = photographed(steps[0].played.position, tmp_path, "hidden.jpg", hidden)
    plain = run("read", photo, "--json").json
    found = read_after(photo, before)
    assert plain["doubtful"]
    assert len(found["doubtful"]) < len(plain["doubtful"])
    assert found["cells"][hidden]["piece"] == "stone"
    assert found["explanations"][0]["kind"] == "turn"


def test_pioneers_placed_out_of_turn_leave_the_reserve() -> None:
    before = first_position(BOARD, Edition.DE, 2)
    explained = explain_photo(before, clear_photo(Pieces((0b111, 0), 0), len(BOARD.cells)))
    assert explained.best.kind is Kind.OTHER
    position = position_after(before, explained)
    check_position(position)
    assert (position.reserve, position.pioneers) == ((10, 13), (0b111, 0))


def test_stones_in_a_photo_end_the_setup() -> None:
    before = first_position(BOARD, Edition.DE, 2)
    explained = explain_photo(before, clear_photo(Pieces((0b111, 0b111000), 0b1111 << 60), len(BOARD.cells)))
    position = position_after(
        before, replace(explained, words=words_of(Pieces((0b111, 0b111000), 0b1111 << 60), len(BOARD.cells)))
    )
    check_position(position)
    assert not position.in_setup


def test_photo_of_another_board_is_refused(before: str, tmp_path: Path) -> None:
    table = set_table("islet").lay({})
    path = tmp_path / "islet.jpg"
    path.write_bytes(table.photograph(Shot()))
    assert_refused(run("read", str(path), "--after", before, "--json"), "other-board")


def test_players_that_contradict_the_position_are_refused(before: str, tmp_path: Path) -> None:
    message = assert_refused(run("read", "any.jpg", "--after", before, "--players", "4", "--json"), "wrong-players")
    assert "--players" in message


def test_two_photos_of_one_board_decide_what_each_hides(steps: list[PlayedTurn], tmp_path: Path) -> None:
    position = steps[0].played.position
    hidden = [BOARD.cells[cell].id for cell in cells_of(position.stones) if len(BOARD.neighbours[cell]) == 6]
    first = photographed(position, tmp_path, "first.jpg", hidden[0])
    second = photographed(position, tmp_path, "second.jpg", hidden[-1], azimuth=20.0)
    alone = [run("read", photo, "--json").json for photo in (first, second)]
    joined = run("read", first, second, "--together", "--json").json
    assert all(reading["doubtful"] for reading in alone)
    assert len(joined["doubtful"]) < min(len(reading["doubtful"]) for reading in alone)
    truth = words_on(position)
    wrong = [c for c, shown in joined["cells"].items() if shown["piece"] != truth.get(c, Piece.EMPTY).value]
    assert not set(wrong) - set(joined["doubtful"])
    assert [photo["file"] for photo in joined["photos"]] == [first, second]


def test_piece_that_moved_between_two_photos_is_noticed(steps: list[PlayedTurn], tmp_path: Path) -> None:
    first = photographed(steps[0].before, tmp_path, "first.jpg")
    second = photographed(steps[0].played.position, tmp_path, "second.jpg")
    joined = run("read", first, second, "--together", "--json").json
    assert joined["doubtful"]
    assert any("moved between" in note for note in joined["notes"])


def test_explanations_are_written_in_words(steps: list[PlayedTurn], before: str, tmp_path: Path) -> None:
    photo = photographed(steps[0].played.position, tmp_path, "after.jpg")
    shown = run("read", photo, "--after", before, "--lang", "hu").out
    assert "Mi történhetett" in shown
    assert format_turn(steps[0].turn, BOARD).split(" ")[0] in shown or "lépés" in shown
