"""`terranova new`: creates the first position of a game, with full reserves and an empty board."""

from __future__ import annotations

from referee.cli.click_types import OneOf, Whole, board_option, make_command, option, output_option
from referee.cli.output import DONE, Reply
from referee.cli.position_output import STANDARD_OUTPUT, hand_over
from referee.cli.terminal.answers import draw_position
from referee.formats.positions import position_to_json
from referee.formats.service import begin_game
from referee.rules.pieces import PIONEERS_EACH
from referee.rules.position import Edition
from referee.words.texts import text

FEWEST, MOST = min(PIONEERS_EACH), max(PIONEERS_EACH)


@make_command("new", about=text("cli.about_new"), examples=("terranova new --players 3 --edition it -o game.json",))
@board_option("--board", default="terranova")
@option("--players", type=Whole(FEWEST, MOST), default=FEWEST, about=text("cli.option_players"))
@option("--edition", type=OneOf(tuple(Edition)), default=str(Edition.DE), about=text("cli.option_edition"))
@output_option(text("cli.option_output_position"))
def command(reply: Reply, board: str, players: int, edition: str, output: str | None) -> int:
    """Print the first position; as JSON if standard output is not a terminal, so that it can be redirected to a file."""
    given = begin_game(board, Edition(edition), players)
    if output is None and not reply.screen.is_terminal:
        output = STANDARD_OUTPUT
    hand_over(reply, position_to_json(given), output, draw_position(given.position, reply.screen, reply.language))
    return DONE
