"""The table of GM actions, and how an order of a desk form becomes an action.

The Desk tab and the command line both use `action_of_desk_order`, so both accept the same words and give the same
answers. Every function here raises BadAction for an action that is impossible, with the field at fault.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType

from sheets_gm.gm.desk import effects
from sheets_gm.gm.desk.changes import CHANGES, NOTHING
from sheets_gm.gm.desk.context import MatchContext
from sheets_gm.gm.desk.desk_orders import ClaimOrder, DeskOrder
from sheets_gm.gm.desk.field_values import (
    find_entry,
    find_position,
    parse_absence,
    parse_die,
    parse_extension,
    parse_instant,
    parse_number,
    parse_person,
    parse_reason,
    parse_value,
)
from sheets_gm.gm.desk.filling_in import fill_in, row_of
from sheets_gm.gm.desk.position_checks import fault, fault_without
from sheets_gm.gm.desk.seats.seat_actions import away, person
from sheets_gm.gm.desk.seats.votes import nudge, vote
from sheets_gm.gm.match_record import claims
from sheets_gm.gm.match_record.clock_times import BadTime
from sheets_gm.gm.match_record.notice_wishes import minute_of_day
from sheets_gm.kernel.actions import (
    AnyAction,
    Appeal,
    Back,
    BadAction,
    Change,
    Claim,
    Concede,
    Deputize,
    Excuse,
    Extend,
    GiveUp,
    Keep,
    Offer,
    Override,
    Pause,
    Promote,
    PutBack,
    Resume,
    Rewind,
    Ruling,
    Substitute,
    Unvote,
    WishNotices,
)
from sheets_gm.kernel.english import listed, seats_of_side, sides_left
from sheets_gm.kernel.match.applying_actions import overridden, value_at
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.cleaning import plain


def action_of_desk_order(context: MatchContext, order: DeskOrder, by: str = GM) -> AnyAction:
    """The action that a row of the Desk tab asks for."""
    gm_action = GM_ACTIONS.get(order.act.strip().lower())
    if gm_action is None:
        near = get_close_matches(order.act, GM_ACTIONS, n=1)
        meant = f" Did you mean {near[0]}?" if near else ""
        raise BadAction(f"“{order.act}” is not a GM action.{meant} The actions are {', '.join(GM_ACTIONS)}.", "act")
    action = gm_action.make(context, order, by)
    effects.after(context.record, action, context.last + 1, context.now)
    return action


def action_of_claim_order(context: MatchContext, order: ClaimOrder, by: str) -> AnyAction:
    """The claim or appeal that a row of the Claims tab makes."""
    action: AnyAction
    if order.appeals is not None:
        action = Appeal(number=order.appeals, by=by, why=order.text)
    else:
        action = _new_claim(context, by, order.text, order.about)
    effects.after(context.record, action, context.last + 1, context.now)
    return action


# -- the actions -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GmAction:
    """An action that the GM may ask for.

    *make* turns an order into the action. *on* and *value* describe what to write in these fields, *help* what it does.
    """

    make: Callable[[MatchContext, DeskOrder, str], AnyAction]
    on: str
    value: str
    help: str


def _seat(context: MatchContext, order: DeskOrder) -> str:
    return effects.named_seat(context.record, order.on).id


def _owner(context: MatchContext, order: DeskOrder) -> str:
    """The seat that is named, or the team if it has a form that is open."""
    teams = {plain(form.seat): form.seat for form in context.game.open(context.state) if form.team}
    return teams.get(plain(order.on)) or _seat(context, order)


def _fill_in(context: MatchContext, order: DeskOrder, _by: str) -> AnyAction:
    if context.record.pending is not None:
        raise BadAction("The turn is locked. Wait until it is played.", "act")
    name, row = row_of(order.on)
    return fill_in(context, _owner(context, order.but(on=name)), row, order.value, order.why)


def _override(context: MatchContext, order: DeskOrder, by: str, *, hidden: bool = False) -> AnyAction:
    what, why = order.on.strip(), order.why
    old = value_at(context.state, what)
    new = parse_value(order.value, old)
    action = Override(what=what, old=old, new=new, why=parse_reason(why), by=by, hidden=hidden)
    problem = fault(context, overridden(context.state, action))
    if problem is not None:
        raise BadAction(problem)
    return action


def _override_hidden(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    return _override(context, order, by, hidden=True)


def _rewind(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    to = find_position(context, (order.on or order.value).strip())
    action = Rewind(to=to, why=parse_reason(order.why), by=by)
    problem = fault(context, context.past(to), steps=1)
    if problem is not None:
        raise BadAction(f"The match cannot go on from entry {to}. {problem}", "on")
    return action


def _substitute(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    people, seat = context.record.people, _seat(context, order)
    # a spectator or a backup may be named by their seat
    watcher = next((each for each in people if each.neutral and each.id == order.value.strip()), None)
    player, account = (watcher.player, watcher.account) if watcher else parse_person(order.value)
    others = (each for each in people if each.id != seat and not each.neutral)
    taken = next((each for each in others if account and each.account == account), None)
    if taken is not None:
        raise BadAction(f"{account} already plays: it is the account of {taken.player}.")
    return Substitute(seat=seat, player=player, account=account, why=order.why, by=by)


def _concede(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    action = Concede(team=_side(context, order.on), leaves=context.game.leave is not None, why=order.why, by=by)
    effects.after(context.record, action, context.last + 1, context.now)  # there is such a team
    if action.leaves and (problem := fault_without(context, action.team)) is not None:
        raise BadAction(problem, "act")
    return action


def _side(context: MatchContext, text: str) -> str:
    """The side that *text* names: a team, or a player who plays alone."""
    people = context.record.people
    alone = {
        plain(who[0].player): side for side in sides_left(people, ()) if len(who := seats_of_side(side, people)) == 1
    }
    return alone.get(plain(text), text.strip())


def _excuse(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    return Excuse(seat=_owner(context, order), why=order.why, by=by)


def _away(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    start, until = parse_absence(context, order.value)
    return away(context, _seat(context, order), start, until, by=by, why=order.why)


def _back(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    return Back(seat=_seat(context, order), why=order.why, by=by)


def _deputy(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    seat = _seat(context, order)
    if not order.value.strip():
        raise BadAction("Write who: a player, or Zoe <zoe@example.org>.")
    player, account = person(context, order.value)
    return Deputize(seat=seat, player=player, account=account, why=order.why, by=by)


def _no_deputy(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    return Deputize(seat=_seat(context, order), why=order.why, by=by)


def _offer(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    player, account = person(context, order.value) if order.value.strip() else ("", None)
    return Offer(seat=_seat(context, order), player=player, account=account, why=order.why, by=by)


def _keep(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    return Keep(seat=_seat(context, order), why=order.why, by=by)


def _give_up(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    return GiveUp(seat=_seat(context, order), why=order.why, by=by)


def _notices(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    seat, why = _seat(context, order), order.why
    word, _, rest = order.value.strip().partition(" ")
    start, _, end = rest.partition("-")
    try:
        match word.lower():
            case "quiet":
                return WishNotices(seat=seat, quiet=(minute_of_day(start), minute_of_day(end)), why=why, by=by)
            case "daily":
                return WishNotices(seat=seat, daily=minute_of_day(rest or "18:00"), why=why, by=by)
            case "none" | "all":
                return WishNotices(seat=seat, none=word == "none", every=word == "all", why=why, by=by)
    except BadTime as error:
        raise BadAction(str(error)) from error
    raise BadAction("Write when the player wants to hear of the match: quiet 22-8, daily 18:00, none or all.")


def _nudge(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    return nudge(context, order.on, by=by, why=order.why)


def _vote(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    on, _, whom = order.value.strip().partition(" ")
    on, whom = ("go on", whom.strip().removeprefix("on")) if on == "go" else (on, whom)
    if on not in ON_VOTE:
        raise BadAction(f"Write what the player votes for: {listed(ON_VOTE, 'or')}; with excuse also whom: excuse Ben.")
    return vote(context, _seat(context, order), on, whom, by=by, why=order.why)


def _no_vote(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    return Unvote(seat=_seat(context, order), why=order.why, by=by)


def _extend(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    seat = _owner(context, order) if order.on.strip() else by
    return Extend(seconds=parse_extension(context, order.value), why=order.why, by=seat)


def _change(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    what = order.on.strip().lower()
    if what == "captain":
        return _promote(context, order, by)
    value = order.value.strip()
    if what == "heir" and value.casefold() not in NOTHING:
        value = effects.named_seat(context.record, value).player
    return Change(what=what, value=value, why=order.why, by=by)


def _promote(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    captains = context.game.captains(context.state)
    if not captains:
        raise BadAction(f"{context.game.title} has no captains to change.", "on")
    seat = effects.named_seat(context.record, order.value)
    if seat.team not in captains or seat.neutral:
        raise BadAction(f"{seat.player} is in no team that has a captain.")
    what, old = captains[seat.team]
    if old == seat.id:
        raise BadAction(f"{seat.player} is the captain already.")
    action = Promote(seat=seat.id, what=what, old=old, why=order.why, by=by)
    problem = fault(context, overridden(context.state, Override(what=what, old=old, new=seat.id)))
    if problem is not None:
        raise BadAction(problem)
    return action


def _pause(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    until = parse_instant(context, order.value) if order.value.strip() else None
    return Pause(until=until, why=order.why, by=by)


def _put_back(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    return PutBack(seconds=-context.record.moved, why=order.why, by=by)


def _resume(_context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    return Resume(why=order.why, by=by)


def _rule(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    number = parse_number(order.on, "a claim")
    old = claims.case(context.record.cases, number)
    appeal = context.record.policy.appeal
    decision, *parts = [part.strip() for part in order.value.split("|")]
    if not decision:
        raise BadAction("A ruling needs a decision. Write it under Value.", "value")
    return Ruling(
        number=number,
        decision=decision,
        evidence=tuple(part for part in parts if parse_die(part) is None),
        dice=tuple(die for part in parts if (die := parse_die(part))),
        appeal_by=context.now + appeal if appeal and old.at(context.now) is claims.Stage.OPEN else None,
        why=parse_reason(order.why),
        by=by,
    )


def _claim(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    about = parse_number(order.on, "an entry") if order.on.strip() else None
    return _new_claim(context, by, order.value or order.why, about)


def _new_claim(context: MatchContext, by: str, text: str, about: int | None) -> Claim:
    if not text.strip():
        raise BadAction("Write what is claimed.", "value")
    about = None if about is None else find_entry(context, about)
    return Claim(number=claims.next_number(context.record.cases), text=text.strip(), about=about, by=by)


ON_VOTE = ("extend", "pause", "go on", "excuse")
"""What players may vote on."""

_SEAT = "a seat or its player"
_OWNER = f"{_SEAT}, or a team that has forms"
_PERSON = "a player, or Name <account>"

GM_ACTIONS: Mapping[str, GmAction] = MappingProxyType(
    {
        "extend": GmAction(
            _extend, f"{_OWNER}, if it counts as its extension; else empty", "24h, -2h, Sun 17:00", "moves the deadline"
        ),
        "put back": GmAction(
            _put_back, "", "", "puts the deadline where it was before an outage or a leap of the clock moved it"
        ),
        "excuse": GmAction(_excuse, _OWNER, "", "the match does not wait for it in this step"),
        "away": GmAction(
            _away, _SEAT, "7d, Sun 17:00, 2026-12-24 to 2027-01-02", "the match does not wait for it in that time"
        ),
        "back": GmAction(_back, _SEAT, "", "the match waits for it again"),
        "deputy": GmAction(_deputy, _SEAT, _PERSON, "that person may fill in for it too, but not concede"),
        "no deputy": GmAction(_no_deputy, _SEAT, "", "nobody fills in for it any more"),
        "offer": GmAction(_offer, _SEAT, f"{_PERSON}, or empty", "that person, or anybody, may take the seat"),
        "keep": GmAction(_keep, _SEAT, "", "nobody may take the seat any more"),
        "give up": GmAction(_give_up, _SEAT, "", "its player leaves, and the seat is free"),
        "notices": GmAction(
            _notices, _SEAT, "quiet 22-8, daily 18:00, none, all", "when that player wants to hear of the match"
        ),
        "nudge": GmAction(_nudge, f"{_SEAT}; empty if it is the only one", "", "asks that player once a day to go on"),
        "vote": GmAction(_vote, _SEAT, "extend, pause, go on, excuse Ben", "notes what a player votes for"),
        "no vote": GmAction(_no_vote, _SEAT, "", "takes back what a player has voted for in this step"),
        "fill in": GmAction(
            _fill_in,
            f"{_OWNER}; Ben #2 for the second row",
            "move_to=B9, action=FIGHT",
            "fills in a row for a player, who can still change it",
        ),
        "change": GmAction(
            _change,
            f"{', '.join(CHANGES)}, title or captain",
            "24h, Sun 17:00, bot, a@x.org, b@x.org, a player; none",
            "changes how the match is run from now on",
        ),
        "override": GmAction(_override, "players.blue1.at", "C5", "changes a value of the position"),
        "override hidden": GmAction(_override_hidden, "a path", "a value", "the same, but the log has only the reason"),
        "rewind": GmAction(_rewind, "Turn 5, or #12 for after entry 12", "", "goes back to that position"),
        "substitute": GmAction(
            _substitute, _SEAT, "Name <account>, or the seat of a backup", "gives the seat to another player"
        ),
        "concede": GmAction(_concede, "a team", "", "the team concedes"),
        "rule": GmAction(_rule, "a claim's number", "decision | evidence | d20 for what", "decides a claim"),
        "claim": GmAction(_claim, "an entry's number", "what is claimed", "asks for a ruling"),
        "pause": GmAction(
            _pause, "", "Sun 17:00, 48h, or empty", "pauses the match and its deadline, with a value until then"
        ),
        "resume": GmAction(_resume, "", "", "resumes a paused match"),
    }
)
"""The GM actions by name, in the order in which the Desk tab offers them."""
