"""The page about T: its tables come from the simulation, its other numbers from the program."""

import importlib
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from docs_pages import page_named
from mindsight.home.scoring.generalisation import generalisation_index

ROOT = Path(__file__).resolve().parents[3]
PAGES = {"en": "home-generalisation.md", "zh": "home-generalisation.zh.md"}

# tongrankings/tongrankings.github.io, index.html at cda06af (2025-11-20), in %: count, baggage, blocks, jigsaw, buttons,
# tables, tidying, gifts.
PUBLIC = {
    "Gemini-2.5-Pro": (48.00, 12.38, 10.00, 5.05, 3.33, 26.68, 22.77, 68.06),
    "Gemini-2.5-Flash": (42.00, 11.05, 5.50, 5.30, 3.33, 25.83, 23.22, 68.20),
    "o3": (54.00, 10.30, 10.00, 6.40, 3.33, 14.31, 18.77, 65.92),
    "GPT-5": (36.00, 9.50, 3.75, 6.03, 3.33, 28.68, 16.00, 69.06),
    "Claude-3.7-Sonnet": (46.00, 3.40, 8.88, 6.28, 0, 23.76, 16.12, 59.74),
    "Claude-4-Sonnet": (44.00, 5.18, 8.75, 6.03, 0, 19.81, 14.85, 65.44),
    "Doubao-1.5-vision-pro": (36.00, 7.75, 12.50, 6.88, 5.00, 24.17, 4.22, 56.70),
    "Claude-3.5-Sonnet": (42.00, 6.00, 8.00, 4.50, 0, 12.33, 13.47, 64.24),
    "Grok 3": (52.00, 3.35, 9.88, 8.00, 0, 8.37, 17.20, 50.24),
    "o4-mini": (38.00, 4.23, 0, 6.62, 3.33, 13.67, 1.52, 66.40),
    "GPT-4o": (32.00, 8.18, 10.00, 7.08, 3.33, 18.42, 6.30, 46.30),
    "GPT-4o-mini": (34.00, 3.75, 5.75, 7.05, 1.67, 19.07, 1.50, 54.96),
    "Qwen-VL-max": (44.00, 0, 0, 7.55, 0, 15.96, 1.25, 48.14),
    "Llama-4-Maverick": (36.00, 3.00, 3.75, 6.58, 0, 15.75, 0.42, 50.30),
    "Llama-4-Scout": (28.00, 2.00, 6.25, 5.72, 0, 8.94, 1.38, 42.56),
    "Qwen-VL-plus": (6.00, 0.38, 0, 7.65, 0, 16.67, 1.82, 34.16),
    "Llama-3.2": (6.00, 0, 0, 4.60, 0, 4.67, 0.42, 6.80),
}


@pytest.fixture
def simulation(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(ROOT)
    return importlib.import_module("docs.simulations.generalisation")


def page(language: str) -> str:
    return page_named(PAGES[language]).read_text("utf-8")


def tables(language: str) -> str:
    return page(language).split("<!-- coverage:begin -->")[1].split("<!-- coverage:end -->")[0]


def row(table: str, title: str, name: str) -> list[str]:
    lines = table.split(f"**{title}**")[1].splitlines()
    line = next(line for line in lines if line.startswith(f"| {name} |"))
    return [cell.strip() for cell in line.split("|")[2:-1]]


@pytest.mark.parametrize("language", PAGES)
def test_the_tables_carry_seed_version_and_every_row(simulation: Any, language: str) -> None:
    written = tables(language)
    repetitions = (simulation.REPETITIONS, simulation.DRAWN_REPETITIONS)
    assert written.strip().splitlines()[0] == simulation.signature(repetitions, language)
    for table in simulation.TABLES:
        for name in table.rows:
            assert len(row(written, getattr(table.title, language), getattr(name, language))) == len(simulation.SIZES)


def test_both_languages_have_the_same_numbers() -> None:
    english, chinese = (re.findall(r"(?<=\| )[+−]?\d+\.\d+(?= \|)", page(language)) for language in PAGES)
    assert english == chinese


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Annex A, model 2", "8 classes, all 0.5", "refuses everything (0 and 1)"])
def test_a_row_of_the_tables_is_reproduced(simulation: Any, name: str) -> None:
    number = next(place for place, profile in enumerate(simulation.PROFILES) if profile.name.en == name)
    table = next(table for table in simulation.TABLES if table.column == "width")
    # The bootstraps follow a test's interval and advance the generator for the next one: all repetitions of one size.
    found = simulation.cell(number, 20, (simulation.REPETITIONS, simulation.DRAWN_REPETITIONS))
    assert row(tables("en"), table.title.en, name)[1] == f"{found['width']:.3f}"


@pytest.mark.parametrize(("size", "least"), [(10, 88.8), (50, 91.8)])
def test_every_interval_has_the_coverage_stated_on_the_page(simulation: Any, size: int, least: float) -> None:
    place = simulation.SIZES.index(size)
    table = next(table for table in simulation.TABLES if table.column == "interval")
    reached = [float(row(tables("en"), table.title.en, name.en)[place]) for name in table.rows]
    assert min(reached) == least
    assert all(f"{least} %" in page(language) for language in PAGES)
    assert size == 10 or min(reached) >= 90


def test_the_simulation_runs_quickly(simulation: Any) -> None:
    command = [sys.executable, "-m", "docs.simulations.generalisation", "--quick"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True, timeout=120)
    assert all(simulation.signature((20, 4), language) in done.stdout for language in PAGES)


def test_the_public_table_is_as_the_page_says() -> None:
    found = {model: generalisation_index([value / 100 for value in values]) for model, values in PUBLIC.items()}
    negative = [model for model, index in found.items() if index < 0]
    assert len(PUBLIC) == 17
    assert len(negative) == 9
    assert found["Llama-3.2"] > max(found[model] for model in negative)
    assert found["GPT-4o"] > found["o3"]
    for language in PAGES:
        for model in ("Gemini-2.5-Pro", "o3", "Claude-4-Sonnet", "GPT-4o", "o4-mini", "Llama-3.2"):
            mean, index = sum(PUBLIC[model]) / 8, f"{found[model]:.3f}".replace("-0.000", "0.000").replace("-", "−")
            (line,) = re.findall(rf"^\| {re.escape(model)} \| (.*) \| (.*) \|$", page(language), re.MULTILINE)
            assert float(line[0]) == pytest.approx(mean, abs=0.0051)
            assert line[1] == index


def test_the_program_on_the_page_runs() -> None:
    (english,) = re.findall(r"^```python\n(.*?)^```$", page("en"), re.MULTILINE | re.DOTALL)
    (chinese,) = re.findall(r"^```python\n(.*?)^```$", page("zh"), re.MULTILINE | re.DOTALL)
    assert english == chinese
    names: dict[str, Any] = {}
    exec(english, names)  # noqa: S102  (our own page)
    assert names["found"].interval.low < names["found"].value < names["found"].interval.high


@pytest.mark.parametrize("language", PAGES)
def test_the_tables_on_the_page_are_read(language: str, tmp_path: Path) -> None:
    from mindsight.home.results_file import read_results

    blocks = re.findall(r"^```text\n(.*?)^```$", page(language), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    for number, block in enumerate(blocks):
        file = tmp_path / f"{number}.csv"
        file.write_text(block, "utf-8")
        assert read_results(file).rows
