"""`sheets-gm export`: writes a match to files."""

from __future__ import annotations

from pathlib import Path

import click

from sheets_gm.adapters.cli.context import Installation, folder_option, home_option

FORMATS = ("xlsx", "html", "json")


@click.command("export")
@click.argument("match", required=False)
@folder_option
@click.option(
    "--format", "formats", type=click.Choice(FORMATS), multiple=True, help="Only this format; may be repeated."
)
@click.option("--as", "who", metavar="WHO", help="What this player or team sees, the public, or gm for everything.")
@home_option
def command(
    match: str | None, folder: Path, formats: tuple[str, ...], who: str | None, installation: Installation
) -> None:
    """Write MATCH to files: the final match sheet as a workbook, the report as a page, and JSON for `verify`.

    The report shows the board turn by turn. It is one file that loads nothing from elsewhere, so it can be sent to
    anybody. Without --as, both show what everybody may see: all of a match that is over.
    """
    from sheets_gm.adapters.export.files import write_exports

    name = installation.match(match)
    for path in write_exports(installation.store, name, folder, formats or FORMATS, who):
        click.echo(str(path))
