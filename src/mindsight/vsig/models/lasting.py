"""End a run early if all samples fail: then the subject is at fault and no sample is."""

from collections.abc import Iterator
from contextlib import closing

from mindsight.harness.runs.accounts import gone
from mindsight.record.model import Draft

GIVE_UP_AFTER = 20
"""Samples in a row that could not be tested before a run ends."""


def lasting(drafts: Iterator[Draft], *, begun: bool) -> Iterator[Draft]:
    """Yield drafts, holding back those that could not be tested until another has been tested.

    If all fail, no sample is to blame: what is held back is not recorded, and a resume asks for it again. At the end of a run that has
    tested others, in this or an earlier part (``begun``), it is recorded, since it would fail again.

    Raises:
        SubjectError: Too many in a row, or all, could not be tested.
    """
    held: list[Draft] = []
    with closing(drafts):  # type: ignore[type-var]
        for draft in drafts:
            if draft.status == "failed":
                held.append(draft)
                if len(held) == GIVE_UP_AFTER:
                    raise gone(len(held), draft.error)
                continue
            begun = True
            yield from held
            held.clear()
            yield draft
    if held and not begun:
        raise gone(len(held), held[-1].error)
    yield from held
