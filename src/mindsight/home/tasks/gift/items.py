"""A table of presents: the wishes that each answers, what rules may forbid it, and how it is recognised."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Item:
    """A possible present.

    ``colour`` and ``state``, as in the catalogue, distinguish it from other presents of its kind (empty: any), ``says`` is the
    text on it that identifies it; ``serves`` are the wishes that it answers, ``tags`` what rules may forbid.
    """

    key: str
    kind: str
    serves: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    colour: str = ""
    state: str = ""
    says: str = ""


@dataclass(frozen=True)
class Wish:
    """The purpose of a present.

    ``doubtful`` are kinds that arguably answer the wish: they are never in the room. ``near`` are kinds that look or sound
    like the right one but clearly are not.
    """

    key: str
    zh: str
    en: str
    doubtful: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


def _item(kind: str, serves: str = "", tags: str = "", *, colour: str = "", state: str = "", says: str = "") -> Item:
    key = ".".join(part for part in (kind, colour, state) if part)
    return Item(key, kind, frozenset(serves.split()), frozenset(tags.split()), colour, state, says)


ITEMS: tuple[Item, ...] = (
    _item("tea_tin", "tea treat", "caffeine", colour="green", says="绿茶 GREEN"),
    _item("tea_tin", "tea treat", "caffeine", colour="red", says="红茶 BLACK"),
    _item("tea_tin", "tea treat", colour="yellow", says="花草茶 HERBAL"),
    _item("teapot", "tea"),
    _item("cup_set", "tea", "four", state="four"),
    _item("cup_set", "tea", state="six"),
    _item("mug", "tea", "used", state="stained"),
    _item("chocolates", "sweets treat", "nuts sugar", colour="brown", says="坚果 NUTS"),
    _item("chocolates", "sweets treat", "alcohol sugar", colour="purple", says="酒心 RUM"),
    _item("chocolates", "sweets treat", "dairy sugar", colour="blue", says="牛奶 MILK"),
    _item("chocolates", "sweets treat", "sugar", colour="green", says="纯素 VEGAN"),
    _item("jam_jar", "sweets treat", "sugar liquid"),
    _item("cake", "sweets treat", "sugar dairy gluten birthday_cake"),
    _item("gift_bottle", "drink treat", "alcohol liquid", colour="purple", says="红酒 WINE"),
    _item("gift_bottle", "drink treat", "alcohol liquid", colour="white", says="白酒 LIQUOR"),
    _item("gift_bottle", "drink treat", "sugar liquid", colour="orange", says="果汁 JUICE"),
    _item("bouquet", "flowers", "blossoms red_roses", colour="red", says="玫瑰 ROSES"),
    _item("bouquet", "flowers", "blossoms", colour="pink", says="康乃馨 CARNATIONS"),
    _item("bouquet", "flowers", "blossoms chrysanthemums", colour="yellow", says="菊花 CHRYSANTHEMUMS"),
    _item("bouquet", "flowers", "blossoms lilies", colour="white", says="百合 LILIES"),
    _item("potted_plant", "flowers shelf", "potted"),
    _item("wool_hat", "warm", "green_hat", colour="green"),
    _item("wool_hat", "warm", colour="red"),
    _item("wool_hat", "warm", colour="blue"),
    _item("scarf", "warm"),
    _item("gloves", "warm"),
    _item("sweater", "warm", "used", state="stained"),
    _item("frying_pan", "cook"),
    _item("knife_set", "cook", "sharp"),
    _item("book", "read_stories", colour="red", says="故事 STORIES"),
    _item("book", "read_lands", colour="blue", says="地理 GEOGRAPHY"),
    _item("book", "read_dishes cook", colour="orange", says="菜谱 COOKING"),
    _item("book", "read_herbs", colour="green", says="植物 PLANTS"),
    _item("book", "read_verse", colour="purple", says="诗集 POEMS"),
    _item("trainers", "run", "shoes"),
    _item("water_bottle", "run"),
    _item("t_shirt", "run", "used", state="stained"),
    _item("comb", "hair", "comb"),
    _item("shampoo", "hair"),
    _item("soap", "bath", "scented"),
    _item("towel", "bath", "towel", state="clean"),
    _item("towel", "bath", "towel used", state="stained"),
    _item("alarm_clock", "wake shelf", "clock"),
    _item("umbrella", "rain sun", "umbrella"),
    _item("toy_plane", "sky"),
    _item("toy_train", "rails"),
    _item("toy_boat", "sea"),
    _item("toy_car", "road"),
    _item("toy_robot", "play"),
    _item("teddy_bear", "play"),
    _item("ball", "play"),
    _item("ring_stack", "play", "baby_toy"),
    _item("puzzle_box", "play", "from_3", colour="yellow", says="3岁以上 AGES 3+"),
    _item("puzzle_box", "play", "from_6", colour="green", says="6岁以上 AGES 6+"),
    _item("puzzle_box", "play", "from_14", colour="blue", says="14岁以上 AGES 14+"),
    _item("headphones", "music"),
    _item("neck_pillow", "nap"),
    _item("money_envelope", "money", "red_envelope", colour="red"),
    _item("money_envelope", "money", "white_envelope", colour="white"),
    _item("sunglasses", "sun"),
    _item("sun_hat", "sun"),
    _item("picture_frame", "shelf"),
    _item("camera"),
    _item("notebook"),
    _item("pencil_case"),
    _item("torch"),
    _item("wallet"),
    _item("candle"),
    _item("doll"),
    _item("spinning_top"),
)

LABELLED = frozenset(item.kind for item in ITEMS if item.says)
"""Kinds that are identified by the text on them."""

_FOOD = ("cake", "chocolates", "jam_jar", "gift_bottle")
_TOYS = ("toy_plane", "toy_train", "toy_boat", "toy_car", "toy_robot", "teddy_bear", "doll", "spinning_top", "ball")

WISHES: dict[str, Wish] = {
    wish.key: wish
    for wish in (
        Wish("tea", "喝茶时用得上或者能泡来喝", "of use for making or drinking tea", (*_FOOD, "water_bottle")),
        Wish("sweets", "是能吃的甜食", "something sweet to eat", ("tea_tin", "gift_bottle")),
        Wish("treat", "是能吃或者能喝的东西", "something to eat or drink"),
        Wish("drink", "是能倒出来大家一起喝的瓶装饮品", "a bottle to pour from and share", ("tea_tin", "cup_set", "water_bottle")),
        Wish("flowers", "是鲜花或者绿植", "cut flowers or a plant", near=("book", "candle")),
        Wish("warm", "能穿戴在身上保暖", "something to wear that keeps one warm", ("towel", "neck_pillow", "t_shirt", "trainers")),
        Wish("cook", "跟做菜有关", "of use in making meals", (*_FOOD, "cup_set", "teapot", "tea_tin", "towel")),
        Wish("read_stories", "翻开就有人物和情节，可以念给人听", "something to read out, with people in it and a plot",
             ("notebook",), ("book",)),
        Wish("read_lands", "翻开能读到各国的山川和海洋", "something to read on countries, rivers and seas", ("notebook",), ("book",)),
        Wish("read_dishes", "翻开能学着做饭烧汤", "something to read from which one learns to make dinner", ("notebook",), ("book",)),
        Wish("read_herbs", "翻开能认识各种花草树木", "something to read on trees, herbs and blossoms", ("notebook",), ("book",)),
        Wish("read_verse", "翻开能读到押韵的句子", "something to read in verse", ("notebook",), ("book",)),
        Wish("run", "跑步时用得上", "of use for running",
             ("towel", "headphones", "wool_hat", "gloves", "scarf", "sun_hat", "sweater", "sunglasses", "ball", "torch")),
        Wish("hair", "洗头或者打理头发用得上", "of use for washing or doing the hair", ("soap", "towel", "wool_hat")),
        Wish("bath", "洗澡洗手时用得上", "of use when washing in the bathroom", ("comb", "shampoo", "candle", "water_bottle")),
        Wish("wake", "早上能准时把人叫醒", "something that wakes one in time in the morning", ("headphones", "torch")),
        Wish("rain", "下雨天撑着不会淋湿", "something to hold up and keep dry under", ("wool_hat", "trainers")),
        Wish("sky", "是一件照着天上飞的东西做的玩具", "a toy made after something that flies", ("puzzle_box", "book"), _TOYS[1:5]),
        Wish("rails", "是一件照着在轨道上跑的东西做的玩具", "a toy made after something that runs on rails", ("puzzle_box", "book"),
             (_TOYS[0], *_TOYS[2:5])),
        Wish("sea", "是一件照着在水上航行的东西做的玩具", "a toy made after something that sails", ("puzzle_box", "book"),
             (*_TOYS[:2], *_TOYS[3:5])),
        Wish("road", "是一件照着在公路上开的东西做的玩具", "a toy made after something that drives on roads", ("puzzle_box", "book"),
             (*_TOYS[:3], _TOYS[4])),
        Wish("play", "是给孩子玩的玩具", "a toy for the child to play with", ("book", *_TOYS[:4], "doll", "spinning_top", "pencil_case")),
        Wish("music", "戴上就能一个人听音乐", "something to put on and listen to music alone", near=("camera", "torch")),
        Wish("nap", "坐长途车时套在脖子上能睡觉", "something to wear round the neck and sleep with on a coach",
             ("scarf", "towel", "teddy_bear"), ("headphones", "wool_hat")),
        Wish("shelf", "能长年立在柜子上装点客厅", "something to stand on the sideboard in the living room for years",
             ("bouquet", "candle", "doll", "teapot", "cup_set", "tea_tin", "toy_robot", "teddy_bear", "ring_stack", "book",
              *_TOYS[:4], *_FOOD)),
        Wish("sun", "大太阳天出门时用得上", "of use outdoors in strong sun",
             ("water_bottle", "t_shirt", "towel", "camera", "wallet", "scarf", "gloves")),
        Wish("money", "是装礼金的封套", "an envelope for the money", ("wallet", "notebook")),
    )
}  # fmt: skip
