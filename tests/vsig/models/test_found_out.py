"""The page on detecting faulty subjects: its numbers are those of runs, and its words those of reports."""

import gc
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docs_pages import page_named
from harness.server import said
from vsig.asked import LEFT_BY_INSPECT, Viewer, apart, hasten, serving
from vsig.perceiving import Perceiver
from vsig.running import Prepared

pytest.importorskip("inspect_ai")

from mindsight.answers.conventions import model_profile
from mindsight.text import say
from mindsight.vsig.canaries.marks import sentences_of
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.models.baselines import oracle

pytestmark = [*LEFT_BY_INSPECT, pytest.mark.slow]
PAGES = {"en": page_named("vsig-found-out.md"), "zh": page_named("vsig-found-out.zh.md")}
PROFILE = model_profile("default")
SUBJECTS = {
    "whole": ("frames-audio", ()),
    "deaf": ("frames-audio", ("deaf",)),
    "swapped": ("frames-audio", ("axes",)),
    "language": ("frames-words", ("blind",)),
}
"""Each subject's name on the page, its input, and its faults."""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield tmp_path_factory.mktemp("cache")
    gc.collect()


def impaired(sample: Sample, how: tuple[str, ...]) -> str:
    """Return the right answer without what a subject with this fault cannot know."""
    answer: dict[str, Any] = json.loads(oracle(sample, 7, PROFILE))
    for entry, target in zip(answer["point_list"], sample.targets, strict=True):
        if "deaf" in how:
            # It sees where the hand points: objects, and the reference instead of the side, which is only said.
            entry["timestamp"] = round(sample.length_ms / 2)
            if target.reference is not None:
                entry["description"] = target.reference.name
                entry["point"] = [round(1000 * one) for one in target.reference.points[0]]
        if "axes" in how:
            entry["point"].reverse()
        if "blind" in how:
            # It reads the words with their times, and the side that is named; it sees neither the thing nor the place.
            entry["description"] = target.side and f"它的{target.side}"
            entry["point"] = [500, 500]
    if "deaf" in how or "blind" in how:
        answer["explicit_command"] = ""
    return json.dumps(answer, ensure_ascii=False)


@pytest.fixture(scope="module")
def rows(ready: Prepared, cache: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Any, ...]]:
    """Results of runs of all subjects: their main scores, and their marks in both languages."""
    found: dict[str, tuple[Any, ...]] = {}
    with pytest.MonkeyPatch.context() as patch:
        apart(patch, cache)
        hasten(patch)
        viewer = Viewer(ready.samples.values(), ready.root, cache)
        for name, (given, how) in SUBJECTS.items():
            perceiver = Perceiver(faults=frozenset(how))

            def answers(
                body: dict[str, Any], _number: int, how: tuple[str, ...] = how, perceiver: Perceiver = perceiver
            ) -> Any:
                if perceiver.knows(body):
                    return said(perceiver.answer(body))
                sample = viewer.sample(body)
                return said("{}" if sample is None else impaired(sample, how))

            with serving(answers, patch):
                run = ready.run(tmp_path_factory.mktemp("runs") / name, "model:scripted", canaries=True, given=given)
            values = {measure.name: measure.value for measure in run.results.measures}
            scores = [values[f"vsig.{one}"] for one in ("intent", "spatial", "temporal", "overall")]
            marks = {
                language: [say(mark, language) for mark in sentences_of(run.manifest)] for language in ("en", "zh")
            }
            found[name] = (*(f"{score:.2f}" for score in scores), marks)
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", SUBJECTS)
def test_the_page_shows_the_results_of_runs(language: str, name: str, rows: dict[str, tuple[Any, ...]]) -> None:
    *scores, marks = rows[name]
    page = PAGES[language].read_text("utf-8")
    assert f"| {' | '.join(scores)} |" in page
    for english, mark in zip(marks["en"], marks[language], strict=True):
        # A sentence may wait for its translation.
        assert mark in page or (language == "zh" and mark == english)
    assert bool(marks[language]) == (name != "whole")
