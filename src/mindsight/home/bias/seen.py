"""Sets to audit from questions about what is seen: has the question an answer, and which."""

from collections.abc import Iterator, Sequence

from mindsight.home.bias.audit import Asked
from mindsight.home.bias.question import Question
from mindsight.home.questions.question import Question as Seen
from mindsight.home.questions.scoring.reading import letter_of
from mindsight.text import Language

NO_ANSWER_TO_GUESS = frozenset({"point", "box", "text"})
"""Forms whose answers the words cannot name."""


def asked_of(questions: Sequence[Seen], languages: Sequence[Language]) -> Iterator[Asked]:
    """Yield by class and language: answer or none, and of those with an answer which one.

    With options the answer is a letter, since which of them are offered is no secret.
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


def _of(one: Seen, language: Language, label: str) -> Question:
    options = tuple(option.zh if language == "zh" else option.en for option in one.options)
    return Question(one.id, one.words[language], label, one.group, options=options)


def _label(one: Seen) -> str:
    keys = [option.key for option in one.options]
    if one.form == "choice":
        return letter_of(keys.index(one.truth.value))
    if one.form == "sequence":
        return "".join(letter_of(keys.index(key)) for key in one.truth.value)
    return str(one.truth.value)
