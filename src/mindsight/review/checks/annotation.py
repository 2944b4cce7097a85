"""6.2 f): the annotation process, as a checklist for GB/T 42755—2023, clauses 6 and 7.

The text of that standard is not free, so points have names of our own; who holds it fills in the clause of each in the declarations.
"""

from collections.abc import Callable, Iterator
from operator import attrgetter

from scipy.special import betaincinv

from mindsight.clauses import implements
from mindsight.review.checks.agreement import agreement_of
from mindsight.review.checks.check import Checks, Evidence, Outcome, declared, doubt, fault, good, waits
from mindsight.review.declarations import Annotation
from mindsight.review.findings import Checked
from mindsight.text import Text, text

_F = Checks("6.2-f")
_NOTHING = Annotation()
_MOST_DOUBT = 0.6
"""κ below it is commonly held to be too little agreement for a truth."""


@implements("home", "6.2-f")
def annotation(evidence: Evidence) -> tuple[Checked, ...]:
    """6.2 f): check what was declared of how labels were made: task, roles, tool, trial, agreement, inspection, trail."""
    return _F.run(evidence)


def _tool(process: Annotation) -> str | None:
    return process.tool and "; ".join(filter(None, (process.tool, process.prelabelled_by)))


def _stated(id_: str, title: Text, expected: Text, value: Callable[[Annotation], str | None]) -> None:
    """Add a point of the checklist that somebody answers for."""

    @_F.add(id_, "declared", title, expected)
    def _point(evidence: Evidence) -> Iterator[Outcome]:
        if evidence.catalogue.is_generated:
            return
        found = value(_process(evidence))
        if found is None:
            yield waits(text("not declared ({clause})", clause=_clause(evidence, id_)))
        else:
            yield declared(text("{value} ({clause})", value=found, clause=_clause(evidence, id_)))


_stated("f1", text("Description of the labelling task"), text("its document and version"), attrgetter("task_document"))
_stated("f3", text("Tool"), text("name and version; what a machine labelled first"), _tool)
_stated("f4", text("Training and trial labelling"), text("its record"), attrgetter("trial"))
_stated("f7", text("Arbitration"), text("who decides where two labels differ"), attrgetter("arbitration"))
_stated("f8", text("Trail"), text("who gave which label when"), attrgetter("trail"))
_stated("f9", text("Security"), text("how the data were kept while they were labelled"), attrgetter("security"))
_stated("f10", text("Delivery and archive"), text("in which form, for how long"), attrgetter("delivery"))


@_F.add(
    "f0",
    "decided",
    text("Truth without labels"),
    text("generated data need no labels: their truth is what they were made from"),
)
def _generated(evidence: Evidence) -> Iterator[Outcome]:
    if evidence.catalogue.is_generated:
        yield good(text("the truth of every task follows from how it was made"))


@_F.add("f2", "decided", text("Roles"), text("two people label, and who inspects does not label"))
def _roles(evidence: Evidence) -> Iterator[Outcome]:
    one = _process(evidence)
    if evidence.catalogue.is_generated:
        return
    if not one.labellers or one.inspector is None:
        yield waits(text("labellers or inspector are not declared ({clause})", clause=_clause(evidence, "f2")))
    elif one.inspector in one.labellers:
        yield fault(text("{name} inspects labels that the same person gave", name=one.inspector))
    elif len(set(one.labellers)) < 2:
        yield doubt(text("one person gave all labels: nobody knows how sure they are"))
    else:
        yield declared(
            text("{count} people label, {inspector} inspects", count=len(set(one.labellers)), inspector=one.inspector)
        )


@_F.add("f5", "decided", text("Agreement"), text("a part is labelled twice, and the two agree"))
def _agreement(evidence: Evidence) -> Iterator[Outcome]:
    if evidence.catalogue.is_generated:
        return
    if not evidence.twice:
        yield waits(text("no table of labels given twice is declared ({clause})", clause=_clause(evidence, "f5")))
        return
    share, kappa, low, high = agreement_of(evidence.twice)
    if kappa is None:
        yield doubt(
            text(
                "{count} labels given twice; {share} alike; κ is not estimable",
                count=len(evidence.twice),
                share=f"{share:.1%}",
            )
        )
        return
    said = text(
        "{count} labels given twice; {share} alike; Cohen's κ {kappa} [{low}, {high}]",
        count=len(evidence.twice),
        share=f"{share:.1%}",
        kappa=f"{kappa:.3f}",
        low="–" if low is None else f"{low:.3f}",
        high="–" if high is None else f"{high:.3f}",
    )
    yield doubt(said) if kappa < _MOST_DOUBT else good(said)


@_F.add(
    "f6",
    "decided",
    text("Inspection of quality"),
    text("a sample was looked at again, and errors are surely below the limit"),
)
def _inspection(evidence: Evidence) -> Iterator[Outcome]:
    found = _process(evidence).inspection
    if evidence.catalogue.is_generated:
        return
    if found is None:
        yield waits(text("no inspection is declared ({clause})", clause=_clause(evidence, "f6")))
        return
    if found.errors > found.inspected:
        yield fault(text("{errors} errors in {count} labels cannot be", errors=found.errors, count=found.inspected))
        return
    most = (
        1.0
        if found.errors == found.inspected
        else float(betaincinv(found.errors + 1, found.inspected - found.errors, 0.95))
    )
    said = text(
        "{errors} errors in {count} labels; surely (95 %) fewer than {most}; {limit} are accepted",
        errors=found.errors,
        count=found.inspected,
        most=f"{most:.1%}",
        limit=f"{found.most_errors:.1%}",
    )
    yield good(said) if most <= found.most_errors else fault(said)


def _process(evidence: Evidence) -> Annotation:
    return evidence.declared.annotation if evidence.declared else _NOTHING


def _clause(evidence: Evidence, id_: str) -> Text:
    number = _process(evidence).clauses.get(id_)
    if number is None:
        return text("GB/T 42755—2023, clause not filled in")
    return text("GB/T 42755—2023, {number}", number=number)
