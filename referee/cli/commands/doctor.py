"""`terranova doctor`: check the installation and the stored games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.cli.click_types import make_command, option
from referee.cli.output import ANSWER_IS_NO, DONE, Output
from referee.words.texts import say, text


@make_command("doctor", about=text("serve.about_doctor"), examples=("terranova doctor", "terranova doctor --data games --json"))
@option("--data", metavar="DIR", about=text("serve.option_data"))
@option("--database", metavar="URL", about=text("serve.option_database"))
def command(output: Output, data: str | None, database: str | None) -> int:
    """Run all checks and print their findings."""
    from referee.boards.library import data_folder
    from web.site.doctor import Finding, examine

    findings: list[Finding] = []
    for finding in examine(Path(data) if data else data_folder(), database):
        findings.append(finding)
        if not output.as_json:
            mark = "ok" if finding.fine else "!!"
            output.write_lines(
                "\n".join(
                    [f"{mark}  {output.format(finding.sentence)}", *(f"      {output.format(more)}" for more in finding.advice)]
                )
            )
    ill = sum(not finding.fine for finding in findings)
    verdict = text("serve.doctor_ill", n=ill) if ill else text("serve.doctor_fine")
    if output.as_json:
        output.write_json(
            {"format": "terranova-doctor/1", "fine": not ill, "findings": [_finding_json(one, output) for one in findings]}
        )
    else:
        output.write_lines(output.format(verdict))
    return ANSWER_IS_NO if ill else DONE


def _finding_json(finding: Any, output: Output) -> dict[str, object]:
    return {
        "what": finding.what,
        "fine": finding.fine,
        "message": " ".join(say(sentence, output.language) for sentence in (finding.sentence, *finding.advice)),
    }
