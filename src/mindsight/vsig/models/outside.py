"""Run external models through the harness: check that one can be used, and ask it about each sample."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import numpy as np

from mindsight.harness.processes.background import Background
from mindsight.harness.questions.asking import ask_all, meet
from mindsight.harness.questions.question import Asking, Fallback
from mindsight.harness.runs.settings import Budget, ModelSpec
from mindsight.record.folder import MEDIA, RunFolder
from mindsight.record.model import Scalar
from mindsight.subjects.spec import SubjectSpec
from mindsight.vsig.dataset.samples import Sample, Speech, Target, Word
from mindsight.vsig.media.cache import MediaCache
from mindsight.vsig.models.asking import Asker
from mindsight.vsig.models.said import Said
from mindsight.vsig.models.usage import used_by
from mindsight.vsig.plan import Means, Plan

ANSWER_TOKENS = 4096
"""A limit also for models that write out their reasoning."""
CONNECTIONS = 8
_HEARS_CLIPS = ("google/", "vertex/", "mindsight/google/")
_TRIAL_FRAMES, _TRIAL_RATE, _TRIAL_SIZE = 48, 16, (320, 180)


def model_spec(spec: SubjectSpec, plan: Plan) -> ModelSpec:
    """Return the harness's specification of the model."""
    return ModelSpec(name=spec.rest, dialect=plan.model_profile.dialect, temperature=plan.temperature)


def open_once(spec: SubjectSpec) -> None:
    """Check that a model can be opened (above all its key) before any time is spent on data; nothing is asked.

    Raises:
        SubjectError: It cannot be opened.
    """
    try:
        from mindsight.harness.models.inspect_model import open_model
    except ImportError:
        return  # `find_model` reports what has to be installed.

    async def opens() -> None:
        async with open_model(ModelSpec(name=spec.rest), connections=1, answer_tokens=ANSWER_TOKENS):
            pass

    running = Background(opens())
    try:
        running.result()
    finally:
        running.stop()


def find_model(spec: SubjectSpec, plan: Plan) -> dict[str, Scalar]:
    """Ask a model about a trial clip in the form of the run's questions, and return the facts found.

    ``server`` is the address without secrets; ``form`` how the server accepts the answer's schema.

    Raises:
        SubjectError: It cannot be used, or not with what is to be sent.
        MissingExtra: Inspect is not installed.
    """
    with tempfile.TemporaryDirectory(prefix="mindsight-") as folder:
        # The trial clip differs between machines, so its media are of no use to a later run and are deleted with it.
        cache = MediaCache(Path(folder) / "cache")
        asker = Asker(plan, Path(folder), within=sound_within(spec, plan), cache=cache)
        met = meet(Asking(model_spec(spec, plan), answer_tokens=ANSWER_TOKENS), asker.question(trial(Path(folder))))
    return met.details


def ask_model(
    spec: SubjectSpec,
    missing: Sequence[Sample],
    plan: Plan,
    root: Path,
    means: Means,
    run: RunFolder,
    speakers: Mapping[str, Sample] | None = None,
) -> Iterator[tuple[Sample, Said]]:
    """Yield a model's answer to each sample as it ends; ``speakers`` as in ``Asker``.

    Raises:
        SubjectError: The model cannot be used, or too many questions in a row failed.
        BudgetSpent: The limit on costs is reached; questions under way are finished.
    """
    kept = run.path / MEDIA if plan.keep_media else None
    asker = Asker(plan, root, within=sound_within(spec, plan), kept=kept, speakers=speakers)
    asking = asking_of(spec, plan, means, run)
    by_id = {sample.id: sample for sample in missing}
    with closing(ask_all(asking, asker.questions(missing))) as replies:
        for reply in replies:
            sample = by_id[reply.id]
            yield sample, asker.said(sample, reply)


def asking_of(spec: SubjectSpec, plan: Plan, means: Means, run: RunFolder) -> Asking:
    """Return the harness's options for a run's questions, with its usage so far."""
    return Asking(
        model_spec(spec, plan),
        answer_tokens=ANSWER_TOKENS,
        connections=means.connections or CONNECTIONS,
        budget=Budget(cost=means.cost, prices=means.prices, used=used_by(run)),
        fallback=_fallback(run.manifest.subject.details.get("form")),
    )


def sound_within(spec: SubjectSpec, plan: Plan) -> bool:
    """Return whether sound is sent inside the clip: if a message may hold one medium only, or clips are known to be heard.

    Otherwise it is sent beside the clip: many servers silently drop a clip's sound.
    """
    return plan.model_profile.dialect == "dashscope" or spec.rest.startswith(_HEARS_CLIPS)


def trial(folder: Path) -> Sample:
    """Return a sample of a new clip: three seconds, grey with a tone."""
    from mindsight.vsig.media.clips import probe

    planned = planned_trial()
    path = folder / planned.video
    _write_trial(path)
    facts = probe(path)
    known = {name: getattr(facts, name) for name in ("sha256", "size", "last_ms", "length_ms", "has_sound")}
    return planned.model_copy(update=known)


def planned_trial() -> Sample:
    """Return the trial's sample before its clip is written."""
    word = Word(text="这个", begin_ms=500.0, end_ms=1000.0)
    last_ms, length_ms = (1000 * frames / _TRIAL_RATE for frames in (_TRIAL_FRAMES - 1, _TRIAL_FRAMES))
    return Sample(
        id="trial", layout="vsig", template=2, scene="", language="zh", recording="", folder="", video="trial.mp4",
        sha256="", size=_TRIAL_SIZE, last_ms=last_ms, length_ms=length_ms,
        has_sound=True, speech=Speech(text=word.text, words=(word,)),
        targets=(Target(kind="object", name="", points=((0.5, 0.5),)),),
    )  # fmt: skip


def _write_trial(path: Path) -> None:
    from mindsight.vsig.media.decoding import library
    from mindsight.vsig.media.sound import RATE

    av = library()
    width, height = _TRIAL_SIZE
    with av.open(str(path), "w", format="mp4") as container:
        film: Any = container.add_stream("libx264", rate=_TRIAL_RATE, options={"preset": "ultrafast"})
        film.width, film.height, film.pix_fmt = width, height, "yuv420p"
        voice: Any = container.add_stream("aac", rate=RATE, layout="mono")
        for _ in range(_TRIAL_FRAMES):
            grey = np.full((height, width, 3), 128, np.uint8)
            container.mux(film.encode(av.VideoFrame.from_ndarray(grey, format="rgb24")))
        container.mux(film.encode())
        times = np.arange(RATE * _TRIAL_FRAMES // _TRIAL_RATE)
        tone = (6000 * np.sin(2 * np.pi * 440 * times / RATE)).astype(np.int16)
        for place in range(0, len(tone), 1024):
            piece = av.AudioFrame.from_ndarray(tone[None, place : place + 1024], format="s16", layout="mono")
            piece.sample_rate, piece.time_base, piece.pts = RATE, Fraction(1, RATE), place
            container.mux(voice.encode(piece))
        container.mux(voice.encode())


def _fallback(found: Scalar) -> Fallback:
    for fallback in get_args(Fallback):
        if found == fallback:
            return fallback  # type: ignore[no-any-return]
    return "json_schema"
