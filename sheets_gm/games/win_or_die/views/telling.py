"""The highlights of a turn: attacks with both places, kills, and games won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sheets_gm.games.win_or_die.data.words import SEATS
from sheets_gm.games.win_or_die.position import battle_events, events
from sheets_gm.games.win_or_die.views.visible import View
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.seats import Seat
from sheets_gm.kernel.story import Telling

Seats = Mapping[str, Seat]

DAMAGE, MORALE, CALLED, CONVENED, MINED = 1.0, 3.0, 1.0, 1.0, 0.2
"""How far a point of damage, one of morale, an ally, a Tactic and a crystal move a match."""

GAME = 50.0
"""How far it does that somebody surrenders."""

OF = "'s "
"""What stands between a player and a Tactic that does damage."""

_LETTERS = {seat[0].upper(): seat for seat in SEATS}


def owner_of(label: str) -> str:
    """Return the seat of a unit: the first letter of its label says it."""
    return _LETTERS.get(label[:1], "")


@dataclass
class Blows:
    """The total damage from one side to one unit in a step. *cost* is the morale that the death of the unit cost."""

    by: dict[str, int]
    seat: str
    target: str
    damage: int
    left: int
    killed: battle_events.Killed | None = None
    cost: int = 0


def tell(happened: Sequence[Event], before: View, after: View, seats: Seats) -> Iterator[Telling]:
    """Yield the highlights of a step: first the damage to each unit, then calls, Tactics and mines."""
    names = _Names(happened, before, after, seats)
    for blows in _blows(happened, before):
        yield _blow(blows, names)
    for event in happened:
        match event:
            case battle_events.Called():
                text = f"{names.unit(event.caller)} calls {names.unit(event.unit)}"
                yield Telling(text, CALLED, (names.unit(event.caller),), (), owner_of(event.unit))
            case battle_events.Convened():
                who = names.player(event.seat)
                yield Telling(f"{who} activates {event.tactic}", CONVENED, (who,), (), event.seat)
            case events.Deployed():
                text = f"{names.player(event.seat)} deploys {counted(len(event.bases), 'unit')}"
                yield Telling(f"{text} with {event.morale} morale", MINED, (), (), event.seat)
            case events.Surrendered():
                what = "the match" if event.match else "the game"
                yield Telling(f"{names.player(event.seat)} surrenders {what}", GAME, decides=True)
            case events.GameEnded():
                why = _why_lost(event, happened, before, names)
                text = f"{names.player(event.winner)} wins game {event.game} in turn {before.match.turn}: {why}"
                yield Telling(text, 0, (), (), event.winner, decides=True)
            case events.MatchEnded():
                won = event.result.winners[0]
                yield Telling(f"{names.player(won)} wins the match", 0, (), (), won, decides=True)


def _why_lost(ended: events.GameEnded, turn_events: Sequence[Event], before: View, names: _Names) -> str:
    """Explain why a game was lost: the numbers, and the last change before morale was no higher than fatigue
    (WOD-89).
    """
    loser = next(seat for seat in SEATS if seat != ended.winner)
    of_loser = [
        each for each in turn_events if isinstance(each, events.TurnEnded | battle_events.Killed) and each.seat == loser
    ]
    tired = [each.fatigue for each in of_loser if isinstance(each, events.TurnEnded)]
    fatigue = tired[-1] if tired else before.match.player(loser).fatigue
    if not of_loser or of_loser[-1].morale > fatigue:
        return ended.reason
    who, morale = f"{names.player(loser)}'s", of_loser[-1].morale
    if isinstance(of_loser[-1], events.TurnEnded):
        return f"{who} fatigue rises to {fatigue}, and {who} morale of {morale} is not above it"
    return f"{who} morale falls to {morale}, which is not above the fatigue of {fatigue}"


def _blows(happened: Sequence[Event], before: View) -> list[Blows]:
    """Return the damage of a step, grouped by its source and its victim, in the order of the last damage."""
    blows: dict[tuple[str, str], Blows] = {}
    last: dict[str, Blows] = {}
    morale = {player.seat: before.match.field.morale(player.seat) for player in before.match.players}
    causes: dict[str, str] = {}
    for event in happened:
        match event:
            case battle_events.AbilityUsed():
                causes[event.ability] = event.unit
            case battle_events.Convened():
                causes[event.tactic] = f"{event.seat}{OF}{event.tactic}"
            case battle_events.Attacked() | battle_events.Damaged() if event.damage:
                by, target = _doer(event, causes)
                number = target.split()[0]
                side = by.partition(OF)[0] if OF in by else owner_of(by)
                each = blows.pop((side, number), None) or Blows({}, side, target, 0, 0)
                blows[side, number] = each
                each.damage, each.left, each.target = each.damage + event.damage, event.left, target
                each.by[by] = each.by.get(by, 0) + event.damage
                last[number] = each
            case battle_events.Killed() if event.unit.split()[0] in last:
                each = last[event.unit.split()[0]]
                each.killed, each.cost = event, max(0, morale.get(event.seat, event.morale) - event.morale)
        if isinstance(event, battle_events.Killed):
            morale[event.seat] = event.morale
    return list(blows.values())


def _doer(event: battle_events.Attacked | battle_events.Damaged, causes: Mapping[str, str]) -> tuple[str, str]:
    """Return the source of some damage, a unit or a Tactic, and its victim. An earlier Tactic belongs to the enemy."""
    if isinstance(event, battle_events.Attacked):
        return event.unit, event.target
    enemy = next(seat for seat in SEATS if seat != owner_of(event.unit))
    return causes.get(event.why, f"{enemy}{OF}{event.why}"), event.unit


def _blow(blows: Blows, names: _Names) -> Telling:
    who, whom = names.several([*blows.by]), names.unit(blows.target)
    ending = "s" if len(blows.by) < 2 else ""
    if blows.killed is None:
        health = f"{blows.left} health left" if blows.left else "no health left"
        text = f"{who} hit{ending} {whom} for {blows.damage}, {health}"
    else:
        cost = f": {names.player(blows.killed.seat)} loses {blows.cost} morale" if blows.cost else ""
        text = f"{who} kill{ending} {whom}{cost}"
    by = tuple(names.unit(each) for each in blows.by)
    parts = tuple(map(float, blows.by.values()))
    return Telling(text, DAMAGE * blows.damage + MORALE * blows.cost, by, (whom,), blows.seat, parts=parts)


class _Names:
    """The names of players and units. A number is added only if two units of a player have had the same name in this
    game, or are hidden.
    """

    def __init__(self, happened: Sequence[Event], before: View, after: View, seats: Seats) -> None:
        self._seats = seats
        labels = {view.match.field.label(unit) for view in (before, after) for unit in view.match.units}
        shown = (event.unit for event in happened if hasattr(event, "unit"))
        revealed = (f"{event.unit} {event.card}" for event in happened if isinstance(event, battle_events.Revealed))
        self._cards = {number: card for number, card in map(_card, (*labels, *shown, *revealed)) if card}
        recruited = [(player.seat, player.raised) for view in (before, after) for player in view.match.players]
        names = before.match.known.cards
        self._often = {
            (seat, names[card].name)
            for seat, raised in recruited
            for card, count in Counter(raised).items()
            if count > 1
        }

    def player(self, seat: str) -> str:
        """The player at *seat*."""
        return self._seats[seat].player if seat in self._seats else seat.capitalize()

    def unit(self, label: str) -> str:
        """Name a unit: “Ana's Ghoul”, “Ana's Ghoul R5”; or a Tactic: “Ana's Rain of Fire”."""
        if OF in label:
            seat, _, tactic = label.partition(OF)
            return f"{self.player(seat)}{OF}{tactic}"
        return f"{self.player(owner_of(label))}'s {self._kind(label)}"

    def several(self, labels: Sequence[str]) -> str:
        """Name several units of one player: “Ana's Ghoul and Lancer”, “4 of Ana's units”."""
        if len(labels) > 2:
            return f"{len(labels)} of {self.player(owner_of(labels[0]))}'s units"
        first, *rest = labels
        return listed([self.unit(first), *(self.unit(each) if OF in each else self._kind(each) for each in rest)])

    def _kind(self, label: str) -> str:
        number, card = _card(label)
        card = card or self._cards.get(number, "")
        if not card:
            return f"hidden {number}"
        alike = [other for other, name in self._cards.items() if name == card and other[:1] == number[:1]]
        return f"{card} {number}" if len(alike) > 1 or (owner_of(number), card) in self._often else card


def _card(label: str) -> tuple[str, str]:
    """Return the number of a unit and its name, "" if the name is hidden."""
    number, _, card = label.partition(" ")
    return number, card
