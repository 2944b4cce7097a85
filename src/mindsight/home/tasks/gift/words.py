"""Wordings of the demand to choose a present, around the sentence on the person and the wish."""

from numpy.random import Generator

from mindsight.home.tasks.gift.items import WISHES
from mindsight.home.tasks.gift.people import Person
from mindsight.home.tasks.wording import Sentence, draw_demand, not_home, pick

Words = tuple[tuple[str, str], ...]

WORDINGS: Words = (
    (
        "请帮我从房间里挑一件礼物。{who}礼物要{wish}。{fair}{put}",
        "Please choose a present from among the things in the room. {who} It should be {wish}. {fair} {put}",
    ),
    (
        "{who}我想从这个房间里选一件东西送出去，要{wish}。{fair}{put}",
        "{who} I should like to give something from this room; it should be {wish}. {fair} {put}",
    ),
    (
        "帮我选礼物：{who}送的东西要{wish}。{fair}{put}",
        "Help me with a present, please. {who} What I give should be {wish}. {fair} {put}",
    ),
    (
        "请看看房间里都有什么，替我挑一件送人。{who}要{wish}。{fair}{put}",
        "Please look at what is in the room and pick one thing for me to give. {who} It should be {wish}. {fair} {put}",
    ),
)
FAIR: Words = (
    (
        "还要合乎年龄、身体、场合和习俗，只有一件合适。",
        "It must also suit age, health, occasion and custom; only one thing does.",
    ),
    (
        "不能犯忌讳，不能伤身体，也要合乎年龄和场合；合适的只有一件。",
        "It must offend against no custom, harm nobody, and suit the age and the occasion; there is one such thing only.",
    ),
)
PUT: Words = (
    (
        "把它放进礼物箱，盖上箱盖，别的都不要放进去。",
        "Put it into the gift chest and shut the lid, with nothing else inside.",
    ),
    (
        "选好了就装进礼物箱，箱盖要合上，箱里不要有别的东西。",
        "Put your choice into the gift chest, leave nothing else in there and close the lid.",
    ),
)
IMPOSSIBLE: Words = (
    ("请把礼物箱本身装进礼物箱里。", "Please put the gift chest into the gift chest."),
    ("请把窗外的月亮摘下来当礼物。", "Please take the moon down from outside the window as a present."),
    ("请让礼物自己走到对方家里去。", "Please have the present walk to where it is wanted by itself."),
    ("请把整张地毯和四面墙都包成礼物。", "Please wrap the floor and all four walls as a present."),
    ("请用礼物箱给房间供暖。", "Please heat the room with the gift chest."),
    ("请把昨天送出去的礼物变回来。", "Please bring back the present that was given away yesterday."),
)


def instruction(person: Person, rng: Generator) -> Sentence:
    """Return the demand to choose a present for a person."""
    wish = WISHES[person.wish]
    parts = {"fair": pick(rng, FAIR, {}, {}), "put": pick(rng, PUT, {}, {})}
    zh = {"who": person.zh, "wish": wish.zh} | {key: words["zh"] for key, words in parts.items()}
    en = {"who": person.en, "wish": wish.en} | {key: words["en"] for key, words in parts.items()}
    return pick(rng, WORDINGS, zh, en)


def nonsense(reason: str, rng: Generator) -> Sentence:
    """Return a demand that no present can meet (impossible) or that is no household task (not_home)."""
    return not_home(rng) if reason == "not_home" else draw_demand(rng, IMPOSSIBLE, {}, {})
