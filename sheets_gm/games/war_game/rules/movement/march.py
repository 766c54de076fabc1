"""The working state while the armies of both sides move (rulebook 4). The chapters fill it in.

Which armies stay depends on orders alone. After that, each chapter only removes armies from those that still move. So
no result can change an earlier one, and there are no paradoxes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sheets_gm.games.war_game.data.words import ENGAGE, MOVE, OWNERS
from sheets_gm.games.war_game.position.events import Held, Met, Moved
from sheets_gm.games.war_game.position.ground import Ground
from sheets_gm.games.war_game.position.opening import Command, Opening
from sheets_gm.games.war_game.position.state import Army, Battle, Match
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event


@dataclass
class March:
    """The movement of one turn.

    *movers* still go to their last square, by name. *supporters* go to an ally that stays. *partial* move as near as
    they can after all others. *routes* are the squares of each, both ends included. *fights* are the new battles.
    *joined* are the sides that have had their joint battle, *leaving* the far ends of portals that armies go through,
    *changed* the armies whose values differ from the start.
    """

    match: Match
    opening: Opening
    commands: dict[str, Command]
    dice: Dice
    ground: Ground
    movers: dict[str, Command] = field(default_factory=dict)
    supporters: dict[str, Command] = field(default_factory=dict)
    partial: list[str] = field(default_factory=list)
    routes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    fights: list[Battle] = field(default_factory=list)
    fighting: set[str] = field(default_factory=set)
    raided: set[str] = field(default_factory=set)
    joined: set[str] = field(default_factory=set)
    leaving: dict[str, str] = field(default_factory=dict)
    changed: dict[str, Army] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)

    def army(self, name: str) -> Army:
        """Return the army called *name*, as it was when the turn began."""
        return self.opening.names[name]

    def side(self, name: str) -> str:
        """The side of the army called *name*."""
        return self.opening.names[name].side

    def why(self, what: str) -> str:
        """Return the reason for a roll of this turn."""
        return f"turn {self.match.turn}: {what}"

    def steps(self, name: str) -> int:
        """Return the number of steps of an army's route."""
        return len(self.routes[name]) - 1

    def still(self, name: str) -> bool:
        """Whether the army stays: it makes neither a full nor a partial move, and does not fight."""
        going = name in self.movers or name in self.supporters or name in self.partial
        return not going and name not in self.fighting

    def engages(self, name: str, target: str) -> bool:
        """Whether *name* still goes to engage *target*."""
        command = self.movers.get(name)
        return command is not None and command.verb == ENGAGE and command.target == target

    def passes(self, name: str) -> str:
        """Return the place at the other end of the portal that *name* goes through; "" if it goes through none."""
        command = self.movers.get(name)
        portal = self.opening.world.portal(command.end) if command is not None and command.verb == MOVE else None
        return portal.leads_to if portal is not None else ""

    def hold(self, name: str, why: str, clause: str, about: str = "") -> None:
        """Make *name* stay where it is."""
        self.movers.pop(name, None)
        self.supporters.pop(name, None)
        self.events.append(Held(clause=clause, army=name, place=self.ground[name], why=why, about=about))

    def go(self, name: str, place: str, how: str, clause: str) -> None:
        """Put *name* at *place*."""
        start = self.army(name).place
        route = self.routes.get(name, ()) if not how else ()
        self.movers.pop(name, None)
        self.supporters.pop(name, None)
        self.ground.put(name, place)
        self.events.append(Moved(clause=clause, army=name, start=start, end=place, how=how, route=route))

    def go_partly(self, name: str) -> None:
        """Make *name* move as near as it can after all others (CPW-115)."""
        self.movers.pop(name, None)
        self.supporters.pop(name, None)
        self.partial.append(name)

    def fight(self, type: str, place: str, first: tuple[str, ...], second: tuple[str, ...], clause: str) -> None:
        """Start a battle; all its armies are then at *place*."""
        holder = self._holder(place, (*first, *second))
        for name in (*first, *second):
            self.movers.pop(name, None)
            self.supporters.pop(name, None)
            if self.ground.get(name) != place:
                self.ground.put(name, place)
            self.fighting.add(name)
        self.ground.battles.add(place)
        self.fights.append(Battle(number=0, type=type, place=place, first=first, second=second, holder=holder))
        self.events.append(Met(clause=clause, type=type, place=place, first=first, second=second))

    def _holder(self, place: str, names: tuple[str, ...]) -> str:
        """Return the side of *names* that stood in its own base or stronghold at *place* before the battle."""
        structure = self.opening.world.by_place.get(place)
        owner = OWNERS.get(structure.kind, "") if structure is not None and self.opening.structure(place) else ""
        stood = any(self.army(name).side == owner and self.army(name).place == place for name in names)
        return owner if owner and stood else ""
