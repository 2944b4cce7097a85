"""The colour space that AVIF and HEIC files name by numbers (ISO 23091-2): that of their primary picture."""

import struct
from collections.abc import Iterator

from mindsight.decoding import decoder_errors

_FULL = 4
"""Bytes of version and flags at the beginning of some boxes."""


def numbered_colours(data: bytes) -> tuple[int, int] | None:
    """Return the numbers of colour primaries and transfer of a file's primary picture; None where it names none."""
    try:
        return _of_primary(memoryview(data))
    except decoder_errors():
        return None


def _of_primary(data: memoryview) -> tuple[int, int] | None:
    meta = dict(_boxes(dict(_boxes(data))[b"meta"][_FULL:]))
    listed = list(_boxes(meta[b"iprp"]))
    properties = list(_boxes(dict(listed)[b"ipco"]))
    wide = meta[b"pitm"][0] > 0
    (primary,) = struct.unpack_from(">I" if wide else ">H", meta[b"pitm"], _FULL)
    for kind, content in listed:
        for index in _properties_of(primary, content) if kind == b"ipma" else ():
            name, value = properties[index - 1]
            if name == b"colr" and bytes(value[:4]) == b"nclx":
                colours, transfer = struct.unpack_from(">HH", value, 4)
                return colours, transfer
    return None


def _properties_of(item: int, associations: memoryview) -> list[int]:
    """Return the numbers of the properties of an item, from 1 on; 0 is none."""
    wide_item, wide_index = associations[0] > 0, associations[3] & 1
    (count,) = struct.unpack_from(">I", associations, _FULL)
    place = _FULL + 4
    for _ in range(count):
        (found,) = struct.unpack_from(">I" if wide_item else ">H", associations, place)
        place += 4 if wide_item else 2
        many = associations[place]
        place += 1
        size = 2 if wide_index else 1
        indices = [
            int.from_bytes(associations[at : at + size]) & (0x7FFF if wide_index else 0x7F)
            for at in range(place, place + many * size, size)
        ]
        if found == item:
            return [index for index in indices if index]
        place += many * size
    return []


def _boxes(data: memoryview) -> Iterator[tuple[bytes, memoryview]]:
    """Yield type and content of each box; one of size 0 reaches to the end."""
    place = 0
    while place + 8 <= len(data):
        size, name = struct.unpack_from(">I4s", data, place)
        begin = place + 8
        if size == 1:
            (size,) = struct.unpack_from(">Q", data, begin)
            begin += 8
        end = place + size if size else len(data)
        if end < begin:
            return
        yield bytes(name), data[begin:end]
        place = end
