"""`sheets-gm serve`: runs the local spreadsheet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from sheets_gm.adapters.cli.context import addresses
from sheets_gm.adapters.cli.durations import duration_option
from sheets_gm.adapters.settings import LOCAL_PORT
from sheets_gm.localsheets.drive.strangeness import described

if TYPE_CHECKING:
    from sheets_gm.localsheets.api.fault_injection import FaultInjection
    from sheets_gm.localsheets.api.quota import Quota
    from sheets_gm.localsheets.api.service import Service
    from sheets_gm.localsheets.drive.strangeness import Strangeness

T = TypeVar("T")

SYNC = "sync@localhost"
TOKEN_FILE = "sync.token"  # noqa: S105 - the name of a file
ADDRESS = "address"
"""The name under which the data folder stores the last address of the server."""


@click.command("serve", epilog=f"\b\nWhat --strange can show:\n{described()}")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=LOCAL_PORT,
    show_default=True,
    help="Port to listen on; 0 is any free port.",
)
@click.option(
    "--data",
    "folder",
    type=click.Path(path_type=Path),
    default=Path("sheets"),
    show_default=True,
    help="Folder with the spreadsheets and accounts; created if missing. One server at a time.",
)
@click.option("--account", "accounts", multiple=True, metavar="EMAIL", callback=addresses,
              help="Create an account; may be repeated.")  # fmt: skip
@click.option("--lan", is_flag=True, help="Listen on the network too; each person needs a secret link.")
@click.option("--name", "names", multiple=True, metavar="HOST", help="With --lan: another host name of this machine.")
@click.option("--trust-all", is_flag=True, help="Treat every caller as the owner; on this machine only.")
@click.option(
    "--token-lifetime",
    metavar="TIME",
    callback=duration_option,
    help="Lifetime of the access tokens of key files (default: 1h).",
)
@click.option("--quota", metavar="QUOTA", help="Refuse too many requests a minute: google, or reads=100,user-writes=5.")
@click.option("--latency", metavar="TIME", help="Delay every answer: 200ms, or a range such as 50ms-200ms.")
@click.option("--faults", metavar="FAULT:SHARE,...", help="Inject faults: 503, timeout, drop-after-commit, truncated.")
@click.option("--strange", metavar="NAME[:NUMBER],...", help="Imitate this rarer behaviour of Google (see below).")
@click.option("--seed", type=int, help="A number that makes --latency, --faults and --strange repeatable.")
def command(
    port: int,
    folder: Path,
    accounts: tuple[str, ...],
    lan: bool,
    names: tuple[str, ...],
    trust_all: bool,
    token_lifetime: float | None,
    quota: str | None,
    latency: str | None,
    faults: str | None,
    strange: str | None,
    seed: int | None,
) -> None:
    """Run a local spreadsheet that speaks Google's API and keeps its data in a folder.

    It listens on this machine only. Each account has a secret link, which is printed once when the account is created.
    The account of the sync is created automatically: its token is written to sync.token in the data folder, and
    sheets-gm.toml is written to the current folder if there is none yet. Stop the server with Ctrl-C; every answered
    change is on disk.

    \b
    For you and your friends
      sheets-gm serve --account ana@example.org --account ben@example.org
      sheets-gm serve --lan --account ana@example.org       other machines too
      sheets-gm account link ana@example.org                a new link; the old one stops working

    \b
    For programs that were written for Google
      sheets-gm account add robot --service-account-key key.json
      gspread.service_account("key.json"), with localsheets.rewrite mounted on its session

    \b
    For tests of such programs
      sheets-gm serve --trust-all --data /tmp/sheets
      sheets-gm serve --quota google --latency 50ms-200ms
      sheets-gm serve --faults 503:0.02,drop-after-commit:0.01 --seed 7
      sheets-gm serve --strange shuffled,slow-large:90
    """
    if lan and trust_all:
        raise click.UsageError(
            "--trust-all is for this machine only: leave out --lan, or create an --account for each person."
        )
    if names and not lan:
        raise click.UsageError("--name needs --lan.")
    from sheets_gm.localsheets.http_server import listening, server
    from sheets_gm.localsheets.http_server.listening import own_names

    faults_injected = _fault_injection(latency, faults, seed)
    limits, strangeness = _quota(quota), _strangeness(strange, seed)
    lifetime = _lifetime(token_lifetime)
    socket = listening.listen("0.0.0.0" if lan else listening.LOOPBACK, port)  # noqa: S104 - asked for
    port = socket.getsockname()[1]
    known = (*listening.NAMES, *(each.lower() for each in names), *own_names()) if lan else listening.NAMES
    base = f"http://{listening.LOOPBACK}:{port}"
    service = server.open_service(
        folder, trust_all=trust_all, address=f"http://{known[2]}:{port}" if len(known) > 2 else base
    )
    service.fault_injection, service.quota, service.token_lifetime = faults_injected, limits, lifetime
    service.strangeness = strangeness
    service.identity.remember(ADDRESS, service.address)
    _print_links(service, folder, base, accounts)
    server.serve(service, socket, names=known)
    service.close()
    click.echo("Stopped.")


def _print_links(service: Service, folder: Path, base: str, accounts: tuple[str, ...]) -> None:
    """Create the missing accounts and print their links."""
    from sheets_gm.adapters import settings
    from sheets_gm.adapters.private_files import write_private

    links = {}
    for account in (SYNC, *accounts):
        if account not in service.accounts():
            links[account] = service.add_account(account)
    if SYNC in links:
        write_private(folder / TOKEN_FILE, links[SYNC])
    file = Path(settings.FILE)
    if not file.exists():
        google = settings.Google(endpoint=base, token_file=str(folder / TOKEN_FILE))
        file.write_text(settings.dump(settings.Settings(google=google)), encoding="utf-8")
        click.echo(f"Wrote {file}: sheets-gm new and sheets-gm sync will use this server.")
    click.echo(f"Listening on {service.address}  (data in {folder}). Stop with Ctrl-C.")
    for account, token in links.items():
        click.echo(f"  {account:<28} {service.address}/?key={token}")


def _parse(read: Callable[[str], T], text: str, option: str) -> T:
    try:
        return read(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint=option) from error


def _fault_injection(latency: str | None, faults: str | None, seed: int | None) -> FaultInjection | None:
    from sheets_gm.localsheets.api import fault_injection

    if latency is None and faults is None:
        return None
    return fault_injection.FaultInjection(
        _parse(fault_injection.parse_latency, latency, "--latency") if latency else (0.0, 0.0),
        _parse(fault_injection.parse_faults, faults, "--faults") if faults else {},
        seed,
    )


def _strangeness(text: str | None, seed: int | None) -> Strangeness:
    from sheets_gm.localsheets.drive import strangeness

    return strangeness.Strangeness(_parse(strangeness.parse, text, "--strange") if text else {}, seed)


def _quota(text: str | None) -> Quota | None:
    from sheets_gm.localsheets.api import quota

    return quota.Quota(_parse(quota.parse_limits, text, "--quota")) if text else None


def _lifetime(seconds: float | None) -> int:
    from sheets_gm.localsheets.identity import token_endpoint

    return max(1, round(seconds)) if seconds else token_endpoint.LIFETIME
