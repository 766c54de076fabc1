"""`sheets-gm rebuild`: rebuilds the spreadsheets of a match."""

from __future__ import annotations

import click

from sheets_gm.adapters.cli.context import Installation, home_option, print_json


@click.command("rebuild")
@click.argument("match", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@home_option
def command(match: str | None, as_json: bool, installation: Installation) -> None:
    """Rebuild the spreadsheets of MATCH from the current templates.

    This restores tabs, columns, widths, colours, conditional formats, charts and protection. What players typed stays,
    and moves with its column. The sync does the same by itself when it starts with a changed template; use this
    command when somebody has disarranged a sheet.
    """
    from sheets_gm.adapters import wiring
    from sheets_gm.adapters.cli.sync_log import sentences
    from sheets_gm.games import files

    table = wiring.table(installation.store, installation.sheets, installation.match(match), installation.settings)
    tick = table.tick(rebuild=True)
    if not tick.writes:
        raise click.ClickException(f"{table.session.match}: another process is working on this match. Try again.")
    template = str(files.folder(table.session.game.name))
    links = {book.key: book.link for book in table.session.record.workbooks}
    if as_json:
        print_json({"match": table.session.match, "template": template, "workbooks": links, "writes": tick.writes})
        return
    for line in sentences(tick):
        click.echo(line)
    click.echo(f"Rebuilt {table.session.match}. What players typed has stayed.")
    for key, link in links.items():
        click.echo(f"  {key:<10} {link}")
    click.echo(f"Template: {template}")
