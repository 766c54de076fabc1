"""`sheets-gm rebuild`: rebuilds the spreadsheets of a match."""

from __future__ import annotations

import shlex
import sys

import click

from sheets_gm.adapters.cli.context import Installation, home_option, print_json


@click.command("rebuild")
@click.argument("match", required=False)
@click.option(
    "--sheet", "named", multiple=True, metavar="[KEY=]URL", help="Use this spreadsheet in place of one that is gone."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@home_option
def command(match: str | None, named: tuple[str, ...], as_json: bool, installation: Installation) -> None:
    """Rebuild the spreadsheets of MATCH from the current templates.

    This restores tabs, columns, widths, colours, conditional formats, charts and protection. What players typed stays,
    and moves with its column. The sync does the same automatically at the next poll after it started with a changed
    template; use this command to do it at once, or when somebody has disarranged a sheet.

    A spreadsheet that was deleted is created again, and everything that was played is shown in it. What was typed there
    since the last poll is lost. A service account cannot make spreadsheets: make one, share it with that account, and
    name it with --sheet.

    \b
    sheets-gm rebuild friday
    sheets-gm rebuild friday --sheet public=https://docs.google.com/spreadsheets/d/…/edit
    """
    from sheets_gm.adapters import wiring
    from sheets_gm.adapters.cli.sync_log import sentences
    from sheets_gm.adapters.google.drive.files import by_workbook, check_named, check_usable
    from sheets_gm.games import files
    from sheets_gm.gm.workbooks.live.rebuilding import lost_documents, replace_document

    poller = wiring.poller(installation.store, installation.sheets, installation.match(match), installation.settings)
    lost = lost_documents(poller.workbooks)
    documents = by_workbook(named, lost) if lost else {}
    if named and not lost:
        raise click.UsageError("--sheet is for a spreadsheet that is gone, and all of them are there.")
    if lost:
        sheets = installation.sheets.as_account(poller.session.record.account)
        check_named(sheets, documents, lost, shlex.join(["sheets-gm", *sys.argv[1:]]))
        check_usable(sheets, documents, installation.store, inviting=False)
    for key in lost:
        replace_document(poller.workbooks, key, documents.get(key))
    tick = poller.tick(rebuild=True)
    if not tick.writes:
        raise click.ClickException(f"{poller.session.match}: another process is working on this match. Try again.")
    template = str(files.folder(poller.session.game.name))
    links = {book.key: book.link for book in poller.session.record.workbooks}
    if as_json:
        print_json({"match": poller.session.match, "template": template, "workbooks": links, "writes": tick.writes})
        return
    for line in sentences(tick):
        click.echo(line)
    click.echo(f"Rebuilt {poller.session.match}. What players typed has stayed.")
    for key, link in links.items():
        click.echo(f"  {key:<10} {link}")
    click.echo(f"Template: {template}")
