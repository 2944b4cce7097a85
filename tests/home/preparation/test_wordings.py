"""Two sets of wordings: the same task in other words, and nothing else differs."""

import importlib
import json
from pathlib import Path

import pytest

from mindsight.errors import RecordError
from mindsight.home import tasks
from mindsight.home.classes import CLASSES
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.wordings import read_wordings, redrawn_in, worded_in, wordings_of
from mindsight.home.tasks import Rejected, wording
from mindsight.home.tasks.wording import NOT_HOME, spoken, spoken_as
from mindsight.record import canonical

QUICK = ("buttons", "jigsaw", "sort_count")
MODULES = [
    importlib.import_module(f"mindsight.home.tasks.{name}")
    for task in CLASSES
    for name in (task, f"{task}.words")
    if importlib.util.find_spec(f"mindsight.home.tasks.{name}") is not None
]


def drawn(key: str, reason: str) -> Instance:
    for seed in range(3, 40):
        try:
            return tasks.load()[key].draw(seed, reason)  # type: ignore[arg-type]
        except Rejected:
            continue
    raise AssertionError(f"{key}: no task")


@pytest.mark.parametrize("reason", ["", "absent", "impossible", "not_home"])
@pytest.mark.parametrize("key", [key if key in QUICK else pytest.param(key, marks=pytest.mark.slow) for key in CLASSES])
def test_the_same_task_in_other_words(key: str, reason: str) -> None:
    instance = drawn(key, reason)
    first, other = redrawn_in(instance, "a"), redrawn_in(instance, "b")
    for language in ("zh", "en"):
        assert first.instruction[language] != other.instruction[language]
    # redrawn_in refuses any other difference; this checks it for the tasks that are run, too.
    for said in (first, other):
        assert said.model_copy(update={"instruction": instance.instruction}) == instance
    assert instance == drawn(key, reason)
    kept = Instance.model_validate_json(canonical.model_page(instance))
    assert redrawn_in(kept, "b").instruction == other.instruction, "as the cache of proved tasks holds it"
    assert spoken() == "drawn"


def tables() -> dict[str, tuple[tuple[str, str], ...]]:
    """All tables of wordings by their place; tables of different demands are not wordings."""
    found = {}
    for module in MODULES:
        for name, value in vars(module).items():
            parts = value.items() if isinstance(value, dict) else [("", value)]
            for part, rows in parts:
                if name.isupper() and name not in {"IMPOSSIBLE", "NOT_HOME"} and _is_table(rows):
                    found[f"{module.__name__}.{name}.{part}"] = rows
    return found


def _is_table(rows: object) -> bool:
    return (
        isinstance(rows, tuple)
        and bool(rows)
        and all(
            isinstance(row, tuple) and len(row) == 2 and all(isinstance(one, str) and " " in row[1] for one in row)
            for row in rows
        )
    )


def test_every_sentence_has_a_wording_in_both_sets() -> None:
    found = tables()
    whole = {id(rows) for name, rows in found.items() if name.endswith("WORDINGS.")}
    assert len(whole) == len(CLASSES)
    assert [name for name, rows in found.items() if len(rows) < 2] == []
    for rows in found.values():
        places = {}
        for words in ("a", "b"):
            with spoken_as(words):
                places[words] = {wording._in_set(number, len(rows)) for number in range(len(rows))}
        assert not places["a"] & places["b"]
        assert places["a"] | places["b"] == set(range(len(rows)))


def test_every_demand_has_a_beginning_for_the_other_set() -> None:
    demands = [NOT_HOME, *(module.IMPOSSIBLE for module in MODULES if hasattr(module, "IMPOSSIBLE"))]
    assert len(demands) > len(CLASSES)
    for table in demands:
        for zh, en in table:
            assert zh.startswith("请"), zh
            assert en.startswith("Please "), en


def test_a_data_file_holds_the_words_and_a_task_is_reworded_from_them(tmp_path: Path) -> None:
    instance = drawn("buttons", "")
    wordings = wordings_of([instance], ("drawn", "b"))
    assert wordings == {"b": {instance.id: redrawn_in(instance, "b").instruction}}
    data = tmp_path / "instances.json"
    data.write_text(json.dumps({"items": [], "wordings": wordings}))
    held = read_wordings(data)
    assert worded_in(instance, "b", held).instruction == wordings["b"][instance.id]
    assert worded_in(instance, "drawn", held) is instance
    with pytest.raises(RecordError, match="no instruction from the wordings a"):
        worded_in(instance, "a", held)


def test_a_class_whose_task_changes_with_the_words_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    instance = drawn("buttons", "")
    task = tasks.load()["buttons"]

    def draw(seed: int, reason: str) -> Instance:
        return task.draw(seed, reason).model_copy(update={"details": {"said": spoken()}})  # type: ignore[arg-type]

    other = type(task)(**{**vars(task), "draw": draw})
    monkeypatch.setitem(tasks.TASKS, "buttons", other)
    with pytest.raises(RuntimeError, match="other words make another task"):
        redrawn_in(instance, "b")
