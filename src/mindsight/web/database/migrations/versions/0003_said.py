"""Answers in words, to the questions of a catalogue.

Revision ID: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column; older answers are points and choices."""
    op.add_column("answer", sa.Column("said", sa.String(500)))


def downgrade() -> None:
    """Refuse: what was said would be lost."""
    raise NotImplementedError("a step back would lose what was answered in words; restore a backup instead")
