"""What is known while the armies of both sides move (rulebook 4): a notebook of one turn, which the chapters fill in.

Who stays depends on orders alone. After that, each chapter only takes armies out of those that still move, so no
result feeds back into an earlier one, and there is no paradox.
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
    """One turn's movement.

    *movers* still go to their last square, by name. *supporters* go to an ally that stays. *partial* go as near as they
    can when all others have moved. *routes* are the squares of each, both ends included. *fights* are the new battles.
    *joined* are the sides that have had their joint battle, *leaving* the far ends of portals that armies go through,
    *changed* the armies that are other than before.
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
        """The army called *name*, as it was when the turn began."""
        return self.opening.names[name]

    def side(self, name: str) -> str:
        """The side of the army called *name*."""
        return self.opening.names[name].side

    def why(self, what: str) -> str:
        """The reason of a roll in this turn."""
        return f"turn {self.match.turn}: {what}"

    def steps(self, name: str) -> int:
        """The steps of an army's route."""
        return len(self.routes[name]) - 1

    def still(self, name: str) -> bool:
        """Whether the army stays: it neither goes anywhere, wholly or partly, nor fights."""
        going = name in self.movers or name in self.supporters or name in self.partial
        return not going and name not in self.fighting

    def engages(self, name: str, target: str) -> bool:
        """Whether *name* still goes to engage *target*."""
        command = self.movers.get(name)
        return command is not None and command.verb == ENGAGE and command.target == target

    def passes(self, name: str) -> str:
        """The place at the other end of the portal that *name* still goes through; "" if it does not."""
        command = self.movers.get(name)
        portal = self.opening.world.portal(command.end) if command is not None and command.verb == MOVE else None
        return portal.leads_to if portal is not None else ""

    def hold(self, name: str, why: str, clause: str, about: str = "") -> None:
        """Let *name* stay where it is."""
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
        """Let *name* go as near as it can once all others have moved (CPW-115)."""
        self.movers.pop(name, None)
        self.supporters.pop(name, None)
        self.partial.append(name)

    def fight(self, type: str, place: str, first: tuple[str, ...], second: tuple[str, ...], clause: str) -> None:
        """Begin a battle; all its armies are now at *place*."""
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
        """The side of *names* that stood in its own base or stronghold at *place* before the battle."""
        structure = self.opening.world.by_place.get(place)
        owner = OWNERS.get(structure.kind, "") if structure is not None and self.opening.structure(place) else ""
        stood = any(self.army(name).side == owner and self.army(name).place == place for name in names)
        return owner if owner and stood else ""
