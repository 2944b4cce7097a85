"""找不同: several things of a kind lie on a table, one of them in a colour of its own; put that one into the box.

Irrelevant variants: all have the same colour (absent), a lid with a padlock is on the box (blocked), the demand cannot be met
(impossible), or it is no household task (not_home). Only the picture tells the first two from a valid task.
"""

from collections import Counter
from collections.abc import Generator
from typing import Literal

from mindsight.plugins.household import (
    BOX_M,
    NARROW,
    TABLE_M,
    Action,
    FixturePlan,
    HouseholdTask,
    Instance,
    Needs,
    Perception,
    Piece,
    Reason,
    Rejected,
    ScenePlan,
    Sentence,
    Task,
    ThingPlan,
    best_fit,
    body_rect,
    catalogue,
    draw_demand,
    furnish,
    not_home,
    pick,
    spread,
    stream,
    subseed,
)

KEY = "odd_one_out"
VERSION = 1
"""Raise it whenever you change what is drawn, shown or judged."""
KINDS = {"block": ("积木块", "toy blocks"), "toy_car": ("小汽车", "toy cars")}
COLOURS = ("red", "yellow", "green", "blue")
COUNTS = (4, 6, 8)

# Every demand exists in both languages. What the words are must not depend on whether the task is valid.
WORDINGS = (
    ("工作台上的{things}里有一个颜色和其他的都不一样，请把它放进盒子里。",
     "One of the {things} on the work table has another colour than all the rest. Please put it into the box."),
    ("请在工作台上的{things}中找出颜色与众不同的那一个，放到盒子里，别的不要动。",
     "Among the {things} on the work table, please find the one whose colour is unlike the others' and put it into the box."),
)  # fmt: skip
IMPOSSIBLE = (
    ("请把工作台上的{things}都变成透明的。", "Please turn the {things} on the work table transparent."),
    ("请让{things}自己排队走进盒子里。", "Please have the {things} line up and walk into the box by themselves."),
)


def draw(seed: int, reason: Reason | Literal[""]) -> Instance:
    """Return the task of a seed: the same on every machine, because all chance comes from ``stream``.

    Raises:
        Rejected: The seed gives no room for the table; the next one is tried.
    """
    catalogue.load()
    rng = stream(seed, KEY)
    kind = list(KINDS)[int(rng.integers(len(KINDS)))]
    count = COUNTS[int(rng.integers(len(COUNTS)))]
    usual, odd = (COLOURS[int(index)] for index in rng.permutation(len(COLOURS))[:2])
    words = dict(zip(("zh", "en"), ({"things": name} for name in KINDS[kind]), strict=True))
    instruction = pick(rng, WORDINGS, words["zh"], words["en"])
    # The valid task is complete here; only what follows may depend on the reason.
    if reason in {"impossible", "not_home"}:
        instruction = _nonsense(seed, reason, words)
    colours = [usual if reason == "absent" else odd, *[usual] * (count - 1)]
    scene, table, box = _scene(seed, kind, colours, locked=reason == "blocked")
    names = [thing.name for thing in scene.things]
    inside = [["inside", name, f"{box}/inside"] for name in names]
    return Instance(
        id=f"{KEY}-{seed}-{reason or 'valid'}",
        task=KEY,
        task_version=VERSION,
        seed=seed,
        reason=reason,
        difficulty={"kind": kind, "count": count},
        instruction=instruction,
        scene=scene,
        goal=["all", inside[0], *(["not", other] for other in inside[1:])],
        needed=(table,) if reason else (box, *names),
        details={"table": table, "box": box, "kind": kind},
    )


def _nonsense(seed: int, reason: str, words: dict[str, dict[str, str]]) -> Sentence:
    rng = stream(seed, KEY, reason)
    return not_home(rng) if reason == "not_home" else draw_demand(rng, IMPOSSIBLE, words["zh"], words["en"])


def _scene(seed: int, kind: str, colours: list[str], *, locked: bool) -> tuple[ScenePlan, str, str]:
    """Return a room with the things on the table, and the names of the table and of the box."""
    try:
        room = furnish("study", subseed(seed, KEY, "room"), wanted=("work_table",))
    except ValueError as error:
        raise Rejected("no_room", str(error)) from error
    table = next(fixture for fixture in room.fixtures if fixture.kind == "work_table")
    at = body_rect(table).point((0.0, -TABLE_M[1] / 2 + BOX_M[1] / 2 + 0.02))
    box = FixturePlan(
        name="sorting_box_1",
        kind="sorting_box",
        seed=subseed(seed, KEY, "box"),
        at=(round(at[0], 4), round(at[1], 4)),
        yaw=table.yaw,
        z=TABLE_M[2],
        options={"width": BOX_M[0], "zh": "这里", "en": "HERE", "locked": locked},
    )
    room = room.model_copy(update={"fixtures": (*room.fixtures, box)})
    things = [
        ThingPlan(name=f"{kind}.{number}", kind=kind, seed=subseed(seed, KEY, kind), on="", at=(0, 0), colour=colour)
        for number, colour in enumerate(colours, 1)
    ]
    laid = spread(stream(seed, KEY, "places"), table.name, [Piece.of(thing) for thing in things])
    return room.with_things(*laid), table.name, box.name


def solve(instance: Instance, eyes: Perception) -> Generator[Action, None, None]:
    """Look, find the colour that occurs once, and put that thing into the box; decide by what is seen, never by ``reason``."""
    if instance.reason in {"impossible", "not_home"}:
        # The one exception: the words alone show that this cannot be done.
        yield Action(verb="decline", text="that cannot be done")
        return
    table, box = str(instance.details["table"]), str(instance.details["box"])
    yield Action(verb="look", to=table)
    kind = instance.details["kind"]
    colours = {one.name: one.look.colour for one in eyes.known.values() if one.kind == kind and one.look is not None}
    often = Counter(colours.values())
    odd = [name for name, colour in colours.items() if often[colour] == 1]
    seen = eyes.known.get(box)
    shut = seen is None or seen.look is None or seen.look.state == "closed"
    if len(odd) != 1 or shut or odd[0] not in eyes.present:
        yield Action(verb="decline", text="none has a colour of its own, or the box is shut")
        return
    yield Action(verb="pick", point=eyes.present[odd[0]].point)
    fit = best_fit(eyes.space, odd[0], f"{box}/inside")
    for axis, degrees in fit.turns if fit is not None else ():
        yield Action(verb="rotate", degrees=degrees, axis=axis)
    yield Action(verb="place", point=eyes.space.aim(fit.point) if fit is not None else eyes.known[box].point)
    yield (
        Action(verb="finish")
        if eyes.code == "placed_in"
        else Action(verb="decline", text="it does not go into the box")
    )


TASK = HouseholdTask(
    task=Task(
        key=KEY,
        version=VERSION,
        axes={"kind": tuple(KINDS), "count": COUNTS},
        draw=draw,
        solve=solve,
        # Without these abilities the oracle must fail: mindsight home validate tries it.
        needs=Needs(valid=("jitter", "colour_blind"), irrelevant=("colour_blind",)),
        reasons=NARROW,
    ),
    title=("找出颜色不同的一个", "Find the odd one out"),
    dimension="object",
    domain="object",
)
"""What the plug-in adds; mindsight finds it by its type, and tests it under the key above."""
