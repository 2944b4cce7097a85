"""The tables of model profiles in the documentation say what the profiles say."""

import re
from pathlib import Path

import pytest
from docs import profiles

from mindsight.answers.conventions import built_in
from mindsight.cli.parser.planned import option_of
from mindsight.home.plan import Plan
from mindsight.text import Language
from mindsight.vsig.choices import Choices

HOME, VSIG = (option_of(plan, "model_profile") for plan in (Plan, Choices))
DOCS = Path(__file__).resolve().parents[1] / "docs"
UNITS = {"ms": "ms, whole numbers", "s": "s, with decimals", "clock": "MM:SS.mmm"}


def rows(language: Language) -> dict[str, list[str]]:
    lines = profiles.page(language).splitlines()[2:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {re.sub(r"<[^>]+>", "", name): rest for name, *rest in cells}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_profile_has_a_row_with_its_order(language: Language) -> None:
    found = rows(language)
    assert found.keys() == built_in().keys()
    assert next(iter(found)) == "default"
    for name, profile in built_in().items():
        assert found[name][0].startswith(f"[{profile.order[0]}, {profile.order[1]}]")


def test_a_row_has_the_profile_s_unit_of_time_and_range() -> None:
    """Pages once said that all of these write milliseconds."""
    found = rows("en")
    assert {name: cells[1] for name, cells in found.items()} == {
        name: UNITS[profile.time] for name, profile in built_in().items()
    }
    assert {name: found[name] for name in ("default", "gemini", "qwen2.5", "molmo")} == {
        "default": ["[x, y], 0 to 1000", "ms, whole numbers", "yes"],
        "gemini": ["[y, x], 0 to 1000", "MM:SS.mmm", "yes"],
        "qwen2.5": ["[x, y], pixels of the picture sent, sides rounded to multiples of 28", "s, with decimals", "yes"],
        "molmo": ["[x, y], 0 to 100", "s, with decimals", "no"],
    }


@pytest.mark.parametrize(
    ("page", "language"),
    [
        (f"{name}{end}", language)
        for name in ("vsig-test", "home-test")
        for end, language in ((".md", "en"), (".zh.md", "zh"))
    ],
)
def test_pages_show_the_generated_table_and_none_of_their_own(page: str, language: str) -> None:
    words = (DOCS / "how-to" / page).read_text("utf-8")
    assert f'--8<-- "docs/generated/profiles.{language}.md"' in words
    assert "| `qwen2.5`" not in words


@pytest.mark.parametrize("option", [HOME, VSIG], ids=["home", "vsig"])
def test_the_help_names_every_profile(option: object) -> None:
    words = option.help  # type: ignore[attr-defined]
    assert set(built_in()) <= set(re.findall(r"[a-z]+[\d.]*\d|[a-z]+", words))
