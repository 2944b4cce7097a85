"""A record of questions that were asked by ``inspect eval``: drawn once more, and compared with what the log says was sent."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from mindsight.answers.conventions import Points
from mindsight.errors import InputError
from mindsight.execution.parallel import Engine
from mindsight.harness.questions.log_reading import LoggedAnswer, read_answers
from mindsight.home.questions.asking.files import Pictures
from mindsight.home.questions.asking.messages import question_words, system_prompt
from mindsight.home.questions.asking.recording import INFRASTRUCTURE, Recorder
from mindsight.home.questions.asking.said import Said
from mindsight.home.questions.plan import QuestionPlan
from mindsight.home.questions.question import Question
from mindsight.home.questions.scenes.shot import SIZE_PX
from mindsight.home.questions.suite import QuestionsTest
from mindsight.record.folder import MEDIA, RunFolder
from mindsight.record.model import Draft, Subject
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import text


class LoggedTest(QuestionsTest):
    """The test whose answers a log holds, for the pipeline; nobody is asked."""

    def __init__(self, plan: QuestionPlan, data: Path, spec: SubjectSpec, subject: Subject, log: Path) -> None:
        super().__init__(plan, data, spec, subject)
        self._log = log

    def drafts(self, run: RunFolder, missing: Iterable[Question], *, engine: Engine, workers: int) -> Iterator[Draft]:
        """Yield the items of the log's answers; a question without one could not be tested.

        Raises:
            InputError: The log has other questions, or asked them with other words.
        """
        del engine, workers
        held = answers_by_id(self._log, self._questions, self._plan)
        media = run.path / MEDIA
        recorder = Recorder(Pictures(media), media if self._plan.keep_pictures else None, self._plan.model_profile)
        for question in missing:
            yield _noted(recorder((question, _said(held.get(question.id)))), held.get(question.id))


def answers_by_id(log: Path, questions: Mapping[str, Question], plan: QuestionPlan) -> dict[str, LoggedAnswer]:
    """Return the answers of a log, each to a question that was asked with the words and pictures that this version would send.

    Raises:
        InputError: One of them was not.
    """
    system, found = system_prompt(plan, Points(plan.model_profile, SIZE_PX)), {}
    for one in read_answers(log):
        question = questions.get(one.id)
        asked = None if question is None else question_words(question, plan)
        # An answer that never came may have left no words either.
        shown = () if question is None or plan.as_text else question.pictures
        same = one.words == asked and one.system == system and one.pictures in {None, shown}
        if question is None or (one.words and not same):
            raise InputError(
                "{file}: {id} was asked with other words or pictures than this version would send; import it with the version that asked",
                file=str(log),
                id=one.id,
            )
        found[one.id] = one
    return found


def _said(answer: LoggedAnswer | None) -> Said:
    if answer is None:
        return Said("", ending=INFRASTRUCTURE, error=text("the log has no answer to this question"))
    if answer.error:
        return Said("", ending=INFRASTRUCTURE, error=text("{reason}", reason=answer.error), took_s=answer.seconds)
    tokens = {"tokens": answer.usage.model_dump(mode="json")} if answer.usage.total else {}
    return Said(answer.answer, said={"source": "inspect", **tokens}, took_s=answer.seconds)


def _noted(draft: Draft, answer: LoggedAnswer | None) -> Draft:
    """Return a draft that says so if the log judged the answer differently."""
    if answer is None or not answer.judged or draft.status == "failed" or answer.judged == draft.outcome:
        return draft
    note = text("the log judged this answer {outcome}", outcome=answer.judged)
    return draft.model_copy(update={"notes": (*draft.notes, note)})
