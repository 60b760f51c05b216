"""`terranova new`: create the first position of a game, with full reserves and an empty board."""

from __future__ import annotations

from referee.cli.click_types import OneOf, WholeNumber, board_option, make_command, option, output_option
from referee.cli.inputs import open_board
from referee.cli.output import DONE, Output
from referee.cli.position_output import STANDARD_OUTPUT, write_position
from referee.cli.terminal.answers import draw_position
from referee.formats.positions import GivenPosition, position_to_json
from referee.rules.editions import USUAL_EDITION
from referee.rules.pieces import PIONEERS_EACH
from referee.rules.position import Edition, first_position
from referee.words.texts import text

FEWEST, MOST = min(PIONEERS_EACH), max(PIONEERS_EACH)


@make_command("new", about=text("cli.about_new"), examples=("terranova new --players 3 --edition it -o game.json",))
@board_option("--board", default="terranova")
@option("--players", type=WholeNumber(FEWEST, MOST), default=FEWEST, about=text("cli.option_players"))
@option("--edition", type=OneOf(tuple(Edition)), default=str(USUAL_EDITION), about=text("cli.option_edition"))
@output_option(text("cli.option_output_position"))
def command(output: Output, board: str, players: int, edition: str, output_path: str | None) -> int:
    """Print the first position as a drawing or as JSON, and write it to a file if one is given.

    If there is neither a file nor a terminal, print the JSON of a position file, so that the output can be redirected.
    """
    given = GivenPosition(first_position(open_board(board), Edition(edition), players), board)
    if output_path is None and not output.screen.is_terminal:
        output_path = STANDARD_OUTPUT
    write_position(output, position_to_json(given), output_path, draw_position(given.position, output.screen, output.language))
    return DONE
