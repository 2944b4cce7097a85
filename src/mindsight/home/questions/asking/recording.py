"""Turn a raw answer into an item of the record: read and judged, with the question's pictures."""

from dataclasses import dataclass
from pathlib import Path

from mindsight.answers.conventions import ModelProfile
from mindsight.answers.reply import answer_from
from mindsight.home.questions.asking.files import SUFFIX, Pictures
from mindsight.home.questions.asking.said import Said
from mindsight.home.questions.question import Question
from mindsight.home.questions.scoring.judging import judge
from mindsight.home.questions.scoring.reading import Reading, read
from mindsight.record.folder import put_media
from mindsight.record.model import Draft
from mindsight.text import Text, text

INFRASTRUCTURE = "infrastructure_error"
_UNREADABLE = text("there is no answer in the form that was asked for")


@dataclass(frozen=True)
class Recorder:
    """Reads and judges answers; can be sent to another process. ``media`` is the run's folder for pictures; None keeps none."""

    pictures: Pictures
    media: Path | None
    profile: ModelProfile | None = None
    """How points were asked for, if not as usual."""

    def __call__(self, pair: tuple[Question, Said]) -> Draft:
        """Return the draft item of a question and its answer."""
        question, said = pair
        failed = said.ending == INFRASTRUCTURE
        reading = _ended(said) if said.ending else self._read(said, question)
        judged = judge(question, reading)
        why: tuple[Text, ...] = (_UNREADABLE,) if reading.status == "unreadable" and not said.ending else ()
        return Draft(
            id=question.id,
            instance=question.sha256,
            cluster=question.group,
            status="failed" if failed else "scored",
            outcome=INFRASTRUCTURE if failed else judged.outcome,
            answer={"text": said.text, "said": said.said, "sent": said.sent},
            parsed={
                "status": reading.status,
                "value": reading.value,
                "reason": reading.reason,
                "evidence": reading.evidence,
                "problem": reading.problem,
                "repairs": reading.repairs,
            },
            terms={
                "task": question.kind,
                "valid": question.valid,
                "reason": question.truth.reason,
                "manner": judged.manner,
                "scene": question.scene,
                "chance": question.truth.chance,
                "grounded": judged.grounded,
                "disturbed": question.asked.get("disturbed"),
            },
            notes=(*why, *(() if failed or said.error is None else (said.error,))),
            error=(said.error or text("the question could not be tested")) if failed else None,
            media=self._kept(question),
            time_s=round(said.took_s, 3),
        )

    def _read(self, said: Said, question: Question) -> Reading:
        """Return what was answered, points and boxes from 0 to 1000."""
        answer = answer_from(said.text, said.said)
        if self.profile is None:
            return read(answer, question)
        last, first = (self.pictures.points(question, self.profile, place) for place in (-1, 0))
        return read(answer, question, last, first)

    def _kept(self, question: Question) -> dict[str, str]:
        if self.media is None:
            return {}
        return {
            f"picture-{number}": put_media(self.media, data, SUFFIX, digest=name)
            for number, (name, data) in enumerate(zip(question.pictures, self.pictures.of(question), strict=True), 1)
        }


def _ended(said: Said) -> Reading:
    """Return the reading of an answer that ended in a refusal or an error instead of words."""
    return Reading("unreadable", problem="refused" if said.ending == "refused" else "error")
