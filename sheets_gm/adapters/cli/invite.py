"""`sheets-gm invite`: invites the people of a match who are not invited yet."""

from __future__ import annotations

import click

from sheets_gm.adapters.cli.context import Installation, home_option, print_json


@click.command("invite")
@click.argument("match", required=False)
@click.option("--mail", is_flag=True, help="From now on, let Google write an e-mail where an address has no account.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@home_option
def command(match: str | None, mail: bool, as_json: bool, installation: Installation) -> None:
    """Invite the people of MATCH who are not invited yet to its spreadsheets, and list who is still missing.

    The sync tries this automatically from time to time. Use this command when something has changed: Google lets your
    account share again, or somebody now has a Google account.

    \b
    sheets-gm invite friday
    sheets-gm invite friday --mail
    """
    from sheets_gm.adapters import wiring
    from sheets_gm.adapters.cli.new_match.lines import workbook_lines
    from sheets_gm.gm.match_record.upkeep import Upkeep
    from sheets_gm.gm.workbooks.sharing import uninvited_lines

    poller = wiring.poller(installation.store, installation.sheets, installation.match(match), installation.settings)
    session = poller.session
    policy = session.record.policy
    upkeep = Upkeep.of(session.record).but(sharing_due=session.ports.clock())
    session.save_part(upkeep, policy=policy.but(mail=True) if mail else policy)
    poller.tick()
    left = uninvited_lines(session.record)
    links = {book.key: book.link for book in session.record.workbooks}
    if as_json:
        print_json({"match": session.match, "workbooks": links, "not_invited": list(left)})
        return
    for line in left:
        click.echo(f"  ⚠ {line}")
    if not left:
        click.echo(f"Everybody of {session.match} is invited.")
    for line in workbook_lines(session.record):
        click.echo(line)
