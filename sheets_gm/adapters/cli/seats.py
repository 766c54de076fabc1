"""Who sits where, on the command line: what players do on the tab “Your seat”, done for them by the game master."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import MappingProxyType

import click

from sheets_gm.adapters.cli.context import Installation, missing_accounts
from sheets_gm.adapters.cli.desk import desk_order, do_hook, do_order, match_command


@match_command("away", click.argument("seat"), click.argument("until", nargs=-1, required=True))
def away(match: str, seat: str, until: tuple[str, ...], why: str, as_json: bool, installation: Installation) -> None:
    """Do not wait for SEAT (or its player) of MATCH while it is away: its standing orders or the no-show policy play.

    UNTIL is 7d, "Sun 17:00", 2026-12-24, or from when to when: 2026-12-24 to 2027-01-02. It is no no-show then.
    """
    do_order(installation, match, desk_order("away", on=seat, value=" ".join(until), why=why), as_json=as_json)


@match_command("back", click.argument("seat"))
def back(match: str, seat: str, why: str, as_json: bool, installation: Installation) -> None:
    """Wait again for SEAT (or its player) of MATCH, who is back or does not go away after all."""
    do_order(installation, match, desk_order("back", on=seat, why=why), as_json=as_json)


@match_command("deputy", click.argument("seat"), click.argument("person", default=""))
def deputy(match: str, seat: str, person: str, why: str, as_json: bool, installation: Installation) -> None:
    """Let PERSON fill in for SEAT (or its player) of MATCH too, without giving up; without PERSON nobody any more.

    PERSON is a player of the roster, or "Zoe <zoe@example.org>". While the player is away, the match waits for the
    deputy until the deadline, and nobody is a no-show.
    """
    act = "deputy" if person.strip() else "no deputy"
    do_order(installation, match, desk_order(act, on=seat, value=person, why=why), as_json=as_json)


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
    """Let PERSON, "Zoe <zoe@example.org>", join MATCH in a new SEAT while it is played, as far as the rules allow it.

    SEAT is a seat that nobody has, like blue3, or a team; without it the first that is left. Who is refused reads why.
    A rewind to before takes the seat away again. For a seat that somebody gives up, see offer.
    """
    value = ", ".join((person, *choose))
    do_order(installation, match, desk_order("join", on=seat, value=value, why=why), as_json=as_json)
    record = installation.store.record(match)
    for line in missing_accounts(installation.sheets.as_account(record.account), record):
        click.echo(f"⚠ {line}", err=True)


@match_command("exchange", click.argument("seat"), click.argument("other"))
def exchange(match: str, seat: str, other: str, why: str, as_json: bool, installation: Installation) -> None:
    """Let the players of SEAT and OTHER of MATCH change places; where OTHER is free, SEAT is free then.

    What was typed and the standing orders stay with each seat, and private spreadsheets change hands. Players agree on
    it themselves on the tab “Your seat”, when both choose “exchange seats”. To undo it, exchange them again.
    """
    do_order(installation, match, desk_order("exchange", on=seat, value=other, why=why), as_json=as_json)


@match_command(
    "reserve",
    click.argument("person"),
    click.option("--no", "no", is_flag=True, help="Take the person off the list."),
)
def reserve(match: str, person: str, no: bool, why: str, as_json: bool, installation: Installation) -> None:
    """Let PERSON, such as "Zoe <zoe@example.org>", wait for a seat of MATCH.

    A seat that becomes free is offered to the first who waits. While a match gathers its players, people put themselves
    on the list on the Free seats tab.
    """
    do_order(installation, match, desk_order("no reserve" if no else "reserve", on=person, why=why), as_json=as_json)


@match_command("notices", click.argument("seat"), click.argument("when", nargs=-1, required=True))
def notices(match: str, seat: str, when: tuple[str, ...], why: str, as_json: bool, installation: Installation) -> None:
    """Say when SEAT (or its player) of MATCH wants to hear of it, by their own clock.

    WHEN is quiet 22-8 (nothing in these hours, but all of it afterwards), daily 18:00 (what happened in one notice a
    day, while reminders still come), mail yes or mail no (whether they come to the player's account by mail too), hook
    (the command asks for the secret address of a Discord channel or the like, where they come too) or hook no, none, or
    all. Each player chooses the same on the tab “Your seat”, but a hook only on a spreadsheet that nobody else opens.
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


@match_command("nudge", click.argument("seat", default=""))
def nudge(match: str, seat: str, why: str, as_json: bool, installation: Installation) -> None:
    """Ask SEAT (or its player), whom MATCH waits for, to go on: they get a notice. Once a day.

    Without SEAT, whoever is late, if that is one player. Each player can do the same on the tab “Your seat”.
    """
    do_order(installation, match, desk_order("nudge", on=seat, why=why), as_json=as_json)


@match_command("vote", click.argument("seat"), click.argument("what", nargs=-1))
def vote(match: str, seat: str, what: tuple[str, ...], why: str, as_json: bool, installation: Installation) -> None:
    """Note what SEAT (or its player) of MATCH votes for: extend, pause, go on, or excuse with a player.

    It is done as soon as more than half of those who are there vote for it, and two at least. Without WHAT, the votes
    of SEAT in this turn are taken back. Players vote where `change MATCH --set votes=yes`
    lets them.
    """
    value = " ".join(what)
    do_order(
        installation, match, desk_order("vote" if value else "no vote", on=seat, value=value, why=why), as_json=as_json
    )


@match_command("say", click.argument("text"))
def say(match: str, text: str, why: str, as_json: bool, installation: Installation) -> None:
    """Say TEXT to everybody in MATCH, as its game master.

    It stands in the log and the report, and goes out as a notice. Players say things on the tab “Your seat”.
    """
    do_order(installation, match, desk_order("say", value=text, why=why), as_json=as_json)


def _say_where(installation: Installation, match: str) -> None:
    """Print where the seat is taken."""
    from sheets_gm.gm.match_record.seats.hand_over import FREE

    books = installation.store.record(installation.match(match)).workbooks
    for book in books:
        if FREE in book.tabs:
            click.echo(f"  It is taken on the tab Free seats: {book.link}#gid={book.tabs[FREE]}")


COMMANDS: Mapping[str, click.Command] = MappingProxyType(
    {
        command.name or "": command
        for command in (away, back, deputy, offer, give_up, exchange, join, reserve, notices, nudge, vote, say)
    }
)
"""The commands by name."""
