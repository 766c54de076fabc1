"""Helpers for tests: positions, orders and dice in short words, and what happens when a phase is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sheets_gm.games.champions.data.items import read_items
from sheets_gm.games.champions.data.numbers import LETTERS, TYPES
from sheets_gm.games.champions.data.settings import Settings
from sheets_gm.games.champions.data.tiles import board
from sheets_gm.games.champions.position.orders import Act, Equip, Loot, Move
from sheets_gm.games.champions.position.state import Champion, Fight, Match, Player
from sheets_gm.games.champions.rules.laws import LAWS
from sheets_gm.games.finding import game
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event, Order, Remark
from sheets_gm.kernel.rules import remarks_together
from tests.scripted_dice import Scripted

CHAMPIONS = game("champions")
QUIET = 2
"""What dice show if a test does not say otherwise."""

KIT = ("", "item_1", "item_2", "armor")


@dataclass(frozen=True)
class After:
    """The outcome of a phase. *refused* holds the clauses of refused orders, by who gave them."""

    match: Match
    events: tuple[Event, ...]
    rolls: Mapping[str, int]
    hidden: frozenset[str] = frozenset()
    refused: Mapping[str, str] = field(default_factory=dict)

    def events_of(self, kind: str) -> list[Any]:
        return [event for event in self.events if event.kind == kind]

    def health(self, who: str) -> int:
        seat, name = who.split()
        return self.match.player(seat).champion(name).health

    def lines(self) -> list[str]:
        return [CHAMPIONS.describe(event, {}) for event in self.events]


def position(
    players: Mapping[str, str],
    *,
    round: int = 1,
    phase: str = "battle",
    size: int = 4,
    settings: Mapping[str, Any] | None = None,
    pools: Mapping[str, Sequence[str]] | None = None,
    fights: Sequence[str] | None = None,
    quiet: int = 0,
    idle: int = 0,
) -> Match:
    """A position. A player is "tile: Champion [health] items..., ...; stash items...". Champions that are not named are
    dead; "all" means four Champions with full health. In the battle phase each player on a tile fights the next one.
    """
    made = Settings.model_validate(dict(settings or {}))
    people = tuple(_player(seat, words, made) for seat, words in players.items())
    lie = {tile: tuple(sorted((pools or {}).get(tile, ()))) for tile in board(size).tiles}
    there = sum(map(len, lie.values())) + sum(len(player.owned) for player in people)
    match = Match(
        settings=made,
        round=round,
        phase=phase,
        size=size,
        players=people,
        pools=lie,
        quiet=quiet,
        idle=idle,
        made=there,
    )
    if phase != "battle":
        return match
    pairs = [each.split() for each in fights] if fights is not None else _pairs(match)
    return match.but(fights=tuple(Fight(at=match.player(one).at, seats=(one, other)) for one, other in pairs))


def _pairs(match: Match) -> list[list[str]]:
    seats = [[player.seat for player in here] for here in match.rooms().values()]
    return [[here[at], here[at + 1]] for here in seats for at in range(0, len(here) - 1, 2)]


def _player(seat: str, words: str, settings: Settings) -> Player:
    body, _, stash = words.partition(";")
    at, _, named = body.partition(":")
    named = named.strip()
    known = read_items(settings.items)
    shown = {name: f"{name}" for name in TYPES} if named in ("all", "") else {}
    for each in named.split(",") if named != "all" else ():
        if each.strip():
            shown[each.split()[0]] = each
    champions = []
    for name in TYPES:
        parts = shown.get(name, "").split()[1:]
        health = int(parts.pop(0)) if parts and parts[0].isdigit() else settings.health[name]
        items = [known[part] for part in parts]
        champions.append(
            Champion(
                type=name,
                health=health if name in shown else 0,
                items=tuple(item.id for item in items if not item.armor),
                armor=next((item.id for item in items if item.armor), None),
            )
        )
    kept = tuple(sorted(stash.replace("stash", "").split()))
    return Player(seat=seat, name=seat.upper(), at=at.strip(), champions=tuple(champions), stash=kept)


def act(words: str) -> dict[str, str]:
    """An action as the rulings write it: `ATK H,M,G,R`, `HEAL PARTNER`, `SUP S-U2 M`, `EVADE`; "" is nothing."""
    verb, _, rest = words.partition(" ")
    if verb == "ATK":
        return {"action": "Attack"} | ({"prefer": rest} if rest else {})
    if verb == "HEAL":
        return {"action": "Heal"} | ({"target": rest.title()} if rest else {})
    if verb == "SUP":
        known = read_items(Settings().items)
        shown = {"action": "Support"}
        for word in rest.split():
            item = known.find(word)
            if item or word == "Assist":
                shown["item"] = item.name if item else word
            else:
                shown["target"] = LETTERS.get(word, word.title())
        return shown
    return {"action": "Evade"} if verb == "EVADE" else {}


def sets(given: Mapping[str, Sequence[str]]) -> dict[str, list[Order]]:
    """The orders of sets: "seat Champion" to its actions. The first two of a seat fight together, and the next two."""
    orders: dict[str, list[Order]] = {}
    count: dict[str, int] = {}
    for who, actions in given.items():
        seat, champion = who.split()[:2]
        battle, slot = divmod(count.get(seat, 0), 2)
        count[seat] = count.get(seat, 0) + 1
        for turn, words in enumerate(actions, start=1):
            shown = act(words) | ({"champion": champion} if turn == 1 else {})
            made = {"battle": battle + 1, "slot": slot + 1, "turn": turn, **shown}
            orders.setdefault(seat, []).append(Act.model_validate(made))
    return orders


def given(
    moves: Mapping[str, str] | None = None,
    loots: Mapping[str, Sequence[str]] | None = None,
    wears: Mapping[str, Sequence[str]] | None = None,
    acts: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, list[Order]]:
    """Orders from short words."""
    orders = sets(acts or {})
    for seat, tile in (moves or {}).items():
        orders.setdefault(seat, []).append(Move(move_to=tile))
    for seat, categories in (loots or {}).items():
        shown = {f"loot_{number}": name for number, name in enumerate(categories, start=1)}
        orders.setdefault(seat, []).append(Loot.model_validate(shown))
    for who, items in (wears or {}).items():
        seat, champion = who.split()
        worn = {KIT[at]: item for at, item in enumerate(items, start=1) if item}
        orders.setdefault(seat, []).append(Equip.model_validate({"champion": champion, **worn}))
    return orders


def stand(
    match: Match, orders: Mapping[str, Sequence[Order]]
) -> tuple[dict[str, tuple[Order, ...]], dict[str, Remark]]:
    """The legal orders, and the remarks on the refused ones (by seat and Champion, or seat and turn)."""
    left: dict[str, tuple[Order, ...]] = {}
    refused: dict[str, Remark] = {}
    for seat, shown in orders.items():
        good: dict[int, Order] = {}
        for at, order in enumerate(shown):
            remark = CHAMPIONS.checks.check(match, seat, order)
            if remark is not None and remark.refuses:
                refused[_of(seat, order)] = remark
            else:
                good[at] = order
        for at, remark in remarks_together(CHAMPIONS, match, seat, good).items():
            if remark.refuses:
                refused[_of(seat, good.pop(at))] = remark
        left[seat] = tuple(good.values())
    return left, refused


def _of(seat: str, order: Order) -> str:
    if isinstance(order, Equip):
        return f"{seat} {order.champion}"
    return f"{seat} {order.slot}.{order.turn}" if isinstance(order, Act) else seat


def play(match: Match, rolls: Mapping[str, Any] | None = None, **orders: Any) -> After:
    """Play the open phase and check all laws. Rolls are named without their round and battle."""
    good, refused = stand(match, given(**orders))
    named: dict[str, int] = {}
    for why, shown in (rolls or {}).items():
        reason = _reason(match, why)
        if isinstance(shown, list):
            named |= {f"{reason} #{number}": face for number, face in enumerate(shown, start=1)}
        else:
            named[reason] = shown
    script = Scripted(named, lambda sides, why, hidden: min(QUIET, sides))
    dice = Dice(script)
    outcome = CHAMPIONS.resolve(match, good, dice)
    assert not script.left, f"not rolled: {sorted(script.left)}; rolled were {[roll.why for roll in dice.rolls]}"
    for law in LAWS:
        assert law(outcome.state) is None
    after = After(
        outcome.state,
        outcome.events,
        {roll.why: roll.value for roll in dice.rolls},
        frozenset(roll.why for roll in dice.rolls if roll.hidden),
        {who: remark.clause or "" for who, remark in refused.items()},
    )
    assert all(after.lines())
    return after


def _reason(match: Match, why: str) -> str:
    if why.startswith("round "):
        return why
    if not why.startswith("turn "):
        return f"round {match.round}: {why}"
    fight = next(fight for fight in match.fights if any(f" {seat} " in f"{why} " for seat in fight.seats))
    return f"round {match.round}, {fight.seats[0]} v {fight.seats[1]}, {why}"
