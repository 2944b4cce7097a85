"""Built-in subjects: the oracle, subjects that do not look, and one that looks and understands nothing.

``oracle`` answers by the class's program from what the picture shows: segmentation and depths, never the truth; ``oracle-colour`` and the
like lack an ability. ``random`` draws an answer
of the question's form, and every second time says that there is none; ``blind`` gives each wording one answer, whatever the picture;
``first`` takes the first option; ``decline`` says of every question that it cannot be answered. ``changes`` looks at pixels, and answers
only when something of a colour moves (``looking``).
"""

import json
from typing import Any

from numpy.random import Generator

from mindsight.engine.seeds import stream
from mindsight.errors import InputError
from mindsight.home.questions import classes
from mindsight.home.questions.asking.files import Pictures
from mindsight.home.questions.asking.looking import changing
from mindsight.home.questions.asking.said import Said
from mindsight.home.questions.facts.ablations import ABILITIES, without
from mindsight.home.questions.quartets import seen_answer
from mindsight.home.questions.question import Question

LACKING = tuple(f"oracle-{ability}" for ability in ABILITIES)
NAMES = ("oracle", "random", "blind", "first", "decline", "changes", *LACKING)
_NUMBERS = {"cm": (5, 60), "minutes": (0, 720), "degrees": (0, 180)}
_COUNTS = (1, 6)


def known_baseline(name: str) -> None:
    """Refuse a baseline that does not answer questions.

    Raises:
        InputError: There is none of this name.
    """
    if name not in NAMES:
        raise InputError(
            "baseline:{name} does not answer questions; there are {known}", name=name, known=", ".join(NAMES)
        )


class Baseline:
    """A built-in subject; can be sent to another process."""

    def __init__(self, name: str, seed: int, pictures: Pictures) -> None:
        known_baseline(name)
        self._name, self._seed, self._pictures = name, seed, pictures

    def __call__(self, question: Question) -> tuple[Question, Said]:
        """Return a question with its answer."""
        return question, Said(json.dumps(self._answer(question), ensure_ascii=False))

    def _answer(self, question: Question) -> dict[str, Any]:
        if self._name.startswith("oracle"):
            return _by_sight(question, self._pictures, self._name.partition("-")[2])
        if self._name == "changes":
            return changing(question, self._pictures.of(question))
        if self._name == "decline":
            return {"cannot": "decline"}
        if self._name == "first":
            return {"answer": _guess(question, None)}
        if self._name == "blind":
            return {"answer": _guess(question, stream(self._seed, "blind", question.words["en"], question.group))}
        rng = stream(self._seed, "random", question.id)
        return {"cannot": "random"} if rng.random() < 0.5 else {"answer": _guess(question, rng)}


def _by_sight(question: Question, pictures: Pictures, lacking: str) -> dict[str, Any]:
    seen = pictures.seen(question)
    found = seen_answer(classes.load()[question.kind], question, without(lacking, seen) if lacking else seen)
    if found.status != "answer":
        return {"cannot": found.reason or "unclear"}
    return {"answer": found.value, **({"evidence": found.evidence} if found.evidence else {})}


def _guess(question: Question, rng: Generator | None) -> Any:
    """Return an answer of a question's form: drawn, or without a generator the first or middle one."""
    keys = [one.key for one in question.options]
    if question.form == "choice":
        return keys[0 if rng is None else int(rng.integers(len(keys)))]
    if question.form == "sequence":
        return keys if rng is None else [keys[int(index)] for index in rng.permutation(len(keys))]
    if question.form == "yes_no":
        return "yes" if rng is None or rng.random() < 0.5 else "no"
    if question.form in {"text", "span"}:
        return "—" if question.form == "text" else _span(len(question.pictures), rng)
    low, high = (0, 1000) if question.form in {"point", "box"} else _NUMBERS.get(question.unit, _COUNTS)
    drawn = [(low + high) / 2 if rng is None else float(rng.uniform(low, high)) for _ in range(2)]
    if question.form == "number":
        return round(drawn[0])
    return drawn if question.form == "point" else [*(side / 2 for side in drawn), *(side / 2 + 250 for side in drawn)]


def _span(pictures: int, rng: Generator | None) -> list[int]:
    """Return the first and the last number of a run of pictures: drawn, or without a generator the middle third."""
    if rng is None:
        return [pictures // 3 + 1, 2 * pictures // 3]
    return [int(one) for one in sorted(rng.integers(1, pictures + 1, size=2))]
