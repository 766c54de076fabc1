"""Long runs: whole matches of every game by random and by playing bots, every position held against every law."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from typing import Any

import click
from rich.progress import track

from sheets_gm.games.finding import game, games
from sheets_gm.games.play_out import play_out, seats_for


def one(job: tuple[str, str, int]) -> tuple[str, int]:
    """A whole match; how it ended, and in how many steps. AssertionError names a law that was broken."""
    name, bot, seed = job
    rules = game(name)
    settings = rules.settings()
    seats = seats_for(rules, settings)
    bots = {} if bot == "random" else {seat.id: rules.bots[bot] for seat in seats}
    steps = 0
    state: Any = None
    for step in play_out(rules, settings, seats, bots, seed.to_bytes(32, "big")):
        state = step.state
        steps += 1
        for law in rules.laws:
            broken = law(state)
            assert broken is None, f"{name}, {bot}, seed {seed}, entry {step.entry.number}: {broken}"
    result = rules.result(state)
    assert result is not None, f"{name}, {bot}, seed {seed}: it never ended"
    return f"{result.clause}: {', '.join(result.winners) or 'draw'}: {result.reason}", steps


def jobs(names: list[str], random: int, playing: int) -> Iterator[tuple[str, str, int]]:
    """The matches to play."""
    for name in names:
        yield from ((name, "random", seed) for seed in range(random))
        bots = list(game(name).bots)
        yield from ((name, bots[seed % len(bots)], seed) for seed in range(playing) if bots)


@click.command()
@click.option("--game", "chosen", multiple=True, help="Only this game; may be repeated.")
@click.option("--random", "random_matches", default=500, show_default=True, help="Matches of random bots a game.")
@click.option("--playing", default=100, show_default=True, help="Matches of playing bots a game.")
def main(chosen: tuple[str, ...], random_matches: int, playing: int) -> None:
    """Play whole matches until something breaks, or nothing does."""
    todo = list(jobs(list(chosen or games()), random_matches, playing))
    ends: Counter[str] = Counter()
    steps = 0
    started = time.monotonic()
    with Pool() as pool:
        for end, count in track(pool.imap_unordered(one, todo, 4), "Playing", len(todo), transient=True):
            ends[end] += 1
            steps += count
    for end, count in ends.most_common():
        click.echo(f"{count:5}  {end}")
    click.echo(f"{len(todo)} matches, {steps} steps, no law broken, in {time.monotonic() - started:.0f} s.")


if __name__ == "__main__":
    main()
