"""`terranova score`: what is closed in a position and what it pays."""
from __future__ import annotations

from referee.commands.reply import DONE, Reply, answer_each
from referee.commands.shape import input_files, make_command
from referee.formats import score_to_json
from referee.printable import printable
from referee.rules.scoring import score_position
from referee.service import open_position
from referee.terminal import draw_score
from referee.texts import text


@make_command("score", about=text("cli.about_score"), examples=("terranova score game.json", "terranova score *.json --json"))
@input_files("positions", "POSITION.json...")
def command(reply: Reply, positions: tuple[str, ...]) -> int:
    """Scores each position."""

    def answer(path: str) -> int:
        position = open_position(path).position
        score = score_position(position)
        if reply.as_json:
            reply.send_json(score_to_json(position, score))
        else:
            heading = f"{printable(path)}\n" if len(positions) > 1 else ""
            reply.send(heading + draw_score(position, score, reply.screen, reply.language))
        return DONE

    return answer_each(reply, positions, answer)
