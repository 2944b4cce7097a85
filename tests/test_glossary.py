"""One word for one thing: retired words stay away, and the Chinese texts use the glossary's terms."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from docs_pages import PAGES, ROOT, page_named

LOCALE = ROOT / "src" / "mindsight" / "locale" / "zh_CN" / "LC_MESSAGES"
RETIRED = {
    r"good eyes": "the oracle, perception",
    r"damaged (solver|subject|oracle)s?": "ablated oracle",
    r"lesions?": "ablation",
    r"dials?": "ablation",
    r"sittings?": "session",
    r"keepers?": "supervisor",
    r"rungs?": "fallback",
    r"forecasts?": "estimate",
    r"contest(s|ed)?": "comparison",
    r"nought": "zero",
    r"put (to|under)": "ask, run on",
    r"held against": "compared with",
    r"nobody's fault": "the test's own equipment",
    r"told|tells": "reported, informed, states, distinguishes",
    r"foretells?": "estimates",
    r"plays?|played": "runs, does",
    r"strangers?": "unmatched files",
    r"trembl\w+|tremors?": "jitter",
    r"facult(y|ies)": "ability",
    r"built-in solver": "oracle",
    r"gropes?": "acts at random",
    r"whoever": "anyone who",
    r"scores? by slots": "slot score",
    r"measure of its own": "a different measure",
    r"must not stand without": "figures that must accompany it",
    r"for a claim": "for a conclusion",
    r"came out again": "was generated again",
}
KEPT = re.compile(r"`[^`]*`|\{\w+\}|--[\w-]+|\]\([^)]*\)|lamp or dial|\b[A-Z]{3,}\b")
"""Code, fields, options and addresses keep their names: records and commands hold them."""
SETTLED = ("ablation", "anchor task", "departure", "kit", "task generalisation", "terms", "test engine")
"""Terms for which every Chinese text holds the glossary's Chinese."""


def texts() -> dict[str, str]:
    """Return every English text that the program shows, with its Chinese."""
    with (LOCALE / "mindsight.po").open("rb") as file:
        return {str(entry.id): str(entry.string) for entry in read_po(file) if entry.id}


TEXTS = texts()


def glossary() -> dict[str, str]:
    lines = page_named("glossary.md").read_text("utf-8").splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")][2:]
    return {row[0]: row[1] for row in rows}


@pytest.mark.parametrize("word", RETIRED)
def test_no_text_says_a_retired_word(word: str) -> None:
    found = [text for text in TEXTS if re.search(rf"\b({word})\b", KEPT.sub("", text), re.IGNORECASE)]
    assert found == [], f"say: {RETIRED[word]}"


@pytest.mark.parametrize(
    "page", [page for page in PAGES if not page.name.endswith(".zh.md")], ids=lambda page: page.name
)
def test_no_page_says_a_retired_word(page: Path) -> None:
    # Quoted are the instructions and questions that subjects get: people sit on sofas in them.
    lines = [line for line in page.read_text("utf-8").splitlines() if not line.startswith("> ")]
    words = KEPT.sub("", "\n".join(lines))
    assert [word for word in RETIRED if re.search(rf"\b({word})\b", words, re.IGNORECASE)] == []


@pytest.mark.parametrize("term", SETTLED)
def test_chinese_texts_use_the_terms_of_the_glossary(term: str) -> None:
    chinese = glossary()[term]
    named = re.compile(rf"\b{term}s?\b", re.IGNORECASE)
    assert {
        text: said for text, said in TEXTS.items() if named.search(KEPT.sub("", text)) and chinese not in said
    } == {}


def test_the_terms_that_are_tested_are_in_use() -> None:
    for term in SETTLED:
        assert any(re.search(rf"\b{term}s?\b", text, re.IGNORECASE) for text in TEXTS), term


def test_help_says_no_retired_word() -> None:
    """Help is made of texts that are tested above; what the parser adds of its own is not."""
    shown = subprocess.run(
        [sys.executable, "-m", "mindsight", "home", "validate", "--help", "--lang", "en"],
        capture_output=True, text=True, check=True, timeout=60,
    ).stdout  # fmt: skip
    assert not [word for word in RETIRED if re.search(rf"\b({word})\b", KEPT.sub("", shown), re.IGNORECASE)]
