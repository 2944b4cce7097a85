"""A suite's description of an item and of the dialogue with subjects, and the few texts the harness adds."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from mindsight.answers import actions
from mindsight.answers.actions import Reading
from mindsight.answers.reply import READING_RULE, Answer
from mindsight.harness.episodes.outcomes import Turn, Usage
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
WRONG: dict[str, dict[Language, str]] = {
    "empty": {"zh": "你什么也没有回答。", "en": "Your answer was empty."},
    "cut": {
        "zh": "你的回答没有写完就被截断了，请写短一些。",
        "en": "Your answer was cut off before it ended: be shorter.",
    },
    "no_call": {"zh": "你的回答里没有动作。", "en": "There is no action in your answer."},
    "refused": {"zh": "你的回答里没有动作。", "en": "There is no action in your answer."},
    "unknown_name": {
        "zh": "没有这样的动作。可用的动作：{known}。",
        "en": "There is no such action. There are: {known}.",
    },
    "unreadable": {"zh": "你的回答里没有读得懂的动作。", "en": "No action in your answer could be read."},
    "several": {
        "zh": "你的回答里有几个不同的动作，请只给一个。",
        "en": "Your answer holds several different actions: give one.",
    },
    "ambiguous": {
        "zh": "参数可以有两种理解，请每个参数只给一次。",
        "en": "The arguments can be understood in two ways: give each once.",
    },
    "no_point": {"zh": "这个动作需要坐标 x 和 y。", "en": "This action needs the coordinates x and y."},
    "argument": {"zh": "有参数的类型不对或超出范围。", "en": "An argument is not of its kind, or out of range."},
    "choice": {
        "zh": "请只回答一个选项的编号，例如：1",
        "en": "Answer with the number of one choice and nothing else, such as: 1",
    },
    "right": {"zh": "正确的写法，例如：{line}", "en": "A right line, for example: {line}"},
}
"""Feedback after an answer that could not be used, by its problem or fault."""


class Tool(Protocol):
    """One action as a tool; ``parameters`` maps names to JSON Schemas."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def description(self) -> str:
        """Its description."""

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Its arguments."""

    @property
    def required(self) -> Sequence[str]:
        """Arguments that must be given."""


@dataclass(frozen=True)
class Item:
    """One episode to be run: ``opening`` holds the arguments of the environment's ``open``."""

    id: str
    instruction: str
    opening: dict[str, Any]


@dataclass(frozen=True)
class Dialogue:
    """How a suite talks to a subject.

    Args:
        system: Returns the system message from the first observation; the flag asks for JSON lines instead of tools.
        words: Returns the text beside each picture.
        wish: Returns the request to the environment from an action's name and arguments.
        tools: The available actions.
        reads: The form of an answer: an action, the number of one of the observation's ``choices``, or a text. Words may follow the
            numbers in the observation's ``worded``; the request is then an object of ``number`` and ``text``.
        fault: Returns why the environment cannot use a request, as a key of ``WRONG``; "" if it can.
        example: Returns a correct line for the action that a request names, or for any; "" for none.
        language: Language of the texts.
    """

    system: Callable[[Observation, bool], str]
    words: Callable[[Observation], str]
    wish: Callable[[str, dict[str, Any]], Any] = lambda name, arguments: {"action": name, **arguments}
    tools: Sequence[Tool] = field(default=())
    reads: Reads = "calls"
    fault: Callable[[Any], str] = lambda wish: ""  # noqa: ARG005  (names what it gets)
    example: Callable[[Any], str] = lambda wish: ""  # noqa: ARG005
    language: Language = "zh"

    def read(self, answer: Answer, observation: Observation) -> Reading:
        """Return the reading of an answer."""
        if self.reads == "text":
            return actions.read_text(answer)
        if self.reads == "number":
            return actions.read_number(answer, len(observation.get("choices", ())), observation.get("worded", ()))
        return actions.read_call(answer, {tool.name: tool for tool in self.tools})

    def turn(
        self, answer: Answer, verbatim: dict[str, Any], shown: Observation, *, time_s: float, usage: Usage | None = None
    ) -> Turn:
        """Return a turn for the record."""
        reading = self.read(answer, shown)
        wish = self.wished(reading)
        return Turn(
            answer=verbatim,
            wish=wish,
            how=reading.how,
            repairs=reading.repairs,
            ignored=reading.ignored,
            problem=reading.problem,
            fault="" if reading.problem or self.reads != "calls" else self.fault(wish),
            usage=usage or Usage(),
            time_s=time_s,
        )

    def explained(self, turn: Turn, shown: Observation) -> Observation:
        """Return the observation after a turn; if the answer could not be used, with feedback and a correct line."""
        code = turn.problem or turn.fault
        if self.reads == "number" and code:
            code = "choice"
        if code not in WRONG or self.reads == "text":
            return shown
        known = ", ".join(tool.name for tool in self.tools)
        feedback = [shown.get("words", ""), WRONG[code][self.language].format(known=known)]
        if self.reads == "calls" and (line := self.example(turn.wish)):
            feedback.append(WRONG["right"][self.language].format(line=line))
        return {**shown, "words": "\n".join(filter(None, feedback))}

    def wished(self, reading: Reading) -> Any:
        """Return the request to the environment; None if nothing could be read."""
        if reading.problem not in {"", "unknown_name"}:
            return None
        if self.reads == "text":
            return reading.text
        if self.reads == "number":
            return {"number": reading.number, "text": reading.text} if reading.text else reading.number
        return self.wish(reading.name, reading.arguments)


def words_hash(language: Language) -> str:
    """Return the hash of the harness's own texts and its rule for reading answers: part of an identity."""
    wrong = "\0".join(one[language] for one in WRONG.values())
    feedback = f"{PICTURE_LEFT_OUT[language]}\0{NOT_CARRIED_OUT[language]}\0{wrong}\0{READING_RULE}"
    return hashlib.sha256(feedback.encode()).hexdigest()
