"""The home engine as an environment that a harness can keep in a process of its own: messages in, messages out.

Everything that crosses the line is plain data, so that a killed worker can be replaced and brought back to where it was
from the instance and the actions so far.
"""

from typing import Any

from mindsight.engine.memory import give_back, keep_little
from mindsight.engine.physics.actions import Action
from mindsight.engine.physics.goals import counted_labels
from mindsight.home.episodes.baselines import Agent, agent_of
from mindsight.home.episodes.episode import Episode, Observation, Setting
from mindsight.home.episodes.interface import Interface, menu
from mindsight.home.preparation.instances import Instance
from mindsight.home.scoring.outcomes import Ending

_ENDINGS: dict[str, Ending] = {"time": "time", "tokens": "time"}
"""Limits of the harness as endings of an episode; everything else that the subject did not say itself is silence."""


class HomeEnvironment:
    """One slot for episodes, one after another."""

    def __init__(self) -> None:
        keep_little()
        self._episode: Episode | None = None
        self._interface: Interface = "points"
        self._choices: list[tuple[str, Action]] = []

    def open(
        self,
        instance: dict[str, Any],
        setting: dict[str, Any],
        interface: Interface = "points",
        budget: int | None = None,
    ) -> dict[str, Any]:
        """Begin an episode and return the first observation; ``budget`` as of an `Episode`."""
        self.close()
        self._interface = interface
        self._episode = Episode(Instance.model_validate(instance), Setting.model_validate(setting), budget=budget)
        return self._message(self._episode.start)

    def act(self, wish: dict[str, Any] | int | None) -> dict[str, Any]:
        """Carry out a turn: the fields of an action, or with the menu the number of a choice."""
        episode = self._running()
        if self._interface == "menu":
            chosen = isinstance(wish, int) and 1 <= wish <= len(self._choices)
            return self._message(episode.act(self._choices[wish - 1][1] if chosen else None))  # type: ignore[operator]
        return self._message(episode.act(wish if isinstance(wish, dict) else None))

    def play(self, baseline: str, seed: int) -> dict[str, Any]:
        """Let a built-in subject play the episode to its end and return the result."""
        episode = self._running()
        agent: Agent = agent_of(baseline, episode, seed)
        agent.start(episode.instance.instruction[episode.setting.language], episode.start)
        while not episode.done:
            episode.act(agent.act(episode.last))
        return self.end("silence")

    def end(self, how: str) -> dict[str, Any]:
        """Return the result of the episode with every picture that was sent, by hash."""
        episode = self._running()
        result = episode.end(_ENDINGS.get(how, "silence")).model_dump(mode="json")
        return {"result": result, "pictures": dict(episode.pictures)}

    def close(self) -> None:
        """Free what the episode held."""
        if self._episode is not None:
            self._episode.close()
            self._episode = None
            give_back()

    def _running(self) -> Episode:
        if self._episode is None:
            raise RuntimeError("no episode is open")
        return self._episode

    def _message(self, observation: Observation) -> dict[str, Any]:
        episode = self._running()
        message: dict[str, Any] = {**observation.model_dump(), "done": episode.done}
        if self._interface == "menu" and not episode.done:
            self._choices = menu(
                episode.world, episode.sights(), episode.setting.language, counted_labels(episode.instance.goal)
            )
            message["choices"] = [words for words, _ in self._choices]
        return message
