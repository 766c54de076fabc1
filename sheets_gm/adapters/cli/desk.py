"""The GM's desk on the command line: the same deeds as on the Desk tab, with the same answers.

Each command does one thing to one match, at once, and says the line that everybody reads in the log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from sheets_gm.adapters.cli.context import Installation, home_option, say, strangers

if TYPE_CHECKING:
    from sheets_gm.gm.tick import Poller
    from sheets_gm.kernel.actions import AnyAction

WHY = click.option("--why", default="", help="The reason; everybody reads it in the log.")

JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def _command(name: str, *parameters: Callable[[Any], Any], dashes: bool = False) -> Callable[[Any], click.Command]:
    """A command on one MATCH, with *parameters* (of click), a reason, and where the installation is.

    With *dashes*, a value may begin with one: -3 is a number.
    """

    def made(function: Any) -> click.Command:
        for parameter in reversed((click.argument("match"), *parameters, WHY, JSON, home_option)):
            function = parameter(function)
        return click.command(name, context_settings={"ignore_unknown_options": dashes})(function)

    return made


def _dice(_ctx: click.Context, param: click.Parameter, rolls: tuple[str, ...]) -> tuple[str, ...]:
    """Dice as a ruling rolls them, or it says which one is none."""
    if rolls:
        from sheets_gm.gm.desk.gm_actions import die_of
    for each in rolls:
        if die_of(each) is None:
            raise click.BadParameter(f"«{each}» is no die: write it like «d20 for the ambush».", param=param)
    return rolls


def _table(installation: Installation, match: str) -> Poller:
    from sheets_gm.adapters import wiring

    return wiring.table(installation.store, installation.sheets, installation.match(match), installation.settings)


def _do(
    installation: Installation, match: str, as_json: bool, act: str, *, on: str = "", value: str = "", why: str = ""
) -> None:
    """Compose a deed as the Desk tab would, and do it."""
    from sheets_gm.gm.desk.gm_actions import DeskOrder, action_of_desk_order
    from sheets_gm.kernel.actions import BadAction

    table = _table(installation, match)
    try:
        composed = action_of_desk_order(table.session.context(), DeskOrder(act=act, on=on, value=value, why=why))
    except BadAction as error:
        if error.field != "why":
            raise
        raise BadAction('say why, with --why "...": everybody reads it in the log', "why") from error
    _done(table, composed, as_json)


def _done(table: Poller, act: AnyAction, as_json: bool) -> None:
    """Do *act*, and say what everybody reads."""
    tick = table.tick(actions=[act])
    if not tick.steps:
        raise click.ClickException(f"{table.session.match}: another process is at work on this match; try again.")
    step = tick.steps[0]
    told = table.session.describe(step.events[0], step.entry)
    if as_json:
        say({"match": table.session.match, "entry": step.entry.number, "act": step.entry.act, "told": told})
    else:
        click.echo(f"{table.session.match}, entry {step.entry.number}: {told}")


@_command("pause")
def pause(match: str, why: str, as_json: bool, installation: Installation) -> None:
    """Stop the clock of MATCH: rows are answered, and nothing is played. The time that is left is kept."""
    _do(installation, match, as_json, "pause", why=why)


@_command("resume")
def resume(match: str, why: str, as_json: bool, installation: Installation) -> None:
    """Let the clock of MATCH go on, with the time that was left."""
    _do(installation, match, as_json, "resume", why=why)


@_command(
    "extend",
    click.argument("time"),
    click.option(
        "--seat", default="", help="On the budget of this seat (or player) of extensions; else it is the GM's own."
    ),
)
def extend(match: str, time: str, seat: str, why: str, as_json: bool, installation: Installation) -> None:
    """Move the deadline of MATCH's open step by TIME (24h, 90m, 2d)."""
    _do(installation, match, as_json, "extend", on=seat, value=time, why=why)


@_command("excuse", click.argument("seat"))
def excuse(match: str, seat: str, why: str, as_json: bool, installation: Installation) -> None:
    """Wait for SEAT (or the player who sits there) no longer in MATCH's open step; it is no no-show."""
    _do(installation, match, as_json, "excuse", on=seat, why=why)


@_command(
    "override",
    click.argument("path"),
    click.argument("value"),
    click.option("--hidden", is_flag=True, help="The log tells only that something was changed, and why."),
    dashes=True,
)
def override(
    match: str, path: str, value: str, hidden: bool, why: str, as_json: bool, installation: Installation
) -> None:
    """Put a value of MATCH's position right: its PATH, like players.blue1.at, and its new VALUE.

    What is not a part of the position, or would break a law of the game, is refused and says why. sheets-gm
    status MATCH --position prints the position.
    """
    _do(installation, match, as_json, "override hidden" if hidden else "override", on=path, value=value, why=why)


@_command("rewind", click.argument("to"))
def rewind(match: str, to: str, why: str, as_json: bool, installation: Installation) -> None:
    """Play MATCH on from an earlier position: TO is «Turn 5» to open turn 5 again, or #12 for after entry 12.

    Nothing is lost: the turns that are undone stay in the journal, and a rewind can itself be undone.
    """
    _do(installation, match, as_json, "rewind", on=to, why=why)


@_command("substitute", click.argument("seat"), click.argument("person"))
def substitute(match: str, seat: str, person: str, why: str, as_json: bool, installation: Installation) -> None:
    """Give SEAT (or the player's who sits there) of MATCH to another PERSON: a name, or «Name <account>»."""
    _do(installation, match, as_json, "substitute", on=seat, value=person, why=why)
    record = installation.store.record(match)
    for line in strangers(installation.sheets.bound(record.account), record):
        click.echo(f"⚠ {line}", err=True)


@_command("concede", click.argument("team"))
def concede(match: str, team: str, why: str, as_json: bool, installation: Installation) -> None:
    """Let TEAM of MATCH give up. When one team is left, it has won."""
    _do(installation, match, as_json, "concede", on=team, why=why)


@_command(
    "claim",
    click.argument("text"),
    click.option("--about", default="", metavar="N", help="The entry of the journal that it is about."),
)
def claim(match: str, text: str, about: str, why: str, as_json: bool, installation: Installation) -> None:
    """Ask for a ruling in MATCH: TEXT says what is claimed."""
    _do(installation, match, as_json, "claim", on=about, value=text, why=why)


@_command(
    "rule",
    click.argument("number"),
    click.argument("decision"),
    click.option("--evidence", multiple=True, help="What the decision rests on; may be repeated."),
    click.option(
        "--roll", "rolls", multiple=True, metavar="DIE", callback=_dice, help="«d20 for the ambush»: rolled with it."
    ),
)
def rule(
    match: str, number: str, decision: str, evidence: tuple[str, ...], rolls: tuple[str, ...],
    why: str, as_json: bool, installation: Installation,
) -> None:  # fmt: skip
    """Decide claim NUMBER of MATCH: DECISION says what holds, --why the reason."""
    _do(installation, match, as_json, "rule", on=number, value=" | ".join((decision, *evidence, *rolls)), why=why)


@_command(
    "appeal",
    click.argument("number", type=int),
    click.argument("seat"),
)
def appeal(match: str, number: int, seat: str, why: str, as_json: bool, installation: Installation) -> None:
    """Appeal against the ruling on claim NUMBER of MATCH, for SEAT."""
    from sheets_gm.gm.desk.effects import named_seat
    from sheets_gm.gm.desk.gm_actions import ClaimOrder, action_of_claim_order

    table = _table(installation, match)
    act = action_of_claim_order(
        table.session.context(),
        ClaimOrder(text=why or "no reason given", appeals=number),
        named_seat(table.session.record, seat).id,
    )
    _done(table, act, as_json)


@_command("unstick")
def unstick(match: str, why: str, as_json: bool, installation: Installation) -> None:  # noqa: ARG001 - every command has a reason
    """Let a match that was set aside be polled again, once what was wrong is mended."""
    from sheets_gm.gm.record.policy import Status

    record = installation.store.record(installation.match(match))
    if record.status is not Status.STUCK:
        raise click.ClickException(f"{match} is not set aside: it is {record.status.value}.")
    installation.store.save(record.but(status=Status.LIVE, failures=0, reason=""))
    tick = _table(installation, match).tick()
    if as_json:
        say({"match": match, "was": record.reason, "status": tick.status.value})
    else:
        click.echo(f"{match}: it was set aside for «{record.reason}», and is polled again; the first poll went well.")


COMMANDS: Mapping[str, click.Command] = MappingProxyType(
    {
        command.name or "": command
        for command in (
            pause, resume, extend, excuse, override, rewind, substitute, concede, claim, rule, appeal, unstick
        )
    }
)  # fmt: skip
"""The commands, by name."""
