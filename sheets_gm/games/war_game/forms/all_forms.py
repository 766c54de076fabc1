"""The forms of each step, and the checks of orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sheets_gm.games.war_game.data.names import fold
from sheets_gm.games.war_game.data.settings import Settings
from sheets_gm.games.war_game.data.words import BENCH, JUDGE, LEADERS, MOVE, SECOND_JUDGE, SIDE_NAMES, SIDES, side_of
from sheets_gm.games.war_game.data.world import square_of
from sheets_gm.games.war_game.forms.asks import ask_forms
from sheets_gm.games.war_game.forms.judge import check_arrange, check_judge, check_note, judge_forms, unmarked
from sheets_gm.games.war_game.forms.moves import BY_ROW, OF_TEAM, moves_form
from sheets_gm.games.war_game.position.opening import command_words, opening_of, refused
from sheets_gm.games.war_game.position.orders import (
    Amend,
    Approve,
    Arrange,
    Assign,
    Bump,
    Change,
    Concede,
    Heal,
    Judge,
    Move,
    Note,
    Redesign,
    Strategy,
)
from sheets_gm.games.war_game.position.state import Army, Battle, BumpRequest, Match
from sheets_gm.games.war_game.rules.announcing import announcement
from sheets_gm.games.war_game.rules.changes import MOST_LEGEND, check_change, list_of, may_change
from sheets_gm.games.war_game.rules.combat.amendments import check_amend
from sheets_gm.games.war_game.rules.combat.bump_requests import read_bump
from sheets_gm.games.war_game.rules.combat.strategies import armies_of, check_strategy, enemies_of
from sheets_gm.games.war_game.rules.healing import HEALS_AFTER, in_primary_base
from sheets_gm.games.war_game.rules.movement.commands import read_move
from sheets_gm.games.war_game.rules.newcomers import check_redesign
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.forms import Close, Counting, Field, Form, FormRow, Idle, Kind, Typed, form_of_rows
from sheets_gm.kernel.outcome import Order, Remark
from sheets_gm.kernel.seats import Seat

STRATEGY_LETTERS = 20_000
UNITS_LETTERS = 600
CONCEDE, NOBODY = "CONCEDE", "nobody"


def open_forms(match: Match) -> tuple[Form, ...]:
    """Return the forms of the open step."""
    if match.phase == "over":
        return ()
    desk = judge_forms(match)
    if match.phase == "judging":
        return desk
    return (*(form for side in SIDES for form in _side_forms(match, side) if form.rows), *desk)


_WORD = (Field("word", Kind.TEXT, most=20),)


def _side_forms(match: Match, side: str) -> tuple[Form, ...]:
    return (
        moves_form(match, side),
        _strategies(match, side),
        _contingencies(match, side),
        _bumps(match, side),
        _heals(match, side),
        _changes(match, side),
        _assign(match, side),
        *ask_forms(match, side),
        Form("concede", LEADERS[side], Concede, _WORD, due=False, counted=Counting(confirmed=True)),
    )


def _rows(
    key: str, side: str, order: type[Order], rows: Sequence[FormRow], *, due: bool, idle: Idle | None = None
) -> Form:
    counted = Counting(idle=idle)
    return form_of_rows(key, side, order, tuple(rows), due=due, who=OF_TEAM, naming=BY_ROW, counted=counted)


def _strategies(match: Match, side: str) -> Form:
    """Build the form with a row for each army in battle.

    The player to whom an army is assigned fills in its row, so its author is known; anybody on the side may if it is
    assigned to nobody (CPW-160).
    """
    rows = []
    for battle, army in _fighters(match, side):
        player = match.assigned.get(army.name, "")
        fields = _strategy_fields(match, battle, army, (player,) if player else match.members.get(side, ()), player)
        says: dict[str, Typed] = {"battle": battle.number, "army": army.name, "contingency": False}
        row = FormRow(
            f"{battle.number} {army.name}", fields, {"battle": announcement(match, battle)},
            {**says, "author": player} if player else says,
            authors=(player,) if player else (), people=("author",),
        )  # fmt: skip
        rows.append(row)
    idle = Idle("you send no strategy", "you sent no strategy")
    return _rows("strategies", side, Strategy, rows, due=bool(rows), idle=idle)


def _contingencies(match: Match, side: str) -> Form:
    """Build the form of contingencies: for each army in battle a row that anybody on its side may fill in.

    A contingency counts only if the army's player sends no strategy (CPW-R44).
    """
    rows = []
    for battle, army in _fighters(match, side):
        fields = _strategy_fields(match, battle, army, match.members.get(side, ()), "")
        says: dict[str, Typed] = {"battle": battle.number, "army": army.name, "contingency": True}
        shown = {"battle": announcement(match, battle)}
        rows.append(FormRow(f"{battle.number} {army.name}", fields, shown, says, people=("author",)))
    return _rows("contingencies", side, Strategy, rows, due=False)


def _fighters(match: Match, side: str) -> Iterator[tuple[Battle, Army]]:
    """Yield the armies of *side* in announced battles, each with its battle."""
    for battle in match.battles:
        if battle.number:
            yield from ((battle, army) for army in armies_of(match, battle, side))


def _strategy_fields(
    match: Match, battle: Battle, army: Army, writers: tuple[str, ...], writer: str
) -> tuple[Field, ...]:
    enemies = tuple(enemy.name for enemy in enemies_of(match, battle, army))
    may_kill = army.top >= match.world.battle["kill squad"]
    return (
        Field("author", choices=writers, default=writer or None),
        Field("kill", Kind.FLAG) if may_kill else Field("kill", known=("yes",)),
        Field("victim", choices=enemies if may_kill else (), known=enemies),
        Field("text", Kind.TEXT, most=STRATEGY_LETTERS),
    )


def _bumps(match: Match, side: str) -> Form:
    """Build the form of bump requests, with a row for each joint battle of the side (CPW-180)."""
    rows = []
    for battle in (each for each in match.battles if each.number):
        ours = armies_of(match, battle, side)
        if len(ours) > 1:
            fields = (Field("writer", choices=match.members.get(side, ())), Field("line", Kind.TEXT, most=200))
            shown = {"battle": announcement(match, battle)}
            name = f"{battle.number} {listed([army.name for army in ours])}"
            rows.append(FormRow(name, fields, shown, {"battle": battle.number}, people=("writer",)))
    return _rows("bumps", side, Bump, rows, due=False)


def _heals(match: Match, side: str) -> Form:
    """Build the form of healing, with a row for each army in its primary base that does not heal by itself yet
    (CPW-133).
    """
    armies = [
        army
        for army in match.side(side)
        if in_primary_base(match, army) and army.place == army.camp and 1 <= army.turns + (not army.busy) < HEALS_AFTER
    ]
    rows = [
        FormRow(
            army.name, (Field("now", Kind.FLAG),), {"at": army.place, "units": f"{army.size:,}"}, {"army": army.name}
        )
        for army in armies
    ]
    return _rows("heals", side, Heal, rows, due=False)


def _changes(match: Match, side: str) -> Form:
    """Build the form of changes, with a row for each army that may be changed at the end of this turn (CPW-138)."""
    fields = (
        Field("units", Kind.TEXT, most=UNITS_LETTERS),
        Field("name", Kind.TEXT, most=60),
        Field("legend", Kind.TEXT, most=MOST_LEGEND),
    )
    armies = [army for army in match.side(side) if may_change(match, army)]
    rows = [FormRow(army.name, fields, {"now": list_of(army)}, {"army": army.name}) for army in armies]
    return _rows("changes", side, Change, rows, due=False)


def _assign(match: Match, side: str) -> Form:
    """Build the leader's form, which assigns armies and their battles to players at once (CPW-23, CPW-160)."""
    rows = []
    for army in match.side(side):
        player = match.assigned.get(army.name, "")
        choices = tuple(seat for seat in (*match.members.get(side, ()), NOBODY) if seat != (player or NOBODY))
        shown: dict[str, Typed] = {"at": army.place, "now": player, "fought": match.fought.get(player, 0)}
        fields = (Field("plays", choices=choices, required=True),)
        rows.append(FormRow(army.name, fields, shown, {"army": army.name}, people=("plays", "now")))
    return form_of_rows("assign", LEADERS[side], Assign, tuple(rows), due=False, close=Close.AT_ONCE, naming=BY_ROW)


# -- checks ------------------------------------------------------------------------------------------------------------


def check(match: Match, owner: str, order: Order) -> Remark | None:
    """Return why *order* is refused, or a remark on how it was read, or None."""
    if match.phase == "over":
        return refused("", "The match is over", "CPW-31")
    judging = type(order) in _JUDGE_CHECKS
    if judging is not (owner in (JUDGE, SECOND_JUDGE, BENCH)):
        return refused("", "Only the judge fills this in" if judging else "The judge is neutral", "CPW-17")
    if judging:
        return _JUDGE_CHECKS[type(order)](match, order)
    side = side_of(owner)
    if not side or match.phase != "orders":
        return refused("", "It is too late for this" if side else "This is not yours", "CPW-26")
    return _SIDE_CHECKS[type(order)](match, side, order)


def _check_move(match: Match, side: str, order: Move) -> Remark | None:
    """Return how a movement order was read, or why it is refused (CPW-67)."""
    read = read_move(opening_of(match), side, order)
    if isinstance(read, Remark):
        return read
    if not read.moves and read.verb == MOVE:
        return Remark(text=f"{read.army} stays", refuses=False, informs=True)
    note = f" ({read.note})" if read.note else ""
    text = f"{command_words(read)}{note}"
    return Remark(text=text, refuses=False, informs=not read.warns)


def _check_bump(match: Match, side: str, order: Bump) -> Remark | None:
    read = read_bump(match, side, order)
    if isinstance(read, BumpRequest):
        return Remark(text=f"{read.army} leaves to {square_of(read.place)}", refuses=False, informs=True)
    return read


def _check_heal(match: Match, side: str, order: Heal) -> Remark | None:
    army = match.find(order.army)
    if army is None or army.side != side or not in_primary_base(match, army):
        return refused("now", f"{order.army} is not in the base of its primary faction", "CPW-133")
    return None


def _check_assign(match: Match, side: str, order: Assign) -> Remark | None:
    army = match.find(order.army)
    if army is None or army.side != side:
        return refused("plays", f"{SIDE_NAMES[side]} have no army {order.army}", "CPW-23")
    if order.plays not in (*match.members.get(side, ()), NOBODY):
        return refused("plays", "That is nobody of your side", "CPW-23")
    if match.assigned.get(army.name, NOBODY) == order.plays:
        text = f"Nobody plays {army.name} now" if order.plays == NOBODY else f"This player has {army.name} already"
        return refused("plays", text, "CPW-23")
    return None


def _check_concede(_match: Match, _side: str, order: Concede) -> Remark | None:
    if (order.word or "").strip().upper() != CONCEDE:
        return refused("word", f"Write {CONCEDE} to give up", "CPW-R39", CONCEDE)
    return Remark(text="Your side gives up at the end of this step", field="word", clause="CPW-R39", refuses=False)


_SIDE_CHECKS: dict[type[Order], Callable[[Match, str, Any], Remark | None]] = {
    Move: _check_move,
    Strategy: check_strategy,
    Bump: _check_bump,
    Heal: _check_heal,
    Change: check_change,
    Assign: _check_assign,
    Concede: _check_concede,
}
_JUDGE_CHECKS: dict[type[Order], Callable[[Match, Any], Remark | None]] = {
    Judge: check_judge,
    Amend: check_amend,
    Approve: lambda _, __: None,
    Redesign: check_redesign,
    Note: check_note,
    Arrange: check_arrange,
}


def total(match: Match, _owner: str, form: str, orders: tuple[Order, ...]) -> Remark | None:
    """Return a remark on the marks that the judge's rows leave out."""
    return unmarked(match, orders) if form == "judging" else None


def fits(_match: Match, _owner: str, orders: tuple[Order, ...]) -> Sequence[Remark | None]:
    """Refuse orders that conflict: two armies with one name, or two orders of a kind for one army."""
    seen: set[tuple[str, ...]] = set()
    remarks: list[Remark | None] = []
    for order in orders:
        keys = [key for key in _keys(order) if key in seen]
        text = "Another army gets this name" if keys and keys[0][0] == "name" else "There is already an order for this"
        remarks.append(Remark(text=text, clause="CPW-70") if keys else None)
        seen.update(_keys(order))
    return remarks


def _keys(order: Order) -> list[tuple[str, ...]]:
    """Return the keys that an order claims; two orders of a seat must not claim the same."""
    fields = order.model_dump(include={"army", "battle", "contingency", "structure"})
    keys = [(order.kind, *(str(value) for value in fields.values()))]
    if isinstance(order, Change | Redesign) and order.name:
        keys.append(("name", fold(order.name)))
    return keys


def seating(settings: Settings, seats: Sequence[Seat]) -> tuple[Remark, ...]:
    """Return why a match cannot start with these people: each side needs a leader, and the match a judge (CPW-17)."""
    ids = {seat.id for seat in seats}
    missing = [seat for seat in (*LEADERS.values(), JUDGE) if seat not in ids]
    remarks = [Remark(field=seat, text=f"Nobody has the seat {seat}", clause="CPW-23") for seat in missing]
    if settings.joint_on_vs and settings.joint_side < 2:
        text = f"joint_on_vs asks for joint battles, and joint_side {settings.joint_side} allows none: write 2, or no"
        remarks.append(Remark(text=text, clause="CPW-R17"))
    return tuple(remarks)
