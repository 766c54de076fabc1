"""What a game master asks for in words, and the action that it stands for.

The Desk tab and the command line both use `action_of_desk_order`, so both accept the same words and give the same
answers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Literal

from pydantic import JsonValue, ValidationError

from sheets_gm.games.contract import Game
from sheets_gm.gm.desk import effects
from sheets_gm.gm.desk.rehearsal import fault
from sheets_gm.gm.record import cases
from sheets_gm.gm.record.record import Record
from sheets_gm.kernel.actions import (
    AnyAction,
    Appeal,
    BadAction,
    Claim,
    Concede,
    Die,
    Excuse,
    Extend,
    Override,
    Pause,
    Resume,
    Rewind,
    Ruling,
    Substitute,
    overridden,
    value_at,
)
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.journal import Entry
from sheets_gm.kernel.outcome import GM, Order
from sheets_gm.sheet.template import Template

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


class DeskOrder(Order):
    """A row of the Desk: what to do, on what, with what value, and why."""

    kind: Literal["deed"] = "deed"
    act: str
    on: str = ""
    value: str = ""
    why: str = ""


class ClaimOrder(Order):
    """A row of the Claims tab: what a seat claims, or the number of the claim whose ruling it appeals against."""

    kind: Literal["plea"] = "plea"
    text: str
    about: int | None = None
    appeals: int | None = None


@dataclass(frozen=True, slots=True)
class MatchContext:
    """A match at one instant, as far as a deed needs it. *entries* reads the journal from its end backwards."""

    game: Game[Any, Any]
    template: Template
    record: Record
    state: Any
    last: int
    now: float
    entries: Callable[[], Iterable[Entry]]


def action_of_desk_order(present: MatchContext, deed: DeskOrder, by: str = GM) -> AnyAction:
    """The act that *deed* asks for. BadAct says what is wrong with it, and with which of its fields."""
    verb = GM_ACTIONS.get(deed.act.strip().lower())
    if verb is None:
        near = get_close_matches(deed.act, GM_ACTIONS, n=1)
        meant = f" Did you mean {near[0]}?" if near else ""
        raise BadAction(f"«{deed.act}» is nothing a game master does.{meant} There are: {', '.join(GM_ACTIONS)}", "act")
    action = verb.make(present, deed, by)
    effects.after(present.record, action, present.last + 1, present.now)
    return action


def action_of_claim_order(present: MatchContext, plea: ClaimOrder, by: str) -> AnyAction:
    """The claim or appeal that *plea* makes. BadAct."""
    action: AnyAction
    if plea.appeals is not None:
        action = Appeal(number=plea.appeals, by=by, why=plea.text)
    else:
        action = _claim(present, by, plea.text, plea.about)
    effects.after(present.record, action, present.last + 1, present.now)
    return action


# -- one verb after another --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GmAction:
    """Something that a game master does: how it becomes an act, what its fields mean, an example of them."""

    make: Callable[[MatchContext, DeskOrder, str], AnyAction]
    on: str
    value: str
    help: str


def _seat(present: MatchContext, deed: DeskOrder) -> str:
    return effects.named_seat(present.record, deed.on).id


def _override(present: MatchContext, deed: DeskOrder, by: str, *, hidden: bool = False) -> AnyAction:
    what = deed.on.strip()
    old = value_at(present.state, what)
    action = Override(what=what, old=old, new=_like(old, deed.value), why=_reason(deed), by=by, hidden=hidden)
    why = fault(present.game, present.template, present.record.people, overridden(present.state, action))
    if why is not None:
        raise BadAction(why)
    return action


def _hidden(present: MatchContext, deed: DeskOrder, by: str) -> AnyAction:
    return _override(present, deed, by, hidden=True)


def _rewind(present: MatchContext, deed: DeskOrder, by: str) -> AnyAction:
    return Rewind(to=position(present, (deed.on or deed.value).strip()), why=_reason(deed), by=by)


def _substitute(present: MatchContext, deed: DeskOrder, by: str) -> AnyAction:
    player, account = person(deed.value)
    seat = _seat(present, deed)
    taken = next(
        (each for each in present.record.people if account and each.account == account and each.id != seat), None
    )
    if taken is not None:
        raise BadAction(f"{account} sits at {taken.id} already")
    return Substitute(seat=seat, player=player, account=account, why=deed.why, by=by)


def _concede(_present: MatchContext, deed: DeskOrder, by: str) -> AnyAction:
    return Concede(team=deed.on.strip(), why=deed.why, by=by)


def _excuse(present: MatchContext, deed: DeskOrder, by: str) -> AnyAction:
    return Excuse(seat=_seat(present, deed), why=deed.why, by=by)


def _extend(present: MatchContext, deed: DeskOrder, by: str) -> AnyAction:
    who = _seat(present, deed) if deed.on.strip() else by
    return Extend(seconds=span(deed.value), why=deed.why, by=who)


def _pause(_present: MatchContext, deed: DeskOrder, by: str) -> AnyAction:
    return Pause(why=deed.why, by=by)


def _resume(_present: MatchContext, deed: DeskOrder, by: str) -> AnyAction:
    return Resume(why=deed.why, by=by)


def _rule(present: MatchContext, deed: DeskOrder, by: str) -> AnyAction:
    number = _number(deed.on, "the number of the claim")
    old = cases.case(present.record.cases, number)
    appeal = present.record.policy.appeal
    decision, *evidence = [part.strip() for part in deed.value.split("|")]
    if not decision:
        raise BadAction("a ruling needs a decision: write it under Value", "value")
    by_when = present.now + appeal if appeal and old.at(present.now) is cases.Stage.OPEN else None
    dice = tuple(die for part in evidence if (die := die_of(part)))
    told = tuple(part for part in evidence if die_of(part) is None)
    return Ruling(
        number=number, decision=decision, evidence=told, dice=dice, appeal_by=by_when, why=_reason(deed), by=by
    )


def die_of(text: str) -> Die | None:
    """The die that *text* asks for: "d20 for the ambush"; None if it asks for none. BadAct."""
    found = re.fullmatch(r"(?:roll\s+)?d(\d+)\s+(?:for\s+)?(.+)", text.strip(), re.IGNORECASE)
    if not found:
        return None
    try:
        return Die(why=found[2], sides=int(found[1]))
    except ValidationError as error:
        raise BadAction(f"«{text}»: a die has 2 to 1000 sides") from error


def _claimed(present: MatchContext, deed: DeskOrder, by: str) -> AnyAction:
    about = _number(deed.on, "the number of an entry") if deed.on.strip() else None
    return _claim(present, by, deed.value or deed.why, about)


def _claim(present: MatchContext, by: str, text: str, about: int | None) -> Claim:
    if not text.strip():
        raise BadAction("say what is claimed", "value")
    if about is not None and not 0 <= about <= present.last:
        raise BadAction(f"there is no entry {about}: the newest is {present.last}", "on")
    return Claim(number=cases.next_number(present.record.cases), text=text.strip(), about=about, by=by)


GM_ACTIONS: Mapping[str, GmAction] = MappingProxyType(
    {
        "extend": GmAction(
            _extend, "a seat or its player, whose budget it is; empty: the GM's own", "24h", "moves the deadline"
        ),
        "excuse": GmAction(_excuse, "a seat, or its player", "", "nobody waits for it in this step"),
        "override": GmAction(_override, "players.blue1.at", "C5", "puts a value of the position right"),
        "override hidden": GmAction(_hidden, "a path", "a value", "the same; the log tells only why"),
        "rewind": GmAction(_rewind, "Turn 5, or #12 for after entry 12", "", "plays on from there"),
        "substitute": GmAction(
            _substitute, "a seat, or its player", "Name <account>", "gives the seat to another person"
        ),
        "concede": GmAction(_concede, "a team", "", "the team gives up"),
        "rule": GmAction(_rule, "a claim's number", "decision | evidence | d20 for what", "decides a claim"),
        "claim": GmAction(_claimed, "an entry's number", "what is claimed", "asks for a ruling"),
        "pause": GmAction(_pause, "", "", "stops the clock"),
        "resume": GmAction(_resume, "", "", "lets it go on"),
    }
)
"""What a game master does, by name, with what its fields mean."""


# -- words -------------------------------------------------------------------------------------------------------------


def _reason(deed: DeskOrder) -> str:
    if not deed.why.strip():
        raise BadAction("say why: everybody reads it in the log", "why")
    return deed.why.strip()


def _number(text: str, what: str) -> int:
    digits = text.strip().removeprefix("#").removesuffix(".0")
    if not digits.isdigit():
        raise BadAction(f"write {what}, not «{text}»", "on")
    return int(digits)


def span(text: str) -> float:
    """Seconds of a span: "24h", "90m", "2d", "1d12h"; a bare number is hours. BadAct."""
    bare = text.strip().lower().replace(" ", "")
    if re.fullmatch(r"-?\d+(\.\d+)?", bare):
        bare += "h"
    parts = re.findall(r"(\d+(?:\.\d+)?)([smhd])", bare)
    if not parts or "".join(number + unit for number, unit in parts) != bare:
        raise BadAction(f"«{text}» is no span of time: write it like 24h, 90m or 2d")
    return sum(float(number) * UNITS[unit] for number, unit in parts)


def person(text: str) -> tuple[str, str | None]:
    """A player's name and account: "Ana <ana@example.org>", or a name alone. BadAct."""
    found = re.fullmatch(r"\s*([^<>]+?)\s*(?:<\s*([^<>\s]+@[^<>\s]+)\s*>)?\s*", text)
    if not found:
        raise BadAction(f"«{text}» names nobody: write it like Ana <ana@example.org>, or Ana")
    return found[1], found[2]


def position(present: MatchContext, text: str) -> int:
    """The entry after which the match shall go on. BadAct.

    "Turn 5" or "5" opens turn 5 again, "#12" is the position after entry 12.
    """
    if text.startswith("#"):
        number = _number(text, "the number of an entry")
        if not 0 <= number <= present.last:
            raise BadAction(f"there is no entry {number}: the newest is {present.last}", "on")
        return number
    wanted = text.lower().removesuffix(".0")
    for entry in present.entries():
        label = entry.label.lower()
        numbers = re.findall(r"\d+", label)
        if (
            entry.kind == "turn"
            and wanted
            and (label == wanted or label.startswith(f"{wanted} ") or numbers[:1] == [wanted])
        ):
            return entry.number - 1
    raise BadAction(
        f"no step called «{text}» was played: write it like Turn 5, or #12 for the position after entry 12", "on"
    )


def _like(old: JsonValue, text: str) -> JsonValue:
    """*text* as a value like *old*; for what is not a text it is read as JSON."""
    if isinstance(old, str) and text.strip().lower() not in ("null", "none"):
        return text
    plain = text.strip()
    if isinstance(old, bool) and plain.lower() in ("yes", "true", "no", "false"):
        return plain.lower() in ("yes", "true")
    if plain.lower() in ("", "null", "none"):
        return None
    try:
        value: JsonValue = json.loads(plain)
    except json.JSONDecodeError:
        return plain
    if isinstance(old, int) and isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def words_of(value: Typed) -> str:
    """A cell's value as a deed has it: a whole number without its point."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)
