"""The home engine as an environment that a harness can keep in a process of its own: messages in, messages out.

All messages are plain data, so that a killed worker can be replaced and its state restored from the instance and the
actions so far.
"""

from typing import Any

from mindsight.engine.memory import give_back, keep_little
from mindsight.engine.physics.actions import Action
from mindsight.engine.physics.goals import counted_labels
from mindsight.home.autonomy.runs.episode import AloneEpisode
from mindsight.home.episodes.episode import Episode, Observation
from mindsight.home.episodes.interface import menu
from mindsight.home.episodes.stances import ALONE
from mindsight.home.preparation.instances import Instance
from mindsight.home.scoring.outcomes import Ending
from mindsight.home.setting import Interface, Setting

_ENDINGS: dict[str, Ending] = {"time": "time", "tokens": "time"}
"""Endings of an episode for the limits of the harness; any other reason counts as silence."""

_WORDED = frozenset({"decline", "propose"})
"""Verbs of a menu that may carry words."""


class HomeEnvironment:
    """Runs episodes one after another."""

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
        """Begin an episode and return the first observation; ``budget`` as for an `Episode`."""
        self.close()
        self._interface = interface
        chosen = Setting.model_validate(setting)
        kind = AloneEpisode if chosen.stance == ALONE else Episode
        self._episode = kind(Instance.model_validate(instance), chosen, budget=budget)
        return self._message(self._episode.start)

    def act(self, wish: dict[str, Any] | int | None) -> dict[str, Any]:
        """Carry out a turn, given as the fields of an action or, with the menu, as the number of a choice.

        With the menu, ``{"number": 7, "text": "…"}`` is a choice with words, which are kept of declining and proposing only.
        """
        episode = self._running()
        if self._interface == "menu":
            return self._message(episode.act(self._chosen(wish)))
        return self._message(episode.act(wish if isinstance(wish, dict) else None))

    def end(self, how: str) -> dict[str, Any]:
        """Return the result of the episode and all pictures that were sent, by hash."""
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

    def _chosen(self, wish: dict[str, Any] | int | None) -> Action | None:
        number, words = (wish.get("number"), wish.get("text")) if isinstance(wish, dict) else (wish, None)
        if not isinstance(number, int) or not 1 <= number <= len(self._choices):
            return None
        title, action = self._choices[number - 1]
        # A subject that repeats the words of the choice gives no reason.
        given = isinstance(words, str) and words.strip(" .。") != title
        return Action(verb=action.verb, text=words) if action.verb in _WORDED and given else action

    def _message(self, observation: Observation) -> dict[str, Any]:
        episode = self._running()
        message: dict[str, Any] = {**observation.model_dump(), "done": episode.done}
        if self._interface == "menu" and not episode.done:
            self._choices = menu(
                episode.world,
                episode.sights(),
                episode.setting.language,
                counted_labels(episode.instance.goal),
                alone=episode.proposes,
            )
            message["choices"] = [words for words, _ in self._choices]
            message["worded"] = [number for number, (_, one) in enumerate(self._choices, 1) if one.verb in _WORDED]
        return message
