"""What each seat may see.

The map, the armies with their units and players, battles, points and notes are public (CPW-19, CPW-24). What a side
sent to the judge is visible only to that side and the judge (CPW-26). The judge sees everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from sheets_gm.games.war_game.data.settings import Settings
from sheets_gm.games.war_game.data.words import BENCH, JUDGE, MOVE, SECOND_JUDGE, SIDES, side_of
from sheets_gm.games.war_game.data.world import World
from sheets_gm.games.war_game.position.opening import Command, command_words, opening_of
from sheets_gm.games.war_game.position.orders import Change, Heal, Strategy
from sheets_gm.games.war_game.position.state import Army, Battle, BumpRequest, LastTurn, Match
from sheets_gm.games.war_game.rules.announcing import announcement
from sheets_gm.games.war_game.rules.combat.queue import QueueRow, queue_row
from sheets_gm.games.war_game.rules.movement.commands import read_move
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import GM, Result


class View(Model):
    """The match as one viewer sees it. *side* is the viewer's side, "" for the judge, the GM and the public.

    *announcements* describe the battles, by number. *sent* and the fields after it have what the side itself or the
    judge may know; *ordered* describes its movement. *queue* has the battles as the judge needs them. *names* are the
    players by seat, *arrows* the moves of the last turn.
    """

    heading: str
    side: str
    settings: Settings
    turn: int
    phase: str
    armies: tuple[Army, ...]
    battles: tuple[Battle, ...]
    announcements: dict[str, str]
    points: dict[str, int]
    control: dict[str, str]
    destroyed: tuple[str, ...]
    razing: dict[str, int]
    notes: dict[str, str]
    last: LastTurn | None = None
    marched: LastTurn | None = None
    result: Result | None = None
    sent: tuple[Strategy, ...] = ()
    bumps: tuple[BumpRequest, ...] = ()
    heals: tuple[Heal, ...] = ()
    changes: tuple[Change, ...] = ()
    ordered: tuple[str, ...] = ()
    assigned: dict[str, str] = {}
    fought: dict[str, int] = {}
    queue: tuple[QueueRow, ...] = ()
    names: dict[str, str] = {}
    arrows: tuple[tuple[str, str], ...] = ()

    @cached_property
    def world(self) -> World:
        """The part of a match that never changes."""
        return self.settings.world

    @property
    def engaged(self) -> frozenset[str]:
        """The armies in battle."""
        return frozenset(name for battle in self.battles for name in battle.armies)

    def name_of(self, seat: str) -> str:
        """Return the player at *seat*, or the seat's id if it has no player."""
        return self.names.get(seat, seat)


def whereabouts(view: View, seat: str) -> str:
    """Describe where the armies of *seat* are: “Dominaria 17D 4B · Mirrodin 2C”."""
    places: dict[str, list[str]] = {}
    for army in view.armies:
        if view.assigned.get(army.name) == seat:
            plane, _, square = army.place.rpartition(" ")
            places.setdefault(plane, []).append(square)
    return " · ".join(f"{plane} {' '.join(squares)}" for plane, squares in places.items())


def owners(view: View) -> Mapping[str, str]:
    """Return the seat of each army that has a player."""
    return view.assigned


PHASES = {"orders": "orders", "judging": "the judge decides", "over": "the end"}


def label(match: Match) -> str:
    """The name of the current step."""
    return f"Turn {match.turn}: {PHASES[match.phase]}"


def view(match: Match, eyes: str | None) -> View:
    """Return the view of a seat or a side; None is the public."""
    side, every = side_of(eyes), eyes in (JUDGE, SECOND_JUDGE, BENCH, GM)
    sides = SIDES if every else (side,)
    own_armies = {army.name for army in match.armies if army.side in sides}
    members = {seat for each in sides for seat in match.members.get(each, ())}
    return View(
        heading=label(match),
        side=side,
        settings=match.settings,
        turn=match.turn,
        phase=match.phase,
        armies=match.armies,
        battles=match.battles,
        announcements={str(each.number): announcement(match, each) for each in match.battles if each.number},
        points=match.points,
        control=match.control,
        destroyed=match.destroyed,
        razing=match.razing,
        notes=match.notes,
        last=match.last,
        marched=match.marched,
        result=match.result,
        sent=tuple(each for each in match.sent if each.army in own_armies),
        bumps=tuple(each for each in match.bumps if each.army in own_armies),
        heals=tuple(each for each in match.heals if each.army in own_armies),
        changes=tuple(each for each in match.changes if each.army in own_armies),
        ordered=tuple(line for side in sides for line in _ordered(match, side)),
        assigned=match.assigned,
        fought={seat: number for seat, number in match.fought.items() if seat in members},
        queue=tuple(queue_row(match, each) for each in match.battles if each.number) if every else (),
    )


def _ordered(match: Match, side: str) -> list[str]:
    """Return the movement that a side has sent, as it was read."""
    given = match.pending.get(side, ())
    read = {each.army: read_move(opening_of(match), side, each) for each in given}
    ordered = (each for _, each in sorted(read.items()) if isinstance(each, Command))
    return [command_words(each) for each in ordered if each.moves or each.verb != MOVE]
