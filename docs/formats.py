"""The fields of every published file format, in Markdown, from the JSON Schemas."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from docs.markdown import code, table
from scripts import schemas

from mindsight.text import Language

_HEADS = {"en": ("Field", "Value"), "zh": ("字段", "值")}
_ABSENT = {"en": " (may be absent)", "zh": "（可以没有）"}
_TYPES = {
    "string": {"en": "string", "zh": "字符串"},
    "integer": {"en": "whole number", "zh": "整数"},
    "number": {"en": "number", "zh": "数"},
    "boolean": {"en": "boolean", "zh": "布尔值"},
    "null": {"en": "null", "zh": "null"},
    "object": {"en": "object", "zh": "对象"},
    "array": {"en": "list", "zh": "列表"},
}
_LIST = {"en": "list of {inner}", "zh": "列表，元素为{inner}"}
_BY_NAME = {"en": "by name: {inner}", "zh": "以名称为键：{inner}"}
_OR = {"en": " or ", "zh": " 或 "}
_ANY = {"en": "anything", "zh": "任意值"}
_JOINED = {"en": ", ", "zh": "，"}


def page(language: Language) -> str:
    """Return the fields of every format, the objects of which it consists after it."""
    return "\n".join(part for name in schemas.SCHEMAS for part in _format(name, language))


def _format(name: str, language: Language) -> Iterator[str]:
    schema = schemas.schema(name)
    yield f"## {name}\n"
    yield f"{_heading(schema['title'], language)} [JSON Schema](../schemas/{schemas.path(name).name})\n"
    yield from _fields(schema, name, language)
    for inner, part in sorted(schema.get("$defs", {}).items()):
        if part.get("properties"):
            yield f"### {inner} {{ #{name}-{inner.lower()} }}\n"
            yield from _fields(part, name, language)


def _heading(title: str, language: Language) -> str:
    """Return which file a schema describes; its title says so in English."""
    file = next(word for word in title.split() if "." in word)
    return f"{title.replace(file, f'`{file}`')}." if language == "en" else f"`{file}`。"


def _fields(part: Mapping[str, Any], name: str, language: Language) -> Iterator[str]:
    # What mindsight writes is written whole; of what others write, part may be missing.
    needed = part.get("required", ()) if name in schemas.READ else part.get("properties", ())
    rows = [
        (f"`{field}`", _value(value, name, language) + ("" if field in needed else _ABSENT[language]))
        for field, value in part.get("properties", {}).items()
    ]
    if rows:
        yield table(_HEADS[language], rows)
    elif "items" in part:
        yield f"{_value(part, name, language)}\n"


def _value(value: Mapping[str, Any], name: str, language: Language) -> str:
    """Return what a field may hold, in words."""
    if "$ref" in value:
        inner = value["$ref"].rsplit("/", 1)[1]
        return f"[{inner}](#{name}-{inner.lower()})"
    fixed = [value["const"]] if "const" in value else value.get("enum")
    if fixed:
        return _JOINED[language].join(code(json.dumps(each)) for each in fixed)
    several = value.get("anyOf") or value.get("oneOf")
    if several:
        return _OR[language].join(dict.fromkeys(_value(each, name, language) for each in several))
    return _container(value, name, language)


def _container(value: Mapping[str, Any], name: str, language: Language) -> str:
    if "items" in value:
        return _LIST[language].format(inner=_value(value["items"], name, language))
    if isinstance(value.get("additionalProperties"), Mapping):
        return _BY_NAME[language].format(inner=_value(value["additionalProperties"], name, language))
    kind = value.get("type")
    return _TYPES[kind][language] if isinstance(kind, str) else _ANY[language]
