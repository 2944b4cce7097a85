"""Read the option that an answer names: by its letter, by its words, or by both if they agree.

A letter counts where it answers: alone, before a mark, or at the end of "The answer is". Two options are no answer, a word is not a
letter, and a letter with the words of another option is nothing.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from mindsight.answers.values.basics import NOTHING, Form, Read, bare, by_key, shown, words
from mindsight.answers.values.texts import together, words_of

SEVERAL, CONTRADICTS = "several", "contradicts"
"""Problems: more than one option is named; the letter is one option's and the words are another's."""
_LETTERED = re.compile(r"\s*[(（\[【]?\s*([A-Z]{1,2}|[a-z]{1,2})\s*(?:[.．、:：)）\]】]\s*(.*)|$)", re.DOTALL)
_KEYS = (
    "choice", "option", "letter", "selected", "selectedoption", "answer", "id", "key", "label", "value", "选项", "答案",
    "text", "name", "content", "words", "description",
)  # fmt: skip
_LETTER_WORDS = frozenset(_KEYS[:12])
_FIRST = re.compile(
    r"(?:[-*•>]+\s+|#+\s*)?(?:[【\[]?(?:option|choice|answer|letter|选项|選項|选择|選擇|答案|选|選)[】\]]?\s*[:：-]?\s*)?[(\[【<\"'“‘]*\s*"
    r"([A-Za-z]{1,2})(?![0-9A-Za-z_À-ӿ'’])(?:\s*[)\]】>\"'”’]+)?(?:\s?(?:选项|選項|项|項))?"
    r"((?:\s*(?:\.(?![A-Za-z]\.)|[、:,;=\n|])|\s+[-–—]+\s|[–—]|\s*(?=[(\[]))?)\s*(.*)",
    re.IGNORECASE | re.DOTALL,
)
_BOUNDS = " \t\n()[]【】<>\"'“”‘’.。*"
_TOKEN = re.compile(r"(?<![0-9A-Za-z_À-ӿ'’])([A-Za-z]{1,2})(?![0-9A-Za-z_À-ӿ'’]|-[A-Za-z]{2})")
# A cup, a cup, I think: an article or a pronoun, unless what follows goes on about an option.
_NEXT_WORD = re.compile(
    r"[^\S\n]+(?!(?:the|option|rather|instead|than|over|versus|to|with|though|although|however|except|plus|or|and|is|was|are"
    r"|because|since|as|but|not|nor|maybe|perhaps|probably|possibly|too|also|if|vs|seems?|looks?|would|fits)\b)[a-z]"
)
_NEXT_VERB = re.compile(r"[^\S\n]+(?:would|will|could|can)\b")
_SO = re.compile(
    r"(?:(?:is|would be|must be|should be|seems|looks|fits|matches)\b)?\s*(?:the\s+)?(?:most\s+)?(?:(?:correct|right|best|true|likely)\b)?"
    r"(?:\s*(?:answer|option|choice|one)\b)?\s*(?:[.,;!。，；！]|because\b|since\b|$)"
    r"|(?:项|选项)?(?:是|为)?最?(?:正确|对|合适|符合)?的?(?:答案|选项)?\s*(?:[.,;!。，；！]|因为|$)",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"(?:\b(?:is|be|it's|that's|choose|chose|pick|picked|select|selected|say|go with|option|choice|letter|answer"
    r"|probably|likely|definitely|certainly|clearly|maybe|perhaps|(?:so|thus|hence|therefore),?)"
    r"|所以,?|因此,?|故|是|选|選|选择|選擇|为|為|选项|選項|答案|大概|应该|應該|可能)\s*[:：=]?\s*[(\[【<\"'“‘*`$]*\s*$",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?。！？;；\n]")
_DENIAL = re.compile(
    r"(?:which\s+)?(?:(?:is|it's|it is)\s+)?(?:no|not|wrong|incorrect|false|never|isn't)\b|[不错否没非]"
    r"|[^.!?。！？;；\n]{0,200}(?:\b(?:wrong|incorrect|unlikely|ruled out|eliminated)\b|不对|不正确|错误|排除)",
    re.IGNORECASE,
)
_DOUBT = re.compile(
    r"\b(?:not|never|wrong|incorrect|unlikely|doubt\w*|thought|might think|initial\w*"
    r"|neither|nor|except|if|whether|unless|either|or|cannot)\b|n['’]t\b|[不非错除没若或别勿?？]|如果|还是",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"(?<![\w.])[-−]?\d+(?:[.,:/]\d+)*%?|\?(?=\W*\Z)")
_UNKNOWN = re.compile(r"[(\[]?([A-Za-z])\s?[.、:)\]]\s*([^\W\d_]{2}.*)", re.DOTALL)
_LONE = re.compile(r"(?<![0-9A-Za-z_'’])[B-HJ-Z](?![0-9A-Za-z_'’])|\b(?:or|and)\b|或|和")
_MOST_TOKENS = 8
_ARTICLE = re.compile(r"(?<![\w'’])(?:the|an?)[^\S\n]+(?!the\b)(?=[a-z])")
_Name = tuple[str, tuple[str, ...]]


class Option(NamedTuple):
    """An offered option: its letter, and the words by which it may be named."""

    letter: str
    names: tuple[str, ...] = ()


class _Index(NamedTuple):
    """Options by what may be written: letters in either case, and names; "" for a name that several have."""

    letters: Mapping[str, str]
    names: Mapping[_Name, str]


def offered(lines: Iterable[str]) -> tuple[Option, ...]:
    """Return the options of lines such as ``A. mug``."""
    found = (_LETTERED.fullmatch(line) for line in lines)
    return tuple(Option(line[1], (line[2].strip(),) if line[2] else ()) for line in found if line)


def letter_of(line: str) -> str:
    """Return the letter (two after the 26th) before an option's words; "" if there is none."""
    found = _LETTERED.fullmatch(line)
    return found[1] if found else ""


def read_option(value: Any, options: Sequence[Option] = (), *, depth: int = 0) -> Read:
    """Return the letter of the one option that is named; of options that are not known, a letter alone or before a mark and words."""
    if isinstance(value, (list, tuple)):
        if len(value) == 1 and depth < 4:
            return read_option(value[0], options, depth=depth + 1)
        return Read(problem=SEVERAL if len(value) > 1 else shown(value))
    if isinstance(value, dict):
        return _of_object(value, options, depth) if depth < 4 else Read(problem=shown(value))
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return Read(problem="" if value is None else shown(value))
    said = words(value) if isinstance(value, str) else shown(value).removesuffix(".0")
    folded = re.sub(r"[^\S\n]+", " ", unicodedata.normalize("NFKC", said))
    read = _of_text(bare(folded), _index(tuple(options)))
    if read.value is None:
        nothing = said.casefold() in NOTHING
        return Read(problem="" if nothing else read.problem or shown(said))
    return read if read.repairs or said == read.value else read._replace(repairs=("option_text",))


def _of_object(value: dict[Any, Any], options: Sequence[Option], depth: int) -> Read:
    """Return the option that all values of an object name; words that name none are an explanation."""
    keyed = by_key(value)
    reads = {key: read_option(keyed[key], options, depth=depth + 1) for key in _KEYS if keyed.get(key) is not None}
    fatal = [read for read in reads.values() if read.problem in {SEVERAL, CONTRADICTS}]
    usable = [read for read in reads.values() if read.value is not None]
    if fatal or not usable:
        return Read(problem=next((read.problem for read in (*fatal, *reads.values()) if read.problem), "object"))
    if len({read.value for read in usable}) > 1:
        return Read(problem=CONTRADICTS)
    unread = [
        key
        for key, read in reads.items()
        if read.value is None and read.problem and key in _LETTER_WORDS - {"id", "label"}
    ]
    return Read(problem=reads[unread[0]].problem) if unread else Read(usable[0].value, ("option_text",))


def _of_text(said: str, index: _Index) -> Read:
    first = _FIRST.fullmatch(said)
    alone = _letter(first[1], index) if first is not None and not first[3].strip(_BOUNDS) else ""
    if alone or not index.letters:
        return Read(alone) if alone else _of_unknown(said)
    name = _name(said)
    if name not in index.names and said.rstrip(" .。").endswith("的"):
        name = _name(said.rstrip(" .。").removesuffix("的"))
    # The letter A would be taken for an article.
    lettered = first is not None and first[2] and first[1] in {"A", "a"} and _letter(first[1], index)
    if name in index.names and not lettered:
        letter = index.names[name]
        return Read(letter, ("option_by_name",)) if letter else Read(problem=SEVERAL)
    if first is not None and (read := _lettered(first, index)) is not None:
        return read
    return _with_letter_last(said, index) or _in_sentence(said, index)


def _of_unknown(said: str) -> Read:
    """Return the letter before a mark and words that hold no other letter, of options that are not known."""
    found = _UNKNOWN.fullmatch(said)
    clear = found is not None and not _LONE.search(found[2]) and not _DENIAL.match(found[2])
    return Read(found[1], ("option_text",)) if found and clear else Read()


def _letter(said: str, index: _Index) -> str:
    """Return the option's own letter; with no options known, any single letter."""
    if not index.letters:
        return said if len(said) == 1 else ""
    return index.letters.get(said, "")


def _lettered(first: re.Match[str], index: _Index) -> Read | None:
    """Return the option whose letter begins a text, if what follows does not speak against it; None if no letter begins it."""
    letter, mark, rest = _letter(first[1], index), first[2], first[3]
    named = index.names.get(_name(rest))
    if letter and named is not None and (mark or named == letter):
        return Read(letter, ("option_text",)) if named in {letter, ""} else Read(problem=CONTRADICTS)
    goes_on = _SO.match(rest) if not mark else None
    if not letter or named is not None or not (mark or goes_on):
        return None
    beside = rest[goes_on.end() :] if goes_on else rest
    if _DENIAL.match(beside.lstrip(_BOUNDS)):
        return Read()
    return Read(problem=SEVERAL) if _letters_in(beside, index) - {letter} else _agreeing(letter, beside, index)


def _agreeing(letter: str, beside: str, index: _Index) -> Read:
    """Return a letter if the words beside it do not name another option."""
    others = _spoken(beside, index) - {letter}
    return Read(problem=CONTRADICTS) if others else Read(letter, ("option_text",))


def _with_letter_last(said: str, index: _Index) -> Read | None:
    """Return the option of a text such as ``green box (B)``; None if the words before the letter are no option's."""
    body = said.rstrip(" )]】.")
    last = re.search(r"[\s(\[【:,，\-–—]([A-Za-z]{1,2})\Z", body[-3:])
    letter = _letter(last[1], index) if last else ""
    named = index.names.get(_name(body[: len(body) - len(last[1])])) if last and letter else None
    if named is None:
        return None
    return Read(letter, ("option_text",)) if named == letter else Read(problem=CONTRADICTS)


def _in_sentence(said: str, index: _Index) -> Read:
    """Return the only option whose letter stands alone in a text, if it stands where a sentence answers."""
    tokens = [token for token in _TOKEN.finditer(said) if _is_letter(token, said, index)]
    letters = {_letter(token[1], index) for token in tokens}
    if len(letters) != 1:
        return Read(problem=SEVERAL if letters else "")
    for token in tokens[:_MOST_TOKENS]:
        before = _SENTENCE_END.split(said[: token.start()])[-1]
        after = _SENTENCE_END.split(said[token.end() :])[0]
        asked = said[token.end() + len(after) :][:1] in {"?", "？"}
        first = _FIRST.fullmatch(said[token.start() :])
        if not asked and first and _BEFORE.search(before) and not _DOUBT.search(before) and not _DOUBT.search(after):
            read = _lettered(first, index)
            return _agreeing(letters.pop(), said, index) if read and read.value else read or Read()
    return Read()


def _is_letter(token: re.Match[str], said: str, index: _Index) -> bool:
    """Return whether a token is an option's letter, and neither an article nor a pronoun."""
    if not _letter(token[1], index):
        return False
    if token[1] in {"I", "i"} and _NEXT_VERB.match(said, token.end()):
        return False
    return token[1] not in {"A", "a", "I", "i"} or not _NEXT_WORD.match(said, token.end())


def _letters_in(said: str, index: _Index) -> set[str]:
    return {_letter(token[1], index) for token in _TOKEN.finditer(said) if _is_letter(token, said, index)}


def _spoken(said: str, index: _Index) -> set[str]:
    """Return the options whose names occur in a text; what a longer name holds counts as that one's."""
    text, letters = _name(said)[0], set()
    for (name, _), letter in sorted(index.names.items(), key=lambda pair: -len(pair[0][0])):
        # A boundary of words where the name's end is no Chinese letter.
        parts = re.split(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])" if name.isascii() else re.escape(name), text)
        if len(parts) > 1:
            letters.add(letter)
            text = "|".join(parts)
    return letters - {""}


def _name(said: str) -> _Name:
    """Return words as they are compared, without articles, and the numbers and the question mark in them: -3 is not 3."""
    folded = unicodedata.normalize("NFKC", said).casefold()
    return together(words_of(_ARTICLE.sub(" ", folded))), tuple(_NUMBERS.findall(folded))


@lru_cache(maxsize=512)
def _index(options: tuple[Option, ...]) -> _Index:
    letters = {option.letter: option.letter for option in options}
    other_case = {option.letter.swapcase(): option.letter for option in options}
    names: dict[_Name, str] = {}
    for option in options:
        for name in {_name(name) for name in option.names} - {("", ())}:
            names[name] = option.letter if names.get(name, option.letter) == option.letter else ""
    return _Index({**other_case, **letters}, names)


_THREE = (Option("A", ("red mug", "红色杯子")), Option("B", ("green box", "绿色盒子")), Option("C", ("blue", "蓝色")))
_TWO_KINDS = offered(("A. red mug", "B. green box", "F. AA battery", "a. left of the box", "b. right of the box"))
_COUNTS = (Option("A", ("2",)), Option("B", ("3",)), Option("C", ("-3",)))
_MANY = (
    *(Option(chr(65 + place), (f"thing {place}",)) for place in range(26)),
    Option("AA", ("mug",)),
    Option("AB", ("cup",)),
)
FORMS: tuple[Form, ...] = (
    *(
        Form(written, "B", _THREE)
        for written in (
            "B", "b", "Ｂ", "B.", "(B)", "（Ｂ）", "B)",
            "[B]", "【B】", "“B”", "**B**", "`B`", "$B$", r"\boxed{B}", r"\boxed{\text{B}}", "- B",
            "B) green box", "B. green box", "B, green box", "B，绿色盒子", "B、绿色盒子", "B：绿色盒子", "B - green box", "B (green box)",
            "**B. green box**", "B green box", "B. It is the green box on the table.", "green box (B)", "green box: B",
            "Option B", "option (B)", "Choice: B", "选B", "選B", "选项B", "選項B", "B项", "答案是B", "答案：B。", "The answer is B",
            "The correct answer is option B.", "Answer: B", "Answer: B. green box",
            "B is correct", "B because it is green", "B是正确的", "I think it is B",
            "I'd go with B.", "It looks green. The answer is B", "我认为是B",
            "应该是B，因为它是绿色的", "Probably B", "Therefore, B", "【答案】B",
            "B\n\nThe hand points at it.", "B - the hand points at it",
            "→ B", "The answer is definitely B.",
            "绿色盒子的", "green box", "the green box", "A green box", "Green_Box.", "绿色盒子", "The answer is the green box",
            ["B"], [["B"]], {"choice": "B"}, {"letter": "B"}, {"answer": "B"}, {"Answer": "(B)"}, {"letter": "B", "text": "green box"},
        )
    ),
    Form("C", "C", _THREE),
    Form("A", "A", _THREE),
    Form("A. A red mug", "A", _THREE),
    *(
        Form(written, None, _THREE)
        for written in (
            "B or C", "B/C", "B, C", "B and C", "B & C", "B、C", "B或C", "B和C", "BC", "B-C", "A or B or C", "B, maybe C",
            "B. C", ["B", "C"],
            "B. green box or blue", "green box or blue", "both B and C", "B or the red mug", {"choice": "B", "answer": "C"},
            "B. red mug", "B. green box but also the red mug", "blue; A", "red mug. No, option B", "C.，也可能是green box",
            "A/绿色盒子", "A\nthe green box", "A rather than B", "A, green box", "B (红色杯子)", "red mug (B)",
            "I choose B, the red mug", {"letter": "B", "text": "red mug"},
            "not B", "别选B", "The answer is not B", "B (wrong)", "B, which is wrong", "B is wrong", "B不对", "不是B", "B?",
            "Is it B?", "B: no", "If it is B", "neither A nor B", "It's unlikely that it is B", "I thought it was B",
            "D", "Z. green box", "N/A", "A yellow box", "Because it is green", "I cannot tell", "It is A yellow box",
            "the green one", "e.g. green",
            2, "2", True, 1.5, "", None, "none", "无", [], {}, {"index": 1}, [["B", "C"]], {"choice": "D", "text": "green box"},
        )
    ),
    Form("B", "B", _TWO_KINDS),
    Form("b", "b", _TWO_KINDS),
    Form("f", "F", _TWO_KINDS),
    Form("B, b", None, _TWO_KINDS),
    Form("F or B", None, _TWO_KINDS),
    Form("AA battery", "F", _TWO_KINDS),
    Form("AA", None, _TWO_KINDS),
    Form("AA", "AA", _MANY),
    Form("AB. cup", "AB", _MANY),
    Form("ab", "AB", _MANY),
    Form("I think it is B", "B", _MANY),
    Form("I do not know", None, _MANY),
    Form(2, "A", _COUNTS),
    Form("3", "B", _COUNTS),
    Form(3.0, "B", _COUNTS),
    Form("-3", "C", _COUNTS),
    Form("B. -3", None, _COUNTS),
    Form("1", None, _COUNTS),
    Form("B", "B", (Option("A", ("none",)), Option("B", ("one",)))),
    Form("none", "A", (Option("A", ("none",)), Option("B", ("one",)))),
    Form("B", "B", ()),
    Form("(b)", "b", ()),
    Form("Option B", "B", ()),
    Form("B. green box", "B", ()),
    Form("A. 红色杯子", "A", ()),
    Form("B. C", None, ()),
    Form("B. green box or C", None, ()),
    Form("B, green box", None, ()),
    Form("It is B", None, ()),
    Form("e.g. green", None, ()),
    Form("OK", None, ()),
)  # fmt: skip
"""Accepted and refused forms; ``given`` are the options."""
