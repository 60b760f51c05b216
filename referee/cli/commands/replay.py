"""`terranova replay`: play all turns of a recorded game and print the last position."""

from __future__ import annotations

from referee.cli.click_types import input_file, make_command, output_option
from referee.cli.inputs import open_game
from referee.cli.output import DONE, Output
from referee.cli.position_output import write_position
from referee.cli.terminal.answers import draw_replayed
from referee.files.atomic_write import refuse_overwriting
from referee.formats.games import replay
from referee.words.texts import text


@make_command("replay", about=text("cli.about_replay"), examples=("terranova replay game.json",))
@input_file("game", "GAME.json")
@output_option(text("cli.option_output_position"))
def command(output: Output, game: str, output_path: str | None) -> int:
    """Print the position after the last turn; raise a Refusal if a turn is illegal."""
    refuse_overwriting([output_path or ""], [game])
    played = open_game(game)
    replayed = replay(played)
    drawing = "" if output.as_json else draw_replayed(played, replayed, output.screen, output.language)
    write_position(output, replayed.to_json(), output_path, drawing)
    return DONE
