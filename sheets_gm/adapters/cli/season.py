"""`sheets-gm season`: the results of many matches."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, addresses, folder_option, home_option, print_json
from sheets_gm.adapters.cli.durations import zone_option

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sheets_gm.adapters.season.keeping import StoredSeason
    from sheets_gm.adapters.season.table import SeasonTable

NEW = "new"
"""The value of `--sheet` without an address."""

FORMATS = ("html", "csv")


@click.command("season")
@click.argument("named", metavar="[FOLDER|FILE|MATCH]...", nargs=-1)
@folder_option
@click.option("--title", help="Title of the season (default: Season).")
@click.option("--zone", default="UTC", show_default=True, callback=zone_option, help="Time zone of the times.")
@click.option(
    "--sheet",
    is_flag=False,
    flag_value=NEW,
    metavar="[URL]",
    help="Also show it on a spreadsheet, a new one unless an address is given; the sync keeps it up to date.",
)
@click.option("--share", "readers", multiple=True, metavar="ACCOUNT", callback=addresses,
              help="With --sheet: account that may read the spreadsheet; may be repeated.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@home_option
def command(
    named: tuple[str, ...],
    folder: Path,
    title: str | None,
    zone: str,
    sheet: str | None,
    readers: tuple[str, ...],
    as_json: bool,
    installation: Installation,
) -> None:
    """Count the results of many matches: standings, ratings, players by game, records, who beat whom.

    Without names, all matches of the installation count. A FOLDER is one of exported files, a FILE one of them. Only
    matches that are over count, each once. They are written as a page, season.html, and as CSV files.

    An account is one person; without accounts, a name is. people.csv says otherwise: a line for each name or account of
    a roster, with the person it is. Whoever asks for it is left out: yes in the column “leave out”.

    \b
    sheets-gm season                           all matches here
    sheets-gm season exports other/exports --title "Spring 2026"
    sheets-gm season --sheet --share ana@example.org     also later, to let others read it
    """
    from sheets_gm.adapters.season.keeping import count, read_kept, show, write_kept
    from sheets_gm.adapters.season.people import unclear
    from sheets_gm.adapters.season.tables import tables_of

    if readers and sheet is None:
        raise click.UsageError("--share is for --sheet: the files go to nobody.")
    kept = read_kept(installation.folder)
    asked = _asked(kept, named, title, zone)
    store = installation.store if installation.is_there else None
    if store is None and not named:
        raise click.UsageError("There is no match here: name a folder of exported files.")
    asked, season, read_matches = count(asked, store, installation.folder)
    tables = tables_of(season, asked.zone)
    paths = list(_write(folder, asked.title, partial(_page, asked.title, season, tables, asked.zone), tables))
    if sheet is not None:
        asked = show(asked, season, installation.sheets, None if sheet == NEW else sheet, readers)
        write_kept(installation.folder, asked)
    link = asked.workbook.link if sheet is not None and asked.workbook else None
    problems = [f"{each.name} {each.why}." for each in read_matches if each.why]
    problems += unclear(season.matches, asked.map_of_people(installation.folder))
    if as_json:
        rows_by_table = {each.name: [dict(zip(each.columns, row, strict=True)) for row in each.rows] for each in tables}
        print_json({"title": asked.title, "sheet": link, **rows_by_table, "not_counted": problems})
        return
    for path in paths:
        click.echo(str(path))
    if link:
        click.echo(f"{link}\nsheets-gm sync keeps it up to date.")
        if asked.workbook is not None and not asked.workbook.guests:
            click.echo(
                "Only this program can open it: sheets-gm season --sheet --share ana@example.org lets Ana read it."
            )
    for line in problems:
        click.echo(f"⚠ {line}", err=True)


def _asked(kept: StoredSeason, named: Sequence[str], title: str | None, zone: str) -> StoredSeason:
    """Return the stored season, with changes that are asked for now."""
    places = tuple(str(Path(each).resolve()) if Path(each).exists() else each for each in named)
    return kept.but(
        named=places or kept.named,
        title=title or kept.title,
        zone=zone,
    )


def _page(title: str, season: object, tables: Sequence[SeasonTable], zone: str) -> str:
    from sheets_gm.adapters.season.page import season_page
    from sheets_gm.adapters.season.standings import Season

    assert isinstance(season, Season)
    return season_page(title, season, tables, zone)


def _write(folder: Path, title: str, page: Callable[[], str], tables: Sequence[SeasonTable]) -> list[Path]:
    """Write the page and a CSV file for each table to *folder*."""
    from sheets_gm.adapters.export.files import check_writable, file_name
    from sheets_gm.adapters.export.tables import Table, write_table
    from sheets_gm.adapters.files.replacing import replacing

    name = file_name(title.lower())
    paths = [folder / f"{name}.html", *(folder / f"{name}.{each.name}.csv" for each in tables)]
    check_writable(folder, paths)
    with replacing(paths[0]) as partly:
        partly.write_text(page(), encoding="utf-8")
    for path, each in zip(paths[1:], tables, strict=True):
        with replacing(path) as partly:
            write_table(partly, Table(each.columns, each.rows))
    return paths
