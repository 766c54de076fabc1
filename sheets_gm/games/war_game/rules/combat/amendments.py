"""The judge's amendments of results of the last turn (rulebook 1.4): the winner of a battle, the losses, the ruling.

An amendment changes only what the battle itself decided: points, losses, and which army has the square. Later effects
in that turn, such as healing or the control of terrain features, stay. For this reason losses change by the difference
to the earlier losses.
"""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.games.war_game.data.words import SIDES
from sheets_gm.games.war_game.position.events import Amended, Lost, Ruled, Shown, Won
from sheets_gm.games.war_game.position.opening import refused
from sheets_gm.games.war_game.position.orders import Amend
from sheets_gm.games.war_game.position.state import Army, Battle, Match
from sheets_gm.games.war_game.rules.combat.battles import FIRST, SECOND
from sheets_gm.games.war_game.rules.combat.losses import percentages
from sheets_gm.games.war_game.rules.combat.recorded_losses import Losses, amended_losses, last_of, losses_of
from sheets_gm.kernel.outcome import Event, Remark


def amendable(match: Match) -> tuple[str, ...]:
    """Return the numbers of the decided battles of the last turn. They can be amended while the next orders
    are open.
    """
    if match.last is None or match.phase != "orders":
        return ()
    return tuple(str(event.battle) for event in match.last.events if isinstance(event, Won))


def possible_winners(match: Match) -> dict[str, tuple[str, ...]]:
    """Return the sides, "first" or "second", that may win each battle that can be amended, by its number."""
    winners_by_battle: dict[str, tuple[str, ...]] = {}
    for number in amendable(match):
        battle, won = _result_of(match, number)
        now = FIRST if won.winners == battle.first else SECOND
        winners_by_battle[number] = (now,) if _fixed(match, battle) else (FIRST, SECOND)
    return winners_by_battle


def check_amend(match: Match, order: Amend) -> Remark | None:
    """Return why a result cannot be amended (CPW-18), or what the amendment does."""
    if order.battle not in amendable(match):
        return refused("battle", f"There is no result of a battle {order.battle} to amend", "CPW-18")
    if order.losses and percentages(order.losses) is None:
        return refused("losses", "Write the percentages of loser and winner, like 25/10", "CPW-188", "25/10")
    battle, won = _result_of(match, order.battle)
    if order.winner and order.winner not in (FIRST, SECOND):
        return refused("winner", f"Write {FIRST} or {SECOND}", "CPW-18", FIRST)
    if _turns(battle, won, order) and (why := _fixed(match, battle)):
        return refused("winner", why, "CPW-18")
    now = _turned(match, won) if _turns(battle, won, order) else won
    for army in _amended_armies(match, won, now, order):
        if not army.size:
            return refused(
                "losses", f"{army.name} would have no units left; let the game master rewind the turn", "CPW-R52"
            )
    return None


def _new_losses(match: Match, before: Won, now: Won, order: Amend) -> dict[str, Losses]:
    """Return the losses of each army of the battle after the amendment."""
    if now is before and not order.losses:
        return losses_of(match, before)
    return amended_losses(match, before, now, order.losses)


def _amended_armies(match: Match, before: Won, now: Won, order: Amend) -> list[Army]:
    """Return the surviving armies of the battle with their new losses."""
    old, new = losses_of(match, before), _new_losses(match, before, now, order)
    return [_with_losses(army, old[name], new[name]) for name in new if (army := match.find(name)) is not None]


def _result_of(match: Match, number: str) -> tuple[Battle, Won]:
    last = last_of(match)
    battle = next(each for each in last.battles if str(each.number) == number)
    won = next(each for each in last.events if isinstance(each, Won) and each.battle == battle.number)
    return battle, won


def _turns(battle: Battle, won: Won, order: Amend) -> bool:
    """Whether the amendment gives the victory to the other side."""
    return bool(order.winner) and (battle.first if order.winner == FIRST else battle.second) != won.winners


def _fixed(match: Match, battle: Battle) -> str:
    """Return why the winner cannot change; "" if it can.

    All armies must still exist, and those that exchange squares must be out of battle. In a joint battle only the army
    that has the square exchanges it.
    """
    for name in battle.armies:
        if match.find(name) is None:
            return f"{name} is gone; let the game master rewind the turn"
        if name in match.engaged:
            return f"{name} is in battle again"
    if not any(match.army(name).place == battle.place for name in battle.armies):
        return "Nobody of this battle is in its square any more; let the game master rewind the turn"
    return ""


def amend(match: Match, order: Amend) -> tuple[Match, tuple[Event, ...]]:
    """Return the match with the amended result, and the events."""
    if check_amend(match, order) is not None:
        return match, ()
    battle, before = _result_of(match, order.battle)
    now = _turned(match, before) if _turns(battle, before, order) else before
    old, new = losses_of(match, before), _new_losses(match, before, now, order)
    after = _with_points(_traded(match, battle, now), before, now) if now is not before else match
    after = after.with_armies({army.name: army for army in _amended_armies(after, before, now, order)})
    other = [name for name in new if new[name].total != old[name].total]
    event = Amended(
        clause="CPW-18",
        battle=battle.number,
        winners=now.winners,
        reason=order.reason or "",
        points=now.points if now is not before else 0,
        lost={name: (old[name].total, new[name].total) for name in other},
    )
    shown = _shown(match, battle, now, new, order.reason or "")
    return after.but(last=last_of(match).but(events=shown)), (event,)


def _turned(match: Match, won: Won) -> Won:
    side = next(army.side for army in last_of(match).before if army.name == won.losers[0])
    points = match.settings.vp_battle if side in SIDES else 0
    return won.but(winners=won.losers, losers=won.winners, side=side, points=points, how="judge", clause="CPW-18")


def _with_points(match: Match, before: Won, now: Won) -> Match:
    points = dict(match.points)
    for won, sign in ((before, -1), (now, 1)):
        if won.side in SIDES:
            points[won.side] = max(0, points[won.side] + sign * won.points)
    return match.but(points=points)


def _traded(match: Match, battle: Battle, now: Won) -> Match:
    """Return the match in which the army on the square exchanges places with the largest of the new winners
    (CPW-180).
    """
    there = next(name for name in battle.armies if match.army(name).place == battle.place)
    if there in now.winners:
        return match
    winner = min((match.army(name) for name in now.winners), key=lambda army: (-army.size, army.level, army.name))
    loser = match.army(there)
    return match.with_armies({winner.name: _put(winner, loser.place), loser.name: _put(loser, winner.place)})


def _put(army: Army, place: str) -> Army:
    """Put *army* at *place* as if it had arrived with the result: it has counted no turn there."""
    return army.but(place=place, camp=place, turns=0)


def _with_losses(army: Army, old: Losses, new: Losses) -> Army:
    """Return *army* with the losses *new* instead of *old*. What it gained since then stays."""
    units = []
    for each in army.units:
        more = new.of(each) - old.of(each)
        units.append(each.but(count=max(0, min(each.count - more, max(each.full, each.count)))))
    return army.but(units=tuple(units))


def _shown(match: Match, battle: Battle, won: Won, losses: Mapping[str, Losses], reason: str) -> tuple[Shown, ...]:
    """Return the public events of the last turn with the amended result."""
    new_events: list[Shown] = []
    number = battle.number
    for event in last_of(match).events:
        if isinstance(event, Won) and event.battle == number:
            new_events += [won, *([Ruled(clause="CPW-18", battle=number, reason=reason)] if reason else [])]
            new_events += [each for name, lost in losses.items() for each in lost.events(name)]
        elif isinstance(event, Lost) and event.army in battle.armies:
            continue
        elif not (reason and isinstance(event, Ruled) and event.battle == number):
            new_events.append(event)
    return tuple(new_events)
