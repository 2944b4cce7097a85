"""Thousands of mutated annotations: no crash, and no fault passes silently.

``meanings`` interprets a change without mindsight. If it changes the meaning, there must be a finding, or other samples, or none;
untouched samples stay as they were.
"""

import itertools
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from mindsight.text import LANGUAGES, Text, say
from mindsight.vsig.dataset.preparation import Prepared
from vsig.making import Made
from vsig.meanings import loads, meaning
from vsig.mutating import Draw, as_bytes, mutate, pick
from vsig.sheets import Sheet, sheet

Json = Any
QUICK, SLOW = 50, 1500
"""Examples for each of the two kinds of annotations."""


@dataclass(frozen=True)
class Bench:
    """A folder with two samples: its files and its findings before any change."""

    sheet: Sheet
    before: Prepared


@pytest.fixture(scope="module")
def benches(
    made: list[Made], made_ecog: list[Made], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, list[Bench]]:
    """One for each template and language, in both layouts."""
    found: dict[str, list[Bench]] = {"vsig": [], "ecog": []}
    for layout, samples in (("vsig", made), ("ecog", made_ecog)):
        for _, own in itertools.groupby(samples, key=lambda one: one.folder):
            written = sheet(tmp_path_factory.mktemp("bench") / "data", own)
            found[layout].append(Bench(written, written.checked()))
    assert all(len(one.before.samples) == 2 and not one.before.findings for each in found.values() for one in each)
    return found


def clear(sentence: Text) -> bool:
    """Return whether a sentence exists in both languages, fits on one line, and is not too long."""
    return all(0 < len(say(sentence, language)) < 1200 for language in LANGUAGES)


def understood(folder: Sheet, template: int) -> Json:
    """Return the meaning of all samples of a folder; None if a file is not JSON."""
    try:
        samples = loads((folder.path / "annotations.json").read_bytes())
        truths = loads((folder.path / "eval_gt.json").read_bytes()) if folder.truths is not None else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(samples, list) or not isinstance(truths, dict | None):
        return repr((samples, truths))
    found = []
    for one in samples:
        name = one.get("video_name") if isinstance(one, dict) else None
        truth = None if truths is None else truths.get(name) if isinstance(name, str) else {}
        found.append(meaning(one, truth, template, folder.folder.partition("/")[0]))
    return found


def seen(found: Prepared) -> tuple[list[tuple[str, str]], tuple[str, ...]]:
    return [(sample.id, sample.fingerprint) for sample in found.samples], found.skipped


def hold(bench: Bench, file: str, draw: Draw) -> None:
    """Change the second sample in a file of a folder, and compare the findings with the meaning of the change."""
    folder, before = bench.sheet, bench.before
    template = before.samples[0].template
    meant = understood(folder, template)
    original = (folder.path / file).read_bytes()
    page = loads(original)
    key = 1 if isinstance(page, list) else list(page)[1]
    for _ in range(draw(st.sampled_from((1, 1, 1, 2, 3)))):
        page[key] = mutate(page[key], draw)
    try:
        written = as_bytes(page, draw)
        (folder.path / file).write_bytes(written)
        after = folder.check()
        now = understood(folder, template)
    finally:
        (folder.path / file).write_bytes(original)
    untouched = now is not None and _first(loads(written)) == _first(loads(original))
    assert all(clear(one.text) and one.file and one.severity for one in after.findings)
    if after.findings == () and seen(after) == seen(before):
        assert now == meant, "silent"
    # A faulty sample affects no other; only an unreadable file does.
    if untouched and "refused" not in _of_files(after):
        assert seen(after)[0][:1] == seen(before)[0][:1]
    assert after.refused or len(after.samples) + len(after.skipped) >= min(len(now or ()), 1)


def _first(page: Json) -> Json:
    if isinstance(page, dict):
        return next(iter(page.items()), None)
    return page[:1] if isinstance(page, list) else page


def _of_files(found: Prepared) -> set[str]:
    return {one.severity for one in found.findings if not one.sample}


def several(quick: int, slow: int) -> list[Any]:
    return [pytest.param(quick, id="few"), pytest.param(slow, id="many", marks=pytest.mark.slow)]


@pytest.mark.parametrize("layout", ["vsig", "ecog"])
@pytest.mark.parametrize("count", several(QUICK, SLOW))
@pytest.mark.timeout(3000)
def test_changed_annotations_are_found(benches: dict[str, list[Bench]], layout: str, count: int) -> None:
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(st.data())
    def check(data: st.DataObject) -> None:
        files = ("annotations.json",) if layout == "vsig" else ("annotations.json", "eval_gt.json")
        bench = pick(benches[layout], data.draw)
        hold(bench, data.draw(st.sampled_from(files)), data.draw)

    check()
