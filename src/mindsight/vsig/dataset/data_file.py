"""``samples.json``: the prepared samples of a run. Rescoring needs this file, but not the clips."""

from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from mindsight.errors import RecordError
from mindsight.reasons import reason_of, system_reason
from mindsight.record import canonical
from mindsight.text import text
from mindsight.vsig.dataset.checks import Finding
from mindsight.vsig.dataset.samples import Data, Sample


class SampleFile(Data):
    """Content of the file: samples, findings about the data, and the ids of samples marked ``is_invalid``."""

    format: Literal["mindsight.vsig.samples"] = "mindsight.vsig.samples"
    version: Literal[1] = 1
    samples: tuple[Sample, ...]
    findings: tuple[Finding, ...] = ()
    skipped: tuple[str, ...] = ()


def write_file(path: Path, held: SampleFile) -> None:
    """Write the file; equal content gives equal bytes."""
    path.write_bytes(canonical.model_page(held))


def read_file(path: Path) -> SampleFile:
    """Read the file.

    Raises:
        RecordError: It is missing, damaged, or of another version.
    """
    try:
        return SampleFile.model_validate_json(path.read_bytes())
    except OSError as error:
        raise RecordError("{file}: cannot be read ({reason})", file=str(path), reason=system_reason(error)) from error
    except ValidationError as error:
        fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
        raise RecordError(
            "{file}: is not a file of samples ({place}: {reason}); prepare the data again",
            file=str(path),
            place=".".join(map(str, fault["loc"])) or "–",
            reason=reason_of(fault["msg"], text("pydantic")),
        ) from error


def read_samples(path: Path) -> tuple[Sample, ...]:
    """Return the samples of the file.

    Raises:
        RecordError: As ``read_file``.
    """
    return read_file(path).samples
