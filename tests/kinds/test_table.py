"""The table of kinds: whole, the same as the checker's, quick to load, and the only place that tells kinds apart by their names."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

import mindsight
from mindsight import checker, pipeline
from mindsight.errors import RecordError
from mindsight.kinds import KINDS, Kind, Lazy, kind_of
from mindsight.record.folder import RunFolder
from test_imports import HEAVY

SOURCE = Path(mindsight.__file__).parent
GOLDEN = Path(__file__).parents[1] / "golden" / "records"
ROOMS = ("kinds", "checker", "album", "home", "vsig", "cli/album", "cli/home", "cli/vsig")
"""The table, the checker's own, and each suite's rooms, which may tell their own kinds apart."""
EXCEPTIONS = {
    "cli/app.py": "names of groups of commands, of which two are called like suites",
    "review/readers/kits.py": "the kind of a kit, from its file, for a room that knows no suite",
    "verification/versions.py": "which edition earlier versions knew stands by suite in a file",
    "review/scored.py": "two manifests are compared with each other, and with no word",
}
SUITES = {kind.suite for kind in KINDS.values()}
PAIRS = {(kind.suite, kind.name) for kind in KINDS.values()}
NAMES = SUITES | {kind.name for kind in KINDS.values()}


def test_it_has_the_kinds_that_the_checker_knows() -> None:
    assert KINDS.keys() == checker.checking.KINDS.keys()
    assert all(key == f"{kind.suite}.{kind.name}" for key, kind in KINDS.items())


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_all_that_a_row_names_is_there(kind: Kind) -> None:
    for field in fields(kind):
        value = getattr(kind, field.name)
        if isinstance(value, Lazy):
            assert isinstance(value.load(), int) if field.name == "rule" else callable(value.load()), field.name
    assert (kind.rule is None) == (not kind.of_rule)
    if kind.test is not None:
        wanted = {name for base in pipeline.Test.__mro__ for name in vars(base) if not name.startswith("_")} - {
            "manifest",
            "data",
        }
        assert wanted == {"instances", "id_of", "drafts", "table", "results"}
        assert wanted <= set(dir(kind.test.load()))


def test_it_loads_nothing_heavy_and_no_suite() -> None:
    source = "import mindsight.kinds, sys; print(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True, env=None)
    loaded = set(done.stdout.split())
    assert not {name.partition(".")[0] for name in loaded} & HEAVY
    assert not {f"mindsight.{suite}" for suite in (*SUITES, "record", "pipeline", "rating")} & loaded


def test_a_kind_of_another_version_is_refused_in_a_sentence() -> None:
    manifest = RunFolder.open(GOLDEN / "home-refuse").manifest.model_copy(update={"kind": "tidiness"})
    with pytest.raises(RecordError, match="there: this version of mindsight has no suite home tidiness"):
        kind_of(manifest, "there")


def told_apart(source: str) -> Iterator[int]:
    """Yield the lines that compare a suite or kind with its name, look it up by the name, or list kinds by their names."""
    if "suite" not in source and "kind" not in source and not re.search(r'\("(album|home|vsig)", "', source):
        return
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare(left=left, comparators=others) if _is_asked(left) and any(map(_names_one, others)):
                yield node.lineno
            case ast.Compare(left=left, comparators=[*others]) if any(
                _is_of_a_manifest(one) for one in (left, *others)
            ):
                yield node.lineno
            case ast.Subscript(slice=key) if _is_of_a_manifest(key):
                yield node.lineno
            case ast.Call(func=ast.Attribute(value=value, attr=name), args=[*given]) if (
                name in {"get", "index", "pop"}
                and any(map(_is_of_a_manifest, given))
                and "DOCUMENTS" not in ast.dump(value)
            ) or (name in {"startswith", "endswith", "removesuffix"} and _is_of_a_manifest(value)):
                yield node.lineno
            case ast.Tuple(elts=[ast.Constant(value=suite), ast.Constant(value=name)]) if (suite, name) in PAIRS:
                yield node.lineno


def _is_asked(node: ast.AST) -> bool:
    return getattr(node, "attr", getattr(node, "id", "")) in {"suite", "kind"}


def _names_one(node: ast.AST) -> bool:
    return any(isinstance(one, ast.Constant) and one.value in NAMES for one in ast.walk(node))


def _is_of_a_manifest(node: ast.AST) -> bool:
    """Return whether an expression is a manifest's suite or kind, or a pair of them."""
    match node:
        case ast.Tuple(elts=parts):
            return any(map(_is_of_a_manifest, parts))
        case ast.Attribute(value=ast.Attribute(attr="document"), attr="suite"):
            return True
        case ast.Attribute(value=ast.Attribute(attr="manifest") | ast.Name(id="manifest" | "before"), attr="kind"):
            return True
    return False


def test_nobody_else_tells_suites_and_kinds_apart_by_their_names() -> None:
    found = {}
    for file in sorted(SOURCE.rglob("*.py")):
        name = file.relative_to(SOURCE).as_posix()
        if not name.startswith(tuple(f"{room}/" for room in ROOMS)) and (
            lines := [*told_apart(file.read_text("utf-8"))]
        ):
            found[name] = lines
    assert found.keys() == EXCEPTIONS.keys(), found


@pytest.mark.parametrize(
    "line",
    [
        'if suite == "vsig": pass',
        'if run.manifest.kind in {"questions", "imported"}: pass',
        "x = _SUITES.get((run.manifest.document.suite, run.manifest.kind))",
        'if manifest.kind.endswith("_opinion"): pass',
        "x = KINDS[manifest.kind].rescore(run)",
        '_FAR_APART = {("home", "questions")}',
        "if run.manifest.document.suite != own: pass",
    ],
)
def test_it_would_be_seen(line: str) -> None:
    assert [*told_apart(line)]
