"""Helpers for runs with models: a plan, a local server, and a readable description of its requests."""

import base64
import io
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import av
import pytest
from PIL import Image

from harness.server import Script, Server
from mindsight.answers.conventions import ModelProfile, model_profile
from mindsight.harness.runs.settings import ModelSpec
from mindsight.subjects.spec import SubjectSpec
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.media.cache import MediaCache
from mindsight.vsig.media.conditions import Condition
from mindsight.vsig.models import outside
from mindsight.vsig.models.baselines import oracle
from mindsight.vsig.plan import Plan

MODEL = SubjectSpec("model", "scripted")
# Inspect leaves in-memory streams to the garbage collector.
LEFT_BY_INSPECT = [
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"),
]
_URI = re.compile(r"^data:([\w/]+);base64,(.*)$", re.DOTALL)


@contextmanager
def serving(script: Script, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Start a scripted server and make it the models' server."""
    server = Server(script)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    try:
        yield server
    finally:
        server.close()


def apart(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    """Clear the environment's variables, and keep media where the test says."""
    import os

    for name in list(os.environ):
        if name.startswith(("OPENAI_", "INSPECT_", "MINDSIGHT_")) or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))


def hasten(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    """Retry requests after hundredths of a second, and only a few times."""
    original = outside.model_spec

    def quick(spec: SubjectSpec, plan: Plan) -> ModelSpec:
        return original(spec, plan).model_copy(update={"first_wait_s": 0.01, "retries": 2, **changes})

    monkeypatch.setattr(outside, "model_spec", quick)


def plan_of(
    given: Any = "frames-transcript", *, profile: str = "default", dialect: Any = "openai", **more: Any
) -> Plan:
    """Return a plan; options of the input condition go to the condition."""
    known = set(Condition.model_fields)
    condition = Condition(given=given, **{name: more.pop(name) for name in list(more) if name in known})
    asked_as = model_profile(profile).model_copy(update={"dialect": dialect})
    return replace(Plan(), input=condition.identity(), model_profile=asked_as, **more)


@dataclass(frozen=True)
class Held:
    """A medium that reached a server."""

    mime: str
    data: bytes

    def __str__(self) -> str:
        if self.mime == "image/jpeg":
            width, height = Image.open(io.BytesIO(self.data)).size
            return f"<jpeg {width}×{height}>"
        with av.open(io.BytesIO(self.data)) as medium:
            tracks = sorted(stream.type for stream in medium.streams)
            seconds = max(float(s.duration * s.time_base) for s in medium.streams if s.duration and s.time_base)
        return f"<{self.mime} of {' and '.join(tracks)}, {seconds:.1f} s>"


def media_in(value: Any) -> list[Held]:
    """Return the media of a request in order."""
    found: list[Held] = []
    _run_and_report(value, found)
    return found


def described(value: Any) -> Any:
    """Return a request with its media described in words, marking those without a wrapper."""
    return _run_and_report(value, [])


def _run_and_report(value: Any, found: list[Held]) -> Any:
    if isinstance(value, list):
        return [_run_and_report(inner, found) for inner in value]
    if not isinstance(value, dict):
        uri = _URI.match(value) if isinstance(value, str) else None
        if uri is None:
            return value
        found.append(Held(uri[1], base64.b64decode(uri[2])))
        return f"data:{found[-1]}"
    if "format" in value and isinstance(value.get("data"), str) and not value["data"].startswith("data:"):
        found.append(Held(f"audio/{value['format']}", base64.b64decode(value["data"], validate=True)))
        return {**value, "data": f"bare:{found[-1]}"}
    return {name: _run_and_report(inner, found) for name, inner in value.items()}


class Viewer:
    """Finds the sample of a request by its last picture, as a model that sees would."""

    def __init__(self, samples: Iterable[Sample], root: Path, cache: Path) -> None:
        media = MediaCache(cache / "mindsight" / "vsig")
        self._samples = {
            media.last(root / sample.folder / sample.video, sample.sha256, longest=640).jpeg: sample
            for sample in samples
        }

    def sample(self, body: dict[str, Any]) -> Sample | None:
        """Return the sample; None for the trial question before a run, which shows its own clip."""
        shown = [held for held in media_in(body["messages"]) if held.mime == "image/jpeg"]
        return self._samples.get(shown[-1].data)

    def right(self, body: dict[str, Any], profile: ModelProfile) -> str:
        """Return the right answer in the form of a profile."""
        sample = self.sample(body)
        return "{}" if sample is None else oracle(sample, 7, profile)
