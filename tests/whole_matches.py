"""Whole matches by random and by playing bots, every position held against every law."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sheets_gm.adapters.cli.game_settings import settings_of as choose
from sheets_gm.games.finding import game
from sheets_gm.games.play_out import play_out, seats_for

Job = tuple[str, str, int, int | None, tuple[str, ...]]


def one(job: Job) -> tuple[str, int]:
    """A whole match; how it ended, and in how many steps. AssertionError names a law that was broken."""
    name, bot, seed, players, assigned = job
    rules = game(name)
    settings = choose(rules.settings, assigned)
    seats = seats_for(rules, settings, players)
    owners = [owner for seat in seats for owner in (seat.id, seat.team)]
    bots = {} if bot == "random" else dict.fromkeys(owners, rules.people.bots[bot])
    steps = 0
    state: Any = None
    for step in play_out(rules, settings, seats, bots, seed.to_bytes(32, "big")):
        state = step.state
        steps += 1
        for law in rules.checks.laws:
            broken = law(state)
            assert broken is None, (
                f"{name}, {bot}, {len(seats)} players, seed {seed}, entry {step.entry.number}: {broken}"
            )
    result = rules.result(state)
    assert result is not None, f"{name}, {bot}, seed {seed}: it never ended"
    sides = {seat.team for seat in seats}
    who = ", ".join(result.winners) or "draw" if len(sides) < 4 else "won" if result.winners else "draw"
    return f"{name}, {len(seats)} players: {result.clause}: {who}: {result.reason}", steps


def jobs(
    names: list[str], random: int, playing: int, tables: list[int | None], assigned: tuple[str, ...]
) -> Iterator[Job]:
    """The matches to play: of each game, with each number of players."""
    for name in names:
        for players in tables:
            yield from ((name, "random", seed, players, assigned) for seed in range(random))
            bots = list(game(name).people.bots)
            yield from ((name, bots[seed % len(bots)], seed, players, assigned) for seed in range(playing) if bots)
