"""Boards drawn in TOML: parsing, and error messages with line and column."""

from __future__ import annotations

import pytest

from referee.boards.board import Board, Terrain, landscape_of, looks_of
from referee.boards.library import parse_board, parse_board_toml, terrain_label
from referee.words.problems import Problem
from referee.words.texts import LANGUAGES, Text, say

ATOLL = """\
name = "atoll"
label = "Lava Atoll"
map = '''
    M M F F
   M M . F F
    L L D D D
     L L D
'''
[legend]
M = "meadow"
F = "forest"
L = "lake"
D = { id = "lava", label = "Lava", looks-like = "desert" }
"""


def refusal(words: str) -> tuple[str, str]:
    with pytest.raises(Problem) as caught:
        parse_board_toml(words, "my.toml")
    return caught.value.slug, str(caught.value)


def changed(old: str, new: str) -> str:
    assert ATOLL.count(old) == 1
    return ATOLL.replace(old, new)


def ids(board: Board) -> list[str]:
    return [cell.id for cell in board.cells]


def test_drawn_board_is_read() -> None:
    board = parse_board_toml(ATOLL, "my.toml")
    assert (board.name, board.label) == ("atoll", "Lava Atoll")
    assert board.terrains == (Terrain("meadow"), Terrain("forest"), Terrain("lake"), Terrain("lava", "Lava", "desert"))
    assert ids(board) == ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4", "C1", "C2", "C3", "C4", "C5", "D1", "D2", "D3"]


def test_gaps_are_not_counted_in_a_row() -> None:
    board = parse_board_toml(ATOLL, "my.toml")
    before, after = board.cells[board.number_of["B2"]], board.cells[board.number_of["B3"]]
    assert (after.q - before.q, after.r - before.r) == (2, 0)
    assert board.number_of["B3"] not in board.neighbours[board.number_of["B2"]]


def test_neighbours_are_the_six_hexes_around() -> None:
    board = parse_board_toml(ATOLL, "my.toml")
    assert [board.cells[n].id for n in board.neighbours[board.number_of["C2"]]] == ["B2", "C1", "C3", "D1", "D2"]
    assert [board.cells[n].id for n in board.neighbours[board.number_of["A2"]]] == ["A1", "A3", "B2"]


def test_rays_end_at_a_gap() -> None:
    board = parse_board_toml(ATOLL, "my.toml")
    rays = board.rays[board.number_of["A1"]]
    assert [[board.cells[n].id for n in ray] for ray in rays] == [["A2", "A3", "A4"], ["B2", "C2", "D2"], ["B1"], [], [], []]


def test_indentation_of_the_whole_map_does_not_matter() -> None:
    assert parse_board_toml(ATOLL.replace("\n   ", "\n"), "my.toml").cells == parse_board_toml(ATOLL, "my.toml").cells


def test_blanks_and_dots_are_both_gaps() -> None:
    assert parse_board_toml(changed("M M . F F", "M M   F F"), "my.toml") == parse_board_toml(ATOLL, "my.toml")


def test_map_may_stand_on_one_line() -> None:
    words = 'name = "strip"\nmap = "M F L D"\nlegend = { M = "meadow", F = "forest", L = "lake", D = "desert" }\n'
    assert ids(parse_board_toml(words, "my.toml")) == ["A1", "A2", "A3", "A4"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_what_windows_saves_is_read(encoding: str, line_end: str) -> None:
    words = ATOLL.replace('"Lava"', '"Láva"')
    assert parse_board(words.replace("\n", line_end).encode(encoding), "my.toml") == parse_board_toml(words, "my.toml")


def test_row_of_ten_and_more_is_sorted_by_number() -> None:
    words = changed("M M F F\n", "M M F F F F F F F F F\n")
    assert ids(parse_board_toml(words, "my.toml"))[8:12] == ["A9", "A10", "A11", "B1"]


def test_twenty_six_rows_are_allowed() -> None:
    rows = "\n".join(" " * (row % 2) + "MFLD"[row % 4] for row in range(26))
    board = parse_board_toml(f"name='tower'\nmap='''\n{rows}'''\nlegend={{M='meadow',F='forest',L='lake',D='desert'}}", "my.toml")
    assert ids(board)[-1] == "Z1"


def test_own_landscape_is_named_by_its_label_in_every_language() -> None:
    board = parse_board_toml(ATOLL, "my.toml")
    assert {terrain_label(board.terrains[3], language) for language in LANGUAGES} == {"Lava"}
    assert [terrain_label(board.terrains[2], language) for language in LANGUAGES] == ["Lake", "See", "Lac", "Järvi", "Lago", "Tó"]


def test_own_landscape_without_label_is_named_by_its_word() -> None:
    assert terrain_label(parse_board_toml(changed(', label = "Lava"', ""), "my.toml").terrains[3]) == "lava"


def test_own_landscape_borrows_the_picture_it_names() -> None:
    assert looks_of(parse_board_toml(ATOLL, "my.toml")) == ("meadow", "forest", "lake", "desert")


def test_own_landscape_that_names_no_picture_gets_one_that_is_free() -> None:
    assert looks_of(parse_board_toml(changed(', looks-like = "desert"', ""), "my.toml"))[3] == "cornfield"


def test_more_landscapes_than_pictures_repeat_them_with_a_mark() -> None:
    letters = "abcdefghij"
    legend = "".join(f"{letter} = {{ id = 'own-{letter}' }}\n" for letter in letters)
    board = parse_board_toml(f"name='x'\nmap='{' '.join(letters)}'\n[legend]\n{legend}", "my.toml")
    assert len(set(looks_of(board))) == 10
    assert len({landscape_of(look) for look in looks_of(board)}) == 8


# Each fault with its slug, its line and column, and words that its sentence holds.
FAULTS = {
    "unknown letter": (changed("L L D D D", "L L D X D"), "unknown-letter", 6, 11, '"X" is not in the legend'),
    "letter like no letter": (changed("L L D D D", "L L D 7 D"), "unknown-letter", 6, 11, '"7"'),
    "letter between two hexes": (changed("    L L D D D", "    L L D DD"), "half-column", 6, 12, "this D stands half a hex off"),
    "row not shifted": (changed("     L L D\n", "    L L D\n"), "half-column", 7, 5, "this L"),
    "tab": (changed("    L L D D D", "\tL L D D D"), "tab-in-map", 6, 1, "tab"),
    "no hexes": ("name='x'\nmap='''\n   .\n'''\nlegend={}\n", "no-cells", 2, 1, "no hexes"),
    "empty map": ("name='x'\n\n  map=''\nlegend={}\n", "no-cells", 3, 3, "no hexes"),
    "hexes cut off": (
        changed("     L L D\n", "     L L D\n\n     F F\n"),
        "not-connected",
        9,
        6,
        "F1 and those beside it (2 hexes)",
    ),
    "one hex cut off": (changed("    M M F F\n", "    M M F F     F\n"), "not-connected", 4, 17, "hex A5 hangs on no other"),
    "three landscapes": (
        changed('"lake"', '"moor"').replace("D D D", "L L L").replace("L L D", "L L L"),
        "too-few-terrains",
        3,
        1,
        "only 3 landscapes (forest, meadow, moor)",
    ),
    "one landscape": ("name='x'\nmap='M'\nlegend={M='lake'}", "too-few-terrains", 2, 1, "one landscape (lake)"),
    "twenty-seven rows": (
        "name='x'\nmap='''\n" + " M\nM\n" * 13 + " M'''\nlegend={M='lake'}",
        "too-many-rows",
        29,
        2,
        "at most 26 rows",
    ),
    "unknown landscape": (changed('"lake"', '"see"'), "unknown-landscape", 12, 1, "take one of meadow, cornfield"),
    "unknown picture": (changed('"desert"', '"sand"'), "unknown-look", 13, 36, 'looks-like = "sand"'),
    "two letters for one landscape": (changed('"lake"', '"forest"'), "terrain-twice", 12, 1, '"forest" is listed twice'),
    "legend of two letters": (changed("L = ", "La = "), "not-a-letter", 12, 1, '"La"'),
    "legend of a digit": (changed("L = ", "1 = "), "not-a-letter", 12, 1, '"1"'),
    "legend value of no kind": (changed('"lake"', "7"), "wrong-type", 12, 1, 'write L = "meadow"'),
    "own landscape without id": (changed('id = "lava", ', ""), "missing-key", 13, 1, '"id" is missing'),
    "own landscape with a wrong key": (changed("looks-like", "looks"), "unknown-key", 13, 36, '"looks" means nothing here'),
    "label that is a number": (changed('label = "Lava",', "label = 7,"), "wrong-type", 13, 20, '"label" must be a text'),
    "label that is empty": (changed('"Lava"', '""'), "bad-word", 13, 20, "1 to 60 letters"),
    "name with a line end": (changed('"atoll"', '"at\\noll"'), "bad-word", 1, 1, '"at\\noll" cannot be printed'),
    "name too long": (changed('"atoll"', f'"{"a" * 61}"'), "bad-word", 1, 1, "1 to 60 letters"),
    "no name": (changed('name = "atoll"', ""), "missing-key", 1, 1, '"name" is missing'),
    "no legend": (ATOLL[: ATOLL.index("[legend]")], "missing-key", 1, 1, '"legend" is missing'),
    "no map": ("name='x'\n[legend]\nM='lake'\n", "missing-key", 1, 1, '"map" is missing'),
    "legend that is a text": ("name='x'\nmap='M'\nlegend='M'\n", "wrong-type", 3, 1, "must be a table"),
    "map that is a list": ("name='x'\nmap=['M']\nlegend={}\n", "wrong-type", 2, 1, "must be a drawing"),
    "map below the legend": ("name='x'\n[legend]\nM='lake'\nmap='M'\n", "unknown-key", 4, 1, "move it above [legend]"),
    "unknown key": (changed('label = "Lava Atoll"', 'title = "Lava Atoll"'), "unknown-key", 2, 1, '"title" means nothing'),
    "unknown key below a comment": (changed('label = "Lava Atoll"', "# titel = 1\ntitel = 1"), "unknown-key", 3, 1, '"titel"'),
    "key that is written with an escape": (changed("name =", '"n\\u0061men" ='), "unknown-key", 1, 1, '"namen"'),
    "map with escapes": ('name="x"\nmap="M\\u0020F L D"\nlegend={M="meadow"}\n', "map-not-plain", 2, 1, "without a backslash"),
    "no equals sign": (changed("M = ", "M "), "not-toml", 10, 3, "cannot be read as TOML"),
    "text without end": (changed('"lake"', '"lake'), "not-toml", 12, 10, "never closed"),
    "map without end": (changed("'''\n[legend]", "\n[legend]"), "not-toml", 3, 7, "never closed"),
    "list without end": (ATOLL + "N = [\n", "not-toml", 14, 6, "never closed"),
    "letter given twice": (ATOLL + 'M = "lake"\n', "not-toml", 14, 11, "given twice"),
    "legend given twice": (ATOLL + "[legend]\n", "not-toml", 14, 8, "given twice"),
    "number of 6,000 digits": ("name = 0x" + "f" * 900 + "\nmap=''\nlegend={}", "wrong-type", 1, 1, '"name" must be a text'),
    "brackets 900 deep in 100 lines": ("name = " + ("[" * 900 + "\n") * 100, "not-toml", 1, 1, "nested too deeply"),
    "line without end": ("a" + ".a" * 30_000 + " = 1\n", "line-too-long", 1, 1001, "beyond 1000 letters"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_reported_with_line_and_column(fault: str) -> None:
    words, slug, line, column, fragment = FAULTS[fault]
    found, sentence = refusal(words)
    assert found == slug
    assert sentence.startswith(f"my.toml, line {line}, column {column}: ")
    assert fragment in sentence
    assert sentence.endswith(".")


def test_column_counts_from_the_margin_of_the_file_when_the_map_begins_beside_its_quotes() -> None:
    words = "name='x'\nmap = '''M F\n X'''\nlegend={M='lake',F='forest'}\n"
    assert refusal(words)[1].startswith("my.toml, line 3, column 2: ")
    assert refusal(words.replace("M F\n X", "M X"))[1].startswith("my.toml, line 2, column 12: ")


def test_place_in_a_file_of_windows_is_that_of_the_editor() -> None:
    words = changed("L L D D D", "L L D X D").replace("\n", "\r\n")
    assert refusal(words)[1].startswith("my.toml, line 6, column 11: ")


def test_faults_are_reported_in_every_language() -> None:
    for words, *_ in FAULTS.values():
        with pytest.raises(Problem) as caught:
            parse_board_toml(words, "my.toml")
        message: Text = caught.value.message
        assert len({say(message, language) for language in LANGUAGES}) == len(LANGUAGES)
