"""`terranova read` follows the formats: keys, problems, exit codes, overlays, several photos line by line."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from referee.boards.library import load_board
from referee.cli.terminal.readings import draw_reading
from referee.cli.terminal.screen import find_screen
from referee.formats.positions import position_from_json
from referee.formats.readings import CellReading
from referee.reader.read_photo import ReadOptions, read_photo
from referee.rules.pieces import Piece
from referee.words.texts import LANGUAGES
from tests.cli.runs import run
from tests.reader.table import Shot, random_words, set_table
from tests.web.pictures import AWKWARD

KEYS = [
    "format",
    "photo",
    "board",
    "paper",
    "hex_mm",
    "cells",
    "doubtful",
    "by_effect",
    "unseen",
    "centres_px",
    "board_to_photo",
    "position",
    "milliseconds",
]
PROGRAM = "from referee.cli.main import main; raise SystemExit(main())"
NONSENSE = [("--paper", "A9"), ("--hex", "many"), ("--hex", "900"), ("--players", "5"), ("--board", "nowhere")]
PATIENCE_S = 3.0


@pytest.fixture(scope="module")
def words() -> dict[str, Piece]:
    return random_words(set_table().layout, seed=77, players=3)


@pytest.fixture(scope="module")
def photo(words: dict[str, Piece], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("photos") / "table.jpg"
    path.write_bytes(set_table().lay(words).photograph(Shot()))
    return path


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a photo in which some hexes are hidden."""
    table = set_table().lay(random_words(set_table().layout, seed=78))
    middle = np.array(table.centre("H7"))
    path = tmp_path_factory.mktemp("photos") / "hidden.jpg"
    path.write_bytes(table.cover(middle + np.array([(-60, -60), (60, -60), (60, 60), (-60, 60)])).photograph(Shot()))
    return path


@pytest.fixture(scope="module")
def answer(photo: Path) -> dict[str, Any]:
    answered = run("read", str(photo), "--json")
    assert answered.code == 0
    assert not answered.err
    return dict(answered.json)


def test_reading_has_the_keys_of_the_formats(answer: dict[str, Any]) -> None:
    assert [key for key in answer if key not in ("notes", "advice")] == KEYS
    assert answer["format"] == "terranova-reading/1"
    assert answer["photo"] == {"width": 2016, "height": 1512}
    assert (answer["board"], answer["paper"], answer["hex_mm"]) == ("terranova", "A4", set_table().layout.hex_mm)
    cells = [cell.id for cell in load_board("terranova").cells]
    assert list(answer["cells"]) == cells
    assert list(answer["centres_px"]) == cells
    for shown in answer["cells"].values():
        assert list(shown) == ["piece", "confidence"]
        assert 0 <= shown["confidence"] <= 1
    assert sorted(answer["doubtful"]) == sorted(answer["by_effect"])
    assert answer["doubtful"] == [cell for cell in cells if cell in answer["doubtful"]]
    assert set(answer["milliseconds"]) == {"decode", "locate", "read"}


def test_homography_goes_from_board_mm_to_pixels(answer: dict[str, Any]) -> None:
    layout = set_table().layout
    mapped = cv2.perspectiveTransform(np.array([layout.island.centres], float), np.array(answer["board_to_photo"]))[0]
    gaps = np.hypot(*(mapped - np.array(list(answer["centres_px"].values()))).T)
    assert gaps.max() < 2.0


def test_position_takes_the_words_as_they_stand(answer: dict[str, Any], words: dict[str, Piece]) -> None:
    position = answer["position"]
    assert position["players"] == ["red", "yellow", "blue"]
    assert not {"edition", "to_move", "scores"} & set(position)
    for piece in ("red", "yellow", "blue"):
        assert set(position["pioneers"][piece]) == {cell for cell, shown in answer["cells"].items() if shown["piece"] == piece}
    assert set(position["stones"]) == {cell for cell, word in words.items() if word is Piece.STONE}
    assert position_from_json(position, "a reading").position.board.name == "terranova"


def test_people_are_shown_the_board_and_the_doubtful_hexes(photo: Path, crowded: Path) -> None:
    clear = run("read", str(photo))
    assert clear.code == 0
    assert "board terranova" in clear.out
    unclear = run("read", str(crowded), "--lang", "de")
    assert "H7" in unclear.out.split("Bitte sieh dir")[1]


def test_hexes_marked_for_review_are_never_reported_as_certain(photo: Path) -> None:
    snapshot = read_photo(photo, ReadOptions())
    cells = snapshot.reading.cells | {"C4": CellReading(Piece.EMPTY, 0.99999)}
    cautious = replace(snapshot.reading, doubtful=("C4",), by_effect=("C4",), cells=cells)
    for language in LANGUAGES:
        shown = draw_reading(cautious, snapshot.position, "a photo", find_screen(io.StringIO(), {}), language)
        assert "99" in shown
        assert "100" not in shown.rsplit("C4", 1)[1]


def test_strict_makes_doubt_an_exit_code(crowded: Path) -> None:
    assert run("read", str(crowded), "--json").code == 0
    answered = run("read", str(crowded), "--json", "--strict")
    assert answered.code == 1
    assert "H7" in answered.json["doubtful"]


def test_several_photos_are_answered_in_order_with_progress(photo: Path, crowded: Path, tmp_path: Path) -> None:
    missing = tmp_path / "missing.jpg"
    answered = run("read", str(crowded), str(missing), str(photo), "--json")
    assert answered.code == 2
    lines = answered.json_lines
    assert [line["format"] for line in lines] == ["terranova-reading/1", "terranova-problem/1", "terranova-reading/1"]
    assert lines[1]["problem"] == "no-such-file"
    assert "2 of 3" in answered.err


def test_photo_comes_from_standard_input_too(photo: Path, answer: dict[str, Any]) -> None:
    answered = run("read", "-", "--json", stdin=photo.read_bytes())
    assert answered.json["cells"] == answer["cells"]


def test_overlay_goes_to_a_file_or_to_a_folder_for_several(photo: Path, crowded: Path, tmp_path: Path) -> None:
    one = tmp_path / "new" / "seen.png"
    assert run("read", str(photo), "--json", "--overlay", str(one)).code == 0
    assert one.read_bytes().startswith(b"\x89PNG")
    folder = tmp_path / "overlays"
    assert run("read", str(photo), str(crowded), "--json", "--overlay", str(folder)).code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["hidden-overlay.jpg", "table-overlay.jpg"]
    with Image.open(folder / "table-overlay.jpg") as picture:
        assert picture.size == (2016, 1512)


def test_photos_of_the_same_name_get_overlays_of_their_own(photo: Path, tmp_path: Path) -> None:
    evenings = [tmp_path / evening / name for evening, name in (("1", "Table.jpg"), ("2", "table.JPG"), ("3", "table-2.jpg"))]
    for path in evenings:
        path.parent.mkdir()
        shutil.copyfile(photo, path)
    assert run("read", *map(str, evenings), "--json", "--overlay", str(tmp_path / "seen")).code == 0
    names = sorted(path.name for path in (tmp_path / "seen").iterdir())
    assert names == ["Table-overlay.jpg", "table-2-2-overlay.jpg", "table-2-overlay.jpg"]


def test_overlay_never_overwrites_a_photo(photo: Path, tmp_path: Path) -> None:
    mine, seen = tmp_path / "mine.jpg", tmp_path / "mine-overlay.jpg"
    for path in (mine, seen):
        shutil.copyfile(photo, path)
    calls = (
        ("read", str(mine), "--overlay", str(tmp_path / "." / "mine.jpg")),
        ("read", str(mine), str(seen), "--overlay", str(tmp_path)),
    )
    for call in calls:
        assert run(*call, "--json").json["problem"] == "overwrites-input"
    assert mine.read_bytes() == seen.read_bytes() == photo.read_bytes()


def test_overlay_that_cannot_be_written_is_a_problem(photo: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert run("read", str(photo), "--json", "--overlay", str(blocked / "seen.jpg")).json["problem"] == "cannot-write"


def test_explain_writes_facts_and_hexes(photo: Path, tmp_path: Path) -> None:
    assert run("read", str(photo), "--json", "--explain", str(tmp_path / "why")).code == 0
    assert sorted(path.name for path in (tmp_path / "why").iterdir()) == ["table-facts.json", "table-hexes.png"]


def test_other_board_is_refused_by_name(photo: Path) -> None:
    answered = run("read", str(photo), "--board", "wheel", "--json")
    assert answered.code == 2
    assert answered.json["problem"] == "other-board"
    assert "terranova" in answered.json["message"]


@pytest.mark.parametrize("options", NONSENSE)
def test_options_that_make_no_sense_are_refused(photo: Path, options: tuple[str, str]) -> None:
    assert run("read", str(photo), *options, "--json").code == 2


def test_demo_photo_is_read(tmp_path: Path) -> None:
    path = tmp_path / "table.jpg"
    assert run("demo", "photo", "-o", str(path)).code == 0
    assert path.stat().st_size < 900_000
    answered = run("read", str(path), "--json").json
    assert answered["board"] == "terranova"
    assert len(answered["position"]["stones"]) > 30
    assert len(answered["doubtful"]) <= 15


# ---------------------------------------------------------------- awkward files
def awkward_pictures() -> dict[str, bytes]:
    def packed(mode: str, size: tuple[int, int], kind: str, **options: Any) -> bytes:
        out = io.BytesIO()
        Image.new(mode, size).save(out, kind, **options)
        return out.getvalue()

    out = io.BytesIO()
    frames = [Image.new("RGB", (400, 300), (k * 40, 90, 90)) for k in range(4)]
    frames[0].save(out, "WEBP", save_all=True, append_images=frames[1:])
    return {
        **AWKWARD,
        "narrow": packed("L", (1, 60000), "PNG"),
        "cmyk": packed("CMYK", (800, 600), "JPEG"),
        "sixteen bits": packed("I;16", (800, 600), "PNG"),
        "animated": out.getvalue(),
        "nothing": b"",
    }


def test_awkward_files_get_a_clear_answer_each_in_time(tmp_path: Path) -> None:
    clear = {"not-a-picture", "damaged-picture", "too-many-pixels", "board-not-found"}
    for name, data in awkward_pictures().items():
        path = tmp_path / "photo.jpg"
        path.write_bytes(data)
        begun = time.process_time()
        answered = run("read", str(path), "--json")
        assert time.process_time() - begun < PATIENCE_S, name
        assert answered.code == 2, name
        assert answered.json["problem"] in clear, name
        assert len(answered.err.splitlines()) == 1, name


def test_standard_error_holds_no_noise_of_libraries(tmp_path: Path) -> None:
    """Run in a separate process, since libraries bypass Python's streams."""
    half = tmp_path / "half.jpg"
    half.write_bytes(AWKWARD["half a photo"])
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, "read", str(half), str(tmp_path / "none"), "--json"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 2
    assert [json.loads(line)["problem"] for line in ended.stdout.splitlines()] == ["damaged-picture", "no-such-file"]
    assert all(line.startswith("Photo ") or ".jpg" in line or "none" in line for line in ended.stderr.splitlines())
    assert len(ended.stderr.splitlines()) == 4


def test_each_photo_is_opened_only_when_the_one_before_is_answered(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import referee.reader.read_photo
    from referee.cli.output import Output

    done: list[str] = []
    open_photo, write_json = referee.reader.read_photo.open_photo, Output.write_json

    def noted_open(path: Path) -> Any:
        done.append("opened")
        return open_photo(path)

    def noted_send(output: Output, value: object) -> None:
        write_json(output, value)
        done.append("answered")

    monkeypatch.setattr(referee.reader.read_photo, "open_photo", noted_open)
    monkeypatch.setattr(Output, "write_json", noted_send)
    run("read", "--json", *[str(photo)] * 3)
    assert done == ["opened", "answered"] * 3


def test_each_of_many_is_answered_as_if_it_were_alone(photo: Path, crowded: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.jpg"
    damaged.write_bytes(photo.read_bytes()[:40_000])
    inputs = [photo, damaged, tmp_path / "none.jpg", crowded, tmp_path, photo]
    together = run("read", "--json", *map(str, inputs))
    alone = [run("read", "--json", str(path)) for path in inputs]

    def shown(answer: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in answer.items() if key != "milliseconds"}

    assert [shown(answer) for answer in together.json_lines] == [shown(ran.json) for ran in alone]
    assert together.code == 2
