"""What a report shows of signatures: the table of hand-overs, and what they attest, assert and leave open."""

from mindsight.record.blocks import Block, Cell, Column, Note, Table
from mindsight.signing.verdict import SignatureReport, Verdict, entry_of, time_of
from mindsight.text import Text, text

_STATES: dict[str, Text] = {
    "valid": text("valid"),
    "unknown": text("intact, key not known"),
    "invalid": text("invalid"),
}
ATTESTED, ASSERTED, OPEN = text("attested"), text("asserted"), text("not covered")
COVERAGE: tuple[tuple[Text, Text, Text], ...] = (
    (text("every byte of the record, through the seal"), ATTESTED, text("by the signer's key")),
    (text("the order and number of the items, through their chain"), ATTESTED, text("by the signer's key")),
    (
        text("scores and measures, recomputed from the items"),
        ATTESTED,
        text("by the signer's key and mindsight verify"),
    ),
    (text("who signed after whom, in which role"), ATTESTED, text("by each signer's key")),
    (text("the time of a signature, with a time stamp"), ATTESTED, text("by the time-stamping service")),
    (text("the time of a signature, without a time stamp"), ASSERTED, text("by the signer's clock")),
    (text("begin, end and durations of the test"), ASSERTED, text("by the machine's clock")),
    (text("name, version and device of the product"), ASSERTED, text("by the one who ran the test")),
    (text("the frame shown beside an answer about a clip"), ASSERTED, text("by the one who ran the test")),
    (text("software versions and hardware"), ASSERTED, text("by the machine that ran the test")),
    (text("whether the photographs or clips were fit for the test"), ASSERTED, text("by the one who chose them")),
    (text("that the answers came from the product named"), OPEN, text("a witness may vouch for it")),
    (text("that no other run was made and kept back"), OPEN, text("agree on the number of runs beforehand")),
    (text("that no later signature was removed from the end"), OPEN, text("keep the last one, or put it into a log")),
    (text("that the key was used by its owner"), OPEN, text("a stolen key signs as well")),
)
"""What a signature covers: what, how far, by whom or what helps."""


def blocks_of(report: SignatureReport) -> tuple[Block, ...]:
    """Return the blocks for a report that is written after the signatures."""
    columns = tuple(
        Column(title=title, align="left")
        for title in (text("File"), text("Role"), text("Name"), text("Key fingerprint"), text("Time"), text("State"))
    )
    table = Table(
        id="signatures-table",
        title=text("Signatures over the seal"),
        columns=columns,
        rows=tuple(_row(one) for one in report.signatures),
    )
    return (table, *_notes(report), coverage())


def coverage() -> Table:
    """Return the table of what signatures attest and what they leave open."""
    heads = (text("What"), text("How far"), text("By what"))
    return Table(
        id="signatures-coverage",
        title=text("What signatures attest"),
        columns=tuple(Column(title=head, align="left") for head in heads),
        rows=COVERAGE,
    )


def _row(one: Verdict) -> tuple[Cell, ...]:
    signed = one.signed
    role = text(signed.role) if signed else "–"
    return (one.file, role, one.who, one.fingerprint or "–", _when(one), _STATES[one.state])


def _when(one: Verdict) -> Text | str:
    if one.stamp is not None and one.stamp.state == "valid":
        return text("{time}, attested", time=one.stamp.time)
    return text("{time}, asserted", time=one.signed.time) if one.signed else "–"


def _notes(report: SignatureReport) -> tuple[Note, ...]:
    """Return a note for each thing a reader must not miss."""
    found: list[tuple[Text, bool]] = []
    for one in report.signatures:
        if not one.holds:
            found.append((one.trouble, True))
            continue
        found += [(time_of(one), False)] if one.stamp is not None else []
        found += [(entry_of(one.file, one.entry), False)] if one.entry is not None else []
    found += [(problem, True) for problem in report.problems]
    found += [(text("no valid signature by the key sha256-{key}", key=key.fingerprint), True) for key in report.missing]
    if not report.keys:
        found.append((text("no key was given when this page was written; nobody vouches for the keys above"), True))
    return tuple(
        Note(
            id=f"signatures-note-{number}",
            title=text("Signatures"),
            role="warning" if bad else "information",
            body=sentence,
        )
        for number, (sentence, bad) in enumerate(found, 1)
    )
