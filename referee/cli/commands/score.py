"""`terranova score`: print the regions of positions, the points awarded and the resulting scores."""

from __future__ import annotations

from referee.cli.click_types import input_files, make_command
from referee.cli.inputs import open_position
from referee.cli.output import DONE, Output, answer_each
from referee.cli.terminal.answers import draw_score
from referee.formats.positions import score_to_json
from referee.rules.scoring import score_position
from referee.words.safe_text import one_safe_line
from referee.words.texts import text


@make_command("score", about=text("cli.about_score"), examples=("terranova score game.json", "terranova score *.json --json"))
@input_files("positions", "POSITION.json...")
def command(output: Output, positions: tuple[str, ...]) -> int:
    """Print the score of each position."""

    def answer(path: str) -> int:
        position = open_position(path).position
        score = score_position(position)
        if output.as_json:
            output.write_json(score_to_json(position, score))
        else:
            heading = f"{one_safe_line(path)}\n" if len(positions) > 1 else ""
            output.write_lines(heading + draw_score(position, score, output.screen, output.language))
        return DONE

    return answer_each(output, positions, answer)
