"""Take the answer out of what came back: without thoughts, out of a call of a tool, or from where a server put it by mistake."""

from typing import Literal, NamedTuple

from mindsight.answers.loose_json import MOST_CHARACTERS, objects
from mindsight.answers.reasoning import without_reasoning
from mindsight.answers.reply import Answer

Ending = Literal["", "empty", "cut", "refused"]
CUT = frozenset(("max_tokens", "model_length", "length"))
REPAIRS = frozenset(("tool_call", "put_into_reasoning"))


class Heard(NamedTuple):
    """The words of an answer; ``problem`` if there are none, ``cut`` if they may have gone on; ``repairs`` say where they were found."""

    text: str = ""
    problem: Ending = ""
    cut: bool = False
    repairs: tuple[str, ...] = ()


def hear(answer: Answer) -> Heard:
    """Return the words of an answer.

    An answer in a call of a tool counts. One among the thoughts counts if there is nothing else, the model ended by itself, and the
    thoughts end with an object: that is how servers misplace answers, whereas a draft is followed by more thoughts.
    """
    if answer.stop == "content_filter":
        return Heard(problem="refused")
    cut = answer.stop in CUT
    text = without_reasoning(answer.text).strip()[:MOST_CHARACTERS]
    if text:
        return Heard(text, cut=cut)
    if answer.calls:
        return Heard(answer.calls[-1][1][:MOST_CHARACTERS], cut=cut, repairs=("tool_call",))
    if not cut and not answer.text.strip() and (last := _last_object(answer.reasoning)):
        return Heard(last, repairs=("put_into_reasoning",))
    return Heard(problem="cut" if cut else "empty")


def _last_object(reasoning: str) -> str:
    """Return the object that thoughts end with; "" if they end with something else."""
    thoughts = reasoning[-MOST_CHARACTERS:].strip().removesuffix("```").strip()
    found = objects(thoughts) if thoughts.endswith(("}", "｝")) else []
    return thoughts[found[-1][2] : found[-1][3]] if found and found[-1][3] == len(thoughts) else ""
