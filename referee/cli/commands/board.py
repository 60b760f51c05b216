"""`terranova board`: print a board as a drawing, or as JSON that can be used as a board file."""

from __future__ import annotations

from referee.boards.library import BUILT_IN
from referee.boards.made import make_board
from referee.cli.click_types import board_argument, make_command, option
from referee.cli.inputs import open_board
from referee.cli.output import DONE, Output, answer_each
from referee.cli.terminal.answers import draw_board
from referee.formats.positions import board_to_json
from referee.words.texts import text


@make_command(
    "board",
    about=text("cli.about_board"),
    examples=(
        "terranova board islet",
        "terranova board islet --json > my-board.json",
        "terranova board --make lagoon --json > lagoon.json",
    ),
)
@board_argument("names")
@option("--make", "is_made", is_flag=True, about=text("cli.option_make"))
def command(output: Output, names: tuple[str, ...], is_made: bool) -> int:
    """Print each board or, with --make, the board generated from each name as a seed."""

    def answer(name: str) -> int:
        board = make_board(name) if is_made else open_board(name)
        if output.as_json:
            output.write_json(board_to_json(board, output.language, titled=name not in BUILT_IN))
        else:
            output.write_lines(draw_board(board, output.screen, output.language))
        return DONE

    return answer_each(output, names, answer)
