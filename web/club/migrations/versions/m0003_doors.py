"""Add the schema for a club's doors: secrets, club tables with what belongs to them, wrong codes, and saved boards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0003", "0002"


def upgrade() -> None:
    """Add the schema for secrets, club tables with their games, readings and phones, wrong codes, and saved boards."""
    op.create_table("club_secrets", _word("name", 32, primary_key=True), sa.Column("value", sa.Text, nullable=False))
    op.create_table(
        "club_tables",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        _word("title", 60),
        sa.Column("code", sa.String(40), nullable=False, unique=True),
        sa.Column("issue", sa.Integer, nullable=False, server_default=sa.text("1")),
        _word("opened", 40),
        sa.Column("closed", sa.String(40)),
    )
    op.create_table(
        "club_table_games",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        _table_id(),
    )
    op.create_index("club_games_by_table", "club_table_games", ["table_id"])
    op.create_table("club_table_jobs", _word("job_id", 32, primary_key=True), _table_id(), _word("at", 40))
    op.create_index("ix_club_table_jobs_at", "club_table_jobs", ["at"])
    op.create_table("club_table_phones", _table_id(primary_key=True), _word("phone", 32, primary_key=True), _word("seen", 40))
    op.create_table(
        "club_guesses",
        _word("client", 64, primary_key=True),
        sa.Column("minute", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("wrong", sa.Integer, nullable=False),
    )
    op.create_index("club_guesses_by_minute", "club_guesses", ["minute"])
    op.create_table(
        "club_boards",
        _word("name", 64, primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("club_tables.id")),
        _word("changed", 40),
    )
    op.create_index("ix_club_boards_table_id", "club_boards", ["table_id"])


def _word(name: str, length: int, primary_key: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), primary_key=primary_key, nullable=False)


def _table_id(primary_key: bool = False) -> sa.Column[int]:
    return sa.Column("table_id", sa.Integer, sa.ForeignKey("club_tables.id"), primary_key=primary_key, nullable=False)
