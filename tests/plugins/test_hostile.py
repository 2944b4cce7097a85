"""Whatever a plug-in does wrong ends in one sentence that names it, and runs that do not use it never notice."""

import os
from pathlib import Path

import pytest

from mindsight.cli import run
from mindsight.errors import InputError
from mindsight.home import rebuilding, tasks
from mindsight.home.adapters import inspect_task
from mindsight.home.plugged import classes_named
from mindsight.plugins import registry
from mindsight.plugins.writing import new_task
from mindsight.record import canonical
from mindsight.record.folder import MANIFEST
from mindsight.verification.verifying import rebuild_and_compare
from verification.present import present

from .conftest import Install

PUT = [
    ("import nowhere_to_be_found", "ModuleNotFoundError: No module named 'nowhere_to_be_found' (line 1)"),
    ("x = 1\ndef f(:\n", "SyntaxError: invalid syntax (line 2)"),
    ("def again():\n    return again()\nagain()", "RecursionError: maximum recursion depth exceeded (line 2)"),
    ("import sys\nsys.exit('bye')", "SystemExit: bye (line 2)"),
    ("raise KeyboardError", "NameError: name 'KeyboardError' is not defined (line 1)"),
    ("raise ValueError('first line\\nsecond line')", "ValueError: first line second line (line 1)"),
    ("\0", "cannot be loaded as a plug-in"),
    ("x = 1", "holds no part of a plug-in"),
    ("from mindsight.home.tasks.buttons import BUTTONS", "holds no part of a plug-in"),
    (
        "from mindsight.plugins.household import HouseholdTask\nT = HouseholdTask(print, ('甲', 'a'), 'object', 'object')",
        "is no Task",
    ),
]


def _refused(path: Path | str) -> str:
    with pytest.raises(InputError) as error:
        classes_named(str(path))
    assert "\n" not in str(error.value)
    assert registry.taken("task") == {}
    return str(error.value)


@pytest.mark.parametrize(("code", "said"), PUT, ids=[said for _, said in PUT])
def test_a_file_that_cannot_be_loaded_is_named_with_the_line(tmp_path: Path, code: str, said: str) -> None:
    file = tmp_path / "bad.py"
    file.write_text(code, "utf-8")
    assert said in (words := _refused(file))
    assert words.startswith(f"{file}: ")


CHANGES = [
    (('"找出颜色不同的一个"', '"Odd one"'), "title must be given in both languages"),
    (('("找出颜色不同的一个", "Find the odd one out")', '"找出"'), "title must be given in both languages"),
    (('KEY = "mine"', 'KEY = "buttons"'), "is the name of something built in"),
    (('KEY = "mine"', 'KEY = "object"'), "is the name of something built in"),
    (('KEY = "mine"', 'KEY = "../mine"'), "is no name for it"),
    (('KEY = "mine"', "KEY = 7"), "is no name for it"),
    (('dimension="object"', 'dimension="smell"'), "its dimension must be one of object, language"),
    (('domain="object"', 'domain="smell"'), "its domain must be one of object, spatial, social"),
    (("axes={", "axis={"), "unexpected keyword argument 'axis'"),
]


@pytest.mark.parametrize(("change", "said"), CHANGES, ids=[change[1] for change, _ in CHANGES])
def test_a_class_that_could_not_be_listed_or_told_apart_is_refused(
    tmp_path: Path, change: tuple[str, str], said: str
) -> None:
    file = new_task("mine", tmp_path / "mine.py")
    code = file.read_text("utf-8")
    assert code.count(change[0]) == 1
    file.write_text(code.replace(*change), "utf-8")
    assert said in _refused(file)


def test_a_huge_file_a_folder_and_a_pipe_are_not_even_read(tmp_path: Path) -> None:
    huge, folder, pipe = tmp_path / "huge.py", tmp_path / "folder.py", tmp_path / "pipe.py"
    with huge.open("wb") as file:
        file.truncate(1 << 30)
    folder.mkdir()
    os.mkfifo(pipe)
    assert "is larger than 1000000 bytes" in _refused(huge)
    for place in (folder, pipe, tmp_path / "none.py"):
        assert "there is no such file" in _refused(place)


def test_two_plug_ins_of_one_name_are_told_apart_by_refusing_the_second(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    first, second = new_task("mine", tmp_path / "mine.py"), new_task("mine", tmp_path / "other" / "mine.py")
    assert classes_named(str(first)) == ["mine"]
    second.write_text(second.read_text("utf-8") + "\n# other\n", "utf-8")
    with pytest.raises(InputError, match=r"the name mine is taken by mine\.py sha256-"):
        classes_named(str(second))
    # A file that was changed takes the place of what it was.
    before = registry.origin_of("task", "mine")
    first.write_text(first.read_text("utf-8") + "\n# changed\n", "utf-8")
    assert classes_named(str(first)) == ["mine"]
    assert registry.origin_of("task", "mine") != before


def test_the_command_line_passes_the_sentence_on(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("1/0", "utf-8")
    with pytest.raises(InputError, match=r"bad\.py: .*ZeroDivisionError: division by zero \(line 1\)$"):
        run(["home", "tasks", "run", "--tasks", "bad.py", "--subject", "baseline:oracle"])


def test_a_broken_plug_in_is_noticed_only_by_those_who_name_it(install: Install) -> None:
    install("import nowhere", {"task.broken": "TASK", "questions.broken_too": "Q"})
    assert classes_named("buttons") == ("buttons",)
    assert classes_named("object.colour") == ("object.colour",)
    assert classes_named("no_plug_in") == ("no_plug_in",)
    assert "their-things (task.broken): cannot be loaded as a plug-in: ModuleNotFoundError" in _refused("broken")


def test_an_entry_point_must_be_what_its_name_says(install: Install) -> None:
    install("TASK = 7", {"task.seven": "TASK", "task.lost": "GONE"})
    assert "their_things:TASK is not what the name of the entry point says" in _refused("seven")
    assert "AttributeError" in _refused("lost")


def test_two_distributions_with_one_name_are_both_named(install: Install) -> None:
    install("A = 1", {"task.same": "A"}, name="their-one")
    install("A = 1", {"task.same": "A"}, name="their-other")
    assert "several distributions offer a plug-in of this name: their-one, their-other" in _refused("same")


def test_a_file_that_a_record_or_a_log_names_is_never_executed(tmp_path: Path) -> None:
    """Only a word that the user gives may name a file: a stranger's folder must not run anything."""
    pytest.importorskip("mujoco")
    trace, file = tmp_path / "executed", tmp_path / "theirs.py"
    file.write_text(f"open({str(trace)!r}, 'w').close()", "utf-8")
    record = present("home-model", tmp_path)
    page = canonical.load(record.path / MANIFEST)
    page["plan"]["tasks"].append(str(file))
    record.write(MANIFEST, canonical.page(page))
    record.seal()
    assert rebuild_and_compare(record).findings
    assert str(file) in rebuilding.plan_of(page["plan"]).tasks
    for words in (str(file), [str(file)]):
        with pytest.raises(InputError, match="is none of"):
            inspect_task.plan_of_options(tasks=words)
    with pytest.raises(InputError, match="there is no such task class"):
        tasks.load()[str(file)]
    assert registry.find(str(file), "task", "questions", "baseline", "embedder") == []
    assert not trace.exists()
