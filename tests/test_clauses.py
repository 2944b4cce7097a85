"""The clause index, read both ways: from each entry to its function, and from each marked function to its entry."""

import importlib
import inspect
import pkgutil
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from types import FunctionType, ModuleType
from typing import Any

import pytest

import mindsight
from mindsight.clauses import DOCUMENTS, Clause, clauses_of, find, implements, marks_of
from mindsight.clauses.entry import index
from mindsight.errors import InputError, MissingExtra

CJK = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
NUMBER = re.compile(r"\d+(\.\d+)*(-[a-z]+)*|A-[a-z]+|[a-z]+(\.A)?(\.\d+)?")
FORMULAS = {"home": range(1, 5), "album": range(1, 14), "vsig": range(0)}
OPTIONAL = {
    *("PIL", "av", "cv2", "fastapi", "gymnasium", "ijson", "imagehash", "inspect_ai", "jinja2", "matplotlib", "mujoco"),
    *("pillow_heif", "ray", "sentence_transformers", "simplejpeg", "starlette", "uvicorn"),
}
EVERY = [clause for document in DOCUMENTS for clause in clauses_of(document)]


# --- the checks: each returns its findings, one sentence per fault ---


def faults_of_entries(clauses: Sequence[Clause]) -> list[str]:
    """An entry's own fields."""
    findings = [f"{key}: listed {n} times" for key, n in Counter(c.key for c in clauses).items() if n > 1]
    for clause in clauses:
        if not NUMBER.fullmatch(clause.number):
            findings.append(f"{clause.key}: the number is not in the index's notation")
        if not CJK.search(clause.zh):
            findings.append(f"{clause.key}: no Chinese title")
        if not clause.en.strip() or CJK.search(clause.en):
            findings.append(f"{clause.key}: no English title")
        if clause.status == "built" and clause.function is None:
            findings.append(f"{clause.key}: built, but by no function")
        if clause.status in {"planned", "by_people"} and clause.function is not None:
            findings.append(f"{clause.key}: {clause.status}, yet it has a function")
    return findings


def faults_of_formulas(clauses: Sequence[Clause], expected: Iterable[int]) -> list[str]:
    """Every formula of a document belongs to one clause."""
    seen, wanted = Counter(number for clause in clauses for number in clause.formulas), set(expected)
    return [f"formula {n}: given by {seen[n]} clauses" for n in sorted(wanted | set(seen)) if seen[n] != (n in wanted)]


def faults_of_functions(clauses: Sequence[Clause]) -> list[str]:
    """From the entry to its function: the path exists, and the function there is marked with the clause."""
    findings: list[str] = []
    for clause in clauses:
        if clause.function is None:
            continue
        try:
            carrier = resolve(clause.function)
        except (ImportError, AttributeError, MissingExtra) as error:
            findings.append(f"{clause.key}: {clause.function} cannot be imported: {error}")
            continue
        if (clause.document, clause.number) not in marks_of(carrier):
            findings.append(f"{clause.key}: {clause.function} is not marked with it")
        if not names(inspect.getdoc(carrier) or "", clause):
            findings.append(f'{clause.key}: the docstring of {clause.function} does not say "{clause.cite}"')
    return findings


def faults_of_marks(modules: Iterable[ModuleType], clauses: Sequence[Clause]) -> list[str]:
    """From the marked function to its entry: it exists and names this function."""
    findings: list[str] = []
    entries = {(clause.document, clause.number): clause for clause in clauses}
    claims: dict[tuple[str, str], str] = {}
    for path, marks in marked(modules):
        for mark in marks:
            key = " ".join(mark)
            if mark in claims:
                findings.append(f"{key}: claimed by {claims[mark]} and by {path}")
            claims.setdefault(mark, path)
            if mark not in entries:
                findings.append(f"{key}: {path} is marked with it, but there is no such clause")
            elif entries[mark].function != path:
                findings.append(f"{key}: {path} is marked with it, but the index names {entries[mark].function}")
    return findings


# --- what the checks stand on ---


def resolve(path: str) -> Any:
    """Import the longest part of a dotted path that is a module, and follow attributes for the rest."""
    parts = path.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError as error:
            if not f"{path}.".startswith(f"{error.name}."):
                raise
            continue
        for name in parts[cut:]:
            found = getattr(found, name)
        return found
    raise ModuleNotFoundError(f"no module leads to {path}", name=path)


def names(docstring: str, clause: Clause) -> bool:
    """Return whether a docstring names the clause, and not only a longer number that contains it ("6.3" in "6.3.2")."""
    prose = " ".join(docstring.split())
    forms = "|".join(re.escape(form) for form in (clause.number, clause.cite))
    longer = r"[-.]?\w| [a-z]\)| (?:classification|enhancement|segmentation)\b"
    return re.search(rf"(?<![\w.-])(?:{forms})(?!{longer})", prose) is not None


def importable(package: ModuleType) -> Iterator[ModuleType]:
    """Import every module under a package, except those that need an optional library that is not installed."""
    yield package
    for info in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if info.name.endswith(".__main__"):
            continue
        try:
            module = importlib.import_module(info.name)
        except MissingExtra:
            continue
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] in OPTIONAL:
                continue
            raise
        if info.ispkg:
            yield from importable(module)
        else:
            yield module


def marked(modules: Iterable[ModuleType]) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """Yield path and marks of every marked function that a module defines; what it only imports is left out."""
    for module in modules:
        yield from _marked_in(module, module.__name__, module.__name__)


def _marked_in(holder: ModuleType | type, module: str, path: str) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    for name, value in list(vars(holder).items()):
        carrier = getattr(value, "__func__", value)
        here = f"{path}.{name}"
        if getattr(carrier, "__module__", None) != module or not hasattr(carrier, "__qualname__"):
            continue
        if marks := marks_of(carrier):
            yield here, marks
        if isinstance(carrier, type) and here == f"{module}.{carrier.__qualname__}":
            yield from _marked_in(carrier, module, here)


# --- the index of this package ---


def test_entries_are_complete() -> None:
    assert faults_of_entries(EVERY) == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_formula_belongs_to_one_clause(document: str) -> None:
    assert faults_of_formulas(clauses_of(document), FORMULAS[document]) == []


def test_every_function_in_the_index_owns_up_to_its_clause() -> None:
    assert faults_of_functions(EVERY) == []


def test_every_marked_function_is_in_the_index() -> None:
    assert faults_of_marks(importable(mindsight), EVERY) == []


def test_every_entry_belongs_to_the_document_it_is_listed_under() -> None:
    assert {document: {clause.document for clause in clauses_of(document)} for document in DOCUMENTS} == {
        document: {document} for document in DOCUMENTS
    }


def test_documents_say_what_their_text_carries() -> None:
    assert list(DOCUMENTS) == ["home", "album", "vsig"]
    assert DOCUMENTS["album"].number == "T/GDCSA 022-2024"
    assert DOCUMENTS["album"].date == "2024-12-20"
    for document in DOCUMENTS.values():
        assert CJK.search(document.zh)
        assert CJK.search(document.edition_zh)
        assert not CJK.search(document.en + document.edition)
        assert bool(document.number) == bool(document.date) == ("carries no number" not in document.edition)


# --- looking up ---


def test_a_clause_is_found_by_its_number() -> None:
    clause = find("album", "6.3.2")
    assert (clause.key, clause.zh, clause.formulas) == ("album 6.3.2", "峰值信噪比评分", (5, 6, 7))


@pytest.mark.parametrize(
    ("document", "number", "cite"),
    [
        ("album", "6.3.2", "6.3.2"),
        ("album", "5.3-enhancement-a", "5.3 enhancement a)"),
        ("album", "5.2-enhancement", "5.2 enhancement"),
        ("album", "table.3", "table 3"),
        ("home", "4.3-a", "4.3 a)"),
        ("home", "table.A.1", "table A.1"),
        ("home", "A-tasks", "A tasks"),
        ("vsig", "task.1", "task 1"),
        ("vsig", "results", "results"),
    ],
)
def test_a_number_reads_well_in_a_sentence(document: str, number: str, cite: str) -> None:
    assert find(document, number).cite == cite


@pytest.mark.parametrize(
    ("document", "number", "message"),
    [
        ("albun", "6.3.2", 'no document "albun"; did you mean "album"?'),
        ("zzz", "1", 'no document "zzz"; there are: home, album, vsig'),
        ("album", "5.3-enhancement", 'album has no clause "5.3-enhancement"; did you mean "5.3-enhancement-b"?'),
        ("home", "??", 'home has no clause "??"; "mindsight clauses home" lists them'),
    ],
)
def test_an_unknown_document_or_clause_is_explained(document: str, number: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        find(document, number)
    assert str(caught.value) == message


# --- marking ---


def test_a_function_keeps_its_identity_and_all_its_marks() -> None:
    def both() -> int:
        return 1

    assert implements("home", "4.2")(implements("album", "6.2.1")(both)) is both
    assert set(marks_of(both)) == {("home", "4.2"), ("album", "6.2.1")}
    assert marks_of(len) == ()


def test_marks_are_not_inherited() -> None:
    @implements("album", "5.4")
    class Base:
        pass

    class Derived(Base):
        pass

    assert marks_of(Base) == (("album", "5.4"),)
    assert marks_of(Derived) == ()


def test_a_function_for_a_clause_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match=r"given for 6\.9, but"):
        index((find("album", "6.3.2"),), {"6.9": "planted.score"})


def test_an_entry_with_a_function_is_built_unless_it_is_informative() -> None:
    rows = (replace(find("album", "6.3.2"), function=None, status="planned"), find("home", "table.A.1"))
    built, note = index(rows, {"6.3.2": "planted.score", "table.A.1": "planted.example"})
    assert (built.function, built.status) == ("planted.score", "built")
    assert (note.function, note.status) == ("planted.example", "informative")


# --- the checks can fail ---

Plant = Callable[..., ModuleType]


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Plant:
    """Make an importable module ``planted`` of the given functions."""

    def make(**functions: object) -> ModuleType:
        module = ModuleType("planted")
        for name, function in functions.items():
            if isinstance(function, FunctionType):
                function.__module__, function.__qualname__ = "planted", name
            setattr(module, name, function)
        monkeypatch.setitem(sys.modules, "planted", module)
        return module

    return make


def entry(number: str = "6.3.2", function: str | None = "planted.score") -> Clause:
    return Clause("album", number, "题", "title", function, "built" if function else "planned")


def carrier(*numbers: str, docstring: str = "Score by clause 6.3.2.") -> Callable[[], None]:
    def function() -> None:
        pass

    function.__doc__ = docstring
    for number in numbers:
        implements("album", number)(function)
    return function


def test_a_right_mark_passes_both_ways(plant: Plant) -> None:
    module = plant(score=carrier("6.3.2"))
    assert faults_of_functions([entry()]) == []
    assert faults_of_marks([module], [entry()]) == []


def test_one_function_may_carry_several_clauses(plant: Plant) -> None:
    module = plant(score=carrier("6.3.2", "table.2", docstring="Clause 6.3.2 and table 2."))
    clauses = [entry(), entry("table.2")]
    assert faults_of_functions(clauses) == []
    assert faults_of_marks([module], clauses) == []


def test_a_mark_of_no_clause_is_found(plant: Plant) -> None:
    module = plant(score=carrier("6.3.9"))
    assert faults_of_marks([module], [entry()]) == [
        "album 6.3.9: planted.score is marked with it, but there is no such clause"
    ]


def test_a_mark_that_the_index_does_not_know_is_found(plant: Plant) -> None:
    module = plant(score=carrier("6.3.2"))
    assert faults_of_marks([module], [entry(function=None)]) == [
        "album 6.3.2: planted.score is marked with it, but the index names None"
    ]


def test_a_second_claimant_is_found(plant: Plant) -> None:
    module = plant(score=carrier("6.3.2"), other=carrier("6.3.2"))
    assert faults_of_marks([module], [entry()]) == [
        "album 6.3.2: claimed by planted.score and by planted.other",
        "album 6.3.2: planted.other is marked with it, but the index names planted.score",
    ]


def test_a_marked_method_is_found(plant: Plant) -> None:
    class Holder:
        def plain(self) -> None:
            """Not marked."""

        @staticmethod
        @implements("album", "6.3.3")
        def static() -> None:
            """Marked."""

    Holder.__module__, Holder.__qualname__ = "planted", "Holder"
    Holder.static.__module__ = "planted"
    assert faults_of_marks([plant(Holder=Holder)], [entry()]) == [
        "album 6.3.3: planted.Holder.static is marked with it, but there is no such clause"
    ]


def test_what_a_module_only_imports_is_no_claim(plant: Plant) -> None:
    module = plant(score=carrier("6.3.2"))
    borrower = ModuleType("borrower")
    vars(borrower)["score"] = vars(module)["score"]
    assert faults_of_marks([module, borrower], [entry()]) == []


def test_a_function_without_its_mark_is_found(plant: Plant) -> None:
    plant(score=carrier("6.3.3"))
    assert faults_of_functions([entry()]) == ["album 6.3.2: planted.score is not marked with it"]


@pytest.mark.parametrize("path", ["planted.gone", "planted.score.deeper", "nowhere.at.all"])
def test_a_path_that_leads_nowhere_is_found(plant: Plant, path: str) -> None:
    plant(score=carrier("6.3.2"))
    (finding,) = faults_of_functions([entry(function=path)])
    assert finding.startswith(f"album 6.3.2: {path} cannot be imported: ")


@pytest.mark.parametrize(
    "docstring", ["", "Score.", "Clause 6.3.", "Clause 6.3.21.", "Clause 16.3.2.", "6.3.2.1", "6.3.2 a)"]
)
def test_a_docstring_that_does_not_name_the_clause_is_found(plant: Plant, docstring: str) -> None:
    plant(score=carrier("6.3.2", docstring=docstring))
    assert faults_of_functions([entry()]) == ['album 6.3.2: the docstring of planted.score does not say "6.3.2"']


@pytest.mark.parametrize("docstring", ["5.3-enhancement-a", "(5.3 enhancement a))", "Clause 5.3\n    enhancement a)."])
def test_a_lettered_item_is_named_in_either_form(docstring: str) -> None:
    assert names(docstring, find("album", "5.3-enhancement-a"))
    assert not names(docstring, find("album", "5.3"))


@pytest.mark.parametrize(
    ("clause", "finding"),
    [
        (Clause("album", "6.3.2 a)", "题", "title"), "the number is not in the index's notation"),
        (Clause("album", "6.3.2", "title", "title"), "no Chinese title"),
        (Clause("album", "6.3.2", "题", "标题"), "no English title"),
        (Clause("album", "6.3.2", "题", " "), "no English title"),
        (Clause("album", "6.3.2", "题", "title", None, "built"), "built, but by no function"),
        (Clause("album", "6.3.2", "题", "title", "planted.score"), "planned, yet it has a function"),
        (Clause("album", "6.3.2", "题", "title", "planted.score", "by_people"), "by_people, yet it has a function"),
    ],
)
def test_a_faulty_entry_is_found(clause: Clause, finding: str) -> None:
    assert faults_of_entries([clause]) == [f"{clause.key}: {finding}"]


def test_a_clause_listed_twice_is_found() -> None:
    assert faults_of_entries([entry(), entry()]) == ["album 6.3.2: listed 2 times"]


def test_a_formula_missing_doubled_or_made_up_is_found() -> None:
    clauses = [replace(entry(), formulas=(1, 3)), replace(entry("6.3.3"), formulas=(1,))]
    assert faults_of_formulas(clauses, range(1, 3)) == [
        "formula 1: given by 2 clauses",
        "formula 2: given by 0 clauses",
        "formula 3: given by 1 clauses",
    ]
