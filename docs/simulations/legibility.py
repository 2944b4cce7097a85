"""Draw what people do and show for readers who know no list: actions and plays by some people, each expression on some faces.

    python -m docs.simulations.legibility FOLDER KEY.json [NAME …]

Each picture has a number for a name, in random order: an action or a play as eight moments from left to right and down, an expression as
one face at full strength. ``KEY.json`` says what was drawn; whoever names the pictures does not see it.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from mindsight.engine.figures.people.actions import ACTIONS, STAND
from mindsight.engine.figures.people.bearing import BEARINGS
from mindsight.engine.figures.people.faces import PROTOTYPES, Emotion, expression
from mindsight.engine.figures.people.looks import Age
from mindsight.engine.figures.people.motions import Course, Moment
from mindsight.engine.figures.plays.carried import Parcel
from mindsight.engine.figures.plays.deeds import DEEDS
from mindsight.engine.figures.plays.pairs import PAIRS
from mindsight.engine.figures.plays.staging import Stage
from mindsight.engine.geometry.bodies import Workshop
from mindsight.engine.scenes.plans import ViewpointPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions import scenes
from mindsight.home.questions.scenes.people.acting import room
from mindsight.home.questions.scenes.people.between import stage_of
from mindsight.home.questions.scenes.people.cast import TOPS, drawn_person
from mindsight.home.questions.scenes.people.filming import Film, Role, film
from mindsight.home.questions.scenes.shot import SIZE_PX

PEOPLE, FACES, MOMENTS, ACROSS = 3, 4, 8, 4
_HIGH, _EDGE_PX, _ACROSS_M = 300, 12, 2.2
_FACE_PX = 420


def action_sheet(action: str, number: int) -> Image.Image:
    """Return one person's moments of an action."""
    one, rng = ACTIONS[action], stream(number, "legibility", action)
    # What posture shows is read where no face is seen.
    person = drawn_person(rng, TOPS[int(rng.integers(len(TOPS)))], masked=action in BEARINGS)
    side, turned = (-1, 1)[int(rng.integers(2))], float(rng.uniform(-0.6, 0.6))
    # Who walks crosses the picture.
    at, yaw = ((-side * _ACROSS_M / 2, 1.0), side * np.pi / 2 + turned / 3) if one.walks else ((0.0, 0.75), turned)
    course = Course(person, one, at=at, yaw=yaw)
    last = 0.97 * one.length_s
    if one.walks:
        last = min(
            last, next((tick / 20 for tick in range(60) if abs(course.at(tick / 20).at[0] - at[0]) >= _ACROSS_M), last)
        )
    times = [round(float(at), 3) for at in np.linspace(0.05, last, MOMENTS)]
    shot = film(room(rng, number), [Role("person", person, course.at)], times, whole=False)
    return _page(shot)


def play_sheet(play: str, number: int) -> Image.Image:
    """Return moments of a play of two people, or of one with a thing."""
    rng = stream(number, "legibility", play)
    age: Age = ("child", "adult", "adult", "old")[int(rng.integers(4))]
    tops = [TOPS[int(index)] for index in rng.permutation(len(TOPS))[:2]]
    people = [drawn_person(rng, top, age) for top in tops[: 2 if play in PAIRS else 1]]
    stage = stage_of(play, rng) if play in PAIRS else Stage((0.0, 0.6), (0.0, np.pi)[int(rng.integers(2))])
    own = PAIRS[play](*people, stage) if play in PAIRS else DEEDS[play](people[0], stage)

    def moved(workshop: Workshop) -> list[Parcel]:
        return [Parcel(workshop, f"thing_{place}", held, stage) for place, held in enumerate(own.held)]

    times = [round(float(at), 3) for at in np.linspace(0.0, own.length_s, MOMENTS)]
    roles = [
        Role(f"person_{place}", one, motion)
        for place, (one, motion) in enumerate(zip(people, own.motions, strict=True))
    ]
    shot = film(room(rng, number), roles, times, whole=False, moved=moved)
    return _page(shot)


def _page(shot: Film) -> Image.Image:
    """Return the part of a film's pictures that holds everybody, from left to right and down."""
    part = _held([one.box for facts in shot.facts for one in facts.objects])
    wide = round(_HIGH * (part[2] - part[0]) / (part[3] - part[1]))
    page = Image.new("RGB", (ACROSS * wide, MOMENTS // ACROSS * _HIGH))
    for place, picture in enumerate(shot.pictures):
        own = Image.fromarray(picture).crop(part).resize((wide, _HIGH))
        page.paste(own, (place % ACROSS * wide, place // ACROSS * _HIGH))
    return page


def _held(boxes: Sequence[tuple[float, float, float, float]]) -> tuple[int, int, int, int]:
    """Return the part of the pictures, in pixels, that holds the person in all of them."""
    low, high = np.array(boxes).min(axis=0), np.array(boxes).max(axis=0)
    scale, edge = np.array(SIZE_PX) / 1000, _EDGE_PX
    (left, top), (right, bottom) = low[:2] * scale - edge, high[2:] * scale + edge
    return max(0, int(left)), max(0, int(top)), min(SIZE_PX[0], int(right)), min(SIZE_PX[1], int(bottom))


def faces(emotions: Sequence[Emotion], number: int) -> Iterator[Image.Image]:
    """Yield one person's face in each of some expressions at full strength."""
    rng = stream(number, "legibility", "faces")
    person = drawn_person(rng, TOPS[int(rng.integers(len(TOPS)))])
    yaw = (-1, 1)[int(rng.integers(2))] * float(rng.uniform(0.1, 0.35))
    feet = -min(person.bones(STAND)[f"foot.{side}"][2] for side in "LR")

    def at(time_s: float) -> Moment:
        shown = expression(emotions[round(time_s)], 1.0)
        return Moment(replace(STAND, face=shown), np.array([0.0, 0.4, feet]), yaw)

    head = at(0.0).at + person.bones(STAND)["head"]
    high = float(head[2]) + 0.05
    viewpoint = ViewpointPlan(
        name="near", zh="面前", en="close by", fovy=21.0, eye=(0.0, -0.6, high), target=(0.0, float(head[1]), high)
    )
    plan = room(rng, number).model_copy(update={"time_of_day": "noon", "viewpoints": (viewpoint,)})
    for picture in film(
        plan, [Role("person", person, at)], [float(at) for at in range(len(emotions))], whole=False
    ).pictures:
        whole = Image.fromarray(picture)
        left = (whole.width - whole.height) // 2
        yield whole.crop((left, 0, left + whole.height, whole.height)).resize((_FACE_PX, _FACE_PX))


def main(folder: Path, key: Path, chosen: Sequence[str]) -> None:
    """Write the pictures and their key."""
    scenes.load()
    folder.mkdir(parents=True, exist_ok=True)
    actions = [one for one in ACTIONS if one != "stand" and (not chosen or one in chosen)]
    plays = [one for one in (*PAIRS, *DEEDS) if not chosen or one in chosen]
    emotions: list[Emotion] = [one for one in PROTOTYPES if not chosen or one in chosen]
    drawn = [(action, number) for action in actions for number in range(PEOPLE)]
    drawn += [(f"{play}, a play", number) for play in plays for number in range(PEOPLE)]
    drawn += [(emotion, number) for emotion in emotions for number in range(FACES)]
    numbers = dict(
        zip(drawn, (int(one) for one in stream(len(drawn), "sheets").permutation(len(drawn)) + 1), strict=True)
    )
    for number in range(FACES) if emotions else ():
        for emotion, face in zip(emotions, faces(emotions, number), strict=True):
            face.save(folder / f"{numbers[emotion, number]:02d}.png")
    for action in actions:
        for number in range(PEOPLE):
            action_sheet(action, number).save(folder / f"{numbers[action, number]:02d}.png")
    for play in plays:
        for number in range(PEOPLE):
            play_sheet(play, number).save(folder / f"{numbers[f'{play}, a play', number]:02d}.png")
    told = {f"{number:02d}": {"shown": what, "person": who} for (what, who), number in numbers.items()}
    key.write_text(json.dumps(dict(sorted(told.items())), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
