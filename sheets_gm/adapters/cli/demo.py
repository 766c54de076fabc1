"""`sheets-gm demo`: a whole match, before your eyes."""

from __future__ import annotations

import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import BaseModel

    from sheets_gm.adapters.bot_players import Player
    from sheets_gm.adapters.google.client import GoogleSheets
    from sheets_gm.games.contract import Game
    from sheets_gm.gm.tick import Poller
    from sheets_gm.kernel.seats import Seat

PAUSE = 1.2
"""Seconds between turns, for people who watch."""

MOST = 24
"""Lines that are told of one turn."""

SPECTATOR = "you@localhost"


@click.command("demo")
@click.argument("game_name", metavar="GAME", default="gvg")
@click.option("--fast", is_flag=True, help="No pauses.")
@click.option("--keep-open", is_flag=True, help="Leave the page up when the match is over, until Ctrl-C.")
@click.option("--port", default=0, help="Port of the page (default: any that is free).")
@click.option("--seed", type=int, help="A number, to watch the very same match again.")
@click.option("--set", "assigned", multiple=True, metavar="KEY=VALUE", help="A setting of the game; may be repeated.")
@click.option("--players", type=int, help="How many play (default: everybody the game has a seat for).")
@click.option("--sealed", is_flag=True, help="A workbook of its own for each team or player, beside a public one.")
@click.option("--open-hands", is_flag=True, help="Share one workbook even though the game has secrets.")
@click.option("--to", "folder", type=click.Path(path_type=Path), default=Path("exports"), show_default=True)
def command(
    game_name: str,
    fast: bool,
    keep_open: bool,
    port: int,
    seed: int | None,
    assigned: tuple[str, ...],
    players: int | None,
    sealed: bool,
    open_hands: bool,
    folder: Path,
) -> None:
    """Watch bots play a whole match of GAME on a local spreadsheet, and get the final match sheet.

    Every player types into its own cells with an account of its own, over HTTP, as a person's browser does; a sync
    reads them, plays turn after turn and writes the board. Open the printed link to look on."""
    from sheets_gm.adapters.cli.new import chosen
    from sheets_gm.adapters.google import client
    from sheets_gm.games.finding import game as find
    from sheets_gm.localsheets.http_server import server

    game = find(game_name)
    settings = chosen(game.settings, assigned)
    seats = _seated(game, settings, players)
    with tempfile.TemporaryDirectory(prefix="sheets-gm-") as home:
        service = server.open_service(Path(home) / "sheets")
        with server.running(service, port):
            sync = client.connect(service.add_account("sync@localhost"), service.address)
            table = _found(game, settings, seats, sync, Path(home), seed, sealed=sealed, open_hands=open_hands)
            _play(table, sync, service, folder, fast=fast, keep_open=keep_open)
            if keep_open:
                click.echo("The page stays up. Stop with Ctrl-C.")
                try:
                    threading.Event().wait()
                except KeyboardInterrupt:
                    click.echo("Stopped.")
        service.close()


def _seated(game: Game[Any, Any], settings: BaseModel, players: int | None) -> tuple[Seat, ...]:
    """Made-up people for *players* seats (None: all), as many in each team. BadParameter says how many can play."""
    from sheets_gm.adapters.roster import made_up
    from sheets_gm.games.play_out import choose_places, player_counts
    from sheets_gm.kernel.english import number_range

    known = player_counts(game, settings)
    if players is not None and players not in known:
        raise click.BadParameter(
            f"{players} cannot play {game.title} with these settings, as many in each team: {number_range(known)} can. "
            f"See what to set: sheets-gm games {game.name}",
            param_hint="--players",
        )
    return made_up(choose_places(game.places(settings), players))


def _found(
    game: Game[Any, Any],
    settings: BaseModel,
    made: Sequence[Seat],
    sync: GoogleSheets,
    home: Path,
    seed: int | None,
    *,
    sealed: bool,
    open_hands: bool,
) -> Poller:
    """The match of the demonstration, founded and laid out."""
    import hashlib
    import os

    from sheets_gm.adapters import wiring
    from sheets_gm.adapters.stores.sql import open_store
    from sheets_gm.games.contract import Secrecy
    from sheets_gm.gm.creation import NewMatch, create_match
    from sheets_gm.gm.record.policy import Policy

    store = open_store(home / "matches.db")
    apart = sealed or (game.secrecy is not Secrecy.OPEN and not open_hands)
    new = NewMatch(
        game=game,
        template=wiring.template(game.name),
        match=f"{game.name}-demo",
        title=f"{game.title} demo",
        settings=settings,
        seats=tuple(seat.but(account=f"{_word(seat.player)}@localhost") for seat in made),
        policy=Policy(layout="sealed" if apart else "shared", open_hands=open_hands, gm=(SPECTATOR,)),
        seed=hashlib.sha256(f"demo {seed}".encode()).digest() if seed is not None else os.urandom(32),
    )
    record = create_match(new, store, sync, time.time)
    for book in record.workbooks:
        sync.share(book, [SPECTATOR])
    return wiring.table(store, sync, new.match)


def _word(name: str) -> str:
    """*name* as the first part of an e-mail address."""
    return "".join(letter if letter.isalnum() else "." for letter in name.lower())


def _play(table: Poller, sync: GoogleSheets, service: Any, folder: Path, *, fast: bool, keep_open: bool) -> None:
    """Let bots play the match, and export it."""
    from sheets_gm.adapters.bot_players import Player
    from sheets_gm.adapters.export import files
    from sheets_gm.adapters.google import client
    from sheets_gm.games.random_play import random_bot
    from sheets_gm.kernel.english import counted, listed, side_name
    from sheets_gm.kernel.outcome import GM

    game, seats = table.session.game, table.session.record.charter.seats
    bot = next(iter(game.bots.values()), random_bot)
    players = [
        Player(seat.id, bot, client.connect(service.add_account(seat.account or ""), service.address)) for seat in seats
    ]
    players.append(Player(GM, bot, sync))
    key = service.add_account(SPECTATOR)
    click.echo(f"{game.title}: {len(seats)} players. Look on at:")
    for book in table.session.record.workbooks:
        title = f"{book.key:<12} " if len(table.session.record.workbooks) > 1 else ""
        click.echo(f"  {title}{service.address}/d/{book.document}?key={key}")
    if not keep_open:
        click.echo("The page goes when the match is over; with --keep-open it stays.")
    started = time.monotonic()
    turns = _turns(table, players, pause=0.0 if fast else PAUSE)
    took = time.monotonic() - started
    result = game.result(table.session.state)
    click.echo("")
    if result is not None:
        who = listed([side_name(winner, table.session.seats) for winner in result.winners])
        click.echo(f"{game.label(table.session.state)}. Winner: {who} ({result.reason}; {result.clause}).")
    calls = sync.calls
    click.echo(
        f"{counted(turns, 'turn')} in {took:.1f} s; the sync made {calls['read']} reads and {calls['write']} writes."
    )
    for path in files.write_exports(table.session.store, table.session.match, folder, ("xlsx", "json")):
        click.echo(f"Exported {path}")
        if path.suffix == ".json":
            from sheets_gm.adapters.cli.verify import report

            report(path)


def _turns(table: Poller, players: list[Player], pause: float) -> int:
    """Play until the match is over; tell each turn."""
    from sheets_gm.gm.record.policy import Status

    turns = idle = 0
    while table.session.record.status is not Status.OVER:
        cells = sum(player.play(table) for player in players)
        tick = table.tick()
        idle = 0 if tick.steps else idle + 1
        if idle > 3:
            raise click.ClickException(f"nobody moves any more; waiting for {', '.join(tick.waiting)}")
        for step in tick.steps:
            turns += 1
            told = [table.session.describe(event, step.entry) for event in step.events if event.audience is None]
            click.secho(f"\n{step.entry.label}  ({cells} cells typed)", bold=True)
            news = _news(told)
            for line in news[:MOST]:
                click.echo(f"  {line}")
            if len(news) > MOST:
                click.echo(f"  … and {len(news) - MOST} more lines in the log")
        if pause:
            time.sleep(pause)
    return turns


def _news(told: list[str]) -> list[str]:
    """The lines that matter most: moves are left out where there is something better to tell."""
    from sheets_gm.kernel.english import counted

    news = [line for line in told if " moves " not in line]
    return news or [counted(len(told), "move")] if told else []
