"""A judge: a language model that marks, by a fixed rubric, whether descriptions mean their targets.

Its marks are reported beside the score by slots and never replace it. The model, the rubric and the way of asking are part of a
result's identity. It is not the model under test, unless the user insists.
"""

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mindsight.errors import InputError
from mindsight.harness.runs.settings import Prices
from mindsight.record.blocks import Note
from mindsight.record.model import Scalar
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Language, text
from mindsight.vsig.judge.rubric import VERSION, rubric_hash
from mindsight.vsig.models.replays import subject_at

ATTEMPTS = 3
"""How often a judge is asked about one answer until its reply can be read."""
_DATED = re.compile(r"[-@:_](?:20\d{2}[-_]?\d{2}[-_]?\d{2}|\d{4}|latest|preview)$")


@dataclass(frozen=True)
class Judge:
    """The model that judges, and how; a trial question fills ``version``, ``server``, ``form`` and ``trial``.

    ``version`` is the server's name of the model, ``trial`` its marks for three answers whose right marks are known (``right
    wrong wrong``, the last one arguing for itself), ``is_subject`` whether it marks its own answers.
    """

    name: str
    language: Language = "zh"
    rubric: int = VERSION
    rubric_hash: str = ""
    temperature: float = 0.0
    attempts: int = ATTEMPTS
    is_subject: bool = False
    version: str = ""
    server: str = ""
    form: str = "json_schema"
    trial: str = ""

    def identity(self) -> dict[str, Scalar]:
        """Return all properties of a judge that can change a mark, for a result's identity."""
        return {
            "judge": self.name,
            "judge.version": self.version,
            "judge.rubric": self.rubric,
            "judge.rubric_hash": self.rubric_hash,
            "judge.lang": self.language,
            "judge.temperature": self.temperature,
            "judge.attempts": self.attempts,
        }


Codes = Callable[[], str]
"""Returns a random code of 32 hexadecimal digits."""


def new_code() -> str:
    """Return a random code."""
    return secrets.token_hex(16)


@dataclass(frozen=True)
class JudgeMeans:
    """Resources for judging; they cannot change a mark and are not recorded.

    ``url`` is the server's address, if it is not the one in the environment.
    """

    url: str = ""
    connections: int | None = None
    cost: float | None = None
    prices: Prices | None = None
    spec: dict[str, Any] = field(default_factory=dict)
    codes: Codes = new_code


TRIAL = ("right", "wrong", "wrong")
"""The expected marks of the trial before a run."""


def judge_of(name: str, language: Language, subject: SubjectSpec, *, insist: bool = False) -> Judge:
    """Return a judge that has not been asked yet.

    ``insist`` lets a model judge itself.

    Raises:
        InputError: It is the model under test.
    """
    own = same_model(name, tested_model(subject))
    if own and not insist:
        raise InputError(
            "--judge: {model} is the model under test, and a model judges itself too favourably. Name another model, or "
            "allow it with --judge-self",
            model=name,
        )
    return Judge(name, language, rubric_hash=f"sha256-{rubric_hash(language)}", is_subject=own)


def tested_model(subject: SubjectSpec) -> str:
    """Return the model whose answers are judged, also behind stored answers; empty if there is none or it is unknown."""
    if subject.scheme == "replay":
        spec = subject_at(Path(subject.rest))
        return spec.removeprefix("model:") if spec.startswith("model:") else ""
    return subject.rest if subject.scheme == "model" else ""


def same_model(one: str, other: str) -> bool:
    """Return whether two names mean one model, whatever the server and the date of its version."""
    return bool(one and other) and _plain_name(one) == _plain_name(other)


def departures(judge: Judge) -> tuple[Note, ...]:
    """Return the departures that a judge causes."""
    notes = []
    if judge.is_subject:
        body = text("The judge {model} is the model under test itself.", model=judge.name)
        notes.append(Note(id="judge-self", title=text("Departure"), role="departure", clause="task.1", body=body))
    if judge.trial and judge.trial.split() != list(TRIAL):
        body = text(
            "Before the run the judge marked three answers whose marks are known as {found}; expected was {expected}.",
            found=judge.trial,
            expected=" ".join(TRIAL),
        )
        notes.append(Note(id="judge-trial", title=text("Departure"), role="departure", clause="task.1", body=body))
    return tuple(notes)


def _plain_name(name: str) -> str:
    return _DATED.sub("", name.rpartition("/")[2].strip().lower())
