"""The end of a turn and of the match, and the opening of the next turn.

Laws: a capture ends the match at the end of Movement; the last turn is played in full and then counted; every level
of the ladder compares both teams in the same way.
"""

from __future__ import annotations

from sheets_gm.games.gvg import boss, halftime, jungle
from sheets_gm.games.gvg.data import DUEL_REWARD, HALFTIME, TEAMS, Step, other
from sheets_gm.games.gvg.events import Ended
from sheets_gm.games.gvg.movement import captors, why_moves
from sheets_gm.games.gvg.state import Match, Player, Team, Tree
from sheets_gm.games.gvg.workings import Workings
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event, Outcome, Result

REASONS: dict[Step, str] = {
    "tree": "its Tree is further on its way",
    "bulwarks": "it has destroyed more Bulwarks",
    "bulwark_hp": "the enemy's Bulwarks have fewer hearts",
    "fish_hp": "the enemy's Fish has fewer hearts",
}


def score(match: Match, team: str, step: Step) -> int:
    """What *team* has by one step of the ladder (R36); more is better."""
    enemy = other(team)
    if step == "tree":
        return match.progress(team)
    if step == "bulwarks":
        return match.destroyed(enemy)
    if step == "bulwark_hp":
        return -sum(match.bulwarks[tile] for tile in match.board.bulwarks[enemy])
    return -match.fish[enemy]


def ladder(match: Match, steps: tuple[Step, ...]) -> Result:
    """The winner by *steps* of the tie-break ladder (GVG-8, R36), or a draw."""
    blue, red = TEAMS
    for step in steps:
        difference = score(match, blue, step) - score(match, red, step)
        if difference:
            return Result(winners=(blue if difference > 0 else red,), reason=REASONS[step], clause="GVG-8")
    return Result(winners=(), reason="nothing tells the teams apart", clause="GVG-8")


def capture(turn: Workings) -> None:
    """End the match where a Tree was brought home (R28: the ladder without the Tree's own step, if both were)."""
    teams = captors(turn)
    if len(teams) == 1:
        turn.result = Result(winners=teams, reason="it brought the enemy's Tree to its Base", clause="GVG-7")
    elif teams and turn.settings.double_capture == "draw":
        turn.result = Result(winners=(), reason="both Trees came home in the same turn", clause="GVG-7")
    elif teams:
        rest = tuple(step for step in turn.settings.tiebreak if step != "tree")
        turn.result = ladder(turn.match, rest)


def limit(turn: Workings, after: Match) -> None:
    """End the match after its last turn (R37)."""
    if turn.result is None and turn.turn >= turn.settings.max_turns:
        turn.result = ladder(after, turn.settings.tiebreak)


def position(turn: Workings) -> Match:
    """The position after the Action Phase, before the next turn opens."""
    match = turn.match
    trees = {owner: _tree(turn, owner) for owner in TEAMS}
    return match.but(
        players=tuple(_player(turn, player) for player in match.players),
        teams={
            name: Team(captain=team.captain, coins=turn.coins[name], charges=turn.charges[name], used=turn.used[name])
            for name, team in match.teams.items()
        },
        bulwarks=turn.bulwarks,
        fish=turn.fish,
        trees=trees,
        coins=tuple(tile for tile in match.board.coins if tile in turn.jungle),
        boss=turn.boss,
        effects={},
    )


def _player(turn: Workings, player: Player) -> Player:
    # R18: down in this turn's Action, so the whole next turn is skipped
    down = turn.turn if player.seat in turn.down else 0
    return Player(seat=player.seat, team=player.team, role=player.role, at=turn.at[player.seat], down=down, roll=None)


def _tree(turn: Workings, owner: str) -> Tree:
    at, dropped = turn.tree_at[owner], turn.dropped[owner]
    carrier = turn.carrier[owner]
    after = turn.settings.tree_reset_turns
    if after and carrier is None and dropped and turn.turn - dropped >= after:
        at, dropped = turn.match.board.fish[owner], 0
    return Tree(at=at, carrier=carrier, dropped=dropped)


def next_turn(match: Match, number: int, dice: Dice) -> Outcome[Match]:
    """Open turn *number*: coins, the Boss, the duel, and the movement rolls that are shown before the orders."""
    settings = match.settings
    coins, events = jungle.respawned(match, number, set(match.coins))
    told: list[Event] = [*events]
    monster, spawned = boss.spawn(match, number, dice)
    told += spawned
    phase = "commands" if settings.turn_mode == "two_step" else "orders"
    teams, duel_open = match.teams, match.duel_open
    if number == HALFTIME and settings.archery == "auto":
        winner, shots = halftime.shoot(number, dice)
        teams = paid(teams, winner)
        told += shots
    elif number == HALFTIME and settings.archery == "manual":
        duel_open = True
        phase = "archery" if settings.halftime_blocks else phase
    opened = match.but(turn=number, phase=phase, coins=coins, boss=monster, teams=teams, duel_open=duel_open)
    if settings.turn_mode == "rolled":
        opened = rolled(opened, dice)
    return Outcome(opened, tuple(told))


def paid(teams: dict[str, Team], winner: str) -> dict[str, Team]:
    """The teams after *winner* was paid for the duel (GVG-87)."""
    won = teams[winner]
    return {**teams, winner: won.but(coins=won.coins + DUEL_REWARD)}


def rolled(match: Match, dice: Dice) -> Match:
    """Every movement roll of the turn: not for those who lie down, nor for carriers, who roll no die (R27)."""
    carriers = {tree.carrier for tree in match.trees.values()}
    sides = match.settings.die_sides
    return match.but(
        players=tuple(
            player
            if player.down or player.seat in carriers
            else player.but(roll=dice.roll(sides, why_moves(match.turn, player.seat)))
            for player in match.players
        )
    )


def over(match: Match, result: Result) -> Outcome[Match]:
    """The match with its *result*."""
    return Outcome(
        match.but(phase="over", result=result, duel_open=False), (Ended(clause=result.clause, result=result),)
    )
