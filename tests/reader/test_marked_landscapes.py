"""A board whose landscapes share a picture, distinguished by marks, is read like any other."""

from __future__ import annotations

from pathlib import Path

from referee.reader.read_photo import ReadOptions
from tests.reader.readings import read, silent_errors, wrong_cells
from tests.reader.table import random_words, set_table

MOST_WRONG = 1
LAGOON = """
name = "lagoon"
map = '''
    M M M F F F
   M M M F F F P P
  M L L L Q Q Q P P
   L L . . Q D D D P
    L L X X D D D
     S S S D T T
      S S S T T T
'''
[legend]
M = "meadow"
F = "forest"
L = "lake"
D = "desert"
X = "moor"
S = { id = "swamp", looks-like = "moor" }
T = { id = "bog", looks-like = "moor" }
P = { id = "pines", looks-like = "forest" }
Q = { id = "reef", looks-like = "lake" }
"""


def test_board_whose_landscapes_share_pictures_is_read(tmp_path: Path) -> None:
    (tmp_path / "lagoon.toml").write_text(LAGOON, encoding="utf-8")
    path = str(tmp_path / "lagoon.toml")
    table = set_table(path)
    words = random_words(table.layout, seed=3)
    snapshot = read(table.lay(words), options=ReadOptions(board=path))
    assert len(words) > 10
    assert not silent_errors(snapshot, words)
    assert len(wrong_cells(snapshot, words)) <= MOST_WRONG
