"""The end of a turn and of the match, and the opening of the next turn.

A capture ends the match at the end of Movement. The last turn is played in full; then the tie-breakers decide.
"""

from __future__ import annotations

from sheets_gm.games.gvg import boss, halftime, jungle
from sheets_gm.games.gvg.data import DUEL_REWARD, HALFTIME, TEAMS, Step, other
from sheets_gm.games.gvg.events import Ended
from sheets_gm.games.gvg.movement import capturing_teams, movement_reason
from sheets_gm.games.gvg.resolution import Resolution
from sheets_gm.games.gvg.state import Match, Player, Team, Tree
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event, Outcome, Result

REASONS: dict[Step, str] = {
    "tree": "its Tree is further on its way",
    "bulwarks": "it has destroyed more Bulwarks",
    "bulwark_hp": "the enemy's Bulwarks have fewer hearts",
    "fish_hp": "the enemy's Fish has fewer hearts",
}


def score(match: Match, team: str, step: Step) -> int:
    """The score of *team* in one tie-breaker (R36). More is better."""
    enemy = other(team)
    if step == "tree":
        return match.progress(team)
    if step == "bulwarks":
        return match.destroyed(enemy)
    if step == "bulwark_hp":
        return -sum(match.bulwarks[tile] for tile in match.board.bulwarks[enemy])
    return -match.fish[enemy]


def ladder(match: Match, steps: tuple[Step, ...]) -> Result:
    """The winner by the tie-breakers *steps* (GVG-8, R36), or a draw."""
    blue, red = TEAMS
    for step in steps:
        difference = score(match, blue, step) - score(match, red, step)
        if difference:
            return Result(winners=(blue if difference > 0 else red,), reason=REASONS[step], clause="GVG-8")
    return Result(winners=(), reason="nothing tells the teams apart", clause="GVG-8")


def capture(turn: Resolution) -> None:
    """End the match if a Tree was captured (R28: if both were, the tie-breakers without the Tree decide)."""
    teams = capturing_teams(turn)
    if len(teams) == 1:
        turn.result = Result(winners=teams, reason="it brought the enemy's Tree to its Base", clause="GVG-7")
    elif teams and turn.settings.double_capture == "draw":
        turn.result = Result(winners=(), reason="both Trees came home in the same turn", clause="GVG-7")
    elif teams:
        rest = tuple(step for step in turn.settings.tiebreak if step != "tree")
        turn.result = ladder(turn.match, rest)


def limit(turn: Resolution, after: Match) -> None:
    """End the match after its last turn (R37)."""
    if turn.result is None and turn.turn >= turn.settings.max_turns:
        turn.result = ladder(after, turn.settings.tiebreak)


def position(turn: Resolution) -> Match:
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


def _player(turn: Resolution, player: Player) -> Player:
    # R18: knocked down in this Action Phase, so the whole next turn is skipped
    down = turn.turn if player.seat in turn.down else 0
    return Player(seat=player.seat, team=player.team, role=player.role, at=turn.at[player.seat], down=down, roll=None)


def _tree(turn: Resolution, owner: str) -> Tree:
    at, dropped = turn.tree_at[owner], turn.dropped[owner]
    carrier = turn.carrier[owner]
    after = turn.settings.tree_reset_turns
    if after and carrier is None and dropped and turn.turn - dropped >= after:
        at, dropped = turn.match.board.fish[owner], 0
    return Tree(at=at, carrier=carrier, dropped=dropped)


def next_turn(match: Match, number: int, dice: Dice) -> Outcome[Match]:
    """Open turn *number*: coins, the Boss, the Archery Duel, and the movement rolls shown before orders."""
    settings = match.settings
    coins, events = jungle.respawned(match, number, set(match.coins))
    opening: list[Event] = [*events]
    monster, spawned = boss.spawn(match, number, dice)
    opening += spawned
    phase = "commands" if settings.turn_mode == "two_step" else "orders"
    teams, duel_open = match.teams, match.duel_open
    if number == HALFTIME and settings.archery == "auto":
        winner, shots = halftime.shoot(number, dice)
        teams = pay_winner(teams, winner)
        opening += shots
    elif number == HALFTIME and settings.archery == "manual":
        duel_open = True
        phase = "archery" if settings.halftime_blocks else phase
    opened = match.but(turn=number, phase=phase, coins=coins, boss=monster, teams=teams, duel_open=duel_open)
    if settings.turn_mode == "rolled":
        opened = roll_movement(opened, dice)
    return Outcome(opened, tuple(opening))


def pay_winner(teams: dict[str, Team], winner: str) -> dict[str, Team]:
    """*teams* after *winner* gained the coins of the duel (GVG-87)."""
    won = teams[winner]
    return {**teams, winner: won.but(coins=won.coins + DUEL_REWARD)}


def roll_movement(match: Match, dice: Dice) -> Match:
    """*match* with the movement roll of every standing player who does not carry a Tree (R27: carriers do not roll)."""
    carriers = {tree.carrier for tree in match.trees.values()}
    sides = match.settings.die_sides
    return match.but(
        players=tuple(
            player
            if player.down or player.seat in carriers
            else player.but(roll=dice.roll(sides, movement_reason(match.turn, player.seat)))
            for player in match.players
        )
    )


def finish(match: Match, result: Result) -> Outcome[Match]:
    """End *match* with *result*."""
    return Outcome(
        match.but(phase="over", result=result, duel_open=False), (Ended(clause=result.clause, result=result),)
    )
