"""``mindsight album``: product files on the command line, and the report that joins the runs of one product."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from mindsight.cli.common import is_screen, out, settings, show, spoken, tell
from mindsight.errors import InputError, RecordError
from mindsight.text import mark, text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mindsight.album.products.execution import Options
    from mindsight.album.products.product_file import Function, ProductFile
    from mindsight.album.reporting.product_report import Joined
    from mindsight.record.model import Scalar, Subject
    from mindsight.subjects.spec import SubjectSpec

PRODUCT = typer.Option(
    None, "--product", help=mark("Product file (TOML) with the product's facts, functions and conventions.")
)
FUNCTION = typer.Option(
    None, "--function", help=mark("Function of the product file, where several are of the kit's kind.")
)
SUFFIX = typer.Option(
    None, "--suffix", help=mark("What stands between number and extension of an output, such as _enhanced.")
)
PAIRING = typer.Option(None, "--pairing", help=mark("Table (CSV or XLSX) that names the file of each number."))


def add_to(app: typer.Typer) -> None:
    """Add the commands of this file to the tree."""
    app.command("report", help=mark("Join the runs of one product's functions on one page, in the form of table 1."))(
        join_runs
    )
    app.command("photoprism", help=mark("Make a table of labels for 'album score' from saved answers of PhotoPrism."))(
        import_photoprism
    )
    app.command("product", help=mark("Check a product file and show its functions by kind (clause 5.2)."))(show_product)


class Declared(NamedTuple):
    """A function of a product file; what was given on the command line goes before what it says."""

    file: ProductFile
    function: Function

    def facts(self, given: Mapping[str, str | None]) -> dict[str, str | None]:
        """Return the facts of clause 4.1."""
        return {name: value or getattr(self.file.product, name) for name, value in given.items()}

    def details(self) -> dict[str, Scalar]:
        """Return what the record says besides."""
        return self.file.details(self.function)

    def subject(self) -> SubjectSpec:
        """Return how the function is reached.

        Raises:
            InputError: People operate it.
        """
        spec = self.file.spec(self.function)
        if spec is None:
            raise InputError(
                '{file}: "{name}" has no subject, so people operate it; score what they bring back with: mindsight album '
                'score KIT RESULTS --product {file} --function "{name}"',
                file=str(self.file.path),
                name=self.function.name,
            )
        return spec

    def options(self, options: Options, *, timed: bool, reached: bool) -> Options:
        """Return the options of a run.

        Args:
            options: Those of the command line.
            timed: Whether a time limit is among them.
            reached: Whether the product is reached as the file says; only then is its key sent.
        """
        from dataclasses import replace

        given = options.conventions
        # Switches and tables are always set; only where they say something do they count.
        silent = {name for name in ("answers", "class_map") if getattr(given, name) == getattr(type(given)(), name)}
        said = {name: getattr(given, name) for name in given.model_fields_set - silent}
        conventions = self.function.conventions.model_copy(update=said)
        return replace(
            options,
            timeout_s=options.timeout_s if timed else self.function.timeout or options.timeout_s,
            conventions=conventions,
            pairing=options.pairing or self.file.pairing(self.function),
            key_env=self.function.key_env if reached else None,
        )


def declared(product: Path | None, function: str | None, kit: Path) -> Declared | None:
    """Return the function of a product file that is tested on a kit; None without such a file.

    Raises:
        InputError: The file or the choice is wrong.
        KitError: The folder is no kit.
    """
    from mindsight.album.products.product_file import ProductFile
    from mindsight.album.suite import open_kit

    if product is None:
        if function is not None:
            raise InputError("--function chooses among the functions of a product file; give --product too")
        return None
    file = ProductFile(product)
    return Declared(file, file.choose(open_kit(kit).header.kind, function))


def subject_of(given: str | None, found: Declared | None) -> SubjectSpec:
    """Return the subject, from the command line or from the product file.

    Raises:
        InputError: Neither names one, or it processes no pictures.
    """
    from mindsight.subjects.products import PRODUCT_SCHEMES, check_product
    from mindsight.subjects.spec import parse_subject

    if given is None:
        if found is None:
            raise InputError("name what is tested: give --subject, or --product with a product file")
        return found.subject()
    spec = parse_subject(given, PRODUCT_SCHEMES)
    check_product(spec)
    return spec


def ask_facts(spec: SubjectSpec, stated: Mapping[str, str | None], found: Declared | None = None) -> Subject:
    """Return the subject with what clause 4.1 wants to know; ask for what is missing where somebody can answer."""
    from mindsight.record.model import Subject

    facts = dict(stated) if found is None else found.facts(stated)
    if spec.scheme == "baseline":
        facts = {**_baseline_facts(spec.rest), **{field: value for field, value in facts.items() if value}}
    default = Path(spec.rest.split()[0]).name if spec.scheme == "command" else Path(spec.rest).name
    questions = {
        "name": text("Name of the product"),
        "version": text("Version"),
        "device": text("Device it runs on"),
        "system": text("Operating system"),
        "network": text("Network it uses"),
    }
    if spec.scheme != "baseline" and is_screen(sys.stdin) and is_screen(sys.stderr):
        for field, question in questions.items():
            if facts[field] is None:
                answer = typer.prompt(
                    spoken(question), default=default if field == "name" else "", show_default=field == "name", err=True
                )
                facts[field] = answer.strip() or None
    return Subject(
        spec=spec.public,
        name=facts["name"] or default,
        version=facts["version"],
        device=facts["device"],
        system=facts["system"],
        network=facts["network"],
        details={} if found is None else found.details(),
    )


def _baseline_facts(name: str) -> dict[str, str]:
    from mindsight.record import environment

    versions = environment.software("opencv-python-headless")
    return {
        "name": f"mindsight baseline: {name}",
        "version": versions["mindsight"],
        "device": str(environment.hardware()["processor"]),
        "system": versions["system"],
        "network": "none",
    }


def show_product(
    file: Path = typer.Argument(..., help=mark("Product file (TOML).")),
    as_json: bool = typer.Option(False, "--json", help=mark("Print the sorting as JSON.")),
) -> int:
    """Check a product file and show its sorting."""
    import json

    from mindsight.album.products.product_file import ProductFile
    from mindsight.album.reporting.product_blocks import facts_of_file, sorting_table
    from mindsight.cli.terminal import block_view

    checked = ProductFile(file)
    if as_json:
        product = checked.product.model_dump(mode="json")
        kinds = {kind: [one.model_dump(mode="json") for one in found] for kind, found in checked.sorting().items()}
        print(json.dumps({"product": product, "functions": kinds}))
        return 0
    console = out()
    for block in (facts_of_file(checked), sorting_table(checked)):
        console.print(block_view(block, settings.language, width=console.width))
        console.print()
    return 0


def join_runs(
    runs: list[Path] = typer.Argument(..., help=mark("Sealed run folders of one product.")),
    product: Path | None = typer.Option(
        None,
        "--product",
        help=mark("Product file (TOML): says which functions were not tested and which kinds it lacks."),
    ),
    page: Path = typer.Option(Path("product-report.html"), "--out", "-o", help=mark("Page to write.")),
    as_json: bool = typer.Option(False, "--json", help=mark("Print the joined results as JSON too.")),
) -> int:
    """Join runs on one page."""
    import json

    from mindsight.cli.records import refuse_target
    from mindsight.cli.terminal import block_view

    refuse_target(page)
    joined = join_on_page(runs, product, page)
    if as_json:
        print(json.dumps(joined.as_json()))
    else:
        console = out()
        for block in joined.blocks:
            console.print(block_view(block, settings.language, width=console.width))
            console.print()
    tell(text("page: {file}", file=str(page)))
    return 0


def join_on_page(runs: Sequence[Path], product: Path | None, page: Path) -> Joined:
    """Join runs of one product, write the page and print nothing."""
    from mindsight.album.products.product_file import ProductFile
    from mindsight.album.reporting.product_report import join
    from mindsight.record.contestants import addresses
    from mindsight.record.folder import RunFolder, write_whole
    from mindsight.report import render_page

    file = None if product is None else ProductFile(product)
    folders = [RunFolder.open(run) for run in runs]
    for run in runs:
        _refuse_doubtful(run)
    joined = join(folders, file)
    drawn = render_page(joined.title, joined.blocks, {}, language=settings.language, elsewhere=addresses(folders, page))
    write_whole(page, drawn.encode())
    return joined


def _refuse_doubtful(run: Path) -> None:
    """Refuse a run that the checker finds fault with: its numbers would lose what told against them.

    Raises:
        RecordError: Says what the checker found first.
    """
    from mindsight.record import checker

    findings, _ = checker.check(str(run))
    if any(finding.key == "unfinished" for finding in findings):
        raise RecordError("{folder}: the run is not complete; finish it with --resume", folder=str(run))
    if findings:
        raise RecordError(
            "{folder}: is not joined, the checker finds: {finding}",
            folder=str(run),
            finding=findings[0].say(settings.language),
        )


def import_photoprism(
    answers: Path = typer.Argument(
        ..., help=mark("JSON file with answers of GET /api/v1/photos/UID, or a folder of such files.")
    ),
    table: Path = typer.Option(..., "--out", "-o", help=mark("Table to make (CSV or XLSX).")),
) -> int:
    """Make a table of labels."""
    from mindsight.album.kits.tables import write_table
    from mindsight.album.products.photoprism import read_answers, table_rows

    if table.exists():
        raise InputError("{file}: exists already; choose another --out", file=str(table))
    imported = read_answers(answers)
    write_table(table, table_rows(imported))
    if imported.left_out:
        sources = ", ".join(f"{source} ({count})" for source, count in imported.left_out.items())
        tell(
            text("left out, for they were not read from the image: labels of {sources}", sources=sources),
            style="yellow",
        )
    show(text("{count} photos: {file}", count=len(imported.rows), file=str(table)))
    return 0
