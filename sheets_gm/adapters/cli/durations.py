"""Times on the command line: durations and time zones."""

from __future__ import annotations

import click


def seconds(text: str) -> float:
    """Return the seconds of "30s" or "1 day 2 hours"; without a unit, it is seconds. Raises `BadParameter`."""
    from sheets_gm.gm.match_record.clock_times import BadTime
    from sheets_gm.gm.match_record.durations import seconds_of

    try:
        duration = seconds_of(text, "s")
    except BadTime as error:
        raise click.BadParameter(str(error)) from error
    if not duration:
        raise click.BadParameter(f"“{text}” is not a duration: write 30s, 90m, 24h, 2d or 1 day 2 hours.")
    return duration


def format_duration(length: float) -> str:
    """Return a duration of *length* seconds as people write it: "5 s", "2.5 min", "3 h"."""
    for least, unit in ((7200.0, 3600.0), (120.0, 60.0)):
        if length >= least:
            return f"{length / unit:.1f}".removesuffix(".0") + (" h" if unit > 60 else " min")
    return f"{length:.0f} s"


def zone_of(name: str) -> str:
    """Return the name of a time zone. Raises `BadParameter` if there is none with that name."""
    from sheets_gm.gm.match_record.clock_times import zone_named

    zone = zone_named(name)
    if zone is None:
        raise click.BadParameter(f"There is no time zone “{name}”: write one like Europe/Berlin or UTC.")
    return zone


def duration_option(_ctx: click.Context, _param: click.Parameter, value: str | None) -> float | None:
    """Return the seconds of an option that takes a duration."""
    return None if value is None else seconds(value)


def zone_option(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """Return the time zone of an option."""
    return zone_of(value)
