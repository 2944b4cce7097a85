"""Questions about what is seen: the outcome of an answer follows from the truth in the list (6.4.1 e), all measures from the outcomes."""

from __future__ import annotations

import unicodedata
from typing import Any, Collection, Iterator, Mapping

from mindsight.checker.basics import Row, a_list, brief, same, whole
from mindsight.checker.findings import Finding, unlike
from mindsight.checker.home.episodes import rule_of
from mindsight.checker.home.index import End, measures_of_ends, widened, without_unread
from mindsight.checker.kinds import Kind
from mindsight.checker.statistics import mean, stated, wilson
from mindsight.record.reading.strict import Json, a_dict

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


def _shared_pictures(one: Any, other: Any) -> float:
    """Return the intersection over union of two runs of pictures, each by the numbers of its first and last."""
    if not _numbers(one, 2) or not _numbers(other, 2):
        return 0.0
    shared = max(0.0, min(one[1], other[1]) - max(one[0], other[0]) + 1)
    total = sum(max(0.0, run[1] - run[0] + 1) for run in (one, other)) - shared
    return shared / total if total > 0 else 0.0


def is_right(entry: Json, value: Any) -> bool:
    """Return whether a value of the question's form is right."""
    truth, form = a_dict(entry.get("truth")), entry.get("form")
    if form == "point":
        return _within(a_list(truth.get("regions")), value)
    if form == "box":
        return _overlap(truth.get("box"), value) >= 0.5
    if form == "span":
        return _shared_pictures(truth.get("value"), value) >= 0.5
    if form == "number":
        given = [value, truth.get("value"), truth.get("tolerance")]
        return all(map(_number, given)) and abs(given[0] - given[1]) <= given[2] + 1e-9
    if form == "text":
        return isinstance(value, str) and value in [plain(str(one)) for one in a_list(truth.get("value"))]
    return bool(value is not None and same(value, truth.get("value")))


def judged_answer(entry: Json, parsed: Json, rule: int = 1) -> tuple[str, str]:
    """Return outcome and manner of an answer (6.4.1 e) by a rule of scoring."""
    status = parsed.get("status")
    if a_dict(entry.get("truth")).get("reason"):
        if status == "cannot":
            return "TN", "declined"
        if status == "answer":
            return "FP", "answered"
        return "NR" if rule > 1 else "FP", "unreadable"
    if status != "answer":
        return "FN", "declined" if status == "cannot" else "unreadable"
    return ("TP", "right") if is_right(entry, parsed.get("value")) else ("FP", "wrong")


def is_grounded(entry: Json, parsed: Json) -> bool | None:
    """Return whether an answer is right and points at what it rests on; None if it rests on nothing that could be pointed at."""
    regions = a_list(entry.get("evidence"))
    if a_dict(entry.get("truth")).get("reason") or not regions:
        return None
    return judged_answer(entry, parsed)[0] == "TP" and _within(regions, parsed.get("evidence"))


def question_doubts(item: Json, entry: Json, manifest: Json) -> Iterator[Finding]:
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
        "disturbed": a_dict(entry.get("asked")).get("disturbed"),
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
    outcome, manner = judged_answer(entry, parsed, rule_of(manifest))
    yield from unlike("outcome", item.get("outcome"), "parsed", outcome, fits=same)
    yield from unlike("terms.manner", terms.get("manner"), "parsed", manner, fits=same)
    yield from unlike("terms.grounded", terms.get("grounded"), "parsed", is_grounded(entry, parsed), fits=same)


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


def rows_by_class(table: Collection[Row], plan: Json) -> dict[str, list[Json]]:
    """Return the scored items of each class."""
    rows: dict[str, list[Json]] = {name: [] for name in plan["tasks"]}
    for item, _ in table:
        terms = a_dict(item.get("terms"))
        if item.get("status") == "scored" and terms.get("task") in rows and isinstance(terms.get("valid"), bool):
            rows[terms["task"]].append(item)
    return rows


def question_measures(table: Collection[Row], manifest: Json) -> dict[str, Json]:
    """Return f of each class, T, and what stands beside them; the four questions of a wording depend on each other."""
    plan, identity = manifest["plan"], a_dict(manifest.get("identity"))
    rows = rows_by_class(table, plan)
    every = [item for own in rows.values() for item in own]
    ends = {name: [end_of(item) for item in own] for name, own in rows.items()}
    measures = measures_of_ends(ends, plan, shared=True)
    measures.update(what_was_read(rows, manifest))
    groups = [("", every), *(("." + name, own) for name, own in rows.items())]
    for end, own in groups:
        valid = [item for item in own if item["terms"]["valid"]]
        measures["home.f_above_chance" + end] = above_chance(valid)
        if identity.get("evidence"):
            pointed = [
                (True, item["terms"]["grounded"] is True, str(item.get("cluster")))
                for item in valid
                if item["terms"].get("grounded") is not None
            ]
            measures["home.grounded" + end] = share_of_ends(pointed)
    measures.update(of_wordings(rows))
    measures["home.scenes"] = _share(_wholes(every, 1, by="scene"))
    measures.update(_disturbed(every))
    return measures


def what_was_read(rows: dict[str, list[Json]], manifest: Json) -> dict[str, Json]:
    """Return T without questions that were not read, their share, and that of all unread answers; nothing under rule 1."""
    every = [item for own in rows.values() for item in own]
    if rule_of(manifest) < 2:
        return {}
    ends, read = (
        {name: [end_of(one) for one in own if one.get("outcome") not in left_out] for name, own in rows.items()}
        for left_out in ((), ("NR",))
    )
    measures = without_unread(ends, read, manifest["plan"])
    if every:
        unread = sum(item["terms"].get("manner") == "unreadable" for item in every)
        measures["home.unread"] = stated(unread / len(every), len(every))
    return measures


def of_wordings(rows: dict[str, list[Json]]) -> dict[str, Json]:
    """Return how many pairs and quartets of one wording are right, of all classes and of each."""
    measures: dict[str, Json] = {}
    for name, least, only_valid in (("pairs", 2, True), ("quartets", 4, False)):
        by_class = {
            key: _wholes([one for one in own if one["terms"]["valid"] or not only_valid], least)
            for key, own in rows.items()
        }
        measures["home." + name] = _share([whole for own in by_class.values() for whole in own])
        measures.update({"home.{}.{}".format(name, key): _share(own) for key, own in by_class.items()})
    return measures


def end_of(item: Json) -> End:
    """Return how a question ended."""
    return item["terms"]["valid"], item.get("outcome") in ("TP", "TN"), str(item.get("cluster"))


def _wholes(items: list[Json], least: int, by: str = "") -> list[bool]:
    """Return for each wording, or each scene, with enough questions whether all are right."""
    groups: dict[str, list[bool]] = {}
    for item in items:
        name = str(item["terms"].get(by) if by else item.get("cluster"))
        groups.setdefault(name, []).append(end_of(item)[1])
    return [all(own) for own in groups.values() if len(own) >= least]


def _share(found: list[bool]) -> Json:
    n = len(found)
    return stated(sum(found) / n if n else None, n, wilson(sum(found), n) if n else None)


def share_of_ends(ends: list[End]) -> Json:
    """Return the share that ended rightly, with limits that know that questions of a wording depend on each other."""
    n, right = len(ends), sum(end[1] for end in ends)
    by = widened(ends) if n else None
    return stated(right / n if n else None, n, None if by is None else wilson(right / by, n / by))


def above_chance(valid: list[Json]) -> Json:
    """Return the share of right answers less chance, divided by the most it could be above chance."""
    n = len(valid)
    given = [item["terms"].get("chance") for item in valid]
    chance = mean([float(one) for one in given]) if n and all(map(_number, given)) else 1.0
    right = sum(end_of(item)[1] for item in valid)
    return stated(None if chance >= 1 else (right / n - chance) / (1 - chance), n)


def _disturbed(items: list[Json]) -> dict[str, Json]:
    """Return the accuracy at each strength of each disturbance, and of all of them; of each dimension, too, if there are several."""
    found: dict[str, list[End]] = {}
    told = [(item, a_dict(item["terms"].get("disturbed"))) for item in items if item["terms"].get("disturbed")]
    several = len({str(item["terms"]["task"]).partition(".")[0] for item, _ in told}) > 1
    for item, how in told:
        own = str(item["terms"]["task"]).partition(".")[0]
        for start in ("", own + ".") if several else ("",):
            for kind in (how.get("kind"), "all"):
                name = "home.f_disturbed.{}{}.{}".format(start, kind, how.get("strength"))
                found.setdefault(name, []).append(end_of(item))
    return {name: share_of_ends(ends) for name, ends in found.items()}


QUESTIONS = Kind(lambda _item, _manifest: {}, question_doubts, question_measures, list_doubts=question_list_doubts)
