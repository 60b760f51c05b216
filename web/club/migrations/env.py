"""Run the migrations on the connection that `web/club/migrating.py` has opened; Alembic loads this file by its path."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transaction_per_migration=True)
with context.begin_transaction():
    context.run_migrations()
