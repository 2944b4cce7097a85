"""Put the certificates of a time stamp into the order that a strict reader demands.

They are a set, whose order means nothing and no signature covers. DER wants the elements of a set sorted, many services send
them as they come, and the library that reads them here refuses that.
"""

from collections.abc import Iterator
from typing import NamedTuple

_SEQUENCE, _CONTENT, _CERTIFICATES = 0x30, 0xA0, 0xA0


class _Value(NamedTuple):
    """An element: its tag, where it begins, where its content begins, where it ends."""

    tag: int
    begin: int
    content: int
    end: int


def with_sorted_certificates(data: bytes) -> bytes:
    """Return a time-stamp response with its certificates sorted; what is no such response comes back as it is."""
    try:
        found = _certificates(data)
    except (IndexError, StopIteration, ValueError):
        return data
    inside = sorted(data[one.begin : one.end] for one in _elements(data, found.content, found.end))
    return data[: found.content] + b"".join(inside) + data[found.end :]


def _certificates(data: bytes) -> _Value:
    """Return where the certificates stand: response, token, content, signed data, certificates."""
    response = _expect(_read(data, 0, len(data)), _SEQUENCE)
    token = _expect(list(_elements(data, response.content, response.end))[1], _SEQUENCE)
    content = _expect(list(_elements(data, token.content, token.end))[1], _CONTENT)
    signed = _expect(_read(data, content.content, content.end), _SEQUENCE)
    certificates = next(one for one in _elements(data, signed.content, signed.end) if one.tag == _CERTIFICATES)
    list(_elements(data, certificates.content, certificates.end))
    return certificates


def _elements(data: bytes, begin: int, end: int) -> Iterator[_Value]:
    while begin < end:
        found = _read(data, begin, end)
        yield found
        begin = found.end


def _read(data: bytes, begin: int, end: int) -> _Value:
    tag, length, content = data[begin], data[begin + 1], begin + 2
    if length >= 0x80:
        count = length & 0x7F
        if not 1 <= count <= 4:
            raise ValueError(length)
        length = int.from_bytes(data[content : content + count])
        content += count
    if content + length > end:
        raise ValueError(length)
    return _Value(tag, begin, content, content + length)


def _expect(value: _Value, tag: int) -> _Value:
    if value.tag != tag:
        raise ValueError(value.tag)
    return value
