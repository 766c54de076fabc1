"""`sheets-gm move`: moves a match to another store, installation or account."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, home_option
from sheets_gm.gm.match_record.moving import Moving

if TYPE_CHECKING:
    from sheets_gm.gm.ports.store import Store


@click.command("move")
@click.argument("match")
@click.option("--to-store", "store", metavar="STORE", help="Another store: a file, postgresql://…, or a spreadsheet.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Another installation: write the match to this file, for sheets-gm adopt.",
)
@click.option("--to-account", "account", metavar="FILE", help="Another service account: its key file or its address.")
@click.option("--back", is_flag=True, help="Continue the match here after all. Only if it arrived nowhere.")
@home_option
def command(
    match: str, store: str | None, out: Path | None, account: str | None, back: bool, installation: Installation
) -> None:
    """Move MATCH to another store, to another installation, or to another account. The spreadsheets stay.

    In the old store the match is marked as moved and no longer played; then it arrives in the new one and continues
    there, with everything that was played and the secrets of its dice. A sync may run on both sides meanwhile. If the
    move is interrupted, the match is not played; repeat the same command to complete the move. The old copy stays until
    you delete it with sheets-gm forget.

    The file that --out writes holds the seed of the dice: bring it to the other machine as you would a password, adopt
    it in one place only, then delete it.

    --to-account gives the match to another account of this installation, named in service_accounts. That account is
    made an editor of the spreadsheets and of what is protected in them. Their owner stays the same, and the earlier
    account stays an editor: remove it in Drive if you wish.

    \b
    sheets-gm move friday --to-store postgresql://db.example.org/matches
    sheets-gm move friday --out friday.match
    sheets-gm move friday --to-account robot-b.json
    """
    if sum(bool(each) for each in (store, out, account, back)) != 1:
        raise click.UsageError("Name where to move it: one of --to-store, --out, --to-account and --back.")
    match = installation.match(match)
    if back:
        _back(installation, match)
    elif account:
        _to_account(installation, match, account)
    elif store:
        _to_store(installation, match, store)
    elif out:
        _out(installation, match, out.resolve())


def _back(installation: Installation, match: str) -> None:
    from sheets_gm.gm.moving_matches import stay

    record = stay(installation.store, match)
    click.echo(f"{match} goes on here: it is {record.status.value}.")


def _to_store(installation: Installation, match: str, where: str) -> None:
    from sheets_gm.adapters.stores.database.schema import shown_address
    from sheets_gm.adapters.sync_process import processes
    from sheets_gm.gm.moving_matches import arrive, check_arrival, leave

    target = _opened(installation, where)
    shown = shown_address(where if "://" in where else Path(where).resolve())
    if not check_arrival(target, installation.store.record(match)):
        moving = leave(installation.store, match, shown, processes.owner(), time.time())
        arrive(target, moving)
    record = target.record(match)
    click.echo(f"{match} has moved to {shown} and is {record.status.value} there.")
    click.echo("A sync whose sheets-gm.toml names that store plays it on. Here, a copy is left that is not played.")


def _opened(installation: Installation, where: str) -> Store:
    """Return the store that *where* names: like the setting `store`, or by the address of a spreadsheet."""
    from sheets_gm.adapters.stores.database.store import open_store

    if where.startswith(("http://", "https://")):
        from sheets_gm.adapters.google.drive.files import document_id
        from sheets_gm.adapters.stores.spreadsheet.store import open_sheet_store

        return open_sheet_store(installation.sheets, document_id(where))
    return open_store(where if "://" in where else Path(where).resolve())


def _out(installation: Installation, match: str, path: Path) -> None:
    from sheets_gm.adapters.files.match_files import check_file, check_size, write_match
    from sheets_gm.adapters.sync_process import processes
    from sheets_gm.gm.moving_matches import leave

    record = installation.store.record(match)
    check_file(path, record)
    check_size(record, installation.store.entries(match))
    moving = leave(installation.store, match, f"the file {path}", processes.owner(), time.time())
    write_match(path, moving, _account(installation, record.account))
    click.echo(f"{match} is in {path}, with the seed of its dice. It is not played from here any more.")
    click.echo(f"In the other installation: sheets-gm adopt {path.name}. Adopt it in one place only.")


def _account(installation: Installation, account: str) -> str:
    """Return the account that serves a match, if it is known; else ""."""
    identity = installation.sheets.as_account(account).identity
    return account or (identity.account if identity else "")


def _to_account(installation: Installation, match: str, named: str) -> None:
    from sheets_gm.adapters.google.accounts.credentials import service_account
    from sheets_gm.adapters.google.handover import hand_over
    from sheets_gm.adapters.installation.settings import FILE
    from sheets_gm.gm.moving_matches import has_moved
    from sheets_gm.gm.ports.store import Conflict

    account = named if "@" in named and not Path(named).exists() else service_account(Path(named).resolve()).account
    sheets, store = installation.sheets, installation.store
    if account not in sheets.peers:
        raise click.ClickException(
            f"{FILE} does not name {account}: add its key to service_accounts, beside the one that serves {match} now."
        )
    record = store.record(match)
    if Moving.of(record).departure is not None:
        raise has_moved(record)
    hand_over(sheets, record, account)
    try:
        store.save(record.but(account=account))
    except Conflict as conflict:
        raise click.ClickException(f"{match} was just played by a sync. Repeat the command.") from conflict
    click.echo(f"{match} is served by {account} from now on.")
    for book in record.workbooks:
        owner = "The account that made it owns it still" if book.own else "Its owner owns it still"
        click.echo(f"  {book.key:<10} {book.link}  {owner}.")
