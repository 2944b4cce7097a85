"""5.1: one test of one function of a product, from a prepared kit to measures and report blocks."""

import itertools
from collections.abc import Iterable, Iterator

from mindsight.album import showing, strips
from mindsight.album.execution import Instance, Options, Worker
from mindsight.album.kits import LEAST_REFERENCES, Kit
from mindsight.album.profile import Profile, departures, readings
from mindsight.album.scoring import RULE, measures_of, score_table
from mindsight.clauses import DOCUMENTS, implements
from mindsight.parallel import Engine, map_items
from mindsight.record import environment, scores
from mindsight.record.blocks import Note
from mindsight.record.folder import RESULTS, RunFolder
from mindsight.record.model import Data, Document, Draft, Manifest, Results, Signature, Strangers, Subject
from mindsight.record.scores import ScoreTable
from mindsight.subjects.products import FolderProduct, open_product
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Text, text

_PRODUCT_FACTS = {
    "version": ("4.1-a", text("The product's version was not stated.")),
    "device": ("4.1-b", text("The device that the product ran on was not stated.")),
    "system": ("4.1-b", text("The operating system that the product ran on was not stated.")),
    "network": ("4.1-c", text("The network that the product used was not stated.")),
}
MOST_STRANGERS = 1000
"""Names of files that belong to no input which a manifest lists; it counts all of them."""

_SOFTWARE = ("numpy", "scipy", "opencv-python-headless", "pillow", "simplejpeg")


class EnhancementTest:
    """Image enhancement of one product on one kit, as the walk wants it."""

    def __init__(self, kit: Kit, spec: SubjectSpec, subject: Subject, options: Options) -> None:
        self.kit = kit
        self.data = kit.file
        self._batch = 16 if spec.scheme == "folder" else 1
        self._spec = spec
        self._options = options
        self.manifest = enhancement_manifest(kit, subject, options)
        # A product that cannot be reached says so now, once, and not for each item.
        product = open_product(spec, timeout_s=options.timeout_s)
        self.strangers: list[str] = []
        if isinstance(product, FolderProduct):
            self.strangers = product.strangers({item.id for item, _ in kit.items()})
            self.manifest = self.manifest.model_copy(update={"strangers": _listed(self.strangers)})
        product.close()

    def instances(self) -> Iterator[Instance]:
        """Yield the kit's items, or the first of them."""
        return itertools.islice(self.kit.items(), self._options.limit)

    def id_of(self, instance: Instance) -> str:
        """Return the number of an item."""
        return instance[0].id

    def worker(self, run: RunFolder) -> Worker:
        """Return what processes and scores one input."""
        return Worker(self.kit.path, run.path / "media", self._spec, self.kit.header.profile, self._options)

    def drafts(self, run: RunFolder, missing: Iterable[Instance], *, engine: Engine, workers: int) -> Iterator[Draft]:
        """Process and score the missing inputs, several side by side if there are workers."""
        return map_items(self.worker(run), missing, engine=engine, workers=workers, batch=self._batch, name=self.id_of)

    def table(self, run: RunFolder) -> ScoreTable:
        """Return the scores of the record's items."""
        return _table(run)

    def results(self, run: RunFolder, table: ScoreTable) -> Results:
        """Return measures and blocks; the pictures shown are cut from kit and record."""
        return _results(run, table, strips.make_strips(run, self.kit, table))


@implements("album", "5.1")
def enhancement_manifest(kit: Kit, subject: Subject, options: Options) -> Manifest:
    """Return what a run of the basic procedure (5.1) tests, how and on what, with every option resolved."""
    header = kit.header
    document = DOCUMENTS["album"]
    count = min(header.count, options.limit or header.count)
    trial = header.trial or count < LEAST_REFERENCES
    scale = "unchanged" if header.scale is None else "{}/{}".format(*header.scale)
    return Manifest(
        document=Document(
            suite="album",
            number=document.number,
            edition=document.date,
            title=text("Image enhancement of smart photo album products"),
        ),
        kind="enhancement",
        plan={
            "kit": kit.path.name,
            "profile": header.profile.model_dump(mode="json"),
            "scale": scale,
            "trial": trial,
            "demonstration": header.demonstration,
            "normative_only": options.normative_only,
            "keep_outputs": options.keep_outputs,
            "timeout_s": options.timeout_s,
            "megapixels": options.megapixels,
            **({} if options.limit is None else {"limit": options.limit}),
        },
        identity={
            "document": document.number,
            "kind": "enhancement",
            "rule": RULE,
            "profile": header.profile.name,
            "profile_hash": header.profile.sha256,
            "resolution": scale,
            "n": count,
            "trial": trial,
            "data": f"sha256-{kit.sha256}",
        },
        subject=subject,
        data=Data(name=kit.path.name, file=kit.file.name, sha256=kit.sha256, instances=count, files=2 * header.count),
        seeds={"noise": header.seed},
        software=environment.software(*_SOFTWARE),
        hardware=environment.hardware(),
        started=environment.now(),
        departures=(*_departures(kit, subject, count), *departures(header.profile)),
        readings=readings(),
    )


def _listed(names: list[str]) -> Strangers:
    """Return the names as a manifest holds them."""
    return Strangers(count=len(names), names=tuple(names[:MOST_STRANGERS]))


def rescore(run: RunFolder) -> tuple[ScoreTable, Results]:
    """Recompute table and results from the record alone; the pictures shown stay those of the run."""
    table = _table(run)
    saved = run.results.blocks if (run.path / RESULTS).is_file() else ()
    return table, _results(run, table, showing.strips_of(saved))


def _table(run: RunFolder) -> ScoreTable:
    plan = run.manifest.plan
    kinds = measures_of(normative_only=plan["normative_only"])
    return score_table(run.items, kinds, Profile.model_validate(plan["profile"]))


def _results(run: RunFolder, table: ScoreTable, shown: showing.Strips) -> Results:
    manifest = run.manifest
    signature = Signature(identity=manifest.identity, environment={**manifest.software, **manifest.hardware})
    kinds = measures_of(normative_only=manifest.plan["normative_only"])
    measures = tuple(scores.measure(kind, table, signature) for kind in kinds)
    return Results(measures=measures, blocks=showing.blocks(manifest, measures, table, run.items, shown))


def _departures(kit: Kit, subject: Subject, count: int) -> list[Note]:
    notes = []
    if kit.header.trial or count < LEAST_REFERENCES:
        body = text("Non-conforming trial: {found} references, the document asks for more than 30.", found=count)
        notes.append(_departure("trial", "5.3-enhancement-a", body))
    if count < kit.header.count:
        body = text(
            "Only the first {found} of the kit's {all} pictures were tested.", found=count, all=kit.header.count
        )
        notes.append(_departure("limit", "5.3-enhancement-b", body))
    if kit.header.demonstration:
        body = text(
            "Demonstration data: crops of photographs that come with software libraries, not a test's material."
        )
        notes.append(_departure("demonstration", "4.2-a", body))
    return [*notes, *unstated_facts(subject)]


@implements("album", "4.1-a")
@implements("album", "4.1-b")
def unstated_facts(subject: Subject) -> list[Note]:
    """Return a departure for each fact about software (4.1-a) and hardware (4.1-b) that was not stated."""
    return [
        _departure(field, clause, body)
        for field, (clause, body) in _PRODUCT_FACTS.items()
        if getattr(subject, field) is None
    ]


def _departure(name: str, clause: str, body: Text) -> Note:
    return Note(id=f"departure-{name}", title=text("Departure"), role="departure", clause=clause, body=body)
