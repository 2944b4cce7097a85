"""What lies behind a record, once more: outputs scored again, actions repeated in the engine, answers read again."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.answers.reply import READING_RULE
from mindsight.errors import InputError, ItemError
from mindsight.kinds import kind_of
from mindsight.record import environment
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft, Item
from mindsight.text import Text, text
from mindsight.verification.differences import UNREADABLE, Difference, cut, differences, in_words

FIELDS = {"status", "outcome", "answer", "terms", "parsed"}
"""What is compared of an item."""
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
    notes: tuple[Text, ...] = ()
    """What could not be looked at again, although it is there."""


def look_again(
    run: RunFolder, *, kit: Path | None = None, workers: int = 1, progress: Count = lambda _done, _all: None
) -> LookedAt:
    """Look at everything behind a run's items again that is there.

    Args:
        run: A complete run.
        kit: Of an album run, the kit that it was run on.
        workers: Household tasks repeated side by side.
        progress: Called with (finished, all).

    Raises:
        InputError: The kit of an album run was not named, or is another one.
        MissingExtra: Household tasks need the engine, which is not installed.
    """
    total, findings, count = sum(1 for _ in run.items), [], 0
    own = run.manifest.software.get("mindsight") == environment.software()["mindsight"]
    fields = _compared(run)
    try:
        for count, (item, again) in enumerate(_pairs(run, kit, workers), 1):
            progress(count, total)
            found = [
                one
                for one in differences(_facts(item, fields), _facts(again, fields))
                if not _is_close(one) and (own or not _is_worded(one))
            ]
            findings += [text("item {id}: {difference}", id=item.id, difference=in_words(one, {})) for one in found]
    except (*UNREADABLE, ItemError) as error:
        findings.append(
            text(
                "{folder}: nothing can be made of what is recorded of an item ({found}); items looked at before: {count}",
                folder=run.path.name,
                found=cut(f"{type(error).__name__}: {error}".splitlines()[0]),
                count=count,
            )
        )
    return LookedAt(count, total, findings, tuple(_notes(run)))


def _pairs(run: RunFolder, kit: Path | None, workers: int) -> Pairs:
    kind = kind_of(run.manifest, run.path)
    if isinstance(kind.items_again, Text):
        raise InputError(kind.items_again.message, **kind.items_again.args)
    if kit is None and "kit" in kind.again_with:
        raise InputError("--deep: outputs are scored again with the pictures of their kit; name it with --kit FOLDER")
    given = {"kit": kit, "workers": workers}
    return kind.items_again(run, **{name: given[name] for name in kind.again_with})


def _compared(run: RunFolder) -> set[str]:
    """Return the fields of an item that are compared: what another rule gave can be neither right nor wrong by the present one."""
    if _is_read_otherwise(run):
        return {"answer"}
    return FIELDS - kind_of(run.manifest, run.path).of_rule if _is_scored_otherwise(run) else FIELDS


def _notes(run: RunFolder) -> Iterator[Text]:
    if _is_scored_otherwise(run) and not _is_read_otherwise(run):
        yield text(
            "The answers were scored by another rule than this version's: they were read again, but what they are worth was "
            "not compared."
        )
    if _is_read_otherwise(run):
        yield text("The answers were read by another rule than this version's: they were not read again.")
    if not kind_of(run.manifest, run.path).episodes:
        return
    from mindsight.home.episodes.repeating import has_replies, read_as_now

    if has_replies(run.manifest) and not read_as_now(run.manifest):
        yield text(
            "The replies were read by another rule than this version's: the recorded actions were repeated, but the replies were "
            "not read again."
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
