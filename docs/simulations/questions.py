"""Writes the tables of ``docs/questions/measured`` and ``docs/questions/by-class`` from finished runs over all classes.

    mindsight home ask --tasks DIMENSIONS --include-unvalidated --subject baseline:NAME --trials N --out NAME
    python -m docs.simulations.questions ORACLE RANDOM BLIND FIRST DECLINE

    mindsight home bias --tasks DIMENSIONS --pooled --out BIAS
    mindsight home bias --tasks DIMENSIONS --out BIAS           # each class alone, for docs/questions/words
    python -m docs.simulations.questions BIAS/bias.json

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
from mindsight.record.opening import open_sealed
from mindsight.text import Language, say

_FOLDER = Path(__file__).parents[1] / "questions"
PAGES: dict[Language, tuple[Path, ...]] = {
    "en": (_FOLDER / "measured.md", _FOLDER / "by-class.md", _FOLDER / "words.md"),
    "zh": (_FOLDER / "measured.zh.md", _FOLDER / "by-class.zh.md", _FOLDER / "words.zh.md"),
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


def main(given: Sequence[Path]) -> None:
    """Write the tables that follow from the runs, or from the audit, between their marks."""
    if given[0].is_file():
        audit = json.loads(given[0].read_text("utf-8"))
        alone = any("." in one["class"] for one in audit["sets"])
        tables = {"alone": _alone} if alone else {"words": _audited}
        _write({language: {name: table(audit, language) for name, table in tables.items()} for language in PAGES})
        return
    folders = [open_sealed(run) for run in given]
    lost = _lost(folders[0])
    _write(
        {
            language: {
                "runs": _runs(folders, language),
                "abilities": _abilities(folders, language),
                "classes": _classes(folders, language),
                "ablations": _ablations(lost, language),
            }
            for language in PAGES
        }
    )


def _write(tables: dict[Language, dict[str, str]]) -> None:
    for language, pages in PAGES.items():
        for page in pages:
            words = page.read_text("utf-8")
            for name, table in tables[language].items():
                if (begin := f"<!-- {name} -->\n") in words:
                    before, _, rest = words.partition(begin)
                    _, end, after = rest.partition(f"<!-- /{name} -->")
                    words = before + begin + table + end + after
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


def _abilities(folders: Sequence[RunFolder], language: Language) -> str:
    """Return what each subject gets on each ability of table 1: the mean f of its classes."""
    pool, place = classes.load(), 0 if language == "zh" else 1
    found: dict[tuple[str, str], list[str]] = {}
    for key in folders[0].manifest.plan["tasks"]:
        found.setdefault((pool[key].dimension, pool[key].ability[place]), []).append(key)
    heads = {"en": ("dimension", "ability", "classes"), "zh": ("维度", "能力", "类")}[language]
    names = [f"`{_name(folder)}`" for folder in folders]
    pairs = {"en": "pairs, `{}`", "zh": "成对，`{}`"}[language]
    table = _row([*heads, *names, *(pairs.format(_name(folder)) for folder in folders[:2])])
    table += _row(["---"] * (len(heads) + len(names) + 2))
    values = [_values(folder) for folder in folders]
    for (dimension, ability), keys in found.items():
        means = [_mean(own, "f", keys) for own in values] + [_mean(own, "pairs", keys) for own in values[:2]]
        table += _row([say(DIMENSIONS[dimension][1], language), ability, len(keys), *means])
    return table


def _classes(folders: Sequence[RunFolder], language: Language) -> str:
    """Return what each subject gets on each class: f, and for the first two the pairs."""
    values = [_values(folder) for folder in folders]
    versions = dict(one.split("/") for one in str(folders[0].manifest.identity["tasks"]).split(","))
    heads = {"en": ("class", "version"), "zh": ("类", "版本")}[language]
    pairs = {"en": "pairs, `{}`", "zh": "成对，`{}`"}[language]
    names = [f"`{_name(folder)}`" for folder in folders] + [pairs.format(_name(folder)) for folder in folders[:2]]
    table = _row([*heads, *names]) + _row(["---"] * (len(heads) + len(names)))
    for key in folders[0].manifest.plan["tasks"]:
        means = [_mean(own, "f", [key]) for own in values] + [_mean(own, "pairs", [key]) for own in values[:2]]
        table += _row([f"`{key}`", versions[key], *means])
    return table


def _name(folder: RunFolder) -> str:
    return folder.manifest.subject.spec.rpartition(":")[2]


def _values(folder: RunFolder) -> dict[str, float | None]:
    return {one.name: one.value for one in folder.results.measures}


def _mean(values: dict[str, float | None], measure: str, keys: Sequence[str]) -> str:
    found = [value for key in keys if (value := values.get(f"home.{measure}.{key}")) is not None]
    return f"{sum(found) / len(found):.2f}" if found else "—"


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


def _alone(page: dict[str, Any], language: Language) -> str:
    """Return a row for each class: the greatest AUC and the greatest accuracy above chance of its wordings and models."""
    heads = {
        "en": (
            "class",
            "answers",
            "sets",
            "answer: AUC",
            "above chance",
            "each option: AUC",
            "above chance",
            "verdict",
        ),
        "zh": ("类", "有答案的问题", "场景组", "答案：AUC", "高于随机", "每个选项：AUC", "高于随机", "结论"),
    }[language]
    table = _row(heads) + _row(["---"] * len(heads))
    for key in dict.fromkeys(one["class"] for one in page["sets"] if one["kind"] != "valid"):
        own = [one for one in page["sets"] if one["class"] == key and one["kind"] != "valid"]
        cells = [
            cell for kind in ("answer", "option") for cell in _greatest([one for one in own if one["kind"] == kind])
        ]
        verdicts = [one["verdict"] for one in own]
        worst = next((name for name in ("above", "unclear", "not_estimable", "within") if name in verdicts), None)
        said = "—" if worst is None else _VERDICTS[worst][0 if language == "zh" else 1]
        count = max(one["n"] for one in own if one["kind"] == "answer")
        table += _row([f"`{key}`", count, max(one["groups"] for one in own), *cells, said])
    return table


def _greatest(sets: Sequence[dict[str, Any]]) -> tuple[str, str]:
    areas = [value for one in sets for value in one["auc"].values()]
    gains = [value["value"] - one["chance"] for one in sets for value in one["accuracy"].values()]
    area = max(areas, key=lambda value: value["value"], default=None)
    return _with_limits(area), f"{100 * max(gains):+.1f}" if gains else "—"


def _with_limits(value: dict[str, float] | None) -> str:
    return "—" if value is None else f"{value['value']:.3f} ({value['low']:.3f}–{value['high']:.3f})"


if __name__ == "__main__":
    main([Path(one) for one in sys.argv[1:]])
