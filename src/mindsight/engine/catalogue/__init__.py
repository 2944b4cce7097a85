"""The kinds of household things, one file per family. Importing the package registers nothing; ``load`` does.

``craft`` (paint, outlines, hollow walls) and ``labels`` (print on packages) are the tools for making families.
"""

import importlib

FAMILIES = (
    "accessories",
    "bathroom",
    "belongings",
    "biscuits",
    "blocks",
    "carriers",
    "clothes",
    "computers",
    "customs",
    "cutlery",
    "electronics",
    "fillings",
    "food",
    "furnishings",
    "grippers",
    "groceries",
    "household",
    "jigsaws",
    "motion",
    "openables",
    "outing",
    "presents",
    "rubbish",
    "seasonal",
    "shoes",
    "stains",
    "stationery",
    "tableware",
    "tins",
    "toiletries",
    "tokens",
    "toys",
    "traces",
    "travel",
    "trials",
    "vehicles",
    "vessels",
    "wares",
    "weathered",
    "wrappings",
)


def load() -> None:
    """Register every kind; calling it again does nothing."""
    for family in FAMILIES:
        importlib.import_module(f"{__name__}.{family}")
