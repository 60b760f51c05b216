"""Move images that an older version stored in a server's data folder to the club's image store.

Photos that the older version never finished are marked as failed and can be sent again.
"""

from __future__ import annotations

import logging

from sqlalchemy import select

from web.club.schema import incoming
from web.games.photo_shelf import UNANSWERED, PhotoShelf
from web.games.picture_files import PICTURE_NAMES, PictureFolder, PictureStore
from web.games.schema import photos, pictures
from web.games.store import Store

log = logging.getLogger(__name__)


def take_over(store: Store, shelf: PhotoShelf, folder: PictureFolder, to: PictureStore) -> None:
    """Move the images in a folder to the club's store, and mark unread photos that are not in the queue as failed.

    Images that are incomplete or not listed in the database remain in the folder.
    """
    with store.writing() as connection:
        on_its_way = select(incoming.c.id).where(incoming.c.id == photos.c.id).exists()
        lost = photos.c.state.in_(UNANSWERED) & ~on_its_way
        connection.execute(photos.update().where(lost).values(state="failed", answer=None))
    for photo_id in sorted(folder.photo_ids()):
        if _is_kept(store, folder, photo_id):
            for name in PICTURE_NAMES:
                to.put(photo_id, name, folder.path(photo_id, name).read_bytes())
            shelf.note_kept(photo_id, folder.fingerprints(photo_id))
            folder.remove(photo_id)


def _is_kept(store: Store, folder: PictureFolder, photo_id: str) -> bool:
    """Return whether the folder contains the complete image files of a photo that is in the database."""
    with store.reading() as connection:
        kept = connection.execute(select(photos.c.bytes).where(photos.c.id == photo_id)).scalar()
        noted = connection.execute(select(pictures.c.sha256).where(pictures.c.photo_id == photo_id)).scalars().all()
    found = {one.sha256 for one in folder.fingerprints(photo_id)}
    is_whole = found >= set(noted) if noted else folder.is_whole(photo_id)
    if kept and found and not is_whole:
        log.warning("the picture of photo %s is damaged and is left in the data folder", photo_id)
    return bool(kept and found and is_whole)
