"""Canaries: subjects that look and listen pass them, and one that is hurt is found out, and told as what it is."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.server import said
from vsig.asked import LEFT_BY_INSPECT, apart, hasten, serving
from vsig.perceiving import Perceiver
from vsig.running import Prepared

pytest.importorskip("inspect_ai")

from mindsight.cli.vsig_running import some_of
from mindsight.record.folder import RunFolder
from mindsight.vsig.data_file import SampleFile, write_file

pytestmark = LEFT_BY_INSPECT


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield tmp_path_factory.mktemp("cache")
    gc.collect()


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch, cache: Path, tmp_path: Path) -> None:
    apart(monkeypatch, cache)
    monkeypatch.chdir(tmp_path)
    hasten(monkeypatch)


@pytest.fixture(scope="module")
def two(ready: Prepared, cache: Path) -> Prepared:
    """Two samples."""
    file = cache / "samples.json"
    write_file(file, SampleFile(samples=tuple(some_of(list(ready.samples.values()), 2))))
    return Prepared(ready.root, file)


def script(perceiver: Perceiver) -> Any:
    return lambda body, _number: said(perceiver.answer(body) if perceiver.knows(body) else "{}")


def canaries_of(run: RunFolder) -> dict[str, str]:
    return {one["name"]: one["status"] for one in run.manifest.canaries["verdicts"]}


def channels(run: RunFolder) -> list[str]:
    return [mark["channel"] for mark in run.manifest.canaries["marks"]]


@pytest.mark.parametrize("given", ["video", "frames-audio", "frames-transcript", "frames-words", "frames", "text"])
def test_who_sees_and_hears_passes_all_that_apply(
    given: str, two: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialect = {"dialect": "vllm"} if given == "video" else {}
    with serving(script(Perceiver()), monkeypatch):
        run = two.run(tmp_path / "run", "model:scripted", canaries=True, given=given, **dialect)
    print([(v["name"], v["status"], v["right"], v["needed"], v["chance"], v["hint"]) for v in run.manifest.canaries["verdicts"]])
    assert set(canaries_of(run).values()) <= {"passed", "not_applicable"}
    assert run.manifest.canaries["state"] == "passed"
