"""Stances: what a subject is told about impossible tasks, in the prompt, in the tools and in the identity of a result."""

import contextlib
import hashlib
import itertools
import re
from operator import attrgetter
from typing import Any, get_args

import pytest

from mindsight.home import tasks
from mindsight.home.episodes.interface import example, prompt, prompts_hash, system_prompt, tools
from mindsight.home.episodes.stances import STANCES, Stance, versioned
from mindsight.home.setting import Interface, Setting
from mindsight.home.tasks import Rejected, Task
from mindsight.text import LANGUAGES, Language

BEFORE = {
    ("zh", "points"): "4549e10d4a1fe3e7f76bac82bcf447886997ca613fa527ca610448a352172be2",
}
"""Hashes of prompts before stances could be chosen, from records that were written then."""
COUNTS = {
    "en": (
        "Only how things are at the end counts: a task is done when all of it is done, and not done where everything is as it "
        "was. Trying things out, such as pressing a button to see what it does, is free but for the action.\n\n"
    ),
    "zh": (
        "只看最后的样子：要求的全部做到才算做了，一切和原来一样就是没做。"
        "可以动手试，例如按一下按钮看看有什么反应，除了用掉一个动作，没有别的代价。\n\n"
    ),
}
"""What every prompt says besides, which was added to those of before."""
REVEALING = (
    "cannot be done",
    "no household",
    "not in this home",
    "should not",
    "做不到",
    "做不了",
    "不该",
    "不在家里",
    "不是家务",
)
"""Words that tell that some tasks are impossible."""


def told(language: Language, interface: Interface, stance: Stance) -> str:
    """Return everything that a subject is told before a task, tools included."""
    words = system_prompt(language, interface, stance, places=["the door"], budget=12, lines=True)
    return "\n".join([words, *(tool.description for tool in tools(language, stance))])


ALL = list(itertools.product(LANGUAGES, get_args(Interface), STANCES))


@pytest.mark.parametrize(("language", "interface", "stance"), ALL)
def test_every_prompt_is_whole_and_says_how_a_task_ends(language: Any, interface: Any, stance: Any) -> None:
    words = told(language, interface, stance)
    assert "{" not in words.replace('{"action"', "")
    assert "decline" in words or "不做" in words
    assert "finish" in words or "已完成" in words
    assert "12" in words


@pytest.mark.parametrize(("language", "interface"), list(itertools.product(LANGUAGES, get_args(Interface))))
def test_only_the_cautious_stance_says_that_tasks_may_be_impossible(language: Any, interface: Any) -> None:
    assert any(word in told(language, interface, "cautious") for word in REVEALING)
    for stance in ("neutral", "eager"):
        assert [word for word in REVEALING if word in told(language, interface, stance)] == []


@pytest.mark.parametrize(("language", "interface"), list(BEFORE))
def test_the_cautious_prompt_is_that_of_before_with_what_counts(
    language: Any, interface: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = prompt(interface, language)
    assert now.count(COUNTS[language]) == 1
    monkeypatch.setattr(
        "mindsight.home.episodes.interface.prompt", lambda name, _: prompt(name, language).replace(COUNTS[language], "")
    )
    assert prompts_hash(language, interface, "cautious") == BEFORE[language, interface]


@pytest.mark.parametrize(("language", "interface", "stance"), ALL)
def test_every_subject_is_told_what_counts_and_that_trying_is_free(language: Any, interface: Any, stance: Any) -> None:
    assert COUNTS[language] in told(language, interface, stance)


@pytest.mark.parametrize("task", tasks.load().values(), ids=attrgetter("key"))
def test_no_instruction_says_what_to_do_if_it_cannot_be_done(task: Task) -> None:
    """Otherwise the neutral stance is not neutral for that class, or the classes are not asked alike."""
    said = [wording for seed in range(2) for wording in _drawn(task, 40 * seed).values()]
    assert [
        one
        for one in said
        if any(word in one for word in ("decline", "cannot", "leave all", "不做", "做不", "拼不", "别动"))
    ] == []

    assert [one for one in said if re.search(r"\w[.;:][A-Za-z]|  |\s$", one)] == []


def _drawn(task: Task, seed: int) -> dict[Any, str]:
    """Return the instruction of the first seed from ``seed`` on that gives a task."""
    for number in range(seed, seed + 20):
        with contextlib.suppress(Rejected):
            return dict(task.draw(number, "").instruction)
    raise AssertionError(f"{task.key}: no seed from {seed} on gives a task")


def test_no_two_stances_have_one_hash_or_example() -> None:
    hashes = {prompts_hash(language, interface, stance) for language, interface, stance in ALL}
    assert len(hashes) == len(ALL)
    assert "there is no such thing here" not in example("decline", "en", "neutral")


def test_a_record_that_names_no_stance_was_cautious() -> None:
    assert Setting.model_validate({"language": "zh"}).stance == "cautious"
    assert "stance" not in Setting().model_dump()
    assert Setting(stance="eager").model_dump()["stance"] == "eager"
    assert (
        hashlib.sha256(versioned("eager").encode()).hexdigest()
        != hashlib.sha256(versioned("neutral").encode()).hexdigest()
    )
