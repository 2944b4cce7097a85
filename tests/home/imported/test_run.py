"""From a folder with questions to a report, by the command line; the numbers are those of the built-in subjects."""

import json
import shutil
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from mindsight.errors import RecordError
from mindsight.home.imported.pool import number_of
from mindsight.home.imported.runs.data_file import pool_of as header_of
from mindsight.home.imported.runs.data_file import write_chosen
from mindsight.home.imported.runs.suite import ImportedTest
from mindsight.home.plan import Means
from mindsight.home.questions.data_file import FORMAT, read_questions
from mindsight.home.questions.plan import QuestionPlan
from mindsight.record import canonical
from mindsight.record.folder import RunFolder
from mindsight.record.model import Subject
from mindsight.subjects.spec import SubjectSpec
from record import trial

from .sets import own_set, pool_of, write_lines


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("imported")
    own_set(folder / "set")
    done = trial.mindsight(
        "--lang", "en", "home", "import", folder / "set", "--out", folder / "pool", "--irrelevant-from", "set"
    )
    assert done.returncode == 0, done.stderr
    assert "24 rows read, 0 of no class of the mapping, 0 refused" in done.stdout
    return folder / "pool"


def run(pool: Path, where: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return trial.mindsight("--lang", "en", "home", "run", "--pool", pool, "--out", where, *words)


def values(where: Path) -> dict[str, float | None]:
    return {one.name: one.value for one in RunFolder.open(where).results.measures}


def test_first_is_right_as_often_as_the_first_choice_is(pool: Path, tmp_path: Path) -> None:
    done = run(pool, tmp_path / "run", "--subject", "baseline:first")
    assert done.returncode == 0, done.stderr
    found = values(tmp_path / "run")
    assert found["home.accuracy.object.own_choice"] == pytest.approx(1 / 3)
    assert found["home.accuracy.object.own_yes_no"] == pytest.approx(1 / 2)
    assert found["home.f_above_chance"] == pytest.approx(0, abs=1e-6)
    assert found["home.declined"] == 0
    assert found["home.f.object.own_choice"] == pytest.approx(4 / 24)
    f = [4 / 24, 6 / 24]
    assert found["home.T"] == pytest.approx(sum(f) / 2 - (f[1] - f[0]) / 2)
    page = (tmp_path / "run" / "report.html").read_text("utf-8")
    assert "Questions brought along: own" in page
    assert "assumed, not proved" in page


def test_declining_is_right_on_twins_only(pool: Path, tmp_path: Path) -> None:
    assert run(pool, tmp_path / "run", "--subject", "baseline:decline").returncode == 0
    found = values(tmp_path / "run")
    assert (found["home.accuracy"], found["home.declined"]) == (0, 1)
    assert found["home.T"] == pytest.approx(0.5)


def test_a_run_is_verified_by_both_checkers_and_a_changed_truth_is_found(pool: Path, tmp_path: Path) -> None:
    where = tmp_path / "run"
    assert run(pool, where, "--subject", "baseline:random").returncode == 0
    assert trial.mindsight("verify", where).returncode == 0
    assert subprocess.run([sys.executable, "-I", where / "check_run.py", where], check=False).returncode == 0
    page = json.loads((where / "questions.json").read_bytes())
    first = next(one for one in page["items"] if one["truth"]["value"] == "A")
    first["truth"]["value"] = "B"
    (where / "questions.json").write_text(json.dumps(page), "utf-8")
    assert trial.mindsight("verify", where).returncode == 1


def test_some_questions_of_each_class_with_their_twins(pool: Path, tmp_path: Path) -> None:
    done = run(pool, tmp_path / "run", "--subject", "baseline:blind", "--trials", "5", "--tasks", "object.own_choice")
    assert done.returncode == 0, done.stderr
    ids = {item.id for item in RunFolder.open(tmp_path / "run").items}
    assert len(ids) == 10
    assert {one.rpartition("-")[0] for one in ids if one.endswith("-1")} == {
        one.rpartition("-")[0] for one in ids if one.endswith("-2")
    }
    assert trial.mindsight("verify", tmp_path / "run").returncode == 0


def test_a_run_goes_on_with_the_same_pool_only(pool: Path, tmp_path: Path) -> None:
    where = tmp_path / "run"
    assert run(pool, where, "--subject", "baseline:random").returncode == 0
    whole = (where / "items.jsonl").read_bytes()
    lines = whole.splitlines(keepends=True)
    page = json.loads((where / "manifest.json").read_bytes())
    page.update(state="running", items=None, ended=None)
    (where / "items.jsonl").write_bytes(b"".join(lines[:20]))
    (where / "manifest.json").write_text(json.dumps(page), "utf-8")
    for name in ("results.json", "scores.csv", "SHA256SUMS", "report.html"):
        (where / name).unlink()
    other = shutil.copytree(pool, tmp_path / "other")
    header = json.loads((other / "pool.json").read_bytes())
    (other / "pool.json").write_text(json.dumps({**header, "name": "other"}), "utf-8")
    words = ("--lang", "en", "home", "run", "--subject", "baseline:random", "--resume", where, "--pool")
    refused = trial.mindsight(*words, other)
    assert refused.returncode == 2
    assert "was begun with another pool" in refused.stderr
    done = trial.mindsight(*words, pool)
    assert done.returncode == 0, done.stderr
    again = [json.loads(line) for line in (where / "items.jsonl").read_bytes().splitlines()]
    before = [json.loads(line) for line in lines]
    assert [(one["id"], one["answer"], one["outcome"]) for one in again] == [
        (one["id"], one["answer"], one["outcome"]) for one in before
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--subject", "baseline:oracle"), "does not answer imported questions"),
        (("--subject", "baseline:first", "--evidence"), "is for generated questions"),
        (
            ("--subject", "baseline:first", "--tasks", "gardening"),
            "names neither a class of the pool nor generated questions",
        ),
        (("--subject", "baseline:first", "--renderer", "fine"), "--renderer: is not for questions"),
    ],
)
def test_what_does_not_fit_is_refused(pool: Path, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = run(pool, tmp_path / "run", *words)
    assert done.returncode == 2
    assert said in done.stderr


def test_a_program_gets_words_choices_and_pictures(pool: Path, tmp_path: Path) -> None:
    program = tmp_path / "answers.py"
    program.write_text(
        "import json, pathlib, sys\n"
        "page = json.loads(pathlib.Path(sys.argv[1]).read_text('utf-8'))\n"
        "assert pathlib.Path(page['pictures'][0]).read_bytes()[:2] == b'\\xff\\xd8'\n"
        "said = 'B' if page['options'] == {'A': 'red', 'B': 'green', 'C': 'blue'} else 'yes'\n"
        "pathlib.Path(sys.argv[2]).write_text(json.dumps({'answer': said}), 'utf-8')\n",
        "utf-8",
    )
    subject = f"command:{sys.executable} {program} {{input}} {{output}}"
    done = run(pool, tmp_path / "run", "--subject", subject)
    assert done.returncode == 0, done.stderr
    assert values(tmp_path / "run")["home.accuracy"] == pytest.approx(10 / 24)


def test_subjects_are_compared_on_the_same_questions(pool: Path, tmp_path: Path) -> None:
    for name in ("first", "decline"):
        assert run(pool, tmp_path / name, "--subject", f"baseline:{name}").returncode == 0
    done = trial.mindsight("--lang", "en", "compare", tmp_path / "first", tmp_path / "decline")
    assert done.returncode == 0, done.stderr
    assert "Accuracy of each subject" in done.stdout


def test_shards_are_merged_into_the_run_that_one_machine_would_make(pool: Path, tmp_path: Path) -> None:
    assert run(pool, tmp_path / "whole", "--subject", "baseline:random").returncode == 0
    for part in ("1/3", "2/3", "3/3"):
        assert run(pool, tmp_path / part[0], "--subject", "baseline:random", "--shard", part).returncode == 0
    done = trial.mindsight("merge", *(tmp_path / name for name in "312"), "--out", tmp_path / "merged")
    assert done.returncode == 0, done.stderr
    assert values(tmp_path / "merged") == values(tmp_path / "whole")
    assert trial.mindsight("verify", tmp_path / "merged").returncode == 0


def test_questions_that_find_no_twin_are_counted(tmp_path: Path) -> None:
    own_set(tmp_path / "set", 4)
    row = {"question": "Is it the same?", "pictures": ["0.png", "1.png", "2.png"], "answer": "yes", "kind": "yes_no"}
    with (tmp_path / "set" / "questions.jsonl").open("a") as file:
        file.write(json.dumps(row) + "\n")
    words = ("home", "import", tmp_path / "set", "--irrelevant-from", "set", "--out", tmp_path / "pool")
    done = trial.mindsight("--lang", "en", *words)
    assert done.returncode == 0
    assert "1 questions have no twin without an answer" in " ".join(done.stderr.split())


def test_the_list_of_a_run_is_one_canonical_page_in_the_order_of_classes_and_numbers(tmp_path: Path) -> None:
    pool, _ = pool_of(own_set(tmp_path / "set", 12), tmp_path / "pool", twins="set")
    keys = ("object.own_yes_no", "object.own_choice")
    write_chosen(tmp_path / "questions.json", pool.header, pool.drawn(keys, 5, 7))
    chosen = read_questions(tmp_path / "questions.json")
    by_id = {one.id: one for one in pool.questions()}
    assert chosen == [by_id[one.id] for one in chosen]
    assert [(keys.index(one.kind), number_of(one), one.id) for one in chosen] == sorted(
        (keys.index(one.kind), number_of(one), one.id) for one in chosen
    )
    assert [sum(one.kind == key for one in chosen) for key in keys] == [10, 10]
    items = [one.model_dump(mode="json") for one in chosen]
    page = {"format": FORMAT, "version": 1, "items": items, "pool": pool.header.model_dump(mode="json")}
    assert (tmp_path / "questions.json").read_bytes() == canonical.page(page)
    assert header_of(tmp_path / "questions.json") == pool.header


@pytest.mark.parametrize(
    "cut", [lambda page: page[:-20], lambda page: page.replace(b'"pool"', b'"pond"'), lambda _: b""]
)
def test_a_list_without_its_pool_is_refused(tmp_path: Path, cut: Callable[[bytes], bytes]) -> None:
    pool, _ = pool_of(own_set(tmp_path / "set", 2), tmp_path / "pool")
    file = tmp_path / "questions.json"
    write_chosen(file, pool.header, pool.questions())
    file.write_bytes(cut(file.read_bytes()))
    with pytest.raises(RecordError, match=r"questions\.json"):
        header_of(file)


def test_a_run_over_a_pool_holds_no_more_than_the_places_of_its_questions(tmp_path: Path) -> None:
    peaks = []
    for count in (40, 240):
        folder = tmp_path / str(count)
        own_set(folder / "set", 4)
        row = {"question": "Is it dark? " * 400, "pictures": "1.png", "answer": True, "kind": "yes_no"}
        write_lines(folder / "set" / "questions.jsonl", [row] * count)
        pool, _ = pool_of(folder / "set", folder / "pool")
        plan = QuestionPlan(tasks=("object.own_yes_no",), trials=0, seed=7, language="en")
        tracemalloc.start()
        write_chosen(folder / "questions.json", pool.header, pool.drawn(plan.tasks, None, 7))
        spec, subject = SubjectSpec("baseline", "first"), Subject(spec="baseline:first", name="first")
        test = ImportedTest(plan, folder / "questions.json", pool.media, spec, subject, Means())
        assert sum(1 for _ in test.instances()) == count
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    # Held, the words of two hundred questions more, in two languages, are 2 MiB.
    assert peaks[1] - peaks[0] < 200 * 1024
