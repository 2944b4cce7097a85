"""What the report of a home run shows: T and its classes, how tasks ended, and two episodes as pictures."""

from collections import Counter
from collections.abc import Iterator, Sequence

from mindsight.engine.actions import Action
from mindsight.home.generalisation import INDICATIVE_BELOW
from mindsight.home.scoring import Score
from mindsight.home.titles import title_of
from mindsight.record.blocks import Block, Cell, Column, Confusion, Link, Mark, Note, Picture, Strip, Table
from mindsight.record.model import Item, Manifest, Measure
from mindsight.text import Text, text

MOST_PICTURES = 5
MANNERS: dict[str, Text] = {
    "done": text("done"),
    "claimed": text("claimed"),
    "acted": text("acted"),
    "declined": text("declined"),
    "ran_out": text("budget used up"),
    "idle": text("left alone"),
    "unreadable": text("no readable turn"),
}
"""How tasks end, beside their outcome."""
_MOST_UNTESTED = 0.02


def blocks(manifest: Manifest, score: Score, measures: Sequence[Measure], items: Sequence[Item]) -> Iterator[Block]:
    """Yield the blocks of a report in the order in which they are read."""
    found = {measure.name: measure for measure in measures}
    keys: list[str] = manifest.plan["tasks"]
    yield _summary(keys, found)
    yield from _warnings(score, items)
    yield _index(found)
    yield _classes(keys, found)
    yield _endings(keys, items)
    yield _reasons(items)
    for key in keys:
        yield _confusion(key, items)
    shown = _shown(keys, items)
    if shown:
        yield _episodes(shown)
    for item in shown:
        yield _strip(item, manifest)


def _summary(keys: Sequence[str], found: dict[str, Measure]) -> Table:
    """Return the results in the form of table A.1."""
    cells: list[Cell] = [_link(found[f"home.f.{key}"]) for key in keys]
    return Table(
        id="summary",
        title=text("Results in the form of table A.1: accuracy f of each class, and T"),
        columns=(*(Column(title=title_of(key), decimals=3) for key in keys), Column(title=text("T"), decimals=3)),
        rows=((*cells, _link(found["home.T"])),),
    )


def _index(found: dict[str, Measure]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (words, _link(found[name]), _bounds(found[name]))
        for name, words in (
            ("home.T", text("T as the document has it")),
            ("home.T_corrected", text("T without the noise of sampling")),
            ("home.T_valid", text("T over valid tasks alone")),
            ("home.T_gain", text("gain over the best trivial subject")),
            ("home.f_mean", text("mean accuracy")),
            ("home.f_spread", text("spread of the accuracies σ")),
            ("home.T_at.0", text("T at λ = 0")),
            ("home.T_at.0.5", text("T at λ = 0.5")),
            ("home.T_at.1", text("T at λ = 1")),
            ("home.T_at.2", text("T at λ = 2")),
            ("home.T_trivial.refuse", text("T of a subject that refuses everything")),
            ("home.T_trivial.claim", text("T of a subject that claims everything done")),
            ("home.f_known", text("mean f, known classes")),
            ("home.f_unknown", text("mean f, unknown classes")),
            ("home.f_gap", text("mean f, known less unknown")),
            ("home.T_known", text("T, known classes")),
            ("home.T_unknown", text("T, unknown classes")),
            ("home.T_gap", text("T, known less unknown")),
        )
        if name in found
    ]
    columns = (
        Column(title=text("Index"), align="left"),
        Column(title=text("Value"), decimals=3),
        Column(title=text("95 % interval")),
    )
    return Table(id="index", title=text("T, and what it must not stand without"), columns=columns, rows=tuple(rows))


def _classes(keys: Sequence[str], found: dict[str, Measure]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for key in keys:
        f = found[f"home.f.{key}"]
        rest = [found[f"home.{name}.{key}"] for name in ("f_valid", "graded", "precision", "recall")]
        rows.append((title_of(key), _link(f), _bounds(f), *(_link(one) for one in rest), f.n))
    heads = (
        text("f"),
        text("95 % interval"),
        text("valid tasks done"),
        text("graded score"),
        text("precision"),
        text("recall"),
    )
    columns = (
        Column(title=text("Class"), align="left"),
        *(Column(title=head, decimals=3) for head in heads),
        Column(title=text("Tasks"), decimals=0),
    )
    return Table(id="classes", title=text("Class by class"), columns=columns, rows=tuple(rows))


def _endings(keys: Sequence[str], items: Sequence[Item]) -> Table:
    """Return how the tasks of each class ended, the two kinds of TN apart."""
    kinds: tuple[tuple[str, str, Text], ...] = (
        ("TP", "done", text("TP, done")),
        ("FP", "claimed", text("FP, claimed and not so")),
        ("FP", "acted", text("FP, acted on an irrelevant task")),
        ("FN", "declined", text("FN, declined")),
        ("FN", "ran_out", text("FN, budget used up")),
        ("TN", "declined", text("TN, declined")),
        ("TN", "idle", text("TN, left alone")),
        ("", "unreadable", text("no readable turn")),
    )
    rows: list[tuple[Cell, ...]] = []
    for key in keys:
        own = [item for item in items if item.terms["task"] == key]
        ended = Counter((item.outcome, item.terms.get("manner")) for item in own)
        counts: list[Cell] = [
            sum(number for (outcome, how), number in ended.items() if how == manner and outcome.startswith(kind))
            for kind, manner, _ in kinds
        ]
        steps = [item.terms["steps"] for item in own if item.status == "scored"]
        mean = sum(steps) / len(steps) if steps else None
        rows.append((title_of(key), *counts, len(own) - len(steps), mean))
    columns = (
        Column(title=text("Class"), align="left"),
        *(Column(title=title, decimals=0) for _, _, title in kinds),
        Column(title=text("not tested"), decimals=0),
        Column(title=text("steps, mean"), decimals=1),
    )
    return Table(id="endings", title=text("How the tasks ended"), columns=columns, rows=tuple(rows))


def _reasons(items: Sequence[Item]) -> Table:
    """Return the share rightly left alone by reason; some reasons show in the wording, others only in the picture."""
    named = {
        "absent": text("a thing is absent (only the picture tells)"),
        "blocked": text("the way is blocked (only the picture tells)"),
        "impossible": text("impossible for that thing"),
        "not_home": text("no household task"),
    }
    rows: list[tuple[Cell, ...]] = []
    for reason, words in named.items():
        own = [item for item in items if item.terms["reason"] == reason and item.status == "scored"]
        right = sum(item.outcome == "TN" for item in own)
        rows.append((words, right, len(own), right / len(own) if own else None))
    columns = (
        Column(title=text("Why irrelevant"), align="left"),
        Column(title=text("rightly left alone"), decimals=0),
        Column(title=text("Tasks"), decimals=0),
        Column(title=text("share"), decimals=3),
    )
    return Table(id="reasons", title=text("Irrelevant tasks by reason"), columns=columns, rows=tuple(rows))


def _confusion(key: str, items: Sequence[Item]) -> Confusion:
    scored = [item for item in items if item.terms["task"] == key and item.status == "scored"]
    counts = Counter((item.terms["valid"], item.outcome) for item in scored)
    outcomes = ("TP", "FN", "FP", "TN")
    return Confusion(
        id=f"confusion-{key}",
        title=text("{task}: valid and irrelevant tasks against outcomes", task=title_of(key)),
        actual=("valid 有效", "irrelevant 无关"),
        predicted=outcomes,
        counts=tuple(tuple(counts[valid, outcome] for outcome in outcomes) for valid in (True, False)),
    )


def _warnings(score: Score, items: Sequence[Item]) -> Iterator[Note]:
    untested = [item for item in items if item.status == "failed"]
    if score.indicative:
        body = text(
            "Indicative: fewer than {least} tasks per class. Chance spreads the classes apart and lowers T.",
            least=INDICATIVE_BELOW,
        )
        yield _warning("indicative", "4.2", body)
    if untested:
        body = text(
            "{count} tasks could not be tested through nobody's fault and are outside f.",
            count=len(untested),
        )
        yield _warning("untested", "6.3-b", body)
    if len(untested) > _MOST_UNTESTED * len(items):
        body = text("More than {share} % of the tasks could not be tested: the result is provisional.", share=2)
        yield _warning("provisional", "6.3-b", body)


def _shown(keys: Sequence[str], items: Sequence[Item]) -> list[Item]:
    """Return, for each class, a task rightly done, one wrongly done or given up, and one rightly left alone."""
    kinds = ({"TP"}, {"FP", "FN"}, {"TN"})
    found = []
    for key in keys:
        own = sorted((item for item in items if item.terms["task"] == key and item.media), key=lambda item: item.id)
        found += [item for kind in kinds for item in [one for one in own if one.outcome in kind][:1]]
    return found


def _episodes(shown: Sequence[Item]) -> Table:
    """Return the tasks whose pictures are shown; the report puts them below."""
    rows: list[tuple[Cell, ...]] = [
        (
            title_of(item.terms["task"]),
            Link(value=item.id, target=f"item-{item.id}"),
            item.outcome,
            MANNERS[item.terms["manner"]],
            item.terms["steps"],
        )
        for item in shown
    ]
    heads = (text("Class"), text("Task"), text("Outcome"), text("How"))
    columns = (*(Column(title=head, align="left") for head in heads), Column(title=text("Steps taken"), decimals=0))
    return Table(id="episodes", title=text("Some tasks as pictures"), columns=columns, rows=tuple(rows))


def _strip(item: Item, manifest: Manifest) -> Strip:
    """Return a task as pictures with the actions marked and, at the end, the predicate's words."""
    width, height = manifest.plan["setting"]["width"], manifest.plan["setting"]["height"]
    steps = item.answer["steps"]
    media = list(item.media.values())
    by_hash = {name.partition(".")[0]: name for name in media}
    shown = steps if len(steps) <= MOST_PICTURES else [*steps[: MOST_PICTURES - 2], *steps[-2:]]
    pictures = tuple(
        Picture(media=by_hash[step["picture"]], caption=_caption(step), marks=_marks(step, width, height))
        for step in shown
        if step["picture"] in by_hash
    )
    why = item.parsed["why"] or {"zh": "", "en": ""}
    title = text(
        "{task}, {id}: {outcome}, {manner}",
        task=title_of(item.terms["task"]),
        id=item.id,
        outcome=item.outcome,
        manner=MANNERS[item.terms["manner"]],
    )
    # What a predicate says exists in both languages and not as a template: shown side by side.
    last = text("{zh} / {en}", zh=why["zh"], en=why["en"])
    if pictures:
        final = pictures[-1]
        joined = text("{first} — {then}", first=final.caption, then=last)
        pictures = (*pictures[:-1], final.model_copy(update={"caption": joined}))
    return Strip(id=f"strip-{item.id}", title=title, item=item.id, pictures=pictures)


def _caption(step: dict[str, object]) -> Text:
    action = step["action"]
    verb = str(action.get("verb", "")) if isinstance(action, dict) else "—"
    return text("{verb}: {words}", verb=verb, words=str(step["words"]))


def _marks(step: dict[str, object], width: int, height: int) -> tuple[Mark, ...]:
    try:
        action = Action.model_validate(step["action"])
    except ValueError:
        return ()
    if action.point is None:
        return ()
    x, y = action.point[0] / 1000 * width, action.point[1] / 1000 * height
    return (Mark(x=round(x, 1), y=round(y, 1), label=action.verb, role="answer"),)


def _link(measure: Measure) -> Link:
    shown = text(measure.status) if measure.value is None else round(measure.value, 6)
    return Link(value=shown, target=f"measure-{measure.name}")


def _bounds(measure: Measure) -> Cell:
    if measure.interval is None:
        return None
    low, high = (f"{bound:.3f}".replace("-", "−") for bound in (measure.interval.low, measure.interval.high))
    return text("{low} … {high}", low=low, high=high)


def _warning(name: str, clause: str, body: Text) -> Note:
    return Note(id=f"warning-{name}", title=text("Warning"), role="warning", clause=clause, body=body)
