"""5.3 classification b), c) and 5.4: the test of a classification function, from an opened kit to measures and blocks."""

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from mindsight.album.classification import pictures, report
from mindsight.album.classification.baselines import DETAILS, ClassBaseline
from mindsight.album.classification.formulas import draws_for
from mindsight.album.classification.kit import ClassificationEntry, ClassificationKit
from mindsight.album.classification.labels import Label, Vocabulary, parse_labels, read_text, tidy
from mindsight.album.classification.readings import readings_of
from mindsight.album.classification.record import taken_of
from mindsight.album.classification.scoring import SEED, Marking, marked, measures_of
from mindsight.album.classification.sources import Given, Source, open_source
from mindsight.album.plan import AlbumPlan
from mindsight.album.procedure import AlbumTest, departure, signature_of, with_pictures
from mindsight.album.products.execution import Answer, Outcome, Worker, pairing_of
from mindsight.album.profile import ClassificationProfile
from mindsight.clauses import implements
from mindsight.record.blocks import Note
from mindsight.record.folder import RESULTS, RunFolder
from mindsight.record.model import Results, Scalar, Subject
from mindsight.record.scores import ScoreTable
from mindsight.subjects.product import AnswerKind
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import text

_VERBATIM = 16_384
"""Characters of an answer that are kept in its record."""


@dataclass(frozen=True)
class LabelAnswer(Answer):
    """An answer whose labels are known already."""

    labels: tuple[Label, ...] = ()


class ClassificationTest(AlbumTest[ClassificationEntry]):
    """Image classification of one product on one kit."""

    answer: ClassVar[AnswerKind] = "labels"
    kit: ClassificationKit
    _marking: Marking

    def __init__(self, kit: Any, spec: SubjectSpec, subject: Subject, options: AlbumPlan) -> None:
        if spec.scheme == "baseline":
            subject = subject.model_copy(update={"details": {**subject.details, **DETAILS}})
        super().__init__(kit, spec, subject, options)

    @property
    def classes(self) -> Sequence[tuple[str, int]]:
        """The classes under test in the order of the kit, each with the number of tested images."""
        if self.count == self.kit.header.count:
            return [(entry.name, entry.count) for entry in self.kit.header.classes]
        tested = Counter(entry.actual for entry, _ in itertools.islice(self.kit.items(), self.count))
        return [(entry.name, tested[entry.name]) for entry in self.kit.header.classes if tested[entry.name]]

    @property
    def conforms(self) -> bool:
        """Whether more than 10 images of each class are tested."""
        least = self.kit.header.profile.least_per_class
        return len(self.classes) == len(self.kit.header.classes) and all(count >= least for _, count in self.classes)

    def trial_departure(self) -> Note:
        """Return the departure that states how many images the smallest class has."""
        name, count = min(self.classes, key=lambda one: one[1])
        body = text(
            "Non-conforming trial: class “{name}” has {found} images, the document asks for more than 10 of each class.",
            name=name,
            found=count,
        )
        return departure("trial", "5.3-classification-a", body)

    def plan(self) -> dict[str, Any]:
        """Return the plan's fields for classes and for how the product's answers are read."""
        conventions = self.options.conventions
        return {
            "classes": [[name, count] for name, count in self.classes],
            "class_names": [[name, *others] for name, others in self._names],
            "draws": draws_for(len(self.classes)),
            **conventions.page("classification"),
            "class_map": [list(pair) for pair in conventions.class_map],
        }

    def identity(self) -> dict[str, Scalar]:
        """Return the number of classes."""
        return {"classes": len(self.classes)}

    def seeds(self) -> dict[str, int]:
        """Return the seed of the bootstrap."""
        return {"bootstrap": SEED}

    def reach(self) -> list[str] | None:
        """Check that the product is reachable and return its unmatched numbers or files."""
        worker = self._worker(Path())
        if not worker.is_by_hand:
            if self.spec.scheme == "baseline":
                worker.product()
                return None
            return super().reach()
        source: Source = worker.product()
        self.manifest = self.manifest.model_copy(update={"plan": {**self.manifest.plan, **source.facts}})
        return source.unmatched_files(entry.id for entry, _ in self.kit.items())

    def worker(self, run: RunFolder) -> "ClassificationWorker":
        """Return the worker that classifies one image."""
        return self._worker(run.path / "media")

    def table(self, run: RunFolder) -> ScoreTable:
        """Return the score table: whether each image's class is right; the items are read once for it and for the results."""
        self._marking, table = marked(run.items, run.manifest.plan)
        return table

    def results(self, run: RunFolder, table: ScoreTable) -> Results:
        """Return measures and blocks of the table made last; thumbnails are made from the kit."""
        shown = with_pictures(run, pictures.make_pictures(run, self.kit, table, self._marking))
        return _results(run, table, self._marking, shown)

    def _worker(self, media: Path) -> "ClassificationWorker":
        profile = self.kit.header.profile
        return ClassificationWorker(self.kit.path, media, self.spec, self.options, profile, self._names)

    @property
    def _names(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The classes under test, each with its other names."""
        tested = {name for name, _ in self.classes}
        # Labels are recorded without invisible characters, which names of older kits may contain.
        return tuple(
            (
                entry.name,
                tuple(
                    dict.fromkeys(
                        (
                            *entry.names[1:],
                            *(name for name in map(tidy, entry.names) if name not in entry.names),
                        )
                    )
                ),
            )
            for entry in self.kit.header.classes
            if entry.name in tested
        )


def rescore(run: RunFolder) -> tuple[ScoreTable, Results]:
    """Recompute table and results from the record alone; the pictures stay those of the run."""
    marking, table = marked(run.items, run.manifest.plan)
    saved = run.results.blocks if (run.path / RESULTS).is_file() else ()
    return table, _results(run, table, marking, report.pictures_of(saved))


@dataclass(frozen=True)
class ClassificationWorker(Worker[ClassificationEntry]):
    """Has one image classified and maps the returned labels to classes."""

    answer: ClassVar[AnswerKind] = "labels"

    profile: ClassificationProfile
    classes: tuple[tuple[str, tuple[str, ...]], ...]
    vocabulary: Vocabulary = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Build the vocabulary once."""
        found = Vocabulary(dict(self.classes), self.options.conventions.class_map)
        object.__setattr__(self, "vocabulary", found)

    @property
    def is_by_hand(self) -> bool:
        """Whether an operator collected the labels by hand."""
        return self.spec.scheme == "folder"

    def open(self) -> ClassificationKit:
        """Open the kit, which the test has read already."""
        return ClassificationKit(self.kit, checked=True)

    def product(self) -> Any:
        """Open the source of labels: collected files, a baseline that learns from the kit, or a product."""
        if self.is_by_hand:
            actual = ((entry.id, entry.actual) for entry, _ in self.open().items())
            meaning = (lambda _: None) if self.options.conventions.answers == "clusters" else self.vocabulary.class_of
            return open_source(
                Path(self.spec.rest),
                actual,
                pairing_of(self.options),
                meaning=meaning,
                several=self.profile.several_labels,
            )
        if self.spec.scheme == "baseline":
            return ClassBaseline(self.spec.rest, self.open())
        return super().product()

    def ask(self, product: Any, kit: Any, entry: ClassificationEntry) -> Answer:
        """Return the labels of an image."""
        if not (self.is_by_hand or self.spec.scheme == "baseline"):
            return super().ask(product, kit, entry)
        given: Given = product.labels(entry.id)
        return LabelAnswer(given.answer.data, given.answer.name, given.answer.time_s, given.labels)

    def size(self, entry: ClassificationEntry) -> tuple[int, int]:  # noqa: ARG002
        """Return zeros: labels have no size."""
        return 0, 0

    def nothing(self, entry: ClassificationEntry) -> dict[str, Any]:
        """Return the terms of an image without an answer."""
        return {"actual": entry.actual, "labels": []}

    @implements("album", "5.3-classification-b")
    def judge(self, kit: Any, entry: ClassificationEntry, answer: Answer) -> Outcome:  # noqa: ARG002
        """Record the labels that the product gave an image (5.3 classification b), verbatim and mapped to classes."""
        labels = list(answer.labels) if isinstance(answer, LabelAnswer) else parse_labels(answer.data)
        facts = {**answer.facts, "text": read_text(answer.data)[:_VERBATIM]}
        parsed = {"labels": [label._asdict() for label in labels]}
        terms = {"actual": entry.actual, "labels": self._understood(labels)}
        return Outcome(outcome_of(terms, self.profile, self.options.conventions.answers), terms, None, facts, parsed)

    def _understood(self, labels: list[Label]) -> list[dict[str, str]]:
        if self.options.conventions.answers == "clusters":
            return [{"cluster": name} for name in dict.fromkeys(label.name for label in labels)]
        return self.vocabulary.understood(labels)


def outcome_of(terms: dict[str, Any], profile: ClassificationProfile, answers: str) -> str:
    """Return the outcome of an image; only ``scored`` while its cluster has no name yet."""
    if not terms["labels"]:
        return "no_label"
    if answers == "clusters":
        return "scored"
    taken = taken_of(terms["labels"], terms["actual"], profile.several_labels)
    if "other" in taken:
        return "unlisted"
    return "right" if taken["class"] == terms["actual"] else "wrong"


def _results(run: RunFolder, table: ScoreTable, marking: Marking, shown: report.Pictures) -> Results:
    manifest = run.manifest
    measures = measures_of(marking, table, signature_of(run), manifest.plan)
    readings = readings_of(marking.kinds, manifest.plan)
    failed = [item for item in run.items if item.status == "failed"] if "failed" in table.statuses else []
    blocks = report.blocks(manifest, measures, marking, failed, shown, readings)
    return Results(measures=measures, blocks=blocks)
