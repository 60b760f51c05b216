"""Read and write the tables of turn counts: a position as text, then one count per edition."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from referee.boards.library import load_board
from referee.rules.legal import count_turns
from referee.rules.pieces import Colour
from referee.rules.position import Edition, Position, build_position, labels_of
from tests.rules.games import opening, play_game

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class CountedPosition:
    title: str
    position: Position
    counts: dict[Edition, int]


def read_tables() -> Iterator[CountedPosition]:
    for path in sorted(FOLDER.glob("*.txt")):
        for block in path.read_text(encoding="utf-8").split("== ")[1:]:
            yield read_block(block)


def read_block(block: str) -> CountedPosition:
    title, *lines = block.strip().splitlines()
    words = {line.split()[0]: line.split()[1:] for line in lines}
    turns = words.pop("turns")
    board = load_board(words.pop("board")[0])
    stones = words.pop("stones", [])
    players = tuple(Colour(word) for word in words)
    position = build_position(board, players=players, pioneers={colour: words[colour.value] for colour in players}, stones=stones)
    counts = {Edition(word): int(count) for word, count in zip(turns[::2], turns[1::2], strict=True)}
    return CountedPosition(title, position, counts)


def write_block(title: str, position: Position) -> str:
    lines = [f"== {title}", f"board {position.board.name}"]
    for colour, mask in zip(position.players, position.pioneers, strict=True):
        lines.append(" ".join((colour.value, *labels_of(position.board, mask))))
    if position.stones:
        lines.append(" ".join(("stones", *labels_of(position.board, position.stones))))
    counts = (f"{edition.value} {count_turns(replace(position, edition=edition))}" for edition in Edition)
    return "\n".join([*lines, " ".join(("turns", *counts))]) + "\n"


def write_tables() -> Iterator[str]:
    for name, stones in (("terranova", (10, 20, 40, 60)), ("wheel", (10, 20, 40)), ("islet", (10, 20, 25, 30))):
        yield write_block(f"opening on {name}", opening(load_board(name), Edition.DE, 1))
        for players in (2, 3, 4):
            for number in stones:
                if (position := some_position(name, players, number)) is not None:
                    yield write_block(f"{players} on {name}, {number} stones or one more", position)


def some_position(name: str, players: int, stones: int) -> Position | None:
    """Return the first position in a few random games with this number of stones or one more."""
    for seed in range(20):
        for turn in play_game(load_board(name), Edition.DE, players, seed, most_turns=150):
            if turn.before.stones.bit_count() in (stones, stones + 1) and turn.before.to_move == 0:
                return replace(turn.before, scores=(0,) * players)
    return None


if __name__ == "__main__":
    sys.stdout.write("\n".join(write_tables()))
