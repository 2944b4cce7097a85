"""The audit of a run over questions: points and boxes read in every other order and scale, from the record alone."""

from collections.abc import Iterator
from typing import Any, get_args

import numpy as np
import pytest

from mindsight.answers.conventions import ModelProfile, Points, Scale, model_profile
from mindsight.home.questions.asking.messages import marks_question, prompts_hash, question_words, system_prompt
from mindsight.home.questions.plan import QuestionPlan
from mindsight.home.questions.question import Question, Region, Truth
from mindsight.home.questions.reporting.conventions import Audit, audit_of, blocks, warnings
from mindsight.record.model import Item, Manifest
from mindsight.text import say

PICTURE = (800, 600)
WAYS = {
    "gemini": "points as [y, x], 0 to 1000",
    "robopoint": "points as [x, y], 0 to 1",
    "molmo": "points as [x, y], 0 to 100",
    "claude": "points as [x, y], pixels of the picture sent",
}


def question(number: int, form: str) -> Question:
    """Return a question whose right place differs from those of the others."""
    rng = np.random.default_rng((number, len(form)))
    left, top = int(rng.integers(60, 700)), int(rng.integers(60, 500))
    run = tuple(part for row in range(top, top + 40) for part in (row * 800 + left, 40))
    box = (left / 0.8, top / 0.6, (left + 40) / 0.8, (top + 40) / 0.6)
    truth = Truth(regions=(Region(picture=0, size=PICTURE, runs=run),)) if form == "point" else Truth(box=box)
    return Question(
        id=f"object.{form}-{number:04d}-1",
        kind=f"object.{form}",
        kind_version=1,
        seed=1,
        group=f"{form}-{number}",
        scene=f"{number}",
        words={"zh": "?", "en": "?"},
        pictures=("0" * 64,),
        form=form,  # type: ignore[arg-type]
        truth=truth,
    )


def right_of(one: Question) -> list[float]:
    if one.truth.box is not None:
        return list(one.truth.box)
    place = one.truth.regions[0].runs[0]
    return [(place % 800 + 20.5) / 0.8, (place // 800 + 20.5) / 0.6]


def manifest(*, rule: int = 3, profile: ModelProfile | None = None) -> Manifest:
    """Return as much of a manifest as the audit looks at."""
    plan: dict[str, Any] = {"classes": {f"object.{form}": {"form": form} for form in ("point", "box")}}
    if profile is not None:
        plan["model_profile"] = profile.model_dump(mode="json")
    subject = type("Subject", (), {"spec": "model:m", "details": {}})()
    return Manifest.model_construct(plan=plan, identity={"reading": rule, "picture": "800x600"}, subject=subject)


def answers(questions: list[Question], habit: ModelProfile, asked: ModelProfile) -> Iterator[Item]:
    """Yield the items of a model that sees everything, writes in its habit and is read as asked."""
    for one in questions:
        value: list[float] = []
        right = right_of(one)
        for x, y in zip(right[::2], right[1::2], strict=True):
            place = asked.canonical(*habit.said((x / 1000, y / 1000), PICTURE), PICTURE)
            value += [1000 * share for share in place]
        yield Item.model_construct(
            id=one.id,
            status="scored",
            cluster=one.group,
            parsed={"status": "answer", "value": value, "evidence": None},
        )


def audited(count: int, name: str, asked: str = "default", rule: int = 3) -> Audit:
    questions = [question(number, form) for number in range(count) for form in ("point", "box")]
    form = model_profile(asked)
    found = answers(questions, model_profile(name), form)
    profile = None if asked == "default" else form
    return audit_of(manifest(rule=rule, profile=profile), found, {one.id: one for one in questions})


@pytest.mark.parametrize(("name", "title"), WAYS.items(), ids=WAYS)
def test_a_model_that_writes_otherwise_is_found_among_many_wordings(name: str, title: str) -> None:
    found = audited(20, name)
    best = max((row for row in found.rows if row.wins), key=lambda row: row.right)
    assert (say(best.title, "en"), best.right, found.of) == (title, 40, 40)
    (note,) = warnings(manifest(), found)
    assert note.id == "warning-convention-points"
    assert "--model-profile" in say(note.body, "en")
    assert [block.id for block in blocks(found)] == ["conventions", "conventions-how"]


def test_another_form_than_the_profile_s_is_found_too() -> None:
    found = audited(20, "default", asked="gemini")
    best = max((row for row in found.rows if row.wins), key=lambda row: row.right)
    assert say(best.title, "en") == "points as [x, y], 0 to 1000"


@pytest.mark.parametrize("count", [2, 6, 20])
@pytest.mark.parametrize("name", ["default", "gemini", "claude"])
def test_who_writes_as_asked_gets_no_warning(count: int, name: str) -> None:
    found = audited(count, name, asked=name)
    assert (found.asked, found.of) == (2 * count, 2 * count)
    assert list(warnings(manifest(), found)) == []


def test_few_wordings_are_too_few_and_an_impossible_range_is_named() -> None:
    found = audited(2, "robopoint")
    words = {note.id: say(note.body, "en") for note in warnings(manifest(), found)}
    assert words["warning-convention-few-points"].endswith("as asked 0 of 4 right; points as [x, y], 0 to 1: 4 of 4.")
    assert words["warning-convention-range"].startswith("All 6 points have both numbers from 0 to 1")


def test_an_older_record_has_no_audit() -> None:
    assert audited(6, "gemini", rule=1) == Audit()
    assert list(blocks(Audit())) == []


@pytest.mark.parametrize(
    "value", [None, "x", [1], [1, "2"], [True, 2], [1, 2, 3, 4], {}, [10**400, 1], [float("nan"), 1]]
)
def test_a_changed_record_with_any_value_breaks_nothing(value: Any) -> None:
    one = question(1, "point")
    item = Item.model_construct(
        id=one.id, status="scored", cluster="a", parsed={"status": "answer", "value": value, "evidence": value}
    )
    assert audit_of(manifest(), [item], {one.id: one}).of == 0


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("order", ["xy", "yx"])
@pytest.mark.parametrize("scale", get_args(Scale))
def test_the_prompt_asks_for_every_order_and_range(language: Any, order: Any, scale: Any) -> None:
    form = ModelProfile(name="-", order=order, scale=scale)
    usual, asked = (QuestionPlan(tasks=(), language=language, model_profile=one) for one in (None, form))
    words = system_prompt(asked, Points(form, (1024, 768)))
    assert (words == system_prompt(usual)) is form.points_as_usual
    assert ("[y, x]" in words) is (order == "yx")
    assert ("1024" in words and "768" in words) is (scale == "pixels")
    assert "{width}" not in words
    assert prompts_hash(asked) == prompts_hash(usual)
    point = question_words(question(1, "point"), asked)
    assert (f"[{order[0]}, {order[1]}]" in point) is True
    assert ("[top, left" in question_words(question(1, "box"), asked)) is (order == "yx" and language == "en")
    assert f"[{order[0]}, {order[1]}]" in marks_question(asked)[0]
