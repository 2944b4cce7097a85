"""Questions that somebody brought along: a pool as it was imported, pools with a defect, and runs that rest on the review of one."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from home.imported.sets import pool_of, write_lines
from mindsight.errors import InputError
from mindsight.record.folder import RunFolder
from mindsight.review.linking import disagreements, link
from mindsight.review.page import write_page
from mindsight.review.reviewing import media_files, review
from record import trial
from review import making

Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("pools")
    making.photographs(place / "set", count=12, classes=("shown",))
    rows: Rows = [
        {
            "question": f"Which colour is thing {number}?",
            "pictures": f"shown/{number:04d}.jpg",
            "choices": ["red", "green"],
            "answer": "AB"[number % 2],
            "kind": "choice",
        }
        for number in range(12)
    ]
    write_lines(place / "set" / "questions.jsonl", rows)
    pool_of(place / "set", place / "pool", twins="set")
    return place / "pool"


def changed(pool: Path, where: Path, change: Callable[[Rows], Any]) -> Path:
    """Return a copy of a pool with other questions, under the hash that they now have."""
    copy = Path(shutil.copytree(pool, where))
    rows = [json.loads(line) for line in (pool / "questions.jsonl").read_text("utf-8").splitlines()]
    change(rows)
    write_lines(copy / "questions.jsonl", rows)
    return copy


def test_a_pool_is_as_it_says(pool: Path, tmp_path: Path) -> None:
    found = review(pool, tmp_path / "review", on=making.ON)
    states = making.by_check(found)
    assert found.data.layout == "pool"
    # Twelve questions are few; nothing else is wrong.
    assert {id_ for id_, state in states.items() if state in {"failure", "warning"}} == {"b2"}
    assert (states["b3"], states["d5"], states["d3"]) == ("good", "good", "good")
    assert (states["a1"], states["f1"]) == ("waiting", "waiting")


DEFECTS: dict[str, tuple[str, Callable[[Rows], Any]]] = {
    "no truth": ("b3", lambda rows: rows[0]["truth"].update(value="")),
    "a key that is no option": ("b3", lambda rows: rows[0]["truth"].update(value="Z")),
    "no form": ("b3", lambda rows: rows[0].update(form="riddle")),
    "a truth of another kind": ("b3", lambda rows: rows[0]["truth"].update(value={"a": 1})),
    "twice": ("d3", lambda rows: rows.append(rows[0])),
    "no Chinese": ("d3", lambda rows: rows[0]["words"].pop("zh")),
    "no such picture": ("d3", lambda rows: rows[0].update(pictures=["0" * 64])),
    "only twins": ("b1", lambda rows: rows.__setitem__(slice(None), [one for one in rows if one["truth"]["reason"]])),
    "a telephone number": ("a6", lambda rows: rows[0]["words"].update(en="Call 13800138000?")),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_of_a_pool_is_found(name: str, pool: Path, tmp_path: Path) -> None:
    id_, change = DEFECTS[name]
    found = making.states(changed(pool, tmp_path / "pool", change), tmp_path / "review")
    # The list is no longer the one that the pool names.
    assert (found[id_], found["d5"]) == ("failure", "failure")


def test_lines_that_are_no_questions_are_findings(pool: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(pool, tmp_path / "pool"))
    (copy / "questions.jsonl").write_bytes(b"3\n" + b"[" * 100_000 + b"\n\xff\n")
    assert making.states(copy, tmp_path / "review")["d3"] == "failure"
    (copy / "pool.json").write_text('{"format": "mindsight.question-pool"}', "utf-8")
    with pytest.raises(InputError, match="import the questions again"):
        making.states(copy, tmp_path / "other")


def test_a_run_on_a_pool_finds_the_review_beside_it(pool: Path, tmp_path: Path) -> None:
    place = pool.with_name("pool-review")
    found = review(pool, place, on=making.ON)
    write_page(found, place, pool, media_files(place), language="en", progress=lambda *_: None)
    done = trial.mindsight("home", "run", "--pool", pool, "--subject", "baseline:random", "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    run = RunFolder.open(tmp_path / "run")
    assert run.manifest.review == link(place, run.path / "questions.json")
    assert list(disagreements(place, run)) == []
    # A run on other questions of the same form rests on another review.
    page = json.loads((run.path / "questions.json").read_bytes())
    page["pool"]["questions_sha256"] = "0" * 64
    (tmp_path / "other.json").write_text(json.dumps(page), "utf-8")
    with pytest.raises(InputError, match="1 files of the run are not in it"):
        link(place, tmp_path / "other.json")
