"""The right picture of a comparison in pairs, and where an answer comes from.

Revision ID: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns; places of older campaigns have no second picture, and their answers were given in browsers."""
    op.add_column("place", sa.Column("beside", sa.String(200)))
    op.add_column("answer", sa.Column("source", sa.String(16), nullable=False, server_default="web"))


def downgrade() -> None:
    """Refuse: what was compared would be lost."""
    raise NotImplementedError(
        "a step back would lose what was compared and what was copied from paper; restore a backup instead"
    )
