"""The services that all requests share: the store, the photos, the photo queue, the join code, printing and the visitors.

Each app has one Companion. `companion()` returns it, restricted to what the phone of the current request may use.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from flask import current_app, g

from referee.boards.library import data_folder
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.database_address import is_server
from web.games.photo_shelf import PhotoShelf
from web.games.picture_files import PictureFolder
from web.games.store import Store
from web.games.unfinished import UnfinishedTurns
from web.photos.jobs import ReadingJobs
from web.photos.printer_scale import PrinterScale
from web.photos.tasks import HomePhotos, PhotoQueue
from web.photos.worker import Worker
from web.prints.shop import PrintShop
from web.site.addresses import Addresses
from web.site.entry import Entry, Join
from web.site.logs import LogFormat
from web.site.proxies import TrustedProxies, trusted_proxies
from web.site.readiness import Readiness
from web.site.security import HostRule, JoinCode, host_rule

if TYPE_CHECKING:  # a home does not load the club
    from web.club.tables import ClubTables

DATABASE_FILE = "terranova.sqlite"
REMEMBERED_VISITORS = 1000  # number of addresses; one device can have several


@dataclass(frozen=True, slots=True)
class Config:
    """The options of a server, from `terranova serve` or from environment variables.

    `port` is the port to serve on and to show in addresses, `start_worker` starts a reading process, and `restore` is a backup to
    restore before serving, or None. For a club, `pictures` is the address of the image store, or None for the database,
    `picture_quota` is the store's limit in gigabytes, and `reads_photos` is whether this server reads photos itself.
    """

    data: Path = field(default_factory=data_folder)
    database: str | None = None
    allow_hosts: tuple[str, ...] = ()
    needs_code: bool = True
    port: int = 8000
    host: str | None = None
    may_be_public: bool = False
    start_worker: Callable[[], Worker] = Worker
    restore: Path | None = None
    start_empty: bool = False
    trusted_proxies: tuple[str, ...] = ()
    pictures: str | None = None
    picture_quota: int = 20
    reads_photos: bool = True
    log_format: LogFormat = LogFormat.TEXT
    drain_seconds: float = 0.0
    metrics_token: str | None = None

    @property
    def database_url(self) -> str:
        """The database URL; a SQLite file in the data folder by default."""
        return self.database or f"sqlite:///{self.data / DATABASE_FILE}"


class Visitors:
    """The most recent addresses of visiting devices, counted to find out whether any phone has connected."""

    def __init__(self) -> None:
        self._seen: dict[str, float] = {}
        self._lock = threading.Lock()

    def note(self, address: str) -> None:
        """Record a visit from an address."""
        with self._lock:
            self._seen.pop(address, None)
            self._seen[address] = time.monotonic()
            if len(self._seen) > REMEMBERED_VISITORS:
                del self._seen[next(iter(self._seen))]

    def number(self, own: Collection[str]) -> int:
        """Return the number of recorded addresses, excluding loopback and this computer's `own` addresses."""
        with self._lock:
            return len([address for address in self._seen if address not in own and not _is_loopback(address)])


def _is_loopback(address: str) -> bool:
    return address.startswith("127.") or address in ("::1", "")


@dataclass(frozen=True, slots=True)
class Companion:
    """The services that requests use, restricted during a request to what the phone may access.

    `tables` gives access to the tables of a club, and is None at home.
    """

    config: Config
    store: Store
    shelf: PhotoShelf
    jobs: PhotoQueue
    join: Join
    tables: ClubTables | None
    entry: Entry
    hosts: HostRule
    addresses: Addresses
    visitors: Visitors
    unfinished: UnfinishedTurns
    print_shop: PrintShop
    printer_scale: PrinterScale
    proxies: TrustedProxies
    readiness: Readiness

    def tidy(self) -> None:
        """Clean up after an interrupted server.

        At home, delete leftover uploads and incomplete image files, mark photos that still wait to be read as failed, and
        reconcile the image files with the database. In a club, delete the leftover uploads in this server's data folder, move
        that folder's image files to the club's store, and mark unread photos that are in no queue as failed.
        """
        if not is_server(self.config.database_url):
            self.shelf.tidy()
            return
        from web.club.taking_over import take_over

        self.shelf.drop_incoming()
        take_over(self.store, self.shelf, PictureFolder(self.config.data / "photos"), self.shelf.pictures)

    def through(self, entry: Entry) -> Companion:
        """Return the same services, restricted to what an entry gives access to."""
        store = self.store.through(entry.door)
        return replace(self, store=store, shelf=self.shelf.through(store), entry=entry)

    def close(self) -> None:
        """Stop all services and close the database."""
        self.jobs.stop()
        self.print_shop.stop()
        self.readiness.stop()
        self.unfinished.stop()
        self.store.close()


def open_store(url: str) -> Store:
    """Open a home's SQLite file or a club's PostgreSQL database; raise a Problem if the database cannot be opened."""
    if not is_server(url):
        return Store(url)
    try:
        from web.club.postgres import open_club_store
    except ImportError:
        raise Problem("bad-database", text("serve.store_bad_address")) from None
    return open_club_store(url)


def open_club(database: str) -> Store:
    """Open a club's database; raise a Problem if the address names no database server, or if the database cannot be opened."""
    if not is_server(database):
        raise Problem("bad-database", text("serve.reader_needs_server", given=database.split("@")[-1]))
    return open_store(database)


def open_companion(config: Config) -> Companion:
    """Create the data folder if needed, open the database and set up all services."""
    hosts = host_rule(config.allow_hosts)
    proxies = trusted_proxies(config.trusted_proxies)
    config.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    store = open_store(config.database_url)
    tables, join = _open_club(store, config) if store.is_shared else (None, JoinCode(config.data, config.needs_code))
    shelf, jobs = _open_photos(config, store)
    return Companion(
        config=config,
        store=store,
        shelf=shelf,
        jobs=jobs,
        join=join,
        tables=tables,
        entry=join.house,
        hosts=hosts,
        addresses=Addresses(config.host, config.port),
        visitors=Visitors(),
        unfinished=_open_turns(store),
        print_shop=PrintShop(),
        printer_scale=PrinterScale(config.start_worker),
        proxies=proxies,
        readiness=Readiness(store.engine),
    )


def _open_turns(store: Store) -> UnfinishedTurns:
    if not store.is_shared:
        return UnfinishedTurns()
    from web.club.shared_turns import SharedTurns

    return SharedTurns(store)


def _open_photos(config: Config, store: Store) -> tuple[PhotoShelf, PhotoQueue]:
    if not is_server(config.database_url):
        shelf = PhotoShelf(store, config.data)
        return shelf, ReadingJobs(HomePhotos(store, shelf), config.start_worker)
    from web.club.photo_queue import QueuedJobs
    from web.club.pictures import open_pictures
    from web.club.readers import ReaderConfig, Readers

    shelf = PhotoShelf(store, config.data, open_pictures(config.pictures, store))
    readers = Readers(
        ReaderConfig(config.database_url, config.pictures, picture_quota=config.picture_quota, start_worker=config.start_worker)
    )
    return shelf, QueuedJobs(store, shelf, readers if config.reads_photos else None)


def _open_club(store: Store, config: Config) -> tuple[ClubTables, Join]:
    from web.club.tables import ClubTables
    from web.site.club_join import ClubJoin

    tables = ClubTables(store)
    return tables, ClubJoin(store, tables, config.data, config.needs_code)


def companion() -> Companion:
    """Return the companion, restricted to what the phone of the current request may use once the phone has been let in."""
    seen: Companion | None = g.get("companion")
    return seen or cast(Companion, current_app.extensions["terranova"])
