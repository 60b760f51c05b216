"""The reading process and its queue: crashes, silence, absence, and the real reader at its work."""

from __future__ import annotations

import io
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest
from flask import Flask
from PIL import Image

from referee.boards.library import DATA_FOLDER_VARIABLE
from referee.words.problems import Problem
from referee.words.texts import text
from tests.web.conftest import Phone, reading_process, send_photo
from tests.web.pictures import AWKWARD
from web.games.detailed_problems import problem_answer
from web.games.photo_shelf import GameUpload
from web.photos.jobs import ReadingJobs
from web.photos.tasks import Job, JobState, PhotoTask
from web.photos.worker import Worker, WorkerDiedError
from web.site.app import create_app
from web.site.companion import Config

SOON_SECONDS = 30.0  # on a computer that is busy with other things

DIES_AT_ONCE = "raise SystemExit(1)"
LACKS_A_LIBRARY = """
import sys
sys.modules["cv2"] = None
from web.photos.reading_worker import main
main()
"""
OBEYS = """
import json, os, sys, time
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    word = open(json.loads(line)["path"]).read()
    if word == "crash": os.abort()
    if word == "killed": os.kill(os.getpid(), 9)
    if word == "hang": time.sleep(60)
    if word == "slow": time.sleep(0.2)
    if word == "noise": os.write(1, b"not json at all\\n"); continue
    print(json.dumps({"reading": {"said": word}}), flush=True)
"""


class Queue:
    """A queue with the results of its photos, which also acts as the store of their games."""

    def __init__(self, start: Callable[[], Worker], folder: Path, seconds: float = 60.0) -> None:
        self.jobs, self.folder = ReadingJobs(self, start, seconds), folder
        self.done: dict[str, Job] = {}
        self.given = 0
        self.fails = False

    def give(self, word: str, client: str = "") -> str:
        """Submit a photo whose content controls the fake worker."""
        self.given += 1
        name = f"{word}-{self.given}"
        path = self.folder / name
        path.write_text(word)
        return self.jobs.submit(PhotoTask({}, client, GameUpload("game", name, 0)), path)

    def add(self, upload: GameUpload) -> tuple[str, bool]:
        """Give a photo the name of its upload."""
        return upload.upload_id, True

    def finish(self, photo_id: str, answer: Mapping[str, Any] | None) -> None:
        """Record the result of a photo, unless the disk is full."""
        if self.fails:
            raise OSError(28, "No space left on device")
        if answer is not None:
            self.done[photo_id] = Job(photo_id, JobState.DONE if "reading" in answer else JobState.FAILED, answer)

    def places(self, photo_id: str) -> tuple[Path, Path]:
        """Return paths that the fake worker ignores."""
        return self.folder / "kept", self.folder / "small"

    def note_kept(self, photo_id: str) -> None:
        """Do nothing: the fake worker keeps no pictures."""

    def wait(self, name: str, seconds: float = 60) -> Job:
        """Wait for the result of a photo."""
        until = time.monotonic() + seconds
        while name not in self.done:
            assert time.monotonic() < until
            time.sleep(0.01)
        return self.done[name]


@pytest.fixture
def queue_of(tmp_path: Path) -> Iterator[Callable[..., Queue]]:
    """Create queues, and stop them at teardown."""
    made: list[Queue] = []

    def make(command: str, seconds: float = 60.0) -> Queue:
        made.append(Queue(lambda: Worker(command), tmp_path, seconds))
        return made[-1]

    yield make
    for queue in made:
        queue.jobs.stop()


def test_crash_fails_one_photo_and_the_next_is_read(queue_of: Callable[..., Queue]) -> None:
    queue = queue_of(OBEYS)
    crash, fine = queue.give("crash"), queue.give("fine")
    failed = queue.wait(crash)
    assert failed.state is JobState.FAILED
    assert failed.answer is not None
    assert failed.answer["problem"] == "damaged-picture"
    assert queue.wait(fine).state is JobState.DONE


def test_photo_whose_reading_was_killed_is_not_called_damaged(queue_of: Callable[..., Queue]) -> None:
    queue = queue_of(OBEYS)
    failed = queue.wait(queue.give("killed"))
    assert failed.answer is not None
    assert failed.answer["problem"] == "reader-ended"
    assert "memory" in failed.answer["messages"]["en"]
    assert queue.wait(queue.give("fine")).state is JobState.DONE


def test_answer_that_is_none_counts_as_a_crash(queue_of: Callable[..., Queue]) -> None:
    queue = queue_of(OBEYS)
    noise, fine = queue.give("noise"), queue.give("fine")
    assert queue.wait(noise).state is JobState.FAILED
    assert queue.wait(fine).state is JobState.DONE


@pytest.mark.slow
def test_time_limit_runs_from_the_start_of_a_reading_and_not_in_the_queue(queue_of: Callable[..., Queue]) -> None:
    queue = queue_of(OBEYS, seconds=2.0)
    hanging = [queue.give("hang"), queue.give("hang")]
    fine = queue.give("fine")
    for name in hanging:
        failed = queue.wait(name)
        assert failed.answer is not None
        assert failed.answer["problem"] == "too-slow"
        assert set(failed.answer["messages"]) == {"en", "de", "fr", "fi", "it", "hu"}
    assert queue.wait(fine).state is JobState.DONE


def test_process_that_keeps_dying_is_reported_missing(queue_of: Callable[..., Queue]) -> None:
    queue = queue_of(DIES_AT_ONCE)
    failed = queue.wait(queue.give("fine"))
    assert failed.answer is not None
    assert failed.answer["problem"] == "reader-missing"
    assert queue.jobs.missing is not None


def test_good_photo_behind_a_row_of_bad_ones_is_read(queue_of: Callable[..., Queue]) -> None:
    queue = queue_of(OBEYS, seconds=SOON_SECONDS)
    bad = [queue.give("crash") for _ in range(7)]
    assert queue.wait(queue.give("fine")).state is JobState.DONE
    assert {queue.done[name].state for name in bad} == {JobState.FAILED}
    assert queue.jobs.missing is None


def test_one_phones_photos_do_not_hold_up_anothers(queue_of: Callable[..., Queue]) -> None:
    queue = queue_of(OBEYS)
    first = [queue.give("slow", client="first phone") for _ in range(8)]
    other = [queue.give("slow", client="other phone") for _ in range(3)]
    queue.wait(first[-1])
    order = list(queue.done)
    assert [order.index(name) for name in other] <= [2, 4, 6]
    assert [name for name in order if name in first] == first


def test_one_phone_cannot_fill_the_queue(queue_of: Callable[..., Queue]) -> None:
    queue = queue_of(OBEYS)
    queue.give("hang", client="first phone")
    with pytest.raises(Problem, match="Too many photos"):
        [queue.give("fine", client="first phone") for _ in range(25)]
    queue.give("fine", client="other phone")


def test_process_that_could_not_start_is_tried_again_without_a_photo(
    queue_of: Callable[..., Queue], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.photos.reading_process.REST_SECONDS", 0.2)
    cured = tmp_path / "cured"
    queue = queue_of(f"import os\nif not os.path.exists({str(cured)!r}): raise SystemExit(1)\n{OBEYS}")
    queue.jobs.start()
    wait_until(lambda: queue.jobs.missing is not None)
    cured.touch()
    wait_until(lambda: queue.jobs.missing is None)
    assert queue.wait(queue.give("fine")).state is JobState.DONE


def test_process_is_started_again_right_after_a_crash(queue_of: Callable[..., Queue]) -> None:
    queue = queue_of(OBEYS)
    queue.wait(queue.give("fine"))
    first = reading_process()
    queue.wait(queue.give("crash"))
    wait_until(lambda: reading_process() not in (None, first))


def test_process_that_was_ended_at_rest_costs_no_photo(queue_of: Callable[..., Queue]) -> None:
    queue = queue_of(OBEYS)
    queue.wait(queue.give("fine"))
    first = reading_process()
    assert first is not None
    os.kill(first, signal.SIGTERM)
    wait_until(lambda: not psutil.pid_exists(first) or psutil.Process(first).status() == psutil.STATUS_ZOMBIE)
    assert queue.wait(queue.give("fine")).state is JobState.DONE
    assert reading_process() != first


def test_reading_process_gets_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(DATA_FOLDER_VARIABLE, str(tmp_path))
    worker = Worker("import json, sys; print(json.dumps({'folder': sys.argv[1]}), flush=True)")
    assert worker.greeting == {"folder": str(tmp_path)}
    worker.stop()


def test_reader_status_is_reported_in_any_language(app: Flask, phone: Phone) -> None:
    assert phone.client.get("/api/reader").get_json() == {"ready": True}
    app.extensions["terranova"].jobs._process.missing = problem_answer(Problem("reader-missing", text("serve.reader_dies")))
    reader = phone.client.get("/api/reader?lang=hu").get_json()
    assert reader["ready"] is False
    assert "terranova doctor" in reader["message"]


def test_answer_that_cannot_be_stored_is_given_all_the_same_and_the_next_photo_is_read(
    queue_of: Callable[..., Queue], tmp_path: Path
) -> None:
    queue = queue_of(OBEYS)

    queue.fails = True
    first = queue.give("fine")
    wait_until(lambda: queue.jobs.job(first) == Job(first, JobState.DONE, {"reading": {"said": "fine"}}))
    queue.fails = False
    assert queue.wait(queue.give("fine")).state is JobState.DONE
    wait_until(lambda: not list(tmp_path.iterdir()))


def test_stopping_in_the_midst_of_a_photo_starts_no_other_process(tmp_path: Path) -> None:
    started: list[Worker] = []

    def start() -> Worker:
        started.append(Worker(OBEYS))
        return started[-1]

    queue = Queue(start, tmp_path)
    queue.give("hang")
    wait_until(lambda: queue.jobs.job("hang-1") == Job("hang-1", JobState.READING))
    queue.jobs.stop()
    assert len(started) == 1
    assert not queue.done  # nothing is said of a photo that can be sent again
    assert not list(tmp_path.iterdir())


def wait_until(holds: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until a condition holds."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_worker_reports_its_death() -> None:
    with pytest.raises(WorkerDiedError):
        Worker(DIES_AT_ONCE)


def test_companion_runs_by_hand_without_the_library_and_names_what_is_missing(config: Config) -> None:
    app = create_app(replace(config, start_worker=lambda: Worker(LACKS_A_LIBRARY)))
    phone = Phone(app.test_client())
    phone.new_game("Anna", "Bo")
    app.extensions["terranova"].jobs.start()
    until = time.monotonic() + 20
    while phone.client.get("/api/choices").get_json()["reader"]["ready"]:
        assert time.monotonic() < until
        time.sleep(0.05)
    reader = phone.client.get("/api/choices?lang=de").get_json()["reader"]
    assert "cv2" in reader["message"]
    assert "von Hand" in reader["message"]
    phone.must("turns", turn="@A1")
    answer = phone.client.post("/api/read", data={"photo": (io.BytesIO(b"x"), "IMG_1.jpg")}).get_json()
    assert wait_for(phone, answer["job"])["problem"]["problem"] == "reader-missing"
    app.extensions["terranova"].close()


def wait_for(phone: Phone, job: str, seconds: float = 60.0) -> dict[str, Any]:
    """Poll until a job is done or failed."""
    until = time.monotonic() + seconds
    while (answer := phone.client.get(f"/api/jobs/{job}").get_json())["state"] not in ("done", "failed"):
        assert time.monotonic() < until
        time.sleep(0.02)
    return dict(answer)


@pytest.fixture(scope="module")
def reading_phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """Provide a phone at a companion with the real reader."""
    app = create_app(Config(data=tmp_path_factory.mktemp("data"), needs_code=False))
    yield Phone(app.test_client())
    app.extensions["terranova"].close()


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_files_get_a_clear_answer_soon(reading_phone: Phone, name: str) -> None:
    job = send_photo(reading_phone.client, "/api/read", AWKWARD[name]).get_json()["job"]
    answer = wait_for(reading_phone, job, SOON_SECONDS)
    assert answer["state"] == "failed"
    assert answer["problem"]["problem"] in ("not-a-picture", "damaged-picture", "too-many-pixels")
    for name_of_file in ("IMG", ".jpg", "incoming"):
        assert name_of_file not in answer["problem"]["message"]


def test_photo_without_a_board_is_refused_with_the_markers_seen(reading_phone: Phone) -> None:
    wall = io.BytesIO()
    Image.new("RGB", (800, 600), (180, 170, 160)).save(wall, "JPEG")
    job = send_photo(reading_phone.client, "/api/read", wall.getvalue()).get_json()["job"]
    problem = wait_for(reading_phone, job)["problem"]
    assert problem["problem"] == "board-not-found"
    assert problem["markers"] == []
    assert problem["photo_size"] == {"width": 800, "height": 600}


def test_printed_board_is_read_through_the_interface(reading_phone: Phone) -> None:
    from printables.artwork.empty_board import find_empty_board
    from printables.artwork.palette import Ink
    from referee.boards.library import load_board
    from referee.layout.layout import lay_out

    picture = find_empty_board(lay_out(load_board("islet")), Ink.COLOUR).picture
    photo = io.BytesIO()
    with Image.open(io.BytesIO(picture)) as empty:
        framed = Image.new("RGB", (empty.width + 200, empty.height + 200), (120, 100, 80))
        framed.paste(empty, (100, 100))
    framed.save(photo, "JPEG", quality=92)
    taken = send_photo(reading_phone.client, "/api/read", photo.getvalue(), board="islet", players="2").get_json()
    assert "job" in taken, taken
    answer = wait_for(reading_phone, taken["job"])
    assert answer["state"] == "done", answer
    reading = answer["reading"]
    assert reading["format"] == "terranova-reading/1"
    assert reading["board"] == "islet"
    assert all(cell["piece"] == "empty" for label, cell in reading["cells"].items() if label not in reading["doubtful"])


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"board": "atlantis"}, "no-such-board"),
        ({"players": "5"}, "wrong-players"),
        ({"players": ""}, "wrong-players"),
        ({"board": ""}, "no-such-board"),
        ({"lens": "wide"}, "unknown-key"),
    ],
)
def test_read_refuses_fields_it_does_not_know(reading_phone: Phone, fields: dict[str, str], problem: str) -> None:
    answer = reading_phone.client.post("/api/read", data={"photo": (io.BytesIO(b"x"), "a.jpg"), **fields})
    assert answer.get_json()["problem"] == problem


def test_full_queue_is_a_problem(queue_of: Callable[..., Queue]) -> None:
    queue = queue_of(OBEYS)
    names = [queue.give("hang") for _ in range(24)]
    assert len(set(names)) == 24
    with pytest.raises(Problem, match="Too many photos"):
        [queue.give("hang") for _ in range(2)]
