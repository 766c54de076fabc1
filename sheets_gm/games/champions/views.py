"""What a seat may see.

Laws: everybody sees who is where and how every Champion is (CBR-9, CBR-33); what a player found, keeps and wears is
its own; what lies on the tiles is the GM's. Orders are in nobody's view.
"""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.games.champions.data import Settings
from sheets_gm.games.champions.ending import threshold
from sheets_gm.games.champions.state import Champion, Fight, Match, Player
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import GM, Result
from sheets_gm.kernel.seats import Seat

PHASES = {"movement": "Movement", "looting": "Looting", "equipment": "Equipment", "battle": "Battle", "over": "over"}


class Person(Model):
    """A player as everybody sees it: the health of each Champion by its type. *at* is None where it is not shown."""

    seat: str
    name: str
    at: str | None
    champions: dict[str, int]
    out: int = 0


class Hand(Model):
    """What a player alone knows of itself: what its Champions wear, its stash, what it found last."""

    seat: str
    champions: tuple[Champion, ...]
    stash: tuple[str, ...]
    found: tuple[str, ...]


class View(Model):
    """The match as a seat sees it. *eyes* is the seat, None for the public.

    *crowds* are the players on each tile that has any; *shrinks* at how many players the map does next (0: never),
    *quiet* and *idle* how many rounds in a row nobody fought or fell. *hands* are those that these eyes see, *pools*
    the GM's alone.
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
    quiet: int
    idle: int
    hands: tuple[Hand, ...] = ()
    pools: dict[str, tuple[str, ...]] | None = None
    result: Result | None = None

    @property
    def me(self) -> Person | None:
        """Who looks, if it is a player."""
        return next((person for person in self.people if person.seat == self.eyes), None)

    @property
    def hand(self) -> Hand | None:
        """The hand of who looks."""
        return next((hand for hand in self.hands if hand.seat == self.eyes), None)

    def person(self, seat: str) -> Person:
        """The player at *seat*."""
        return next(person for person in self.people if person.seat == seat)

    @property
    def alive(self) -> tuple[Person, ...]:
        """Those who play on."""
        return tuple(person for person in self.people if not person.out)


def label(match: Match) -> str:
    """The step in the table's words."""
    if match.result is not None:
        return f"Round {match.round}: " + ("the end" if match.result.winners else "a draw")
    return f"Round {match.round}: {PHASES[match.phase]}"


def view(match: Match, seat: str | None) -> View:
    """What *seat* sees."""
    rooms = match.rooms()
    seen = [player for player in match.players if seat in (player.seat, GM)]
    own = next((player.at for player in match.alive if player.seat == seat), None)
    return View(
        heading=label(match),
        eyes=seat,
        settings=match.settings,
        round=match.round,
        phase=match.phase,
        size=match.size,
        people=tuple(_person(match, player, seat, own) for player in match.players),
        crowds={tile: len(here) for tile, here in rooms.items()},
        fights=tuple(fight for fight in match.fights if match.settings.show_names or seat in (*fight.seats, GM)),
        shrinks=threshold(match),
        quiet=match.quiet,
        idle=match.idle,
        hands=tuple(_hand(player) for player in seen),
        pools=match.pools if seat == GM else None,
        result=match.result,
    )


def seated(view: View, seats: Mapping[str, Seat]) -> View:
    """*view* with the names of those who sit there now: a backup may have taken a seat (R31)."""
    people = tuple(each.but(name=seats[each.seat].player) if each.seat in seats else each for each in view.people)
    return view.but(people=people)


def _person(match: Match, player: Player, seat: str | None, own: str | None) -> Person:
    shown = match.settings.show_names or seat in (player.seat, GM) or player.at == own
    return Person(
        seat=player.seat,
        name=player.name,
        at=player.at if player.living and shown else None,
        champions={each.type: each.health for each in player.champions},
        out=player.out,
    )


def _hand(player: Player) -> Hand:
    return Hand(seat=player.seat, champions=player.champions, stash=player.stash, found=player.found)
