"""Make questions from a set of scenes: wordings that two scenes answer differently and two do not answer, with truth and pictures."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mindsight.answers.values.texts import plain
from mindsight.engine.seeds import stream
from mindsight.home.questions.classes import Proposal, QuestionClass
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.telling import told
from mindsight.home.questions.pictures import RATE, framed, jpeg, spoilt
from mindsight.home.questions.question import Question, Region, Truth, chance_of_form
from mindsight.home.questions.scenes import Made, Mask
from mindsight.home.questions.scoring.judging import judge
from mindsight.home.questions.scoring.reading import Reading
from mindsight.record.canonical import sha256

MOST_PROPOSALS = 200
"""How many wordings a class may try on a set of scenes."""


class Quartet(NamedTuple):
    """The four questions of one wording, and their pictures by SHA-256.

    ``unproved`` counts wordings passed over because what the pictures show leads to another answer than the truth.
    """

    questions: tuple[Question, ...]
    pictures: dict[str, bytes]
    unproved: int = 0


def quartet(kind: QuestionClass, made: Sequence[Made], seed: int) -> Quartet | None:
    """Return the questions of a class about a set of scenes; None if no wording gives two answers and twice none."""
    return next(quartets(kind, made, seed), None)


def quartets(kind: QuestionClass, made: Sequence[Made], seed: int) -> Iterator[Quartet]:
    """Yield all wordings of a class that give two answers and twice none about a set of scenes, in random order.

    Like a household task, a question is proved: its class's program must find the truth from what the pictures show.
    """
    rng = stream(seed // kind.strengths, "question", kind.key, kind.version)
    truths, unproved = [one.truth for one in made], 0
    for number, proposal in enumerate(kind.propose(truths, rng)):
        answers = [kind.answer(proposal.of(scene), truth) for scene, truth in enumerate(truths)]
        if usable(answers):
            questions, pictures = _written(kind, made, seed, proposal, answers, rng)
            if all(by_sight(kind, one, scene.seen) for one, scene in zip(questions, made, strict=True)):
                yield Quartet(questions, pictures, unproved)
            else:
                unproved += 1
        if number == MOST_PROPOSALS:
            break


def by_sight(kind: QuestionClass, question: Question, seen: Scene) -> bool:
    """Return whether the class's program deals rightly with a question from what its pictures show."""
    return judge(question, seen_answer(kind, question, seen)).outcome in {"TP", "TN"}


def seen_answer(kind: QuestionClass, question: Question, seen: Scene) -> Reading:
    """Return what the class's program answers from what the pictures show, as if a subject had said it."""
    found = kind.answer(question.asked, seen)
    if not isinstance(found, Found):
        return Reading("cannot", reason=found.reason) if isinstance(found, Cannot) else Reading("unreadable")
    value, evidence = found.value, None
    if kind.form == "text":
        value = plain(value[0])
    if found.target is not None:
        value = seen.pictures[found.target[0]].named(found.target[1]).point
    if found.uses:
        evidence = seen.pictures[found.uses[0][0]].named(found.uses[0][1]).point
    return Reading("answer", value, evidence=evidence)


def usable(answers: Sequence[Answer]) -> bool:
    """Return whether two of four answers are different and the other two say that there is none."""
    values = [one.value for one in answers if isinstance(one, Found)]
    return len(values) == 2 and values[0] != values[1] and sum(isinstance(one, Cannot) for one in answers) == 2


def _written(
    kind: QuestionClass,
    made: Sequence[Made],
    seed: int,
    proposal: Proposal,
    answers: Sequence[Answer],
    rng: Generator,
) -> tuple[tuple[Question, ...], dict[str, bytes]]:
    wording = kind.wordings[int(rng.integers(len(kind.wordings)))]
    zh, en = (
        sentence.format_map({name: words[index] for name, words in proposal.fields.items()})
        for index, sentence in enumerate(wording)
    )
    pictures: dict[str, bytes] = {}
    questions = []
    for scene, (one, found) in enumerate(zip(made, answers, strict=True)):
        asked = proposal.of(scene)
        shown = [jpeg(picture) for picture in _framed(one, asked, seed)]
        names = [sha256(data) for data in shown]
        pictures |= dict(zip(names, shown, strict=True))
        questions.append(
            Question(
                id=f"{kind.key}-{seed}-{scene + 1}",
                kind=kind.key,
                kind_version=kind.version,
                seed=seed,
                group=f"{kind.key}-{seed}",
                scene=f"{kind.scenes}-{seed}-{scene + 1}",
                words={"zh": zh, "en": en},
                pictures=tuple(names),
                form=kind.form,
                options=proposal.options,
                unit=kind.unit,
                truth=truth_of(kind, proposal, one.masks, found),
                evidence=_evidence(one.masks, found),
                scene_text={"zh": told(one.truth, "zh"), "en": told(one.truth, "en")},
                asked=dict(asked),
            )
        )
    return tuple(questions), pictures


def truth_of(kind: QuestionClass, proposal: Proposal, masks: Sequence[Mask], found: Answer) -> Truth:
    """Return the truth of a question from the answer that its program found."""
    chance = chance_of_form(kind.form, len(proposal.options)) if kind.chance is None else kind.chance
    if not isinstance(found, Found):
        return Truth(reason=found.reason if isinstance(found, Cannot) else "", chance=chance)
    if found.target is not None:
        region = region_of(masks, *found.target)
        return Truth(regions=(region,), chance=round(region.pixels / (region.size[0] * region.size[1]), 6))
    if kind.form == "box":
        return Truth(box=found.value, chance=chance)
    tolerance = round(kind.tolerance(found.value), 6) if kind.form == "number" else 0.0
    return Truth(value=found.value, tolerance=tolerance, chance=chance)


def _evidence(masks: Sequence[Mask], found: Answer) -> tuple[Region, ...]:
    return tuple(region_of(masks, *one) for one in found.uses) if isinstance(found, Found) else ()


def region_of(masks: Sequence[Mask], picture: int, name: str) -> Region:
    """Return the pixels that show an object, with its parts, in one of the pictures."""
    mask = masks[picture]
    own = [number for number, other in enumerate(mask.names) if other == name or other.startswith(f"{name}/")]
    height, width = mask.labels.shape
    return Region(picture=picture, size=(width, height), runs=runs_of(np.isin(mask.labels, own)))


def runs_of(pixels: NDArray[np.bool_]) -> tuple[int, ...]:
    """Return the set pixels as runs, row by row: start and length in turn."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], pixels.ravel().astype(np.int8), [0]])))
    starts, ends = edges[::2], edges[1::2]
    return tuple(np.stack([starts, ends - starts], axis=1).ravel().tolist())


def _framed(one: Made, asked: Any, seed: int) -> Iterator[NDArray[np.uint8]]:
    for number, picture in enumerate(_lasting(one.pictures, asked)):
        boxes = [frame["box"] for frame in asked.get("frames", ()) if frame.get("picture", 0) == number]
        shown = (
            spoilt(picture, asked["disturbed"], stream(seed, "disturbed", number)) if "disturbed" in asked else picture
        )
        yield framed(shown, boxes) if boxes else shown


def _lasting(pictures: Sequence[NDArray[np.uint8]], asked: Any) -> Sequence[NDArray[np.uint8]]:
    """Return pictures as a camera takes them that takes fewer in the same time: each is shown until the next one."""
    how = asked.get("disturbed", {})
    every = int(how["amount"]) if how.get("kind") == RATE else 0
    return [pictures[number - number % every] for number in range(len(pictures))] if every else pictures
