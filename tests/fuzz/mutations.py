"""Ways to damage a small valid file, drawn by a seed: bytes of anything, values of JSON, words of TOML and CSV, members of archives."""

import copy
import io
import json
import random
import re
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

DEEP = 100_000
_RAW = {
    "@digits@": "9" * 5001,
    "@large@": "1" + "0" * 400,
    "@NaN@": "NaN",
    "@infinite@": "1e999",
    "@deep@": "[" * DEEP,
    "@closed@": "[" * 900 + "]" * 900,
    "@objects@": '{"a":' * DEEP,
}
"""What JSON libraries do not write: the marks stand for it."""
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 0.5, -0.0, 2**31, 2**63, 2**64, 1e308, -1e308, 5e-324),
    *(
        "",
        " ",
        "0",
        "NaN",
        "x" * 3000,
        "../../etc/passwd",
        "/etc/passwd",
        "\x00",
        "\ud800",
        "a\udfff",
        "\u202e",
        "\n",
        "杯",
    ),
    *([], {}, [[]], [None], {"": None}, ["\ud800"], {"\udc00": 1}, [0] * 200),
    *_RAW,
)
_WORDS = (
    *("9" * 5001, "-" + "9" * 5001, "1" + "0" * 400, "nan", "inf", "-0.0", "1e999", "true", '""', '"\\ud800"', "'", '"', "\x00"),
    *("[" * DEEP, "[" * 900 + "]" * 900, "{a=" * 2000, "a." * 3000 + "b=1", "0001-01-01", "2026-13-45T99:99:99", "x" * 300),
    *("\ufeff", "\u202e", "=1+1", "1_000", "0x7fffffffffffffffffff", "-1", "0", "", ",", ";", "\t", "\n", "杯"),
)  # fmt: skip
_WORD = re.compile(r'"[^"\n]*"|[\w.+-]+|\S')


def mutated(data: bytes, form: str, rng: random.Random) -> bytes:
    """Return a file with something changed; one in four is changed byte by byte, whatever its form."""
    change = _FORMS.get(form)
    if change is None or rng.random() < 0.25:
        return _bytes(data, rng)
    return change(data, rng)


def _bytes(data: bytes, rng: random.Random) -> bytes:
    found = bytearray(data)
    at, length = rng.randrange(len(found)), rng.randrange(1, max(2, len(found) // 4))
    match rng.randrange(7):
        case 0:
            for _ in range(rng.randrange(1, 9)):
                found[rng.randrange(len(found))] = rng.randrange(256)
        case 1:
            found[at] ^= 1 << rng.randrange(8)
        case 2:
            del found[at : at + length]
        case 3:
            found[at:at] = found[at : at + length]
        case 4:
            found[at : at + length] = bytes(len(found[at : at + length]))
        case 5:
            found[at:at] = rng.choice(
                (b"\xff\xfe", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"[" * DEEP, b"9" * 5001, b"\x00")
            )
        case _:
            del found[at:]
    return bytes(found)


def _json(data: bytes, rng: random.Random) -> bytes:
    page = json.loads(data)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        page = _changed(page, rng)
    words = json.dumps(page)
    for mark, raw in _RAW.items():
        words = words.replace(f'"{mark}"', raw)
    return words.encode()


def _changed(page: Any, rng: random.Random) -> Any:
    places = list(_places(page))
    if not places or rng.random() < 0.03:
        return copy.deepcopy(rng.choice(ODD))
    holder, key = rng.choice(places)
    match rng.randrange(6):
        case 0:
            del holder[key]
        case 1:
            other, name = rng.choice(places)
            holder[key], other[name] = json.loads(json.dumps([other[name], holder[key]]))
        case 2 if isinstance(holder, list):
            holder.insert(key, json.loads(json.dumps(holder[key])))
        case 3 if isinstance(holder, dict):
            holder[rng.choice(("", "x", "\ud800", f"{key}x", key.upper()))] = holder.pop(key)
        case 4 if isinstance(holder[key], str | int | float):
            holder[key] = _nudged(holder[key], rng)
        case _:
            holder[key] = copy.deepcopy(rng.choice(ODD))
    return page


def _nudged(value: float | str, rng: random.Random) -> Any:
    if isinstance(value, str):
        return rng.choice((value[:-1], value + "\ud800", value * 20, value.upper(), value.replace("-", "/")))
    return rng.choice((value + 1, -value, value * 1000, value / 2, str(value), value + 0.5))


def _places(page: Any) -> Iterator[tuple[Any, Any]]:
    for key, value in list(
        page.items() if isinstance(page, dict) else enumerate(page) if isinstance(page, list) else ()
    ):
        yield page, key
        yield from _places(value)


def _lines(data: bytes, rng: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[at])
        case _ if lines[at].strip():
            lines[at] = _json(lines[at], rng) + b"\n"
    return b"".join(lines)


def _words(data: bytes, rng: random.Random) -> bytes:
    words = data.decode("utf-8-sig")
    for _ in range(rng.choice((1, 1, 2, 4))):
        places = list(_WORD.finditer(words))
        if not places:
            break
        place, other = rng.choice(places), rng.choice(places)
        put = rng.choice((rng.choice(_WORDS), rng.choice(_WORDS), other[0], place[0] * 2, place[0] * 150, ""))
        words = words[: place.start()] + put + words[place.end() :]
    return words.encode("utf-8", "surrogatepass")


def _members(data: bytes, rng: random.Random) -> bytes:
    """Change what is inside of a ZIP archive: its words or bytes, its name, or whether it is there."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        chosen = rng.choice(old.namelist())
        for name in old.namelist():
            held = old.read(name)
            if name == chosen:
                way = rng.randrange(8)
                if way == 0:
                    continue
                renamed = rng.choice(("../x", "x" * 300, "/x")) if way == 1 else name
                new.writestr(renamed, _inner(held, rng) if way > 1 else held)
                continue
            new.writestr(name, held)
    return made.getvalue()


def _inner(held: bytes, rng: random.Random) -> bytes:
    form = "json" if held[:1] in {b"{", b"["} else "words" if held[:1] == b"<" else ""
    return mutated(held, form, rng) if held else b"x"


_FORMS: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "json": _json,
    "lines": _lines,
    "words": _words,
    "zip": _members,
}
