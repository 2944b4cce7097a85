"""Papers on a table, seen from above: a week, a receipt, a table, instructions, rules, a month."""

from mindsight.engine.seeds import stream
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.scenes import Made, SceneSet, register
from mindsight.home.questions.scenes.papers.contents import ROLES, TOPICS, sheets
from mindsight.home.questions.scenes.papers.shooting import SLOTS, Desk, shot

USED = 5
"""Number of kinds of sheets in a set."""


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table."""
    rng = stream(seed, "papers")
    desk = Desk(seed)
    topics = [TOPICS[form](rng) for form in shuffled(rng, TOPICS)[:USED]]
    roles = [["once"] * USED for _ in range(4)]
    for place in range(USED):
        for scene, role in zip(shuffled(rng, range(4))[:2], shuffled(rng, ROLES), strict=False):
            roles[scene][place] = role
    found = []
    for own in roles:
        # A second sheet of a kind is laid down only where there is room for it.
        while sum(1 + (role == "twice") - (role == "gone") for role in own) > len(SLOTS):
            own[own.index("twice")] = "covered"
        laid = [sheet for topic, role in zip(topics, own, strict=True) for sheet in sheets(rng, topic, role)]
        found.append(shot(desk.laid(laid, rng), desk.viewpoint, laid))
    one, two, three, four = found
    return one, two, three, four


DESK = register(SceneSet("desk", 1, make))
