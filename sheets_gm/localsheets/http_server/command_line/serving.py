"""`localsheets serve`: runs the server on a data folder until it is stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import click

from sheets_gm.localsheets.drive.strangeness import described
from sheets_gm.localsheets.http_server.command_line.public_address import check_network, check_public

if TYPE_CHECKING:
    from sheets_gm.localsheets.api.fault_injection import FaultInjection
    from sheets_gm.localsheets.api.quota import Quota
    from sheets_gm.localsheets.api.service import Service
    from sheets_gm.localsheets.drive.strangeness import Strangeness

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

PORT = 8765
"""The port that is used unless another one is asked for."""

ADDRESS = "address"
"""The name under which the data folder stores the last address of the server."""

EPILOG = f"\b\nWhat --strange can show:\n{described()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """The options of `serve`, as they were typed."""

    port: int
    folder: Path
    accounts: tuple[str, ...]
    lan: bool
    names: tuple[str, ...]
    public: str | None
    without_tls: bool
    trust_all: bool
    token_lifetime: float | None
    quota: str | None
    latency: str | None
    faults: str | None
    strange: str | None
    seed: int | None


def addresses(_ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Check the e-mail addresses of an option."""
    for each in value:
        name, _, host = each.partition("@")
        if not name or not host or "@" in host or any(letter.isspace() for letter in each):
            raise click.BadParameter(f"“{each}” is not an e-mail address: write one like ana@example.org.", param=param)
    return value


def _lifetime_option(_ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
    from sheets_gm.localsheets.api.fault_injection import parse_time

    return None if value is None else _parse(parse_time, value, param.opts[0])


OPTIONS = (
    click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True,
                 help="Port to listen on; 0 is any free port."),
    click.option("--data", "folder", type=click.Path(path_type=Path), default=Path("sheets"), show_default=True,
                 help="Folder with the spreadsheets and accounts; created if missing. One server at a time."),
    click.option("--account", "accounts", multiple=True, metavar="EMAIL", callback=addresses,
                 help="Create an account; may be repeated."),
    click.option("--lan", is_flag=True, help="Listen on the network too; each person needs a secret link."),
    click.option("--name", "names", multiple=True, metavar="HOST",
                 help="With --lan: another host name of this machine."),
    click.option("--public", metavar="URL",
                 help="Address of a proxy with https in front of this server: https://play.example.org."),
    click.option("--without-tls", is_flag=True,
                 help="Serve the internet although everybody on the way can read along."),
    click.option("--trust-all", is_flag=True, help="Treat every caller as the owner; on this machine only."),
    click.option("--token-lifetime", metavar="TIME", callback=_lifetime_option,
                 help="Lifetime of the access tokens of key files (default: 1h)."),
    click.option("--quota", metavar="QUOTA",
                 help="Refuse too many requests a minute: google, or reads=100,user-writes=5."),
    click.option("--latency", metavar="TIME", help="Delay every answer: 200ms, or a range such as 50ms-200ms."),
    click.option("--faults", metavar="FAULT:SHARE,...",
                 help="Inject faults: 503, timeout, drop-after-commit, truncated."),
    click.option("--strange", metavar="NAME[:NUMBER],...",
                 help="Imitate this rarer behaviour of Google (see below)."),
    click.option("--seed", type=int,
                 help="A number that makes --latency, --faults and --strange repeatable."),
)  # fmt: skip


def serve_options(command: F) -> F:
    """Add the options of `serve` to *command*, which passes them on as `Wishes(**options)`."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@click.command("serve", epilog=EPILOG)
@serve_options
def serve(**options: Any) -> None:
    """Run the server on a data folder.

    It listens on this machine only. Each account has a secret link, which is printed once when the account is created.
    Stop the server with Ctrl-C; every answered change is on disk.

    \b
    localsheets serve --account ana@example.org --account ben@example.org
    localsheets serve --lan --account ana@example.org          other machines too
    localsheets serve --public https://play.example.org        behind a proxy with https
    localsheets serve --trust-all --data sheets                tests, without keys
    localsheets serve --quota google --latency 50ms-200ms      tests, as on Google
    localsheets serve --faults 503:0.02,drop-after-commit:0.01 --seed 7
    """
    run(Wishes(**options))


def run(wishes: Wishes, prepare: Callable[[Service, str], None] | None = None) -> None:
    """Serve until the process is stopped. Before that, *prepare* gets the service and its local address.

    Raises `click.UsageError`, `DataBroken` or `PortInUse`.
    """
    if wishes.lan and wishes.trust_all:
        raise click.UsageError(
            "--trust-all is for this machine only: leave out --lan, or create an --account for each person."
        )
    if wishes.names and not wishes.lan:
        raise click.UsageError("--name needs --lan.")
    if wishes.public and wishes.trust_all:
        raise click.UsageError("--trust-all is for this machine only: leave out --public.")
    public = check_public(wishes.public, insists=wishes.without_tls) if wishes.public else ""
    from sheets_gm.localsheets.http_server import listening, server

    injected, limits = _fault_injection(wishes), _quota(wishes.quota)
    strangeness = _strangeness(wishes.strange, wishes.seed)
    own_names = listening.own_names() if wishes.lan else ()
    if not public:
        check_network(own_names, insists=wishes.without_tls)
    held = listening.listen("0.0.0.0" if wishes.lan else listening.LOOPBACK, wishes.port)  # noqa: S104 - asked for
    port = held.getsockname()[1]
    others = (*(each.lower() for each in wishes.names), *own_names) if wishes.lan else ()
    base = f"http://{listening.LOOPBACK}:{port}"
    address = public or (f"http://{others[0]}:{port}" if others else base)
    service = server.open_service(wishes.folder, trust_all=wishes.trust_all, address=address)
    service.fault_injection, service.quota, service.strangeness = injected, limits, strangeness
    service.token_lifetime = _lifetime(wishes.token_lifetime)
    service.identity.remember(ADDRESS, service.address)
    if prepare is not None:
        prepare(service, base)
    _print_links(service, wishes)
    server.serve(service, held, names=(*listening.NAMES, *others), public=urlsplit(public).netloc)
    service.close()
    click.echo("Stopped.")


def _print_links(service: Service, wishes: Wishes) -> None:
    """Create the missing accounts and print their links."""
    links = {each: service.add_account(each) for each in wishes.accounts if each not in service.accounts()}
    click.echo(f"Listening on {service.address}  (data in {wishes.folder}). Stop with Ctrl-C.")
    for account, token in links.items():
        click.echo(f"  {account:<28} {service.address}/?key={token}")


def _parse(read: Callable[[str], T], text: str, option: str) -> T:
    try:
        return read(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint=option) from error


def _fault_injection(wishes: Wishes) -> FaultInjection | None:
    from sheets_gm.localsheets.api import fault_injection

    if wishes.latency is None and wishes.faults is None:
        return None
    return fault_injection.FaultInjection(
        _parse(fault_injection.parse_latency, wishes.latency, "--latency") if wishes.latency else (0.0, 0.0),
        _parse(fault_injection.parse_faults, wishes.faults, "--faults") if wishes.faults else {},
        wishes.seed,
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
