"""``mindsight doctor``: what is there, what is not and the command that mends it; of variables only whether they are set."""

import importlib.util
import subprocess
import sys
from typing import Any

import pytest

from mindsight.cli import checks
from mindsight.text import say
from record import trial

KEY = "xK9qZ7wV3tR5mN1p"
MODEL_VARIABLES = ("OPENAI_BASE_URL", "OPENAI_API_KEY")


def found(about: str) -> dict[str, checks.Check]:
    return {say(check.name, "en"): check for check in checks.checks() if say(check.name, "en").startswith(about)}


def without(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name in modules else real(name, *more))


def test_a_home_is_looked_at_in_three_lines() -> None:
    pytest.importorskip("mujoco")
    lines = found("home: ")
    assert [check.fine for check in lines.values()] == [True, True, True]
    assert say(lines["home: drawing without a screen"].finding, "en") in {"ready (EGL)", "ready (OSMESA)"}
    assert "NotoSansCJK-Bold" in say(lines["home: the typeface on things"].finding, "en")


def test_what_a_home_lacks_comes_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "mujoco", "av", "openai")
    (engine,) = found("home: ").values()
    assert (engine.fine, say(engine.finding, "en")) == (False, "missing: mujoco, av")
    assert engine.remedy == "pip install 'mindsight[home]'"
    libraries = found("models: inspect-ai")["models: inspect-ai and openai"]
    assert (libraries.fine, say(libraries.finding, "en"), libraries.remedy) == (
        False, "missing: openai", "pip install 'mindsight[home]'",
    )  # fmt: skip


def test_without_drivers_and_typeface(monkeypatch: pytest.MonkeyPatch) -> None:
    fonts = pytest.importorskip("mindsight.engine.fonts")
    monkeypatch.setattr(fonts, "FOLDERS", ())
    monkeypatch.setattr(checks, "_drawing", lambda: "")
    _, drawing, typeface = found("home: ").values()
    assert (drawing.fine, say(drawing.finding, "en")) == (False, "neither EGL nor OSMesa works")
    assert (typeface.fine, say(typeface.finding, "en")) == (False, "not found")
    assert [drawing.remedy.split()[:3], typeface.remedy.split()[:3]] == [["sudo", "apt-get", "install"]] * 2


def test_a_driver_that_crashes_or_hangs_does_not_take_the_doctor_along(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: Any, **__: Any) -> Any:
        return subprocess.CompletedProcess([], -11, "", "")

    monkeypatch.setattr(checks.subprocess, "run", crash)
    assert checks._drawing() == ""

    def hang(*_: Any, **__: Any) -> Any:
        raise subprocess.TimeoutExpired(sys.executable, 120)

    monkeypatch.setattr(checks.subprocess, "run", hang)
    assert checks._drawing() == ""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_variables_are_never_shown(language: str) -> None:
    values = {"OPENAI_BASE_URL": f"http://me:{KEY}@example.org/v1", "OPENAI_API_KEY": KEY}
    done = trial.mindsight("doctor", "--lang", language, env=trial.environment(**values))
    lines = [line for line in done.stdout.splitlines() if any(name in line for name in MODEL_VARIABLES)]
    end = "set" if language == "en" else "已设置"
    assert [line[0] for line in lines] == ["✓", "✓"]
    assert all(line.endswith(end) for line in lines)
    assert not any(told in done.stdout + done.stderr for told in (KEY, "example.org"))


def test_variables_that_are_not_set_are_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in MODEL_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    address, key = (found("models: OPENAI")[f"models: {name}"] for name in MODEL_VARIABLES)
    assert (address.fine, key.fine) == (None, None)
    assert address.remedy.startswith("export OPENAI_BASE_URL=")
    assert say(key.finding, "en") == "not set: OpenAI asks for one"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    assert say(found("models: OPENAI")["models: OPENAI_API_KEY"].finding, "en").startswith("not set: many servers")
