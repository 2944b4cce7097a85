"""Thousands of mutated answers: no crash, always a status, and no silent repair."""

import json
import random
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mindsight.answers.conventions import built_in
from mindsight.record import canonical
from mindsight.record.model import Item
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.models.said import Said
from mindsight.vsig.profile import load_profile
from mindsight.vsig.recording import Recorder
from mindsight.vsig.reporting import metrics_file
from mindsight.vsig.scoring.measures import item_scores
from mindsight.vsig.scoring.shares import Shares
from vsig.running import Prepared, truth

PROFILES = [load_profile(name) for name in ("vsig/1", "vsig-as-published/1", "ecog/1")]
FORMS = list(built_in().values())
ENDINGS = {"scored", "parse_error", "refused", "model_error", "infrastructure_error"}
JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1e308, -1e-320, 10**400, float("nan"), float("inf"), 0.1 + 0.2),
    *(
        "",
        " ",
        "500",
        "NaN",
        "null",
        "\x00",
        "\ud800",
        "\U0001f600",
        "1,2",
        "01:99",
        "12 parsecs",
        "<point>1 2</point>",
    ),
    *([], {}, [[]], [None], [1], [1, 2, 3], [[1, 2], [3, 4]], {"x": 1}, {"x": "a", "y": []}, {"start_ms": None}),
    *("左边", "A", "AA", "zz. nothing", "</script>", "9" * 50),
)
LETTERS = st.text(st.characters(), max_size=6) | st.sampled_from(
    [
        "{",
        "}",
        "[",
        "]",
        '"',
        ",",
        ":",
        "```",
        "\\",
        "\\u",
        "'",
        "“",
        "}]",
        "]]",
        "//",
        "\n",
        "<think>",
        "</think>",
        "NaN",
    ]
)


def mutated(page: Any, chance: random.Random) -> Any:
    """Return a JSON value with one thing in it changed."""
    if not page or not isinstance(page, (dict, list)) or chance.random() < 0.15:
        return chance.choice(JUNK)
    what = chance.random()
    if isinstance(page, list):
        return changed_list(page, what, chance)
    name = chance.choice(sorted(page))
    if what < 0.1:
        return {key: value for key, value in page.items() if key != name}
    if what < 0.2:
        return {chance.choice(["x", "points", "answer", name.upper(), ""]): value for value in page.values()}
    return {**page, name: mutated(page[name], chance)}


def changed_list(page: list[Any], what: float, chance: random.Random) -> list[Any]:
    place = chance.randrange(len(page))
    if what < 0.1:
        return page[:place] + page[place + 1 :]
    if what < 0.2:
        return page * chance.choice([0, 2, 40])
    if what < 0.3:
        return chance.sample(page, len(page))
    return [*page[:place], mutated(page[place], chance), *page[place + 1 :]]


@st.composite
def answers(draw: st.DrawFn, samples: list[Sample]) -> tuple[Sample, str]:
    """Draw a sample and a right answer to it with a few mutations."""
    sample = draw(st.sampled_from(samples))
    chance = random.Random(draw(st.integers(0, 2**32)))
    page: Any = truth(sample)
    for _ in range(draw(st.integers(0, 3))):
        page = mutated(page, chance)
    said = json.dumps(page, ensure_ascii=draw(st.booleans()))
    for _ in range(draw(st.integers(0, 2))):
        place = chance.randrange(len(said) + 1)
        said = said[:place] + draw(LETTERS) + said[place + draw(st.sampled_from([0, 0, 1, 5, 10_000])) :]
    return sample, said


_REASONING = re.compile(r"<think>.*?(?:</think>|$)", re.DOTALL)


def strictly_readable(said: str) -> bool:
    """Return whether a text is JSON by its standard, apart from reasoning, which every model may put around its answer."""

    def refuse(word: str) -> float:
        raise ValueError(word)

    try:
        json.loads(_REASONING.sub("", said), parse_constant=refuse)
    except (ValueError, RecursionError):
        return False
    return True


def check(ready: Prepared, sample: Sample, said: str, number: int) -> None:
    """Read, score and record an answer under one of the profiles, and compute the report's values."""
    profile, form = PROFILES[number % len(PROFILES)], FORMS[number % len(FORMS)]
    draft = Recorder(ready.root, None, profile, form)((sample, Said(text=said)))
    assert draft.outcome in ENDINGS - {"infrastructure_error", "model_error"}
    line = canonical.line({**draft.model_dump(mode="json"), "previous": "0" * 64})
    item = Item.model_validate_json(line)
    assert item.status == "scored"
    assert len(item.terms["targets"]) == len(sample.targets)
    assert all(value is None or 0 <= value <= 1 for value in item_scores(item, profile=profile).values())
    canonical.page(metrics_file.metrics_of(Shares(profile, [item]), profile))
    if item.outcome != "scored":
        assert not item.parsed
        assert not any(target[cell] for target in item.terms["targets"] for cell in ("what", "where", "when"))
        assert item.notes or item.outcome == "refused"
    elif not strictly_readable(said):
        assert item.parsed["repairs"], said


def drawn(ready: Prepared, ready_ecog: Prepared) -> Any:
    samples = [*ready.samples.values(), *ready_ecog.samples.values()]
    return st.tuples(answers(samples), st.integers(0, len(PROFILES) * len(FORMS)))


QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]


@pytest.mark.slow
def test_mutated_answers(ready: Prepared, ready_ecog: Prepared) -> None:
    @settings(max_examples=150, deadline=None, derandomize=True, database=None, suppress_health_check=QUIET)
    @given(drawn(ready, ready_ecog))
    def every(case: tuple[tuple[Sample, str], int]) -> None:
        check(ready, *case[0], case[1])

    every()


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_thousands_of_mutated_answers(ready: Prepared, ready_ecog: Prepared) -> None:
    @settings(max_examples=3000, deadline=None, derandomize=True, database=None, suppress_health_check=QUIET)
    @given(drawn(ready, ready_ecog))
    def every(case: tuple[tuple[Sample, str], int]) -> None:
        check(ready, *case[0], case[1])

    every()
