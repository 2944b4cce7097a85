"""What a record holds of the log of Inspect AI that it was made from, and which tasks of ours such a log may be of."""

from collections.abc import Iterator
from pathlib import Path

from mindsight.errors import InputError
from mindsight.harness.questions.log_reading import LogHeader
from mindsight.record.blocks import Note
from mindsight.record.canonical import sha256_of_file
from mindsight.record.model import Scalar, Subject
from mindsight.text import text

LOG = "log"
"""Detail of a subject: the SHA-256 of the log that its answers are from."""


def refuse_epochs(path: Path, header: LogHeader) -> None:
    """Refuse a log in which every sample was run several times.

    Raises:
        InputError: It is one.
    """
    if header.epochs > 1:
        raise InputError(
            "{file}: asked each question {count} times; a record holds one answer", file=str(path), count=header.epochs
        )


def facts_of_log(path: Path, header: LogHeader) -> dict[str, Scalar]:
    """Return what is recorded of the log beside the subject."""
    versions = ", ".join(f"{name} {version}" for name, version in sorted(header.packages.items()))
    return {LOG: f"sha256-{sha256_of_file(path)}", "log.created": header.created, "log.versions": versions or "unknown"}


def log_departure(subject: Subject) -> Iterator[Note]:
    """Yield what is not known of episodes that a log holds; nothing for a subject that was run here."""
    if LOG not in subject.details:
        return
    body = text(
        "The replies are from a log of Inspect AI of {created}. Server and machine of that run are not known; software and hardware named "
        "here are those of the import. Every reply was read once more and carried out in the engine, in rooms drawn from the seed of the "
        "log; what was sent is that of this version, and an item says so where the log judged it otherwise.",
        created=str(subject.details.get("log.created", "?")),
    )
    yield Note(id="departure-log", title=text("Departure"), role="departure", clause="6.1-a", body=body)
