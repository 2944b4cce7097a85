"""The table of the built-in model profiles, in Markdown, from the profiles themselves."""

from collections.abc import Mapping

from docs.markdown import code, table

from mindsight.answers.conventions import ModelProfile, Scale, Unit, built_in
from mindsight.text import Language

_HEADS = {"en": ("Profile", "Points", "Times", "Confirmed"), "zh": ("约定", "坐标", "时间", "有可靠来源")}
_SCALES: Mapping[Scale, tuple[str, str]] = {
    "unit": ("0 to 1", "0 到 1"),
    "percent": ("0 to 100", "0 到 100"),
    "thousand": ("0 to 1000", "0 到 1000"),
    "999": ("0 to 999", "0 到 999"),
    "1023": ("0 to 1023", "0 到 1023"),
    "pixels": ("pixels of the picture sent", "所发送图片的像素"),
}
_MULTIPLES = (", sides rounded to multiples of {count}", "，边长取整为 {count} 的倍数")
_UNITS: Mapping[Unit, tuple[str, str]] = {
    "ms": ("ms, whole numbers", "毫秒，整数"),
    "s": ("s, with decimals", "秒，带小数"),
    "clock": ("MM:SS.mmm", "MM:SS.mmm"),
}
_YES_NO = (("no", "yes"), ("否", "是"))


def page(language: Language) -> str:
    """Return the table of all built-in profiles; the one of any other model comes first."""
    profiles = sorted(built_in().values(), key=lambda one: one.name != "default")
    return table(_HEADS[language], (_row(one, language) for one in profiles))


def _row(profile: ModelProfile, language: Language) -> tuple[str, ...]:
    place = ("en", "zh").index(language)
    order = f"[{', '.join(profile.order)}]"
    points = f"{order}{(', ', '，')[place]}{_SCALES[profile.scale][place]}"
    if profile.multiple > 1:
        points += _MULTIPLES[place].format(count=profile.multiple)
    return code(profile.name), points, _UNITS[profile.time][place], _YES_NO[place][profile.confirmed]
