"""Add imported games to the store without replacing any; a game that differs from its stored version is added beside it.

A game is not added again if its revisions and players' names are all stored already. This module changes no files.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from enum import StrEnum

from sqlalchemy import Connection, not_, select

from referee.formats.games import replay
from referee.formats.positions import GivenPosition, position_to_json
from referee.rules.play import play_turn
from referee.rules.position import Position, labels_of
from referee.rules.scoring import score_position
from referee.rules.turns import format_turn
from referee.words.problems import Problem
from web.games.doors import door_of
from web.games.history import Kind, Settlement, TurnRecord, settlements_of
from web.games.payments import Why, payments_of, withhold_paid
from web.games.schema import games
from web.games.stamps import now
from web.games.store import Game, Revision, StoredGame, insert_game, read_game, refuse_too_many
from web.games.table import USUAL_INK, USUAL_PAPER, Mode, paid_cells
from web.takeaway.records import record_of, record_to_bytes
from web.takeaway.shared import Shared

ID_LETTERS = 16


class Way(StrEnum):
    """What happened to an imported game."""

    NEW = "new"
    KNOWN = "known"
    BESIDE = "beside"  # the same game was stored and differs, so both are kept


@dataclass(frozen=True, slots=True)
class Added:
    """The result of importing a game: its id, title and players' names in the store, and what happened to it.

    `beside` is the id of the stored game that the imported one differs from, or None if there is none.
    """

    game_id: str
    title: str
    names: tuple[str, ...]
    way: Way
    beside: str | None = None


def add_game(connection: Connection, stored: StoredGame) -> Added:
    """Store a game with its history, unless its revisions and players' names are all stored already.

    If the stored game lacks some of these revisions or has other names, the imported game is stored under another id, unless
    that has been done before. Raise a Problem if there are too many games.
    """
    here = _find(connection, stored.game.id)
    own_id = _id_here(connection, stored.game.id)
    if here is None and own_id != stored.game.id:
        stored = _as_another(stored, own_id)
        here = _find(connection, own_id)
    if here is None:
        return _insert(connection, stored, Way.NEW)
    if _holds(here, stored):
        return _added(here.game, Way.KNOWN)
    beside = _as_another(stored, _id_here(connection, id_of(record_to_bytes(stored))))
    known = _find(connection, beside.game.id)
    return _added(known.game, Way.KNOWN) if known else _insert(connection, beside, Way.BESIDE, stored.game.id)


def add_shared(connection: Connection, played: StoredGame) -> Added:
    """Store a game that was imported as a list of turns, unless the same data has been imported already.

    `played` is the game as returned by `play_shared`. Raise a Problem if there are too many games.
    """
    game_id = _id_here(connection, played.game.id)
    here = _find(connection, game_id)
    return _added(here.game, Way.KNOWN) if here else _insert(connection, _as_another(played, game_id), Way.NEW)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game imported as turns: its stored form with one revision per turn, and the position at each revision."""

    stored: StoredGame
    positions: tuple[Position, ...]


def play_shared(shared: Shared, board_name: str, game_id: str) -> PlayedGame:
    """Play the turns of an imported game and return its revisions and positions; raise a Problem if a turn is illegal."""
    replay(shared.game)  # raises a Problem that names the first illegal turn
    at, board, position = now(), shared.board, shared.game.start.position
    settled = [region for region in score_position(position).regions if region.settled]
    empty = tuple(Settlement(labels_of(board, region.cells), region.value, {}, Why.NOBODY) for region in settled)
    made = [_revision(0, Kind.START, at, GivenPosition(position, board_name), TurnRecord(settlements=empty), game_id)]
    positions = [position]
    for number, turn in enumerate(shared.game.turns, 1):
        paid = paid_cells(board, made)
        played = withhold_paid(play_turn(position, turn), paid)
        found = settlements_of(position, payments_of(played.events, paid))
        record = TurnRecord(player=position.mover, turn=format_turn(turn, board), settlements=found)
        kind = Kind.PLACE if position.in_setup else Kind.TURN
        position = played.position
        positions.append(position)
        made.append(_revision(number, kind, at, GivenPosition(position, board_name), record, game_id))
    stored = StoredGame(_game(shared, board_name, game_id, at, len(made) - 1), {one.number: one for one in made})
    return PlayedGame(stored, tuple(positions))


def _revision(number: int, kind: Kind, at: str, given: GivenPosition, record: TurnRecord, game_id: str) -> Revision:
    parent = number - 1 if number else None
    return Revision(number, parent, kind, at, position_to_json(given), record, f"{game_id}-{number}")


def _game(shared: Shared, board_name: str, game_id: str, at: str, last: int) -> Game:
    start = shared.game.start.position
    settings = {
        "players": list(shared.game.names),
        "board": board_name,
        "edition": start.edition.value,
        "first": start.mover.value,
        "mode": Mode.REFEREE.value,
        "paper": USUAL_PAPER,
        "ink": USUAL_INK,
        "hex_mm": None,
    }
    return Game(game_id, at, at, "", settings, last, 1)


def _as_another(stored: StoredGame, game_id: str) -> StoredGame:
    """Return a game under another id, with new ids for its photos."""
    revisions = {
        number: replace(
            revision,
            record=replace(
                revision.record,
                photo=revision.record.photo and other_photo_id(game_id, revision.record.photo),
                earlier_photos=tuple(other_photo_id(game_id, photo) for photo in revision.record.earlier_photos),
            ),
        )
        for number, revision in stored.revisions.items()
    }
    return StoredGame(replace(stored.game, id=game_id), revisions)


def other_photo_id(game_id: str, photo_id: str) -> str:
    """Return the new id of a photo for a copy of its game; `game_id` is the id of the copy."""
    return id_of(f"{game_id}/{photo_id}".encode())


def _id_here(connection: Connection, game_id: str) -> str:
    """Return the id under which an imported game is stored behind the connection's door.

    The id is the same for each import, unless the game with this id has since been moved to another door.
    """
    door = door_of(connection)
    own_id = door.imported_id(game_id)
    while not door.is_house and _is_elsewhere(connection, own_id):
        own_id = door.imported_id(own_id)
    return own_id


def _is_elsewhere(connection: Connection, game_id: str) -> bool:
    found = select(games.c.id).where(games.c.id == game_id, not_(door_of(connection).sees(games.c.id)))
    return connection.execute(found).first() is not None


def _find(connection: Connection, game_id: str) -> StoredGame | None:
    try:
        return read_game(connection, game_id)
    except Problem as problem:
        if problem.slug == "no-such-game":
            return None
        raise


def _holds(here: StoredGame, given: StoredGame) -> bool:
    """Return whether the stored game has the same players' names as a given game and contains all revisions of the given game."""
    known = {revision["number"]: revision for revision in record_of(here)["revisions"]}
    return here.game.settings["players"] == given.game.settings["players"] and all(
        known.get(revision["number"]) == revision for revision in record_of(given)["revisions"]
    )


def _insert(connection: Connection, stored: StoredGame, way: Way, beside: str | None = None) -> Added:
    refuse_too_many(connection)
    insert_game(connection, stored)
    return replace(_added(stored.game, way), beside=beside)


def _added(game: Game, way: Way) -> Added:
    return Added(game.id, game.title, tuple(game.settings["players"]), way)


def id_of(data: bytes) -> str:
    """Return the id of a game or photo that is derived from data, so that the same data always has the same id."""
    return hashlib.sha256(data).hexdigest()[:ID_LETTERS]
