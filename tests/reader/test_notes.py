"""Pieces in excess of the box are reported but not changed, and colours that do not play are never read."""

from __future__ import annotations

from referee.reader.read_photo import ReadOptions
from referee.rules.pieces import Piece
from referee.rules.position import labels_of
from tests.reader.readings import read, words_read, wrong_cells
from tests.reader.table import set_table


def test_surplus_is_named_and_lowers_confidence_but_changes_no_word() -> None:
    table = set_table()
    cells = [cell.id for cell in table.layout.board.cells]
    words = dict.fromkeys(cells[10:70:4], Piece.RED) | dict.fromkeys(cells[12:40:4], Piece.YELLOW)
    assert list(words.values()).count(Piece.RED) == 15
    snapshot = read(table.lay(words))
    assert words_read(snapshot) == words
    assert [note.key for note in snapshot.reading.notes] == ["read.many_red"]
    assert snapshot.reading.notes[0].values == {"count": 15, "held": 13}
    assert len([cell for cell in snapshot.reading.doubtful if words.get(cell) is Piece.RED]) >= 2


def test_colours_that_do_not_play_are_never_read() -> None:
    table = set_table()
    words = {"H7": Piece.RED, "E4": Piece.YELLOW, "K8": Piece.BLUE, "C3": Piece.STONE}
    snapshot = read(table.lay(words), options=ReadOptions(players=2))
    assert not {Piece.BLUE, Piece.GREEN} & {one.piece for one in snapshot.reading.cells.values()}
    assert [colour.value for colour in snapshot.position.players] == ["red", "yellow"]
    assert wrong_cells(snapshot, words) <= {"K8"}
    assert "K8" in snapshot.reading.doubtful


def test_position_has_the_shortest_seats_that_hold_every_colour() -> None:
    table = set_table()
    words = {"H7": Piece.BLUE, "E4": Piece.STONE}
    snapshot = read(table.lay(words))
    position = snapshot.position
    assert [colour.value for colour in position.players] == ["red", "yellow", "blue"]
    assert labels_of(position.board, position.pioneers[2]) == ("H7",)
    assert labels_of(position.board, position.stones) == ("E4",)
