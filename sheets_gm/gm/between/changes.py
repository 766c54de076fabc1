"""What a game master may change about how a match is run, while it is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import Field

from sheets_gm.gm.between.feature import DeskAction, Done, Feature, Names
from sheets_gm.gm.between.finding import policy_options
from sheets_gm.gm.between.options import OPTIONS
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder
from sheets_gm.gm.between.rows.naming import named_seat
from sheets_gm.gm.between.rows.position_checks import fault
from sheets_gm.gm.match_record.clocks import RunningClock
from sheets_gm.gm.match_record.deadlines import Pace
from sheets_gm.gm.match_record.known_person import KnownPerson
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.match_record.policy_option import NOTHING, PolicyOption, option_key
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.step_time import StepTime
from sheets_gm.gm.match_record.told_names import names_by_account
from sheets_gm.gm.match_record.upkeep import Upkeep
from sheets_gm.kernel.actions import Action, BadAction, Override, Promote
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.match.applying_actions import overridden


class Change(Action):
    """Change how the match is run: *what* has the new *value* from now on, as people write it.

    Addresses, which no entry may contain, are in *accounts*, and *value* has words for them: the names of game masters.
    """

    what: str
    value: str
    accounts: str = Field("", exclude=True)


LONGEST_TITLE = 100
"""The most characters of the title of a match."""

INVITING = ("sharing", "group", "mail", "allow_others")
"""The fields of the policy after whose change people are invited again."""

ALSO = ("title", "captain")
"""Other things that may be changed, which are not in the policy."""


def changeable() -> Sequence[str]:
    """Return the names of everything that may be changed while a match is played, in the order of the Desk."""
    return (*sorted(option.name for option in policy_options().values() if not option.fixed), *ALSO)


def _option(what: str) -> PolicyOption:
    option = policy_options().get(option_key(what))
    if option is None:
        raise BadAction(f"“{what}” cannot be changed. What can: {listed(changeable())}.", "on")
    return option


def _pace(policy: Policy) -> Pace:
    """Return the pace of *policy*. Its zone is "" unless a time in it is local."""
    return policy.pace if policy.at or policy.hours else policy.pace._replace(zone="")


def _change(record: Record, action: Change, done: Done) -> Record:
    value = action.accounts or action.value
    if action.what == "title":
        return _retitle(record, value)
    option, before = _option(action.what), record.policy
    if option.seat and plain(value) not in NOTHING:
        value = named_seat(record, value).id
    record = record.but(policy=option.chosen(before, value))
    if record.policy == before:
        raise BadAction("That is so already.")
    if option.field in INVITING:
        return Upkeep.change(record, sharing_due=done.now)
    if record.policy.clocks != before.clocks:
        record = record.but(clocks=_filled(record, before.clocks))
    elif _pace(record.policy) == _pace(before):
        return record
    due = record.next_due(done.now)
    record = StepTime.change(record, moved=0.0)
    if record.status is Status.PAUSED:
        return StepTime.change(record, left=None if due is None else record.policy.time.between(done.now, due))
    return record.but(due=due if record.status is Status.LIVE else record.due)


def _filled(record: Record, before: Mapping[str, float]) -> tuple[RunningClock, ...]:
    """Return the clocks of *record* when their lengths were those of *before*: each has the difference more or less."""
    lengths, time = record.policy.clocks, record.policy.time
    kept = (clock for clock in record.clocks if clock.name in lengths)
    return tuple(clock.moved(lengths[clock.name] - before.get(clock.name, 0.0), time) for clock in kept)


def _retitle(record: Record, title: str) -> Record:
    if not title or len(title) > LONGEST_TITLE:
        raise BadAction(f"Write a title of at most {LONGEST_TITLE} characters.")
    if title == record.title:
        raise BadAction("That is so already.")
    return Upkeep.change(record, retitled=title)


def _change_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    what, value = plain(order.on), order.value.strip()
    if what == "captain":
        return _captain_on_desk(context, order, by)
    if what == "title":
        return Change(what=what, value=value, why=order.why, by=by)
    option = _option(order.on)
    if option.fixed:
        raise BadAction(f"“{option.name}” cannot be changed in a match that is played. {option.fixed}", "on")
    option.check(context.game, option.chosen(context.record.policy, value))
    if option.seat and plain(value) not in NOTHING:
        value = named_seat(context.record, value).player
    if option.accounts and value:
        names = _names_of(context.record, value)
        return Change(what=option.name, value=names, accounts=value, why=order.why, by=by)
    if option.masked and plain(value) not in NOTHING:
        return Change(what=option.name, value=option.masked, accounts=value, why=order.why, by=by)
    return Change(what=option.name, value=value, why=order.why, by=by)


def _names_of(record: Record, accounts: str) -> str:
    """Return the names of the people with these *accounts*: players by name, the others as a count."""
    names = names_by_account(record.but(policy=record.policy.but(gm=())))
    every = dict.fromkeys(each.strip().casefold() for each in accounts.replace(";", ",").split(",") if each.strip())
    others = sum(each not in names for each in every)
    players = [names[each] for each in every if each in names]
    return listed([*players, *([f"{counted(others, 'person', 'people')} without a seat"] if others else [])])


def _captain_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    captains = context.game.people.captains(context.state)
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


def _sentence(action: Change | Promote, names: Names) -> str:
    match action:
        case Change():
            option = policy_options().get(option_key(action.what))
            told = f"changed the {action.what} to {action.value}" if option is None else option.predicate(action.value)
            return f"{names.by(action)} {told}"
        case Promote():
            return f"{names.seat(action.seat)} is the captain now"


def _forget(record: Record, person: KnownPerson) -> Record:
    """Return *record* without the person as a game master."""
    left = tuple(each for each in record.policy.gm if each.casefold() not in person.accounts)
    return record.but(policy=record.policy.but(gm=left))


FEATURE = Feature(
    name="changes",
    place=110,
    sentence=_sentence,
    effects={Change: _change, Promote: lambda record, _, __: record},
    options=OPTIONS,
    desk={
        "change": DeskAction(
            _change_on_desk,
            "every, at, no-show, zone, grace, votes and others; title or captain",
            "24h, Sun 17:00, bot, a@x.org, b@x.org, a player; none",
            "changes how the match is run from now on",
            about="change",
            undo="change",
        )
    },
    forget=_forget,
    in_story=lambda action: isinstance(action, Change) and action.what == "title",
)
