# ruff: noqa: E501  (a table with a row for each reader)
"""Every reader of a file that somebody gives to a command: a small valid file, its form, how it is read, and which options take it.

A new option that takes a file gets a row here; ``test_options`` says which has none.
"""

import functools
import hashlib
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import typer

from mindsight.cli.app import tree
from mindsight.cli.parser.plan import read_plan
from mindsight.errors import MindsightError

from . import foreign, seeds

Make = Callable[[Path], Path]
Read = Callable[[Path], object]


class Reader(NamedTuple):
    """``make`` writes a valid file into an empty folder, ``read`` does what a command does with it."""

    form: str
    make: Make
    read: Read
    options: tuple[str, ...] = ()
    changes: bool = False
    """Whether reading changes what lies beside the file."""


@functools.cache
def commands() -> Any:
    return typer.main.get_command(tree())


def command(*words: str, sealed: str = "") -> Read:
    """Return what runs a command: ``{file}`` is the file, ``{at}`` its folder, ``{out}`` a name for what is written.

    ``sealed`` names the run, beside or below the file's folder, whose seal is renewed before.
    """

    def read(file: Path) -> object:
        if sealed:
            renew_seal(file.parent / sealed)
        with tempfile.TemporaryDirectory() as out:
            given = [word.format(file=file, at=file.parent, out=Path(out) / "written") for word in words]
            try:
                return commands().main(args=given, prog_name="mindsight", standalone_mode=False)
            except MindsightError:
                left = [path.name for path in Path(out).iterdir()]
                assert not left, f"left behind: {left}"
                raise

    return read


def renew_seal(run: Path) -> None:
    """Write the hashes of a run's files anew, so that what is behind the seal is read."""
    sums = run / "SHA256SUMS"
    names = [line[66:] for line in sums.read_text("utf-8").splitlines()]
    lines = (f"{hashlib.sha256((run / name).read_bytes()).hexdigest()}  {name}\n" for name in names)
    sums.write_text("".join(lines), "utf-8")


def _of_record(name: str, file: str, form: str, *words: str, seal: bool = True, changes: bool = False) -> Reader:
    make = functools.partial(seeds.record, name, file)
    return Reader(form, make, command(*words, sealed="." if seal else ""), changes=changes)


def _imports(form: str, make: Make, mapping: str = "own", source: str = "{file}") -> Reader:
    words = ("home", "import", source, "--mapping", mapping, "--out", "{out}")
    return Reader(form, make, command(*words), ("home import source",))


def _plan(file: Path) -> object:
    return read_plan(file, commands())


def _table(rows: Callable[[Path], list[list[Any]]], name: str) -> Make:
    def make(folder: Path) -> Path:
        write = seeds.sheet if name.endswith(".xlsx") else seeds.table
        folder.mkdir(parents=True, exist_ok=True)
        return write(folder / name, rows(folder))

    return make


def _mapped(_: Path) -> list[list[Any]]:
    return [["product", "class"], ["Kitties", "cat"], ["Dogs", "dog"]]


def _paired(folder: Path) -> list[list[Any]]:
    seeds.kit(folder, "enhancement")
    for number in (1, 2):
        seeds.written(folder / "outputs" / f"out{number}.png", seeds.picture(number))
    return [["number", "file"], ["0001", "out1.png"], ["0002", "out2.png"]]


_RUN = "enhancement-python"
_PARTS = {"manifest": ("manifest.json", "json"), "items": ("items.jsonl", "lines"), "results": ("results.json", "json"), "scores": ("scores.csv", "words")}  # fmt: skip
_ON_RECORDS = {
    "verify": ("verify", "{at}"),
    "items": ("items", "{at}"),
    "compare": ("compare", "{at}", str(seeds.RECORDS / "enhancement-command")),
    "export": ("export", "{at}", "--to", "junit", "--out", "{out}"),
    "record": ("album", "record", "{at}", "--out", "{out}.csv"),
}
_RECORDS = {
    f"{what}: {part}": _of_record("classification-table" if what == "record" else _RUN, file, form, *words)
    for what, words in _ON_RECORDS.items()
    for part, (file, form) in _PARTS.items()
}
_HOME = {
    f"verify home: {file}": _of_record("home-sealed", file, form, "verify", "{at}", seal=file != "SHA256SUMS")
    for file, form in (("instances.json", "json"), ("items.jsonl", "lines"), ("reveal.json", "json"), ("SHA256SUMS", "words"))
}  # fmt: skip
_VSIG = {
    f"verify vsig: {file}": _of_record("vsig-few-judged", file, form, "verify", "{at}")
    for file, form in (("samples.json", "json"), ("judgements.jsonl", "lines"), ("human-marks.csv", "words"), ("metrics.json", "json"))
}  # fmt: skip
_TABLES: dict[str, Reader] = {}
for _ending in ("csv", "xlsx"):
    _form = {"csv": "words", "xlsx": "zip"}[_ending]
    _ratings = command("rate", "import", "{file}", "{at}/run", "--out", "{out}")
    _TABLES |= {
        f"classes {_ending}": Reader(_form, _table(seeds.classes, f"t.{_ending}"), command("album", "table", "{file}"), ("album table table",)),
        f"class map {_ending}": Reader(_form, _table(_mapped, f"map.{_ending}"), foreign.class_map, ("album table class_map", "album run class_map", "album score class_map")),
        f"pairing {_ending}": Reader(_form, _table(_paired, f"pairs.{_ending}"), foreign.pairing, ("album score pairing", "album run pairing")),
        f"ratings {_ending}": Reader(_form, _table(seeds.ratings, f"rate.{_ending}"), _ratings, ("rate import table", "rate import run")),
        f"images {_ending}": Reader(_form, _table(foreign.images, f"images.{_ending}"), command("album", "kit", "classification", "{file}", "--out", "{out}", "--trial"), ("album kit classification source",)),
    }  # fmt: skip

READERS: dict[str, Reader] = {
    "plan": Reader("words", lambda folder: seeds.written(folder / "plan.toml", '[album.run]\nworkers = 2\nsubject = "baseline:nlmeans"\n[home.run]\nseed = 3\n'), _plan, (" plan",)),
    "product": Reader("words", functools.partial(seeds.example, "product.toml"), command("album", "product", "{file}"), ("album product file", "album run product", "album score product", "album report product")),
    "declarations": Reader("words", functools.partial(seeds.example, "declarations.toml"), foreign.declarations, ("review declare", "export declare")),
    "policy": Reader("words", seeds.policy, command("gate", "{file}", "{at}/run", "{at}/run"), ("gate policy",)),
    "album profile": Reader("words", lambda folder: seeds.profile(folder, "album", "gdcsa022-2024-1.toml"), foreign.album_profile, ("album table profile", "album kit classification profile", "album kit segmentation profile", "album kit enhancement profile")),
    "vsig profile": Reader("words", lambda folder: seeds.profile(folder, "vsig", "vsig-1.toml"), foreign.vsig_profile, ("vsig run profile", "vsig score profile", "vsig controls profile")),
    "model profile": Reader("words", lambda folder: seeds.profile(folder, "answers", "qwen3.toml"), foreign.model_profile, ("home run model_profile", "home tasks run model_profile", "vsig run model_profile", "vsig score model_profile", "vsig controls model_profile")),
    "mapping": Reader("words", seeds.mapping, command("home", "import", "{at}/set", "--mapping", "{file}", "--out", "{out}"), ("home import mapping",)),
    "photoprism": Reader("json", seeds.photoprism, command("album", "photoprism", "{file}", "--out", "{out}.csv"), ("album photoprism answers",)),
    "jsonl": _imports("lines", seeds.questions),
    "json list": _imports("json", seeds.question_list),
    "csv": _imports("words", seeds.question_table),
    "parquet": _imports("", seeds.parquet, "blink"),
    "coco": _imports("json", seeds.marks, "coco"),
    "croissant": _imports("json", seeds.description, source="{at}"),
    **{f"archive {ending}": _imports("", functools.partial(seeds.archive, ending=ending)) for ending in ("zip", "bzip.zip", "lzma.zip", "tar", "tar.gz", "tar.bz2", "tar.xz")},
    "picture of a set": Reader("", lambda folder: seeds.questions(folder).with_name("0.png"), command("home", "import", "{at}", "--out", "{out}"), ("home import irrelevant_from",)),
    "clip": Reader("", seeds.clip, foreign.frames),
    **{f"pool {name}": Reader(form, functools.partial(seeds.pool, name=name), foreign.pool, ("home run pool", "home ask pool")) for name, form in (("pool.json", "json"), ("questions.jsonl", "lines"))},
    **{f"picture {form}": Reader("", functools.partial(seeds.still, form=form), foreign.picture) for form in ("JPEG", "PNG", "TIFF", "BMP", "WEBP", "GIF", "PPM", "AVIF")},
    **{f"kit {kind}": Reader("json", functools.partial(seeds.kit, kind=kind), foreign.kit, ("album run kit", "album score kit", "verify kit", "merge kit")) for kind in ("classification", "enhancement", "segmentation")},
    "outlines": Reader("json", seeds.outlines, command("album", "kit", "segmentation", "{at}/images", "--out", "{out}", "--coco", "{file}", "--trial"), ("album kit segmentation coco",)),
    "labels": Reader("words", seeds.labels, command("album", "kit", "segmentation", "{at}/../images", "--out", "{out}", "--yolo", "{at}", "--trial"), ("album kit segmentation yolo",)),
    "mask": Reader("", seeds.mask, command("album", "kit", "segmentation", "{at}/../images", "--out", "{out}", "--masks", "{at}", "--trial"), ("album kit segmentation masks", "album kit segmentation images")),
    "photograph": Reader("", lambda folder: seeds.still(folder / "in", "PNG"), command("album", "kit", "enhancement", "{at}", "--out", "{out}", "--trial"), ("album kit enhancement photos", "album kit classification images", "album score folder")),
    **_TABLES,
    "label studio": Reader("json", seeds.label_studio, command("rate", "import", "{file}", "{at}/run", "--out", "{out}")),
    "review": Reader("", seeds.photographs, command("review", "{at}", "--out", "{out}", "--engine", "serial"), ("review data",)),
    "results csv": Reader("words", lambda folder: seeds.written(folder / "r.csv", "model,a,b,c\nm1,0.5,0.25,1\nm2,0.125,0.5,0.75\n"), command("home", "score", "{file}"), ("home score files",)),
    "protocol": Reader("json", functools.partial(seeds.example, "protocol.json"), foreign.protocol),
    "bias lines": Reader("lines", seeds.bias_lines, command("home", "bias", "--questions", "{file}"), ("home bias questions",)),
    "agreements": Reader("json", lambda folder: seeds.written(folder / "people.json", {"people": [{"class": "object.colour", "version": 1, "right": 5, "asked": 6}]}), foreign.agreements, ("home run people", "home ask people")),
    **foreign.readers(Reader, command),
    **_RECORDS,
    **_HOME,
    **_VSIG,
}  # fmt: skip


def options() -> Iterable[str]:
    """Yield the options that the rows speak of."""
    for reader in READERS.values():
        yield from reader.options
