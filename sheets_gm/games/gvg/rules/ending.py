"""The end of a turn and of the match, and the opening of the next turn.

A capture ends the match at the end of Movement. The last turn is played in full; then the tie-breakers decide.
"""

from __future__ import annotations

from sheets_gm.games.gvg.data.words import TEAMS, Step, other
from sheets_gm.games.gvg.position.events import Ended
from sheets_gm.games.gvg.position.resolution import Resolution, Verdict
from sheets_gm.games.gvg.position.state import Match, Player, Team, Tree
from sheets_gm.games.gvg.rules import boss, halftime, jungle
from sheets_gm.games.gvg.rules.movement import capturing_teams, movement_reason
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event, Outcome, Result

REASONS: dict[Step, str] = {
    "tree": "it moved the enemy's Tree further",
    "bulwarks": "it destroyed more Bulwarks",
    "bulwark_hp": "the enemy's Bulwarks have less HP left",
    "fish_hp": "the enemy's Fish has less HP left",
}
LESS_IS_BETTER: tuple[Step, ...] = ("bulwark_hp", "fish_hp")


def score(match: Match, team: str, step: Step) -> int:
    """Return the score of *team* in one tie-breaker (R36): its steps, its destroyed Bulwarks, or the HP of
    the enemy.
    """
    enemy = other(team)
    if step == "tree":
        return match.progress(team)
    if step == "bulwarks":
        return match.destroyed(enemy)
    if step == "bulwark_hp":
        return match.bulwark_hp(enemy)
    return match.fish[enemy]


def ladder(match: Match, steps: tuple[Step, ...]) -> Verdict:
    """Return the winner by the tie-breakers *steps* (GVG-8, R36), or a draw."""
    for step in steps:
        worst, best = sorted(TEAMS, key=lambda team: score(match, team, step), reverse=step in LESS_IS_BETTER)
        if score(match, best, step) != score(match, worst, step):
            return Verdict(Result(winners=(best,), reason=REASONS[step], clause="GVG-8"), step)
    return Verdict(Result(winners=(), reason="the teams are tied in every tie-breaker", clause="GVG-8"))


def capture(turn: Resolution) -> None:
    """End the match if a Tree was captured (R28: if both were, the tie-breakers other than the Tree decide)."""
    teams = capturing_teams(turn)
    if len(teams) == 1:
        turn.verdict = Verdict(Result(winners=teams, reason="it captured the enemy's Tree", clause="GVG-7"))
    elif teams and turn.settings.double_capture == "draw":
        turn.verdict = Verdict(Result(winners=(), reason="both Trees were captured in the same turn", clause="GVG-7"))
    elif teams:
        rest = tuple(step for step in turn.settings.tiebreak if step != "tree")
        turn.verdict = ladder(turn.match, rest)


def limit(turn: Resolution, after: Match) -> None:
    """End the match after its last turn (R37)."""
    if turn.verdict is None and turn.turn >= turn.settings.max_turns:
        turn.verdict = ladder(after, turn.settings.tiebreak)


def position(turn: Resolution) -> Match:
    """Return the position after the Action Phase, before the next turn opens."""
    match = turn.match
    return match.but(
        players=tuple(_player(turn, player) for player in match.players),
        teams=teams(turn),
        bulwarks=turn.bulwarks,
        fish=turn.fish,
        trees={
            owner: Tree.unchecked(at=turn.tree_at[owner], carrier=turn.carrier[owner], dropped=turn.dropped[owner])
            for owner in TEAMS
        },
        coins=tuple(tile for tile in match.board.coins if tile in turn.jungle),
        boss=turn.boss,
        effects={},
        duel_open=turn.duel_open,
        duel_score=turn.duel_score,
        duel_rounds=turn.duel_rounds,
    )


def teams(turn: Resolution) -> dict[str, Team]:
    """Return the teams with their coins, charges and cooldowns after *turn*."""
    return {
        name: Team.unchecked(
            captain=team.captain, coins=turn.coins[name], charges=turn.charges[name], used=turn.used[name]
        )
        for name, team in turn.match.teams.items()
    }


def _player(turn: Resolution, player: Player) -> Player:
    # R18: knocked down in this Action Phase, so the whole next turn is skipped
    down = turn.turn if player.seat in turn.down else 0
    return Player.unchecked(
        seat=player.seat, team=player.team, role=player.role, at=turn.at[player.seat], down=down, roll=None
    )


def next_turn(match: Match, number: int, dice: Dice) -> Outcome[Match]:
    """Open turn *number*: coins, the Boss, the Archery Duel, and the movement rolls shown before orders."""
    settings = match.settings
    coins, events = jungle.respawned(match, number, set(match.coins))
    opening: list[Event] = [*events]
    monster, spawned = boss.spawn(match, number, dice)
    opening += spawned
    phase = "commands" if settings.turn_mode == "two_step" else "orders"
    opened = match.but(turn=number, phase=phase, coins=coins, boss=monster)
    if number == settings.halftime_turn and settings.archery == "auto":
        duel = halftime.shoot(settings, number, dice)
        opened = opened.but(teams=pay_winner(match, duel.winner))
        opening += duel.events
    elif number == settings.halftime_turn and settings.archery == "manual":
        opened = opened.but(duel_open=True, phase="archery" if settings.halftime_blocks else phase)
    if settings.turn_mode == "rolled":
        opened = roll_movement(opened, dice)
    return Outcome(opened, tuple(opening))


def pay_winner(match: Match, winner: str) -> dict[str, Team]:
    """Return the teams after *winner* gained the coins of the Archery Duel (GVG-87)."""
    won = match.teams[winner]
    return {**match.teams, winner: won.but(coins=won.coins + match.settings.duel_reward)}


def roll_movement(match: Match, dice: Dice) -> Match:
    """Return *match* with the movement roll of every standing player who does not carry a Tree (R27: carriers do not
    roll).
    """
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


def finish(match: Match, verdict: Verdict) -> Outcome[Match]:
    """End *match* with *verdict*."""
    result, step = verdict.result, verdict.step
    scores = {team: score(match, team, step) for team in TEAMS} if step else {}
    over = match.but(phase="over", result=result, duel_open=False, duel_score={}, duel_rounds=0)
    return Outcome(over, (Ended(clause=result.clause, result=result, step=step, scores=scores),))
