"""Named conditions: what each changes, what is refused, what is left out, and the report."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from home.household import TASKS, TRIALS, cache_of, prepared
from home.made_up import Refuser, made_up
from mindsight import checker
from mindsight.cli import run as mindsight
from mindsight.engine.drawing import filament
from mindsight.errors import IdentityError, InputError, MindsightError, MissingExtra
from mindsight.home.episodes.disturbances import STRENGTHS
from mindsight.home.episodes.running import BaselineRunner, failed_draft
from mindsight.home.plan import Plan
from mindsight.home.preparation.drawing import read_instances
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.wordings import redrawn_in
from mindsight.home.setting import Disturbance, Setting
from mindsight.home.studies import conditions, robustness
from mindsight.home.studies.conditions import ConditionsTest
from mindsight.home.studies.robustness_comparison import compare
from mindsight.pipeline import run_test
from mindsight.record import canonical
from mindsight.record.blocks import Table
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft, Subject
from mindsight.record.titles import NAMES, titles_of
from mindsight.report import render_html, write_report
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import say, text


def keys(*names: str, setting: Setting = Setting()) -> list[str]:  # noqa: B008
    return [one.key for one in robustness.conditions_of(names, setting)]


def test_the_usual_conditions_each_change_one_thing() -> None:
    first, *others = robustness.conditions_of(robustness.USUAL, Setting())
    assert first.setting == Setting(wording="a")
    plain = {"stance": "cautious", **first.setting.model_dump()}
    changed = {}
    for one in others:
        page = {"disturbance": {}, "stance": "cautious", **one.setting.model_dump()}
        changed[one.key] = {name for name in page if page[name] != plain.get(name, {})}
    assert changed == {
        "stance-neutral": {"stance"},
        "stance-eager": {"stance"},
        "fine": {"profile"},
        "pbr": {"profile"},
        "wording-b": {"wording"},
        "en": {"language"},
        "blur-2": {"disturbance"},
        "noise-25": {"disturbance"},
        "dark-4": {"disturbance"},
    }


def test_a_kind_of_disturbance_stands_for_its_documented_strengths() -> None:
    assert keys("blur") == ["base", *(f"blur-{one}" for one in STRENGTHS["blur"])]
    assert keys("dark-0.5", "dark", "dark-2") == ["base", "dark-0.5", "dark-2", "dark-4", "dark-6"]
    (_, one) = robustness.conditions_of(["noise-3"], Setting())
    assert one.setting.disturbance == Disturbance(noise=3)


def test_the_runs_own_renderer_is_no_condition() -> None:
    assert keys("fast", "fine", setting=Setting(profile="fine")) == ["base", "fast"]
    assert keys("language", setting=Setting(language="en")) == ["base", "zh"]
    with pytest.raises(InputError, match="none that differs"):
        keys("fast")


@pytest.mark.parametrize(
    "name", ["haze", "blur-x", "blur-0", "blur--1", "noise-300", "blur-2.0", "wording-a", "dark-nan"]
)
def test_an_unknown_condition_is_refused(name: str) -> None:
    with pytest.raises(InputError, match=re.escape(f'there is no condition "{name}"')):
        keys(name)


def test_unavailable_renderers_are_left_out_with_their_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def check() -> None:
        raise MissingExtra("no Vulkan")

    monkeypatch.setattr(filament, "check", check)
    found = robustness.left_out(robustness.conditions_of(["pbr", "fine"], Setting()))
    assert {key: str(reason) for key, reason in found.items()} == {"pbr": "no Vulkan"}
    (note,) = robustness.notes_of(found)
    assert (note.id, note.role) == ("departure-without-pbr", "departure")
    assert str(note.body) == "The condition pbr is left out: no Vulkan"
    assert robustness.left_out(robustness.conditions_of(["fine"], Setting())) == {}


# A run


@pytest.fixture(scope="module", autouse=True)
def _no_episodes() -> Iterator[None]:
    """Skip the environment's check and the episodes, which other tests cover; each takes a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conditions, "check_environment", lambda *_: {"starts": "egl"})
        patch.setattr(conditions, "BaselineRunner", Refuser)
        yield


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Proved tasks with their instructions in other words."""
    path = prepared(cache_of(tmp_path_factory), tmp_path_factory.mktemp("tasks"))
    page = canonical.load(path)
    instances = read_instances(path)
    said = {words: {one.id: redrawn_in(one, words).instruction for one in instances} for words in ("a", "b")}
    path.write_bytes(canonical.page({**page, "wordings": said}))
    return path


def of(data: Path, names: list[str], subject: str = "baseline:refuse", **chosen: Any) -> ConditionsTest:
    found = robustness.conditions_of(names, Setting())
    plan = Plan(**{"tasks": TASKS, "trials": TRIALS, "keep_pictures": False, "setting": found[0].setting, **chosen})
    scheme, _, rest = subject.partition(":")
    notes = robustness.notes_of({"pbr": text("no")})
    return ConditionsTest(
        "robustness", plan, found, data, SubjectSpec(scheme, rest), Subject(spec=subject, name=rest), notes=notes
    )


@pytest.fixture(scope="module")
def run(data: Path, tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    found = run_test(of(data, ["wording-b"]), tmp_path_factory.mktemp("runs") / "run")
    write_report(found, language="zh")
    return found


def test_the_record_agrees_and_names_what_was_left_out(run: RunFolder) -> None:
    assert [finding.say() for finding in checker.check(str(run.path))[0]] == []
    assert run.manifest.identity["wording"] == "a"
    assert "departure-without-pbr" in {note.id for note in run.manifest.departures}


def test_a_report_states_what_a_built_in_subject_can_show(run: RunFolder) -> None:
    ids = [block.id for block in run.results.blocks]
    assert ids[:2] == ["summary", "information-built-in"]
    assert {"panel", "by-class", "changes", "endings", "how", "conditions"} <= set(ids)
    for language in ("zh", "en"):
        page = render_html(run, language=language)
        assert all(f'id="{block}"' in page for block in ids if block != NAMES)


def test_every_measure_has_a_name_in_words_and_no_two_the_same(run: RunFolder) -> None:
    titles = titles_of(run.results)
    assert titles.keys() == {measure.name for measure in run.results.measures}
    for language in ("zh", "en"):
        names = {tuple(part and say(part, language) for part in title) for title in titles.values()}
        assert len(names) == len(titles)
    # Each number has a tile for each condition, which names the condition.
    tiles = render_html(run, language="en").split('class="tile"')[1:]
    assert all("undisturbed" in tile or "other words" in tile for tile in tiles)


def test_an_outside_subject_is_sent_the_words_of_each_condition(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, list[str]] = {}

    def outside(spec: SubjectSpec, plan: Plan, missing: Any, **options: Any) -> Iterator[Draft]:
        assert options["means"] is not None
        key = f"{plan.setting.wording}{plan.setting.disturbance}"
        for instance in reversed(missing):
            asked.setdefault(key, []).append(instance.instruction[plan.setting.language])
            yield failed_draft(instance, None, answer={}, took_s=1)

    monkeypatch.setattr(conditions, "from_outside", outside)
    test = of(data, ["wording-b", "blur-2"], "python:some.module:agent")
    found = run_test(test, tmp_path / "run")
    held = canonical.load(data)["wordings"]
    assert sorted(asked["a"]) == sorted(asked["ablur:2"]) == sorted(one["zh"] for one in held["a"].values())
    assert sorted(asked["b"]) == sorted(one["zh"] for one in held["b"].values())
    assert len(list(found.items)) == 3 * TRIALS
    write_report(found, language="en")
    assert [finding.say() for finding in checker.check(str(found.path))[0]] == []
    assert {one.value for one in found.results.measures if one.name.startswith("home.change.")} == {None}


def test_an_unusual_setting_is_part_of_the_identity(data: Path) -> None:
    test = of(data, ["wording-b"])
    other = of(data, ["wording-b"])._plan
    assert test.manifest.plan["setting"]["wording"] == "a"
    blurred = other.model_copy(update={"setting": Setting(disturbance=Disturbance(blur=1))})
    assert str(blurred.setting.disturbance) == "blur:1"


# The command


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--subject baseline:oracle --conditions haze", 'there is no condition "haze"; there are fast, fine, pbr'),
        ("--subject baseline:oracle --conditions fast", "none that differs from the undisturbed run"),
        ("--subject command:x", "command: subjects cannot do household tasks"),
        ("", "name the subject once"),
        ("--subject baseline:oracle --temperature 1", "--temperature: is for models"),
        (
            "--subject baseline:oracle --tasks object.colour",
            "object.colour: not asked with pictures made worse; there are",
        ),
        ("--subject baseline:oracle --tasks event --conditions blur", "--conditions: is not for questions"),
    ],
)
def test_a_mistake_is_one_sentence(arguments: str, sentence: str) -> None:
    with pytest.raises(MindsightError, match=re.escape(sentence)):
        mindsight(["home", "robustness", *arguments.split()])


class Obedient(Refuser):
    """Declines every task under the cautious stance, claims every one under the eager one, and is always wrong under the neutral one."""

    def __call__(self, instance: Instance) -> Draft:
        """Return how a task ended."""
        right = {"neutral": False, "eager": instance.valid, "cautious": not instance.valid}
        return made_up(instance, right=right[self.setting.stance])


def test_a_comparison_begins_with_t_under_each_stance_and_its_spread(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["stance-neutral", "stance-eager"]
    refuse = run_test(of(data, names), tmp_path / "refuse")
    monkeypatch.setattr(conditions, "BaselineRunner", Obedient)
    obedient = run_test(of(data, names, "baseline:random"), tmp_path / "obedient")
    (table,) = (one for one in compare([refuse, obedient], seed=1).blocks if one.id == "stances")
    assert isinstance(table, Table)
    assert [(row[0], row[1], row[2], row[4], row[6]) for row in table.rows] == [
        *(("refuse", stance, 0.5, 1.0, 0.5) for stance in ("cautious", "neutral", "eager")),
        ("refuse", text("largest less smallest T"), 0.0, None, None),
        ("random", "cautious", 0.5, 1.0, 0.5),
        ("random", "neutral", 0.0, 0.0, 0.0),
        ("random", "eager", 0.5, 0.0, text("not_estimable")),
        ("random", text("largest less smallest T"), 0.5, None, None),
    ]
    other = run_test(of(data, ["wording-b"], "baseline:random"), tmp_path / "other")
    with pytest.raises(IdentityError, match="conditions"):
        compare([refuse, other], seed=1)
    assert mindsight(["compare", str(tmp_path / "refuse"), str(tmp_path / "obedient"), "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert said.index("T under each stance") < said.index("Paired differences")


@pytest.mark.slow
def test_the_command_runs_rehearses_and_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: Any
) -> None:
    prepared(cache_of(tmp_path_factory), tmp_path / "tasks")
    monkeypatch.setattr(conditions, "BaselineRunner", BaselineRunner)
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache_of(tmp_path_factory)))
    command = [
        "home",
        "robustness",
        "--subject",
        "baseline:refuse",
        "--tasks",
        ",".join(TASKS),
        "--trials",
        str(TRIALS),
    ]
    command += ["--conditions", "wording-b,blur-2"]
    folder = tmp_path / "run"
    assert mindsight([*command, "--out", str(folder), "--dry-run"]) == 0
    assert not folder.exists()
    assert mindsight([*command, "--out", str(folder)]) == 0
    assert mindsight([*command, "--resume", str(folder)]) == 0
    assert mindsight(["verify", str(folder)]) == 0
    assert mindsight(["rescore", str(folder)]) == 0
    assert (
        mindsight(["home", "replay", str(folder), f"{TASKS[0]}-0001@blur-2", "--out", str(tmp_path / "film.mp4")]) == 0
    )
