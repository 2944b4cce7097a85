"""Failures in a row: what could not be tested is held back until something was, and a run in which nothing can be tested ends.

If everything fails, the subject or this machine is at fault and no single item is to blame: nothing of it is recorded, and a resume
tries it again. Every limit stands here, with the reason why it is not the same:

* ``GIVE_UP_AFTER``: whatever is asked one item after another. The harness counts its models and agents itself, in the order in which
  items end (``harness.runs.accounts``).
* ``GIVE_UP_AFTER_PICTURES``: services under test. Behind each picture lie five requests with growing pauses, so fewer will do. Each
  connection counts by itself (``subjects.http_product``), and for questions to services there is no other limit.
* ``GIVE_UP_AFTER_PARTS``: runs that ask a model part by part, such as the conditions of a control or the rounds of a judge. The harness
  counts within a part. Drafts of several parts follow one another without the answers that are asked for again, so a row of failures
  among them is longer than any that the model was seen to make.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from mindsight.errors import SubjectError
from mindsight.text import Text, text

if TYPE_CHECKING:
    from mindsight.record.model import Draft

GIVE_UP_AFTER = 5
GIVE_UP_AFTER_PICTURES = 3
GIVE_UP_AFTER_PARTS = 20

R = TypeVar("R")


class Failure(NamedTuple):
    """Why a result tests nothing; ``unreachable`` if the subject itself was not there, so that it may be there later."""

    reason: Text | None
    unreachable: bool = False


def hold_back_failures(
    results: Iterable[R], failure_of: Callable[[R], Failure | None], *, begun: bool, give_up_after: int | None = None
) -> Iterator[R]:
    """Yield results, each failed one only after a later one has been tested.

    Failures still held back when a run breaks off are not recorded, and a resume tries them again. At the end of a run that has tested
    others they are recorded, since they would fail again; if only an earlier part has (``begun``), not those of an unreachable subject.

    Args:
        results: What comes of the items, as they end; closed at the end if it can be.
        failure_of: Returns why a result tests nothing, None if it tests something.
        begun: Whether an earlier part of the run has tested anything.
        give_up_after: Failures in a row that end the run; None if something else counts them.

    Raises:
        SubjectError: Too many in a row, or all, could not be tested.
    """
    held: list[tuple[R, Failure]] = []
    tested = False
    with closing(results):  # type: ignore[type-var]
        for result in results:
            failure = failure_of(result)
            if failure is not None:
                held.append((result, failure))
                if len(held) == give_up_after:
                    raise gone(len(held), failure.reason)
                continue
            tested = True
            yield from (earlier for earlier, _ in held)
            held.clear()
            yield result
    if held and not tested and (not begun or any(failure.unreachable for _, failure in held)):
        raise gone(len(held), held[-1][1].reason)
    yield from (result for result, _ in held)


def hold_back_failed_drafts(
    drafts: Iterable["Draft"], *, begun: bool, give_up_after: int | None = GIVE_UP_AFTER
) -> Iterator["Draft"]:
    """Yield drafts, each failed one only after a later item was tested; as in ``hold_back_failures``."""
    return hold_back_failures(drafts, _failure_of_draft, begun=begun, give_up_after=give_up_after)


def gone(count: int, reason: Text | None) -> SubjectError:
    """Return the error that ends a run after too many untested items in a row."""
    return SubjectError(
        "{count} items in a row could not be tested ({reason}); what has ended is kept: continue with --resume",
        count=count,
        reason=reason or text("the task could not be tested"),
    )


def _failure_of_draft(draft: "Draft") -> Failure | None:
    return Failure(draft.error) if draft.status == "failed" else None
