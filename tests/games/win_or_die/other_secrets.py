"""How positions can differ in what a player may not know: which hidden unit stands where, and what nobody deployed yet.

The hidden units of a legion can stand in each other's places: the sum of their morale, which everybody knows, stays the
same.
"""

from __future__ import annotations

from sheets_gm.games.win_or_die.data.words import SEATS
from sheets_gm.games.win_or_die.position.state import Match, Player, Recruit
from sheets_gm.kernel.dice import Dice


def other_secrets(match: Match, seat: str | None, dice: Dice) -> Match:
    """A possible position that *seat* cannot tell from *match*: other hidden units in the places of its enemy's."""
    if match.result is not None:
        return match
    for enemy in SEATS:
        if enemy != seat:
            match = _swapped(match, enemy, dice)
    return match.but(players=tuple(p if p.seat == seat else _before(match, p, dice) for p in match.players))


def _swapped(match: Match, seat: str, dice: Dice) -> Match:
    """*match* with the hidden units of *seat* in each other's bases."""
    hidden = [unit for unit in match.units if unit.seat == seat and not unit.exposed]
    cards = dice.shuffle([(unit.card, unit.enhancements) for unit in hidden], f"units of {seat}")
    others = dict(zip([unit.id for unit in hidden], cards, strict=True))
    units = tuple(
        unit.but(card=others[unit.id][0], enhancements=others[unit.id][1]) if unit.id in others else unit
        for unit in match.units
    )
    question = match.question
    if question is not None:
        before = tuple(
            unit.but(card=others[unit.id][0], enhancements=others[unit.id][1]) if unit.id in others else unit
            for unit in question.units
        )
        return match.but(units=units, question=question.but(units=before))
    return match.but(units=units)


def _before(match: Match, player: Player, dice: Dice) -> Player:
    """*player* with other secrets of the set-up: its Mercenaries, a random region, a legion that is not deployed."""
    if match.phase not in ("legion", "deployment") or match.settings.mode == "first":
        return player
    cards = match.known.mercenaries
    at = dice.roll(len(cards) - 1, f"mercenaries of {player.seat}")
    mercenaries = tuple(card.id for card in cards[at - 1 : at + 1])
    region = player.region
    if player.drawn:
        region = dice.pick(match.known.regions, f"region of {player.seat}")
    legion = player.legion
    if legion and match.phase == "deployment" and not player.bases:
        lineup = match.known.lineups_of(region)[0]
        legion = tuple(Recruit(card=card, enhancements=enhancements) for card, enhancements in lineup.units)
    crystals = player.crystals if player.bases or not legion else dice.roll(5, f"crystals of {player.seat}") - 1
    if player.bases:
        return player
    return player.but(mercenaries=mercenaries, region=region, legion=legion, crystals=crystals)
