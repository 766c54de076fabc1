"""The laws: conditions that hold in every position."""

from __future__ import annotations

from collections import Counter

from sheets_gm.games.win_or_die.data.words import ENHANCEMENTS, SAME, SEATS
from sheets_gm.games.win_or_die.position.state import Match
from sheets_gm.games.win_or_die.position.strength import health, health_left, is_flying
from sheets_gm.games.win_or_die.rules.series.ending import defeated


def every_unit_has_a_space_of_its_own(match: Match) -> str | None:
    """Each unit is alone on a space that is not an obstacle (WOD-24, WOD-62). A flying one may be above others during a
    move.
    """
    for unit in match.units:
        if unit.at not in match.board.terrain:
            return f"{unit.id} is at {unit.at}, which is not a space"
        if unit.at in match.board.obstacles and not _midway(match, unit.id):
            return f"{unit.id} is on the obstacle {unit.at}"
    twice = [at for at, count in Counter(unit.at for unit in match.units).items() if count > 1]
    crowd = [at for at in twice if not any(unit.at == at and _midway(match, unit.id) for unit in match.units)]
    return f"several units are at {', '.join(crowd)}" if crowd else None


def _midway(match: Match, id: str) -> bool:
    """Whether the unit *id* flies and a question interrupts its move."""
    return match.question is not None and is_flying(match.field, match.field.by_id[id])


def every_unit_is_alive(match: Match) -> str | None:
    """A unit's damage is at least 0 and less than its health, and a hidden unit has no damage (WOD-12, WOD-105)."""
    for unit in match.units:
        if unit.damage < 0 or health_left(match.field, unit) < 1:
            return f"{unit.id} has {unit.damage} damage of {health(match.field, unit)}"
        if unit.damage and not unit.exposed:
            return f"{unit.id} is hidden and damaged"
    return None


def bases_are_numbered(match: Match) -> str | None:
    """Every unit has a base with a different number that was assigned; a player has a limited number of bases (R20)."""
    if len({unit.id for unit in match.units}) != len(match.units):
        return "two units have the same base"
    for player in match.players:
        units = match.field.units_of(player.seat)
        if any(unit.rank > player.bases for unit in units):
            return f"a base of {player.seat} has a number above {player.bases}"
        if len(units) > match.settings.battle_bases:
            return f"{player.seat} uses {len(units)} of {match.settings.battle_bases} Battle Bases"
    return None


def tokens_add_up(match: Match) -> str | None:
    """No unit holds too many Command Tokens, and no player has more than there are (WOD-50, WOD-59)."""
    for unit in match.units:
        if not 0 <= unit.tokens <= match.settings.tokens_per_unit:
            return f"{unit.id} has {unit.tokens} Command Tokens"
    for player in match.players:
        if not 0 <= player.extra <= player.tokens <= match.settings.command_tokens + player.extra:
            return f"{player.seat} has {player.tokens} Command Tokens, {player.extra} of them extra"
    return None


def legions_keep_the_rules(match: Match) -> str | None:
    """A legion has at most one Leader, no more copies than a card's limit, and the enhancements it bought (WOD-22,
    WOD-42, WOD-44).
    """
    cards = match.known.cards
    for player in match.players:
        units = match.field.units_of(player.seat)
        if sum(cards[unit.card].leader for unit in units) > 1:
            return f"{player.seat} has several Leaders"
        over = [card for card, count in Counter(player.raised).items() if count > cards[card].limit]
        if over:
            return f"{player.seat} has raised too many {cards[over[0]].name}"
        many = [each for each in ENHANCEMENTS if sum(each in unit.enhancements for unit in units) > SAME]
        if many:
            return f"{player.seat} has too many {many[0]} enhancements"
        if any(unit.card not in player.raised for unit in units):
            return f"{player.seat} has a unit that it did not raise"
    return None


def markers_are_in_bounds(match: Match) -> str | None:
    """Crystals and fatigue are never negative, and each Tactic is activated once (WOD-47, WOD-77)."""
    for player in match.players:
        if player.crystals < 0 or player.fatigue < 0:
            return f"{player.seat} has {player.crystals} Titan Crystals and fatigue {player.fatigue}"
        if len(set(player.tactics)) != len(player.tactics) or not set(player.tactics) <= set(match.known.tactics):
            return f"{player.seat} has the Tactics {player.tactics}"
    return None


def a_game_goes_on_until_somebody_is_defeated(match: Match) -> str | None:
    """No legion is defeated while a battle goes on (WOD-89, WOD-90)."""
    if match.phase == "battle" and match.question is None:
        lost = defeated(match.field)
        if lost:
            return f"{next(iter(lost))} is defeated, but the game goes on"
    if (match.result is None) is (match.phase == "over"):
        return f"the result is {match.result} in the phase {match.phase}"
    return None


def the_series_is_not_decided_before_its_end(match: Match) -> str | None:
    """No player has won more games than needed, and the match ends with the game that decides it (WOD-95)."""
    needed = match.settings.wins_needed
    wins = {player.seat: player.wins for player in match.players}
    if match.result is None and any(won >= needed for won in wins.values()):
        return f"the games are {wins}, and the match goes on"
    if {match.first, match.acting} - set(SEATS):
        return f"{match.first} begins and {match.acting} acts"
    return None


LAWS = (
    every_unit_has_a_space_of_its_own,
    every_unit_is_alive,
    bases_are_numbered,
    tokens_add_up,
    legions_keep_the_rules,
    markers_are_in_bounds,
    a_game_goes_on_until_somebody_is_defeated,
    the_series_is_not_decided_before_its_end,
)
