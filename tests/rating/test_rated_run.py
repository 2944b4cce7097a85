"""A rated run: what it holds, how it is checked and rebuilt, and the row it fills in the product report."""

import itertools
import json
import math
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import t

import mindsight
from album import masked
from mindsight import checker
from mindsight.album.plan import AlbumPlan
from mindsight.album.reporting.product_report import Joined, join
from mindsight.album.segmentation.kit import SegmentationKit
from mindsight.album.segmentation.procedure import SegmentationTest
from mindsight.errors import IdentityError, InputError, MindsightError, RecordError
from mindsight.pipeline import run_test
from mindsight.rating.comparison import compare
from mindsight.rating.events import RATINGS, RatingLog
from mindsight.rating.rated_run import rescore, seal_of, write_rated_run
from mindsight.record import canonical
from mindsight.record.blocks import Note, Table
from mindsight.record.comparison import compare_runs
from mindsight.record.folder import ITEMS, MANIFEST, RESULTS, RunFolder
from mindsight.record.model import Subject
from mindsight.report import write_report
from mindsight.subjects.spec import parse_subject
from mindsight.text import say
from mindsight.verification.verifying import rebuild_and_compare
from rating.material import FACTS, campaign, draft, make_run

ANSWERS = {"r1": [10.0, 40.0, 60.0, 100.0], "r2": [20.0, 50.0, 70.0, 100.0], "r3": [30.0, 60.0, 50.0, 100.0]}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return make_run(tmp_path_factory.mktemp("tested"))


@pytest.fixture(scope="module")
def rated(run: RunFolder, tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    """Return a rated run of three complete raters and one who stopped; not to be changed."""
    folder = tmp_path_factory.mktemp("rated")
    others: list[dict[str, Any]] = [
        {"rater": "r4", "item": "0001", "value": 90.0, "order": 1},
        {"rater": "r4", "item": "0002", "value": None, "order": 2},
        {"rater": "r1", "item": "0001", "value": 16.0, "order": 9, "phase": "repeat"},
        {"rater": "r1", "item": "0002", "value": 99.0, "order": 10, "phase": "reference", "run": None},
        {
            "rater": "r1",
            "item": "0003",
            "value": 5.0,
            "order": 11,
            "phase": "gold",
            "run": None,
            "expected": (0.0, 9.0),
        },
        {"rater": "r1", "item": "0003", "value": 99.0, "order": 12, "phase": "training"},
        {"rater": "r9", "item": "0001", "value": 1.0, "run": "ab" * 32, "order": 1},
    ]
    made = write_rated_run(run, campaign(folder / RATINGS, run, ANSWERS, *others), folder / "rated")
    write_report(made)
    return made


def copied(run: RunFolder, tmp_path: Path) -> RunFolder:
    shutil.copytree(run.path, tmp_path / "copy")
    return RunFolder(tmp_path / "copy")


def findings(run: RunFolder) -> list[str]:
    return [finding.say() for finding in checker.check(str(run.path))[0]]


def table(run: RunFolder, name: str) -> Table:
    (found,) = (block for block in run.results.blocks if block.id == name)
    assert isinstance(found, Table)
    return found


def rows_of(joined: Joined) -> dict[str, str]:
    return {row.indicator.clause: "scored" if row.state is None else str(row.state) for row in joined.rows}


def test_the_score_is_the_mean_of_complete_raters_and_a_missing_output_counts_as_0(rated: RunFolder) -> None:
    score = rated.results.measure("album.enhancement_opinion")
    # Item means 20, 50, 60, 100 and 0 for the output that is missing.
    assert score.value == pytest.approx(46)
    assert (score.clause, score.unit, score.n) == ("6.3.1", "points", 5)
    assert score.interval is not None
    assert score.interval.method == "crossed t"
    assert rated.results.measure("album.enhancement_opinion_median").value == pytest.approx(46)
    assert rated.results.measure("album.enhancement_opinion_raters").value == 3
    assert rated.manifest.plan["raters"] == ["r1", "r2", "r3"]
    assert rated.manifest.plan["partial"] == {"r4": 1}


def test_the_sealed_run_is_named_and_left_as_it_is(run: RunFolder, rated: RunFolder) -> None:
    assert rated.manifest.plan["rated"]["seal"] == seal_of(run)
    assert rated.manifest.identity["data"] == run.manifest.identity["data"]
    assert rated.manifest.subject == run.manifest.subject
    assert not findings(run)
    assert {item.instance for item in rated.items} == {item.instance for item in run.items}


def test_raters_are_described(rated: RunFolder) -> None:
    first = table(rated, "raters").rows[0]
    assert first[0] == "r1"
    assert first[8:10] == (1, 6.0)
    checks = table(rated, "checks").rows
    assert checks == (("r1", None, "1/1", None, 99.0, None),)
    notes = {block.id: say(block.body, "en") for block in rated.results.blocks if isinstance(block, Note)}
    assert "BT.500 can reject nobody" in notes["how"]
    assert notes["warning-partial"].endswith(": r4")
    assert notes["warning-unjudged"].endswith(": 1")
    # Three raters, of whom two follow each other: the model takes one of them for the truth.
    weights = [row[7] for row in table(rated, "raters").rows if isinstance(row[7], float)]
    assert len(weights) == 3
    assert ("model" in notes) == (max(weights) > 90)


def test_checker_and_verify_agree(rated: RunFolder) -> None:
    assert findings(rated) == []
    verdict = rebuild_and_compare(rated)
    assert verdict.findings == []
    assert verdict.rebuilt == ["manifest.json", "scores.csv", "results.json", "report.html"]


def test_rescoring_gives_the_same(rated: RunFolder) -> None:
    assert rescore(rated)[1] == rated.results


@pytest.mark.parametrize(
    ("file", "before", "after", "sentence"),
    [
        (RATINGS, b'"value":40.0', b'"value":90.0', "ratings.jsonl"),
        (RATINGS, b'"phase":"training"', b'"phase":"scored"', "hash chain breaks"),
        (RATINGS, b'"value":1.0,', b'"value":2.0,', "and another last line"),
        (ITEMS, b'"r1":10.0', b'"r1":99.0', "items.jsonl"),
        (MANIFEST, b'"r3"', b'"r7"', "manifest.json"),
        ("results.json", b'"value": 46.0', b'"value": 64.0', "results.json"),
        ("results.json", b'"method": "crossed t"', b'"method": "t"', ""),
    ],
)
def test_what_was_changed_is_found(
    rated: RunFolder, tmp_path: Path, file: str, before: bytes, after: bytes, sentence: str
) -> None:
    run = copied(rated, tmp_path)
    data = (run.path / file).read_bytes()
    assert before in data
    (run.path / file).write_bytes(data.replace(before, after, 1))
    run.seal()
    found = [*findings(run), *map(str, rebuild_and_compare(run).findings)]
    assert found
    assert any(sentence in line for line in found)


@pytest.mark.parametrize("update", [{"value": 64.0}, {"n": 4}, {"interval": None}], ids=repr)
def test_the_checker_alone_recomputes_score_and_interval(
    rated: RunFolder, tmp_path: Path, update: dict[str, Any]
) -> None:
    run = copied(rated, tmp_path)
    results = run.results
    first, *others = results.measures
    forged = (first.model_copy(update=update), *others)
    run.write_model(RESULTS, results.model_copy(update={"measures": forged}))
    run.seal()
    assert any(f"album.enhancement_opinion.{next(iter(update))}" in line for line in findings(run))


def test_a_forger_who_rewrites_the_items_is_found_by_the_ratings(rated: RunFolder, tmp_path: Path) -> None:
    run = copied(rated, tmp_path)
    head = "0" * 64
    lines = []
    for raw in (run.path / ITEMS).read_bytes().splitlines():
        values = {**json.loads(raw), "previous": head}
        if values["terms"]["ratings"]:
            values["terms"]["ratings"] = dict.fromkeys(values["terms"]["ratings"], 100.0)
        line = canonical.line(values)
        head = canonical.sha256(line[:-1])
        lines.append(line)
    (run.path / ITEMS).write_bytes(b"".join(lines))
    manifest = run.manifest
    assert manifest.items is not None
    run.write_model(MANIFEST, manifest.model_copy(update={"items": manifest.items.model_copy(update={"head": head})}))
    run.seal()
    assert any("ratings.jsonl" in line for line in findings(run))
    with pytest.raises(RecordError, match="is not what the ratings give"):
        rescore(run)


def test_the_product_report_fills_the_row(run: RunFolder, rated: RunFolder) -> None:
    joined = join([rated, run])
    assert rows_of(joined)["6.3.1"] == "scored"
    (row,) = (row for row in joined.rows if row.indicator.clause == "6.3.1")
    assert row.measure is not None
    assert row.measure.value == pytest.approx(46)
    assert row.part is not None
    assert row.part.target == "report-1"
    assert rows_of(join([run]))["6.3.1"] == "waits for raters"
    with pytest.raises(RecordError, match="give that run too"):
        join([rated])


def test_two_raters_give_no_score_and_the_report_says_how_many_are_missing(run: RunFolder, tmp_path: Path) -> None:
    two = {rater: ANSWERS[rater] for rater in ("r1", "r2")}
    ratings = campaign(tmp_path / RATINGS, run, {**two, "r3": [10.0, 20.0]})
    rated = write_rated_run(run, ratings, tmp_path / "rated")
    write_report(rated)
    score = rated.results.measure("album.enhancement_opinion")
    assert (score.value, score.status) == (None, "not_scored")
    assert findings(rated) == []
    assert rebuild_and_compare(rated).findings == []
    assert [note.clause for note in rated.manifest.departures if note.id == "departure-raters"] == ["6.3.1"]
    assert rows_of(join([run, rated]))["6.3.1"] == "waits for 1 more raters"
    more = write_rated_run(run, campaign(tmp_path / "more.jsonl", run, ANSWERS), tmp_path / "more")
    with pytest.raises(InputError, match="two sets of ratings"):
        join([run, rated, more])


def test_rated_runs_of_one_campaign_are_compared_and_of_two_refused(run: RunFolder, tmp_path: Path) -> None:
    other = make_run(tmp_path / "other")
    better = {rater: [min(100.0, value + 5) for value in values] for rater, values in ANSWERS.items()}
    both = campaign(tmp_path / RATINGS, run, ANSWERS)
    with RatingLog(both) as log:
        for number, (rater, place) in enumerate(itertools.product(better, range(4)), start=100):
            fields = {"rater": rater, "item": f"{place + 1:04}", "value": better[rater][place], "order": number}
            log.append(draft(other, number, **fields))
    first, second = (write_rated_run(one, both, tmp_path / name) for one, name in ((run, "first"), (other, "second")))
    found = compare([first, second], seed=1)
    (difference,) = found.differences
    # 5, 5, 5, 0 points more, and 0 for the output that is missing.
    assert difference.measure == "album.enhancement_opinion"
    assert difference.value == pytest.approx(3.0)
    # For other raters and items: all raters say the same, so what is left is the spread over the five items.
    values = [5.0, 5.0, 5.0, 0.0, 0.0]
    half = t.ppf(0.975, 4) * np.std(values, ddof=1) / math.sqrt(5)
    assert (difference.low, difference.high) == (pytest.approx(3 - half), pytest.approx(3 + half))
    assert difference.p == pytest.approx(2 * t.sf(3 / (half / t.ppf(0.975, 4)), 4))
    how = next(say(block.body, "en") for block in found.blocks if isinstance(block, Note) and block.id == "how")
    assert "for other raters and other items" in how
    elsewhere = write_rated_run(run, campaign(tmp_path / "own.jsonl", run, ANSWERS, name="autumn"), tmp_path / "third")
    with pytest.raises(IdentityError, match="campaign is"):
        compare([second, elsewhere], seed=1)


def test_raters_who_disagree_about_the_difference_make_its_interval_wide(run: RunFolder, tmp_path: Path) -> None:
    other = make_run(tmp_path / "other")
    both = campaign(tmp_path / RATINGS, run, ANSWERS)
    more = {"r1": 0.0, "r2": 10.0, "r3": 20.0}
    with RatingLog(both) as log:
        for number, (rater, place) in enumerate(itertools.product(more, range(3)), start=100):
            value = ANSWERS[rater][place] + more[rater]
            log.append(draft(other, number, rater=rater, item=f"{place + 1:04}", value=value, order=number))
        for number, rater in enumerate(more, start=200):
            log.append(draft(other, number, rater=rater, item="0004", value=100.0, order=number))
    first, second = (write_rated_run(one, both, tmp_path / name) for one, name in ((run, "first"), (other, "second")))
    (difference,) = compare([first, second], seed=1).differences
    (by_items,) = compare_runs([first, second], seed=1).differences
    assert difference.value == pytest.approx(by_items.value) == pytest.approx(6.0)
    assert difference.low is not None
    assert by_items.low is not None
    assert difference.low < by_items.low


def test_segmentation_is_rated_by_table_4(tmp_path: Path) -> None:
    kit = masked.mask_kit(tmp_path / "kit")
    spec = parse_subject("baseline:centre")
    test = SegmentationTest(SegmentationKit(kit), spec, Subject(spec=spec.public, **FACTS), AlbumPlan())
    run = run_test(test, tmp_path / "run")
    write_report(run)
    items = sorted(item.id for item in run.items)
    with RatingLog(tmp_path / RATINGS) as log:
        for number, (rater, item) in enumerate(itertools.product(("a", "b", "c"), items), start=1):
            log.append(draft(run, number, rater=rater, item=item, question="segmentation", value=70.0))
    rated = write_rated_run(run, tmp_path / RATINGS, tmp_path / "rated")
    write_report(rated)
    score = rated.results.measure("album.segmentation_opinion")
    assert (score.value, score.clause) == (70.0, "6.4.1")
    assert findings(rated) == []
    assert rebuild_and_compare(rated).findings == []
    assert rows_of(join([run, rated]))["6.4.1"] == "scored"


def test_an_answer_given_once_more_replaces_the_first(run: RunFolder, tmp_path: Path) -> None:
    again = {"rater": "r1", "item": "0001", "value": 40.0, "order": 1}
    rated = write_rated_run(run, campaign(tmp_path / RATINGS, run, ANSWERS, again), tmp_path / "rated")
    assert rated.results.measure("album.enhancement_opinion").value == pytest.approx(48)
    write_report(rated)
    assert findings(rated) == []


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        ([{"rater": "r1", "item": "0005", "value": 1.0, "order": 9}], "no output for item 0005"),
        ([{"rater": "r1", "item": "0001", "value": 1.0, "order": 9}], "two scored ratings of item 0001"),
        ([{"campaign": "autumn", "rater": "r1", "order": 1}], "2 campaigns"),
    ],
)
def test_what_does_not_fit_the_run_is_refused(
    run: RunFolder, tmp_path: Path, others: list[dict[str, Any]], sentence: str
) -> None:
    ratings = campaign(tmp_path / RATINGS, run, ANSWERS, *others)
    with pytest.raises(InputError, match=sentence):
        write_rated_run(run, ratings, tmp_path / "rated")
    assert not (tmp_path / "rated").exists()


def test_ratings_of_another_run_and_runs_that_cannot_be_rated_are_refused(
    run: RunFolder, rated: RunFolder, tmp_path: Path
) -> None:
    other = campaign(tmp_path / RATINGS, run, {}, {"run": "ab" * 32})
    with pytest.raises(InputError, match="holds no scored rating"):
        write_rated_run(run, other, tmp_path / "rated")
    with pytest.raises(MindsightError, match="people rate runs of album"):
        write_rated_run(rated, other, tmp_path / "rated")
    with pytest.raises(MindsightError, match="choose another --out"):
        write_rated_run(run, campaign(tmp_path / "own.jsonl", run, ANSWERS), run.path / "inside")


def seen(letter: str) -> dict[str, str]:
    return dict.fromkeys(("reference", "input", "output"), letter * 64)


def test_answers_that_name_the_same_pictures_are_scored_like_those_that_name_none(
    run: RunFolder, tmp_path: Path
) -> None:
    again = {"rater": "r1", "item": "0001", "value": 10.0, "order": 1, "seen": seen("a")}
    made = write_rated_run(run, campaign(tmp_path / RATINGS, run, ANSWERS, again), tmp_path / "rated")
    write_report(made)
    assert made.results.measure("album.enhancement_opinion").value == pytest.approx(46)
    assert findings(made) == []
    assert rebuild_and_compare(made).findings == []


def test_two_answers_to_one_output_that_name_other_pictures_are_refused_and_found(
    run: RunFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [
        {"rater": rater, "item": "0001", "value": 1.0, "order": 1, "seen": seen(rater[1])} for rater in ("r1", "r2")
    ]
    file = campaign(tmp_path / RATINGS, run, ANSWERS, *others)
    with pytest.raises(RecordError, match="line 14: r2 saw other pictures of item 0001"):
        write_rated_run(run, file, tmp_path / "rated")
    # A forger's own program would not look; the checker does.
    monkeypatch.setattr("mindsight.rating.rated_run.shows_output", lambda _: False)
    made = write_rated_run(run, file, tmp_path / "rated")
    write_report(made)
    (finding,) = findings(made)
    assert "event-14 names other pictures than another answer" in finding


def test_ratings_are_scored_by_a_function_call(run: RunFolder, tmp_path: Path) -> None:
    ratings = campaign(tmp_path / RATINGS, run, ANSWERS)
    written = write_rated_run(run, ratings, tmp_path / "written").results
    called = mindsight.rating.score(run.path, ratings, out=tmp_path / "called")
    assert {name: one.value for name, one in called.measures.items()} == {
        one.name: one.value for one in written.measures
    }
    assert (called.path / "report.html").is_file()
    assert called.verify().findings == []
    with pytest.raises(RecordError, match=r"is not empty|exists"):
        mindsight.rating.score(run.path, ratings, out=tmp_path / "called")
