"""Damage and its exact odds (rulebook, "Attack" and "Damage").

Resolving an attack and forecasting it use the same functions. Nothing here rolls dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb

from sheets_gm.games.wesnoth.data.numbers import MAGICAL_NEEDS
from sheets_gm.games.wesnoth.data.settings import Settings
from sheets_gm.games.wesnoth.data.tables import CHAOTIC, DAY, LAWFUL, NEEDED, NIGHT, Attack, Pawn
from sheets_gm.games.wesnoth.position.state import Match, Unit

SIDES = 6


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of one attack: average wounds, and the chances to kill and to hit at all."""

    wounds: float
    kill: float
    hit: float


def alignment(settings: Settings, pawn: Pawn) -> str:
    """Return the alignment that counts for *pawn*: its faction's, or its own if the settings say so (WES-7)."""
    if settings.alignment == "unit":
        return pawn.alignment
    return settings.world.tables.factions[pawn.faction].alignment


def light(match: Match, pawn: Pawn) -> int:
    """Return what the time of day adds to the damage of *pawn* (WES-38)."""
    favours = {LAWFUL: DAY, CHAOTIC: NIGHT}.get(alignment(match.settings, pawn))
    if favours is None or not match.time.light:
        return 0
    return pawn.level if match.time.light == favours else -pawn.level


def resistance(match: Match, pawn: Pawn, attack: Attack) -> int:
    """Return what is added to the damage of *attack* on *pawn*; negative if it resists (WES-39)."""
    return pawn.resists[attack.type if match.settings.resistance == "type" else attack.kind]


def needed(match: Match, target: Pawn, at: str, attack: Attack) -> int:
    """Return the lowest die that hits *target* on the tile *at* (WES-32, WES-35)."""
    if attack.kind == "magical":
        return MAGICAL_NEEDS
    return NEEDED[target.classes[match.world.terrain[at]]]


def total(match: Match, attack: Attack, hits: int, modifier: int) -> int:
    """Return the damage of *hits* hits. *modifier* is the sum of all modifiers (WES-37, WES-40)."""
    if not hits:
        return 1 if match.settings.minimum_without_hit else 0
    return max(1, hits * attack.damage + modifier)


def odds(match: Match, striker: Unit, attack: Attack, target: Unit, at: str | None = None) -> Odds:
    """Return the odds of *attack* of *striker* against *target*, which is on its own tile or *at* another."""
    goal = match.index.pawn(target)
    modifier = light(match, match.index.pawn(striker)) + resistance(match, goal, attack)
    least = 1 if match.settings.minimum_without_hit else 0
    need = needed(match, goal, at or target.at, attack)
    return _odds(_Roll(attack, need, modifier, least, goal.hp - target.wounds))


@dataclass(frozen=True, slots=True)
class _Roll:
    """All values on which the odds of an attack depend. *least* is the damage without a hit, *left* the target's hit
    points.
    """

    attack: Attack
    need: int
    modifier: int
    least: int
    left: int


@lru_cache(maxsize=65536)
def _odds(roll: _Roll) -> Odds:
    swings, damage = roll.attack.swings, roll.attack.damage
    chance = (SIDES + 1 - roll.need) / SIDES
    wounds = kill = 0.0
    for hits in range(swings + 1):
        share = comb(swings, hits) * chance**hits * (1 - chance) ** (swings - hits)
        done = max(1, hits * damage + roll.modifier) if hits else roll.least
        wounds += share * min(done, roll.left)
        kill += share * (done >= roll.left)
    return Odds(wounds, kill, 1 - (1 - chance) ** swings)


def average_wounds(attack: Attack, target: Pawn) -> float:
    """Return the average wounds of *attack* on an unwounded *target* on plain ground, in neutral light."""
    need = MAGICAL_NEEDS if attack.kind == "magical" else NEEDED[target.classes["plain"]]
    return _odds(_Roll(attack, need, target.resists[attack.type], 0, target.hp)).wounds


def counters(match: Match, attack: Attack, defender: Unit) -> tuple[Attack, ...]:
    """Return the attacks with which *defender* may counter *attack* (WES-31)."""
    return tuple(counter for counter in match.index.pawn(defender).attacks if counter.kind == attack.kind)


def best_counter(match: Match, attack: Attack, attacker: Unit, defender: Unit, at: str | None = None) -> Attack | None:
    """Return the counter with the best chance to kill, then the most average wounds; None if there is none.

    The attacker is on its own tile or *at* another. Of equal counters, the first listed is chosen.
    """

    def value(counter: Attack) -> tuple[float, float]:
        likely = odds(match, defender, counter, attacker, at)
        return likely.kill, likely.wounds

    return max(counters(match, attack, defender), key=value, default=None)


def standing_counter(
    match: Match, attack: Attack, attacker: Unit, defender: Unit, at: str | None = None
) -> Attack | None:
    """Return the counter by the standing answers of the defender's player (WES-31); None if there is none."""
    preference = match.player(defender.seat).wishes.counter
    if preference == "best":
        return best_counter(match, attack, attacker, defender, at)
    return next(iter(counters(match, attack, defender)), None) if preference == "first" else None


@dataclass(frozen=True, slots=True)
class Exchange:
    """The odds of an attack and its counter. Those of the counter include the chance that the defender has died."""

    attack: Attack
    strike: Odds
    counter: Attack | None
    answer: Odds


NO_ANSWER = Odds(0.0, 0.0, 0.0)


def exchange(match: Match, attacker: Unit, attack: Attack, defender: Unit, at: str | None = None) -> Exchange:
    """Return the odds of an attack from the attacker's own tile or *at* another.

    The counter is that of the standing answers, or the best one if the defender will be asked.
    """
    strike = odds(match, attacker, attack, defender)
    choose = best_counter if match.settings.answers == "live" else standing_counter
    counter = choose(match, attack, attacker, defender, at or attacker.at)
    if counter is None:
        return Exchange(attack, strike, None, NO_ANSWER)
    back = odds(match, defender, counter, attacker, at or attacker.at)
    survives = 1 - strike.kill
    return Exchange(attack, strike, counter, Odds(back.wounds * survives, back.kill * survives, back.hit * survives))


def best_attack(match: Match, attacker: Unit, defender: Unit, at: str | None = None) -> Exchange | None:
    """Return the attack with the best balance of wounds given and taken, the first of equal ones; None if there is
    none.
    """
    every = [exchange(match, attacker, attack, defender, at) for attack in match.index.pawn(attacker).attacks]
    return max(every, key=lambda each: each.strike.wounds + 3 * each.strike.kill - each.answer.wounds, default=None)


def describe_exchange(exchange: Exchange) -> str:
    """Describe the odds of *exchange* in one line."""
    strike, answer = exchange.strike, exchange.answer
    text = f"{exchange.attack.label}: {strike.wounds:.1f} wounds on average, {percent(strike.kill)} to kill"
    if exchange.counter is None:
        return f"{text}; no counter"
    return f"{text}; counter {exchange.counter.label}: {answer.wounds:.1f} wounds, {percent(answer.kill)} to be killed"


def percent(chance: float) -> str:
    """Write *chance* as a percentage."""
    return f"{round(100 * chance)} %"
