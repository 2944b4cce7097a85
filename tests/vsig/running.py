"""Fast runs of the vsig suite in this process: data are prepared once; right answers can be perturbed."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mindsight.answers.conventions import DEFAULT, model_profile
from mindsight.pipeline import execute, run_test
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item
from mindsight.vsig.choices import Choices
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.models.baselines import oracle
from mindsight.vsig.running.preparing import make_test, prepare_data

Spoken = dict[str, Any]
"""A subject's answer as JSON."""


@dataclass(frozen=True)
class Prepared:
    """A data set and the file of its prepared samples."""

    root: Path
    file: Path

    @property
    def samples(self) -> dict[str, Sample]:
        """The samples by id, in the order of the file."""
        listed = json.loads(self.file.read_bytes())["samples"]
        return {sample.id: sample for sample in map(Sample.model_validate, listed)}

    def of(self, template: int, language: str = "zh") -> Sample:
        """Return the first sample of a template."""
        return next(s for s in self.samples.values() if (s.template, s.language) == (template, language))

    def run(self, folder: Path, subject: str, *, workers: int = 1, resume: bool = False, **more: Any) -> RunFolder:
        """Run a subject on all samples; no report is written."""
        chosen = Choices(data=self.root, spec=subject, **{"canaries": False, **more})
        test = make_test(chosen, self.file, folder, resume=resume)
        return run_test(test, folder, resume=resume, engine="local" if workers > 1 else "serial", workers=workers)

    def items(self, folder: Path, subject: str, **more: Any) -> dict[str, Item]:
        """Run a subject on all samples and return only the items: no picture is kept, no number computed."""
        chosen = Choices(data=self.root, spec=subject, **{"keep_last": False, "canaries": False, **more})
        test = make_test(chosen, self.file, folder)
        run = RunFolder.create(folder, test.manifest, data=test.data)
        with run.locked():
            execute(test, run)
        return {item.id: item for item in run.items}


def prepared(root: Path, file: Path) -> Prepared:
    """Prepare a data set."""
    prepare_data(Choices(data=root, spec="baseline:oracle"), file)
    return Prepared(root, file)


def truth(sample: Sample) -> Spoken:
    """Return the right answer to a sample."""
    said: Spoken = json.loads(oracle(sample, 7, model_profile(DEFAULT)))
    return said


def stored(path: Path, answers: Mapping[str, Any]) -> Path:
    """Write answers as lines of JSON."""
    lines = (json.dumps({"id": name, "answer": answer}, ensure_ascii=True) for name, answer in answers.items())
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def items_changed(
    prepared: Prepared, folder: Path, change: Callable[[Spoken, Sample], Any], **more: Any
) -> dict[str, Item]:
    """Return the items of a run in which every right answer was changed by a function."""
    answers = {name: change(truth(sample), sample) for name, sample in prepared.samples.items()}
    folder.mkdir(parents=True, exist_ok=True)
    subject = f"replay:{stored(folder / 'answers.jsonl', answers)}"
    return prepared.items(folder / "run", subject, **more)


def cells(items: Mapping[str, Item]) -> dict[tuple[str, int, str], Any]:
    """Return whether each score of each target is right, by (sample, place, what/where/when)."""
    return {
        (name, place, cell): target[cell]
        for name, item in items.items()
        for place, target in enumerate(item.terms["targets"])
        for cell in ("what", "where", "when")
    }
