"""The one file in a run folder is the package: the same modules, and the same findings on whatever it is given."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.handed_to_verify import kept
from mindsight import checker
from mindsight.checker import pack as packing
from mindsight.checker.pack import MODULES, pack, source_of
from mindsight.record import reading
from mindsight.record.folder import CHECKER
from record import trial
from verification.present import RECORDS

PACKAGE = Path(checker.__file__).parent


READERS = Path(reading.__file__).parent


def names_at_the_top(source: str) -> list[str]:
    """Return the names that a module defines."""
    found: list[str] = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.append(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found += [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
    return found


def test_every_module_is_packed_but_the_packer_and_what_only_describes() -> None:
    paths = [
        *((path, PACKAGE) for path in PACKAGE.rglob("*.py")),
        *((path, READERS.parent) for path in READERS.rglob("*.py")),
    ]
    files = {str(path.relative_to(folder)) for path, folder in paths if path.name != "__init__.py"}
    assert sorted(files) == sorted([*(f"{name}.py" for name in MODULES), "pack.py"])


def test_no_name_stands_for_two_things() -> None:
    count = Counter(name for module in MODULES for name in names_at_the_top(source_of(module)))
    assert [name for name, times in count.items() if times > 1] == []


def test_no_module_is_longer_than_can_be_read() -> None:
    assert {name: n for name in MODULES if (n := len(source_of(name).splitlines())) > 300} == {}


@pytest.mark.parametrize(("language", "modules"), [("", "modules"), (".zh", "个模块")])
def test_the_page_says_how_long_it_is(language: str, modules: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "explanation" / f"checker{language}.md").read_text("utf-8")
    table = page.partition("{ #size }")[2]
    assert f"{len(MODULES)} {modules}" in table
    lines, kilobytes = (
        int(found.replace(",", "")) for found in re.findall(r"\| ([\d,]+)(?: kB)? \|$", table, re.MULTILINE)[:2]
    )
    assert pack().count(b"\n") == pytest.approx(lines, rel=0.03)
    assert len(pack()) / 1000 == pytest.approx(kilobytes, rel=0.03)
    longest = max(len(source_of(name).splitlines()) for name in MODULES)
    assert f"{longest} " in table


def test_each_module_stands_in_it_in_reading_order_with_its_heading_and_docstring() -> None:
    page, place = pack().decode(), 0
    for name in MODULES:
        heading = page.index(f"- {name}\n", place)
        words = ast.get_docstring(ast.parse(source_of(name)), clean=False)
        assert words
        place = page.index(words, heading)
    packing.pack.cache_clear()
    assert pack() == page.encode()


def test_it_imports_the_standard_library_only_and_all_of_it_on_top() -> None:
    body = ast.parse(pack()).body
    imports = [place for place, node in enumerate(body) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert imports == list(range(1, len(imports) + 1))
    for node in body[1 : len(imports) + 1]:
        modules = [node.module] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]  # type: ignore[attr-defined]
        assert {str(module).partition(".")[0] for module in modules} <= sys.stdlib_module_names


def untouched(_run: Path) -> None:
    """Leave a run as it is."""


def spoilt(run: Path) -> None:
    """Change whatever can be changed with a few strokes."""
    items = trial.read_lines(run)
    items[0]["outcome"], items[0]["cluster"] = "right", "elsewhere"
    trial.rechain(run, items)
    (run / "scores.csv").write_bytes((run / "scores.csv").read_bytes().replace(b"1", b"2"))
    results = trial.read_page(run, "results.json")
    for measure in results["measures"]:
        measure["n"] += 1
    trial.write_page(run, "results.json", results)
    (run / "more\u202e.txt").write_text("x")


@pytest.mark.parametrize("spoil", [untouched, spoilt])
@pytest.mark.parametrize("name", [path.name for path in sorted(RECORDS.iterdir()) if path.is_dir()][::3])
def test_alone_it_finds_what_the_package_finds(name: str, spoil: Callable[[Path], None], tmp_path: Path) -> None:
    run = kept(name)(tmp_path)
    (run / CHECKER).write_bytes(pack())
    trial.reseal(run)
    spoil(run)
    findings, counts = checker.check(str(run))
    said = findings or [checker.Finding("good", **counts), *checker.notes(str(run))]
    for language in ("en", "zh"):
        command = [sys.executable, "-I", "-S", str(run / CHECKER), "--lang", language]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", timeout=60)
        assert (done.returncode, done.stderr) == (1 if findings else 0, "")
        lines = [one.say(language) for one in (*said, *checker.closing(findings))]
        assert done.stdout.splitlines() == lines
    assert bool(findings) is (spoil is spoilt)


def test_the_last_lines_say_what_is_proved_and_what_does_the_rest(tmp_path: Path) -> None:
    proved, unproved, further = (line.say() for line in checker.closing([]))
    assert proved.startswith("Proved: ")
    assert unproved.startswith("Not proved: ")
    for command in ("mindsight verify", "--deep", "--public-key"):
        assert command in further
    amiss = [checker.Finding("missing", file="x")]
    assert [line.key for line in checker.closing(amiss)] == ["unproved", "further"]
    assert checker.closing(checker.check(str(tmp_path))[0]) == []


def test_a_run_that_is_made_holds_it(sealed: Path) -> None:
    assert (sealed / CHECKER).read_bytes() == pack()
