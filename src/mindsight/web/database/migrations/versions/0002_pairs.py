"""The right picture of a comparison in pairs.

Revision ID: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column; places of older campaigns have no second picture."""
    op.add_column("place", sa.Column("beside", sa.String(200)))


def downgrade() -> None:
    """Refuse: what was compared would be lost."""
    raise NotImplementedError("a step back would lose which pictures were compared; restore a backup instead")
