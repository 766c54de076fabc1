"""`sheets-gm recheck`: replays live matches with the installed rules, before anyone continues with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, home_option, print_json

if TYPE_CHECKING:
    from sheets_gm.kernel.match.integrity import Fault


@click.command("recheck")
@click.argument("match", required=False)
@click.option(
    "--adopt", is_flag=True, help="Let matches continue with the installed rules if every entry has the same result."
)
@click.option("--anyway", is_flag=True, help="With --adopt: also if an entry would differ. It stays as it was played.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@home_option
def command(match: str | None, adopt: bool, anyway: bool, as_json: bool, installation: Installation) -> None:
    """Replay MATCH (or every match that is not over) with the installed rules and name the first entry that differs.

    A match is bound to a version of its game's rules. After an upgrade to another version, the match waits until it is
    rechecked and adopts the new version. The exit code is 5 if anything differs.

    \b
    sheets-gm recheck
    sheets-gm recheck friday --adopt
    """
    from sheets_gm.gm.match_record.policy import Status

    names = [installation.match(match)] if match else list(installation.store.names())
    rows = []
    differs = False
    for name in names:
        record = installation.store.record(name)
        if record.status is Status.OVER and match is None:
            continue
        version, fault = _replayed(installation, name)
        bound = record.rules_version
        # what other rules have played stands, once the match goes on with these
        stands = fault is not None and bool(fault.rules) and bound == version
        adopted = adopt and (anyway or fault is None) and bound != version
        if adopted:
            _adopt(installation, name, version, fault)
        differs = differs or (fault is not None and not stands)
        rows.append(
            {"match": name, "bound": bound, "rules": version, "adopted": adopted, "fault": fault and fault.what}
        )
        if not as_json:
            click.echo(_told(name, bound, version, fault, adopted=adopted, stands=stands))
    if as_json:
        print_json(rows)
    elif not rows:
        click.echo("There is no match to check.")
    if differs:
        raise SystemExit(5)


def _replayed(installation: Installation, name: str) -> tuple[str, Fault | None]:
    """Return the installed version of the rules, and the first entry with a different result; None if there is none."""
    from rich.progress import track

    from sheets_gm.adapters.public_beacon.signatures import is_signed
    from sheets_gm.games.finding import game as find
    from sheets_gm.gm.between.finding import read_action
    from sheets_gm.kernel.dice import Secrets
    from sheets_gm.kernel.match.integrity import Fault
    from sheets_gm.kernel.match.proof import verify

    record = installation.store.record(name)
    game = find(record.charter.game)
    hidden = Secrets(bytes.fromhex(record.seed)).hidden
    checked = verify(game, record.charter, installation.store.entries(name), hidden, is_signed, read_action)
    total = installation.store.last_number(name) + 1
    shown = track(checked, name, total=total, transient=True)
    faults = [each for each in shown if isinstance(each, Fault)]
    # an entry that is wrong by itself matters more than one that other rules have played
    return game.version, next((each for each in faults if not each.rules), next(iter(faults), None))


def _adopt(installation: Installation, name: str, version: str, fault: Fault | None) -> None:
    """Let a match continue with the rules *version*. Raises ClickException while another process works on it."""
    from sheets_gm.adapters import wiring
    from sheets_gm.adapters.cli.beside_the_sync import tick_beside_the_sync
    from sheets_gm.kernel.actions import Adopt

    poller = wiring.poller(installation.store, installation.sheets, name, installation.settings)
    tick_beside_the_sync(poller, actions=[Adopt(rules=version, differs=fault.entry if fault else None)])
    if installation.store.record(name).rules_version != version:
        raise click.ClickException(f"{name}: another process works on this match. Try again, or stop the sync first.")


def _told(name: str, bound: str, version: str, fault: Fault | None, *, adopted: bool, stands: bool) -> str:
    """Describe the result for a match: its entries with the rules *version*, and whether it uses them now."""
    if fault is None:
        then = f" To use them: sheets-gm recheck {name} --adopt" if bound != version else ""
        return f"{name}: every entry stays the same with rules {version}." + (
            " The match now uses them." if adopted else then
        )
    if stands:
        return (
            f"{name}: every entry that was played by rules {version} stays the same. Those of rules {fault.rules} "
            f"stay as they were played; the first that would differ is entry {fault.entry}."
        )
    line = f"{name}: entry {fault.entry} would differ with rules {version}: {fault.what}"
    if adopted:
        return (
            f"{line}. The match now uses them all the same. What was played stays as it was played, and `verify` "
            "names what would differ."
        )
    if bound != version and fault.rules:
        return f"{line}. To go on from where it stands all the same: sheets-gm recheck {name} --adopt --anyway"
    return line
