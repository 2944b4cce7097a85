"""The words of a review that its page, the terminal and the documentation share."""

from mindsight.clauses import find
from mindsight.clauses.entry import Clause
from mindsight.record.blocks import Column, Table
from mindsight.record.model import DataReview
from mindsight.record.spelling import verdict_of
from mindsight.review.findings import Checked, Review, Severity, State, Verdict
from mindsight.text import Language, Text, say, text

STATES: dict[State, Text] = {
    "failure": text("fails"),
    "warning": text("warning"),
    "waiting": text("to be settled"),
    "declared": text("declared"),
    "information": text("stated"),
    "good": text("good"),
    "not_applicable": text("does not apply"),
}
VERDICTS: dict[Verdict, Text] = {
    "decided": text("the program"),
    "declared": text("who answers for it"),
    "person": text("a person who looks"),
}
OPEN: dict[Verdict, Text] = {
    "declared": text("to be declared: {points}"),
    "decided": text("to be declared, then checked: {points}"),
    "person": text("to be looked at by a person: {points}"),
}
ORDER: tuple[Severity, ...] = ("failure", "warning", "waiting", "declared", "information", "good")


def clause_of(check: Checked) -> Clause:
    """Return the clause that a check belongs to."""
    return find("home", check.clause)


def summary(review: Review) -> Text:
    """Return the verdict in one sentence."""
    return verdict_of(named(review, ""))


def named(review: Review, sha256: str) -> DataReview:
    """Return how a run names a review of which this is the hash."""
    return DataReview(
        sha256=sha256,
        name=review.data.name,
        on=review.on,
        checks=len(review.checks) - review.count("not_applicable"),
        failed=review.count("failure"),
        warnings=review.count("warning"),
        waiting=review.count("waiting"),
    )


def overview(review: Review) -> Table:
    """Return all checks as one table, the gravest first."""
    order = {state: place for place, state in enumerate((*ORDER, "not_applicable"))}
    checks = sorted(review.checks, key=lambda one: order[one.state])
    return Table(
        id="checks",
        title=text("Checks of home 6.2"),
        columns=tuple(
            Column(title=title, align="left")
            for title in (text("Point"), text("State"), text("What is checked"), text("Decided by"), text("Found"))
        ),
        rows=tuple(
            (one.id, STATES[one.state], one.title, VERDICTS[one.verdict], _first(one)) for one in checks if one.findings
        ),
    )


def open_points(review: Review, verdict: Verdict, language: Language) -> str:
    """Return the checks that wait for somebody, as a list in one language."""
    waiting = [one for one in review.checks if one.state == "waiting" and one.verdict == verdict]
    return {"zh": "；", "en": "; "}[language].join(f"{one.id} {say(one.title, language)}" for one in waiting)


def gravest(check: Checked) -> tuple[Text, ...]:
    """Return what the gravest findings of a check say."""
    return tuple(one.found for one in check.findings if one.severity == check.state)


def _first(check: Checked) -> Text | None:
    found = gravest(check)
    if len(found) > 1:
        return text("{first} (and {count} more)", first=found[0], count=len(found) - 1)
    return found[0] if found else None
