"""The long lists of a story, made row by row from the journal, so that a long match is never in memory as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheets_gm.gm.intake.desk import desk_forms
from sheets_gm.gm.log.log_lines import describe_event
from sheets_gm.gm.story.audience import Audience
from sheets_gm.gm.story.model import FightRow, OrderRow
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.telling import storyteller
from sheets_gm.gm.story.turns import told_turns
from sheets_gm.kernel.english import owner_name, with_people
from sheets_gm.kernel.forms import Close, Typed
from sheets_gm.kernel.match.journal import Entry, Typing
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.sheet.cleaning import spelled
from sheets_gm.sheet.tabs import FormTab

NOT_CONTENT = ("ready", "keep")
"""Fields of a row that are not part of its order."""

ACCEPTED = "✓"

DESK = frozenset(tab.form for tab in desk_forms.TABS if isinstance(tab, FormTab))
"""The forms of the game master's desk. Their rows appear as actions."""


def fight_rows(past: Past, audience: Audience) -> Iterator[FightRow]:
    """Yield the fights that *audience* may know, each with its details and its rolls."""
    teller = storyteller(past.game, past.tabs, {seat.id: seat for seat in past.record.people})
    for turn in told_turns(past, audience):
        for entry, events in turn.entries:
            people = past.record.people_at(entry.number)
            seen = [roll for roll in entry.rolls if audience.everything or not roll.hidden]
            for fight in teller.fights(events):
                sentences = [describe_event(past.game, past.record, entry, each) for each in fight.details]
                rolls = {
                    at: f"{with_people(roll.why, people)}: {roll.value} of {roll.sides}"
                    for at, roll in enumerate(seen)
                    if fight.rolls and all(text in f" {roll.why}" for text in fight.rolls)
                }
                text = describe_event(past.game, past.record, entry, fight.event)
                details = (*sentences, *rolls.values())
                yield FightRow(turn.number, turn.label, entry.number, text, fight.event.clause, details, tuple(rolls))


def order_rows(past: Past, audience: Audience, *, short: bool = False) -> Iterator[OrderRow]:
    """Yield the filled rows that *audience* may know: all of them, or those of a seat and its team.

    A standing row is listed when it changes. *short*: values of an order that are the defaults are left out.
    """
    titles, headings = _words(past)
    usual = _usual_values(past) if short else {}
    before: dict[tuple[str, str, int], Mapping[str, Typed]] = {}
    state: Mapping[str, Any] = {}
    for turn in told_turns(past, audience):
        for happening in turn.entries:
            entry = happening.entry
            standing: frozenset[str] | None = None
            left = {owner: list(orders) for owner, orders in entry.orders.items()}
            for row in entry.typed:
                content = _content(row)
                kind, read = _read(left.get(row.seat, []), content)
                if not content or row.form in DESK or not _may_see(past, row.seat, audience):
                    continue
                key = (row.seat, row.form, row.row)
                if before.get(key) == content:
                    standing = _standing(past, state) if standing is None else standing
                    if row.form in standing:
                        continue
                before[key] = content
                people = past.record.people_at(entry.number)
                yield OrderRow(
                    turn.number,
                    turn.label,
                    entry.number,
                    owner_name(row.seat, people) + (f" ({row.by})" if row.by else ""),
                    titles.get(row.form, row.form),
                    _line(content, headings.get(row.form, {}), usual.get(kind, {})),
                    _line(read, headings.get(row.form, {}), usual.get(kind, {})) if read else "",
                    _answer(entry, row, read),
                )
            state = entry.state


def _may_see(past: Past, owner: str, audience: Audience) -> bool:
    """Return whether *audience* may know what *owner* ordered, once it is locked."""
    return audience.everything or past.game.secrecy is Secrecy.OPEN or owner in audience.eyes


def _content(row: Typing) -> Mapping[str, Typed]:
    """Return the cells of a row without its boxes and empty cells."""
    return {name: value for name, value in row.cells.items() if name not in NOT_CONTENT and value not in (None, "")}


def _usual_values(past: Past) -> Mapping[str, Mapping[str, str]]:
    """Return the texts of the default values of orders, by kind and field."""
    defaults: dict[str, dict[str, str]] = {}
    for order in past.game.orders:
        fields = order.model_fields
        kind = str(fields["kind"].default)
        defaults[kind] = {
            name: _text(field.default).casefold()
            for name, field in fields.items()
            if not field.is_required() and field.default not in (None, "")
        }
    return defaults


def _read(orders: list[dict[str, Any]], content: Mapping[str, Typed]) -> tuple[str, Mapping[str, Any]]:
    """Return the one of *orders* that fits *content* best, with its kind, and remove it; empty if there is none."""
    wanted = {_text(value).casefold() for value in content.values()}

    def likeness(order: Mapping[str, Any]) -> int:
        values = {_text(value).casefold() for name, value in order.items() if name != "kind" and value is not None}
        return len(wanted & values)

    best = max(orders, key=likeness, default=None)
    if best is None or likeness(best) == 0:
        return "", {}
    orders.remove(best)
    return str(best.get("kind", "")), {
        name: value for name, value in best.items() if name != "kind" and value not in (None, "", [])
    }


def _answer(entry: Entry, row: Typing, read: Mapping[str, Any]) -> str:
    slips = [
        f"{slip.cell}: {slip.text}"
        for slip in entry.slips
        if (slip.seat, slip.form, slip.row) == (row.seat, row.form, row.row)
    ]
    if slips:
        return "✗ " + "; ".join(slips)
    if read:
        return ACCEPTED
    refused = [each.text for each in entry.refused if each.seat == row.seat and _same(each.order, _content(row))]
    return f"✗ {refused[0]}" if refused else ""


def _same(order: Mapping[str, Any], content: Mapping[str, Typed]) -> bool:
    return bool(_read([dict(order)], content)[1])


def _line(values: Mapping[str, Any], headings: Mapping[str, str], usual: Mapping[str, str]) -> str:
    """Return *values* in a line: “Move to: B9 · Skill: Haste”. Those that are *usual* are left out, unless all are."""
    told = {name: value for name, value in values.items() if _text(value).casefold() != usual.get(name)} or values
    return " · ".join(f"{headings.get(name, name.replace('_', ' '))}: {_text(value)}" for name, value in told.items())


def _text(value: Any) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(_text, value))
    return (
        ("yes" if value else "no")
        if isinstance(value, bool)
        else spelled(value)
        if not isinstance(value, dict)
        else str(value)
    )


def _words(past: Past) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Return the title of the tab of each form, and the headings of its fields."""
    titles: dict[str, str] = {}
    headings: dict[str, dict[str, str]] = {}
    for tab in past.tabs:
        if isinstance(tab, FormTab):
            tab_template = past.template.tabs[tab.key]
            titles[tab.form] = tab_template.title
            headings[tab.form] = {column.field: column.heading for column in tab_template.columns}
    return titles, headings


def _standing(past: Past, state: Mapping[str, Any]) -> frozenset[str]:
    """Return the keys of the standing forms in the position *state*."""
    if not state:
        return frozenset()
    forms = past.game.open(past.codec.state(state))
    return frozenset(form.key for form in forms if form.close is Close.STANDING)
