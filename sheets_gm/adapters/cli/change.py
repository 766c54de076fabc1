"""`sheets-gm change`: how a match is run from now on."""

from __future__ import annotations

import click

from sheets_gm.adapters.cli.context import Installation, addresses, home_option
from sheets_gm.adapters.cli.desk import JSON, WHY, desk_order, do_order


@click.command("change")
@click.argument("match")
@click.option("--every", metavar="TIME", help="Deadline for each turn: 24h, 90m, 2d, or none.")
@click.option(
    "--at", "times", multiple=True, metavar="TIME", help='Fixed deadline, like "Sun 17:00"; may be repeated. Or none.'
)
@click.option("--no-show", type=click.Choice(["hold", "standing", "bot"]), help="What happens for an absent seat.")
@click.option("--captain", metavar="PLAYER", help="Who is the captain of their team now, in a game that has captains.")
@click.option("--votes/--no-votes", default=None, help="Whether the players extend, pause and excuse by a majority.")
@click.option("--plans", metavar="NUMBER", help="How many orders each player may plan ahead, or none.")
@click.option("--title", help="The title of the match, and of its spreadsheets.")
@click.option("--heir", metavar="PLAYER", help="Who may ask for the desk of a game master who is gone, or none.")
@click.option("--after", metavar="TIME", help="With an heir: how long the game master has to answer, like 14d.")
@click.option("--delay", metavar="TURNS", help="How late followers see the match: 1 turn, 2 turns, or none.")
@click.option(
    "--gm",
    "gms",
    multiple=True,
    metavar="ACCOUNT",
    callback=addresses,
    help="The account of a game master: name all of them, they replace those of before.",
)
@WHY
@JSON
@home_option
def command(
    match: str,
    every: str | None,
    times: tuple[str, ...],
    no_show: str | None,
    captain: str | None,
    votes: bool | None,
    plans: str | None,
    title: str | None,
    heir: str | None,
    after: str | None,
    delay: str | None,
    gms: tuple[str, ...],
    why: str,
    as_json: bool,
    installation: Installation,
) -> None:
    """Change how MATCH is run from now on. What was not named stays. Everybody reads it in the log.

    With --every or --at the open turn is due anew, counted from now. To take a change back, change it again; a captain
    also comes back with a rewind.

    \b
    Examples:
    sheets-gm change friday --every 12h --why "we are quick"
    sheets-gm change friday --every none --at "Sun 17:00" --at "Wed 20:00"
    sheets-gm change friday --captain Ben --no-show bot
    sheets-gm change friday --gm you@example.org --gm kim@example.org
    """
    asked = {
        "every": every,
        "at": "; ".join(times) if times else None,
        "no-show": no_show,
        "captain": captain,
        "votes": None if votes is None else "yes" if votes else "no",
        "plans": plans,
        "title": title,
        "heir": heir,
        "heir after": after,
        "delay": delay,
        "game masters": ", ".join(gms) if gms else None,
    }
    named = {what: value for what, value in asked.items() if value is not None}
    if not named:
        raise click.UsageError(
            "Name what to change: --every, --at, --no-show, --captain, --votes, --plans, --title, --heir, --after, "
            "--delay or --gm."
        )
    for what, value in named.items():
        do_order(installation, match, desk_order("change", on=what, value=value, why=why), as_json=as_json)
