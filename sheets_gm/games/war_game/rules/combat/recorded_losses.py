"""The losses in a battle of the last turn: those in its events, and those after an amendment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sheets_gm.games.war_game.position.events import Escaped, Killed, Lost, Won
from sheets_gm.games.war_game.position.state import Army, LastTurn, Match, Units
from sheets_gm.games.war_game.rules.combat.losses import percentages
from sheets_gm.games.war_game.rules.combat.strength import squad_of


@dataclass(frozen=True, slots=True)
class Losses:
    """The losses of *army*, given as it was before the battle: *percent* of every stack, rounded down (CPW-188).

    A kill *squad*, by creature, is counted separately; it is lost as a whole or not at all (CPW-193, CPW-197).
    """

    army: Army
    percent: int
    squad: Mapping[str, int]
    squad_lost: bool

    def of(self, units: Units) -> int:
        """Return the losses of the stack *units*."""
        same = (each for each in self.army.units if (each.slot, each.creature) == (units.slot, units.creature))
        return sum(self._share(each) + self._aside(each) * self.squad_lost for each in same)

    @property
    def total(self) -> int:
        """Return all losses except the squad."""
        return sum(map(self._share, self.army.units))

    def events(self, name: str) -> list[Lost]:
        """Return the losses as events for the results."""
        left = self.army.size - self.total
        losses = [Lost(clause="CPW-188", army=name, units=self.total, left=left)] if self.total else []
        if self.squad_lost:
            gone = sum(self.squad.values())
            losses.append(Lost(clause="CPW-197", army=name, units=gone, left=left - gone, squad=True))
        return losses

    def _share(self, each: Units) -> int:
        return (each.count - self._aside(each)) * self.percent // 100

    def _aside(self, each: Units) -> int:
        return self.squad.get(each.creature, 0) if each.slot == 4 else 0


def last_of(match: Match) -> LastTurn:
    """Return the result of the last turn."""
    if match.last is None:
        raise AssertionError("an amendment before the first turn")
    return match.last


def losses_of(match: Match, won: Won) -> dict[str, Losses]:
    """Return the losses of each army of a battle in the last turn, the losers first."""
    return {name: _recorded(match, name) for name in (*won.losers, *won.winners)}


def _recorded(match: Match, name: str) -> Losses:
    last = last_of(match)
    army = next(each for each in last.before if each.name == name)
    lost = [event for event in last.events if isinstance(event, Lost) and event.army == name]
    total, squad_lost = sum(event.units for event in lost if not event.squad), any(event.squad for event in lost)
    tried = any(isinstance(event, Escaped | Killed) and event.by == name for event in last.events)
    squad = squad_of(army.units, match.world.battle["kill squad"])
    # whose victim was gone before the second roll left no trace of its attempt but its losses
    asides = [squad] if tried or squad_lost else [{}, squad]
    candidates = [Losses(army, percent, aside, squad_lost) for aside in asides for percent in range(101)]
    return min(candidates, key=lambda losses: abs(losses.total - total))


def amended_losses(match: Match, before: Won, now: Won, text: str | None) -> dict[str, Losses]:
    """Return the losses of each army if the battle ended as *now*, by the percentages in *text* or those of the margin.

    A lost battle always costs the squad (CPW-197); an army that wins only now gets its squad back.
    """
    old = losses_of(match, before)
    loser, winner = percentages(text) or match.world.battle.percent_lost(now.margin)
    turned = now.winners != before.winners
    losses = {}
    for names, percent in ((now.losers, loser), (now.winners, winner)):
        for name in names:
            lost = bool(old[name].squad) and name in now.losers if turned else old[name].squad_lost
            losses[name] = replace(old[name], percent=percent, squad_lost=lost)
    return losses
