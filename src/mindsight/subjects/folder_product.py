"""A product whose outputs were collected in a folder by an operator."""

import os
from pathlib import Path

from mindsight.errors import ProductError, SubjectError
from mindsight.names import composed, differs_in_case
from mindsight.subjects.product import MOST_QUOTED, Job, Pairing
from mindsight.text import text


class FolderProduct:
    """Outputs collected by an operator, paired with their inputs by name or by a table."""

    def __init__(self, folder: Path, pairing: Pairing = Pairing()) -> None:  # noqa: B008  (it is a plain value)
        if not folder.is_dir():
            raise SubjectError(
                "{folder}: is not a folder; name the folder with the collected outputs", folder=str(folder)
            )
        self._folder = folder
        self._root = folder.resolve()
        self._pairing = pairing
        self._owners = None if pairing.table is None else {composed(file): key for key, file in pairing.table.items()}
        self._unpaired: list[str] = []
        # Names, not paths, and plain files are not resolved: a folder may have a hundred thousand.
        self._names: dict[str, tuple[str, ...]] = {}
        with os.scandir(folder) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                # A link counts as an output; its target is checked when it is read.
                if entry.name.startswith(".") or not (entry.is_symlink() or entry.is_file()):
                    continue
                key = self._key_of(entry.name)
                if key is None:
                    self._unpaired.append(entry.name)
                else:
                    self._names[key] = (*self._names.get(key, ()), entry.name)

    def process(self, job: Job) -> Path:
        """Return the file with the job's number."""
        found = self._names.get(self._key(job.id), ())
        if not found:
            raise self._missing(job.id)
        if len(found) > 1:
            raise ProductError(
                "{count} outputs are named {id}: {files}; keep one",
                outcome="duplicate",
                count=len(found),
                id=job.id + self._pairing.suffix,
                files=", ".join(found)[:MOST_QUOTED],
            )
        output = self._folder / found[0]
        if output.is_symlink() and not self._leads_to_a_file_inside(output):
            raise ProductError(
                "the output {file} is a link that leads outside of the folder or to no file; copy the picture itself "
                "into the folder",
                outcome="unreadable",
                file=found[0],
            )
        return output

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def unmatched_files(self, ids: set[str]) -> list[str]:
        """Return the sorted names of unmatched files, those in sub-folders first, as ``sub/0001.png``."""
        keys = {self._key(number) for number in ids}
        names = [name for key, names in self._names.items() if key not in keys for name in names]
        # Names from other systems need not be UTF-8; printed ones must be.
        unmatched_files = (*self._nested(), *sorted([*names, *self._unpaired]))
        return [os.fsencode(name).decode("utf-8", "replace") for name in unmatched_files]

    def _key_of(self, name: str) -> str | None:
        """Return the key of the number of a file; None if it cannot match any."""
        if self._owners is not None:
            return self._owners.get(composed(name))
        stem = composed(os.path.splitext(name)[0])  # noqa: PTH122  (a Path for each would weigh more than the name)
        return self._key(stem.removesuffix(self._pairing.suffix)) if stem.endswith(self._pairing.suffix) else None

    def _key(self, number: str) -> str:
        # A product may leave out leading zeros, as a spreadsheet does.
        return (number.lstrip("0") or "0") if self._pairing.table is not None or number.isdecimal() else number

    def _missing(self, number: str) -> ProductError:
        if self._pairing.table is None:
            wanted = number + self._pairing.suffix
            return ProductError("no output named {id}.* in the folder", outcome="missing", id=wanted)
        file = self._pairing.table.get(self._key(number))
        if file is None:
            return ProductError("the table of files names none for {id}", outcome="missing", id=number)
        absent = text(
            "{file}, which the table of files names for {id}, is not in the folder", file=file[:MOST_QUOTED], id=number
        )
        near = next((name for name in self._unpaired if composed(name).casefold() == composed(file).casefold()), None)
        if near is not None:
            absent = differs_in_case(absent, near)
        return ProductError(absent.message, outcome="missing", **absent.args)

    def _nested(self) -> list[str]:
        """Return the files in sub-folders, which were probably meant as outputs. No link is followed."""
        found = []
        for place, folders, files in os.walk(self._folder):
            folders[:] = [name for name in folders if not name.startswith(".")]
            if Path(place) != self._folder:
                inside = Path(place).relative_to(self._folder)
                found += [str(inside / name) for name in files if not name.startswith(".")]
        return sorted(found)

    def _leads_to_a_file_inside(self, link: Path) -> bool:
        try:
            target = link.resolve(strict=True)
            return target.is_relative_to(self._root) and target.is_file()
        except (OSError, RuntimeError):  # a broken or circular link
            return False
