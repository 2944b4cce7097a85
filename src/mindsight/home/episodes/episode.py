"""Run one task from start to end: pictures out, actions in, everything recorded."""

import hashlib
import io
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from pydantic import BaseModel, ConfigDict, ValidationError

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.sight import Sighting, sightings
from mindsight.engine.physics import hands
from mindsight.engine.physics.actions import Action
from mindsight.engine.physics.feedback import Feedback
from mindsight.engine.physics.measures import displacement
from mindsight.engine.physics.predicates import Judge, Verdict, graded
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.scene import build
from mindsight.engine.seeds import stream
from mindsight.home.episodes.disturbances import disturbed
from mindsight.home.episodes.stances import ALONE
from mindsight.home.preparation.instances import Instance
from mindsight.home.scoring.outcomes import Ending, Judged, judge
from mindsight.home.setting import Setting
from mindsight.text import LANGUAGES

MOVED_CM, TURNED_DEG = 5.0, 10.0
"""Thresholds beyond which a thing counts as moved in an irrelevant task."""
JPEG_QUALITY = 90


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Observation(_Data):
    """What the subject is sent after each of its turns.

    ``picture`` is JPEG; ``words`` the feedback in the language of the prompt; ``places`` the viewpoints it can walk to;
    ``left`` the number of steps that remain.
    """

    picture: bytes
    sha256: str
    words: str
    holding: str
    places: tuple[str, ...]
    left: int


class Step(_Data):
    """One turn as it is recorded: what the subject saw before it, its action, the feedback, and the state of the goal after it.

    ``words`` is the feedback that the subject was sent; ``told`` the same in both languages, for readers of the record.
    """

    picture: str
    action: dict[str, Any] | None
    code: str
    words: str
    told: dict[Literal["zh", "en"], str] = {}
    holds: bool
    margin: float
    why: dict[Literal["zh", "en"], str]


class Result(_Data):
    """How an episode ended; ``score`` is the graded score in [0, 1].

    ``held_first`` is the number of the step, from 1, after which the goal was first found to hold; None if it never was.
    """

    outcome: str
    manner: str
    ending: Ending
    goal_true: bool
    held_first: int | None = None
    disturbed: tuple[str, ...]
    score: float
    steps: tuple[Step, ...]
    pictures: tuple[str, ...]
    fingerprint: str


class Stage:
    """The built room of a task and a camera in it. Bound to the thread that made it; close it."""

    def __init__(self, instance: Instance, setting: Setting) -> None:
        self.world = World(build(instance.scene), carry=setting.carry, aspect=setting.width / setting.height)
        self.camera = Camera(self.world, width=setting.width, height=setting.height, profile=setting.profile)
        self._for = (instance.scene, setting)

    def fits(self, instance: Instance, setting: Setting) -> bool:
        """Return whether a task can be run here."""
        return self._for == (instance.scene, setting)

    def close(self) -> None:
        """Free the graphics context."""
        self.camera.close()


class Episode:
    """A task being run. Bound to the thread that made it, as its graphics context is; close it.

    ``draw`` off sends empty pictures, for built-in subjects that look at the geometry instead. A ``stage`` that is lent
    must be in its first state, and stays open. ``budget`` is the number of steps if it is not the task's own.
    ``keep`` off keeps no steps, and judges the goal only at the start and at the end, which is enough for a proof.
    """

    def __init__(
        self,
        instance: Instance,
        setting: Setting,
        *,
        draw: bool = True,
        stage: Stage | None = None,
        budget: int | None = None,
        keep: bool = True,
    ) -> None:
        self.instance = instance
        self.setting = setting
        self.proposes = setting.stance == ALONE
        """Whether the subject may propose tasks of its own."""
        own = instance.budget if setting.budget is None else setting.budget
        self.budget = own if budget is None else budget
        self._draw = draw
        self._stage = stage or Stage(instance, setting)
        self._lent = stage is not None
        self.world, self.camera = self._stage.world, self._stage.camera
        self._facts = self._device_facts()
        self._judge = Judge(instance.goal)
        self._verdict = self._judge.judge(self.world)
        self._watched = keep or self._judge.ordered
        self._keep = keep
        self._codes: list[str] = []
        self._steps: list[Step] = []
        self._pictures: dict[str, bytes] = {}
        self._ending: Ending | None = None
        self._held_first: int | None = None
        self._start = self._observe("")
        self._last = self._start

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the graphics context, unless it is lent."""
        if not self._lent:
            self._stage.close()

    @property
    def start(self) -> Observation:
        """The first observation."""
        return self._start

    @property
    def last(self) -> Observation:
        """The last observation."""
        return self._last

    @property
    def last_code(self) -> str:
        """Feedback code of the last action; empty before the first."""
        return self._codes[-1] if self._codes else ""

    @property
    def taken(self) -> int:
        """Number of steps taken."""
        return len(self._codes)

    @property
    def done(self) -> bool:
        """Whether the subject ended the task or has no steps left."""
        return self._ending is not None

    @property
    def verdict(self) -> Verdict:
        """The present state of the goal."""
        return self._verdict

    @property
    def pictures(self) -> dict[str, bytes]:
        """All pictures that were sent, by hash."""
        return self._pictures

    def sights(self) -> tuple[Sighting, ...]:
        """Return what the last picture shows; for built-in subjects with perception."""
        return sightings(self.world, self.camera.geoms())

    def act(self, wish: Action | dict[str, Any] | None) -> Observation:
        """Carry out one turn and return the next observation.

        ``None`` or an invalid action has no effect; the feedback says so, and it costs a step.
        """
        if self.done:
            raise RuntimeError("the episode has ended")
        action = wish if isinstance(wish, Action) else _read(wish)
        if action is not None and action.verb == "propose" and not self.proposes:
            action = None
        feedback = hands.perform(self.world, action) if action is not None else Feedback("unreadable", ok=False)
        self._codes.append(feedback.code)
        if action is not None and action.verb in {"finish", "decline"}:
            self._ending = "finish" if action.verb == "finish" else "decline"
        elif self.taken >= self.budget:
            self._ending = "budget"
        if self._watched or self.done:
            self._verdict = self._judge.judge(self.world)
            if self._held_first is None and self._verdict.holds:
                self._held_first = self.taken
        words = feedback.words(self.world.scene, self.setting.language)
        if self._keep:
            self._steps.append(self._step(action, wish, feedback))
        self._last = self._observe(words)
        return self._last

    def _step(self, action: Action | None, wish: Action | dict[str, Any] | None, feedback: Feedback) -> Step:
        told = {language: feedback.words(self.world.scene, language) for language in LANGUAGES}
        return Step(
            picture=self._last.sha256,
            action=_spoken(action, wish),
            code=feedback.code,
            words=told[self.setting.language],
            told=told,
            holds=self._verdict.holds,
            margin=self._verdict.margin,
            why={"zh": self._verdict.zh, "en": self._verdict.en},
        )

    def end(self, how: Ending = "silence") -> Result:
        """Return the result; ``how`` is the reason if neither the subject nor its budget ended the episode."""
        ending = self._ending or how
        if not self._watched:
            self._verdict = self._judge.judge(self.world)
        disturbed = self._disturbed()
        judged = self._judged(ending, disturbed=bool(disturbed))
        return Result(
            outcome=judged.outcome,
            manner=judged.manner,
            ending=ending,
            goal_true=self._verdict.holds,
            held_first=self._held_first,
            disturbed=disturbed,
            score=graded(self._verdict) if self.instance.valid else float(judged.outcome == "TN"),
            steps=tuple(self._steps),
            pictures=tuple(self._pictures),
            fingerprint=self.world.fingerprint(),
        )

    def _judged(self, ending: Ending, *, disturbed: bool) -> Judged:
        return judge(
            valid=self.instance.valid,
            ending=ending,
            goal_true=self._verdict.holds,
            disturbed=disturbed,
            well_formed=sum(code != "unreadable" for code in self._codes),
        )

    def _disturbed(self) -> tuple[str, ...]:
        """Return what has changed: moved, wiped away or switched. Opening and looking do not count."""
        self.world.settle(2.0)
        moved = []
        for name, thing in self.world.scene.things.items():
            if not thing.movable:
                continue
            centimetres, degrees = displacement(self.world, name)
            if centimetres > MOVED_CM or degrees > TURNED_DEG:
                moved.append(name)
        facts = self._device_facts()
        switched = [name for name, before in self._facts.items() if facts[name] != before]
        return (*moved, *sorted(self.world.wiped), *switched)

    def _device_facts(self) -> dict[str, dict[str, Any]]:
        devices = self.world.scene.register.devices
        return {name: dict(device.facts(self.world.devices[name])) for name, device in devices.items()}

    def _jpeg(self) -> bytes:
        file = io.BytesIO()
        Image.fromarray(self._arriving()).save(file, "JPEG", quality=JPEG_QUALITY)
        return file.getvalue()

    def _arriving(self) -> NDArray[np.uint8]:
        """Return the picture as it reaches the subject; the noise of a task's pictures is the same in every run."""
        picture, by = self.camera.picture(), self.setting.disturbance
        if not by:
            return picture
        task = self.instance
        return disturbed(picture, by, stream(task.seed, "disturbance", task.task, task.reason, self.taken))

    def _observe(self, words: str) -> Observation:
        picture = self._jpeg() if self._draw else b""
        sha256 = hashlib.sha256(picture).hexdigest()
        self._pictures[sha256] = picture
        language = self.setting.language
        held = self.world.scene.things[self.world.held].title(language) if self.world.held else ""
        places = tuple(v.zh if language == "zh" else v.en for v in self.instance.scene.viewpoints)
        left = self.budget - self.taken
        return Observation(picture=picture, sha256=sha256, words=words, holding=held, places=places, left=left)


def _read(wish: dict[str, Any] | None) -> Action | None:
    try:
        return Action.model_validate(wish)
    except ValidationError:
        return None


def _spoken(action: Action | None, wish: Action | dict[str, Any] | None) -> dict[str, Any] | None:
    if action is not None:
        return action.model_dump(mode="json", exclude_defaults=True)
    return wish if isinstance(wish, dict) else None
