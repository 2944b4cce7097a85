"""Products that take a picture file and give another or labels: programs, Python functions, folders, built-in baselines.

A product does one job at a time. Whatever goes wrong with one picture is a ``ProductError`` with the word its record
carries (``missing``, ``timeout``, ``crashed``, …); whatever keeps the product from being used at all is a
``SubjectError``.
"""

import os
import shlex
import shutil
import tempfile
import unicodedata
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, Literal, NamedTuple, Protocol

from mindsight.errors import InputError, ProductError, SubjectError
from mindsight.reasons import reason_of, system_reason
from mindsight.subjects.spec import SubjectSpec, redact
from mindsight.subjects.supervisor import Keeper
from mindsight.text import text

DEFAULT_TIMEOUT_S = 120.0
PRODUCT_SCHEMES = ("baseline", "command", "folder", "http", "python")
"""How a subject that processes pictures can be reached."""

AnswerKind = Literal["picture", "labels"]
"""What a product is asked for."""

_SHOWN = 300


class Job(NamedTuple):
    """One picture to process.

    ``width`` and ``height`` are the size, in pixels, that the output is expected to have (zeros for labels);
    ``workspace`` is an empty folder for this job alone. Labels come back in a file too: text, or JSON where its name
    ends in ``.json``, with nothing read into it yet.
    """

    id: str
    input: Path
    workspace: Path
    width: int
    height: int
    answer: AnswerKind = "picture"

    @property
    def output(self) -> Path:
        """Where the answer shall lie; a product may choose another extension."""
        return self.workspace / ("output.txt" if self.answer == "labels" else "output.png")


class Pairing(NamedTuple):
    """How files of a folder are paired with numbers: by stem, as in ``0001.png``, unless something else is declared.

    Attributes:
        suffix: What stands between number and extension: ``_enhanced`` in ``0001_enhanced.jpg``.
        table: The file of each number, leading zeros left out; what a name looks like does not count then.
    """

    suffix: str = ""
    table: Mapping[str, str] | None = None


class Product(Protocol):
    """Something that turns a picture file into another, or says what is in it."""

    def process(self, job: Job) -> Path:
        """Return the output file.

        Raises:
            ProductError: This picture failed.
        """

    def close(self) -> None:
        """Let go of whatever the product holds."""


def check_product(spec: SubjectSpec) -> None:
    """Refuse a subject that takes no pictures: others play household tasks.

    Raises:
        InputError: It does not.
    """
    if spec.scheme not in PRODUCT_SCHEMES:
        raise InputError(
            "{scheme}: subjects process no pictures; use one of {known}",
            scheme=spec.scheme,
            known=", ".join(PRODUCT_SCHEMES),
        )


def open_product(
    spec: SubjectSpec,
    *,
    timeout_s: float = DEFAULT_TIMEOUT_S,
    answer: AnswerKind = "picture",
    key_env: str | None = None,
    pairing: Pairing | None = None,
) -> Product:
    """Return the product that a subject names, ready to be asked for pictures or for labels.

    Args:
        spec: The subject.
        timeout_s: Seconds that it may take for one answer.
        answer: What it is asked for.
        key_env: The environment variable that holds a service's key.
        pairing: How the files of a folder are paired with numbers; by stem unless said otherwise.

    Raises:
        InputError: The subject is not written as it should be.
        SubjectError: The product cannot be reached.
    """
    check_product(spec)
    if spec.scheme == "command":
        return CommandProduct(spec.rest, timeout_s, answer)
    if spec.scheme == "folder":
        return FolderProduct(Path(spec.rest), pairing or Pairing())
    if spec.scheme == "python":
        from mindsight.subjects.python_product import PythonProduct

        return PythonProduct(spec.rest, timeout_s)
    if spec.scheme == "http":
        from mindsight.subjects.http_product import HttpProduct

        return HttpProduct(spec.rest, timeout_s, answer, key_env)
    from mindsight.subjects.baselines import Baseline

    return Baseline(spec.rest)


class CommandProduct:
    """A program: ``ffmpeg -i {input} -vf hqdn3d {output}``; ``{width}`` and ``{height}`` give the expected size.

    One that is asked for labels may do without ``{output}``: what it prints on stdout is its answer then.

    No shell is involved. Whatever a program started ends with it, and a program that does not end in time is killed.
    """

    def __init__(self, template: str, timeout_s: float, answer: AnswerKind = "picture") -> None:
        try:
            self._arguments = shlex.split(template)
        except ValueError as error:
            raise InputError(
                "command: {reason} in: {command}", reason=reason_of(error, "shlex"), command=redact(template)
            ) from error
        self._prints = answer == "labels" and "{output}" not in template
        fields = ("{input}",) if self._prints else ("{input}", "{output}")
        if not all(field in template for field in fields):
            raise InputError(
                "command: the template must hold {fields}, got: {command}",
                fields=" ".join(fields),
                command=redact(template),
            )
        program = self._arguments[0]
        found = shutil.which(program)
        if found is None:
            raise SubjectError("the program {program} was not found; install it or give its full path", program=program)
        # Programs run in the job's own folder: a path relative to the current one must keep its meaning.
        # Each picture has a working folder of its own: files named from where the user stands must still be found.
        self._arguments = [str(Path(found).absolute()), *(_absolute(word) for word in self._arguments[1:])]
        self._timeout_s = timeout_s
        self._keeper = Keeper()

    def process(self, job: Job) -> Path:
        """Run the program on one picture."""
        values = {
            "{input}": str(job.input),
            "{output}": str(job.output),
            "{width}": str(job.width),
            "{height}": str(job.height),
        }
        arguments = [_filled(argument, values) for argument in self._arguments]
        # A file, not a pipe: nothing can fill it up, and its end is there to be read.
        with tempfile.TemporaryFile() as log, self._stdout(job, log) as said:
            try:
                code = self._keeper.run(arguments, job.workspace, log.fileno(), self._timeout_s, said=said.fileno())
            except OSError as error:
                raise SubjectError(
                    "the program {program} cannot be started ({reason})",
                    program=arguments[0],
                    reason=system_reason(error),
                ) from error
            if code is None:
                raise ProductError(
                    "the program did not end within {seconds} s and was stopped",
                    outcome="timeout",
                    seconds=self._timeout_s,
                )
            if code != 0:
                raise ProductError(
                    "the program ended with status {code}: {output}",
                    outcome="crashed",
                    code=code,
                    output=_tail(log.fileno()) or _tail(said.fileno()) or text("(it printed nothing)"),
                )
        found = find_output(job.output)
        if found is None:
            raise ProductError("the program ended well but wrote no output", outcome="missing")
        return found

    def close(self) -> None:
        """End the keeper."""
        self._keeper.stop()

    def _stdout(self, job: Job, log: IO[bytes]) -> AbstractContextManager[IO[bytes]]:
        """Return where stdout goes: it is the answer itself, or mixed with what else the program has to say."""
        return job.output.open("w+b") if self._prints else nullcontext(log)


class FolderProduct:
    """Outputs that an operator brought back by hand, paired with their inputs by name or by a table."""

    def __init__(self, folder: Path, pairing: Pairing = Pairing()) -> None:  # noqa: B008  (it is a plain value)
        if not folder.is_dir():
            raise SubjectError(
                "{folder}: is not a folder; name the one that the outputs were brought back into", folder=str(folder)
            )
        self._folder = folder
        self._root = folder.resolve()
        self._pairing = pairing
        self._owners = None if pairing.table is None else {_nfc(file): key for key, file in pairing.table.items()}
        self._unpaired: list[str] = []
        # Names, not paths, and no resolving of plain files: a folder may hold a hundred thousand.
        self._names: dict[str, tuple[str, ...]] = {}
        with os.scandir(folder) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                # A link counts as an output wherever it leads; it is looked at when its turn comes.
                if entry.name.startswith(".") or not (entry.is_symlink() or entry.is_file()):
                    continue
                key = self._key_of(entry.name)
                if key is None:
                    self._unpaired.append(entry.name)
                else:
                    self._names[key] = (*self._names.get(key, ()), entry.name)

    def process(self, job: Job) -> Path:
        """Return the file that belongs to the job's number."""
        found = self._names.get(self._key(job.id), ())
        if not found:
            raise self._missing(job.id)
        if len(found) > 1:
            raise ProductError(
                "{count} outputs are named {id}: {files}; keep one",
                outcome="duplicate",
                count=len(found),
                id=job.id + self._pairing.suffix,
                files=", ".join(found)[:_SHOWN],
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
        """Nothing is held."""

    def strangers(self, ids: set[str]) -> list[str]:
        """Return the names of files that belong to no input, in order; first those in sub-folders, as ``sub/0001.png``."""
        keys = {self._key(number) for number in ids}
        names = [name for key, names in self._names.items() if key not in keys for name in names]
        # Names from other systems need not be UTF-8; what is shown must be.
        strangers = (*self._nested(), *sorted([*names, *self._unpaired]))
        return [os.fsencode(name).decode("utf-8", "replace") for name in strangers]

    def _key_of(self, name: str) -> str | None:
        """Return the key of the number that a file belongs to, None where it can belong to none."""
        if self._owners is not None:
            return self._owners.get(_nfc(name))
        stem = os.path.splitext(name)[0]  # noqa: PTH122  (a Path for each would weigh more than the name)
        return stem.removesuffix(self._pairing.suffix) if stem.endswith(self._pairing.suffix) else None

    def _key(self, number: str) -> str:
        return number if self._pairing.table is None else number.lstrip("0") or "0"

    def _missing(self, number: str) -> ProductError:
        if self._pairing.table is None:
            wanted = number + self._pairing.suffix
            return ProductError("no output named {id}.* in the folder", outcome="missing", id=wanted)
        file = self._pairing.table.get(self._key(number))
        if file is None:
            return ProductError("the table of files names none for {id}", outcome="missing", id=number)
        return ProductError(
            "{file}, which the table of files names for {id}, is not in the folder",
            outcome="missing",
            file=file[:_SHOWN],
            id=number,
        )

    def _nested(self) -> list[str]:
        """Return the files in sub-folders: whoever put them there took them for outputs. No link is followed."""
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
        except (OSError, RuntimeError):  # it leads nowhere, or in a circle
            return False


def _nfc(name: str) -> str:
    # Systems spell accented letters in two ways; what a table says and what a folder holds may differ in that.
    return unicodedata.normalize("NFC", name)


def _absolute(argument: str) -> str:
    # os.path.isfile says no, where Path.is_file raises: an argument may be a whole script.
    return str(Path(argument).absolute()) if os.path.isfile(argument) else argument  # noqa: PTH113


def _filled(argument: str, values: dict[str, str]) -> str:
    for field, value in values.items():
        argument = argument.replace(field, value)
    return argument


def find_output(output: Path) -> Path | None:
    """Return the output, also where the product chose another extension for it, or None."""
    if output.is_file():
        return output
    others = [file for file in output.parent.glob(output.stem + ".*") if file.is_file()]
    return others[0] if len(others) == 1 else None


def _tail(descriptor: int) -> str:
    """Return the end of what a program printed, on one line and without control characters; empty if it is silent."""
    size = os.lseek(descriptor, 0, os.SEEK_END)
    os.lseek(descriptor, max(0, size - 4 * _SHOWN), os.SEEK_SET)
    printed = os.read(descriptor, 4 * _SHOWN)
    words = _words(printed.decode("utf-8", "replace"))
    if size > 4 * _SHOWN:
        # The cut may have parted a secret from the word that gives it away.
        words = words[2:]
    return redact(" ".join(words))[-_SHOWN:]


def quoted(said: str) -> str:
    """Return the beginning of what a product said, on one line and without control characters or secrets."""
    return redact(" ".join(_words(said)))[:_SHOWN]


def _words(said: str) -> list[str]:
    return "".join(c if c.isprintable() else " " for c in said).split()
