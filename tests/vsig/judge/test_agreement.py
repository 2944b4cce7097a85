"""Agreement between slots, a judge and people; writing and reading the table of people's marks."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from mindsight import checker
from mindsight.cli import run as mindsight
from mindsight.errors import InputError, RecordError
from mindsight.pipeline import run_test
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import text
from mindsight.vsig.choices import JudgeChoices
from mindsight.vsig.judge.agreement import Verdicts, agreement, agreements, table
from mindsight.vsig.judge.human import marks_in, read_bytes
from mindsight.vsig.plan import Plan
from mindsight.vsig.running.judging import with_judge
from vsig.running import Prepared, stored, truth

HEAD = "sample,target,rater,mark\n"


def verdicts(*marks: float) -> Verdicts:
    places = {("a", str(number)): mark for number, mark in enumerate(marks)}
    return Verdicts(places, {place: mark == 1.0 for place, mark in places.items()})


def test_agreement_is_that_of_a_page_of_arithmetic() -> None:
    """Right or not: 3 of 4 alike, by chance 3/4·1/2 + 1/4·1/2 = 1/2, so κ = (3/4 - 1/2)/(1 - 1/2) = 1/2."""
    found = agreement(text("who"), verdicts(1, 1, 1, 0), verdicts(1, 1, 0.5, 0))
    assert (found.n, found.same, found.kappa) == (4, 0.75, pytest.approx(0.5))
    # Σx = 5.5, Σx² = 5.25 over 8 ratings: Σ(x - x̄)² = 5.25 - 5.5²/8 = 1.46875; expected = 2·1.46875/7; observed = 0.25/4.
    assert found.alpha == pytest.approx(1 - (0.25 / 4) / (2 * 1.46875 / 7))


def test_what_does_not_vary_or_is_not_there_is_not_estimable() -> None:
    assert agreement(text("who"), verdicts(1, 1), verdicts(1, 1))[1:] == (2, 1.0, None, None, None, None, None)
    assert agreement(text("who"), verdicts(1), Verdicts({}, {}))[1:] == (0, None, None, None, None, None, None)


def places(*samples: str) -> dict[tuple[str, str], float]:
    """Return marks of one description per sample, alternately right and wrong."""
    return {(sample, "1"): float(number % 2) for number, sample in enumerate(samples)}


def test_intervals_are_over_recordings_and_need_two() -> None:
    names = [f"{number}" for number in range(40)]
    marks = places(*names)
    wrong = {place: 1 - mark if int(place[0]) % 10 == 3 else mark for place, mark in marks.items()}
    one, other = (Verdicts(held, {place: mark == 1 for place, mark in held.items()}) for held in (marks, wrong))
    alone = agreement(text("who"), one, other)
    assert alone.kappa == pytest.approx(0.8)
    assert alone.kappa_interval is not None
    assert alone.alpha_interval is not None
    assert alone.kappa_interval.low < 0.8 < alone.kappa_interval.high <= 1
    # The four wrong ones are from one recording: the interval is far wider.
    together = agreement(text("who"), one, other, {name: "r" for name in names if int(name) % 10 == 3})
    assert together.kappa_interval is not None
    assert together.kappa_interval.low < alone.kappa_interval.low - 0.1
    assert together.kappa_interval.high == 1, "it is cut at the end of the measure's range"
    assert together.kappa_interval.method == "clustered t"
    single = agreement(text("who"), one, other, dict.fromkeys(names, "r"))
    assert (single.kappa, single.kappa_interval, single.alpha_interval) == (alone.kappa, None, None)
    shown = table([alone, single])
    assert [[str(row[4]), str(row[6])] for row in shown.rows][1] == ["not_estimable", "not_estimable"]
    assert json.loads(json.dumps(alone.page()))["kappa_interval"]["level"] == 0.95
    assert single.page()["kappa_interval"] is None


def test_three_raters_have_an_interval_of_alpha_alone() -> None:
    rows = "".join(
        f"{sample},1,{rater},{'right' if (sample + place // 2) % 2 else 'wrong'}\n"
        for sample in range(12)
        for place, rater in enumerate("xyz")
        if (sample + place) % 4
    )
    (found,) = [one for one in agreements([], {}, marks_in(f"{HEAD}{rows}".encode(), "m.csv")) if one.n]
    assert (found.kappa, found.kappa_interval) == (None, None)
    assert found.alpha is not None
    assert found.alpha_interval is not None
    assert found.alpha_interval.low < found.alpha < found.alpha_interval.high


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        (b"", "no column sample, target, rater, mark"),
        (b"sample,target,mark\na,1,right\n", "no column rater"),
        (HEAD.encode(), "holds no marks"),
        (f"{HEAD}a,1,x,\n".encode(), "holds no marks"),
        (f"{HEAD}a,1,x,perfect\n".encode(), "line 2: perfect is not a mark"),
        (f"{HEAD}a,1,x,2\n".encode(), "line 2: 2 is not a mark"),
        (f"{HEAD}a,1,x,right\na,1,x,wrong\n".encode(), "line 3: this rater has marked target 1 of a before"),
        (HEAD.encode() + b"a,1,\xff,right\n", "not text in UTF-8"),
        (b"sample,target,rater,mark,mark\na,1,x,wrong,right\n", "the column mark occurs twice"),
    ],
)
def test_a_table_that_cannot_be_used_is_refused_with_its_line(page: bytes, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        marks_in(page, "marks.csv")


def test_devices_are_not_read() -> None:
    with pytest.raises(InputError, match="/dev/null: is not a file"):
        read_bytes(Path("/dev/null"))


def test_a_table_for_raters_without_a_line_is_not_written(ready: Prepared, tmp_path: Path) -> None:
    answers = {name: truth(sample) for name, sample in ready.samples.items()}
    for answer in answers.values():
        answer["point_list"] = [{**one, "description": " "} for one in answer["point_list"]]
    run = ready.run(tmp_path / "run", f"replay:{stored(tmp_path / 'answers.jsonl', answers)}", keep_last=False).path
    with pytest.raises(InputError, match="holds no description that people could mark"):
        mindsight(["vsig", "agreement", str(run), "--sheet", str(tmp_path / "sheet.csv")])
    assert not (tmp_path / "sheet.csv").exists()


def test_a_judge_that_a_manifest_does_not_hold_as_it_should_is_named(answered: Path) -> None:
    page = json.loads((answered / "manifest.json").read_bytes())
    page["plan"]["judge"] = {"name": "other", "nobody": 1}
    (answered / "manifest.json").write_text(json.dumps(page), "utf-8")
    with pytest.raises(RecordError, match=r"manifest\.json: field plan\.judge is not as it should be"):
        with_judge(Plan(), JudgeChoices(name="judge", language="en"), SubjectSpec("baseline", "random"), answered)


def test_marks_are_read_in_any_order_of_columns_and_either_language() -> None:
    page = "said,mark,rater,target,sample\n杯子,对,李,1,a\n杯子,0.5,王,1,a\n,WRONG,王,2,a\n".encode("utf-8-sig")
    found = marks_in(page, "marks.csv")
    assert found.raters == ("李", "王")
    assert found.medians == {("a", "1"): 0.75, ("a", "2"): 0.0}


@pytest.fixture
def answered(ready: Prepared, tmp_path: Path) -> Path:
    """A run in which every second answer is right, and the others would be formulas in a spreadsheet."""
    answers: dict[str, Any] = {}
    for number, (name, sample) in enumerate(ready.samples.items()):
        answers[name] = truth(sample)
        if number % 2:
            answers[name]["point_list"] = [{**one, "description": "=1+1"} for one in answers[name]["point_list"]]
    subject = f"replay:{stored(tmp_path / 'answers.jsonl', answers)}"
    return ready.run(tmp_path / "run", subject, keep_last=False).path


def test_the_table_for_raters_shows_no_mark_and_no_formula_and_can_be_read_again(
    answered: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "sheet.csv"
    assert mindsight(["vsig", "agreement", str(answered), "--sheet", str(sheet)]) == 0
    rows = list(csv.DictReader(io.StringIO(sheet.read_text("utf-8-sig"), newline="")))
    assert {row["mark"] for row in rows} == {row["rater"] for row in rows} == {""}
    assert {row["said"] for row in rows if row["said"] != row["name"]} == {"'=1+1"}
    with pytest.raises(InputError, match="there already"):
        mindsight(["vsig", "agreement", str(answered), "--sheet", str(sheet)])
    capsys.readouterr()
    # Two raters that mark according to the truth, except for one description.
    lines = [
        {**row, "rater": rater, "mark": "right" if row["said"] == row["name"] else "wrong"}
        for rater in ("a", "b")
        for row in rows
    ]
    lines[0]["mark"] = "wrong" if lines[0]["mark"] == "right" else "right"
    filled = io.StringIO()
    writer = csv.DictWriter(filled, list(lines[0]))
    writer.writeheader()
    writer.writerows(lines)
    (tmp_path / "filled.csv").write_text(filled.getvalue(), "utf-8")
    assert mindsight(["vsig", "agreement", str(answered), "--human-marks", str(tmp_path / "filled.csv"), "--json"]) == 0
    slots, people = json.loads(capsys.readouterr().out)
    assert (slots["who"], slots["n"]) == ("slots and people (their median)", len(rows))
    assert people["same"] == pytest.approx(1 - 1 / len(rows))
    assert people["kappa_interval"]["low"] < people["kappa"] < people["kappa_interval"]["high"]


def test_without_a_judge_or_people_nothing_is_compared(answered: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nothing to compare"):
        mindsight(["vsig", "agreement", str(answered)])
    (tmp_path / "other.csv").write_text(f"{HEAD}another,1,x,right\n", "utf-8")
    with pytest.raises(InputError, match="none of the marks matches"):
        mindsight(["vsig", "agreement", str(answered), "--human-marks", str(tmp_path / "other.csv")])


def test_marks_of_people_lie_beside_the_record_and_in_the_report(ready: Prepared, tmp_path: Path) -> None:
    from mindsight.subjects.spec import parse_subject
    from mindsight.vsig.choices import Choices
    from mindsight.vsig.running.choosing import means_of
    from mindsight.vsig.running.preparing import make_test

    marks = tmp_path / "marks.csv"
    marks.write_text(HEAD + "".join(f"{name},1,x,right\n" for name in ready.samples), "utf-8")
    chosen = Choices(data=ready.root, spec="baseline:random", human_marks=marks, keep_last=False)
    means = means_of(chosen, parse_subject(chosen.spec))
    run = run_test(make_test(chosen, ready.file, tmp_path / "run", means), tmp_path / "run")
    assert (run.path / "human-marks.csv").read_bytes() == marks.read_bytes()
    assert "judge-agreement" in {block.id for block in run.results.blocks}
    assert {found.values["file"] for found in checker.check(str(run.path))[0]} <= {"report.html"}
