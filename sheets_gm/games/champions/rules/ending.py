"""The end of a round and of the match: eliminations, smaller maps and exhaustion (R2 to R4, R29).

Every match ends. Rounds without a battle or without a fallen Champion shrink the map down to a single tile. There, each
further round without a fallen Champion costs more health than the one before.
"""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.games.champions.position.battle_events import HealthUpdated
from sheets_gm.games.champions.position.events import Eliminated, Ended, Exhausted, Rested, Shrunk
from sheets_gm.games.champions.position.state import Match, Player
from sheets_gm.games.champions.rules.combat.battle import after_battles, fall
from sheets_gm.games.champions.rules.combat.battle_state import BattleState, Combatant
from sheets_gm.games.champions.rules.looting import fill, refill
from sheets_gm.games.champions.rules.movement import deal, scale
from sheets_gm.kernel.outcome import Event, Result

LAST = "only this player has a living Champion"
LEAST = "all fell in the same round, and its Champions fell least far below 0 health"
MOST = "all fell in the same round with the same health, and it dealt the most damage"
NOBODY = "all fell in the same round with the same health and the same damage"


def end_round(battles: BattleState) -> tuple[Match, tuple[Event, ...]]:
    """Return the position after the round's battles, and the events: eliminations, then the result or the next map."""
    fought = not all(map(battles.match.is_void, battles.match.fights))
    match = after_battles(battles)
    match = match.but(
        fights=(),
        quiet=0 if fought else match.quiet + 1,
        idle=0 if battles.fallen else match.idle + 1,
    )
    match = _rest(match, battles)
    match = _exhaust(match, battles)
    smaller = _shrinks(match) if len(match.alive) > 1 else None
    match = _eliminate(match, battles, lost=smaller is not None)
    if len(match.alive) < 2:
        ended = _ended(match, battles)
        return over(match, ended.result), (*battles.events, ended)
    match = refill(match, battles.dice)
    return (match if smaller is None else _shrink(match, battles, smaller)), tuple(battles.events)


def _rest(match: Match, battles: BattleState) -> Match:
    """Let Champions regain health between rounds if the settings allow it (R14)."""
    rest = match.settings.rest_heal
    if not rest:
        return match
    battles.events.append(Rested(clause="CBR-R14", health=rest))
    return match.but(players=tuple(_rested(player, rest, match.settings.health) for player in match.players))


def _rested(player: Player, rest: int, most: Mapping[str, int]) -> Player:
    return player.but(
        champions=tuple(
            each.but(health=max(each.health, min(most[each.type], each.health + rest))) if each.health else each
            for each in player.champions
        )
    )


def _exhaust(match: Match, battles: BattleState) -> Match:
    """Let rounds without a fallen Champion on the last tile cost more and more health (R4)."""
    cost = exhaustion(match, match.idle)
    if not cost:
        return match
    battles.events.append(Exhausted(clause="CBR-R4", health=cost, rounds=match.idle))
    reason = f"round {match.round}, exhaustion"
    used_up: dict[tuple[str, str], list[str]] = {}
    battles.used_up, battles.match = used_up, match
    before = battles.fallen
    for player in match.alive:
        for champion in player.living:
            after = champion.health - cost
            armor = match.item_table[champion.armor] if champion.armor else None
            exhausted = Combatant(player.seat, champion.type, 0, 0, match.items(champion.items), armor)
            battles.events.append(
                HealthUpdated(
                    clause="CBR-R4",
                    who=exhausted.as_fighter(champion.health),
                    damage=cost,
                    healing=0,
                    after=max(0, after),
                )
            )
            health = after if after > 0 else fall(battles, exhausted, after, reason)
            battles.health[player.seat, champion.type] = health
            battles.final.setdefault(player.seat, {})[champion.type] = health or after
    return after_battles(battles).but(idle=0 if battles.fallen > before else match.idle)


def exhaustion(match: Match, idle: int) -> int:
    """Return the health that a round on the last tile costs if it is number *idle* in a row without a fallen Champion
    (R4).
    """
    late = idle - match.settings.deadlock_rounds
    return match.settings.exhaustion * (late + 1) if match.size == 1 and late >= 0 else 0


def _eliminate(match: Match, battles: BattleState, *, lost: bool) -> Match:
    """Eliminate the players without a living Champion. Their items stay on their tile or are lost (R12).

    *lost* says that the map shrinks in this step, so that no tile keeps its items.
    """
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
                dropped=drops and not lost,
            )
        )
        players.append(player.but(stash=(), found=(), out=match.round))
    return match.but(players=tuple(players), pools=pools, gone=gone)


def _ended(match: Match, battles: BattleState) -> Ended:
    """Return the end of the match (R29), with the sums that decided if no player is left."""
    if match.alive:
        return Ended(clause="CBR-R29", result=Result(winners=(match.alive[0].seat,), reason=LAST, clause="CBR-R29"))
    # who gave up in this round has not fallen
    fell = [player.seat for player in match.players if player.out == match.round and player.seat in battles.final]
    final = {seat: sum(battles.final.get(seat, {}).values()) for seat in fell}
    dealt = {seat: battles.dealt.get(seat, 0) for seat in fell}
    return Ended(clause="CBR-R29", result=decide(final, dealt), final=final, dealt=dealt)


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
    """Return the match with its *result*, over."""
    return match.but(phase="over", result=result)


def threshold(match: Match) -> int:
    """Return the number of players at which the map shrinks next (CBR-2, CBR-3, R4); 0 if it never does.

    A map does not shrink before a player is out, because the start already chose the size for the first number of
    players (R1).
    """
    if match.size == 1:
        return 0
    settings = match.settings
    set_at = settings.final_arena_at if match.size == 2 else settings.shrink_at.get(str(match.size), 0)
    at = min(set_at, match.began - 1) if match.began else set_at
    return at if at > 1 else 0


def size_for(match: Match, alive: int) -> int:
    """Return the size to which the map shrinks if *alive* players are left. It may skip a size (R2)."""
    while match.size > 1 and alive <= threshold(match):
        match = match.but(size=match.size - 1)
    return match.size


def _shrinks(match: Match) -> Shrunk | None:
    """Return the event that the map shrinks, because few players are left or nothing happened for too long;
    else None.
    """
    alive, size = len(match.alive), size_for(match, len(match.alive))
    if size < match.size:
        return Shrunk(clause={3: "CBR-2", 2: "CBR-3"}.get(size, "CBR-R4"), size=size, why="alive", number=alive)
    if size == 1 or max(match.quiet - match.settings.stall_rounds, match.idle - match.settings.deadlock_rounds) < 0:
        return None
    smaller = size_for(match.but(size=size - 1), alive)
    if match.quiet >= match.settings.stall_rounds:
        return Shrunk(clause="CBR-R4", size=smaller, why="stall", number=match.quiet)
    return Shrunk(clause="CBR-R4", size=smaller, why="deadlock", number=match.idle)


def _shrink(match: Match, battles: BattleState, shrunk: Shrunk) -> Match:
    """Return the match on its smaller map, with new pools."""
    reason = f"round {match.round}: the map of {shrunk.size}"
    smaller = fill(match.but(size=shrunk.size, quiet=0, idle=0), battles.dice, reason)
    if match.settings.relocate == "geometric":
        placed, events = scale(smaller, match.size)
    else:
        placed, events = deal(smaller, battles.dice, reason)
    battles.events += [shrunk, *events]
    return placed
