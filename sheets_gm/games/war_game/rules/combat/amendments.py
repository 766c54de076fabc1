"""The judge amends a result of the last turn (rulebook 1.4): who won a battle, what was lost, and the ruling.

An amendment changes what the battle itself brought: points, losses, and which army has the square. What followed from
it later in that turn, such as the control of terrain features, stays as it was.
"""

from __future__ import annotations

from sheets_gm.games.war_game.data.words import SIDES
from sheets_gm.games.war_game.position.events import Amended, Lost, Ruled, Shown, Won
from sheets_gm.games.war_game.position.opening import refused
from sheets_gm.games.war_game.position.orders import Amend
from sheets_gm.games.war_game.position.state import Army, Battle, LastTurn, Match, Units
from sheets_gm.games.war_game.rules.combat.battles import FIRST, SECOND, percentages
from sheets_gm.games.war_game.rules.combat.strength import without_squad
from sheets_gm.kernel.outcome import Event, Remark


def amendable(match: Match) -> tuple[str, ...]:
    """The numbers of the battles of the last turn that were decided, while the next orders are written."""
    if match.last is None or match.phase != "orders":
        return ()
    return tuple(str(event.battle) for event in match.last.events if isinstance(event, Won))


def possible_winners(match: Match) -> dict[str, tuple[str, ...]]:
    """The sides that may win each battle that can be amended, by its number: "first" or "second"."""
    found: dict[str, tuple[str, ...]] = {}
    for number in amendable(match):
        battle, won = _result_of(match, number)
        now = FIRST if won.winners == battle.first else SECOND
        found[number] = (now,) if _fixed(match, battle) else (FIRST, SECOND)
    return found


def check_amend(match: Match, order: Amend) -> Remark | None:
    """Why a result cannot be amended (CPW-18)."""
    if order.battle not in amendable(match):
        return refused("battle", f"There is no result of a battle {order.battle} to amend", "CPW-18")
    if order.losses and percentages(order.losses) is None:
        return refused("losses", "Write the percentages of loser and winner, like 25/10", "CPW-188", "25/10")
    battle, won = _result_of(match, order.battle)
    if order.winner and order.winner not in (FIRST, SECOND):
        return refused("winner", f"Write {FIRST} or {SECOND}", "CPW-18", FIRST)
    if _turns(battle, won, order) and (why := _fixed(match, battle)):
        return refused("winner", why, "CPW-18")
    return None


def _last(match: Match) -> LastTurn:
    if match.last is None:
        raise AssertionError("an amendment before the first turn")
    return match.last


def _result_of(match: Match, number: str) -> tuple[Battle, Won]:
    last = _last(match)
    battle = next(each for each in last.battles if str(each.number) == number)
    won = next(each for each in last.events if isinstance(each, Won) and each.battle == battle.number)
    return battle, won


def _turns(battle: Battle, won: Won, order: Amend) -> bool:
    """Whether the other side wins now."""
    return bool(order.winner) and (battle.first if order.winner == FIRST else battle.second) != won.winners


def _fixed(match: Match, battle: Battle) -> str:
    """Why the winner cannot be another one; "" where it can: two armies that both are there and free."""
    if len(battle.armies) > 2:
        return "Armies of a joint battle went three ways; amend its losses, or let the game master rewind the turn"
    for name in battle.armies:
        if match.find(name) is None:
            return f"{name} is gone; let the game master rewind the turn"
        if name in match.engaged:
            return f"{name} is in battle again"
    return ""


def amend(match: Match, order: Amend) -> tuple[Match, tuple[Event, ...]]:
    """The match with the result as it is now."""
    if check_amend(match, order) is not None:
        return match, ()
    battle, before = _result_of(match, order.battle)
    now, points = before, dict(match.points)
    armies: dict[str, Army | None] = {}
    if _turns(battle, before, order):
        now = _turned(match, before)
        for won, sign in ((before, -1), (now, 1)):
            if won.side in SIDES:
                points[won.side] = max(0, points[won.side] + sign * won.points)
        winner, loser = match.army(now.winners[0]), match.army(now.losers[0])
        armies = {winner.name: _put(winner, loser.place), loser.name: _put(loser, winner.place)}
    if now is not before or order.losses:
        percent = percentages(order.losses) or match.world.battle.percent_lost(now.margin)
        for names, share in zip((now.losers, now.winners), percent, strict=True):
            for name in names:
                army = armies.get(name) or match.find(name)
                if army is not None:
                    armies[name] = army.but(units=_lost_again(match, name, share, squads=now is before))
    after = match.with_armies(armies).but(points=points)
    reason = order.reason or ""
    shown = _shown(_last(match), after, battle, now, reason)
    event = Amended(
        clause="CPW-18", battle=battle.number, winners=now.winners, reason=reason,
        points=now.points if now is not before else 0,
    )  # fmt: skip
    return after.but(last=_last(match).but(events=shown)), (event,)


def _turned(match: Match, won: Won) -> Won:
    side = next(army.side for army in _last(match).before if army.name == won.losers[0])
    points = match.settings.vp_battle if side in SIDES else 0
    return won.but(winners=won.losers, losers=won.winners, side=side, points=points, how="judge", clause="CPW-18")


def _put(army: Army, place: str) -> Army:
    """An army that was there all the time: it has counted no turn."""
    return army.but(place=place, camp=place, turns=0)


def _lost_again(match: Match, name: str, percent: int, *, squads: bool) -> tuple[Units, ...]:
    """The units of an army after other losses than before; with *squads*, a kill squad that was lost stays lost."""
    last = _last(match)
    army = next(each for each in last.before if each.name == name)
    gone = squads and any(isinstance(each, Lost) and each.army == name and each.squad for each in last.events)
    units = without_squad(army.units, match.world.battle["kill squad"]) if gone else army.units
    left = tuple(each.but(count=each.count - each.count * percent // 100, lost=0) for each in units)
    return left if sum(each.count for each in left) else army.units


def _shown(last: LastTurn, after: Match, battle: Battle, won: Won, reason: str) -> tuple[Shown, ...]:
    """What everybody reads of the last turn now."""
    found: list[Shown] = []
    number = battle.number
    for event in last.events:
        if isinstance(event, Won) and event.battle == number:
            found += [won, *([Ruled(clause="CPW-18", battle=number, reason=reason)] if reason else [])]
        elif reason and isinstance(event, Ruled) and event.battle == number:
            continue
        elif isinstance(event, Lost) and event.army in battle.armies and not event.squad:
            army = after.find(event.army)
            size = next(each.size for each in last.before if each.name == event.army)
            squad = sum(each.units for each in last.events
                        if isinstance(each, Lost) and each.squad and each.army == event.army)  # fmt: skip
            now = event if army is None else event.but(units=max(0, size - army.size - squad), left=army.size)
            found.append(now)
        else:
            found.append(event)
    return tuple(found)
