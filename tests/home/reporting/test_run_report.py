"""What a home report shows of its items, with items made by hand: no engine, no pictures drawn."""

import json
from pathlib import Path
from typing import Any

import pytest

from mindsight.home.episodes.deeds import VERBS
from mindsight.home.reporting import comparison
from mindsight.home.reporting.endings import endings
from mindsight.home.reporting.episode_strips import MOST_PICTURES, chosen, instructions_of, strips
from mindsight.home.scoring.sampling import Difference
from mindsight.record.blocks import Strip
from mindsight.record.model import Data, Document, Item, Manifest, Subject
from mindsight.text import say, text

COUNTS = {"TP": "done", "FN": "ran_out", "TN": "declined", "FP": "claimed"}


def step(number: int, verb: str, point: tuple[float, float] | None = None, **more: Any) -> dict[str, Any]:
    action = {"verb": verb, **({"point": list(point)} if point else {}), **more}
    told = {"zh": f"第{number}步", "en": f"step {number}"}
    return {"action": action, "words": told["zh"], "told": told, "picture": f"{number:064x}"}


def item(id_: str, outcome: str = "TP", *, steps: Any = (), manner: str | None = None, **changed: Any) -> Item:
    terms = {
        "task": id_.partition("-")[0],
        "valid": outcome in {"TP", "FN"},
        "manner": manner or COUNTS[outcome],
        "reason": "" if outcome in {"TP", "FN"} else "absent",
        "steps": len(steps) or 3,
        "score": 1.0,
    }
    return Item(
        id=id_,
        instance="0" * 64,
        cluster=id_,
        status="scored",
        outcome=outcome,
        answer={"steps": list(steps)},
        parsed={"why": {"zh": "杯子在架子上", "en": "the cup is on the shelf"}},
        terms=terms,
        media={f"{number:03}": f"{one['picture']}.jpg" for number, one in enumerate(steps)},
        previous="0" * 64,
        **changed,
    )


@pytest.fixture
def manifest() -> Manifest:
    return Manifest(
        document=Document(suite="home", number="", edition="draft", title=text("Task generalisation in a home")),
        kind="generalisation",
        plan={"setting": {"width": 640, "height": 480}},
        identity={},
        subject=Subject(spec="baseline:oracle", name="oracle"),
        data=Data(name="x", file="x", sha256="0" * 64, instances=1, files=1),
        software={},
        hardware={},
        started="2026-01-01T00:00:00Z",
    )


def only(found: Any) -> Strip:
    (strip,) = found
    return strip


def test_the_start_the_end_and_what_was_touched_are_shown(manifest: Manifest) -> None:
    steps = [step(n, "look") for n in range(20)]
    for n in (7, 9, 12, 15, 16, 17):
        steps[n] = step(n, "pick", (500, 250))
    strip = only(strips([item("a-1", steps=steps)], manifest, {}))
    assert [int(picture.media[:64], 16) for picture in strip.pictures] == [0, 7, 12, 15, 17, 19]
    assert len(strip.pictures) == MOST_PICTURES
    (mark,) = strip.pictures[1].marks
    assert (mark.x, mark.y, mark.label) == (320.0, 120.0, "8")
    assert say(strip.pictures[1].caption, "en") == "8/20 pick up: step 7"
    assert say(strip.pictures[1].caption, "zh") == "8/20 拿起：第7步"


def test_a_short_task_is_shown_whole_and_ends_with_the_picture_after_it(manifest: Manifest) -> None:
    steps = [step(0, "press", (10, 10)), {**step(1, "finish"), "action": {"verb": "decline", "text": "no cup"}}]
    one = item("a-1", steps=steps)
    one = one.model_copy(update={"media": {**one.media, "002": f"{9:064x}.jpg"}})
    strip = only(strips([one], manifest, {"a-1": {"zh": "请放杯子。", "en": "Put the cup."}}))
    assert [str(picture.caption) for picture in strip.pictures] == [
        "1/2 press: step 0",
        "2/2 decline “no cup”: step 1",
        "afterwards",
    ]
    assert strip.above is not None
    assert strip.below is not None
    assert str(strip.above) == "Asked: Put the cup. (valid task)"
    assert say(strip.below, "zh") == "结束时：杯子在架子上。"


def test_an_older_record_and_an_unreadable_turn_are_shown_too(manifest: Manifest) -> None:
    old = {name: value for name, value in step(0, "look").items() if name != "told"}
    strip = only(strips([item("a-1", steps=[old, {**old, "action": None}])], manifest, {}))
    assert [str(picture.caption) for picture in strip.pictures] == ["1/2 look: 第0步", "2/2 no action: 第0步"]


def test_a_success_a_failure_and_an_ignored_task_are_chosen_per_class() -> None:
    steps = [step(0, "finish")]
    items = [
        item(f"{key}-{n}", outcome, steps=steps) for key in "ab" for n, outcome in enumerate(("TN", "FN", "TP", "TP"))
    ]
    assert [one.id for one in chosen(items, ["a", "b"])] == ["a-2", "a-1", "a-0", "b-2", "b-1", "b-0"]


def test_instructions_come_from_the_runs_own_data(tmp_path: Path) -> None:
    assert instructions_of(tmp_path / "none.json") == {}
    file = tmp_path / "instances.json"
    file.write_text(json.dumps({"items": [{"id": "a-1", "instruction": {"zh": "放", "en": "put"}}]}), "utf-8")
    assert instructions_of(file) == {"a-1": {"zh": "放", "en": "put"}}


def test_both_kinds_of_tn_are_counted_apart_and_everything_is_summed() -> None:
    own = {
        "a": [item("a-1"), item("a-2", "TN"), item("a-3", "TN", manner="idle")],
        "b": [item("b-1", "FP", manner="acted"), item("b-2", "FN", manner="unreadable")],
    }
    table = endings(list(own.items()), text("Class"))
    heads = [str(column.title) for column in table.columns]
    rows = [dict(zip(heads, row, strict=True)) for row in table.rows]
    assert [row["TN, declined"] for row in rows] == [1, 0, 1]
    assert [row["TN, ignored without declining"] for row in rows] == [1, 0, 1]
    assert [row["no readable turn"] for row in rows] == [0, 1, 1]
    assert rows[-1]["steps, mean"] == 3.0
    for row in table.rows:
        assert sum(cell for cell in row[1:-2] if isinstance(cell, int)) == {"a": 3, "b": 2}.get(str(row[0]), 5)


def test_shared_tasks_make_the_interval_of_a_difference_narrower() -> None:
    tasks = [(f"{key}-{n}", "TP" if n % 2 else "TN", "FN" if n % 2 else "FP") for key in "abc" for n in range(12)]
    first = [item(id_, right if n % 5 else wrong) for n, (id_, right, wrong) in enumerate(tasks)]
    other = [item(id_, right if n % 10 else wrong) for n, (id_, right, wrong) in enumerate(tasks)]
    kinds = [{"valid": one.outcome in {"TP", "FN"}, "reason": ""} for one in first]
    first = [one.model_copy(update={"terms": {**one.terms, **kind}}) for one, kind in zip(first, kinds, strict=True)]
    found = comparison._paired([first, other], 1.0)
    assert found is not None
    (gap,) = found
    assert isinstance(gap, Difference)
    assert gap.value > 0
    assert gap.correlation > 0.3


def test_differences_are_not_estimable_with_a_single_task_of_a_kind() -> None:
    items = [item("a-1"), item("a-2", "TN")]
    assert comparison._paired([items, items], 1.0) is None


def test_every_action_has_a_word() -> None:
    from mindsight.engine.physics.actions import Verb

    assert set(VERBS) == set(Verb.__args__)
