"""What must not be given to whom: rules of custom, health, age and occasion, each with its sources.

A rule relates facts stated about a person to what a present is or contains. It only forbids; the purpose of a present is
defined by the wish. The tables of ``docs/reference/home-gifts`` are made from these rows, and state their limits.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from mindsight.home.tasks.gift import sources as found
from mindsight.home.tasks.gift.sources import Source

Ground = Literal["custom", "health", "age", "occasion"]


_HARMFUL: tuple[Ground, ...] = ("health", "age")
_ONLY_DULL = "babyish"


@dataclass(frozen=True)
class Rule:
    """A rule against presents: if all of ``when`` and nothing of ``unless`` is stated, nothing of ``forbids`` may be given."""

    key: str
    ground: Ground
    when: tuple[str, ...]
    forbids: tuple[str, ...]
    zh: str
    en: str
    sources: tuple[Source, ...]
    unless: tuple[str, ...] = ()

    @property
    def harms(self) -> bool:
        """Whether breaking it does harm to somebody, rather than giving offence or no joy."""
        return self.ground in _HARMFUL and self.key != _ONLY_DULL

    def breaks(self, said: Iterable[str], tags: Iterable[str]) -> bool:
        """Return whether a present with these tags breaks the rule for a person with these facts."""
        facts = set(said)
        applies = facts.issuperset(self.when) and not facts & set(self.unless)
        return applies and bool(set(tags) & set(self.forbids))


RULES: tuple[Rule, ...] = (
    Rule("cn_clock", "custom", ("cn",), ("clock",),
         "讲老规矩的中国家庭不送钟：“送钟”与“送终”同音。",
         "In a Chinese family that keeps the old customs one gives no clock: to give a clock sounds like to attend a dying.",
         (found.CNN, found.TOURIST_OFFICE, found.CHINA_DAILY, found.MORNING_POST)),
    Rule("cn_umbrella", "custom", ("cn",), ("umbrella",),
         "讲老规矩的中国家庭不送伞：“伞”与“散”谐音。",
         "In a Chinese family that keeps the old customs one gives no umbrella: the word sounds like parting.",
         (found.CNN, found.TOURIST_OFFICE, found.CHINA_DAILY_UMBRELLAS, found.MORNING_POST)),
    Rule("cn_sharp", "custom", ("cn",), ("sharp",),
         "讲老规矩的中国家庭不送刀剪：意味着一刀两断。",
         "In a Chinese family that keeps the old customs one gives no knives or scissors: they cut the tie.",
         (found.CNN, found.TOURIST_OFFICE)),
    Rule("cn_four", "custom", ("cn",), ("four",),
         "讲老规矩的中国家庭不送四件一套的东西：“四”与“死”谐音。",
         "In a Chinese family that keeps the old customs one gives no sets of four: four sounds like death.",
         (found.NOT_FOUR, found.TETRAPHOBIA)),
    Rule("cn_shoes", "custom", ("cn",), ("shoes",),
         "讲老规矩的中国恋人之间不送鞋：“鞋”与“邪”同音，也指穿上鞋走掉。",
         "Among Chinese couples who keep the old customs one gives no shoes: the word sounds like evil, and one walks off in them.",
         (found.CNN, found.MORNING_POST, found.SHOE_TABOO)),
    Rule("cn_towel", "custom", ("cn",), ("towel",),
         "讲老规矩的中国家庭不送毛巾：丧家用毛巾答谢吊客。",
         "In a Chinese family that keeps the old customs one gives no towels: mourners thank their guests with them.",
         (found.CENTRAL_LIBRARY, found.NEWS_AGENCY, found.TOWEL_AS_PRESENT)),
    Rule("cn_green_hat", "custom", ("cn", "man"), ("green_hat",),
         "不给中国男士送绿帽子：俗语“戴绿帽子”指妻子不忠。",
         "One gives a Chinese man no green hat: wearing one is said of a man whose wife is unfaithful.",
         (found.DICTIONARY, found.CNN)),
    Rule("cn_chrysanthemums", "custom", ("cn",), ("chrysanthemums",),
         "在中国，喜事和探病都不送菊花：黄菊白菊用来悼念。",
         "In China one gives no chrysanthemums at a happy time or to the sick: they are for mourning.",
         (found.CNN, found.CHINA_DAILY), ("mourning",)),
    Rule("cn_white_envelope", "occasion", ("cn", "joy"), ("white_envelope",),
         "中国的喜事礼金不用白封套：白封套是奠仪。",
         "At a Chinese feast money is not given in a white envelope: that is for condolences.",
         (found.CONDOLENCE_MONEY, found.TOWNSHIP, found.RED_PACKETS)),
    Rule("cn_red_mourning", "occasion", ("cn", "mourning"), ("red_envelope",),
         "中国的丧事礼金不用红封套：红色表示喜庆。",
         "At a Chinese funeral money is not given in a red envelope: red stands for joy.",
         (found.CONDOLENCE_MONEY, found.WHITE_ENVELOPES)),
    Rule("jp_comb", "custom", ("jp",), ("comb",),
         "讲旧俗的日本家庭不送梳子：“栉”音同“苦死”。",
         "In a Japanese family that keeps the old customs one gives no comb: its name sounds like suffering and death.",
         (found.NIPPON, found.NEVER_IN_JAPAN)),
    Rule("jp_potted_sick", "custom", ("jp", "hospital"), ("potted",),
         "在日本探望病人不送盆栽：“扎根”音同“卧床不起”。",
         "In Japan one brings the sick no potted plant: to take root sounds like to stay in bed ill.",
         (found.SICK_VISITS, found.NEVER_IN_JAPAN, found.GET_WELL)),
    Rule("jp_four", "custom", ("jp",), ("four",),
         "讲旧俗的日本家庭不送四件一套的东西：“四”音同“死”。",
         "In a Japanese family that keeps the old customs one gives no sets of four: four sounds like death.",
         (found.NIPPON, found.NEVER_IN_JAPAN, found.TETRAPHOBIA)),
    Rule("jp_sharp_wedding", "custom", ("jp", "wedding"), ("sharp",),
         "在日本不给新人送刀具：有断缘之意。",
         "In Japan one gives a bridal couple no knives: they stand for severing.",
         (found.NIPPON, found.SORANEWS)),
    Rule("jp_chrysanthemums", "custom", ("jp", "hospital"), ("chrysanthemums",),
         "在日本探病不送菊花：那是供奉逝者的花。",
         "In Japan one brings the sick no chrysanthemums: they are the flowers of the dead.",
         (found.SICK_VISITS, found.GET_WELL)),
    Rule("fr_chrysanthemums", "custom", ("fr",), ("chrysanthemums",),
         "在法国做客不送菊花：那是万圣节扫墓的花。",
         "In France one brings a host no chrysanthemums: they are laid on graves on All Saints’ Day.",
         (found.TO_FRENCH_PEOPLE, found.TOUSSAINT)),
    Rule("uk_lilies", "custom", ("uk",), ("lilies",),
         "在英国做客不送白百合：那是葬礼上的花。",
         "In Britain one brings a host no white lilies: they are for funerals.",
         (found.TO_ENGLAND, found.MUMSNET)),
    Rule("roses_love", "custom", ("not_partner",), ("red_roses",),
         "不给老师、同事、主人送红玫瑰：红玫瑰表示爱情。",
         "One gives no red roses to a teacher, a colleague or a host: they declare love.",
         (found.TO_FRENCH_PEOPLE, found.TO_ENGLAND, found.ROSES)),
    Rule("halal_alcohol", "custom", ("halal",), ("alcohol",),
         "不给守清真饮食的人送酒和含酒食品。",
         "One gives no alcohol, nor food made with it, to somebody who keeps a halal diet.",
         (found.HALAL, found.HALAL_DRINKS)),
    Rule("vegan_dairy", "health", ("vegan",), ("dairy",),
         "不给纯素的人送含奶、蛋的食品。",
         "One gives nothing made with milk or eggs to a vegan.",
         (found.VEGANISM,)),
    Rule("nut_allergy", "health", ("nut_allergy",), ("nuts",),
         "不给坚果过敏的人送含坚果的食品。",
         "One gives nothing with nuts to somebody allergic to nuts.",
         (found.ALLERGENS_CN, found.ALLERGENS_EU)),
    Rule("milk_allergy", "health", ("milk_allergy",), ("dairy",),
         "不给牛奶过敏的人送含奶的食品。",
         "One gives nothing made with milk to somebody allergic to milk.",
         (found.ALLERGENS_CN, found.ALLERGENS_EU)),
    Rule("coeliac_gluten", "health", ("coeliac",), ("gluten",),
         "不给患乳糜泻的人送小麦做的点心。",
         "One gives nothing baked of wheat to somebody with coeliac disease.",
         (found.GLUTEN, found.ALLERGENS_EU)),
    Rule("no_sugar", "health", ("no_sugar",), ("sugar",),
         "不给遵医嘱戒糖的人送甜食和甜饮料。",
         "One gives no sweets or sweet drinks to somebody whose doctor forbade sugar.",
         (found.SUGARS,)),
    Rule("pollen_blossoms", "health", ("pollen",), ("blossoms",),
         "不给花粉过敏的人送开着的花。",
         "One gives no flowers in bloom to somebody allergic to pollen.",
         (found.HAY_FEVER, found.HAY_FEVER_TIPS)),
    Rule("asthma_scent", "health", ("asthma",), ("scented",),
         "不给闻到香味会发哮喘的人送带香味的东西。",
         "One gives nothing scented to somebody whose asthma is set off by scent.",
         (found.ASTHMA,)),
    Rule("pregnant_alcohol", "health", ("pregnant",), ("alcohol",),
         "不给孕妇送酒和含酒食品。",
         "One gives no alcohol, nor food made with it, to a woman who is pregnant.",
         (found.PREGNANCY,)),
    Rule("no_caffeine", "health", ("no_caffeine",), ("caffeine",),
         "不给遵医嘱不碰咖啡因的人送绿茶、红茶；花草茶一般不含咖啡因。",
         "One gives no green or black tea to somebody who may have no caffeine; herbal teas have none as a rule.",
         (found.CAFFEINE, found.HERBAL_TEA)),
    Rule("minor_alcohol", "age", ("under_18",), ("alcohol",),
         "不给未成年人送酒和含酒食品。",
         "One gives no alcohol, nor sweets filled with it, to somebody under eighteen.",
         (found.MINORS,)),
    Rule("dry_alcohol", "health", ("dry",), ("alcohol",),
         "不给戒了酒的人送酒和含酒食品。",
         "One gives no alcohol, nor food made with it, to somebody who has given up drinking.",
         (found.SOBER,)),
    Rule("cat_lilies", "health", ("cats",), ("lilies",),
         "不给家里养猫的人送百合：百合对猫有剧毒。",
         "One gives no lilies where cats live: they are deadly to cats.",
         (found.LILIES,)),
    Rule("ward_potted", "health", ("hospital",), ("potted",),
         "不往病房送带土的盆栽：土里有霉菌，有的病人抵抗力弱。",
         "One takes no plant in soil into a hospital ward: soil carries mould, and not every patient withstands it.",
         (found.WARD, found.FLOWERS_FOR_THE_SICK, found.INFECTIONS)),
    Rule("age_3", "age", ("under_3",), ("from_3",),
         "不给三岁以下的孩子送标着“3岁以上”的玩具。",
         "One gives a child under three no toy that is marked for ages 3 and up.",
         (found.SMALL_PARTS, found.TOYS_CN)),
    Rule("age_6", "age", ("under_6",), ("from_6",),
         "不给六岁以下的孩子送标着“6岁以上”的玩具。",
         "One gives a child under six no toy that is marked for ages 6 and up.",
         (found.AGES_CN, found.AGES_ISO, found.AGES_US)),
    Rule("age_14", "age", ("under_14",), ("from_14",),
         "不给十四岁以下的孩子送标着“14岁以上”的玩具。",
         "One gives a child under fourteen no toy that is marked for ages 14 and up.",
         (found.TOYS_CN, found.TOYS_ISO)),
    Rule("babyish", "age", ("six_up",), ("baby_toy",),
         "不给上学的孩子送叠叠圈这类婴幼儿玩具。",
         "One gives a schoolchild no toy for babies, such as a ring stacker.",
         (found.SMALL_PARTS, found.AGES_US)),
    Rule("child_sharp", "age", ("under_8",), ("sharp",),
         "不给八岁以下的孩子送刀具。",
         "One gives a child under eight no knives.",
         (found.POINTS_AND_EDGES, found.CUTS, found.TOYS_CN)),
    Rule("flight_sharp", "occasion", ("flight",), ("sharp",),
         "对方只带手提行李马上登机时不送菜刀：刀刃长于六厘米的过不了安检。",
         "One gives no kitchen knives to somebody about to fly with hand luggage only: blades over 6 cm are taken away.",
         (found.CABIN_EU, found.CABIN_CN)),
    Rule("flight_liquid", "occasion", ("flight",), ("liquid",),
         "对方只带手提行李马上登机时不送大瓶饮料和果酱：液体和膏状物超过一百毫升过不了安检。",
         "One gives no bottles or jars to somebody about to fly with hand luggage only: over 100 ml is taken away.",
         (found.CABIN_EU, found.CABIN_CN, found.LIQUIDS)),
    Rule("birthday_cake", "occasion", (), ("birthday_cake",),
         "插着生日蜡烛的蛋糕只在生日送。",
         "A cake with birthday candles is for a birthday only.",
         (found.BIRTHDAY_CAKE,), ("birthday",)),
    Rule("used", "occasion", (), ("used",),
         "用过、脏了的东西不当礼物送。",
         "What is used and stained is no present.",
         (found.REGIFTING,)),
)  # fmt: skip
"""All rules by which a present that answers the wish is wrong for a person."""


def broken(said: Iterable[str], tags: Iterable[str]) -> tuple[Rule, ...]:
    """Return the rules that a present with these tags breaks for a person with these facts."""
    facts, held = frozenset(said), frozenset(tags)
    return tuple(rule for rule in RULES if rule.breaks(facts, held))


def by_age(age: int) -> frozenset[str]:
    """Return the facts that follow from an age in years."""
    under = {f"under_{limit}" for limit in (3, 6, 8, 14, 18) if age < limit}
    return frozenset(under | ({"six_up"} if age >= 6 else set()))
