"""Readings of silent clauses, and departures of a profile from them, as stated with a run's scores."""

from mindsight.album.profile import Kind, Profile, load_profile
from mindsight.record.blocks import Note
from mindsight.text import Text, text

Said = tuple[tuple[str, Text], ...]

# A field has a clause of its own if the document states it outright; the others fill a gap in 5.3 or 5.4.
_CLAUSES = {
    "classification": {"least_per_class": "5.3-classification-a"},
    "enhancement": {
        "least_images": "5.3-enhancement-a",
        "other_size": "5.3-enhancement-b",
        "registration": "6.3.2",
        "grey": "6.3.2",
        "peak": "6.3.2",
        "aggregation": "5.4",
    },
    "segmentation": {
        "least_images": "5.3-segmentation-a",
        "border": "5.3-segmentation-a",
        "other_size": "5.3-segmentation-c",
        "both_empty": "6.4.3",
        "aggregation": "5.4",
    },
}
_ELSE = {"classification": "6.2.1", "enhancement": "5.3-enhancement-a", "segmentation": "6.4.2"}


def departures(profile: Profile, kind: Kind) -> tuple[Note, ...]:
    """Return a note for every field that differs from the default profile."""
    default = load_profile(kind=kind).model_dump()
    notes = []
    for field, value in profile.model_dump().items():
        if field == "name" or value == default[field]:
            continue
        body = text(
            "profile field {field} is {found}; the default reading has {expected}",
            field=field,
            found=str(value),
            expected=str(default[field]),
        )
        clause = _CLAUSES[kind].get(field, _ELSE[kind])
        notes.append(Note(id=f"departure-{field}", title=text("Departure"), role="departure", clause=clause, body=body))
    return tuple(notes)


def readings(kind: Kind) -> tuple[Note, ...]:
    """Return how mindsight reads the clauses of a kind where the document is silent or unclear."""
    return tuple(
        Note(id=f"reading-{number}", title=text("Reading"), role="reading", clause=clause, body=body)
        for number, (clause, body) in enumerate((*_SAID[kind], *_OF_ALL), start=1)
    )


_ENHANCEMENT: Said = (
    (
        "5.3-enhancement-a",
        text("“More than 30” references means at least 31; fewer are refused unless a trial is asked for."),
    ),
    (
        "5.3-enhancement-a",
        text(
            "Blur and noise: Gaussian blur first, then additive Gaussian noise, independent in each channel, from a "
            "recorded seed; the result is rounded and clipped to 0..255."
        ),
    ),
    (
        "5.3-enhancement-a",
        text("Where the product changes the size, inputs are the references scaled down by the profile's filter."),
    ),
    (
        "5.3-enhancement-b",
        text("An output of another size than its reference is an error of that item; it is never resized."),
    ),
    ("5.4", text("A missing, unreadable or wrong-sized output scores 0 and is listed; nothing is dropped.")),
    ("5.4", text("The score of a set is the mean of its pictures' scores.")),
    (
        "6.3.2",
        text(
            "Grey pictures use the ITU-R BT.601 weights and are rounded to 8 bits; 16-bit pictures are scaled to 8 bits "
            "first; EXIF orientation is applied to both sides; colour profiles are ignored."
        ),
    ),
    ("6.3.2", text("MAX_I is the largest pixel value of the grey reference, as the clause says, not 255.")),
    (
        "6.3.2",
        text(
            "Identical pictures have infinite PSNR and score 100; an all-black reference with another output scores 0."
        ),
    ),
    (
        "6.3.3",
        text(
            "SSIM is computed once over the whole picture, as formula (8) is printed, with population moments. The windowed "
            "SSIM of reference [5] stands beside it and never enters the score."
        ),
    ),
)

_CLASSIFICATION: Said = (
    (
        "5.3-classification-a",
        text(
            "“More than 10” images of each class means at least 11; fewer are refused unless a trial is asked for. Images go "
            "into the kit byte for byte and are only renamed; their numbers say nothing of their classes."
        ),
    ),
    (
        "5.3-classification-c",
        text(
            "A label means a class if it is its name, its Chinese or English name, or a name that the class map gives it; upper "
            "and lower case and space around it make no difference."
        ),
    ),
    (
        "5.4",
        text("A missing or unreadable answer counts as a miss of the actual class and is listed; nothing is dropped."),
    ),
    ("6.2.1", text("The N classes of formula (4) are the classes under test, whatever else the album can name.")),
    (
        "6.2.1",
        text(
            "A label outside the list of classes, or none, is a miss of the actual class, counts as a false positive of no "
            "other class, and is listed."
        ),
    ),
    ("6.2.1", text("0/0 in formulas (1) to (3) is 0: a class that was never right has precision, recall and F1 of 0.")),
    (
        "6.2.1",
        text(
            "Macro-F1 is the mean of the classes' F1, as formula (4) is printed, not F1 of mean precision and recall."
        ),
    ),
    ("6.2.1", text("Where the album gives an image several labels, the first one, the best, counts.")),
    (
        "6.2.1",
        text(
            "Where the album only gathers images in clusters without names, each cluster is matched to one class and each class "
            "to one cluster, so that as many images as possible are right."
        ),
    ),
)

_SEGMENTATION: Said = (
    (
        "5.3-segmentation-a",
        text("“More than 30” originals means at least 31; fewer are refused unless a trial is asked for."),
    ),
    (
        "5.3-segmentation-a",
        text(
            "Originals are given to the product in the bytes they came in, only renamed; their masks are upright, as the "
            "original is seen."
        ),
    ),
    (
        "5.3-segmentation-a",
        text(
            "A mask of grey values or an alpha channel becomes inside and outside at 128: inside from that value on. Bands "
            "that were left undecided count as background."
        ),
    ),
    (
        "5.3-segmentation-b",
        text(
            "What an output says of each pixel is read by the convention that was declared for the product: alpha channel, "
            "mask, background colour or difference to the original. Nothing is guessed."
        ),
    ),
    (
        "5.3-segmentation-c",
        text("An output of another size than its mask is an error of that item; it is never resized."),
    ),
    ("5.4", text("A missing, unreadable or wrong-sized output scores 0 and is listed; nothing is dropped.")),
    ("5.4", text("The score of a set is the mean of its pictures' scores.")),
    ("6.4.2", text("The text of formula (11) is lost; the score is PA × 100.")),
    ("6.4.3", text("The text of formula (13) is lost; the score is IoU × 100. Where both masks are empty, IoU is 1.")),
    (
        "6.4.3",
        text("The IoU of the grey masks without a threshold stands beside the score and never enters it."),
    ),
)

_OF_ALL: Said = ()

_SAID: dict[Kind, Said] = {
    "classification": _CLASSIFICATION,
    "enhancement": _ENHANCEMENT,
    "segmentation": _SEGMENTATION,
}
