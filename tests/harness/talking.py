"""The toy's dialogue, and shortcuts to run it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from mindsight.harness.episodes.dialogue import Dialogue, Item
from mindsight.harness.runs.plans import Plan
from mindsight.harness.runs.settings import Effort, Limits, ModelSpec

TOY = "harness.toy:Toy"


@dataclass(frozen=True)
class ToyTool:
    name: str
    description: str = "does it"
    parameters: dict[str, Any] = field(default_factory=dict)
    required: Sequence[str] = ()


NUMBER = {"type": "number"}
STEP = ToyTool("step", parameters={"x": NUMBER, "y": NUMBER, "z": {"type": "array", "items": NUMBER}})
TOOLS = (STEP, ToyTool("finish"), ToyTool("decline", parameters={"text": {"type": "string"}}))


def dialogue(**changes: Any) -> Dialogue:
    values: dict[str, Any] = {
        "system": lambda shown, lines: f"Count down in {shown['left']} steps{', a JSON line each' if lines else ''}.",
        "words": lambda shown: shown["words"],
        "tools": TOOLS,
        "language": "en",
        **changes,
    }
    return Dialogue(**values)


def spec(url: str, **changes: Any) -> ModelSpec:
    values: dict[str, Any] = {"name": "scripted", "base_url": url, "first_wait_s": 0.01, "retries": 3, **changes}
    return ModelSpec(**values)


def plan(url: str, **changes: Any) -> Plan:
    values: dict[str, Any] = {
        "spec": spec(url),
        "dialogue": dialogue(),
        "environment": TOY,
        "limits": Limits(),
        "effort": Effort(workers=2, call_limit_s=20),
        **changes,
    }
    return Plan(**values)


def items(count: int = 1, **opening: Any) -> list[Item]:
    return [Item(f"item-{number}", "Count down.", {"start": 2, **opening}) for number in range(count)]


def answered(body: dict[str, Any]) -> int:
    """Return the number of the model's answers in the conversation of a request."""
    return sum(message["role"] == "assistant" for message in body["messages"])
