"""Create the queue: Procrastinate's tables, photos waiting to be read, and images of a club without an image store.

The job tables are those of Procrastinate 3.10, which `pyproject.toml` pins. Another minor version needs its own migration.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from procrastinate.schema import SchemaManager

revision, down_revision = "0002", "0001"


def upgrade() -> None:
    """Create the tables of Procrastinate and of the photo queue."""
    connection = op.get_bind().execution_options(no_parameters=True)  # the statements hold percent signs
    connection.exec_driver_sql(SchemaManager.get_schema())
    op.create_table(
        "incoming",
        _word("id", 32, primary_key=True),
        sa.Column("game_id", sa.String(32)),
        _word("client", 64),
        sa.Column("turn", sa.Integer, nullable=False),
        _word("step", 8),
        sa.Column("job", sa.BigInteger),
        sa.Column("lost_readers", sa.Integer, nullable=False, server_default="0"),
        _word("at", 40),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_index("incoming_by_step", "incoming", ["step", "turn"])
    op.create_table(
        "loose_photos",
        _word("id", 32, primary_key=True),
        _word("at", 40),
        _word("state", 16),
        sa.Column("answer", sa.Text),
    )
    op.create_index("loose_photos_by_age", "loose_photos", ["at"])
    op.create_table(
        "stored_pictures",
        _word("photo_id", 32, primary_key=True),
        _word("name", 8, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )


def _word(name: str, length: int, primary_key: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), primary_key=primary_key, nullable=False)
