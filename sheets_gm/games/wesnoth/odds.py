"""Odds: what an attack is likely to do, worked out exactly (rulebook, "Attack" and "Damage").

Law: the same figures that the dice are read by give the odds; nothing here rolls.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb

from sheets_gm.games.wesnoth.data import MAGICAL_NEEDS
from sheets_gm.games.wesnoth.state import Match, Unit, sight
from sheets_gm.games.wesnoth.tables import CHAOTIC, DAY, LAWFUL, NEEDED, NIGHT, Attack, Pawn

SIDES = 6


@dataclass(frozen=True, slots=True)
class Odds:
    """What one throw is likely to do: wounds on average, and the chances to kill and to wound at all."""

    wounds: float
    kill: float
    hit: float


def alignment(match: Match, pawn: Pawn) -> str:
    """Whom *pawn* favours: its faction's alignment, or its own where the match says so (WES-7)."""
    if match.settings.alignment == "unit":
        return pawn.alignment
    return match.world.tables.factions[pawn.faction].alignment


def light(match: Match, pawn: Pawn) -> int:
    """What the time of day adds to the damage of *pawn* (WES-38)."""
    favours = {LAWFUL: DAY, CHAOTIC: NIGHT}.get(alignment(match, pawn))
    if favours is None or not match.time.light:
        return 0
    return pawn.level if match.time.light == favours else -pawn.level


def resistance(match: Match, pawn: Pawn, attack: Attack) -> int:
    """What *pawn* adds to the damage of an *attack* on it (WES-39)."""
    return pawn.resists[attack.type if match.settings.resistance == "type" else attack.kind]


def needed(match: Match, target: Pawn, at: str, attack: Attack) -> int:
    """The lowest die that hits *target* standing *at* (WES-32, WES-35)."""
    if attack.kind == "magical":
        return MAGICAL_NEEDS
    return NEEDED[target.classes[match.world.terrain[at]]]


def total(match: Match, attack: Attack, hits: int, modifier: int) -> int:
    """The damage of *hits* with the sum of all modifiers (WES-37, WES-40)."""
    if not hits:
        return 1 if match.settings.minimum_without_hit else 0
    return max(1, hits * attack.damage + modifier)


def odds(match: Match, striker: Unit, attack: Attack, target: Unit, at: str | None = None) -> Odds:
    """What *attack* of *striker* is likely to do to *target*, standing where it is or *at*."""
    look = sight(match)
    goal = look.pawn(target)
    modifier = light(match, look.pawn(striker)) + resistance(match, goal, attack)
    least = 1 if match.settings.minimum_without_hit else 0
    need = needed(match, goal, at or target.at, attack)
    return _odds(attack.swings, attack.damage, need, modifier, least, goal.hp - target.wounds)


@lru_cache(maxsize=65536)
def _odds(swings: int, damage: int, need: int, modifier: int, least: int, left: int) -> Odds:
    chance = (SIDES + 1 - need) / SIDES
    wounds = kill = 0.0
    for hits in range(swings + 1):
        share = comb(swings, hits) * chance**hits * (1 - chance) ** (swings - hits)
        done = max(1, hits * damage + modifier) if hits else least
        wounds += share * min(done, left)
        kill += share * (done >= left)
    return Odds(wounds, kill, 1 - (1 - chance) ** swings)


def expected(attack: Attack, target: Pawn, ground: str = "plain") -> float:
    """Wounds that *attack* does on average to an unhurt *target* on *ground*, by neither day nor night."""
    need = MAGICAL_NEEDS if attack.kind == "magical" else NEEDED[target.classes[ground]]
    return _odds(attack.swings, attack.damage, need, target.resists[attack.type], 0, target.hp).wounds


def counters(match: Match, attack: Attack, defender: Unit) -> tuple[Attack, ...]:
    """The attacks with which *defender* may answer *attack* (WES-31)."""
    return tuple(own for own in sight(match).pawn(defender).attacks if own.kind == attack.kind)


def best_counter(match: Match, attack: Attack, attacker: Unit, defender: Unit, at: str | None = None) -> Attack | None:
    """The counter that is likeliest to kill, then to wound most; the first listed of equals. None if there is none."""
    choices = counters(match, attack, defender)

    def worth(own: Attack) -> tuple[float, float]:
        told = odds(match, defender, own, attacker, at)
        return told.kill, told.wounds

    return max(choices, key=worth, default=None)


@dataclass(frozen=True, slots=True)
class Exchange:
    """An attack and its counter, both as likely as they are: the counter counts only if its unit survives."""

    attack: Attack
    strike: Odds
    counter: Attack | None
    answer: Odds


NO_ANSWER = Odds(0.0, 0.0, 0.0)


def exchange(match: Match, attacker: Unit, attack: Attack, defender: Unit, at: str | None = None) -> Exchange:
    """What an attack from *at* (or from where the attacker stands) comes to, if the defender answers its best."""
    strike = odds(match, attacker, attack, defender)
    counter = best_counter(match, attack, attacker, defender, at or attacker.at)
    if counter is None:
        return Exchange(attack, strike, None, NO_ANSWER)
    back = odds(match, defender, counter, attacker, at or attacker.at)
    survives = 1 - strike.kill
    return Exchange(attack, strike, counter, Odds(back.wounds * survives, back.kill * survives, back.hit * survives))


def best_attack(match: Match, attacker: Unit, defender: Unit, at: str | None = None) -> Exchange | None:
    """The attack with the best balance of wounds given and taken; the first listed of equals."""
    every = [exchange(match, attacker, attack, defender, at) for attack in sight(match).pawn(attacker).attacks]
    return max(every, key=lambda told: told.strike.wounds + 3 * told.strike.kill - told.answer.wounds, default=None)


def told(exchange: Exchange) -> str:
    """An exchange in the table's words, short enough to stand beside a row."""
    strike, answer = exchange.strike, exchange.answer
    text = f"{exchange.attack.label}: {strike.wounds:.1f} wounds on average, {percent(strike.kill)} to kill"
    if exchange.counter is None:
        return f"{text}; no counter"
    return f"{text}; counter {exchange.counter.label}: {answer.wounds:.1f} wounds, {percent(answer.kill)} to be killed"


def percent(chance: float) -> str:
    """A chance as people write it."""
    return f"{round(100 * chance)} %"
