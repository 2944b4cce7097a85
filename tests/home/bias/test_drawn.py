"""What is drawn for an audit, and what the answer of each class is."""

from dataclasses import replace
from typing import Any

import pytest

from mindsight.errors import InputError
from mindsight.home import tasks
from mindsight.home.bias.answers import ANSWERS
from mindsight.home.bias.drawn import Pair, Worded, asked_of, draw_pair, pairs
from mindsight.home.irrelevance import NEEDS_PICTURE
from mindsight.home.preparation.drawing import slots
from mindsight.home.tasks import Rejected


def test_every_class_says_what_its_answer_is_or_that_it_has_none() -> None:
    assert list(ANSWERS) == list(tasks.load())


def test_pairs_are_those_of_a_plan() -> None:
    found = pairs(["buttons"], instances=40, seed=3)
    plan = slots(["buttons"], trials=40, irrelevant=0.5, seed=3)
    assert {one.seed for one in found} == {one.seed for one in plan}
    shown = [reason for one in found for reason in one.reasons if reason in NEEDS_PICTURE]
    told = [reason for one in found for reason in one.reasons if reason and reason not in NEEDS_PICTURE]
    assert sum("" in one.reasons for one in found) == len(shown) == 20
    assert len(told) == 10
    assert set(shown) | set(told) == set(tasks.load()["buttons"].reasons)


def test_a_class_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InputError, match="there is no task piano"):
        pairs(["piano"], instances=40, seed=3)


def test_the_tasks_of_a_drawn_pair_share_words_where_only_the_picture_tells() -> None:
    valid, absent, told = draw_pair(Pair("buttons", 300, "absent", ("", "absent", "impossible")))
    assert valid.instruction == absent.instruction != told.instruction
    assert valid.pair == absent.pair == told.pair
    assert valid.answer in {"open", "locked"}
    assert absent.answer == ""


def test_a_seed_whose_valid_task_is_rejected_gives_no_irrelevant_one(monkeypatch: pytest.MonkeyPatch) -> None:
    real = tasks.load()["buttons"]

    def draw(seed: int, reason: Any) -> Any:
        if seed == 300 and not reason:
            raise Rejected("made up")
        return real.draw(seed, reason)

    monkeypatch.setattr(tasks, "load", lambda: {"buttons": replace(real, draw=draw)})
    assert [one.id for one in draw_pair(Pair("buttons", 300, "absent", ("", "absent")))] == [
        "buttons-301-valid",
        "buttons-301-absent",
    ]


def made(pair: int, reason: Any, answer: str = "") -> Worded:
    return Worded("desk", f"{pair}-{reason}", f"pair {pair}", reason, {"zh": "请", "en": "Please"}, answer, "asked")


def test_sets_hold_pairs_only_and_answers_of_valid_tasks() -> None:
    own = [made(1, "", "a"), made(1, "absent"), made(2, "", "b"), made(2, "not_home"), made(3, "", "c")]
    found = {one.kind: one for one in asked_of(own, ["en"])}
    assert [q.id for q in found["valid"].questions] == ["1-", "1-absent"]
    assert [q.label for q in found["valid"].questions] == ["valid", "irrelevant"]
    assert [q.id for q in found["worded"].questions] == ["2-", "2-not_home"]
    assert [(q.label, q.template) for q in found["answer"].questions] == [
        ("a", "asked"),
        ("b", "asked"),
        ("c", "asked"),
    ]


def test_a_class_without_an_answer_is_asked_only_whether_it_is_valid() -> None:
    assert [one.kind for one in asked_of([made(1, ""), made(1, "absent")], ["zh"])] == ["valid"]


def test_the_table_of_a_block_model_does_not_hang_on_its_blocks() -> None:
    from mindsight.engine import catalogue, fixtures
    from mindsight.engine.seeds import stream
    from mindsight.home.tasks.blocks import HOLDS, _kit

    catalogue.load()
    fixtures.load()
    least = min(HOLDS.values())
    for seed in range(3):
        counts = set()
        for most in (least, 99):
            try:
                kit = _kit(seed, stream(seed, "blocks"), most)
            except Rejected:
                continue
            assert len(kit.needed) + len(kit.spare) <= most
            assert len(kit.spare) >= 2
            counts.add(len(kit.needed))
        assert len(counts) <= 1
