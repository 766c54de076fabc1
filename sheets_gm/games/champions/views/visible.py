"""What each seat may see.

Everybody sees the place of each player and the health of every Champion (CBR-9, CBR-33). Only the player sees what it
found, owns and wears. Only the GM sees the pools. No view contains orders.
"""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.games.champions.data.settings import Settings
from sheets_gm.games.champions.position.state import Champion, Fight, Match, Player
from sheets_gm.games.champions.rules.ending import exhaustion, size_for, threshold
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import GM, Result
from sheets_gm.kernel.seats import Seat

PHASES = {"movement": "Movement", "looting": "Looting", "equipment": "Equipment", "battle": "Battle", "over": "over"}


class Person(Model):
    """The public part of a player: the health of its Champions by type. *at* is None if its tile is not shown."""

    seat: str
    name: str
    at: str | None
    champions: dict[str, int]
    out: int = 0


class Holdings(Model):
    """The private part of a player: its Champions with their items, its stash, and what it found last."""

    seat: str
    champions: tuple[Champion, ...]
    stash: tuple[str, ...]
    found: tuple[str, ...]


class View(Model):
    """The match as one seat sees it. *eyes* is that seat, None for the public.

    *crowds* holds the number of players on each tile; *shrinks* the number of players at which the map shrinks next (0:
    never) and *shrinks_to* its size then; *exhaustion* the health that the next round with exhaustion costs. *quiet*
    and *idle* are the numbers of rounds in a row without a battle and without a fallen Champion. *holdings* are those
    that the seat may see. Only the GM sees *pools*. *news* are the most important lines of the last step, *arrows* its
    moves.
    """

    heading: str
    eyes: str | None
    settings: Settings
    round: int
    phase: str
    size: int
    people: tuple[Person, ...]
    crowds: dict[str, int]
    fights: tuple[Fight, ...]
    shrinks: int
    shrinks_to: int
    exhaustion: int
    quiet: int
    idle: int
    holdings: tuple[Holdings, ...] = ()
    pools: dict[str, tuple[str, ...]] | None = None
    result: Result | None = None
    news: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()

    @property
    def me(self) -> Person | None:
        """The viewing player, None for the public and the GM."""
        return next((person for person in self.people if person.seat == self.eyes), None)

    @property
    def own(self) -> Holdings | None:
        """The holdings of the viewing player."""
        return next((hand for hand in self.holdings if hand.seat == self.eyes), None)

    def person(self, seat: str) -> Person:
        """The player at *seat*."""
        return next(person for person in self.people if person.seat == seat)

    @property
    def alive(self) -> tuple[Person, ...]:
        """The players who are not eliminated."""
        return tuple(person for person in self.people if not person.out)


def whereabouts(view: View, seat: str) -> str:
    """Describe the tile of *seat*, its living Champions and their health; of another player only the tile, if known."""
    person = view.person(seat)
    if seat != view.eyes:
        return "" if person.out else person.at or ""
    alive = [health for health in person.champions.values() if health > 0]
    return " · ".join((person.at or "?", counted(len(alive), "Champion"), f"{sum(alive)} health")) if alive else "out"


def label(match: Match) -> str:
    """The name of the current step."""
    if match.result is not None:
        return f"Round {match.round}: " + ("the end" if match.result.winners else "a draw")
    return f"Round {match.round}: {PHASES[match.phase]}"


def view(match: Match, seat: str | None) -> View:
    """The view of *seat*."""
    rooms = match.rooms()
    seen = [player for player in match.players if seat in (player.seat, GM)]
    own_tile = next((player.at for player in match.alive if player.seat == seat), None)
    return View(
        heading=label(match),
        eyes=seat,
        settings=match.settings,
        round=match.round,
        phase=match.phase,
        size=match.size,
        people=tuple(_person(match, player, seat, own_tile) for player in match.players),
        crowds={tile: len(here) for tile, here in rooms.items()},
        fights=tuple(fight for fight in match.fights if match.settings.show_names or seat in (*fight.seats, GM)),
        shrinks=threshold(match),
        shrinks_to=size_for(match, threshold(match)),
        exhaustion=exhaustion(match, max(match.idle + 1, match.settings.deadlock_rounds)),
        quiet=match.quiet,
        idle=match.idle,
        holdings=tuple(_holdings(player) for player in seen),
        pools=match.pools if seat == GM else None,
        result=match.result,
    )


def seated(view: View, seats: Mapping[str, Seat]) -> View:
    """Return *view* with the names of the current players, because a backup may have taken over a seat (R31)."""
    people = tuple(each.but(name=seats[each.seat].player) if each.seat in seats else each for each in view.people)
    return view.but(people=people)


def _person(match: Match, player: Player, seat: str | None, own_tile: str | None) -> Person:
    shown = match.settings.show_names or seat in (player.seat, GM) or player.at == own_tile
    return Person(
        seat=player.seat,
        name=player.name,
        at=player.at if player.living and shown else None,
        champions={each.type: each.health for each in player.champions},
        out=player.out,
    )


def _holdings(player: Player) -> Holdings:
    return Holdings(seat=player.seat, champions=player.champions, stash=player.stash, found=player.found)
