"""Calling allies (rulebook, "Call for Allies"): a unit on its baseline calls a unit of the Barrack to its side."""

from __future__ import annotations

import re
from difflib import get_close_matches

from sheets_gm.games.win_or_die.data.cards.tactics import DISCOUNT
from sheets_gm.games.win_or_die.data.cards.units import Card
from sheets_gm.games.win_or_die.data.numbers import ENHANCEMENT_COST
from sheets_gm.games.win_or_die.data.words import ENHANCEMENTS, MERCENARIES, MINE, PLAIN, SAME
from sheets_gm.games.win_or_die.position.battle_events import Called, Killed
from sheets_gm.games.win_or_die.position.resolution import Resolution
from sheets_gm.games.win_or_die.position.state import Battlefield, Player, Unit
from sheets_gm.games.win_or_die.rules.series import ending
from sheets_gm.kernel.folding import plain

LETTER = {"red": "R", "teal": "T"}
"""The first letter of the numbers of each seat's Battle Bases."""


def barrack(field: Battlefield, player: Player) -> tuple[Card, ...]:
    """Return the units that the player can still call: those of its region and its two Mercenaries (WOD-37, WOD-22).

    Leaders cannot be called, because a legion has one Leader (WOD-42). A killed unit still counts towards its limit
    (R14).
    """
    return tuple(
        card
        for card in field.settings.known.cards.values()
        if not card.leader
        and (card.region == player.region or card.id in player.mercenaries)
        and player.raised.count(card.id) < card.limit
    )


def price(field: Battlefield, player: Player, card: Card) -> int:
    """Return the present price of *card* without enhancements. A Tactic may make the first call of a turn cheaper."""
    tactics = [field.settings.known.tactics[name] for name in player.tactics]
    less = 0 if player.called else sum(each.amount(DISCOUNT) for each in tactics)
    return max(1, card.cost - less) if less else card.cost


def places(field: Battlefield, caller: Unit) -> tuple[str, ...]:
    """Return the spaces left and right of *caller* where a called unit can be placed (WOD-70, R20)."""
    board = field.board
    row = board.row_of(caller.at)
    beside = (at for at in board.graph.adjacency[caller.at] if board.row_of(at) == row)
    return tuple(at for at in beside if at not in field.at and board.terrain[at] in (PLAIN, MINE))


def why_no_call(field: Battlefield, caller: Unit) -> str | None:
    """Return why *caller* cannot call any ally, None if it can (WOD-68, WOD-69)."""
    player, settings = field.player(caller.seat), field.settings
    if not settings.reinforcements:
        return "There are no reinforcements in the First Game"
    if caller.at not in field.board.baselines[caller.seat]:
        return f"{field.own_label(caller)} is not on its baseline"
    if len(field.units_of(caller.seat)) >= settings.battle_bases:
        return f"All {settings.battle_bases} Battle Bases are in use"
    if not places(field, caller):
        return f"No empty plain or mine is left or right of {caller.at}"
    if not any(price(field, player, card) <= player.crystals for card in barrack(field, player)):
        return f"No unit of the Barrack costs {player.crystals} Titan Crystals or less"
    return None


def parse_enhancements(text: str) -> tuple[str, ...] | str:
    """Return the enhancements named in *text*, in their fixed order, or the first word that is not an enhancement."""
    words = [word for word in re.split(r"[\s,;+]+", plain(text)) if word]
    unknown = next((word for word in words if word not in ENHANCEMENTS), None)
    return unknown or tuple(name for name in ENHANCEMENTS if name in words)


def nearest_enhancement(word: str) -> str | None:
    """Return the enhancement that *word* probably means, None if none is close."""
    return next(iter(get_close_matches(word, ENHANCEMENTS, n=1)), None)


def in_legion(field: Battlefield, seat: str, enhancement: str) -> int:
    """Return how many units of *seat* have *enhancement* (WOD-44)."""
    return sum(enhancement in unit.enhancements for unit in field.units_of(seat))


def why_not_enhanced(field: Battlefield, seat: str, enhancements: tuple[str, ...]) -> str | None:
    """Return why a called unit cannot have *enhancements*, None if it can (WOD-44, WOD-99)."""
    if enhancements and not field.settings.advanced:
        return "Enhancements are bought in the Advanced Mode only"
    full = next((each for each in enhancements if in_legion(field, seat, each) >= SAME), None)
    return f"The legion has {SAME} {full} enhancements already" if full else None


def total(field: Battlefield, player: Player, card: Card, enhancements: tuple[str, ...]) -> int:
    """Return the price of a called unit with its *enhancements*."""
    return price(field, player, card) + ENHANCEMENT_COST * len(enhancements)


def call(step: Resolution, caller: str, card: Card, enhancements: tuple[str, ...], at: str) -> None:
    """Pay for *card* and place it, exposed, next to *caller* (WOD-69 to WOD-71)."""
    settings, seat = step.before.settings, step.units[caller].seat
    player = step.players[seat]
    cost = total(step.field, player, card, enhancements)
    number = player.bases + 1
    player = step.amend(
        seat,
        crystals=player.crystals - cost,
        called=player.called + 1,
        raised=(*player.raised, card.id),
        bases=number,
    )
    unit = Unit(id=f"{LETTER[seat]}{number}", seat=seat, card=card.id, enhancements=enhancements, at=at, exposed=True)
    step.put(unit)
    if player.drawn and card.region != MERCENARIES:
        step.amend(seat, drawn=False)  # R23: its region is shown now
    step.tell(
        Called(
            clause="WOD-70",
            unit=step.label(unit.id),
            caller=step.label(caller),
            at=at,
            enhancements=enhancements,
            price=cost,
            left=player.crystals,
        )
    )
    if step.field.morale(seat) > settings.morale_cap:
        name = step.label(unit.id)
        step.remove(unit.id)
        morale = step.field.morale(seat)
        step.tell(Killed(clause="WOD-71", unit=name, seat=seat, at=at, morale=morale, too_many=True))
    ending.check(step)
