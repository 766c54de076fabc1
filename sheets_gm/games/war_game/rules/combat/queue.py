"""The judge's queue: all that the judge needs to know about a battle, in one row (rulebook 6.3)."""

from __future__ import annotations

from fractions import Fraction

from sheets_gm.games.war_game.position.events import Part
from sheets_gm.games.war_game.position.orders import Judge
from sheets_gm.games.war_game.position.state import Battle, Match
from sheets_gm.games.war_game.rules.announcing import announcement
from sheets_gm.games.war_game.rules.combat.marks import default_winner, lead_before_dice
from sheets_gm.games.war_game.rules.combat.odds import first_wins
from sheets_gm.games.war_game.rules.combat.strategies import kill_attempts, stratless
from sheets_gm.games.war_game.rules.combat.strength import bonuses, side_strength
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.model import Model


class QueueRow(Model):
    """A battle for the judge: its announcement, and the forces and bonuses of both sides.

    *chance* is the first side's chance in percent before the judge's marks. *kills* says who tries to kill whom,
    *without* which sides sent nothing, *default* which armies win because of that. Before the deadline nobody knows who
    sends nothing.
    """

    battle: int
    announcement: str
    first: str
    second: str
    first_parts: tuple[Part, ...]
    second_parts: tuple[Part, ...]
    chance: int
    kills: str = ""
    without: str = ""
    default: str = ""


def queue_row(match: Match, battle: Battle) -> QueueRow:
    """Return the row of *battle*."""
    attempts = kill_attempts(match, battle)
    sent = match.phase == "judging"
    missing = [names for names in (battle.first, battle.second) if sent and stratless(match, battle, names)]
    default = default_winner(match, battle)
    return QueueRow(
        battle=battle.number,
        announcement=announcement(match, battle),
        first=forces(match, battle, battle.first),
        second=forces(match, battle, battle.second),
        first_parts=bonuses(match, battle, first=True),
        second_parts=bonuses(match, battle, first=False),
        chance=percent(chance_of_first(match, battle, Judge(battle=battle.number))),
        kills="; ".join(f"{name} tries to kill {victim}" for name, victim in attempts.items()),
        without=" and ".join(listed(names) for names in missing),
        default="" if default is None else listed(battle.first if default else battle.second),
    )


def forces(match: Match, battle: Battle, names: tuple[str, ...]) -> str:
    """Describe the armies of one side with their units and their total strength."""
    armies = listed([f"{name} ({match.army(name).size:,} units)" for name in names])
    return f"{armies}, strength {side_strength(match, battle, names):,}"


def chance_of_first(match: Match, battle: Battle, judged: Judge) -> Fraction:
    """Return the chance that the first side wins with these marks."""
    return first_wins(match, battle, lead_before_dice(match, battle, judged))


def percent(share: Fraction) -> int:
    """Return a share as a whole percentage."""
    return round(100 * share)
