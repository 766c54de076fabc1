"""Recommended Line-ups in the Advanced Mode, where the limits of a legion apply (rulebook, "Set up the Legion").

A line-up beyond the limits cannot be chosen. A player who neither built a legion nor chose a line-up gets that of the
region, or as much of it as the limits allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sheets_gm.games.win_or_die.data.cards.lineups import LineUp
from sheets_gm.games.win_or_die.data.cards.units import Card
from sheets_gm.games.win_or_die.data.numbers import ENHANCEMENT_COST, MORALE_BY
from sheets_gm.games.win_or_die.data.settings import Settings
from sheets_gm.games.win_or_die.data.words import MORALE
from sheets_gm.games.win_or_die.position.state import Recruit
from sheets_gm.kernel.english import counted, number_range
from sheets_gm.kernel.outcome import Remark


def cost(settings: Settings, recruits: Sequence[Recruit]) -> int:
    """Return the price of *recruits* with their enhancements (WOD-4, WOD-44)."""
    cards = settings.known.cards
    return sum(cards[each.card].cost + ENHANCEMENT_COST * len(each.enhancements) for each in recruits)


def morale(settings: Settings, recruits: Sequence[Recruit]) -> int:
    """Return the morale of *recruits* (WOD-45)."""
    cards = settings.known.cards
    return sum(cards[each.card].morale + MORALE_BY * (MORALE in each.enhancements) for each in recruits)


def recruits_in(lineup: LineUp) -> tuple[Recruit, ...]:
    """Return the units of *lineup*, the Leader first."""
    return tuple(Recruit(card=card, enhancements=enhancements) for card, enhancements in lineup.units)


def beyond(settings: Settings, lineup: LineUp) -> Remark | None:
    """Return which limit of a legion *lineup* exceeds, or None."""
    if not settings.advanced or settings.lineup_limits == "none":
        return None
    recruits = recruits_in(lineup)
    units, paid, has = len(recruits) - 1, cost(settings, recruits), morale(settings, recruits)
    if paid > settings.budget:
        text, clause = f"{lineup.name} costs {paid} Titan Crystals, and a legion {settings.budget} at most", "WOD-41"
    elif not settings.fewest_units <= units <= settings.most_units:
        between = number_range(range(settings.fewest_units, settings.most_units + 1))
        text, clause = f"{lineup.name} has {counted(units, 'unit')} beside its Leader, and a legion {between}", "WOD-43"
    elif has > settings.morale_cap:
        text, clause = f"{lineup.name} has {has} morale, and a legion {settings.morale_cap} at most", "WOD-71"
    else:
        return None
    return Remark(field="lineup", text=text, clause=clause)


def within(settings: Settings, lineup: LineUp, barrack: Sequence[Card]) -> tuple[Recruit, ...]:
    """Return as much of *lineup* as the limits allow: first its units in order, then their enhancements.

    If it has too few units, the cheapest of *barrack* are added.
    """
    leader, *others = (Recruit(card=each.card) for each in recruits_in(lineup))
    cheapest = [
        Recruit(card=card.id)
        for card in sorted(barrack, key=lambda card: card.cost)
        for _ in range(0 if card.leader else card.limit)
    ]
    taken = [leader]
    for most, offered in ((settings.most_units, others), (settings.fewest_units, cheapest)):
        for each in offered:
            if len(taken) <= most and _may_join(settings, taken, each, barrack):
                taken.append(each)
    return _enhanced(settings, taken, lineup)


def _may_join(settings: Settings, taken: Sequence[Recruit], recruit: Recruit, barrack: Sequence[Card]) -> bool:
    """Whether *recruit* is still available and leaves enough crystals for the units that are still needed."""
    there = Counter(each.card for each in (*taken, recruit))
    if there[recruit.card] > settings.known.cards[recruit.card].limit:
        return False
    left = sorted(card.cost for card in barrack if not card.leader for _ in range(card.limit - there[card.id]))
    missing = max(0, settings.fewest_units - len(taken))
    whole = (*taken, recruit)
    paid = cost(settings, whole) + sum(left[:missing])
    return paid <= settings.budget and morale(settings, whole) <= settings.morale_cap


def _enhanced(settings: Settings, taken: Sequence[Recruit], lineup: LineUp) -> tuple[Recruit, ...]:
    """Return the units in *taken* with those enhancements of *lineup* that the limits allow."""
    recruits = list(taken)
    for wanted in recruits_in(lineup):
        at = next((at for at, each in enumerate(recruits) if each == Recruit(card=wanted.card)), None)
        if at is None or not wanted.enhancements:
            continue
        better = [*recruits[:at], wanted, *recruits[at + 1 :]]
        if cost(settings, better) <= settings.budget and morale(settings, better) <= settings.morale_cap:
            recruits = better
    return tuple(recruits)
