"""`sheets-gm export`: writes a match to files."""

from __future__ import annotations

from pathlib import Path

import click

from sheets_gm.adapters.cli.context import Installation, folder_option, home_option

FORMATS = ("xlsx", "json")


@click.command("export")
@click.argument("match", required=False)
@folder_option
@click.option(
    "--format", "formats", type=click.Choice(FORMATS), multiple=True, help="Only this format; may be repeated."
)
@home_option
def command(match: str | None, folder: Path, formats: tuple[str, ...], installation: Installation) -> None:
    """Write MATCH to files: the final match sheet as a workbook, and JSON for `verify`."""
    from sheets_gm.adapters.export.files import write_exports

    name = installation.match(match)
    for path in write_exports(installation.store, name, folder, formats or FORMATS):
        click.echo(str(path))
