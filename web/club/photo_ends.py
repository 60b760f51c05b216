"""Complete a club's photo: store its first answer, then queue the storing of its image or remove the photo from the queue.

The answer and the job for the image are committed in one transaction, so that a crash cannot separate them.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, func, select

from web.club.photo_queue import KEEP, READ, add_job
from web.club.schema import incoming, loose_photos
from web.club.table_door import door_of_game
from web.games.games import remember_print
from web.games.photo_shelf import UNANSWERED, PhotoShelf
from web.games.store import Store

MOST_UNKEPT = 400
log = logging.getLogger("terranova.reading")


def end_photo(store: Store, shelf: PhotoShelf, photo_id: str, answer: Mapping[str, Any], picture_follows: bool = True) -> None:
    """Store the answer to an unanswered photo, and queue the storing of its image if the photo belongs to a game.

    The image is dropped if `picture_follows` is false or too many images are waiting. The answer also sets the paper, hex size
    and ink of the photo's game.
    """

    def follow(connection: Connection) -> None:
        turn = connection.execute(select(incoming.c.turn).where(incoming.c.id == photo_id)).scalar()
        if picture_follows and turn is not None and _has_room(connection):
            connection.execute(incoming.update().where(incoming.c.id == photo_id).values(lost_readers=0))
            add_job(connection, photo_id, KEEP, turn)

    game_id = shelf.finish(photo_id, answer, follow)
    with store.writing(photo_id) as connection:
        _end_loose(connection, photo_id, answer)
        connection.execute(incoming.delete().where((incoming.c.id == photo_id) & (incoming.c.step == READ)))
    if game_id is not None:
        remember_print(store.through(door_of_game(store, game_id)), game_id, answer)


def _has_room(connection: Connection) -> bool:
    """Return whether another image may wait to be stored.

    The limit prevents images from filling the database while the image store does not respond.
    """
    waiting = connection.execute(select(func.count()).where(incoming.c.step == KEEP)).scalar_one()
    if waiting >= MOST_UNKEPT:
        log.warning("%s pictures wait to be kept; that of another photo is dropped, its reading is not", waiting)
    return int(waiting) < MOST_UNKEPT


def _end_loose(connection: Connection, photo_id: str, answer: Mapping[str, Any]) -> None:
    state = "done" if "reading" in answer else "failed"
    open_one = (loose_photos.c.id == photo_id) & loose_photos.c.state.in_(UNANSWERED)
    connection.execute(loose_photos.update().where(open_one).values(state=state, answer=json.dumps(answer)))


def forget_incoming(connection: Connection, photo_id: str, job: int) -> None:
    """Delete a photo's row in `incoming` if the row still belongs to the given job."""
    connection.execute(incoming.delete().where((incoming.c.id == photo_id) & (incoming.c.job == job)))
