"""Load from many tables: four polling phones and occasional photos at each, through the proxy.

The phones are threads of a few processes on a separate host, so that their processor time can be measured.
"""

from __future__ import annotations

import http.client
import json
import multiprocessing
import os
import random
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tests.web.club.hosts import Host
from tests.web.club.servers import PROXY_PORT, Proxy
from tests.web.club.trials import club, percentile

PHONES = 4
POLL_SECONDS = 2.0
PHOTO_SECONDS = 240.0
WEBS, READERS = 2, 2
EDGE = b"--edge"


@dataclass(frozen=True, slots=True)
class Crowd:
    """The results of a load test: 95th percentiles of polls and photos, faults by kind, and each part's share of a processor."""

    seconds: float
    polls: int
    photos: int
    faults: Counter[str]
    page_ms: float
    photo_seconds: float
    used: dict[str, float]


@dataclass(frozen=True, slots=True)
class Met:
    """The results of the phones of one process."""

    polls: list[float]
    photos: list[float]
    faults: list[str]
    used: float


def crowd(tables: int, seconds: float, photos: Sequence[bytes], processes: int = 2) -> Crowd:
    """Run the phones of all tables, which poll and send photos, for some time."""
    with club() as here:
        proxy_host = here.net.add("proxy")
        here.add_readers(READERS)
        here.add_webs(WEBS, "--trusted-proxy", proxy_host.address)
        proxy = Proxy(proxy_host, here.webs, here.folder)
        proxy.start()
        phones = here.net.add("phones")
        for host in here.net.hosts:
            host.mark_usage()
        shares = [tables // processes + (number < tables % processes) for number in range(processes)]
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            work = [(phones, proxy.host, share, seconds, list(photos), number) for number, share in enumerate(shares)]
            met = pool.starmap(meet, work, chunksize=1)
        used = {_kind(host): 0.0 for host in here.net.hosts}
        for host in here.net.hosts:
            used[_kind(host)] += host.used_since_mark() / seconds
        used["phones"] = sum(one.used for one in met) / seconds
        polls = [poll for one in met for poll in one.polls]
        read = [photo for one in met for photo in one.photos]
        faults = Counter(fault for one in met for fault in one.faults)
        return Crowd(seconds, len(polls), len(read), faults, 1000 * percentile(polls, 0.95), percentile(read, 0.95), used)


def _kind(host: Host) -> str:
    return host.name.partition("-")[2].rstrip("0123456789")


def meet(computer: Host, address: str, tables: int, seconds: float, photos: Sequence[bytes], seed: int) -> Met:
    """Run the phones of some tables, with a processor share as large as that of each server."""
    computer.join()
    met = Met([], [], [], 0.0)
    until = time.monotonic() + seconds
    threads = [
        threading.Thread(target=_table, args=(address, until, photos, random.Random(seed * 1000 + number), met))
        for number in range(tables)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent = os.times()
    return Met(met.polls, met.photos, met.faults, spent.user + spent.system)


def _table(address: str, until: float, photos: Sequence[bytes], chance: random.Random, met: Met) -> None:
    """Run the four phones of one table: they poll in turn and send a photo from time to time."""
    lines = [http.client.HTTPConnection(address, PROXY_PORT, timeout=20) for _ in range(PHONES)]
    try:
        body = json.dumps({"board": "terranova", "players": ["Anna", "Bo", "Cleo", "Dan"]}).encode()
        game = json.loads(_ask(lines[0], "POST", "/api/games", body, "application/json")[1])
        path, etag = f"/api/games/{game['id']}", ""
        photo_at = time.monotonic() + chance.uniform(0, min(PHOTO_SECONDS, until - time.monotonic() - 5))
        time.sleep(chance.uniform(0, POLL_SECONDS))
        turn = 0
        while (now := time.monotonic()) < until:
            if now >= photo_at:
                photo_at = now + PHOTO_SECONDS
                met.photos.append(_photo(lines[0], path, chance.choice(photos), f"upload-{chance.getrandbits(40):010x}"))
            status, _, found = _ask(lines[turn % PHONES], "GET", path, None, "", etag)
            met.polls.append(time.monotonic() - now)
            etag = found or etag
            if status not in (200, 304):
                met.faults.append(str(status))
            turn += 1
            time.sleep(max(0.0, POLL_SECONDS / PHONES - (time.monotonic() - now)))
    except (OSError, http.client.HTTPException, ValueError, KeyError) as error:
        met.faults.append(repr(error))
    finally:
        for line in lines:
            line.close()


def _photo(line: http.client.HTTPConnection, path: str, photo: bytes, upload: str) -> float:
    """Send a photo and return the time until its reading arrived."""
    started = time.monotonic()
    field = b'%s\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
    parts = [field % (EDGE, name, value) for name, value in ((b"upload", upload.encode()), (b"from", b"0"))]
    parts.append(EDGE + b'\r\nContent-Disposition: form-data; name="photo"; filename="photo.jpg"\r\n\r\n' + photo + b"\r\n")
    body = b"".join(parts) + EDGE + b"--\r\n"
    status, answer, _ = _ask(line, "POST", f"{path}/photos", body, "multipart/form-data; boundary=edge")
    sent = json.loads(answer)
    assert status < 300, sent
    while json.loads(_ask(line, "GET", f"/api/jobs/{sent['photo']}", None, "")[1])["state"] in ("waiting", "reading"):
        time.sleep(0.25)
    return time.monotonic() - started


def _ask(
    line: http.client.HTTPConnection, method: str, path: str, body: bytes | None, kind: str, etag: str = ""
) -> tuple[int, bytes, str]:
    headers = {"Content-Type": kind, "Origin": f"http://{line.host}:{line.port}"} if body is not None else {}
    if etag:
        headers["If-None-Match"] = etag
    line.request(method, path, body, headers)
    answer = line.getresponse()
    return answer.status, answer.read(), answer.headers["ETag"] or ""
