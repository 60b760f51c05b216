"""Accuracy of memory: `python -m tests.bench memory [--cases N] [--seeds odd|even] [--family N | --photos FOLDER]`.

Each case is a turn of a played game, shown by evidence from real readings, hex by hex (`hex_pool`): readings of composites of a
family, or of the rendered games in a folder. With `--runs FOLDER`, readings and results are stored in the folder, and a later
run continues after an interrupted one. `--out FILE` also writes the table to a file. `--fit yes` fits the settings, on even
seeds of the default family of composites; results are reported on odd seeds of another family. `--rendered FOLDER` reads
rendered games instead, and `--games FOLDER` writes games to render. A case "asks" if the best explanation is less probable
than `accept_from`, if it can be paid in two ways, or if a hex is still doubtful.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from itertools import chain
from pathlib import Path

from referee.memory.settings import DEFAULT
from tests.bench.hex_pool import FAMILY, PhotoEvidence, kept_pool, plain_seconds
from tests.bench.memory_fit import fit
from tests.bench.memory_rendered import run_rendered
from tests.bench.memory_results import Result, draw_batch, measure_case
from tests.bench.memory_tables import report
from tests.bench.named_options import named_options
from tests.bench.stored_tables import write_table

BATCHES = 20
OPTIONS = (
    *("--cases", "--seeds", "--family", "--photos", "--workers", "--runs", "--out", "--fit"),
    *("--rendered", "--games", "--pasted"),
)


def main(arguments: list[str]) -> int:
    """Measure and print the table, or fit the settings."""
    options = named_options(arguments, OPTIONS)
    if "--rendered" in options or "--games" in options:
        return run_rendered(options)
    count, workers = int(options.get("--cases", 5000)), int(options.get("--workers", 2))
    first, family = 0 if options.get("--seeds") == "even" else 1, int(options.get("--family", FAMILY))
    seeds = range(first, 2 * BATCHES, 2)
    runs = Path(options["--runs"]) if "--runs" in options else None
    photos = Path(options["--photos"]) if "--photos" in options else None
    pool = kept_pool(runs, family, workers, photos)
    if "--fit" in options:
        fit(list(chain.from_iterable(draw_batch(pool, seed, count // len(seeds)) for seed in seeds)))
        return 0
    results = measure(
        pool, count, seeds, workers, runs and runs / f"memory_{photos.name if photos else family}_{first}_{count}.jsonl"
    )
    table = report(results, plain_seconds())
    print(table)
    if "--out" in options:
        write_table(Path(options["--out"]), "memory", options, table)
    return 0


def measure(
    pool: Sequence[PhotoEvidence], count: int, seeds: Sequence[int], workers: int, kept: Path | None = None
) -> list[Result]:
    """Explain `count` cases and additional cases of rare kinds, one batch per seed, and return the results.

    If `kept` is given, batches in this file are not measured again, and new batches are appended to it.
    """
    each = {seed: count * (k + 1) // len(seeds) - count * k // len(seeds) for k, seed in enumerate(seeds)}
    lines = kept.read_text(encoding="utf-8").splitlines() if kept and kept.exists() else []
    done = {seed: [Result.from_json(row) for row in rows] for seed, rows in map(json.loads, lines)}
    waiting = [seed for seed in seeds if seed not in done]
    with ProcessPoolExecutor(workers, initializer=_keep, initargs=(pool,)) as workers_pool:
        for seed, results in zip(waiting, workers_pool.map(_measure_batch, waiting, map(each.get, waiting)), strict=True):
            done[seed] = results
            if kept:
                with kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([seed, [asdict(one) for one in results]]) + "\n")
    return [one for seed in seeds for one in done[seed]]


_kept: list[Sequence[PhotoEvidence]] = []


def _keep(pool: Sequence[PhotoEvidence]) -> None:
    _kept.append(pool)


def _measure_batch(seed: int, count: int) -> list[Result]:
    return [measure_case(one, DEFAULT) for one in draw_batch(_kept[-1], seed, count)]
