"""What people do and show: programs by hand, and recognition, which time and its direction decide."""

from pathlib import Path

import numpy as np
import pytest
from tests.home.questions.programs.by_hand import facts, scene, thing

from mindsight.engine.figures.people import anatomy
from mindsight.engine.figures.people.anatomy import need_bodies
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.looks import draw_looks
from mindsight.engine.figures.plays.deeds import DEEDS
from mindsight.engine.figures.plays.pairs import PAIRS
from mindsight.engine.figures.plays.staging import Play, Stage
from mindsight.engine.figures.plays.trios import TOGETHER, TRIOS
from mindsight.engine.seeds import stream
from mindsight.errors import MissingExtra
from mindsight.home.questions import classes
from mindsight.home.questions.drawing import prepare
from mindsight.home.questions.facts.ablations import without
from mindsight.home.questions.facts.answer import Cannot, Found
from mindsight.home.questions.facts.telling import told
from mindsight.home.questions.facts.wording import doings
from mindsight.home.questions.scenes.motion.pushes import BALL, BLOCK, pushing
from mindsight.home.questions.scenes.people import between, faces
from mindsight.home.questions.scenes.people.gaits import GAITS, PLAIN, TIMES, recognised_gait
from mindsight.home.questions.scenes.people.mishaps import happened
from mindsight.home.questions.scenes.people.reading.features import strongest_picture
from mindsight.home.questions.scenes.people.reading.joints import placed
from mindsight.home.questions.scenes.people.reading.likest import Shown, likest
from mindsight.home.questions.scenes.people.walking import headed

POOL = classes.load()
RED, OTHER, BLUE = (
    {"name": name, "top": top, "did": did}
    for name, top, did in (
        ("one", "red", ["wave", "clap"]), ("two", "red", ["clap", "wave"]), ("three", "blue", ["jump", "jump"]),
    )
)  # fmt: skip


def _bodies() -> bool:
    try:
        need_bodies()
    except MissingExtra:
        return False
    return True


def _said(key: str, asked: dict[str, str], *people: dict[str, object]) -> object:
    found = POOL[key].answer(asked, scene(facts(people=list(people))))
    return found.value if isinstance(found, Found) else found


def test_the_first_action_is_that_of_the_only_wearer() -> None:
    assert _said("event.order", {"top": "red"}, RED, BLUE) == "wave"
    assert _said("event.order", {"top": "red"}, OTHER, BLUE) == "clap"
    assert _said("event.order", {"top": "red"}, RED, OTHER) == Cannot("ambiguous")
    assert _said("event.order", {"top": "green"}, RED, BLUE) == Cannot("absent")


def test_only_what_was_done_is_counted() -> None:
    assert _said("event.count", {"top": "blue", "act": "jump"}, RED, BLUE) == 2
    assert _said("event.count", {"top": "blue", "act": "wave"}, RED, BLUE) == Cannot("false_premise")


def test_a_face_that_is_turned_away_shows_nothing() -> None:
    sad = {"name": "one", "top": "red", "seen": True, "did": ["sadness", "fear"]}
    assert _said("emotion.shown", {"top": "red"}, sad) == "sadness"
    assert _said("emotion.change", {"top": "red"}, sad) == "sadness-fear"
    assert _said("emotion.change", {"top": "red"}, {**sad, "seen": False}) == Cannot("missing_information")


def test_an_expression_has_its_pictures_and_its_strongest_time() -> None:
    face = {
        "name": "one",
        "top": "red",
        "seen": True,
        "did": ["sadness", "fear"],
        "spans": [[2, 5], [7, 10]],
        "strongest": 3,
    }
    assert _said("emotion.when", {"top": "red", "emotion": "fear"}, face) == [7, 10]
    assert _said("emotion.when", {"top": "red", "emotion": "anger"}, face) == Cannot("false_premise")
    assert _said("emotion.when", {"top": "red", "emotion": "fear"}, {**face, "seen": False}) == Cannot(
        "missing_information"
    )
    assert _said("emotion.strength", {"top": "red"}, face) == "3"
    assert _said("emotion.strength", {"top": "blue"}, face) == Cannot("absent")


def test_the_strongest_picture_is_that_in_which_a_face_that_is_seen_moves_most() -> None:
    tracks = np.zeros((5, 4, 3))
    tracks[1], tracks[3] = 0.002, 0.004
    assert strongest_picture(tracks) == 3
    hidden = tracks.copy()
    hidden[3, :3] = np.nan
    assert strongest_picture(hidden) == 1


def test_a_micro_expression_is_shown_in_few_pictures_or_not_at_all() -> None:
    face = {"name": "one", "top": "red", "seen": True, "did": ["disgust"], "spans": [[4, 7]]}
    assert _said("emotion.micro", {"top": "red"}, face) == "disgust"
    assert _said("emotion.micro_when", {"top": "red"}, face) == [4, 7]
    calm = {**face, "did": [], "spans": []}
    for key in ("emotion.micro", "emotion.micro_when"):
        assert _said(key, {"top": "red"}, calm) == Cannot("false_premise")
        assert _said(key, {"top": "red"}, {**calm, "seen": False}) == Cannot("missing_information")
        assert _said(key, {"top": "blue"}, face) == Cannot("absent")


def test_a_feeling_is_shown_by_one_of_two_faces_by_neither_or_by_both() -> None:
    glad, sad = (
        {"name": top, "top": top, "seen": True, "did": [did]}
        for top, did in (("red", "happiness"), ("blue", "sadness"))
    )
    assert _said("emotion.whose", {"emotion": "sadness"}, glad, sad) == "blue"
    assert _said("emotion.whose", {"emotion": "anger"}, glad, sad) == Cannot("false_premise")
    assert _said("emotion.whose", {"emotion": "sadness"}, {**glad, "did": ["sadness"]}, sad) == Cannot("ambiguous")


def test_what_happens_and_what_a_face_shows_are_both_needed() -> None:
    one = {"name": "one", "top": "red", "seen": True, "did": ["break", "happiness"]}
    assert _said("emotion.context", {"top": "red"}, one) == "break-happiness"
    assert _said("emotion.context", {"top": "red"}, {**one, "did": ["happiness"]}) == Cannot("false_premise")
    assert _said("emotion.context", {"top": "red"}, {**one, "seen": False}) == Cannot("missing_information")
    assert "in turn: a pot falls and breaks, happiness" in told(scene(facts(people=[one])), "en")


def test_a_posture_shows_what_it_is_known_for() -> None:
    assert _said("emotion.posture", {"top": "red"}, {**RED, "did": ["weep"]}, BLUE) == "sadness"
    assert _said("emotion.posture", {"top": "green"}, {**RED, "did": ["weep"]}) == Cannot("absent")


def test_a_pot_breaks_and_a_present_arrives_only_if_that_is_seen_to_happen() -> None:
    def said(first: dict[str, float], last: dict[str, float]) -> str:
        return happened(
            [facts(*(thing(name, (x, 0.0, 0.8), pixels=500) for name, x in one.items())) for one in (first, last)]
        )

    assert said({"pot": 0.3}, {"broken_pot": 0.0}) == "break"
    assert said({"broken_pot": 0.0}, {"broken_pot": 0.0}) == ""
    assert said({"gift": 0.5}, {"gift": 0.2}) == "gift"
    assert said({"gift": 0.2}, {"gift": 0.2}) == ""
    assert said({"pot": 0.3}, {"pot": 0.3}) == ""


def test_words_tell_what_is_done_but_not_what_is_hidden() -> None:
    averted = {"name": "four", "top": "black", "seen": False, "did": ["fear"]}
    page = told(scene(facts(people=[RED, averted])), "en")
    assert "red top, in turn: wave, clap" in page
    assert "black top, in turn: cannot be seen" in page


def test_without_bodies_classes_about_people_are_refused_before_anything_is_drawn(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(anatomy, "find_spec", lambda _: None)
    with pytest.raises(MissingExtra, match="people need a body"):
        prepare(("intention.action",), trials=4, seed=7, cache=tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not _bodies(), reason="needs bodies")
@pytest.mark.slow
def test_recognition_needs_time_and_its_direction() -> None:
    from mindsight.engine.figures.people.motions import Course
    from mindsight.home.questions.scenes.people.acting import KNOWN
    from mindsight.home.questions.scenes.people.cast import Part, carried_out
    from mindsight.home.questions.scenes.people.reading.recognised import recognised

    person = Person(draw_looks(stream(3, "somebody"), age="child"))
    parts = [Part("cheer", 0.2, 1.4), Part("bend", 3.0, 1.4)]
    course = Course(person, carried_out(parts), at=(0.4, 0.5), yaw=0.4)
    times = [0.5 * number for number in range(12)]
    tracks = np.array([placed(person, course.at(time_s)) for time_s in times])
    done = recognised(tracks, times, KNOWN)
    assert [one.action for one in done] == ["cheer", "bend"]
    assert [one.begin_s for one in done] == pytest.approx([part.begin_s for part in parts], abs=0.3)
    assert [one.action for one in recognised(tracks[::-1], times, KNOWN)] == ["bend", "cheer"]
    for number in range(len(times)):
        assert recognised(np.repeat(tracks[[number]], len(times), axis=0), times, KNOWN) == []


@pytest.mark.skipif(not _bodies(), reason="needs bodies")
@pytest.mark.slow
@pytest.mark.parametrize("gait", [*GAITS, PLAIN])
def test_a_gait_is_read_from_movement_and_not_from_one_picture(gait: str) -> None:
    from mindsight.engine.figures.people.actions import ACTIONS
    from mindsight.engine.figures.people.body import Person
    from mindsight.engine.figures.people.looks import draw_looks
    from mindsight.engine.figures.people.motions import Course
    from mindsight.engine.seeds import stream
    from mindsight.home.questions.scenes.people.reading.joints import placed

    person = Person(draw_looks(stream(5, "somebody"), age="old"))
    course = Course(person, ACTIONS[gait], at=(0.3, 0.5), yaw=1.3)
    tracks = np.array([placed(person, course.at(0.4 + time_s)) for time_s in TIMES])
    assert recognised_gait(tracks, TIMES) == gait
    assert recognised_gait(np.repeat(tracks[[3]], len(TIMES), axis=0), TIMES) == ""


def test_a_span_is_that_of_the_only_wearer_and_only_of_what_was_done_once() -> None:
    timed = {**RED, "spans": [[2, 4], [7, 9]]}
    twice = {**BLUE, "spans": [[2, 3], [5, 6]]}
    assert _said("event.when", {"top": "red", "act": "clap"}, timed) == [7, 9]
    assert _said("event.when", {"top": "red", "act": "jump"}, timed) == Cannot("false_premise")
    assert _said("event.when", {"top": "blue", "act": "jump"}, twice) == Cannot("false_premise")


def test_a_walk_leads_to_what_lies_straight_ahead_and_not_to_what_it_passes() -> None:
    at = {"stool": np.array([0.0, 2.0]), "heater": np.array([1.6, 1.2])}
    for end, goal in (
        ((0.05, 0.6), "stool"),
        ((0.5, 0.38), "heater"),
        ((0.3, 0.55), ""),
        ((0.0, -0.6), ""),
        ((0.0, 0.1), ""),
    ):
        track = np.linspace((0.0, 0.0), end, 6)
        assert headed(track, at) == goal
    # Backwards the same walk leads away, and one moment leads nowhere.
    assert headed(np.linspace((0.0, 0.6), (0.0, 0.0), 6), at) == ""
    assert headed(np.repeat([[0.0, 0.3]], 6, axis=0), at) == ""


def test_words_say_where_somebody_walks_and_what_a_gesture_means() -> None:
    walker = {"name": "one", "top": "red", "did": ["to stool"]}
    assert "in turn: walk towards the stool" in told(scene(facts(people=[walker])), "en")
    assert "依次：请过来" in told(scene(facts(people=[{**walker, "did": ["beckon"]}])), "zh")


def test_one_marble_at_most_is_impossible() -> None:
    def said(feats: dict[str, str]) -> object:
        found = POOL["event.possible"].answer({}, scene(facts(feats=feats)))
        return found.value if isinstance(found, Found) else found

    assert said({"red": "", "blue": "vanishes"}) == "blue"
    assert said({"red": "", "blue": ""}) == Cannot("false_premise")
    assert said({"red": "through", "blue": "through"}) == Cannot("ambiguous")


def test_a_block_is_pushed_by_what_comes_to_it_when_it_starts_to_move() -> None:
    def tracks(blocks: list[float]) -> list[dict[str, np.ndarray]]:
        """Red passes at once where the block is hidden for a moment; blue arrives between the third and the fourth picture."""
        red, blue = [-0.1, 0.0, 0.1, 0.2, 0.3, 0.4], [-0.5, -0.3, -0.15, -0.02, 0.0, 0.01]
        return [
            {BLOCK: np.array([own, 0.0]), f"{BALL}_red": np.array([r, 0.09]), f"{BALL}_blue": np.array([b, 0.0])}
            for own, r, b in zip(blocks, red, blue, strict=True)
        ]

    pushed = tracks([0.0, 0.015, 0.0, 0.04, 0.05, 0.05])
    assert pushing(pushed) == ["blue"]
    assert pushing(tracks([0.0, 0.015, 0.0, 0.0, 0.0, 0.0])) == []
    assert pushing([pushed[3]] * 6) == []
    # Backwards the block moves before anything is near it: what is nearest then is not certain to be the same.
    assert len(pushing(pushed[::-1])) <= 1


def test_two_have_a_part_each_in_what_they_do() -> None:
    giver = {"name": "one", "top": "red", "did": ["give"], "part": "gives"}
    taker = {"name": "two", "top": "blue", "did": ["give"], "part": "takes"}
    assert _said("intention.between", {"top": "blue"}, giver, taker) == "give"
    assert _said("intention.role", {"top": "red"}, giver, taker) == "gives"
    assert _said("intention.role", {"top": "blue"}, giver, taker) == "takes"
    assert _said("intention.role", {"top": "green"}, giver, taker) == Cannot("absent")
    shaking = [{**one, "did": ["shake"], "part": ""} for one in (giver, taker)]
    assert _said("intention.role", {"top": "red"}, *shaking) == Cannot("false_premise")
    assert "in turn: one hands a box to the other, take a box from the other" in told(
        scene(facts(people=[taker])), "en"
    )


def test_every_part_stands_beside_its_counterpart() -> None:
    assert [part for pair in between.ROLES.values() for part in pair] == list(doings.ROLES)
    assert set(between.BETWEEN) == set(doings.BETWEEN)
    assert set(DEEDS) == set(doings.DEEDS)


def _tracks(play: Play, people: list[Person], times: list[float]) -> list[np.ndarray]:
    return [
        np.array([placed(person, motion(time_s)) for time_s in times])
        for person, motion in zip(people, play.motions, strict=True)
    ]


@pytest.mark.parametrize("seed", range(40))
def test_fear_and_surprise_are_never_seen_in_one_set(seed: int) -> None:
    scripts = faces.KINDS["faces_brief"].scripts(stream(seed, "scripts"))
    seen = {emotion for (emotion,) in scripts}
    assert len(scripts) == len(seen) == 4
    assert len(seen & {"fear", "surprise"}) == 1


@pytest.mark.skipif(not _bodies(), reason="needs bodies")
@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("play", TRIOS)
def test_what_three_people_do_is_told_apart_and_who_is_alone(play: str) -> None:
    one, two, three = people = [Person(draw_looks(stream(number, "somebody"), age="adult")) for number in range(3)]
    own = TRIOS[play]((one, two, three), Stage((0.3, 0.8), 0.4))
    times = [round(number * own.length_s / 7, 3) for number in range(8)]
    seen = _tracks(own, people, times)
    found = [likest([seen[number] for number in order], times, tuple(TRIOS)) for order in ((0, 1, 2), (2, 0, 1))]
    assert [shown.play for shown in found] == [play, play]
    if play not in TOGETHER:
        assert [shown.first for shown in found] == [0, 1]


@pytest.mark.skipif(not _bodies(), reason="needs bodies")
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_plays_are_told_apart_by_time_and_its_direction() -> None:
    people = [Person(draw_looks(stream(number, "somebody"), age="adult")) for number in range(2)]
    stage, known = Stage((0.3, 0.8), np.pi + 0.2), ("give", "shake", "meet", "part")
    for play in ("give", "meet"):
        own = PAIRS[play](*people, stage)
        times = [round(number * own.length_s / 7, 3) for number in range(8)]
        seen = _tracks(own, people, times)
        assert likest(seen, times, known).play == play
        assert likest([one[::-1] for one in seen], times, known) != likest(seen, times, known)
        assert likest([one[[4] * 8] for one in seen], times, known) == Shown("")
        if play in between.ROLES:
            assert [likest(two, times, known).first for two in (seen, seen[::-1])] == [0, 1]
    for deed, reverse in (("lift", "put_down"), ("push", "pull")):
        own = DEEDS[deed](people[0], stage)
        times = [round(number * own.length_s / 7, 3) for number in range(8)]
        seen = _tracks(own, people[:1], times)
        assert likest(seen, times, (deed, reverse, "open")) == Shown(deed)
        assert likest([one[::-1] for one in seen], times, (deed, reverse, "open")).play in {reverse, "?"}


def test_a_marble_pushes_a_block_alone_and_runs_into_what_is_there() -> None:
    def said(key: str, asked: dict[str, str], **more: object) -> object:
        found = POOL[key].answer(asked, scene(facts(**more)))
        return found.value if isinstance(found, Found) else found

    assert said("event.cause", {}, pushed=["red"]) == "red"
    red = thing(BALL, (0.0, 0.0), f"{BALL}_red", colour="red")
    found = POOL["event.cause"].answer({}, without("colour", scene(facts(red, pushed=["red"]))))
    # Whoever sees no colours points at no marble that is not there.
    assert isinstance(found, Found)
    assert {name for _, name in found.uses} <= {red.name}
    assert said("event.cause", {}, pushed=[]) == Cannot("false_premise")
    assert said("event.cause", {}, pushed=["blue", "red"]) == Cannot("ambiguous", ("blue", "red"))
    assert said("event.ending", {"tone": "red"}, meets={"tone": "red", "thing": "mug"}) == "mug"
    assert said("event.ending", {"tone": "red"}, meets={"tone": "red", "thing": ""}) == Cannot("false_premise")
    assert said("event.ending", {"tone": "blue"}, meets={"tone": "red", "thing": "mug"}) == Cannot("absent")
