"""`terranova turns`: count or list the legal turns of the player to move."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice

from referee.cli.click_types import input_files, make_command, option
from referee.cli.inputs import open_position
from referee.cli.output import DONE, Output, answer_each
from referee.cli.terminal.answers import sentence
from referee.formats.positions import turns_to_json
from referee.rules.legal import count_turns, list_turns
from referee.rules.position import Position, colour_word
from referee.words.safe_text import one_safe_line
from referee.words.texts import text

AT_ONCE = 2000  # turns per write: a compromise between speed and memory


@make_command(
    "turns",
    about=text("cli.about_turns"),
    examples=("terranova turns game.json", "terranova turns game.json --list | head"),
)
@input_files("positions", "POSITION.json...")
@option("--list", "listed", is_flag=True, about=text("cli.option_list"))
def command(output: Output, positions: tuple[str, ...], listed: bool) -> int:
    """Print the number of legal turns in each position or, with --list, the turns themselves."""

    def answer(path: str) -> int:
        position = open_position(path).position
        named = len(positions) > 1 and not output.as_json
        if listed:
            if named:
                output.write_lines(one_safe_line(path))
            (list_as_json if output.as_json else list_as_lines)(output, position)
        elif output.as_json:
            output.write_json(turns_to_json(position, count_turns(position)))
        else:
            player = colour_word(position.mover)
            counted = sentence(output.format(text("cli.turn_count", player=player, count=count_turns(position))))
            output.write_lines(f"{one_safe_line(path)}: {counted}" if named else counted)
        return DONE

    return answer_each(output, positions, answer)


def list_as_lines(output: Output, position: Position) -> None:
    """Write the legal turns, one per line."""
    for lines in _batches(list_turns(position), "\n"):
        output.write_lines(lines)


def list_as_json(output: Output, position: Position) -> None:
    """Write the legal turns as one JSON object, without holding all of them in memory."""
    counted = json.dumps(turns_to_json(position, count_turns(position)), separators=(",", ":"))
    output.write(counted[:-1] + ',"turns":[')
    separator = ""
    for batch in _batches((f'"{turn}"' for turn in list_turns(position)), ","):
        output.write(separator + batch)
        separator = ","
    output.write_lines("]}")


def _batches(turns: Iterator[str], separator: str) -> Iterator[str]:
    while some := list(islice(turns, AT_ONCE)):
        yield separator.join(some)
