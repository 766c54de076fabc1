"""The end of a round and of the match: eliminations, smaller maps and exhaustion (R2 to R4, R29).

Every match ends. Rounds without a battle or without a fallen Champion shrink the map to a single tile; there each
further round of that kind costs more health than the one before.
"""

from __future__ import annotations

from sheets_gm.games.champions.battle import after_battles, fall
from sheets_gm.games.champions.battle_state import BattleState, Combatant
from sheets_gm.games.champions.data import GRIDS, HEALTH
from sheets_gm.games.champions.events import Eliminated, Ended, Exhausted, Rested, Shrunk
from sheets_gm.games.champions.looting import fill, refill
from sheets_gm.games.champions.movement import deal, scale
from sheets_gm.games.champions.state import Match, Player
from sheets_gm.kernel.outcome import Event, Result

LAST = "it is the last with a living Champion"
LEAST = "all fell at once, and its Champions fell least far below nothing"
MOST = "all fell at once and equally far, and it dealt most damage"
NOBODY = "all fell at once, and nothing tells them apart"


def end_round(battles: BattleState) -> tuple[Match, tuple[Event, ...]]:
    """The position after the round's battles, and the events: eliminations, then the result or the next map."""
    fought = bool(battles.match.fights)
    match = after_battles(battles)
    match = match.but(
        fights=(),
        quiet=0 if fought else match.quiet + 1,
        idle=0 if battles.fallen else match.idle + 1,
    )
    match = _rest(match, battles)
    match = _exhaust(match, battles)
    match = _eliminate(match, battles)
    result = _result(match, battles)
    if result is not None:
        return over(match, result), (*battles.events, Ended(clause=result.clause, result=result))
    match = _shrink(refill(match, battles.dice), battles)
    return match, tuple(battles.events)


def _rest(match: Match, battles: BattleState) -> Match:
    """Let Champions regain health between rounds if the settings allow it (R14)."""
    rest = match.settings.rest_heal
    if not rest:
        return match
    battles.events.append(Rested(clause="CBR-R14", health=rest))
    return match.but(players=tuple(_rested(player, rest) for player in match.players))


def _rested(player: Player, rest: int) -> Player:
    return player.but(
        champions=tuple(
            each.but(health=max(each.health, min(HEALTH[each.type], each.health + rest))) if each.health else each
            for each in player.champions
        )
    )


def _exhaust(match: Match, battles: BattleState) -> Match:
    """On the last tile, let rounds without a fallen Champion cost more and more health (R4)."""
    late = match.idle - match.settings.deadlock_rounds
    if match.size > 1 or late < 0:
        return match
    cost = match.settings.exhaustion * (late + 1)
    battles.events.append(Exhausted(clause="CBR-R4", health=cost, rounds=match.idle))
    reason = f"round {match.round}, exhaustion"
    used_up: dict[tuple[str, str], list[str]] = {}
    battles.used_up, battles.match = used_up, match
    before = battles.fallen
    for player in match.alive:
        battles.final[player.seat] = {}
        for champion in player.living:
            after = champion.health - cost
            exhausted = Combatant(player.seat, champion.type, 0, 0, match.items(champion.items), None)
            health = after if after > 0 else fall(battles, exhausted, after, reason)
            battles.health[player.seat, champion.type] = health
            battles.final[player.seat][champion.type] = health or after
    return after_battles(battles).but(idle=0 if battles.fallen > before else match.idle)


def _eliminate(match: Match, battles: BattleState) -> Match:
    """Eliminate the players without a living Champion; their items stay on their tile or are lost (R12)."""
    players, pools, gone = [], dict(match.pools), match.gone
    for player in match.players:
        if player.living or player.out:
            players.append(player)
            continue
        drops = match.settings.drop_on_elimination == "tile"
        if drops:
            pools[player.at] = tuple(sorted((*pools[player.at], *player.stash)))
        else:
            gone += len(player.stash)
        battles.events.append(
            Eliminated(
                clause="CBR-R29",
                seat=player.seat,
                at=player.at if match.settings.show_names else "",
                dropped=drops,
            )
        )
        players.append(player.but(stash=(), found=(), out=match.round))
    return match.but(players=tuple(players), pools=pools, gone=gone)


def _result(match: Match, battles: BattleState) -> Result | None:
    """How the match ended (R29), None while several players are left."""
    alive = match.alive
    if len(alive) > 1:
        return None
    if alive:
        return Result(winners=(alive[0].seat,), reason=LAST, clause="CBR-R29")
    fell = [player.seat for player in match.players if player.out == match.round]
    return decide(
        {seat: sum(battles.final.get(seat, {}).values()) for seat in fell},
        {seat: battles.dealt.get(seat, 0) for seat in fell},
    )


def decide(final: dict[str, int], dealt: dict[str, int]) -> Result:
    """Choose the winner among players who were eliminated in one round: by final health, then by damage dealt (R29)."""
    left = list(final)
    for scores, reason in ((final, LEAST), (dealt, MOST)):
        best = max(scores[seat] for seat in left)
        left = [seat for seat in left if scores[seat] == best]
        if len(left) == 1:
            return Result(winners=(left[0],), reason=reason, clause="CBR-R29")
    return Result(winners=(), reason=NOBODY, clause="CBR-R29")


def over(match: Match, result: Result) -> Match:
    """The match, over, with its *result*."""
    return match.but(phase="over", result=result)


def threshold(match: Match) -> int:
    """The number of players at which the map shrinks next (CBR-2, CBR-3, R4); 0 if it cannot."""
    if match.size == 1:
        return 0
    if match.size == 2:
        return match.settings.final_arena_at
    return match.settings.shrink_at.get(str(match.size), 0)


def _shrink(match: Match, battles: BattleState) -> Match:
    """The map of the next round, smaller if few players are left or nothing has happened for too long."""
    alive, size = len(match.alive), match.size
    smaller, why, number = match, "", alive
    while smaller.size > 1 and alive <= threshold(smaller):  # R2: it may skip a size
        smaller, why = smaller.but(size=smaller.size - 1), "alive"
    if not why and size > 1:
        if match.quiet >= match.settings.stall_rounds:
            why, number = "stall", match.quiet
        elif match.idle >= match.settings.deadlock_rounds:
            why, number = "deadlock", match.idle
        if why:
            smaller = match.but(size=GRIDS[GRIDS.index(size) + 1])
    if not why:
        return match
    reason = f"round {match.round}: the map of {smaller.size}"
    smaller = fill(smaller.but(quiet=0, idle=0), battles.dice, reason)
    if match.settings.relocate == "geometric":
        placed, events = scale(smaller, size)
    else:
        placed, events = deal(smaller, battles.dice, reason)
    clause = {"alive": {3: "CBR-2", 2: "CBR-3"}.get(smaller.size, "CBR-R4")}.get(why, "CBR-R4")
    shrunk = Shrunk.model_validate({"clause": clause, "size": smaller.size, "why": why, "number": number})
    battles.events += [shrunk, *events]
    return placed
