"""The Boss.

A coin flip decides where it appears, and it stays until it is killed. Each team rolls against it separately, then the
teams fight each other. The team with the final blow gains the coins.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.games.gvg.data.words import TEAMS
from sheets_gm.games.gvg.position.events import BossHit, BossSlain, BossSpawned, Fought, Part, Side
from sheets_gm.games.gvg.position.resolution import Resolution
from sheets_gm.games.gvg.position.state import Boss, Match, Player
from sheets_gm.games.gvg.rules import combat
from sheets_gm.kernel.dice import Dice


def spawn(match: Match, number: int, dice: Dice) -> tuple[Boss | None, tuple[BossSpawned, ...]]:
    """Return the Boss when turn *number* opens, and its event (GVG-57, GVG-60, R22: a Boss still alive is replaced)."""
    if number not in match.settings.boss_turns:
        return match.boss, ()
    heads = dice.heads(f"turn {number}: lane of the Boss")
    at = match.board.boss_spots[0 if heads else 1]
    return Boss(at=at, hp=match.settings.boss_hp), (BossSpawned(clause="GVG-60", at=at, heads=heads),)


def fight(turn: Resolution, at: str, here: Sequence[Player]) -> None:
    """Resolve the battles on the Boss's tile (GVG-61, R23)."""
    sides = {team: [player for player in here if player.team == team] for team in TEAMS}
    margins: dict[str, int] = {}
    for team, players in sides.items():
        if any(turn.roller(player) for player in players):
            margin = _fight_boss(turn, at, team, players)
            if margin >= 0:  # GVG-33: players win a tie
                margins[team] = margin
    winner = ""
    if all(sides.values()):
        standing = [player for player in here if player.seat not in turn.down]
        if len({player.team for player in standing}) == 2:
            rolls = None if turn.settings.boss_reroll_pvp else _rolls(turn, at)
            winner = combat.open_battle(turn, at, standing, "fight", rolls)
    if margins and turn.boss is not None:
        _hit(turn, turn.boss, margins, winner)


def _fight_boss(turn: Resolution, at: str, team: str, players: Sequence[Player]) -> int:
    """Resolve a team's battle against the Boss and return its margin over the Boss's die."""
    attack = combat.side(turn, combat.Force(team, at, players, combat.ATTACKS, "boss", "attack on the Boss"))
    die = turn.dice.roll(turn.settings.die_sides, f"turn {turn.turn}: defence of the Boss against {team}")
    defence = Side(team="boss", parts=(Part(what="Boss", amount=die),), seats=())
    margin = attack.total - defence.total
    turn.events.append(
        Fought(
            clause="GVG-61",
            at=at,
            place="boss",
            attack=attack,
            defence=defence,
            outcome="attack" if margin >= 0 else "defence",
            **combat.beside_the_rolls(turn, at, (attack,)),
        )
    )
    if margin < 0 and turn.settings.boss_ko:
        combat.knock_down(turn, at, players)
    return margin


def _rolls(turn: Resolution, at: str) -> dict[str, int]:
    """Return the rolls of the battles against the Boss, by seat."""
    return {
        part.seat: part.amount
        for event in turn.events
        if isinstance(event, Fought) and event.at == at and event.place == "boss"
        for part in event.attack.parts
        if part.what == "roll" and part.seat is not None
    }


def _hit(turn: Resolution, boss: Boss, margins: dict[str, int], winner: str) -> None:
    left = max(0, boss.hp - len(margins))
    turn.boss = boss.but(hp=left)
    turn.events.append(BossHit(clause="GVG-62", teams=tuple(margins), left=left))
    if left:
        return
    # R24: the larger margin over the Boss's die, then the winner of the fight between the teams, else 1 coin each
    best = [team for team in margins if margins[team] == max(margins.values())]
    if len(best) == 2 and winner:
        best = [winner]
    share = turn.settings.boss_reward // len(best)
    coins = dict.fromkeys(best, share)
    for team in best:
        turn.coins[team] += share
    turn.events.append(BossSlain(clause="GVG-64", coins=coins, margins=margins))


def remove_dead(turn: Resolution) -> None:
    """Remove the Boss if it was killed."""
    if turn.boss is not None and turn.boss.hp == 0:
        turn.boss = None
