"""Built-in subjects: the oracle, and the trivial subjects that every score is compared with.

``oracle`` has intact perception and knows the task; ``refuse`` declines everything; ``idle`` only waits; ``eager`` tries like the
oracle and always claims success; ``random`` acts on random things in the picture; ``blind`` reads the instruction and the
feedback and sees no picture. The oracle can be ablated, as in ``oracle+jitter=20``; see ``oracle.ablations``.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np

from mindsight.engine.physics.actions import Action
from mindsight.engine.seeds import stream
from mindsight.errors import InputError
from mindsight.home import tasks
from mindsight.home.episodes.blind import attempts
from mindsight.home.episodes.episode import Episode, Observation
from mindsight.home.oracle.ablated_hands import ablated
from mindsight.home.oracle.ablated_sight import Lens
from mindsight.home.oracle.ablations import BEARER, Ablation, parse
from mindsight.home.oracle.perception import Perception
from mindsight.plugins import registry
from mindsight.plugins.part import BAD_NAME, Part, is_name, refuse_hiding, refuse_unless
from mindsight.text import text

Turn = Action | dict[str, Any] | None


class Agent(Protocol):
    """A subject for one episode: given the instruction once, then asked for an action after every observation."""

    def start(self, instruction: str, observation: Observation) -> None:
        """Begin an episode."""

    def act(self, observation: Observation) -> Turn:
        """Return the next action; ``None`` or an invalid action is a turn without effect."""


def run_episode(episode: Episode, agent: Agent) -> None:
    """Run an agent on an episode to its end."""
    agent.start(episode.instance.instruction[episode.setting.language], episode.start)
    while not episode.done:
        episode.act(agent.act(episode.last))


class Scripted:
    """An agent that follows a script and, when that has run out, repeats a last action."""

    def __init__(self, script: Iterator[Action], perception: Perception | None, last: Action) -> None:
        self._script = script
        self._perception = perception
        self._last = last

    def start(self, instruction: str, observation: Observation) -> None:
        """Begin an episode."""

    def act(self, observation: Observation) -> Turn:  # noqa: ARG002
        """Look at the picture and take the script's next step."""
        if self._perception is not None:
            self._perception.look()
        return next(self._script, self._last)


def _oracle(episode: Episode, seed: int, ablations: Sequence[Ablation] = ()) -> Agent:
    lens = Lens(ablations, seed, episode.instance)
    perception = Perception(episode, lens)
    solve = tasks.load()[episode.instance.task].solve
    script = ablated(solve(episode.instance, perception), lens, episode.setting, lambda: episode.last_code)
    return Scripted(script, perception, Action(verb="decline", text="cannot be done"))


def _eager(episode: Episode, _seed: int) -> Agent:
    perception = Perception(episode)
    solve = tasks.load()[episode.instance.task].solve
    claimed = (_claim(action) for action in solve(episode.instance, perception))
    return Scripted(claimed, perception, Action(verb="finish"))


def _claim(action: Action) -> Action:
    return Action(verb="finish") if action.verb == "decline" else action


def _refuse(_episode: Episode, _seed: int) -> Agent:
    return Scripted(repeat(Action(verb="decline", text="I would rather not")), None, Action(verb="decline"))


def idle(_episode: Episode, _seed: int) -> Agent:
    """Return a subject that waits until the budget is used up."""
    return Scripted(repeat(Action(verb="wait", seconds=1.0)), None, Action(verb="wait"))


def repeat(action: Action) -> Generator[Action, None, None]:
    """Yield the same action for ever."""
    while True:
        yield action


def _random(episode: Episode, seed: int) -> Agent:
    rng = stream(seed, "random", episode.instance.id)
    perception = Perception(episode)
    return Scripted(at_random(perception, rng), perception, Action(verb="finish"))


def at_random(perception: Perception, rng: np.random.Generator) -> Generator[Action, None, None]:
    """Yield random verbs on random things in view; random pixels would rarely hit anything."""
    verbs = ("pick", "place", "press", "open", "close", "wipe", "look", "wait")
    while rng.random() > 0.03:
        verb = verbs[int(rng.integers(len(verbs)))]
        if verb == "look":
            places = perception.places()
            yield Action(verb="look", to=places[int(rng.integers(len(places)))])
        elif verb == "wait" or not perception.present:
            yield Action(verb="wait")
        else:
            shown = list(perception.present.values())
            yield Action(verb=verb, point=shown[int(rng.integers(len(shown)))].point)
    yield Action(verb="finish" if rng.random() < 0.5 else "decline")


def _blind(episode: Episode, seed: int) -> Agent:
    rng = stream(seed, "blind", episode.instance.id)
    instruction = episode.instance.instruction[episode.setting.language]
    return Scripted(attempts(instruction, episode, rng), None, Action(verb="finish"))


Makers = Mapping[str, Callable[..., Agent]]
"""Built-in subjects by name, as functions that make an agent from an episode and a seed; the oracle's takes ablations too."""

BASELINES: Makers = {
    "oracle": _oracle,
    "refuse": _refuse,
    "idle": idle,
    "eager": _eager,
    "random": _random,
    "blind": _blind,
}


@dataclass(frozen=True)
class Baseline(Part):
    """A baseline of a plug-in for household tasks: its name, and what makes an agent for an episode from that and a seed."""

    kind: ClassVar[str] = "baseline"
    name: str
    make: Callable[[Episode, int], Agent]

    def __post_init__(self) -> None:
        """Refuse one that could not be named, or is named like a built-in one."""
        refuse_unless(is_name(self.name), self.name, BAD_NAME)
        refuse_hiding(self.name, BASELINES)
        refuse_unless(callable(self.make), self.name, text("make is no function"))

    @property
    def key(self) -> str:
        """The name after ``baseline:``."""
        return self.name


def agent_of(name: str, episode: Episode, seed: int, makers: Makers = BASELINES) -> Agent:
    """Return the agent for a built-in subject's name, which may carry ablations.

    Raises:
        InputError: There is no such subject or no such ablation.
    """
    bare, ablations = known_baseline(name, makers)
    if bare not in makers:
        plugged: Baseline = registry.find(bare, Baseline.kind)[0]
        return plugged.make(episode, seed)
    return makers[bare](episode, seed, *([ablations] if bare == BEARER else []))


def known_baseline(name: str, makers: Makers = BASELINES) -> tuple[str, tuple[Ablation, ...]]:
    """Split a name into a built-in subject and its ablations.

    Raises:
        InputError: There is no such subject or no such ablation.
    """
    bare, ablations = parse(name)
    if bare not in makers and not (makers is BASELINES and is_name(bare) and registry.find(bare, Baseline.kind)):
        raise InputError("there is no baseline {name}; there are {known}", name=bare, known=", ".join(makers))
    return bare, ablations
