"""Tables at any width: nothing lost, no word broken, no line longer than the terminal."""

import io
import re
from collections import Counter
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text as Line

from mindsight.cli import clauses
from mindsight.cli.parser.folding import fold
from mindsight.cli.shared.layout import Heading, tabular
from mindsight.cli.shared.settings import settings
from mindsight.cli.shared.terminal import block_view, print_summary
from mindsight.record.blocks import Column, Table
from mindsight.record.comparison import compare_runs
from mindsight.record.folder import RunFolder
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Language, say, text
from record import trial

WIDTHS = (60, 80, 120)
NAME = 72
"""Width at which the longest function name still fits on its own line."""
LANGUAGES = ("en", "zh")
RULE = "─"


def printed(view: object, width: int) -> str:
    console = Console(width=width, file=io.StringIO(), highlight=False)
    console.print(view)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def words(text: str) -> list[str]:
    """Return the unbreakable parts: Latin words and numbers."""
    return re.findall(r"[A-Za-z0-9_.−%–…-]+", text)


def signs(text: str) -> Counter[str]:
    return Counter(sign for sign in text if not sign.isspace() and sign != RULE)


@pytest.fixture(scope="module")
def runs(kit: Path, tmp_path_factory: pytest.TempPathFactory) -> list[RunFolder]:
    base = tmp_path_factory.mktemp("layout")
    return [
        RunFolder.open(trial.sealed_run(kit, base / name, SubjectSpec("baseline", name)))
        for name in ("identity", "nlmeans", "bilateral")
    ]


@pytest.fixture(scope="module")
def tables(runs: list[RunFolder]) -> list[Table]:
    blocks = [*runs[1].results.blocks, *compare_runs(runs, seed=7).blocks]
    return [block for block in blocks if isinstance(block, Table)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", WIDTHS)
def test_no_table_of_a_report_loses_anything(tables: list[Table], width: int, language: Language) -> None:
    assert {table.id for table in tables} >= {"summary", "overview", "worst", "scores", "differences"}
    for table in tables:
        wide = printed(block_view(table, language, width=1000), 1000)
        narrow = printed(block_view(table, language, width=width), width)
        assert max(cell_len(line) for line in narrow.splitlines()) <= width, table.id
        # Records repeat the column names and contain everything in the wide table.
        assert not signs(wide) - signs(narrow), table.id
        assert not Counter(words(wide)) - Counter(words(narrow)), table.id
        assert say(table.title, language).replace(" ", "") in "".join(narrow.split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", WIDTHS)
def test_the_summary_of_a_run_stays_inside(runs: list[RunFolder], width: int, language: Language) -> None:
    console = Console(width=width, file=io.StringIO(), highlight=False)
    print_summary(runs[1], console, language)
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    # The last line is the report's path: never broken, so that it can be copied.
    assert max(cell_len(line) for line in lines[:-1]) <= width
    assert lines[-1].endswith("report.html")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [max(width, NAME) for width in WIDTHS])
@pytest.mark.parametrize("suite", ["album", "home", "vsig"])
def test_no_table_of_clauses_loses_anything(
    suite: str, width: int, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    def listed(columns: int) -> str:
        console = Console(width=columns, file=io.StringIO(), highlight=False)
        monkeypatch.setattr(clauses, "out", lambda: console)
        monkeypatch.setattr(settings, "language", language)
        assert clauses.clauses(suite) == 0
        assert isinstance(console.file, io.StringIO)
        return console.file.getvalue()

    wide, narrow = listed(1000), listed(width)
    assert max(cell_len(line) for line in narrow.splitlines()) <= width
    assert not signs(wide) - signs(narrow)
    assert not Counter(words(wide)) - Counter(words(narrow))


def test_numbers_and_intervals_keep_their_line_and_sentences_fold() -> None:
    headings = [Heading("Measure", folds=True), Heading("95 % interval", right=True)]
    rows = [["a rather long name of a measure that folds", "−12.34 … 5.67"], ["b", "1.00 … 2.00"]]
    shown = printed(tabular(Line("T"), headings, rows, 40), 40)
    assert "−12.34 … 5.67\n" in shown
    assert RULE in shown
    records = printed(tabular(Line("T"), headings, rows, 24), 24)
    assert RULE not in records
    assert "  95 % interval:\n    −12.34 … 5.67\n" in records


def test_a_table_without_rows_shows_its_headings() -> None:
    shown = printed(tabular(Line("T"), [Heading("one"), Heading("two")], [], 40), 40)
    assert words(shown) == ["T", "one", "two"]


@pytest.mark.parametrize("width", range(8, 30))
def test_lines_break_between_words_and_between_chinese_characters_only(width: int) -> None:
    sentence = "式 (8) 的整图 SSIM 几乎不能区分产品：未处理的输入图像，本身就得 92.9 分 points"
    lines = fold(sentence, width).split("\n")
    assert max(map(cell_len, lines)) <= width
    assert "".join(lines).replace(" ", "") == sentence.replace(" ", "")
    assert {"SSIM", "92.9", "points"} <= set(words("\n".join(lines)))
    assert not [line for line in lines if line and line[0] in "，：。"]


def test_a_word_longer_than_the_line_is_cut_not_lost() -> None:
    assert fold("x" * 25, 10).split("\n") == ["x" * 10, "x" * 10, "x" * 5]
    assert fold("at /a/very/long/path here", 8).replace("\n", "").replace(" ", "") == "at/a/very/long/pathhere"
    assert fold("", 8) == ""


def test_the_file_with_the_rest_of_a_long_table_is_named() -> None:
    column = Column(title=text("Name"), align="left")
    table = Table(id="t", title=text("Long"), columns=(column,), rows=tuple((f"row {n}",) for n in range(25)))
    assert "5 more rows are in results.json." in printed(block_view(table, "en"), 80)
    assert "5 more rows are in page.html." in printed(block_view(table, "en", rest="page.html"), 80)
