"""How bots build and deploy legions."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.games.win_or_die.data.cards.units import Card
from sheets_gm.games.win_or_die.data.numbers import ENHANCEMENT_COST
from sheets_gm.games.win_or_die.data.words import ENHANCEMENTS
from sheets_gm.games.win_or_die.position.state import Match
from sheets_gm.games.win_or_die.rules.setup.legions import cards_for
from sheets_gm.kernel.forms import Typed

SPARED = 3
"""The crystals that a bot spends on enhancements."""

BEST_BUYS = ("toughness", "health", "attack")
"""The enhancements that bots buy, for their dearest units first."""


def worth(card: Card) -> float:
    """Return the approximate strength of *card* for its price."""
    power = card.power * (7 - card.attack_hit) / 6 * (1.3 if card.ranged else 1.0)
    counter = card.counter * (7 - card.counter_hit) / 6
    return power + 0.6 * counter + 0.45 * card.health + 0.2 * card.speed + 0.3 * len(card.abilities)


def legion(match: Match, seat: str) -> tuple[dict[str, Typed], ...]:
    """Return the rows of a legal legion: the strongest Leader, then units for nearly all crystals.

    Each step adds the strongest unit that leaves enough crystals for the smallest legal legion.
    """
    settings, cards = match.settings, cards_for(match, match.player(seat))
    leader = max((card for card in cards if card.leader), key=worth)
    others = [card for card in cards if not card.leader]
    taken: list[Card] = []
    spared = max(0, min(SPARED, settings.budget - _least(others, taken, settings.fewest_units)))
    left = settings.budget - spared
    while len(taken) < settings.most_units:
        missing = max(0, settings.fewest_units - len(taken) - 1)
        can = [
            card
            for card in others
            if taken.count(card) < card.limit and card.cost + _least(others, [*taken, card], missing) <= left
        ]
        if not can:
            break
        spread = max(1, settings.fewest_units - len(taken))
        card = min(
            can, key=lambda card: (abs(card.cost - left / spread) > 1.5, -worth(card) / (card.cost + 1), card.id)
        )
        taken.append(card)
        left -= card.cost
    left += spared
    taken.sort(key=lambda card: (-card.cost, card.id))
    rows: list[dict[str, Typed]] = [{"card": card.name, **dict.fromkeys(ENHANCEMENTS, False)} for card in taken]
    for kind in BEST_BUYS:
        for row in rows[:6]:
            if left >= ENHANCEMENT_COST:
                row[kind] = True
                left -= ENHANCEMENT_COST
    return ({"card": leader.name}, *rows)


def _least(cards: Sequence[Card], taken: Sequence[Card], number: int) -> int:
    """Return the lowest price of *number* more units of *cards*, after those in *taken*."""
    left = [card.cost for card in cards for _ in range(card.limit - taken.count(card))]
    return sum(sorted(left)[:number])


def deployment(match: Match, seat: str) -> tuple[str, ...]:
    """Return a space for each unit: fighters in front, archers and the Leader behind, all near the middle."""
    board = match.board
    spaces = board.deployment[seat]
    middle = sum(board.hexes.hex(at).q + board.row_of(at) // 2 for at in spaces) / len(spaces)

    def aside(at: str) -> float:
        return abs(board.hexes.hex(at).q + board.row_of(at) // 2 - middle)

    back = sorted((at for at in spaces if at in board.baselines[seat]), key=aside)
    front = sorted((at for at in spaces if at not in board.baselines[seat]), key=aside)
    places = []
    for recruit in match.player(seat).legion:
        card = match.known.cards[recruit.card]
        first, second = (back, front) if card.leader or card.ranged else (front, back)
        places.append((first or second).pop(0))
    return tuple(places)
