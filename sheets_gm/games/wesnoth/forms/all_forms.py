"""The forms that players fill in, and the checks of their orders.

The acting player's rows are carried out one by one as they are confirmed. Every player may change the standing answers
at any time. A live match waits for the player who has to answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheets_gm.games.contract import Clock
from sheets_gm.games.wesnoth.data.board import FEWEST
from sheets_gm.games.wesnoth.data.settings import Settings
from sheets_gm.games.wesnoth.data.world import World
from sheets_gm.games.wesnoth.forms.asks import ask_form
from sheets_gm.games.wesnoth.position.orders import AGAIN, END, KEEP, NONE, REROLLS, Act, Answer, SetStandingAnswers
from sheets_gm.games.wesnoth.position.state import Fight, Match, Player
from sheets_gm.games.wesnoth.rules import actions
from sheets_gm.games.wesnoth.rules.choices import NOTHING_NOW, lists
from sheets_gm.games.wesnoth.rules.odds import counters, odds, percent
from sheets_gm.games.wesnoth.rules.turn import ANY_LEADER
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.forms import Close, Counting, Field, Form, FormClock, Idle, Kind, Typed
from sheets_gm.kernel.outcome import Order, Remark
from sheets_gm.kernel.seats import Seat

ROWS = 16
"""Rows of the acting player; a row may be filled in again after it was carried out."""

TURN, REACTION = "turn", "reaction"
CLOCKS = (Clock(TURN, "a turn of a player, with all its actions"), Clock(REACTION, "a live answer"))

MOST_RESERVED = 99
ACTIONS = ("Move", "Attack", "Rest", "Recruit", "Conquest", END)


def open_forms(match: Match) -> tuple[Form, ...]:
    """Return the open forms; the first is due. While the match waits for an answer, the acting player's rows
    wait too.
    """
    if match.result is not None:
        return ()
    asked = (_answer(match, match.fight),) if match.fight is not None else ()
    answering = [player for player in match.players if not player.left]
    acting = () if match.player(match.acting).left else (_actions(match),)
    standing = (_standing_answers(match, player) for player in answering)
    return (*asked, *acting, *standing, *(ask_form(match, player) for player in answering))


# -- actions -----------------------------------------------------------------------------------------------------------


def _actions(match: Match) -> Form:
    legal = lists(match) if match.fight is None else NOTHING_NOW
    index = match.index
    own_pawns = [index.pawn(unit) for unit in index.units_of(match.acting)]
    units = tuple(unit.label for unit in match.units)
    attacks = tuple(dict.fromkeys(attack.label for pawn in own_pawns for attack in pawn.attacks))
    advances = tuple(dict.fromkeys(name for pawn in own_pawns for name in pawn.advances))
    # the fields that narrow the others are last: the random player begins with the last
    fields = (
        Field("route", Kind.TEXT),
        Field("reroll", choices=legal.rerolls, known=REROLLS, optional=True),
        Field("advance", choices=legal.advances, known=(*advances, NONE), optional=True),
        Field("attack", choices=legal.attacks, known=attacks),
        Field("to", choices=legal.ends, known=match.world.board.tiles, way="route"),
        Field("action", choices=legal.actions, known=ACTIONS),
        Field("recruit", choices=legal.recruits, known=match.world.tables.names),
        Field("target", choices=legal.targets, known=units),
        Field("unit", choices=legal.units, known=units),
    )
    return Form(
        "actions",
        match.acting,
        Act,
        fields,
        rows=ROWS,
        due=match.fight is None,
        close=Close.AT_ONCE,
        given=legal.given,
        clock=FormClock(TURN, f"round {match.round}"),
        counted=Counting(idle=Idle("", "your turn ended")),
    )


def check_act(match: Match, seat: str, order: Act) -> Remark | None:
    """Return why an action is illegal, or the odds of an attack."""
    action = actions.read(match, seat, order)
    return action if isinstance(action, Remark) else actions.forecast(match, action)


# -- live answers ------------------------------------------------------------------------------------------------------


def answers(match: Match, fight: Fight) -> tuple[str, ...]:
    """Return the legal answers."""
    index = match.index
    striker = index.by_id[fight.striker]
    if fight.stage == "counter":
        first_attack = index.pawn(index.by_id[fight.attacker]).by_label[fight.attack]
        return (*(attack.label for attack in counters(match, first_attack, striker)), NONE)
    if fight.stage == "reroll":
        return (KEEP, AGAIN)
    return (*index.pawn(striker).advances, NONE)


def _question(match: Match, fight: Fight) -> str:
    index = match.index
    striker = index.by_id[fight.striker]
    if fight.stage == "advance":
        return f"{striker.label} can advance for {fight.price} gold. To which unit?"
    attacker, defender = index.by_id[fight.attacker], index.by_id[fight.defender]
    if fight.stage == "counter":
        return f"{attacker.label} attacks {defender.label} with {fight.attack}. Which counter attack?"
    target = defender if striker is attacker else attacker
    label = fight.attack if striker is attacker else fight.counter
    attack = index.pawn(striker).by_label[label]
    chance = percent(odds(match, striker, attack, target).kill)
    dice = " ".join(map(str, fight.dice))
    price = match.settings.reroll_price
    return f"{striker.label} rolled {dice} against {target.label} ({chance} to kill). Reroll for {price} gold?"


def _answer(match: Match, fight: Fight) -> Form:
    striker = match.index.by_id[fight.striker]
    shown: dict[str, Typed] = {"question": _question(match, fight)}
    field = Field("answer", choices=answers(match, fight), required=True)
    # no two questions of an action are alike, and each action has its own number
    period = f"round {match.round}, action {match.actions} of {match.acting}: {fight.stage} of {striker.id}"
    return Form(
        "answers",
        striker.seat,
        Answer,
        (field,),
        close=Close.AT_ONCE,
        shown=shown,
        clock=FormClock(REACTION, period=period, reaction=True),
    )


def check_answer(match: Match, seat: str, order: Answer) -> Remark | None:
    """Return why a live answer is illegal, or None."""
    if match.fight is None or match.index.by_id[match.fight.striker].seat != seat:
        return Remark(text="You have no question to answer now", clause="WES-48")
    legal = answers(match, match.fight)
    if order.answer not in legal:
        text = f"“{order.answer}” is not one of the answers"
        return Remark(field="answer", text=text, instead=legal[0], clause="WES-48")
    return None


# -- standing answers --------------------------------------------------------------------------------------------------


def _standing_answers(match: Match, player: Player) -> Form:
    now = player.wishes
    favours = _favours(match.world, player.faction)
    favoured = (*now.favour, None, None, None)
    fields = (
        Field("counter", choices=("best", "first", "none"), default=now.counter, optional=True),
        Field("reroll", choices=REROLLS, default=now.reroll, optional=True),
        Field("advance", choices=("always", "free", "never"), default=now.advance, optional=True),
        *(Field(f"favour_{at}", choices=favours, default=favoured[at - 1], optional=True) for at in (1, 2, 3)),
        Field("reserve", Kind.WHOLE, default=now.reserve, low=0, high=MOST_RESERVED, optional=True),
    )
    return Form("wishes", player.seat, SetStandingAnswers, fields, due=False, close=Close.AT_ONCE)


def _favours(world: World, faction: str) -> tuple[str, ...]:
    """Return the pawns between which units of *faction* can choose when several advancements are possible."""
    pawns = [pawn for pawn in world.tables.pawns.values() if pawn.faction == faction and len(pawn.advances) > 1]
    return tuple(dict.fromkeys(name for pawn in pawns for name in pawn.advances))


def check_standing_answers(match: Match, seat: str, order: SetStandingAnswers) -> Remark | None:
    """Return why standing answers are illegal, or None."""
    player = next((each for each in match.players if each.seat == seat), None)
    if player is None or player.left:
        return Remark(text="Only a player in the game has standing answers", clause="WES-31")
    names = {name for pawn in match.world.tables.pawns.values() for name in pawn.advances}
    for at, name in enumerate((order.favour_1, order.favour_2, order.favour_3), start=1):
        if name and name not in names:
            return Remark(field=f"favour_{at}", text=f"No unit can advance to “{name}”", clause="WES-42")
    if not 0 <= order.reserve <= MOST_RESERVED:
        text = f"The gold to keep must be 0 to {MOST_RESERVED}"
        return Remark(field="reserve", text=text, instead="0", clause="WES-10")
    return None


def check(match: Match, seat: str, order: Order) -> Remark | None:
    """Return why *order* is illegal, or the odds of an attack, or None."""
    if isinstance(order, Act):
        return check_act(match, seat, order)
    if isinstance(order, Answer):
        return check_answer(match, seat, order)
    if isinstance(order, SetStandingAnswers):
        return check_standing_answers(match, seat, order)
    return Remark(text="This is not an order of this game")


# -- seating -----------------------------------------------------------------------------------------------------------


def seating(settings: Settings, seats: Sequence[Seat]) -> tuple[Remark, ...]:
    """Return why these people cannot start a match (WES-4, WES-7, WES-9)."""
    remarks: list[Remark] = []
    tables, teams = settings.world.tables, settings.team_of
    names: dict[str, str] = {}
    for seat in seats:
        if seat.id not in teams:
            text = f"The map has castles for {', '.join(teams)}, not for “{seat.id}”"
            remarks.append(Remark(field=seat.id, text=text, clause="WES-9"))
        remarks += _traits(tables.factions, tables.leaders, seat)
        if seat.player in names:
            text = f"{seat.player} already plays {names[seat.player]}. Give every player a different name"
            remarks.append(Remark(field=seat.id, text=text))
        names.setdefault(seat.player, seat.id)
    sides = tuple(dict.fromkeys(teams.values()))
    if len({teams.get(seat.id) for seat in seats}) < FEWEST:
        text = f"A match needs players in at least two teams. The teams are {listed(sides)}"
        remarks.append(Remark(text=text, clause="WES-9"))
    return tuple(remarks)


def _traits(factions: Mapping[str, object], leaders: Mapping[str, Sequence[str]], seat: Seat) -> list[Remark]:
    faction, leader = seat.trait("faction"), seat.trait("leader")
    if faction not in factions:
        text = f"There is no faction “{faction}”. The factions are {', '.join(factions)}"
        return [Remark(field=seat.id, text=text, clause="WES-7")]
    if leader not in ("", ANY_LEADER, *leaders[faction]):
        text = f"{leader} cannot lead {faction}. Its leaders are {', '.join(leaders[faction])}"
        return [Remark(field=seat.id, text=text, instead=leaders[faction][0], clause="WES-4")]
    return []
