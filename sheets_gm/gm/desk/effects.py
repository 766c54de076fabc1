"""What an action changes in the record of a match: seats, concessions, claims, the deadline and the status.

Seats, concessions and rulings follow from the journal alone; the deadline also depends on the present time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from sheets_gm.gm.desk.changes import NOTHING, RHYTHM, changed
from sheets_gm.gm.durations import format_duration
from sheets_gm.gm.match_record import claims
from sheets_gm.gm.match_record.ballots import Ballot
from sheets_gm.gm.match_record.claims import Case, Stage
from sheets_gm.gm.match_record.clocks import RunningClock
from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
from sheets_gm.gm.match_record.hand_over import FREE, Deputy, Opening
from sheets_gm.gm.match_record.notice_wishes import NoticeWish
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import BY_GM, Absence, Concession, Draft, Emptied, FormerSeat, Record, Restored
from sheets_gm.gm.match_record.workbook import PUBLIC_WORKBOOKS
from sheets_gm.kernel.actions import (
    Action,
    Adopt,
    AnyAction,
    AskForDesk,
    Away,
    Back,
    BadAction,
    Change,
    Concede,
    Deputize,
    Excuse,
    Extend,
    FillIn,
    GiveUp,
    Inherit,
    Keep,
    Leap,
    Nudge,
    Offer,
    Override,
    Pause,
    Promote,
    PutBack,
    Restore,
    Resume,
    Rewind,
    Slide,
    Substitute,
    Unvote,
    Vacate,
    Vote,
    WishNotices,
)
from sheets_gm.kernel.english import capitalized, listed, owner_name, side_name, sides_left
from sheets_gm.kernel.outcome import GM, Result
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.cleaning import plain


def after(record: Record, action: AnyAction, entry: int, now: float) -> Record:
    """*record* after *action*, done in *entry* at *now*. BadAction where it is impossible now."""
    before = record
    if record.status is Status.OVER and isinstance(action, ONLY_WHILE_PLAYING):
        raise BadAction("The match is over. Rewind it to an earlier position first.", "act")
    if record.pending is not None and _changes_position(record, action):
        what = "rolls. Type them first" if record.pending.round is None else "a public round. Wait for it"
        raise BadAction(f"The locked turn waits for {what}, or drop the lock: rewind, #{entry - 1}.", "act")
    record = record.but(cases=claims.after(record.cases, action, entry, now))
    if record.status is Status.STUCK and isinstance(action, REPAIRS):
        record = record.but(status=Status.LIVE, failures=0, reason="")
    if is_by_a_game_master(action):
        record = record.but(inherits=None)
    effect = _EFFECTS.get(type(action))
    record = effect(record, action, now) if effect else record
    if isinstance(action, Rewind):
        return record.but(emptied=Emptied(entry=entry, drafts=before.drafts))
    if isinstance(action, FillIn):
        return record.but(drafts=_filled_in(record.drafts, action, entry, now))
    if isinstance(action, Substitute):
        return record.but(former=(*record.former, FormerSeat(seat=seat_of(before, action.seat), until=entry)))
    if record.conceded != before.conceded:
        return record.but(given_up=(*record.given_up, Concession(since=entry, teams=record.conceded)))
    return record


def _filled_in(drafts: Sequence[Draft], action: FillIn, entry: int, now: float) -> tuple[Draft, ...]:
    """*drafts* with the row that *action* fills in, as if its owner had typed it."""
    key = (action.form, action.seat, action.row)
    by_key = {(draft.form, draft.seat, draft.row): draft for draft in drafts}
    before = by_key.get(key)
    by_key[key] = Draft(
        form=action.form,
        seat=action.seat,
        row=action.row,
        typed=action.cells,
        since=now,
        revision=(before.revision if before else 0) + 1,
        standing=before.standing if before else None,
        by=BY_GM,
        filled=entry,
    )
    return tuple(by_key.values())


def _changes_position(record: Record, action: AnyAction) -> bool:
    """Whether the orders of a lock may not fit the position after *action*, and the match goes on."""
    if isinstance(action, Concede):
        return action.leaves and len(sides_left(record.people, (*record.conceded, action.team))) > 1
    return isinstance(action, Override | Promote)


REPAIRS = (Adopt, Override, Rewind)
"""Actions that change the position or the rules, so that a match that was set aside goes on."""

ONLY_WHILE_PLAYING = (
    *(AskForDesk, Away, Back, Change, Concede, Deputize, Excuse, Extend, FillIn, GiveUp, Keep, Offer),
    *(Nudge, Pause, Promote, PutBack, Resume, Slide, Unvote, Vacate, Vote),
)
"""Actions that are impossible once a match is over."""


LONGEST_TITLE = 100
"""The most characters of the title of a match."""

ONCE_A_DAY = 86400.0
"""The fewest seconds between two nudges of the same player."""

LONGEST_ABSENCE = 60 * 86400.0
"""The most seconds that somebody is away at once, so that a match that waits for somebody always goes on."""


def _substitute(record: Record, action: Substitute, _now: float) -> Record:
    old = seat_of(record, action.seat)
    new = old.but(player=action.player, account=action.account)
    seats = tuple(new if each.id == action.seat else each for each in record.people)
    missed = {owner: count for owner, count in record.missed.items() if owner not in (old.id, old.team)}
    vacant = tuple(seat for seat in record.vacant if seat != action.seat)
    # the newcomer is here, names a deputy of their own, and fills in for no other side any more
    others = {each.id for each in record.people if each.team != old.team}
    absences = tuple(each for each in record.absences if each.seat != action.seat)
    deputies = tuple(
        each
        for each in record.deputies
        if each.seat != action.seat and not (each.seat in others and _is(new, each.player, each.account))
    )
    openings = _openings_without(record, action.seat)
    drafts = tuple(each for each in record.drafts if each.form != FREE or each.seat != action.seat)
    # the headings of its tabs have names of people in them
    books = tuple(each.but(torn=each.torn or each.key in PUBLIC_WORKBOOKS) for each in record.workbooks)
    ballots = tuple(each for each in record.ballots if each.seat != action.seat)
    inherits = None if action.seat == record.policy.heir else record.inherits
    wishes = {each: own for each, own in record.wishes.items() if each != action.seat}
    held = tuple(each for each in record.held if each.seat != action.seat)
    record = record.but(absences=absences, deputies=deputies, openings=openings, drafts=drafts)
    record = record.but(ballots=ballots, inherits=inherits, wishes=wishes, held=held)
    return record.but(seats=seats, missed=missed, vacant=vacant, workbooks=books)


def _vacate(record: Record, action: Vacate, _now: float) -> Record:
    seat_of(record, action.seat)
    is_open = any(each.seat == action.seat for each in record.openings)
    openings = record.openings if is_open else (*record.openings, Opening(seat=action.seat))
    return record.but(vacant=(*record.vacant, action.seat), openings=openings)


def _concede(record: Record, action: Concede, _now: float) -> Record:
    teams = sides_left(record.people, ())
    if action.team not in teams:
        raise BadAction(f"There is no team “{action.team}”. The teams are {listed(teams)}.", "on")
    if action.team in record.conceded:
        side = _side(record, action.team)
        raise BadAction(f"{capitalized(side)} has already conceded.", "on")
    return _with_conceded(record, (*record.conceded, action.team))


def _with_conceded(record: Record, conceded: tuple[str, ...]) -> Record:
    """*record* once the teams *conceded* have conceded: the match is over if one team is left."""
    left = sides_left(record.people, conceded)
    if not conceded or len(left) > 1:
        return record.but(conceded=conceded, result=None)
    result = Result(winners=left, reason=f"{_side(record, conceded[-1])} conceded", clause="GM")
    return record.but(conceded=conceded, result=result, status=Status.OVER, due=None, pending=None)


def _side(record: Record, team: str) -> str:
    return side_name(team, {seat.id: seat for seat in record.people})


def _pause(record: Record, action: Pause, now: float) -> Record:
    if record.status is Status.PAUSED:
        raise BadAction("The match is already paused.", "act")
    left = None if record.due is None else max(0.0, record.policy.time.between(now, record.due))
    return record.but(status=Status.PAUSED, left=left, due=None, paused_until=action.until)


def _resume(record: Record, _action: Resume, now: float) -> Record:
    if record.status is not Status.PAUSED:
        raise BadAction("The match is not paused.", "act")
    due = None if record.left is None else record.policy.time.after(now, record.left)
    if record.gathers:
        record, due = record.but(gathers=False), record.next_due(now)
    return record.but(status=Status.LIVE, left=None, due=due, paused_until=None)


def _extend(record: Record, action: Extend, now: float) -> Record:
    if record.due is None and record.left is None and not any(clock.asked for clock in record.clocks):
        raise BadAction("There is no deadline to extend.", "act")
    extended = dict(record.extended)
    if action.by != GM:
        policy, used = record.policy, record.extended.get(action.by, 0)
        who = capitalized(owner_name(action.by, {seat.id: seat for seat in record.people}))
        if not policy.extensions:
            raise BadAction(
                f"{who} has no extensions: the match was created without --extensions. Leave the player out to "
                "extend the deadline as the game master.",
                "on",
            )
        if used >= policy.extensions:
            all_ = "its only extension" if policy.extensions == 1 else f"all of its {policy.extensions} extensions"
            raise BadAction(f"{who} has used {all_}.", "on")
        if action.seconds < 0:
            raise BadAction("Only the game master can make the deadline earlier.", "value")
        if action.seconds > policy.extension:
            raise BadAction(f"A seat may extend by {format_duration(policy.extension)} at most.", "value")
        extended[action.by] = used + 1
    owners = {action.by} | {seat.team for seat in record.people if seat.id == action.by}
    own = {clock.owner for clock in record.clocks if clock.asked and clock.owner in owners}
    clocks = _moved(record, action.seconds, now, only=own)
    record = record.but(clocks=tuple(clock.but(reminded=False) if clock.asked else clock for clock in clocks))
    if own or (record.due is None and record.left is None):
        return record.but(extended=extended)
    if record.due is None:
        return record.but(left=max(0.0, (record.left or 0.0) + action.seconds), extended=extended)
    # after the deadline (in its grace) an extension counts from now, or the new deadline might be over at once
    start = max(record.due, now)
    # the game master names the instant itself, so playing hours do not move it
    due = start + action.seconds if action.by == GM else record.policy.time.deadline(start, action.seconds)
    return record.but(due=max(now, due), extended=extended)


def _moved(
    record: Record, seconds: float, now: float | None = None, only: Collection[str] = ()
) -> tuple[RunningClock, ...]:
    """The clocks, with *seconds* more on those whose owners are asked; with *only*, on those of these owners."""
    return tuple(
        clock.moved(seconds, record.time_of(clock.owner), now)
        if clock.asked and (not only or clock.owner in only)
        else clock
        for clock in record.clocks
    )


def _slide(record: Record, action: Slide, _now: float) -> Record:
    return _shifted(record, action.seconds)


def _shifted(record: Record, seconds: float) -> Record:
    """*record* with its deadline, and the clocks that run, moved by *seconds*."""
    record = record.but(clocks=_moved(record, seconds), moved=record.moved + seconds)
    return record if record.due is None else record.but(due=record.policy.time.after(record.due, seconds))


def _leap(record: Record, action: Leap, _now: float) -> Record:
    shifted = record if not action.moves or record.status is Status.OVER else _shifted(record, action.moves)
    if record.reminded is not None and record.reminded == record.due:
        shifted = shifted.but(reminded=shifted.due)  # nobody is reminded again of the same deadline
    return shifted.but(cases=tuple(_case_moved(case, action.seconds) for case in record.cases))


def _case_moved(case: Case, seconds: float) -> Case:
    """*case* with *seconds* more to appeal."""
    may_appeal = case.stage is Stage.RULED and case.appeal_by is not None
    return case.but(appeal_by=case.appeal_by + seconds) if may_appeal and case.appeal_by is not None else case


def _put_back(record: Record, action: PutBack, _now: float) -> Record:
    if not record.moved:
        raise BadAction("No outage and no leap of the clock has moved the deadline of this step.", "act")
    return _shifted(record, action.seconds).but(moved=0.0)


def _change(record: Record, action: Change, now: float) -> Record:
    value = action.value
    if action.what == "heir" and value.casefold() not in NOTHING:
        value = named_seat(record, value).id
    if action.what == "title":
        return _retitle(record, value)
    record = record.but(policy=changed(record.policy, action.what, value))
    if action.what not in RHYTHM:
        return record
    due = record.next_due(now)
    if record.status is Status.PAUSED:
        return record.but(left=None if due is None else record.policy.time.between(now, due), moved=0.0)
    return record.but(due=due if record.status is Status.LIVE else record.due, moved=0.0)


def _retitle(record: Record, title: str) -> Record:
    if not title or len(title) > LONGEST_TITLE:
        raise BadAction(f"Write a title of at most {LONGEST_TITLE} characters.")
    if title == record.title:
        raise BadAction("That is so already.")
    return record.but(retitled=title)


def _excuse(record: Record, action: Excuse, now: float) -> Record:
    if not record.seats_of(action.seat):
        seat_of(record, action.seat)
    if action.seat in record.excused_at(now):
        who = owner_name(action.seat, {seat.id: seat for seat in record.people})
        raise BadAction(f"{capitalized(who)} is already excused from this step.", "on")
    return record.but(excused=tuple(sorted({*record.excused, action.seat})))


def _away(record: Record, action: Away, now: float) -> Record:
    seat = _taken(record, action.seat)
    if action.until <= max(action.start, now):
        raise BadAction("The end must be later than the beginning, and later than now.")
    if action.until - action.start > LONGEST_ABSENCE:
        raise BadAction(f"Nobody is away for more than {format_duration(LONGEST_ABSENCE)} at once: give up the seat.")
    kept = _absences_until(record, seat.id, now)
    used = sum(each.until - each.start for each in kept if each.seat == seat.id)
    left = record.policy.vacation - used
    if record.policy.vacation and action.by != GM and action.until - action.start > left:
        own = f"{format_duration(left)} of {format_duration(record.policy.vacation)}" if left >= 60 else "nothing"
        raise BadAction(f"{capitalized(owner_name(seat.id, {seat.id: seat}))} has {own} left to be away.")
    record = record.but(absences=(*kept, Absence(seat=seat.id, start=action.start, until=action.until)))
    return record.but(due=record.after_absences(record.due))


def _back(record: Record, action: Back, now: float) -> Record:
    seat = seat_of(record, action.seat)
    if not any(each.seat == seat.id and each.until > now for each in record.absences):
        raise BadAction(f"{seat.player} is not away.", "on")
    return record.but(absences=_absences_until(record, seat.id, now))


def _ask_for_desk(record: Record, action: AskForDesk, now: float) -> Record:
    seat = _taken(record, action.seat)
    if seat.id != record.policy.heir:
        raise BadAction("Only who inherits the desk of the game master may ask for it: see the Roster.", "act")
    if not seat.account:
        raise BadAction(f"No account is known of {seat.player}, so the desk cannot be kept for that person.", "act")
    if record.inherits is not None:
        raise BadAction(f"{seat.player} has asked for it already.", "act")
    if seat.account in record.policy.gm:
        raise BadAction(f"{seat.player} is a game master already.", "act")
    return record.but(inherits=action.until if action.until > now else now)


def _inherit(record: Record, action: Inherit, _now: float) -> Record:
    heir = record.heir
    accounts = () if heir is None or heir.account is None or heir.id != action.seat else (heir.account,)
    return record.but(inherits=None, policy=record.policy.but(gm=(*record.policy.gm, *accounts)))


def is_by_a_game_master(action: AnyAction) -> bool:
    """Whether *action* shows that a game master is there; the program does some in that name."""
    by_program = isinstance(action, Inherit | Leap | Restore | Slide | Vacate)
    return action.by == GM and not by_program and not (isinstance(action, Resume) and action.planned)


def _wish_notices(record: Record, action: WishNotices, _now: float) -> Record:
    seat = seat_of(record, action.seat)
    before = record.wishes.get(seat.id, NoticeWish())
    wish = NoticeWish(
        quiet=action.quiet if action.quiet is not None else before.quiet,
        daily=action.daily if action.daily is not None else before.daily,
        none=action.none,
    )
    others = {each: own for each, own in record.wishes.items() if each != seat.id}
    wishes = others if action.every else {**others, seat.id: wish}
    if wishes == record.wishes:
        raise BadAction("That is so already.", "act")
    held = tuple(each for each in record.held if each.seat != seat.id) if action.none else record.held
    return record.but(wishes=wishes, held=held)


def _nudge(record: Record, action: Nudge, now: float) -> Record:
    seat = _taken(record, action.seat)
    before = record.nudged.get(seat.id)
    if before is not None and now < before + ONCE_A_DAY:
        when = clock_face_in_zone(before, record.policy.zone)
        raise BadAction(f"{seat.player} was nudged on {when}. Once a day is enough.", "who")
    return record.but(nudged={**record.nudged, seat.id: now})


def _vote(record: Record, action: Vote, now: float) -> Record:
    seat = _taken(record, action.seat)
    ballot = Ballot(seat=seat.id, on=action.on, whom=action.whom)
    if ballot in record.ballots:
        raise BadAction(f"{seat.player} has voted for it already.", "act")
    outcome = _outcome(record, action, now)
    done = _EFFECTS[type(outcome)](record, outcome, now)  # what is impossible is refused with the first vote
    if action.votes < action.needed:
        return record.but(ballots=(*record.ballots, ballot))
    return done.but(ballots=tuple(each for each in record.ballots if (each.on, each.whom) != (ballot.on, ballot.whom)))


def _outcome(record: Record, action: Vote, now: float) -> AnyAction:
    """The action that is done once the players have voted for it."""
    match action.on:
        case "extend":
            start = now if record.due is None else max(record.due, now)
            return Extend(seconds=record.policy.time.deadline(start, action.seconds) - start)
        case "pause":
            return Pause()
        case "go on":
            return Resume()
        case "excuse":
            return Excuse(seat=action.whom)


def _unvote(record: Record, action: Unvote, _now: float) -> Record:
    left = tuple(each for each in record.ballots if each.seat != action.seat)
    if len(left) == len(record.ballots):
        raise BadAction(f"{seat_of(record, action.seat).player} has voted for nothing that is still open.", "act")
    return record.but(ballots=left)


def _taken(record: Record, name: str) -> Seat:
    """The seat *name*, which somebody has. BadAction."""
    seat = seat_of(record, name)
    if seat.id in record.gone:
        raise BadAction(f"{seat.player} has left the match: the seat is free.", "on")
    return seat


def _deputize(record: Record, action: Deputize, _now: float) -> Record:
    seat = seat_of(record, action.seat)
    others = tuple(each for each in record.deputies if each.seat != seat.id)
    if not action.player:
        if len(others) == len(record.deputies):
            raise BadAction(f"{seat.player} has no deputy.", "on")
        return record.but(deputies=others)
    _check_newcomer(record, seat, action.player, action.account)
    rival = next((each for each in record.people if _is(each, action.player, action.account)), None)
    if rival is not None and rival.id == seat.id:
        raise BadAction(f"{rival.player} has the seat already. Name somebody else.")
    if rival is not None and not rival.neutral and rival.team != seat.team:
        raise BadAction(f"{rival.player} plays for another side. Name somebody who does not.")
    return record.but(deputies=(*others, Deputy(seat=seat.id, player=action.player, account=action.account)))


def _is(seat: Seat, player: str, account: str | None) -> bool:
    """Whether the player of *seat* is this person."""
    return seat.account == account if account and seat.account else plain(seat.player) == plain(player)


def _check_newcomer(record: Record, seat: Seat, player: str, account: str | None) -> None:
    """BadAction if a person without an account could not type in the cells of *seat*, which are kept for accounts."""
    if not account and record.is_named and (seat.account or seat.id in record.gone):
        raise BadAction(f"Cells are kept for accounts here. Write an address too: {player} <name@example.org>.")


def _offer(record: Record, action: Offer, _now: float) -> Record:
    seat = seat_of(record, action.seat)
    if action.player:
        _check_newcomer(record, seat, action.player, action.account)
        playing = next(
            (each for each in record.people if not each.neutral and _is(each, action.player, action.account)), None
        )
        if playing is not None:
            raise BadAction(f"{playing.player} has a seat already.")
    opening = Opening(seat=seat.id, player=action.player, account=action.account, gone=seat.id in record.gone)
    return record.but(openings=(*_openings_without(record, seat.id), opening))


def _keep(record: Record, action: Keep, _now: float) -> Record:
    seat = _taken(record, action.seat)
    left = _openings_without(record, seat.id)
    if len(left) == len(record.openings):
        raise BadAction(f"{seat.player} does not offer the seat.", "on")
    return record.but(openings=left, vacant=tuple(each for each in record.vacant if each != seat.id))


def _give_up(record: Record, action: GiveUp, _now: float) -> Record:
    seat = _taken(record, action.seat)
    before = next((each for each in record.openings if each.seat == seat.id), Opening(seat=seat.id))
    return record.but(
        openings=(*_openings_without(record, seat.id), before.but(gone=True)),
        seats=tuple(each.but(account=None) if each.id == seat.id else each for each in record.people),
        absences=tuple(each for each in record.absences if each.seat != seat.id),
        ballots=tuple(each for each in record.ballots if each.seat != seat.id),
        inherits=None if seat.id == record.policy.heir else record.inherits,
    )


def _openings_without(record: Record, seat: str) -> tuple[Opening, ...]:
    """The openings of all other seats; their rows on the Free seats tab go with them."""
    return tuple(each for each in record.openings if each.seat != seat)


def _absences_until(record: Record, seat: str, now: float) -> tuple[Absence, ...]:
    """The absences, of which those of *seat* end *now* at the latest."""
    ended = (each.but(until=min(each.until, now)) if each.seat == seat else each for each in record.absences)
    return tuple(each for each in ended if each.until > each.start)


def _rewind(record: Record, action: Rewind, now: float) -> Record:
    status = Status.LIVE if record.status is Status.OVER else record.status
    due = record.next_due(now) if status is Status.LIVE else record.due
    # a rewind opens its step again, so a clock is filled again unless it is a bank
    clocks = tuple(
        clock.at(now, record.time_of(clock.owner), asked=False, runs=False).but(period="") for clock in record.clocks
    )
    record = record.but(
        status=status, due=due, excused=(), ballots=(), drafts=(), pending=None, clocks=clocks, moved=0.0, stand_ins=()
    )
    return _with_conceded(record, record.conceded_at(action.to))


def _restore(record: Record, action: Restore, now: float) -> Record:
    # nothing that the backup knows of the sheets needs to be right: they are built again
    books = tuple(each.but(torn=True, guarded="", watched=0.0, shown=0) for each in record.workbooks)
    before = record.restored
    again = 0 if before is None else before.times + (before.shown <= action.last)
    back = Restored(at=now, last=action.last, shown=action.shown, times=max(again, 1))
    drafts = tuple(_without_tick(draft) for draft in record.drafts)
    return record.but(restored=back, workbooks=books, drafts=drafts)


def _without_tick(draft: Draft) -> Draft:
    """*draft* as it is where its owner must tick again; a standing one needs no tick."""
    if draft.standing is not None or draft.closed is not None or draft.typed.get("ready") is not True:
        return draft
    return draft.but(typed={**draft.typed, "ready": False})


def _adopt(record: Record, action: Adopt, _now: float) -> Record:
    # other rules may refuse the locked orders, so the step is locked again
    return record.but(rules=action.rules, pending=None)


_EFFECTS: Mapping[type[Action], Callable[[Record, Any, float], Record]] = MappingProxyType(
    {
        Substitute: _substitute,
        Vacate: _vacate,
        Concede: _concede,
        Pause: _pause,
        Resume: _resume,
        Extend: _extend,
        Slide: _slide,
        Leap: _leap,
        PutBack: _put_back,
        Excuse: _excuse,
        Away: _away,
        Back: _back,
        Deputize: _deputize,
        Offer: _offer,
        Keep: _keep,
        GiveUp: _give_up,
        AskForDesk: _ask_for_desk,
        Inherit: _inherit,
        Nudge: _nudge,
        WishNotices: _wish_notices,
        Vote: _vote,
        Unvote: _unvote,
        Change: _change,
        Rewind: _rewind,
        Restore: _restore,
        Adopt: _adopt,
    }
)


def seat_of(record: Record, seat: str) -> Seat:
    """The seat with the id *seat*. BadAction."""
    found = next((each for each in record.people if each.id == seat), None)
    if found is None:
        known = [each.player if each.player == each.id else f"{each.player} ({each.id})" for each in record.people]
        raise BadAction(f"There is no player or seat “{seat}”. The players are {listed(known)}.", "on")
    return found


def named_seat(record: Record, text: str) -> Seat:
    """The seat that *text* names: its id, or its player if only one player has that name. BadAction."""
    wanted = text.strip().casefold()
    found = [each for each in record.people if each.id == wanted] or [
        each for each in record.people if each.player.casefold() == wanted
    ]
    return found[0] if len(found) == 1 else seat_of(record, text.strip())
