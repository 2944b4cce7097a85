"""What lies behind a record, once more: outputs scored again, actions repeated in the engine, answers read again."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.answers.reply import READING_RULE
from mindsight.decoding import decoder_errors
from mindsight.errors import InputError, ItemError
from mindsight.kinds import kind_of
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft, Item
from mindsight.text import Text, text
from mindsight.verification.differences import Difference, cut, differences, in_words
from mindsight.verification.versions import release_of, version_of

FIELDS = {"status", "outcome", "answer", "terms", "parsed"}
"""What is compared of an item."""
RATED_FIELDS = {"id", "instance", "cluster", "status", "outcome", "terms", "error"}
"""What is compared of an item of a rated run: all that follows from the rated run and its ratings."""
MOST_SHOWN = 20
CLOSE = 1e-5
"""Difference up to which a measured term is the same: windowed SSIM is kept in single precision."""
_WORDED = {"why", "words", "told", "notes"}
Pairs = Iterator[tuple[Item, Draft]]
Count = Callable[[int, int], None]


class LookedAt(NamedTuple):
    """How many items were looked at again, of how many, and what came out otherwise."""

    looked_at: int
    total: int
    findings: list[Text]
    uncompared: tuple[Text, ...] = ()
    """What could not be looked at again, although it is there, and why."""


def look_again(
    run: RunFolder,
    *,
    kit: Path | None = None,
    rated: Path | None = None,
    workers: int = 1,
    progress: Count = lambda _done, _all: None,
) -> LookedAt:
    """Look at everything behind a run's items again that is there.

    Args:
        run: A complete run.
        kit: Of an album run, the kit that it was run on.
        rated: Of a rated run, the run whose outputs were rated.
        workers: Household tasks repeated side by side.
        progress: Called with (finished, all).

    Raises:
        InputError: The kit of an album run was not named, or is another one; what was rated is another run.
        MissingExtra: Household tasks need the engine, which is not installed.
    """
    total, findings, count = sum(1 for _ in run.items), [], 0
    fields, worded = _compared(run), False
    try:
        for count, (item, again) in enumerate(_pairs(run, kit, rated, workers), 1):
            progress(count, total)
            found = [
                difference
                for difference in differences(_facts(item, fields), _facts(again, fields))
                if not _is_close(difference)
            ]
            strict = release_of(run.manifest) is None
            wrong = [difference for difference in found if strict or not _is_worded(difference)]
            worded = worded or wrong != found
            findings += [
                text("item {id}: {difference}", id=item.id, difference=in_words(difference, {})) for difference in wrong
            ]
        findings += _shown_otherwise(run, kit, rated)
    except decoder_errors(ItemError) as error:
        findings.append(
            text(
                "{folder}: nothing can be made of what is recorded of an item ({found}); items looked at before: {count}",
                folder=run.path.name,
                found=cut(f"{type(error).__name__}: {error}".splitlines()[0]),
                count=count,
            )
        )
    return LookedAt(count, total, findings, tuple(_uncompared(run, kit, rated, worded=worded)))


def _pairs(run: RunFolder, kit: Path | None, rated: Path | None, workers: int) -> Pairs:
    kind = kind_of(run.manifest, run.path)
    if isinstance(kind.items_again, Text):
        raise InputError(kind.items_again.message, **kind.items_again.args)
    if kit is None and "kit" in kind.again_with:
        raise InputError("--deep: outputs are scored again with the pictures of their kit; name it with --kit FOLDER")
    given = {"kit": kit, "rated": rated, "workers": workers}
    return kind.items_again(run, **{name: given[name] for name in kind.again_with})


def _shown_otherwise(run: RunFolder, kit: Path | None, rated: Path | None) -> Iterator[Text]:
    """Yield the answers of a rated run that name other pictures than kit and output give, where both are at hand."""
    kind = kind_of(run.manifest, run.path)
    if kind.shown_otherwise is not None and kit is not None and rated is not None:
        yield from kind.shown_otherwise(run, kit, rated)


def _is_rated(run: RunFolder) -> bool:
    return kind_of(run.manifest, run.path).is_rated


def _compared(run: RunFolder) -> set[str]:
    """Return the fields of an item that are compared: what another rule gave can be neither right nor wrong by the present one."""
    if _is_rated(run):
        return RATED_FIELDS
    if _is_read_otherwise(run):
        return {"answer"}
    return FIELDS - kind_of(run.manifest, run.path).of_rule if _is_scored_otherwise(run) else FIELDS


def _uncompared(run: RunFolder, kit: Path | None, rated: Path | None, *, worded: bool) -> Iterator[Text]:
    if _is_rated(run):
        if kit is None or rated is None:
            yield text(
                "not compared: the pictures that raters saw, because kit and rated run are not both named; name them with --kit FOLDER "
                "and --rated RUN"
            )
        return
    if worded:
        yield text(
            "not compared: sentences in items, because mindsight {version} wrote them", version=version_of(run.manifest)
        )
    if _is_scored_otherwise(run) and not _is_read_otherwise(run):
        yield text("not compared: what the answers are worth, because they were scored by another rule")
    if _is_read_otherwise(run):
        yield text("not compared: what the answers say, because they were read by another rule")
    reads_as_now = kind_of(run.manifest, run.path).reads_as_now
    if reads_as_now is not None and not reads_as_now(run.manifest):
        yield text(
            "not compared: what the replies say, because they were read by another rule; the recorded actions were repeated"
        )


def _is_read_otherwise(run: RunFolder) -> bool:
    """Return whether answers to questions, or to clips, were read by another rule than the present one."""
    return run.manifest.identity.get("reading", READING_RULE) != READING_RULE


def _is_scored_otherwise(run: RunFolder) -> bool:
    """Return whether answers were scored by another rule than the present one."""
    rule = kind_of(run.manifest, run.path).rule
    return rule is not None and bool(run.manifest.identity.get("rule") != rule.load())


def _facts(item: Draft, fields: set[str]) -> dict[str, Any]:
    return item.model_dump(mode="json", include=fields)


def _is_worded(one: Difference) -> bool:
    """Return whether a difference is one of sentences, which another version may have worded otherwise."""
    return bool(_WORDED.intersection(one.path))


def _is_close(one: Difference) -> bool:
    both = isinstance(one.found, float) and isinstance(one.expected, float)
    return both and abs(one.found - one.expected) <= CLOSE
