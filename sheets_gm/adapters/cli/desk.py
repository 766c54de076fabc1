"""The game master's desk on the command line: the same actions as on the Desk tab, with the same answers.

Each command does one action at once and prints the line that everybody reads in the log.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from sheets_gm.adapters.cli.context import Installation, home_option, print_json

if TYPE_CHECKING:
    from sheets_gm.gm.between.rows.desk_orders import DeskOrder
    from sheets_gm.gm.poll.poller import Poller
    from sheets_gm.kernel.actions import Action

WHY = click.option("--why", default="", help="The reason, which everybody can read in the log.")

JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def match_command(name: str, *parameters: Callable[[Any], Any], dashes: bool = False) -> Callable[[Any], click.Command]:
    """Return a decorator for a command on one MATCH, with click *parameters*, a reason and the installation.

    With *dashes*, a value may begin with a dash, such as -3.
    """

    def decorate(function: Any) -> click.Command:
        for parameter in reversed((click.argument("match"), *parameters, WHY, JSON, home_option)):
            function = parameter(function)
        # if -h were an option for help, -2h would be read as it
        context = {"ignore_unknown_options": True, "help_option_names": ["--help"]} if dashes else {}
        return click.command(name, context_settings=context)(function)

    return decorate


def _poller(installation: Installation, match: str) -> Poller:
    from sheets_gm.adapters import wiring

    return wiring.poller(installation.store, installation.sheets, installation.match(match), installation.settings)


def do_order(installation: Installation, match: str, order: DeskOrder, *, as_json: bool) -> None:
    """Carry out a Desk *order*."""
    from sheets_gm.gm.intake.desk.gm_actions import action_of_desk_order
    from sheets_gm.kernel.actions import BadAction

    poller = _poller(installation, match)
    try:
        action = action_of_desk_order(poller.session.context(), order)
    except BadAction as error:
        if error.field != "why":
            raise
        raise BadAction('Give a reason with --why "...": everybody reads it in the log.', "why") from error
    _done(poller, action, as_json=as_json)


def _done(poller: Poller, action: Action, *, as_json: bool) -> None:
    """Carry out *action* and print the line that everybody reads."""
    from sheets_gm.adapters.cli.beside_the_sync import tick_beside_the_sync

    tick = tick_beside_the_sync(poller, actions=[action])
    if not tick.steps:
        raise click.ClickException(f"{poller.session.match}: another process is working on this match. Try again.")
    stored = action.model_dump(mode="json")
    step = next((step for step in tick.steps if step.entry.act == stored), tick.steps[0])
    sentence = poller.session.describe(step.events[0], step.entry)
    if as_json:
        muted = {"muted": list(tick.muted)} if tick.muted else {}
        shown = {"match": poller.session.match, "entry": step.entry.number, "act": step.entry.act, "told": sentence}
        print_json({**shown, **muted})
    else:
        click.echo(f"{poller.session.match}, entry {step.entry.number}: {sentence}")
        for line in tick.muted:
            click.echo(line)


def desk_order(act: str, *, on: str = "", value: str = "", why: str = "") -> DeskOrder:
    """A row of the Desk tab."""
    from sheets_gm.gm.between.rows.desk_orders import DeskOrder

    return DeskOrder(act=act, on=on, value=value, why=why)


@match_command("appeal", click.argument("number", type=int), click.argument("seat"))
def appeal(match: str, number: int, seat: str, why: str, as_json: bool, installation: Installation) -> None:
    """Appeal against the ruling on claim NUMBER of MATCH, for SEAT.

    \b
    sheets-gm appeal friday 1 Ben --why "the clause says otherwise"
    """
    from sheets_gm.gm.between.rows.desk_orders import ClaimOrder
    from sheets_gm.gm.between.rows.naming import named_seat
    from sheets_gm.gm.intake.desk.gm_actions import action_of_claim_order

    poller = _poller(installation, match)
    action = action_of_claim_order(
        poller.session.context(),
        ClaimOrder(text=why or "no reason given", appeals=number),
        named_seat(poller.session.record, seat).id,
    )
    _done(poller, action, as_json=as_json)


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
    from sheets_gm.gm.between.notices import to_hook
    from sheets_gm.gm.between.rows.naming import named_seat

    if when == ("hook",):
        by_hand = sys.stdin.isatty()
        address = click.prompt("Address", hide_input=True, err=True) if by_hand else sys.stdin.readline()
        poller = _poller(installation, match)
        target = named_seat(poller.session.record, seat)
        _done(poller, to_hook(target.id, address).but(why=why), as_json=as_json)
        return
    do_order(installation, match, desk_order("notices", on=seat, value=" ".join(when), why=why), as_json=as_json)
    if when[0] == "mail" and when[-1] != "no" and not installation.settings.mail and not as_json:
        what = "mail in sheets-gm.toml is the address from which it goes"
        click.echo(f"Nobody gets mail yet: {what} (sheets-gm help game-master).")


@match_command("unstick")
def unstick(match: str, why: str, as_json: bool, installation: Installation) -> None:  # noqa: ARG001 - every command takes a reason
    """Retry a match that was set aside, once the cause is fixed.

    \b
    sheets-gm unstick friday
    """
    from sheets_gm.gm.match_record.policy import Status
    from sheets_gm.gm.match_record.repairs import Repairs

    record = installation.store.record(installation.match(match))
    if record.status is not Status.STUCK:
        raise click.ClickException(f"{match} is not set aside: its status is {record.status.value}.")
    mended = Repairs.of(record).but(restored=None).on(record)
    installation.store.save(mended.but(status=Status.LIVE, failures=0, reason=""))
    poller = _poller(installation, match)
    poller.time.is_back = True
    tick = poller.tick()
    if as_json:
        print_json({"match": match, "was": record.reason, "status": tick.status.value})
    else:
        click.echo(f"{match}: polled again successfully. It was set aside because of: {record.reason}")


def commands() -> dict[str, click.Command]:
    """Return the commands by name."""
    return {command.name or "": command for command in (appeal, notices, unstick)}
