"""4.1, 5.1, 5.3: the base class of the tests of all three kinds, with their manifest and the departures for unstated facts."""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from mindsight.album.kits.kit import Kit, KitEntry
from mindsight.album.plan import AlbumPlan
from mindsight.album.products.execution import Worker, forget_product, open_subject
from mindsight.album.products.pairing import pairing_sheet
from mindsight.album.readings import departures, readings
from mindsight.clauses import DOCUMENTS, implements
from mindsight.execution.drafting import map_drafts
from mindsight.execution.parallel import Engine
from mindsight.kinds import KINDS
from mindsight.record import canonical, environment
from mindsight.record.blocks import Block, Note
from mindsight.record.folder import MANIFEST, RunFolder
from mindsight.record.model import Data, Document, Draft, Item, Manifest, Results, Scalar, Signature, Strangers, Subject
from mindsight.record.scores import ScoreTable
from mindsight.subjects.baselines import check_baseline
from mindsight.subjects.folder_product import FolderProduct
from mindsight.subjects.product import AnswerKind
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Text, text

RULE = 2
"""Raised only when a score can change: by 2, which files, pixels and labels count (orientation, transparent colours, numbers, folders)."""

TRIES = 3
"""How many processes an input may end before it counts as failed."""

MOST_UNMATCHED = 1000
"""Most names of unmatched files that a manifest lists; it counts all of them."""

_PRODUCT_FACTS = {
    "version": ("4.1-a", text("The product's version was not stated.")),
    "device": ("4.1-b", text("The device that the product ran on was not stated.")),
    "system": ("4.1-b", text("The operating system that the product ran on was not stated.")),
    "network": ("4.1-c", text("The network that the product used was not stated.")),
}
_SOFTWARE = ("numpy", "scipy", "opencv-python-headless", "pillow", "simplejpeg")

E = TypeVar("E", bound=KitEntry)


class AlbumTest(ABC, Generic[E]):
    """The test of one function of a product on one kit, for the pipeline; each kind adds judging and scoring."""

    answer: ClassVar[AnswerKind] = "picture"
    """The kind of answer that the product is asked for, the same as the worker's."""

    def __init__(self, kit: Kit[Any, E], spec: SubjectSpec, subject: Subject, options: AlbumPlan) -> None:
        self.kit = kit
        self.data = kit.file
        self.spec = spec
        self.options = options
        self.manifest = basic_procedure(self, subject)
        # A product that cannot be reached fails here once, and not for each item.
        unmatched = self.reach()
        self.unmatched: list[str] = unmatched or []
        if unmatched is not None:
            self.manifest = self.manifest.model_copy(update={"strangers": _listed(unmatched)})

    @property
    def count(self) -> int:
        """How many items are tested."""
        whole: int = self.kit.header.count
        return min(whole, self.options.limit or whole)

    def reach(self) -> list[str] | None:
        """Check that the product is reachable and return its unmatched files; None if it cannot have any.

        Raises:
            InputError: It is a baseline of another kind.
            SubjectError: It cannot be reached.
        """
        if self.spec.scheme == "baseline":
            check_baseline(self.spec.rest, self.kit.header.kind)
        product = open_subject(self.spec, self.options, self.answer)
        found = None
        if isinstance(product, FolderProduct):
            found = product.unmatched_files({entry.id for entry, _ in self.kit.items()})
        product.close()
        return found

    def instances(self) -> Iterator[tuple[E, str]]:
        """Yield the kit's entries with their hashes, up to the limit."""
        return itertools.islice(self.kit.items(), self.options.limit)

    def id_of(self, instance: tuple[E, str]) -> str:
        """Return the number of an item."""
        return instance[0].id

    def drafts(
        self, run: RunFolder, missing: Iterable[tuple[E, str]], *, engine: Engine, workers: int
    ) -> Iterator[Draft]:
        """Process and score the missing inputs, in parallel if there are several workers."""
        spread = partial(map_drafts, self.worker(run), missing, engine=engine, workers=workers, name=self.id_of)
        if self.spec.scheme != "folder":
            yield from spread(tries=TRIES, lost=self.worker(run).lost)
            return
        # What a product has brought back is read by us alone: it ends no process that would not end at each of its neighbours.
        yield from spread(batch=16)
        forget_product()  # a table of a million answers takes room, and the numbers follow from the record

    @abstractmethod
    def worker(self, run: RunFolder) -> Worker[E]:
        """Return the worker that processes and scores one input."""

    @abstractmethod
    def table(self, run: RunFolder) -> ScoreTable:
        """Return the scores of the record's items."""

    @abstractmethod
    def results(self, run: RunFolder, table: ScoreTable) -> Results:
        """Return measures and blocks."""

    @property
    @abstractmethod
    def conforms(self) -> bool:
        """Whether as many images are tested as 5.3 asks for."""

    @abstractmethod
    def trial_departure(self) -> Note:
        """Return the departure of a trial that does not conform."""

    def plan(self) -> dict[str, Any]:
        """Return the fields that this kind adds to the plan."""
        return {}

    def identity(self) -> dict[str, Scalar]:
        """Return the fields that this kind adds to the identity."""
        return {}

    def seeds(self) -> dict[str, int]:
        """Return the seeds that the kit or the scores depend on."""
        return {}


@implements("album", "5.1")
def basic_procedure(test: AlbumTest[Any], subject: Subject) -> Manifest:
    """Return the manifest of a run of the basic procedure (5.1), with every option resolved."""
    kit, options, header = test.kit, test.options, test.kit.header
    document, kind = DOCUMENTS["album"], KINDS[f"album.{header.kind}"]
    trial = header.trial or not test.conforms
    files = kit.files * header.count
    return Manifest(
        document=Document(suite="album", number=document.number, edition=document.date, title=kind.title),
        kind=header.kind,
        plan={
            "kit": kit.path.name,
            "profile": header.profile.model_dump(mode="json"),
            **test.plan(),
            "trial": trial,
            "demonstration": header.demonstration,
            **options.page(),
            **(_pairing(options) if test.spec.scheme == "folder" else {}),
        },
        identity={
            "document": document.number,
            "kind": header.kind,
            "rule": RULE,
            "profile": header.profile.name,
            "profile_hash": header.profile.sha256,
            **test.identity(),
            "n": test.count,
            "trial": trial,
            "data": f"sha256-{kit.sha256}",
        },
        subject=subject,
        data=Data(name=kit.path.name, file=kit.file.name, sha256=kit.sha256, instances=test.count, files=files),
        seeds=test.seeds(),
        software=environment.software(*_SOFTWARE),
        hardware=environment.hardware(),
        started=environment.now(),
        departures=(*_departures(test, subject, trial=trial), *departures(header.profile, header.kind)),
        readings=readings(header.kind),
    )


Shown = TypeVar("Shown", bound=Sequence[Block])


def with_pictures(run: RunFolder, shown: Shown) -> Shown:
    """Note in the manifest by its hash what a report shows of the kit's pictures, and return it."""
    run.write_model(MANIFEST, run.manifest.model_copy(update={"shown": hash_of_pictures(shown)}))
    return shown


def hash_of_pictures(shown: Sequence[Block]) -> str:
    """Return the SHA-256 of blocks with pictures."""
    return canonical.digest([block.model_dump(mode="json") for block in shown])


class Tested:
    """The items of a run, read from the record at each iteration: a record may not fit in memory."""

    def __init__(self, run: RunFolder) -> None:
        self._run = run

    def __iter__(self) -> Iterator[Item]:
        return self._run.items


def signature_of(run: RunFolder) -> Signature:
    """Return the signature of a run: what its scores depend on."""
    manifest = run.manifest
    return Signature(identity=manifest.identity, environment={**manifest.software, **manifest.hardware})


def _pairing(options: AlbumPlan) -> dict[str, str]:
    """Return how files are paired with numbers, if not by their stems alone."""
    if options.pairing is not None:
        sheet = pairing_sheet(options.pairing)
        digest = f"sha256-{canonical.sha256_of_file(options.pairing)}"
        return {"pairing": digest, **({} if sheet is None else {"pairing_sheet": sheet})}
    return options.conventions.page("folder")


def _listed(names: Sequence[str]) -> Strangers:
    return Strangers(count=len(names), names=tuple(names[:MOST_UNMATCHED]))


def _departures(test: AlbumTest[Any], subject: Subject, *, trial: bool) -> Iterator[Note]:
    header = test.kit.header
    clause = f"5.3-{header.kind}"
    if trial:
        yield test.trial_departure()
    if test.count < header.count:
        body = text(
            "Only the first {found} of the kit's {all} pictures were tested.", found=test.count, all=header.count
        )
        yield departure("limit", f"{clause}-b", body)
    if header.demonstration:
        body = text(
            "Demonstration data: crops of photographs that come with software libraries, not a test's material."
        )
        yield departure("demonstration", "4.2-a", body)
    yield from unstated_facts(subject)


@implements("album", "4.1-a")
@implements("album", "4.1-b")
def unstated_facts(subject: Subject) -> list[Note]:
    """Return a departure for each fact about software (4.1-a) and hardware (4.1-b) that was not stated."""
    return [
        departure(field, clause, body)
        for field, (clause, body) in _PRODUCT_FACTS.items()
        if getattr(subject, field) is None
    ]


def departure(name: str, clause: str, body: Text) -> Note:
    """Return a note that a run departs from a clause."""
    return Note(id=f"departure-{name}", title=text("Departure"), role="departure", clause=clause, body=body)
