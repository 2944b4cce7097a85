"""Questions about what is seen: the outcome of an answer follows from the truth in the list (6.4.1 e), f and T from the outcomes."""

from __future__ import annotations

import unicodedata
from typing import Any, Iterator, Mapping

from mindsight.checker.basics import Json, Row, a_dict, a_list, brief, same, whole
from mindsight.checker.findings import Finding, unlike
from mindsight.checker.home.index import End, measures_of_ends
from mindsight.checker.kinds import Kind

_STATUSES = ("answer", "cannot", "unreadable")


def _number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e9


def _numbers(value: Any, count: int) -> bool:
    return isinstance(value, list) and len(value) == count and all(map(_number, value))


def plain(said: str) -> str:
    """Return a text as it is compared: one width and case, no punctuation, articles, or spaces beside Chinese letters."""
    folded = unicodedata.normalize("NFKC", said[:2000]).casefold()
    kept = "".join(" " if unicodedata.category(c)[0] in "PSZ" and c != "%" else c for c in folded)
    words = [word for word in kept.split() if word not in ("the", "a", "an")]
    joined = " ".join(words)
    chinese = [0x3400 <= ord(c) <= 0x9FFF for c in joined]
    beside = [
        c == " " and (chinese[max(place - 1, 0)] or chinese[min(place + 1, len(joined) - 1)])
        for place, c in enumerate(joined)
    ]
    return "".join(c for c, gone in zip(joined, beside) if not gone)


def _within(regions: list[Any], point: Any) -> bool:
    """Return whether a point (thousandths) is in one of some regions, each given as runs of pixels, row by row."""
    if not _numbers(point, 2):
        return False
    for region in map(a_dict, regions):
        size, runs = a_list(region.get("size")), a_list(region.get("runs"))
        if len(size) != 2 or not whole(*size, *runs) or len(runs) % 2:
            continue
        column, row = int(point[0] / 1000 * size[0]), int(point[1] / 1000 * size[1])
        place = row * size[0] + column
        inside = any(start <= place < start + length for start, length in zip(runs[::2], runs[1::2]))
        if 0 <= column < size[0] and 0 <= row < size[1] and inside:
            return True
    return False


def _overlap(one: Any, other: Any) -> float:
    if not _numbers(one, 4) or not _numbers(other, 4):
        return 0.0
    width, height = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    shared = max(width, 0.0) * max(height, 0.0)
    total = sum(max(box[2] - box[0], 0.0) * max(box[3] - box[1], 0.0) for box in (one, other)) - shared
    return shared / total if total > 0 else 0.0


def is_right(entry: Json, value: Any) -> bool:
    """Return whether a value of the question's form is right."""
    truth, form = a_dict(entry.get("truth")), entry.get("form")
    if form == "point":
        return _within(a_list(truth.get("regions")), value)
    if form == "box":
        return _overlap(truth.get("box"), value) >= 0.5
    if form == "number":
        given = [value, truth.get("value"), truth.get("tolerance")]
        return all(map(_number, given)) and abs(given[0] - given[1]) <= given[2] + 1e-9
    if form == "text":
        return isinstance(value, str) and value in [plain(str(one)) for one in a_list(truth.get("value"))]
    return bool(value is not None and same(value, truth.get("value")))


def judged_answer(entry: Json, parsed: Json) -> tuple[str, str]:
    """Return outcome and manner of an answer (6.4.1 e)."""
    status = parsed.get("status")
    if a_dict(entry.get("truth")).get("reason"):
        if status == "cannot":
            return "TN", "declined"
        return "FP", "answered" if status == "answer" else "unreadable"
    if status != "answer":
        return "FN", "declined" if status == "cannot" else "unreadable"
    return ("TP", "right") if is_right(entry, parsed.get("value")) else ("FP", "wrong")


def question_doubts(item: Json, entry: Json, _manifest: Json) -> Iterator[Finding]:
    """Yield each term that the question does not have, and an outcome that does not follow from answer and truth."""
    terms, parsed, reason = (
        a_dict(item.get("terms")),
        a_dict(item.get("parsed")),
        a_dict(entry.get("truth")).get("reason"),
    )
    given = {
        "task": entry.get("kind"),
        "reason": reason,
        "valid": reason == "",
        "scene": entry.get("scene"),
        "chance": a_dict(entry.get("truth")).get("chance"),
    }
    for field, value in given.items():
        if not same(terms.get(field), value):
            yield Finding("given", field=field)
    if item.get("cluster") != entry.get("group"):
        yield Finding("given", field="cluster")
    if item.get("status") != "scored":
        return
    if parsed.get("status") not in _STATUSES:
        yield Finding("term", field="parsed.status", value=brief(parsed.get("status")))
        return
    outcome, manner = judged_answer(entry, parsed)
    yield from unlike("outcome", item.get("outcome"), "parsed", outcome, fits=same)
    yield from unlike("terms.manner", terms.get("manner"), "parsed", manner, fits=same)


def question_list_doubts(_folder: str, _items: Mapping[str, Json], manifest: Json, data: Json) -> Iterator[Finding]:
    """Yield where the list has not of each class as many questions as planned, half of them without an answer, four to a wording."""
    plan = a_dict(manifest.get("plan"))
    tasks = a_list(plan.get("tasks"))
    trials: Any = plan.get("trials")
    if not whole(trials) or trials % 4 or not 0 < trials < 10**6:
        yield Finding(
            "disagrees", file="manifest.json", field="plan.trials", value=brief(trials), other="items", expected="4 · n"
        )
        return
    entries = [a_dict(entry) for entry in data["items"]]
    places = [
        (str(task), number, place) for task in tasks for number in range(1, trials // 4 + 1) for place in (1, 2, 3, 4)
    ]
    if len(places) != len(entries):
        shown = {"value": len(entries), "other": "plan", "expected": len(places)}
        yield Finding("disagrees", field="items", **shown)
        return
    for entry, (task, number, place) in zip(entries, places):
        group = "{}-{:04d}".format(task, number)
        wanted = {"id": "{}-{}".format(group, place), "kind": task, "group": group}
        for field, value in wanted.items():
            yield from unlike(wanted["id"] + "." + field, entry.get(field), "plan", value, key="disagrees", fits=same)
    for first in range(0, len(entries), 4):
        unfit = sum(bool(a_dict(one.get("truth")).get("reason")) for one in entries[first : first + 4])
        words = {repr(one.get("words")) for one in entries[first : first + 4]}
        if unfit != 2 or len(words) != 1:
            shown = {"value": unfit, "other": "6.4.1 c", "expected": 2}
            yield Finding("disagrees", field=str(entries[first].get("group")), **shown)


def question_measures(table: list[Row], manifest: Json) -> dict[str, Json]:
    """Return f of each class and T; the four questions of a wording depend on each other."""
    plan = manifest["plan"]
    classes: dict[str, list[End]] = {name: [] for name in plan["tasks"]}
    for item, _ in table:
        terms = a_dict(item.get("terms"))
        if item.get("status") == "scored" and terms.get("task") in classes and isinstance(terms.get("valid"), bool):
            classes[terms["task"]].append(
                (terms["valid"], item.get("outcome") in ("TP", "TN"), str(item.get("cluster")))
            )
    return measures_of_ends(classes, plan, shared=True)


QUESTIONS = Kind(lambda _item, _manifest: {}, question_doubts, question_measures, list_doubts=question_list_doubts)
