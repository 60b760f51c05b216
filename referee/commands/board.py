"""`terranova board`: shows a board, or answers it as JSON, which is a board file too."""
from __future__ import annotations

from referee.commands.reply import DONE, Reply, answer_each
from referee.commands.shape import board_argument, make_command
from referee.formats import board_to_json
from referee.service import open_board
from referee.terminal import draw_board
from referee.texts import text


@make_command(
    "board",
    about=text("cli.about_board"),
    examples=("terranova board islet", "terranova board islet --json > my-board.json"),
)
@board_argument("names")
def command(reply: Reply, names: tuple[str, ...]) -> int:
    """Answers each board asked for."""

    def answer(name: str) -> int:
        board = open_board(name)
        if reply.as_json:
            reply.send_json(board_to_json(board, reply.language))
        else:
            reply.send(draw_board(board, reply.screen, reply.language))
        return DONE

    return answer_each(reply, names, answer)
