"""Plug-ins of these tests are taken in this process; each test begins without any, and leaves none."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mindsight.plugins import registry

Install = Callable[..., Path]


@pytest.fixture(autouse=True)
def _none_before_and_after(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    before = {*sys.modules}
    registry.forget()
    yield
    registry.forget()
    for name in {*sys.modules} - before:
        if not name.startswith("mindsight."):
            # A package of the same name in the next test has other contents.
            sys.modules.pop(name, None) if name.startswith(("their_", "mindsight_plugin_")) else None


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Return a function that puts a distribution with one module and its entry points on the path, as an installer does."""

    def put(code: str, points: dict[str, str], *, name: str = "their-things", version: str = "1.2") -> Path:
        module = name.replace("-", "_")
        site = tmp_path / "site" / name
        info = site / f"{module}-{version}.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        listed = "".join(f"{point} = {module}:{value}\n" for point, value in points.items())
        (info / "entry_points.txt").write_text(f"[mindsight.plugins]\n{listed}")
        (site / f"{module}.py").write_text(code, "utf-8")
        monkeypatch.syspath_prepend(str(site))
        return site / f"{module}.py"

    return put
