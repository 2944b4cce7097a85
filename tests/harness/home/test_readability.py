"""Form is not ability: a run in which many turns could not be read says so wherever its numbers are shown."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.server import Script, Server, said
from home.household import COMMAND, cache_of, household, prepared
from mindsight import checker
from mindsight.answers.unread import answers_in, shown, unread_in, unread_note
from mindsight.cli import run as mindsight
from mindsight.home.reporting.comparison import compare
from mindsight.home.reporting.readability import reading_table
from mindsight.pipeline import run_test
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item
from mindsight.text import say

pytest.importorskip("inspect_ai")

Serve = Callable[[Script], Server]
EVIL = 'I would "press" <b>it</b> [red]now[/red] \x1b[31m\u202e' + "x" * 500


def item(*turns: dict[str, Any], codes: str = "") -> Item:
    """Return a task with turns, and with steps that were read (+) or not (-)."""
    steps = [{"code": "waited" if code == "+" else "unreadable"} for code in codes]
    usual = {"problem": "", "repairs": [], "answer": {"text": "-"}}
    answer = {"turns": [{**usual, **turn} for turn in turns], "steps": steps}
    return Item.model_construct(id="a", answer=answer, status="scored")


def test_a_turn_without_effect_counts_for_any_cause() -> None:
    items = [
        item({}, {"repairs": ["comma"]}, {"problem": "no_call"}, codes="++-"),
        item({"fault": "no_point"}, {}, {"problem": "empty"}, codes="--"),
    ]
    (table,) = reading_table(items)
    assert [row[1] for row in table.rows[:3]] == [1, 1, 4]
    # A record from before faults were named has a turn without effect or reason; the last turn has no step.
    causes = [cause for one in items for cause, _ in answers_in(one)]
    assert causes == ["", "", "no_call", "no_point", "argument", "empty"]


@pytest.mark.parametrize(("unread", "role"), [(0, ""), (4, "information"), (5, "warning"), (100, "warning")])
def test_what_was_not_read_is_said_and_warned_of_from_five_percent_on(unread: int, role: str) -> None:
    turns = [{"problem": "no_call", "answer": {"text": "hm"}}] * unread + [{}] * (100 - unread)
    notes = list(unread_note(unread_in([item(*turns, codes="-" * unread + "+" * (100 - unread))]), clause="6.3-b"))
    assert [note.role for note in notes] == ([role] if role else [])
    for note in notes:
        told = say(note.body, "en")
        assert f"{unread}.0 % of the answers ({unread} of 100) could not be read" in told
        assert "Most often the answer holds no action" in told
        assert "“hm”" in told
        assert ("form of the answers, not the ability" in told) == (role == "warning")


def test_a_built_in_subject_has_no_turns_to_read() -> None:
    baseline = Item.model_construct(id="a", answer={"steps": [{"code": "waited"}]}, status="scored")
    assert list(reading_table([baseline])) == []
    assert unread_in([baseline]).answers == 0


def test_an_example_is_cut_and_escaped() -> None:
    assert shown(" a\n b ") == "“a b”"
    assert shown(EVIL).isprintable()
    assert "\\u001b" in shown(EVIL)
    assert "\\u202e" in shown(EVIL)
    assert len(shown(EVIL)) < 120


def test_a_run_of_which_nothing_could_be_read_says_so_everywhere(
    serve: Serve, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """On the terminal before and after, in the report, in a comparison; the record is verified."""
    cache = cache_of(tmp_path_factory)
    data = prepared(cache, tmp_path / "data")
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    server = serve(lambda _body, _number: said(EVIL))
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    assert (
        mindsight(
            ["--lang", "en", *COMMAND, "--stance", "cautious", "--model", "scripted", "--out", str(tmp_path / "run")]
        )
        == 0
    )
    out = capsys.readouterr()
    assert "could not be read. It answered: “I would" in out.err
    words = " ".join(out.out.split())
    assert "100.0 % of the answers (20 of 20) could not be read" in words
    # Of the two irrelevant tasks nothing is known but that nothing was read: neither wrongly done nor correctly ignored.
    assert [one.outcome for one in RunFolder.open(tmp_path / "run").items] == ["FN", "FN", "NR", "NR"]
    assert "0 of 4 items failed" in words
    assert "\x1b[31m" not in out.out + out.err
    run = RunFolder.open(tmp_path / "run")
    assert [finding.say() for finding in checker.check(str(run.path))[0]] == []
    blocks = {block.id: block for block in run.results.blocks}
    assert {"warning-unread", "unread-shares", "not-read"} <= blocks.keys()
    measures = {one.name: one.value for one in run.results.measures}
    assert (measures["home.T"], measures["home.NR"], measures["home.unread"]) == (0, 0.5, 1)
    assert measures["home.T_read"] is None
    table = json.loads(blocks["readability"].model_dump_json())
    assert [row[1] for row in table["rows"]] == [0, 0, 20, 20]
    page = (run.path / "report.html").read_text("utf-8")
    assert "100.0 % of the answers" in page
    assert "<b>it</b>" not in page
    other = run_test(household(data, "refuse", keep_pictures=True), tmp_path / "refuse")
    found = compare([run, other], seed=1)
    assert [str(one) for one in found.warnings if "could not be read" in say(one, "en")]
    assert found.blocks[0].id.startswith("warning")


def test_a_reason_is_accepted_as_a_text(
    serve: Serve, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model that declines with another key is read, and the record names the repair."""
    cache = cache_of(tmp_path_factory)
    prepared(cache, tmp_path / "data")
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    line = '{"action": "decline", "reason": "there is none"}'
    monkeypatch.setenv("OPENAI_BASE_URL", serve(lambda _body, _number: said(line)).url)
    assert mindsight([*COMMAND, "--model", "scripted", "--no-media", "--out", str(tmp_path / "run")]) == 0
    run = RunFolder.open(tmp_path / "run")
    for one in run.items:
        (turn,) = one.answer["turns"]
        assert (turn["problem"], turn["fault"], turn["repairs"]) == ("", "", ["other_key"])
        assert turn["wish"] == {"verb": "decline", "text": "there is none"}
        assert one.terms["manner"] == "declined"
    assert {"warning-unread"} & {block.id for block in run.results.blocks} == set()
