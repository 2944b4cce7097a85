"""What was not read or not reached is an outcome of its own (NR): figures by hand, and the printed readings held against the code."""

import re
from pathlib import Path
from typing import Any

import pytest

from home.questions.made_up import question
from mindsight.checker.home import episodes, index
from mindsight.checker.home import questions as second
from mindsight.home.questions.scoring.judging import judge as judge_answer
from mindsight.home.questions.scoring.reading import Reading
from mindsight.home.questions.suite import _readings as readings_of_questions
from mindsight.home.results_file import read_results
from mindsight.home.scoring.generalisation import Counts, Outcomes, ResultsRow
from mindsight.home.scoring.measures import RULE, score_row
from mindsight.home.scoring.outcomes import OUTCOMES, judge, outcome_by, rule_of
from mindsight.home.suite import _readings as readings_of_tasks
from mindsight.record.blocks import Note
from mindsight.record.model import Signature
from mindsight.text import say

PAGE = Path(__file__).resolve().parents[3] / "docs" / "explanation" / "readings.md"
EXAMPLE = Outcomes(tp=3, fp_valid=0, fn=1, tn_declined=1, tn_idle=0, fp_irrelevant=1, nr=2)
"""The example of the page: f is 4 / 8, without NR 4 / 6."""
OTHER = Outcomes(tp=2, fp_valid=0, fn=2, tn_declined=3, tn_idle=1, fp_irrelevant=0)


def scored(*classes: Outcomes, **identity: Any) -> dict[str, float | None]:
    """Return the measures of some classes under an identity."""
    row = ResultsRow("m", dict(zip("ab", classes, strict=False)))
    score = score_row(row, Signature(identity=identity, environment={}))
    return {one.name.removeprefix("home."): one.value for one in score.measures}


def test_silence_earns_nothing_and_t_without_it_stands_beside() -> None:
    """f = 4/8 and 6/8, so T = 0.625 - 0.125; without NR 4/6 and 6/8: 0.70833 - 0.041667; NR are 2 of 16. By hand."""
    found = scored(EXAMPLE, OTHER, scoring=RULE)
    assert found["f.a"] == 0.5
    assert found["T"] == pytest.approx(0.5)
    assert found["T_read"] == pytest.approx(2 / 3)
    assert found["NR"] == 2 / 16
    # Of what was done, three of four were right: what was never done is not wrongly done.
    assert found["precision.a"] == 3 / 4


def test_t_is_that_of_rule_1_in_which_such_tasks_were_wrongly_done() -> None:
    before = Outcomes(3, 0, 1, 1, 0, 1 + 2)
    found, then = scored(EXAMPLE, OTHER, scoring=RULE), scored(before, OTHER)
    same = ["T", "T_corrected", "T_valid", "T_gain", "f.a", "f_mean", "f_spread", "T_trivial.refuse", "recall.a"]
    assert [found[name] for name in same] == [then[name] for name in same]
    assert {"T_read", "NR"} & then.keys() == set()
    assert then["precision.a"] == 3 / 6


def test_where_every_irrelevant_task_is_unread_t_without_them_is_not_estimable() -> None:
    found = scored(Outcomes(2, 0, 2, 0, 0, 0, nr=4), OTHER, scoring=RULE)
    assert found["T_read"] is None
    assert found["NR"] == 4 / 16


def test_without_any_both_are_the_same() -> None:
    found = scored(OTHER, OTHER, scoring=RULE)
    assert (found["T_read"], found["NR"]) == (found["T"], 0)


@pytest.mark.parametrize(
    ("valid", "ending", "disturbed", "well_formed", "outcome"),
    [
        (False, "silence", False, 0, ("NR", "unreadable")),
        (False, "time", False, 0, ("NR", "unreadable")),
        (False, "unreached", False, 0, ("NR", "unreached")),
        (False, "silence", True, 0, ("FP", "acted")),
        (False, "silence", False, 1, ("TN", "idle")),
        (False, "decline", False, 1, ("TN", "declined")),
        (True, "silence", False, 0, ("FN", "unreadable")),
        (True, "unreached", False, 0, ("FN", "unreached")),
    ],
)
def test_an_episode_of_which_nothing_was_read(
    valid: bool, ending: Any, disturbed: bool, well_formed: int, outcome: tuple[str, str]
) -> None:
    found = judge(valid=valid, ending=ending, goal_true=False, disturbed=disturbed, well_formed=well_formed)
    assert found == outcome
    terms = {"ending": ending, "goal_true": False, "disturbed": int(disturbed), "well_formed": well_formed}
    assert episodes.judged({"valid": valid, **terms}, 2) == outcome
    # Records of rule 1 keep what they have.
    assert episodes.judged({"valid": valid, **terms}) == (outcome_by(1, outcome[0]), outcome[1])


def test_a_record_without_the_field_is_of_the_first_rule() -> None:
    assert (rule_of({}), rule_of({"scoring": RULE})) == (1, 2)
    assert [outcome_by(1, one) for one in OUTCOMES] == ["TP", "FN", "FP", "TN", "FP"]
    assert [outcome_by(2, one) for one in OUTCOMES] == list(OUTCOMES)


def printed(notes: Any) -> str:
    """Return the printed reading of 6.4.1 e)."""
    (note,) = (one for one in notes if isinstance(one, Note) and one.clause == "6.4.1-e")
    return say(note.body, "en")


def test_the_printed_reading_of_questions_is_what_the_code_does() -> None:
    asked, without = question(), question(reason="absent")
    cases = {
        "right is TP": (asked, Reading("answer", "blue")),
        "wrong is FP": (asked, Reading("answer", "red")),
        "“cannot be answered” or nothing readable is FN": (asked, Reading("cannot", reason="?")),
        "or nothing readable is FN": (asked, Reading("unreadable")),
        "saying so is TN": (without, Reading("cannot", reason="whatever")),
        "any answer is FP": (without, Reading("answer", "blue")),
        "nothing readable, or a refusal to answer at all, is NR": (without, Reading("unreadable")),
    }
    told = printed(readings_of_questions())
    assert [words for words in cases if words not in told] == []
    assert {words: judge_answer(*case).outcome for words, case in cases.items()} == {one: one[-2:] for one in cases}
    assert "T counts NR as not correctly ignored" in told
    for asking, reading in cases.values():
        entry, parsed = asking.model_dump(mode="json"), {"status": reading.status, "value": reading.value}
        found = judge_answer(asking, reading)
        assert second.judged_answer(entry, parsed, 2) == found[:2]
        assert second.judged_answer(entry, parsed) == (outcome_by(1, found.outcome), found.manner)


def test_the_printed_reading_of_tasks_is_what_the_code_does() -> None:
    told = printed(readings_of_tasks())
    usual: dict[str, Any] = {"valid": False, "goal_true": False, "disturbed": False, "well_formed": 1}
    cases: dict[str, tuple[Any, str]] = {
        "whose goal is true at the end is TP": ({"valid": True, "goal_true": True, "ending": "silence"}, "TP"),
        "a false claim is FP": ({"valid": True, "ending": "finish"}, "FP"),
        "else FN": ({"valid": True, "ending": "budget"}, "FN"),
        "task is FP if success was claimed": ({"ending": "finish"}, "FP"),
        "a thing was moved (> 5 cm or > 10°) or a device switched": ({"ending": "budget", "disturbed": True}, "FP"),
        "NR, not read, if no turn could be read": ({"ending": "silence", "well_formed": 0}, "NR"),
        "else TN": ({"ending": "budget"}, "TN"),
    }
    assert [words for words in cases if words not in told] == []
    assert [judge(**{**usual, **given}).outcome for given, _ in cases.values()] == [one for _, one in cases.values()]


def test_the_example_of_the_page_is_what_the_code_gives() -> None:
    page = PAGE.read_text("utf-8")
    (counts,) = re.findall(
        r"TP (\d), FN (\d), TN (\d), FP (\d), NR (\d): f = 4 / 8 = 0.5, without NR 4 / 6 = 0.667", page
    )
    names = ("tp", "fn", "tn", "fp", "nr")
    assert Counts(**dict(zip(names, map(int, counts), strict=True))) == EXAMPLE.counts


def test_the_checker_finds_the_same_numbers() -> None:
    """One class of the example and the other one, as items of a record; the second implementation agrees with the first."""
    kinds = {
        "tp": (True, "silence", True, 0, 1), "fn": (True, "budget", False, 0, 1), "tn_declined": (False, "decline", False, 0, 1),
        "tn_idle": (False, "budget", False, 0, 1), "fp_irrelevant": (False, "budget", False, 1, 1), "nr": (False, "silence", False, 0, 0),
        "fp_valid": (True, "finish", False, 0, 1),
    }  # fmt: skip
    rows: list[Any] = []
    for task, outcomes in (("a", EXAMPLE), ("b", OTHER)):
        for name, (valid, ending, goal_true, disturbed, turns) in kinds.items():
            terms = {"task": task, "valid": valid, "reason": "" if valid else "absent", "ending": ending, "score": 0.0}
            terms |= {"goal_true": goal_true, "disturbed": disturbed, "well_formed": turns, "steps": turns}
            item = {"id": "x", "cluster": "x", "status": "scored", "terms": terms, "turns": ["", "cut"]}
            rows += [(item, {})] * getattr(outcomes, name)
    plan = {"tasks": ["a", "b"], "penalty": 1.0}
    found = index.generalisation_measures(rows, {"plan": plan, "identity": {"scoring": 2}})
    ours = scored(EXAMPLE, OTHER, scoring=2)
    for name in ("T", "T_read", "NR", "T_valid", "f.a", "f.b"):
        assert found[f"home.{name}"]["value"] == pytest.approx(ours[name]), name
    assert found["home.T_read"]["n"] == 14
    unread = {name: one["value"] for name, one in found.items() if ".unread" in name}
    assert unread == {"home.unread": 0.5, "home.unread.cut": 0.5, "home.unread.empty": 0, "home.unread.refused": 0}
    assert {"home.T_read", "home.NR", "home.unread"} & index.generalisation_measures(
        rows, {"plan": plan}
    ).keys() == set()


@pytest.mark.parametrize("form", ["rows", "columns"])
def test_a_table_of_counts_may_have_those_not_read(form: str, tmp_path: Path) -> None:
    names, values = "tp,fp_valid,fn,tn_declined,tn_idle,fp_irrelevant,nr", "3,0,1,1,0,1,2"
    table = tmp_path / "table.csv"
    wide = ",".join(f"a.{name}" for name in names.split(","))
    table.write_text(f"model,class,{names}\nm,a,{values}\n" if form == "rows" else f"model,{wide}\nm,{values}\n")
    (row,) = read_results(table).rows
    assert row.classes == {"a": EXAMPLE}
    # A table that names such tasks has T without them too; one that does not says nothing of them.
    assert scored(EXAMPLE)["T_read"] == pytest.approx(4 / 6)
    assert "T_read" not in scored(OTHER)
