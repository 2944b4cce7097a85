"""Turn a subject's raw answer into an item of the record: parse and score it, and keep the last frame."""

from dataclasses import dataclass
from pathlib import Path

from mindsight.answers.conventions import ModelProfile
from mindsight.answers.reply import answer_from
from mindsight.record.folder import put_media
from mindsight.record.model import Draft
from mindsight.text import Text, text
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.models.answers.official import official_answer
from mindsight.vsig.models.answers.predictions import Answer
from mindsight.vsig.models.answers.reading import Frame, Problem, Reading, read_answer
from mindsight.vsig.models.said import INFRASTRUCTURE, LAST, Cluster, Said, last_picture, plain
from mindsight.vsig.profile import Profile
from mindsight.vsig.scoring.terms import score

_WHY: dict[Problem, Text] = {
    "empty": text("the answer is empty"),
    "cut": text("the answer was cut off at the limit of tokens"),
    "no_answer": text("there is no answer in the form that was asked for"),
    "unreadable": text("the answer is damaged, or nothing in it is known"),
}


@dataclass(frozen=True)
class Recorder:
    """Parses and scores raw answers; may be sent to another process.

    ``root`` is the data's folder, ``media`` the folder for last frames (None keeps none).
    """

    root: Path
    media: Path | None
    profile: Profile
    model_profile: ModelProfile
    cluster: Cluster = "recording"

    def __call__(self, pair: tuple[Sample, Said]) -> Draft:
        """Return the draft item of a sample and its raw answer."""
        sample, said = pair
        reading = self._read(sample, said)
        failed = said.ending == INFRASTRUCTURE
        status = said.ending or reading.status
        why = _WHY.get(reading.problem) if reading.status == "parse_error" and not said.ending else None
        return Draft(
            id=sample.id,
            instance=sample.fingerprint,
            cluster=cluster_of(sample, self.cluster),
            status="failed" if failed else "scored",
            outcome=status,
            answer={"text": said.text, "said": plain(said.said), "sent": plain(said.sent)},
            parsed=reading.answer.model_dump(mode="json") if status == "scored" else {},
            terms=score(sample, reading.answer if status == "scored" else None, status, self.profile),
            notes=tuple(note for note in (why, None if failed else said.error) if note is not None),
            error=(said.error or text("the sample could not be tested")) if failed else None,
            media={**self._kept(sample, said), **said.media},
            time_s=round(said.took_s, 3),
        )

    def _read(self, sample: Sample, said: Said) -> Reading:
        if said.ending:
            return Reading(said.ending, Answer())
        frame = Frame(
            size=said.size or sample.size,
            length_ms=sample.length_ms,
            choices=(*sample.object_choices, *sample.space_choices),
            # The other benchmarks' rules know only the unit that they asked for.
            infer_unit=not self.profile.name.startswith(("vsig-as-published", "ecog")),
        )
        if self.profile.strict_answers:
            answer = official_answer(said.text, len(sample.targets), frame.size, self.model_profile)
            return Reading("parse_error", Answer(), "unreadable") if answer is None else Reading("scored", answer)
        return read_answer(answer_from(said.text, said.said, stop=said.stop), frame, self.model_profile)

    def _kept(self, sample: Sample, said: Said) -> dict[str, str]:
        """Store the last frame under its hash, once per clip."""
        if self.media is None:
            return {}
        picture = said.last if said.last is not None else last_picture(self.root, sample)
        return {LAST: put_media(self.media, picture, ".jpg")}


def cluster_of(sample: Sample, by: Cluster) -> str:
    """Return the cluster of dependent samples that a sample belongs to: its recording, folder or scene."""
    return {"recording": sample.recording, "session": sample.folder, "scene": sample.scene}[by]
