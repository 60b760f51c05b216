"""Accuracy on a household's own pieces: `python -m tests.bench households [--family N] [--only PART] [--kits N]`.

Parts: `profiles` (photos with a profile learned from three confirmed ones), `hues` (stones with a player's hue), `joined` (two
photos of a hard scene), `calibrate` (four kinds of pieces learned from one photo of the sheet). Households are drawn in code.
With `--runs FOLDER`, the results of each household are written to a file in that folder at once, and a later run continues after
an interrupted one. `--out FILE` also writes the table to a file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.bench.exact import interval, upper_bound
from tests.bench.household_photos import calibrate_kit, photos_of_hues, photos_of_scenes, photos_with_profile
from tests.bench.named_options import named_options
from tests.bench.stored_tables import write_table

FAMILY = 930
HOUSEHOLDS = {"profiles": 20, "hues": 12, "joined": 60, "calibrate": 60}


@dataclass(frozen=True, slots=True)
class PhotoOutcome:
    """One photo: its series, the number of wrong hexes, the number of these not marked for review, and the number of questions.

    A group of similar pieces counts as one question. A negative number of wrong hexes means that the photo was refused.
    """

    series: str
    wrong: int
    silent: int
    questions: int


MEASURES: Mapping[str, Callable[[int, int], Iterator[tuple[str, int, int, int]]]] = {
    "profiles": photos_with_profile,
    "hues": photos_of_hues,
    "joined": photos_of_scenes,
    "calibrate": calibrate_kit,
}


def main(arguments: list[str]) -> int:
    """Measure all parts, or the one given by `--only`, and print a table."""
    options = named_options(arguments, ("--family", "--only", "--kits", "--runs", "--out"))
    family = int(options.get("--family", FAMILY))
    rows = ["| households drawn in code | photos | right after review | silently wrong | questions |", "|---|---|---|---|---|"]
    print("\n".join(rows))
    for part in [options["--only"]] if "--only" in options else list(MEASURES):
        kept = Path(options["--runs"]) / f"households_{family}_{part}.jsonl" if "--runs" in options else None
        outcomes = measure(part, family, int(options.get("--kits", HOUSEHOLDS[part])), kept)
        for series in dict.fromkeys(one.series for one in outcomes):
            rows.append(row_of(series, [one for one in outcomes if one.series == series]))
            print(rows[-1], flush=True)
    if "--out" in options:
        write_table(Path(options["--out"]), "households", options, "\n".join(rows))
    return 0


def measure(part: str, family: int, households: int, kept: Path | None) -> list[PhotoOutcome]:
    """Measure one part on a number of households and return all outcomes.

    If `kept` is given, households in this file are not measured again, and new results are appended to it.
    """
    lines = kept.read_text(encoding="utf-8").splitlines() if kept and kept.exists() else []
    known: dict[int, list[dict[str, Any]]] = dict(map(json.loads, lines))
    outcomes = []
    for number in range(households):
        rows = known.get(number)
        if rows is None:
            rows = [asdict(PhotoOutcome(*one)) for one in MEASURES[part](family, number)]
            if kept:
                with kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([number, rows]) + "\n")
        outcomes += [PhotoOutcome(**row) for row in rows]
    return outcomes


def row_of(series: str, outcomes: list[PhotoOutcome]) -> str:
    """Return one row of the table; refused photos count as neither right nor silently wrong."""
    read = [one for one in outcomes if one.wrong >= 0]
    right, silent = sum(not one.silent for one in read), sum(one.silent > 0 for one in read)
    low, high = interval(right, len(outcomes))
    asked = sum(one.questions for one in read) / max(1, len(read))
    refused = len(outcomes) - len(read)
    return (
        f"| {series} | {len(outcomes)}{f', {refused} refused' if refused else ''} | {right}, {right / len(outcomes):.1%} "
        f"({low:.1%} to {high:.1%}) | {silent} (below {upper_bound(silent, len(outcomes)):.1%}) | {asked:.2f} |"
    )
