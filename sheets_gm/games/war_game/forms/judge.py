"""The forms of the judge (rulebook 1.4): marks for battles, answers to legends, notes, newcomers, arranged endings."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.games.war_game.data.words import BASE, FEATURE, SIDES, STRONGHOLD
from sheets_gm.games.war_game.forms.moves import BY_ROW
from sheets_gm.games.war_game.position.events import Part
from sheets_gm.games.war_game.position.opening import refused
from sheets_gm.games.war_game.position.orders import Amend, Approve, Arrange, Judge, Note, Redesign
from sheets_gm.games.war_game.position.state import Battle, Match
from sheets_gm.games.war_game.rules.changes import MOST_LEGEND, list_of, may_change, waiting_legends
from sheets_gm.games.war_game.rules.combat.amendments import possible_winners
from sheets_gm.games.war_game.rules.combat.battles import FIRST, SECOND
from sheets_gm.games.war_game.rules.combat.losses import after_losses, percentages
from sheets_gm.games.war_game.rules.combat.marks import default_winner, missing_marks
from sheets_gm.games.war_game.rules.combat.odds import odds_of, share
from sheets_gm.games.war_game.rules.combat.queue import QueueRow, queue_row
from sheets_gm.games.war_game.rules.combat.strategies import battle_of
from sheets_gm.games.war_game.rules.turn import needs_judge
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.forms import Close, Counting, Field, Form, FormRow, Given, Kind, Who, form_of_rows
from sheets_gm.kernel.outcome import Order, Remark

REASON_LETTERS = 1000
NOTES = 3
DRAW = "draw"


def judge_forms(match: Match) -> tuple[Form, ...]:
    """Return the forms that the judge may fill in now."""
    reason = Field("reason", Kind.TEXT, most=REASON_LETTERS)
    structures = tuple(
        each.name for each in match.world.structures.values() if each.kind in (BASE, STRONGHOLD, FEATURE)
    )
    note = (Field("structure", choices=structures), Field("text", Kind.TEXT, most=REASON_LETTERS))
    redesign = (
        Field("army", Kind.TEXT, most=60),
        Field("units", Kind.TEXT, most=600),
        Field("name", Kind.TEXT, most=60),
        Field("legend", Kind.TEXT, most=MOST_LEGEND),
        reason,
    )
    ending = (Field("winner", Kind.TEXT, most=20), reason)
    owner, both = match.bench, len(match.judges) > 1
    always = (
        Form("notes", owner, Note, note, rows=NOTES, due=False, who=Who(team=both)),
        Form("newcomers", owner, Redesign, redesign, due=False, who=Who(team=both)),
        Form("ending", owner, Arrange, ending, due=False, who=Who(team=both), counted=Counting(confirmed=True)),
    )
    judging = match.phase == "judging"
    step = (_marks(match),) if judging else _amendments(match)
    return (*(form for form in (*step, _approvals(match)) if form.rows or form.close is Close.AT_ONCE), *always)


def _amendments(match: Match) -> tuple[Form, ...]:
    """Return the form that amends results of the last turn; each row counts at once (CPW-18)."""
    winners = possible_winners(match)
    if not winners:
        return ()
    sides = tuple(side for side in (FIRST, SECOND) if any(side in each for each in winners.values()))
    fields = (
        Field("battle", choices=tuple(winners), required=True),
        Field("winner", choices=sides, known=(FIRST, SECOND)),
        Field("losses", Kind.TEXT, most=12),
        Field("reason", Kind.TEXT, most=REASON_LETTERS),
    )
    given: Given = {("battle", number): {"winner": each} for number, each in winners.items()}
    both = len(match.judges) > 1
    return (Form("amend", match.bench, Amend, fields, due=False, close=Close.AT_ONCE, given=given, who=Who(team=both)),)


def _marks(match: Match) -> Form:
    """Build the judge's queue: a row for each announced battle."""
    rows = tuple(_mark_row(match, battle) for battle in match.battles if battle.number)
    who = Who(team=len(match.judges) > 1)
    return form_of_rows("judging", match.bench, Judge, rows, who=who, naming=BY_ROW)


def _mark_row(match: Match, battle: Battle) -> FormRow:
    row, table = queue_row(match, battle), match.world.battle
    most = table["strategy most"]

    def mark(name: str) -> Field:
        return Field(name, Kind.WHOLE, low=0, high=most)

    fields = [mark("first"), mark("second")]
    fields.append(mark("first_joint") if len(battle.first) > 1 else Field("first_joint"))
    fields.append(mark("second_joint") if len(battle.second) > 1 else Field("second_joint"))
    fields += [mark(name) for name in ("first_kill", "second_escape", "second_kill", "first_escape")]
    fields += [
        Field("adjust", Kind.WHOLE, low=-table["adjustment most"], high=table["adjustment most"]),
        Field("winner", choices=(FIRST, SECOND)),
        Field("losses", Kind.TEXT, most=12),
        Field("siege", Kind.FLAG),
        Field("reason", Kind.TEXT, most=REASON_LETTERS),
    ]
    shown = {
        "battle": row.announcement,
        "forces": f"{row.first} / {row.second}",
        "bonuses": f"{_parts(row.first_parts)} / {_parts(row.second_parts)}",
        "odds": f"{row.chance} %",
        "notes": "; ".join(each for each in (row.kills, _without(row)) if each),
        "first_text": _texts(match, battle, battle.first),
        "second_text": _texts(match, battle, battle.second),
    }
    return FormRow(str(battle.number), tuple(fields), shown, {"battle": battle.number})


def _texts(match: Match, battle: Battle, armies: Sequence[str]) -> str:
    """Return what *armies* of a side sent for a battle; contingencies only if there is no strategy (CPW-R44)."""
    sent = [each for each in match.sent if each.battle == battle.number and each.army in armies and each.text]
    counted = [each for each in sent if not each.contingency] or sent
    return "\n\n".join(each.text or "" for each in sorted(counted, key=lambda each: each.army))


def _without(row: QueueRow) -> str:
    """Say who sent no strategy, and who wins by default because of that (CPW-200)."""
    default = f", so {row.default} wins by default" if row.default else ""
    return f"no strategy: {row.without}{default}" if row.without else ""


def _parts(parts: tuple[Part, ...]) -> str:
    return ", ".join(f"{part.what} {part.amount:+}" for part in parts) or "none"


def _approvals(match: Match) -> Form:
    """Build the form that allows legends.

    It has a row for each army that waits for its legend; in the phase `judging` also for each army that may be changed.
    """
    asked = {order.army: order for order in match.changes}
    judging, waiting = match.phase == "judging", waiting_legends(match)
    rows = []
    for army in match.armies:
        if army.name in waiting or (judging and may_change(match, army)):
            order = asked.get(army.name)
            shown = {
                "legend": (order and order.legend) or waiting.get(army.name, ""),
                "units": (order.units or "") if order else "",
                "now": f"{army.legend}: {list_of(army)}",
            }
            rows.append(FormRow(army.name, (Field("allow", Kind.FLAG),), shown, {"army": army.name}))
    who, due = Who(team=len(match.judges) > 1), judging and not needs_judge(match)
    return form_of_rows("approvals", match.bench, Approve, tuple(rows), due=due, who=who, naming=BY_ROW)


def check_judge(match: Match, order: Judge) -> Remark | None:
    """Return the first side's chance with these marks (CPW-187), or what is wrong with them."""
    battle = battle_of(match, order.battle)
    if battle is None or match.phase != "judging":
        return refused("first", f"There is no battle {order.battle} to judge", "CPW-27")
    if order.losses and percentages(order.losses) is None:
        return refused("losses", "Write the percentages of loser and winner, like 25/10", "CPW-188", "25/10")
    if order.siege:
        return _besieged(match, battle, order)
    if order.winner:
        winners = battle.first if order.winner == FIRST else battle.second
        return Remark(text=f"You decide: {listed(winners)} win", refuses=False, informs=True)
    odds = odds_of(match, battle, order)
    kills = "".join(f"; {name} kills with {share(each)}" for name, each in odds.kills.items())
    kills += _mark_of_mercenaries(match, battle, order)
    default = default_winner(match, battle)
    if default is not None:
        winners, losers = (battle.first, battle.second) if default else (battle.second, battle.first)
        text = f"{_wins(winners)} by default: {listed(losers)} sent no strategy{kills}"
        return Remark(text=text, refuses=False, informs=True)
    if without := missing_marks(match, battle, order):
        text = f"No mark for {listed(without)}. Without it neither side has a mark: {_wins(battle.first)} with"
        return Remark(text=f"{text} {share(odds.first_wins)}", clause="CPW-R56", refuses=False)
    return Remark(text=f"{_wins(battle.first)} with {share(odds.first_wins)}{kills}", refuses=False, informs=True)


def _mark_of_mercenaries(match: Match, battle: Battle, order: Judge) -> str:
    """Say that a mark for mercenaries does not count; "" if *order* has none."""
    sides = ((battle.first, order.first), (battle.second, order.second))
    given = any(mark is not None and match.army(names[0]).hired for names, mark in sides)
    return f"; the mark of mercenaries is always {match.world.battle['mercenary strategy']}" if given else ""


def _wins(names: tuple[str, ...]) -> str:
    return f"{listed(names)} {'wins' if len(names) == 1 else 'win'}"


def _besieged(match: Match, battle: Battle, order: Judge) -> Remark:
    """Say that the siege goes on, or that it is over (CPW-R45, CPW-R55)."""
    lost = percentages(order.losses) or (0, 0)
    sides = zip((battle.first, battle.second), lost, strict=True)
    empty = [
        name
        for names, percent in sides
        for name in names
        if not after_losses(match, match.army(name), percent, squad=False).size
    ]
    if empty:
        text = f"{listed(empty)} {'has' if len(empty) == 1 else 'have'} no units left after these losses"
        return Remark(text=text, field="losses", clause="CPW-R55", refuses=False)
    return Remark(text="The battle goes on as a siege; its losses are first / second", refuses=False, informs=True)


def unmarked(match: Match, orders: Sequence[Order]) -> Remark | None:
    """Name the battles that count without marks because the judge left one out that is needed (CPW-R56); None if none
    do.
    """
    judged = {order.battle: order for order in orders if isinstance(order, Judge)}
    left = [
        str(battle.number)
        for battle in match.battles
        if battle.number and _is_unmarked(match, battle, judged.get(battle.number) or Judge(battle=battle.number))
    ]
    if not left:
        return None
    battles = f"Battle {left[0]} has" if len(left) == 1 else f"Battles {listed(left)} have"
    return Remark(text=f"{battles} no marks: they count 0 for both sides", refuses=False, clause="CPW-R56")


def _is_unmarked(match: Match, battle: Battle, order: Judge) -> bool:
    """Whether the judge has neither decided the battle nor given all marks that it needs."""
    return not order.siege and order.winner is None and bool(missing_marks(match, battle, order))


def check_note(match: Match, order: Note) -> Remark | None:
    """Refuse a note that names no structure. An empty note removes the earlier one."""
    if order.structure not in match.world.structures:
        return refused("structure", "Choose a structure", "CPW-125")
    return None


def check_arrange(_match: Match, order: Arrange) -> Remark | None:
    """Refuse an arranged ending unless it names a side or a draw, and a reason (CPW-32)."""
    if plain(order.winner or "") not in (*SIDES, DRAW):
        return refused("winner", f"Write {listed([*SIDES, DRAW], 'or')}", "CPW-32", DRAW)
    if not order.reason:
        return refused("reason", "Write the reason for everybody to see", "CPW-32", "Both sides agree")
    return Remark(text="The match ends with this step", field="winner", clause="CPW-32", refuses=False)
