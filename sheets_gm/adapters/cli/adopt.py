"""`sheets-gm adopt`: continues a match from another installation in this one."""

from __future__ import annotations

from pathlib import Path

import click

from sheets_gm.adapters.cli.context import Installation, home_option


@click.command("adopt")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@home_option
def command(file: Path, installation: Installation) -> None:
    """Continue the match in FILE in this installation. FILE is from sheets-gm move MATCH --out FILE.

    The spreadsheets stay, so an account of this installation must be the one that served the match: only that account
    can change what it has protected. To change the account too, use sheets-gm move MATCH --to-account first. If the
    command is interrupted, repeat it. Adopt a file in one place only, then delete it: it holds the seed of the dice.

    \b
    sheets-gm adopt friday.match
    """
    from sheets_gm.adapters.files.match_files import read_match
    from sheets_gm.games.finding import game
    from sheets_gm.gm.moving_matches import CannotMove, MovingMatch, arrive

    held = read_match(file)
    match, sheets = held.record.charter.match, installation.sheets
    game(held.record.charter.game)  # raises NoSuchGame before anything is stored
    known = set(sheets.peers) or {sheets.identity.account if sheets.identity else ""}
    if held.account and held.account not in known and known != {""}:
        raise CannotMove(
            f"{match} is served by {held.account}, and this installation has {', '.join(sorted(known))}. Add the key "
            "of that account here; or take the match back there (move --back), and give it to an account of this "
            "installation (move --to-account) before it leaves."
        )
    record = arrive(installation.store, MovingMatch(held.record, held.entries, held.polled))
    click.echo(f"{match} goes on here: it is {record.status.value}. Delete {file}: it holds the seed of the dice.")
    for book in record.workbooks:
        click.echo(f"  {book.key:<10} {book.link}")
