"""The shapes that a body is mixed from: needed for a moment whenever somebody is prepared, so a file keeps them, not the memory.

They take 98 MiB, a quarter of what a process with people may use. All processes of a machine read the same file.
"""

import hashlib
import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Mixer:
    """Mixes bodies of one model, whose shapes it takes out of memory if the cache can be written."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self._file = _kept(model._assets.blendshapes)  # noqa: SLF001  (the package has no way to let go of them)
        if self._file is not None:
            nothing = np.empty((0, *model._assets.blendshapes.shape[1:]), np.float32)  # noqa: SLF001
            model._assets = replace(model._assets, blendshapes=nothing)  # noqa: SLF001

    def identity(self, shape: NDArray[Any]) -> Any:
        """Return what the body model needs to pose a body of some shape."""
        if self._file is None:
            return self._model.prepare_identity(shape)
        without = self._model._assets  # noqa: SLF001
        # Pages that were read go when the array does.
        self._model._assets = replace(without, blendshapes=np.load(self._file, mmap_mode="r"))  # noqa: SLF001
        try:
            return self._model.prepare_identity(shape)
        finally:
            self._model._assets = without  # noqa: SLF001


def _kept(shapes: NDArray[np.float32]) -> Path | None:
    """Return the file with these shapes, written if it is not there; none if it cannot be."""
    base = os.environ.get("XDG_CACHE_HOME")
    folder = (Path(base) if base else Path.home() / ".cache") / "mindsight" / "bodies"
    file = folder / f"shapes-{hashlib.blake2b(shapes.data, digest_size=12).hexdigest()}.npy"
    try:
        if not file.is_file():
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=folder, suffix=".part", delete=False) as partial:
                np.save(partial, shapes)
            Path(partial.name).replace(file)
    except OSError:
        return None
    return file
