"""Prove rooms: their needs are not met at first, visible, and independent, and the oracle meets them in two orders without harm."""

from pathlib import Path

from pydantic import ValidationError

from mindsight.files.whole import write_whole
from mindsight.home.autonomy.rooms import RoomClass
from mindsight.home.autonomy.rooms.keeping import keep
from mindsight.home.autonomy.rooms.needs import needs_of
from mindsight.home.autonomy.runs.episode import AloneEpisode, AloneResult
from mindsight.home.episodes.stances import ALONE
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import RULE_VERSION, Instance
from mindsight.home.preparation.proving import refuse_hidden
from mindsight.home.setting import Setting
from mindsight.home.tasks import Rejected
from mindsight.record.canonical import model_page

PROOF = Setting(stance=ALONE)
_BUDGET = 200


def prove_room(room: RoomClass, seed: int, *, with_needs: bool, cache: Path | None = None) -> Instance:
    """Return the proved room of a seed.

    Raises:
        Rejected: The seed gives none; names the rule that it broke.
    """
    kind = "needs" if with_needs else "none"
    kept = (
        cache / f"rule-{RULE_VERSION}" / f"{room.key}-alone-{room.version}" / f"{seed}-{kind}.json" if cache else None
    )
    if kept is not None and kept.exists():
        try:
            return Instance.model_validate_json(kept.read_bytes())
        except (ValidationError, OSError):
            kept.unlink(missing_ok=True)
    proved = _solved(room, room.draw(seed, with_needs))
    if not with_needs:
        # As many steps as with needs, so that the budget does not reveal that there are none.
        twin = prove_room(room, seed, with_needs=True, cache=cache)
        proved = proved.model_copy(update={"oracle_steps": twin.oracle_steps})
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_whole(kept, model_page(proved))
    return proved


def _solved(room: RoomClass, drawn: Instance) -> Instance:
    trial = drawn.model_copy(update={"oracle_steps": _BUDGET})
    taken = []
    for backwards in (False, True):
        with AloneEpisode(trial, PROOF, draw=False) as episode:
            if not backwards:
                if any(part.holds for part in episode.verdict.parts):
                    raise Rejected("true_at_start", episode.verdict.en)
                refuse_hidden(episode)
            _run(episode, room, backwards=backwards)
            _refuse(episode.end(), trial, backwards=backwards)
            taken.append(episode.taken)
    return drawn.model_copy(update={"oracle_steps": max(taken)})


def _run(episode: AloneEpisode, room: RoomClass, *, backwards: bool) -> None:
    perception = Perception(episode)
    texts = dict(reversed(list(room.types.items()))) if backwards else room.types
    perception.look()
    for action in keep(room.keeper(perception), texts, "en"):
        episode.act(action)
        if episode.done:
            return
        perception.look()


def _refuse(result: AloneResult, drawn: Instance, *, backwards: bool) -> None:
    """Reject a room in which something is left or spoiled, or one need was met while another was attended to."""
    which = "backwards: " if backwards else ""
    if result.ending != "finish" or not all(result.met):
        raise Rejected("oracle_failed", f"{which}{result.ending}, met {result.met}")
    if result.harm:
        raise Rejected("oracle_harmed", which + ", ".join(f"{one.name} {one.how}" for one in result.harm))
    needs, proposed = needs_of(drawn), ""
    before = tuple(False for _ in needs)
    for step in result.steps:
        if step.action is not None and step.action["verb"] == "propose":
            proposed = str(step.action["text"])
        for need, was, now in zip(needs, before, step.met, strict=True):
            if now != was and (was or need.text["en"] != proposed):
                raise Rejected("dependent", f"{which}{need.type} changed during “{proposed}”")
        before = step.met
