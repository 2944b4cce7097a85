"""``mindsight export``: the results of a run in the formats that other tools read."""

from __future__ import annotations

import math
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.records.refusals import PAGE, refuse_changed
from mindsight.cli.shared.console import show, tell
from mindsight.cli.shared.options import RUN, one_of
from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED, settings
from mindsight.errors import InputError, MissingExtra
from mindsight.text import mark, text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mindsight.export.contents import Contents

FORMATS = ("parquet", "junit", "inspect", "hf")
_NEEDS = {"parquet": ("pyarrow", "export"), "inspect": ("inspect_ai", "home")}


def export(
    run: Path = RUN,
    to: str = typer.Option(..., "--to", metavar="FORMAT", help=mark("parquet, junit, inspect or hf.")),
    where: Path = typer.Option(..., "--out", "-o", metavar="DIR", help=mark("Folder for the files; made if needed.")),
    fail_under: list[str] = typer.Option(
        [],
        "--fail-under",
        metavar="MEASURE=VALUE",
        help=mark("junit: fail if the measure is worse than this value or has none; may be repeated."),
    ),
    dataset: str | None = typer.Option(
        None, "--dataset", metavar="OWNER/NAME", help=mark("hf: data set of the Hub that the results belong to.")
    ),
    no_media: bool = typer.Option(False, "--no-media", help=mark("inspect: leave out the pictures.")),
) -> int:
    """Write a run in a format of others."""
    from mindsight.export.contents import read_contents
    from mindsight.record.folder import RunFolder, refuse_inside, write_whole

    one_of("--to", to, FORMATS)
    for option, given, format_ in (("--fail-under", fail_under, "junit"), ("--dataset", dataset, "hf")):
        if given and to != format_:
            raise InputError("{option}: is for --to {format} only; leave it out", option=option, format=format_)
    module, extra = _NEEDS.get(to, ("", ""))
    if module and find_spec(module) is None:
        raise MissingExtra(
            "--to {format} needs {module}; run: pip install 'mindsight[{extra}]'",
            format=to,
            module=module,
            extra=extra,
        )
    refuse_inside(where, run)
    thresholds = _thresholds(fail_under)
    opened = RunFolder.open(run)
    # What others read as this run's results must be what its seal stands for; the report is not exported.
    refuse_changed(run, derived=PAGE)
    contents = read_contents(opened)
    files = _files(contents, to, thresholds, dataset)
    for name, data in files.items():
        (where / name).parent.mkdir(parents=True, exist_ok=True)
        write_whole(where / name, data)
    if to == "inspect":
        from mindsight.export.inspect import to_inspect, write_log

        where.mkdir(parents=True, exist_ok=True)
        write_log(to_inspect(contents, media=not no_media), where / "run.eval")
        files = {"run.eval": b""}
    for name in files:
        show(str(where / name))
    return _say_unmet(contents, thresholds)


def _files(contents: Contents, to: str, thresholds: Mapping[str, float], dataset: str | None) -> dict[str, bytes]:
    if to == "parquet":
        from mindsight.export.parquet import to_parquet

        return to_parquet(contents)
    if to == "junit":
        from mindsight.export.junit import to_junit

        return {"junit.xml": to_junit(contents, thresholds, settings.language)}
    if to == "hf":
        from mindsight.export.hf import to_hf

        return to_hf(contents, dataset)
    return {}


def _say_unmet(contents: Contents, thresholds: Mapping[str, float]) -> int:
    from mindsight.export.junit import unmet

    missed = unmet(contents, thresholds)
    for name in missed:
        tell(text("{name}: misses its threshold {threshold}", name=name, threshold=thresholds[name]), style="yellow")
    return EXIT_ITEMS_FAILED if missed else 0


def _thresholds(given: list[str]) -> dict[str, float]:
    found: dict[str, float] = {}
    for one in given:
        name, sign, value = one.rpartition("=")
        try:
            found[name] = float(value)
        except ValueError:
            found[name] = math.nan
        if not (name and sign and math.isfinite(found[name])):
            raise InputError(
                "--fail-under: {value} is not understood; write MEASURE=VALUE, such as home.T=0.3", value=one
            )
    return found
