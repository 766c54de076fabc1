"""What players may fill in, and what is wrong with what they did.

Law: a form lists exactly what is legal for its seat; what it does not list is refused with its reason and the nearest
that can be. The set of actions has forms and checks of its own, in `sets`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sheets_gm.games.champions.acts import check_act, fits_acts
from sheets_gm.games.champions.data import FEWEST, MOST_LOOT, Settings
from sheets_gm.games.champions.equipment import SLOTS, check_equip, fits_equip, may_dress, wearable
from sheets_gm.games.champions.looting import SHORT, actions
from sheets_gm.games.champions.movement import reach
from sheets_gm.games.champions.orders import Act, Equip, Loot, Move
from sheets_gm.games.champions.sets import set_form
from sheets_gm.games.champions.state import Match, Player
from sheets_gm.games.champions.tiles import kind
from sheets_gm.games.champions.turn import room_for
from sheets_gm.games.champions.words import ANY, CATEGORIES
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.forms import Field, Form, FormRow, Typed, form_of_rows
from sheets_gm.kernel.outcome import Order, Remark
from sheets_gm.kernel.seats import Seat

LOOTS = tuple(f"loot_{number}" for number in range(1, MOST_LOOT + 1))


def open_forms(match: Match) -> tuple[Form, ...]:
    """The forms of the open phase."""
    if match.phase == "movement":
        return tuple(_movement(match, player) for player in match.alive)
    if match.phase == "looting":
        return tuple(_looting(match, player) for player in match.alive)
    if match.phase == "equipment":
        return tuple(_equipment(match, player) for player in match.alive if may_dress(match, player))
    if match.phase == "battle":
        return tuple(set_form(match, player) for player in match.alive if match.fights_of(player.seat))
    return ()


def _movement(match: Match, player: Player) -> Form:
    shown: dict[str, Typed] = {"at": player.at, "kind": kind(match.size, player.at)}
    field = Field("move_to", choices=reach(match, player), known=match.board.tiles)
    return Form("movement", player.seat, Move, (field,), shown=shown)


def _looting(match: Match, player: Player) -> Form:
    shown: dict[str, Typed] = {"at": player.at, "kind": kind(match.size, player.at)}
    may = actions(match, player)
    return Form("looting", player.seat, Loot, _loot_fields(may), due=may > 0, shown=shown)


@lru_cache(maxsize=16)
def _loot_fields(may: int) -> tuple[Field, ...]:
    return tuple(
        Field(name, choices=(*CATEGORIES, ANY), known=tuple(SHORT), default=ANY)
        if at < may
        else Field(name, known=(*CATEGORIES, ANY, *SHORT))
        for at, name in enumerate(LOOTS)
    )


def _equipment(match: Match, player: Player) -> Form:
    rows = []
    for champion in player.living:
        worn = dict(zip(SLOTS, [match.armoury[item].label for item in champion.items], strict=False))
        if champion.armor:
            worn["armor"] = match.armoury[champion.armor].label
        fields = tuple(
            Field(
                slot,
                choices=tuple(item.label for item in wearable(match, player, champion.type, slot)),
                known=match.armoury.spellings,
                default=worn.get(slot),
            )
            for slot in SLOTS
        )
        says = {"champion": champion.type}
        rows.append(FormRow(champion.type, fields, {"health": champion.health}, says))
    return form_of_rows("equipment", player.seat, Equip, tuple(rows))


def check(match: Match, seat: str, order: Order) -> Remark | None:
    """Why *order* cannot stand, a warning, or None."""
    player = next((each for each in match.alive if each.seat == seat), None)
    if player is None:
        return Remark(text="it has no living Champion", clause="CBR-R29")
    asked = {"movement": Move, "looting": Loot, "equipment": Equip, "battle": Act}
    if not isinstance(order, asked.get(match.phase, ())):
        return Remark(text=f"this is not asked for in the phase {match.phase}", clause="CBR-6")
    if isinstance(order, Move):
        return _check_move(match, player, order)
    if isinstance(order, Loot):
        return _check_loot(match, player, order)
    if isinstance(order, Equip):
        return check_equip(match, seat, order)
    return check_act(match, player, order) if isinstance(order, Act) else None


def _check_move(match: Match, player: Player, order: Move) -> Remark | None:
    goal = order.move_to
    if goal is None or goal in reach(match, player):
        return None
    if goal not in match.board:
        return Remark(field="move_to", text=f"there is no tile {goal}", instead=player.at, clause="CBR-R5")
    near = min(reach(match, player), key=lambda tile: match.board.distance(tile, goal))
    text = f"{goal} is {match.board.distance(player.at, goal)} tiles away, and 1 is the most"
    return Remark(field="move_to", text=text, instead=near, clause="CBR-7")


def _check_loot(match: Match, player: Player, order: Loot) -> Remark | None:
    may = actions(match, player)
    for at, (name, text) in enumerate(zip(LOOTS, order.categories, strict=True)):
        if text is None:
            continue
        if at >= may:
            few = f"you have {may} looting actions; leave it empty, or wear what gives one more"
            return Remark(field=name, text=few, clause="CBR-13")
        if SHORT.get(text.upper(), text) not in (*CATEGORIES, ANY):
            return Remark(field=name, text=f"there is no category {text}", instead=ANY, clause="CBR-11")
    return None


def fits(match: Match, seat: str, orders: tuple[Order, ...]) -> Sequence[Remark | None]:
    """What is wrong with a seat's orders taken together."""
    if match.phase == "equipment":
        return fits_equip(match, seat, orders)
    if match.phase == "battle":
        return fits_acts(match, match.player(seat), orders)
    seen: set[str] = set()
    remarks: list[Remark | None] = []
    for order in orders:
        remarks.append(Remark(text="one order is enough") if order.kind in seen else None)
        seen.add(order.kind)
    return remarks


def seating(settings: Settings, seats: Sequence[Seat]) -> tuple[Remark, ...]:
    """Why these people cannot start a match (CBR-1, CBR-4, R1)."""
    remarks: list[Remark] = []
    room = room_for(settings)
    most = min(settings.max_players, room)
    if not FEWEST <= len(seats) <= most:
        text = f"{counted(len(seats), 'player is', 'players are')} at the table, and {FEWEST} to {most} can play"
        remarks.append(Remark(text=text, clause="CBR-4" if room < settings.max_players else "CBR-R1"))
    names: dict[str, str] = {}
    for seat in seats:
        if seat.player in names:
            text = f"{seat.player} already plays {names[seat.player]}; give everybody a name of their own"
            remarks.append(Remark(field=seat.id, text=text))
        names.setdefault(seat.player, seat.id)
    return tuple(remarks)
