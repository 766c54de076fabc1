"""`sheets-gm export`: writes a match to files."""

from __future__ import annotations

from pathlib import Path

import click

from sheets_gm.adapters.cli.context import Installation, folder_option, home_option

FORMATS = ("xlsx", "html", "png", "json", "jsonl", "csv")


def formats_option(_ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Return the formats in *values*, each of which may list several with commas. Raises `BadParameter`."""
    named = tuple(each.strip().lower() for value in values for each in value.split(","))
    for name in named:
        if name not in FORMATS:
            raise click.BadParameter(f"“{name}” is not a format: choose from {', '.join(FORMATS)}.")
    return named


@click.command("export")
@click.argument("match", required=False)
@folder_option
@click.option(
    "--format",
    "formats",
    metavar="FORMAT,...",
    multiple=True,
    callback=formats_option,
    help="Only these of xlsx, html, png, json, jsonl and csv (default: the first four).",
)
@click.option(
    "--as",
    "who",
    metavar="WHO",
    help="What this player or team sees, the public, followers (late, by the delay), or gm for everything.",
)
@home_option
def command(
    match: str | None, folder: Path, formats: tuple[str, ...], who: str | None, installation: Installation
) -> None:
    """Write MATCH to files: the match sheet as a workbook, the report as a page, its card, and JSON for `verify`.

    The report shows the board turn by turn. It is one file that loads nothing from elsewhere, so it can be sent to
    anybody; previews of a link to it show the card (.png). jsonl is the journal with an entry a line, csv are tables
    for statistics. Without --as, the files show what everybody may see: all of a match that is over.

    \b
    sheets-gm export friday
    sheets-gm export friday --format html,csv --to pages
    """
    from sheets_gm.adapters.cli.export_progress import export_progress
    from sheets_gm.adapters.export.files import FORMATS as DEFAULT
    from sheets_gm.adapters.export.files import write_exports

    name = installation.match(match)
    with export_progress(installation.store.last_number(name) + 1) as progress:
        paths = list(write_exports(installation.store, name, folder, formats or DEFAULT, who, progress))
    for path in paths:
        click.echo(str(path))
