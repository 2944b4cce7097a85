"""Sources of the rules of giving: each work with its address, what was seen of it and when.

Works that could not be found, or did not support the rule, are not named. Official texts come before guides, guides before
shops; customs are rarely written down in official texts.
"""

from dataclasses import dataclass
from typing import Literal

Seen = Literal["passage", "entry"]


@dataclass(frozen=True)
class Source:
    """A work; of an ``entry`` only title, number and scope were seen, of a ``passage`` the text on the rule.

    A passage was read at the address, in a copy, or in a reproduction. A law or standard is named by its number.
    """

    work: str
    at: str
    seen: Seen
    looked_up: str


def _passage(work: str, at: str = "") -> Source:
    return Source(work, at, "passage", "2026-11")


def _entry(work: str, at: str = "") -> Source:
    return Source(work, at, "entry", "2026-11")


# --- customs in China ---

CNN = _passage(
    "CNN, gallery of gift taboos in China (27 January 2015)",
    "https://www.cnn.com/2015/01/27/asia/gallery/china-gift-taboos/index.html",
)
TOURIST_OFFICE = _passage(
    "China National Tourist Office, “What are the gift-giving etiquette and the related taboos?”",
    "http://www.cnto.org/useful-information/frequently-asked-questions/what-are-the-gift-giving-etiquette-and-the-related-taboos/",
)
CHINA_DAILY = _passage(
    "China Daily, on gifts to be avoided (3 December 2010)",
    "https://global.chinadaily.com.cn/m/qingyuan/2010-12/03/content_11649958.htm",
)
CHINA_DAILY_UMBRELLAS = _passage(
    "China Daily, “Cultural taboos in China”, 9 (29 July 2016)",
    "https://global.chinadaily.com.cn/opinion/2016-07/29/content_26209499_9.htm",
)
MORNING_POST = _passage(
    "South China Morning Post, HK Magazine, “Don’t Give These 10 Things to Your Chinese Family”",
    "https://www.scmp.com/magazines/hk-magazine/article/2038030/dont-give-these-10-things-your-chinese-family",
)
SHOE_TABOO = _passage("USC Digital Folklore Archives, “Gift of Shoes Taboo”", "http://folklore.usc.edu/?author=509")
TETRAPHOBIA = _passage("Wikipedia, “Tetraphobia”", "https://en.wikipedia.org/wiki/Tetraphobia")
NOT_FOUR = _passage(
    "Hanyus, guidelines for gift-giving etiquette in China (25 March 2025)",
    "https://hanyus.com/2025/03/25/guidelines-for-gift-giving-etiquette-in-china",
)
CENTRAL_LIBRARY = _passage(
    "National Central Library (Taiwan), reference service, “臺灣民間喪禮中為何以毛巾回送親友以表達謝意”",
    "https://ref.ncl.edu.tw/學科專家諮詢平台/問題選粹/12-問題選粹/196-臺灣民間喪禮中為何以毛巾回送親友以表達謝意",
)
NEWS_AGENCY = _passage(
    "Central News Agency (Taiwan), “台灣告別式送毛巾答禮 日本用這個” (14 May 2017)",
    "https://cna.com.tw/news/aopl/201705145013.aspx",
)
TOWEL_AS_PRESENT = _passage(
    "金麒麟, “喪禮為什麼要送毛巾？用了毛巾真的會招來不幸嗎？”",
    "https://www.gold-kirin.com.tw/knowledge/detail/殯葬禮儀/喪禮為什麼要送毛巾？用了毛巾真的會招來不幸嗎？",
)
DICTIONARY = _passage(
    "Ministry of Education (Taiwan), 重編國語辭典修訂本, “綠頭巾”",
    "https://pedia.cloud.edu.tw/Entry/Detail/?title=綠頭巾",
)
CONDOLENCE_MONEY = _passage("Wikipedia (Chinese), “帛金”", "https://zh.wikipedia.org/wiki/帛金")
TOWNSHIP = _passage(
    "Ji’an Township Office (Taiwan), on money in condolence", "https://mso.ji-an.gov.tw/09/P09S01-04.html"
)
RED_PACKETS = _passage(
    "China.org.cn, on red packets (4 February 2008)",
    "http://english.china.org.cn/living_in_china/life_in_pictures/2008-02/04/content_1242103.htm",
)
WHITE_ENVELOPES = _passage(
    "Kukfachi, “帛金信封完整指南：傳統喪禮禮儀與格式解析”", "https://www.kukfachi.com/pages/帛金信封完整指南"
)
FLOWERS_FOR_THE_SICK = _passage(
    "中国鲜花网, “探望病人送花有哪些禁忌？”", "http://yuanzu.xianhua.com.cn/article-2489.html"
)

# --- customs elsewhere ---

NIPPON = _passage(
    "Nippon.com, Guide to Japan, “Gift-Giving Etiquette in Japan”", "https://www.nippon.com/en/guide-to-japan/gu020008"
)
NEVER_IN_JAPAN = _passage("JPNinfo, “5 Types of Gifts You Should Never Give in Japan”", "http://jpninfo.com/4235")
SORANEWS = _passage(
    "SoraNews24, on the double meaning behind everyday items (9 August 2013)",
    "https://soranews24.com/2013/08/09/gift-giving-guide-the-double-meaning-behind-everyday-items/",
)
SICK_VISITS = _passage(
    "Onodera Life Support, “お見舞いの注意” (21 January 2021)",
    "https://onodera-lifesupport.com/portal/japanese-culture/3767",
)
GET_WELL = _passage(
    "Japanagram, “How NOT to say Get Well Soon in Japan” (30 June 2023)",
    "https://japanagram.me/2023/06/30/how-not-to-say-get-well-soon-in-japan",
)
TO_FRENCH_PEOPLE = _passage(
    "Absolutely French, “Why you shouldn’t offer chrysanthemum to french people?” (November 2013)",
    "https://absolutely-french.eu/2013-11-why-you-shoudn-t-offer-chrysanthemum-to-french-people/",
)
TOUSSAINT = _passage("Lost in France, “All Saints’ Day – Toussaint”", "https://www.lost-in-france.com/blog/toussaint")
TO_ENGLAND = _passage(
    "Global Gifts, “Fun Facts for the Global Gifter: England”",
    "https://www.globalgiftsft.com/blogs/global-gifts-blog/fun-facts-for-the-global-gifter-england",
)
MUMSNET = _passage(
    "Mumsnet, on lilies as a present (19 February 2017): many think of funerals",
    "https://www.mumsnet.com/Talk/am_i_being_unreasonable/2858263-To-give-brightly-coloured-lilies",
)
ROSES = _passage(
    "Flower Delivery Denver, “Etiquette for giving Roses”",
    "http://www.flowerdeliverydenver.org/etiquette-for-giving-roses/",
)

# --- diets, health and animals ---

HALAL = _passage(
    "Codex Alimentarius CAC/GL 24-1997, use of the term “Halal”, 2.1.1: nothing unlawful",
    "http://www.halalfoundation.org/guidelineHal.htm",
)
HALAL_DRINKS = _passage(
    "islamiccc.com, halal system for ICC, 4.7: alcoholic drinks, in cooking and desserts too",
    "https://islamiccc.com/certifications/butchers-certification-form/9-halal-system-for-ICC?start=27",
)
VEGANISM = _passage("The Vegan Society, definition of veganism", "https://animalsandmedia.org/glossary/veganism/")
ALLERGENS_CN = _passage(
    "GB 7718-2025: eight allergens, on labels from 16 March 2027 (GB 7718-2011: by choice)",
    "https://translate.hicom-asia.com/template/mandatory-allergen-declaration-wording",
)
ALLERGENS_EU = _passage(
    "Regulation (EU) No 1169/2011, Annex II", "http://www.reading.ac.uk/foodlaw/label/allergens-list.htm"
)
GLUTEN = _passage(
    "Codex Stan 118-1979, foods for persons intolerant to gluten, 2.1",
    "https://es.scribd.com/document/311357417/Codex-standard-for-gluten-pdf",
)
SUGARS = _passage(
    "WHO (2015), Guideline: Sugars intake for adults and children: what free sugars are",
    "https://www.ncbi.nlm.nih.gov/books/NBK285538/",
)
HAY_FEVER = _passage(
    "NHS advice on hay fever: no fresh flowers in the house",
    "https://hollandandbarrett.ie/the-health-hub/conditions/allergies/hayfever/signs-of-hay-fever",
)
HAY_FEVER_TIPS = _passage("Opticrom, “Tips on Coping with Hayfever”", "https://www.opticrom.co.uk/tips-coping-hayfever")
ASTHMA = _passage(
    "Asthma UK, comment on perfume in hospitals",
    "https://www.asthma.org.uk/about/media/news/asthma-uk-comment-on-research-out-today-that-perfume-should-be-banned-in-hospitals2/",
)
PREGNANCY = _passage(
    "WHO (2014), Guidelines for the identification and management of substance use in pregnancy",
    "https://www.ncbi.nlm.nih.gov/books/NBK200683/",
)
CAFFEINE = _passage(
    "WHO (2016), Recommendations on antenatal care, A.10: caffeine in black and green tea",
    "https://fliphtml5.com/bflkp/fprw/Guidelines_WHO_ttg_ANC/56",
)
HERBAL_TEA = _passage("Wikipedia, “Herbal tea”", "https://en.wikipedia.org/wiki/Herbal_tea")
SOBER = _passage(
    "The Haynes Clinic, “How to best support a recovering alcoholic / addict”",
    "https://www.thehaynesclinic.com/how-to-best-support-a-recovering-alcoholic-addict/",
)
LILIES = _passage(
    "US FDA, “Lovely Lilies and Curious Cats: A Dangerous Combination”",
    "https://www.fda.gov/animal-veterinary/animal-health-literacy/lovely-lilies-and-curious-cats-dangerous-combination",
)
WARD = _passage(
    "dentalcare.com, CE course 363, “Flowers and Plants in Patient-care Areas”",
    "https://www.dentalcare.com/en-us/professional-education/ce-courses/ce363/flowers-and-plants-in-patient-care-areas",
)
INFECTIONS = _entry(
    "CDC / HICPAC (2003), Guidelines for Environmental Infection Control in Health-Care Facilities",
    "http://www.cdc.gov/mmwr/preview/mmwrhtml/rr5210a1.htm",
)

# --- age ---

MINORS = _passage("Law of the People’s Republic of China on the Protection of Minors (2020), Arts. 17(4) and 59")
SMALL_PARTS = _passage(
    "16 CFR 1501.1 and 1501.2: small parts; stacking sets are for children under three",
    "https://www.ecfr.gov/current/title-16/chapter-II/subchapter-C/part-1501",
)
POINTS_AND_EDGES = _passage(
    "16 CFR 1500.48 and 1500.49: sharp points and edges, children under eight",
    "http://edocket.access.gpo.gov/cfr_2007/janqtr/16cfr1500.49.htm",
)
CUTS = _passage(
    "KidsHealth, “Household Safety: Preventing Cuts”",
    "https://nortonchildrens.com/health-library/article?url=/en/parents/safety-cuts.html",
)
TOYS_CN = _entry(
    "GB 6675.2-2025, Safety of toys, part 2 (since 1 November 2026 in place of GB 6675.2-2014)",
    "https://www.codeofchina.com/standard/GB6675.2-2025.html",
)
TOYS_ISO = _entry(
    "ISO 8124-1:2022, Safety of toys, part 1: toys for children under fourteen",
    "https://store.standards.org.au/product/iso-8124-1-2022",
)
AGES_CN = _entry(
    "GB/T 28022-2021, Age determination guidelines for toys",
    "https://www.chinesestandards.org/standards/GB%20T%2028022-2021",
)
AGES_ISO = _entry(
    "ISO/TR 8124-8:2024, Safety of toys, part 8: Age determination",
    "https://standards.iteh.ai/catalog/standards/iso/18f531c7-c6d8-4025-af31-3c60ae3bb786/iso-tr-8124-8-2024",
)
AGES_US = _entry(
    "CPSC, Age Determination Guidelines (January 2020)",
    "https://crs.ul.com/en/news-events/u-s-cpsc-publishes-2020-age-determination-guidelines-toys-childrens-products/",
)

# --- occasions ---

CABIN_EU = _passage(
    "Commission Implementing Regulation (EU) 2015/1998, Annex, chapter 4 and attachment 4-C",
    "https://legislation.gov.uk/eur/2015/1998/annex/division/4/adopted",
)
CABIN_CN = _passage("中国民用航空局, 民航旅客限制随身携带或托运物品目录")
LIQUIDS = _passage(
    "ICAO, recommendations on liquids (news release of 11 December 2006)",
    "http://aircrewbuzz.blogspot.com/2006/12/icao-guidelines-for-liquids-on-board.html",
)
BIRTHDAY_CAKE = _passage("Wikipedia, “Birthday cake”", "https://en.wikipedia.org/wiki/Birthday_cake")
REGIFTING = _passage(
    "Emily Post Institute, five rules of regifting: unused and in its original condition",
    "http://931jackfm.cbslocal.com/2016/12/23/the-five-rules-of-regifting-for-christmas/",
)
