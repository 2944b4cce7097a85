"""Data sets that are changed before they are checked: their files, and clips with given facts instead of decoding."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mindsight.vsig.dataset.preparation import Prepared, prepare
from vsig.making import Made

LENGTH_MS = 12_000.0


@dataclass(frozen=True)
class KnownClip:
    """Facts of a clip that does not exist."""

    size: tuple[int, int] = (320, 180)
    last_ms: float = LENGTH_MS - 40
    length_ms: float = LENGTH_MS
    has_sound: bool = True
    sha256: str = "0" * 64

    def __call__(self, path: Path) -> "KnownClip":
        """Return the facts for any clip; clips of different names differ in their hash."""
        return replace(self, sha256=hashlib.sha256(path.name.encode()).hexdigest())


@dataclass
class Sheet:
    """One folder of a data set, before it is written."""

    root: Path
    folder: str
    annotations: Any
    truths: Any = None
    facts: KnownClip = KnownClip()

    @property
    def path(self) -> Path:
        return self.root / self.folder

    @property
    def sample(self) -> dict[str, Any]:
        """The first sample."""
        one: dict[str, Any] = self.annotations[0]
        return one

    @property
    def entries(self) -> list[dict[str, Any]]:
        """Objects and spaces of the first sample."""
        held: list[dict[str, Any]] = self.sample["object_space"]
        return held

    @property
    def truth(self) -> dict[str, Any]:
        """The entry of ``eval_gt.json`` for the first sample's clip."""
        held: dict[str, Any] = self.truths[self.sample["video_name"]]
        return held

    def write(self) -> None:
        """Write the files; clips are empty."""
        self.path.mkdir(parents=True, exist_ok=True)
        write_json(self.path / "annotations.json", self.annotations)
        if self.truths is not None:
            write_json(self.path / "eval_gt.json", self.truths)

    def checked(self) -> Prepared:
        """Write the files and check them."""
        self.write()
        return self.check()

    def check(self) -> Prepared:
        """Check the files as they are."""
        return prepare(self.root, facts=self.facts)


def write_json(path: Path, value: Any) -> None:
    path.write_text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), "utf-8")


def sheet(root: Path, samples: Iterable[Made]) -> Sheet:
    """Return a folder with copies of generated samples of one template, with empty files as clips."""
    own = list(samples)
    first = own[0]
    folder = f"{first.scene}/{first.folder.name}"
    (root / folder).mkdir(parents=True)
    for one in own:
        (root / folder / one.video.name).touch()
    annotations = [json.loads(json.dumps(one.annotation)) for one in own]
    truths = None
    if first.layout == "ecog":
        held = json.loads((first.folder / "eval_gt.json").read_text("utf-8"))
        truths = {one.video.name: held[one.video.name] for one in own}
    return Sheet(root, folder, annotations, truths)
