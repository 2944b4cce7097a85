"""What does each text embedding give for sets of proposals that are known to be good or bad?

Needs of ten kinds of scenes, four each, stand in ``needs.toml`` with another wording and with their opposites. For every scene and language
each set is proposed in place of the needs, and R, R / R(H) and the best match are averaged over the scenes. The sets that need neither
are proposed in place of all needs of the rooms as well, by the wordings that count there. Run from the root of the
repository with the extras ``wordllama`` and ``minilm`` installed::

    python -m docs.simulations.embeddings            write tables and figures
    python -m docs.simulations.embeddings --quick    the built-in embedding only, printed and not written
"""

import argparse
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from docs.simulations.coverage import Words, replace_between_marks

from mindsight.errors import InputError
from mindsight.home.autonomy import rooms
from mindsight.home.autonomy.embedders.choosing import open_embedder
from mindsight.home.autonomy.embedders.embedder import MOST_UNKNOWN, Embedder, check_reading
from mindsight.home.autonomy.protocol import Language
from mindsight.home.autonomy.scoring.relevance import best_match, perfect_relevance, relevance, similarities, weights_of
from mindsight.statistics.arrays import FloatArray
from mindsight.text import LANGUAGES

HERE = Path(__file__).parent
PAGES = HERE.parent / "autonomy"
PICTURES = HERE.parent / "pictures" / "autonomy"
EMBEDDERS = ("lexical", "wordllama", "minilm")
SETS: dict[str, Words] = {
    "perfect": Words("the needs themselves", "需求原文"),
    "paraphrased": Words("the needs in other words", "需求换一种说法"),
    "translated": Words("the needs in the other language", "需求译成另一种语言"),
    "repeated": Words("one need, four times", "同一需求重复四次"),
    "opposite": Words("what undoes the needs", "与需求相反"),
    "unrelated": Words("the needs of another scene", "另一场景的需求"),
    "everything": Words("“do everything that needs doing”", "“把该做的都做了”"),
    "listing": Words("one sentence that lists many chores", "一句话罗列许多家务"),
    "padded": Words("the needs and as many unrelated ones", "需求加同样多的无关任务"),
}
_WRITTEN = ("paraphrased", "opposite")
"""Sets for which sentences were written."""
_A_SCENE = 4
EVERYTHING = {"en": "do everything that needs doing", "zh": "把该做的都做了"}
LISTING = {
    "en": "put away, clean, wipe, close, turn off and take out the books, the cup, the clothes, the light, the door, the food and the toys",
    "zh": "收拾、打扫、擦干净、关上、关掉并送走书、杯子、衣服、灯、门、食物和玩具",
}
OTHER: dict[Language, Language] = {"en": "zh", "zh": "en"}
Needs = dict[str, list[dict[str, str]]]


class Figures(NamedTuple):
    """What a set gives, averaged over the scenes."""

    relevance: float
    relative: float
    best: float


class Found(NamedTuple):
    """What was found out about an embedding in a language; no figures if it cannot read it."""

    sets: dict[str, Figures]
    first: float
    unknown: float
    in_bytes: float
    opposites: float
    paraphrases: float


def needs() -> Needs:
    """Return the needs by class."""
    page = tomllib.loads((HERE / "needs.toml").read_text(encoding="utf-8"))
    return {key: list(entries.values()) for key, entries in page.items()}


def rooms_needs() -> list[list[list[dict[str, str]]]]:
    """Return the wordings of all needs of each class of rooms, in scenes of four or a few more."""
    found = []
    for room in rooms.load().values():
        words = [{"en": one["en"], "zh": one["zh"]} for one in room.types.values()]
        count = max(len(words) // _A_SCENE, 1)
        found.append([words[number::count] for number in range(count)])
    return found


class Remembering:
    """An embedding that embeds every text once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder, self._known = embedder, dict[str, FloatArray]()
        self.identity, self.reading = embedder.identity, embedder.reading

    def embed(self, texts: Sequence[str]) -> FloatArray:
        """Return the vector of each text."""
        if new := [one for one in dict.fromkeys(texts) if one not in self._known]:
            self._known.update(zip(new, self._embedder.embed(new), strict=True))
        return np.array([self._known[one] for one in texts])


def measured(embedder: Embedder, language: Language) -> Found:
    """Return what an embedding gives for every set."""
    pool = needs()
    embedder.embed([words for own in pool.values() for one in own for words in one.values()])
    reading = embedder.reading([one[language] for own in pool.values() for one in own])
    try:
        check_reading(embedder, [one[language] for own in pool.values() for one in own], language, "needs")
    except InputError:
        return Found({}, 0, reading.unknown, reading.in_bytes, 0, 0)
    each: dict[str, list[Figures]] = {name: [] for name in SETS}
    for number, own in enumerate(pool.values()):
        far = list(pool.values())[(number + 5) % len(pool)]
        for name, texts in proposals(own, far, language, embedder).items():
            each[name].append(figures(embedder, texts, [one[language] for one in own]))
    means = {name: Figures(*np.mean(found, axis=0).tolist()) for name, found in each.items()}
    return Found(
        means,
        *_right_first(embedder, pool, language),
        reading.unknown,
        reading.in_bytes,
        *_pairs(embedder, pool, language),
    )


def in_rooms(embedder: Embedder, language: Language) -> dict[str, float]:
    """Return R / R(H) of the sets in place of the needs of the rooms, averaged over classes; nothing if it cannot read them."""
    pool = rooms_needs()
    words = [one[language] for scenes in pool for own in scenes for one in own]
    if embedder.reading(words).unknown > MOST_UNKNOWN:
        return {}
    each: dict[str, list[float]] = {name: [] for name in SETS if name not in _WRITTEN}
    for number, scenes in enumerate(pool):
        far = pool[(number + 5) % len(pool)][0]
        found: dict[str, list[float]] = {name: [] for name in each}
        for own in scenes:
            # Without another wording and an opposite, the need stands in for them; what comes of it is left out.
            whole = [{**one, f"{language}2": one[language], f"{language}3": one[language]} for one in own]
            texts = proposals(whole, far, language, embedder)
            for name in each:
                found[name].append(figures(embedder, texts[name], [one[language] for one in own]).relative)
        for name, values in found.items():
            each[name].append(float(np.mean(values)))
    return {name: float(np.mean(values)) for name, values in each.items()}


def proposals(
    own: list[dict[str, str]], far: list[dict[str, str]], language: Language, embedder: Embedder
) -> dict[str, list[str]]:
    """Return the sets of proposals for a scene with some needs; ``far`` are those of another scene."""
    perfect, unrelated = ([one[language] for one in some] for some in (own, far))
    vectors = embedder.embed(perfect)
    central = perfect[int(similarities(vectors, vectors).mean(axis=1).argmax())]
    return {
        "perfect": perfect,
        "paraphrased": [one[f"{language}2"] for one in own],
        "translated": [one[OTHER[language]] for one in own],
        "repeated": [central] * len(perfect),
        "opposite": [one[f"{language}3"] for one in own],
        "unrelated": unrelated,
        "everything": [EVERYTHING[language]],
        "listing": [LISTING[language]],
        "padded": [*perfect, *unrelated],
    }


def figures(embedder: Embedder, texts: list[str], needed: list[str]) -> Figures:
    """Return R, R / R(H) and the best match of some texts; no numbers if the embedding cannot read them."""
    if embedder.reading(texts).unknown > MOST_UNKNOWN:
        return Figures(np.nan, np.nan, np.nan)
    vectors, of_needs = embedder.embed(texts), embedder.embed(needed)
    near, weights = similarities(vectors, of_needs), weights_of([1.0] * len(needed))
    found = relevance(near, weights)
    return Figures(found, found / perfect_relevance(similarities(of_needs, of_needs), weights), best_match(near))


def _right_first(embedder: Embedder, pool: Needs, language: Language) -> tuple[float]:
    """Return the share of other wordings that are nearer to their own need than to any other of the scene."""
    right = []
    for own in pool.values():
        near = similarities(
            embedder.embed([one[f"{language}2"] for one in own]), embedder.embed([one[language] for one in own])
        )
        right += (near.argmax(axis=1) == np.arange(len(own))).tolist()
    return (float(np.mean(right)),)


def _pairs(embedder: Embedder, pool: Needs, language: Language) -> tuple[float, float]:
    """Return the mean similarity of a need to its opposite, and to its other wording."""
    every = [one for own in pool.values() for one in own]
    vectors = embedder.embed([one[language] for one in every])
    return (
        float(similarities(vectors, embedder.embed([one[f"{language}3"] for one in every])).diagonal().mean()),
        float(similarities(vectors, embedder.embed([one[f"{language}2"] for one in every])).diagonal().mean()),
    )


# --- tables and figures ---

_HEADS = {
    "en": ("Set of proposals", "R", "R / R(H)", "best match"),
    "zh": ("提议", "R", "R / R(H)", "最佳匹配"),
}
_SPOKEN = {"en": {"en": "English", "zh": "Chinese"}, "zh": {"en": "英文", "zh": "中文"}}
_REFUSED = {
    "en": "`{name}`, {language}: **refused**, {unknown:.0%} of the tokens of the needs are unknown to it.",
    "zh": "`{name}`，{language}：**被拒绝**，需求文本中有 {unknown:.0%} 的词元对它是未知的。",
}
_REFUSED_SET = {"en": "refused", "zh": "被拒绝"}
_BESIDE = {
    "en": "Nearest to the right need: {first:.0%} of other wordings (chance 25%). A need and its other wording: "
    "{paraphrases:.2f}; a need and its opposite: {opposites:.2f}.{bytes}",
    "zh": "与正确需求最接近的换说法占 {first:.0%}（随机为 25%）。需求与其换说法：{paraphrases:.2f}；"
    "需求与其相反行为：{opposites:.2f}。{bytes}",
}
_BYTES = {
    "en": " {share:.0%} of the tokens are read as single bytes.",
    "zh": "{share:.0%} 的词元按单个字节读入。",
}
Results = Mapping[str, Mapping[Language, Found]]


def markdown(results: Results, language: Language) -> str:
    """Return the tables of a page."""
    return "\n".join(
        part
        for name in results
        for spoken in LANGUAGES
        for part in _table(name, spoken, results[name][spoken], language)
    )


def _table(name: str, spoken: Language, found: Found, language: Language) -> Iterator[str]:
    title = _SPOKEN[language][spoken]
    if not found.sets:
        yield _REFUSED[language].format(name=name, language=title, unknown=found.unknown) + "\n"
        return
    yield f"**`{name}`{', ' if language == 'en' else '，'}{title}**\n"
    yield f"| {' | '.join(_HEADS[language])} |\n| --- | --- | --- | --- |"
    for key, one in found.sets.items():
        cells = (_REFUSED_SET[language] if np.isnan(value) else f"{value:.2f}" for value in one)
        yield f"| {getattr(SETS[key], language)} | {' | '.join(cells)} |"
    shown = _BYTES[language].format(share=found.in_bytes) if found.in_bytes else ""
    yield "\n" + _BESIDE[language].format(**found._asdict() | {"bytes": shown}) + "\n"


_OF_ROOMS = {
    "en": "**All {count} needs of the rooms**, by the wordings that count there; R / R(H), the mean over the ten classes:",
    "zh": "**房间的全部 {count} 种需求**，用那里计分的措辞；R / R(H)，十个类别的平均：",
}


def rooms_table(found: Mapping[str, Mapping[Language, Mapping[str, float]]], language: Language) -> str:
    """Return the table of all needs of the rooms: sets down, embeddings across."""
    columns = [(name, spoken) for name in found for spoken in LANGUAGES if found[name][spoken]]
    comma = {"en": ", ", "zh": "，"}[language]
    heads = [f"`{name}`{comma}{_SPOKEN[language][spoken]}" for name, spoken in columns]
    lines = [_OF_ROOMS[language].format(count=sum(len(own) for scenes in rooms_needs() for own in scenes)), ""]
    lines += [f"| {_HEADS[language][0]} | {' | '.join(heads)} |", f"| --- |{' --- |' * len(heads)}"]
    for name, title in SETS.items():
        if name not in _WRITTEN:
            values = [found[embedder][spoken][name] for embedder, spoken in columns]
            cells = [_REFUSED_SET[language] if np.isnan(value) else f"{value:.2f}" for value in values]
            lines.append(f"| {getattr(title, language)} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


_AXIS = {"en": "R / R(H): 1 is what the needs themselves get", "zh": "R / R(H)：1 为需求原文所得"}


def draw(results: Results, language: Language, path: Path) -> None:
    """Draw R / R(H) of every set, a panel for each embedding and language."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    mpl.rcParams.update(
        {"font.family": ["Noto Sans CJK SC", "DejaVu Sans"], "svg.hashsalt": "mindsight", "svg.fonttype": "path"}
    )
    panels = [(name, spoken, found) for name in results for spoken, found in results[name].items() if found.sets]
    figure, axes = plt.subplots(1, len(panels), sharey=True, figsize=(2.1 * len(panels) + 2, 3.2), layout="constrained")
    for axis, (name, spoken, found) in zip(axes, panels, strict=True):
        keys = list(found.sets)[::-1]
        good = {"perfect", "paraphrased", "translated"}
        colours = ["#00796b" if key in good else "#b0623a" for key in keys]
        axis.barh(
            [getattr(SETS[key], language) for key in keys], [found.sets[key].relative for key in keys], color=colours
        )
        axis.axvline(1, color="black", linewidth=0.8)
        axis.set_title(f"{name}, {_SPOKEN[language][spoken]}", fontsize=9)
        axis.tick_params(labelsize=8)
    figure.supxlabel(_AXIS[language], fontsize=9)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare text embeddings on sets of proposals.")
    parser.add_argument("--quick", action="store_true", help="the built-in embedding only, printed and not written")
    quick = parser.parse_args().quick
    names = EMBEDDERS[:1] if quick else EMBEDDERS
    results: dict[str, dict[Language, Found]] = {}
    pooled: dict[str, dict[Language, dict[str, float]]] = {}
    for name in names:
        embedder = Remembering(open_embedder(name))
        results[name] = {language: measured(embedder, language) for language in LANGUAGES}
        pooled[name] = {language: in_rooms(embedder, language) for language in LANGUAGES}
    for language in LANGUAGES:
        tables = f"{markdown(results, language)}\n{rooms_table(pooled, language)}"
        if quick:
            print(tables)
            continue
        suffix = "" if language == "en" else ".zh"
        replace_between_marks(PAGES / f"embeddings{suffix}.md", tables)
        draw(results, language, PICTURES / f"sets{suffix}.svg")


if __name__ == "__main__":
    main()
