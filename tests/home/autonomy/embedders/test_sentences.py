"""Sentence networks: a tiny one made here, and the MiniLM that a package carries."""

import sys
import zipfile
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from mindsight.errors import InputError, MissingExtra
from mindsight.home.autonomy.embedders import sentences
from mindsight.home.autonomy.embedders.choosing import open_embedder
from mindsight.home.autonomy.embedders.embedder import check_reading
from mindsight.home.autonomy.scoring.relevance import similarities

WORDS = ("put", "the", "book", "on", "shelf", "turn", "off", "lamp", "关", "灯")
network = pytest.mark.skipif(find_spec("sentence_transformers") is None, reason="needs mindsight[embeddings]")
minilm = pytest.mark.skipif(
    find_spec("sentence_transformers") is None or find_spec("all_minilm_l6_v2") is None,
    reason="needs mindsight[minilm]",
)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a sentence network with random weights and ten words."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    from transformers import BertConfig, BertModel, BertTokenizer

    torch.manual_seed(7)
    folder = tmp_path_factory.mktemp("tiny")
    vocabulary = folder / "vocab.txt"
    vocabulary.write_text("\n".join(("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS)), encoding="utf-8")
    BertTokenizer(str(vocabulary)).save_pretrained(folder)
    config = BertConfig(
        vocab_size=15, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16,
        max_position_embeddings=32,
    )  # fmt: skip
    BertModel(config).save_pretrained(folder)
    part = Transformer(str(folder))
    SentenceTransformer(modules=[part, Pooling(16)], device="cpu").save(str(folder / "model"))
    return folder / "model"


@network
def test_a_model_in_a_folder(tiny: Path) -> None:
    embedder = open_embedder(f"st:{tiny}")
    vectors = embedder.embed(["put the book on the shelf", "turn off the lamp", "put the book on the shelf"])
    assert vectors.shape == (3, 16)
    assert vectors[0] == pytest.approx(vectors[2], abs=1e-6)
    assert vectors[1] == pytest.approx(embedder.embed(["turn off the lamp"])[0], abs=1e-6)
    assert similarities(vectors, vectors)[0, 1] < 1
    assert embedder.identity.name == "st:model"
    assert embedder.identity == open_embedder(f"st:{tiny}").identity


@network
def test_other_weights_are_another_embedding(tiny: Path, tmp_path: Path) -> None:
    import shutil

    import torch
    from safetensors.torch import load_file, save_file

    other = tmp_path / "model"
    shutil.copytree(tiny, other)
    weights = load_file(other / "model.safetensors")
    name = next(iter(weights))
    save_file({**weights, name: weights[name] + torch.ones_like(weights[name]) * 1e-3}, other / "model.safetensors")
    one, changed = (open_embedder(f"st:{folder}").identity for folder in (tiny, other))
    assert one.name == changed.name
    assert one.sha256 != changed.sha256


@network
def test_unknown_words_are_counted_and_too_many_refused(tiny: Path) -> None:
    embedder = open_embedder(f"st:{tiny}")
    assert embedder.reading(["put the book on the shelf", "关灯"]).unknown == 0
    assert embedder.reading(["put the mug on the shelf"]).unknown == pytest.approx(1 / 6)
    check_reading(embedder, ["put the mug on the shelf"], "en", "needs")
    with pytest.raises(InputError, match=r"78 % of the tokens of the needs are unknown.*language zh"):
        check_reading(embedder, ["擦桌子", "关灯", "收起书", "洗"], "zh", "needs")
    with pytest.raises(InputError, match="what the system wrote"):
        check_reading(embedder, ["擦桌子"], "zh", "system")


@network
def test_a_folder_without_a_model_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(InputError, match="no model could be opened"):
        open_embedder(f"st:{tmp_path}")


@minilm
def test_minilm_gives_the_published_similarities_and_reads_no_chinese() -> None:
    embedder = open_embedder("minilm")
    happy = ["That is a happy person", "That is a happy dog", "That is a very happy person", "Today is a sunny day"]
    vectors = embedder.embed(happy)
    # What a public service of the same network answers.
    published = [0.6945773363113403, 0.9429150819778442, 0.2568760812282562]
    assert similarities(vectors[:1], vectors[1:])[0].tolist() == pytest.approx(published, abs=1e-5)
    assert embedder.reading(happy).unknown == 0
    with pytest.raises(InputError, match="unknown"):
        check_reading(embedder, ["收拾行李箱", "把书放回书架"], "zh", "needs")


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("wordllama", "sentence_transformers", "all_minilm_l6_v2"):
        monkeypatch.setitem(sys.modules, name, None)
    found = find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *rest: None if name in _OWN else found(name, *rest))
    for spec, extra in (("wordllama", "wordllama"), ("minilm", "minilm"), ("st:x", "embeddings")):
        with pytest.raises(MissingExtra, match=rf"mindsight\[{extra}\]"):
            open_embedder(spec)


_OWN = ("wordllama", "sentence_transformers", "all_minilm_l6_v2")


@pytest.mark.parametrize(
    ("content", "says"), [(None, "cannot be read"), (b"other weights", "holds other weights"), (b"", "cannot be read")]
)
def test_a_package_with_other_weights_is_refused(
    content: bytes | None, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "model.zip"
    if content:
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("model.safetensors", content)
    elif content is not None:
        packed.write_bytes(b"no archive")
    spec = ModuleSpec("all_minilm_l6_v2", None, origin=str(tmp_path / "__init__.py"))
    monkeypatch.setattr("importlib.util.find_spec", lambda *_: spec)
    with pytest.raises(InputError, match=says):
        sentences.open_minilm()


@pytest.mark.parametrize(
    ("spec", "options", "says"),
    [
        ("bert", {}, "is not known; there are lexical"),
        ("st:", {}, "names no model"),
        ("openai: ", {}, "names no model"),
        ("lexical", {"url": "http://127.0.0.1:1"}, "--embedder-url"),
        ("lexical:x", {}, "is not known"),
    ],
)
def test_names_that_are_not_known(spec: str, options: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        open_embedder(spec, **options)
