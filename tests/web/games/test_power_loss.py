"""Power cuts at any moment of an evening: confirmed changes are kept, no picture is truncated, key, code and backups are intact.

A library between the server and its disk logs every write and sync; the log is replayed with unsynced writes dropped, reordered
and torn. Checks that ignore syncs have to fail, for the database and for each file beside it.
"""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from referee.words.problems import Problem
from tests.web.games.test_older_data import STORED, rows_of
from tests.web.pictures import jpeg
from tests.web.power import Disk, compile_shim, read_log, watched
from tests.web.served import Served
from web.games.backups import back_up, list_backups
from web.games.database_file import Condition, examine_copy, examine_file
from web.games.photo_shelf import PhotoShelf
from web.games.player_names import remember_names
from web.games.store import Revision, Store
from web.site.companion import DATABASE_FILE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs LD_PRELOAD")

CONFIRMED = 6
EVERYDAY_CUTS = 80
RESTORE = (
    "import sys; from pathlib import Path; from web.games.restore import restore_backup; restore_backup(*map(Path, sys.argv[1:]))"
)
SHOWN = {"pioneers": {"red": ["E5", "F6"], "yellow": ["E7", "F3"]}, "stones": []}


@dataclass
class Evening:
    """A logged evening: what was confirmed to the players, and the length of the log at that time."""

    folder: Path
    log: Path
    game: str = ""
    promises: list[tuple[int, str, Any]] = field(default_factory=list)

    def promise(self, what: str, value: Any) -> None:
        """Record something that was confirmed to the players."""
        self.promises.append((self.log.stat().st_size, what, value))

    def held_at(self, end: int) -> dict[str, Any]:
        """Return what had been confirmed when the log had this length."""
        held: dict[str, Any] = {"pictures": {}, "confirmed": -1}
        for size, what, value in self.promises:
            if size <= end:
                held[what] = {**held["pictures"], **value} if what == "pictures" else value
        return held


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide the library that watches the disk."""
    return compile_shim(tmp_path_factory.mktemp("shim"))


@pytest.fixture(scope="module")
def evening(shim: Path, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Provide an evening with two starts, confirmed changes and a photo."""
    folder = tmp_path_factory.mktemp("evening")
    played = Evening(folder / "data", folder / "log")
    played.folder.mkdir()
    for part in (0, 1):
        with serving(shim, played) as served:
            play(served, played, part)
    return played


@contextlib.contextmanager
def serving(shim: Path, played: Evening) -> Iterator[Served]:
    """Run a server with a logged disk, and record the secrets it has issued."""
    with patch("tests.web.served.environment", lambda: watched(shim, played.folder, played.log)):
        served = Served(played.folder, "--no-code") if played.game else Served(played.folder)
    played.promise("secrets", {name: (played.folder / name).read_bytes() for name in ("key", "code")})
    try:
        yield served
    finally:
        served.stop()


def play(served: Served, played: Evening, part: int) -> None:
    """Confirm changes, each with one point more for red; in the first part send a photo too."""
    code = (played.folder / "code").read_text().strip()
    cookie = {} if played.game else {"Cookie": joined(served, code)}
    if not played.game:
        begun = served.ask("POST", "/api/games", {"players": ["Anna", "Bo"], "board": "islet", "save": "the-game-1"}, cookie)
        played.game = begun[1]["id"]
        played.promise("confirmed", 0)
        send_photo(served, played, cookie)
    for number in range(1 + part * CONFIRMED, 1 + (part + 1) * CONFIRMED):
        body = {"from": number - 1, "save": f"change-{number:04d}", **SHOWN, "scores": {"red": number}}
        status, answer = served.ask("POST", f"/api/games/{played.game}/confirm", body, cookie)
        assert status in (200, 201), answer
        played.promise("confirmed", number)


def joined(served: Served, code: str) -> str:
    """Join as a phone does; return its cookie."""
    connection = http.client.HTTPConnection(served.host, served.port, timeout=20)
    origin = f"http://{served.host}:{served.port}"
    form = {"Origin": origin, "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", "/join", f"code={code}", form)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return str(answer.headers["Set-Cookie"]).partition(";")[0]


def send_photo(served: Served, played: Evening, cookie: dict[str, str]) -> None:
    """Send a photo and wait until its pictures are kept."""
    parts = [(b'name="upload"', b"upload-0001"), (b'name="from"', b"0"), (b'name="photo"; filename="a.jpg"', jpeg(1600, 1200))]
    body = b"".join(b"--x\r\nContent-Disposition: form-data; %s\r\n\r\n%s\r\n" % part for part in parts) + b"--x--\r\n"
    kind = {"Content-Type": "multipart/form-data; boundary=x", "Origin": f"http://{served.host}:{served.port}", **cookie}
    connection = http.client.HTTPConnection(served.host, served.port, timeout=60)
    connection.request("POST", f"/api/games/{played.game}/photos", body, kind)
    assert connection.getresponse().status == 202
    connection.close()
    until = time.monotonic() + 60
    while not (photo := served.ask("GET", f"/api/games/{played.game}/photos", None, cookie)[1]["photos"][0])["url"]:
        assert time.monotonic() < until
        time.sleep(0.05)
    files = [played.folder / "photos" / photo[name].rpartition("/")[2] for name in ("url", "thumb")]
    played.promise("pictures", {photo["id"]: [hash_of(path.read_bytes()) for path in files]})


def hash_of(data: bytes) -> str:
    """Return a digest of a picture."""
    return hashlib.sha256(data).hexdigest()


def hold(folder: Path, game: str, held: dict[str, Any], pictures: dict[str, list[str]]) -> None:
    """Compare a folder left by a power cut with what had been confirmed to the players."""
    for name, content in held.get("secrets", {}).items():
        assert (folder / name).read_bytes() == content
    for copy in list_backups(folder):
        assert examine_copy(copy.path).condition is Condition.SOUND
    assert examine_file(folder / DATABASE_FILE).condition in (Condition.SOUND, Condition.MISSING)
    store = Store(f"sqlite:///{folder / DATABASE_FILE}")
    try:
        confirmed = held["confirmed"]
        scores = [revision.position["scores"]["red"] for revision in revisions_of(store, game)]
        assert scores == list(range(len(scores)))
        assert confirmed < len(scores) <= confirmed + 2
        hold_pictures(PhotoShelf(store, folder), game, held, pictures)
    finally:
        store.close()


def revisions_of(store: Store, game: str) -> list[Revision]:
    """Return a game's revisions; none where the game itself was not stored yet."""
    try:
        return list(store.read(game).revisions.values())
    except Problem as problem:
        if problem.slug != "no-such-game":
            raise
        return []


def hold_pictures(shelf: PhotoShelf, game: str, held: dict[str, Any], pictures: dict[str, list[str]]) -> None:
    """Assert that every picture shown before is shown again, and none truncated."""
    shelf.tidy()
    for photo in shelf.of_game(game):
        for small in (False, True):
            try:
                shown = hash_of(shelf.read_picture(photo.id, small))
            except Problem:
                assert photo.id not in held["pictures"]
            else:
                assert shown == pictures[photo.id][small]


def losses(
    played: Evening, seed: int, cuts: int, folder: Path, ignores: Callable[[str], bool] = lambda path: False
) -> Iterator[int]:
    """Cut the power `cuts` times, evenly spread; return the moments after which something was missing or torn."""
    records, chance = list(read_log(played.log)), random.Random(seed)
    moments = Counter(chance.choices(range(len(records)), k=cuts))
    pictures, disk = played.held_at(records[-1].end)["pictures"], Disk(played.folder, None, ignores)
    for number, record in enumerate(records):
        disk.follow(record)
        for _ in range(moments[number]):
            disk.crash(chance, folder)
            try:
                hold(folder, played.game, played.held_at(record.end), pictures)
            except (AssertionError, Problem, OSError):
                yield number


def test_no_power_cut_loses_what_was_confirmed(evening: Evening, tmp_path: Path) -> None:
    assert list(losses(evening, 2026, EVERYDAY_CUTS, tmp_path / "left")) == []


@pytest.mark.parametrize("beside", ["/data/terranova.sqlite", "/photos", "/data/.key", "/backups"])
def test_power_cut_is_noticed_where_syncs_are_left_out(evening: Evening, tmp_path: Path, beside: str) -> None:
    assert any(losses(evening, 2026, EVERYDAY_CUTS, tmp_path / "left", lambda path: beside in path))


def test_power_cut_during_restore_leaves_the_old_games_or_the_restored(shim: Path, tmp_path: Path) -> None:
    data, log, left = tmp_path / "data", tmp_path / "log", tmp_path / "left"
    shutil.copytree(STORED, data)
    backup = back_up(data / DATABASE_FILE, data)
    assert backup is not None
    store = Store(f"sqlite:///{data / DATABASE_FILE}")
    remember_names(store, ("Somebody new",))
    store.close()
    before = tmp_path / "before"
    shutil.copytree(data, before)
    line = [sys.executable, "-c", RESTORE, str(backup), str(data / DATABASE_FILE)]
    subprocess.run(line, env=watched(shim, data, log), check=True, timeout=60)
    old, new = rows_of(before / DATABASE_FILE), rows_of(backup)
    disk, chance, found = Disk(data, before), random.Random(2026), []
    for record in read_log(log):
        disk.follow(record)
        for _ in range(4):
            disk.crash(chance, left)
            found.append(rows_of(left / DATABASE_FILE))
    assert all(rows in (old, new) for rows in found)
    assert found[0] == old
    assert found[-1] == new


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(4))
def test_no_power_cut_loses_what_was_confirmed_over_thousands(evening: Evening, tmp_path: Path, seed: int) -> None:
    assert list(losses(evening, seed, 2500, tmp_path / "left")) == []
