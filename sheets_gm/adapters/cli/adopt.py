"""`sheets-gm adopt`: continues a match from another installation in this one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, home_option
from sheets_gm.gm.match_record.moving import Moving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sheets_gm.gm.match_record.record import Record
    from sheets_gm.gm.ports.store import Store


@click.command("adopt")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--yes", is_flag=True, help="Do not ask.")
@home_option
def command(file: Path, yes: bool, installation: Installation) -> None:
    """Continue the match in FILE in this installation. FILE is from sheets-gm move MATCH --out FILE.

    The spreadsheets stay, so an account of this installation must be the one that served the match: only that account
    can change what it has protected. To change the account too, use sheets-gm move MATCH --to-account first. If the
    command is interrupted, repeat it. Adopt a file in one place only, then delete it: it holds the seed of the dice.

    \b
    sheets-gm adopt friday.match
    """
    from sheets_gm.adapters.cli.new_match.lines import workbook_lines
    from sheets_gm.adapters.files.match_files import read_match
    from sheets_gm.games.finding import game
    from sheets_gm.gm.moving_matches import CannotMove, MovingMatch, arrive

    held = read_match(file)
    match, sheets = held.record.charter.match, installation.sheets
    game(held.record.charter.game)  # raises NoSuchGame before anything is stored
    for problem in _problems(held.record, installation.store):
        raise CannotMove(f"{file} is refused: {problem}")
    accounts = set(sheets.peers) or {sheets.identity.account if sheets.identity else ""}
    if held.account and held.account not in accounts and accounts != {""}:
        raise CannotMove(
            f"{match} is served by {held.account}, and this installation has {', '.join(sorted(accounts))}. Add the "
            "key of that account here; or take the match back there (move --back), and give it to an account of this "
            "installation (move --to-account) before it leaves."
        )
    gms = ", ".join(held.record.policy.gm) or "nobody but this installation"
    click.echo(f"{match}, a match of {held.record.charter.game}. Its game masters are {gms}.")
    for line in workbook_lines(held.record):
        click.echo(line)
    if not yes:
        click.confirm("Write to these spreadsheets, and do what these game masters ask?", abort=True)
    record = arrive(installation.store, MovingMatch(held.record, held.entries, held.polled))
    click.echo(f"{match} goes on here: it is {record.status.value}. Delete {file}: it holds the seed of the dice.")


def _problems(record: Record, store: Store) -> Iterator[str]:
    """Yield what `sheets-gm new` would refuse in *record*, and what conflicts with another match of *store*."""
    from sheets_gm.adapters.cli.new_match.checks import BadName, check_name
    from sheets_gm.adapters.google.drive.files import BadAddress, document_id
    from sheets_gm.gm.match_record.hooks import BadHook, hook_of
    from sheets_gm.gm.match_record.notices_part import Notices
    from sheets_gm.kernel.seats import is_address

    try:
        check_name(record.charter.match)
        for wish in Notices.of(record).wishes.values():
            if wish.hook and hook_of(wish.hook).address != wish.hook:
                yield "notices would go to an address that is none of a hook."
        for book in record.workbooks:
            if document_id(book.document) != book.document or book.document not in (book.link or book.document):
                yield f"the link of the workbook {book.key} does not lead to its spreadsheet."
    except (BadName, BadHook, BadAddress) as error:
        yield str(error)
    accounts = [*record.policy.gm, *(seat.account for seat in record.people if seat.account)]
    for each in accounts:
        if not is_address(each):
            yield f"“{each[:60]}” is not an e-mail address."
    documents = {book.document for book in record.workbooks}
    if len(documents) < len(record.workbooks):
        yield "two of its workbooks are one spreadsheet."
    for name in store.names():
        other = store.record(name)
        shared = [book.document for book in other.workbooks if book.document in documents]
        if name != record.charter.match and shared and Moving.of(other).departure is None:
            yield f"the match {name} is played on the spreadsheet {shared[0]} already."
