"""The story of a match: figures (morale, fatigue, games won), attacks, and the achievements of each player."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sheets_gm.games.win_or_die.data.words import SEATS
from sheets_gm.games.win_or_die.position import battle_events, events
from sheets_gm.games.win_or_die.position.strength import health_left
from sheets_gm.games.win_or_die.views.telling import owner_of, tell
from sheets_gm.games.win_or_die.views.visible import View
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.story import Deed, Fight, Figures, Statistic, Storyteller, before_the_colon

STATISTICS = (
    Statistic("Attacks"),
    Statistic("Damage", "Hardest hitter", "damage dealt"),
    Statistic("Kills", "Most dangerous", "units killed", "unit killed"),
    Statistic("Units lost", "Hardest life", "units lost", "unit lost"),
    Statistic("Crystals mined", "Richest", "Titan Crystals mined", "Titan Crystal mined"),
    Statistic("Allies called", "Most friends", "allies called", "ally called"),
    Statistic("Longest march", "Longest march", "spaces in one move", "space in one move", largest=True),
    Statistic("Games won"),
)

FRESH = 15
"""What a player's morale is worth until both have deployed."""

SETUP = ("barrack", "legion", "deployment")


def figures(view: View) -> Figures:
    """Return the games that each player has won, and during a game its morale, fatigue and Titan Crystals."""
    match = view.match
    won = {"Games won": {player.seat: player.wins for player in match.players}}
    if match.phase in SETUP:
        return won
    return {
        **won,
        "Morale": {player.seat: match.field.morale(player.seat) for player in match.players},
        "Fatigue": {player.seat: player.fatigue for player in match.players},
        "Titan Crystals": {player.seat: player.crystals for player in match.players},
    }


def limits(view: View) -> Mapping[str, float]:
    """Return the highest morale during a game, and the number of games that win the match."""
    settings = view.match.settings
    won = {"Games won": settings.wins_needed}
    return won if view.match.phase in SETUP else {"Morale": settings.morale_cap, **won}


def lead(view: View) -> Mapping[str, float]:
    """Return each player's chance to win the match, in percent.

    For the present game it follows from each player's margin of morale over fatigue; later games count one half.
    """
    match = view.match
    if match.result is not None:
        return {player.seat: 100.0 if player.seat in match.result.winners else 0.0 for player in match.players}
    playing = match.phase not in SETUP
    one, other = match.players
    margins = [max(0, match.field.morale(each.seat) - each.fatigue) if playing else FRESH for each in match.players]
    game = margins[0] / sum(margins) if any(margins) else 0.5
    needed = match.settings.wins_needed
    won, lost = (_chance(needed - one.wins - more, needed - other.wins - (1 - more)) for more in (1, 0))
    chance = 100 * (game * won + (1 - game) * lost)
    return {one.seat: chance, other.seat: 100 - chance}


def _chance(mine: int, others: int) -> float:
    """Return the chance of a player who needs *mine* more games while the other needs *others*, if each game
    is even.
    """
    if mine <= 0 or others <= 0:
        return float(mine <= 0)
    return (_chance(mine - 1, others) + _chance(mine, others - 1)) / 2


def deeds(happened: Sequence[Event], before: View, after: View) -> Iterator[Deed]:  # noqa: ARG001
    """Yield the achievements of each player. A kill counts for the enemy of the dead unit; damage is the health really
    lost.
    """
    health = {unit.id: health_left(before.match.field, unit) for unit in before.match.units}
    for event in happened:
        match event:
            case battle_events.Attacked():
                number = event.target.split()[0]
                dealt = min(event.damage, health.get(number, event.damage + event.left) - event.left)
                health[number] = event.left
                if not event.counter:
                    yield Deed(owner_of(event.unit), "Attacks")
                yield Deed(owner_of(event.unit), "Damage", max(0, dealt))
            case battle_events.Healed() | battle_events.Damaged():
                health[event.unit.split()[0]] = event.left
            case battle_events.Killed():
                yield Deed(event.seat, "Units lost")
                yield from (Deed(seat, "Kills") for seat in SEATS if seat != event.seat and not event.too_many)
            case battle_events.Called():
                yield Deed(owner_of(event.unit), "Allies called")
            case battle_events.Moved():
                yield Deed(owner_of(event.unit), "Longest march", len(event.way) - 1, event.unit)
            case events.Mined():
                yield Deed(event.seat, "Crystals mined", event.crystals)
            case events.GameEnded():
                yield Deed(event.winner, "Games won")


def fights(happened: Sequence[Event]) -> Iterator[Fight]:
    """Yield the attacks, each with the counterattack and the result."""
    begins = [at for at, each in enumerate(happened) if isinstance(each, battle_events.Attacked) and not each.counter]
    below = battle_events.Attacked | battle_events.Killed | battle_events.Damaged
    for at, end in zip(begins, [*begins[1:], len(happened)], strict=False):
        event = happened[at]
        assert isinstance(event, battle_events.Attacked)
        rest = tuple(each for each in happened[at + 1 : end] if isinstance(each, below))
        yield Fight(event, rest, (event.unit.split()[0] + " ", event.target.split()[0] + " "))


def moment(label: str) -> str:
    """Name a turn by its game, its number and its player: “Game 1, turn 4: Ana's turn”."""
    return re.sub(r" (?:commands|may react)$", "'s turn", re.sub(r" \(\w+\)", "", label))


def stretch(label: str) -> str:
    """Return the game and the pair of turns, one of each player, to which a step belongs."""
    match = re.match(r"(Game \d+), turn (\d+)", label)
    return f"{match[1]}, {(int(match[2]) + 1) // 2}" if match else before_the_colon(label)


def goal(view: View) -> str:
    """Say how a match is won (WOD-86, WOD-89)."""
    needed = view.match.settings.wins_needed
    wins = f" {needed} games win the match." if needed > 1 else ""
    return (
        "Who has no more morale than fatigue loses the game. Deaths cost morale; fatigue rises by 1 each own turn."
        f"{wins}"
    )


PASSING = frozenset(
    {
        *("game_began", "region_chosen", "pick_again", "barrack_set", "first_player", "legion_set"),
        *("asked", "turn_began", "turn_ended", "mined", "skipped", "not_used"),
    }
)
"""Kinds of events that are no highlights."""

STORY = Storyteller(
    figures=figures,
    lead=lead,
    limits=limits,
    deeds=deeds,
    statistics=STATISTICS,
    tell=tell,
    fights=fights,
    roller=owner_of,
    moment=moment,
    stretch=stretch,
    goal=goal,
    measure="morale above fatigue, and games won",
    spent=frozenset({"Titan Crystals"}),
    passing=PASSING,
    clearing=frozenset({"game_ended"}),
)
