"""Stances: what a subject is told about impossible tasks, in the prompt, in the tools and in the identity of a result."""

import hashlib
import itertools
from typing import Any, get_args

import pytest

from mindsight.home.episodes.episode import Setting
from mindsight.home.episodes.interface import Interface, example, prompts_hash, system_prompt, tools
from mindsight.home.episodes.stances import STANCES, Stance, versioned
from mindsight.text import LANGUAGES, Language

BEFORE = {
    ("zh", "points"): "4549e10d4a1fe3e7f76bac82bcf447886997ca613fa527ca610448a352172be2",
}
"""Hashes of prompts before stances could be chosen, from records that were written then."""
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
def test_the_cautious_prompt_is_that_of_before(language: Any, interface: Any) -> None:
    assert prompts_hash(language, interface, "cautious") == BEFORE[language, interface]


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
