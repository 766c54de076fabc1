"""`sheets-gm demo`: bots play a whole match on a local spreadsheet."""

from __future__ import annotations

import hashlib
import os
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sheets_gm.adapters.cli.context import folder_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import BaseModel

    from sheets_gm.adapters.google.google_sheets import GoogleSheets
    from sheets_gm.adapters.people.bot_players import Player, Together
    from sheets_gm.games.contract import Game
    from sheets_gm.gm.match_record.policy import Policy
    from sheets_gm.gm.poll.poller import Poller
    from sheets_gm.kernel.seats import Seat

PAUSE = 1.2
"""Seconds between turns, so that people can follow."""

MOST_LINES = 24
"""The most lines that are printed for one turn."""

MOST_BOOKS = 6
"""The most players for whom a match has private workbooks of single players, unless more are asked for."""

SPECTATOR = "you@localhost"


@click.command("demo")
@click.argument("game_name", metavar="GAME", default="gvg")
@click.option("--fast", is_flag=True, help="No pauses; most bots of a turn type in one request.")
@click.option("--keep-open", is_flag=True, help="Keep the page open when the match is over, until Ctrl-C.")
@click.option("--port", default=0, help="Port of the page (default: any free port).")
@click.option("--seed", type=int, help="A number: the same number gives the same match again.")
@click.option("--set", "assigned", multiple=True, metavar="KEY=VALUE", help="A setting of the game; may be repeated.")
@click.option("--players", type=int, help="Number of players (default: all, but 6 with a workbook each).")
@click.option("--sealed", is_flag=True, help="A separate workbook for each team or player, beside a public one.")
@folder_option
def command(
    game_name: str,
    fast: bool,
    keep_open: bool,
    port: int,
    seed: int | None,
    assigned: tuple[str, ...],
    players: int | None,
    sealed: bool,
    folder: Path,
) -> None:
    """Watch bots play a whole match of GAME on a local spreadsheet, and get the final match sheet.

    Every bot types into its own cells with its own account, over HTTP, as a person's browser does; with --fast, each
    turn another one does, and the sync's account types for the rest. A sync reads the cells, plays turn after turn and
    writes the board. Open the printed link to watch.

    \b
    sheets-gm demo gvg
    sheets-gm demo champions --fast --players 4
    """
    from sheets_gm.adapters.installation.questions import check_from_outside
    from sheets_gm.games.finding import game as find
    from sheets_gm.localsheets import server

    game = find(game_name)
    check_from_outside(game)
    settings = _settings(game, assigned)
    policy = _policy(game, sealed=sealed)
    seats = _seats_for(game, settings, policy, players)
    with tempfile.TemporaryDirectory(prefix="sheets-gm-") as home:
        service = server.open_service(Path(home) / "sheets")
        with server.running(service, port):
            token = service.add_account("sync@localhost")
            sync = _direct(service, token)
            demo = Demo(_create(game, (settings, seats, policy), sync, Path(home), _seed(seed)), sync, token, service)
            _print_links(demo)
            if not keep_open:
                click.echo("The page closes when the match is over; with --keep-open it stays.")
            _play(demo, fast=fast)
            _export(demo.poller, folder)
            if keep_open:
                click.echo("The page stays open. Stop with Ctrl-C.")
                try:
                    threading.Event().wait()
                except KeyboardInterrupt:
                    click.echo("Stopped.")
        service.close()


@dataclass(frozen=True, slots=True)
class Demo:
    """A match of bots, the account of its sync and its token, and the local spreadsheet that it is played on."""

    poller: Poller
    sync: GoogleSheets
    token: str
    service: Any


def _direct(service: Any, token: str) -> GoogleSheets:
    """Return the account of *token*, which calls *service* in this process, where players' browsers use HTTP."""
    from sheets_gm.adapters.google import opening
    from sheets_gm.localsheets import in_process

    sheets = opening.connect(token, service.address)
    in_process.mount(sheets.http.session, service)
    return sheets


def _settings(game: Game[Any, Any], assigned: tuple[str, ...]) -> BaseModel:
    """Return the settings of a demonstration, which is short except where *assigned* wants something else."""
    from sheets_gm.adapters.cli.game_settings import settings_of

    return settings_of(game.settings, (*game.showing.short, *assigned))


def _seats_for(game: Game[Any, Any], settings: BaseModel, policy: Policy, players: int | None) -> tuple[Seat, ...]:
    """Return invented players for *players* seats (None: all, for at most `MOST_BOOKS` private workbooks)."""
    from sheets_gm.games.play_out import player_counts

    seats = _seats(game, settings, players)
    if players is None and len(policy.alone(game.secrecy, seats)) > MOST_BOOKS:
        fewer = max((number for number in player_counts(game, settings) if number <= MOST_BOOKS), default=None)
        return _seats(game, settings, fewer)
    return seats


def checked_players(game: Game[Any, Any], settings: BaseModel, players: int | None) -> None:
    """Raise `BadParameter` if no match can start with this number of *players* (None: all)."""
    from sheets_gm.games.play_out import player_counts
    from sheets_gm.kernel.english import number_range

    counts = player_counts(game, settings)
    if players is not None and players not in counts:
        raise click.BadParameter(
            f"{game.title} with these settings is for {number_range(counts)} players, equally many in each team, not "
            f"{players}. To see the settings: sheets-gm games {game.name}",
            param_hint="--players",
        )


def _seats(game: Game[Any, Any], settings: BaseModel, players: int | None) -> tuple[Seat, ...]:
    """Return invented players for *players* seats (None: all), equally many in each team. Raises `BadParameter`."""
    from sheets_gm.adapters.people.roster import made_up
    from sheets_gm.games.play_out import choose_places

    checked_players(game, settings, players)
    return made_up(choose_places(game.places(settings), players))


def _policy(game: Game[Any, Any], *, sealed: bool) -> Policy:
    from sheets_gm.gm.match_record.policy import Policy
    from sheets_gm.gm.workbooks.layout import layout_for

    return Policy(layout=layout_for(game, sealed=sealed, open_hands=False), gm=(SPECTATOR,))


def _seed(number: int | None) -> bytes:
    return os.urandom(32) if number is None else hashlib.sha256(f"demo {number}".encode()).digest()


def _create(
    game: Game[Any, Any], chosen: tuple[BaseModel, Sequence[Seat], Policy], sync: GoogleSheets, home: Path, seed: bytes
) -> Poller:
    """Create the match of the demonstration with the *chosen* settings, seats and policy, and build its workbooks."""
    from sheets_gm.adapters import wiring
    from sheets_gm.adapters.export.signing import public_key
    from sheets_gm.adapters.installation import templates
    from sheets_gm.adapters.stores.database.store import open_store
    from sheets_gm.gm.creation import NewMatch, create_match

    settings, seats, policy = chosen
    store = open_store(home / "matches.db")
    new = NewMatch(
        game=game,
        template=templates.template(game.name),
        match=f"{game.name}-demo",
        title=f"{game.title} demo",
        settings=settings,
        seats=tuple(seat.but(account=f"{_word(seat.player)}@localhost") for seat in seats),
        policy=policy,
        seed=seed,
        key=public_key(seed),
    )
    record = create_match(new, store, sync, time.time)
    for book in record.workbooks:
        sync.invite(book.document, SPECTATOR)
    return wiring.poller(store, sync, new.match)


def _word(name: str) -> str:
    """Return *name* as the local part of an e-mail address."""
    return "".join(letter if letter.isalnum() else "." for letter in name.lower())


def _print_links(demo: Demo) -> None:
    poller, service = demo.poller, demo.service
    key = service.add_account(SPECTATOR)
    players = sum(not seat.neutral for seat in poller.session.record.charter.seats)
    click.echo(f"{poller.session.game.title}: {players} players. Watch at:")
    for book in poller.session.record.workbooks:
        title = f"{book.key:<12} " if len(poller.session.record.workbooks) > 1 else ""
        click.echo(f"  {title}{service.address}/d/{book.document}?key={key}")


def _play(demo: Demo, *, fast: bool) -> None:
    """Let bots play the match, and print each turn and the result."""
    from sheets_gm.kernel.english import counted, listed, side_name

    poller, sync = demo.poller, demo.sync
    started = time.monotonic()
    turns = _turns(poller, _players(demo), _together(demo) if fast else None)
    took = time.monotonic() - started
    result = poller.session.game.result(poller.session.state)
    click.echo("")
    if result is not None:
        who = listed([side_name(winner, poller.session.people.seats) for winner in result.winners])
        click.echo(
            f"{poller.session.game.label(poller.session.state)}. Winner: {who} ({result.reason}; {result.clause})."
        )
    calls = sync.calls
    click.echo(
        f"{counted(turns, 'turn')} in {took:.1f} s; the sync made {calls['read']} reads and {calls['write']} writes."
    )


def _players(demo: Demo) -> list[Player]:
    """Return a bot for each seat, with a separate account, and one for the GM."""
    from sheets_gm.adapters.google import opening
    from sheets_gm.adapters.people.bot_players import Player
    from sheets_gm.games.random_play import first_bot
    from sheets_gm.kernel.outcome import GM

    service, bot = demo.service, first_bot(demo.poller.session.game)
    tokens = {seat.id: service.add_account(seat.account or "") for seat in demo.poller.session.record.people}
    players = [Player(seat, bot, opening.connect(token, service.address)) for seat, token in tokens.items()]
    return [*players, Player(GM, bot, demo.sync)]


def _together(demo: Demo) -> Together:
    """Return the writer for many bots. It has its own connection, so that the sync's calls are counted alone."""
    from sheets_gm.adapters.people.bot_players import Together

    return Together(_direct(demo.service, demo.token))


def _export(poller: Poller, folder: Path) -> None:
    """Export the match and verify the exported record."""
    from sheets_gm.adapters.cli.verify import report
    from sheets_gm.adapters.export.files import write_exports

    for path in write_exports(poller.session.ports.store, poller.session.match, folder):
        click.echo(f"Exported {path}")
        if path.suffix == ".json":
            report(path)


def _turns(poller: Poller, players: list[Player], together: Together | None) -> int:
    """Play until the match is over, and print each turn. Return the number of turns.

    With *together*, a different bot types with its own account in each turn, the others share one, and there are no
    pauses.
    """
    from sheets_gm.gm.match_record.policy import Status

    turns = idle = 0
    while poller.session.record.status is not Status.OVER:
        separate_player = players[(turns + idle) % len(players)]
        cells = sum(player.play(poller, None if player is separate_player else together) for player in players)
        if together is not None:
            together.type_all()
        tick = poller.tick()
        idle = 0 if tick.steps else idle + 1
        if idle > 3:
            raise click.ClickException(f"no bot moves any more; waiting for {', '.join(tick.waiting)}")
        for step in tick.steps:
            turns += 1
            lines = [poller.session.describe(event, step.entry) for event in step.events if event.audience is None]
            click.secho(f"\n{step.entry.label}  ({cells} cells typed)", bold=True)
            news = _news(lines)
            for line in news[:MOST_LINES]:
                click.echo(f"  {line}")
            if len(news) > MOST_LINES:
                click.echo(f"  … and {len(news) - MOST_LINES} more lines in the log")
        if together is None:
            time.sleep(PAUSE)
    return turns


def _news(lines: list[str]) -> list[str]:
    """Return the most important of *lines*: without moves, if anything else happened."""
    from sheets_gm.kernel.english import counted

    news = [line for line in lines if " moves " not in line]
    return news or [counted(len(lines), "move")] if lines else []
