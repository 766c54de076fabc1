"""`sheets-gm change`: how a match is run from now on."""

from __future__ import annotations

import click

from sheets_gm.adapters.cli.context import Installation, addresses, home_option
from sheets_gm.adapters.cli.desk import JSON, WHY, desk_order, do_order
from sheets_gm.adapters.cli.match_options import FLAGS, assigned_by, flag
from sheets_gm.gm.between.finding import policy_options
from sheets_gm.kernel.english import listed


def _changeable() -> str:
    """Return the names of the options that --set can change."""
    options = policy_options().items()
    hidden = (*FLAGS, "add game master", "drop game master")
    return ", ".join(sorted(option.argument for key, option in options if not option.fixed and key not in hidden))


@click.command("change")
@click.argument("match")
@flag("every")
@flag("at", multiple=True)
@flag("no show")
@flag("zone")
@click.option("--captain", metavar="PLAYER", help="Who is the captain of their team now, in a game that has captains.")
@click.option("--title", help="The title of the match, and of its spreadsheets.")
@click.option(
    "--add-gm",
    "added",
    multiple=True,
    metavar="ACCOUNT",
    callback=addresses,
    help="One more game master; may be repeated.",
)
@click.option(
    "--drop-gm",
    "dropped",
    multiple=True,
    metavar="ACCOUNT",
    callback=addresses,
    help="A game master no more; may be repeated.",
)
@click.option(
    "--set",
    "assigned",
    multiple=True,
    metavar="NAME=VALUE",
    help=f"Anything else; may be repeated. `sheets-gm games GAME` explains them: {_changeable()}.",
)
@WHY
@JSON
@home_option
def command(
    match: str,
    every: str | None,
    at: tuple[str, ...],
    no_show: str | None,
    zone: str | None,
    captain: str | None,
    title: str | None,
    added: tuple[str, ...],
    dropped: tuple[str, ...],
    assigned: tuple[str, ...],
    why: str,
    as_json: bool,
    installation: Installation,
) -> None:
    """Change how MATCH is run from now on. What was not named stays. Everybody reads it in the log.

    Where this changes when turns are due, the open turn gets a new deadline, counted from now. To take a change back,
    change it again; a captain also comes back with a rewind.

    \b
    Examples:
    sheets-gm change friday --every 12h --why "we are quick"
    sheets-gm change friday --every none --at "Sun 17:00" --at "Wed 20:00"
    sheets-gm change friday --captain Ben --no-show bot --set grace=2h --set votes=yes
    sheets-gm change friday --add-gm kim@example.org
    """
    by_set = assigned_by(assigned)
    if by_set.settings:
        raise click.UsageError(f"{listed(by_set.settings)}: write NAME=VALUE, with one of the names {_changeable()}.")
    flags = {
        "every": every,
        "at": "; ".join(at) or None,
        "no show": no_show,
        "zone": zone,
        "captain": captain,
        "title": title,
        "add game master": ", ".join(added) or None,
        "drop game master": ", ".join(dropped) or None,
    }
    named = {**by_set.options, **{what: value for what, value in flags.items() if value is not None}}
    if not named:
        raise click.UsageError(
            "Name what to change: --every, --at, --no-show, --zone, --captain, --title, --add-gm, --drop-gm, or --set "
            f"with {_changeable()}."
        )
    for what in (
        *(key for key in policy_options() if key in named),
        *(key for key in named if key not in policy_options()),
    ):
        do_order(installation, match, desk_order("change", on=what, value=named[what], why=why), as_json=as_json)
