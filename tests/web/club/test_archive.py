"""`terranova archive` reads a folder through the club's readers, continues where it stopped, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
import tracemalloc
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text as sql

from tests.cli.runs import ROOT, run
from tests.interruptible import INTERRUPTIBLE
from tests.web.club.obeying import reading, wait_for
from web.club.archive import MOST_BYTES, Archive, find_photos, read_photo
from web.club.archive_results import Results
from web.club.photo_queue import MOST_WAITING_EACH, QueuedJobs
from web.club.schema import incoming, loose_photos
from web.games.photo_shelf import PhotoShelf
from web.games.schema import open_engine
from web.site.companion import open_store

pytestmark = pytest.mark.postgresql


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Provide a folder of photos that say what is read from them."""
    photos = tmp_path / "photos"
    (photos / "evening" / "late").mkdir(parents=True)
    for name, word in (("b.jpg", "one"), ("a.JPEG", "two"), ("evening/c.png", "three"), ("evening/late/d.webp", "one")):
        (photos / name).write_text(word)
    for name in ("notes.txt", ".hidden.jpg"):
        (photos / name).write_text("never")
    return photos


def archive(folder: Path, database: str, *more: str) -> Any:
    """Read a folder, and return the command's answer."""
    return run("archive", str(folder), "--database", database, "--json", *more)


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def rows(database: str, table: str) -> int:
    engine = open_engine(database)
    try:
        with engine.connect() as connection:
            return int(connection.execute(sql(f"SELECT count(*) FROM {table}")).scalar_one())
    finally:
        engine.dispose()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no named pipes in folders")
def test_pipe_is_not_waited_for_and_a_huge_file_not_held_in_memory(folder: Path) -> None:
    os.mkfifo(folder / "pipe.jpg")
    with (folder / "huge.jpg").open("wb") as file:
        file.truncate(20 * MOST_BYTES)
    assert "pipe.jpg" not in find_photos(folder)
    tracemalloc.start()
    assert read_photo(folder / "huge.jpg")[0] is None
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 * MOST_BYTES


def test_photos_are_found_below_the_folder_in_order(folder: Path) -> None:
    assert find_photos(folder) == ["a.JPEG", "b.jpg", "evening/c.png", "evening/late/d.webp"]


def test_a_second_call_reads_only_what_is_new_or_changed(folder: Path, database: str, tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    with reading(database):
        first = archive(folder, database, "-o", str(results))
        assert (first.code, first.json["answered"], first.json["known"]) == (0, 4, 0)
        said = {line["file"]: line["said"] for line in lines_of(results)}
        assert said == {"a.JPEG": "two", "b.jpg": "one", "evening/c.png": "three", "evening/late/d.webp": "one"}
        before = results.read_text()
        (folder / "b.jpg").write_text("changed")
        (folder / "new.jpg").write_text("two")  # known under another name
        second = archive(folder, database, "-o", str(results))
        assert (second.json["answered"], second.json["known"]) == (2, 3)
        assert results.read_text().startswith(before)
        assert {line["file"]: line["said"] for line in lines_of(results)} == {
            **said,
            "b.jpg": "changed",
            "new.jpg": "two",
        }
        assert len({line["by"] for line in lines_of(results)}) == 1
    assert rows(database, "incoming") == rows(database, "procrastinate_jobs") == 0


def test_results_are_found_by_the_bytes_of_a_photo_in_this_run_and_the_next(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    one, two, slow = ({"file": f"Szálló-{name}.jpg", "sha256": name * 64, "said": name} for name in "abc")
    with closing(Results(path)) as results:
        for line in (one, two, {**slow, "problem": "too-slow"}, {"file": "gone.jpg", "sha256": "", "problem": "cannot-read"}):
            results.append(line)
        assert (results.find("a" * 64), results.find("b" * 64), results.find("c" * 64)) == (one, two, None)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"file": "cut')
    with closing(Results(path)) as results:
        assert path.read_bytes() == whole
        results.append(slow)
        assert [results.find(digest) for digest in ("a" * 64, "b" * 64, "c" * 64, "")] == [one, two, slow, None]
        assert {file for file, earlier in results.earlier.items() if not earlier.is_final} == {slow["file"], "gone.jpg"}


def test_what_cannot_be_read_has_a_line_and_makes_the_exit_code(folder: Path, database: str) -> None:
    (folder / "bad.jpg").write_text("crash")
    (folder / "large.jpg").write_bytes(bytes(33 * 2**20))
    with reading(database):
        answered = archive(folder, database)
        assert (answered.code, answered.json["failed"]) == (2, 2)
        problems = {line["file"]: line.get("problem") for line in lines_of(folder / "terranova-readings.jsonl")}
        assert (problems["bad.jpg"], problems["large.jpg"]) == ("damaged-picture", "too-large")
        again = archive(folder, database)
        assert (again.code, again.json["answered"], again.json["failed"]) == (2, 0, 2)


@pytest.mark.slow
def test_stopped_in_the_middle_it_takes_its_photos_back_and_continues(database: str, tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    for number in range(60):
        (folder / f"{number:03}.jpg").write_text(f"slow 0.05 {number}")
    results = folder / "terranova-readings.jsonl"
    command = [*INTERRUPTIBLE, "archive", str(folder), "--database", database, "--json"]
    own = {**os.environ, "TMPDIR": str(tmp_path)}  # where a killed call leaves its temporary folder
    with reading(database):
        for stop in (signal.SIGINT, signal.SIGKILL):
            running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=own)
            known = len(lines_of(results)) if results.exists() else 0
            wait_for(lambda known=known: results.exists() and results.read_text().count("\n") >= known + 8)  # type: ignore[misc]
            assert rows(database, "incoming") <= MOST_WAITING_EACH
            running.send_signal(stop)
            _, errors = running.communicate(timeout=20)
            assert "Traceback" not in errors
            if stop == signal.SIGINT:
                assert running.returncode == 130
                time.sleep(0.5)
                assert rows(database, "incoming") == 0
        with open(results, "a") as torn:
            torn.write('{"format":"terranova-rea')
        answered = archive(folder, database)
        assert answered.code == 0
        assert 0 < answered.json["answered"] <= 44
    found = [line["file"] for line in lines_of(results)]
    assert sorted(found) == [f"{number:03}.jpg" for number in range(60)]


def test_photo_whose_answer_was_forgotten_meanwhile_is_read_again(database: str, tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    (folder / "a.jpg").write_text("one")
    store = open_store(database)
    forgotten: list[str] = []

    def sleep_for_an_hour(*_: object) -> None:
        if not forgotten:
            with store.writing() as connection:
                connection.execute(incoming.delete())
                forgotten.extend(connection.execute(loose_photos.delete().returning(loose_photos.c.id)).scalars())

    jobs = QueuedJobs(store, PhotoShelf(store, tmp_path), None)
    run_over = Archive(store, jobs, folder, tmp_path / "results.jsonl", {}, "en", sleep_for_an_hour)
    running = threading.Thread(target=run_over.run, daemon=True)
    running.start()
    wait_for(lambda: bool(forgotten))
    with reading(database):
        running.join(10)
        assert not running.is_alive()
    assert [line["said"] for line in lines_of(tmp_path / "results.jsonl")] == ["one"]
    store.close()


@pytest.mark.parametrize("content", ["hello\n", "hello", '{"format": "terranova-reading/1"}\n', '{"format": "letter"}', "[1]\n"])
def test_another_file_is_never_taken_for_results(folder: Path, database: str, tmp_path: Path, content: str) -> None:
    other = tmp_path / "letters.jsonl"
    other.write_text(content)
    assert archive(folder, database, "-o", str(other)).json["problem"] == "other-results"
    assert other.read_text() == content
    assert archive(tmp_path / "nowhere", database).json["problem"] == "no-such-folder"
    assert archive(folder, "sqlite:///games").json["problem"] == "bad-database"
