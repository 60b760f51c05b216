"""Measure the companion on loopback: uploads, pages under load, start, memory, and the bytes of a visit.

`python -m tests.bench web [--photos N] [--seconds N] [--starts N]`. The photo is a 12 megapixel image of the printed board on a
table, generated here. Server and phones share this computer, so other work affects every figure; the load is printed too.
"""

from __future__ import annotations

import argparse
import http.client
import io
import json
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
from PIL import Image, ImageFilter

from printables.artwork.empty_board import find_empty_board
from printables.artwork.palette import Ink
from referee.boards.library import load_board
from referee.layout.layout import lay_out
from tests.web.served import Served

PHOTO_SIZE = (4032, 3024)
GRAIN, GRAIN_SHARE = 60.0, 0.05  # of a phone's sensor; without grain, the file would be a third as large as a phone's
ASKED_EVERY_SECONDS = 0.010
POLLING_PHONES, UPLOADING_PHONES = 8, 2
POLL_SECONDS = 1.0
PAGES = ("/", "/new", "/games/{game}", "/games/{game}/history", "/api/games/{game}", "/api/games/{game}/history")
PICTURES_BEFORE = 40  # number of confirmed boards before measuring, for a game in its middle with some history
PIECES_A_PICTURE = 24
FLOORS = {
    "over the reader": 60.0,
    "slowest page": 200.0,
    "ready": 1500.0,
    "memory": 250.0,
    "first visit": 120.0,
    "second visit": 20.0,
    "first tap": 800.0,
}


def main(arguments: list[str]) -> int:
    """Run all measurements and print one line for each."""
    options = _options(arguments)
    photo = take_photo()
    print(f"{psutil.cpu_count()} processors, load {psutil.getloadavg()[0]:.1f}")
    print(f"photo: {PHOTO_SIZE[0]} x {PHOTO_SIZE[1]}, {len(photo) / 1e6:.1f} MB")
    with tempfile.TemporaryDirectory() as folder:
        print_line(
            "serve ready, ms", statistics.median(_measure_start(Path(folder)) for _ in range(options.starts)), FLOORS["ready"]
        )
        served = Served(Path(folder), "--no-code")
        try:
            game = start_game_under_way(served)
            _wait_for_reader(served)
            print_line("memory, server and worker before any photo, MB", _memory_now(served), FLOORS["memory"])
            _measure_uploads(served, game, photo, options.photos)
            print_line(f"memory, server and idle worker after {options.photos} photos, MB", _memory_now(served), FLOORS["memory"])
            for name, times in _measure_load(served, game, photo, options.seconds).items():
                print_line(f"8 poll, 2 upload: {name}, 95th percentile, ms", _percentile(times, 0.95), FLOORS["slowest page"])
            _measure_visits(served, game)
        finally:
            served.stop()
    print(f"load at the end {psutil.getloadavg()[0]:.1f}")
    return 0


def _measure_uploads(served: Served, game: str, photo: bytes, number: int) -> None:
    served.ask("GET", f"/games/{game}")  # opens the game's page, as a phone does before a photo
    time.sleep(2.0)
    overs, reads = zip(*(_measure_upload(served, photo) for _ in range(number)), strict=True)
    print(f"reader's own time, ms: median {statistics.median(reads):.0f}")
    print_line("last byte to done, over the reader's own time, ms", statistics.median(overs), FLOORS["over the reader"])
    print(f"  each: {' '.join(f'{over:.0f}' for over in overs)}")


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench web")
    parser.add_argument("--photos", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--starts", type=int, default=3)
    return parser.parse_args(arguments)


def print_line(what: str, value: float, floor: float) -> None:
    """Print a figure beside its limit, and whether the limit is met."""
    print(f"{what}: {value:.0f} (floor {floor:.0f}) {'ok' if value <= floor else 'MISSED'}")


def take_photo() -> bytes:
    """Return the JPEG data of a simulated photo of the printed board on a table."""
    picture = find_empty_board(lay_out(load_board("terranova")), Ink.COLOUR).picture
    table = Image.new("RGB", PHOTO_SIZE, (112, 92, 74))
    with Image.open(io.BytesIO(picture)) as board:
        side = PHOTO_SIZE[1] - 240
        shown = board.convert("RGB").resize((side * board.width // board.height, side), Image.Resampling.LANCZOS)
    table.paste(shown, ((PHOTO_SIZE[0] - shown.width) // 2, 120))
    grain = Image.effect_noise(PHOTO_SIZE, GRAIN).convert("RGB")
    seen = Image.blend(table.filter(ImageFilter.GaussianBlur(0.8)), grain, GRAIN_SHARE)
    taken = io.BytesIO()
    seen.save(taken, "JPEG", quality=93)
    return taken.getvalue()


def start_game_under_way(served: Served) -> str:
    """Start a game and confirm boards with randomly placed pieces, so that pages have content; return the game's id."""
    status, game = served.ask("POST", "/api/games", {"players": ["Anna", "Bo", "Cleo", "Dan"], "mode": "keeper"})
    assert status == 201, game
    chance = random.Random(2026)
    cells = [cell.id for cell in load_board("terranova").cells]
    for number in range(PICTURES_BEFORE):
        lying = chance.sample(cells, PIECES_A_PICTURE)
        pioneers = {colour: lying[seat::5] for seat, colour in enumerate(("red", "yellow", "blue", "green"))}
        sent = {"from": number, "save": f"picture-{number:03d}", "pioneers": pioneers, "stones": lying[4::5]}
        status, answer = served.ask("POST", f"/api/games/{game['id']}/confirm", sent)
        assert status == 201, answer
    return str(game["id"])


def _measure_start(folder: Path) -> float:
    began = time.perf_counter()
    served = Served(folder, "--no-code")
    took = 1000 * (time.perf_counter() - began)
    served.stop()
    return took


def _memory_now(served: Served) -> float:
    """Return the memory of the server and its child processes in MiB; shared pages are counted for each process."""
    server = psutil.Process(served.process.pid)
    return sum(process.memory_info().rss for process in (server, *server.children(recursive=True))) / 2**20


def _wait_for_reader(served: Served) -> None:
    until = time.monotonic() + 20
    while not psutil.Process(served.process.pid).children():
        assert time.monotonic() < until
        time.sleep(0.1)
    time.sleep(3.0)


def _multipart(photo: bytes) -> tuple[bytes, str]:
    head = b'--edge\r\nContent-Disposition: form-data; name="photo"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    return head + photo + b"\r\n--edge--\r\n", "multipart/form-data; boundary=edge"


def _measure_upload(served: Served, photo: bytes) -> tuple[float, float]:
    """Upload the photo and wait for the result.

    Return the milliseconds from the last byte to the result, without the reader's time, and the reader's time.
    """
    body, kind = _multipart(photo)
    sender = http.client.HTTPConnection(served.host, served.port)
    sender.putrequest("POST", "/api/read")
    sender.putheader("Content-Type", kind)
    sender.putheader("Content-Length", str(len(body)))
    sender.endheaders()
    sender.send(body[:-1])
    time.sleep(0.3)  # until the server has received all but the last byte
    began = time.perf_counter()
    sender.send(body[-1:])
    job = json.loads(sender.getresponse().read())["job"]
    asker = http.client.HTTPConnection(served.host, served.port)
    while True:
        asker.request("GET", f"/api/jobs/{job}")
        answer = json.loads(asker.getresponse().read())
        if answer["state"] in ("done", "failed"):
            break
        time.sleep(ASKED_EVERY_SECONDS)
    took = 1000 * (time.perf_counter() - began)
    sender.close()
    asker.close()
    assert answer["state"] == "done", answer
    read = float(sum(answer["reading"]["milliseconds"].values()))
    time.sleep(1.0)  # until the image is stored, before the next photo
    return took - read, read


def _measure_load(served: Served, game: str, photo: bytes, seconds: float) -> dict[str, list[float]]:
    """Let eight phones poll and open pages while two upload; return the response times of each page in milliseconds."""
    times: dict[str, list[float]] = {page: [] for page in PAGES}
    until = time.monotonic() + seconds

    def phone() -> None:
        while time.monotonic() < until:
            for page in PAGES:
                began = time.perf_counter()
                status, _ = served.ask("GET", page.format(game=game))
                times[page].append(1000 * (time.perf_counter() - began))
                assert status == 200, page
                time.sleep(POLL_SECONDS / len(PAGES))

    def uploader() -> None:
        while time.monotonic() < until:
            _measure_upload(served, photo)

    doing: list[Callable[[], None]] = [phone] * POLLING_PHONES + [uploader] * UPLOADING_PHONES
    threads = [threading.Thread(target=one) for one in doing]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return times


def _percentile(times: list[float], share: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _measure_visits(served: Served, game: str) -> None:
    """Measure the bytes of two visits of the game's page in Chromium, and the first taps in a new refereed game."""
    try:
        from tests.bench.visits import time_first_taps, weigh_visits
    except ImportError:
        print("visits: not measured, Chromium or Playwright is absent", file=sys.stderr)
        return
    first, second = weigh_visits(f"{served.announced['url']}games/{game}")
    print_line("first visit of a game page, kB over the wire", first / 1000, FLOORS["first visit"])
    print_line("second visit, kB over the wire", second / 1000, FLOORS["second visit"])
    status, fresh = served.ask("POST", "/api/games", {"players": ["Anna", "Bo"], "mode": "referee"})
    assert status == 201, fresh
    taps = time_first_taps(f"{served.announced['url']}games/{fresh['id']}")
    what = "processor slowed 4x: navigation to the first tapped hex that answers, ms"
    print_line(what, statistics.median(taps), FLOORS["first tap"])
    print(f"  each: {' '.join(f'{tap:.0f}' for tap in taps)}")
