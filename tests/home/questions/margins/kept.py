"""All margins of a question, each as measured and as claimed."""

from collections.abc import Iterator, Sequence

from tests.home.questions.margins import margin, pairs, pictured, places

from mindsight.home.questions.classes import QuestionClass
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Question


def margins(kind: QuestionClass, questions: Sequence[Question], scenes: Sequence[Scene]) -> Iterator[margin.Margin]:
    """Yield the margins of the questions of one wording, with the true facts of their scenes."""
    for question, scene in zip(questions, scenes, strict=True):
        if question.valid:
            yield from pictured.margins(kind, question, scene)
            if kind.key in places.MARGINS:
                yield from places.MARGINS[kind.key](question, scene)
    yield from pairs.margins(kind, [one for one in questions if one.valid])
