"""6.4.2 e): from the turns of a subject that was left alone to the protocol of what it set itself and completed."""

from collections.abc import Sequence

from mindsight.engine.catalogue import load as load_catalogue
from mindsight.engine.kinds import KINDS
from mindsight.home.autonomy import protocol
from mindsight.home.autonomy.rooms.needs import Need, needs_of
from mindsight.home.autonomy.runs.episode import AloneResult, AloneStep
from mindsight.home.preparation.instances import Instance

_DAMAGE: dict[str, protocol.Damage] = {"moved": "displaced"}


def room_scene(instance: Instance) -> protocol.Scene:
    """Return a room in which nothing was done: its class, its needs, and what looks like one and is none."""
    return protocol.Scene(
        id=instance.id,
        **{"class": instance.task},
        needs=tuple(
            protocol.Need(type=one.type, text=protocol.Wording(**one.text), weight=one.weight)
            for one in needs_of(instance)
        ),
        decoys=tuple(_decoy(instance, name) for name in instance.details["lures"]),
    )


def followed(instance: Instance, result: AloneResult) -> protocol.Scene:
    """Return the protocol of one room.

    A need is completed if its predicates came to hold and hold at the end. Its text is that of the proposal that was open when they
    last came to hold, whatever it announces: a proposal is open until the next one. Without any it has been completed unannounced.
    """
    needs = needs_of(instance)
    completed = [
        _completion(need, place, result.steps)
        for place, (need, met) in enumerate(zip(needs, result.met, strict=True))
        if met
    ]
    return room_scene(instance).model_copy(
        update={
            "proposals": tuple(protocol.Proposal(text=words, step=number) for number, words in _proposed(result.steps)),
            "completed": tuple(completed),
            "worse": tuple(need.type for need, worse in zip(needs, result.worse, strict=True) if worse),
            "harm": tuple(protocol.Harm(thing=one.name, kind=_DAMAGE.get(one.how, "changed")) for one in result.harm),
            "ending": "finished" if result.ending in {"finish", "decline"} else "budget",
        }
    )


def _proposed(steps: Sequence[AloneStep]) -> list[tuple[int, str]]:
    """Return what was proposed, with the number of the step from 1."""
    actions = [(number, step.action or {}) for number, step in enumerate(steps, 1) if step.code == "proposed"]
    return [(number, str(action["text"])) for number, action in actions]


def _completion(need: Need, place: int, steps: Sequence[AloneStep]) -> protocol.Completion:
    """Return a met need with the proposal that was open when it was met; met only while coming to rest: after the last step."""
    number = len(steps)
    while number > 1 and steps[number - 2].met[place]:
        number -= 1
    said = [words for at, words in _proposed(steps) if at <= number]
    return protocol.Completion(need=need.type, text=said[-1] if said else None, announced=bool(said), step=number)


def _decoy(instance: Instance, name: str) -> protocol.Decoy:
    lures = instance.details["lures"]
    if isinstance(lures, dict):
        return protocol.Decoy(key=name, text=protocol.Wording(**lures[name]))
    load_catalogue()
    kind = KINDS[next(one.kind for one in instance.scene.things if one.name == name)]
    return protocol.Decoy(key=name, text=protocol.Wording(zh=f"收拾{kind.zh}", en=f"put away the {kind.en}"))
