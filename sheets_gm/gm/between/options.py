"""The options of a match that belong to no other feature: its rhythm, absent seats, its game masters, its workbooks."""

from __future__ import annotations

from sheets_gm.gm.match_record.clock_times import clock_times, zone_named
from sheets_gm.gm.match_record.deadlines import is_ever
from sheets_gm.gm.match_record.durations import seconds_of
from sheets_gm.gm.match_record.plans import MOST_PLANS
from sheets_gm.gm.match_record.playing_hours import PlayingHours, playing_hours
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.policy_option import NOTHING, PolicyOption, choice, duration, number, yes_or_no
from sheets_gm.kernel.actions import BadAction
from sheets_gm.kernel.addresses import name_and_address
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.folding import fold, plain
from sheets_gm.kernel.seats import is_address

MOST_DELAY = 100
"""The most turns that followers are late."""


def _at(policy: Policy, text: str) -> Policy:
    if plain(text) in NOTHING:
        return policy.but(at=(), least=None)
    return _played(policy.but(at=tuple(time for part in fold(text).split(";") for time in clock_times(part))))


def _played(policy: Policy) -> Policy:
    """*policy*, if a turn of it is ever due. BadAction."""
    if policy.at and policy.hours is not None and not is_ever(policy.at, policy.hours):
        raise BadAction(
            f"No turn would ever be due: the match is played {policy.hours}, and none of its fixed times is then."
        )
    return policy


def _at_least(policy: Policy, text: str) -> Policy:
    if plain(text) not in NOTHING and not policy.at:
        raise BadAction("at-least needs fixed deadlines: choose them first, by at (daily 18:00).")
    return duration("least", none=None)(policy, text)


def _hours(policy: Policy, text: str) -> Policy:
    hours = playing_hours(None if plain(text) in NOTHING else text) or PlayingHours()
    return _with_hours(policy, (policy.hours or PlayingHours()).but(start=hours.start, end=hours.end))


def _days_off(policy: Policy, text: str) -> Policy:
    off = playing_hours(None, () if plain(text) in NOTHING else (text,)) or PlayingHours()
    kept = policy.hours or PlayingHours()
    return _with_hours(policy, kept.but(days_off=off.days_off, dates_off=off.dates_off))


def _with_hours(policy: Policy, hours: PlayingHours) -> Policy:
    return _played(policy.but(hours=None if hours == PlayingHours() else hours))


def _zone(policy: Policy, text: str) -> Policy:
    zone = zone_named(text)
    if zone is None:
        raise BadAction(f"There is no time zone “{text}”: write one like Europe/Berlin or UTC.")
    return policy.but(zone=zone)


def _clock(policy: Policy, text: str) -> Policy:
    lengths: dict[str, float] = {}
    for part in [] if plain(text) in NOTHING else text.replace(";", ",").split(","):
        name, equals, length = (each.strip() for each in part.partition("="))
        seconds = seconds_of(length, "h")
        if not equals or not name or not seconds:
            raise BadAction(f"“{part.strip()}” is not NAME=TIME: write turn=2d.")
        if name in lengths:
            raise BadAction(f"The clock {name} has two lengths.")
        lengths[name] = seconds
    if lengths and policy.side_waits:
        raise BadAction("A match that waits for a side has no clocks: leave out the clocks, or the waiting.")
    return policy.but(clocks=lengths)


def addresses(text: str) -> tuple[str, ...]:
    """The e-mail addresses in *text*, each once. BadAction."""
    parts = (part.strip() for part in fold(text).replace(";", ",").split(","))
    accounts = tuple(dict.fromkeys(name_and_address(part)[1] or part for part in parts if part))
    wrong = next((each for each in accounts if not is_address(each)), None)
    if wrong is not None:
        raise BadAction(f"“{wrong}” is not an e-mail address: write one like ana@example.org.")
    return accounts


def _game_masters(policy: Policy, text: str) -> Policy:
    accounts = addresses(text)
    if not accounts:
        raise BadAction("A match needs a game master. Write all of them: ana@example.org, kim@example.org.")
    return policy.but(gm=accounts)


def _named_accounts(text: str) -> tuple[str, ...]:
    accounts = addresses(text)
    if not accounts:
        raise BadAction("Write whom: an address like kim@example.org.")
    return accounts


def _add_game_master(policy: Policy, text: str) -> Policy:
    known = {each.casefold() for each in policy.gm}
    return policy.but(gm=(*policy.gm, *(each for each in _named_accounts(text) if each.casefold() not in known)))


def _drop_game_master(policy: Policy, text: str) -> Policy:
    dropped = {each.casefold() for each in _named_accounts(text)}
    if unknown := dropped - {each.casefold() for each in policy.gm}:
        raise BadAction(f"No game master has the address {listed(sorted(unknown), 'or')}.")
    left = tuple(each for each in policy.gm if each.casefold() not in dropped)
    if not left:
        raise BadAction("A match needs a game master. Add another one first.")
    return policy.but(gm=left)


def _group(policy: Policy, text: str) -> Policy:
    group = "" if plain(text) in NOTHING else text
    if group and not is_address(group):
        raise BadAction(f"“{group}” is not an e-mail address: write one like club@googlegroups.com.")
    return policy.but(group=group)


def _delay(policy: Policy, text: str) -> Policy:
    turns = plain(text).removesuffix("turns").removesuffix("turn").strip()
    return number("delay", MOST_DELAY, "how many turns followers are late, like 2 turns")(policy, turns)


OPTIONS = (
    PolicyOption(
        "zone",
        "Time zone of the times on the sheet (default: UTC).",
        "the time zone",
        _zone,
        "ZONE",
    ),
    PolicyOption(
        "every",
        "Deadline for each turn: 24h, 90m, 2d, or none (default: none).",
        "the time for a turn",
        duration("every", none=None),
        "TIME",
    ),
    PolicyOption(
        "at",
        'Fixed deadline, like "Sun 17:00" or "daily 20:30"; may be repeated, or several with a semicolon between them.',
        "the fixed deadlines",
        _at,
        "TIME",
    ),
    PolicyOption(
        "no-show",
        "What an absent seat does: nothing (hold), its standing order (standing, as a rule), or the move of a bot.",
        "what happens for absent seats",
        choice("no_show", ("hold", "standing", "bot"), "what happens for an absent seat"),
        "hold|standing|bot",
    ),
    PolicyOption(
        "at least",
        "With at: the least time for a turn, also where one ended early (default: half of the time between two "
        "deadlines, 12h at most).",
        "the least time before a fixed deadline",
        _at_least,
        "TIME",
    ),
    PolicyOption(
        "clock",
        "Lengths of the game's clocks, like turn=2d, reaction=12h. A clock stops while others are asked.",
        "the clocks",
        _clock,
        "NAME=TIME",
        later=False,
    ),
    PolicyOption(
        "hours",
        "Playing hours, like 8-23: no deadline passes outside them, and clocks stand still.",
        "the playing hours",
        _hours,
        "FROM-TO",
        needs_deadline=True,
    ),
    PolicyOption(
        "days off",
        "Days without play: sat,sun,2026-12-24..2027-01-02.",
        "the days without play",
        _days_off,
        "DAYS",
        needs_deadline=True,
    ),
    PolicyOption(
        "wait",
        "Whether to wait for the deadline even when everyone is ready: yes or no.",
        "whether a turn waits for its deadline",
        yes_or_no("early", "a turn waits for its deadline", yes=False),
        "yes|no",
        needs_deadline=True,
    ),
    PolicyOption(
        "grace",
        "How long after the deadline late moves still count.",
        "how long late moves count",
        duration("grace"),
        "TIME",
        needs_deadline=True,
    ),
    PolicyOption(
        "no answer",
        "What counts when nobody answers a question in time: its row as it was drawn (pass), or the answer of a bot.",
        "what counts without an answer",
        choice("no_answer", ("pass", "bot"), "what counts without an answer"),
        "pass|bot",
    ),
    PolicyOption(
        "plans",
        "How many orders each player may plan ahead, under conditions, on a tab Plan ahead.",
        "how many orders each player may plan ahead",
        number("plans", MOST_PLANS, "how many orders each player may plan ahead"),
        "NUMBER",
    ),
    PolicyOption(
        "delay",
        "How late followers see the match: 1 turn, 2 turns, or none.",
        "how late followers see the match",
        _delay,
        "TURNS",
    ),
    PolicyOption(
        "game masters",
        "Accounts that may use the GM tab.",
        "the game masters",
        _game_masters,
        "ACCOUNTS",
        later=False,
        accounts=True,
    ),
    PolicyOption(
        "add game master",
        "One more account that may use the GM tab.",
        "added {} to the game masters",
        _add_game_master,
        "ACCOUNT",
        new=False,
        accounts=True,
    ),
    PolicyOption(
        "drop game master",
        "An account that may not use the GM tab any more.",
        "removed {} from the game masters",
        _drop_game_master,
        "ACCOUNT",
        new=False,
        accounts=True,
    ),
    PolicyOption(
        "share",
        "invite: the program invites the accounts of the roster (as a rule). link: whoever has the link may come in; "
        "cells are then kept for nobody. hand: you invite people yourself.",
        "how people come in",
        choice("sharing", ("invite", "link", "hand"), "how people come in"),
        "invite|link|hand",
        later=False,
    ),
    PolicyOption(
        "group",
        "A Google Group of all players, invited instead of them to what all of them see.",
        "the group",
        _group,
        "ADDRESS",
        later=False,
    ),
    PolicyOption(
        "mail",
        "Whether Google writes an e-mail to people whose address has no account: yes or no.",
        "whether Google writes invitations",
        yes_or_no("mail", "Google writes an e-mail to who has no account"),
        "yes|no",
        later=False,
    ),
    PolicyOption(
        "open hands",
        "Whether all share one workbook even though the game has secrets: yes or no.",
        "whether hands are open",
        yes_or_no("open_hands", "all share one workbook"),
        "yes|no",
        later=False,
    ),
    PolicyOption(
        "allow others",
        "With --sealed: whether to use private spreadsheets although others can open them: yes or no. The GM tab names "
        "who.",
        "whether others may open private spreadsheets",
        yes_or_no("allow_others", "others may open private spreadsheets"),
        "yes|no",
        later=False,
    ),
)
"""They stand in the order in which they are offered."""
