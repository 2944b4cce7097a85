"""The task pool as Gymnasium environments: ``mindsight/Suitcase-v2`` and so on, one for each task class.

Importing this module registers them, so ``gymnasium.make("mindsight.home.adapters.gymnasium:mindsight/Suitcase-v2")`` works
anywhere. The number after the ``v`` is the task's version; a version does not change once scores have been published with it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.physics.actions import POINTED, Action, Axis, Verb
from mindsight.errors import InputError, MissingExtra
from mindsight.home import tasks
from mindsight.home.episodes.episode import Episode, Observation
from mindsight.home.irrelevance import Reason
from mindsight.home.preparation.drawing import SEEDS_PER_SLOT, Prover, Slot, cache_folder
from mindsight.home.preparation.instances import Instance
from mindsight.home.setting import Setting

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise MissingExtra("Gymnasium is not installed; run: pip install 'mindsight[gym]'") from error

VERBS: tuple[Verb, ...] = get_args(Verb)
AXES: tuple[Axis, ...] = get_args(Axis)
_RANGES = ((0x20, 0x7F), (0xA0, 0x180), (0x2010, 0x2070), (0x3000, 0x3040), (0x4E00, 0xA000), (0xFF00, 0xFFF0))
_LETTERS = frozenset(chr(code) for first, end in _RANGES for code in range(first, end))
"""Characters that texts may contain: Latin, Chinese, and the punctuation of both."""
_LONGEST = 2000
_SPOKEN = 400

Fields = dict[str, Any]


def _words(longest: int) -> spaces.Text:
    return spaces.Text(longest, min_length=0, charset=_LETTERS)


def _number(low: float, high: float, shape: tuple[int, ...] = ()) -> spaces.Box:
    return spaces.Box(low, high, shape, np.float32)


class HouseholdEnv(gymnasium.Env[Fields, Fields]):
    """One task class of the pool; each episode is one proved task, valid or irrelevant.

    An observation holds the ``picture`` (H, W, 3), the ``instruction``, the last feedback ``words``, what the subject is
    ``holding`` and how many steps are ``left``. An action holds the fields of ``mindsight.engine.physics.actions.Action``, verb and
    axis by number; ``pointed`` says whether the point of a ``look`` or ``rotate`` is to be used. ``action`` fills in what is
    not named. The reward is 1 at the end of a task that was correctly done or ignored (TP, TN), else 0. ``info`` lists the
    viewpoints to walk to, and at the end holds the outcome.

    Args:
        task: The task class.
        irrelevant: Share of the tasks that cannot or must not be done, in [0, 1].
        setting: Language, render profile, physics and size of the pictures.
        cache: Folder for proved tasks; the user's cache folder if not given.
        render_mode: ``rgb_array`` or None.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 1}  # noqa: RUF012  (Gymnasium's own name)

    def __init__(
        self,
        task: str,
        *,
        irrelevant: float = 0.5,
        setting: Setting | None = None,
        cache: Path | None = None,
        render_mode: Literal["rgb_array"] | None = None,
    ) -> None:
        if not 0 <= irrelevant <= 1:
            raise InputError("the share of irrelevant tasks lies between 0 and 1, not at {value}", value=irrelevant)
        self.task = task
        self.render_mode = render_mode
        self._irrelevant = irrelevant
        self._setting = setting or Setting(language="en")
        self._prover = Prover(cache or cache_folder())
        self._episode: Episode | None = None
        shape = (self._setting.height, self._setting.width, 3)
        self.observation_space = spaces.Dict(
            {
                "picture": spaces.Box(0, 255, shape, np.uint8),
                "instruction": _words(_LONGEST),
                "words": _words(_LONGEST),
                "holding": _words(_LONGEST),
                "left": spaces.Box(0, 10_000, (), np.int64),
            }
        )
        self.action_space = spaces.Dict(
            {
                "verb": spaces.Discrete(len(VERBS)),
                "point": _number(0, 1000, (2,)),
                "pointed": spaces.Discrete(2),
                "degrees": _number(-360, 360),
                "axis": spaces.Discrete(len(AXES)),
                "turn": _number(-180, 180),
                "tilt": _number(-90, 90),
                "zoom": _number(0.2, 10),
                "to": _words(_SPOKEN),
                "seconds": _number(0, 30),
                "text": _words(_SPOKEN),
            }
        )

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Fields, dict[str, Any]]:
        """Begin the task that the seed gives; ``options={"reason": "absent"}`` asks for one kind, "" for a valid one."""
        super().reset(seed=seed)
        self.close()
        instance = self._drawn((options or {}).get("reason"))
        self._episode = Episode(instance, self._setting)
        return self._observed(self._episode.start), {"places": self._episode.start.places, "instance": instance.id}

    def step(self, action: Fields) -> tuple[Fields, float, bool, bool, dict[str, Any]]:
        """Carry out one turn."""
        episode = self._running()
        observation = episode.act(_action_of(action))
        info: dict[str, Any] = {"places": observation.places, "code": episode.last_code}
        if not episode.done:
            return self._observed(observation), 0.0, False, False, info
        result = episode.end()
        info |= {"outcome": result.outcome, "score": result.score, "goal_true": result.goal_true}
        info["held_first"] = result.held_first
        ended = result.ending in {"finish", "decline"}
        return self._observed(observation), float(result.outcome in {"TP", "TN"}), ended, not ended, info

    def render(self) -> NDArray[np.uint8] | None:
        """Return the present picture."""
        return self._picture() if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """Free what the episode held."""
        if self._episode is not None:
            self._episode.close()
            self._episode = None

    @property
    def episode(self) -> Episode:
        """The task being run, for users that need more than a subject may know."""
        return self._running()

    def _drawn(self, reason: Reason | Literal[""] | None) -> Instance:
        first, known = int(self.np_random.integers(1 << 40)) * SEEDS_PER_SLOT, tasks.load()[self.task].reasons
        if reason and reason not in known:
            raise InputError("there is no reason {name}; there are {known}", name=str(reason), known=", ".join(known))
        kind: Reason | Literal[""] = reason or ""
        if reason is None:
            # Valid tasks too come from a seed that fits a kind, so that the words say nothing.
            unfit = self.np_random.random() < self._irrelevant
            kind = known[int(self.np_random.integers(len(known)))]
            reason = kind if unfit else ""
        return self._prover(Slot(self.task, 1, reason, first, kind)).instance

    def _observed(self, observation: Observation) -> Fields:
        episode = self._running()
        return {
            "picture": self._picture(),
            "instruction": episode.instance.instruction[self._setting.language],
            "words": observation.words,
            "holding": observation.holding,
            "left": np.asarray(observation.left, np.int64),
        }

    def _picture(self) -> NDArray[np.uint8]:
        return np.array(self._running().camera.picture(), np.uint8)

    def _running(self) -> Episode:
        if self._episode is None:
            raise gymnasium.error.ResetNeeded("call reset() first")
        return self._episode


def action(verb: Verb, **fields: Any) -> Fields:
    """Return an action in the form of the action space; fields not named have the defaults of ``Action``."""
    full = Action.model_validate({"verb": verb, "point": (0, 0), **fields})
    return {
        "verb": VERBS.index(full.verb),
        "point": np.asarray(full.point, np.float32),
        "pointed": int("point" in fields),
        "axis": AXES.index(full.axis),
        "to": full.to,
        "text": full.text,
        **{
            name: np.asarray(getattr(full, name), np.float32) for name in ("degrees", "turn", "tilt", "zoom", "seconds")
        },
    }


def _action_of(fields: Fields) -> dict[str, Any]:
    """Return the fields of an action that its verb uses; the others were only filled in for the action space."""
    verb = VERBS[int(fields["verb"])]
    found: dict[str, Any] = {"verb": verb, **{name: _plain(fields[name]) for name in _USED.get(verb, ())}}
    if verb == "rotate":
        found["axis"] = AXES[int(fields["axis"])]
    if verb in POINTED or (verb in {"rotate", "look"} and fields["pointed"]):
        found["point"] = _plain(fields["point"])
    return found


def _plain(value: Any) -> Any:
    return value if isinstance(value, str) else np.asarray(value, float).tolist()


_USED: dict[str, tuple[str, ...]] = {
    "rotate": ("degrees",),
    "look": ("turn", "tilt", "zoom", "to"),
    "wait": ("seconds",),
    "say": ("text",),
    "decline": ("text",),
}
"""Fields that each verb needs besides the point."""


def _names() -> Iterator[tuple[str, str, int]]:
    for key, task in tasks.load().items():
        yield key, "".join(part.capitalize() for part in key.split("_")), task.version


def _register() -> None:
    for key, name, version in _names():
        entry = f"{__name__}:{HouseholdEnv.__name__}"
        gymnasium.register(f"mindsight/{name}-v{version}", entry_point=entry, kwargs={"task": key})


_register()
