"""Database tables of a club's photo queue: photos waiting to be read, answers to photos without a game, and stored images.

The home's tables are in `web/games/schema.py`, and the tables of jobs belong to Procrastinate. Migrations create the tables.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, String, Table, Text

from web.games.schema import ID_LENGTH

CLIENT_LENGTH = 64

club_tables = MetaData()

# A photo from its upload until its image is stored. `job` is the Procrastinate job of the next step, `turn` the round in which
# the client's photo is read, and `game_id` is NULL for a photo without a game.
incoming = Table(
    "incoming",
    club_tables,
    Column("id", String(ID_LENGTH), primary_key=True),
    Column("game_id", String(ID_LENGTH)),
    Column("client", String(CLIENT_LENGTH), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("step", String(8), nullable=False),
    Column("job", BigInteger),
    Column("lost_readers", Integer, nullable=False, server_default="0"),
    Column("at", String(40), nullable=False),
    Column("options", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Index("incoming_by_step", "step", "turn"),
)

# Photos without a game: their state and answer, deleted after an hour.
loose_photos = Table(
    "loose_photos",
    club_tables,
    Column("id", String(ID_LENGTH), primary_key=True),
    Column("at", String(40), nullable=False),
    Column("state", String(16), nullable=False),
    Column("answer", Text),
    Index("loose_photos_by_age", "at"),
)

# Images of a club without an object store; their lengths and hashes are in the home's table `pictures`.
stored_pictures = Table(
    "stored_pictures",
    club_tables,
    Column("photo_id", String(ID_LENGTH), primary_key=True),
    Column("name", String(8), primary_key=True),
    Column("data", LargeBinary, nullable=False),
)
