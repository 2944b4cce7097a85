"""Runs in a home made by function calls, as the command line makes them."""

from pathlib import Path
from typing import Any

import pytest

import mindsight
from mindsight.errors import InputError
from record.trial import mindsight as command

pytestmark = pytest.mark.usefixtures("_drawing")
FEW: dict[str, Any] = {"tasks": ["buttons"], "trials": 2, "no_media": True}


@pytest.fixture
def _drawing() -> None:
    pytest.importorskip("mujoco")


class Refuser:
    """An agent that declines every task."""

    def act(self, _observation: dict[str, Any]) -> dict[str, Any]:
        return {"action": "decline", "reason": "no"}


def broken(_instruction: str, _observation: dict[str, Any]) -> Any:
    raise ValueError("tired")


def without_answer(source: str, target: str) -> None:
    Path(target).write_text('{"answer": "A"}', "utf-8")
    assert Path(source).is_file()


def test_household_tasks_are_run_by_a_function_call(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    run = mindsight.home.run(
        subject="baseline:oracle", out=tmp_path / "run", progress=lambda done, every: seen.append((done, every)), **FEW
    )
    assert seen[-1] == (2, 2)
    assert run.measures["home.T"].value == 1.0
    assert run.items(outcome="FP") == []
    assert run.verify().findings == []


def test_a_call_and_the_command_line_make_the_same_record(tmp_path: Path) -> None:
    called = mindsight.home.run("baseline:oracle", out=tmp_path / "called", prompt_lang="en", **FEW)
    words = ["--tasks", "buttons", "--trials", "2", "--no-media", "--prompt-lang", "en"]
    said = command("home", "tasks", "run", "--subject", "baseline:oracle", *words, "--out", str(tmp_path / "said"))
    assert said.returncode == 0, said.stderr
    other = mindsight.open(tmp_path / "said")
    assert called.manifest.identity == other.manifest.identity
    assert called.manifest.plan == other.manifest.plan
    assert mindsight.compare(called, other).blocks


def test_an_agent_is_an_object_a_class_or_a_function_of_this_program(tmp_path: Path) -> None:
    whole = mindsight.home.run(Refuser(), out=tmp_path / "object", name="refuser", **FEW)
    made = mindsight.home.run(Refuser, out=tmp_path / "class", name="refuser", **FEW)
    assert [item.outcome for item in whole.items()] == [item.outcome for item in made.items()] == ["FN", "TN"]
    assert made.manifest.subject.spec == f"python:{__name__}:Refuser"
    failed = mindsight.home.run(broken, out=tmp_path / "broken", **FEW)
    assert {item.terms["ending"] for item in failed.items()} == {"silence"}
    assert "ValueError: tired" in str(failed.items()[0])


def test_questions_are_asked_of_a_function(tmp_path: Path) -> None:
    run = mindsight.home.ask(without_answer, tasks=["object.left_right"], trials=4, out=tmp_path / "run")
    assert [item.status for item in run.items()] == ["scored"] * 4
    assert run.verify().findings == []


def test_rooms_are_run_by_a_function_call(tmp_path: Path) -> None:
    run = mindsight.home.alone("baseline:oracle", tasks=["desk"], scenes=2, in_order=0.5, out=tmp_path / "run")
    assert run.manifest.plan["empty"] == 0.5
    assert sorted(item.outcome for item in run.items()) == ["all", "left_alone"]
    assert run.verify().findings == []


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"trails": 3}, 'there is no option "trails"; did you mean "trials"'),
        ({"trials": True}, "--trials: Input should be a valid integer"),
        ({"trials": 10**30}, "--trials: give a number of at most 18 digits"),
        ({"penalty": float("inf")}, "--penalty: inf is not a number that can be used"),
        ({"stance": "alone"}, "--stance: alone is not known; use neutral, eager, cautious"),
        ({"reasons": "odd"}, "--reasons: there is no kind odd"),
        ({"reasons": []}, "--reasons: no kind of irrelevance is named"),
        ({"tasks": ["desk", "desk"]}, "--tasks names a class twice: desk, desk"),
        ({"tasks": ["object.count"]}, "object.count: are questions; ask them with mindsight home ask"),
        ({"tasks": "buttons", "unknown": ["desk"]}, '--unknown: "desk" is not among the classes tested'),
        ({"temperature": 0.5}, "--temperature: is for models, and baseline:oracle is none"),
        ({"no_probe": True}, "--no-probe: is for models, and baseline:oracle is none"),
        ({"model_profile": "nobody"}, "nobody"),
        ({"shard": "1/2", "tasks_per_scene": 2}, "--shard: tasks that share a budget"),
    ],
)
def test_what_cannot_be_used_is_refused_before_anything_is_drawn(
    tmp_path: Path, options: dict[str, Any], expected: str
) -> None:
    with pytest.raises(InputError, match=expected):
        mindsight.home.run("baseline:oracle", out=tmp_path / "run", **options)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("subject", "expected"),
    [(7, "a subject is written SCHEME:REST"), ("nothing", "no subject"), ("folder:here", "cannot do household tasks")],
)
def test_what_is_no_subject_is_refused(tmp_path: Path, subject: Any, expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        mindsight.home.run(subject, out=tmp_path / "run")


def test_the_former_name_goes_on_working_and_says_the_new_ones(tmp_path: Path) -> None:
    said = command("home", "run", "--subject", "baseline:refuse", "--tasks", "buttons", "--trials", "2", "--dry-run")
    assert said.returncode == 0, said.stderr
    assert "home run is called mindsight home tasks run now" in said.stderr
    alone = command("home", "run", "--mode", "autonomous", "--trials", "4", "--subject", "baseline:oracle")
    assert "--trials: is not for an autonomous run; leave it out" in alone.stderr
    asked = command("home", "run", "--tasks", "object.count", "--irrelevant", "0.2", "--subject", "baseline:oracle")
    assert "--irrelevant: is not for questions; leave it out" in asked.stderr
    done = command("home", "run", "--tasks", "buttons", "--as-text", "--subject", "baseline:oracle")
    assert "--as-text: is not for household tasks; leave it out" in done.stderr
    assert not list(tmp_path.iterdir())
