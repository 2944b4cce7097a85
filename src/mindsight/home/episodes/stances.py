"""Stances: what a subject is told about tasks that should not be done, each a version of a few sentences in both languages.

One sentence can move a model's abstention by tens of points, so T is reported with its stance and never compared across stances.
"""

import tomllib
from functools import lru_cache
from importlib import resources
from typing import Any, Literal

from mindsight.text import Language

Stance = Literal["neutral", "eager", "cautious", "alone"]
STANCES: tuple[Stance, ...] = ("neutral", "eager", "cautious")
"""What a subject can be told about its tasks."""
ALONE: Stance = "alone"
"""What a subject is told that is left alone and given no task."""
USUAL: Stance = "neutral"
"""The stance of a run if none is chosen."""
FORMER: Stance = "cautious"
"""What every subject was told before stances could be chosen; records that name none have this one."""
_WORDS = {
    ("points", "en"): {"stop": "end with decline", "done": "end with finish", "speak": "use propose"},
    ("points", "zh"): {"stop": "请用 decline 结束", "done": "请用 finish 结束", "speak": "请用 propose"},
    ("menu", "en"): {"stop": 'choose "decline"', "done": 'choose "finish"', "speak": 'choose "propose"'},
    ("menu", "zh"): {"stop": "请选择“不做”", "done": "请选择“已完成”", "speak": "请选择“提出”"},
}


def versioned(stance: Stance) -> str:
    """Return a stance with the version of its sentences, such as ``neutral/1``: part of the identity of a result."""
    return f"{stance}/{_stances()[stance]['version']}"


def with_stance(prompt: str, stance: Stance, interface: str, language: Language) -> str:
    """Return a prompt with the sentences of a stance in the places that it leaves for them."""
    said: dict[str, str] = _stances()[stance][language]
    ending = said["ending"]
    for name, words in _WORDS[interface, language].items():
        ending = ending.replace(f"{{{name}}}", words)
    for name, words in {**said, "ending": ending}.items():
        prompt = prompt.replace(f"{{{name}}}", words)
    return prompt


@lru_cache
def _stances() -> dict[str, Any]:
    file = resources.files("mindsight.home.episodes") / "prompts" / "stances.toml"
    return tomllib.loads(file.read_text("utf-8"))
