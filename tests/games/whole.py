"""Whole matches by bots: each position held against every law, and recorded ends that must come again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sheets_gm.adapters.people.roster import made_up
from sheets_gm.games.contract import Bot, Game
from sheets_gm.games.play_out import play_out
from sheets_gm.kernel.match.recorder import Step
from sheets_gm.kernel.model import digest

Try = tuple[str | None, Mapping[str, Any]]
"""A bot (None: at random) and the settings it plays with."""


def whole(
    game: Game[Any, Any],
    seed: int,
    bot: str | None,
    settings: Mapping[str, Any] | None = None,
    known: Mapping[str, Bot] | None = None,
) -> list[Step[Any]]:
    """A whole match of *bot* against itself, None for random play; AssertionError where a law is broken.

    *known* are the bots by name, the game's own by default.
    """
    made = game.settings.model_validate(settings or {})
    seats = made_up(game.places(made))
    owners = [owner for seat in seats for owner in (seat.id, seat.team)]
    bots = dict.fromkeys(owners, (known or game.people.bots)[bot]) if bot else {}
    steps = []
    for step in play_out(game, made, seats, bots, seed.to_bytes(32, "big")):
        for law in game.checks.laws:
            assert law(step.state) is None
        steps.append(step)
    assert game.result(steps[-1].state) is not None
    return steps


def recorded(path: Path) -> list[dict[str, Any]]:
    """The goldens in the file *path*."""
    goldens: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return goldens


def replay(game: Game[Any, Any], golden: Mapping[str, Any], known: Mapping[str, Bot] | None = None) -> Step[Any]:
    """Assert that a recorded match ends as it did, at the same entry and position, and return its last step."""
    last = whole(game, golden["seed"], golden["bot"], golden["settings"], known)[-1]
    result = game.result(last.state)
    assert result is not None
    assert (result.reason, list(result.winners)) == (golden["end"], golden["winners"])
    assert [last.entry.number, digest(last.state)] == [golden["entries"], golden["digest"]]
    return last


def record(
    game: Game[Any, Any],
    path: Path,
    wanted: Iterable[str],
    tries: Iterable[Try],
    known: Mapping[str, Bot] | None = None,
    seeds: int = 150,
) -> set[str]:
    """Look for a match for every *wanted* reason to end, write the goldens to *path*, and answer what was not found."""
    left = set(wanted)
    made: dict[str, Any] = {}
    for bot, settings in tries:
        for seed in range(seeds):
            if not left - set(made):
                break
            last = whole(game, seed, bot, settings, known)[-1]
            result = game.result(last.state)
            if result is None or result.reason in made:
                continue
            made[result.reason] = {
                "end": result.reason,
                "winners": list(result.winners),
                "seed": seed,
                "bot": bot,
                "settings": dict(settings),
                "entries": last.entry.number,
                "digest": digest(last.state),
            }
    path.write_text(json.dumps(list(made.values()), indent=1) + "\n", encoding="utf-8")
    return left - set(made)
