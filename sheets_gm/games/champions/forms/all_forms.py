"""The forms of each phase, and the checks of orders.

A form lists exactly the legal choices of its seat. Anything else is refused with a reason and the nearest legal choice.
The form of a set is in `sets`, the checks of its actions in `actions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sheets_gm.games.champions.data.numbers import FEWEST
from sheets_gm.games.champions.data.settings import Settings
from sheets_gm.games.champions.data.tiles import kind
from sheets_gm.games.champions.data.words import ANY, CATEGORIES
from sheets_gm.games.champions.forms.actions import check_action, fits_actions
from sheets_gm.games.champions.forms.asks import ask_form
from sheets_gm.games.champions.forms.sets import set_form
from sheets_gm.games.champions.position.orders import LOOTS, Act, Equip, Loot, Move
from sheets_gm.games.champions.position.state import Match, Player
from sheets_gm.games.champions.rules.equipment import SLOTS, check_equip, fits_equip, wearable
from sheets_gm.games.champions.rules.looting import SHORT, action_count
from sheets_gm.games.champions.rules.movement import reach
from sheets_gm.games.champions.rules.turn import room_for
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.forms import Counting, Field, Form, FormRow, Idle, Typed, form_of_rows
from sheets_gm.kernel.outcome import Order, Remark
from sheets_gm.kernel.seats import Seat


def open_forms(match: Match) -> tuple[Form, ...]:
    """Return the forms of the open phase, and the question forms of every phase."""
    if match.phase == "over":
        return ()
    return (*_of_phase(match), *(ask_form(match, player) for player in match.alive))


def _of_phase(match: Match) -> tuple[Form, ...]:
    if match.phase == "movement":
        return tuple(_movement(match, player) for player in match.alive)
    if match.phase == "looting":
        return tuple(_looting(match, player) for player in match.alive)
    if match.phase == "equipment":
        return tuple(_equipment(match, player) for player in match.alive)
    if match.phase == "battle":
        fighting = tuple(player for player in match.alive if match.fights_of(player.seat))
        # after everybody who fights gave up, the phase ends by itself, because nobody's form is due
        asked = fighting if match.settings.show_names else ()  # R5: who is asked must not tell who shares a tile
        return tuple(set_form(match, player) for player in asked or match.alive)
    return ()


def _movement(match: Match, player: Player) -> Form:
    shown: dict[str, Typed] = {"at": player.at, "kind": kind(match.size, player.at)}
    field = Field("move_to", choices=reach(match, player), known=match.board.tiles)
    idle = Idle(f"you stay at {player.at}", f"you stayed at {player.at}")
    return Form("movement", player.seat, Move, (field,), shown=shown, counted=Counting(idle=idle))


def _looting(match: Match, player: Player) -> Form:
    shown: dict[str, Typed] = {"at": player.at, "kind": kind(match.size, player.at)}
    may = action_count(match, player)
    idle = Idle("you loot whatever is there", "you looted whatever was there")
    return Form("looting", player.seat, Loot, _loot_fields(may), due=may > 0, shown=shown, counted=Counting(idle=idle))


@lru_cache(maxsize=16)
def _loot_fields(may: int) -> tuple[Field, ...]:
    return tuple(
        Field(name, choices=(*CATEGORIES, ANY), known=tuple(SHORT), default=ANY, optional=True)
        if at < may
        else Field(name, known=(*CATEGORIES, ANY, *SHORT), optional=True)
        for at, name in enumerate(LOOTS)
    )


def _equipment(match: Match, player: Player) -> Form:
    rows = []
    for champion in player.living:
        worn = dict(zip(SLOTS, [match.item_table[item].label for item in champion.items], strict=False))
        if champion.armor:
            worn["armor"] = match.item_table[champion.armor].label
        fields = tuple(
            Field(
                slot,
                choices=tuple(item.label for item in wearable(match, player, champion.type, slot)),
                known=match.item_table.spellings,
                default=worn.get(slot),
                optional=True,  # R10
            )
            for slot in SLOTS
        )
        says = {"champion": champion.type}
        rows.append(FormRow(champion.type, fields, {"health": champion.health}, says))
    idle = Idle("your Champions keep what they wear", "your Champions kept what they wore")
    return form_of_rows("equipment", player.seat, Equip, tuple(rows), counted=Counting(idle=idle))


def check(match: Match, seat: str, order: Order) -> Remark | None:
    """Return why *order* is refused, a warning, or None."""
    player = next((each for each in match.alive if each.seat == seat), None)
    if player is None:
        return Remark(text="You have no living Champion", clause="CBR-R29")
    expected = {"movement": Move, "looting": Loot, "equipment": Equip, "battle": Act}
    if not isinstance(order, expected.get(match.phase, ())):
        return Remark(text=f"This order is not possible in the {match.phase.title()} phase", clause="CBR-6")
    if isinstance(order, Move):
        return _check_move(match, player, order)
    if isinstance(order, Loot):
        return _check_loot(match, player, order)
    if isinstance(order, Equip):
        return check_equip(match, seat, order)
    return check_action(match, player, order) if isinstance(order, Act) else None


def _check_move(match: Match, player: Player, order: Move) -> Remark | None:
    goal = order.move_to
    if goal is None or goal in reach(match, player):
        return None
    if goal not in match.board:
        return Remark(field="move_to", text=f"There is no tile {goal}", instead=player.at, clause="CBR-R5")
    near = min(reach(match, player), key=lambda tile: match.board.distance(tile, goal))
    text = f"{goal} is {match.board.distance(player.at, goal)} tiles away; you can move only 1"
    return Remark(field="move_to", text=text, instead=near, clause="CBR-7")


def _check_loot(match: Match, player: Player, order: Loot) -> Remark | None:
    may = action_count(match, player)
    for at, (name, text) in enumerate(zip(LOOTS, order.categories, strict=True)):
        if text is None:
            continue
        if at >= may:
            few = f"You have only {counted(may, 'looting action')}, so this one is not used"
            return Remark(field=name, text=few, refuses=False, clause="CBR-13")
        if SHORT.get(text.upper(), text) not in (*CATEGORIES, ANY):
            return Remark(field=name, text=f"There is no category {text}", instead=ANY, clause="CBR-11")
    return None


def fits(match: Match, seat: str, orders: tuple[Order, ...]) -> Sequence[Remark | None]:
    """Return what is wrong with a seat's orders together: a remark or None for each."""
    if match.phase == "equipment":
        return fits_equip(match, seat, orders)
    if match.phase == "battle":
        return fits_actions(match, match.player(seat), orders)
    seen: set[str] = set()
    remarks: list[Remark | None] = []
    for order in orders:
        remarks.append(Remark(text="There is already an order of this kind") if order.kind in seen else None)
        seen.add(order.kind)
    return remarks


def seating(settings: Settings, seats: Sequence[Seat]) -> tuple[Remark, ...]:
    """Return why a match cannot start with these players (CBR-1, CBR-4, R1)."""
    remarks: list[Remark] = []
    room = room_for(settings)
    most = min(settings.max_players, room)
    players = sum(not seat.neutral for seat in seats)
    if not FEWEST <= players <= most:
        text = f"The roster has {counted(players, 'player')}; {FEWEST} to {most} can play"
        remarks.append(Remark(text=text, clause="CBR-4" if room < settings.max_players else "CBR-R1"))
    names: dict[str, str] = {}
    for seat in seats:
        if seat.player in names:
            text = f"{seat.player} is also the name of {names[seat.player]}; give each player a different name"
            remarks.append(Remark(field=seat.id, text=text))
        names.setdefault(seat.player, seat.id)
    return tuple(remarks)
