"""``mindsight doctor``: what is there, what is missing and the command to install it; variables are only listed as set or not."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mindsight.cli import doctor
from mindsight.text import say
from record import trial

KEY = "xK9qZ7wV3tR5mN1p"
MODEL_VARIABLES = ("OPENAI_BASE_URL", "OPENAI_API_KEY")


def found(about: str) -> dict[str, doctor.Check]:
    return {say(check.name, "en"): check for check in doctor.checks() if say(check.name, "en").startswith(about)}


def without(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name in modules else real(name, *more))


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Simulate an installed package; these tests themselves run in a checkout."""
    monkeypatch.setattr(doctor, "_CHECKOUT", tmp_path)


def test_a_home_is_looked_at_in_four_lines() -> None:
    pytest.importorskip("mujoco")
    lines = found("home: ")
    assert [check.fine for check in lines.values()] == [True, True, True, True]
    drawing = say(lines["home: drawing without a screen"].finding, "en")
    assert re.fullmatch(r"ready \((EGL|OSMESA), \S.*\)", drawing), "neither backend nor driver is named"
    assert "NotoSansCJK-Bold" in say(lines["home: the typeface on things"].finding, "en")


def test_what_a_home_lacks_comes_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "mujoco", "OpenGL", "openai")
    (engine,) = found("home: ").values()
    assert (engine.fine, say(engine.finding, "en")) == (False, "missing: mujoco, OpenGL")
    assert engine.remedy == "pip install 'mindsight[home]'"
    libraries = found("models: inspect-ai")["models: inspect-ai and openai"]
    assert (libraries.fine, libraries.remedy) == (False, "pip install 'mindsight[home]'")
    assert say(libraries.finding, "en") == "missing: openai; built-in subjects and agents can be tested, models cannot"


def test_after_a_demonstration_all_but_models_works(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mujoco")
    without(monkeypatch, "inspect_ai", "openai")
    home, models, vsig = found("home: "), found("models: inspect-ai"), found("vsig: reading")
    assert [check.fine for check in home.values()] == [True, True, True, True]
    assert [check.fine for check in models.values()] == [False]
    assert [check.fine for check in vsig.values()] == [True]


def test_without_a_film_library_tasks_run_and_clips_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mujoco")
    monkeypatch.setattr(doctor, "_drawing", lambda: "egl")
    without(monkeypatch, "av")
    home, (vsig,) = found("home: "), found("vsig: reading").values()
    assert [check.fine for check in home.values()] == [True, True, True, False]
    film = home["home: videos of tasks"].finding
    assert say(film, "en") == "missing: av; tasks run, but home replay cannot record videos of them"
    assert say(film, "zh") == "缺少：av；任务可以测试，但 home replay 不能录成影片"
    assert (vsig.fine, say(vsig.finding, "en")) == (False, "missing: av")
    assert vsig.remedy == "pip install 'mindsight[vsig]'"


def test_without_a_voice_clips_are_silent_which_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.shutil, "which", lambda _name: None)
    (voice,) = found("vsig: a voice").values()
    assert voice.fine is None
    assert say(voice.finding, "en").endswith(
        "clips made by vsig synth are silent; add it with: sudo apt-get install espeak-ng"
    )


def test_in_a_checkout_the_advice_is_that_of_a_checkout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "my checkout"
    (folder / "src" / "mindsight").mkdir(parents=True)
    (folder / ".venv").mkdir()
    (folder / "Makefile").touch()
    monkeypatch.setattr(doctor, "_CHECKOUT", folder)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(doctor.sys, "prefix", str(folder / ".venv"))
    monkeypatch.setattr(doctor.sys, "executable", "/python")
    assert doctor._install("home") == "make .venv/.ready"
    monkeypatch.chdir(tmp_path)
    assert doctor._install("home") == f"cd '{folder}' && make .venv/.ready"
    (folder / ".venv" / ".ready").touch()
    monkeypatch.chdir(folder)
    assert doctor._install("home") == "/python -m pip install -e '.[home]'"
    monkeypatch.setattr(doctor.sys, "prefix", "/usr")
    assert doctor._install("album") == "/python -m pip install -e '.[album]'"


def test_without_drivers_and_typeface(monkeypatch: pytest.MonkeyPatch) -> None:
    fonts = pytest.importorskip("mindsight.engine.drawing.prints.fonts")
    monkeypatch.setattr(fonts, "FOLDERS", ())
    monkeypatch.setattr(doctor, "_drawing", lambda: "")
    _, drawing, typeface, _ = found("home: ").values()
    assert (drawing.fine, say(drawing.finding, "en")) == (False, "neither EGL nor OSMesa works")
    assert (typeface.fine, say(typeface.finding, "en")) == (False, "not found")
    assert [drawing.remedy.split()[:3], typeface.remedy.split()[:3]] == [["sudo", "apt-get", "install"]] * 2


def test_a_driver_that_crashes_or_hangs_does_not_take_the_doctor_along(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: Any, **__: Any) -> Any:
        return subprocess.CompletedProcess([], -11, "", "")

    monkeypatch.setattr(doctor.subprocess, "run", crash)
    assert doctor._drawing() == ""

    def hang(*_: Any, **__: Any) -> Any:
        raise subprocess.TimeoutExpired(sys.executable, 120)

    monkeypatch.setattr(doctor.subprocess, "run", hang)
    assert doctor._drawing() == ""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_variables_are_never_shown(language: str) -> None:
    values = {"OPENAI_BASE_URL": f"http://me:{KEY}@example.org/v1", "OPENAI_API_KEY": KEY}
    done = trial.mindsight("doctor", "--lang", language, env=trial.environment(**values))
    lines = [line for line in done.stdout.splitlines() if any(name in line for name in MODEL_VARIABLES)]
    end = "set" if language == "en" else "已设置"
    assert [line[0] for line in lines] == ["✓", "✓"]
    assert all(line.endswith(end) for line in lines)
    assert not any(secret in done.stdout + done.stderr for secret in (KEY, "example.org"))


@pytest.mark.slow
def test_variables_that_are_not_set_are_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in MODEL_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    address, key = (found("models: OPENAI")[f"models: {name}"] for name in MODEL_VARIABLES)
    assert (address.fine, key.fine) == (None, None)
    assert address.remedy.startswith("export OPENAI_BASE_URL=")
    assert say(key.finding, "en") == "not set: OpenAI asks for one"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    assert say(found("models: OPENAI")["models: OPENAI_API_KEY"].finding, "en").startswith("not set: many servers")
