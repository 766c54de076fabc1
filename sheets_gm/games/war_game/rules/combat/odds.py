"""The exact odds of a battle: who wins, and whether a kill attempt succeeds (rulebook 6.3 and 6.4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from sheets_gm.games.war_game.position.orders import Judge
from sheets_gm.games.war_game.position.state import Battle, Match
from sheets_gm.games.war_game.rules.combat.losses import after_losses, escape_bonuses, kill_bonuses
from sheets_gm.games.war_game.rules.combat.marks import default_winner, lead_before_dice
from sheets_gm.games.war_game.rules.combat.strategies import kill_attempts
from sheets_gm.games.war_game.rules.combat.strength import chance


@dataclass(frozen=True, slots=True)
class Odds:
    """The probabilities that the first side wins and, by the army that tries, that each kill attempt succeeds."""

    first_wins: Fraction
    kills: dict[str, Fraction]


def odds_of(match: Match, battle: Battle, judged: Judge) -> Odds:
    """Return the odds with the marks of *judged*, ignoring its decisions on the winner."""
    lead = lead_before_dice(match, battle, judged)
    kills = {}
    for name, victim in kill_attempts(match, battle).items():
        first = name in battle.first
        marks = (judged.first_kill, judged.second_escape) if first else (judged.second_kill, judged.first_escape)
        ahead = lead if first else -lead
        kills[name] = _kills(match, battle, (name, victim), ahead, (marks[0] or 0) - (marks[1] or 0))
    return Odds(first_wins(match, battle, lead), kills)


def first_wins(match: Match, battle: Battle, lead: int) -> Fraction:
    """Return the chance that the first side wins if it leads by *lead* before the dice; 0 or 1 by default (CPW-200)."""
    default = default_winner(match, battle)
    return chance(lead, match.world.battle["die"]) if default is None else Fraction(default)


def _kills(match: Match, battle: Battle, pair: tuple[str, str], lead: int, marks: int) -> Fraction:
    """Return the probability that the first of *pair* wins the battle and kills the second.

    The bonus for more units depends on the winner's losses, which depend on the margin.
    """
    table, die = match.world.battle, match.world.battle["die"]
    rolls = Counter(one - other + lead for one in range(1, die + 1) for other in range(1, die + 1))
    default = default_winner(match, battle)
    if default is not None:
        rolls = _by_default(rolls, match.settings.stratless_margin, won=default is (pair[0] in battle.first))
    decided = sum(ways for margin, ways in rolls.items() if margin)
    ways_by_loss: Counter[tuple[int, int]] = Counter()
    for margin, ways in rolls.items():
        if margin > 0:
            ways_by_loss[table.percent_lost(margin)] += ways
    attempts = kill_attempts(match, battle)
    probability = Fraction(0)
    for (loser_lost, winner_lost), ways in ways_by_loss.items():
        killer = after_losses(match, match.army(pair[0]), winner_lost, squad=True)
        victim = after_losses(match, match.army(pair[1]), loser_lost, squad=pair[1] in attempts)
        if not victim.size:
            continue
        ahead = sum(each for _, each in kill_bonuses(match, battle, killer)) + marks
        ahead -= sum(each for _, each in escape_bonuses(match, victim)) + table["kill margin"]
        probability += Fraction(ways, decided) * at_least(ahead, die)
    return probability


def _by_default(rolls: Counter[int], least: int, *, won: bool) -> Counter[int]:
    """Return the margins of *rolls* in a battle that is won by default: at least *least*, or more if the dice
    say so.
    """
    margins: Counter[int] = Counter()
    for margin, ways in rolls.items():
        if margin:  # CPW-R42: draws are rolled again
            margins[max(least, margin) if won else -least] += ways
    return margins


def at_least(lead: int, die: int) -> Fraction:
    """Return the probability that a roll with *lead* is at least the other roll."""
    ways = sum(one + lead >= other for one in range(1, die + 1) for other in range(1, die + 1))
    return Fraction(ways, die * die)


def share(part: Fraction) -> str:
    """Write a probability as a percentage with one decimal."""
    return f"{float(100 * part):.1f} %"
