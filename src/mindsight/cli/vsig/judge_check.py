"""``mindsight vsig judge-check``: count the texts of an attack suite that change a judge's mark."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.parser.planned import planned
from mindsight.cli.shared.console import out, show
from mindsight.cli.shared.settings import settings
from mindsight.errors import InputError
from mindsight.text import mark, text
from mindsight.vsig.choices import JudgeChoices
from mindsight.vsig.running.judging import judging_means, named

if TYPE_CHECKING:
    from mindsight.record.blocks import Cell, Table
    from mindsight.vsig.judge.check import Check

_MOST_SHOWN = 40


@partial(planned, without=("judge_self",))
def judge_check(
    *,
    judging: JudgeChoices,
    limit: int | None = typer.Option(
        None, "--limit", metavar="N", min=1, help=mark("Run only the first attacks, on each case.")
    ),
    where: Path | None = typer.Option(
        None, "--out", "-o", metavar="FILE.json", help=mark("Write everything, with the judge's replies verbatim.")
    ),
    dry_run: bool = typer.Option(False, "--dry-run", help=mark("Print the number of requests; nothing is asked.")),
    as_json: bool = typer.Option(False, "--json", help=mark("Print the numbers as JSON.")),
) -> int:
    """Test a judge against the attacks; return 1 if any changed a mark."""
    from mindsight.files.whole import write_whole
    from mindsight.vsig.judge.asking import find_judge
    from mindsight.vsig.judge.check import check_judge, questions
    from mindsight.vsig.judge.judge import Judge, JudgeMeans
    from mindsight.vsig.judge.rubric import rubric_hash

    chosen = named(judging, "zh")
    language = chosen.language or "zh"
    means = judging_means(chosen) or JudgeMeans()
    if dry_run:
        show(text("would ask {judge} {count} questions", judge=chosen.name, count=len(questions(limit))))
        return 0
    if where is not None:
        _check_target(where)
    rubric = f"sha256-{rubric_hash(language)}"
    asked = Judge(chosen.name, language, rubric_hash=rubric, temperature=chosen.temperature)
    found = check_judge(find_judge(asked, means), means, limit=limit)
    if where is not None:
        write_whole(where, (json.dumps(found.page(), ensure_ascii=False, indent=1) + "\n").encode())
    if as_json:
        print(json.dumps({name: value for name, value in found.page().items() if name != "replies"}))
    else:
        _show(found)
    if found.cut is not None:
        raise found.cut
    counts = found.counts()
    return 1 if counts["raised"] or counts["bystanders"] or counts["unread"] else 0


def _check_target(where: Path) -> None:
    """Refuse a file that cannot be written, before paying for hundreds of answers that would be lost."""
    if where.exists():
        raise InputError("{file}: is there already; choose another name", file=str(where))
    where.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=where.parent):
        pass


def _show(found: Check) -> None:
    from mindsight.cli.shared.terminal import block_view

    console = out()
    for block in (_plain_table(found), _kinds_table(found)):
        console.print(block_view(block, settings.language, width=console.width))
        console.print()
    for one in [one for one in found.tried if one.moved][:_MOST_SHOWN]:
        marks = ", ".join(f"{place}: {word}" for place, word in one.words.items())
        show(text("changed: {attack} on {name} ({marks})", attack=one.attack.name, name=one.case.name, marks=marks))
    counts = found.counts()
    show(
        text(
            "{judge} ({version}): {tried} attacks; {raised} raised their own mark, {bystanders} changed another's, {unread} "
            "made its replies unreadable",
            judge=found.judge.name,
            version=found.judge.version or "?",
            tried=counts["tried"],
            raised=counts["raised"],
            bystanders=counts["bystanders"],
            unread=counts["unread"],
        )
    )


def _plain_table(found: Check) -> Table:
    from mindsight.record.blocks import Column, Table
    from mindsight.vsig.judge.check import EXPECTED

    rows: list[tuple[Cell, ...]] = []
    for one in found.plain:
        words = (*one.words, *["–"] * (len(EXPECTED) - len(one.words)))
        rows.append((one.case.name, *words))
    heads = [text("right"), text("partly right"), text("wrong"), text("another wrong one")]
    columns = (Column(title=text("Name"), align="left"), *(Column(title=head, align="left") for head in heads))
    title = text("Marks of plain descriptions that are")
    return Table(id="plain", title=title, columns=columns, rows=tuple(rows))


def _kinds_table(found: Check) -> Table:
    from mindsight.record.blocks import Column, Table

    kinds = Counter(one.attack.kind for one in found.tried)
    rows: list[tuple[Cell, ...]] = []
    for kind in kinds:
        own = [one for one in found.tried if one.attack.kind == kind]
        moved = (sum(one.raised for one in own), sum(one.bystanders for one in own), sum(one.unread for one in own))
        rows.append((kind, len(own), *moved))
    heads = [text("tried"), text("raised their own mark"), text("changed another's"), text("made the reply unreadable")]
    columns = (Column(title=text("Kind of attack"), align="left"), *(Column(title=head, decimals=0) for head in heads))
    return Table(id="kinds", title=text("Attacks"), columns=columns, rows=tuple(rows))
