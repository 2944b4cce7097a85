"""The hashes of the pictures that an answer is about.

Revision ID: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column; of older answers it is not known which bytes the browser showed."""
    op.add_column("answer", sa.Column("seen", sa.JSON()))


def downgrade() -> None:
    """Refuse: what was seen would be lost."""
    raise NotImplementedError("a step back would lose what was seen; restore a backup instead")
