"""``samples.json``: the prepared samples of a run. Rescoring needs this file, but not the clips."""

import os
import weakref
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, overload

from pydantic import ValidationError

from mindsight.errors import RecordError
from mindsight.reasons import reason_of, system_reason
from mindsight.record import canonical
from mindsight.record.columns import Names, Numbers
from mindsight.record.reading.spill import Ascending, Spool
from mindsight.record.reading.streaming import read_through
from mindsight.text import Text, text
from mindsight.vsig.dataset.checks import Finding
from mindsight.vsig.dataset.samples import Data, Sample


class SampleFile(Data):
    """Content of the file: samples, findings about the data, and the ids of samples marked ``is_invalid``."""

    format: Literal["mindsight.vsig.samples"] = "mindsight.vsig.samples"
    version: Literal[1] = 1
    samples: tuple[Sample, ...]
    findings: tuple[Finding, ...] = ()
    skipped: tuple[str, ...] = ()


class SampleWriter:
    """Writes the file from samples that come one after another; equal content gives equal bytes."""

    def __init__(self, samples: Iterable[Sample] = ()) -> None:
        self._pieces = Spool()
        self.templates = array("B")
        """The template of each sample."""
        for sample in samples:
            self.add(sample)

    def add(self, sample: Sample) -> None:
        """Take a sample."""
        self._pieces.add(canonical.model_page(sample).rstrip(b"\n").replace(b"\n", b"\n  "))
        self.templates.append(sample.template)

    def write(
        self,
        path: Path,
        findings: Iterable[Finding] = (),
        skipped: Iterable[str] = (),
        places: Iterable[int] | None = None,
    ) -> None:
        """Write the samples, or those at some places, with what is to be said besides."""
        page = canonical.model_page(SampleFile(samples=(), findings=tuple(findings), skipped=tuple(skipped)))
        # Line ends are escaped within JSON's strings, so that nothing else looks like this.
        begin, mark, end = page.partition(b'\n "samples": [')
        with path.open("wb") as file:
            file.write(begin + mark)
            separator = b"\n  "
            for place in range(len(self._pieces)) if places is None else places:
                file.write(separator + self._pieces[place])
                separator = b",\n  "
            file.write((b"" if separator == b"\n  " else b"\n ") + end)


class SampleList(Sequence[Sample]):
    """The samples of a file in the order of their ids, each read when it is asked for; only their places are kept.

    Raises:
        RecordError: The file is missing, damaged, or of another version; of a sample, when it is asked for.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        ids, places = Names(), Numbers("q")

        def note(entry: Any, begin: int, end: int) -> None:
            ids.add(_id_of(entry))
            places.append(begin)
            places.append(end)

        try:
            rest = read_through(str(path), "samples", note)
            self._file = path.open("rb")
            weakref.finalize(self, self._file.close)
        except OSError as error:
            raise RecordError(
                "{file}: cannot be read ({reason})", file=str(error.filename or path), reason=system_reason(error)
            ) from error
        self.ids, order = ids.sorted()
        """The ids in ascending order."""
        self._ascending, self._places = Ascending(self.ids), places
        if order is not None:
            self._places = Numbers("q")
            self._places.add_array(places.array().reshape(-1, 2)[order].ravel())
        held = self._besides(rest)
        self.findings, self.skipped = held.findings, held.skipped

    def __len__(self) -> int:
        return len(self.ids)

    @overload
    def __getitem__(self, place: int) -> Sample: ...
    @overload
    def __getitem__(self, place: slice) -> list[Sample]: ...
    def __getitem__(self, place: int | slice) -> Sample | list[Sample]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        place = range(len(self))[place]
        begin, end = self._places[2 * place : 2 * place + 2]
        try:
            return Sample.model_validate_json(os.pread(self._file.fileno(), end - begin, begin))
        except ValidationError as error:
            raise _no_samples(self._path, error) from error

    def _besides(self, rest: dict[str, Any] | None) -> SampleFile:
        """Return what the file says besides its samples."""
        try:
            if rest is not None and len(self):
                return SampleFile.model_validate({**rest, "samples": []})
            whole = SampleFile.model_validate_json(self._path.read_bytes())
        except ValidationError as error:
            raise _no_samples(self._path, error) from error
        if len(whole.samples) != len(self):
            raise _damaged(self._path, "–", text("it is not as mindsight writes it"))
        return whole

    def find(self, id_: str) -> Sample | None:
        """Return the sample of an id; None if there is none."""
        place = self._ascending.find(id_)
        return self[place] if place >= 0 else None


def _id_of(entry: Any) -> str:
    """Return the id of an entry that was read as if each byte were a character; empty if it has none."""
    name = entry.get("id") if isinstance(entry, dict) else None
    try:
        return name.encode("latin-1").decode() if isinstance(name, str) else ""
    except UnicodeError:
        return str(name)  # written with escapes


def _no_samples(path: Path, error: ValidationError) -> RecordError:
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return _damaged(path, ".".join(map(str, fault["loc"])) or "–", reason_of(fault["msg"], text("pydantic")))


def _damaged(path: Path, place: str, reason: Text) -> RecordError:
    return RecordError(
        "{file}: is not a file of samples ({place}: {reason}); prepare the data again",
        file=str(path),
        place=place,
        reason=reason,
    )
