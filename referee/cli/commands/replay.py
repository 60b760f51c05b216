"""`terranova replay`: plays a recorded game to its last position."""

from __future__ import annotations

from referee.cli.click_types import input_file, make_command, output_option
from referee.cli.output import DONE, Reply
from referee.cli.position_output import hand_over
from referee.cli.terminal.answers import draw_replayed
from referee.formats.service import open_game, replay
from referee.words.texts import text


@make_command("replay", about=text("cli.about_replay"), examples=("terranova replay game.json",))
@input_file("game", "GAME.json")
@output_option(text("cli.option_output_position"))
def command(reply: Reply, game: str, output: str | None) -> int:
    """Print the position after the last turn."""
    played = open_game(game)
    replayed = replay(played)
    drawing = "" if reply.as_json else draw_replayed(played, replayed, reply.screen, reply.language)
    hand_over(reply, replayed.to_json(), output, drawing)
    return DONE
