"""Campaigns, raters, links, visits, places, answers and the audit log.

Revision ID: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_APPEND_ONLY = ("answer", "audit")


def _id() -> sa.Column[int]:
    return sa.Column("id", sa.Integer(), primary_key=True)


def _moment(name: str, *, null: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=null)


def upgrade() -> None:
    """Make the tables, and the triggers that keep answers and audit log as they were written."""
    op.create_table(
        "campaign",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("plan", sa.String(64), nullable=False),
        _moment("created"),
        _moment("closed", null=True),
        sa.Column("ratings", sa.String(64)),
    )
    op.create_table(
        "rater",
        _id(),
        sa.Column("campaign", sa.String(16), sa.ForeignKey("campaign.id"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("pseudonym", sa.String(200), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        _moment("instructed", null=True),
        sa.Column("screen", sa.JSON()),
        sa.Column("attempt", sa.Integer(), nullable=False),
        _moment("qualified", null=True),
        _moment("refused", null=True),
        sa.Column("worked_s", sa.Float(), nullable=False),
        _moment("pause", null=True),
        _moment("finished", null=True),
        sa.UniqueConstraint("campaign", "number"),
        sa.UniqueConstraint("campaign", "pseudonym"),
    )
    op.create_table(
        "invitation",
        _id(),
        sa.Column("campaign", sa.String(16), sa.ForeignKey("campaign.id"), nullable=False),
        sa.Column("rater", sa.Integer(), sa.ForeignKey("rater.id"), index=True),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        _moment("created"),
        _moment("expires"),
        _moment("revoked", null=True),
    )
    op.create_table(
        "visit",
        _id(),
        sa.Column("invitation", sa.Integer(), sa.ForeignKey("invitation.id"), nullable=False, index=True),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("csrf", sa.String(64), nullable=False),
        _moment("created"),
        _moment("seen"),
        _moment("ended", null=True),
    )
    op.create_table(
        "place",
        sa.Column("rater", sa.Integer(), sa.ForeignKey("rater.id"), primary_key=True),
        sa.Column("place", sa.Integer(), primary_key=True),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("stimulus", sa.String(200), nullable=False),
        sa.Column("low", sa.Float()),
        sa.Column("high", sa.Float()),
        sa.Column("attempt", sa.Integer(), nullable=False),
        _moment("shown", null=True),
        _moment("answered", null=True),
    )
    op.create_table(
        "answer",
        _id(),
        sa.Column("rater", sa.Integer(), sa.ForeignKey("rater.id"), nullable=False, index=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("visit", sa.Integer(), sa.ForeignKey("visit.id"), nullable=False),
        sa.Column("value", sa.Float()),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("time_s", sa.Float(), nullable=False),
        sa.Column("viewing", sa.JSON(), nullable=False),
        _moment("at"),
        sa.UniqueConstraint("rater", "key"),
    )
    op.create_table(
        "audit",
        _id(),
        sa.Column("campaign", sa.String(16), nullable=False),
        _moment("at"),
        sa.Column("who", sa.String(200), nullable=False),
        sa.Column("what", sa.String(40), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
    )
    for table in _APPEND_ONLY:
        _refuse_changes(table)


def _refuse_changes(table: str) -> None:
    if op.get_bind().dialect.name == "sqlite":
        for action in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
        return
    op.execute(
        f"CREATE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{table} is append-only'; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_append_only()"
    )


def downgrade() -> None:
    """Refuse: answers would be lost."""
    raise NotImplementedError("a step back would lose answers; restore a backup instead")
