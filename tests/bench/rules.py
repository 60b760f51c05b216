"""Speed of the rules, `python -m tests.bench rules`: turns per second compared with python-chess, the commands, and memory.

Everything is measured in one run on this computer and printed beside its limit.
"""

from __future__ import annotations

import itertools
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median

import chess

from referee.boards.library import load_board
from referee.rules.check import check_turn
from referee.rules.closing import closings_of
from referee.rules.legal import count_turns
from referee.rules.position import Edition, Position, labels_of
from referee.rules.scoring import score_position
from referee.rules.turns import Place
from tests.rules.games import PlayedTurn, opening, play_game

PERFT_DEPTH = 4
OPENINGS = 5
GAMES_EACH = 2
LATE_STONES = range(38, 43)
FLOOR_OPENING, GOAL_OPENING, FLOOR_LATE = 40, 150, 20
MOST_CHECK_MEDIAN_MS, MOST_CHECK_MS, MOST_SCORE_MS = 5.0, 50.0, 1.0
MOST_HELP_S, MOST_SCORE_S, MOST_MEMORY_MB = 0.2, 0.3, 80.0


def main(arguments: list[str]) -> int:
    """Print one line for each limit; return 1 if a limit is missed. `--quick` skips the command line."""
    board = load_board("terranova")
    games = [
        list(play_game(board, edition, 2 + number % 3, seed, most_turns=140))
        for number, edition in enumerate(Edition)
        for seed in range(GAMES_EACH)
    ]
    turns = [turn for game in games for turn in game]
    kept = [*_count_lines(turns), *_answer_lines(turns)]
    if "--quick" not in arguments:
        kept += _command_lines()
    return 0 if all(kept) else 1


def _count_lines(turns: list[PlayedTurn]) -> Iterator[bool]:
    chess_rate = max(_rate(lambda: _perft(chess.Board(), PERFT_DEPTH)) for _ in range(3))
    print(f"python-chess perft({PERFT_DEPTH})                      {chess_rate / 1e6:8.2f} M/s")
    board = load_board("terranova")
    rates = [_counting_rate(lambda seed=seed: opening(board, Edition.DE, seed)) for seed in range(OPENINGS)]
    yield _line("turns, openings, caches empty, worst", min(rates) / chess_rate, FLOOR_OPENING, "times", at_least=True)
    print(f"{'  median (goal ' + str(GOAL_OPENING) + ')':44}{median(rates) / chess_rate:8.1f} times")
    late = [turn.before for turn in turns if turn.before.stones.bit_count() in LATE_STONES and _can_close(turn.before)]
    late_rates = [_counting_rate(lambda position=position: position) for position in late]
    together = _together(late, late_rates) / chess_rate
    yield _line(f"turns, {len(late)} late positions, together", together, FLOOR_LATE, "times", at_least=True)
    print(f"{'  median, worst':44}{median(late_rates) / chess_rate:8.1f} times, {min(late_rates) / chess_rate:.1f} times")


def _answer_lines(turns: list[PlayedTurn]) -> Iterator[bool]:
    moving = [turn for turn in turns if not isinstance(turn.turn[0], Place)]
    forward = [_milliseconds(lambda turn=turn: check_turn(turn.before, turn.played.position)) for turn in moving]
    yield _line(f"check, {len(forward)} played turns, median", median(forward), MOST_CHECK_MEDIAN_MS, "ms")
    yield _line("check, played turns, worst", max(forward), MOST_CHECK_MS, "ms")
    wrong = [
        _milliseconds(lambda one=one, other=other: check_turn(one.before, other.played.position))
        for one, other in itertools.pairwise(moving)
        if one.played.position is other.before
    ] + [_milliseconds(lambda turn=turn: check_turn(turn.before, turn.before)) for turn in moving]
    yield _line(f"check, {len(wrong)} that are none, median", median(wrong), MOST_CHECK_MEDIAN_MS, "ms")
    yield _line("check, that are none, worst", max(wrong), MOST_CHECK_MS, "ms")
    late = [turn.before for turn in moving if turn.before.stones.bit_count() >= min(LATE_STONES)]
    scores = [_milliseconds(lambda position=position: score_position(position)) for position in late]
    yield _line(f"score, {len(late)} late positions, worst", max(scores), MOST_SCORE_MS, "ms")


def _command_lines() -> Iterator[bool]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "opening.json"
        path.write_text(json.dumps(_as_json(opening(load_board("terranova"), Edition.DE, 0))), encoding="utf-8")
        yield _line("terranova --help", _command("--help"), MOST_HELP_S, "s")
        yield _line("terranova score FILE --json", _command("score", str(path), "--json"), MOST_SCORE_S, "s")
        yield _line("terranova turns FILE --json", _command("turns", str(path), "--json"), 1.0, "s")
        started = time.perf_counter()
        subprocess.run(_words("turns", str(path), "--list", "--json"), stdout=subprocess.DEVNULL, check=True)
        print(f"{'terranova turns FILE --list --json':44}{time.perf_counter() - started:8.1f} s")
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        yield _line("memory of these, the most", most, MOST_MEMORY_MB, "MB")


def _line(name: str, measured: float, limit: float, unit: str, at_least: bool = False) -> bool:
    kept = measured >= limit if at_least else measured <= limit
    bound = f"({'at least' if at_least else 'at most'} {limit:g}){'' if kept else ' NOT KEPT'}"
    print(f"{name:44}{measured:8.2f} {unit} {bound}", flush=True)
    return kept


def _rate(count: Callable[[], int]) -> float:
    started = time.process_time()
    counted = count()
    return counted / (time.process_time() - started)


def _counting_rate(fresh: Callable[[], Position]) -> float:
    """Return the best counting rate of three runs, each on a new board, so that nothing is cached."""
    best = 0.0
    for _ in range(3):
        position = _on_fresh_board(fresh())
        best = max(best, _rate(lambda position=position: count_turns(position)))
    return best


def _together(positions: list[Position], rates: list[float]) -> float:
    counts = [count_turns(position) for position in positions]
    return sum(counts) / sum(count / rate for count, rate in zip(counts, rates, strict=True))


def _milliseconds(answer: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(3):
        started = time.process_time()
        answer()
        best = min(best, time.process_time() - started)
    return best * 1000


def _perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    counted = 0
    for move in board.legal_moves:
        board.push(move)
        counted += _perft(board, depth - 1)
        board.pop()
    return counted


def _can_close(position: Position) -> bool:
    """Return whether a single stone can close a region."""
    closings = closings_of(position.board, position.stones)
    free = [cell for cell in range(len(position.board.cells)) if not position.occupied >> cell & 1]
    return any(closings.closed_by(cell) for cell in free)


def _on_fresh_board(position: Position) -> Position:
    return replace(position, board=replace(position.board))


def _as_json(position: Position) -> dict[str, object]:
    standing = zip(position.players, position.pioneers, strict=True)
    return {
        "format": "terranova-position/1",
        "board": position.board.name,
        "players": [colour.value for colour in position.players],
        "pioneers": {colour.value: labels_of(position.board, mask) for colour, mask in standing},
    }


def _words(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "from referee.cli.main import main; main()", *arguments]


def _command(*arguments: str) -> float:
    """Return the shortest duration of five runs of a command, in seconds."""
    best = float("inf")
    for _ in range(5):
        started = time.perf_counter()
        subprocess.run(_words(*arguments), stdout=subprocess.DEVNULL, check=True)
        best = min(best, time.perf_counter() - started)
    return best
