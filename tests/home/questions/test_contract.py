"""What every class of questions keeps: two answers and twice none, an oracle by sight, words in both languages, its margins."""

import re
from collections import Counter
from functools import lru_cache

import numpy as np
import pytest
from tests.home.questions.margins.kept import margins

from mindsight.engine.drawing.rendering import without_colours
from mindsight.engine.figures.people.anatomy import need_bodies
from mindsight.errors import MissingExtra
from mindsight.home.questions import classes, scenes
from mindsight.home.questions.ablating import Left, left_without, unlike_declared
from mindsight.home.questions.classes import QuestionClass
from mindsight.home.questions.facts.ablations import ABILITIES, without
from mindsight.home.questions.facts.answer import Cannot
from mindsight.home.questions.quartets import Quartet, by_sight, quartet
from mindsight.home.questions.question import Question
from mindsight.home.questions.scenes import Made

POOL = classes.load()
SETS = sorted({one.scenes for one in POOL.values()})
_LONG = {
    "acts", "acts_in_order", "acts_repeated", "bearings", "between", "deeds", "faces_brief", "faces_changing", "faces_disturbed",
    "faces_stronger", "faces_two", "gaits", "gestures", "groups", "mishaps", "presents", "signals_disturbed", "walks",
}  # fmt: skip
"""Sets with a person in many pictures; of these only ``faces`` may be among the fast tests."""
SOME = [
    pytest.param(kind, marks=[pytest.mark.slow] if number % 2 or kind in _LONG else [])
    for number, kind in enumerate(SETS)
]
"""All sets; half of them only in the slow tests."""
SEEDS, MANY = range(5), range(100, 124)
"""Seeds of which the fast tests take the first that gives a set, and those of the slow ones."""
LEAST_SHARE = 0.25
"""Least share of sets that give a class a wording."""
MOST_UNPROVED = 0.25
"""Most wordings passed over, for each accepted one, because sight contradicts the truth."""
_LETTERS = re.compile(r"[\u3400-\u9fff]")


@lru_cache(maxsize=2)
def _made(kind: str, seed: int) -> tuple[Made, ...] | None:
    if scenes.load()[kind].people:
        try:
            need_bodies()
        except MissingExtra as error:
            pytest.skip(str(error))
    try:
        return scenes.load()[kind].make(seed)
    except scenes.Rejected:
        return None


def _first(kind: str) -> tuple[int, tuple[Made, ...]]:
    for seed in SEEDS:
        if (made := _made(kind, seed)) is not None:
            return seed, made
    pytest.fail(f"none of {len(SEEDS)} seeds gives a set of {kind}")


@pytest.mark.parametrize("kind", SOME)
def test_a_set_gives_questions_that_the_oracle_answers(kind: str) -> None:
    for seed in SEEDS:
        if (made := _made(kind, seed)) is None:
            continue
        given = 0
        for one in (one for one in POOL.values() if one.scenes == kind):
            if (found := quartet(one, made, seed)) is not None:
                given += 1
                _check(one, found, made)
        if given:
            return
    pytest.fail(f"none of {len(SEEDS)} seeds gives a question about {kind}")


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", SETS)
def test_many_sets_give_every_class_questions(kind: str) -> None:
    own = [one for one in POOL.values() if one.scenes == kind]
    given, sets, unproved = dict.fromkeys((one.key for one in own), 0), 0, Counter[str]()
    left: dict[str, dict[str, Left]] = {one.key: {} for one in own}
    for seed in MANY:
        # Colours take half of the time, and nothing here looks at them.
        with without_colours():
            made = _made(kind, seed)
        if made is None:
            continue
        sets += 1
        for one in own:
            if (found := quartet(one, made, seed)) is not None:
                given[one.key] += 1
                unproved[one.key] += found.unproved
                _check(one, found, made)
                seen = {question.id: scene.seen for question, scene in zip(found.questions, made, strict=True)}
                lost = left_without(one, found.questions, lambda question, seen=seen: seen[question.id])
                left[one.key] = {name: lost[name] + left[one.key].get(name, Left(0, 0, 0, 0)) for name in lost}
    assert sets > len(MANY) / 2, f"{kind}: only {sets} of {len(MANY)} seeds give a set"
    assert not {key: count for key, count in given.items() if count < LEAST_SHARE * sets}
    # A program that often contradicts the truth by sight would hide behind the wordings passed over.
    assert not {key: count for key, count in unproved.items() if count > MOST_UNPROVED * given[key]}
    assert [words for one in own for words in unlike_declared(one, left[one.key])] == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", SETS)
def test_the_same_seed_gives_the_same_pixels_and_words(kind: str) -> None:
    seed, made = _first(kind)
    again = scenes.load()[kind].make(seed)
    for one, other in zip(made, again, strict=True):
        for picture, same in zip(one.pictures, other.pictures, strict=True):
            assert np.array_equal(picture, same)
        assert one.truth == other.truth
    for own in (one for one in POOL.values() if one.scenes == kind):
        first, second = quartet(own, made, seed), quartet(own, again, seed)
        assert (first and first.questions) == (second and second.questions)


@pytest.mark.parametrize("one", POOL.values(), ids=lambda one: one.key)
def test_needs_are_abilities_that_can_be_taken_away(one: QuestionClass) -> None:
    assert {*one.needs, *one.helped_by} <= {"kinds", *ABILITIES}
    assert not {*one.needs} & {*one.helped_by}


def _check(kind: QuestionClass, found: Quartet, made: tuple[Made, ...]) -> None:
    questions = found.questions
    assert sum(one.valid for one in questions) == 2
    assert len({str(one.words) for one in questions}) == 1
    _check_words(kind, questions[0])
    for question, scene in zip(questions, made, strict=True):
        assert set(question.pictures) <= set(found.pictures)
        _check_options(question)
        assert by_sight(kind, question, scene.seen), question.id
        _check_all_are_offered(kind, question, scene)
        for ability in {*ABILITIES} - {*kind.needs, *kind.helped_by}:
            assert by_sight(kind, question, without(ability, scene.seen)), f"{question.id} needs {ability}"
    lost = [one for one in margins(kind, questions, [scene.truth for scene in made]) if not one.kept]
    assert not lost, f"{questions[0].group}: {lost}"
    if "time" in kind.needs:
        _check_time(kind, found, made)


def _check_time(kind: QuestionClass, found: Quartet, made: tuple[Made, ...]) -> None:
    """A clip is seen again as it was seen first; its middle picture alone does not give both answers."""
    right = []
    for question, scene in zip(found.questions, made, strict=True):
        if scene.again is None:
            return
        count = len(scene.pictures)
        assert scene.again(range(count)) == scene.seen
        if question.valid:
            right.append(by_sight(kind, question, scene.again([count // 2] * count)))
    assert not all(right), f"{question.group}: one picture is enough"


def _check_all_are_offered(kind: QuestionClass, question: Question, made: Made) -> None:
    """Where several things fit, all of their answers are options: if only one were, it would be the right choice."""
    found = kind.answer(question.asked, made.truth)
    if question.form == "choice" and isinstance(found, Cannot):
        assert set(found.among) <= {one.key for one in question.options}, question.id


def _check_words(kind: QuestionClass, question: Question) -> None:
    assert "{" not in question.words["zh"] + question.words["en"]
    assert _LETTERS.search(question.words["zh"]), question.words
    assert not _LETTERS.search(question.words["en"]), question.words
    assert len(set(kind.wordings)) >= 4
    assert {len(set(words)) for words in zip(*kind.wordings, strict=True)} == {len(kind.wordings)}


def _check_options(question: Question) -> None:
    keys = [one.key for one in question.options]
    assert len(set(keys)) == len(keys) <= 8
    if question.valid and question.form == "choice":
        assert question.truth.value in keys
    if question.form == "choice":
        assert 2 <= len(keys) <= 6
        for language in ("zh", "en"):
            assert len({getattr(one, language) for one in question.options}) == len(keys)
    if question.valid and question.form == "sequence":
        assert set(question.truth.value) <= set(keys)
