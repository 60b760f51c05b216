"""`terranova board`: shows a board, or prints it as JSON, which can be used as a board file."""

from __future__ import annotations

from referee.cli.click_types import board_argument, make_command
from referee.cli.output import DONE, Reply, answer_each
from referee.cli.terminal.answers import draw_board
from referee.formats.positions import board_to_json
from referee.formats.service import open_board
from referee.words.texts import text


@make_command(
    "board",
    about=text("cli.about_board"),
    examples=("terranova board islet", "terranova board islet --json > my-board.json"),
)
@board_argument("names")
def command(reply: Reply, names: tuple[str, ...]) -> int:
    """Print each of the boards."""

    def answer(name: str) -> int:
        board = open_board(name)
        if reply.as_json:
            reply.send_json(board_to_json(board, reply.language))
        else:
            reply.send(draw_board(board, reply.screen, reply.language))
        return DONE

    return answer_each(reply, names, answer)
