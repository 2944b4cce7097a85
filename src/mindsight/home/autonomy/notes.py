"""What a reader of S must know of how it came about: readings of the document, and departures from it."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from mindsight.record.blocks import Note
from mindsight.text import Text, text

MOST_BYTES = 0.2
"""Share of tokens read as single bytes above which a reader is told."""


def departures(plan: Mapping[str, Any]) -> Iterator[Note]:
    """Yield the departures that follow from a plan."""
    embedder = plan["embedder"]
    if embedder["kind"] == "characters":
        yield _note(
            "departure",
            "lexical",
            "4.3-a",
            text(
                "The embedding compares characters: texts are alike if they share letters, whatever they mean. The document "
                "names BERT-like models; R under this one says little about relevance."
            ),
        )
    if embedder["kind"] == "words":
        yield _note(
            "departure",
            "words",
            "4.3-a",
            text(
                "The embedding is a mean of word vectors: the order of words does not matter. The document names BERT-like models."
            ),
        )
    if plan["in_bytes"] > MOST_BYTES:
        yield _note(
            "departure",
            "bytes",
            "4.3-a",
            text(
                "{share} % of the tokens of the needs are outside the vocabulary of the embedding and were read as single bytes: "
                "similarities are partly those of spelling.",
                share=round(100 * plan["in_bytes"]),
            ),
        )
    if not embedder["sha256"]:
        yield _note(
            "departure",
            "served",
            "4.3-a",
            text(
                "The embedding was computed by a server: its weights have no hash here, and another server may serve other weights "
                "under the same name."
            ),
        )


def readings(plan: Mapping[str, Any]) -> Iterator[Note]:
    """Yield how the document was read."""
    yield _note(
        "reading",
        "relevance",
        "4.3-a",
        text(
            "Formula (2) is read as R = (1/N) Σ r(t, H) with r(t, H) = Σ w · |cos|: its picture is lost, and weights that sum to 1 "
            "belong to a weighted sum. It is below 1 for the very needs themselves; R(H) says by how much. N = 0 gives R = 0."
        ),
    )
    yield _note(
        "reading",
        "completed",
        "6.4.2-e",
        text(
            "R is taken over the completed tasks, as 6.4.2 e) says; over all proposals, as 4.3 says, it stands beside it."
        ),
    )
    yield _note(
        "reading",
        "cycle",
        "6.4.2-d",
        text(
            "A scene with its time budget is one test cycle: R, TC and the score are computed in each scene with a need and averaged over "
            "the scenes of a class. R and TC over all scenes of a class together stand beside them."
        ),
    )
    yield _note(
        "reading",
        "alpha",
        "4.3-c",
        text("The weight α of relevance is {value}; the document states none.", value=plan["alpha"]),
    )


def reported() -> Note:
    """Return the departure of a protocol that somebody else wrote."""
    body = text(
        "What was needed, completed and harmed is as the laboratory's protocol states it; mindsight saw neither the scenes nor the system."
    )
    return _note("departure", "reported", "6.4.2-d", body)


def _note(role: Literal["departure", "reading"], name: str, clause: str, body: Text) -> Note:
    title = text("Departure") if role == "departure" else text("Reading")
    return Note(id=f"{role}-{name}", title=title, role=role, clause=clause, body=body)
