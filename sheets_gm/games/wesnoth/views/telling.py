"""The highlights of a turn: attacks with both places, kills, and villages taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sheets_gm.games.wesnoth.data.numbers import SEATS
from sheets_gm.games.wesnoth.position import events
from sheets_gm.games.wesnoth.position.state import Unit
from sheets_gm.games.wesnoth.views.descriptions import describe
from sheets_gm.games.wesnoth.views.visible import View
from sheets_gm.kernel.english import capitalized, counted, listed, side_name
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.seats import Seat
from sheets_gm.kernel.story import Telling

Seats = Mapping[str, Seat]

LETTERS = {seat[0]: seat for seat in SEATS}
"""The seat of a unit by the first letter of its label."""

WOUND, DEATH, VILLAGE, RECRUIT, ADVANCED = 0.6, 4.0, 1.0, 0.3, 3.0
"""How far a wound, the death of a unit, a village, a recruit and an advancement move a match."""

LEADER = 40.0
"""How far all the hit points of a leader do."""

DECISIVE = 60.0
"""How far the loss of a castle and a player who leaves do."""


def owner_of(label: str) -> str:
    """Return the seat of the unit with that *label*."""
    return LETTERS.get(label[:1], "")


@dataclass
class Blows:
    """All attacks of one side on one unit in a step. *first* and *left* are its hit points before and after."""

    seat: str
    target: str
    first: int
    left: int
    strikers: dict[str, int]
    fell: events.Fell | None = None


def tell(happened: Sequence[Event], before: View, after: View, seats: Seats) -> Iterator[Telling]:
    """Yield the highlights of a step: first the attacks on each unit, then villages taken and units recruited."""
    names = _Names(before, after, seats)
    for blows in _blows(happened):
        if blows.first != blows.left or blows.fell:
            yield _blow(blows, names)
    for event in happened:
        match event:
            case events.Conquered():
                by = names.unit(event.unit)
                text = f"{by} conquers the castle of {names.player(event.seat)}, who is out"
                yield Telling(text, DECISIVE, (by,), (names.player(event.seat),), owner_of(event.unit), decides=True)
            case events.Advanced():
                text = f"{names.unit(event.unit)} advances to {event.into}"
                yield Telling(text, ADVANCED, (names.unit(event.unit),), (), owner_of(event.unit))
            case events.GaveUp():
                yield Telling(describe(event, seats), DECISIVE, decides=True)
            case events.Ended():
                won = [capitalized(side_name(side, seats)) for side in event.result.winners[:1]]
                text = f"{won[0]} wins the match" if won else "the match is a draw"
                seat = next((each.id for each in seats.values() if each.team in event.result.winners), "")
                yield Telling(f"{text}: {event.result.reason}", 0, (), (), seat, decides=True)
    yield from _villages(happened, before, names)
    yield from _recruits(happened, names)


def _blows(happened: Sequence[Event]) -> list[Blows]:
    """Return the attacks of a step, grouped by side and target, in the order of their last blows."""
    blows: dict[tuple[str, str], Blows] = {}
    last: dict[str, Blows] = {}
    for event in happened:
        if isinstance(event, events.Struck):
            seat = owner_of(event.unit)
            earlier = blows.pop((seat, event.target), None)
            each = earlier or Blows(seat, event.target, event.left + event.wounds, event.left, {})
            blows[seat, event.target] = each
            each.left = event.left
            if event.wounds:
                each.strikers[event.unit] = each.strikers.get(event.unit, 0) + event.wounds
            last[event.target] = each
        elif isinstance(event, events.Fell) and event.unit in last:
            last[event.unit].fell = event
    return list(blows.values())


def _blow(blows: Blows, names: _Names) -> Telling:
    who, whom = names.units([*blows.strikers]), names.unit(blows.target)
    one = len(blows.strikers) < 2
    wounds = blows.first - blows.left
    full = names.leader_hit_points(blows.target)
    size = LEADER * min(1, wounds / full) if full else WOUND * wounds
    if blows.fell is None:
        text = f"{who} bring{'s' * one} {whom} from {blows.first} to {counted(blows.left, 'hit point')}"
    else:
        text = f"{who} kill{'s' * one} {whom}"
        size += DEATH
    by = tuple(names.unit(each) for each in blows.strikers)
    decides = blows.fell is not None and blows.fell.leader
    parts = tuple(map(float, blows.strikers.values()))
    at = names.tile(blows.target)
    return Telling(text, size, by, (whom,), blows.seat, decides, at=at, parts=parts)


def _villages(happened: Sequence[Event], before: View, names: _Names) -> Iterator[Telling]:
    """Yield the villages that each player took, with their earlier owners."""
    taken: dict[str, list[str]] = {}
    for event in happened:
        if isinstance(event, events.VillageTaken):
            taken.setdefault(event.seat, []).append(event.at)
    for seat, places in taken.items():
        owners = Counter(owner for at in places if (owner := before.match.villages.get(at, seat)) not in ("", seat))
        of = listed([f"{count} of {names.player(owner)}'s" for owner, count in owners.items()], none="")
        text = f"{names.player(seat)} takes {counted(len(places), 'village')}{f', {of}' if of else ''}"
        yield Telling(text, VILLAGE * (len(places) + owners.total()), (names.player(seat),), (), seat)


def _recruits(happened: Sequence[Event], names: _Names) -> Iterator[Telling]:
    """Yield the units that each player recruited, grouped by kind."""
    raised: dict[str, Counter[str]] = {}
    for event in happened:
        if isinstance(event, events.Recruited):
            raised.setdefault(event.seat, Counter())[event.unit.partition(" ")[2]] += 1
    for seat, units in raised.items():
        kinds = listed([f"{count} × {kind}" if count > 1 else kind for kind, count in units.items()])
        yield Telling(
            f"{names.player(seat)} recruits {kinds}", RECRUIT * units.total(), (names.player(seat),), (), seat
        )


class _Names:
    """The names of players and units. A number is added only if two units of a player have the same name."""

    def __init__(self, before: View, after: View, seats: Seats) -> None:
        self._seats = seats
        self._units: dict[str, Unit] = {}
        self._full: dict[str, int] = {}
        for view in (after, before):
            for unit in view.match.units:
                self._units[unit.label] = unit
                self._full[unit.label] = view.match.index.pawn(unit).hp

    def player(self, seat: str) -> str:
        """The player at *seat*."""
        return self._seats[seat].player if seat in self._seats else seat.capitalize()

    def tile(self, label: str) -> str:
        """The tile of a unit, "" if it is nowhere."""
        return self._units[label].at if label in self._units else ""

    def leader_hit_points(self, label: str) -> int:
        """Return the full hit points of a leader; 0 for another unit."""
        unit = self._units.get(label)
        return self._full[label] if unit is not None and unit.leader else 0

    def unit(self, label: str) -> str:
        """Name a unit: “Ana's leader”, “Ana's Ghoul”, “Ana's Ghoul b5”."""
        return f"{self.player(owner_of(label))}'s {self._kind(label)}"

    def units(self, labels: Sequence[str]) -> str:
        """Name several units of one player: “Ana's Ghoul and Mage”, “5 of Ana's units”."""
        if not labels:
            return "Nobody"
        if len(labels) > 2:
            return f"{len(labels)} of {self.player(owner_of(labels[0]))}'s units"
        return f"{self.player(owner_of(labels[0]))}'s {listed([self._kind(each) for each in labels])}"

    def _kind(self, label: str) -> str:
        number, _, name = label.partition(" ")
        unit = self._units.get(label)
        if unit is not None and unit.leader:
            return "leader"
        alike = [each for each in self._units.values() if each.name == name and each.seat == owner_of(label)]
        return f"{name} {number}" if len(alike) > 1 else name
