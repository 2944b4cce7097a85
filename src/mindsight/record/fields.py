"""What the fields of a manifest, of its identity, plan, profile and machine, are called, and what their words mean."""

from mindsight.record.model import Scalar
from mindsight.text import Text, text

FIELDS: dict[str, Text] = {
    "edition": text("document issued"),
    "document": text("document"),
    "kind": text("kind of test"),
    "rule": text("version of the rules"),
    "profile": text("profile"),
    "profile_hash": text("hash of the profile"),
    "resolution": text("resolution"),
    "trial": text("non-conforming trial"),
    "data": text("test data"),
    "n": text("number of items"),
    "tasks": text("task classes with their versions"),
    "irrelevant": text("share of irrelevant tasks"),
    "lambda": text("penalty λ"),
    "sd": text("standard deviation"),
    "seed": text("seed of the tasks"),
    "sealed": text("commitment to a secret seed"),
    "anchors": text("public anchor tasks"),
    "lang": text("language of the prompts"),
    "interface": text("way to act"),
    "prompts": text("hash of the prompts"),
    "vocabulary": text("hash of the vocabulary"),
    "words": text("hash of the words to a model"),
    "renderer": text("renderer"),
    "carry": text("how things are carried"),
    "picture": text("size of the pictures"),
    "font": text("hash of the typeface"),
    "unknown": text("unknown classes"),
    "limit_s": text("time limit of a task, s"),
    "limit_tokens": text("limit of tokens"),
    "answer_tokens": text("most tokens of an answer"),
    "pictures_sent_along": text("pictures sent along"),
    "unusable_in_a_row": text("unusable answers in a row that end a task"),
    "subject.temperature": text("temperature of the model"),
    "subject.tools": text("tools offered to the model"),
    # the plan of an enhancement test
    "kit": text("kit"),
    "scale": text("change of resolution"),
    "demonstration": text("demonstration data"),
    "normative_only": text("only the scores of the document"),
    "keep_outputs": text("outputs are kept"),
    "sensitivity": text("other readings are recorded"),
    "timeout_s": text("time limit of a picture, s"),
    "megapixels": text("largest picture, megapixels"),
    "limit": text("only the first so many pictures"),
    "pairing": text("hash of the table of files"),
    "suffix": text("suffix of the files' names"),
    # its profile
    "profile.name": text("name"),
    "profile.blur_sigma": text("blur σ, pixels"),
    "profile.noise_sigma": text("noise σ, grey levels"),
    "profile.downscale": text("filter for smaller inputs"),
    "profile.grey": text("what is compared"),
    "profile.peak": text("largest value MAX_I"),
    "profile.least_images": text("fewest images"),
    "profile.degradation": text("order of blur and noise"),
    "profile.noise": text("noise of the channels"),
    "profile.other_size": text("output of another size"),
    "profile.registration": text("shifted output"),
    "profile.grey_rounding": text("grey values are rounded"),
    "profile.aggregation": text("score of a set"),
    "profile.threshold": text("inside from this mask value on"),
    "profile.border": text("undecided pixels of a mask"),
    "profile.both_empty": text("IoU of two empty masks"),
    "profile.orientation": text("EXIF orientation"),
    "profile.deep_pictures": text("pictures of 16 bits"),
    "profile.colour_profile": text("colour profile"),
    # a classification: its plan and its profile
    "classes": text("number of classes"),
    "plan.classes": text("classes with their numbers of images"),
    "class_names": text("names of the classes"),
    "draws": text("resamples of an interval"),
    "answers": text("what the product gives"),
    "class_map": text("class map: the product's name, the class"),
    "profile.least_per_class": text("least images per class"),
    "profile.classes": text("classes of formula (4)"),
    "profile.unlisted": text("label outside the list, or none"),
    "profile.zero_division": text("what 0/0 is"),
    "profile.macro": text("what Macro-F1 is"),
    "profile.several_labels": text("several labels of an image"),
    # the plan of a segmentation test
    "mask_from": text("where a cut-out's mask is"),
    "background": text("background colour"),
    "tolerance": text("grey levels that count as equal"),
    "placement": text("what an output shows"),
    "undecided": text("mask value of undecided pixels"),
    # the plan of a home run
    "plan.tasks": text("task classes"),
    "trials": text("tasks per class"),
    "penalty": text("penalty λ"),
    "keep_pictures": text("pictures are kept"),
    "temperature": text("temperature of the model"),
    "setting.language": text("language of the prompts"),
    "setting.profile": text("renderer"),
    "setting.carry": text("how things are carried"),
    "setting.width": text("width of the pictures, pixels"),
    "setting.height": text("height of the pictures, pixels"),
    # seeds
    "seeds.noise": text("seed of the noise"),
    "seeds.tasks": text("seed of the tasks"),
    "seeds.bootstrap": text("seed of the intervals"),
    # software and machine
    "system": text("operating system"),
    "processor": text("processor"),
    "machine": text("kind of machine"),
    "cores": text("processor cores"),
    "memory_gib": text("memory, GiB"),
}
"""By the name in the record; a place stands before it where one name means several things."""

_WORDS: dict[str, dict[str, Text]] = {
    "kind": {
        "classification": text("image classification"),
        "enhancement": text("image enhancement"),
        "generalisation": text("task generalisation"),
        "robustness": text("robustness"),
        "controls": text("controls"),
        "segmentation": text("image segmentation"),
        "validity": text("validity"),
    },
    "mask_from": {
        "alpha": text("its alpha channel"),
        "mask": text("the output itself"),
        "colour": text("all but the background colour"),
        "difference": text("all that equals the original"),
    },
    "placement": {"whole": text("the whole image"), "cropped": text("the object alone")},
    "profile.border": {
        "background": text("background"),
        "foreground": text("object"),
        "left_out": text("left out"),
    },
    "profile.both_empty": {"one": text("1"), "zero": text("0"), "left_out": text("image left out")},
    "resolution": {"unchanged": text("unchanged")},
    "scale": {"unchanged": text("unchanged")},
    "sd": {"population": text("of the population (divided by n)")},
    "lang": {"zh": text("Chinese"), "en": text("English")},
    "setting.language": {"zh": text("Chinese"), "en": text("English")},
    "interface": {"points": text("points in the picture"), "menu": text("a numbered menu")},
    "profile.downscale": {
        "area": text("mean of the area"),
        "cubic": text("cubic"),
        "lanczos": text("Lanczos"),
        "nearest": text("nearest pixel"),
    },
    "profile.grey": {
        "bt601": text("grey by ITU-R BT.601"),
        "bt709": text("grey by ITU-R BT.709"),
        "mean": text("mean of the channels"),
        "channels": text("all three channels"),
    },
    "profile.degradation": {"blur_noise": text("blur, then noise"), "noise_blur": text("noise, then blur")},
    "profile.noise": {"independent": text("independent in each"), "common": text("common to all")},
    "profile.other_size": {
        "refuse": text("refused"),
        "resize": text("resized"),
        "crop_corner": text("cropped at the top left"),
        "crop_centre": text("cropped at the centre"),
    },
    "profile.registration": {"none": text("scored as it is"), "shift": text("whole pixels are shifted back")},
    "profile.grey_rounding": {"to_8_bits": text("to 8 bits")},
    "profile.aggregation": {
        "mean_of_scores": text("mean of the images' scores"),
        "score_of_mean": text("score of the mean PSNR and SSIM"),
        "pooled": text("all pixels as one image"),
    },
    "profile.orientation": {"applied": text("applied")},
    "profile.deep_pictures": {"scaled_to_8_bits": text("scaled to 8 bits")},
    "profile.colour_profile": {"ignored": text("ignored")},
    "answers": {"labels": text("classes by name"), "clusters": text("clusters without names")},
    "profile.classes": {"tested": text("those of the kit"), "named": text("also those that only the product named")},
    "profile.unlisted": {"miss": text("a miss of the actual class"), "left_out": text("the image does not count")},
    "profile.zero_division": {"zero": text("0"), "one": text("1"), "left_out": text("the class does not count")},
    "profile.macro": {
        "mean_of_f1": text("the mean of the classes' F1"),
        "f1_of_means": text("F1 of mean precision and mean recall"),
    },
    "profile.several_labels": {"top": text("the first counts"), "any": text("right if one of them is")},
    "profile.peak": {"reference": text("that of the reference"), "full": text("255")},
}


def name_of_field(name: str, place: str = "") -> Text | None:
    """Return what a field is called at a place such as ``profile.``; None where it has its bare name only."""
    return FIELDS.get(place + name) or FIELDS.get(name)


def shown_value(name: str, value: Scalar, place: str = "") -> Text | Scalar:
    """Return a field's value as a reader has it: yes and no, words of ours in both languages, all else as it is."""
    if isinstance(value, bool):
        return text("yes") if value else text("no")
    words = _WORDS.get(place + name) or _WORDS.get(name, {})
    return words.get(value, value) if isinstance(value, str) else value
