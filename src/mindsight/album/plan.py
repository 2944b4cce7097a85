"""The user's choices for a test of a product: the facts of clause 4.1, and what is tested and recorded."""

from pathlib import Path
from typing import Annotated

from pydantic import Field

from mindsight.album.products.conventions import Conventions
from mindsight.plans import Option, PlanModel
from mindsight.text import mark


class Facts(PlanModel):
    """4.1: the facts about a product in a run's record; what is not stated becomes a departure.

    Example:
        >>> Facts(name="Camera", version="2.1").version
        '2.1'
    """

    name: Annotated[str | None, Option(mark("The product's name."), panel="what")] = None
    version: Annotated[str | None, Option(mark("The product's version."), name="product-version", panel="what")] = None
    device: Annotated[str | None, Option(mark("Device the product ran on."), panel="what")] = None
    system: Annotated[str | None, Option(mark("Operating system of that device."), panel="what")] = None
    network: Annotated[
        str | None, Option(mark("Network the product used; 'none' if it worked offline."), panel="what")
    ] = None


class AlbumPlan(PlanModel):
    """What is tested of a product, how its outputs are read, and what of them is recorded.

    Attributes:
        normative_only: Whether only the document's own scores are computed.
        keep_outputs: Whether the record keeps copies of the outputs.
        sensitivity: Whether the terms that other readings of the document need from the pixels are recorded too.
        timeout_s: Seconds a product may take for one picture.
        megapixels: The largest picture that is accepted.
        limit: Test only this many pictures of the kit, from the first.
        class_map: A table of the product's own names and the classes of the test; read into ``conventions`` when the kit is known.
        pairing: A table that assigns files of a folder to numbers.
        conventions: How the product exports its results; the plan of a kind contains those it uses.
        key_env: Name of the environment variable with the key of a service.

    Example:
        >>> AlbumPlan(limit=5).limit
        5
    """

    normative_only: Annotated[
        bool,
        Option(
            mark("Compute the document's own scores and nothing beside them."),
            name="only",
            words=(("normative", True),),
            recorded="always",
        ),
    ] = False
    keep_outputs: Annotated[
        bool,
        Option(
            mark("Record only the hashes of the outputs, do not keep copies."),
            name="no-media",
            panel="output",
            sets=False,
            recorded="always",
        ),
    ] = True
    sensitivity: Annotated[
        bool,
        Option(
            mark("Also record the pixel information that other readings of the document need."),
            sets=True,
            recorded="always",
        ),
    ] = False
    timeout_s: Annotated[
        float,
        Option(mark("Seconds a product may take for one picture."), name="timeout", panel="limits", recorded="always"),
    ] = Field(default=120.0, ge=0.1, le=1e6)
    megapixels: Annotated[
        float,
        Option(
            mark("Largest picture accepted, in megapixels."), name="max-megapixels", panel="limits", recorded="always"
        ),
    ] = Field(default=200.0, ge=0.01, le=1e6)
    limit: Annotated[
        int | None,
        Option(mark("Test only this many pictures of the kit, from the first."), panel="limits", recorded="changed"),
    ] = Field(default=None, ge=1, le=10**9)
    class_map: Annotated[
        Path | None,
        Option(
            mark("Table (CSV or XLSX) of the product's own names and the classes of the test that they mean."),
            only_for=("classification",),
        ),
    ] = None
    pairing: Annotated[
        Path | None,
        Option(mark("Table (CSV or XLSX) that names the file of each number."), only_for=("folder",)),
    ] = None
    conventions: Conventions = Conventions()
    key_env: str | None = None
