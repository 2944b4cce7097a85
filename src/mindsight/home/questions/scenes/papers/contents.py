"""What lies on the desk in each scene of a set: for each kind of sheet, twice one that can be read, and twice something that hinders it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from numpy.random import Generator

from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.scenes.papers import pages, words
from mindsight.home.questions.scenes.papers.pages import Page

PAPERS = ("white", "white", "yellow", "pink", "green", "blue")
_LONGEST_M = 0.064
"""Width of the longest words that a thing may cover."""
Make = Callable[[Generator], Page]


class Sheet(NamedTuple):
    """A sheet on the desk: face up or down, and the text, by number, on which something stands."""

    page: Page
    up: bool = True
    under: int | None = None


class Topic(NamedTuple):
    """A kind of sheet in the four scenes, and what may hinder reading it."""

    make: Make
    covered: tuple[str, ...]
    """Columns of which a text may be covered."""
    odd: Make | None = None
    """Makes a sheet that is clear but does not answer, in place of one that is covered."""


ROLES = ("gone", "blank", "twice", "covered")


def sheets(rng: Generator, topic: Topic, role: str) -> list[Sheet]:
    """Return the sheets of a topic in a scene."""
    if role == "gone":
        return []
    if role == "covered" and topic.odd is not None:
        return [Sheet(topic.odd(rng))]
    made = topic.make(rng)
    if role == "blank":
        return [Sheet(made, up=False)]
    if role == "twice":
        return [Sheet(made), Sheet(topic.make(rng))]
    if role == "covered":
        may = [
            number
            for number, (cell, area) in enumerate(zip(made.cells, made.areas(), strict=True))
            if cell["col"] in topic.covered and cell["row"] > 0 and area[2] - area[0] < _LONGEST_M
        ]
        return [Sheet(made, under=may[int(rng.integers(len(may)))] if may else None)]
    return [Sheet(made)]


def one_of(rng: Generator, keys: Sequence[str]) -> str:
    """Return one of some keys."""
    return keys[int(rng.integers(len(keys)))]


def planner(rng: Generator) -> Topic:
    """Return the topic of a person's week."""
    who, paper = one_of(rng, list(words.PERSONS)), one_of(rng, PAPERS)
    zh, en = words.PERSONS[who]
    pool = shuffled(rng, words.EVENTS)[:6]

    def make(rng: Generator) -> Page:
        days = shuffled(rng, words.DAYS)[: int(rng.integers(3, 6))]
        week = dict(zip(days, shuffled(rng, pool), strict=False))
        return pages.planner(who, (f"{zh}的一周", f"{en}'s week"), week, paper)

    return Topic(make, ("event",))


def receipt(rng: Generator) -> Topic:
    """Return the topic of a shop's receipt."""
    shop, paper = one_of(rng, list(words.SHOPS)), one_of(rng, PAPERS)
    title, items = words.SHOPS[shop]
    pool = shuffled(rng, items)[:6]

    def make(rng: Generator) -> Page:
        prices = [int(price) for price in rng.choice(range(3, 49), 4, replace=False)]
        bought = [(item, items[item], price) for item, price in zip(shuffled(rng, pool), prices, strict=False)]
        return pages.receipt(shop, title, bought, paper)

    return Topic(make, ("price",))


def table(rng: Generator) -> Topic:
    """Return the topic of a table of numbers."""
    key, paper = one_of(rng, list(words.LISTS)), one_of(rng, PAPERS)
    days = sorted(shuffled(rng, words.DAYS)[:3], key=list(words.DAYS).index)
    pool = shuffled(rng, words.PERSONS)[:5]

    def make(rng: Generator) -> Page:
        lines = [
            (who, words.PERSONS[who], [int(number) for number in rng.choice(range(2, 40), len(days), replace=False)])
            for who in shuffled(rng, pool)[:4]
        ]
        return pages.table(key, words.LISTS[key][0], days, lines, paper)

    return Topic(make, tuple(days))


def instructions(rng: Generator) -> Topic:
    """Return the topic of a device's instructions."""
    device, paper = one_of(rng, list(words.DEVICES)), one_of(rng, PAPERS)
    title, steps = words.DEVICES[device]

    def make(rng: Generator) -> Page:
        order = shuffled(rng, steps)[: int(rng.integers(4, 6))]
        return pages.instructions(device, title, [(step, steps[step]) for step in order], paper)

    return Topic(make, ("step",))


def rules(rng: Generator) -> Topic:
    """Return the topic of the rules of a room."""
    place, paper = one_of(rng, list(words.PLACES)), one_of(rng, PAPERS)
    zh, en = words.PLACES[place]
    pool = shuffled(rng, words.RULES)[:6]

    def make(rng: Generator) -> Page:
        lines = [(what, words.RULES[what][0], one_of(rng, ("yes", "no"))) for what in shuffled(rng, pool)[:4]]
        return pages.rules(place, (f"{zh}规则", f"{en} rules"), lines, paper)

    return Topic(make, ("may",))


def month(rng: Generator) -> Topic:
    """Return the topic of a month's calendar with a ring around a date, or in place of that none or two."""
    paper = one_of(rng, PAPERS)

    def ringed(rng: Generator, rings: int) -> Page:
        number, first = int(rng.integers(12)), int(rng.integers(7))
        days = [int(day) for day in rng.choice(range(1, words.LENGTHS[number] + 1), rings, replace=False)]
        return pages.month(words.MONTHS[number], first, words.LENGTHS[number], days, paper)

    return Topic(lambda rng: ringed(rng, 1), (), lambda rng: ringed(rng, 2 * int(rng.integers(2))))


TOPICS: dict[str, Callable[[Generator], Topic]] = {
    "planner": planner,
    "receipt": receipt,
    "table": table,
    "instructions": instructions,
    "rules": rules,
    "month": month,
}
