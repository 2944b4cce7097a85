"""Each rule of the contract finds a class that breaks it; the scaffold breaks none."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

import mindsight
from mindsight.errors import InputError
from mindsight.home import tasks
from mindsight.home.plugged import classes_named
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Task
from mindsight.plugins.writing import new_task
from mindsight.testing import contract
from mindsight.text import Text


def _file(folder: Path, *changes: tuple[str, str]) -> Path:
    """Return the scaffold with changes."""
    path = new_task("mine", folder / "mine.py")
    code = path.read_text("utf-8")
    for before, after in changes:
        assert code.count(before) == 1, before
        code = code.replace(before, after)
    path.write_text(code, "utf-8")
    return path


def _task(folder: Path, *changes: tuple[str, str]) -> Task:
    (key,) = classes_named(str(_file(folder, *changes)))
    return tasks.load()[key]


def _said(found: Iterable[Text]) -> str:
    return "; ".join(map(str, found))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"version": 0}, "its version is not 1 or more"),
        ({"axes": {}}, "it has no axes of difficulty"),
        ({"axes": {"kind": ()}}, "it has no axes of difficulty, or one without values"),
        ({"reasons": ("impossible", "not_home")}, "the words alone tell which of its tasks are irrelevant"),
        ({"reasons": ("absent", "boring")}, "there is no kind of irrelevance boring"),
    ],
)
def test_what_a_class_says_of_itself_is_looked_at(tmp_path: Path, changes: dict[str, object], said: str) -> None:
    task = _task(tmp_path)
    assert not [*contract.described(task)]
    assert said in _said(contract.described(replace(task, **changes)))  # type: ignore[arg-type]


def _drawn(task: Task) -> Instance:
    return task.draw(3, "")


def test_what_an_instance_lacks_is_said(tmp_path: Path) -> None:
    task = _task(tmp_path)
    whole = _drawn(task)
    assert not [*contract.complete(task, whole)]
    for change, said in (
        ({"goal": ["inside", 7]}, "cannot be judged"),
        ({"goal": []}, "cannot be judged"),
        ({"needed": ()}, "names nothing that must be visible"),
        ({"instruction": {"zh": "做吧", "en": "做吧"}}, "not given in both languages"),
        ({"difficulty": {"count": 5}}, "5 is no value of the axis count"),
        ({"task_version": 2}, "of another class or version"),
    ):
        assert said in _said(contract.complete(task, whole.model_copy(update=change)))


def test_chance_from_elsewhere_than_the_seed_is_found(tmp_path: Path) -> None:
    task = _task(
        tmp_path,
        ("    rng = stream(seed, KEY)\n", "    import random\n    rng = stream(random.getrandbits(40), KEY)\n"),
    )
    assert "gives another task when it is drawn again" in _said(contract.repeatable(task, _drawn(task)))


def test_seeds_that_all_give_the_same_are_found(tmp_path: Path) -> None:
    task = _task(tmp_path, ('"""Return the task of a seed: the same', '"""Return the task: the same'))
    assert not [*contract.varied(task, _drawn(task))]
    stuck = replace(task, draw=lambda _seed, reason: task.draw(3, reason))
    assert "seeds 3 to 12 give the same scene" in _said(contract.varied(stuck, _drawn(task)))


def test_an_instance_in_one_language_only_is_refused_wherever_it_is_drawn(tmp_path: Path) -> None:
    task = _task(tmp_path, ("        instruction=instruction,\n", "        instruction={'zh': instruction['zh']},\n"))
    with pytest.raises(InputError, match="mine: the instruction of seed 3 is not given in both languages"):
        _drawn(task)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("    return Instance(", "    return dict("), r"mine: draw\(\) returned no Instance"),
        (
            ("        task_version=VERSION,\n", "        task_version=9,\n"),
            "returned a task of another class or version",
        ),
    ],
)
def test_what_is_drawn_must_be_a_task_of_the_class(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        _drawn(_task(tmp_path, change))


def test_what_is_asked_for_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such task class here"):
        mindsight.testing.check_task("nobody")
    with pytest.raises(InputError, match="there is no such file"):
        mindsight.testing.check_task(tmp_path / "none.py")


@pytest.mark.slow
def test_the_scaffold_keeps_the_contract(tmp_path: Path) -> None:
    mindsight.testing.check_task(_file(tmp_path))


LEAKS = [
    (
        ('    if reason in {"impossible", "not_home"}:\n        instruction', "    if reason:\n        instruction"),
        "absent: the words tell it from its valid task",
    ),
    (('locked=reason == "blocked"', "locked=False"), "the last rule broken was oracle_acted"),
    (
        ('    yield Action(verb="look", to=table)\n', '    raise KeyError("theirs")\n'),
        "drawing or solving a task fails: KeyError: 'theirs'",
    ),
    (("names = [thing.name for thing in scene.things]", "names = []"), "list index out of range"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("change", "said"), LEAKS)
def test_what_gives_a_task_away_or_breaks_it_is_said(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    with pytest.raises(InputError) as error:
        mindsight.testing.check_task(_file(tmp_path, change))
    assert said in str(error.value)
    assert str(error.value).startswith("mine: ")


@pytest.mark.slow
def test_an_oracle_that_is_told_is_found_out(tmp_path: Path) -> None:
    told = (
        ("    if len(odd) != 1 or shut or", "    if instance.reason or len(odd) != 1 or shut or"),
        ("    odd = [name for name, colour in colours.items() if often[colour] == 1]", "    odd = sorted(colours)[:1]"),
    )
    with pytest.raises(InputError, match="absent: the oracle decides by the reason, not by what it sees"):
        mindsight.testing.check_task(_file(tmp_path, *told))
