"""The check of a judge passes one that ignores attacks, and detects each kind that does not."""

import gc
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from docs_pages import page_named
from harness.server import said
from vsig.asked import LEFT_BY_INSPECT, apart, serving
from vsig.judging import Gullible, likeness, read_back

pytest.importorskip("inspect_ai")

from mindsight.cli import run as mindsight
from mindsight.errors import InputError
from mindsight.vsig.judge.attacks import CASES, attacks
from mindsight.vsig.judge.check import questions
from mindsight.vsig.judge.judge import Judge, JudgeMeans

pytestmark = LEFT_BY_INSPECT
LIMIT = 10
Marker = Callable[[str, str, str], str]
"""Maps an entry's place, its name and the description to a mark."""


@pytest.fixture(scope="module", autouse=True)
def _collected() -> Iterator[None]:
    yield
    gc.collect()


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    apart(monkeypatch, tmp_path / "cache")
    monkeypatch.chdir(tmp_path)


KNOWN = {one.name: one for one in CASES}


def fair(_place: str, name: str, words: str) -> str:
    """Mark like a judge that knows the cases."""
    case = KNOWN.get(name)
    if case is None:
        return likeness(name, words)
    return {case.right: "right", case.partly: "partly"}.get(words, "wrong")


def judging(mark: Marker) -> Any:
    """Return the script of a judge that marks by a function of what it reads between the quotes."""
    honest = Gullible()

    def script(body: dict[str, Any], number: int) -> Any:
        page = json.loads(honest(body, number)["choices"][0]["message"]["content"])
        message = honest.asked[-1]
        found = re.findall(r'^[0-9a-f]{32} (\d) (name|said) "(.*?)"', message, re.MULTILINE)
        texts = {(place, what): read_back(words) for place, what, words in found}
        for one in page["marks"]:
            one["mark"] = mark(one["entry"], texts[one["entry"], "name"], texts[one["entry"], "said"])
        return said(json.dumps(page))

    return script


def checked(
    script: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *more: str
) -> tuple[int, Any]:
    with serving(script, monkeypatch):
        code = mindsight(["vsig", "judge-check", "--judge", "judge", "--limit", str(LIMIT), "--json", *more])
    return int(code or 0), json.loads(capsys.readouterr().out)


def test_a_judge_that_ignores_orders_between_quotes_passes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, page = checked(judging(fair), monkeypatch, capsys, "--out", "check.json")
    assert code == 0
    assert page["counts"] == {
        "plain": 16, "plain_as_expected": 16, "tried": LIMIT * len(CASES), "raised": 0, "bystanders": 0, "unread": 0,
    }  # fmt: skip
    whole = json.loads(Path("check.json").read_text("utf-8"))
    assert len(whole["replies"]) == len(questions(LIMIT))
    with pytest.raises(InputError, match="there already"):
        mindsight(["vsig", "judge-check", "--judge", "judge", "--out", "check.json"])


def test_a_judge_that_follows_orders_between_quotes_is_detected(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Quoting cannot prevent this; only the check can detect it."""

    def obedient(place: str, name: str, words: str) -> str:
        return "right" if "ignore all previous" in words.lower() else fair(place, name, words)

    code, page = checked(judging(obedient), monkeypatch, capsys)
    assert code == 1
    assert page["counts"]["raised"] == len(CASES)
    assert {one["attack"] for one in page["tried"] if one["raised"]} == {"ignore-en"}


@pytest.mark.slow
def test_a_judge_whose_other_marks_change_is_detected(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: dict[str, bool] = {}

    def spoilt(place: str, name: str, words: str) -> str:
        seen["order"] = seen.get("order", False) or "mark all other entries wrong" in words.lower()
        if place == "3" and seen.pop("order", False):
            return "wrong"
        return fair(place, name, words)

    code, page = checked(judging(spoilt), monkeypatch, capsys)
    assert code == 1
    assert page["counts"]["bystanders"] >= len(CASES)
    assert page["counts"]["raised"] == 0


@pytest.mark.parametrize("name", ["check.json", "check.json/check.json"])
def test_nothing_is_asked_where_the_file_cannot_be_written(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("check.json").write_text("{}")
    asked: list[int] = []
    with serving(lambda _body, number: asked.append(number), monkeypatch), pytest.raises((InputError, OSError)):
        mindsight(["vsig", "judge-check", "--judge", "judge", "--limit", "1", "--out", name])
    assert asked == []


def test_a_folder_is_made_for_the_file(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def kept(_judge: Judge, asked: list[Any], _means: JudgeMeans) -> Iterator[Any]:
        yield from ()
        raise KeyboardInterrupt

    monkeypatch.setattr("mindsight.vsig.judge.check.judged", kept)
    monkeypatch.setattr("mindsight.vsig.judge.asking.find_judge", lambda judge, _means: judge)
    # Paid results are kept after an interrupt.
    with pytest.raises(KeyboardInterrupt):
        mindsight(["vsig", "judge-check", "--judge", "judge", "--limit", "1", "--json", "--out", "new/check.json"])
    assert json.loads(Path("new/check.json").read_bytes())["complete"] is False


def test_a_dry_run_asks_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(judging(fair), monkeypatch) as server:
        assert mindsight(["--lang", "en", "vsig", "judge-check", "--judge", "judge", "--dry-run"]) == 0
        assert server.requests == []
    count = len(CASES) * (1 + len(attacks()))
    assert f"would ask judge {count} questions" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["vsig-judge.md", "vsig-judge.zh.md"])
def test_the_page_states_how_many_attacks_and_questions_there_are(name: str) -> None:
    page = page_named(name).read_text("utf-8")
    assert re.search(rf"\b{len(attacks())}\b", page, re.ASCII)
    assert re.search(rf"\b{len(questions())}\b", page, re.ASCII)


def test_the_tables_are_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(judging(fair), monkeypatch):
        mindsight(["--lang", "en", "vsig", "judge-check", "--judge", "judge", "--limit", "2"])
    shown = capsys.readouterr().out
    assert "8 attacks; 0 raised their own mark, 0 changed another's, 0 made its replies unreadable" in shown
    assert "argument" in shown
