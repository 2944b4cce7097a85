"""The runs that are kept and made anew: every kind of record, small, at fixed seeds.

A recipe is what is done, step by step, in the folder of a making; paths are relative, so that no record names a machine.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from . import material

CLASSES = "suitcase,buttons,desk,gift,sort_count,blocks,clean_room,jigsaw"


class Recipe(NamedTuple):
    """What makes the folder ``name``: commands of mindsight and functions that write into that folder.

    ``needs`` names recipes that are made before. With ``served`` a scripted server answers; ``{port}`` is its port. It passes
    the canaries of a run that was asked the same, where ``seeing`` names that run. With ``prints``, what the last command
    prints is kept as ``printed.json``. ``code`` is how the commands end: 1 where they found something amiss.
    """

    name: str
    steps: tuple[str | Callable[[Path], None], ...]
    needs: tuple[str, ...] = ()
    served: bool = False
    seeing: str = ""
    prints: bool = False
    code: int = 0


def _album(name: str, kit: str, more: str, *needs: str) -> Recipe:
    return Recipe(name, (f"album run kit-{kit} --product-version 1 --out {name} {more}",), (f"kit-{kit}", *needs))


def _home(name: str, more: str, *needs: str, served: bool = False, command: str = "run") -> Recipe:
    media = "" if command == "validate" or "--renderer" in more else "--no-media"
    return Recipe(name, (f"home {command} --out {name} {media} {more}",), needs, served)


def _vsig(name: str, more: str, *needs: str, data: str = "clips", served: bool = False) -> Recipe:
    return Recipe(name, (f"vsig run --data {data} --out {name} {more}",), (data, *needs), served)


def _printed(name: str, command: str, *needs: str) -> Recipe:
    return Recipe(name, (command,), needs, prints=True)


ALBUM = (
    Recipe("material", (material.photographs, material.agent, material.labels, material.accuracies)),
    Recipe("kit-enhancement", ("album kit enhancement material/scenes --out kit-enhancement --trial --cluster folder",),
           ("material",)),
    Recipe("kit-enlarging", ("album kit enhancement material/scenes --out kit-enlarging --trial --scale 2",), ("material",)),
    Recipe("kit-classification", ("album kit classification material/classes --out kit-classification --trial",),
           ("material",)),
    Recipe("kit-segmentation", ("album kit segmentation material/cutouts --masks material/masks --out kit-segmentation --trial",),
           ("material",)),
    _album("enhancement-identity", "enhancement", "--subject baseline:identity --name album --sensitivity"),
    _album("enhancement-nlmeans", "enhancement", "--subject baseline:nlmeans --name album"),
    _album("enhancement-bilateral", "enhancement", "--subject baseline:bilateral --only normative --no-media"),
    _album("enhancement-lanczos", "enlarging", "--subject baseline:lanczos"),
    _album("enhancement-command", "enhancement", "--subject 'command:cp {input} {output}' --limit 2"),
    _album("enhancement-python", "enhancement", "--subject python:golden_subjects:darker --limit 2"),
    Recipe("outputs", (material.outputs,), ("kit-enhancement",)),
    Recipe("enhancement-folder", ("album score kit-enhancement outputs --suffix _better --out enhancement-folder --name folder",),
           ("outputs",), code=1),
    _album("classification-majority", "classification", "--subject baseline:majority --name album"),
    _album("classification-colours", "classification", "--subject baseline:colour-centroids --name album"),
    _album("classification-texture", "classification", "--subject baseline:texture-knn --clusters --no-media"),
    Recipe("classification-table", (("album score kit-classification material/labels.csv --class-map material/class-map.csv "
           "--out classification-table"),), ("kit-classification",)),
    _album("segmentation-grabcut", "segmentation", "--subject baseline:grabcut --mask-from mask --name album"),
    _album("segmentation-threshold", "segmentation", "--subject baseline:threshold --mask-from mask --sensitivity"),
    _album("segmentation-centre", "segmentation", "--subject baseline:centre --mask-from mask --no-media"),
    _printed("album-product-report", "album report enhancement-nlmeans classification-colours segmentation-grabcut "
             "--out product.html --json",
             "enhancement-nlmeans", "classification-colours", "segmentation-grabcut"),
    _printed("album-comparison", "compare enhancement-identity enhancement-nlmeans --json",
             "enhancement-identity", "enhancement-nlmeans"),
)  # fmt: skip

HOME = (
    _home("home-refuse", "--subject baseline:refuse --trials 2"),
    *(_home(f"home-{name}", f"--subject baseline:{name} --trials 2", "home-refuse")
      for name in ("oracle", "idle", "eager", "blind", "random")),
    _home("home-pictures", "--subject baseline:oracle --tasks buttons --trials 2 --renderer fine", "home-refuse"),
    _home("home-menu", "--subject baseline:random --tasks buttons,gift --trials 2 --interface menu --prompt-lang en "
          "--unknown gift --penalty 0.5", "home-refuse"),
    _home("home-lesions", "--subject baseline:oracle+jitter=8+slow=1 --tasks desk,blocks --trials 2", "home-refuse"),
    _home("home-epochs", "--subject baseline:random --tasks buttons --trials 2 --epochs 2", "home-refuse"),
    _home("home-scenes", "--subject baseline:random --tasks buttons --trials 4 --tasks-per-scene 2"),
    _home("home-python", "--subject python:golden_subjects:Taker --tasks buttons,sort_count --trials 2", "material", "home-refuse"),
    _home("home-http", "--subject http:127.0.0.1:{port} --name agent --tasks buttons,sort_count --trials 2", "home-refuse",
          served=True),
    _home("home-model", "--model scripted --tasks buttons,sort_count --trials 2", "home-refuse", served=True),
    _home("home-model-menu", "--model scripted --tasks buttons,gift --trials 2 --interface menu", "home-refuse", served=True),
    _home("home-robustness", "--subject baseline:random --tasks buttons,sort_count --trials 2 "
          "--conditions fine,wording-b,language,blur-2,noise-25,dark-4", "home-refuse", command="robustness"),
    _home("home-validate", "--tasks buttons,sort_count --trials 2 --dials jitter,cannot_read,gives_up",
          "home-refuse", command="validate"),
    Recipe("home-sealed", ("home seal --tasks buttons --trials 2 --out home-sealed-seal", material.fixed_seal,
           "home run --subject baseline:refuse --sealed home-sealed-seal --anchors --no-media --out home-sealed",
           "home reveal home-sealed-seal home-sealed")),
    _printed("home-score", "home score material/accuracies.csv --json", "material"),
    _printed("home-power", "home power --differences 0.1,0.2 --json"),
    _printed("home-comparison", "compare home-oracle home-random --json", "home-oracle", "home-random"),
)  # fmt: skip

VSIG = (
    Recipe("clips", ("vsig synth --out clips --count 6 --size 320x180 --fps 5",)),
    Recipe("clips-ecog", ("vsig synth --out clips-ecog --count 6 --size 320x180 --fps 5 --layout ecog --seed 8 --silent",)),
    *(_vsig(f"vsig-{name}", f"--subject baseline:{name}") for name in ("oracle", "centre", "random", "silent", "fingertip")),
    _vsig("vsig-published", "--subject baseline:random --profile vsig-as-published --prompt-lang en --no-media"),
    _vsig("ecog-oracle", "--subject baseline:oracle", data="clips-ecog"),
    _vsig("ecog-random", "--subject baseline:random", data="clips-ecog"),
    Recipe("answers", (material.answers,), ("vsig-oracle",)),
    Recipe("vsig-stored", ("vsig score clips answers/answers.jsonl --name stored --out vsig-stored",), ("answers",)),
    Recipe("vsig-stored-run", ("vsig score clips vsig-random --out vsig-stored-run --profile vsig-as-published",),
           ("vsig-random",)),
    Recipe("vsig-stored-judged", (("vsig score clips answers/answers.jsonl --name stored --judge judge --human-marks "
           "answers/marks.csv --out vsig-stored-judged"),), ("answers",), served=True),
    _vsig("vsig-model", "--model scripted --max-connections 1", served=True),
    _vsig("vsig-model-sound", "--model scripted --max-connections 1 --input frames-audio --frames 5 --judge judge "
          "--judge-lang en --keep-media --limit 3", served=True),
    Recipe("vsig-model-seeing", (("vsig run --data clips --model scripted --max-connections 1 --input frames-audio --frames 5 "
           "--limit 3 --no-media --strict-canaries --out vsig-model-seeing"),), ("vsig-model-sound",), served=True,
           seeing="vsig-model-sound"),
    _vsig("vsig-model-video", "--model scripted --max-connections 1 --input video --dialect vllm --prompt-lang en --limit 2",
          served=True),
    _vsig("ecog-model", "--model scripted --max-connections 1 --no-canaries", data="clips-ecog", served=True),
    Recipe("vsig-controls", ("vsig controls --data clips --subject baseline:oracle --out vsig-controls",), ("clips",)),
    Recipe("vsig-controls-model", (("vsig controls --data clips --model scripted --max-connections 1 --limit 3 "
           "--controls text,frames,no-timestamps --out vsig-controls-model"),), ("clips",), served=True),
    Recipe("vsig-judge-check", ("vsig judge-check --judge judge --limit 6 --json",), served=True, prints=True, code=1),
    _printed("vsig-check", "vsig check clips --json", "clips"),
    _printed("vsig-agreement", "vsig agreement vsig-stored-judged --json", "vsig-stored-judged"),
    _printed("vsig-comparison", "compare vsig-oracle vsig-random --json", "vsig-oracle", "vsig-random"),
)  # fmt: skip

FEW = (
    _album("segmentation-few-centre", "segmentation", "--subject baseline:centre --mask-from mask --no-media --limit 3"),
    _album("segmentation-few-threshold", "segmentation", "--subject baseline:threshold --mask-from mask --limit 3"),
    _home("home-few-robustness", "--subject baseline:refuse --tasks buttons --trials 2 --conditions fine,wording-b,blur-2",
          "home-refuse", command="robustness"),
    _home("home-few-validate", "--tasks buttons --trials 2 --dials gives_up", "home-refuse", command="validate"),
    _vsig("vsig-few-random", "--subject baseline:random --limit 2"),
    _vsig("vsig-few-centre", "--subject baseline:centre --limit 2 --no-media"),
    _vsig("ecog-few-random", "--subject baseline:random --limit 2", data="clips-ecog"),
    Recipe("vsig-few-judged", (("vsig score clips answers/answers.jsonl --name stored --judge judge --human-marks answers/marks.csv "
           "--limit 3 --out vsig-few-judged"),), ("answers",), served=True),
    Recipe("vsig-few-controls", (("vsig controls --data clips --model scripted --max-connections 1 --limit 2 --controls text "
           "--out vsig-few-controls"),), ("clips",), served=True),
)  # fmt: skip
"""Smaller still, so that what they make can be kept in ``records``."""

RELATED = ("", "-anchors", "-seal")
"""What is added to a recipe's name where its commands make more than one folder."""
RECIPES = {recipe.name: recipe for recipe in (*ALBUM, *VSIG, *HOME, *FEW)}
