"""The options of a match that belong to no other feature: its rhythm, absent seats, its game masters, its workbooks."""

from __future__ import annotations

from typing import Any

from sheets_gm.games.contract import Game
from sheets_gm.gm.match_record.clock_times import ClockTime, clock_times, zone_named
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
"""The most turns by which followers may be late."""


def _at(policy: Policy, text: str) -> tuple[ClockTime, ...]:
    if plain(text) in NOTHING:
        return ()
    times = tuple(time for part in fold(text).split(";") for time in clock_times(part))
    _check_played(times, policy.hours)
    return times


def _check_played(times: tuple[ClockTime, ...], hours: PlayingHours | None) -> None:
    """Raise BadAction if none of the fixed *times* is within the playing *hours*."""
    if times and hours is not None and not is_ever(times, hours):
        raise BadAction(f"No turn would ever be due: the match is played {hours}, and none of its fixed times is then.")


def _at_least(policy: Policy, text: str) -> Any:
    if plain(text) not in NOTHING and not policy.at:
        raise BadAction("at-least needs fixed deadlines: choose them first, by at (daily 18:00).")
    return duration(none=None)(policy, text)


def _hours(policy: Policy, text: str) -> PlayingHours | None:
    hours = playing_hours(None if plain(text) in NOTHING else text) or PlayingHours()
    return _with_hours(policy, (policy.hours or PlayingHours()).but(start=hours.start, end=hours.end))


def _days_off(policy: Policy, text: str) -> PlayingHours | None:
    off = playing_hours(None, () if plain(text) in NOTHING else (text,)) or PlayingHours()
    kept = policy.hours or PlayingHours()
    return _with_hours(policy, kept.but(days_off=off.days_off, dates_off=off.dates_off))


def _with_hours(policy: Policy, hours: PlayingHours) -> PlayingHours | None:
    _check_played(policy.at, hours)
    return None if hours == PlayingHours() else hours


def _zone(_policy: Policy, text: str) -> str:
    zone = zone_named(text)
    if zone is None:
        raise BadAction(f"There is no time zone “{text}”: write one like Europe/Berlin or UTC.")
    return zone


def _clock(policy: Policy, text: str) -> dict[str, float]:
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
    return lengths


def addresses(text: str) -> tuple[str, ...]:
    """Return the e-mail addresses in *text*, without repetitions. Raises BadAction."""
    parts = (part.strip() for part in fold(text).replace(";", ",").split(","))
    accounts = tuple(dict.fromkeys(name_and_address(part)[1] or part for part in parts if part))
    wrong = next((each for each in accounts if not is_address(each)), None)
    if wrong is not None:
        raise BadAction(f"“{wrong}” is not an e-mail address: write one like ana@example.org.")
    return accounts


def _game_masters(_policy: Policy, text: str) -> tuple[str, ...]:
    accounts = addresses(text)
    if not accounts:
        raise BadAction("A match needs a game master. Write all of them: ana@example.org, kim@example.org.")
    return accounts


def _named_accounts(text: str) -> tuple[str, ...]:
    accounts = addresses(text)
    if not accounts:
        raise BadAction("Write whom: an address like kim@example.org.")
    return accounts


def _add_game_master(policy: Policy, text: str) -> tuple[str, ...]:
    accounts = {each.casefold() for each in policy.gm}
    return (*policy.gm, *(each for each in _named_accounts(text) if each.casefold() not in accounts))


def _drop_game_master(policy: Policy, text: str) -> tuple[str, ...]:
    dropped = {each.casefold() for each in _named_accounts(text)}
    if unknown := dropped - {each.casefold() for each in policy.gm}:
        raise BadAction(f"No game master has the address {listed(sorted(unknown), 'or')}.")
    left = tuple(each for each in policy.gm if each.casefold() not in dropped)
    if not left:
        raise BadAction("A match needs a game master. Add another one first.")
    return left


def _group(_policy: Policy, text: str) -> str:
    group = "" if plain(text) in NOTHING else text
    if group and not is_address(group):
        raise BadAction(f"“{group}” is not an e-mail address: write one like club@googlegroups.com.")
    return group


def _fitting_clocks(game: Game[Any, Any], policy: Policy) -> None:
    names = [clock.name for clock in game.people.clocks]
    for name in policy.clocks:
        if name not in names:
            those = f"Its clocks are {listed(names)}." if names else "It has none: use every or at."
            raise BadAction(f"{game.title} has no clock called {name}. {those}")


def _needs_sealed(_game: Game[Any, Any], policy: Policy) -> None:
    if policy.allow_others and policy.layout != "sealed":
        raise BadAction("allow-others is for --sealed: this match has no private spreadsheets.")


def _needs_shared(_game: Game[Any, Any], policy: Policy) -> None:
    if policy.open_hands and policy.layout == "sealed":
        raise BadAction("--sealed hides hands and open-hands shows them: use only one of them.")


def _delay(policy: Policy, text: str) -> Any:
    turns = plain(text).removesuffix("turns").removesuffix("turn").strip()
    return number(MOST_DELAY, "how many turns followers are late, like 2 turns")(policy, turns)


OPTIONS = (
    PolicyOption(
        "zone",
        "zone",
        "Time zone of the times on the sheet (default: UTC).",
        "the time zone",
        _zone,
        "ZONE",
    ),
    PolicyOption(
        "every",
        "every",
        "Deadline for each turn: 24h, 90m, 2d, or none (default: none).",
        "the time for a turn",
        duration(none=None),
        "TIME",
    ),
    PolicyOption(
        "at",
        "at",
        'Fixed deadline, like "Sun 17:00" or "daily 20:30"; may be repeated, or several with a semicolon between them.',
        "the fixed deadlines",
        _at,
        "TIME",
    ),
    PolicyOption(
        "no-show",
        "no_show",
        "What an absent seat does: nothing (hold), its standing order (standing, the default), or the move of a bot.",
        "what happens for absent seats",
        choice(("hold", "standing", "bot"), "what happens for an absent seat"),
        "hold|standing|bot",
    ),
    PolicyOption(
        "at least",
        "least",
        "With at: the least time for a turn, also where one ended early (default: half of the time between two "
        "deadlines, 12h at most).",
        "the least time before a fixed deadline",
        _at_least,
        "TIME",
    ),
    PolicyOption(
        "clock",
        "clocks",
        "Lengths of the game's clocks, like turn=2d, reaction=12h. A clock stops while others are asked.",
        "the clocks",
        _clock,
        "NAME=TIME",
        check=_fitting_clocks,
    ),
    PolicyOption(
        "hours",
        "hours",
        "Playing hours, like 8-23: no deadline passes outside them, and clocks stand still.",
        "the playing hours",
        _hours,
        "FROM-TO",
        needs_deadline=True,
    ),
    PolicyOption(
        "days off",
        "hours",
        "Days without play: sat,sun,2026-12-24..2027-01-02.",
        "the days without play",
        _days_off,
        "DAYS",
        needs_deadline=True,
    ),
    PolicyOption(
        "wait",
        "early",
        "Whether to wait for the deadline even when everyone is ready: yes or no.",
        "whether a turn waits for its deadline",
        yes_or_no("a turn waits for its deadline", yes=False),
        "yes|no",
        needs_deadline=True,
    ),
    PolicyOption(
        "grace",
        "grace",
        "How long after the deadline late moves still count.",
        "how long late moves count",
        duration(),
        "TIME",
        needs_deadline=True,
    ),
    PolicyOption(
        "no answer",
        "no_answer",
        "What counts when nobody answers a question in time: its row as it was drawn (pass), or the answer of a bot.",
        "what counts without an answer",
        choice(("pass", "bot"), "what counts without an answer"),
        "pass|bot",
    ),
    PolicyOption(
        "plans",
        "plans",
        "How many orders each player may plan ahead, under conditions, on a tab Plan ahead.",
        "how many orders each player may plan ahead",
        number(MOST_PLANS, "how many orders each player may plan ahead"),
        "NUMBER",
    ),
    PolicyOption(
        "delay",
        "delay",
        "How late followers see the match: 1 turn, 2 turns, or none.",
        "how late followers see the match",
        _delay,
        "TURNS",
    ),
    PolicyOption(
        "game masters",
        "gm",
        "Accounts that may use the GM tab.",
        "the game masters",
        _game_masters,
        "ACCOUNTS",
        fixed="Use “add game master” and “drop game master”, so that nobody is left out by mistake.",
        accounts=True,
    ),
    PolicyOption(
        "add game master",
        "gm",
        "One more account that may use the GM tab.",
        "added {} to the game masters",
        _add_game_master,
        "ACCOUNT",
        new=False,
        accounts=True,
    ),
    PolicyOption(
        "drop game master",
        "gm",
        "An account that may not use the GM tab any more.",
        "removed {} from the game masters",
        _drop_game_master,
        "ACCOUNT",
        new=False,
        accounts=True,
    ),
    PolicyOption(
        "share",
        "sharing",
        "invite: the program invites the accounts of the roster (default). link: whoever has the link may come in; "
        "cells are then kept for nobody. hand: you invite people yourself.",
        "how people come in",
        choice(("invite", "link", "hand"), "how people come in"),
        "invite|link|hand",
    ),
    PolicyOption(
        "group",
        "group",
        "A Google Group of all players, invited instead of them to what all of them see.",
        "the group that is invited",
        _group,
        "ADDRESS",
        masked="another one",
    ),
    PolicyOption(
        "mail",
        "mail",
        "Whether Google writes an e-mail to people whose address has no account: yes or no.",
        "whether Google writes invitations",
        yes_or_no("Google writes an e-mail to who has no account"),
        "yes|no",
    ),
    PolicyOption(
        "open hands",
        "open_hands",
        "Whether all share one workbook even though the game has secrets: yes or no.",
        "whether hands are open",
        yes_or_no("all share one workbook"),
        "yes|no",
        fixed="It decides which spreadsheets a match has, and these are made with it.",
        check=_needs_shared,
    ),
    PolicyOption(
        "allow others",
        "allow_others",
        "With --sealed: whether to use private spreadsheets although others can open them: yes or no. The GM tab names "
        "who.",
        "whether others may open private spreadsheets",
        yes_or_no("others may open private spreadsheets"),
        "yes|no",
        check=_needs_sealed,
    ),
)
"""All options, in the order in which they are offered."""
