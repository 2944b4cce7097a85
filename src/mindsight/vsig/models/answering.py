"""Run a subject of any kind on the missing samples: built in, stored answers, a Python function, a model."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from mindsight.execution.drafting import map_drafts
from mindsight.execution.failures import GIVE_UP_AFTER_PARTS, hold_back_failed_drafts
from mindsight.execution.parallel import Engine, at_hand
from mindsight.harness.runs.settings import temperature_sent
from mindsight.record.blocks import Note
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft, Scalar, Subject
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Text, text
from mindsight.vsig.dataset.data_file import SampleList
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.models import prompts
from mindsight.vsig.models.baselines import BASELINES
from mindsight.vsig.models.fingertip import Fingertip
from mindsight.vsig.models.replays import Matched, identity_at, match, read_replay
from mindsight.vsig.models.said import INFRASTRUCTURE, Said
from mindsight.vsig.plan import Means, Plan
from mindsight.vsig.recording import Recorder

_Arg = str | int | float | Text


def reach(spec: SubjectSpec, plan: Plan) -> dict[str, Scalar]:
    """Check once before a run that a subject can be asked, and return the facts found.

    Raises:
        SubjectError: It cannot be asked.
    """
    if spec.scheme == "python":
        from mindsight.vsig.models.python_subject import check_python

        check_python(spec.rest)
    elif spec.scheme == "model":
        from mindsight.vsig.models.outside import find_model

        return find_model(spec, plan)
    return {}


class Answering:
    """Runs a subject on samples."""

    def __init__(self, plan: Plan, root: Path, spec: SubjectSpec, means: Means) -> None:
        self._plan = plan
        self._root = root
        self._spec = spec
        self._means = means
        self._matched: Matched | None = None

    def facts(self, subject: Subject) -> dict[str, Scalar]:
        """Return facts for the manifest: how the subject was prompted and, prefixed with ``subject.``, how it was configured."""
        if self._spec.scheme == "replay":
            identity = identity_at(Path(self._spec.rest))
            return {name: identity[name] for name in ("prompt", "prompt_hash") if name in identity}
        words = prompts.identity(self._plan.language)
        if self._spec.scheme != "model":
            return words
        return {
            **words,
            "subject.temperature": temperature_sent(self._plan.temperature, subject.details),
            "subject.server": subject.details.get("server"),
        }

    def departures(self, samples: SampleList) -> Iterator[Note]:
        """Yield the departures that follow from the subject, before any answer is read."""
        if self._spec.scheme != "replay":
            return
        matched = self.matched(samples)
        left = {
            "unanswered": matched.unanswered(),
            "strangers": matched.strangers(),
            "changed": matched.changed(samples),
        }
        for name, found in left.items():
            if found:
                yield departure_of_stored(name, len(found), _few(found))

    def matched(self, samples: SampleList) -> Matched:
        """Return the stored answers matched with all samples; read once until they are gone through."""
        if self._matched is None:
            self._matched = match(read_replay(Path(self._spec.rest)), samples)
        return self._matched

    def drafts(
        self,
        run: RunFolder,
        missing: Iterable[Sample],
        samples: SampleList,
        recorder: Recorder,
        *,
        engine: Engine,
        workers: int,
    ) -> Iterator[Draft]:
        """Run the subject on the missing ones of all samples and yield the draft of each as it ends.

        Raises:
            SubjectError: The subject cannot be reached, or nothing could be tested.
        """
        begun = any(item.status == "scored" for item in run.items)
        if self._spec.scheme in {"baseline", "replay"}:
            pairs = self._stored(missing, samples) if self._spec.scheme == "replay" else self._built_in(missing)
            return map_drafts(recorder, pairs, engine=engine, workers=workers, name=lambda pair: pair[0].id)
        if self._spec.scheme == "python":
            from mindsight.vsig.models.python_subject import ask_python

            answers: Iterator[tuple[Sample, Said]] = ask_python(
                self._spec.rest, missing, self._plan, self._root, at_hand(workers)
            )
        else:
            from mindsight.vsig.models.outside import ask_model

            answers = ask_model(self._spec, list(missing), self._plan, self._root, self._means, run)
        drafts = _recorded(answers, recorder)
        return hold_back_failed_drafts(drafts, begun=begun, give_up_after=GIVE_UP_AFTER_PARTS)

    def _built_in(self, missing: Iterable[Sample]) -> Iterator[tuple[Sample, Said]]:
        answer = Fingertip(self._root) if self._spec.rest == "fingertip" else BASELINES[self._spec.rest]
        for sample in missing:
            yield sample, Said(text=answer(sample, self._plan.seed, self._plan.model_profile))

    def _stored(self, missing: Iterable[Sample], samples: SampleList) -> Iterator[tuple[Sample, Said]]:
        # Handed over, so that nothing of a million answers is kept once all of them are read.
        matched, self._matched = self.matched(samples), None
        for sample in missing:
            stored = matched.find(sample.id)
            if stored is None:
                yield sample, Said(error=text("there is no stored answer"))
            elif stored.lost:
                yield sample, Said(ending=INFRASTRUCTURE, error=text("the subject could not be asked at the time"))
            else:
                said, sent = stored.more.get("said") or {}, stored.more.get("sent") or {}
                yield sample, Said(text=stored.text, stop=stored.stop, size=stored.size, said=said, sent=sent)


def _recorded(answers: Iterator[tuple[Sample, Said]], recorder: Recorder) -> Iterator[Draft]:
    with closing(answers):  # type: ignore[type-var]
        for pair in answers:
            yield recorder(pair)


def departure_of_stored(name: str, count: _Arg, names: _Arg) -> Note:
    """Return the departure that stored answers are reported by: how many there were of which sort, and the first of them."""
    bodies = {
        "unanswered": text(
            "{count} samples have no stored answer and count like one that cannot be read: {names}",
            count=count, names=names,
        ),
        "strangers": text(
            "{count} stored answers match no sample, or several, and are left out: {names}", count=count, names=names
        ),
        "changed": text(
            "{count} samples are not what they were when they were answered: {names}", count=count, names=names
        ),
    }  # fmt: skip
    return Note(id=f"departure-{name}", title=text("Departure"), role="departure", clause="results", body=bodies[name])


def _few(listed: Sequence[str], most: int = 20) -> str:
    return ", ".join(listed[:most]) + ("…" if len(listed) > most else "")
