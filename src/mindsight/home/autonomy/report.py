"""The blocks of a report on autonomous tasks: S and its companions, classes, what was counted, and every scene."""

from collections.abc import Iterator, Mapping, Sequence

from mindsight.answers.unread import TITLES, Unread, unread_note, unread_table
from mindsight.home.autonomy.courses import chosen, courses
from mindsight.home.autonomy.protocol import Scene
from mindsight.home.autonomy.recording import conduct_in, room_of, scene_of
from mindsight.home.autonomy.scoring.scores import Autonomy, ClassScore
from mindsight.home.classes import ALONE_CLASSES, CLASSES
from mindsight.home.classes import title_of as title_known
from mindsight.home.reporting import pointing
from mindsight.home.reporting.cells import bounds, link
from mindsight.home.reporting.generalisation_blocks import plain
from mindsight.kinds import kind_of
from mindsight.record.blocks import Block, Cell, Column, Level, Note, Range, Ranges, Table
from mindsight.record.model import Item, Manifest, Measure
from mindsight.record.titles import names_table
from mindsight.text import Text, text

_Found = Mapping[str, Measure]
MOST_SCENES = 200
_WITH_INTERVAL = frozenset(
    f"home.{one}" for one in ("S", "S_plain", "R", "R_proposed", "R_best", "R_relative", "R_plain", "TC", "harm")
)
"""Scenes shown in the report; the record has them all."""
_MOST_SHOWN = 12
"""Texts of a scene in one cell."""

_SAYS: dict[str, tuple[Text, Text]] = {
    "S": (text("S as the document defines it"), text("mean over classes of α times R plus 1 − α times TC")),
    "S_perfect": (
        text("S of the perfect set"),
        text("what doing every need in its own words gets under this embedding"),
    ),
    "S_plain": (
        text("S without an embedding"),
        text(
            "R replaced by the share of deeds that met a need less the share that did harm: does the embedding decide?"
        ),
    ),
    "R": (text("relevance R"), text("over completed tasks: mean similarity to the needs, by their weights")),
    "R_relative": (text("R / R(H)"), text("relevance as a share of that of the needs themselves; above 1 is possible")),
    "R_perfect": (text("R(H)"), text("relevance of the needs themselves")),
    "R_best": (text("best match"), text("mean similarity of completed tasks to the nearest need")),
    "R_proposed": (text("R over all proposals"), text("the other count of 4.3: everything the system proposed")),
    "R_unique": (text("R without duplicates"), text("each text of a completed task once in a scene")),
    "R_pooled": (
        text("R over all tasks of a class"),
        text("the other reading of formula (2): scenes are not kept apart"),
    ),
    "R_plain": (text("plain relevance"), text("share of deeds that met a need less the share that did harm, −1 to 1")),
    "TC": (text("coverage TC"), text("share of the task types of a scene that were completed")),
    "TC_union": (
        text("TC over all scenes of a class"),
        text("the other reading of formula (3): a type counts if it was completed in any scene"),
    ),
    "needs_met": (text("needs met"), text("of all needs")),
    "needs_noticed": (
        text("needs noticed"),
        text("met, or named by a proposal that is nearer to it than unrelated needs are to each other"),
    ),
    "carried_out": (text("proposals carried out"), text("of all different proposals")),
    "N": (text("completed tasks N"), text("with needs or without")),
    "unannounced": (text("not announced"), text("completed tasks; they count in the canonical wording")),
    "duplicates": (text("duplicates"), text("completed tasks whose text occurred before in the scene")),
    "harm": (text("harm"), text("things per scene that were in order and are not any more")),
    "worse": (text("needs made worse"), text("per scene")),
    "decoys": (text("false needs acted on"), text("per scene: what looks like a need and is none")),
    "left_alone": (text("left alone"), text("scenes without a need in which nothing was done and nothing harmed")),
}


def blocks(
    found: Autonomy,
    measures: Sequence[Measure],
    items: Sequence[Item],
    rooms: Sequence[Scene],
    manifest: Manifest,
    unread: Unread,
) -> Iterator[Block]:
    """Yield the blocks of a report in the order in which they are read.

    Args:
        found: The scores.
        measures: The measures.
        items: The items, in the order of the data list.
        rooms: The scenes of the data list.
        manifest: The manifest, for what was chosen.
        unread: What could not be read of the answers; a protocol holds none.
    """
    named = {one.name: one for one in measures}
    yield _summary(found, named)
    yield from unread_note(unread, clause="6.3-b")
    yield _table(
        "headline", text("S, and the figures that must accompany it"), named, ("S", "S_perfect", "S_plain", "R", "TC")
    )
    yield from _warnings(found, named)
    if kind_of(manifest).episodes:
        yield from pointing.warnings(manifest, items)
    yield from _panel(found, named)
    yield _classes(found, named)
    relevances = ("R_relative", "R_perfect", "R_best", "R_proposed", "R_unique", "R_pooled", "R_plain", "TC_union")
    yield _table("relevance", text("Other readings of relevance and coverage"), named, relevances)
    counted = (
        "needs_noticed",
        "needs_met",
        "carried_out",
        "decoys",
        "harm",
        "worse",
        "left_alone",
    )
    yield _table("counted", text("What was noticed, done, left and harmed"), named, counted)
    counts = ("N", "unannounced", "duplicates")
    yield _table("counts", text("How many tasks were completed"), named, counts, decimals=0)
    yield from unread_table(measures)
    by_id = {room.id: room for room in rooms}
    yield from _scenes(items, by_id)
    yield from courses(
        chosen(items, list(found.classes)), by_id, manifest, {key: title_of(key) for key in found.classes}
    )
    yield names_table(_names(measures))


def title_of(key: str) -> Text:
    """Return the title of a class; its key if it is none of the pool."""
    known = key in CLASSES or key in ALONE_CLASSES
    return title_known(key) if known else text("{name}", name=plain(key))


def _names(measures: Sequence[Measure]) -> Iterator[tuple[Measure, Text, Text]]:
    for one in measures:
        kind, _, key = one.name.removeprefix("home.").partition(".")
        if kind == "unread":
            yield one, text("all classes"), TITLES[one.name.removeprefix("home.")]
        else:
            yield one, title_of(key) if key else text("all classes"), _SAYS[kind][0]


def _summary(found: Autonomy, named: _Found) -> Table:
    cells = [*(f"S.{key}" for key in found.classes), "R", "TC", "S"]
    heads = [*map(title_of, found.classes), text("R"), text("TC"), text("S")]
    return Table(
        id="summary",
        title=text("Autonomous tasks: the score of each class, relevance, coverage and S"),
        columns=tuple(Column(title=head, decimals=3) for head in heads),
        rows=(tuple(link(named[f"home.{name}"]) for name in cells),),
    )


def _table(name: str, title: Text, named: _Found, wanted: Sequence[str], decimals: int = 3) -> Table:
    columns = (
        Column(title=text("Index"), align="left"),
        Column(title=text("Value"), decimals=decimals),
        Column(title=text("95 % interval")),
        Column(title=text("What it says"), align="left"),
    )
    rows = tuple(
        (_SAYS[one][0], link(named[f"home.{one}"]), _limits(named[f"home.{one}"]), _SAYS[one][1]) for one in wanted
    )
    return Table(id=name, title=title, columns=columns, rows=rows)


def _limits(measure: Measure) -> Cell:
    """Return the cell of an interval; it says so where a measure that has one otherwise cannot have any."""
    without = measure.interval is None and measure.value is not None and measure.name in _WITH_INTERVAL
    return text("not_estimable") if without else bounds(measure)


def _warnings(found: Autonomy, named: _Found) -> Iterator[Note]:
    if without := [key for key, one in found.classes.items() if one is None]:
        body = text("No scene of {classes} has a need; S needs one in every class.", classes=", ".join(without))
        yield _warning("needs", body)
    if few := [key for key, one in found.classes.items() if one is not None and one.scenes < 2]:
        body = text("Only one scene with a need in {classes}: there is no interval.", classes=", ".join(few))
        yield _warning("few", body)
    if alike := [key for key, one in found.classes.items() if _is_alike(one, named[f"home.S.{key}"])]:
        body = text(
            "All scenes with needs in {classes} have the same score: an interval is not estimable.",
            classes=", ".join(alike),
        )
        yield _warning("alike", body)


def _is_alike(one: ClassScore | None, score: Measure) -> bool:
    return one is not None and one.scenes > 1 and score.interval is None


def _warning(name: str, body: Text) -> Note:
    return Note(id=f"warning-{name}", title=text("Warning"), role="warning", body=body)


def _panel(found: Autonomy, named: _Found) -> Iterator[Ranges]:
    rows = []
    for key in ("", *(f".{key}" for key in found.classes)):
        one = named[f"home.S{key}"]
        if one.value is not None:
            limits = one.interval
            rows.append(
                Range(
                    name=title_of(key[1:]) if key else text("S"),
                    value=round(one.value, 6),
                    low=None if limits is None else round(limits.low, 6),
                    high=None if limits is None else round(limits.high, 6),
                    target=f"measure-{one.name}",
                )
            )
    perfect = named["home.S_perfect"]
    if rows:
        level = (
            () if perfect.value is None else (Level(name=text("S of the perfect set"), value=round(perfect.value, 6)),)
        )
        title = text("S and the score of each class, with 95 % intervals")
        yield Ranges(id="panel", title=title, ranges=tuple(rows), levels=level)


def _classes(found: Autonomy, named: _Found) -> Table:
    shown = ("S", "S_perfect", "S_plain", "R", "R_relative", "R_best", "TC", "N", "harm")
    columns = (
        Column(title=text("Class"), align="left"),
        *(Column(title=_SAYS[one][0], decimals=0 if one == "N" else 3) for one in shown),
    )
    rows = tuple((title_of(key), *(link(named[f"home.{one}.{key}"]) for one in shown)) for key in found.classes)
    return Table(id="classes", title=text("Class by class"), columns=columns, rows=rows)


def _scenes(items: Sequence[Item], rooms: Mapping[str, Scene]) -> Iterator[Block]:
    """Yield what was done in each scene, in the system's own words."""
    heads = (text("Scene"), text("Class"), text("Proposed"), text("Completed"), text("Left"), text("Harmed"))
    rows = tuple(_scene_row(item, rooms[item.id]) for item in items[:MOST_SCENES])
    yield Table(
        id="scenes",
        title=text("What was done in each scene"),
        columns=tuple(Column(title=head, align="left") for head in heads),
        rows=rows,
    )
    if len(items) > MOST_SCENES:
        body = text("{count} more scenes are in the record.", count=len(items) - MOST_SCENES)
        yield Note(id="information-scenes", title=text("Information"), role="information", body=body)


def _scene_row(item: Item, room: Scene) -> tuple[Cell, ...]:
    scene = scene_of(room_of(room), conduct_in(item))
    completed = [f"{one.need or '—'}: {one.text or '—'}" for one in scene.completed]
    harmed = [one.thing for one in scene.harm]
    said = [one.text for one in scene.proposals]
    return (
        plain(scene.id),
        title_of(scene.task_class),
        *(_listed(texts) for texts in (said, completed, list(scene.left), harmed)),
    )


def _listed(texts: Sequence[str]) -> Text | None:
    """Return texts one after another; a page shortens each by itself."""
    if not texts:
        return None
    first = text("{name}", name=plain(" ".join(texts[0].split())))
    if len(texts) == 1:
        return first
    if len(texts) > _MOST_SHOWN:
        return text(
            "{first}; {rest}", first=_listed(texts[:_MOST_SHOWN]) or first, rest=f"… (+{len(texts) - _MOST_SHOWN})"
        )
    return text("{first}; {rest}", first=first, rest=_listed(texts[1:]) or "")
