"""What is signed: an in-toto statement, version 1, whose predicate is a test result (version 0.1).

Its subjects are the seal and the results, by their SHA-256. What the predicate has no field for (who signs in which role, what
came before, the measures) stands in the annotations of its configuration, under one name of ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mindsight.errors import InputError
from mindsight.record import canonical
from mindsight.record.folder import MANIFEST, RESULTS, SUMS, RunFolder
from mindsight.record.model import Manifest, Measure, Results
from mindsight.signing.envelope import Malformed, load
from mindsight.signing.keys import check_name
from mindsight.text import mark, text

TYPE = "https://in-toto.io/Statement/v1"
TEST_RESULT = "https://in-toto.io/attestation/test-result/v0.1"
OURS = "mindsight_signature"
GENESIS = "0" * 64
ROLES = (mark("tested"), mark("reviewed"), mark("witnessed"), mark("approved"))
MOST_NOTE = 1000
_SHA256 = r"^[0-9a-f]{64}$"
_TIME = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"


class Signed(BaseModel):
    """Who signs, in which role, when by their own clock, and after whom: the part of a statement that is not about the run.

    ``number`` counts the signatures of a run from 1; ``previous`` is the SHA-256 of the file of the one before, 64 zeros
    for the first; ``key`` is the public key (SubjectPublicKeyInfo, DER, base64).
    """

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    role: str = Field(max_length=40)
    name: str = Field(max_length=200)
    note: str = Field(max_length=MOST_NOTE)
    time: str = Field(pattern=_TIME)
    number: int = Field(ge=1)
    previous: str = Field(pattern=_SHA256)
    key: str = Field(max_length=200)


@dataclass(frozen=True)
class Statement:
    """A statement that was read: who signed, which files by their SHA-256, and what it says of the run."""

    signed: Signed
    kind: str
    files: Mapping[str, str]
    ours: Mapping[str, Any]
    """All that stands under our name: of the signer, and of the run or the commitment."""

    @property
    def facts(self) -> Mapping[str, Any]:
        """What it says of the run."""
        found = self.ours.get("run")
        return found if isinstance(found, dict) else {}


def refuse_words(role: str, name: str, note: str) -> None:
    """Refuse what must not stand in a statement.

    Raises:
        InputError: The role is not known, or name or note are not plain words.
    """
    if role not in ROLES:
        raise InputError(
            "{option}: {value} is not known; use {known}", option="--role", value=role, known=", ".join(ROLES)
        )
    check_name(name)
    if len(note) > MOST_NOTE or not note.isprintable():
        raise InputError("{option}: give one line of at most {most} characters", option="--note", most=MOST_NOTE)


def of_run(run: RunFolder, signed: Signed) -> dict[str, Any]:
    """Return the statement over a sealed run."""
    manifest, results = run.manifest, run.results
    hashes = {name: canonical.sha256_of_file(run.path / name) for name in (SUMS, RESULTS, MANIFEST)}
    plan = {
        "name": MANIFEST,
        "digest": {"sha256": hashes[MANIFEST]},
        "annotations": {OURS: {**signed.model_dump(), "run": facts_of(manifest, results)}},
    }
    failed = any(item.status == "failed" for item in run.items)
    predicate = {**_outcome(manifest, results, some_failed=failed), "configuration": [plan]}
    return envelope_of(TEST_RESULT, {name: hashes[name] for name in (SUMS, RESULTS)}, predicate)


def envelope_of(kind: str, files: Mapping[str, str], predicate: dict[str, Any]) -> dict[str, Any]:
    """Return a statement over files, given by their SHA-256."""
    subjects = [{"name": name, "digest": {"sha256": value}} for name, value in files.items()]
    return {"_type": TYPE, "subject": subjects, "predicateType": kind, "predicate": predicate}


def facts_of(manifest: Manifest, results: Results) -> dict[str, Any]:
    """Return what a statement says of a run: document, kind, identity, what was tested, and each measure."""
    document = manifest.document
    return {
        "document": {"suite": document.suite, "number": document.number, "edition": document.edition},
        "kind": manifest.kind,
        "identity": dict(manifest.identity),
        "subject": {"name": manifest.subject.name, "version": manifest.subject.version},
        "ended": manifest.ended,
        "measures": {one.name: {"value": one.value, "status": one.status, "n": one.n} for one in results.measures},
    }


def _outcome(manifest: Manifest, results: Results, *, some_failed: bool) -> dict[str, Any]:
    """Return the predicate's result: whether the test was carried out, never whether what was tested is any good."""
    named: dict[bool, list[str]] = {True: [], False: []}
    for one in results.measures:
        named[_has_value(one)].append(one.name)
    if not named[True]:
        return {"result": "FAILED", "passedTests": [], "warnedTests": [], "failedTests": named[False]}
    doubtful = bool(named[False] or manifest.departures or some_failed)
    result = "WARNED" if doubtful else "PASSED"
    return {"result": result, "passedTests": named[True], "warnedTests": named[False], "failedTests": []}


def _has_value(one: Measure) -> bool:
    return one.value is not None or one.status == "exact"


def read(payload: bytes) -> Statement:
    """Read a statement from bytes that may come from anybody.

    Raises:
        Malformed: Says in one sentence why it is none of ours.
    """
    page = load(payload)
    if not isinstance(page, dict) or page.get("_type") != TYPE:
        raise Malformed(text("its content is no in-toto statement, version 1"))
    kind = page.get("predicateType")
    predicate = page.get("predicate")
    ours = _annotations(predicate) if kind == TEST_RESULT else predicate
    if not isinstance(kind, str) or not isinstance(ours, dict):
        raise Malformed(text("its statement is not of the form that mindsight signs"))
    try:
        signed = Signed.model_validate(ours)
    except ValidationError as error:
        field = ".".join(str(part) for part in error.errors()[0]["loc"]) or "?"
        raise Malformed(text("its field {field} is not as it should be", field=field)) from None
    return Statement(signed, kind, _files(page.get("subject")), ours)


def _annotations(predicate: Any) -> Any:
    try:
        return predicate["configuration"][0]["annotations"][OURS]
    except (LookupError, TypeError):
        return None


def _files(subjects: Any) -> dict[str, str]:
    try:
        found = {str(one["name"]): str(one["digest"]["sha256"]) for one in subjects}
    except (LookupError, TypeError):
        found = {}
    if not found or len(found) != len(subjects):
        raise Malformed(text("its statement does not name files with their SHA-256"))
    return found
