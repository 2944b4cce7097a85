"""Turn words into what a forest can read: how they begin and end, words, numbers, lengths and counts."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from mindsight.home.bias.question import Question

MOST_WORDS = 400
"""The commonest words that become features; rarer ones cannot recur in other folds."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_CHINESE = re.compile(r"[\u3400-\u9fff]+")
_WORD = re.compile(r"[^\W\d_\u3400-\u9fff]+(?:['’][^\W\d_]+)?")
_SENTENCE_ENDS = frozenset(".!?。！？")
_COMMAS = frozenset(",;:，；：、")
_HUGE = 1e9


def words_of(sentence: str) -> list[str]:
    """Return the words of a sentence in lower case; of Chinese, which does not divide them, all pairs of characters."""
    found = [word.lower() for word in _WORD.findall(sentence)]
    for run in _CHINESE.findall(sentence):
        found += [run[at : at + 2] for at in range(max(1, len(run) - 1))]
    return found


def numbers_of(sentence: str) -> list[float]:
    """Return the numbers written in digits, at most 10⁹."""
    return [min(float(number.replace(",", ".")), _HUGE) for number in _NUMBER.findall(sentence)]


def vocabulary(questions: Sequence[Question]) -> frozenset[str]:
    """Return the commonest words of some questions that occur in two of them or more; labels are not looked at."""
    counts = Counter(word for one in questions for word in set(_all_words(one)))
    common = sorted((word for word, count in counts.items() if count > 1), key=lambda word: (-counts[word], word))
    return frozenset(common[:MOST_WORDS])


def features_of(question: Question, known: frozenset[str]) -> Mapping[str, float]:
    """Return the named features of a question: template, words, numbers, lengths and counts, also of its options.

    A template is known by how a sentence begins and ends: numbers and names change in its middle.
    """
    sentence = question.words
    own, numbers = words_of(sentence), numbers_of(sentence)
    found: dict[str, float] = {
        f"template={question.template}": 1.0,
        f"begins={' '.join(own[:3])}": 1.0,
        f"ends={' '.join(own[-3:])}": 1.0,
        "length.characters": float(len(sentence)),
        "length.words": float(len(own)),
        "count.sentences": float(sum(c in _SENTENCE_ENDS for c in sentence)),
        "count.commas": float(sum(c in _COMMAS for c in sentence)),
        "count.numbers": float(len(numbers)),
        "numbers.first": numbers[0] if numbers else -1.0,
        "numbers.greatest": max(numbers, default=-1.0),
        "numbers.least": min(numbers, default=-1.0),
        "numbers.sum": sum(numbers),
    }
    found |= {f"word={word}": float(count) for word, count in Counter(own).items() if word in known}
    return found | _options(question.options, known)


def _options(options: Sequence[str], known: frozenset[str]) -> dict[str, float]:
    if not options:
        return {}
    lengths = [len(option) for option in options]
    found = {
        "options.count": float(len(options)),
        "options.longest": float(lengths.index(max(lengths))),
        "options.shortest": float(lengths.index(min(lengths))),
    }
    for place, option in enumerate(options):
        found[f"option{place}.length"] = float(lengths[place])
        found[f"option{place}.number"] = next(iter(numbers_of(option)), -1.0)
        found |= {f"option{place}.word={word}": 1.0 for word in words_of(option) if word in known}
    return found


def _all_words(question: Question) -> Iterable[str]:
    yield from words_of(question.words)
    for option in question.options:
        yield from words_of(option)
