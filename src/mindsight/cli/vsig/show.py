"""``mindsight vsig show``: show one sample of a run as a picture."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.records.refusals import computable
from mindsight.cli.shared.console import out, show, tell
from mindsight.cli.shared.options import RUN
from mindsight.cli.shared.runs import open_begun
from mindsight.cli.shared.settings import settings
from mindsight.errors import InputError
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Item
    from mindsight.vsig.dataset.data_file import SampleList
    from mindsight.vsig.dataset.samples import Sample


def show_sample(
    run: Path = RUN,
    name: str = typer.Argument(..., metavar="ID", help=mark("The sample, as the report names it.")),
    where: Path = typer.Option(
        None, "--out", "-o", metavar="FILE.png", help=mark("Picture to write; by default named after run and sample.")
    ),
    data: Path = typer.Option(
        None, "--data", metavar="DIR", help=mark("Folder of the data set, for a run that kept no pictures.")
    ),
) -> int:
    """Write the picture of a sample and print the result of each target."""
    folder = open_begun(run)
    with computable(folder):
        return _show(folder, name, where, data)


def _show(folder: RunFolder, name: str, where: Path | None, data: Path | None) -> int:
    from mindsight.record.folder import refuse_inside
    from mindsight.record.opening import refuse_changed_media
    from mindsight.vsig.dataset.data_file import SampleList
    from mindsight.vsig.models.replays import refuse_other_suite
    from mindsight.vsig.models.said import last_picture
    from mindsight.vsig.profile import Profile
    from mindsight.vsig.reporting.item_blocks import last_of, targets_table
    from mindsight.vsig.reporting.pictures import picture_of

    run = folder.path
    refuse_other_suite(folder)
    samples = SampleList(run / folder.manifest.data.file)
    sample, item = _chosen(folder, samples, name)
    target = where if where is not None else Path(f"{_safe(run.resolve().name)}-{_safe(name)}.png")
    if target.suffix.lower() != ".png":
        raise InputError("{file}: --out names a picture, so its name ends in .png", file=str(target))
    refuse_inside(target, run)
    refuse_changed_media(folder, item.media.values() if data is None else ())
    profile = Profile.model_validate(folder.manifest.plan["profile"])
    last = last_picture(data, sample) if data is not None else last_of(folder, item)
    if last is None:
        tell(text("the run kept no picture of this sample; name the folder of its data with --data"), style="yellow")
    subject = folder.manifest.subject.name
    _write(target, picture_of(sample, item, profile, last, subject=subject, language=settings.language))
    table = targets_table(sample, item, profile)
    if table.rows:
        from mindsight.cli.shared.terminal import block_view

        console = out()
        console.print(block_view(table, settings.language, width=console.width))
    show(text("Picture: {file}", file=str(target)))
    return 0


def _chosen(run: RunFolder, samples: SampleList, name: str) -> tuple[Sample, Item]:
    """Return a sample and its item.

    Raises:
        InputError: The run has no sample of that name, or has not tested it yet.
    """
    sample = samples.find(name)
    if sample is None:
        names = list(samples.ids)
        close = difflib.get_close_matches(name, names, n=1, cutoff=0.3)
        guess = close[0] if close else next(iter(names), "")
        raise InputError(
            '{folder}: has no sample "{name}" (did you mean "{guess}"?)', folder=str(run.path), name=name, guess=guess
        )
    item = next((item for item in run.items if item.id == name), None)
    if item is None:
        raise InputError("{folder}: {name} is not tested yet; resume the run", folder=str(run.path), name=name)
    return sample, item


def _write(path: Path, data: bytes) -> None:
    from mindsight.files.whole import write_whole
    from mindsight.reasons import system_reason

    try:
        write_whole(path, data)
    except OSError as error:
        raise InputError("{file}: cannot be written ({reason})", file=str(path), reason=system_reason(error)) from error


def _safe(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in name)[:80].lstrip(".") or "run"
