"""Programs about hidden information, safety, custom and feasts."""

import pytest
from tests.home.questions.programs.by_hand import facts, scene, thing

from mindsight.home.questions import classes
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.facts import Object
from mindsight.home.questions.scenes.rooms.windows import TIMES, WEATHER, _references

POOL = classes.load()


def say(key: str, asked: dict[str, object], *objects: Object, **more: object) -> Answer:
    return POOL[f"commonsense.{key}"].answer(asked, scene(facts(*objects, **more)))


def value(found: Answer) -> object:
    assert isinstance(found, Found), found
    return found.value


MUG, BONE, BOTTLE = thing("mug", (0, 0)), thing("dog_bone", (1, 0)), thing("baby_bottle", (2, 0))


def test_who_was_here_is_told_by_the_only_trace() -> None:
    assert value(say("visitor", {}, MUG, BONE)) == "dog"
    assert say("visitor", {}, MUG) == Cannot("missing_information")
    assert say("visitor", {}, BONE, BOTTLE) == Cannot("ambiguous")
    found = say("visitor_trace", {"theme": "baby"}, MUG, BONE, BOTTLE)
    assert isinstance(found, Found)
    assert found.target == (0, "baby_bottle")
    assert say("visitor_trace", {"theme": "painter"}, MUG, BONE) == Cannot("absent")
    assert isinstance(say("visitor", {}, MUG.model_copy(update={"shown": 0.1}), BONE), Unclear)


def test_feasts_have_their_signs() -> None:
    assert value(say("feast", {}, MUG, thing("fu_print", (3, 0)))) == "spring"
    assert say("feast", {}, thing("fu_print", (3, 0)), thing("christmas_tree", (4, 0))) == Cannot("ambiguous")
    assert say("feast_sign", {"theme": "easter"}, MUG) == Cannot("absent")


BOOTS = [thing("boots", (x, 0), f"{tone}{x}", colour=tone, state=state)
         for x, (tone, state) in enumerate((("red", "rain"), ("blue", "snow"), ("green", "rain"), ("green", "dry")))]  # fmt: skip


def test_boots_tell_the_weather() -> None:
    assert value(say("boots_weather", {"colour": "red"}, *BOOTS)) == "rain"
    assert say("boots_weather", {"colour": "green"}, *BOOTS) == Cannot("ambiguous")
    assert say("boots_weather", {"colour": "black"}, *BOOTS) == Cannot("absent")
    assert value(say("boots_which", {"state": "snow"}, *BOOTS)) == "blue"
    assert say("boots_which", {"state": "rain"}, *BOOTS) == Cannot("ambiguous")
    assert say("boots_which", {"state": "snow"}, BOOTS[0]) == Cannot("false_premise")


def test_the_boots_next_to_a_pair() -> None:
    def beside(colour: str, side: str, *boots: Object) -> Answer:
        return POOL["object.boots_next"].answer({"colour": colour, "side": side}, scene(facts(*boots)))

    assert value(beside("blue", "left", *BOOTS)) == "red"
    assert value(beside("blue", "right", *BOOTS)) == "green"
    assert beside("red", "left", *BOOTS) == Cannot("false_premise")
    assert beside("black", "left", *BOOTS) == Cannot("absent")
    assert beside("green", "left", *BOOTS) == Cannot("ambiguous", ("blue", "green"))


def test_plates_tell_what_was_eaten() -> None:
    plates = [thing("used_plate", (x, 0), str(x), colour=tone, state=state)
              for x, (tone, state) in enumerate((("red", "fish"), ("blue", "empty"), ("white", "egg")))]  # fmt: skip
    assert value(say("meal_of", {"colour": "red"}, *plates)) == "fish"
    assert say("meal_of", {"colour": "blue"}, *plates) == Cannot("missing_information")
    assert value(say("meal_plate", {"state": "egg"}, *plates)) == "white"
    assert say("meal_plate", {"state": "chicken"}, *plates) == Cannot("absent")


@pytest.mark.parametrize(
    ("hour", "time", "said"),
    [(10, "noon", "10:20"), (10, "night", "22:20"), (2, "noon", "14:20"), (2, "night", "2:20")],
)
def test_the_light_decides_which_half_of_the_day_a_clock_means(hour: int, time: str, said: str) -> None:
    own = thing("wall_clock", (0, 0)), thing("window", (1, 0))
    outside = {"open": True, "time": time, "weather": "snow", "hour": hour, "minute": 20}
    assert value(say("window_clock", {}, *own, **outside)) == said
    assert value(say("window_time", {}, *own, **outside)) == time
    assert value(say("window_weather", {}, *own, **outside)) == "snow"
    for key in ("window_clock", "window_time", "window_weather"):
        assert say(key, {}, *own, **{**outside, "open": False}) == Cannot("missing_information")
    for key in ("window_clock", "window_time"):
        assert isinstance(say(key, {}, *own, **{**outside, "time": "evening"}), Unclear)


def test_views_of_all_times_and_weathers_differ_clearly() -> None:
    found = _references()
    assert set(found) == {(time, weather) for time in TIMES for weather in WEATHER}
    apart = [abs(one - other).sum() for key, one in found.items() for name, other in found.items() if key < name]
    assert min(apart) > 60


def test_a_small_child_must_not_reach_the_only_dangerous_thing() -> None:
    knife, pills = thing("kitchen_knife", (3, 0)), thing("pill_bottle", (4, 0))
    assert value(say("child_danger", {}, MUG, knife)) == "kitchen_knife"
    assert say("child_danger", {}, MUG) == Cannot("false_premise")
    assert say("child_danger", {}, knife, pills) == Cannot("ambiguous")


def stove(left: str, right: str, towel_m: float = 0.19) -> Answer:
    plates = [thing("hot_plate", (x, 0), str(x), state=state) for x, state in ((-0.3, left), (0.3, right))]
    loose = thing("towel", (-0.3 - towel_m, 0)), thing("book", (0.49, 0)), thing("food_can", (0.5, 0.1))
    return say("hot_plate_danger", {}, *plates, *loose)


def test_what_burns_must_not_lie_by_a_plate_that_is_on() -> None:
    assert value(stove("on", "off")) == "towel"
    assert value(stove("off", "on")) == "book"
    assert stove("off", "off") == Cannot("false_premise")
    assert stove("on", "on") == Cannot("ambiguous")
    assert isinstance(stove("on", "off", towel_m=0.4), Unclear)


def test_which_plate_is_on() -> None:
    def on(*states: str) -> Answer:
        plates = [thing("hot_plate", (x, 0), str(x), state=state) for x, state in enumerate(states)]
        return POOL["state.plate_on"].answer({}, scene(facts(*plates)))

    assert value(on("on", "off")) == "left"
    assert value(on("off", "on")) == "right"
    assert on("off", "off") == Cannot("false_premise")
    assert on("on", "on") == Cannot("ambiguous", ("left", "right"))
    assert isinstance(on("on"), Unclear)


def test_chopsticks_that_stand_in_rice_break_the_custom() -> None:
    bowls = [thing("rice_bowl", (x, 0), tone, colour=tone, state=state)
             for x, (tone, state) in enumerate((("red", "across"), ("blue", "upright")))]  # fmt: skip
    assert value(say("rice_custom", {"state": "upright"}, *bowls)) == "blue"
    assert say("rice_custom", {"state": "upright"}, bowls[0]) == Cannot("false_premise")


def place(tone: str, x: float, fork: float, knife: float) -> list[Object]:
    around = (("used_plate", 0.0), ("fork", fork), ("table_knife", knife))
    return [thing(kind, (x + by, 0), f"{kind}_{tone}", colour=tone) for kind, by in around]


def test_the_fork_belongs_to_the_left_as_the_guest_sees_it() -> None:
    right, wrong = place("red", -0.4, -0.14, 0.14), place("blue", 0.4, 0.14, -0.14)
    assert value(say("cutlery_custom", {}, *right, *wrong)) == "blue"
    assert say("cutlery_custom", {}, *right) == Cannot("false_premise")
    assert say("cutlery_custom", {}, *wrong, *place("white", 0.0, 0.14, -0.14)) == Cannot("ambiguous")
    assert isinstance(say("cutlery_custom", {}, *right, *place("white", 0.4, 0.3, -0.14)), Unclear)
