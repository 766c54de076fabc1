"""`sheets-gm arena`: bots play many matches against each other, and a table says who won how often."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sheets_gm.adapters.arena.matches import Pairing, Played
    from sheets_gm.adapters.arena.watched import Thought


@click.command("arena")
@click.argument("game_name", metavar="GAME")
@click.option(
    "--bot", "typed", multiple=True, required=True, metavar="BOT", help="A bot; the first meets each other one."
)
@click.option("--matches", default=100, show_default=True, type=click.IntRange(min=1), help="Matches against each.")
@click.option("--seed", default=1, show_default=True, help="The same number gives the same table again.")
@click.option("--set", "assigned", multiple=True, metavar="KEY=VALUE", help="A setting of the game; may be repeated.")
@click.option("--players", type=int, help="Number of players (default: as many as the game has seats).")
@click.option(
    "--patience",
    default=5.0,
    show_default=True,
    type=click.FloatRange(min=0, min_open=True),
    help="Seconds of CPU that a choice may take; who takes longer has lost.",
)
def command(
    game_name: str,
    typed: tuple[str, ...],
    matches: int,
    seed: int,
    assigned: tuple[str, ...],
    players: int | None,
    patience: float,
) -> None:
    """Let bots play many matches of GAME against each other, and print who won how often and how.

    A BOT is one of the game (as `sheets-gm games GAME` names them), `random`, or a Python file with a function
    `bot(view, forms, dice)`; a file with a mapping BOTS has several, of which FILE.py:NAME is one. Only run files that
    you trust. A bot that raises an error, returns what is no row of its forms, or is too slow has lost the match.

    Every position is played twice, with the sides changed. In a game of many sides every second one has the first bot.
    The share of wins is given as the bounds between which it truly lies in 19 of 20 such tables.

    \b
    sheets-gm arena wesnoth --bot keen --bot mybot.py --matches 100 --seed 7
    """
    from sheets_gm.adapters.arena import contestants, table
    from sheets_gm.adapters.arena.matches import Pairing
    from sheets_gm.adapters.cli.demo import checked_players
    from sheets_gm.adapters.cli.game_settings import settings_of
    from sheets_gm.games.finding import game as find

    game = find(game_name)
    settings = settings_of(game.settings, assigned, game.name)
    checked_players(game, settings, players)
    first, *others = [name for each in typed for name in contestants.named(game.name, each)]
    if not others:
        raise click.BadParameter("name at least two, the same one twice if you like.", param_hint="--bot")
    pairings = [
        Pairing(game.name, settings, players, (first, other), seed, number, patience)
        for other in others
        for number in range(matches)
    ]
    click.echo(table.HEADING)
    thoughts: dict[str, Thought] = {}
    done: list[Played] = []
    for pairing, played in zip(pairings, _played(pairings), strict=True):
        for name, thought in zip(pairing.contestants, played.thoughts, strict=True):
            thoughts[name] = thoughts[name].and_(thought) if name in thoughts else thought
        done.append(played)
        if len(done) == matches:
            click.echo(table.row(pairing, done))
            done = []
    for name, thought in thoughts.items():
        average = 1000 * thought.seconds / max(1, thought.choices)
        click.echo(f"A choice of {name}: {average:.1f} ms, {1000 * thought.longest:.0f} ms at most.", err=True)


def _played(pairings: list[Pairing]) -> Iterator[Played]:
    """Yield the results of the matches in order. All available cores play them."""
    from multiprocessing import Pool

    from sheets_gm.adapters.arena.matches import play
    from sheets_gm.adapters.installation import folders
    from sheets_gm.games.files import set_own_folder

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with Pool(min(cores, len(pairings)), set_own_folder, (folders.home(),)) as pool:
        yield from pool.imap(play, pairings)
