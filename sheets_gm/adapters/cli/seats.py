"""Seats on the command line: what players do on the tab “Your seat”, done for them by the game master."""

from __future__ import annotations

import sys

import click

from sheets_gm.adapters.cli.context import Installation, missing_accounts
from sheets_gm.adapters.cli.desk import desk_order, do_hook, do_order, match_command


@match_command(
    "offer",
    click.argument("seat"),
    click.argument("person", default=""),
    click.option("--keep", is_flag=True, help="Let nobody take the seat any more."),
)
def offer(match: str, seat: str, person: str, keep: bool, why: str, as_json: bool, installation: Installation) -> None:
    """Let PERSON, or anybody, take SEAT (or that of its player) of MATCH, on the Free seats tab.

    PERSON is "Zoe <zoe@example.org>". Whoever has the seat plays on until then. The newcomer goes on from its position
    with its standing orders, and has no no-shows.

    \b
    sheets-gm offer friday Ben "Zoe <zoe@example.org>"
    """
    if keep and person:
        raise click.UsageError("With --keep, name nobody.")
    do_order(
        installation, match, desk_order("keep" if keep else "offer", on=seat, value=person, why=why), as_json=as_json
    )
    if not (keep or as_json):
        _say_where(installation, match)


@match_command("give-up", click.argument("seat"))
def give_up(match: str, seat: str, why: str, as_json: bool, installation: Installation) -> None:
    """Note that the player of SEAT leaves MATCH for good: nobody waits for the seat, and somebody may take it.

    The position stays as it is. Whoever has left can open private spreadsheets no more. See concede for a whole team.

    \b
    sheets-gm give-up friday Ben
    """
    do_order(installation, match, desk_order("give up", on=seat, why=why), as_json=as_json)
    if not as_json:
        _say_where(installation, match)


@match_command(
    "join",
    click.argument("person"),
    click.argument("seat", default=""),
    click.option(
        "--choose", multiple=True, metavar="NAME=CHOICE", help="What the seat chooses, like role=Tank; may be repeated."
    ),
)
def join(
    match: str, person: str, seat: str, choose: tuple[str, ...], why: str, as_json: bool, installation: Installation
) -> None:
    """Let PERSON, "Zoe <zoe@example.org>", join MATCH in a new SEAT while it is played, if the rules allow it.

    SEAT is a seat that nobody has, like blue3, or a team; without it the first that is left. Who is refused reads why.
    A rewind to before takes the seat away again. For a seat that somebody gives up, see offer.

    \b
    sheets-gm join friday "Zoe <zoe@example.org>" blue
    """
    value = ", ".join((person, *choose))
    do_order(installation, match, desk_order("join", on=seat, value=value, why=why), as_json=as_json)
    record = installation.store.record(match)
    for line in missing_accounts(installation.sheets.as_account(record.account), record):
        click.echo(f"⚠ {line}", err=True)


@match_command("notices", click.argument("seat"), click.argument("when", nargs=-1, required=True))
def notices(match: str, seat: str, when: tuple[str, ...], why: str, as_json: bool, installation: Installation) -> None:
    """Say when SEAT (or its player) of MATCH wants to hear of it, by their own clock.

    WHEN is quiet 22-8 (nothing in these hours, but all of it afterwards), daily 18:00 (what happened in one notice a
    day, while reminders still come), mail yes or mail no (whether they come to the player's account by mail too), hook
    (the command asks for the secret address of a Discord channel or the like, where they come too) or hook no, none, or
    all. Each player chooses the same on the tab “Your seat”, but a hook only on a spreadsheet that nobody else opens.

    \b
    sheets-gm notices friday Ben quiet 22-8
    """
    if when == ("hook",):
        by_hand = sys.stdin.isatty()
        address = click.prompt("Address", hide_input=True, err=True) if by_hand else sys.stdin.readline()
        do_hook(installation, match, seat, address, why=why, as_json=as_json)
        return
    do_order(installation, match, desk_order("notices", on=seat, value=" ".join(when), why=why), as_json=as_json)
    if when[0] == "mail" and when[-1] != "no" and not installation.settings.mail and not as_json:
        what = "mail in sheets-gm.toml is the address from which it goes"
        click.echo(f"Nobody gets mail yet: {what} (sheets-gm help game-master).")


def _say_where(installation: Installation, match: str) -> None:
    """Print where the seat is taken."""
    from sheets_gm.gm.match_record.seats.hand_over import FREE

    books = installation.store.record(installation.match(match)).workbooks
    for book in books:
        if FREE in book.tabs:
            click.echo(f"  It is taken on the tab Free seats: {book.link}#gid={book.tabs[FREE]}")


def commands() -> dict[str, click.Command]:
    """Return the commands by name."""
    return {command.name or "": command for command in (offer, give_up, join, notices)}
