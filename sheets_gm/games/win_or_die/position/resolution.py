"""A position while an order is being resolved. Nothing outside `resolve` sees it.

The parts of a command follow each other in a fixed order, so the rules change this value step by step. A command stops
if the game is over, or if a player must be asked (`Halt`). Once the answer is there, the command runs again from its
beginning with the same dice, so it takes the same course up to the question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from sheets_gm.games.win_or_die.data.numbers import SIDES
from sheets_gm.games.win_or_die.data.words import MERCENARIES
from sheets_gm.games.win_or_die.position.battle_events import Moved, Revealed
from sheets_gm.games.win_or_die.position.events import Asked
from sheets_gm.games.win_or_die.position.orders import Command, React
from sheets_gm.games.win_or_die.position.state import Battlefield, Match, Player, Question, Unit
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event, Result


@dataclass(frozen=True, slots=True)
class Occasion:
    """An occasion on which *seat* may react: the enemy unit *actor* acts, and the unit *about* is affected."""

    seat: str
    trigger: str
    actor: str = ""
    about: str = ""


class Halt(Exception):
    """Stops the command, because the game is over or a player must be asked."""


@dataclass(slots=True)
class Resolution:
    """The position *before* the order, and the position *now*.

    *standing* are the standing orders by seat. *command* is the command in progress, *answers* the players' answers to
    its questions, *rolled* its dice by reason. *react* plays the reactions to occasions. *target* is the unit under
    attack, *walked* the spaces of a moving unit that no event reports yet.
    """

    before: Match
    now: Match
    dice: Dice
    standing: Mapping[str, tuple[React, ...]]
    command: Command | None = None
    answers: tuple[str, ...] = ()
    rolled: dict[str, int] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    react: Callable[[Resolution, tuple[Occasion, ...]], None] | None = None
    target: str = ""
    walker: str = ""
    walked: tuple[str, ...] = ()
    asked: int = 0
    _rolls: dict[str, int] = field(default_factory=dict)
    _extra: dict[str, int] = field(default_factory=dict)

    @property
    def field(self) -> Battlefield:
        """The present units and players, with lookups."""
        return self.now.field

    @property
    def units(self) -> Mapping[str, Unit]:
        """The present units, by base number."""
        return self.now.field.by_id

    @property
    def players(self) -> Mapping[str, Player]:
        """The present players, by seat."""
        return {player.seat: player for player in self.now.players}

    @property
    def result(self) -> Result | None:
        """The result of the match, None if it goes on."""
        return self.now.result

    # -- changes -----------------------------------------------------------------------------------------------------

    def set(self, **changes: object) -> None:
        """Change fields of the position."""
        self.now = self.now.but(**changes)

    def put(self, unit: Unit) -> Unit:
        """Replace the unit with the same number by *unit*, or add it."""
        self.set(units=tuple({**self.units, unit.id: unit}.values()))
        return unit

    def change(self, id: str, **changes: object) -> Unit:
        """Change fields of the unit *id* and return it."""
        return self.put(self.units[id].but(**changes))

    def remove(self, id: str) -> None:
        """Remove the unit *id* from the battlefield."""
        self.set(units=tuple(unit for unit in self.now.units if unit.id != id))

    def amend(self, seat: str, **changes: object) -> Player:
        """Change fields of the player at *seat* and return it."""
        player = self.players[seat].but(**changes)
        self.set(players=tuple({**self.players, seat: player}.values()))
        return player

    def tell(self, event: Event) -> None:
        """Add an event, after one for the move up to this point."""
        self.flush()
        self.events.append(event)

    def flush(self) -> None:
        """Add an event for the spaces that the moving unit has walked so far."""
        way = self.walked
        if len(way) > 1:
            self.walked = way[-1:]
            self.events.append(Moved(clause="WOD-61", unit=self.walker, way=way))

    def occur(self, *occasions: Occasion) -> None:
        """Let players react to *occasions*, which happen at the same time."""
        if self.react is not None:
            self.react(self, occasions)

    def label(self, id: str) -> str:
        """Return the public name of the unit *id*."""
        return self.field.label(self.units[id])

    def spend(self, seat: str, id: str) -> None:
        """Place a Command Token of *seat* on the unit *id* (WOD-57). Extra tokens are used first."""
        player = self.players[seat]
        self._extra[id] = min(1, player.extra)
        self.amend(seat, tokens=player.tokens - 1, extra=player.extra - self._extra[id])
        self.change(id, tokens=self.units[id].tokens + 1)

    def take_back(self, id: str) -> None:
        """Return the Command Token that was last placed on the unit *id* to its player."""
        unit = self.change(id, tokens=self.units[id].tokens - 1)
        player = self.players[unit.seat]
        self.amend(unit.seat, tokens=player.tokens + 1, extra=player.extra + self._extra[id])

    def reveal(self, id: str) -> None:
        """Reveal the unit *id* for good (R16). The first revealed unit of a random region also shows the
        region (R23).
        """
        unit = self.units[id]
        if unit.exposed:
            return
        card = self.field.card(unit)
        shows = self.players[unit.seat].drawn and card.region != MERCENARIES
        if shows:
            self.amend(unit.seat, drawn=False)
        self.change(id, exposed=True)
        self.tell(
            Revealed(
                clause="WOD-R16",
                unit=id,
                seat=unit.seat,
                card=card.name,
                enhancements=unit.enhancements,
                region=card.region if shows else "",
            )
        )

    # -- dice and questions ------------------------------------------------------------------------------------------

    def roll(self, number: int, why: str) -> tuple[int, ...]:
        """Roll *number* dice for *why*. A command that runs again gets the same dice."""
        turn = self._rolls.get(why, 0) + 1
        self._rolls[why] = turn
        reason = why if turn == 1 else f"{why}, time {turn}"
        return tuple(self._die(f"{reason} #{at}") for at in range(1, number + 1))

    def _die(self, reason: str) -> int:
        if reason not in self.rolled:
            self.rolled[reason] = self.dice.roll(SIDES, reason)
        return self.rolled[reason]

    def ask(self, seat: str, trigger: str, about: str) -> str:
        """Return the answer of *seat* about *trigger*. Halts the command if there is none yet."""
        self.flush()
        if self.asked < len(self.answers):
            self.asked += 1
            return self.answers[self.asked - 1]
        if self.command is None:
            raise ValueError("only a command can wait for an answer")
        self.tell(Asked(clause="WOD-60", seat=seat, trigger=trigger))
        before = self.before.question
        question = Question(
            seat=seat,
            trigger=trigger,
            about=about,
            command=self.command,
            units=before.units if before else self.before.units,
            players=before.players if before else self.before.players,
            answers=self.answers,
            rolled=dict(self.rolled),
            published=len(self.events) - 1,
        )
        self.set(question=question)
        raise Halt

    def end(self, result: Result) -> NoReturn:
        """End the match with *result*."""
        self.set(result=result, phase="over", question=None)
        raise Halt


def begin(match: Match, dice: Dice, standing: Mapping[str, tuple[React, ...]] | None = None) -> Resolution:
    """Start resolving *match*. If the match waits for an answer, start from the position before its command."""
    asked = match.question
    if asked is None:
        return Resolution(match, match, dice, standing or {})
    now = match.but(units=asked.units, players=asked.players, question=None)
    return Resolution(match, now, dice, standing or {}, answers=asked.answers, rolled=dict(asked.rolled))
