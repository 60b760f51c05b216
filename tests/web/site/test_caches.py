"""No cache grows without bound, whatever clients request."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from printables.artwork import empty_board
from printables.artwork.palette import Ink
from referee.boards.library import DATA_FOLDER_VARIABLE, load_board
from referee.layout.layout import PrintChoice, lay_out
from tests.web.conftest import Phone
from web.site import companion, security
from web.site.companion import Visitors
from web.site.security import WrongCodes

ROOT = Path(__file__).resolve().parent.parent.parent.parent
PACKAGES = ("referee", "printables", "calibration", "web")
# Unbounded caches whose arguments come from closed lists, so that they end by themselves; one without arguments holds one thing.
CLOSED = {
    "referee.words.texts.catalogue": "six rooms in six languages",
    "referee.boards.landscape_names.catalogue_labels": "the eight landscapes",
    "referee.boards.library._load_built_in": "the built-in boards",
    "printables.drawing.pdf._font": "our typefaces",
    "web.site.page_scripts.modules_of": "our own scripts",
    "web.site.page_scripts._reach": "our own scripts",
    "web.site.page_scripts._names_in": "our own scripts",
    "web.site.page_scripts.later_version": "our own scripts in six languages",
    "printables.documents.lesson_pictures.frames_of": "the five lessons",
    "web.site.learning._packed_lesson": "the steps of the five lessons",
    "web.games.practice._position_before": "the practice games",
}
SIZES = 40
MB = 2**20


def unbounded_caches() -> Iterator[str]:
    """Yield every function with arguments and an unbounded cache."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if "training" in path.parts:
                continue
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef) and node.args.args and any(map(is_unbounded, node.decorator_list)):
                    yield ".".join((*path.relative_to(ROOT).with_suffix("").parts, node.name))


def is_unbounded(decorator: ast.expr) -> bool:
    """Return whether a decorator is an unbounded cache."""
    words = ast.unparse(decorator)
    return words.removeprefix("functools.") in ("cache", "lru_cache(None)", "lru_cache(maxsize=None)")


def test_every_cache_has_a_bound() -> None:
    assert sorted(unbounded_caches()) == sorted(CLOSED)


@pytest.mark.slow
def test_requesting_a_board_in_many_sizes_uses_no_more_memory(phone: Phone) -> None:
    process = psutil.Process()
    kept = []
    for hundredth in range(SIZES):
        assert phone.client.get(f"/boards/islet/board.svg?hex_mm=20.{hundredth:02d}").status_code == 200
        kept.append(process.memory_info().rss)
    assert kept[-1] - kept[SIZES // 2] < 20 * MB


@pytest.mark.parametrize("size", ["11.99", "100.01", "999", "0", "99"])
def test_no_size_is_drawn_that_cannot_be_printed(phone: Phone, size: str) -> None:
    answer = phone.client.get(f"/boards/terranova/board.svg?hex_mm={size}")
    assert answer.status_code in (409, 422)
    phone.new_game("Anna", "Bo", board="terranova")
    answer = phone.client.patch(
        f"/api/games/{phone.game_id}", json={"hex_mm": float(size)}, headers={"Origin": "http://localhost"}
    )
    assert answer.status_code in (409, 422)
    assert phone.look()["hex_mm"] is None


def test_visitors_and_wrong_codes_are_remembered_up_to_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion, "REMEMBERED_VISITORS", 10)
    monkeypatch.setattr(security, "REMEMBERED_CLIENTS", 10)
    visitors, wrong_codes = Visitors(), WrongCodes()
    for number in range(50):
        visitors.note(f"2001:db8::{number:x}")
        wrong_codes.count(f"2001:db8::{number:x}")
    assert visitors.number(()) == 10
    assert len(wrong_codes._when) == 10
    assert "2001:db8::31" in wrong_codes._when


def test_pictures_of_boards_in_the_data_folder_make_room_for_newer_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATA_FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr(empty_board, "KEPT_PICTURES", 2)
    drawn = []
    for place, hex_mm in enumerate((12.0, 12.5, 13.0)):
        found = empty_board.find_empty_board(lay_out(load_board("islet"), PrintChoice(hex_mm=hex_mm)), Ink.GREY)
        assert found.path is not None
        os.utime(found.path, (1000 + place, 1000 + place))
        drawn.append(found.path)
    assert sorted(path for path in drawn if path.exists()) == sorted(drawn[1:])
