"""Simulated photos of tables: probabilities of the six words for each hex, as from the reader."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator

from referee.boards.board import Board
from referee.memory.evidence import words_of
from referee.memory.explanations import Pieces
from referee.rules.pieces import Piece
from referee.rules.position import Edition, Position
from tests.rules.games import PlayedTurn, play_game

Row = tuple[float, ...]
WORDS = len(Piece)
SURE = 1e-4  # probability that a sure hex of a doubtful photo is something else
CLEAR = 1e-5  # the same in a clear photo


def pieces_on(position: Position) -> Pieces:
    """Return the pieces on the board in a position."""
    return Pieces(position.pioneers, position.stones)


def clear_photo(shown: Pieces, cells: int, doubt: float = CLEAR) -> list[Row]:
    """Return a photo on which every hex is unambiguous."""
    rows = []
    for word in words_of(shown, cells):
        rows.append(tuple(1 - doubt if other == word else doubt / (WORDS - 1) for other in range(WORDS)))
    return rows


def doubtful_photo(shown: Pieces, cells: int, chance: random.Random, doubts: float) -> list[Row]:
    """Return a photo with some doubtful hexes, which are wrong as often as their probabilities imply."""
    rows = clear_photo(shown, cells, SURE)
    for cell, word in enumerate(words_of(shown, cells)):
        if chance.random() < doubts:
            sure, other = chance.uniform(0.4, 0.97), chance.choice([some for some in range(WORDS) if some != word])
            first, second = (word, other) if chance.random() < sure else (other, word)
            rows[cell] = tuple(sure if some == first else 1 - sure if some == second else SURE / WORDS for some in range(WORDS))
    return rows


def with_word(rows: list[Row], cell: int, word: Piece, sure: float = 0.9) -> list[Row]:
    """Return the photo with one hex that resembles another word."""
    place = list(Piece).index(word)
    changed = list(rows)
    changed[cell] = tuple(sure if some == place else (1 - sure) / (WORDS - 1) for some in range(WORDS))
    return changed


def turns_of(board: Board, edition: Edition, players: int, seed: int, skip: Collection[int] = ()) -> Iterator[PlayedTurn]:
    """Yield the turns of a game after its setup."""
    for number, step in enumerate(play_game(board, edition, players, seed, most_turns=90)):
        if not step.before.in_setup and number not in skip:
            yield step


def glancing_photo(shown: Pieces, cells: int, chance: random.Random, doubts: float) -> list[Row]:
    """Return a photo whose doubtful hexes leave three words or more possible."""
    rows = clear_photo(shown, cells, SURE)
    for cell in range(cells):
        if chance.random() < doubts:
            weights = [chance.expovariate(1.0) + SURE for _ in range(WORDS)]
            rows[cell] = tuple(weight / sum(weights) for weight in weights)
    return rows
