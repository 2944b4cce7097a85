"""The audit of questions about what is seen: the words of a quartet reveal nothing, an unbalanced set is found out."""

from itertools import islice

import pytest

from home.questions.made_up import MUGS, question
from mindsight.home.bias.audit import audit
from mindsight.home.bias.seen import WORDINGS, WordingDrawer, asked_of, draw_wordings, pooled
from mindsight.home.questions import classes, scenes
from mindsight.home.questions.quartets import quartets as quartets_of
from mindsight.home.questions.question import Question

pytest.importorskip("sklearn")


def quartets(answers: tuple[str, str], count: int = 40) -> list[Question]:
    """Return quartets about things of many names; their two answers take turns if they are not the same."""
    found = []
    for number in range(count):
        words = {"zh": f"东西{number}是什么颜色？", "en": f"What colour is thing {number % 13} of {number % 7}?"}
        own = [(answers[number % 2], ""), (answers[1 - number % 2], ""), ("", "absent"), ("", "ambiguous")]
        for place, (value, reason) in enumerate(own):
            found.append(
                question(
                    value=value,
                    reason=reason,
                    id=f"q-{number:04d}-{place}",
                    group=f"q-{number:04d}",
                    words=words,
                    options=MUGS,
                )
            )
    return found


def test_words_of_quartets_reveal_neither_answer_nor_whether_there_is_one() -> None:
    for asked in (one for one in asked_of(quartets(("red", "blue")), ("en",)) if one.kind != "option"):
        found = audit(asked)
        assert found.alike == found.groups
        assert found.verdict == "within", asked.kind


def test_answers_that_are_always_the_same_are_no_answer_to_guess() -> None:
    (_, asked, _) = asked_of(quartets(("red", "red")), ("en",))
    assert audit(asked).labels == 1


@pytest.mark.slow
def test_several_wordings_of_a_set_stay_together() -> None:
    found = draw_wordings(["object.marked", "object.colour"], instances=20, seed=5)
    for key in ("object.marked", "object.colour"):
        own = [one for one in found if one.kind == key]
        assert len(own) == len({one.id for one in own}) == 20
        by_set = {name: [one for one in own if one.group == name] for name in {one.group for one in own}}
        assert len(by_set) >= 2
        assert max(map(len, by_set.values())) <= 4 * WORDINGS
        assert all(sum(one.valid for one in four) * 2 == len(four) for four in by_set.values())


def test_words_drawn_without_pictures_are_those_of_questions_with_pictures() -> None:
    keys = tuple(key for key, one in classes.load().items() if one.scenes == "tabletop")
    made, words = scenes.load()["tabletop"].make(11), WordingDrawer("tabletop", keys)(11)
    for key in keys:
        shown = [one for four in islice(quartets_of(classes.load()[key], made, 11), WORDINGS) for one in four.questions]
        assert all(one.pictures for one in shown)
        same = {"id", "group", "pictures"}
        assert [one.model_dump(exclude=same) for one in words[key]] == [one.model_dump(exclude=same) for one in shown]
    assert sum(map(len, words.values())) >= 40


def test_an_option_that_is_never_right_is_found() -> None:
    def of(values: tuple[str, ...]) -> list[Question]:
        found = []
        for number in range(30):
            own = (values[number % len(values)], values[(number + 1) % len(values)])
            found += [
                one.model_copy(update={"id": f"{number}{one.id}", "group": f"g{number}"}) for one in quartets(own, 1)
            ]
        return found

    audits = [[*asked_of(of(values), ("zh", "en"))] for values in (("red", "blue", "dark_blue"), ("red", "blue"))]
    fair, leaky = ({one.language: one for one in own if one.kind == "option"} for own in audits)
    for language in ("zh", "en"):
        assert len(fair[language].questions) == 30 * 2 * len(MUGS)
        assert sum(one.label == "right" for one in fair[language].questions) == 30 * 2
        assert audit(fair[language]).verdict == "within"
        assert audit(leaky[language]).verdict == "above"


def test_classes_with_few_answers_are_not_compared_with_each_other() -> None:
    few = [
        one.model_copy(update={"kind": key, "id": f"{key}{one.id}", "group": f"{key}{one.group}"})
        for key, answers, count in (("state.open", ("red", "blue"), 3), ("state.on", ("blue", "dark_blue"), 4))
        for one in quartets(answers, count)
    ]
    (valid, answer, _) = pooled(few, ("en",))
    assert {one.template.split()[0] for one in valid.questions} == {"state.open", "state.on"}
    assert {one.template.split()[0] for one in answer.questions} == {"state.on"}


def test_how_many_options_there_are_gives_nothing_away() -> None:
    """Of two options a third letter is never right; that must not count as words that tell the answer."""
    mixed = [
        one.model_copy(update={"id": f"{count}{one.id}", "group": f"{count}{one.group}", "options": MUGS[:count]})
        for count, answers in ((2, ("red", "blue")), (3, ("blue", "dark_blue")))
        for one in quartets(answers)
    ]
    (_, answer, *_) = asked_of(mixed, ("en",))
    assert {one.template for one in answer.questions} == {"2 options", "3 options"}
    assert audit(answer).verdict == "within"


@pytest.mark.slow
def test_a_leak_in_one_of_several_classes_is_found_in_all_together() -> None:
    def of(key: str, answers: tuple[str, str]) -> list[Question]:
        return [
            one.model_copy(update={"kind": key, "id": f"{key}{one.id}", "group": f"{key}{one.group}"})
            for one in quartets(answers)
        ]

    fair = [*of("object.colour", ("red", "blue")), *of("object.shape", ("blue", "red"))]
    (valid, answer, option) = pooled(fair, ("en",))
    assert (valid.task, valid.kind, answer.kind, option.kind) == ("object", "valid", "answer", "option")
    assert {one.template for one in answer.questions} == {"object.colour", "object.shape"}
    assert audit(valid).verdict == audit(answer).verdict == "within"
    # The same answer for a wording, told by what it names.
    leaky = [
        one.model_copy(
            update={"truth": one.truth.model_copy(update={"value": "red" if "of 1" in one.words["en"] else "blue"})}
        )
        if one.valid and one.kind == "object.shape"
        else one
        for one in fair
    ]
    assert audit([*pooled(leaky, ("en",))][1]).verdict == "above"
