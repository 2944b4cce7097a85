"""The steps from an empty database to the present tables, for Alembic; ``versions`` holds one file a step."""
