"""A table of journeys for which a suitcase is packed: what each needs and what is wrong for it.

Things that are neither needed nor clearly wrong for a journey do not appear in its room, so that the right choice is not
a matter of taste.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Trip:
    """A journey: its wording, and the kinds of things that it needs or that are clearly wrong for it."""

    key: str
    zh: str
    en: str
    needed: tuple[str, ...]
    wrong: tuple[str, ...]


_WASH = ("toothbrush", "toothpaste")
_ROOM = (
    "cushion", "picture_frame", "vase", "candle", "potted_plant", "mug", "bowl", "remote_control", "toy_train",
    "ring_stack", "frying_pan", "teapot", "basket", "spinning_top", "food_can",
)  # fmt: skip
"""Kinds that belong in a home and in no suitcase."""
_RUBBISH = ("banana_peel", "apple_core", "paper_ball", "crushed_can")
_CAMPING = ("candle", "mug", "bowl", "frying_pan", "teapot", "basket", "food_can")
"""Exceptions that could be of use when camping."""
_TOYS = ("cushion", "toy_train", "ring_stack", "spinning_top")
"""Exceptions that could be taken for a child."""
_SUMMER = ("swimsuit", "flip_flops", "sun_hat", "sunscreen", "sunglasses")
_WINTER = ("down_jacket", "wool_hat", "scarf", "gloves", "sweater")


def _room(*without: str) -> tuple[str, ...]:
    """Return the kinds that belong in a home, without those that could be of use on a journey."""
    return (*(kind for kind in _ROOM if kind not in without), *_RUBBISH)


TRIPS: tuple[Trip, ...] = (
    Trip(
        "beach",
        "去海边度假三天，天气炎热晴朗，打算每天游泳",
        "a three-day holiday at the sea; it is hot and sunny, with a swim every day",
        (*_SUMMER, "t_shirt", "towel", *_WASH),
        (*_WINTER, *_room()),
    ),
    Trip(
        "ski",
        "去雪山滑雪四天，气温零下十度",
        "four days of skiing in the mountains at ten degrees below zero",
        (*_WINTER, "socks", "sunglasses", *_WASH),
        ("flip_flops", "sun_hat", *_room()),
    ),
    Trip(
        "business",
        "出差两天，住酒店，要开会做演示，天气温和",
        "a two-day business trip with a presentation; a hotel, mild weather",
        ("laptop", "charger", "notebook", "pen", "razor", "comb", "pyjamas", *_WASH),
        ("flip_flops", "down_jacket", "teddy_bear", "rubber_duck", *_room()),
    ),
    Trip(
        "hiking",
        "去山里徒步露营两天，白天暖和，夜里没有电",
        "two days of hiking and camping in the hills; warm by day and no electricity at night",
        ("trainers", "torch", "water_bottle", "first_aid_kit", "socks", "sun_hat", "power_bank"),
        ("laptop", "wine_glass", "teddy_bear", *_room(*_CAMPING)),
    ),
    Trip(
        "abroad",
        "出国旅游五天，到一个陌生的城市参观，秋天常下雨",
        "five days of sightseeing in an unknown city abroad; autumn, often rainy",
        ("passport", "wallet", "guide_book", "umbrella", "camera", "sweater", "jeans", "charger"),
        ("swimsuit", "flip_flops", "sun_hat", "sunscreen", *_room()),
    ),
    Trip(
        "grandparents",
        "带三岁的孩子去爷爷奶奶家住一晚，孩子要抱着玩具睡觉",
        "a night at the grandparents' with a three-year-old, who sleeps with a toy",
        ("teddy_bear", "pyjamas", "socks", "towel", *_WASH),
        ("laptop", "swimsuit", "calculator", "wine_glass", *_room(*_TOYS)),
    ),
    Trip(
        "night_train",
        "坐一夜火车，明早到达，只想在车上好好睡一觉",
        "one night on a train, arriving in the morning, with a good sleep on the way",
        ("neck_pillow", "headphones", "water_bottle", "socks", *_WASH),
        ("swimsuit", "sunscreen", "sun_hat", *_room("cushion", "mug")),
    ),
    Trip(
        "swim_camp",
        "参加一周的游泳训练，在室内泳池，每天训练后洗澡",
        "a week of swimming training in an indoor pool, with a shower after each day",
        ("swimsuit", "towel", "flip_flops", "shampoo", "soap", "t_shirt", "comb"),
        ("down_jacket", "wool_hat", "scarf", "gloves", *_room()),
    ),
    Trip(
        "school_camp",
        "去外地参加三天的学习营，白天上课写作业，春天天气温和",
        "a three-day study camp in another town: lessons and homework by day, mild spring weather",
        ("notebook", "pencil_case", "pen", "calculator", "t_shirt", "pyjamas", *_WASH),
        ("swimsuit", "down_jacket", "gloves", "wine_glass", *_room()),
    ),
    Trip(
        "photo_tour",
        "去草原拍三天照片，太阳很大，住处可以充电",
        "three days of photography on the grassland; strong sun, and electricity where one stays",
        ("camera", "charger", "sun_hat", "sunscreen", "sunglasses", "trainers", "t_shirt"),
        ("down_jacket", "wool_hat", "scarf", "gloves", *_room()),
    ),
    Trip(
        "winter_city",
        "冬天去北方城市探亲三天，室外很冷，常下雪",
        "three winter days with relatives in a northern city; very cold outdoors, with snow",
        ("down_jacket", "sweater", "scarf", "gloves", "wool_hat", "socks", *_WASH),
        ("swimsuit", "flip_flops", "sun_hat", "sunscreen", *_room()),
    ),
    Trip(
        "gym_weekend",
        "周末去健身房集训两天，要跑步，练完洗澡",
        "a weekend of training at a gym: running, and a shower afterwards",
        ("trainers", "t_shirt", "towel", "water_bottle", "socks", "shampoo", "soap"),
        ("down_jacket", "scarf", "gloves", "swimsuit", "laptop", *_room()),
    ),
    Trip(
        "concert",
        "去邻城听音乐会住一晚，夏天，可能下阵雨",
        "a concert in the next town and one night there; summer, perhaps a shower of rain",
        ("wallet", "umbrella", "pyjamas", "comb", "t_shirt", "jeans", *_WASH),
        ("down_jacket", "wool_hat", "gloves", "flip_flops", "swimsuit", *_room()),
    ),
)
