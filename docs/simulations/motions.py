"""Draw contact sheets of what people do, to judge whether it can be read: one sheet for each action.

    python -m docs.simulations.motions FOLDER [ACTION …]

Rows are six people, drawn from six seeds, each at an angle of its own; columns are moments of the action from left to right. Names of the
sheets are numbers in random order, so that whoever looks at them can say what is done before reading the key in ``key.txt``.
"""

import sys
from pathlib import Path

import numpy as np
from PIL import Image

from mindsight.engine.figures.people.actions import ACTIONS
from mindsight.engine.figures.people.motions import Course
from mindsight.engine.seeds import stream
from mindsight.home.questions import scenes
from mindsight.home.questions.scenes.people.acting import room
from mindsight.home.questions.scenes.people.cast import TOPS, drawn_person
from mindsight.home.questions.scenes.people.filming import Role, film

PEOPLE, MOMENTS = 6, 6
_WIDE, _HIGH = 150, 220
_LEFT, _TOP = 264, 130
"""The part of each picture that holds the person."""


def sheet(action: str) -> Image.Image:
    """Return the sheet of an action."""
    page = Image.new("RGB", (MOMENTS * _WIDE, PEOPLE * _HIGH))
    one = ACTIONS[action]
    for row in range(PEOPLE):
        rng = stream(row, "sheet", action)
        person = drawn_person(rng, TOPS[int(rng.integers(len(TOPS)))])
        yaw = float(rng.uniform(-0.6, 0.6))
        y = 1.3 if one.walks else 0.2
        course = Course(person, one, at=(0.0, y), yaw=0.0 if one.walks else yaw)
        times = [round(float(at), 3) for at in np.linspace(0.05, 0.97 * one.length_s, MOMENTS)]
        for column, picture in enumerate(
            film(room(rng, row), [Role("person", person, course.at)], times, whole=False).pictures
        ):
            whole = Image.fromarray(picture)
            part = whole.crop((_LEFT, _TOP, _LEFT + 272, _TOP + 400)).resize((_WIDE, _HIGH))
            page.paste(part, (column * _WIDE, row * _HIGH))
    return page


def main(folder: Path, actions: list[str]) -> None:
    """Write the sheets and their key."""
    scenes.load()
    folder.mkdir(parents=True, exist_ok=True)
    chosen = actions or sorted(ACTIONS)
    order = stream(len(chosen), "sheets").permutation(len(chosen))
    for number, place in enumerate(order, 1):
        sheet(chosen[int(place)]).save(folder / f"{number:02d}.png")
    lines = [f"{number:02d} {chosen[int(place)]}" for number, place in enumerate(order, 1)]
    (folder / "key.txt").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
