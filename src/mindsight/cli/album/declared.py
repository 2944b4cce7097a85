"""The subject of a test, from the command line or a product file, with the facts of clause 4.1."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from mindsight.cli.shared.console import is_screen, localized
from mindsight.cli.shared.settings import settings
from mindsight.errors import InputError
from mindsight.text import text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mindsight.album.products.execution import Options
    from mindsight.album.products.product_file import Function, ProductFile
    from mindsight.record.model import Scalar, Subject
    from mindsight.subjects.spec import SubjectSpec


class Declared(NamedTuple):
    """A function of a product file; options of the command line take precedence over it."""

    file: ProductFile
    function: Function

    def facts(self, given: Mapping[str, str | None]) -> dict[str, str | None]:
        """Return the facts of clause 4.1."""
        return {name: value or getattr(self.file.product, name) for name, value in given.items()}

    def details(self) -> dict[str, Scalar]:
        """Return the further facts for the record."""
        return self.file.details(self.function)

    def subject(self) -> SubjectSpec:
        """Return how the function is run.

        Raises:
            InputError: People operate it.
        """
        spec = self.file.spec(self.function)
        if spec is None:
            raise InputError(
                '{file}: "{name}" has no subject, so it is operated by hand; score the results with: mindsight album score KIT '
                'RESULTS --product {file} --function "{name}"',
                file=str(self.file.path),
                name=self.function.name,
            )
        return spec

    def options(self, options: Options, *, timed: bool, reached: bool) -> Options:
        """Return the options of a run.

        Args:
            options: Those of the command line.
            timed: Whether a time limit was given among them.
            reached: Whether the product is run as the file states; only then is its key sent.
        """
        from dataclasses import replace

        given = options.conventions
        # Switches and tables always have a value; only non-default ones were given.
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
    """Return the function of a product file to test on a kit; None without a product file.

    Raises:
        InputError: The file or the choice is wrong.
        KitError: The folder is not a kit.
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
        InputError: Neither names one, or it cannot process pictures.
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
    """Return the subject with the facts of clause 4.1; ask for missing ones if the terminal is interactive."""
    from mindsight.record.model import Subject
    from mindsight.redacting import redact

    facts = dict(stated) if found is None else found.facts(stated)
    if spec.scheme == "baseline":
        facts = {**_baseline_facts(spec.rest), **{field: value for field, value in facts.items() if value}}
    shown = redact(spec.rest)
    default = Path(shown.split()[0]).name if spec.scheme == "command" else Path(shown).name
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
                    localized(question),
                    default=default if field == "name" else "",
                    show_default=field == "name",
                    err=True,
                )
                facts[field] = answer.strip() or None
    return Subject(
        spec=settings.called(spec.public),
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
