"""Records of household tasks and rooms that ``inspect eval`` ran: every reply of its log is taken once more, in the engine.

Tasks are drawn from the options of the log, so nothing but replies, times and tokens comes from it. What it says of the outcome is
compared.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from mindsight.errors import InputError
from mindsight.execution.parallel import Engine
from mindsight.harness.episodes.dialogue import words_hash
from mindsight.harness.episodes.outcomes import Outcome
from mindsight.harness.questions.log_reading import LogHeader
from mindsight.harness.runs.log_reading import LoggedEpisode, read_episodes
from mindsight.home.adapters.outside import Drafted, draft_of_outcome
from mindsight.home.adapters.rereading import taken_again
from mindsight.home.autonomy.embedders.lexical import Lexical
from mindsight.home.autonomy.runs.plan import AlonePlan
from mindsight.home.autonomy.runs.running import draft_of_outcome as draft_of_room
from mindsight.home.autonomy.runs.suite import AloneTest
from mindsight.home.episodes.sessions import Shares
from mindsight.home.logs import refuse_epochs
from mindsight.home.plan import Asked, Plan
from mindsight.home.preparation.instances import Instance
from mindsight.home.suite import HomeTest, media_of
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft, Scalar, Subject
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Language, text

Held = Mapping[str, LoggedEpisode]


class LoggedTasks(HomeTest):
    """Household tasks whose replies a log holds, for the pipeline; nobody is asked."""

    def __init__(self, plan: Plan, data: Path, spec: SubjectSpec, subject: Subject, held: Held) -> None:
        super().__init__(plan, data, spec, subject)
        self._held = held

    def _run_tasks(
        self, run: RunFolder, missing: Iterable[Instance], shares: Shares, *, engine: Engine, workers: int
    ) -> Iterator[Draft]:
        del shares, engine, workers
        return drafts_of_log(self._held, missing, self._plan, media_of(self._plan, run), draft_of_outcome)


class LoggedRooms(AloneTest):
    """Rooms in which a subject was left alone, whose replies a log holds, for the pipeline; R is that of the built-in embedding."""

    def __init__(self, plan: AlonePlan, data: Path, spec: SubjectSpec, subject: Subject, held: Held) -> None:
        super().__init__(plan, data, spec, subject, Lexical())
        self._held = held

    def _from_outside(
        self, run: RunFolder, missing: list[Instance], *, begun: bool, media: Path | None, workers: int
    ) -> Iterator[Draft]:
        del run, begun, workers
        return drafts_of_log(self._held, missing, self._plan, media, draft_of_room)


def episodes_of_log(path: Path, header: LogHeader, instances: Iterable[Instance], language: Language) -> Held:
    """Return the episodes of a log by their tasks.

    Raises:
        InputError: The log has other tasks, or ran them with other words, than this version would.
    """
    refuse_epochs(path, header)
    listed, found = {one.id: one for one in instances}, {one.id: one for one in read_episodes(path)}
    same = header.metadata.get("words") == f"sha256-{words_hash(language)}"
    for id_, one in found.items():
        expected = listed[id_].instruction[language] or "-" if id_ in listed else None
        if not same or one.instruction != expected:
            raise InputError(
                "{file}: {id} was run with other words than this version would send; import it with the version that ran it",
                file=str(path),
                id=id_,
            )
    return found


def offered(held: Held) -> dict[str, Scalar]:
    """Return what a log says of the subject's tools, as the check before a run of ours does."""
    return {"tools": any(one.outcome is not None and one.outcome.tools for one in held.values())}


def drafts_of_log(
    held: Held, missing: Iterable[Instance], plan: Asked, media: Path | None, drafted: Drafted
) -> Iterator[Draft]:
    """Yield the items of the logged episodes; a task without one could not be tested."""
    for instance in missing:
        one = held.get(instance.id)
        draft = drafted(instance, _outcome(instance, one, plan), media, None)
        if one is not None and one.judged and draft.status == "scored" and one.judged != draft.outcome:
            note = text("the log judged this answer {outcome}", outcome=one.judged)
            draft = draft.model_copy(update={"notes": (*draft.notes, note)})
        yield draft


def _outcome(instance: Instance, one: LoggedEpisode | None, plan: Asked) -> Outcome:
    failed: dict[str, Any] = {"id": instance.id, "ending": "error", "error": "infrastructure_error"}
    if one is None:
        return Outcome(**failed, reason=text("the log has no episode of this task"))
    if one.outcome is None or one.error or not one.outcome.tested:
        said = one.error or "the episode was broken off"
        return Outcome(**failed, reason=text("{reason}", reason=said))
    again = taken_again(instance, plan.setting, plan.interface, one.outcome)
    return again.model_copy(update={"reason": one.outcome.reason})
