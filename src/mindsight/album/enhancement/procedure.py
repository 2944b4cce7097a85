"""5.3 enhancement b) and 5.4: the test of an enhancement function, from an opened kit to measures and report blocks."""

import math
from dataclasses import dataclass
from typing import Any

from mindsight.album.enhancement import pictures, report
from mindsight.album.enhancement.formulas import FULL_SCALE, early_sums
from mindsight.album.enhancement.kit import EnhancementEntry, EnhancementHeader, EnhancementKit
from mindsight.album.enhancement.readings import other_terms, readings_of
from mindsight.album.enhancement.registration import Shift, find_shift, fitted, shifted_back
from mindsight.album.enhancement.scoring import aggregated, compared, measures_of, score_table, score_terms
from mindsight.album.kits.kit import LEAST_IMAGES, KitPicture
from mindsight.album.kits.pictures import Pixels, decode, grey
from mindsight.album.procedure import AlbumTest, Tested, departure, signature_of, with_pictures
from mindsight.album.products.execution import Answer, Outcome, Worker
from mindsight.album.profile import EnhancementProfile
from mindsight.album.reporting.blocks import Strips, strips_of
from mindsight.clauses import implements
from mindsight.errors import KitError, PictureError
from mindsight.record import scores
from mindsight.record.blocks import Note
from mindsight.record.folder import RESULTS, RunFolder
from mindsight.record.model import Results, Scalar
from mindsight.record.scores import ScoreTable
from mindsight.text import Text, text

_OF_THE_REFERENCE = ("pixels", "sum_reference", "squares_reference", "peak")


class EnhancementTest(AlbumTest[EnhancementEntry]):
    """Image enhancement of one product on one kit."""

    kit: EnhancementKit

    @property
    def conforms(self) -> bool:
        """Whether more than 30 references are tested."""
        return self.count >= LEAST_IMAGES

    def trial_departure(self) -> Note:
        """Return the departure that states how many references there are."""
        body = text("Non-conforming trial: {found} references, the document asks for more than 30.", found=self.count)
        return departure("trial", "5.3-enhancement-a", body)

    def plan(self) -> dict[str, Any]:
        """Return the change of size."""
        return {"scale": _resolution(self.kit.header)}

    def identity(self) -> dict[str, Scalar]:
        """Return the change of size."""
        return {"resolution": _resolution(self.kit.header)}

    def seeds(self) -> dict[str, int]:
        """Return the seed of the noise."""
        return {"noise": self.kit.header.seed}

    def worker(self, run: RunFolder) -> "EnhancementWorker":
        """Return the worker that processes and scores one input."""
        return EnhancementWorker(self.kit.path, run.path / "media", self.spec, self.options, self.kit.header.profile)

    def table(self, run: RunFolder) -> ScoreTable:
        """Return the scores of the record's items."""
        return _table(run)

    def results(self, run: RunFolder, table: ScoreTable) -> Results:
        """Return measures and blocks; their pictures are cut from kit and record."""
        return _results(run, table, with_pictures(run, pictures.make_strips(run, self.kit, table)))


def rescore(run: RunFolder) -> tuple[ScoreTable, Results]:
    """Recompute table and results from the record alone; the pictures stay those of the run."""
    table = _table(run)
    saved = run.results.blocks if (run.path / RESULTS).is_file() else ()
    return table, _results(run, table, strips_of(saved))


@dataclass(frozen=True)
class EnhancementWorker(Worker[EnhancementEntry]):
    """Has one input enhanced and compares the output with its reference."""

    profile: EnhancementProfile

    def open(self) -> EnhancementKit:
        """Open the kit, which the test has read already."""
        return EnhancementKit(self.kit, checked=True)

    def size(self, entry: EnhancementEntry) -> tuple[int, int]:
        """Return the reference's size."""
        return entry.reference.width, entry.reference.height

    def nothing(self, entry: EnhancementEntry) -> dict[str, Any]:
        """Return the terms of an input without an output: those of the input itself."""
        return self._terms(entry, None, None)

    @implements("album", "5.3-enhancement-b")
    def judge(self, kit: EnhancementKit, entry: EnhancementEntry, answer: Answer) -> Outcome:  # type: ignore[override]
        """Record the output of an input and compare it with its reference (5.3 enhancement b)."""
        facts, media = answer.facts, self.keep(answer)
        try:
            picture = decode(answer.data, name=answer.name, megapixels=self.options.megapixels)
        except PictureError as error:
            return Outcome("unreadable", self.nothing(entry), error.text, facts, media=media)
        parsed = picture.facts
        readings: dict[str, Any] = {}
        if self.options.sensitivity:
            whole = decode(kit.read(entry.reference), name=entry.reference.path, megapixels=math.inf).pixels
            readings = {"readings": other_terms(whole, picture.pixels, self.profile)}
        pixels, notes = self._at_size(picture.pixels, entry.reference)
        if pixels is None:
            # A wrong size in the kit must not count against the product: the reference itself decides.
            self._reference(kit, entry.reference)
            problem = _other_size(answer.name, picture.pixels, entry.reference)
            terms = self.nothing(entry) | readings
            return Outcome("wrong_size", terms, problem, facts, parsed, media=media)
        if pixels is not picture.pixels:
            # The record states both what was compared and what the product exported.
            exported = [parsed["width"], parsed["height"]]
            parsed |= {"width": pixels.shape[1], "height": pixels.shape[0], "exported": exported}
        output = compared(pixels, self.profile)
        # Each picture is converted to grey and summed while it is in the cache; the next one reuses the memory of its colours.
        notes = (*picture.notes, *notes)
        del picture, pixels
        sums = early_sums(output)
        reference = self._reference(kit, entry.reference)
        if self.profile.registration == "shift":
            shift = find_shift(_one_value(reference), _one_value(output), anywhere=True)
            if shift is not None:
                output, sums = shifted_back(output, shift), None
                parsed["shift"], notes = list(shift), (*notes, _shifted(shift, back=True))
        measured, windowed = score_terms(reference, output, windowed=not self.options.normative_only, output_sums=sums)
        if any(measured[name] != entry.input_terms[name] for name in _OF_THE_REFERENCE):
            raise KitError(
                "kit picture {file}: does not have the sums that kit.json states; prepare the kit again with this version",
                file=entry.reference.path,
            )
        if self.profile.registration == "none" and not self.options.normative_only and _is_doubtful(measured):
            shift = find_shift(_one_value(reference), _one_value(output))
            if shift is not None:
                parsed["shift"], notes = list(shift), (*notes, _shifted(shift, back=False))
        word = "exact" if measured["squared_error"] == 0 else "scored"
        terms = self._terms(entry, measured, windowed) | readings
        return Outcome(word, terms, None, facts, parsed, notes, media)

    def _at_size(self, output: Pixels, wanted: KitPicture) -> tuple[Pixels | None, tuple[Text, ...]]:
        """Return the output at its reference's size, or None if the profile refuses other sizes."""
        height, width = output.shape[:2]
        if (width, height) == (wanted.width, wanted.height):
            return output, ()
        way = self.profile.other_size
        if way == "refuse":
            return None, ()
        note = text("output of {width}×{height} pixels brought to its reference's size", width=width, height=height)
        return fitted(output, wanted.width, wanted.height, way), (note,)

    def _terms(self, entry: EnhancementEntry, output: dict[str, int] | None, windowed: float | None) -> dict[str, Any]:
        terms: dict[str, Any] = {"output": output, "input": entry.input_terms}
        if not self.options.normative_only:
            terms |= {"windowed": windowed, "windowed_input": entry.input_windowed}
        return terms

    def _reference(self, kit: EnhancementKit, wanted: KitPicture) -> Pixels:
        """Return the part of a reference that is compared; if its size is wrong, the kit is at fault and not the product."""
        reference = compared(decode(kit.read(wanted), name=wanted.path, megapixels=math.inf).pixels, self.profile)
        if reference.shape[:2] != (wanted.height, wanted.width):
            raise KitError(
                "kit picture {file}: is not of the size that kit.json states; restore the kit", file=wanted.path
            )
        return reference


def _one_value(pixels: Pixels) -> Pixels:
    """Return the grey picture even if all channels are compared."""
    return pixels if pixels.ndim == 2 else grey(pixels)


def _is_doubtful(terms: dict[str, int]) -> bool:
    """Return whether an output is so far from its reference (below 35 dB) that a shift may be the reason."""
    return terms["squared_error"] * 3162 > FULL_SCALE * FULL_SCALE * terms["pixels"]


def _shifted(shift: Shift, *, back: bool) -> Text:
    right, down = shift
    if back:
        return text("shifted back: it lay {right} pixels to the right and {down} down", right=right, down=down)
    return text(
        "seems shifted by {right} pixels to the right and {down} down; it is scored as it is", right=right, down=down
    )


def _other_size(name: str, output: Pixels, wanted: KitPicture) -> Text:
    return text(
        "the output {file} is {width}×{height} pixels, its reference {wanted_width}×{wanted_height}; export it at full "
        "size and upright",
        file=name,
        width=output.shape[1],
        height=output.shape[0],
        wanted_width=wanted.width,
        wanted_height=wanted.height,
    )


def _resolution(header: EnhancementHeader) -> str:
    return "unchanged" if header.scale is None else "{}/{}".format(*header.scale)


def _table(run: RunFolder) -> ScoreTable:
    plan = run.manifest.plan
    kinds = measures_of(normative_only=plan["normative_only"])
    return score_table(run.items, kinds, EnhancementProfile.model_validate(plan["profile"]))


def _results(run: RunFolder, table: ScoreTable, shown: Strips) -> Results:
    manifest = run.manifest
    signature = signature_of(run)
    kinds = measures_of(normative_only=manifest.plan["normative_only"])
    profile = EnhancementProfile.model_validate(manifest.plan["profile"])
    measures = tuple(scores.measure(kind, table, signature) for kind in kinds)
    items = Tested(run)
    if profile.aggregation != "mean_of_scores":
        measures = tuple(aggregated(measures, items, profile))
    readings = readings_of(items, profile, recorded=manifest.plan["sensitivity"])
    blocks = report.blocks(manifest, measures, table, items, shown, readings)
    return Results(measures=measures, blocks=blocks)
