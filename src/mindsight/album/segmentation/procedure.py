"""5.3 segmentation b), c) and 5.4: the test of a segmentation function, from an opened kit to measures and report blocks."""

import math
from dataclasses import dataclass
from typing import Any

from mindsight.album.kits.kit import Kit
from mindsight.album.kits.pictures import Pixels, decode
from mindsight.album.plan import AlbumPlan
from mindsight.album.procedure import AlbumTest, Tested, departure, signature_of, with_pictures
from mindsight.album.products.conventions import Conventions
from mindsight.album.products.execution import Answer, Outcome, Worker
from mindsight.album.profile import SegmentationProfile
from mindsight.album.reporting.blocks import Strips, strips_of
from mindsight.album.segmentation import pictures, report
from mindsight.album.segmentation.cutouts import Cutout, Export, check_conventions, cut_out
from mindsight.album.segmentation.formulas import OutputTerms, output_terms, thresholds_of
from mindsight.album.segmentation.kit import SegmentationEntry, SegmentationKit
from mindsight.album.segmentation.masks import stored_mask
from mindsight.album.segmentation.readings import IF_RESIZED
from mindsight.album.segmentation.scoring import measures, measures_of, score_table, stored_output, stored_terms
from mindsight.clauses import implements
from mindsight.errors import KitError, PictureError, ProductError
from mindsight.record.blocks import Note
from mindsight.record.folder import RESULTS, RunFolder
from mindsight.record.model import Results, Subject
from mindsight.record.scores import ScoreTable
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import text


class SegmentationTest(AlbumTest[SegmentationEntry]):
    """Image segmentation of one product on one kit."""

    kit: SegmentationKit

    def __init__(
        self, kit: Kit[Any, SegmentationEntry], spec: SubjectSpec, subject: Subject, options: AlbumPlan
    ) -> None:
        if spec.scheme == "baseline":
            # The built-in products always answer with masks.
            known = options.conventions.model_copy(update={"mask_from": "mask", "placement": "whole"})
            options = options.model_copy(update={"conventions": known})
        check_conventions(options.conventions)
        super().__init__(kit, spec, subject, options)

    @property
    def conforms(self) -> bool:
        """Whether more than 30 originals are tested."""
        return self.count >= self.kit.header.profile.least_images

    def trial_departure(self) -> Note:
        """Return the departure that states how many originals there are."""
        body = text("Non-conforming trial: {found} originals, the document asks for more than 30.", found=self.count)
        return departure("trial", "5.3-segmentation-a", body)

    def plan(self) -> dict[str, Any]:
        """Return the plan's fields for how outputs are read and for the undecided grey value."""
        return {"undecided": self.kit.header.undecided, **_planned(self.options.conventions)}

    def worker(self, run: RunFolder) -> "SegmentationWorker":
        """Return the worker that processes and scores one original."""
        header = self.kit.header
        media = run.path / "media"
        return SegmentationWorker(self.kit.path, media, self.spec, self.options, header.profile, header.undecided)

    def table(self, run: RunFolder) -> ScoreTable:
        """Return the scores of the record's items."""
        return _table(run)

    def results(self, run: RunFolder, table: ScoreTable) -> Results:
        """Return measures and blocks; their pictures are cut from kit and record."""
        return _results(
            run, table, with_pictures(run, pictures.make_strips(run, self.kit, table, self.options.conventions))
        )


def rescore(run: RunFolder) -> tuple[ScoreTable, Results]:
    """Recompute table and results from the record alone; the pictures stay those of the run."""
    table = _table(run)
    saved = run.results.blocks if (run.path / RESULTS).is_file() else ()
    return table, _results(run, table, strips_of(saved))


@dataclass(frozen=True)
class SegmentationWorker(Worker[SegmentationEntry]):
    """Has one original cut out and compares the output with its mask."""

    profile: SegmentationProfile
    undecided: int | None

    def open(self) -> SegmentationKit:
        """Open the kit, which the test has read already."""
        return SegmentationKit(self.kit, checked=True)

    def size(self, entry: SegmentationEntry) -> tuple[int, int]:
        """Return the mask's size."""
        return entry.mask.width, entry.mask.height

    def nothing(self, entry: SegmentationEntry) -> dict[str, Any]:
        """Return the terms of an original without an output: those of its mask."""
        return stored_terms(entry.mask_terms.model_dump(mode="json"), None)

    @implements("album", "5.3-segmentation-b")
    @implements("album", "5.3-segmentation-c")
    def judge(self, kit: SegmentationKit, entry: SegmentationEntry, answer: Answer) -> Outcome:  # type: ignore[override]
        """Record the output of an original (5.3 segmentation b) with its mask (5.3 segmentation c)."""
        facts, media = answer.facts, self.keep(answer)
        # A changed kit must not count against the product, whatever it returned.
        truth = stored_mask(
            kit.read(entry.mask), name=entry.mask.path, width=entry.mask.width, height=entry.mask.height
        )
        try:
            found = self._cut_out(kit, entry, answer)
        except PictureError as error:
            return Outcome("unreadable", self.nothing(entry), error.text, facts, media=media)
        except ProductError as error:
            terms = self.nothing(entry)
            if error.outcome == "wrong_size" and self.options.sensitivity:
                terms |= self._if_resized(kit, entry, answer, truth)
            return Outcome(error.outcome, terms, error.text, facts, media=media)
        measured = self._terms(truth, found)
        mask = entry.mask_terms
        if any(count.tp + count.fn != mask.objects[str(step)] for step, count in measured.counts.items()):
            raise KitError(
                "kit picture {file}: does not have the pixels that kit.json states; prepare the kit again with this version",
                file=entry.mask.path,
            )
        stored = stored_terms(mask.model_dump(mode="json"), measured)
        return Outcome("scored", stored, None, facts, found.parsed, found.notes, media)

    def _terms(self, truth: Pixels, found: Cutout) -> OutputTerms:
        terms = output_terms(truth, found.mask, thresholds_of(self.profile.threshold), undecided=self.undecided)
        return terms._replace(values=found.values)

    def _if_resized(
        self, kit: SegmentationKit, entry: SegmentationEntry, answer: Answer, truth: Pixels
    ) -> dict[str, Any]:
        """Return the terms of an output after resizing it to its mask's size; empty if it is not a mask."""
        try:
            found = self._cut_out(kit, entry, answer, resize=True)
        except ProductError:
            return {}
        return {"readings": {IF_RESIZED: stored_output(self._terms(truth, found))}}

    def _cut_out(
        self, kit: SegmentationKit, entry: SegmentationEntry, answer: Answer, *, resize: bool = False
    ) -> Cutout:
        def original() -> Pixels:
            return decode(kit.read(entry.input), name=entry.input.path, megapixels=math.inf).pixels

        resize = resize or self.profile.other_size == "resize"
        export = Export(answer.name, entry.mask.width, entry.mask.height, original, resize, self.options.megapixels)
        return cut_out(answer.data, self.options.conventions, export)


def _planned(conventions: Conventions) -> dict[str, Any]:
    ground = "#{:02x}{:02x}{:02x}".format(*conventions.background) if conventions.mask_from == "colour" else None
    return {**conventions.page("segmentation"), "background": ground}


def _table(run: RunFolder) -> ScoreTable:
    plan = run.manifest.plan
    kinds = measures_of(normative_only=plan["normative_only"])
    return score_table(run.items, kinds, SegmentationProfile.model_validate(plan["profile"]))


def _results(run: RunFolder, table: ScoreTable, shown: Strips) -> Results:
    manifest = run.manifest
    kinds = measures_of(normative_only=manifest.plan["normative_only"])
    profile = SegmentationProfile.model_validate(manifest.plan["profile"])
    items = Tested(run)
    found = measures(items, table, signature_of(run), profile, kinds)
    return Results(measures=found, blocks=report.blocks(manifest, found, table, items, shown))
