"""Replay a recorded task from its instance and its actions, and film it."""

import hashlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from mindsight.engine.drawing.clip import FRAMES_PER_S, write_clip
from mindsight.engine.physics.actions import Action
from mindsight.engine.physics.feedback import title
from mindsight.engine.scenes.scene import Scene
from mindsight.errors import RecordError
from mindsight.home.episodes.captions import frame
from mindsight.home.episodes.deeds import deed
from mindsight.home.episodes.episode import Episode, Observation
from mindsight.home.preparation.drawing import read_instances
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.wordings import read_wordings, worded_in
from mindsight.home.scoring.measures import AT
from mindsight.home.setting import Setting
from mindsight.kinds import kind_of
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item, Manifest
from mindsight.text import Language, Text, say, text

BEFORE_S, AFTER_S, END_S = 0.8, 1.0, 2.0
"""How long the picture before an action, the one after it and the last one are shown."""
AXES: dict[str, Text] = {
    "upright": text("about the upright axis"),
    "forward": text("tipped forward"),
    "sideways": text("tipped sideways"),
}
"""Axes of turning, in words."""
_MEASURES = {"degrees": "{}°", "turn": "↔ {}°", "tilt": "↕ {}°", "zoom": "× {}", "seconds": "{} s"}
_EMPTY = hashlib.sha256(b"").hexdigest()

Picture = NDArray[np.uint8]


@dataclass
class Replay:
    """A recorded task and the result of running it again.

    ``compared`` counts the pictures whose hashes are in the record, ``differing`` lists the steps (from 1) before which the
    picture was different, ``strayed`` those at which the feedback or the goal was different.
    """

    item: Item
    instance: Instance
    setting: Setting
    compared: int = 0
    differing: list[int] = field(default_factory=list)
    strayed: list[int] = field(default_factory=list)

    @property
    def faithful(self) -> bool:
        """Whether everything that can be compared agrees with the record."""
        return not self.differing and not self.strayed

    @property
    def finding(self) -> Text:
        """One sentence on whether the replay agrees with the record."""
        steps = len(self.item.answer["steps"])
        if self.strayed:
            return text(
                "the replay differs from step {step} on: this is not the engine with which the run was made",
                step=self.strayed[0],
            )
        if self.differing:
            return text(
                "{count} of {all} pictures are not the recorded ones, the first before step {step}; the rest went as recorded",
                count=len(self.differing),
                all=self.compared,
                step=self.differing[0],
            )
        if self.compared:
            return text("all {count} pictures and {steps} steps are as recorded", count=self.compared, steps=steps)
        return text("all {steps} steps are as recorded; the run kept no pictures to compare", steps=steps)

    def frames(self) -> Iterator[Picture]:
        """Run the task again and yield the frames of its film."""
        task = self.instance.instruction[self.setting.language]
        steps: Sequence[dict[str, Any]] = self.item.answer["steps"]
        with Episode(self.instance, self.setting, budget=self.item.terms.get("left")) as episode:
            seen = episode.start
            yield from _still(frame(_pixels(seen), task, ""), BEFORE_S)
            for number, step in enumerate(steps, 1):
                self._compare_picture(number, step["picture"], seen)
                said = f"{number}/{len(steps)}  {self._words(step['action'], episode.world.scene)}"
                yield from _still(frame(_pixels(seen), task, said, point=_point(step["action"])), BEFORE_S)
                seen = episode.act(step["action"])
                self._compare_step(number, step, episode)
                yield from _still(frame(_pixels(seen), task, f"{number}/{len(steps)}  {seen.words}"), AFTER_S)
            verdict = episode.verdict
            why = verdict.zh if self.setting.language == "zh" else verdict.en
            yield from _still(frame(_pixels(seen), task, f"{self.item.outcome}  {why}"), END_S)

    def _words(self, action: dict[str, Any] | None, scene: Scene) -> str:
        """Return an action in words: what is done, where to and by how much, without the point."""
        language, given = self.setting.language, action or {}
        place = [title(scene, str(given["to"]), language)] if given.get("to") else []
        tipped = [say(AXES[axis], language)] if (axis := str(given.get("axis"))) in AXES else []
        measured = [form.format(given[name]) for name, form in _MEASURES.items() if given.get(name) is not None]
        return " ".join([say(deed(given), language), *place, *tipped, *measured])

    def _compare_picture(self, number: int, recorded: str, seen: Observation) -> None:
        # A run without pictures drew none for built-in subjects.
        if recorded != _EMPTY:
            self.compared += 1
            if recorded != seen.sha256:
                self.differing.append(number)

    def _compare_step(self, number: int, step: dict[str, Any], episode: Episode) -> None:
        if (step["code"], step["holds"]) != (episode.last_code, episode.verdict.holds):
            self.strayed.append(number)


def replay(run: RunFolder, id_: str, file: Path, *, language: Language) -> Replay:
    """Run a task of a run again and film it, with captions in a language.

    Raises:
        RecordError: The run has no such task, it was not run, or its instance is not the recorded one.
        MissingExtra: The renderer or the video encoder is missing.
    """
    manifest = run.manifest
    if not kind_of(manifest, run.path).episodes:
        raise RecordError("{folder}: is not a run of household tasks; there is nothing to replay", folder=str(run.path))
    item = _item(run, id_)
    data = run.path / manifest.data.file
    instance = next((one for one in read_instances(data) if one.id == id_.partition(AT)[0]), None)
    if instance is None or instance.sha256 != item.instance:
        raise RecordError("{folder}: the instance of {id} is not the recorded one", folder=str(run.path), id=id_)
    # The language changes no action: places and things are found by their names in either language.
    setting = Setting.model_validate({**_setting(manifest, item), "language": language})
    replayed = Replay(item, worded_in(instance, setting.wording, read_wordings(data)), setting)
    write_clip(file, replayed.frames())
    return replayed


def _setting(manifest: Manifest, item: Item) -> dict[str, Any]:
    """Return the setting a task was run in: that of its condition, or else the plan's."""
    for condition in manifest.plan.get("conditions", ()):
        if condition["key"] == item.terms.get("condition"):
            return dict(condition["setting"])
    return dict(manifest.plan["setting"])


def _item(run: RunFolder, id_: str) -> Item:
    ids = []
    for item in run.items:
        if item.id == id_:
            if item.status == "failed":
                raise RecordError("{id}: could not be tested; there is nothing to replay", id=id_)
            return item
        ids.append(item.id)
    shown = ", ".join(ids[:8]) + (", …" if len(ids) > 8 else "")
    raise RecordError("{folder}: has no task {id}; it has {known}", folder=str(run.path), id=id_, known=shown)


def _still(one: Picture, seconds: float) -> Iterator[Picture]:
    for _ in range(max(1, round(seconds * FRAMES_PER_S))):
        yield one


def _pixels(seen: Observation) -> Picture:
    return np.asarray(Image.open(io.BytesIO(seen.picture)).convert("RGB"))


def _point(action: dict[str, Any] | None) -> tuple[float, float] | None:
    try:
        return Action.model_validate(action).point
    except ValueError:
        return None
