"""Plays: palms are where they shall be, things go from hand to hand, feet that stand do not slide."""

import numpy as np
import pytest

from mindsight.engine.figures.people.actions import STAND
from mindsight.engine.figures.people.anatomy import Array, need_bodies
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.looks import draw_looks
from mindsight.engine.figures.people.motions import Moment
from mindsight.engine.figures.plays.deeds import DEEDS
from mindsight.engine.figures.plays.pairs import PAIRS
from mindsight.engine.figures.plays.reaching import PALM_M, reach_m, reaching
from mindsight.engine.figures.plays.staging import Stage
from mindsight.engine.seeds import stream
from mindsight.errors import MissingExtra


@pytest.fixture(scope="module")
def people() -> list[Person]:
    try:
        need_bodies()
    except MissingExtra as error:
        pytest.skip(str(error))
    return [Person(draw_looks(stream(number, "players"), age="adult")) for number in range(2)]


def bones(person: Person, moment: Moment) -> dict[str, Array]:
    return {name: moment.turn() @ own + moment.at for name, own in person.bones(moment.pose).items()}


def palm(person: Person, moment: Moment, letter: str) -> Array:
    own = bones(person, moment)
    elbow, wrist = own[f"lowerarm01.{letter}"], own[f"wrist.{letter}"]
    return np.asarray(wrist + (PALM_M / 0.25) * (wrist - elbow))


@pytest.mark.parametrize("yaw", [0.0, 2.0])
def test_palms_go_to_places_within_reach(people: list[Person], yaw: float) -> None:
    person, moment = people[0], Moment(STAND, np.array([0.3, 0.2, 0.9]), yaw)
    places = [moment.turn() @ np.array([x, -0.35, 0.25]) + moment.at for x in (0.15, -0.2)]
    reached = reaching(person, moment, 1.0, left=places[0], right=places[1])
    assert palm(person, reached, "L") == pytest.approx(places[0], abs=0.01)
    assert palm(person, reached, "R") == pytest.approx(places[1], abs=0.01)
    assert reaching(person, moment, 0.0, left=places[0]) is moment


def test_what_is_out_of_reach_is_pointed_at_with_a_stretched_arm(people: list[Person]) -> None:
    person, moment = people[0], Moment(STAND, np.zeros(3))
    far = np.array([0.2, -3.0, 0.5])
    own = bones(person, reaching(person, moment, 1.0, left=far))
    shoulder, wrist = own["upperarm01.L"], own["wrist.L"]
    assert (wrist - shoulder) @ (far - shoulder) / np.linalg.norm(wrist - shoulder) / np.linalg.norm(
        far - shoulder
    ) > 0.97
    assert np.linalg.norm(wrist - shoulder) < reach_m(person, STAND)


def test_a_box_goes_from_hand_to_hand(people: list[Person]) -> None:
    play, (one, other) = PAIRS["give"](people[0], people[1], Stage((0.2, 0.5), 0.3)), people

    def away_m(person: Person, number: int, time_s: float) -> float:
        moment = play.motions[number](time_s)
        middle = (palm(person, moment, "L") + palm(person, moment, "R")) / 2
        return float(np.linalg.norm(middle - play.held[0].at(time_s)))

    assert max(away_m(one, 0, 0.0), away_m(other, 1, play.length_s)) < 0.12
    assert min(away_m(other, 1, 0.0), away_m(one, 0, play.length_s)) > 0.5


def test_a_box_is_lifted_by_hands_while_the_feet_stay(people: list[Person]) -> None:
    person, play = people[0], DEEDS["lift"](people[0], Stage())
    feet = []
    for time_s in np.linspace(0.0, play.length_s, 16):
        moment = play.motions[0](float(time_s))
        feet.append([bones(person, moment)[f"foot.{letter}"][:2] for letter in "LR"])
        if time_s > 1.3:
            middle = (palm(person, moment, "L") + palm(person, moment, "R")) / 2
            assert np.linalg.norm(middle - play.held[0].at(float(time_s))) < 0.12
    assert np.ptp(np.array(feet), axis=0).max() < 0.02
    low, high = (float(play.held[0].at(time_s)[2]) for time_s in (0.0, play.length_s))
    assert low == pytest.approx(play.held[0].half[2])
    assert high > 0.8


def test_a_lid_opens_about_its_hinge(people: list[Person]) -> None:
    chest = DEEDS["open"](people[0], Stage()).held[0]
    assert chest.lid is not None
    assert chest.lid(0.0) == 0.0
    assert chest.lid(2.9) > np.pi / 2
