"""Controls with models over OpenAI's protocol distinguish subjects that do not see, do not hear, or do both."""

import gc
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.server import Refusal, said
from vsig.asked import LEFT_BY_INSPECT, Viewer, apart, hasten, media_in, serving
from vsig.running import Prepared

pytest.importorskip("inspect_ai")

from mindsight import checker
from mindsight.answers.conventions import model_profile
from mindsight.cli import run as mindsight
from mindsight.cli.vsig.controls import make_controls
from mindsight.errors import SubjectError
from mindsight.pipeline import run_test
from mindsight.record.blocks import Note
from mindsight.record.folder import RunFolder
from mindsight.text import say
from mindsight.vsig.choices import Choices
from mindsight.vsig.dataset.data_file import SampleWriter
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.media.clips import sound
from mindsight.vsig.models.baselines import oracle
from mindsight.vsig.running.preparing import some_of

pytestmark = LEFT_BY_INSPECT
FORM = model_profile("default")
Mind = Callable[[dict[str, Any]], str]
"""Maps a request to a model's reply."""


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
def twelve(ready: Prepared, cache: Path) -> Prepared:
    """Twelve samples with speech."""
    file = cache / "samples.json"
    spoken = [sample for sample in ready.samples.values() if sample.template != 1]
    SampleWriter(spoken[place] for place in some_of([one.template for one in spoken], 12)).write(file)
    return Prepared(ready.root, file)


@pytest.fixture(scope="module")
def ten(ready: Prepared, cache: Path) -> Prepared:
    """A sample of each template and language: replaced speech has more or fewer words and sounds different."""
    file = cache / "ten.json"
    chosen = tuple(ready.of(template, language) for template in range(2, 7) for language in ("zh", "en"))
    SampleWriter(chosen).write(file)
    return Prepared(ready.root, file)


@pytest.fixture(scope="module")
def viewer(twelve: Prepared, cache: Path) -> Viewer:
    return Viewer(twelve.samples.values(), twelve.root, cache)


def words_in(body: dict[str, Any]) -> str:
    return "\n".join(part["text"] for part in body["messages"][1]["content"] if part["type"] == "text")


def seen_in(body: dict[str, Any], viewer: Viewer) -> Sample | None:
    """Return the sample whose last frame is shown; None where nothing is."""
    return viewer.sample(body) if any(held.mime == "image/jpeg" for held in media_in(body["messages"])) else None


def looks_alone(viewer: Viewer) -> Mind:
    """A deaf model: it sees what is pointed at and when, and ignores speech."""

    def answer(body: dict[str, Any]) -> str:
        sample = seen_in(body, viewer)
        return "{}" if sample is None else oracle(sample, 7, FORM)

    return answer


def reads_alone(_viewer: Viewer) -> Mind:
    """A blind model: it answers the words' times, and the centre of the picture for every place."""

    def answer(body: dict[str, Any]) -> str:
        times = [int(begin) for begin in re.findall(r"^(\d+) ms – ", words_in(body), re.MULTILINE)]
        points = (
            [{"type": "object", "description": "", "point": [500, 500], "timestamp": times[0] + 50}] if times else []
        )
        return json.dumps({"explicit_command": "", "point_list": points})

    return answer


def does_both(viewer: Viewer, data: Prepared) -> Mind:
    """A model that answers correctly if it sees the clip and hears that clip's sound."""
    sounds = {name: sound(data.root / one.folder / one.video) for name, one in data.samples.items()}

    def answer(body: dict[str, Any]) -> str:
        sample = seen_in(body, viewer)
        heard = [held.data for held in media_in(body["messages"]) if held.mime.startswith("audio")]
        return oracle(sample, 7, FORM) if sample is not None and heard == [sounds[sample.id]] else "{}"

    return answer


def run_on(
    data: Prepared, folder: Path, mind: Mind, keys: list[str], monkeypatch: pytest.MonkeyPatch, *, given: str
) -> RunFolder:
    choices = Choices(
        data=data.root, spec="model:scripted", given=given, frames=2, connections=4, keep_last=False, canaries=False
    )
    with serving(lambda body, _number: said(mind(body)), monkeypatch):
        run = run_test(make_controls(choices, keys, data.file, folder), folder)
    run.publish({"report.html": b"<!doctype html>"}, seal=True)
    assert [finding.say() for finding in checker.check(str(folder))[0]] == []
    return run


def notes(run: RunFolder) -> dict[str, str]:
    return {block.id: say(block.body, "en") for block in run.results.blocks if isinstance(block, Note)}


def value(run: RunFolder, name: str) -> float | None:
    return run.results.measure(name).value


def test_a_model_that_only_reads_is_detected(
    twelve: Prepared, viewer: Viewer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_on(twelve, tmp_path / "run", reads_alone(viewer), ["text", "frames"], monkeypatch, given="frames-words")
    found = notes(run)
    assert "Nothing here shows that the subject looks" in found["warning-needs-nothing-text"]
    assert "temporal (0 % of it is left)" in found["information-needs-frames"]
    assert value(run, "vsig.temporal@text") == value(run, "vsig.temporal@full") != 0
    assert value(run, "vsig.left.temporal@text") == 1
    assert value(run, "vsig.left.temporal@frames") == 0


@pytest.mark.slow
def test_a_deaf_model_is_detected(
    twelve: Prepared, viewer: Viewer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = ["sound", "frames", "shuffled-sound"]
    run = run_on(twelve, tmp_path / "run", looks_alone(viewer), keys, monkeypatch, given="frames-audio")
    found = notes(run)
    assert "Nothing here shows that the subject hears or reads it" in found["warning-needs-nothing-frames"]
    assert "attends to what is said" in found["warning-needs-nothing-shuffled-sound"]
    assert "spatial (0 % of it is left)" in found["information-needs-sound"]
    assert {item.answer["sent"]["sound_s"] > 0 for item in run.items if not item.id.endswith("@frames")} == {True}


@pytest.mark.slow
def test_a_model_that_looks_and_listens_is_said_to_need_both(
    ten: Prepared, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer = Viewer(ten.samples.values(), ten.root, cache)
    keys = ["sound", "frames", "shuffled-sound", "no-last-frame"]
    run = run_on(ten, tmp_path / "run", does_both(viewer, ten), keys, monkeypatch, given="frames-audio")
    found = notes(run)
    assert {f"information-needs-{key}" for key in keys[:3]} <= found.keys()
    assert not any(name.startswith("warning-needs") for name in found)
    assert value(run, "vsig.overall@full") == 1
    assert value(run, "vsig.change.overall@shuffled-sound") == pytest.approx(-1)
    assert value(run, "vsig.change.spatial@no-last-frame") == pytest.approx(-1)
    others = [item.answer["sent"]["speech_of"] for item in run.items if item.id.endswith("@shuffled-sound")]
    assert len(others) == 10


def test_what_is_finished_is_not_asked_again(
    twelve: Prepared, viewer: Viewer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server dies during the second condition; a resume asks only the rest."""
    mind, folder = looks_alone(viewer), tmp_path / "run"
    choices = Choices(
        data=twelve.root, spec="model:scripted", given="frames-words", frames=2, connections=1, keep_last=False
    )

    def dying(body: dict[str, Any], number: int) -> Any:
        return said(mind(body)) if number < 2 + 12 + 5 else Refusal(500, "gone")

    with serving(dying, monkeypatch), pytest.raises(SubjectError):
        run_test(make_controls(choices, ["text"], twelve.file, folder), folder)
    kept = {item.id for item in RunFolder(folder).items}
    assert {"@full", "@text"} == {f"@{name.rpartition('@')[2]}" for name in kept}
    with serving(lambda body, _number: said(mind(body)), monkeypatch) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        test = make_controls(choices, ["text"], twelve.file, folder, resume=True)
        # The server's address is recorded, so both servers share it.
        run = run_test(test, folder, resume=True)
    assert len(server.requests) == 24 - len(kept)
    assert sum(1 for _ in run.items) == 24


def test_what_a_server_does_not_take_is_said_before_anything_is_asked(
    twelve: Prepared, viewer: Viewer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_sound(body: dict[str, Any], _number: int) -> Any:
        heard = any(held.mime.startswith("audio") for held in media_in(body["messages"]))
        return Refusal(400, "audio is not supported") if heard else said("{}")

    choices = Choices(
        data=twelve.root, spec="model:scripted", given="frames-words", frames=2, keep_last=False, canaries=False
    )
    with serving(without_sound, monkeypatch) as server, pytest.raises(SubjectError, match="audio is not supported"):
        make_controls(choices, ["text", "sound"], twelve.file, tmp_path / "run")
    assert len(server.requests) <= 6
    assert not (tmp_path / "run").exists()


@pytest.mark.slow
def test_the_command_says_first_what_it_will_take(
    twelve: Prepared, viewer: Viewer, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(twelve.root / twelve.of(2).folder)
    mind = looks_alone(viewer)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    command = ["--lang", "en", "vsig", "controls", "--data", folder, "--model", "scripted", "--price", "1,2"]
    with serving(lambda body, _number: said(mind(body)), monkeypatch) as server:
        assert mindsight([*command, "--controls", "text,no-last-frame", "--frames", "2", "--out", "run"]) == 0
    out = capsys.readouterr().out
    count = len([one for one in twelve.root.joinpath(twelve.of(2).folder).iterdir() if one.suffix == ".mp4"])
    canaries = 4
    assert f"requests: {canaries + 3 * count}; tokens: about" in out
    assert "cost: about" in out
    assert len(server.requests) == 3 + canaries + 3 * count
    # The scripted model knows only the samples, so every score has a mark.
    marked = RunFolder(Path("run")).results.measures[0].signature.environment["canaries"]
    assert str(marked).startswith("failed")
    assert mindsight(["verify", "run"]) == 0
