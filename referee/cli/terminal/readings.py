"""A reading told to a person in the terminal: the board, its territories, and the hexes to look at."""

from __future__ import annotations

from referee.cli.terminal.answers import draw_score
from referee.cli.terminal.screen import Screen
from referee.formats.readings import Reading
from referee.rules.position import Position
from referee.rules.scoring import score_position
from referee.words.texts import Text, say, text

INDENT = "  "
MOST_SURE = 0.99  # that is said of a hex a person shall look at, as in the companion
PIECE_NAMES: dict[str, Text] = {
    "red": text("read.piece_red"),
    "yellow": text("read.piece_yellow"),
    "blue": text("read.piece_blue"),
    "green": text("read.piece_green"),
    "stone": text("read.piece_stone"),
    "empty": text("read.piece_empty"),
}


def draw_reading(reading: Reading, position: Position, photo: str, screen: Screen, language: str) -> str:
    """Draws what was read, what it closes, and which hexes a person should look at, those that matter most first."""
    print_words = text("read.found_board", photo=photo, board=reading.board, paper=reading.paper, hex=f"{reading.hex_mm:g}")
    parts = [say(print_words, language), _draw_board(position, screen, language)]
    parts.append("\n".join([*_unseen(reading, language), *_doubts(reading, language)]))
    if reading.notes or reading.advice:
        parts.append("\n".join(say(line, language) for line in (*reading.notes, *reading.advice)))
    return "\n\n".join(parts)


def _draw_board(position: Position, screen: Screen, language: str) -> str:
    return draw_score(position, score_position(position), screen, language, knows_mover=False)


def _unseen(reading: Reading, language: str) -> list[str]:
    count = len(reading.unseen)
    return [say(text("read.unseen", count=count, cells=" ".join(reading.unseen)), language)] if count else []


def _doubts(reading: Reading, language: str) -> list[str]:
    doubts = [cell for cell in reading.by_effect if cell not in reading.unseen]
    if not doubts:
        return [] if reading.unseen else [say(text("read.no_doubts"), language)]
    lines = [say(text("read.doubts", count=len(doubts)), language)]
    for cell in doubts:
        told = reading.cells[cell]
        sure = round(100 * min(MOST_SURE, told.confidence))
        lines.append(INDENT + say(text("read.doubt", cell=cell, piece=PIECE_NAMES[told.piece.value], percent=sure), language))
    return lines
