"""Signs that a text is more than a description: counted and reported beside a judge's marks, never part of a score.

They are found by rule in the raw text. An honest description has none; an attack may have none either.
"""

import re
import unicodedata

from mindsight.vsig.judge.quoting import MOST_CHARACTERS

_ORDERS = re.compile(
    r"\b(?:ignore|disregard|override|forget)\b.{0,40}\b(?:above|previous|prior|instructions?|rules?|rubric)\b"
    r"|\b(?:judge|grader|marker|evaluator|rubric|system prompt|full marks?|perfect score)\b"
    r"|\bmark(?:ed|s)?\s+(?:it|this|me|as|entry|every|all)\b|\b(?:score|grade|rate)\b.{0,20}\b(?:right|correct|full|10|100|1)\b"
    r"|忽略.{0,20}(?:以上|前面|上述|规则|指令|标准)|(?:评分|打分|判分|评委|裁判|阅卷|考官)|满分|判(?:为|作|成)?(?:正确|对)"
    r"|(?:应|请|必须).{0,10}(?:算对|给对|得分)",
    re.IGNORECASE | re.DOTALL,
)
_MARKUP = re.compile(
    r"<\|?/?[A-Za-z_]+|\[/?(?:INST|SYS)|<<|```|[{}]|\b(?:system|assistant|user|human)\s*[:：]", re.IGNORECASE
)
_ENCODED = re.compile(r"[A-Za-z0-9+/=]{40,}")
SIGNS = ("orders", "markup", "encoded", "unseen", "long")


def signs_of(said: str) -> tuple[str, ...]:
    """Return the signs in a text: orders to a judge, role or code markup, encoded text, invisible characters, length."""
    seen = unicodedata.normalize("NFKC", "".join(letter for letter in said if not _is_unseen(letter)))
    found = {
        "orders": _ORDERS.search(seen) is not None,
        "markup": _MARKUP.search(seen) is not None,
        "encoded": _ENCODED.search(seen) is not None,
        "unseen": any(map(_is_unseen, said)),
        "long": len(said) > MOST_CHARACTERS,
    }
    return tuple(sign for sign in SIGNS if found[sign])


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Co", "Cn"}
