"""Writes the published matrix of ``docs/explanation/home-validity`` out of a finished run of ``mindsight home validate``.

``mindsight home validate --out RUN`` takes two to three CPU-hours for all classes; then ``python -m docs.simulations.validity RUN``
puts the matrix, its date and its versions between the marks of both pages. Of a class that was mended since, a run of its own
(``--tasks``, the same seed and number of tasks) may follow; its column replaces the earlier one.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from mindsight.home.classes import title_of
from mindsight.home.oracle.ablations import ABLATIONS, Ablation, titled
from mindsight.home.studies.validity_verdicts import MISFITS, SIDES, Cell, cells_of
from mindsight.record.folder import RunFolder
from mindsight.record.opening import open_sealed
from mindsight.text import Language, say

PAGES: dict[Language, Path] = {
    "en": Path(__file__).parents[1] / "explanation" / "home-validity.md",
    "zh": Path(__file__).parents[1] / "explanation" / "home-validity.zh.md",
}
MARKS = ("<!-- matrix -->", "<!-- /matrix -->")
SIGNS = {"falls": "▼", "flat": "●", "unsure": "?", **dict.fromkeys(MISFITS, "✗")}
_VERSIONS = ("mindsight", "mujoco-core", "numpy")
_ENGLISH = (
    "{date}, {versions}, rule {rule}: {n} tasks per class, seed {seed}; {falls} cells fall as declared, {flat} are flat as "
    "declared, {unsure} have too few tasks to tell, {misfits} are misfits."
)
_CHINESE = (
    "{date}，{versions}，规则 {rule}：每类 {n} 个任务，种子 {seed}；{falls} 格按声明下降，{flat} 格按声明不变，"
    "{unsure} 格任务太少、无法判断，{misfits} 格与声明不符。"
)
_WORDS: dict[Language, tuple[str, dict[str, str], str]] = {
    "en": (_ENGLISH, {"valid": "Valid tasks", "irrelevant": "Irrelevant tasks"}, "ablation and strength"),
    "zh": (_CHINESE, {"valid": "有效任务", "irrelevant": "无关任务"}, "消融与强度"),
}


def told(runs: Sequence[RunFolder], language: Language) -> str:
    """Return the matrix of a run as Markdown, with the columns of later runs in the place of its own."""
    first = runs[0]
    by_place = {
        (cell.kind, cell.task, cell.side): cell for run in runs for cell in cells_of(run.manifest, [*run.items])
    }
    cells = list(by_place.values())
    head, sides, corner = _WORDS[language]
    return "\n".join(
        (_summary(first, cells, head), *(_table(first, cells, side, (sides[side], corner), language) for side in SIDES))
    )


def _summary(run: RunFolder, cells: list[Cell], words: str) -> str:
    manifest = run.manifest
    found = [cell.verdict for cell in cells]
    counts = {verdict: found.count(verdict) for verdict in ("falls", "flat", "unsure")}
    versions = ", ".join(f"{name} {manifest.software.get(name, '–')}" for name in _VERSIONS)
    return words.format(
        date=manifest.started[:10],
        versions=versions,
        rule=manifest.identity["rule"],
        n=manifest.plan["trials"],
        seed=manifest.plan["seed"],
        misfits=sum(verdict in MISFITS for verdict in found),
        **counts,
    )


def _table(run: RunFolder, cells: list[Cell], side: str, words: tuple[str, str], language: Language) -> str:
    tasks = run.manifest.plan["tasks"]
    names = [say(title_of(key), language) for key in tasks]
    lines = [
        "",
        f"**{words[0]}**",
        "",
        f"| {words[1]} | {' | '.join(names)} |",
        "| --- |" + " --: |" * len(tasks),
        *_rows([cell for cell in cells if cell.side == side], tasks, language),
    ]
    return "\n".join(lines)


def _rows(cells: list[Cell], tasks: list[str], language: Language) -> Iterator[str]:
    by_place = {(cell.kind, cell.task): cell for cell in cells}
    for kind in (kind for kind in ABLATIONS if any(cell.kind == kind for cell in cells)):
        own = [by_place[kind, task] for task in tasks]
        for number, step in enumerate(own[0].steps):
            title = say(titled(Ablation(kind, step.strength)), language)
            yield f"| {title} | {' | '.join(_shown(cell, number) for cell in own)} |"


def _shown(cell: Cell, number: int) -> str:
    """Return the share done; at the greatest strength the verdict too, and the interval of a change that is not 0."""
    step, last = cell.steps[number], number == len(cell.steps) - 1
    share = f"{step.right / step.change.n:.2f}" if step.change.n else "–"
    if not last:
        return share
    limits = step.change.limits if step.change.value else None
    interval = f" ({limits.low:.2f} … {limits.high:.2f})".replace("-", "−") if limits else ""
    return f"{share} {SIGNS[cell.verdict]}{interval}"


def main(folders: Sequence[Path]) -> None:
    """Put the matrix of a run, mended by later ones, into both pages."""
    runs = [open_sealed(folder) for folder in folders]
    if len({(run.manifest.plan["trials"], run.manifest.plan["seed"]) for run in runs}) > 1:
        raise SystemExit("the runs differ in --trials or --seed")
    for language, page in PAGES.items():
        before, _, rest = page.read_text(encoding="utf-8").partition(MARKS[0])
        after = rest.partition(MARKS[1])[2]
        page.write_text(f"{before}{MARKS[0]}\n\n{told(runs, language)}\n\n{MARKS[1]}{after}", encoding="utf-8")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
