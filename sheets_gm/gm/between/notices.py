"""Notices: a player says when they want notices about the match."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from pydantic import Field

from sheets_gm.gm.between.feature import SEAT, DeskAction, Done, Feature, Message, SeatAction
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder, SeatOrder
from sheets_gm.gm.between.rows.naming import seat_of, seat_on
from sheets_gm.gm.match_record.clock_times import BadTime
from sheets_gm.gm.match_record.hooks import BadHook, hook_of
from sheets_gm.gm.match_record.known_person import KnownPerson
from sheets_gm.gm.match_record.notice_wishes import NoticeWish, clock_of, minute_of_day
from sheets_gm.gm.match_record.notices_part import Notices
from sheets_gm.gm.match_record.policy_option import NO, YES, PolicyOption, duration
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import Action, BadAction
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.outcome import GM


class WishNotices(Action):
    """Set when *seat* gets notices about the match, in the time zone of its player.

    *quiet*: none from one minute of the day to another. *daily*: one notice a day, at this minute. *none*: no notices.
    *mail*: whether they also come by e-mail to the player's account. *hook*: the name of a service where they also
    come, "" for none; *address* is the secret address there, which no entry may contain. Fields that are left out do
    not change, except with *every*: then notices come as for everybody.
    """

    kind: Literal["notices"] = "notices"
    seat: str
    quiet: tuple[int, int] | None = None
    daily: int | None = None
    none: bool = False
    every: bool = False
    mail: bool | None = None
    hook: str | None = None
    address: str = Field("", exclude=True)

    @property
    def is_by_program(self) -> bool:
        """Whether it ends a hook that does not work."""
        return self.by == GM and self.why == NOTHING_ARRIVES


VALUES = "quiet 22-8, daily 18:00, mail yes, hook no"
"""Examples of values for notices, besides none and all."""

ON_DESK = "The address of a hook is a secret, and others can read this tab."
"""The reason why a hook must not be typed on the Desk tab."""


def _wish(record: Record, action: WishNotices, _done: Done) -> Record:
    seat = seat_of(record, action.seat)
    notices = Notices.of(record)
    before = notices.wishes.get(seat.id, NoticeWish())
    wish = NoticeWish(
        quiet=action.quiet if action.quiet is not None else before.quiet,
        daily=action.daily if action.daily is not None else before.daily,
        none=action.none,
        mail=action.mail if action.mail is not None else before.mail,
        hook=action.address if action.hook is not None else before.hook,
    )
    if wish.mail and not before.mail and not seat.account:
        raise BadAction(
            f"No account of {seat.player} is known. The game master adds it: substitute, Name <account>.", "act"
        )
    others = {each: theirs for each, theirs in notices.wishes.items() if each != seat.id}
    wishes = others if action.every else {**others, seat.id: wish}
    if wishes == notices.wishes and not action.address:  # an address that is written again is tried again
        raise BadAction("That is so already.", "act")
    held = tuple(each for each in notices.held if each.seat != seat.id) if action.none else notices.held
    return notices.but(wishes=wishes, held=held).on(record)


MOST_FAILURES = 3
"""A hook ends after this many notices in a row that did not arrive."""

NOTHING_ARRIVES = "three notices in a row did not arrive there"
"""Why a hook was ended, as the log says it."""


def _due(record: Record, _now: float) -> tuple[Action, ...]:
    """Return the actions that end hooks that have failed too often."""
    return tuple(
        WishNotices(seat=seat, hook="", why=NOTHING_ARRIVES)
        for seat, wish in Notices.of(record).wishes.items()
        if wish.hook and wish.failures >= MOST_FAILURES
    )


def _messages(_record: Record, action: WishNotices) -> Iterator[Message]:
    """Yield messages to a player who has just said where their notices go; they come there too."""
    if action.hook or action.mail:
        way, end = (action.hook, "no notices to a hook") if action.hook else ("mail", "no notices by mail")
        text = (
            f"From now on notices of this match come by {way} too. Whoever has the seat ends that on the tab “Your "
            f"seat”: “{end}”."
        )
        yield Message(action.seat, f"notices by {way}", text, anew=True)
    elif action.hook == "" and action.why == NOTHING_ARRIVES:
        text = (
            "Your hook gets no more notices: the last ones did not arrive there. Type its address on the tab “Your "
            "seat” again once it works."
        )
        yield Message(action.seat, "your hook", text)


def _notices_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    seat, why = seat_on(context, order), order.why
    word, _, rest = order.value.strip().partition(" ")
    start, _, end = plain(rest).partition("-")
    try:
        match word.lower():
            case "quiet":
                return WishNotices(seat=seat, quiet=(minute_of_day(start), minute_of_day(end)), why=why, by=by)
            case "daily":
                return WishNotices(seat=seat, daily=minute_of_day(rest or "18:00"), why=why, by=by)
            case "mail":
                if plain(rest) not in (*YES, *NO):
                    raise BadAction("Write whether notices come by mail too: mail yes or mail no.")
                return WishNotices(seat=seat, mail=plain(rest) in YES, why=why, by=by)
            case "hook" if plain(rest) in NO:
                return WishNotices(seat=seat, hook="", why=why, by=by)
            case "hook":
                raise BadAction(f"{ON_DESK} Type `sheets-gm notices {context.record.charter.match} {seat} hook`.")
            case "none" | "all":
                return WishNotices(seat=seat, none=word == "none", every=word == "all", why=why, by=by)
    except BadTime as error:
        raise BadAction(str(error)) from error
    raise BadAction(f"Write when the player wants to hear of the match: {VALUES}, none or all.")


def _quiet_on_seats(_context: MatchContext, order: SeatOrder, by: str) -> Action:
    return WishNotices(seat=by, quiet=(_minute(order.since, "since"), _minute(order.until, "until")), by=by)


def _mail_on_seats(_context: MatchContext, _order: SeatOrder, by: str, *, mail: bool) -> Action:
    return WishNotices(seat=by, mail=mail, by=by)


def to_hook(seat: str, address: str, by: str = GM) -> WishNotices:
    """Return the action that also sends notices of *seat* to the secret *address* of a service. Raises BadAction."""
    try:
        service, hook_address = hook_of(address.strip())
        return WishNotices(seat=seat, hook=service, address=hook_address, by=by)
    except BadHook as error:
        raise BadAction(str(error), "who") from error


def _minute(text: str, field: str) -> int:
    try:
        return minute_of_day(text)
    except BadTime as error:
        raise BadAction(str(error), field) from error


def _wished(action: WishNotices) -> str:
    """Describe when a player gets notices."""
    if action.none:
        return "no notices"
    if action.every:
        return "every notice at once"
    parts = []
    if action.mail is not None:
        parts.append(
            "notices by mail, to the account of the roster, where mail is set up"
            if action.mail
            else "no notices by mail"
        )
    if action.hook is not None:
        parts.append(f"notices by {action.hook}" if action.hook else "no notices to a hook")
    if action.daily is not None:
        parts.append(f"what happened in one notice a day, at {clock_of(action.daily)}")
    if action.quiet is not None:
        start, end = map(clock_of, action.quiet)
        parts.append(f"no notices from {start} to {end}")
    return ", and ".join(parts)


def _forget(record: Record, person: KnownPerson) -> Record:
    """Return *record* without the person's wishes. Addresses in the settings lose their owner, so they stay muted."""
    seat_ids = {each.id for each in record.people if person.has(each)}
    notices_part = Notices.of(record)
    return Notices(
        wishes={seat: wish for seat, wish in notices_part.wishes.items() if seat not in seat_ids},
        addresses=tuple(
            each.but(player=f"Somebody ({each.seat})", account=None) if person.has(each) else each
            for each in notices_part.addresses
        ),
        held=tuple(each for each in notices_part.held if each.seat not in seat_ids),
    ).on(record)


FEATURE = Feature(
    name="notices",
    place=90,
    sentence=lambda action, names: f"{names.seat(action.seat)} gets {_wished(action)}",
    effects={WishNotices: _wish},
    due=_due,
    messages=_messages,
    desk={
        "notices": DeskAction(
            _notices_on_desk,
            SEAT,
            f"{VALUES}, none, all",
            "when that player wants to hear of the match",
            about="person",
        )
    },
    seat={
        "quiet hours": SeatAction(_quiet_on_seats),
        "one notice a day": SeatAction(
            lambda _, order, by: WishNotices(seat=by, daily=_minute(order.since or "18:00", "since"), by=by)
        ),
        "no notices": SeatAction(lambda _, __, by: WishNotices(seat=by, none=True, by=by)),
        "every notice": SeatAction(lambda _, __, by: WishNotices(seat=by, every=True, by=by)),
        "notices by mail": SeatAction(partial(_mail_on_seats, mail=True), somebody=True),
        "no notices by mail": SeatAction(partial(_mail_on_seats, mail=False)),
        "notices to a hook": SeatAction(lambda _, order, by: to_hook(by, order.who, by), private="who"),
        "no notices to a hook": SeatAction(lambda _, __, by: WishNotices(seat=by, hook="", by=by)),
    },
    options=(
        PolicyOption(
            "remind",
            "remind",
            "Remind people this long before the deadline.",
            "when people are reminded",
            duration(),
            "TIME",
            needs_deadline=True,
        ),
    ),
    part=Notices,
    personal=("wishes", "held"),
    until_left=True,
    when_over=(WishNotices,),
    forget=_forget,
)
