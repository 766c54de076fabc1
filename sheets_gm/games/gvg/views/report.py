"""The report of a turn: moves and coins in one line each, battles with their score above their dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import cast

from sheets_gm.games.gvg.data.board import tile_name
from sheets_gm.games.gvg.data.words import TEAMS
from sheets_gm.games.gvg.position import events
from sheets_gm.games.gvg.views.visible import beside_score, describe, names_of
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.report import Paragraph, Weight, in_groups
from sheets_gm.kernel.seats import Seat

HEADLINES = frozenset(
    {"captured", "boss_spawned", "boss_slain", "tree_picked", "tree_dropped", "tree_reset", "duel_won", "ended"}
)
"""Kinds of events that are shown in bold; a battle and a destroyed structure are, too."""

JOINED: Mapping[str, str] = {"moved": "moves", "coin_gained": "coins", "captured": "end", "ended": "end"}
"""Kinds of events that share a line: a team's moves and coins in one line, the end after what led to it."""

PLACES: Mapping[str, str] = {"open": "", "bulwark": "Bulwark ", "fish": "Fish ", "tree": "Tree at ", "boss": "Boss at "}

Seats = Mapping[str, Seat]


def _paragraphs(
    battles: Mapping[str, events.Fought], group: str, run: Sequence[Event], seats: Seats
) -> Iterator[Paragraph]:
    """Yield the paragraphs of a group of events; *battles* are those of the turn, by tile."""
    if group == "moves":
        yield from _moves(cast("Sequence[events.Moved]", run), seats)
    elif group == "coins":
        yield from _coins(cast("Sequence[events.CoinGained]", run))
    elif group == "end":
        yield from _end(run, seats)
    else:
        yield from _alone(run[0], seats, battles)


def _moves(run: Sequence[events.Moved], seats: Seats) -> Iterator[Paragraph]:
    """Yield the moves of each team in one line: “Blue moves: Ana A5 → B9 (5), Ben A2 → A6 (4)”."""
    for team in TEAMS:
        team_moves = [each for each in run if each.seat in seats and seats[each.seat].team == team]
        if team_moves:
            moves = (f"{names_of(seats, (each.seat,))} {_way(each)} ({each.roll or each.steps})" for each in team_moves)
            yield Paragraph(f"{team.capitalize()} moves: {', '.join(moves)}")


def _way(event: events.Moved) -> str:
    towards = f", towards {tile_name(event.wanted)}" if event.wanted else ""
    return f"{tile_name(event.start)} → {tile_name(event.end)}{towards}"


def _coins(run: Sequence[events.CoinGained]) -> Iterator[Paragraph]:
    for team in TEAMS:
        gains = [each for each in run if each.team == team]
        if gains:
            coins = "coin" if len(gains) == 1 else "coins"
            where = listed([each.at for each in gains])
            yield Paragraph(f"{team.capitalize()} takes the {coins} at {where} (now {gains[-1].coins})")


def _end(run: Sequence[Event], seats: Seats) -> Iterator[Paragraph]:
    """Yield the captures of a turn and the end of the match. If both teams captured, tie-breakers may decide (R28)."""
    both = len({event.team for event in run if isinstance(event, events.Captured)}) > 1
    for event in run:
        tie_breakers = isinstance(event, events.Ended) and event.clause == "GVG-8"
        why = "Both teams captured a Tree in the same turn. " if both and tie_breakers else ""
        yield Paragraph(why + describe(event, seats), Weight.HEADLINE)


def _alone(event: Event, seats: Seats, battles: Mapping[str, events.Fought]) -> Iterator[Paragraph]:
    text = describe(event, seats)
    if isinstance(event, events.KnockedDown) and event.at in battles:
        text += f" by {_winners(battles[event.at], seats)}"
    if isinstance(event, events.Fought):
        yield Paragraph(_score(event), Weight.HEADLINE)
        yield Paragraph(text, Weight.DETAIL)
    else:
        falls = isinstance(event, events.HPLost) and not event.left
        yield Paragraph(text, Weight.HEADLINE if falls or event.kind in HEADLINES else Weight.LINE)


def _score(event: events.Fought) -> str:
    """Describe a battle in one line: “⚔ C12: Blue beats Red, 9 to 4”."""
    attack, defence = event.attack, event.defence
    where = f"⚔ {PLACES[event.place]}{tile_name(event.at)}"
    if event.outcome == "stalemate":
        return f"{where}: {_side(attack)} and {_side(defence)} draw, {attack.total} to {defence.total}"
    won, lost = (attack, defence) if event.outcome == "attack" else (defence, attack)
    verb = "beats" if event.outcome == "attack" or event.place in ("open", "tree") else "holds off"
    return f"{where}: {_side(won)} {verb} {_side(lost)}, {won.total} to {lost.total}{beside_score(event)}"


def _winners(battle: events.Fought, seats: Seats) -> str:
    """Name who won a battle: its players, or else the structure or the Boss."""
    side = battle.attack if battle.outcome == "attack" else battle.defence
    alone = (
        "the Boss"
        if side.team == "boss"
        else f"{side.team.capitalize()}'s {PLACES[battle.place]}{tile_name(battle.at)}"
    )
    return names_of(seats, side.seats) if side.seats else alone


def _side(side: events.Side) -> str:
    return "the Boss" if side.team == "boss" else side.team.capitalize()


def _losers(event: Event) -> tuple[str, ...]:
    """Return the seats and teams that lose by *event*: they are knocked down, drop a Tree, or lose 1 HP of a
    structure.
    """
    match event:
        case events.KnockedDown():
            return event.seats
        case events.TreeDropped():
            return (event.seat,)
        case events.HPLost():
            return (event.team,)
    return ()


def report(happened: Sequence[Event], seats: Seats) -> Sequence[Paragraph]:
    """Return the report of a turn. Revives are above the battles, because a Healer who falls in one still revives
    (R42).
    """
    revives = [event for event in happened if isinstance(event, events.Revived)]
    others = [event for event in happened if not isinstance(event, events.Revived)]
    first = next((at for at, event in enumerate(others) if isinstance(event, events.Fought)), len(others))
    shown = [*others[:first], *revives, *others[first:]] if first < len(others) else happened
    battles = {event.at: event for event in others if isinstance(event, events.Fought)}
    return in_groups(JOINED, partial(_paragraphs, battles), _losers)(shown, seats)


def moves(happened: Sequence[Event]) -> tuple[tuple[str, str], ...]:
    """Return the moves among these events, each from one tile to another."""
    move_events = (each for each in happened if isinstance(each, events.Moved) and each.start != each.end)
    return tuple((tile_name(each.start), tile_name(each.end)) for each in move_events)
