"""Board files drawn by hand: TOML with a legend of letters and a map in which each letter is a hex.

    name = "atoll"
    map = '''
      M M F F
     M L L F
      D D D F
    '''
    [legend]
    M = "meadow"
    F = "forest"
    L = "lake"
    D = { id = "lava", label = "Lava", looks-like = "desert" }

A hex is two columns wide, neighbouring rows are offset by one column, and a space or a dot is a gap.
Every error message gives the line and column in the file. `parse_board_toml` reads what `format_board_toml` writes.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.boards.board import LANDSCAPES, Board, Cell, Terrain, label_cells
from referee.boards.checks import Axial, check_cells, check_looks
from referee.files.json_input import quoted
from referee.words.problems import Problem
from referee.words.texts import Text, text

GAPS = " ."
LONGEST_LINE = 1000  # characters in a line; enough for a row of 500 hexes, and tomllib is slow on longer keys
LONGEST_WORD = 60  # characters in a name, id or label; more do not fit on the printed board

_KEYS = ("name", "label", "map", "legend")
# The letters of the built-in landscapes; other landscapes get the first unused letter.
_LETTERS = dict(zip(LANDSCAPES, "MCFLRDBV", strict=True))
_MORE_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_TERRAIN_KEYS = ("id", "label", "looks-like")
# Beginnings of tomllib's messages for the two mistakes that have their own sentence.
_TOML_TWICE = ("Cannot overwrite", "Cannot declare", "Cannot mutate", "Duplicate")
_TOML_OPEN = ("Unterminated", "Unclosed", "Expected \"'", "Illegal character '\\n'", "Invalid value (at end of")
_TOML_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)$")
_MAP_START = re.compile(r"""^[ \t]*(?:map|"map"|'map')[ \t]*=[ \t]*(\"\"\"|'''|"|')""", re.MULTILINE)


def parse_board_toml(words: str, source: str | Text) -> Board:
    """Parse a drawn board; raise a Problem that gives the line and column of the first error found."""
    file = _BoardFile(words.replace("\r\n", "\n"), source)
    table = file.read_toml()
    file.check_keys(table, _KEYS, ("name", "legend"))
    name = file.read_word(table, "name")
    label = file.read_word(table, "label") if "label" in table else None
    legend = _read_legend(file, table["legend"])
    file.check_keys(table, _KEYS, ("map",))
    rows = table["map"]
    if not isinstance(rows, str):
        raise Problem("wrong-type", text("boards.map_not_text", place=file.place_of("map")))
    return _read_map(file, rows, legend, name, label)


def format_board_toml(board: Board) -> str:
    """Format a board as a drawn map; parsing the text gives the same board, shifted so that its first hex is at (0, 0)."""
    letters = _letters_for(board.terrains)
    lines = [f"name = {_quote(board.name)}"]
    if board.label is not None:
        lines.append(f"label = {_quote(board.label)}")
    lines += ["map = '''", *_draw_rows(board, letters), "'''", "", "[legend]"]
    lines += [f"{letter} = {_format_terrain(terrain)}" for letter, terrain in zip(letters, board.terrains, strict=True)]
    return "\n".join(lines) + "\n"


def _letters_for(terrains: Sequence[Terrain]) -> tuple[str, ...]:
    letters = [_LETTERS.get(terrain.id, "") for terrain in terrains]
    free = iter(letter for letter in _MORE_LETTERS if letter not in letters)
    return tuple(letter or next(free) for letter in letters)


def _draw_rows(board: Board, letters: Sequence[str]) -> list[str]:
    left = min(2 * cell.q + cell.r for cell in board.cells)
    rows: dict[int, str] = {}
    for cell in board.cells:
        column = 2 * cell.q + cell.r - left
        rows[cell.r] = rows.get(cell.r, "").ljust(column) + letters[cell.terrain]
    return list(rows.values())


def _format_terrain(terrain: Terrain) -> str:
    if terrain == Terrain(terrain.id) and terrain.id in LANDSCAPES:
        return _quote(terrain.id)
    given = {"id": terrain.id, "label": terrain.label, "looks-like": terrain.looks_like}
    return "{ " + ", ".join(f"{key} = {_quote(word)}" for key, word in given.items() if word is not None) + " }"


def _quote(word: str) -> str:
    return json.dumps(word, ensure_ascii=False)  # JSON and TOML quote printable words in the same way


@dataclass(frozen=True)
class _BoardFile:
    """The text of a board file, with methods that parse and check the text and locate errors by line and column."""

    words: str
    source: str | Text

    def place(self, offset: int) -> Text:
        line = self.words.count("\n", 0, offset) + 1
        column = offset - self.words.rfind("\n", 0, offset)
        return text("boards.at", source=self.source, line=line, column=column)

    def place_of(self, key: str, within: str = "") -> Text:
        return self.place(self._find_key(key, within))

    def read_toml(self) -> dict[str, object]:
        self._check_lines()
        try:
            return tomllib.loads(self.words)
        except RecursionError:
            raise Problem("not-toml", text("boards.toml_too_deep", place=self.place(0))) from None
        except ValueError as error:  # also raised by Python for an impossible date or number
            raise Problem("not-toml", self._toml_sentence(str(error))) from None

    def _check_lines(self) -> None:
        for number, line in enumerate(self.words.split("\n")):
            if len(line) > LONGEST_LINE:
                place = text("boards.at", source=self.source, line=number + 1, column=LONGEST_LINE + 1)
                raise Problem("line-too-long", text("boards.line_too_long", place=place, most=LONGEST_LINE))

    def _toml_sentence(self, message: str) -> Text:
        found = _TOML_PLACE.search(message)
        place = self._place_of_end()
        if found:
            place = text("boards.at", source=self.source, line=int(found[1]), column=int(found[2]))
        if message.startswith(_TOML_TWICE):
            return text("boards.toml_twice", place=place)
        if message.startswith(_TOML_OPEN):
            return text("boards.toml_open_end", place=place)
        return text("boards.not_toml", place=place)

    def _place_of_end(self) -> Text:
        """Return the location of the end of the file, or of the start of the map if its quotes are never closed."""
        start, end = self._map_span
        return self.place(start - 3) if 0 < start == end else self.place(len(self.words.rstrip("\n")))

    @cached_property
    def _map_span(self) -> tuple[int, int]:
        for start in _MAP_START.finditer(self.words):
            end = self.words.find(start[1], start.end())
            return start.end(), max(end, start.end())
        return 0, 0

    def _find_key(self, key: str, within: str = "") -> int:
        """Return the offset of a key, optionally within a table, or of the start of the table or file if the key is not found.

        The key is found with a regular expression, so unusual TOML can give a wrong location.
        """
        written = re.compile(rf"""(?:^|(?<=[\s{{,.\[]))(["']?){re.escape(key)}\1[ \t]*[=.\]]""", re.MULTILINE)
        first, last = self._map_span
        start = self._find_key(within) if within else 0
        for found in written.finditer(self.words, start):
            line_start = self.words.rfind("\n", 0, found.start()) + 1
            if "#" not in self.words[line_start : found.start()] and not first <= found.start() < last:
                return found.start()
        return start

    def find_map(self, rows: str) -> int:
        """Return the offset of the map's first row; raise a Problem if the rows do not appear verbatim in the file."""
        for start in _MAP_START.finditer(self.words):
            offset = start.end()
            if len(start[1]) == 3 and self.words.startswith("\n", offset):
                offset += 1
            if self.words.startswith(rows, offset):
                return offset
        raise Problem("map-not-plain", text("boards.map_not_plain", place=self.place_of("map")))

    def check_keys(self, table: Mapping[str, object], known: Sequence[str], needed: Sequence[str], within: str = "") -> None:
        for key in table:
            if key not in known:
                place = self.place_of(key, within)
                raise Problem("unknown-key", text("boards.unknown_key", place=place, key=quoted(key), known=known))
        for key in needed:
            if key not in table:
                place = self.place_of(within) if within else self.place(0)
                raise Problem("missing-key", text("boards.missing_key", place=place, key=key))

    def read_word(self, table: Mapping[str, object], key: str, within: str = "") -> str:
        word = table[key]
        place = self.place_of(key, within)
        if not isinstance(word, str):
            raise Problem("wrong-type", text("boards.not_quoted", place=place, key=key))
        if not is_word(word):
            raise Problem("bad-word", text("boards.not_a_word", place=place, word=quoted(word), most=LONGEST_WORD))
        return word


def is_word(word: str) -> bool:
    """Return whether a name, id or label is valid: printable, on one line, trimmed, and 1 to 60 characters long."""
    return 0 < len(word) <= LONGEST_WORD and word.isprintable() and word == word.strip()


def _read_legend(file: _BoardFile, legend: object) -> dict[str, Terrain]:
    if not isinstance(legend, dict):
        place = file.place_of("legend")
        raise Problem("wrong-type", text("boards.legend_not_table", place=place))
    terrains: dict[str, Terrain] = {}
    for letter, given in legend.items():
        place = file.place_of(letter)
        if letter in _KEYS:
            raise Problem("unknown-key", text("boards.key_in_legend", place=place, key=letter))
        if len(letter) != 1 or not letter.isalpha():
            raise Problem("not-a-letter", text("boards.not_a_letter", place=place, key=quoted(letter)))
        terrain = _read_terrain(file, letter, given, place)
        if terrain.id in {other.id for other in terrains.values()}:
            raise Problem("terrain-twice", text("boards.terrain_twice", place=place, terrain=terrain.id))
        terrains[letter] = terrain
    letter_of = {terrain.id: letter for letter, terrain in terrains.items()}
    check_looks(
        tuple(terrains.values()), lambda terrain: file.place_of("looks-like", letter_of[terrain.id]), file.place_of("legend")
    )
    return terrains


def _read_terrain(file: _BoardFile, letter: str, given: object, place: Text) -> Terrain:
    if isinstance(given, str):
        if given not in LANDSCAPES:
            sentence = text("boards.unknown_landscape", place=place, terrain=quoted(given), known=LANDSCAPES)
            raise Problem("unknown-landscape", sentence)
        return Terrain(given)
    if not isinstance(given, dict):
        raise Problem("wrong-type", text("boards.not_a_landscape", place=place, letter=letter))
    file.check_keys(given, _TERRAIN_KEYS, ("id",), letter)
    words = {key: file.read_word(given, key, letter) for key in given}
    looks_like = words.get("looks-like")
    if looks_like is not None and looks_like not in LANDSCAPES:
        place = file.place_of("looks-like", letter)
        raise Problem("unknown-look", text("boards.unknown_look", place=place, terrain=quoted(looks_like), known=LANDSCAPES))
    return Terrain(words["id"], words.get("label"), looks_like)


def _read_map(file: _BoardFile, rows: str, legend: Mapping[str, Terrain], name: str, label: str | None) -> Board:
    spots = _find_spots(file, rows, legend)
    terrains = {spot: legend[file.words[offset]].id for spot, offset in spots.items()}
    check_cells(terrains, lambda spot: file.place(spots[spot]), file.place_of("map"))
    listed = tuple(legend.values())
    number = {terrain.id: place for place, terrain in enumerate(listed)}
    cells = tuple(Cell(cell, q, r, number[terrains[q, r]]) for (q, r), cell in label_cells(terrains).items())
    return Board(name, listed, cells, label)


def _find_spots(file: _BoardFile, rows: str, legend: Mapping[str, Terrain]) -> dict[Axial, int]:
    """Return the offset in the file of each hex's letter, by the hex's axial coordinates relative to the first hex."""
    letters = _find_letters(file, rows, legend)
    _check_halves(file, letters)
    if not letters:
        return {}
    first_row, first_column = next(iter(letters))
    return {
        ((column - first_column - (row - first_row)) // 2, row - first_row): offset for (row, column), offset in letters.items()
    }


def _find_letters(file: _BoardFile, rows: str, legend: Mapping[str, Terrain]) -> dict[tuple[int, int], int]:
    """Return the offset in the file of each letter in the map, by row and column; raise a Problem for a tab or unknown letter."""
    letters: dict[tuple[int, int], int] = {}
    offset = file.find_map(rows)
    for row, line in enumerate(rows.split("\n")):
        for column, letter in enumerate(line):
            if letter == "\t":
                raise Problem("tab-in-map", text("boards.tab_in_map", place=file.place(offset + column)))
            if letter in legend:
                letters[row, column] = offset + column
            elif letter not in GAPS:
                place = file.place(offset + column)
                sentence = text("boards.unknown_letter", place=place, letter=quoted(letter), known=list(legend))
                raise Problem("unknown-letter", sentence)
        offset += len(line) + 1
    return letters


def _check_halves(file: _BoardFile, letters: Mapping[tuple[int, int], int]) -> None:
    """Raise a Problem for a letter that is off by one column; the majority is taken as correct, or in a tie the first letter."""
    odd = [spot for spot in letters if sum(spot) % 2]
    even = [spot for spot in letters if not sum(spot) % 2]
    if not odd or not even:
        return
    first = next(iter(letters))
    wrong = min(odd, even, key=lambda spots: (len(spots), first in spots))[0]
    letter = file.words[letters[wrong]]
    raise Problem("half-column", text("boards.half_column", place=file.place(letters[wrong]), letter=letter))
