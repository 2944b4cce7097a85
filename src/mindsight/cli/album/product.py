"""``mindsight album product``: check a product file and list its functions by kind (clause 5.2)."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.shared.console import out
from mindsight.cli.shared.settings import settings
from mindsight.text import mark


def show_product(
    file: Path = typer.Argument(..., help=mark("Product file (TOML).")),
    as_json: bool = typer.Option(False, "--json", help=mark("Print the functions by kind as JSON.")),
) -> int:
    """Check a product file and list its functions by kind."""
    import json

    from mindsight.album.products.product_file import ProductFile
    from mindsight.album.reporting.product_blocks import facts_of_file, sorting_table
    from mindsight.cli.shared.terminal import block_view

    checked = ProductFile(file)
    if as_json:
        product = checked.product.model_dump(mode="json")
        kinds = {kind: [one.model_dump(mode="json") for one in found] for kind, found in checked.sorting().items()}
        print(json.dumps({"product": product, "functions": kinds}))
        return 0
    console = out()
    for block in (facts_of_file(checked), sorting_table(checked)):
        console.print(block_view(block, settings.language, width=console.width))
        console.print()
    return 0
