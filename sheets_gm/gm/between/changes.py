"""What a game master may change about how a match is run, while it is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

from pydantic import Field

from sheets_gm.gm.between.feature import DeskAction, Done, Feature, Names
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder
from sheets_gm.gm.between.rows.field_values import NO, YES
from sheets_gm.gm.between.rows.naming import named_seat
from sheets_gm.gm.between.rows.position_checks import fault
from sheets_gm.gm.match_record.clock_times import BadTime, clock_times
from sheets_gm.gm.match_record.deadlines import is_ever
from sheets_gm.gm.match_record.durations import seconds_of
from sheets_gm.gm.match_record.plans import MOST_PLANS
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.told_names import names_by_account
from sheets_gm.kernel.actions import Action, BadAction, Override, Promote
from sheets_gm.kernel.addresses import name_and_address
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.folding import fold, plain, whole_number
from sheets_gm.kernel.match.applying_actions import overridden
from sheets_gm.kernel.seats import is_address


class Change(Action):
    """Run the match otherwise from now on: *what* has the new *value*, as people write it.

    Where game masters change, *value* has their names, and *accounts* their addresses, which no entry holds.
    """

    kind: Literal["change"] = "change"
    what: str
    value: str
    accounts: str = Field("", exclude=True)


NOTHING = ("", "none", "never", "no", "-")
"""How people write that there is no such deadline."""

NO_SHOW = ("hold", "standing", "bot")
"""What a match may do for an absent seat."""

LEAST_TO_ANSWER = 86400.0
"""The fewest seconds that a game master has before an heir gets the desk."""

LONGEST_TITLE = 100
"""The most characters of the title of a match."""

LEAST = 60.0
"""The fewest seconds for a step."""

Make: TypeAlias = Callable[[Policy, str], Policy]
"""Returns the policy with a new value. BadAction."""


def _every(policy: Policy, value: str) -> Policy:
    if plain(value) in NOTHING:
        return policy.but(every=None)
    seconds = seconds_of(value, "h")
    if seconds is None or seconds < LEAST:
        raise BadAction(f"“{value}” is no time for a turn. Write it like 24h, 90m or 2d, or none.")
    return policy.but(every=seconds)


def _at(policy: Policy, value: str) -> Policy:
    if plain(value) in NOTHING:
        return policy.but(at=(), least=None)
    try:
        times = tuple(time for part in fold(value).split(";") for time in clock_times(part))
    except BadTime as error:
        raise BadAction(str(error)) from error
    if policy.hours is not None and not is_ever(times, policy.hours):
        raise BadAction(
            f"No turn would ever be due: the match is played {policy.hours}, and none of these times is then."
        )
    return policy.but(at=times)


def _no_show(policy: Policy, value: str) -> Policy:
    if plain(value) not in NO_SHOW:
        raise BadAction(f"Write what happens for an absent seat: {listed(NO_SHOW, 'or')}.")
    return policy.but(no_show=plain(value))


def _heir(policy: Policy, value: str) -> Policy:
    return policy.but(heir="" if plain(value) in NOTHING else value)


def _heir_after(policy: Policy, value: str) -> Policy:
    seconds = seconds_of(value, "h")
    if seconds is None or seconds < LEAST_TO_ANSWER:
        raise BadAction(f"“{value}” is no time for the game master to answer. Write it like 14d, at least 1d.")
    return policy.but(heir_after=seconds)


def _votes(policy: Policy, value: str) -> Policy:
    if plain(value) not in (*YES, *NO):
        raise BadAction("Write whether the players may extend, pause and excuse by a majority: yes or no.")
    return policy.but(votes=plain(value) in YES)


def _plans(policy: Policy, value: str) -> Policy:
    rows = 0 if plain(value) in NOTHING else whole_number(value)
    if rows is None or rows > MOST_PLANS:
        raise BadAction(f"Write how many orders each player may plan ahead: 1 to {MOST_PLANS}, or none.")
    return policy.but(plans=rows)


def _game_masters(policy: Policy, value: str) -> Policy:
    parts = (part.strip() for part in fold(value).replace(";", ",").split(","))
    accounts = tuple(dict.fromkeys(name_and_address(part)[1] or part for part in parts if part))
    wrong = next((each for each in accounts if not is_address(each)), None)
    if wrong is not None:
        raise BadAction(f"“{wrong}” is not an e-mail address: write one like ana@example.org.")
    if not accounts:
        raise BadAction("A match needs a game master. Write all of them: ana@example.org, kim@example.org.")
    return policy.but(gm=accounts)


MOST_DELAY = 100
"""The most turns that followers are late."""


def turns_of_delay(value: str) -> int:
    """How many turns followers are late: "1 turn", "2 turns", "none". BadAction."""
    words = plain(value).removesuffix("turns").removesuffix("turn").strip()
    turns = 0 if words in NOTHING else whole_number(words)
    if turns is None or turns > MOST_DELAY:
        raise BadAction(f"“{value}” is no delay. Write how many turns followers are late: 1 turn, 2 turns, or none.")
    return turns


def _delay(policy: Policy, value: str) -> Policy:
    return policy.but(delay=turns_of_delay(value))


CHANGES: Mapping[str, Make] = MappingProxyType(
    {
        "every": _every,
        "at": _at,
        "no-show": _no_show,
        "game masters": _game_masters,
        "votes": _votes,
        "plans": _plans,
        "heir": _heir,
        "heir after": _heir_after,
        "delay": _delay,
    }
)
"""What may be changed, in the order in which the Desk offers it."""

ALSO = ("title", "captain")
"""What may be changed besides, which is no part of the policy."""

RHYTHM = ("every", "at")
"""Changes that give the open step another deadline."""


def _changed(policy: Policy, what: str, value: str) -> Policy:
    """*policy* with the new *value* of *what*. BadAction, also where nothing would change."""
    make = CHANGES.get(what)
    if make is None:
        raise BadAction(f"“{what}” cannot be changed. What can: {listed([*CHANGES, *ALSO])}.", "on")
    new = make(policy, value.strip())
    if new == policy:
        raise BadAction("That is so already.")
    return new


def _change(record: Record, action: Change, done: Done) -> Record:
    value = action.accounts or action.value
    if action.what == "heir" and plain(value) not in NOTHING:
        value = named_seat(record, value).id
    if action.what == "title":
        return _retitle(record, value)
    record = record.but(policy=_changed(record.policy, action.what, value))
    if action.what not in RHYTHM:
        return record
    due = record.next_due(done.now)
    if record.status is Status.PAUSED:
        return record.but(left=None if due is None else record.policy.time.between(done.now, due), moved=0.0)
    return record.but(due=due if record.status is Status.LIVE else record.due, moved=0.0)


def _retitle(record: Record, title: str) -> Record:
    if not title or len(title) > LONGEST_TITLE:
        raise BadAction(f"Write a title of at most {LONGEST_TITLE} characters.")
    if title == record.title:
        raise BadAction("That is so already.")
    return record.but(retitled=title)


def _promote(record: Record, _action: Promote, _done: Done) -> Record:
    return record


def _change_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    what = plain(order.on)
    if what == "captain":
        return _captain_on_desk(context, order, by)
    value = order.value.strip()
    if what == "heir" and plain(value) not in NOTHING:
        value = named_seat(context.record, value).player
    if what == "game masters" and value:
        return Change(what=what, value=_names_of(context.record, value), accounts=value, why=order.why, by=by)
    return Change(what=what, value=value, why=order.why, by=by)


def _names_of(record: Record, accounts: str) -> str:
    """The names of those who have *accounts*: players by name, others by how many they are."""
    names = names_by_account(record.but(policy=record.policy.but(gm=())))
    every = dict.fromkeys(each.strip().casefold() for each in accounts.replace(";", ",").split(",") if each.strip())
    others = sum(each not in names for each in every)
    known = [names[each] for each in every if each in names]
    return listed([*known, *([f"{counted(others, 'person', 'people')} without a seat"] if others else [])])


def _captain_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    captains = context.game.captains(context.state)
    if not captains:
        raise BadAction(f"{context.game.title} has no captains to change.", "on")
    seat = named_seat(context.record, order.value)
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


CHANGED: Mapping[str, str] = MappingProxyType(
    {
        "every": "the time for a turn",
        "at": "the fixed deadlines",
        "no-show": "what happens for absent seats",
        "game masters": "the game masters",
        "votes": "whether the players vote",
        "plans": "how many orders each player may plan ahead",
        "title": "the title",
        "heir": "who inherits the desk of the game master",
        "delay": "how late followers see the match",
        "heir after": "how long the game master has to answer an heir",
    }
)
"""What may be changed about how a match is run, in a sentence."""


def _sentence(action: Change | Promote, names: Names) -> str:
    match action:
        case Change():
            return f"{names.by(action)} changed {CHANGED.get(action.what, action.what)} to {action.value or 'none'}"
        case Promote():
            return f"{names.seat(action.seat)} is the captain now"


FEATURE = Feature(
    name="changes",
    place=110,
    sentence=_sentence,
    effects={Change: _change, Promote: _promote},
    desk={
        "change": DeskAction(
            _change_on_desk,
            f"{', '.join(CHANGES)}, title or captain",
            "24h, Sun 17:00, bot, a@x.org, b@x.org, a player; none",
            "changes how the match is run from now on",
            about="change",
            undo="change",
        )
    },
)
