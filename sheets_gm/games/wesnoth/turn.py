"""The sequence of play: rounds of turns, turns of actions (rulebook, "Turns", "End of turn", "End of round")."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.games.wesnoth import combat, deeds, ending, recruiting, villages
from sheets_gm.games.wesnoth.data import SEATS, Settings
from sheets_gm.games.wesnoth.deeds import Deed
from sheets_gm.games.wesnoth.events import Moved, RoundBegan, TurnBegan, TurnEnded, WishesSet
from sheets_gm.games.wesnoth.orders import ATTACK, CONQUEST, RECRUIT, REST, Act, Answer, Wish
from sheets_gm.games.wesnoth.state import Match, Player, Unit, Wishes, rank_of
from sheets_gm.games.wesnoth.workings import Workings, begin
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Orders, Outcome, Result
from sheets_gm.kernel.seats import Seat

ANY_LEADER = "the first listed"


def start(settings: Settings, seats: Sequence[Seat], dice: Dice) -> Outcome[Match]:
    """Leaders on the main tiles of their castles, gold in the purses, dawn (WES-4, WES-5)."""
    world = settings.world
    ranked = sorted(seats, key=lambda seat: rank_of(seat.id))
    players = tuple(
        Player(
            seat=seat.id,
            team=settings.team_of[seat.id],
            faction=seat.trait("faction"),
            castle=SEATS.index(seat.id),
            gold=settings.gold,
            raised=1,
        )
        for seat in ranked
    )
    units = tuple(
        Unit(
            id=f"{seat.id[0]}1",
            seat=seat.id,
            faction=seat.trait("faction"),
            name=leader_of(settings, seat),
            at=world.board.mains[SEATS.index(seat.id)],
            leader=True,
        )
        for seat in ranked
    )
    first = players[0].seat
    now = begin(Match(settings=settings, round=1, acting=first, units=units, players=players), dice)
    _begin_round(now)
    _begin_turn(now, first)
    return Outcome(now.now(), tuple(now.events))


def leader_of(settings: Settings, seat: Seat) -> str:
    """The pawn that leads *seat* (WES-4): the one it chose, else the first listed of its faction."""
    chosen = seat.trait("leader")
    first: str = settings.world.tables.leaders[seat.trait("faction")][0]
    return first if chosen in ("", ANY_LEADER) else chosen


def resolve(match: Match, orders: Orders, dice: Dice) -> Outcome[Match]:
    """The next position: one action, one answer, or new standing answers; where nobody ordered, the step is let go."""
    if match.result is not None:
        return Outcome(match)
    now = begin(match, dice)
    wished = False
    acted = None
    for seat, given in orders.items():
        for order in given:
            if isinstance(order, Wish):
                _wish(now, seat, order)
                wished = True
            elif isinstance(order, Act | Answer):
                acted = order
    if isinstance(acted, Act):
        read = deeds.read(match, match.acting, acted)
        if not isinstance(read, Deed):
            raise ValueError(read.text)
        act(now, read)
    elif match.fight is not None and (isinstance(acted, Answer) or not wished):
        combat.answer(now, match.fight, acted.answer if isinstance(acted, Answer) else "")
    elif not wished:
        _end_turn(now)  # the deadline came, or the GM asked
    _go_on(now)
    return Outcome(now.now(), tuple(now.events))


def act(now: Workings, deed: Deed) -> None:
    """Do one action (WES-11)."""
    unit = deed.unit
    if unit is None:
        _end_turn(now)
        return
    now.actions += 1
    if deed.verb == RECRUIT:
        recruiting.recruit(now, unit, deed.recruit, deed.to)
        return
    unit = now.units[unit.id] = unit.but(spent="spent")
    if deed.verb == REST:
        villages.rest(now, unit)
    elif deed.verb == CONQUEST:
        ending.conquer(now, unit)
    else:
        _move(now, unit, deed)
    if deed.verb == ATTACK and deed.target is not None:
        combat.attack(now, now.units[unit.id], deed.target, deed.attack, deed.policy)


def _move(now: Workings, unit: Unit, deed: Deed) -> None:
    """Move, and take the village where the way ends (WES-26 to WES-28); who stays where it is takes nothing."""
    if len(deed.way) < 2 and deed.verb == ATTACK:
        return
    costs = now.before.world.costs(now.before.world.tables.pawns[unit.faction, unit.name])
    moved = now.units[unit.id] = unit.but(at=deed.way[-1])
    spent = sum(costs[tile] for tile in deed.way[1:])
    points = now.before.world.tables.pawns[unit.faction, unit.name].moves
    now.events.append(Moved(clause="WES-20", unit=unit.label, way=deed.way, cost=spent, points=points))
    if len(deed.way) > 1:
        villages.take(now, moved)


def _wish(now: Workings, seat: str, order: Wish) -> None:
    wishes = Wishes(
        counter=order.counter,
        reroll=order.reroll,
        advance=order.advance,
        reserve=order.reserve,
        favour=order.favour,
    )
    now.players[seat] = now.players[seat].but(wishes=wishes)
    now.events.append(WishesSet(clause="WES-31", seat=seat))


# -- turns and rounds --------------------------------------------------------------------------------------------------


def _go_on(now: Workings) -> None:
    """Pass the turn on if its player is out of the game, or everybody it has has acted (WES-14)."""
    if now.result is not None or now.fight is not None:
        return
    own = [unit for unit in now.units.values() if unit.seat == now.acting]
    if now.players[now.acting].left or not own:
        _pass_on(now)
    elif not any(may_act(now.now(), unit) for unit in own):
        _end_turn(now, done=True)


def may_act(match: Match, unit: Unit) -> bool:
    """Whether *unit* may still do something this turn: a leader that recruits, as long as it can (WES-11, WES-16)."""
    return not unit.spent or (unit.spent == "recruiting" and recruiting.may_recruit(match, unit) is None)


def _end_turn(now: Workings, *, done: bool = False) -> None:
    now.events.append(TurnEnded(clause="WES-14", seat=now.acting, idle=now.actions == 0, done=done))
    _pass_on(now)


def _pass_on(now: Workings) -> None:
    """The turn goes to the next player around the table who has units; the round ends behind the last (WES-15)."""
    ranked = sorted(now.players, key=rank_of)
    at = ranked.index(now.acting)
    while True:
        at += 1
        if at == len(ranked):
            at = 0
            if now.before.settings.max_rounds and now.round >= now.before.settings.max_rounds:
                ending.limit(now)
                return
            now.round += 1
            _begin_round(now)
        seat = ranked[at]
        if not now.players[seat].left and any(unit.seat == seat for unit in now.units.values()):
            _begin_turn(now, seat)
            return


def _begin_round(now: Workings) -> None:
    time = now.now().time
    now.events.append(RoundBegan(clause="WES-15", round=now.round, time=time.name, light=time.light))
    villages.pay_income(now)


def _begin_turn(now: Workings, seat: str) -> None:
    """Everybody of *seat* may act again; who stands on an enemy's main tile now may conquer it (WES-43)."""
    now.acting, now.actions = seat, 0
    now.players = {name: player.but(rerolled=False) for name, player in now.players.items()}
    castles = {
        now.before.world.board.mains[player.castle] for player in now.playing() if player.team != now.players[seat].team
    }
    now.units = {
        name: unit.but(spent="", besieging=unit.at in castles) if unit.seat == seat else unit
        for name, unit in now.units.items()
    }
    now.events.append(TurnBegan(clause="WES-14", seat=seat))


def result(match: Match) -> Result | None:
    """How the match ended."""
    return match.result
