"""Somebody changes a number and seals the folder again: the items' terms and the kit's list still tell."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mindsight import checker
from mindsight.kinds import rescore
from mindsight.record.folder import RESULTS, SCORES, RunFolder
from mindsight.record.scores import to_csv
from record import trial


@pytest.fixture
def run(sealed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sealed, tmp_path / "run"))


def sentences(run: Path) -> list[str]:
    findings, _ = checker.check(str(run))
    return [finding.say() for finding in findings]


def keys(run: Path) -> set[str]:
    return {finding.key for finding in checker.check(str(run))[0]}


def forge_measure(run: Path, name: str, forge: Callable[[dict[str, Any]], None]) -> None:
    results = trial.read_page(run, RESULTS)
    forge(next(measure for measure in results["measures"] if measure["name"] == name))
    trial.write_page(run, RESULTS, results)
    trial.reseal(run)


def recompute(run: Path) -> None:
    """Give the forged record the numbers that mindsight itself would give it, and seal it."""
    folder = RunFolder(run)
    table, results = rescore(folder)
    folder.write(SCORES, to_csv(table))
    folder.write_model(RESULTS, results)
    trial.reseal(run)


def test_sealing_an_untouched_run_again_changes_nothing(run: Path) -> None:
    before = trial.contents(run)
    trial.rechain(run, trial.read_lines(run))
    trial.reseal(run)
    assert trial.contents(run) == before


@pytest.mark.parametrize("field", ["value", "n", "low", "high", "level"])
def test_a_forged_number_of_a_sealed_result_is_named(run: Path, field: str) -> None:
    def forge(measure: dict[str, Any]) -> None:
        holder = measure["interval"] if field in ("low", "high", "level") else measure
        holder[field] += 1

    forge_measure(run, "album.psnr", forge)
    shown = "interval" if field in ("low", "high", "level") else field
    assert len(sentences(run)) == 1
    assert sentences(run)[0].startswith(f"results.json: album.psnr.{shown} is ")


def test_a_forged_status_is_named(run: Path) -> None:
    forge_measure(run, "album.psnr", lambda measure: measure.update(status="exact", value=None))
    assert any("album.psnr.status" in sentence for sentence in sentences(run))


def test_a_forged_identity_is_named(run: Path) -> None:
    forge_measure(run, "album.ssim", lambda measure: measure["signature"]["identity"].update(rule=99))
    assert sentences(run) == ["results.json: the identity of album.ssim is not the one in manifest.json"]


def test_a_measure_left_out_is_named(run: Path) -> None:
    results = trial.read_page(run, RESULTS)
    results["measures"] = [measure for measure in results["measures"] if measure["name"] != "album.psnr"]
    trial.write_page(run, RESULTS, results)
    lines = (run / SCORES).read_text().splitlines()
    column = lines[0].split(",").index("album.psnr")
    cells = [line.split(",") for line in lines]
    (run / SCORES).write_text("".join(",".join(row[:column] + row[column + 1 :]) + "\n" for row in cells))
    trial.reseal(run)
    assert sentences(run) == ["results.json: album.psnr is missing, the items' terms give it"]


def test_a_key_that_stands_twice_is_named(run: Path) -> None:
    page = (run / RESULTS).read_text()
    (run / RESULTS).write_text(page.replace('"value": ', '"value": 99.9,\n   "value": ', 1))
    trial.reseal(run)
    assert keys(run) == {"not_canonical"}


def test_a_forged_score_of_an_item_is_named(run: Path) -> None:
    lines = (run / SCORES).read_text().splitlines(keepends=True)
    lines[2] = lines[2].replace("scored,", "scored,9", 1).replace("scored,9scored", "scored,scored")
    cells = lines[2].split(",")
    cells[4] = "99.5"
    lines[2] = ",".join(cells)
    (run / SCORES).write_text("".join(lines))
    trial.reseal(run)
    (finding,) = checker.check(str(run))[0]
    assert (finding.key, finding.values["byte"]) == ("scores", len("".join(lines[:2]).encode()))


def test_forged_terms_chained_and_sealed_anew_disagree_with_the_results(run: Path) -> None:
    items = trial.read_lines(run)
    items[0]["terms"]["output"]["squared_error"] //= 4
    trial.rechain(run, items)
    trial.reseal(run)
    found = sentences(run)
    assert any("results.json: album.psnr.value is " in sentence for sentence in found)
    assert any(sentence.startswith("scores.csv: byte ") for sentence in found)


def test_a_forged_term_of_the_input_disagrees_with_the_kit_however_consistent_the_rest(run: Path) -> None:
    items = trial.read_lines(run)
    items[0]["terms"]["input"]["squared_error"] *= 4
    items[2]["cluster"] = items[1]["cluster"]
    trial.rechain(run, items)
    recompute(run)
    found = [(f.key, f.values["found"], f.values["field"]) for f in checker.check(str(run))[0]]
    assert found == [("given", "0001", "input"), ("given", "0003", "cluster")]


def test_another_instance_is_named_however_consistent_the_rest(run: Path) -> None:
    items = trial.read_lines(run)
    items[1]["instance"] = items[0]["instance"]
    trial.rechain(run, items)
    recompute(run)
    (sentence,) = sentences(run)
    assert "item 0002 is not the instance that kit.json lists" in sentence


def test_an_item_left_out_or_invented_is_named_however_consistent_the_rest(run: Path) -> None:
    items = trial.read_lines(run)
    items[4]["id"] = "0009"
    trial.rechain(run, items)
    recompute(run)
    assert {"untested", "instance"} == keys(run)
    trial.rechain(run, items[:4])
    recompute(run)
    assert sentences(run) == ["items.jsonl: item 0005 of kit.json is not in the record"]


def test_another_kit_is_named_although_the_items_fit_it(run: Path) -> None:
    kit = (run / "kit.json").read_text().replace('"source":"photo-1.png"', '"source":"photo-x.png"')
    (run / "kit.json").write_text(kit)
    items = trial.read_lines(run)
    entry = json.loads(kit)["items"][0]
    from mindsight.record import canonical

    items[0]["instance"] = canonical.digest(entry)
    trial.rechain(run, items)
    recompute(run)
    assert sentences(run) == ["kit.json: is not the data list that manifest.json names"]


def test_a_picture_exchanged_under_its_old_name_is_named(run: Path) -> None:
    picture = next((run / "media").iterdir())
    picture.write_bytes(b"another")
    trial.reseal(run)
    assert keys(run) == {"media"}


def test_a_forgery_consistent_in_everything_is_not_found_without_a_signature(run: Path) -> None:
    """The limit: nothing but the kept outputs and the kit's own pictures contradicts this record."""
    items = trial.read_lines(run)
    # An even step: terms of pictures stay possible.
    items[0]["terms"]["output"]["squared_error"] -= 2000
    trial.rechain(run, items)
    recompute(run)
    assert sentences(run) == []


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**400), 10**400)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=4),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text("abid", max_size=2), inner, max_size=2),
    max_leaves=4,
)


def paths_of(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to every node of a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(deeper for key, part in inner for deeper in paths_of(part, (*path, key)))]


def planted(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """Return the value with another node in that place."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = planted(value[path[0]], path[1:], new)
    return copy


@pytest.mark.slow
@pytest.mark.parametrize("name", ["manifest.json", "results.json", "kit.json", "items.jsonl"])
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_the_checker_never_trips_over_what_a_forger_plants(run: Path, name: str, data: st.DataObject) -> None:
    before = trial.contents(run)
    value = trial.read_lines(run)[:2] if name == "items.jsonl" else trial.read_page(run, name)
    path = data.draw(st.sampled_from([way for way in paths_of(value) if "blocks" not in way]))
    new = planted(value, path, data.draw(json_values))
    if name == "items.jsonl" and isinstance(new, list) and all(isinstance(item, dict) for item in new):
        trial.rechain(run, new)
    else:
        trial.write_page(run, name, new)
    trial.reseal(run)
    for sentence in sentences(run):
        assert sentence.isprintable()
    for file, content in before.items():
        (run / file).write_bytes(content)


@pytest.mark.parametrize("name", ["manifest.json", "results.json", "kit.json", "items.jsonl"])
@pytest.mark.parametrize(
    "content", [b"[" * 100_000, b'{"a":' * 900 + b"1" + b"}" * 900, b"\xff\xfe{\x00}\x00", b"NaN\n", b""]
)
def test_no_content_makes_the_checker_trip(run: Path, name: str, content: bytes) -> None:
    (run / name).write_bytes(content)
    trial.reseal(run)
    assert any(name in sentence or "manifest.json" in sentence for sentence in sentences(run))
