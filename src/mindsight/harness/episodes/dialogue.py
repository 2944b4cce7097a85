"""How a suite describes an item and how it wants subjects to be spoken to; the few words the harness adds itself."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from mindsight.harness.episodes import answers
from mindsight.harness.episodes.answers import Answer, Reading
from mindsight.harness.processes.slots import Observation
from mindsight.text import Language

Reads = Literal["calls", "number", "text"]

PICTURE_LEFT_OUT: dict[Language, str] = {
    "zh": "（这里原有一张较早的画面，已略去。）",
    "en": "(An earlier picture stood here and has been left out.)",
}
NOT_CARRIED_OUT: dict[Language, str] = {
    "zh": "没有执行：每一轮只做一个动作。",
    "en": "Not carried out: one action per turn.",
}


class Tool(Protocol):
    """One action as a tool; ``parameters`` maps names to JSON Schemas."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def description(self) -> str:
        """What it does."""

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Its arguments."""

    @property
    def required(self) -> Sequence[str]:
        """Arguments that must be given."""


@dataclass(frozen=True)
class Item:
    """One episode to be played: ``opening`` holds the arguments of the environment's ``open``."""

    id: str
    instruction: str
    opening: dict[str, Any]


@dataclass(frozen=True)
class Dialogue:
    """How a suite speaks with a subject.

    Args:
        system: What is said before the task, from the first observation; the flag asks for JSON lines instead of tools.
        words: What is said beside each picture.
        wish: What the environment is asked for, from an action's name and arguments.
        tools: The actions; their names are what an answer may begin with.
        reads: What an answer is: an action, the number of one of the observation's ``choices``, or a text.
        language: The language in which subjects are spoken to.
    """

    system: Callable[[Observation, bool], str]
    words: Callable[[Observation], str]
    wish: Callable[[str, dict[str, Any]], Any] = lambda name, arguments: {"action": name, **arguments}
    tools: Sequence[Tool] = field(default=())
    reads: Reads = "calls"
    language: Language = "zh"

    def read(self, answer: Answer, observation: Observation) -> Reading:
        """Return what an answer means."""
        if self.reads == "text":
            return answers.read_text(answer)
        if self.reads == "number":
            return answers.read_number(answer, len(observation.get("choices", ())))
        return answers.read_call(answer, {tool.name for tool in self.tools})

    def wished(self, reading: Reading) -> Any:
        """Return what the environment is asked for; None where nothing could be read."""
        if reading.problem not in {"", "unknown_name"}:
            return None
        if self.reads == "text":
            return reading.text
        return reading.number if self.reads == "number" else self.wish(reading.name, reading.arguments)


def words_hash(language: Language) -> str:
    """Return the hash of the harness's own words and the rule by which answers are read: part of an identity."""
    told = f"{PICTURE_LEFT_OUT[language]}\0{NOT_CARRIED_OUT[language]}\0{answers.READING_RULE}"
    return hashlib.sha256(told.encode()).hexdigest()
