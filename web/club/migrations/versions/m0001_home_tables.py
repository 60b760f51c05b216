"""Create the tables of a home as of its migration 2. Databases with these tables are marked as having this migration."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0001", None

HOME_STEPS = (1, 2)


def upgrade() -> None:
    """Create the tables and record the home's migrations, so that older servers accept the database."""
    _create_games()
    _create_photos()
    op.create_table("settings", _word("name", 64, primary_key=True), sa.Column("value", sa.Text, nullable=False))
    op.create_table("player_names", _word("name", 80, primary_key=True), _word("used", 40))
    steps = op.create_table("schema_steps", sa.Column("number", sa.Integer, primary_key=True), _word("at", 40))
    op.bulk_insert(steps, [{"number": number, "at": "created by migration 0001"} for number in HOME_STEPS])


def _word(name: str, length: int, primary_key: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), primary_key=primary_key, nullable=False)


def _create_games() -> None:
    op.create_table(
        "games",
        _word("id", 32, primary_key=True),
        _word("created", 40),
        _word("changed", 40),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_table(
        "revisions",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("parent", sa.Integer),
        _word("save_id", 64),
        _word("kind", 16),
        _word("at", 40),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["game_id", "parent"], ["revisions.game_id", "revisions.number"]),
        sa.UniqueConstraint("game_id", "save_id"),
    )


def _create_photos() -> None:
    op.create_table(
        "photos",
        _word("id", 32, primary_key=True),
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), nullable=False),
        _word("upload_id", 64),
        sa.Column("revision", sa.Integer, nullable=False),
        _word("at", 40),
        _word("state", 16),
        sa.Column("answer", sa.Text),
        sa.Column("bytes", sa.Integer, nullable=False),
        sa.UniqueConstraint("game_id", "upload_id"),
    )
    op.create_index("photos_by_age", "photos", ["at"])
    op.create_table(
        "pictures",
        sa.Column("photo_id", sa.String(32), sa.ForeignKey("photos.id"), primary_key=True),
        _word("name", 8, primary_key=True),
        sa.Column("bytes", sa.Integer, nullable=False),
        _word("sha256", 64),
    )
