"""From what somebody chose to a run: the product and its facts, the test, the record."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, cast

from mindsight.album.classification.record import read_class_map
from mindsight.album.kits.kit import Kit
from mindsight.album.plan import AlbumPlan, Facts
from mindsight.album.procedure import AlbumTest
from mindsight.album.products.product_file import Function, ProductFile
from mindsight.album.suite import open_kit, open_test
from mindsight.errors import InputError
from mindsight.execution.listening import NOBODY, Listener, Step, watching
from mindsight.execution.making import Making, default_folder
from mindsight.plans import plans_of
from mindsight.record import environment
from mindsight.record.folder import RunFolder, refuse_inside
from mindsight.record.model import Scalar, Subject
from mindsight.redacting import redact
from mindsight.resting import rest_on_review
from mindsight.runs import Run, carry_out
from mindsight.subjects.products import PRODUCT_SCHEMES, check_product
from mindsight.subjects.spec import SubjectSpec, parse_subject, spec_of_function
from mindsight.text import Language


def run(
    kit: Path | str,
    subject: str | Callable[[str, str], Any] | None = None,
    *,
    product: Path | str | None = None,
    function: str | None = None,
    progress: Step | None = None,
    language: Language = "en",
    **options: Any,
) -> Run:
    """Run a product over a kit, score its outputs, write record and report, and return the finished run.

    Args:
        kit: Folder made by ``mindsight album kit``.
        subject: How the product is run, ``SCHEME:REST`` as on the command line, or a function of an input and an output file.
        product: A product file, which says how the product is run, and its facts.
        function: The function of the product file, where several are of the kit's kind.
        progress: Called with (finished, all) as items end.
        language: Language of the report.
        options: Fields of ``Facts`` (``name``, ``version``, ``device`` …), ``AlbumPlan`` (``limit``, ``timeout_s`` …), ``Conventions``
            (``mask_from`` …) and ``Making`` (``out``, ``resume``, ``workers`` …).

    Raises:
        InputError: Something that was given cannot be used.
        KitError: The folder is not a kit, or was changed.
        SubjectError: The product cannot be reached.

    Example:
        >>> import mindsight
        >>> done = mindsight.album.run("kit", "baseline:identity", out="runs/idle", limit=3)
        >>> done, 0 < done.measures["album.psnr"].value < 100
        (Run('runs/idle', album.enhancement, mindsight baseline: identity), True)
    """
    facts, plan, making = plans_of((Facts, AlbumPlan, Making), options)
    spec = spec_of_function(subject) if callable(subject) else subject
    chosen = choose(
        Path(kit), spec, facts=facts, plan=plan, product=None if product is None else Path(product), function=function
    )
    if callable(subject) and making.work().engine != "serial":
        raise InputError("a function of this program is called in this process; leave out workers and engine")
    known = subject_of(chosen)
    folder = making.resume or making.out or default_folder("album", known.name)
    listener = NOBODY if progress is None else watching(progress)
    test = prepare(chosen, known, folder, making=making, listener=listener)
    return Run(carry_out_test(test, folder, making=making, language=language, listener=listener).path)


class Chosen(NamedTuple):
    """What is tested on which kit: what was given, and what a product file says where nothing was."""

    kit: Kit[Any, Any]
    spec: SubjectSpec
    facts: Facts
    plan: AlbumPlan
    details: dict[str, Scalar]
    """Further facts for the record, from a product file."""


def choose(
    kit: Path,
    subject: str | SubjectSpec | None,
    *,
    facts: Facts,
    plan: AlbumPlan,
    product: Path | None = None,
    function: str | None = None,
) -> Chosen:
    """Return what is tested.

    Args:
        kit: Folder of the kit.
        subject: How the product is run, ``SCHEME:REST``; by default as the product file says.
        facts: The facts of clause 4.1 as far as they are stated.
        plan: What is tested, how its outputs are read, and what of them is recorded.
        product: A product file.
        function: The function of the product file, where several are of the kit's kind.

    Raises:
        InputError: Nothing is named, it cannot process pictures, or options contradict each other.
        KitError: The folder is not a kit.
    """
    if product is None and function is not None:
        raise InputError("--function chooses among the functions of a product file; give --product too")
    if product is None and subject is None:
        raise InputError("name what is tested: give --subject, or --product with a product file")
    spec = None if subject is None else _spec(subject)
    opened = open_kit(kit)
    _refuse_for_folders(plan, spec)
    plan = _with_classes(plan, opened)
    if product is None:
        return _checked(Chosen(opened, cast("SubjectSpec", spec), facts, plan, {}))
    file = ProductFile(product)
    entry = file.choose(opened.header.kind, function)
    facts = Facts.of(
        {**file.product.model_dump(include=set(Facts.model_fields)), **facts.model_dump(exclude_none=True)}
    )
    # A key is sent only to the service that the file names.
    plan = _with_file(plan, file, entry, reached=subject is None)
    return _checked(Chosen(opened, spec or _stated_subject(file, entry), facts, plan, file.details(entry)))


def subject_of(chosen: Chosen) -> Subject:
    """Return the subject as the record names it; of a built-in product all facts are known."""
    spec, facts = chosen.spec, chosen.facts.model_dump(exclude_none=True)
    if spec.scheme == "baseline":
        facts = {**_baseline_facts(spec.rest), **facts}
    return Subject(spec=spec.public, **{"name": default_name(spec), **facts}, details=chosen.details)


def default_name(spec: SubjectSpec) -> str:
    """Return what a product is called of which no name is stated."""
    shown = redact(spec.rest)
    return Path(shown.split()[0] if spec.scheme == "command" else shown).name


def prepare(
    chosen: Chosen, subject: Subject, folder: Path, *, making: Making, listener: Listener = NOBODY
) -> AlbumTest[Any]:
    """Return the test, with the review that its data went through; the product was reached.

    Raises:
        InputError: The folder lies among the data, or the data may not be sent where the product runs.
        SubjectError: The product cannot be reached.
    """
    test = open_test(chosen.kit, chosen.spec, subject, chosen.plan)
    if making.resume is None:
        outputs = [Path(chosen.spec.rest)] if chosen.spec.scheme == "folder" else []
        refuse_inside(folder, chosen.kit.path, *outputs)
    rest_on_review(test, making.resting, chosen.spec, chosen.kit.path, making.resume, listener)
    return test


def carry_out_test(
    test: AlbumTest[Any],
    folder: Path,
    *,
    making: Making,
    language: Language = "en",
    listener: Listener = NOBODY,
) -> RunFolder:
    """Run a test to its end and write its report."""
    resume = making.resume is not None
    return carry_out(test, folder, resume=resume, work=making.work(), language=language, listener=listener)


def _spec(subject: str | SubjectSpec) -> SubjectSpec:
    # Whatever a program gives: what is no text has no scheme, and the sentence says so.
    spec = subject if isinstance(subject, SubjectSpec) else parse_subject(str(subject), PRODUCT_SCHEMES)
    check_product(spec)
    return spec


def _stated_subject(file: ProductFile, entry: Function) -> SubjectSpec:
    spec = file.spec(entry)
    if spec is None:
        raise InputError(
            '{file}: "{name}" has no subject, so it is operated by hand; score the results with: mindsight album score KIT '
            'RESULTS --product {file} --function "{name}"',
            file=str(file.path),
            name=entry.name,
        )
    return spec


def _refuse_for_folders(plan: AlbumPlan, spec: SubjectSpec | None) -> None:
    """Refuse options about files in a folder for a product that is run."""
    for leaf in plan.chosen("folder"):
        if spec is not None and spec.scheme != "folder":
            raise InputError(
                "{option}: is for outputs in a folder, and {subject} is none", option=leaf.long, subject=spec.public
            )


def _with_classes(plan: AlbumPlan, kit: Kit[Any, Any]) -> AlbumPlan:
    """Return the plan with the table of the product's own class names read; the kit says which names are its classes."""
    if plan.class_map is None:
        return plan
    classes = kit.header.classes if kit.header.kind == "classification" else ()
    pairs = read_class_map(plan.class_map, [name for entry in classes for name in entry.names])
    return _with_conventions(plan, {"class_map": pairs})


def _with_file(plan: AlbumPlan, file: ProductFile, entry: Function, *, reached: bool) -> AlbumPlan:
    """Return the plan with what a product file says where nothing was given."""
    said = entry.conventions.model_dump(exclude_unset=True)
    more = {
        "timeout_s": entry.timeout,
        "pairing": file.pairing(entry),
        "key_env": entry.key_env if reached else None,
    }
    left = {name: value for name, value in more.items() if value is not None and name not in plan.model_fields_set}
    return _with_conventions(plan.model_copy(update=left), {**said, **plan.conventions.model_dump(exclude_unset=True)})


def _with_conventions(plan: AlbumPlan, changed: dict[str, Any]) -> AlbumPlan:
    kept = plan.conventions.model_dump(exclude_unset=True)
    conventions = type(plan.conventions).of({**kept, **changed})
    return plan.model_copy(update={"conventions": conventions})


def _checked(chosen: Chosen) -> Chosen:
    """Refuse options that contradict each other, or that mean nothing here."""
    conventions = chosen.plan.conventions
    if "background" in conventions.model_fields_set and conventions.mask_from != "colour":
        raise InputError("--background is the colour that --mask-from colour leaves out; give both options")
    return chosen


def _baseline_facts(name: str) -> dict[str, str]:
    versions = environment.software("opencv-python-headless")
    return {
        "name": f"mindsight baseline: {name}",
        "version": versions["mindsight"],
        "device": str(environment.hardware()["processor"]),
        "system": versions["system"],
        "network": "none",
    }
