"""Every fault of a data set is reported with the right file, sample, field and sentence."""

import ast
import inspect
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from mindsight.errors import InputError
from mindsight.text import LANGUAGES, Text, say
from mindsight.vsig.dataset import discovery, preparation, raw_samples, recognition, strict_json, truths
from mindsight.vsig.dataset.discovery import find_folders
from mindsight.vsig.dataset.preparation import prepare
from mindsight.vsig.dataset.targets import agreement, mask_reading, objects
from vsig.faults import FAULTS, Fault
from vsig.making import Made
from vsig.sheets import KnownClip, Sheet, sheet

MODULES = (
    agreement, discovery, mask_reading, objects, preparation, raw_samples, recognition, strict_json, truths,
)  # fmt: skip
# Parts of sentences, and cases that a test cannot produce: a file of more than 1 GiB, a folder that root may not read, a file that
# disappears.
ELSEWHERE = {
    "the picture decoder",
    "image file is truncated",
    "it is that of the mask",
    "the points lie in it",
    "{folder}: is not a folder",
    "{file}: is not a file",
    "{file}: is larger than any file of annotations",
    "{file}: cannot be read ({reason})",
    "the folder cannot be read ({reason})",
}
OF_LAYOUT = {
    "the folder has no {file}: it is left out",
    "is a link to a folder; it is not followed",
    "its folders are nested too deeply and are left out",
    "there is no template {number}; there are {known}",
    "the folder's name is not UTF-8; rename it",
    "{file}: is not UTF-8 text; save it as UTF-8",
}


def templates_of(sentence: Text) -> Iterator[str]:
    """Yield the template of a sentence and those of the sentences in it."""
    yield sentence.message
    for value in sentence.args.values():
        if isinstance(value, Text):
            yield from templates_of(value)


@pytest.fixture
def clean(request: pytest.FixtureRequest, tmp_path: Path) -> Sheet:
    """Two synthetic samples of the fault's template and layout, without faults."""
    one: Fault = request.param
    made: list[Made] = request.getfixturevalue("made" if one.layout == "vsig" else "made_ecog")
    own = [sample for sample in made if sample.template == one.template and sample.language == "zh"]
    return sheet(tmp_path / "data", own)


@pytest.mark.parametrize(
    ("clean", "one"),
    [
        pytest.param(one, one, id=one.name, marks=pytest.mark.slow if one.name == "mask_of_100_megabytes" else ())
        for one in FAULTS
    ],
    indirect=["clean"],
)
def test_the_fault_is_found_where_it_is(clean: Sheet, one: Fault) -> None:
    before = clean.checked()
    assert (len(before.samples), before.findings) == (2, ())
    ids = [sample.id for sample in before.samples]
    video = clean.sample["video_name"]
    one.change(clean)
    after = clean.checked()
    field = one.field.replace("{video}", video)
    found = next(each for each in after.findings if each.field == field and one.message in templates_of(each.text))
    assert found.severity == one.severity
    file = "eval_gt.json" if "{video}" in one.field or one.name == "a_clip_without_truth" else found.file
    assert found.file.startswith(clean.folder)
    assert found.file.endswith(file.rpartition("/")[2])
    whole = isinstance(clean.annotations, str) and not found.sample
    assert whole or not found.sample or found.sample.partition(" ")[0] in {*ids, "\x1b[2J"}
    assert all(say(found.text, language) for language in LANGUAGES)
    # The refused sample is not used, and no other is lost.
    lost = {"refused": 1, "warning": 0}[one.severity]
    if found.sample:
        assert len(after.samples) == 2 - lost
        assert after.refused == lost


def test_every_sentence_has_a_fault() -> None:
    """Each sentence in the code is covered by a fault above or by a test below."""
    said = set()
    for module in MODULES:
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"text", "InputError"}:
                said |= {argument.value for argument in node.args[:1] if isinstance(argument, ast.Constant)}
    made = {one.message for one in FAULTS}
    said = {one for one in said if "give the folder of a data set" not in one}
    assert said - made - ELSEWHERE - OF_LAYOUT == set()


# --- the layout ---


def messages(root: Path) -> list[tuple[str, str, str]]:
    """Return severity, file and template of all findings."""
    found = prepare(root, facts=KnownClip()).findings
    return [(one.severity, one.file, one.text.message) for one in found]


@pytest.fixture
def four(made: list[Made], tmp_path: Path) -> Sheet:
    """Two samples of template 4."""
    written = sheet(tmp_path / "data", [one for one in made if one.template == 4 and one.language == "zh"])
    written.write()
    return written


@pytest.mark.parametrize("inner", ["", "办公环境", "办公环境/指令4"])
def test_a_data_set_a_scene_and_a_template_can_be_given(four: Sheet, inner: str) -> None:
    """The ids, template and scene are the same; the folder is relative to the given one."""
    found = prepare(four.root / inner, facts=KnownClip())
    assert not found.findings
    assert [(one.template, one.scene) for one in found.samples] == [(4, "办公环境")] * 2
    assert {one.folder for one in found.samples} == {four.folder.removeprefix(inner).lstrip("/")}


@pytest.mark.parametrize("name", ["指令4", "Inst4", "inst_4", "Instruction 4", "指令４"])
def test_a_folder_of_a_template_has_several_names(four: Sheet, name: str) -> None:
    four.path.rename(four.path.with_name(name))
    found = prepare(four.root, facts=KnownClip())
    assert ({one.template for one in found.samples}, found.findings) == ({4}, ())


def test_a_file_of_all_templates_lies_at_the_root(made: list[Made], tmp_path: Path) -> None:
    """One data set has no folders of templates: then each sample states its own."""
    own = [one for one in made if one.language == "zh"]
    written = sheet(tmp_path / "data", own)
    written.path.rename(tmp_path / "flat")
    written.root, written.folder = tmp_path, "flat"
    for number, one in enumerate(own):
        # Clips of different templates have different names; the files are empty.
        assert written.annotations[number]["video_name"] == one.video.name
    found = written.checked()
    assert [one.template for one in found.samples] == [one.template for one in own]
    assert not found.findings


def test_a_single_sample_needs_no_list(four: Sheet) -> None:
    four.annotations = four.sample
    assert len(four.checked().samples) == 1


def test_samples_that_are_marked_are_counted_and_not_used(four: Sheet) -> None:
    four.sample["is_invalid"] = True
    four.sample["object_space"] = "nothing"
    found = four.checked()
    assert (found.skipped, len(found.samples), found.findings) == ((four.sample["id"],), 1, ())


def test_folders_without_annotations_are_named(four: Sheet) -> None:
    (four.root / "厨房" / "指令5").mkdir(parents=True)
    assert messages(four.root) == [("warning", "厨房/指令5", "the folder has no {file}: it is left out")]


def test_a_template_that_there_is_not_is_refused(four: Sheet) -> None:
    four.path.rename(four.path.with_name("指令9"))
    found = prepare(four.root, facts=KnownClip())
    assert [(one.severity, one.text.message) for one in found.findings] == [
        ("refused", "there is no template {number}; there are {known}")
    ]
    assert (found.samples, found.refused) == ((), 1)


def test_a_folder_whose_name_is_no_text_is_refused(four: Sheet) -> None:
    """File names may be any bytes, records may not."""
    four.path.rename(four.path.with_name("指令4\udcff"))
    assert messages(four.root) == [
        ("refused", "办公环境/指令4\\udcff/annotations.json", "the folder's name is not UTF-8; rename it")
    ]


def test_links_to_folders_are_not_followed(four: Sheet, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    four.path.rename(tmp_path / "elsewhere" / "指令4")
    four.path.symlink_to(tmp_path / "elsewhere" / "指令4")
    (four.root / "指令1").mkdir()
    (four.root / "指令1" / "annotations.json").write_text("[]")
    assert ("warning", four.folder, "is a link to a folder; it is not followed") in messages(four.root)


def test_annotations_that_lead_out_are_not_followed(four: Sheet, tmp_path: Path) -> None:
    (four.path / "annotations.json").rename(tmp_path / "outside.json")
    (four.path / "annotations.json").symlink_to(tmp_path / "outside.json")
    assert messages(four.root) == [
        (
            "refused",
            f"{four.folder}/annotations.json",
            "{name} is a link that leads out of the data set; it is not followed",
        )
    ]


def test_a_loop_of_links_ends(four: Sheet) -> None:
    (four.path / "again").symlink_to(four.root)
    found = prepare(four.root, facts=KnownClip())
    assert len(found.samples) == 2
    assert [one.text.message for one in found.findings] == ["is a link to a folder; it is not followed"]


def test_folders_that_lie_too_deep_are_named(four: Sheet) -> None:
    deep = four.root.joinpath(*"abcdefgh", "指令4")
    deep.parent.mkdir(parents=True)
    (four.root / "指令1").mkdir()
    (four.root / "指令1" / "annotations.json").write_text("[]")
    four.path.rename(deep)
    assert ("warning", "a/b/c/d/e/f/g/h", "its folders are nested too deeply and are left out") in messages(four.root)


def test_a_folder_that_cannot_be_read_is_refused(four: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = os.scandir

    def forbidden(path: Path) -> object:
        if str(path).endswith("厨房"):
            raise PermissionError(13, "Permission denied")
        return listed(path)

    (four.root / "厨房").mkdir()
    monkeypatch.setattr(os, "scandir", forbidden)
    assert messages(four.root) == [("refused", "厨房", "the folder cannot be read ({reason})")]


def test_what_the_folder_says_counts_and_not_the_annotation(four: Sheet) -> None:
    """A path in ``folder`` is from another machine; it is not used."""
    four.sample["folder"] = "../../../etc"
    before = prepare(four.root, facts=KnownClip())
    assert four.checked().samples == before.samples


def test_files_in_another_encoding_are_refused(four: Sheet) -> None:
    page = (four.path / "annotations.json").read_text("utf-8")
    (four.path / "annotations.json").write_text(page, "utf-8-sig")
    assert messages(four.root) == []
    (four.path / "annotations.json").write_text(page, "gb18030")
    assert [one[2] for one in messages(four.root)] == ["{file}: is not UTF-8 text; save it as UTF-8"]


def test_a_missing_data_set_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a folder"):
        find_folders(tmp_path / "nothing")
    with pytest.raises(InputError, match="give the folder of a data set"):
        find_folders(tmp_path)


def test_ids_that_occur_twice_are_distinguished(four: Sheet) -> None:
    """Of three samples with one id two cannot be used, in the file and in the count."""
    four.annotations = [four.annotations[0]] * 3
    found = four.checked()
    own = four.sample["id"]
    assert [one.sample for one in found.findings] == [f"{own} (#2)", f"{own} (#3)"]
    assert (len(found.samples), found.refused) == (1, 2)


def test_an_id_of_another_folder_is_reported_with_its_file(made: list[Made], tmp_path: Path) -> None:
    root = tmp_path / "data"
    first = sheet(root, [made[0]])
    second = sheet(root, [next(one for one in made if one.folder != made[0].folder)])
    second.sample["id"] = first.sample["id"] = "7"
    first.write()
    found = second.checked()
    (one,) = found.findings
    assert one.text.args["file"] in {f"{each.folder}/annotations.json" for each in (first, second)}
    assert one.file != one.text.args["file"]


def test_findings_do_not_reveal_where_the_data_lies(four: Sheet) -> None:
    """They go into the data's fingerprint, which must be the same on every machine."""

    def undecodable(path: Path) -> KnownClip:
        raise InputError("{file}: cannot be used as a video", file=str(path))

    found = prepare(four.root, facts=undecodable)
    assert [one.text.args["file"] for one in found.findings] == [one["video_name"] for one in four.annotations]


def test_a_clip_of_several_samples_is_decoded_once(four: Sheet) -> None:
    four.annotations[1]["video_name"] = four.sample["video_name"]
    four.write()
    decoded: list[Path] = []

    def facts(path: Path) -> KnownClip:
        decoded.append(path)
        return KnownClip()

    found = prepare(four.root, facts=facts)
    assert [path.name for path in decoded] == [four.sample["video_name"]]
    # They are of one recording, and not independent.
    assert len({sample.recording for sample in found.samples}) == 1
    assert len({sample.fingerprint for sample in found.samples}) == 2


def test_progress_is_reported_from_none_to_all(four: Sheet) -> None:
    seen: list[tuple[int, int]] = []
    prepare(four.root, facts=KnownClip(), progress=lambda done, every: seen.append((done, every)))
    assert seen == [(0, 2), (1, 2), (2, 2)]
