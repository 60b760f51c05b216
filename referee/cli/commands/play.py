"""`terranova play`: play one turn and print the resulting position."""

from __future__ import annotations

from referee.cli.click_types import argument, input_file, make_command, output_option
from referee.cli.inputs import open_position
from referee.cli.output import DONE, Output
from referee.cli.position_output import write_position
from referee.cli.terminal.answers import draw_played
from referee.formats.positions import GivenPosition, events_to_json, played_to_json
from referee.rules.play import play_turn
from referee.rules.turns import parse_turn
from referee.words.texts import text


@make_command("play", about=text("cli.about_play"), examples=('terranova play game.json "C4-C8 +D8 +C9" -o game.json',))
@input_file("position", "POSITION.json")
@argument("turn", '"TURN"')
@output_option(text("cli.option_output_position"))
def command(output: Output, position: str, turn: str, output_path: str | None) -> int:
    """Play the turn and print the position after it; raise a Refusal if the turn is illegal."""
    given = open_position(position)
    played = play_turn(given.position, parse_turn(turn, given.position.board))
    after = GivenPosition(played.position, given.board_name)
    events = events_to_json(after.position, played.events)
    drawing = "" if output.as_json else draw_played(given.position, played, output.screen, output.language)
    write_position(output, played_to_json(after, events, played.ended), output_path, drawing)
    return DONE
