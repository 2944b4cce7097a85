"""Check the folder of a review: every byte against its seal, the chain of files, and that what was found names these very files."""

from collections.abc import Iterator
from pathlib import Path

from mindsight.errors import RecordError
from mindsight.record import canonical
from mindsight.record.folder import SUMS
from mindsight.record.log import GENESIS, read_chained
from mindsight.review.facts import FileLine
from mindsight.review.reviewing import FILES, REVIEW, read_review
from mindsight.text import Text, text

_LONGEST_SUMS = 1 << 26


def is_review(folder: Path) -> bool:
    """Return whether a folder holds the review of a data set."""
    return (folder / REVIEW).is_file()


def contradictions(folder: Path) -> Iterator[Text]:
    """Yield what in a review contradicts its seal or itself, a sentence each.

    Raises:
        RecordError: A file of it cannot be read.
    """
    yield from _broken_seal(folder)
    review = read_review(folder)
    head, hashes, size = GENESIS, dict[str, str](), 0
    try:
        for facts, head in read_chained(folder / FILES, FileLine):  # noqa: B007  (the last one is used)
            hashes[facts.id] = facts.sha256
            size += facts.bytes
    except RecordError as error:
        yield error.text
        return
    if (len(hashes), head) != (review.files.count, review.files.head):
        yield text("{file} is not the list of files that {review} names", file=FILES, review=REVIEW)
    whole = canonical.digest([[name, hashes[name]] for name in sorted(hashes)])
    if (review.data.files, review.data.bytes, review.data.sha256) != (len(hashes), size, whole):
        yield text("the number, size or hash of the data is not that of its files")
    for check in review.checks:
        for found in check.findings:
            if [hashes.get(name, "") for name in found.files] != list(found.evidence[: len(found.files)]):
                yield text("check {check}: a file has another hash than {file} says", check=check.id, file=FILES)


def _broken_seal(folder: Path) -> Iterator[Text]:
    try:
        if (folder / SUMS).stat().st_size > _LONGEST_SUMS:
            raise ValueError
        lines = (folder / SUMS).read_text("utf-8").splitlines()
        sums = {name: digest for digest, name in (line.split("  ", 1) for line in lines)}
    except (OSError, ValueError):
        yield text("{file} is missing or damaged", file=SUMS)
        return
    there = {
        str(file.relative_to(folder)): file
        for file in folder.rglob("*")
        if file.is_file() and not file.is_symlink() and file.name not in {SUMS, ".lock"}
    }
    for name in sorted(sums.keys() | there.keys()):
        if name not in there:
            yield text("{file}: is missing", file=name)
        elif name not in sums:
            yield text("{file}: is not in the seal", file=name)
        elif canonical.sha256_of_file(there[name]) != sums[name]:
            yield text("{file}: was changed since it was sealed", file=name)
