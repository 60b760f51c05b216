"""Accuracy of memory on rendered games: `python -m tests.bench memory --rendered FOLDER [--pasted hand|card|lamp|each]`.

The folder contains photos as a renderer writes them, NAME_NUMBER.jpg with the truth in NAME_NUMBER.json beside each photo; the
photos with one NAME show one game, one turn apart. Each photo is read given the position of the photo before, and the turn
played since then is to be recognised. `--pasted` pastes an obstruction into each photo, or with `each`, each of the three
obstructions into every third photo. `--games FOLDER` writes the positions of games to render.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from referee.boards.library import load_board
from referee.formats.positions import GivenPosition, position_from_json, position_to_json
from referee.memory.explanations import Kind
from referee.memory.settings import DEFAULT
from referee.reader.read_photo import ReadOptions, read_photo_bytes
from referee.reader.remember import Remembered, remember
from referee.rules.midturn import begin_turn
from referee.rules.position import Edition, Position
from referee.words.problems import Problem
from tests.bench.exact import interval
from tests.bench.hex_pool import game_of
from tests.bench.obstructions import DRAWN, with_obstruction
from tests.bench.stored_tables import write_table
from tests.rules.games import play_game

FIRST_SEED, TURNS, MOST_TURNS = 77_000, 10, 130


@dataclass(frozen=True, slots=True)
class PhotoOfTurn:
    """The result of one photo: the kind of the best explanation, whether the turn is right, and the number of questions.

    `kind` is None if the photo was refused, and `is_hexes_right` means that every hex is right.
    """

    photo: str
    level: str
    kind: Kind | None
    right: bool
    questions: int
    is_hexes_right: bool


def write_games(folder: Path, count: int) -> None:
    """Write the positions of a number of games of ten turns for the renderer, in all editions and with two to four players."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        for step, position in enumerate(positions_of_game(number)):
            text = json.dumps(position_to_json(GivenPosition(position, "terranova")))
            (folder / f"{FIRST_SEED + number}_{step:02d}.json").write_text(text, encoding="utf-8")


def positions_of_game(number: int) -> list[Position]:
    """Return a position of a game and those after each of the next ten turns.

    Each two consecutive games have the same edition and number of players.
    """
    seed, editions = FIRST_SEED + number, list(Edition)
    edition, players = editions[number // 2 % len(editions)], (2, 3, 4)[number // 2 % 3]
    game = play_game(load_board("terranova"), edition, players, seed, most_turns=MOST_TURNS)
    steps = [step for step in game if not step.before.in_setup]
    start = random.Random(seed).randrange(0, max(1, len(steps) - TURNS))
    return [steps[start].before, *(step.played.position for step in steps[start : start + TURNS])]


def report_rendered(folder: Path, pasted: str = "") -> str:
    """Return the table of results for all photos in a folder except the first of each game, followed by the wrong ones.

    `pasted` names the obstruction to paste into the photos, or "" for none.
    """
    outcomes = list(_recognise_turns(folder, pasted))
    lines = ["| rendered games | normal | hard |", "|---|---|---|"]
    for name, of, counts in (
        ("right turn first", True, lambda one: one.right),
        ("turn accepted without a question", True, lambda one: one.right and not one.questions),
        ("wrong with no question asked", True, lambda one: not one.right and not one.questions),
        ("legal called illegal", True, lambda one: one.kind is Kind.ILLEGAL),
        ("every hex right", False, lambda one: one.is_hexes_right),
        ("refused", False, lambda one: one.kind is None),
    ):
        some = [[one for one in outcomes if one.level == level and (one.kind or not of)] for level in ("normal", "hard")]
        lines.append(f"| {name} | {' | '.join(_share(sum(map(counts, these)), len(these)) for these in some)} |")
    asked = [[one.questions for one in outcomes if one.level == level] for level in ("normal", "hard")]
    lines.append(f"| questions per photo | {' | '.join(f'{sum(some) / max(1, len(some)):.2f}' for some in asked)} |")
    wrong = [
        f"{one.photo}: read as {one.kind}, {one.questions} questions" if one.kind else f"{one.photo}: refused"
        for one in outcomes
        if not one.right
    ]
    return "\n".join([*lines, "", *wrong])


def _share(count: int, total: int) -> str:
    low, high = interval(count, total) if total else (0.0, 1.0)
    return f"{count} of {total} ({low:.1%} to {high:.1%})"


def _recognise_turns(folder: Path, pasted: str) -> Iterator[PhotoOfTurn]:
    games: dict[str, list[Path]] = defaultdict(list)
    for photo in sorted(folder.glob("*.jpg")):
        games[game_of(photo)].append(photo)
    pairs = (pair for photos in games.values() for pair in pairwise(photos))
    for number, (before, after) in enumerate(pairs):
        fault = tuple(DRAWN)[number % len(DRAWN)] if pasted == "each" else pasted
        known, truth = _truth_of(before), _truth_of(after)
        data = with_obstruction(after, fault, (FIRST_SEED, number))[0] if fault else after.read_bytes()
        yield _recognise_turn(after.name, data, known, truth)


def _truth_of(photo: Path) -> dict[str, Any]:
    truth: dict[str, Any] = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))
    return truth


def _recognise_turn(photo: str, data: bytes, before: dict[str, Any], after: dict[str, Any]) -> PhotoOfTurn:
    level = "hard" if after["level"] == "hard" else "normal"
    known, reached = (position_from_json(truth["position"], photo).position for truth in (before, after))
    try:
        found = remember(read_photo_bytes(data, photo, ReadOptions()).reading, known, photo)
    except Problem:
        return PhotoOfTurn(photo, level, None, False, 0, False)
    best = found.explained.best
    hexes = all(found.reading.cells[cell].piece == fact["piece"] for cell, fact in after["cells"].items())
    return PhotoOfTurn(photo, level, best.kind, _is_right(found, known, reached), _questions(found), hexes)


def _is_right(found: Remembered, known: Position, reached: Position) -> bool:
    best, begun = found.explained.best, begin_turn(known).position
    if (begun.pioneers, begun.stones) == (reached.pioneers, reached.stones):
        return best.kind is Kind.UNCHANGED
    same = best.kind is Kind.TURN and best.after is not None and best.after.pioneers == reached.pioneers
    return same and best.after is not None and best.after.stones == reached.stones and _is_paid(found, reached)


def _is_paid(found: Remembered, reached: Position) -> bool:
    best = found.explained.best
    return bool(best.by_award) or (best.after is not None and best.after.scores == reached.scores)


def _questions(found: Remembered) -> int:
    """Return the number of questions: at most one about the turn, and one for each doubtful hex."""
    best = found.explained.best
    return int(best.probability < DEFAULT.accept_from or bool(best.by_award)) + len(found.reading.doubtful)


def run_rendered(options: dict[str, str]) -> int:
    """Write games with the option `--games`, or read the rendered photos in a folder and print the results."""
    if "--games" in options:
        write_games(Path(options["--games"]), int(options.get("--cases", 24)))
    else:
        table = report_rendered(Path(options["--rendered"]), options.get("--pasted", ""))
        print(table)
        if "--out" in options:
            write_table(Path(options["--out"]), "memory", options, table)
    return 0
