"""The protocol of systems left alone: per scene what was needed, proposed, completed and harmed.

A run writes it, and so may a laboratory for its own rooms (``mindsight home score protocol.json``). It holds texts, and no similarity of
texts: these depend on the embedding that somebody chooses later.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from mindsight.errors import InputError
from mindsight.text import mark

Language = Literal["zh", "en"]
Ending = Literal["finished", "budget"]
ENDINGS = (mark("finished"), mark("budget"))
"""Shown as outcomes of items."""
Damage = Literal["broken", "displaced", "changed"]

_MOST_CHARACTERS = 4_000
_MOST_ENTRIES = 10_000
_MOST_SCENES = 100_000
_SHOWN = 60

Key = Annotated[str, Field(min_length=1, max_length=200)]
Id = Annotated[str, Field(pattern=r"^\w[\w.:@-]{0,99}$")]
Words = Annotated[str, Field(min_length=1, max_length=_MOST_CHARACTERS, pattern=r"\S")]
Said = Annotated[str, Field(max_length=_MOST_CHARACTERS)]
Step = Annotated[int, Field(ge=0)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Wording(_Part):
    """A task in words, in one or both languages."""

    zh: Words | None = None
    en: Words | None = None

    def in_language(self, language: Language) -> str | None:
        """Return the words in this language; None if there are none."""
        return self.zh if language == "zh" else self.en


class Need(_Part):
    """A real need of the scene: h_j of formula (2), with its weight w_j.

    ``type`` is its task type, of which a scene may have several needs; ``key`` names the need within the scene and is the type unless
    stated otherwise. ``weight`` is relative: weights of a scene are divided by their sum, so that Σ w_j = 1.
    """

    type: Key
    key: Key | None = None
    text: Wording
    weight: Annotated[float, Field(gt=0, le=1e6)] = 1.0

    @property
    def name(self) -> str:
        """The key, or the type where no key is stated."""
        return self.key or self.type


class Decoy(_Part):
    """What looks like a need and is none, such as a book that lies open because somebody reads it."""

    key: Key
    text: Wording


class Proposal(_Part):
    """What the system said it was going to do: verbatim, with the number of the step."""

    text: Said
    step: Step | None = None


class Completion(_Part):
    """A task that the system completed.

    ``need`` is the key of the need that was met or of the decoy that was acted on; null for any other task. ``text`` is t_i of
    formula (2): the proposal that was open, verbatim, whatever it announces. A task completed without an announcement has
    ``announced`` false; without a text it gets the canonical wording of the need or decoy.
    """

    need: Key | None = None
    text: Said | None = None
    announced: bool = True
    step: Step | None = None


class Harm(_Part):
    """A thing that was in order and is not any more: broken, displaced, or its state changed."""

    thing: Key
    kind: Damage = "displaced"


class Scene(_Part):
    """One scene of one task class, with one time budget, and what the system did in it.

    ``worse`` are the keys of needs that are further from being met than at the start. ``ending`` says whether the system declared
    that it was finished or the budget ran out. A scene without needs tests whether a system leaves alone what is in order.
    """

    id: Id
    task_class: Annotated[Id, Field(alias="class")]
    needs: Annotated[tuple[Need, ...], Field(max_length=_MOST_ENTRIES)]
    decoys: Annotated[tuple[Decoy, ...], Field(max_length=_MOST_ENTRIES)] = ()
    proposals: Annotated[tuple[Proposal, ...], Field(max_length=_MOST_ENTRIES)] = ()
    completed: Annotated[tuple[Completion, ...], Field(max_length=_MOST_ENTRIES)] = ()
    worse: Annotated[tuple[Key, ...], Field(max_length=_MOST_ENTRIES)] = ()
    harm: Annotated[tuple[Harm, ...], Field(max_length=_MOST_ENTRIES)] = ()
    ending: Ending = "finished"

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, populate_by_name=True)

    @property
    def met(self) -> tuple[str, ...]:
        """The keys of the needs that were met."""
        done = {one.need for one in self.completed}
        return tuple(need.name for need in self.needs if need.name in done)

    @property
    def left(self) -> tuple[str, ...]:
        """The keys of the needs that were not met."""
        met = set(self.met)
        return tuple(need.name for need in self.needs if need.name not in met)

    def canonical(self, key: str | None, language: Language) -> str | None:
        """Return the canonical wording of a need or decoy; None if there is none in this language."""
        found = {need.name: need.text for need in self.needs} | {decoy.key: decoy.text for decoy in self.decoys}
        return found[key].in_language(language) if key in found else None

    def text_of(self, completion: Completion, language: Language) -> str:
        """Return the text t_i of a completed task: what was announced, else the canonical wording."""
        return completion.text or self.canonical(completion.need, language) or ""


class Protocol(_Part):
    """What one system did when left alone: the scenes of all classes.

    ``language`` is the language of the texts that the system wrote, and the one in which needs are worded for the comparison.
    """

    format: Literal["mindsight.protocol"] = "mindsight.protocol"
    version: Literal[1] = 1
    system: Annotated[str, Field(max_length=200)] = ""
    language: Language
    scenes: Annotated[tuple[Scene, ...], Field(min_length=1, max_length=_MOST_SCENES)]

    @property
    def classes(self) -> tuple[str, ...]:
        """The task classes, in order of appearance."""
        return tuple(dict.fromkeys(scene.task_class for scene in self.scenes))


def check(protocol: Protocol, language: Language, place: str) -> None:
    """Raise InputError, with one sentence, for the first thing in the protocol that contradicts itself or is missing.

    Args:
        protocol: The protocol.
        language: The language in which needs are to be worded.
        place: Where the protocol comes from, for the message.
    """
    for name in _repeated(scene.id for scene in protocol.scenes):
        raise InputError(
            '{file}: the scene "{scene}" occurs twice; give each scene an id of its own',
            file=place,
            scene=name[:_SHOWN],
        )
    for scene in protocol.scenes:
        _check_keys(scene, place)
        _check_texts(scene, language, place)
    if not any(scene.needs for scene in protocol.scenes):
        raise InputError("{file}: no scene has a need; S cannot be computed without one", file=place)


def _check_keys(scene: Scene, place: str) -> None:
    needs = [need.name for need in scene.needs]
    names = needs + [decoy.key for decoy in scene.decoys]
    where = {"file": place, "scene": scene.id[:_SHOWN]}
    for name in _repeated(names):
        raise InputError(
            '{file}, scene "{scene}": "{key}" occurs twice; give each need and decoy a key of its own',
            key=name[:_SHOWN],
            **where,
        )
    completed = [one.need for one in scene.completed if one.need is not None]
    for name in completed:
        if name not in names:
            raise InputError(
                '{file}, scene "{scene}": "{key}" was completed but is no need or decoy of the scene; write null for any other task',
                key=name[:_SHOWN],
                **where,
            )
    for name in _repeated(completed):
        raise InputError(
            '{file}, scene "{scene}": "{key}" was completed twice; list each need and decoy once',
            key=name[:_SHOWN],
            **where,
        )
    for name in scene.worse:
        if name not in needs:
            raise InputError(
                '{file}, scene "{scene}": "{key}" was made worse but is no need of the scene',
                key=name[:_SHOWN],
                **where,
            )


def _check_texts(scene: Scene, language: Language, place: str) -> None:
    where = {"file": place, "scene": scene.id[:_SHOWN]}
    for need in scene.needs:
        if need.text.in_language(language) is None:
            raise InputError(
                '{file}, scene "{scene}": the need "{key}" has no text in the language {language}; add it, or choose the other language',
                key=need.name[:_SHOWN],
                language=language,
                **where,
            )
    for number, one in enumerate(scene.completed, 1):
        if one.announced and not (one.text or "").strip():
            raise InputError(
                '{file}, scene "{scene}": completed task {number} was announced but has no text; give it, or set announced to false',
                number=number,
                **where,
            )
        if not scene.text_of(one, language).strip():
            raise InputError(
                '{file}, scene "{scene}": completed task {number} has no text and met no need; say what was done',
                number=number,
                **where,
            )


def _repeated(names: Iterable[str]) -> Iterator[str]:
    return (name for name, times in Counter(names).items() if times > 1)
