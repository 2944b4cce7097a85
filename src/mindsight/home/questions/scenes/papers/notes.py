"""Notes on a table, seen from above: each from one person to another, with a request."""

from numpy.random import Generator

from mindsight.engine.seeds import stream
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.scenes import Made, SceneSet, register
from mindsight.home.questions.scenes.papers import pages, words
from mindsight.home.questions.scenes.papers.contents import PAPERS, Sheet, Topic, one_of, sheets
from mindsight.home.questions.scenes.papers.pages import Page
from mindsight.home.questions.scenes.papers.shooting import SLOTS, Desk, shot

WRITERS, HINDRANCES = 5, ("gone", "blank", "twice")


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table."""
    rng = stream(seed, "notes")
    desk = Desk(seed)
    people = shuffled(rng, words.PERSONS)
    pool = shuffled(rng, words.REQUESTS)[:7]
    topics = [note(rng, who, people, pool) for who in people[:WRITERS]]
    roles = [["once"] * WRITERS for _ in range(4)]
    for place in range(WRITERS):
        for scene, role in zip(shuffled(rng, range(4))[:2], shuffled(rng, HINDRANCES), strict=False):
            roles[scene][place] = role
    found = []
    for own in roles:
        while sum(1 + (role == "twice") - (role == "gone") for role in own) > len(SLOTS):
            own[own.index("twice")] = "blank"
        laid: list[Sheet] = [one for topic, role in zip(topics, own, strict=True) for one in sheets(rng, topic, role)]
        found.append(shot(desk.laid(laid, rng), desk.viewpoint, laid))
    one, two, three, four = found
    return one, two, three, four


def note(rng: Generator, who: str, people: list[str], pool: list[str]) -> Topic:
    """Return the topic of a person's notes."""
    paper = one_of(rng, PAPERS)
    others = [person for person in people if person != who][:5]

    def make(rng: Generator) -> Page:
        to, request = one_of(rng, others), one_of(rng, pool)
        return pages.note(to, request, who, paper)

    return Topic(make, ())


NOTES = register(SceneSet("notes", 1, make))
