"""Sets to audit from questions about what is seen: has the question an answer, and which.

A run asks one wording of a class about a set of scenes. An audit needs only words, and drawing scenes is what costs, so it takes several
wordings of a set; they stay in one fold, and intervals take into account that they share scenes.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from mindsight.engine.drawing.rendering import without_colours
from mindsight.errors import InputError
from mindsight.execution.parallel import map_items
from mindsight.home.bias.audit import Asked
from mindsight.home.bias.question import Kind, Question
from mindsight.home.bias.scores import THIN
from mindsight.home.preparation.drawing import TRIES
from mindsight.home.questions import classes, scenes
from mindsight.home.questions.plan import FOUR
from mindsight.home.questions.quartets import quartets
from mindsight.home.questions.question import Question as Seen
from mindsight.home.questions.scenes import Rejected
from mindsight.home.questions.scoring.reading import letter_of
from mindsight.text import Language

WORDINGS = 4
"""Most wordings of a class that are taken from one set of scenes."""
_SETS_PER_SEED, _MOST_SETS = 1_000_000, 40
_KINDS: tuple[Kind, ...] = ("valid", "answer", "option")
_RIGHT = 2
"""Options of a wording that are right, each in one scene."""
NO_ANSWER_TO_GUESS = frozenset({"point", "box", "text", "span"})
"""Forms whose answers the words cannot name."""


@dataclass(frozen=True)
class WordingDrawer:
    """Draws wordings about the set of scenes of a seed, without keeping pictures; can be sent to another process."""

    scenes: str
    keys: tuple[str, ...]

    def __call__(self, seed: int) -> dict[str, list[Seen]]:
        """Return the questions of each class about the set; none if the seed gives no set."""
        try:
            with without_colours():
                made = [one._replace(pictures=()) for one in scenes.load()[self.scenes].make(seed)]
        except Rejected:
            return {}
        return {
            key: [
                one.model_copy(
                    update={
                        "id": f"{key}-{seed}-{number}-{place}",
                        "group": f"{key}-{seed // classes.load()[key].strengths}",
                    }
                )
                for number, found in enumerate(islice(quartets(classes.load()[key], made, seed), WORDINGS), 1)
                for place, one in enumerate(found.questions, 1)
            ]
            for key in self.keys
        }


def draw_wordings(
    keys: Sequence[str],
    *,
    instances: int,
    seed: int,
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> list[Seen]:
    """Return ``instances`` questions of each class, four for each wording.

    Raises:
        InputError: A class gets too few questions from very many sets of scenes.
    """
    found: dict[str, list[Seen]] = {key: [] for key in keys}
    pool, each = classes.load(), WORDINGS * FOUR
    for kind in dict.fromkeys(pool[key].scenes for key in keys):
        own = tuple(key for key in keys if pool[key].scenes == kind)
        begun = 0
        while (lacking := instances - min(len(found[key]) for key in own)) > 0:
            if begun >= _MOST_SETS * instances / FOUR:
                poor = min(own, key=lambda key: len(found[key]))
                raise InputError(
                    "{name}: {sets} sets of scenes gave only {count} of {wanted} wordings", name=poor, sets=begun,
                    count=len(found[poor]) // FOUR, wanted=instances // FOUR,
                )  # fmt: skip
            seeds = range(seed * _SETS_PER_SEED + begun, seed * _SETS_PER_SEED + begun - (-lacking // each))
            begun += len(seeds)
            drawer = WordingDrawer(kind, own)
            for one in map_items(drawer, seeds, workers=workers, name=str, tries=TRIES):
                for key, questions in one.items():
                    found[key] += questions[: instances - len(found[key])]
            progress(sum(map(len, found.values())), instances * len(keys))
    return [question for own in found.values() for question in own]


def asked_of(questions: Sequence[Seen], languages: Sequence[Language]) -> Iterator[Asked]:
    """Yield by class and language: answer or none, and of those with an answer which one.

    With options the answer is a letter, since which of them are offered is no secret. Where more than the two that are right in some
    scene are offered, each option is judged by itself, too: one that is never right would leave fewer to guess among. Only questions with
    equally many options are compared.
    """
    for key in dict.fromkeys(one.kind for one in questions):
        own = [one for one in questions if one.kind == key]
        for language in languages:
            yield Asked(
                key, language, "valid", tuple(_of(one, language, "valid" if one.valid else "irrelevant") for one in own)
            )
            answered = [one for one in own if one.valid and one.form not in NO_ANSWER_TO_GUESS]
            if answered:
                yield Asked(key, language, "answer", tuple(_of(one, language, _label(one)) for one in answered))
            chosen = [one for one in answered if one.form == "choice" and len(one.options) > _RIGHT]
            if chosen:
                yield Asked(key, language, "option", tuple(each for one in chosen for each in _each(one, language)))


def pooled(questions: Sequence[Seen], languages: Sequence[Language]) -> Iterator[Asked]:
    """Yield the same by dimension: all classes of one together, each compared only with itself.

    A leak that many classes have in common is found with far fewer questions of each. Classes with very few are left out: the audit
    would take them together and compare a question of one with that of another, and words do tell which class asks.
    """
    for dimension in dict.fromkeys(one.kind.partition(".")[0] for one in questions):
        own = [one for one in questions if one.kind.partition(".")[0] == dimension]
        for language in languages:
            by_class = [*asked_of(own, (language,))]
            for kind in _KINDS:
                every = [
                    replace(one, template=f"{asked.task} {one.template}")
                    for asked in by_class
                    if asked.kind == kind
                    for one in asked.questions
                ]
                counts = Counter(one.template for one in every)
                found = [one for one in every if counts[one.template] >= THIN]
                if found:
                    yield Asked(dimension, language, kind, tuple(found))


def _each(one: Seen, language: Language) -> Iterator[Question]:
    """Yield each option of a question alone, labelled by whether it is right."""
    for option in one.options:
        label = "right" if option.key == one.truth.value else "wrong"
        words = option.zh if language == "zh" else option.en
        yield Question(f"{one.id}-{option.key}", words, label, one.group, template=_template(one))


def _of(one: Seen, language: Language, label: str) -> Question:
    options = tuple(option.zh if language == "zh" else option.en for option in one.options)
    return Question(one.id, one.words[language], label, one.group, template=_template(one), options=options)


def _template(one: Seen) -> str:
    """Return how many options a question has: that of two a letter C is never right is no secret."""
    return f"{len(one.options)} options" if one.options else ""


def _label(one: Seen) -> str:
    keys = [option.key for option in one.options]
    if one.form == "choice":
        return letter_of(keys.index(one.truth.value))
    if one.form == "sequence":
        return "".join(letter_of(keys.index(key)) for key in one.truth.value)
    return str(one.truth.value)
