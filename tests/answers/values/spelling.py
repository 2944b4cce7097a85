"""Write numbers as people write them, for tests of what is read."""

ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
        "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")  # fmt: skip
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
HAN = "零一二三四五六七八九"


def english(number: int, joint: str = " and ", hyphen: str = "-") -> str:
    """Return a whole number below a million in English words."""
    if number < 20:
        return ONES[number]
    if number < 100:
        return TENS[number // 10] + (hyphen + ONES[number % 10] if number % 10 else "")
    size, name = (100, "hundred") if number < 1000 else (1000, "thousand")
    rest = number % size
    between = joint if rest < 100 else " "
    return f"{english(number // size, joint, hyphen)} {name}" + (between + english(rest, joint, hyphen) if rest else "")


def chinese(number: int) -> str:
    """Return a whole number below a hundred million in Chinese numerals."""
    if number >= 10_000:
        rest = number % 10_000
        return f"{chinese(number // 10_000)}万" + ("零" if 0 < rest < 1000 else "") + (_section(rest) if rest else "")
    said = _section(number)
    return said.removeprefix("一") if 10 <= number < 20 else said


def _section(number: int) -> str:
    if number == 0:
        return "零"
    said, gap = "", False
    for size, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // size % 10
        if digit:
            said += ("零" if gap and said else "") + HAN[digit] + name
        gap = not digit
    return said


def grouped(number: int, comma: str) -> str:
    """Return a whole number with its thousands parted."""
    return f"{number:,}".replace(",", comma)
