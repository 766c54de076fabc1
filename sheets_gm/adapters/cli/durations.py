"""Times on the command line: durations, clock times and time zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from sheets_gm.gm.match_record.clock_times import ClockTime


def seconds(text: str) -> float:
    """The seconds of a duration like "30s", "24h" or "1 day 2 hours"; a bare number is seconds. `BadParameter`."""
    from sheets_gm.gm.match_record.clock_times import BadTime
    from sheets_gm.gm.match_record.durations import seconds_of

    try:
        found = seconds_of(text, "s")
    except BadTime as error:
        raise click.BadParameter(str(error)) from error
    if not found:
        raise click.BadParameter(f"“{text}” is not a duration: write 30s, 90m, 24h, 2d or 1 day 2 hours.")
    return found


def format_duration(length: float) -> str:
    """A duration of *length* seconds as people write it: "5 s", "2.5 min", "3 h"."""
    for least, unit in ((7200.0, 3600.0), (120.0, 60.0)):
        if length >= least:
            return f"{length / unit:.1f}".removesuffix(".0") + (" h" if unit > 60 else " min")
    return f"{length:.0f} s"


def zone_of(name: str) -> str:
    """The name of a time zone. `BadParameter` if there is none of that name."""
    from sheets_gm.gm.match_record.clock_times import zone_named

    found = zone_named(name)
    if found is None:
        raise click.BadParameter(f"There is no time zone “{name}”: write one like Europe/Berlin or UTC.")
    return found


def duration_option(_ctx: click.Context, _param: click.Parameter, value: str | None) -> float | None:
    """Callback of an option that takes a duration; the value is in seconds."""
    return None if value is None else seconds(value)


def clock_times_option(_ctx: click.Context, _param: click.Parameter, value: tuple[str, ...]) -> tuple[ClockTime, ...]:
    """Callback of an option that takes fixed times, like “Sun 17:00”."""
    from sheets_gm.gm.match_record.clock_times import BadTime, clock_times

    try:
        return tuple(time for text in value for time in clock_times(text))
    except BadTime as error:
        raise click.BadParameter(str(error)) from error


def hours_option(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    """Callback of an option that takes playing hours, like 8-23."""
    _playing_hours(value, ())
    return value


def days_off_option(_ctx: click.Context, _param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Callback of an option that takes days without play, like sat,sun or 2026-12-24..2027-01-02."""
    _playing_hours(None, value)
    return value


def _playing_hours(hours: str | None, off: tuple[str, ...]) -> None:
    """Check playing hours. `BadParameter`."""
    from sheets_gm.gm.match_record.clock_times import BadTime
    from sheets_gm.gm.match_record.playing_hours import playing_hours

    try:
        playing_hours(hours, off)
    except BadTime as error:
        raise click.BadParameter(str(error)) from error


def clocks_option(_ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> dict[str, float]:
    """Callback of an option that takes the lengths of clocks, like turn=2d, each once."""
    lengths: dict[str, float] = {}
    for each in value:
        name, equals, length = each.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f"“{each}” is not NAME=TIME: write turn=2d.", param=param)
        if name.strip() in lengths:
            raise click.BadParameter(f"The clock {name.strip()} has two lengths.", param=param)
        lengths[name.strip()] = seconds(length)
    return lengths


def zone_option(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """Callback of an option that takes a time zone."""
    return zone_of(value)
