"""``mindsight export``: the results of a run in the formats that other tools read."""

from __future__ import annotations

import math
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from mindsight.cli.records.refusals import PAGE, computable, refuse_changed
from mindsight.cli.shared.console import show, tell
from mindsight.cli.shared.options import one_of
from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED, settings
from mindsight.errors import InputError, MissingExtra
from mindsight.export import FORMATS
from mindsight.text import mark, text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mindsight.export.contents import Contents

_NEEDS = {"parquet": ("pyarrow", "export"), "inspect": ("inspect_ai", "home")}


def export(
    run: Path = typer.Argument(..., help=mark("Run folder; with --to croissant also an album kit.")),
    to: str = typer.Option(
        ...,
        "--to",
        metavar="|".join(FORMATS),
        help=mark("Format of the files."),
    ),
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
    organization: str | None = typer.Option(
        None, "--organization", metavar="NAME", help=mark("every-eval-ever: who ran the test.")
    ),
    declare: Path | None = typer.Option(
        None,
        "--declare",
        metavar="FILE",
        help=mark("croissant: TOML file with what people answer for, as of a review: licence, version, persons."),
    ),
    no_media: bool = typer.Option(False, "--no-media", help=mark("inspect, croissant: leave out the pictures.")),
) -> int:
    """Write a run in a format of others."""
    from mindsight.export.contents import read_contents
    from mindsight.export.croissant_kit import is_kit, write_kit
    from mindsight.export.plugged import exporter, write
    from mindsight.record.folder import refuse_inside
    from mindsight.record.opening import open_sealed

    plugged = None if to in FORMATS else exporter(to)
    if plugged is None:
        one_of("--to", to, FORMATS)
    for option, given, format_ in (
        ("--fail-under", fail_under, "junit"),
        ("--dataset", dataset, "hf"),
        ("--organization", organization, "every-eval-ever"),
        ("--declare", declare, "croissant"),
    ):
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
    said = _said(declare)
    if to == "croissant" and is_kit(run):
        _show(write_kit(run, where, media=not no_media, said=said))
        return 0
    thresholds = _thresholds(fail_under)
    opened = open_sealed(run)
    # What others read as this run's results must be what its seal stands for; the report is not exported.
    refuse_changed(run, derived=PAGE)
    with computable(opened):
        contents = read_contents(opened)
        if plugged is not None:
            files = write(plugged, contents, where)
        elif to == "junit":
            from mindsight.export.junit import write_junit

            files = [write_junit(contents, where, thresholds, settings.language)]
        else:
            files = _files(contents, to, where, dataset or organization, media=not no_media, said=said)
    _show(files)
    return _say_unmet(contents, thresholds)


_MOST_SHOWN = 20


def _show(files: list[Path]) -> None:
    for file in files[:_MOST_SHOWN]:
        show(str(file))


def _said(declare: Path | None) -> dict[str, Any]:
    """Return what is declared of the data, by the names of Croissant."""
    if declare is None:
        return {}
    from mindsight.export.declared import described_by
    from mindsight.review.declarations import read_declarations

    return described_by(read_declarations(declare).values)


def _files(
    contents: Contents, to: str, where: Path, named: str | None, *, media: bool, said: Mapping[str, Any]
) -> list[Path]:
    """Write a run in a format and return its files; ``named`` is the data set or the organization."""
    if to == "parquet":
        from mindsight.export.parquet import write_parquet

        return write_parquet(contents, where)
    if to == "croissant":
        from mindsight.export.croissant import write_croissant

        return write_croissant(contents, where, media=media, said=said)
    if to == "lmms-eval":
        from mindsight.export.samples import write_samples

        return write_samples(contents, where)
    if to == "every-eval-ever":
        from mindsight.export.every_eval_ever import write_every_eval_ever

        return write_every_eval_ever(contents, where, named)
    if to == "inspect":
        from mindsight.export.inspect import write_inspect

        return write_inspect(contents, where, media=media)
    from mindsight.export.hf import to_hf
    from mindsight.files.whole import whole_file

    written = to_hf(contents, named)
    for name, data in written.items():
        with whole_file(where / name) as file:
            file.write(data)
    return [where / name for name in written]


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
