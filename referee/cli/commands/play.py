"""`terranova play`: plays one turn and prints the scored position after it."""

from __future__ import annotations

from referee.cli.click_types import argument, input_file, make_command, output_option
from referee.cli.output import DONE, Reply
from referee.cli.position_output import hand_over
from referee.cli.terminal.answers import draw_played
from referee.formats.positions import events_to_json, played_to_json
from referee.formats.service import open_position, play
from referee.words.texts import text


@make_command("play", about=text("cli.about_play"), examples=('terranova play game.json "C4-C8 +D8 +C9" -o game.json',))
@input_file("position", "POSITION.json")
@argument("turn", '"TURN"')
@output_option(text("cli.option_output_position"))
def command(reply: Reply, position: str, turn: str, output: str | None) -> int:
    """Play the turn; an illegal one changes nothing."""
    given = open_position(position)
    after, played = play(given, turn)
    events = events_to_json(after.position, played.events)
    drawing = "" if reply.as_json else draw_played(given.position, played, reply.screen, reply.language)
    hand_over(reply, played_to_json(after, events, played.ended), output, drawing)
    return DONE
