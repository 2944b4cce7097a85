"""Who is filmed: people with tops of one colour, and what they do, by a timetable."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from numpy.random import Generator

from mindsight.engine.figures.people.actions import ACTIONS
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.looks import Age, draw_looks
from mindsight.engine.figures.people.motions import Action
from mindsight.engine.figures.people.pose import Pose
from mindsight.engine.kinds import Look
from mindsight.engine.scenes.scene import Thing

TOPS = ("red", "blue", "green", "yellow", "black")
"""Colours of tops that every light leaves distinct."""


class Part(NamedTuple):
    """One action in a timetable: which, from when in s, and how much faster than usual."""

    action: str
    begin_s: float
    tempo: float

    @property
    def end_s(self) -> float:
        """When it is over."""
        return self.begin_s + ACTIONS[self.action].length_s / self.tempo


def drawn_person(rng: Generator, top: str, age: Age | None = None, *, masked: bool = False) -> Person:
    """Return a person with a top of a colour, of an age if it is given, with or without a mask."""
    looks = replace(draw_looks(rng, age=age, top_colour=top), masked=masked)
    if looks.bottom == "dress":
        # A dress has the colour of the top and is not called one.
        looks = replace(looks, bottom="skirt")
    return Person(looks)


def thing_of(name: str, person: Person) -> Thing:
    """Return a person as something that pictures show and masks name."""
    child = person.looks.age == "child"
    look = Look(colour=person.looks.top_colour, shape="", material="")
    return Thing(
        name,
        "person",
        "孩子" if child else "大人",
        "child" if child else "adult",
        look,
        movable=False,
        category="person",
    )


def following(rng: Generator, actions: Sequence[str], tempo: tuple[float, float], pause_s: float) -> list[Part]:
    """Return a timetable: actions one after the other with short pauses, at one person's own tempo."""
    own = float(rng.uniform(*tempo))
    parts: list[Part] = []
    begin_s = float(rng.uniform(0.1, 0.3))
    for action in actions:
        parts.append(Part(action, begin_s, own))
        begin_s = parts[-1].end_s + float(rng.uniform(0.5, 1.0)) * pause_s
    return parts


def carried_out(parts: Sequence[Part]) -> Action:
    """Return a timetable as one action; between its parts the person stands."""

    def part_at(time_s: float) -> Part | None:
        return next((one for one in parts if one.begin_s <= time_s < one.end_s), None)

    def pose(time_s: float) -> Pose:
        one = part_at(time_s)
        if one is None:
            return ACTIONS["stand"].poses(time_s)
        return ACTIONS[one.action].poses((time_s - one.begin_s) * one.tempo)

    def lift(time_s: float) -> float:
        one = part_at(time_s)
        return 0.0 if one is None else ACTIONS[one.action].lift((time_s - one.begin_s) * one.tempo)

    return Action(pose, max((one.end_s for one in parts), default=0.0), lift=lift)
