"""Which things a sentence means: answer for all that its words fit, so that two of them are ambiguous only if it matters."""

from collections.abc import Callable, Sequence
from itertools import product

from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import told_apart
from mindsight.home.questions.facts.facts import Facts, Object
from mindsight.home.questions.facts.relations import Meant, clear


def meaning(
    facts: Facts,
    meant: tuple[Meant, ...],
    program: Callable[..., Answer],
    *,
    tolerance: Callable[[float], float] | None = None,
) -> Answer:
    """Return what ``program`` answers about the things that descriptions fit, one for each description.

    If a description fits several things, the question is ambiguous if they give different answers; numbers differ if none is right for
    two of them, given the ``tolerance``.
    """
    return readings([[one for one in facts.objects if each.fits(one)] for each in meant], program, tolerance=tolerance)


def readings(
    fitting: Sequence[Sequence[Object]],
    program: Callable[..., Answer],
    *,
    tolerance: Callable[[float], float] | None = None,
) -> Answer:
    """Return what ``program`` answers about one thing of each group, those that one description fits."""
    if any(not clear(one) for group in fitting for one in group):
        return Unclear("a thing that fits is not seen well")
    if not all(fitting):
        return Cannot("absent")
    answers = [program(*things) for things in product(*fitting)]
    numbers = [one.value for one in answers if isinstance(one, Found)]
    if tolerance is not None and not told_apart(numbers, tolerance):
        return Unclear("one number would be right for two of the things")
    return agreed(answers)


def agreed(answers: Sequence[Answer]) -> Answer:
    """Return the one answer of several readings of a question, or that they differ.

    Two different answers make it ambiguous. One answer that only some readings give is not certain: people might settle on it.
    """
    if len(answers) == 1:
        return answers[0]
    values = {repr(one.value): one.value for one in answers if isinstance(one, Found)}
    if len(values) > 1:
        return Cannot("ambiguous", tuple(values.values()))
    if all(isinstance(one, Cannot) for one in answers):
        return answers[0]
    return Unclear("only some readings give an answer, or all the same")
