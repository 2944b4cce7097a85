"""Error messages of libraries: translated if known, else quoted.

The templates below are the libraries' English sentences, word for word, so that English output is unchanged; the catalogue contains their
Chinese. A field matches any text, which may be a known reason itself.
"""

import re
from functools import lru_cache

from mindsight.text import Text, mark, text

_MOST = 160
_FIELD = re.compile(r"\{(\w+)\}")

_SYSTEM = (
    mark("Disk quota exceeded"),
    mark("File exists"),
    mark("File name too long"),
    mark("File too large"),
    mark("Input/output error"),
    mark("Is a directory"),
    mark("No such file or directory"),
    mark("No space left on device"),
    mark("Not a directory"),
    mark("Operation not permitted"),
    mark("Permission denied"),
    mark("Read-only file system"),
    mark("Too many levels of symbolic links"),
    mark("Too many open files"),
    mark("Exec format error"),
    mark("Text file busy"),
    mark("Argument list too long"),
)
_PARSER = (
    mark("Got unexpected extra argument(s) ({names})"),
    mark("Missing command"),
    mark("No such command '{name}'"),
)
_VALUES = (
    mark("Extra inputs are not permitted"),
    mark("Field required"),
    mark("Input should be a finite number"),
    mark("Input should be a valid boolean"),
    mark("Input should be a valid boolean, unable to interpret input"),
    mark("Input should be a valid dictionary"),
    mark("Input should be a valid dictionary or instance of {name}"),
    mark("Input should be a valid integer"),
    mark("Input should be a valid integer, got a number with a fractional part"),
    mark("Input should be a valid integer, unable to parse string as an integer"),
    mark("Input should be a valid list"),
    mark("Input should be a valid number"),
    mark("Input should be a valid number, unable to parse string as a number"),
    mark("Input should be a valid string"),
    mark("Input should be a valid tuple"),
    mark("Input should be greater than or equal to {limit}"),
    mark("Input should be greater than {limit}"),
    mark("Input should be less than or equal to {limit}"),
    mark("Input should be less than {limit}"),
    mark("Input should be '{expected}'"),
    mark("Input should be {number}"),
    mark("List should have at least {least} items after validation, not {found}"),
    mark("List should have at least {least} item after validation, not {found}"),
    mark("List should have at most {most} items after validation, not {found}"),
    mark("Tuple should have at least {least} item after validation, not {found}"),
    mark("Tuple should have at most {most} items after validation, not {found}"),
    mark("String should have at least {least} character"),
    mark("String should have at least {least} characters"),
    mark("String should have at most {most} characters"),
    mark("String should match pattern '{pattern}'"),
    mark("Value error, {problem}"),
    mark("{country} is no country; write two letters such as CN (ISO 3166-1)"),
    mark("{count} references, but not marked as a trial"),
    mark("no two 8-bit pictures have these terms"),
    mark("the terms of a pair are {expected}; got {found}"),
    mark("accuracies from {low} to {high}; expected 0 … 1"),
    mark("accuracies {first} and {second} cannot go together with a correlation of {alike}"),
)
_FILES = (
    mark("{problem} (at line {line}, column {column})"),
    mark("{problem} (at end of document)"),
    mark("{problem}: line {line} column {column} (char {place})"),
    mark("Cannot declare {name} twice"),
    mark("Cannot overwrite a value"),
    mark("Expected '=' after a key in a key/value pair"),
    mark("Expected ']' at the end of a table declaration"),
    mark("Expected {expected}"),
    mark("Expected newline or end of document after a statement"),
    mark("Invalid initial character for a key part"),
    mark("Invalid statement"),
    mark("Invalid value"),
    mark("Unclosed array"),
    mark("Unterminated string"),
    mark("Expecting ',' delimiter"),
    mark("Expecting ':' delimiter"),
    mark("Expecting property name enclosed in double quotes"),
    mark("Expecting value"),
    mark("Extra data"),
    mark("Invalid control character at"),
    mark("Unterminated string starting at"),
    mark("'utf-8' codec can't decode byte {byte} in position {place}: {problem}"),
    mark("invalid start byte"),
    mark("invalid continuation byte"),
    mark("unexpected end of data"),
    mark("nested too deeply"),
    mark("No closing quotation"),
    mark("No escaped character"),
)
_PICTURES = (
    mark("Bogus Huffman table definition"),
    mark("Corrupt JPEG data: bad Huffman code"),
    mark("Corrupt JPEG data: premature end of data segment"),
    mark("Corrupt JPEG data: {count} extraneous bytes before marker {marker}"),
    mark("Premature end of JPEG file"),
    mark("Truncated File Read"),
    mark("broken PNG file ({problem})"),
    mark("broken data stream when reading image file"),
    mark("could not create decoder object"),
    mark("decoder error {code}"),
    mark("failed to read next frame"),
    mark("image file is truncated ({count} bytes not processed)"),
    mark("image file is truncated"),
    mark("the end mark is missing"),
    mark("it holds fewer rows than its header says"),
    mark("truncated PNG file"),
    mark("unrecognized data stream contents when reading image file"),
)
KNOWN = (*_SYSTEM, *_PARSER, *_VALUES, *_FILES, *_PICTURES)


def reason_of(problem: str | BaseException, library: str | Text) -> Text:
    """Return a library's message as a Text: translatable if known, else quoted with the library's name."""
    words = " ".join(str(problem).split()).rstrip(".")
    return _known(words) or text("{library}: “{words}”", library=library, words=words[:_MOST] or "?")


def system_reason(error: OSError) -> Text:
    """Return why the operating system refused something."""
    return reason_of(error.strerror or error, text("operating system"))


def _known(words: str) -> Text | None:
    for template, pattern in _patterns():
        found = pattern.fullmatch(words)
        if found is not None:
            return Text(message=template, args={name: _inner(name, part) for name, part in found.groupdict().items()})
    return None


def _inner(name: str, words: str) -> Text | str:
    # Only a problem is a sentence; names, numbers and patterns are data.
    return words[:_MOST] if name != "problem" else _known(words) or text("“{words}”", words=words[:_MOST])


@lru_cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the templates as patterns, the most specific first: those with the most literal words."""
    ordered = sorted(KNOWN, key=lambda template: -len(_FIELD.sub("", template)))
    return tuple((template, re.compile(_pattern(template))) for template in ordered)


def _pattern(template: str) -> str:
    parts = _FIELD.split(template)
    anything = {"number": r"-?[0-9][0-9.]*"}
    return "".join(
        f"(?P<{part}>{anything.get(part, '.+')})" if place % 2 else re.escape(part) for place, part in enumerate(parts)
    )
