"""What happened in some scenes, step by step: what was noticed, proposed and done, and at the end left and harmed; and as pictures."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from mindsight.home.autonomy.protocol import Language, Scene, Wording
from mindsight.home.autonomy.recording import conduct_in, room_of, scene_of
from mindsight.home.autonomy.scoring.terms import named_needs
from mindsight.home.reporting.episode_strips import pictures_of
from mindsight.home.reporting.generalisation_blocks import plain
from mindsight.record.blocks import Block, Cell, Column, Strip, Table
from mindsight.record.model import Item, Manifest
from mindsight.text import Text, spelled, text

_Row = tuple[Cell, ...]
_HARMS: dict[str, Text] = {
    "moved": text("moved"),
    "wiped": text("wiped away"),
    "switched": text("switched"),
    "opened": text("left open"),
    "closed": text("left closed"),
    "broken": text("broken"),
    "displaced": text("displaced"),
    "changed": text("changed"),
}


def chosen(items: Sequence[Item], keys: Sequence[str]) -> list[Item]:
    """Return for each class the scene with needs of which the most was left or harmed, and one without needs that was disturbed."""
    found = []
    for key in keys:
        own = [item for item in items if item.terms["task_class"] == key]
        needy = [item for item in own if item.terms["needs"]]
        worst = sorted(needy, key=lambda item: (item.terms["met"] - item.terms["needs"], -item.terms["harm"], item.id))
        spoiled = [item for item in own if not item.terms["needs"] and item.terms["harm"]]
        found += [*worst[:1], *spoiled[:1]]
    return found


def courses(
    shown: Sequence[Item], rooms: Mapping[str, Scene], manifest: Manifest, title: Mapping[str, Text]
) -> Iterator[Block]:
    """Yield for each scene its pictures, if the record has any, and a table of what happened in it."""
    plan = manifest.plan
    for item in shown:
        scene = scene_of(room_of(rooms[item.id]), conduct_in(item))
        head = text("{task}, {id}, step by step", task=title[scene.task_class], id=plain(item.id))
        if item.media:
            setting = plan["setting"]
            pictures = pictures_of(item, setting["width"], setting["height"])
            yield Strip(id=f"strip-{item.id}", title=head, item=item.id, pictures=pictures)
        yield Table(
            id=f"course-{item.id}",
            title=head,
            item=item.id,
            columns=(
                Column(title=text("Step"), decimals=0),
                Column(title=text("What happened"), align="left"),
                Column(title=text("Need or thing"), align="left"),
                Column(title=text("In the words of the system"), align="left"),
            ),
            rows=(*_during(item, scene, plan["language"], plan.get("unrelated")), *_at_the_end(item, scene)),
        )


def _during(item: Item, scene: Scene, language: Language, unrelated: float | None) -> list[_Row]:
    """Return what was proposed and completed, in the order of the steps."""
    near = {name: np.array(item.parsed["near"][name], dtype=float) for name in ("proposals", "decoys")}
    names = named_needs(near["proposals"], near["decoys"], unrelated) if scene.needs else [None] * len(scene.proposals)
    wordings = {one.name: one.text for one in scene.needs} | {one.key: one.text for one in scene.decoys}
    seen: set[int] = set()
    rows: list[tuple[tuple[int, int], _Row]] = []
    for said, need in zip(scene.proposals, names, strict=True):
        new = need is not None and need not in seen
        what = text("noticed and proposed") if new else text("proposed")
        about = None if need is None else _worded(scene.needs[need].text)
        rows.append(((said.step or 0, 0), (said.step, what, about, plain(" ".join(said.text.split())))))
        seen |= set() if need is None else {need}
    for done in scene.completed:
        what = text("did") if done.announced else text("did, unannounced")
        about = _worded(wordings.get(done.need or ""))
        words = plain(scene.text_of(done, language)) if done.announced else None
        rows.append(((done.step or 0, 1), (done.step, what, about, words)))
    return [row for _, row in sorted(rows, key=lambda pair: pair[0])]


def _at_the_end(item: Item, scene: Scene) -> Iterator[_Row]:
    """Yield the needs that were left, and what was harmed."""
    for need in (one for one in scene.needs if one.name in scene.left):
        yield (None, text("left undone"), _worded(need.text), None)
    named = item.parsed.get("harm", ())
    for one in named:
        how = text("harmed: {how}", how=_HARMS[one["how"]])
        yield (None, how, spelled(one["zh"], one["en"]), None)
    for harm in () if named else scene.harm:
        yield (None, text("harmed: {how}", how=_HARMS[harm.kind]), text("{name}", name=plain(harm.thing)), None)


def _worded(words: Wording | None) -> Text | None:
    """Return a wording in both languages; in one, if it has no other."""
    if words is None:
        return None
    return spelled(plain(words.zh or words.en or ""), plain(words.en or words.zh or ""))
