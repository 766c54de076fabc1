"""The plan of a team: where each of its players goes. It follows from the board alone, so nobody needs to talk.

Defenders roll together with their structure and are not knocked down by a single hit, while attackers who fail lose
about seven turns. So nearly as many guards as attackers meet a raid, Tanks and Healers first; the others attack where
the odds are good. From a third of the match on, a team that is not ahead attacks with everybody it can spare at home. A
team that has the Tree goes home together. A team whose Tree was taken meets the carrier on its way, with everybody who
can be there in time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from sheets_gm.games.gvg.data.words import BULWARK_DAMAGE, DPS, FISH_DAMAGE, HEALER, TANK, other
from sheets_gm.games.gvg.position.state import Match, Player
from sheets_gm.games.gvg.rules.command import can_buy
from sheets_gm.games.gvg.rules.ending import ladder
from sheets_gm.games.gvg.rules.movement import carrier_steps

AVERAGE, DIE_VARIANCE = 3.5, 2.92
"""The average of a roll, of steps or in a battle, and its variance."""

GUARDS_A_RAIDER = 0.8
"""Guards for each raider: with the structure's own die, as many as the raiders are more than enough."""

FEWEST_GUARDS = 0.4
"""The part of a team that stays even when no raider is near: with less raids get through, with more too few attack."""

RACE = 0.35
"""The part of a match after which a team attacks with all whom it need not have at home."""

ATTACK = 1.1
"""What a hit is worth in the race, against one that is prevented."""

LEAD = ("tree", "bulwarks")
"""The tie-breakers in which a team that is ahead holds what it has."""

A_WALL, A_FISH, A_BOSS = 1.05, 1.0, 0.7
"""What a hit is worth, in hits of the Fish, once the Fish can be attacked. Of those of the Boss the last one counts:
its two coins help two attacks; the blows before it share that."""

A_STEP = 0.015
"""What each step to a target takes from its worth."""


def plan(match: Match, team: str) -> Mapping[str, str]:
    """Return the goal of each standing player of *team*, by seat."""
    enemy = other(team)
    own_players = [player for player in match.players if player.team == team and not player.down]
    mine, theirs = match.trees[enemy], match.trees[team]
    goals = {player.seat: match.board.bases[team] for player in own_players if match.carried_by(player.seat)}
    free = [player for player in own_players if player.seat not in goals]
    if theirs.carrier is not None and not _is_sooner_home(match, team):
        goals |= dict.fromkeys([each.seat for each in free], _meeting_tile(match, enemy, free))
    elif mine.carrier is not None:
        goals |= dict.fromkeys([each.seat for each in free], next(_way_home(match, team)))
    else:
        guards = _guards(match, team, free)
        goals |= dict.fromkeys([each.seat for each in guards], _post(match, team))
        raiders = [each for each in free if each not in guards]
        goals |= dict.fromkeys([each.seat for each in raiders], _target(match, team, raiders))
    return goals


# -- the Tree ----------------------------------------------------------------------------------------------------------


def picks_up(match: Match, player: Player) -> bool:
    """Whether *player* picks up the Tree while others of its team fight for it: a Healer does, otherwise the last of
    several.

    In a fight AUTO does not pick it up (GVG-51), and a player who is alone has to fight.
    """
    tree = match.trees[other(player.team)]
    if match.fish[other(player.team)] or tree.carrier is not None:
        return False
    goals = plan(match, player.team)
    there = [each for each in match.players if goals.get(each.seat) == tree.at and turns_to(match, each, tree.at) == 1]
    last = max(there, key=lambda each: (each.role == HEALER, each.role == TANK, each.seat), default=None)
    return len(there) > 1 and last is not None and last.seat == player.seat


def _is_sooner_home(match: Match, team: str) -> bool:
    """Whether *team* carries a Tree and will be home with it before the enemy is home with the other."""
    mine, theirs = match.trees[other(team)], match.trees[team]
    if mine.carrier is None:
        return False
    return match.distance_home(team, mine.at) < match.distance_home(other(team), theirs.at)


def _way_home(match: Match, team: str) -> Iterator[str]:
    """Yield the tiles on which the Tree that *team* carries will be at the end of each turn, starting with this one."""
    tree = match.trees[other(team)]
    assert tree.carrier is not None
    at, base = tree.at, match.board.bases[team]
    steps = carrier_steps(match, match.player(tree.carrier), fast=False)
    while True:
        for _ in range(steps):
            near = match.board.graph.adjacency[at]
            at = min(near, key=lambda tile: (match.distance_home(team, tile), tile)) if at != base else at
        yield at
        steps = max(1, match.settings.carrier_steps)


def _meeting_tile(match: Match, enemy: str, free: Sequence[Player]) -> str:
    """Return the first tile on the carrier's way that most of *free* can reach in time."""
    at = match.trees[other(enemy)].at
    for turns, at in enumerate(_way_home(match, enemy), start=1):
        in_time = sum(turns_to(match, each, at) <= turns for each in free)
        if in_time * 2 > len(free) or at == match.board.bases[enemy]:
            return at
    return at


def turns_to(match: Match, player: Player, tile: str) -> int:
    """Return the turns that *player* needs to *tile*: with its roll in this turn if known, then with average rolls."""
    first = AVERAGE if player.roll is None else player.roll
    left = distance(match, player.at, tile) - first
    return 1 + max(0, math.ceil(left / AVERAGE))


def distance(match: Match, start: str, end: str) -> int:
    """Return the number of steps from *start* to *end*."""
    return match.board.graph.distance(start, end) or 0


# -- guarding ----------------------------------------------------------------------------------------------------------


def _guards(match: Match, team: str, free: Sequence[Player]) -> Sequence[Player]:
    """Return the players among *free* who stay at home: Tanks first, then Healers, then the nearest."""
    home, away = match.board.fish[team], match.board.fish[other(team)]
    threats = [
        each
        for each in match.players
        if each.team != team and not each.down and distance(match, each.at, home) <= distance(match, each.at, away)
    ]
    rank = {TANK: 0, HEALER: 1}
    order = sorted(free, key=lambda each: (rank.get(each.role, 2), distance(match, each.at, home), each.seat))
    if match.turn >= RACE * match.settings.max_turns and not _is_ahead(match, team):
        return order[: _fewest_in_a_race(match, team, order, threats)]
    size = sum(each.team == team for each in match.players)
    return order[: max(int(FEWEST_GUARDS * size), math.ceil(GUARDS_A_RAIDER * len(threats)))]


def _fewest_in_a_race(match: Match, team: str, order: Sequence[Player], threats: Sequence[Player]) -> int:
    """Return how many players, from the start of *order*, should guard against *threats* for the best total result."""
    post = _post(match, team)
    soon = min((turns_to(match, each, post) for each in threats), default=0)

    def promise(number: int) -> float:
        guards, raiders = order[:number], order[number:]
        value = ATTACK * _chance(match, team, _target(match, team, raiders), raiders) if raiders else 0.0
        there = [each for each in guards if turns_to(match, each, post) <= soon + 1]
        return value - (_odds(match, other(team), post, threats, there) if threats else 0.0)

    return max(range(len(order) + 1), key=lambda number: (promise(number), number))


def _is_ahead(match: Match, team: str) -> bool:
    """Whether *team* has moved its Tree further or destroyed more Bulwarks (GVG-8)."""
    verdict = ladder(match, tuple(step for step in match.settings.tiebreak if step in LEAD))
    return team in verdict.result.winners


def _post(match: Match, team: str) -> str:
    """Return the tile that the guards of *team* hold: where the strongest enemies can be this turn."""
    if not match.fish[team]:
        return match.trees[team].at
    posts = [tile for tile in match.board.bulwarks[team] if match.bulwarks[tile]]
    posts += [match.board.fish[team]] if match.destroyed(team) else []
    foes = [each for each in match.players if each.team != team and not each.down]
    return max(posts, key=lambda post: (sum(4.0 ** -turns_to(match, foe, post) for foe in foes), post))


# -- attacking ---------------------------------------------------------------------------------------------------------


def _target(match: Match, team: str, raiders: Sequence[Player]) -> str:
    """Return the target of the *raiders* of *team*: the tile with the best expected result."""
    enemy = other(team)
    if not match.fish[enemy]:
        return match.trees[enemy].at
    walls = [tile for tile in match.board.bulwarks[enemy] if match.bulwarks[tile]]
    worth = dict.fromkeys(walls, A_WALL)
    if match.destroyed(enemy):
        worth[match.board.fish[enemy]] = A_FISH
    if match.boss is not None:
        worth[match.boss.at] = A_BOSS / match.boss.hp

    def value(tile: str) -> float:
        far = sum(distance(match, each.at, tile) for each in raiders) / max(1, len(raiders))
        return _chance(match, team, tile, raiders) * worth[tile] - A_STEP * (far + match.bulwarks.get(tile, 0))

    return max(worth, key=lambda tile: (value(tile), tile))


def _chance(match: Match, team: str, tile: str, raiders: Sequence[Player]) -> float:
    """Return the probability that the attack of *raiders* on *tile* wins against the players they will meet there."""
    turns = min((turns_to(match, each, tile) for each in raiders), default=1)
    foes = [
        each for each in match.players if each.team != team and not each.down and turns_to(match, each, tile) <= turns
    ]
    return _odds(match, team, tile, raiders, foes)


def _odds(match: Match, team: str, tile: str, raiders: Sequence[Player], foes: Sequence[Player]) -> float:
    """Return the probability that the attack of *raiders* of *team* on *tile* wins against *foes*."""
    attack, defence = AVERAGE * len(raiders), AVERAGE
    if match.boss is None or tile != match.boss.at:  # for whom no role, skill or enemy counts (GVG-61)
        attack = _together(raiders, DPS) + _damage_bonus(match, team, tile)
        defence += _together(foes, TANK)
    if tile == match.board.fish[other(team)]:
        defence += 2 * (2 - match.destroyed(other(team)))  # GVG-48
    spread = math.sqrt(DIE_VARIANCE * (len(raiders) + 1 + len(foes)))
    return 0.5 * (1 + math.erf((attack - defence + 0.5) / spread / math.sqrt(2)))


def _together(players: Sequence[Player], role: str) -> float:
    """Return the average total roll of *players*. Those with *role* add its bonus; a Healer helps the others if that
    gives more than its own die.
    """
    others = [each for each in players if each.role != HEALER]
    alone = AVERAGE * len(players) + 2 * sum(each.role == role for each in players)
    helped = (AVERAGE + 2) * len(others) + 2 * sum(each.role == role for each in others)
    return max(alone, helped) if len(others) < len(players) else alone


def _damage_bonus(match: Match, team: str, tile: str) -> int:
    """Return the bonus of the skill against the structure at *tile*, 0 if *team* cannot have it this turn."""
    skill = FISH_DAMAGE if tile == match.board.fish[other(team)] else BULWARK_DAMAGE
    pays = skill in match.effects.get(team, ()) or can_buy(match, team, skill)
    return match.settings.damage_bonus if pays else 0
