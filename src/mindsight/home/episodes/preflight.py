"""Preflight, 6.3 a) and annex A: check that the environment starts, that the subject loads and that data are exchanged."""

import hashlib
from typing import Any

from mindsight.clauses import implements
from mindsight.engine.drawing.graphics import backend, driver
from mindsight.engine.physics.actions import Action
from mindsight.home.episodes.episode import Episode
from mindsight.home.preparation.instances import Instance
from mindsight.home.setting import Setting


@implements("home", "6.3-a")
@implements("home", "A-check")
def check_environment(instance: Instance, setting: Setting) -> dict[str, Any]:
    """Start the environment on one task, exchange a picture for an action, and return what was found (home 6.3-a, A-check).

    The entries: ``starts`` (the renderer's backend), ``draws`` (its driver, in the driver's words), ``shows`` (hash and size of the
    first picture), ``answers`` (the feedback's code to a harmless action), ``repeats`` (whether a second start gives the same picture
    and state).

    Raises:
        MissingExtra: There is no renderer or no typeface.
    """
    found: dict[str, Any] = {"starts": backend(), "draws": driver(), "picture": f"{setting.width}x{setting.height}"}
    states = []
    for _ in range(2):
        with Episode(instance, setting) as episode:
            first = episode.start
            episode.act(Action(verb="wait", seconds=0.1))
            states.append((first.sha256, episode.world.fingerprint()))
            found |= {"shows": hashlib.sha256(first.picture).hexdigest(), "answers": episode.last_code}
    return found | {"repeats": states[0] == states[1]}
