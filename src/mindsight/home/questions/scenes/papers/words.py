"""Words that are printed on papers, Chinese and English, by key."""

from mindsight.home.questions.question import Words

PERSONS: dict[str, Words] = {
    "mum": ("妈妈", "Mum"),
    "dad": ("爸爸", "Dad"),
    "granny": ("奶奶", "Granny"),
    "grandpa": ("爷爷", "Grandpa"),
    "lily": ("莉莉", "Lily"),
    "tom": ("汤姆", "Tom"),
    "anna": ("安娜", "Anna"),
    "ben": ("小本", "Ben"),
}
DAYS: dict[str, Words] = {
    "mon": ("星期一", "Monday"),
    "tue": ("星期二", "Tuesday"),
    "wed": ("星期三", "Wednesday"),
    "thu": ("星期四", "Thursday"),
    "fri": ("星期五", "Friday"),
    "sat": ("星期六", "Saturday"),
    "sun": ("星期日", "Sunday"),
}
EVENTS: dict[str, Words] = {
    "dentist": ("看牙", "dentist"),
    "swimming": ("游泳", "swimming"),
    "piano": ("钢琴课", "piano"),
    "cinema": ("看电影", "cinema"),
    "haircut": ("理发", "haircut"),
    "yoga": ("瑜伽", "yoga"),
    "library": ("图书馆", "library"),
    "dancing": ("跳舞", "dancing"),
    "hiking": ("爬山", "hiking"),
    "chess": ("下棋", "chess"),
    "choir": ("合唱", "choir"),
    "market": ("买菜", "market"),
}
SHOPS: dict[str, tuple[Words, dict[str, Words]]] = {
    "bakery": (
        ("面包房", "bakery"),
        {
            "toast": ("吐司", "toast"),
            "cake": ("蛋糕", "cake"),
            "tart": ("蛋挞", "egg tart"),
            "biscuits": ("饼干", "biscuits"),
            "doughnut": ("甜甜圈", "doughnut"),
            "pie": ("苹果派", "apple pie"),
            "baguette": ("法棍", "baguette"),
        },
    ),
    "greengrocer": (
        ("水果店", "fruit shop"),
        {
            "apples": ("苹果", "apples"),
            "grapes": ("葡萄", "grapes"),
            "melon": ("西瓜", "melon"),
            "peaches": ("桃子", "peaches"),
            "pears": ("梨", "pears"),
            "mangoes": ("芒果", "mangoes"),
            "lemons": ("柠檬", "lemons"),
        },
    ),
    "stationer": (
        ("文具店", "stationer's"),
        {
            "pens": ("钢笔", "pens"),
            "ruler": ("尺子", "ruler"),
            "glue": ("胶水", "glue"),
            "paints": ("颜料", "paints"),
            "scissors": ("剪刀", "scissors"),
            "notebook": ("笔记本", "notebook"),
            "rubber": ("橡皮", "rubber"),
        },
    ),
    "cafe": (
        ("咖啡馆", "café"),
        {
            "coffee": ("咖啡", "coffee"),
            "tea": ("红茶", "tea"),
            "juice": ("果汁", "juice"),
            "soup": ("浓汤", "soup"),
            "salad": ("沙拉", "salad"),
            "sandwich": ("三明治", "sandwich"),
            "icecream": ("冰淇淋", "ice cream"),
        },
    ),
}
"""Shops and what they sell."""
LISTS: dict[str, tuple[Words, Words]] = {
    "pages": (("阅读页数", "pages read"), ("读了多少页", "pages")),
    "points": (("家务积分", "chore points"), ("得了多少分", "points")),
    "minutes": (("练琴分钟", "practice (min)"), ("练了多少分钟", "minutes")),
    "laps": (("跑步圈数", "laps run"), ("跑了多少圈", "laps")),
}
"""Tables of numbers by person and day: title, and in Chinese "how many", in English what is counted."""
DEVICES: dict[str, tuple[Words, dict[str, Words]]] = {
    "coffee_maker": (
        ("咖啡机", "coffee maker"),
        {
            "water": ("加水", "add water"),
            "powder": ("加咖啡粉", "add coffee"),
            "cup": ("放好杯子", "place cup"),
            "plug": ("接通电源", "plug in"),
            "lid": ("合上盖子", "close lid"),
            "filter": ("放滤纸", "insert filter"),
        },
    ),
    "rice_cooker": (
        ("电饭锅", "rice cooker"),
        {
            "rice": ("放米", "add rice"),
            "water": ("加水", "add water"),
            "pot": ("擦干内胆", "dry pot"),
            "plug": ("接通电源", "plug in"),
            "lid": ("合上盖子", "close lid"),
            "mode": ("选功能", "choose mode"),
        },
    ),
    "washer": (
        ("洗衣机", "washing machine"),
        {
            "clothes": ("放入衣服", "add clothes"),
            "soap": ("加洗衣液", "add soap"),
            "tap": ("开水龙头", "open tap"),
            "plug": ("接通电源", "plug in"),
            "door": ("关好门", "close door"),
            "mode": ("选程序", "pick program"),
        },
    ),
}
"""Devices, and steps of their instructions that may come in any order."""
PLACES: dict[str, Words] = {
    "study": ("书房", "study"),
    "living_room": ("客厅", "living room"),
    "kitchen": ("厨房", "kitchen"),
    "balcony": ("阳台", "balcony"),
}
RULES: dict[str, tuple[Words, Words]] = {
    "eat": (("吃东西", "eating"), ("吃东西", "eat")),
    "shoes": (("穿鞋", "shoes"), ("穿鞋", "wear shoes")),
    "tv": (("看电视", "TV"), ("看电视", "watch TV")),
    "pets": (("带宠物", "pets"), ("带宠物进去", "bring pets")),
    "ball": (("玩球", "ball games"), ("玩球", "play with a ball")),
    "music": (("放音乐", "music"), ("放音乐", "play music")),
    "phone": (("打电话", "phone calls"), ("打电话", "make phone calls")),
    "paint": (("画画", "painting"), ("画画", "paint")),
}
"""What house rules allow or forbid: as printed, and in a question."""
MAY: dict[str, Words] = {"yes": ("可", "yes"), "no": ("否", "no")}
MONTHS: tuple[Words, ...] = (
    ("1月", "January"), ("2月", "February"), ("3月", "March"), ("4月", "April"), ("5月", "May"), ("6月", "June"),
    ("7月", "July"), ("8月", "August"), ("9月", "September"), ("10月", "October"), ("11月", "November"), ("12月", "December"),
)  # fmt: skip
LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

REQUESTS: dict[str, Words] = {
    "plants": ("请浇花", "water the plants"),
    "bread": ("请买面包", "buy some bread"),
    "window": ("请关窗户", "close the window"),
    "dog": ("请遛狗", "walk the dog"),
    "rubbish": ("请倒垃圾", "take out the rubbish"),
    "call": ("请给我打电话", "give me a call"),
    "parcel": ("请取快递", "fetch the parcel"),
    "cat": ("请喂猫", "feed the cat"),
    "lamp": ("请修台灯", "repair the lamp"),
}
CONTENTS: dict[str, Words] = {
    "sugar": ("白糖", "sugar"),
    "rice": ("大米", "rice"),
    "flour": ("面粉", "flour"),
    "tea": ("茶叶", "tea"),
    "coffee": ("咖啡", "coffee"),
    "nuts": ("坚果", "nuts"),
    "beans": ("豆子", "beans"),
    "biscuits": ("饼干", "biscuits"),
    "batteries": ("电池", "batteries"),
    "buttons": ("纽扣", "buttons"),
    "medicine": ("药品", "medicine"),
    "thread": ("针线", "thread"),
}


def both(words: Words) -> str:
    """Return words as printed: Chinese, then English with a capital."""
    return " ".join(printed(words))


def printed(words: Words) -> Words:
    """Return words with an English capital."""
    return words[0], f"{words[1][0].upper()}{words[1][1:]}"
