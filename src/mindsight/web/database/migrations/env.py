"""Called by Alembic: take the steps on the connection that the engine hands over."""

from alembic import context

from mindsight.web.database.tables import Table

context.configure(connection=context.config.attributes["connection"], target_metadata=Table.metadata)
with context.begin_transaction():
    context.run_migrations()
