"""Run the companion with waitress for one data folder on one port, until Ctrl-C or SIGTERM.

This module prints nothing. Events go to an Announcer, so that the command can choose between text and JSON.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import socket
import stat
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from referee.boards.library import use_data_folder
from referee.words.problems import Problem
from referee.words.texts import Text, text
from web.games.database_address import is_server
from web.games.opening import open_games_file
from web.games.photo_shelf import FULL_DISK
from web.site.addresses import EVERYWHERE, LOOPBACK, is_public, url_of
from web.site.app import body_limit, create_app
from web.site.choices import addresses_json, join_link
from web.site.companion import DATABASE_FILE, Companion, Config
from web.site.data_lock import DataLock
from web.site.logs import start_logging
from web.site.stopping import GentleStop
from web.site.uploads import MAX_REQUEST_BYTES
from web.takeaway.full_backup import is_zip
from web.takeaway.full_restore import restore_zip

# Larger bodies do not reach waitress's own limit, since they are discarded, and refused by Flask in the user's language.
MAX_BODY_BYTES = MAX_REQUEST_BYTES + 2**20
# Responses up to this size are buffered in memory, not in the temporary folder, which could be full.
LARGEST_ANSWER_BYTES = 16 * 2**20
THREADS = 8
# Stored data is private to its owner, so the permissions of files that earlier versions left open are tightened at startup.
OTHERS_BITS, OWNERS_FOLDER, OWNERS_FILE = 0o077, 0o700, 0o600
KEPT_FILES = ("terranova.sqlite*", "replaced-*", "key", "code", "serve.*", "backups/*", "photos/*", "pictures/*", "boards/*")
HINT_SECONDS = 60.0
CHECK_SECONDS = 3.0
ANSWER_SECONDS = 10.0
FIRST_PAGES = ("", "new", "invite", "help")


class Announcer(Protocol):
    """The callbacks through which the server reports events to the command."""

    def ready(self, addresses: dict[str, Any], own_link: str) -> None:
        """Report that the server is ready; this is also called if the server has not responded within ANSWER_SECONDS.

        `addresses` is the payload of /api/addresses. `own_link` admits this computer's browser. Unless a host is configured, the
        link keeps working when the computer moves to another network, so that the page can show the new QR code.
        """

    def no_visitors(self, addresses: dict[str, Any]) -> None:
        """Report that no phone has connected within the first minute."""

    def note(self, sentence: Text) -> None:
        """Report something that was done, or could not be done, before the server is ready, such as restoring a backup."""

    def moved(self, addresses: dict[str, Any]) -> None:
        """Report that the computer's addresses have changed."""


def serve(config: Config, announcer: Announcer) -> None:
    """Serve the companion until it is stopped.

    Raise a Problem if the data folder, the games or the port cannot be used.
    """
    os.umask(OTHERS_BITS)
    data = _open_data_folder(config.data)
    _make_private(data)
    with contextlib.ExitStack() as leaving:
        lock = DataLock(data)
        leaving.callback(lock.release)
        start_logging(config.log_format, data)
        listener = _listen(config.host, config.port, config.may_be_public)
        leaving.callback(listener.close)
        notes = _ready_games(config, data)
        app = create_app(replace(config, data=data, port=int(listener.getsockname()[1])))
        companion: Companion = app.extensions["terranova"]
        leaving.callback(companion.close)
        companion.tidy()
        if config.start_empty:
            companion.store.mark_empty()
        if config.restore is not None and is_zip(config.restore):
            notes += (restore_zip(companion.store, data, config.restore),)
        for note in notes:
            announcer.note(note)
        lock.name(addresses_json(companion)["best"])
        _run(app, listener, companion, announcer)


def _ready_games(config: Config, data: Path) -> tuple[Text, ...]:
    adds = config.restore is not None and is_zip(config.restore)
    if adds and config.start_empty:
        raise Problem("restore-or-empty", text("serve.restore_or_empty"))
    restore = None if adds else config.restore
    if not is_server(config.database_url) and (config.pictures is not None or not config.reads_photos):
        raise Problem("club-needs-server", text("serve.club_needs_server"))
    if config.database is None:
        return open_games_file(data / DATABASE_FILE, data, restore, config.start_empty, games_follow=adds)
    if restore is not None or config.start_empty:
        raise Problem("restore-needs-file", text("serve.restore_needs_file"))
    return ()


def _run(app: Any, listener: socket.socket, companion: Companion, announcer: Announcer) -> None:
    from waitress.wasyncore import close_all

    from web.site.connections import CompanionServer

    sockets: dict[int, Any] = {}
    server = CompanionServer(
        app,
        listener,
        sockets,
        partial(body_limit, app),
        companion.proxies.trusts,
        threads=THREADS,
        max_request_body_size=MAX_BODY_BYTES,
        outbuf_overflow=LARGEST_ANSWER_BYTES,
    )
    stopped = threading.Event()
    watch = threading.Thread(target=_watch, args=(companion, announcer, stopped), name="watch", daemon=True)
    stop = GentleStop(companion.readiness, companion.config.drain_seconds) if is_server(companion.config.database_url) else None
    with _stopped_by_signals(stop):
        watch.start()
        try:
            server.run_until(stop.is_due) if stop else server.run()
        except KeyboardInterrupt:
            pass
        finally:
            stopped.set()
            close_all(sockets, ignore_all=True)


def _watch(companion: Companion, announcer: Announcer, stopped: threading.Event) -> None:
    _wait_for_answer(companion)
    addresses = addresses_json(companion)
    announcer.ready(addresses, join_link(_own_url(companion), addresses["code"]))
    # The first request builds templates, the board's drawing and the reader's caches, so make it before a person does.
    for page in (*FIRST_PAGES, *_pages_of_latest_game(companion)):
        _visit(companion, page)
    since = time.monotonic()
    waiting = True
    while not stopped.wait(CHECK_SECONDS):
        now = addresses_json(companion)
        if now["version"] != addresses["version"]:
            announcer.moved(now)
            addresses = now
        waiting = waiting and now["visitors"] == 0
        if waiting and time.monotonic() - since > HINT_SECONDS:
            announcer.no_visitors(now)
            waiting = False


def _pages_of_latest_game(companion: Companion) -> tuple[str, ...]:
    try:
        games = companion.store.game_ids()
    except Problem:
        return ()  # requests for games report the problem
    return (f"games/{games[0]}", f"games/{games[0]}/history") if games else ()


def _wait_for_answer(companion: Companion) -> None:
    until = time.monotonic() + ANSWER_SECONDS
    while not _visit(companion, "favicon.ico") and time.monotonic() < until:
        time.sleep(0.02)


def _own_url(companion: Companion) -> str:
    host = companion.config.host
    return url_of(LOOPBACK if host in (None, *EVERYWHERE) else str(host), companion.addresses.port)


def _visit(companion: Companion, page: str) -> bool:
    """Request a page of this server with the cookie of a phone that has joined, and return whether the server responded."""
    url = _own_url(companion)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    cookie = f"{companion.join.cookie_name}={companion.join.cookie_value}"
    try:
        opener.open(urllib.request.Request(url + page, headers={"Cookie": cookie}), timeout=ANSWER_SECONDS).close()
    except urllib.error.HTTPError as answered:
        answered.close()
    except OSError:
        return False
    return True


def _open_data_folder(folder: Path) -> Path:
    try:
        data = folder.expanduser().resolve()
        data.mkdir(parents=True, exist_ok=True)
        _probe(data)
    except (OSError, RuntimeError):  # RuntimeError: a symlink loop, or an unknown home folder
        raise Problem("no-data-folder", text("serve.no_data_folder", folder=str(folder))) from None
    use_data_folder(data)  # saved boards are looked up by name
    return data


def _probe(data: Path) -> None:
    probe = data / f".writable-{os.getpid()}"
    try:
        probe.touch()
        probe.unlink()
    except OSError as error:
        if error.errno not in FULL_DISK:
            raise


def _make_private(data: Path) -> None:
    folders = (
        data,
        *(path for path in data.glob("*") if path.is_dir() and any(kept.startswith(f"{path.name}/") for kept in KEPT_FILES)),
    )
    files = (path for pattern in KEPT_FILES for path in data.glob(pattern) if path.is_file())
    for path, mode in (*((folder, OWNERS_FOLDER) for folder in folders), *((file, OWNERS_FILE) for file in files)):
        with contextlib.suppress(OSError):  # another owner's file, or a system without mode bits
            known = path.stat()
            if known.st_mode & OTHERS_BITS and not known.st_mode & stat.S_ISVTX and not path.is_symlink():
                path.chmod(mode)


def _listen(host: str | None, port: int, may_be_public: bool) -> socket.socket:
    wanted = host or "0.0.0.0"
    try:
        family, kind, _, _, address = socket.getaddrinfo(wanted, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (OSError, UnicodeError):
        raise Problem("no-such-host", text("serve.no_such_host", host=wanted)) from None
    if not may_be_public and is_public(str(address[0])):
        raise Problem("public-host", text("serve.public_host", host=wanted))
    listener = socket.socket(family, kind)
    try:
        if os.name != "nt":  # on Windows this would allow two programs to use one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise Problem("port-in-use", text("serve.port_in_use", port=port)) from None
        if error.errno == errno.EACCES:
            raise Problem("port-not-allowed", text("serve.port_not_allowed", port=port)) from None
        raise Problem("no-such-host", text("serve.no_such_host", host=wanted)) from None
    return listener


@contextlib.contextmanager
def _stopped_by_signals(gentle: GentleStop | None) -> Iterator[None]:
    def _stop(number: int, _frame: object) -> None:
        if gentle is None or number == signal.SIGINT:
            raise KeyboardInterrupt
        gentle.begin()

    before = {}
    if threading.current_thread() is threading.main_thread():
        before = {number: signal.signal(number, _stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
