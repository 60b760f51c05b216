"""Database schema for a club's doors: secrets, club tables with what belongs to them, wrong codes, and saved boards.

Migration 0003 adds this schema to a club's PostgreSQL database; a home's database does not have it.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Identity, Index, Integer, String, Table, Text

from web.club.schema import CLIENT_LENGTH, club_tables
from web.games.schema import ID_LENGTH, games

TITLE_LENGTH, CODE_LENGTH, TIME_LENGTH = 60, 40, 40

secrets = Table("club_secrets", club_tables, Column("name", String(32), primary_key=True), Column("value", Text, nullable=False))

# `issue` is the number of codes that the table has had; a phone's cookie names the issue for which it was given.
tables = Table(
    "club_tables",
    club_tables,
    Column("id", Integer, Identity(always=True), primary_key=True),
    Column("title", String(TITLE_LENGTH), nullable=False),
    Column("code", String(CODE_LENGTH), nullable=False, unique=True),
    Column("issue", Integer, nullable=False, server_default="1"),
    Column("opened", String(TIME_LENGTH), nullable=False),
    Column("closed", String(TIME_LENGTH)),
)

table_games = Table(
    "club_table_games",
    club_tables,
    Column("game_id", String(ID_LENGTH), ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("table_id", Integer, ForeignKey("club_tables.id"), nullable=False),
    Index("club_games_by_table", "table_id"),
)

# Readings of photos without a game, with the club table that each belongs to.
table_jobs = Table(
    "club_table_jobs",
    club_tables,
    Column("job_id", String(ID_LENGTH), primary_key=True),
    Column("table_id", Integer, ForeignKey("club_tables.id"), nullable=False),
    Column("at", String(TIME_LENGTH), nullable=False, index=True),
)

table_phones = Table(
    "club_table_phones",
    club_tables,
    Column("table_id", Integer, ForeignKey("club_tables.id"), primary_key=True),
    Column("phone", String(ID_LENGTH), primary_key=True),
    Column("seen", String(TIME_LENGTH), nullable=False),
)

# Wrong codes by client address and minute since 1970, by the database's clock.
wrong_codes = Table(
    "club_guesses",
    club_tables,
    Column("client", String(CLIENT_LENGTH), primary_key=True),
    Column("minute", BigInteger, primary_key=True, autoincrement=False),
    Column("wrong", Integer, nullable=False),
    Index("club_guesses_by_minute", "minute"),
)

# Boards that were drawn or imported; those without a club table belong to the house and are visible to everybody.
boards = Table(
    "club_boards",
    club_tables,
    Column("name", String(ID_LENGTH * 2), primary_key=True),
    Column("title", Text, nullable=False),
    Column("board", Text, nullable=False),
    Column("table_id", Integer, ForeignKey("club_tables.id"), index=True),
    Column("changed", String(TIME_LENGTH), nullable=False),
)
