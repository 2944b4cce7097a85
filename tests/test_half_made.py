"""What a killed or interrupted command leaves is in nobody's way: the same command, or ``--resume``, makes what it makes undisturbed."""

import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any, NoReturn

import pytest

from golden import material
from home.imported.sets import own_set
from mindsight.cli import main
from mindsight.cli import run as mindsight
from record import trial

COMMANDS = {
    "kit of references": "album kit enhancement {base}/material/scenes --out {out} --trial",
    "kit of masks": "album kit segmentation {base}/material/cutouts --masks {base}/material/masks --out {out} --trial",
    "kit of classes": "album kit classification {base}/material/classes --out {out} --trial",
    "run": "album run {base}/kit --subject baseline:identity --out {out}",
    "several runs": "compare {base}/run {base}/shard-1-whole --out {out}.html",
    "merge": "merge {base}/shard-1 {base}/shard-2 --kit {base}/kit --out {out}",
    "table of items": "items {base}/run --out {out}.csv",
    "columns of items": "items {base}/run --out {out}.parquet",
    "record": "album record {base}/classes-run --out {out}.csv",
    "croissant": "export {base}/run --to croissant --out {out}",
    "parquet": "export {base}/run --to parquet --out {out}",
    "junit": "export {base}/run --to junit --out {out}",
    "campaign": "rate new {base}/run --kit {base}/kit --out {out}",
    "paper forms": "rate paper {base}/campaign --rater Ann --out {out}",
    "ratings": "rate import {base}/ratings.csv {base}/run --out {out}.jsonl",
    "import": "home import {base}/set --out {out}",
    "run on an import": "home run --no-media --pool {base}/pool --subject baseline:first --out {out}",
    "sealed tasks": "home seal --tasks buttons --trials 2 --out {out}",
    "review": "review {base}/material/scenes --out {out} --engine serial",
    "clips": "vsig synth --count 2 --templates 1 --silent --fps 5 --out {out}",
}
CHANGES = {"os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.link", "os.truncate"}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the commands read."""
    place = tmp_path_factory.mktemp("base")
    trial.make_kit(place / "kit")
    material.photographs(place / "material")
    own_set(place / "set")
    (place / "ratings.csv").write_text("item,rater,value\n" + "".join(f"{n:04},ann,{40 + n}\n" for n in range(1, 6)))
    for line in (
        "album run {base}/kit --subject baseline:identity --out {base}/run",
        "album run {base}/kit --subject baseline:nlmeans --out {base}/shard-1-whole",
        "album run {base}/kit --subject baseline:identity --shard 1/2 --out {base}/shard-1",
        "album run {base}/kit --subject baseline:identity --shard 2/2 --out {base}/shard-2",
        "album kit classification {base}/material/classes --out {base}/classes --trial",
        "album run {base}/classes --subject baseline:colour-centroids --out {base}/classes-run",
        "home import {base}/set --out {base}/pool",
        "rate new {base}/run --kit {base}/kit --out {base}/campaign",
    ):
        assert mindsight(line.format(base=place).split()) == 0
    return place


class Place:
    """A folder in which a command works, and can be stopped at any change of a file."""

    def __init__(self, base: Path, folder: Path) -> None:
        self._base, self.folder = base, folder
        self._count, self._said = (folder.with_name(f"{folder.name}-{what}") for what in ("count", "said"))

    def __call__(self, line: str, at: int = 0, number: int = 0) -> int:
        """Return how a command ended; ``number`` is the signal that it gets at its ``at``-th change."""
        child = os.fork()
        if not child:
            self._work(line.format(base=self._base, out=self.folder / "made").split(), at, number)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    def _work(self, words: list[str], at: int, number: int) -> NoReturn:
        process, changes = os.getpid(), [0]

        def watch(event: str, given: tuple[Any, ...]) -> None:
            writes = event == "open" and bool((given[2] or 0) & (os.O_WRONLY | os.O_RDWR))
            if not (writes or event in CHANGES) or not isinstance(given[0], str | bytes | os.PathLike):
                return
            if os.getpid() == process and os.fsdecode(given[0]).startswith(str(self.folder) + os.sep):
                changes[0] += 1
                os.utime(self._count, (0, changes[0]))
                if changes[0] == at:
                    os.kill(process, number)

        try:
            self._count.touch()
            sys.stdout = sys.stderr = self._said.open("w", encoding="utf-8", buffering=1)
            sys.addaudithook(watch)
            sys.argv = ["mindsight", *words]
            main()
        except SystemExit as end:
            sys.stdout.flush()
            os._exit(int(end.code or 0))
        finally:
            os._exit(99)

    @property
    def changes(self) -> int:
        """How often the last command changed a file."""
        return int(self._count.stat().st_mtime)

    @property
    def said(self) -> str:
        """What the last command said."""
        return self._said.read_text("utf-8")

    def names(self) -> set[str]:
        """Return what there is now."""
        return {str(file.relative_to(self.folder)) for file in self.folder.rglob("*")}


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["kill -9", "Ctrl-C"])
@pytest.mark.parametrize("what", COMMANDS)
def test_what_a_stopped_command_leaves_is_in_nobody_s_way(what: str, number: int, base: Path, tmp_path: Path) -> None:
    place, line = Place(base, tmp_path / "place"), COMMANDS[what]
    place.folder.mkdir()
    assert place(line) == 0, place.said
    whole, most = place.names(), place.changes
    for at in sorted({max(1, most * part // 4) for part in (1, 2, 3)}):
        shutil.rmtree(place.folder)
        place.folder.mkdir()
        assert place(line, at, number) in {-number, 128 + number}, place.said
        assert "unexpected error" not in place.said
        if (code := place(line)) and "--resume" in place.said:
            code = place(line.replace("--out", "--resume"))
        assert code == 0, f"stopped at change {at} of {most}: {place.said}"
        assert place.names() == whole
