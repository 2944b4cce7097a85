"""Words before the clip and after it: one rule for both, and no time is right where nothing can have been said."""

import pytest

from mindsight.vsig.dataset.annotations import Recognised
from mindsight.vsig.dataset.checks import Findings
from mindsight.vsig.dataset.recognition import LATE_MS, speech_of
from mindsight.vsig.scoring.terms import Terms, score
from vsig.grounding import VSIG, changed, right, sample_of, words_of

LENGTH_MS = 5033.0


def timed(begin: dict[int, float], end: dict[int, float], time_ms: float) -> tuple[Terms, list[str]]:
    """Return the terms of the last target of template 3 with other times of words, and the severities of what is found."""
    words, _ = words_of(3)
    page = {
        "text": "".join(word.text for word in words),
        "words": [
            {"text": word.text, "begin_time": begin.get(n, word.begin_ms), "end_time": end.get(n, word.end_ms)}
            for n, word in enumerate(words)
        ],
    }
    findings = Findings("annotations.json", "1")
    speech = speech_of(Recognised.model_validate(page), 3, LENGTH_MS, findings)
    sample = sample_of(3).model_copy(update={"speech": speech})
    answer = changed(right(sample), 1, time_ms=time_ms)
    return score(sample, answer, "scored", VSIG)["targets"][1], [one.severity for one in findings.found]


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        ({}, {2: 99999.0}),
        ({}, {2: LENGTH_MS + LATE_MS + 1}),
        ({}, {2: 1e12}),
        ({2: LENGTH_MS + 1}, {2: LENGTH_MS + 2}),
        ({0: -1.0}, {}),
        ({0: -99999.0}, {0: -99000.0}),
        ({0: -1e12}, {}),
    ],
)
@pytest.mark.parametrize("time_ms", [1000.0, 4000.0, 50000.0, -5.0])
def test_a_word_outside_leaves_the_words_out_and_the_target_untimed(
    begin: dict[int, float], end: dict[int, float], time_ms: float
) -> None:
    target, severities = timed(begin, end, time_ms)
    assert (target["window"], target["when"], target["where"]) == (None, None, True)
    assert severities == ["warning"]


@pytest.mark.parametrize(
    ("time_ms", "inside"), [(1100.0, True), (LENGTH_MS, True), (LENGTH_MS + 1, False), (LENGTH_MS + 400, False)]
)
def test_a_last_word_that_ends_a_little_late_ends_with_the_clip(time_ms: float, inside: bool) -> None:
    target, severities = timed({}, {2: LENGTH_MS + LATE_MS}, time_ms)
    assert (target["window"][1], target["when"]) == (LENGTH_MS, inside)
    assert severities == ["warning"]


def test_words_inside_are_taken_as_they_are() -> None:
    target, severities = timed({}, {}, 1000.0)
    assert (target["window"], target["when"], severities) == ([800.0, 1400.0], True, [])
