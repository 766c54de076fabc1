"""The Boss (rulebook, "Boss").

Laws: it appears where a coin flip says, and stays until it is killed; each team rolls against it for itself, then
the teams fight each other; the final blow earns the coins.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.games.gvg import combat
from sheets_gm.games.gvg.data import BOSS_HP, BOSS_REWARD, TEAMS
from sheets_gm.games.gvg.events import BossHit, BossSlain, BossSpawned, Fought, Part, Side
from sheets_gm.games.gvg.state import Boss, Match, Player
from sheets_gm.games.gvg.workings import Workings
from sheets_gm.kernel.dice import Dice


def spawn(match: Match, number: int, dice: Dice) -> tuple[Boss | None, tuple[BossSpawned, ...]]:
    """The Boss as turn *number* opens (GVG-57, GVG-60, R22: one that still lives is replaced)."""
    if number not in match.settings.boss_turns:
        return match.boss, ()
    heads = dice.heads(f"turn {number}: lane of the Boss")
    at = match.board.boss_spots[0 if heads else 1]
    return Boss(at=at, hp=BOSS_HP), (BossSpawned(clause="GVG-60", at=at, heads=heads),)


def fight(turn: Workings, at: str, here: Sequence[Player]) -> None:
    """The battles at the Boss's tile (GVG-61, R23)."""
    sides = {team: [player for player in here if player.team == team] for team in TEAMS}
    margins: dict[str, int] = {}
    for team, players in sides.items():
        if any(turn.roller(player) for player in players):
            margin = _against(turn, at, team, players)
            if margin >= 0:  # GVG-33: players win a tie
                margins[team] = margin
    winner = ""
    if all(sides.values()):
        standing = [player for player in here if player.seat not in turn.down]
        if len({player.team for player in standing}) == 2:
            why = "fight" if turn.settings.boss_reroll_pvp else "attack"
            winner = combat.open_battle(turn, at, standing, why) if why == "fight" else _same_rolls(turn, at, standing)
    if margins and turn.boss is not None:
        _wound(turn, turn.boss, margins, winner)


def _against(turn: Workings, at: str, team: str, players: Sequence[Player]) -> int:
    """One team's battle with the Boss: by how much it beat the Boss's die."""
    attack = combat.team_side(turn, at, team, players, "boss", "attack on the Boss")
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
        )
    )
    if margin < 0 and turn.settings.boss_ko:
        combat.knock_down(turn, at, players)
    return margin


def _same_rolls(turn: Workings, at: str, here: Sequence[Player]) -> str:
    """The teams compare what they rolled against the Boss (`boss_reroll_pvp` off)."""
    fought = [event for event in turn.events if isinstance(event, Fought) and event.at == at]
    sides = {event.attack.team: event.attack for event in fought}
    none = {team: Side(team=team, parts=(), seats=()) for team in TEAMS}
    attack, defence = (sides.get(team, none[team]) for team in TEAMS)
    difference = attack.total - defence.total
    outcome = "attack" if difference > 0 else "defence" if difference < 0 else "stalemate"
    turn.events.append(Fought(clause="GVG-63", at=at, place="open", attack=attack, defence=defence, outcome=outcome))
    if outcome == "stalemate":
        return ""
    winner = attack.team if outcome == "attack" else defence.team
    combat.knock_down(turn, at, [player for player in here if player.team != winner])
    return winner


def _wound(turn: Workings, boss: Boss, margins: dict[str, int], winner: str) -> None:
    left = max(0, boss.hp - len(margins))
    turn.boss = boss.but(hp=left)
    turn.events.append(BossHit(clause="GVG-62", teams=tuple(margins), left=left))
    if left:
        return
    # R24: the larger margin over the Boss's die; then the winner between the teams; else a coin each
    best = [team for team in margins if margins[team] == max(margins.values())]
    if len(best) == 2 and winner:
        best = [winner]
    share = BOSS_REWARD // len(best)
    coins = dict.fromkeys(best, share)
    for team in best:
        turn.coins[team] += share
    turn.events.append(BossSlain(clause="GVG-64", coins=coins))


def bury(turn: Workings) -> None:
    """Take a dead Boss off the board."""
    if turn.boss is not None and turn.boss.hp == 0:
        turn.boss = None
