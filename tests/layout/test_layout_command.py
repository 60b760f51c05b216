"""`terranova layout`: its JSON, its text output and its error messages."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.boards.library import load_board
from referee.cli.commands.layout import caps_that_fit
from referee.formats.layouts import layout_to_json
from referee.layout.layout import lay_out
from referee.words.texts import LANGUAGES, say
from tests.cli.runs import run

TERRANOVA = load_board("terranova")


def answer(*arguments: str) -> Any:
    done = run("layout", *arguments, "--json")
    assert done.code == 0, done
    return json.loads(done.out)


def test_json_has_the_keys_of_the_format() -> None:
    layout = answer("terranova")
    assert list(layout) == [
        "format",
        "board",
        "paper",
        "hex_mm",
        "width_mm",
        "height_mm",
        "pages",
        "cells",
        "markers",
        "samples",
        "swatches",
        "score_track",
    ]
    assert layout["format"] == "terranova-layout/1"
    assert (layout["board"], layout["paper"], layout["hex_mm"]) == ("terranova", "A4", 32.0)
    assert list(layout["pages"][0]) == ["page", "label", "width_mm", "height_mm", "page_to_board", "outline"]
    assert list(layout["cells"][0]) == ["id", "terrain", "centre", "corners"]
    assert list(layout["markers"][0]) == ["dictionary", "id", "corners"]
    assert list(layout["samples"][0]) == ["piece", "centre", "radius"]
    assert list(layout["swatches"][0]) == ["colour", "centre", "radius"]
    assert list(layout["score_track"][0]) == ["value", "centre"]


def test_json_describes_the_layout() -> None:
    layout = answer("terranova", "--paper", "letter", "--hex", "25.5")
    assert [cell["id"] for cell in layout["cells"]] == [cell.id for cell in TERRANOVA.cells]
    assert [page["page"] for page in layout["pages"]] == list(range(2, len(layout["pages"]) + 2))
    assert [page["label"] for page in layout["pages"]] == [str(number + 1) for number in range(len(layout["pages"]))]
    assert {(page["width_mm"], page["height_mm"]) for page in layout["pages"]} <= {(215.9, 279.4), (279.4, 215.9)}
    assert [cell["value"] for cell in layout["score_track"]] == list(range(100))
    assert {spot["piece"] for spot in layout["samples"]} == {"red", "yellow", "blue", "green", "stone"}
    assert all(len(cell["corners"]) == 6 for cell in layout["cells"])
    assert all(len(marker["corners"]) == 4 for marker in layout["markers"])


def test_marker_corners_run_clockwise_from_the_top_left() -> None:
    for marker in answer("islet")["markers"]:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = marker["corners"]
        assert ax == dx < bx == cx
        assert ay == by < cy == dy


def test_lengths_are_rounded_to_a_thousandth() -> None:
    def lengths(value: Any) -> list[float]:
        if isinstance(value, dict):
            return [length for part in value.values() for length in lengths(part)]
        if isinstance(value, list):
            return [length for part in value for length in lengths(part)]
        return [value] if isinstance(value, float) else []

    layout = layout_to_json(lay_out(TERRANOVA))
    assert all(round(length, 3) == length for length in lengths({**layout, "pages": []}))


@pytest.mark.parametrize(
    "options",
    [
        ("--margin", "10"),
        ("--orientation", "landscape"),
        ("--sheets", "4"),
        ("--measured", "97.5x98.0"),
        ("--overlap", "8", "--hex", "25"),
    ],
)
def test_each_option_moves_the_geometry(options: tuple[str, ...]) -> None:
    moved, usual = answer("terranova", *options), answer("terranova", *(("--hex", "25") if "--hex" in options else ()))
    assert moved["pages"] != usual["pages"]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--paper", "A5"), "unknown-paper"),
        (("--hex", "5"), "out-of-range"),
        (("--hex", "500"), "out-of-range"),
        (("--hex", "big"), "usage"),
        (("--hex", "1_0"), "usage"),
        (("--hex", "nan"), "usage"),
        (("--margin", "-1"), "bad-margin"),
        (("--margin", "100"), "bad-margin"),
        (("--sheets", "0"), "usage"),
        (("--orientation", "sideways"), "usage"),
        (("--measured", "much"), "bad-measured"),
        (("--measured", "97x"), "bad-measured"),
        (("--measured", "nan"), "bad-measured"),
        (("--measured", "50"), "out-of-range"),
        (("--hex", "40"), "does-not-fit"),
    ],
)
def test_impossible_input_gives_one_sentence_and_exit_code_2(options: tuple[str, ...], problem: str) -> None:
    done = run("layout", "terranova", *options, "--json")
    assert done.code == 2
    assert json.loads(done.out)["problem"] == problem
    assert done.err.strip().count("\n") == 0
    assert done.err.strip().endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_output_names_sheets_size_and_caps(language: str) -> None:
    done = run("layout", "terranova", "--lang", language)
    assert done.code == 0
    assert "Terra Nova" in done.out
    assert "A4" in done.out
    assert say(caps_that_fit(32.0), language) in done.out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("options", "sheets"), [((), 9), (("--paper", "Letter"), 9), (("--measured", "94"), 12)])
def test_hexes_below_33_mm_come_with_the_options_that_take_crown_caps(
    options: tuple[str, ...], sheets: int, language: str
) -> None:
    done = run("layout", "terranova", *options, "--lang", language)
    assert f"--sheets {sheets} --hex 33." in done.err
    assert done.err.count("\n") == 1
    offered = ("--hex", "33", "--sheets")
    assert len(answer("terranova", *options, *offered, str(sheets))["pages"]) == sheets
    assert run("layout", "terranova", *options, *offered, str(sheets - 1)).code == 2


@pytest.mark.parametrize("options", [("terranova", "--paper", "A3"), ("terranova", "--hex", "30"), ("islet",)])
def test_large_hexes_and_hexes_that_were_chosen_come_without_a_hint(options: tuple[str, ...]) -> None:
    assert run("layout", *options).err == ""


def test_refusal_names_the_sheets_that_would_do() -> None:
    for options, sheets in ((("--hex", "33"), 9), (("--paper", "Letter", "--hex", "32"), 9)):
        refused = run("layout", "terranova", *options)
        assert (refused.code, refused.out) == (2, "")
        assert f"--sheets {sheets}" in refused.err
        assert run("layout", "terranova", *options, "--sheets", str(sheets)).code == 0


def test_caps_that_fit_hang_on_the_hex() -> None:
    words = [say(caps_that_fit(hex_mm)) for hex_mm in (15.0, 22.0, 30.0, 32.0)]
    assert len(set(words)) == len(words)
