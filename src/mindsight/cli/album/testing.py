"""Shared by ``album run`` and ``score``: run a test, write its report, print its results."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import typer

from mindsight.cli.shared.console import LISTENER, is_screen, localized, tell
from mindsight.cli.shared.interrupts import explained, run_left
from mindsight.cli.shared.runs import show_run
from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED, settings
from mindsight.execution.making import default_folder
from mindsight.text import text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mindsight.album.running import Chosen
    from mindsight.execution.making import Making
    from mindsight.record.model import Item, Subject

_QUESTIONS = {
    "name": text("Name of the product"),
    "version": text("Version"),
    "device": text("Device it runs on"),
    "system": text("Operating system"),
    "network": text("Network it uses"),
}
"""What a person is asked for (4.1), by the fact."""
_MOST_UNMATCHED = 10
_MOST_FAILURES = 20
_MOST_NUMBERS = 3
_SUFFIXED = re.compile(r"[0-9]{4,12}([^0-9./][^./]*)\.[^./]+")


def run_and_show(
    chosen: Chosen, making: Making, *, dry_run: bool = False, as_json: bool = False, quiet: bool = False
) -> int:
    """Run one test, write its report, print its summary and return the exit code."""
    from mindsight.album.running import carry_out_test, prepare

    subject = asked_subject(chosen)
    folder = making.resume or making.out or default_folder("album", subject.name)
    test = prepare(chosen, subject, folder, making=making, listener=LISTENER)
    _tell_unmatched(test.unmatched, labels=test.answer == "labels")
    _tell_reading(test.manifest.plan)
    if dry_run:
        from mindsight.cli.album.dry_run import show_rehearsal

        show_rehearsal(test, folder, resume=making.resume is not None, as_json=as_json)
        return 0
    with explained(run_left, folder):
        run = carry_out_test(test, folder, making=making, language=settings.language, listener=LISTENER)
    if as_json or not quiet:
        show_run(run, as_json=as_json)
    failed = [item for item in run.items if item.status == "failed"]
    if not quiet:
        _tell_failures(failed)
    return EXIT_ITEMS_FAILED if failed else 0


def asked_subject(chosen: Chosen) -> Subject:
    """Return the subject with the facts of clause 4.1; missing ones are asked for at a terminal."""
    from mindsight.album.running import default_name, subject_of

    facts: dict[str, str | None] = chosen.facts.model_dump()
    if chosen.spec.scheme != "baseline" and is_screen(sys.stdin) and is_screen(sys.stderr):
        for field, question in _QUESTIONS.items():
            if facts[field] is None:
                default = default_name(chosen.spec) if field == "name" else ""
                answer = typer.prompt(localized(question), default=default, show_default=bool(default), err=True)
                facts[field] = answer.strip() or None
    subject = subject_of(chosen._replace(facts=type(chosen.facts).of(facts)))
    return subject.model_copy(update={"spec": settings.called(subject.spec)})


def _tell_reading(plan: Mapping[str, Any]) -> None:
    """Print what of a table or of folders was read otherwise than one might think."""
    if plan.get("hidden_rows"):
        sentence = text(
            "{count} hidden rows of the sheet “{sheet}” are read like all others",
            count=plan["hidden_rows"],
            sheet=plan["sheet"],
        )
        tell(sentence, style="yellow")
    if plan.get("folders_left_out"):
        names = ", ".join(plan["folders_left_out"])
        tell(
            text("folders that hold all images and are no class are left out: {folders}", folders=names), style="yellow"
        )


def _tell_unmatched(names: list[str], *, labels: bool) -> None:
    """Print the unmatched files; a picture in a sub-folder may be a misplaced output."""
    for name in names[:_MOST_UNMATCHED]:
        sentence = text("{file}: matches no input of the kit and is not scored", file=name)
        if "/" in name and not labels:
            sentence = text(
                "{file}: is in a sub-folder and is not scored; an output must be directly in the folder", file=name
            )
        tell(sentence, style="yellow")
    if len(names) > _MOST_UNMATCHED:
        more = len(names) - _MOST_UNMATCHED
        tell(text("and {count} more such files; manifest.json and the report say so", count=more), style="yellow")
    suffixes = {found.group(1) for name in names if (found := _SUFFIXED.fullmatch(name))}
    if len(names) > 1 and len(suffixes) == 1:
        (suffix,) = suffixes
        sentence = text("if the product names its outputs in this way, give --suffix {suffix}", suffix=suffix)
        tell(sentence, style="yellow")


def _tell_failures(items: Iterable[Item]) -> None:
    """Print why items failed, one line per kind of failure with the first item's message."""
    alike: dict[str, list[Item]] = {}
    for item in items:
        alike.setdefault(item.error.message if item.error else item.outcome, []).append(item)
    for same in list(alike.values())[:_MOST_FAILURES]:
        numbers = ", ".join(item.id for item in same[:_MOST_NUMBERS])
        more = len(same) - _MOST_NUMBERS
        which = numbers if more <= 0 else text("{numbers} and {more} more", numbers=numbers, more=more)
        tell(text("{id}: {reason}", id=which, reason=same[0].error or text(same[0].outcome)), style="yellow")
    rest = sum(len(same) for same in list(alike.values())[_MOST_FAILURES:])
    if rest:
        tell(text("and {count} more; the report lists them all", count=rest), style="yellow")
