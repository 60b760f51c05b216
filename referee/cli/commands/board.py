"""`terranova board`: shows a board, or prints it as JSON, which can be used as a board file."""

from __future__ import annotations

from referee.cli.click_types import board_argument, make_command
from referee.cli.inputs import open_board
from referee.cli.output import DONE, Output, answer_each
from referee.cli.terminal.answers import draw_board
from referee.formats.positions import board_to_json
from referee.words.texts import text


@make_command(
    "board",
    about=text("cli.about_board"),
    examples=("terranova board islet", "terranova board islet --json > my-board.json"),
)
@board_argument("names")
def command(output: Output, names: tuple[str, ...]) -> int:
    """Print each of the boards."""

    def answer(name: str) -> int:
        board = open_board(name)
        if output.as_json:
            output.write_json(board_to_json(board, output.language))
        else:
            output.write_lines(draw_board(board, output.screen, output.language))
        return DONE

    return answer_each(output, names, answer)
