"""Stores for the images of photos, shared by all servers of a club: any S3-compatible store, or the database itself.

The lengths and hashes of images are in the table `pictures`, and `web/games/photo_shelf.py` verifies retrieved images.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import parse_qsl, urlsplit

from obstore.exceptions import BaseError
from obstore.store import S3Store
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from referee.words.problems import Problem
from referee.words.texts import text
from web.club.schema import stored_pictures
from web.games.picture_files import PICTURE_NAMES, PictureStore
from web.games.stamps import ID
from web.games.store import Store

log = logging.getLogger(__name__)
_OBJECT = re.compile(rf"({ID})/(full|small)\.jpg")


class PictureStoreError(Exception):
    """Raised if an image cannot be written to the S3-compatible store."""


@dataclass(frozen=True, slots=True)
class PicturesInDatabase:
    """Images in the table `stored_pictures`."""

    store: Store

    def put(self, photo_id: str, name: str, data: bytes) -> None:
        """Store a full image (FULL) or thumbnail (SMALL), replacing any stored before."""
        with self.store.writing(photo_id) as connection:
            added = insert(stored_pictures).values(photo_id=photo_id, name=name, data=data)
            connection.execute(added.on_conflict_do_update(index_elements=["photo_id", "name"], set_={"data": data}))

    def get(self, photo_id: str, name: str) -> bytes | None:
        """Return a full image or thumbnail, or None if it is not stored."""
        with self.store.reading() as connection:
            found = select(stored_pictures.c.data).where(
                (stored_pictures.c.photo_id == photo_id) & (stored_pictures.c.name == name)
            )
            data = connection.execute(found).scalar()
        return None if data is None else bytes(data)

    def remove(self, photo_id: str) -> None:
        """Delete a photo's full image and thumbnail."""
        with self.store.writing(photo_id) as connection:
            connection.execute(stored_pictures.delete().where(stored_pictures.c.photo_id == photo_id))

    def photo_ids(self) -> frozenset[str]:
        """Return the ids of the photos with at least one stored image."""
        with self.store.reading() as connection:
            return frozenset(connection.execute(select(stored_pictures.c.photo_id).distinct()).scalars())


@dataclass(frozen=True, slots=True)
class PicturesInBucket:
    """Images in an S3-compatible store, under `<photo id>/full.jpg` and `<photo id>/small.jpg`."""

    bucket: S3Store

    def put(self, photo_id: str, name: str, data: bytes) -> None:
        """Store a full image (FULL) or thumbnail (SMALL), replacing any stored before; raise PictureStoreError on failure."""
        try:
            self.bucket.put(_object(photo_id, name), data, attributes={"Content-Type": "image/jpeg"})
        except (BaseError, OSError) as error:
            raise PictureStoreError(str(error)) from error

    def get(self, photo_id: str, name: str) -> bytes | None:
        """Return a full image or thumbnail, or None if it is not stored; raise a Problem if the store does not answer."""
        try:
            return bytes(self.bucket.get(_object(photo_id, name)).bytes())
        except FileNotFoundError:
            return None
        except (BaseError, OSError) as error:
            raise Problem("store-unreadable", text("serve.pictures_out_of_reach")) from error

    def remove(self, photo_id: str) -> None:
        """Delete a photo's full image and thumbnail.

        If the store does not respond, a warning is logged, and the images remain in the store but are not served any more.
        """
        try:
            self.bucket.delete([_object(photo_id, name) for name in PICTURE_NAMES])
        except FileNotFoundError:
            return
        except (BaseError, OSError):
            log.warning("the picture of photo %s could not be deleted from its store", photo_id)

    def photo_ids(self) -> frozenset[str]:
        """Return the ids of the photos with at least one stored image."""
        listed = (str(one["path"]) for page in self.bucket.list() for one in page)
        found = (_OBJECT.fullmatch(path) for path in listed)
        return frozenset(match[1] for match in found if match is not None)


def _object(photo_id: str, name: str) -> str:
    return f"{photo_id}/{name}.jpg"


def open_pictures(address: str | None, store: Store) -> PictureStore:
    """Open the image store at an address such as s3://bucket/prefix, or in the database if there is no address.

    Options of the S3-compatible store follow a question mark, such as endpoint=http://garage:3900, or are in the environment
    (AWS_...). Raise a Problem if the address is unusable.
    """
    if address is None:
        return PicturesInDatabase(store)
    parts = urlsplit(address)
    if parts.scheme != "s3" or not parts.netloc:
        raise Problem("bad-pictures", text("serve.bad_pictures", given=address.split("?")[0]))
    options: Mapping[str, Any] = dict(parse_qsl(parts.query))
    try:
        return PicturesInBucket(_open_bucket(parts.netloc, parts.path.strip("/"), options))
    except (BaseError, TypeError, ValueError):
        raise Problem("bad-pictures", text("serve.bad_pictures", given=address.split("?")[0])) from None


def _open_bucket(bucket: str, prefix: str, options: Mapping[str, Any]) -> S3Store:
    endpoint = options.get("endpoint")
    plain_http = bool(endpoint) and str(endpoint).startswith("http://")
    return S3Store(
        bucket,
        prefix=prefix or None,
        config=cast(Any, dict(options)),  # the library checks the names
        client_options={"timeout": "20s", "connect_timeout": "5s", "allow_http": plain_http},
        retry_config={"max_retries": 2},
    )
