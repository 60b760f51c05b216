"""Draw a reading for the terminal: the board, its territories, and the doubtful hexes."""

from __future__ import annotations

from referee.boards.board import Board
from referee.cli.terminal.answers import draw_score
from referee.cli.terminal.screen import Screen
from referee.formats.readings import GroupDoubt, Reading, groups_asked_together
from referee.memory.explanations import Explained, Kind
from referee.rules.position import Position
from referee.rules.scoring import score_position
from referee.rules.turns import format_turn
from referee.words.texts import Text, say, text

INDENT = "  "
LEAST_SHOWN = 0.005  # lowest probability of a listed explanation
KIND_NAMES: dict[Kind, Text] = {
    Kind.UNCHANGED: text("read.kind_unchanged"),
    Kind.PART: text("read.kind_part", turns=""),
    Kind.TURN: text("read.kind_turn", turns=""),
    Kind.TURNS: text("read.kind_turns", turns=""),
    Kind.ILLEGAL: text("read.kind_illegal"),
    Kind.OTHER: text("read.kind_other"),
}
MOST_SURE = 0.99  # highest probability displayed, as in the companion
PIECE_NAMES: dict[str, Text] = {
    "red": text("read.piece_red"),
    "yellow": text("read.piece_yellow"),
    "blue": text("read.piece_blue"),
    "green": text("read.piece_green"),
    "stone": text("read.piece_stone"),
    "empty": text("read.piece_empty"),
}


def draw_reading(reading: Reading, position: Position, photo: str, screen: Screen, language: str) -> str:
    """Draw the position read from a photo with its territories, then list the doubtful hexes, notes and advice.

    The doubtful hexes with the most points at stake come first.
    """
    print_words = text("read.found_board", photo=photo, board=reading.board, paper=reading.paper, hex=f"{reading.hex_mm:g}")
    parts = [say(print_words, language), _draw_board(position, screen, language)]
    parts.append("\n".join([*_unseen(reading, language), *_doubts(reading, language)]))
    if reading.notes or reading.advice:
        parts.append("\n".join(say(line, language) for line in (*reading.notes, *reading.advice)))
    return "\n\n".join(parts)


def draw_explanations(explained: Explained, board: Board, language: str) -> str:
    """List what may have happened since the known position, most probable first, without improbable explanations."""
    lines = [say(text("read.explanations"), language)]
    for one in explained.explanations:
        if one.probability < LEAST_SHOWN:
            break
        percent = round(100 * min(MOST_SURE, one.probability))
        turns = "; ".join(format_turn(turn, board) for turn in one.turns)
        what = text(KIND_NAMES[one.kind].key, turns=turns) if turns else KIND_NAMES[one.kind]
        lines.append(INDENT + say(text("read.explanation", percent=percent, what=what), language))
        if one.reason is not None:
            lines.append(INDENT * 2 + say(one.reason, language))
    return "\n".join(lines)


def _draw_board(position: Position, screen: Screen, language: str) -> str:
    return draw_score(position, score_position(position), screen, language, knows_mover=False)


def _unseen(reading: Reading, language: str) -> list[str]:
    count = len(reading.unseen)
    return [say(text("read.unseen", count=count, cells=" ".join(reading.unseen)), language)] if count else []


def _group_doubts(reading: Reading, language: str) -> list[str]:
    return [line for groups in groups_asked_together(reading.groups) for line in _question_about(groups, language)]


def _question_about(groups: tuple[GroupDoubt, ...], language: str) -> list[str]:
    if len(groups) == 1:
        (group,) = groups
        names = {"piece": PIECE_NAMES[group.piece.value], "other": PIECE_NAMES[group.other.value]}
        question = text("read.group_doubt", count=len(group.cells), cells=" ".join(group.cells), **names)
        return [INDENT + say(question, language)]
    parts = [text("read.group_part", piece=PIECE_NAMES[group.piece.value], cells=" ".join(group.cells)) for group in groups]
    question = text("read.groups_doubt", count=sum(len(group.cells) for group in groups))
    return [INDENT + say(question, language), *(INDENT * 2 + say(part, language) for part in parts)]


def _doubts(reading: Reading, language: str) -> list[str]:
    doubts = [cell for cell in reading.by_effect if cell not in reading.unseen]
    if not doubts:
        return [] if reading.unseen else [say(text("read.no_doubts"), language)]
    lines = [say(text("read.doubts", count=len(doubts)), language), *_group_doubts(reading, language)]
    for cell in doubts:
        doubt = reading.cells[cell]
        sure = round(100 * min(MOST_SURE, doubt.confidence))
        lines.append(INDENT + say(text("read.doubt", cell=cell, piece=PIECE_NAMES[doubt.piece.value], percent=sure), language))
    return lines
