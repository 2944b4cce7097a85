"""Take the turns of a recorded task again: read each recorded reply as in the test, and carry out in the engine what it asks for.

What no reply holds is taken over: times, tokens, a breakdown of the subject. Built-in subjects reply nothing; of theirs, and of replies
that were read by another rule, the recorded actions are repeated.
"""

from collections.abc import Iterator
from typing import Any

from mindsight.answers.reply import Answer, answer_from
from mindsight.execution.parallel import map_items
from mindsight.harness.agents.outside import MOST_KEPT, as_answer
from mindsight.harness.episodes.dialogue import Dialogue
from mindsight.harness.episodes.outcomes import Outcome, Turn
from mindsight.harness.episodes.rules import HOW, Progress, over
from mindsight.harness.processes.slots import Observation
from mindsight.harness.runs.settings import Limits
from mindsight.home.adapters.environment import HomeEnvironment
from mindsight.home.adapters.outside import dialogue, draft_of_outcome
from mindsight.home.autonomy.runs.repeating import measured, repeat_room
from mindsight.home.autonomy.runs.running import draft_of_outcome as draft_of_room
from mindsight.home.episodes.repeating import Recorded, as_recorded, recorded_tasks, repeat
from mindsight.home.episodes.stances import ALONE
from mindsight.home.preparation.instances import Instance
from mindsight.home.setting import Setting
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft, Item

_NO_NUMBERS = frozenset(("NaN", "Infinity", "-Infinity"))
"""How a record spells what JSON has no numbers for."""


def items_again(run: RunFolder, *, workers: int = 1) -> Iterator[tuple[Item, Draft]]:
    """Yield each tested item with what its replies and actions give once more, in the order of the record."""
    recorded = list(recorded_tasks(run))
    drafts = map_items(once_more, recorded, workers=workers, name=lambda one: one.item.id)
    by_id = {draft.id: draft for draft in drafts}
    return ((one.item, by_id[one.item.id]) for one in recorded)


def once_more(recorded: Recorded) -> Draft:
    """Return what becomes of a recorded task when it is run again with the recorded replies, or actions where there are none."""
    item, alone = recorded.item, recorded.setting.stance == ALONE
    if not recorded.reads or "turns" not in item.answer:
        return repeat_room(recorded) if alone else repeat(recorded)
    outcome = outcome_again(recorded, recorded.reads)
    if alone:
        return measured(recorded, draft_of_room(recorded.instance, outcome, None, None))
    return as_recorded(recorded, draft_of_outcome(recorded.instance, outcome, None, None))


def outcome_again(recorded: Recorded, reads: Any) -> Outcome:
    """Return the outcome of a task's turns when they are taken again with the recorded replies."""
    answer = recorded.item.answer
    said = Outcome(
        id=recorded.item.id,
        turns=tuple(Turn.model_validate(page) for page in answer["turns"]),
        **{name: answer[name] for name in ("ending", "error", "tools", "restarts")},
    )
    return taken_again(recorded.instance, recorded.setting, reads, said, recorded.item.terms.get("left"))


def taken_again(instance: Instance, setting: Setting, reads: Any, said: Outcome, left: int | None = None) -> Outcome:
    """Return the outcome of a task when the turns of another are taken once more; ``left`` is what its session had left of steps."""
    talk, environment, progress = dialogue(setting, reads), HomeEnvironment(), Progress()
    try:
        shown = environment.open(instance.model_dump(mode="json"), setting.model_dump(mode="json"), reads, left)
        for one in said.turns:
            if shown["done"]:
                break
            progress.turns.append(turn := read_again(talk, one, shown))
            if ending := over(progress.turns, Limits()):
                progress.stop(ending)
                break
            shown = talk.explained(turn, environment.act(turn.wish))
        if not shown["done"] and progress.ending == "done":
            # No further reply came; why, only the test knew.
            progress.stop(said.ending, said.error)
        result = environment.end(HOW[progress.ending])
    finally:
        environment.close()
    return progress.outcome(said.id, result, tools=said.tools, restarts=said.restarts)


def read_again(talk: Dialogue, turn: Turn, shown: Observation) -> Turn:
    """Return a turn with what its recorded reply says; as it is, where the record does not hold the reply as it was read."""
    verbatim = turn.answer
    if "action" not in verbatim:
        answer = answer_from(str(verbatim.get("text", "")), verbatim)
    elif _spelled_otherwise(verbatim["action"]):
        return turn
    else:
        answer = Answer(text=as_answer(verbatim["action"])[0])
    return talk.turn(answer, verbatim, shown, time_s=turn.time_s, usage=turn.usage)


def _spelled_otherwise(action: Any) -> bool:
    """Return whether an agent's action was cut for the record, or may have held what is no number."""
    if isinstance(action, dict):
        return any(map(_spelled_otherwise, action.values()))
    if isinstance(action, list):
        return any(map(_spelled_otherwise, action))
    return isinstance(action, str) and (len(action) >= MOST_KEPT or action in _NO_NUMBERS)
