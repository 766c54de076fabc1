"""The end of a round and of the match: eliminations, shrinks, the stalls that must end (R2 to R4, R29).

Law: a match ends. Rounds without a battle, or in which nobody falls, draw the map together until everybody stands on
one tile; there each further such round costs more health than the one before.
"""

from __future__ import annotations

from sheets_gm.games.champions.battle import after_battles, fall
from sheets_gm.games.champions.data import GRIDS, HEALTH
from sheets_gm.games.champions.events import Eliminated, Ended, Exhausted, Rested, Shrunk
from sheets_gm.games.champions.looting import fill, refill
from sheets_gm.games.champions.movement import deal, scale
from sheets_gm.games.champions.state import Match, Player
from sheets_gm.games.champions.workings import Bouts, Combatant
from sheets_gm.kernel.outcome import Event, Result

LAST = "it is the last with a living Champion"
LEAST = "all fell at once, and its Champions fell least far below nothing"
MOST = "all fell at once and equally far, and it dealt most damage"
NOBODY = "all fell at once, and nothing tells them apart"


def end_round(bouts: Bouts) -> tuple[Match, tuple[Event, ...]]:
    """The position after the round's battles: who is out, whether it is over, and if not, the map of the next round."""
    fought = bool(bouts.match.fights)
    match = after_battles(bouts)
    match = match.but(
        fights=(),
        quiet=0 if fought else match.quiet + 1,
        idle=0 if bouts.fallen else match.idle + 1,
    )
    match = _rest(match, bouts)
    match = _exhaust(match, bouts)
    match = _eliminate(match, bouts)
    result = _result(match, bouts)
    if result is not None:
        return over(match, result), (*bouts.events, Ended(clause=result.clause, result=result))
    match = _shrink(refill(match, bouts.dice), bouts)
    return match, tuple(bouts.events)


def _rest(match: Match, bouts: Bouts) -> Match:
    """What Champions regain between rounds (R14: nothing, unless the match says so)."""
    rest = match.settings.rest_heal
    if not rest:
        return match
    bouts.events.append(Rested(clause="CBR-R14", health=rest))
    return match.but(players=tuple(_rested(player, rest) for player in match.players))


def _rested(player: Player, rest: int) -> Player:
    return player.but(
        champions=tuple(
            each.but(health=max(each.health, min(HEALTH[each.type], each.health + rest))) if each.health else each
            for each in player.champions
        )
    )


def _exhaust(match: Match, bouts: Bouts) -> Match:
    """On the last tile, rounds in which nobody falls cost more and more health (R4)."""
    late = match.idle - match.settings.deadlock_rounds
    if match.size > 1 or late < 0:
        return match
    cost = match.settings.exhaustion * (late + 1)
    bouts.events.append(Exhausted(clause="CBR-R4", health=cost, rounds=match.idle))
    reason = f"round {match.round}, exhaustion"
    burnt: dict[tuple[str, str], list[str]] = {}
    bouts.burnt, bouts.match = burnt, match
    before = bouts.fallen
    for player in match.alive:
        bouts.final[player.seat] = {}
        for champion in player.living:
            after = champion.health - cost
            weary = Combatant(player.seat, champion.type, 0, 0, match.items(champion.items), None)
            health = after if after > 0 else fall(bouts, weary, after, reason)
            bouts.health[player.seat, champion.type] = health
            bouts.final[player.seat][champion.type] = health or after
    return after_battles(bouts).but(idle=0 if bouts.fallen > before else match.idle)


def _eliminate(match: Match, bouts: Bouts) -> Match:
    """Who has no living Champion is out; what it had lies on its tile (R12), or is lost."""
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
        bouts.events.append(
            Eliminated(
                clause="CBR-R29",
                seat=player.seat,
                at=player.at if match.settings.show_names else "",
                dropped=drops,
            )
        )
        players.append(player.but(stash=(), found=(), out=match.round))
    return match.but(players=tuple(players), pools=pools, gone=gone)


def _result(match: Match, bouts: Bouts) -> Result | None:
    """How it ended (R29), None while several play on."""
    alive = match.alive
    if len(alive) > 1:
        return None
    if alive:
        return Result(winners=(alive[0].seat,), reason=LAST, clause="CBR-R29")
    fell = [player.seat for player in match.players if player.out == match.round]
    return decide(
        {seat: sum(bouts.final.get(seat, {}).values()) for seat in fell},
        {seat: bouts.dealt.get(seat, 0) for seat in fell},
    )


def decide(final: dict[str, int], dealt: dict[str, int]) -> Result:
    """Who wins of those who fell at once: by the health they fell to, then by the damage they dealt (R29)."""
    left = list(final)
    for scores, reason in ((final, LEAST), (dealt, MOST)):
        best = max(scores[seat] for seat in left)
        left = [seat for seat in left if scores[seat] == best]
        if len(left) == 1:
            return Result(winners=(left[0],), reason=reason, clause="CBR-R29")
    return Result(winners=(), reason=NOBODY, clause="CBR-R29")


def over(match: Match, result: Result) -> Match:
    """The match with its *result*."""
    return match.but(phase="over", result=result)


def threshold(match: Match) -> int:
    """At how many players the map shrinks next (CBR-2, CBR-3, R4); 0 where it cannot."""
    if match.size == 1:
        return 0
    if match.size == 2:
        return match.settings.final_arena_at
    return match.settings.shrink_at.get(str(match.size), 0)


def _shrink(match: Match, bouts: Bouts) -> Match:
    """The next round's map: smaller, once there are few players left, or once nothing happens any more."""
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
    smaller = fill(smaller.but(quiet=0, idle=0), bouts.dice, reason)
    if match.settings.relocate == "geometric":
        placed, told = scale(smaller, size)
    else:
        placed, told = deal(smaller, bouts.dice, reason)
    clause = {"alive": {3: "CBR-2", 2: "CBR-3"}.get(smaller.size, "CBR-R4")}.get(why, "CBR-R4")
    shrunk = Shrunk.model_validate({"clause": clause, "size": smaller.size, "why": why, "number": number})
    bouts.events += [shrunk, *told]
    return placed
