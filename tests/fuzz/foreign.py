# ruff: noqa: E501
"""Readers that are called below their commands, which would do more than read: run subjects, draw rooms, or ask people."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from album.classes import make_images
from mindsight.signing import check, keys

from . import seeds


def class_map(file: Path) -> object:
    from mindsight.album.classification.record import read_class_map

    return read_class_map(file, ["cat", "dog"])


def pairing(file: Path) -> object:
    from mindsight.album.products.pairing import read_pairing

    return read_pairing(file)


def images(folder: Path) -> list[list[Any]]:
    made = make_images(folder, {"cat": 2, "dog": 2})
    files = sorted(made.rglob("*.png"))
    return [["file", "class"], *([file.relative_to(folder).as_posix(), file.parent.name] for file in files)]


def declarations(file: Path) -> object:
    from mindsight.review.declarations import read_declarations

    return read_declarations(file)


def album_profile(file: Path) -> object:
    from mindsight.album.profile import load_profile

    return load_profile(str(file), kind="segmentation")


def vsig_profile(file: Path) -> object:
    from mindsight.vsig.profile import load_profile

    return load_profile(str(file)).sha256


def model_profile(file: Path) -> object:
    from mindsight.answers.conventions import model_profile

    return model_profile(str(file)).model_dump_json()


def frames(file: Path) -> object:
    from mindsight.home.imported.clips import frames_of
    from mindsight.review.examining.clips import facts_of_clip

    facts_of_clip(file, ())
    return frames_of(file, file.name, 3, None, None)


def pool(file: Path) -> object:
    from mindsight.home.imported.pool import Pool

    opened = Pool(file.parent)
    return opened.sha256, list(opened.questions())


def picture(file: Path) -> object:
    from mindsight.album.kits.pictures import decode

    return decode(file.read_bytes(), name=file.name, megapixels=1)


def kit(file: Path) -> object:
    from mindsight.album.suite import open_kit

    opened = open_kit(file.parent)
    return [opened.read(entry.input) for entry, _ in opened.items()]


def protocol(file: Path) -> object:
    from mindsight.home.autonomy.recording import read_protocol

    return read_protocol(file).model_dump_json()


def agreements(file: Path) -> object:
    from mindsight.home.questions.people.answers import read_agreements

    return read_agreements(file)


def answers(file: Path) -> object:
    from mindsight.vsig.models.replays import read_replay

    return list(read_replay(file).answers)


def speech(file: Path) -> object:
    from mindsight.vsig.synthesis.speech.recorded import read_recordings

    return read_recordings(file.parent)


def human_marks(file: Path) -> object:
    from mindsight.vsig.judge.human import read_bytes

    return read_bytes(file)


def check_clips(file: Path) -> object:
    from mindsight.vsig.dataset.preparation import prepare
    from mindsight.vsig.media.clips import probe

    root = next(folder for folder in file.parents if folder.name == "data")
    return [sample.model_dump_json() for sample in prepare(root, facts=probe).samples]


def private_key(file: Path) -> object:
    return keys.read_private(file, lambda: "")


def public_key(file: Path) -> object:
    return check.check_signatures(file.parent / "run", [file])


def log_key(file: Path) -> object:
    from mindsight.signing.witnesses.checkpoint import read_log_keys

    return read_log_keys([file])


def timestamp_root(file: Path) -> object:
    from mindsight.signing.witnesses.timestamps import read_roots

    return read_roots([file])


def signature(file: Path) -> object:
    return check.check_signatures(
        next(folder for folder in file.parents if folder.name == "run"),
        [next(folder for folder in file.parents if (folder / "key.pub").exists()) / "key.pub"],
    )


def person(file: Path) -> object:
    from mindsight.home.imported.pool import Pool
    from mindsight.home.questions.people.answers import read_answers

    return read_answers(file, list(Pool(file.parent / "pool").questions()))


def class_names(file: Path) -> object:
    from mindsight.album.classification.preparation import read_class_names

    return read_class_names(file)


def _person(folder: Path) -> Path:
    from mindsight.home.imported.pool import Pool

    seeds.pool(folder, "pool.json")
    ids = [one.id for one in Pool(folder / "pool").questions()]
    return seeds.table(folder / "Ann.csv", [["id", "answer"], *([id_, "A"] for id_ in ids)])


def typed(file: Path) -> object:
    from mindsight.rating.exchange.paper import read_typed

    return read_typed(file)


def logged(file: Path) -> object:
    from mindsight.harness.questions.log_reading import read_answers, read_header

    return read_header(file), list(read_answers(file))


def _annotations(folder: Path) -> Path:
    from vsig.making import make_data

    make_data(folder / "data", templates=(1,), seconds=1.0)
    return next((folder / "data").rglob("annotations.json"))


def _clip(folder: Path) -> Path:
    return next(_annotations(folder).parent.glob("*.mp4"))


def _stored(folder: Path, form: str) -> Path:
    said = {
        "explicit_command": "take it",
        "targets": [{"description": "cup", "point_2d": [500, 400], "timestamp": 1200}],
    }
    rows = [{"id": f"s{number}", "answer": json.dumps(said), "video_name": f"{number}.mp4"} for number in range(3)]
    if form == "jsonl":
        return seeds.written(folder / "answers.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    return seeds.written(folder / "results_model.json", rows)


def _speech(folder: Path, name: str) -> Path:
    from vsig.synthesis.test_recorded import folder_of

    folder.mkdir(parents=True, exist_ok=True)
    return folder_of(folder) / name


def _campaign(folder: Path, name: str) -> Path:
    from web.campaigns import campaign_in

    campaign_in(folder / "campaign").engine.dispose()
    seeds.written(folder / "campaign" / "runs.json", {"a" * 64: "../run", "b" * 64: "../other"})
    return folder / "campaign" / name


def _rating_log(folder: Path) -> Path:
    from mindsight.rating.events import RatingLog
    from mindsight.record.folder import RunFolder
    from rating.material import draft

    seeds.record("enhancement-python", "manifest.json", folder)
    with RatingLog(folder / "ratings.jsonl") as log:
        for number in range(1, 3):
            log.append(draft(RunFolder.open(folder / "run"), number, item=f"{number:04}", order=number))
    return folder / "ratings.jsonl"


def _typed(folder: Path) -> Path:
    return seeds.written(folder / "typed.csv", "rater,place,value,time\nR01,1,50,3\nR01,2,60,\n")


def _key(folder: Path, name: str = "key") -> Path:
    seeds.record("enhancement-python", "manifest.json", folder)
    keys.create(folder / "key", name="Ann")
    return folder / name


def _signed(folder: Path) -> Path:
    from mindsight.signing.hand import Hand
    from mindsight.signing.sealed import sign_run

    key = keys.read_private(_key(folder), lambda: "")
    return Path(sign_run(folder / "run", key, Hand("tested", "", "", None)))


def _certificate(folder: Path) -> Path:
    from signing import authority

    return authority.make(folder / "authority")


def _log(folder: Path) -> Path:
    from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSample, EvalSpec, write_eval_log
    from inspect_ai.model import ChatMessageUser, ModelOutput

    spec = EvalSpec(
        created="2026-05-04T09:00:00+00:00",
        task="mindsight/home-questions",
        dataset=EvalDataset(samples=1, sample_ids=["q1"]),
        model="mockllm/model",
        config=EvalConfig(),
    )
    asked = ChatMessageUser(content="Which colour is it?")
    sample = EvalSample(
        id="q1",
        epoch=1,
        input="Which?",
        target="A",
        messages=[asked],
        output=ModelOutput.from_content("mockllm/model", "A"),
    )
    folder.mkdir(parents=True, exist_ok=True)
    write_eval_log(EvalLog(eval=spec, status="success", samples=[sample]), str(folder / "log.eval"))
    return folder / "log.eval"


def readers(reader: Callable[..., Any], command: Callable[..., Any]) -> dict[str, Any]:
    """Return the rows of annotated clips, campaigns, keys and logs."""
    closing = command("rate", "close", "{at}", "--yes", "--out", "{out}")
    campaign = {
        "campaign.json": "json",
        "stimuli.jsonl": "lines",
        "runs.json": "json",
        "plates.json": "json",
        "campaign.db": "",
    }
    on_campaigns = (
        "rate invite campaign",
        "rate serve campaign",
        "rate paper campaign",
        "rate simulate campaign",
        "rate status campaign",
        "rate close campaign",
        "rate reopen campaign",
    )
    return {
        "annotations": reader("json", _annotations, check_clips, ("vsig check data", "vsig run data", "vsig score data", "vsig controls data", "vsig show data")),
        "annotated clip": reader("", _clip, check_clips),
        **{f"stored answers {form}": reader({"jsonl": "lines", "json": "json"}[form], lambda folder, form=form: _stored(folder, form), answers, ("vsig score answers", "vsig run subject")) for form in ("jsonl", "json")},
        "human marks": reader("words", lambda folder: seeds.written(folder / "marks.csv", "sample,target,rater,mark\ns1,1,Ann,right\ns2,1,Ann,wrong\n"), human_marks, ("vsig run human_marks", "vsig score human_marks", "vsig agreement human_marks")),
        **{f"speech {name}": reader(form, lambda folder, name=name: _speech(folder, name), speech, ("vsig synth speech",)) for name, form in (("speech.json", "json"), ("one.wav", ""))},
        **{f"close {name}": reader(form, lambda folder, name=name: _campaign(folder, name), closing, on_campaigns, changes=True) for name, form in campaign.items()},
        **{f"status {name}": reader(form, lambda folder, name=name: _campaign(folder, name), command("rate", "status", "{at}"), changes=True) for name, form in campaign.items()},
        "person": reader("words", _person, person, ("home agreement files",)),
        "class names": reader("words", lambda folder: seeds.written(folder / "names.csv", "class,zh,en\ncat,猫,cat\ndog,狗,dog\n"), class_names, ("album kit classification class_names",)),
        "typed forms": reader("words", _typed, typed),
        "ratings": reader("lines", _rating_log, command("rate", "export", "{file}", "{at}/run", "--out", "{out}.csv"), ("rate export ratings", "rate score ratings", "rate export run", "rate score run", "rate import out")),
        "score ratings": reader("lines", _rating_log, command("rate", "score", "{file}", "{at}/run", "--out", "{out}")),
        "private key": reader("", _key, private_key, ("sign key", "home seal key", "rate serve key")),
        "public key": reader("", lambda folder: _key(folder, "key.pub"), public_key, ("verify public_key", "report public_key")),
        "log key": reader("", lambda folder: _key(folder, "key.pub"), log_key, ("verify log_key", "report log_key")),
        "root certificate": reader("", _certificate, timestamp_root, ("verify timestamp_root", "report timestamp_root", "rate serve certificate")),
        "signature": reader("json", _signed, signature),
        "log": reader("zip", _log, logged, ("import log",)),
    }  # fmt: skip
