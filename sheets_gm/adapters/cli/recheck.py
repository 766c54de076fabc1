"""`sheets-gm recheck`: replay live matches on the rules that are installed, before anyone plays on with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, home_option, say

if TYPE_CHECKING:
    from sheets_gm.kernel.proof import Fault


@click.command("recheck")
@click.argument("match", required=False)
@click.option("--adopt", is_flag=True, help="Let matches whose every entry plays the same go on with these rules.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@home_option
def command(match: str | None, adopt: bool, as_json: bool, installation: Installation) -> None:
    """Replay MATCH (or every match that is not over) on the installed rules, and name the first entry that differs.

    A match is bound to the version of its game's rules. After an upgrade that changes the version it waits until
    it has been rechecked and adopts the new one. The exit code is 5 if anything differs.
    """
    from sheets_gm.gm.record.policy import Status

    names = [installation.match(match)] if match else list(installation.store.names())
    told = []
    differs = False
    for name in names:
        record = installation.store.record(name)
        if record.status is Status.OVER and match is None:
            continue
        version, fault = _replayed(installation, name)
        bound = record.bound
        adopted = adopt and fault is None and bound != version and _adopt(installation, name, version)
        differs = differs or fault is not None
        told.append(
            {"match": name, "bound": bound, "rules": version, "adopted": bool(adopted), "fault": fault and fault.what}
        )
        if as_json:
            continue
        if fault is not None:
            click.echo(f"{name}: entry {fault.entry} would differ on rules {version}: {fault.what}")
        else:
            more = ", and it goes on with them" if adopted else ""
            more = more or (f"; let it go on with them: sheets-gm recheck {name} --adopt" if bound != version else "")
            click.echo(f"{name}: everything that was played stays the same on rules {version}{more}.")
    if as_json:
        say(told)
    elif not told:
        click.echo("There is no match to check.")
    if differs:
        raise SystemExit(5)


def _replayed(installation: Installation, name: str) -> tuple[str, Fault | None]:
    """The version that is installed, and the first entry of a match that comes out differently on it."""
    from rich.progress import track

    from sheets_gm.games.finding import game as find
    from sheets_gm.kernel.dice import Secrets
    from sheets_gm.kernel.proof import Fault, verify

    record = installation.store.record(name)
    game = find(record.charter.game)
    hidden = Secrets(bytes.fromhex(record.seed)).hidden
    checked = verify(game, record.charter, installation.store.entries(name), hidden)
    total = installation.store.last_number(name) + 1
    shown = track(checked, name, total=total, transient=True)
    return game.version, next((each for each in shown if isinstance(each, Fault)), None)


def _adopt(installation: Installation, name: str, version: str) -> bool:
    from sheets_gm.adapters import wiring
    from sheets_gm.gm.record.policy import Status
    from sheets_gm.kernel.actions import Adopt

    record = installation.store.record(name)
    if record.status is Status.STUCK:
        installation.store.save(record.but(status=Status.LIVE, failures=0, reason=""))
    table = wiring.table(installation.store, installation.sheets, name, installation.settings)
    return bool(table.tick(actions=[Adopt(rules=version)]).steps)
