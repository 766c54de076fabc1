"""`sheets-gm rebuild`: lay out a match's spreadsheets anew."""

from __future__ import annotations

import click

from sheets_gm.adapters.cli.context import Installation, home_option, say


@click.command("rebuild")
@click.argument("match", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@home_option
def command(match: str | None, as_json: bool, installation: Installation) -> None:
    """Lay out the spreadsheets of MATCH anew, by the templates as they are now.

    Tabs, columns, widths, colours, conditional formats, charts and protection become the template's; whatever players
    typed stays, and moves with its column. The sync does the same by itself when it starts with a changed template:
    type this to put a sheet in order that somebody has disarranged.
    """
    from sheets_gm.adapters import wiring
    from sheets_gm.adapters.cli.sync import lines
    from sheets_gm.games import files

    table = wiring.table(installation.store, installation.sheets, installation.match(match), installation.settings)
    tick = table.tick(rebuild=True)
    if not tick.writes:
        raise click.ClickException(f"{table.session.match}: another process is at work on this match; try again.")
    template = str(files.folder(table.session.game.name))
    links = {book.key: book.link for book in table.session.record.workbooks}
    if as_json:
        say({"match": table.session.match, "template": template, "workbooks": links, "writes": tick.writes})
        return
    for line in lines(tick):
        click.echo(line)
    click.echo(f"{table.session.match} is laid out anew; what players typed is where it was.")
    for key, link in links.items():
        click.echo(f"  {key:<10} {link}")
    click.echo(f"Template: {template}")
