"""Called by Alembic: take the steps on the connection that the engine hands over; imported by anybody else, do nothing."""

from alembic import context

from mindsight.web.database.tables import Table

if hasattr(context, "config"):
    context.configure(connection=context.config.attributes["connection"], target_metadata=Table.metadata)
    with context.begin_transaction():
        context.run_migrations()
