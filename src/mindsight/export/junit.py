"""JUnit XML for continuous integration: a test case per measure, which a threshold can fail, and one per item."""

import re
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

from mindsight.errors import InputError
from mindsight.export.contents import Contents
from mindsight.files.whole import whole_file
from mindsight.record.model import Item, Measure
from mindsight.text import Language, say, text

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold; a subject's answer may be made of them."""


def write_junit(contents: Contents, folder: Path, thresholds: Mapping[str, float], language: Language = "en") -> Path:
    """Write the run as ``junit.xml``, item by item.

    A measure fails where it is worse than its threshold, and is an error where it has a threshold and no value. An item is an error where
    it could not be tested; one that was answered wrongly is no failure, for that is what the measures count.

    Raises:
        InputError: A threshold names a measure that the run does not have.
    """
    known = {measure.name for measure in contents.measures}
    for name in thresholds:
        if name not in known:
            raise InputError(
                "--fail-under: the run has no measure {name}; it has {known}",
                name=name,
                known=", ".join(sorted(known))[:600],
            )
    measures = [_of_measure(one, thresholds.get(one.name), language) for one in contents.measures]
    failures, errors = (sum(case.find(kind) is not None for case in measures) for kind in ("failure", "error"))
    failed = sum(one.status == "failed" for one in contents.items)
    path = folder / "junit.xml"
    with whole_file(path) as file:
        file.write(b"<?xml version='1.0' encoding='utf-8'?>\n")
        file.write(_opened("testsuites", name=contents.name))
        for name, cases, counts in (
            ("measures", iter(measures), (len(measures), failures, errors)),
            ("items", (_of_item(one, language) for one in contents.items), (contents.count, 0, failed)),
        ):
            tests, wrong, broken = map(str, counts)
            file.write(_opened("testsuite", name=name, tests=tests, failures=wrong, errors=broken, skipped="0"))
            for case in cases:
                file.write(ET.tostring(case, encoding="utf-8") + b"\n")
            file.write(b"</testsuite>\n")
        file.write(b"</testsuites>\n")
    return path


def unmet(contents: Contents, thresholds: Mapping[str, float]) -> list[str]:
    """Return the names of the measures that have no value or are worse than their threshold."""
    return [
        one.name
        for one in contents.measures
        if one.name in thresholds and (one.value is None or _is_worse(one, one.value, thresholds[one.name]))
    ]


def _is_worse(measure: Measure, value: float, threshold: float) -> bool:
    return value < threshold if measure.better == "higher" else value > threshold


def _of_measure(measure: Measure, threshold: float | None, language: Language) -> ET.Element:
    case = _case("measures", measure.name, 0.0)
    shown = measure.status if measure.value is None else f"{measure.value:.6g}"
    if measure.interval is not None:
        shown += f" [{measure.interval.low:.6g}, {measure.interval.high:.6g}]"
    ET.SubElement(case, "system-out").text = _plain(f"{shown} | n={measure.n} | {measure.signature}")
    if threshold is not None and measure.value is None:
        said = say(text("{name} has no value ({status})", name=measure.name, status=measure.status), language)
        ET.SubElement(case, "error", message=_plain(said), type="no value")
    elif threshold is not None and measure.value is not None and _is_worse(measure, measure.value, threshold):
        said = say(
            text("{name} is {value}, worse than {threshold}", name=measure.name, value=shown, threshold=threshold),
            language,
        )
        ET.SubElement(case, "failure", message=_plain(said), type="threshold")
    return case


def _of_item(item: Item, language: Language) -> ET.Element:
    case = _case("items", item.id, item.time_s)
    if item.status == "failed":
        said = say(item.error, language) if item.error is not None else item.outcome
        ET.SubElement(case, "error", message=_plain(said), type=_plain(item.outcome))
    return case


def _case(group: str, name: str, seconds: float) -> ET.Element:
    return ET.Element("testcase", classname=f"mindsight.{group}", name=_plain(name), time=f"{seconds:.3f}")


def _opened(tag: str, **attributes: str) -> bytes:
    """Return the opening tag of an element whose content is written after it."""
    whole: bytes = ET.tostring(ET.Element(tag, attributes), encoding="utf-8", short_empty_elements=False)
    return whole.removesuffix(f"</{tag}>".encode()) + b"\n"


def _plain(words: str) -> str:
    return _FORBIDDEN.sub("\ufffd", words)
