"""The benchmark comparison reports only certain slowdowns, and leaves no checkouts behind."""

from __future__ import annotations

import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tests.bench.__main__ import PARTS
from tests.bench.__main__ import main as run_bench
from tests.bench.all import compare, main
from tests.bench.figures import Job, Measured
from tests.bench.house import count_database, count_source, enter
from tests.bench.house_figures import Source
from tests.bench.named_options import named_options
from tests.bench.ratios import CONFIDENCE, FEWEST_PAIRS, coverage_of, spread_of
from tests.bench.stored_tables import command_of, write_table
from tests.bench.trees import HERE, BrokenTree, Tree

OLDER, THIS = Tree("older", Path("older"), Path()), Tree("this", Path("this"), Path())
needs_git = pytest.mark.skipif(
    shutil.which("git") is None or not (HERE / ".git").exists(), reason="git is not installed, or this is no checkout"
)


def scattered(slower: float, seed: int, scatter: float = 0.1) -> Job:
    """Make a job with randomly varying times, which in this tree are `slower` times those of the older tree."""
    chance = Random(seed)

    def measure(tree: Tree) -> Measured:
        return {"figure": (slower if tree is THIS else 1.0) * chance.lognormvariate(0.0, scatter)}

    return Job("figure", measure)


def test_figure_that_is_a_quarter_slower_is_called_worse(capsys: pytest.CaptureFixture[str]) -> None:
    found = [compare(scattered(1.25, seed, 0.05), OLDER, THIS, 11) for seed in range(40)]
    assert found.count(["figure"]) >= 36
    assert "WORSE" in capsys.readouterr().out


def test_equal_trees_are_hardly_ever_called_worse() -> None:
    """The lower bound must exceed 1.05, so chance alone does it far less often than one time in forty."""
    assert sum(bool(compare(scattered(1.0, seed), OLDER, THIS, 11)) for seed in range(400)) <= 4


def test_figure_that_the_older_tree_cannot_give_is_called_new(capsys: pytest.CaptureFixture[str]) -> None:
    def measure(tree: Tree) -> Measured:
        if tree is OLDER:
            raise BrokenTree("older: terranova fly ended with 2")
        return {"fly": 0.05}

    assert compare(Job("fly", measure), OLDER, THIS, 11) == []
    assert "50.0ms     new   older: terranova fly ended with 2" in capsys.readouterr().out


def test_figure_that_this_tree_cannot_give_stops_the_comparison() -> None:
    def measure(tree: Tree) -> Measured:
        if tree is THIS:
            raise BrokenTree("this: terranova fly ended with 2")
        return {"fly": 0.05}

    with pytest.raises(BrokenTree, match="this"):
        compare(Job("fly", measure), OLDER, THIS, 11)


def test_one_run_that_was_disturbed_changes_nothing() -> None:
    calm = [1.0, 1.01, 0.99, 1.02, 0.98, 1.0, 1.01, 0.99, 1.0]
    assert not spread_of([*calm, 30.0, 25.0]).is_worse
    assert spread_of([*calm, 30.0, 25.0]).middle == pytest.approx(1.0, abs=0.02)


@pytest.mark.parametrize("count", [6, 9, 11, 20, 40])
def test_interval_holds_the_median_as_often_as_claimed(count: int) -> None:
    chance = Random(count)
    held = 0
    for _ in range(2000):
        spread = spread_of([chance.expovariate(1.0) for _ in range(count)])
        held += spread.low <= 0.6931 <= spread.high
    assert held / 2000 >= CONFIDENCE - 0.015
    kept = [coverage_of(count, cut) for cut in range(count // 2)]
    assert all(wider > narrower for wider, narrower in pairwise(kept))


def test_too_few_pairs_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="at least 6"):
        spread_of([1.0] * (FEWEST_PAIRS - 1))
    with pytest.raises(SystemExit):
        main(["--against", "HEAD", "--runs", "5"])
    assert "at least 6" in capsys.readouterr().err


def worktrees() -> str:
    return subprocess.run(["git", "worktree", "list"], cwd=HERE, capture_output=True, text=True, check=True).stdout


@needs_git
def test_older_revision_is_built_measured_and_removed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--against", "HEAD", "--runs", str(FEWEST_PAIRS), "--only", "score a position"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("score a position")
    assert lines[-1].startswith("worse (surely above 1.05): ")
    assert "terranova-bench-" not in worktrees()


@needs_git
def test_unknown_revision_is_reported_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--against", "no-such-revision"]) == 2
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1
    assert "Traceback" not in shown.err
    assert "terranova-bench-" not in worktrees()


def write_modules(root: Path, modules: dict[str, str]) -> Path:
    for name, source in modules.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    return root


def test_house_finds_rooms_that_import_each_other(tmp_path: Path) -> None:
    root = write_modules(
        tmp_path,
        {
            "referee/rules/play.py": '"""Play."""\nfrom referee.formats import games\n',
            "referee/formats/games.py": '"""Games."""\ndef read():\n    from web.site import pages\n    return pages\n',
            "web/site/pages.py": "import referee.rules.play\n",
            "printables/drawing/lines.py": "from referee.rules.play import games\n",
            "referee/training/train.py": "import torch\n",
        },
    )
    assert Source(root).circles_of_rooms() == [frozenset({"referee.rules", "referee.formats", "web.site"})]
    counted = count_source(root)
    assert counted["product statements"] == 2 + 4 + 1 + 1
    assert counted["docstrings"] == 2


def test_functions_entered_by_a_command_are_counted(tmp_path: Path) -> None:
    entered = enter(Tree("this", HERE, tmp_path), "board", "islet", "--json")
    assert str(HERE / "referee" / "boards" / "library.py") in entered.modules
    assert not [file for file in entered.modules if "/reader/" in file]
    assert "load_board" in {name for _, _, name in entered.functions}


def test_house_counts_database_statements(tmp_path: Path) -> None:
    counts = count_database(Tree("this", HERE, tmp_path))
    assert 1 <= counts["transactions to end a turn"] <= counts["SQL statements to end a turn"]


@pytest.mark.parametrize("given", [["--case", "10"], ["--cases"], ["--cases", "10", "--help"]])
def test_misspelled_options_of_a_benchmark_are_refused(given: list[str]) -> None:
    with pytest.raises(SystemExit, match=r"^--(case|cases|help): the options are --cases, --seeds, each with a value$"):
        named_options(given, ("--cases", "--seeds"))


def test_stored_table_begins_with_the_command_that_wrote_it(tmp_path: Path) -> None:
    file = tmp_path / "figures" / "games.md"
    write_table(file, "memory", {"--rendered": "/a/folder", "--runs": "/another", "--pasted": "hand", "--out": "x"}, "| a |\n")
    assert command_of(file) == ["memory", "--rendered", "FOLDER", "--pasted", "hand"]
    assert file.read_text(encoding="utf-8").endswith("\n\n| a |\n")


def test_tables_in_the_documents_are_linked_and_name_their_command() -> None:
    documents = Path(__file__).parents[1] / "docs"
    figures = (documents / "reading_figures.md").read_text(encoding="utf-8")
    stored = sorted((documents / "figures").glob("*.md"))
    assert stored
    for table in stored:
        assert f"(figures/{table.name})" in figures
        assert command_of(table)[0] in ("memory", "households")


@pytest.mark.parametrize("part", PARTS)
def test_every_benchmark_describes_itself_and_measures_nothing(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_bench([part, "--help"]) == 0
    assert f"python -m tests.bench {part}" in capsys.readouterr().out
