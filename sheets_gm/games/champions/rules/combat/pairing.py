"""Pairing: who fights whom on a tile (CBR-43 to CBR-45, R15), and with which Champions.

All players on a shared tile fight. If their number is odd, one of those with the most living Champions has two battles,
with different Champions if it has enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheets_gm.games.champions.data.numbers import TEAM, TYPES
from sheets_gm.games.champions.position.events import Paired
from sheets_gm.games.champions.position.state import Champion, Fight, Match, Player
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event


def pair(match: Match, dice: Dice) -> tuple[Match, tuple[Event, ...]]:
    """Pair the players on each shared tile for the battles of the round."""
    fights = tuple(
        fight for tile, here in match.rooms().items() if len(here) > 1 for fight in _pair(match, tile, here, dice)
    )
    events = tuple(
        Paired(
            clause=_clause(len(match.rooms()[fight.at])),
            audience=None if match.settings.show_names else fight.seats,
            at=fight.at,
            seats=fight.seats,
        )
        for fight in fights
    )
    return match.but(fights=fights), events


def _clause(players: int) -> str:
    return {2: "CBR-34", 3: "CBR-43", 4: "CBR-44"}.get(players, "CBR-45")


def _pair(match: Match, tile: str, here: Sequence[Player], dice: Dice) -> list[Fight]:
    why, hidden = f"round {match.round}: pairing at {tile}", not match.settings.show_names
    seats = [player.seat for player in here]
    twice: list[str] = []
    if len(seats) % 2:
        most = max(len(player.living) for player in here)
        able = [player.seat for player in here if len(player.living) == most]
        extra = dice.pick(able, f"{why}: who fights twice", hidden=hidden)
        twice = [extra, extra]
        seats.remove(extra)
    order = list(dice.shuffle(seats, why, hidden=hidden))
    fights = [Fight(at=tile, seats=(one, order.pop(0))) for one in twice]
    return fights + [Fight(at=tile, seats=(order[at], order[at + 1])) for at in range(0, len(order), 2)]


def healthiest(champions: Sequence[Champion]) -> list[str]:
    """Return the types of *champions*, the healthiest first (R13)."""
    return [each.type for each in sorted(champions, key=lambda each: (-each.health, TYPES.index(each.type)))]


def sizes(living: int, fights: int) -> tuple[int, ...]:
    """Return the number of Champions in each of a player's *fights*, if *living* Champions are left."""
    if fights < 2:
        return (min(TEAM, living),) * fights
    if living > TEAM:
        return TEAM, min(TEAM, living - TEAM)
    return living, living  # R15: too few for two teams, so the survivors fight again


BattleSlot = tuple[int, int]
"""A place for a Champion: the number of the player's battle and the slot there, both from 1."""


def picks_of(player: Player, fights: int, chosen: Mapping[BattleSlot, str | None]) -> tuple[tuple[str, ...], ...]:
    """Return the Champions of *player* in each of its *fights*.

    *chosen* holds the slots with an order (None: the healthiest one left). The other slots get the Champions that the
    form shows there, unless they are chosen elsewhere.
    """
    shown = {place: name for place, name in default_picks(player, fights).items() if place not in chosen}
    return picks(player, fights, {place: name for place, name in chosen.items() if name}, shown)


def default_picks(player: Player, fights: int) -> dict[BattleSlot, str]:
    """Return the Champions that fight if *player* gives no orders."""
    return {
        (battle, slot): name
        for battle, names in enumerate(picks(player, fights), start=1)
        for slot, name in enumerate(names, start=1)
    }


def picks(player: Player, fights: int, *wishes: Mapping[BattleSlot, str]) -> tuple[tuple[str, ...], ...]:
    """Return the Champions of *player* in each of its *fights*, by slot. Earlier *wishes* take precedence.

    A wish for a dead or already chosen Champion is ignored. The healthiest ones left fill the empty slots (R13).
    """
    ranked = healthiest(player.living)
    again = fights > 1 and len(ranked) <= TEAM
    chosen: dict[BattleSlot, str] = {}
    places = [(at + 1, slot) for at, size in enumerate(sizes(len(ranked), fights)) for slot in range(1, size + 1)]

    def free(place: BattleSlot) -> list[str]:
        taken = {name for (battle, _), name in chosen.items() if not again or battle == place[0]}
        return [name for name in ranked if name not in taken]

    for wish in wishes:
        for place in places:
            if place not in chosen and wish.get(place) in free(place):
                chosen[place] = wish[place]
    for place in places:
        if place not in chosen:
            chosen[place] = free(place)[0]
    return tuple(tuple(chosen[place] for place in places if place[0] == battle) for battle in range(1, fights + 1))
