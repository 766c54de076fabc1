"""What players may fill in, and what is wrong with what they did.

Law: the acting player's rows are taken one by one, in order, as they are confirmed; everybody may change standing
answers at any time; where the match is played live, it waits for the answer of whoever has to give one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheets_gm.games.wesnoth import deeds
from sheets_gm.games.wesnoth.board import FEWEST
from sheets_gm.games.wesnoth.choices import NOTHING_NOW, Lists, lists
from sheets_gm.games.wesnoth.data import Settings
from sheets_gm.games.wesnoth.odds import counters, odds, percent
from sheets_gm.games.wesnoth.orders import AGAIN, END, KEEP, NONE, REROLLS, Act, Answer, Wish
from sheets_gm.games.wesnoth.state import Fight, Match, Player, remembered, sight
from sheets_gm.games.wesnoth.turn import ANY_LEADER
from sheets_gm.games.wesnoth.world import World
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.forms import Close, Field, Form, Kind, Typed
from sheets_gm.kernel.outcome import Order, Remark
from sheets_gm.kernel.seats import Seat

ROWS = 16
"""Rows of the acting player; a row that is done may be filled in again."""

MOST_RESERVED = 99
ACTIONS = ("Move", "Attack", "Rest", "Recruit", "Conquest", END)


def open_forms(match: Match) -> tuple[Form, ...]:
    """The forms of the open step: first that of whoever the table waits for.

    While an answer is asked, the acting player's rows stay where they are, and go on behind it.
    """
    if match.result is not None:
        return ()
    asked = (_answer(match, match.fight),) if match.fight is not None else ()
    return (*asked, _actions(match), *(_wishes(match, player) for player in match.players if not player.left))


# -- actions -----------------------------------------------------------------------------------------------------------


def _actions(match: Match) -> Form:
    told = lists(match) if match.fight is None else NOTHING_NOW
    known = _known(match)
    # the fields that narrow the others stand last, so that whoever tries them in turn tries those first
    fields = (
        Field("route", Kind.TEXT),
        Field("reroll", choices=told.rerolls, known=REROLLS),
        Field("advance", choices=told.advances, known=(*known.pawns, NONE)),
        Field("attack", choices=told.attacks, known=known.attacks),
        Field("to", choices=told.ends, known=match.world.board.tiles),
        Field("action", choices=told.actions, known=ACTIONS),
        Field("recruit", choices=told.recruits, known=known.everybody),
        Field("target", choices=told.targets, known=known.labels),
        Field("unit", choices=told.units, known=known.labels),
    )
    return Form(
        "actions", match.acting, Act, fields, rows=ROWS, due=match.fight is None, close=Close.AT_ONCE, given=told.given
    )


class _Known:
    """Names that mean something in a position, legal now or not."""

    def __init__(self, match: Match) -> None:
        look = sight(match)
        own = [look.pawn(unit) for unit in look.units_of(match.acting)]
        self.labels = tuple(unit.label for unit in match.units)
        self.attacks = tuple(dict.fromkeys(attack.label for pawn in own for attack in pawn.attacks))
        self.pawns = tuple(dict.fromkeys(name for pawn in own for name in pawn.advances))
        self.everybody = match.world.tables.names


@remembered
def _known(match: Match) -> _Known:
    return _Known(match)


def check_act(match: Match, seat: str, order: Act) -> Remark | None:
    """What is wrong with an action, or what an attack is likely to do."""
    deed = deeds.read(match, seat, order)
    return deed if isinstance(deed, Remark) else deeds.prospects(match, deed)


# -- live answers ------------------------------------------------------------------------------------------------------


def answers(match: Match, fight: Fight) -> tuple[str, ...]:
    """What the one who is asked may answer."""
    look = sight(match)
    striker = look.by_id[fight.striker]
    if fight.stage == "counter":
        own = look.pawn(look.by_id[fight.attacker]).by_label[fight.attack]
        return (*(attack.label for attack in counters(match, own, striker)), NONE)
    if fight.stage == "reroll":
        return (KEEP, AGAIN)
    return (*look.pawn(striker).advances, NONE)


def _question(match: Match, fight: Fight) -> str:
    look = sight(match)
    striker = look.by_id[fight.striker]
    if fight.stage == "advance":
        return f"{striker.label} may advance for {fight.price} gold. Into whom?"
    attacker, defender = look.by_id[fight.attacker], look.by_id[fight.defender]
    if fight.stage == "counter":
        return f"{attacker.label} attacks {defender.label} with {fight.attack}. Counter?"
    target = defender if striker is attacker else attacker
    label = fight.attack if striker is attacker else fight.counter
    attack = look.pawn(striker).by_label[label]
    chance = percent(odds(match, striker, attack, target).kill)
    dice = " ".join(map(str, fight.dice))
    return f"{striker.label} threw {dice} against {target.label} ({chance} to kill). Throw again for 1 gold?"


def _answer(match: Match, fight: Fight) -> Form:
    striker = sight(match).by_id[fight.striker]
    shown: dict[str, Typed] = {"question": _question(match, fight)}
    field = Field("answer", choices=answers(match, fight), required=True)
    return Form("answers", striker.seat, Answer, (field,), close=Close.AT_ONCE, shown=shown)


def check_answer(match: Match, seat: str, order: Answer) -> Remark | None:
    """What is wrong with a live answer."""
    if match.fight is None or sight(match).by_id[match.fight.striker].seat != seat:
        return Remark(text="nothing is asked of you now", clause="WES-48")
    may = answers(match, match.fight)
    if order.answer not in may:
        return Remark(field="answer", text=f"«{order.answer}» is no answer to this", instead=may[0], clause="WES-48")
    return None


# -- standing answers --------------------------------------------------------------------------------------------------


def _wishes(match: Match, player: Player) -> Form:
    wishes = player.wishes
    favours = _favours(match.world, player.faction)
    held = (*wishes.favour, None, None, None)
    fields = (
        Field("counter", choices=("best", "first", "none"), default=wishes.counter),
        Field("reroll", choices=REROLLS, default=wishes.reroll),
        Field("advance", choices=("always", "free", "never"), default=wishes.advance),
        *(Field(f"favour_{at}", choices=favours, default=held[at - 1]) for at in (1, 2, 3)),
        Field("reserve", Kind.WHOLE, default=wishes.reserve, low=0, high=MOST_RESERVED),
    )
    return Form("wishes", player.seat, Wish, fields, due=False, close=Close.AT_ONCE)


def _favours(world: World, faction: str) -> tuple[str, ...]:
    """Pawns that units of *faction* become where they may become several."""
    own = [pawn for pawn in world.tables.pawns.values() if pawn.faction == faction and len(pawn.advances) > 1]
    return tuple(dict.fromkeys(name for pawn in own for name in pawn.advances))


def check_wish(match: Match, seat: str, order: Wish) -> Remark | None:
    """What is wrong with standing answers."""
    player = next((each for each in match.players if each.seat == seat), None)
    if player is None or player.left:
        return Remark(text="only a player in the game has standing answers", clause="WES-31")
    known = {name for pawn in match.world.tables.pawns.values() for name in pawn.advances}
    for at, name in enumerate((order.favour_1, order.favour_2, order.favour_3), start=1):
        if name and name not in known:
            return Remark(field=f"favour_{at}", text=f"nobody can become «{name}»", clause="WES-42")
    if not 0 <= order.reserve <= MOST_RESERVED:
        return Remark(field="reserve", text="that is no sum of gold", instead="0", clause="WES-10")
    return None


def check(match: Match, seat: str, order: Order) -> Remark | None:
    """Why *order* cannot stand, what is good to know of it, or None."""
    if isinstance(order, Act):
        return check_act(match, seat, order)
    if isinstance(order, Answer):
        return check_answer(match, seat, order)
    if isinstance(order, Wish):
        return check_wish(match, seat, order)
    return Remark(text="this is no order of this game")


# -- seating -----------------------------------------------------------------------------------------------------------


def seating(settings: Settings, seats: Sequence[Seat]) -> tuple[Remark, ...]:
    """Why these people cannot start a match (WES-4, WES-7, WES-9)."""
    remarks: list[Remark] = []
    known, teams = settings.world.tables, settings.team_of
    names: dict[str, str] = {}
    for seat in seats:
        if seat.id not in teams:
            text = f"the map has castles for {', '.join(teams)}, not for «{seat.id}»"
            remarks.append(Remark(field=seat.id, text=text, clause="WES-9"))
        remarks += _traits(known.factions, known.leaders, seat)
        if seat.player in names:
            text = f"{seat.player} already plays {names[seat.player]}; give everybody a name of their own"
            remarks.append(Remark(field=seat.id, text=text))
        names.setdefault(seat.player, seat.id)
    sides = tuple(dict.fromkeys(teams.values()))
    if len({teams.get(seat.id) for seat in seats}) < FEWEST:
        remarks.append(
            Remark(
                text=f"at least two teams are needed; there are {listed(sides)}: seat people in several", clause="WES-9"
            )
        )
    return tuple(remarks)


def _traits(factions: Mapping[str, object], leaders: Mapping[str, Sequence[str]], seat: Seat) -> list[Remark]:
    faction, leader = seat.trait("faction"), seat.trait("leader")
    if faction not in factions:
        text = f"«{faction}» is no faction; there are {', '.join(factions)}"
        return [Remark(field=seat.id, text=text, clause="WES-7")]
    if leader not in ("", ANY_LEADER, *leaders[faction]):
        text = f"{leader} cannot lead {faction}; there are {', '.join(leaders[faction])}"
        return [Remark(field=seat.id, text=text, instead=leaders[faction][0], clause="WES-4")]
    return []


__all__ = ["Lists", "answers", "check", "open_forms", "seating"]
