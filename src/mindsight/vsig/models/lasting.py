"""When a run of samples ends early: where all of them fail, the subject is at fault and no sample is."""

from collections.abc import Iterator
from contextlib import closing

from mindsight.harness.runs.accounts import gone
from mindsight.record.model import Draft

GIVE_UP_AFTER = 20
"""Samples in a row that could not be tested before a run ends."""


def lasting(drafts: Iterator[Draft], *, begun: bool) -> Iterator[Draft]:
    """Hold back what could not be tested until something else has been: where all fails, no sample is to blame.

    What is held back when a run ends is not recorded, and a resume asks for it again. At the end of a run that has tested
    others, in this or an earlier part (``begun``), it is recorded: it would fail again.

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
