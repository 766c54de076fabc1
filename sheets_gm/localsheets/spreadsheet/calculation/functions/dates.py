"""Functions of dates and times, which are serial numbers."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable
from datetime import date
from typing import Any

from sheets_gm.localsheets.spreadsheet.calculation.arrays import many
from sheets_gm.localsheets.spreadsheet.calculation.coercion import as_number, as_text, as_whole, formula_error
from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Context
from sheets_gm.localsheets.spreadsheet.calculation.functions.arguments import elementwise, with_ranges
from sheets_gm.localsheets.spreadsheet.values.dates import Moment, moment, serial_of
from sheets_gm.localsheets.spreadsheet.values.user_entered import moment as typed_moment


def _moment(value: Any, name: str, parameter: int = 1) -> Moment:
    number = as_number(value, name, parameter)
    instant = moment(number) if number >= 0 else None
    if instant is None:
        raise formula_error(
            "NUM",
            f"Function {name} parameter {parameter} value is {number:g}. It should be greater than or equal to 0.",
        )
    return instant


def _serial(year: int, month: int, day: int) -> float:
    """Return the serial number of a day. Month and day may overflow."""
    years, months = divmod(month - 1, 12)
    try:
        return float(serial_of(date(year + years, months + 1, 1)) + day - 1)
    except (ValueError, OverflowError) as error:
        raise formula_error("NUM", "Function DATE parameters are out of range.") from error


def _date(_context: Context, year: Any, month: Any, day: Any) -> float:
    wanted = as_whole(year, "DATE", 1)
    serial = _serial(
        wanted + 1900 if 0 <= wanted < 1900 else wanted, as_whole(month, "DATE", 2), as_whole(day, "DATE", 3)
    )
    if serial < 0:
        raise formula_error("NUM", "Function DATE parameters are out of range.")
    return serial


def _part(name: str, work: Callable[[Moment], int]) -> Callable[..., float]:
    return lambda _context, value: float(work(_moment(value, name)))


def _time(_context: Context, hours: Any, minutes: Any, seconds: Any) -> float:
    total = as_whole(hours, "TIME", 1) * 3600 + as_whole(minutes, "TIME", 2) * 60 + as_whole(seconds, "TIME", 3)
    return total % 86400 / 86400


def _weekday(_context: Context, value: Any, kind: Any = 1.0) -> float:
    day, how = _moment(value, "WEEKDAY").day.weekday(), as_whole(kind, "WEEKDAY", 2)
    if how not in (1, 2, 3):
        raise formula_error(
            "NUM", f"Function WEEKDAY parameter 2 value is {how}. Valid values are between 1 and 3 inclusive."
        )
    return float({1: (day + 1) % 7 + 1, 2: day + 1, 3: day}[how])


def _months_on(name: str, last: bool) -> Callable[..., float]:
    def work(_context: Context, value: Any, months: Any) -> float:
        day = _moment(value, name).day
        years, month = divmod(day.month - 1 + as_whole(months, name, 2), 12)
        try:
            length = monthrange(day.year + years, month + 1)[1]
            return float(serial_of(date(day.year + years, month + 1, length if last else min(day.day, length))))
        except (ValueError, OverflowError) as error:
            raise formula_error("NUM", f"Function {name} result is out of range.") from error

    return work


def _typed(name: str, kinds: tuple[str, ...], take: Callable[[float], float]) -> Callable[..., float]:
    def work(_context: Context, value: Any) -> float:
        text = as_text(value)
        entry = typed_moment(text.strip())
        if entry is None or (entry.format or {}).get("type") not in kinds:
            raise formula_error("VALUE", f"{name} parameter '{text}' cannot be parsed to date/time.")
        return take(float(entry.value["numberValue"]))

    return work


def _now(context: Context) -> float:
    now = context.names.now()
    seconds = now.hour * 3600 + now.minute * 60 + now.second + now.microsecond / 1e6
    return serial_of(now.date()) + seconds / 86400


def _week(_context: Context, value: Any, kind: Any = 1.0) -> float:
    """Return the week of the year, counted from the week with January 1. Kind 2 starts weeks on Mondays, 21 follows
    ISO.
    """
    day, how = _moment(value, "WEEKNUM").day, as_whole(kind, "WEEKNUM", 2)
    if how == 21:
        return float(day.isocalendar().week)
    begins = {1: 6, 2: 0, 17: 6, **{11 + at: at for at in range(7)}}.get(how)  # the weekday of Python, Monday is 0
    if begins is None:
        raise formula_error(
            "NUM", f"Function WEEKNUM parameter 2 value is {how}. Valid values are 1, 2, 11 to 17 and 21."
        )
    first = date(day.year, 1, 1)
    return float(1 + ((first.weekday() - begins) % 7 + (day - first).days) // 7)


def _holidays(held: Any, name: str) -> set[int]:
    return set() if held is None else {as_whole(value, name, 3) for _, _, value in many(held).filled()}


def _works(serial: int, holidays: set[int]) -> bool:
    return serial % 7 not in (0, 1) and serial not in holidays  # serial 0 is a Saturday


_MOST_DAYS = 100_000
"""The most days that NETWORKDAYS and WORKDAY go through."""


def _workdays(context: Context, start: Any, end: Any, holidays: Any = None) -> float:
    first, last = (as_whole(context.scalar(each), "NETWORKDAYS", at) for at, each in enumerate((start, end), 1))
    free = _holidays(holidays, "NETWORKDAYS")
    low, high = min(first, last), max(first, last)
    if high - low > _MOST_DAYS:
        raise formula_error("NUM", "Function NETWORKDAYS parameters are too far apart.")
    context.budget.spend(high - low)
    count = float(sum(_works(day, free) for day in range(low, high + 1)))
    return count if first <= last else -count


def _workday(context: Context, start: Any, days: Any, holidays: Any = None) -> float:
    at, left = as_whole(context.scalar(start), "WORKDAY", 1), as_whole(context.scalar(days), "WORKDAY", 2)
    free, step = _holidays(holidays, "WORKDAY"), 1 if left > 0 else -1
    if abs(left) > _MOST_DAYS:
        raise formula_error("NUM", "Function WORKDAY parameter 2 value is out of range.")
    while left:
        context.budget.spend()
        at += step
        if _works(at, free):
            left -= step
    return float(at)


def _datedif(_context: Context, start: Any, end: Any, unit: Any) -> float:
    first, last = _moment(start, "DATEDIF", 1).day, _moment(end, "DATEDIF", 2).day
    if last < first:
        raise formula_error("NUM", "Function DATEDIF parameter 1 should be on or before parameter 2.")
    months = (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
    kinds = {"D": (last - first).days, "M": months, "Y": months // 12, "YM": months % 12}
    kind = as_text(unit).upper()
    if kind not in kinds:
        raise formula_error("NUM", f"Function DATEDIF parameter 3 value '{kind}' is not one of {', '.join(kinds)}.")
    return float(kinds[kind])


FUNCTIONS = (
    elementwise("DATE", _date, 3),
    elementwise("TIME", _time, 3),
    elementwise("YEAR", _part("YEAR", lambda at: at.day.year), 1),
    elementwise("MONTH", _part("MONTH", lambda at: at.day.month), 1),
    elementwise("DAY", _part("DAY", lambda at: at.day.day), 1),
    elementwise("HOUR", _part("HOUR", lambda at: at.milliseconds // 3_600_000), 1),
    elementwise("MINUTE", _part("MINUTE", lambda at: at.milliseconds // 60_000 % 60), 1),
    elementwise("SECOND", _part("SECOND", lambda at: at.milliseconds // 1000 % 60), 1),
    elementwise("WEEKDAY", _weekday, 1, 2),
    elementwise("EDATE", _months_on("EDATE", last=False), 2),
    elementwise("EOMONTH", _months_on("EOMONTH", last=True), 2),
    elementwise("DATEVALUE", _typed("DATEVALUE", ("DATE", "DATE_TIME"), lambda serial: float(int(serial))), 1),
    elementwise("TIMEVALUE", _typed("TIMEVALUE", ("TIME", "DATE_TIME"), lambda serial: serial % 1), 1),
    elementwise("DAYS", lambda _, end, start: as_number(end, "DAYS", 1) - as_number(start, "DAYS", 2), 2),
    elementwise("DATEDIF", _datedif, 3),
    elementwise("TO_DATE", lambda _, value: as_number(value, "TO_DATE"), 1),
    elementwise("WEEKNUM", _week, 1, 2),
    elementwise("ISOWEEKNUM", _part("ISOWEEKNUM", lambda at: at.day.isocalendar().week), 1),
    with_ranges("NETWORKDAYS", _workdays, 2, 3),
    with_ranges("WORKDAY", _workday, 2, 3),
    with_ranges("TODAY", lambda context: float(serial_of(context.names.now().date())), 0),
    with_ranges("NOW", _now, 0),
)
