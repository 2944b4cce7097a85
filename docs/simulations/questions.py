"""Writes the tables of ``docs/questions/measured`` from finished runs over all classes and from an audit of their words.

    mindsight home run --tasks object,language,state,commonsense --subject baseline:NAME --trials N --out NAME
    mindsight home bias --tasks object,language,state,commonsense --pooled --out BIAS
    python -m docs.simulations.questions BIAS/bias.json ORACLE RANDOM BLIND FIRST DECLINE

The runs are of the built-in subjects; what the oracle loses without each ability is computed from its run's questions.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from mindsight.home.classes import DIMENSIONS
from mindsight.home.questions import classes
from mindsight.home.questions.ablating import Left, left_without, unlike_declared
from mindsight.home.questions.asking.files import Pictures
from mindsight.home.questions.data_file import read_questions
from mindsight.home.questions.facts.ablations import ABILITIES
from mindsight.record.folder import RunFolder
from mindsight.text import Language, say

PAGES: dict[Language, Path] = {
    "en": Path(__file__).parents[1] / "questions" / "measured.md",
    "zh": Path(__file__).parents[1] / "questions" / "measured.zh.md",
}
_MEASURES = ("T", "f_mean", "T_valid", "pairs", "quartets", "scenes", "f_above_chance")
_HEADS: dict[Language, tuple[str, ...]] = {
    "en": ("subject", "T", "mean f", "T, questions with an answer", "pairs", "quartets", "scenes", "above chance"),
    "zh": ("被测对象", "T", "平均f", "有答案的问题的T", "成对正确率", "四题全对率", "场景全对率", "高于随机"),
}
_VERDICTS: dict[str | None, tuple[str, str]] = {
    "within": ("未超限", "within"),
    "unclear": ("不明", "unclear"),
    "above": ("超限", "above"),
    "not_estimable": ("无法估计", "not estimable"),
}
_KINDS = {
    "valid": ("有无答案", "answer or none"),
    "answer": ("答案", "the answer"),
    "option": ("每个选项", "each option"),
}


def main(bias: Path, runs: Sequence[Path]) -> None:
    """Write the tables between their marks."""
    folders = [RunFolder.open(run) for run in runs]
    lost = _lost(folders[0])
    for language, page in PAGES.items():
        words = page.read_text("utf-8")
        tables = {
            "runs": _runs(folders, language),
            "ablations": _ablations(lost, language),
            "words": _audited(json.loads(bias.read_text("utf-8")), language),
        }
        for name, table in tables.items():
            before, mark, rest = words.partition(f"<!-- {name} -->\n")
            _, end, after = rest.partition(f"<!-- /{name} -->")
            words = before + mark + table + end + after
        page.write_text(words, "utf-8")


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |\n"


def _runs(folders: Sequence[RunFolder], language: Language) -> str:
    tested = [name for name in DIMENSIONS if name in folders[0].manifest.plan["groups"]["dimension"]]
    heads = [*_HEADS[language], *(say(DIMENSIONS[name][1], language) for name in tested)]
    table = _row(heads) + _row(["---"] * len(heads))
    for folder in folders:
        found = {one.name: one for one in folder.results.measures}
        wanted = [found[f"home.{name}"] for name in (*_MEASURES, *(f"dimension.{name}" for name in tested))]
        values = ("—" if one.value is None else f"{one.value:.3f}" for one in wanted)
        table += _row([f"`{folder.manifest.subject.spec}`", *values])
    manifest = folders[0].manifest
    count = (len(manifest.plan["tasks"]), manifest.data.instances, manifest.plan["trials"], manifest.plan["seed"])
    told = {
        "en": "{} classes, {:,} questions, {} of each class, seed {}.\n\n",
        "zh": "{} 类，{:,} 个问题，每类 {} 个，种子 {}。\n\n",
    }
    return told[language].format(*count) + table


def _lost(folder: RunFolder) -> dict[str, dict[str, Left]]:
    """Return what is left of the oracle without each ability, by class, on the questions of a run."""
    pool, pictures = classes.load(), Pictures()
    questions = read_questions(folder.path / folder.manifest.data.file)
    found = {}
    for key in folder.manifest.plan["tasks"]:
        own = [one for one in questions if one.kind == key]
        seen = {one.scene: pictures.seen(one) for one in own}
        found[key] = left_without(pool[key], own, lambda one, seen=seen: seen[one.scene])
        for words in unlike_declared(pool[key], found[key]):
            sys.stderr.write(words + "\n")
    return found


def _ablations(lost: dict[str, dict[str, Left]], language: Language) -> str:
    pool, place = classes.load(), 0 if language == "zh" else 1
    heads = [{"zh": "类", "en": "class"}[language], *(words[place] for words in ABILITIES.values())]
    table = _row(heads) + _row(["---"] * len(heads))
    for key, own in lost.items():
        table += _row([f"`{key}`", *(_cell(pool[key], ability, left) for ability, left in own.items())])
    return table


def _cell(kind: classes.QuestionClass, ability: str, left: Left) -> str:
    share = f"{left.right / left.asked:.2f}"
    if ability in kind.needs:
        return f"**{share}**"
    return share if ability in kind.helped_by or left.right < left.asked else "1"


def _audited(page: dict[str, Any], language: Language) -> str:
    place = 0 if language == "zh" else 1
    heads = {
        "en": ("classes", "wording", "question", "n", "AUC, forest", "AUC, n-grams", "chance", "accuracy, forest / n-grams", "verdict"),
        "zh": ("类", "文字", "问题", "n", "AUC，森林", "AUC，n元", "随机水平", "正确率，森林 / n元", "结论"),
    }[language]  # fmt: skip
    table = _row(heads) + _row(["---"] * len(heads))
    return table + "".join(_row(cells) for cells in _audit_rows(page, place))


def _audit_rows(page: dict[str, Any], place: int) -> Iterator[list[object]]:
    for one in page["sets"]:
        areas = [_with_limits(one["auc"].get(model)) for model in ("forest", "ngrams")]
        shares = " / ".join(
            f"{one['accuracy'][model]['value']:.3f}" for model in ("forest", "ngrams") if one["accuracy"]
        )
        chance = "—" if one["chance"] is None else f"{one['chance']:.3f}"
        kind, verdict = _KINDS[one["kind"]][place], _VERDICTS[one["verdict"]][place]
        yield [f"`{one['class']}`", one["language"], kind, one["n"], *areas, chance, shares, verdict]


def _with_limits(value: dict[str, float] | None) -> str:
    return "—" if value is None else f"{value['value']:.3f} ({value['low']:.3f}–{value['high']:.3f})"


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(run) for run in sys.argv[2:]])
