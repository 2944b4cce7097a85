"""A pool of questions that somebody brought along: ``pool.json``, ``questions.jsonl`` and the pictures that they are about."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from mindsight.errors import InputError
from mindsight.review.catalogue import Amount, Catalogue, Entry, Region
from mindsight.review.examining.files import readable
from mindsight.review.examining.pictures import SUFFIXES
from mindsight.review.readers.listing import Listing, read_page
from mindsight.text import Text, text

POOL_FILE, QUESTIONS = "pool.json", "questions.jsonl"
FORMAT = "mindsight.question-pool"
_LANGUAGES = ("zh", "en")
_LONGEST = 200


def read_pool(root: Path, listing: Listing) -> Catalogue:
    """Return the catalogue of a pool.

    Raises:
        InputError: ``pool.json`` is damaged.
    """
    page = read_page(root, POOL_FILE)
    if not isinstance(page, dict) or not isinstance(page.get("questions_sha256"), str):
        raise InputError("{file}: is damaged; import the questions again", file=str(root / POOL_FILE))
    names = {readable(name) for name in listing.files}
    problems: list[tuple[str, Text]] = []
    questions = list(_questions(root / QUESTIONS, problems))
    for name, count in Counter(_id(one) for one in questions).items():
        if count > 1:
            problems.append((QUESTIONS, text("item {item} occurs {count} times", item=name, count=count)))
    problems += [
        (QUESTIONS, text("item {item} has no words in {language}", item=_id(one), language=language))
        for one in questions
        for language in _LANGUAGES
        if not (isinstance(one.get("words"), dict) and one["words"].get(language))
    ]
    shown = Counter(name for one in questions for name in _pictures(one))
    there = {PurePosixPath(name).stem for name in names}
    problems += [(QUESTIONS, text("picture {name} is not there", name=name)) for name in sorted(shown.keys() - there)]
    return Catalogue(
        root=root,
        name=root.resolve().name,
        layout="pool",
        files=listing.files,
        entries=tuple(_entry(name, shown, page["questions_sha256"]) for name in sorted(names)),
        amounts=tuple(_amounts(questions)),
        regions=tuple(Region(QUESTIONS, _id(one), "", None, None, _problem(one)) for one in questions),
        problems=tuple(problems),
    )


def _questions(file: Path, problems: list[tuple[str, Text]]) -> Iterator[dict[str, Any]]:
    if not file.is_file() or file.is_symlink():
        problems.append((QUESTIONS, text("is named by the pool and is not there")))
        return
    with file.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                one = json.loads(line)
            except (ValueError, RecursionError):
                one = None
            if isinstance(one, dict):
                yield one
            else:
                problems.append((QUESTIONS, text("line {number} is no question", number=number)))


def _id(question: dict[str, Any]) -> str:
    return str(question.get("id", "?"))[:_LONGEST]


def _pictures(question: dict[str, Any]) -> list[str]:
    named = question.get("pictures")
    return [str(one)[:_LONGEST] for one in named] if isinstance(named, list) else []


def _entry(path: str, shown: Counter[str], questions_sha256: str) -> Entry:
    if path == QUESTIONS:
        return Entry(path, "table", sha256=questions_sha256)
    stem = PurePosixPath(path).stem
    if PurePosixPath(path).suffix.lower() not in SUFFIXES:
        return Entry(path, "table")
    return Entry(path, "picture" if shown[stem] else "other", sha256=stem if len(stem) == 64 else "")


def _amounts(questions: list[dict[str, Any]]) -> Iterator[Amount]:
    """Yield, for each class, how many questions have an answer and how many have none; only home 4.2 asks for the latter."""
    counts = Counter((str(one.get("kind"))[:_LONGEST], bool(_truth(one).get("reason"))) for one in questions)
    for name in sorted({name for name, _ in counts}):
        yield Amount(f"home.f.{name}", "home 4.2", "valid", counts[name, False], 1, "share")
        yield Amount(f"home.f.{name}", "home 4.2", "irrelevant", counts[name, True], 0, "share")


def _truth(question: dict[str, Any]) -> dict[str, Any]:
    found = question.get("truth")
    return found if isinstance(found, dict) else {}


def _problem(question: dict[str, Any]) -> Text | None:
    """Return what is wrong with the truth of a question; None if nothing is."""
    truth, form = _truth(question), question.get("form")
    value = truth.get("value")
    if truth.get("reason"):
        return None
    options = question.get("options")
    keys = [one.get("key") for one in options if isinstance(one, dict)] if isinstance(options, list) else []
    fits = {
        "choice": lambda: value in keys,
        "yes_no": lambda: value in {"yes", "no"},
        "number": lambda: isinstance(value, int | float) and not isinstance(value, bool),
        "text": lambda: bool(value),
        "sequence": lambda: isinstance(value, list) and sorted(map(str, value)) == sorted(map(str, keys)),
        "span": lambda: isinstance(value, list) and len(value) == 2,
        "point": lambda: bool(truth.get("regions")),
        "box": lambda: isinstance(truth.get("box"), list) and len(truth["box"]) == 4,
    }.get(str(form))
    if fits is None:
        return text("is of no form that is known")
    try:
        return None if fits() else text("has no truth of the form {form}", form=str(form))
    except TypeError:
        return text("has no truth of the form {form}", form=str(form))
