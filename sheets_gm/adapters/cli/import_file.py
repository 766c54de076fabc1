"""`sheets-gm import`: fills a table of a game's template from a public data file."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import click

from sheets_gm.games.contract import Game, Importer


@click.command("import")
@click.argument("game")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--only",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file with the names to take, one a line.",
)
@click.option(
    "--to",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The table to fill.  [default: that of the game's template]",
)
@click.option("--dry-run", is_flag=True, help="Only show what would be taken.")
def command(game: str, file: Path, only: Path | None, to: Path | None, *, dry_run: bool) -> None:
    """Fill a table of GAME from FILE, a public data file that you have downloaded. It may be compressed (.gz).

    Lines that the table has already stay as they are. New matches use the table; a match that has begun keeps its own.
    What cannot be used is listed.

    \b
    The War Game takes its creatures from a bulk file of Scryfall (https://scryfall.com/docs/api/bulk-data):
    sheets-gm import war_game default-cards.json
    sheets-gm import war_game default-cards.json --only wanted.txt --dry-run
    sheets-gm games war_game        # shows the folder of its tables
    """
    from sheets_gm.adapters.files.bounded import LINE, lines, read_text
    from sheets_gm.games import files
    from sheets_gm.games.finding import game as find

    rules = find(game)
    importer = _importer(rules)
    table = to or files.folder(rules.name) / importer.file
    present = table.read_text(encoding="utf-8-sig") if table.exists() else files.read(rules.name, importer.file)
    names = None
    if only is not None:
        listed = read_text(only, LINE, "utf-8-sig")
        names = [line.strip() for line in listed.splitlines() if line.strip()]
    try:
        result = importer.read(lines(file), present, names)
    except (OSError, EOFError, zlib.error) as error:
        raise click.ClickException(f"{file} is damaged: {error}.") from error
    for note in result.notes:
        click.echo(note)
    if dry_run:
        return
    if result.text == present:
        click.echo(f"{table} stays as it is.")
        return
    table.write_text(result.text, encoding="utf-8")
    click.echo(f"{table} is written. Check it: sheets-gm games {rules.name}")


def commands() -> dict[str, click.Command]:
    """Return the command by its name, which cannot be the name of a module."""
    return {"import": command}


def _importer(rules: Game[Any, Any]) -> Importer:
    if rules.importer is None:
        raise click.ClickException(f"{rules.title} has no table that is filled from a public data file.")
    return rules.importer
