"""Which things a sentence means: answer for all that its words fit, so that two of them are ambiguous only if it matters."""

from collections.abc import Callable
from itertools import product

from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.facts import Facts, Object
from mindsight.home.questions.facts.relations import Meant, clear


def meaning(facts: Facts, meant: tuple[Meant, ...], program: Callable[..., Answer]) -> Answer:
    """Return what ``program`` answers about the things that descriptions fit, one for each description.

    If a description fits several things, the question is ambiguous, unless the answer were the same with each of them: careful
    people could then give it, so the question is not asked.
    """
    fitting: list[list[Object]] = [[one for one in facts.objects if each.fits(one)] for each in meant]
    if any(not clear(one) for group in fitting for one in group):
        return Unclear("a thing that fits is not seen well")
    if not all(fitting):
        return Cannot("absent")
    answers = [program(*things) for things in product(*fitting)]
    values = {repr(one.value) if isinstance(one, Found) else repr(one) for one in answers}
    if len(values) > 1:
        return Cannot("ambiguous")
    if len(answers) > 1 and isinstance(answers[0], Found):
        return Unclear("the same answer for all that are meant")
    return answers[0]
