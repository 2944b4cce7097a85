"""The clauses of the three documents: title in both languages, status, and the function that implements each.

An entry is one requirement that can be tested by itself. Its number is the document's, in a notation that fits a command line:

    6.3.2               a numbered clause
    4.3-a               item a) of clause 4.3; written "4.3 a)" in sentences
    5.3-enhancement-a   item a) of an unnumbered part of clause 5.3, here 图像增强型; "5.3 enhancement a)"
    table.3             table 3; "table 3"
    task.1, note.1      unnumbered entries of the vsig README: "task 1", "note 1"
    A-tasks             an unnumbered part of Annex A

A clause that only introduces its items has no entry of its own. Forewords, scopes, references, definitions and figures require nothing and
are left out; home 3.2 is listed, because its definition says how a home must be laid out.

To implement a clause, mark the function with ``@implements``, name the clause in its docstring, and add one line to ``FUNCTIONS`` in the
document's file. A test checks the index in both directions.
"""

import difflib
from collections.abc import Callable, Iterable
from typing import TypeVar

from mindsight.clauses import album, home, vsig
from mindsight.clauses.entry import Clause, Document, DocumentName, Status
from mindsight.errors import InputError

__all__ = [
    "DOCUMENTS",
    "Clause",
    "Document",
    "DocumentName",
    "Status",
    "clauses_of",
    "find",
    "implements",
    "marks_of",
]

DOCUMENTS: dict[str, Document] = {part.DOCUMENT.name: part.DOCUMENT for part in (home, album, vsig)}

_CLAUSES: dict[str, tuple[Clause, ...]] = {part.DOCUMENT.name: part.CLAUSES for part in (home, album, vsig)}
_MARK = "__clauses__"

Carrier = TypeVar("Carrier", bound=Callable[..., object])


def implements(document: DocumentName, number: str) -> Callable[[Carrier], Carrier]:
    """Mark a function as the implementation of a clause; a function may implement several."""

    def mark(carrier: Carrier) -> Carrier:
        setattr(carrier, _MARK, (*marks_of(carrier), (document, number)))
        return carrier

    return mark


def marks_of(carrier: object) -> tuple[tuple[str, str], ...]:
    """Return the ``(document, number)`` pairs of an object's marks, without inherited ones."""
    marks: tuple[tuple[str, str], ...] = getattr(carrier, "__dict__", {}).get(_MARK, ())
    return marks


def clauses_of(document: str) -> tuple[Clause, ...]:
    """Return a document's clauses in the order of the document.

    Raises:
        InputError: There is no such document.
    """
    if document in _CLAUSES:
        return _CLAUSES[document]
    if guess := _nearest(document, _CLAUSES):
        raise InputError('no document "{name}"; did you mean "{guess}"?', name=document, guess=guess)
    raise InputError('no document "{name}"; there are: {known}', name=document, known=", ".join(_CLAUSES))


def find(document: str, number: str) -> Clause:
    """Return one clause of a document.

    Raises:
        InputError: There is no such document, or it has no such clause.
    """
    clauses = {clause.number: clause for clause in clauses_of(document)}
    if number in clauses:
        return clauses[number]
    if guess := _nearest(number, clauses):
        raise InputError(
            '{document} has no clause "{number}"; did you mean "{guess}"?',
            document=document,
            number=number,
            guess=guess,
        )
    raise InputError(
        '{document} has no clause "{number}"; "mindsight clauses {document}" lists them',
        document=document,
        number=number,
    )


def _nearest(word: str, known: Iterable[str]) -> str | None:
    return next(iter(difflib.get_close_matches(word, list(known), n=1)), None)
