"""``mindsight gate``: whether a new run may replace a base, by the rules of a policy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.records.refusals import computable
from mindsight.cli.shared.console import out, show
from mindsight.cli.shared.options import AS_JSON
from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED, settings
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.gate.deciding import Decision
    from mindsight.record.blocks import Block, Table

_STATES = {
    "held": text("held"),
    "regression": text("fell, shown"),
    "drop": text("fell, not shown"),
    "weak": text("a fall would hardly be seen"),
    "over": text("over its limit"),
    "missing": text("no result in one of the runs"),
}
_TIERS = {"critical": text("critical"), "supporting": text("supporting"), "advisory": text("advisory")}


def gate(
    policy: Path = typer.Argument(..., help=mark("TOML file that says which measures count how much.")),
    base: Path = typer.Argument(..., help=mark("Run folder of the version that is in use.")),
    new: Path = typer.Argument(..., help=mark("Run folder of the version that may replace it, on the same test.")),
    seed: int = typer.Option(7, "--seed", help=mark("Seed of the sign flips.")),
    as_json: bool = AS_JSON,
) -> int:
    """Say GO, NO-GO or INCONCLUSIVE."""
    from mindsight.answers.unread import NOTES
    from mindsight.gate.cases import Whole, case_of
    from mindsight.gate.deciding import decide
    from mindsight.gate.policy import read_policy
    from mindsight.record.blocks import Note
    from mindsight.record.folder import SCORES
    from mindsight.record.opening import open_sealed
    from mindsight.record.scores import from_csv
    from mindsight.runs import compare_folders

    rules = read_policy(policy)
    runs = [open_sealed(folder) for folder in (base, new)]
    with computable(*runs):
        # Refuses runs of different tests, and knows how each suite compares what is no mean over items.
        compared = compare_folders(runs, seed)
        columns = {name for run in runs for name in from_csv(run.path / SCORES).columns}
        whole = {
            difference.measure: Whole(difference.value, difference.low, difference.high, difference.p, difference.n)
            for difference in compared.differences
            if difference.measure not in columns
        }
        decision = decide(rules, [case_of(rule.name, runs[0], runs[1], whole, seed) for rule in rules.measures])
    unread = [block for block in compared.blocks if isinstance(block, Note) and block.id.startswith(NOTES)]
    if as_json:
        print(json.dumps({**_plain(decision), "unread": [note.model_dump(mode="json") for note in unread]}))
    else:
        from mindsight.cli.shared.terminal import block_view

        shown: tuple[Block, ...] = (*unread, _table(decision))
        for block in shown:
            out().print(block_view(block, settings.language, width=out().width))
        show(text("verdict: {verdict}", verdict=decision.verdict))
    return 0 if decision.verdict == "GO" else EXIT_ITEMS_FAILED


def _plain(decision: Decision) -> dict[str, object]:
    measures = [
        {
            **one.rule.model_dump(),
            "state": one.state,
            "base": one.case.base,
            "new": one.case.new,
            "better_by": one.case.better,
            "p_holm": one.p,
            "power": one.power,
            "n": one.case.n,
            "gained": one.case.gained,
            "lost": one.case.lost,
        }
        for one in decision.judged
    ]
    return {"verdict": decision.verdict, "measures": measures}


def _table(decision: Decision) -> Table:
    from mindsight.record.blocks import Column, Table

    heads = (
        text("Measure"), text("Tier"), text("State"), text("Base"), text("New"), text("Gained"), text("Lost"), text("p (Holm)"),
        text("Power"),
    )  # fmt: skip
    words = 3
    return Table(
        id="gate",
        title=text("Gate"),
        columns=tuple(
            Column(title=head, align="left" if place < words else "right", decimals=None if place < words else 3)
            for place, head in enumerate(heads)
        ),
        rows=tuple(
            (
                one.rule.name, _TIERS[one.rule.tier], _STATES[one.state], one.case.base, one.case.new, one.case.gained,
                one.case.lost, one.p, one.power,
            )
            for one in decision.judged
        ),
    )  # fmt: skip
