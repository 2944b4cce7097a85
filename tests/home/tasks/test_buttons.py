"""The buttons task: what it draws and says, that its words reveal nothing, and that it can be done by looking."""

import re
from collections import Counter

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold

from mindsight.engine.devices.families import FAMILIES
from mindsight.engine.devices.panels import Panel
from mindsight.engine.drawing.sight import Sighting
from mindsight.engine.physics.feedback import Feedback
from mindsight.engine.physics.world import World
from mindsight.engine.scenes import layout
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ViewpointPlan
from mindsight.engine.scenes.scene import build
from mindsight.home.episodes.baselines import BASELINES, run_episode
from mindsight.home.episodes.episode import Episode
from mindsight.home.episodes.interface import menu
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.proving import prove
from mindsight.home.setting import Setting
from mindsight.home.tasks import Rejected, buttons
from mindsight.home.tasks.buttons import BUTTONS, cell, draw
from mindsight.home.tasks.buttons.words import IMPOSSIBLE, SPOKEN, WORDINGS, said

BLOCK = 108
DRAWN = range(400, 472)


@pytest.fixture
def unfurnished(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw without arranging rooms: the appliance is in an empty one."""

    def furnish(room: layout.RoomKind, seed: int, kind: str) -> ScenePlan:
        return ScenePlan(
            room=room,
            seed=seed,
            size=(4.0, 4.0, 2.8),
            time_of_day="noon",
            fixtures=(FixturePlan(name=kind, kind=kind, seed=1, at=(0.0, 0.0), z=0.8),),
            viewpoints=(ViewpointPlan(name="here", zh="这里", en="here", eye=(0, -1, 1.4), target=(0, 0, 1)),),
        )

    monkeypatch.setattr(buttons, "_furnished", furnish)


def drawn(reason: str) -> list[Instance]:
    return [draw(seed, reason) for seed in DRAWN]  # type: ignore[arg-type]


def test_a_seed_is_a_task() -> None:
    assert draw(3, "") == draw(3, "")
    assert draw(3, "").sha256 != draw(4, "").sha256


def test_every_combination_comes_once_in_a_block() -> None:
    for block in (0, 1, 7):
        cells = Counter(cell(block * BLOCK + place) for place in range(BLOCK))
        assert len(cells) == BLOCK
        assert set(cells.values()) == {1}
    assert [cell(seed) for seed in range(BLOCK)] != [cell(seed) for seed in range(BLOCK, 2 * BLOCK)]
    parity = Counter((cell(seed)[0], seed % 2) for seed in range(10 * BLOCK))
    assert min(parity.values()) > 60


@pytest.mark.usefixtures("unfurnished")
def test_difficulty_is_as_drawn() -> None:
    for seed in range(BLOCK):
        instance = draw(seed, "")
        assert set(instance.difficulty) == set(BUTTONS.axes)
        assert all(value in BUTTONS.axes[axis] for axis, value in instance.difficulty.items())
        assert instance.difficulty["settings"] == len(instance.goal) - 1 == len(instance.details["wanted"])
        (options,) = [fixture.options for fixture in instance.scene.fixtures if fixture.kind in FAMILIES]
        assert options["locked"] is (instance.difficulty["lock"] == "locked")
        assert options["labels"] == instance.difficulty["labels"]
        assert 6 <= len(options["keys"]) <= 10


@pytest.mark.usefixtures("unfurnished")
@pytest.mark.parametrize("reason", ["absent", "blocked"])
def test_absent_and_blocked_differ_from_their_twins_only_in_the_panel(reason: str) -> None:
    for seed in DRAWN:
        valid, other = draw(seed, ""), draw(seed, reason)  # type: ignore[arg-type]
        assert (valid.instruction, valid.goal) == (other.instruction, other.goal)
        mine, theirs = ({fixture.name: fixture for fixture in one.scene.fixtures} for one in (valid, other))
        assert valid.scene.viewpoints == other.scene.viewpoints
        device = valid.details["device"]
        lost = set(mine[device].options["keys"]) - set(theirs[device].options["keys"])
        assert lost if reason == "absent" else lost == {"lock"}
        assert len(theirs[device].options["keys"]) >= 4
        assert theirs[device].options["locked"] or reason == "absent"
        assert {name for name in mine if mine[name] != theirs[name]} == {device}


@pytest.mark.usefixtures("unfurnished")
@pytest.mark.parametrize("language", ["zh", "en"])
def test_wording_does_not_distinguish_absent_and_blocked_from_valid(language: str) -> None:
    assert max(auc(language, "absent"), auc(language, "blocked")) <= 0.55


def auc(language: str, reason: str) -> float:
    """Return how well character n-grams separate irrelevant from valid instructions; twins stay in one fold."""
    texts = [one.instruction[language] for kind in ("", reason) for one in drawn(kind)]  # type: ignore[index]
    truth = np.repeat([0, 1], len(DRAWN))
    groups = np.tile(np.arange(len(DRAWN)), 2)
    counts = CountVectorizer(analyzer="char", ngram_range=(1, 4)).fit_transform(texts)
    found = []
    for train, test in GroupKFold(6).split(counts, truth, groups):
        model = LogisticRegression(C=0.1, max_iter=500).fit(counts[train], truth[train])
        found.append(roc_auc_score(truth[test], model.decision_function(counts[test])))
    return float(np.mean(found))


@pytest.mark.usefixtures("unfurnished")
def test_the_other_reasons_ask_for_what_no_appliance_does() -> None:
    for seed in DRAWN:
        impossible, not_home = draw(seed, "impossible"), draw(seed, "not_home")
        valid = draw(seed, "")
        assert impossible.scene == not_home.scene == valid.scene
        assert len({one.instruction["zh"] for one in (valid, impossible, not_home)}) == 3


def test_everything_can_be_said() -> None:
    for kind, family in FAMILIES.items():
        for variable in family.variables:
            if variable.key == "power":
                continue
            others = [value for value in variable.values if value != variable.start] or [True]
            for value in [1.0, 3.0] if variable.is_number else others:
                zh, en = said(kind, variable.key, value)
                assert not zh.isascii()
                assert en.isascii()
                assert not re.search(r"[{}_]|  ", zh + en)
                assert not variable.is_number or f"{value:.0f}" in zh
        assert set(SPOKEN[kind]) == {variable.key for variable in family.variables} - {"power"}
    assert said("rice_cooker", "hours", 1.0)[1] == "the timer at 1 hour"
    assert said("rice_cooker", "hours", 2.0)[1] == "the timer at 2 hours"


def test_an_instruction_and_its_goal_say_a_setting_with_the_same_words() -> None:
    """Besides the value's word there are only the name of the setting, its unit, and words without meaning of their own."""
    filler = {"zh": "启打分钟小时度档", "en": {"the", "a", "at", "of", "switched", "hours", "minutes", "degrees"}}
    for kind, family in FAMILIES.items():
        panel = Panel(family.variables, {})
        for key in SPOKEN[kind]:
            variable = next(one for one in family.variables if one.key == key)
            others = [value for value in variable.values if value != variable.start] or [True]
            for value in [3.0] if variable.is_number else others:
                (zh, en), (title, word) = said(kind, key, value), panel.words(key, value)
                assert word[0] in zh
                assert word[1] in en.split()
                assert set(zh.replace(word[0], "", 1)) <= {*title[0], *filler["zh"]}, (zh, title)
                assert set(en.split()) <= {word[1], *title[1].split(), *filler["en"]}, (en, title)
    assert Panel((), {}).words("running", True)[1] == ("已启动", "started")


@pytest.mark.usefixtures("unfurnished")
def test_instructions_are_sentences_in_both_languages() -> None:
    for reason in ("", *BUTTONS.reasons):
        for instance in drawn(reason):
            zh, en = instance.instruction["zh"], instance.instruction["en"]
            assert zh.endswith("。")
            assert re.fullmatch(r"[A-Z][ -~]*[.?]", en), en
            assert not re.search(r"[{}_]|  |,,|，，", zh + en)
    assert len(WORDINGS) >= 4
    assert len(IMPOSSIBLE) >= 6


@pytest.mark.usefixtures("unfurnished")
def test_what_cannot_be_done_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buttons, "path", lambda *_: None)
    with pytest.raises(Rejected) as caught:
        draw(0, "")
    assert caught.value.rule == "unreachable"


def test_a_room_without_place_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> ScenePlan:
        raise ValueError("no place")

    monkeypatch.setattr(buttons, "_furnished", full)
    with pytest.raises(Rejected, match="no_room"):
        draw(0, "")


@pytest.fixture
def panel_world(unfurnished: None) -> World:
    return World(build(draw(0, "").scene))


def button_sightings(world: World, text: tuple[str, ...]) -> list[Sighting]:
    parts = [part for part in world.scene.register.parts.values() if part.role == "button"]
    box = (0.0, 0.0, 10.0, 10.0)
    return [Sighting(part.name, "part", "button", None, part.owner, (5.0, 5.0), box, 100, 30.0, text) for part in parts]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_menu_distinguishes_buttons(panel_world: World, language: str) -> None:
    seen = button_sightings(panel_world, ())
    words = [word for word, action in menu(panel_world, seen, language) if action.verb == "press"]  # type: ignore[arg-type]
    assert len(set(words)) == len(words) == len(seen) >= 6
    assert all("1" in word or "2" in word for word in words)
    names = {key.name for key in FAMILIES["washing_machine"].keys}
    assert not any(name in word for word in words for name in names if language == "en")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_menu_repeats_only_what_can_be_read(panel_world: World, language: str) -> None:
    unread = [word for word, _ in menu(panel_world, button_sightings(panel_world, ()), language)]  # type: ignore[arg-type]
    read = [word for word, _ in menu(panel_world, button_sightings(panel_world, ("启动 START",)), language)]  # type: ignore[arg-type]
    assert not any("START" in word for word in unread)
    assert sum("启动 START" in word for word in read) == len(button_sightings(panel_world, ()))


def test_feedback_does_not_say_what_a_button_is(panel_world: World) -> None:
    for part in panel_world.scene.register.parts.values():
        if part.role == "button":
            for code in ("pressed", "stuck"):
                feedback = Feedback(code, ok=True, names={"part": part.name})
                assert feedback.words(panel_world.scene, "zh") in {"你按下了按键。", "按键按不动。"}
                assert feedback.words(panel_world.scene, "en") in {
                    "You pressed the button.",
                    "The button does not move.",
                }


def seed_of(**wanted: str | int) -> int:
    """Return the first seed of a difficulty."""
    axes = tuple(BUTTONS.axes)
    return next(
        seed for seed in range(BLOCK) if all(cell(seed)[axes.index(axis)] == value for axis, value in wanted.items())
    )


HARDEST = {"settings": 3, "lock": "locked"}
PROVED = [
    ("microwave", "none"),
    ("washing_machine", "icons"),
    ("air_conditioner", "none"),
    ("rice_cooker", "words"),
    ("induction_hob", "none"),
    ("lamp_panel", "words"),
]


@pytest.mark.parametrize(
    ("family", "labels"), [PROVED[0], *(pytest.param(*one, marks=pytest.mark.slow) for one in PROVED[1:3])]
)
def test_the_oracle_does_it(family: str, labels: str) -> None:
    instance = prove(BUTTONS, seed_of(family=family, labels=labels, **HARDEST), "")
    assert 10 < instance.oracle_steps < 60


@pytest.mark.slow
@pytest.mark.parametrize("reason", ["absent", "blocked"])
def test_the_oracle_sees_that_it_cannot_be_done(reason: str) -> None:
    instance = prove(BUTTONS, seed_of(family="rice_cooker", labels="none", **HARDEST), reason)  # type: ignore[arg-type]
    assert instance.oracle_steps > 10


@pytest.mark.slow
@pytest.mark.parametrize("reason", ["", *BUTTONS.reasons])
@pytest.mark.parametrize(("family", "labels"), PROVED)
def test_every_family_is_proved(family: str, labels: str, reason: str) -> None:
    prove(BUTTONS, seed_of(family=family, labels=labels, **HARDEST), reason)  # type: ignore[arg-type]


def test_doing_nothing_ignores_an_irrelevant_task() -> None:
    instance = draw(seed_of(family="induction_hob"), "blocked").model_copy(update={"oracle_steps": 1})
    with Episode(instance, Setting(), draw=False) as episode:
        run_episode(episode, BASELINES["idle"](episode, 0))
        assert episode.end().outcome == "TN"


def test_a_switched_appliance_is_a_disturbed_one() -> None:
    instance = draw(seed_of(family="induction_hob", lock="open"), "absent").model_copy(update={"oracle_steps": 1})
    device = instance.details["device"]
    with Episode(instance, Setting(), draw=False) as episode:
        episode.world.press(device, f"{device}/power")
        result = episode.end("silence")
    assert result.outcome == "FP"
    assert result.disturbed == (device,)
