"""What fails is recorded only if something else was tested; what only fails ends the run."""

from collections.abc import Generator

import pytest

from mindsight.errors import SubjectError
from mindsight.execution.failures import (
    GIVE_UP_AFTER,
    GIVE_UP_AFTER_PARTS,
    Failure,
    hold_back_failed_drafts,
    hold_back_failures,
)
from mindsight.harness.questions.question import Asking
from mindsight.harness.runs.settings import Effort, ModelSpec
from mindsight.record.model import Draft
from mindsight.text import text


def drafts(pattern: str) -> Generator[Draft, None, None]:
    """Yield drafts numbered from 0: F failed, any other letter scored."""
    for number, letter in enumerate(pattern):
        failed = letter == "F"
        yield Draft(
            id=str(number),
            instance="",
            cluster="",
            status="failed" if failed else "scored",
            outcome="infrastructure_error" if failed else "TN",
            error=text("the task could not be tested") if failed else None,
        )


@pytest.mark.parametrize("most", [GIVE_UP_AFTER, GIVE_UP_AFTER_PARTS])
@pytest.mark.parametrize(
    ("pattern", "begun", "recorded"),
    [
        ("", False, ""),
        ("ssFs", False, "0123"),
        ("FFss", False, "0123"),
        ("sFF", False, "012"),
        ("F", True, "0"),
        ("F", False, None),
    ],
)
def test_failures_are_held_back_until_something_is_tested(
    pattern: str, begun: bool, recorded: str | None, most: int
) -> None:
    source = drafts(pattern)
    taken = (draft.id for draft in hold_back_failed_drafts(source, begun=begun, give_up_after=most))
    if recorded is None:
        with pytest.raises(SubjectError, match="1 items in a row could not be tested"):
            list(taken)
    else:
        assert list(taken) == list(recorded)
    assert list(source) == []  # closed: its workers are gone


@pytest.mark.parametrize("most", [GIVE_UP_AFTER, GIVE_UP_AFTER_PARTS])
def test_a_run_ends_at_the_limit_and_not_before(most: int) -> None:
    nearly = "s" + "F" * (most - 1) + "s"
    assert len(list(hold_back_failed_drafts(drafts(nearly), begun=False, give_up_after=most))) == len(nearly)
    for pattern, begun, before in (("F" * most + "s", True, []), ("s" + "F" * most + "s", False, ["0"])):
        found: list[str] = []
        source = drafts(pattern)
        with pytest.raises(SubjectError, match=f"{most} items in a row could not be tested .*--resume"):
            found.extend(draft.id for draft in hold_back_failed_drafts(source, begun=begun, give_up_after=most))
        assert found == before
        assert list(source) == []


def test_without_a_limit_a_row_of_failures_ends_no_run_that_tests_something() -> None:
    pattern = "F" * (3 * GIVE_UP_AFTER_PARTS) + "s"
    assert len(list(hold_back_failed_drafts(drafts(pattern), begun=False, give_up_after=None))) == len(pattern)


@pytest.mark.parametrize(
    ("letters", "begun", "recorded"),
    [("ee", True, "ee"), ("eu", True, None), ("ee", False, None), ("su", True, "su"), ("eus", False, "eus")],
)
def test_an_unreachable_subject_is_recorded_only_beside_what_the_same_part_has_tested(
    letters: str, begun: bool, recorded: str | None
) -> None:
    def failure_of(letter: str) -> Failure | None:
        return None if letter == "s" else Failure(text("no answer"), unreachable=letter == "u")

    held = hold_back_failures((letter for letter in letters), failure_of, begun=begun)
    if recorded is None:
        with pytest.raises(SubjectError, match="2 items in a row could not be tested"):
            list(held)
    else:
        assert "".join(held) == recorded


def test_the_harness_gives_up_after_as_many() -> None:
    assert Effort().give_up_after == Asking(ModelSpec(name="model")).give_up_after == GIVE_UP_AFTER
