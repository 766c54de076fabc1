"""Dates as serial numbers: days since 1899-12-30, with the time of day as the fraction, as on Google."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

EPOCH = date(1899, 12, 30)
MILLISECONDS = 86_400_000
LAST = (date.max - EPOCH).days
FIRST = (date.min - EPOCH).days

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True)
class Moment:
    """A serial number, split into its day and the milliseconds since midnight."""

    day: date
    milliseconds: int


def moment(serial: float) -> Moment | None:
    """Return the moment of a serial number; None outside the calendar."""
    if not FIRST <= serial <= LAST + 1:
        return None
    days, rest = divmod(round(serial * MILLISECONDS), MILLISECONDS)
    if not FIRST <= days <= LAST:
        return None
    return Moment(EPOCH + timedelta(days=days), rest)


def serial_of(day: date) -> int:
    """The serial number of a day."""
    return (day - EPOCH).days


def fraction(hours: float, minutes: float = 0, seconds: float = 0) -> float:
    """Return a time of day or a duration in days."""
    return (hours * 3600 + minutes * 60 + seconds) / 86400
