"""How typed text is read (USER_ENTERED): as a formula, a number, a date, a boolean, or text.

Nothing is refused: anything that has no other reading is text. Numbers, dates and currencies imply the number format in
which they were typed; the cell takes it unless it has one. The notation is that of the spreadsheet's locale.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from sheets_gm.localsheets.spreadsheet.values.automatic import tidy
from sheets_gm.localsheets.spreadsheet.values.dates import MONTHS, fraction, serial_of
from sheets_gm.localsheets.spreadsheet.values.locales import is_day_first, swapped
from sheets_gm.localsheets.spreadsheet.values.number_formats import NumberFormat, finite, pattern_of

_NUMBER = re.compile(r"(?P<whole>\d{1,3}(?:,\d{3})+|\d+)?(?P<point>\.\d*)?(?P<power>[eE][+-]?\d{1,3})?")
_SIGNS = re.compile(r"(?P<sign>[+-]?)\s*(?P<money>[$€£¥]?)\s*(?P<sign2>[+-]?)(?P<rest>[\d.,eE+-]+)\s*(?P<percent>%?)")
_TIME = re.compile(
    r"(?P<h>\d{1,4})(?::(?P<m>\d{2})(?::(?P<s>\d{2})(?P<f>\.\d{1,3})?)?)?(?P<half>\s*(?P<word>[aApP])\.?[mM]\.?)?"
)
_BEGINS = re.compile(r"[-+($€£¥.\s]{0,8}\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\D{0,9}\d", re.IGNORECASE)
"""How numbers and dates begin, to recognise quickly what is neither."""

LONGEST = 60
"""The longest text that is tried as a date and time."""

_NAMES = "|".join(f"{name}|{name[:3]}" for name in MONTHS) + "|Sept"


@dataclass(frozen=True, slots=True)
class Entry:
    """A typed value as Google's ExtendedValue, with the number format that it implies."""

    value: dict[str, Any]
    format: NumberFormat | None = None


def parse_typed(text: str, held: NumberFormat | None = None, today: date | None = None, locale: str = "en_US") -> Entry:
    """Read *text* for a cell with the number format *held*. *today* supplies the year of dates without one."""
    if text.startswith("'"):
        return Entry({"stringValue": text[1:]})
    if pattern_of(held) == "@":
        return Entry({"stringValue": text})
    if text.startswith("=") and len(text) > 1:
        return Entry({"formulaValue": text})
    plain = text.strip()
    if plain.upper() in ("TRUE", "FALSE"):
        return Entry({"boolValue": plain.upper() == "TRUE"})
    if not _BEGINS.match(plain):
        return Entry({"stringValue": text})
    return (
        number(swapped(plain, locale), held)
        or moment(plain, today, day_first=is_day_first(locale))
        or Entry({"stringValue": text})
    )


# -- numbers -----------------------------------------------------------------------------------------------------------


def number(plain: str, held: NumberFormat | None = None) -> Entry | None:
    """Read a number as people write it: 1,234.5, -5, (5), 1e5, 50%, $3. None if it is none."""
    inner = plain[1:-1] if plain.startswith("(") and plain.endswith(")") else plain
    signs = _SIGNS.fullmatch(inner)
    if signs is None or (signs["sign"] and signs["sign2"]):
        return None
    digits = _NUMBER.fullmatch(signs["rest"])
    if digits is None or not any(sign.isdigit() for sign in f"{digits['whole'] or ''}{digits['point'] or ''}"):
        return None
    negative = "-" in (signs["sign"], signs["sign2"])
    if inner is not plain:
        if signs["sign"] or signs["sign2"]:
            return None
        negative = True
    text = f"{(digits['whole'] or '0').replace(',', '')}{digits['point'] or ''}{digits['power'] or ''}"
    value = float(text) * (-1 if negative else 1)
    if signs["percent"] or (held and held.get("type") == "PERCENT"):
        value = float(f"{text}e-2" if not digits["power"] else str(value / 100)) * (-1 if negative else 1)
    if not finite(value):
        return None
    return Entry({"numberValue": tidy(value or 0)}, _format(signs, digits))


def _format(match: re.Match[str], digits: re.Match[str]) -> NumberFormat | None:
    decimals = len((digits["point"] or "").rstrip("0")) > 1 or len(digits["point"] or "") > 1
    if match["percent"]:
        return {"type": "PERCENT", "pattern": "0.00%" if decimals else "0%"}
    if match["money"]:
        return {"type": "CURRENCY", "pattern": f'"{match["money"]}"#,##0' + (".00" if decimals else "")}
    if digits["power"]:
        return {"type": "SCIENTIFIC", "pattern": "0.00E+00"}
    if "," in (digits["whole"] or ""):
        return {"type": "NUMBER", "pattern": "#,##0.00" if decimals else "#,##0"}
    return None


# -- dates and times ---------------------------------------------------------------------------------------------------


def moment(plain: str, today: date | None = None, *, day_first: bool = False) -> Entry | None:
    """Read a date, a time, a duration, or a date and time; None if it is none."""
    if len(plain) > LONGEST:
        return None
    day = _day(plain, today, day_first=day_first)
    if day is not None:
        serial, pattern = day
        return Entry({"numberValue": serial}, {"type": "DATE", "pattern": pattern})
    time = _time(plain)
    if time is not None:
        part, pattern = time
        return Entry({"numberValue": tidy(part)}, {"type": "TIME", "pattern": pattern})
    for gap in re.finditer(r"\s+", plain):
        day, time = _day(plain[: gap.start()].rstrip(","), today, day_first=day_first), _time(plain[gap.end() :])
        if day and time and time[0] < 1:
            pattern = f"{day[1]} {time[1]}"
            return Entry({"numberValue": tidy(day[0] + time[0])}, {"type": "DATE_TIME", "pattern": pattern})
    return None


def _time(text: str) -> tuple[float, str] | None:
    parts = _TIME.fullmatch(text)
    if parts is None or (parts["m"] is None and parts["half"] is None):
        return None
    hours, minutes = int(parts["h"]), int(parts["m"] or 0)
    seconds = float((parts["s"] or "0") + (parts["f"] or ""))
    if minutes > 59 or seconds >= 60:
        return None
    if parts["half"]:
        if not 1 <= hours <= 12:
            return None
        hours = hours % 12 + (12 if parts["word"] in "pP" else 0)
    pattern = "[h]:mm:ss" if hours > 23 else "h" + (":mm" if parts["m"] else "") + (":ss" if parts["s"] else "")
    if parts["f"]:
        pattern += "." + "0" * (len(parts["f"]) - 1)
    return fraction(hours, minutes, seconds), pattern + (" am/pm" if parts["half"] else "")


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = tuple(
    (re.compile(form, re.IGNORECASE), pattern)
    for form, pattern in (
        (r"(?P<y>\d{4})(?P<by>[-/])(?P<m>\d{1,2})(?P=by)(?P<d>\d{1,2})", lambda f: f"yyyy{f['by']}mm{f['by']}dd"),
        (r"(?P<m>\d{1,2})(?P<by>[-/])(?P<d>\d{1,2})(?P=by)(?P<y>\d{4}|\d{2})", lambda f: f"m{f['by']}d{f['by']}yyyy"),
        (r"(?P<m>\d{1,2})(?P<by>[-/])(?P<d>\d{1,2})", lambda f: f"m{f['by']}d"),
        (
            rf"(?P<d>\d{{1,2}})(?P<by>[- ])(?P<name>{_NAMES})\.?,?(?P=by)(?P<y>\d{{4}}|\d{{2}})",
            lambda f: f"d{f['by']}{_name(f)}{f['by']}yyyy",
        ),
        (rf"(?P<d>\d{{1,2}})(?P<by>[- ])(?P<name>{_NAMES})\.?", lambda f: f"d{f['by']}{_name(f)}"),
        (rf"(?P<name>{_NAMES})\.? (?P<d>\d{{1,2}}),? (?P<y>\d{{4}})", lambda f: f"{_name(f)} d, yyyy"),
        (rf"(?P<name>{_NAMES})\.? (?P<y>\d{{4}})", lambda f: f"{_name(f)} yyyy"),
        (rf"(?P<name>{_NAMES})\.? (?P<d>\d{{1,2}})", lambda f: f"{_name(f)} d"),
    )
)


def _name(match: re.Match[str]) -> str:
    return "mmmm" if len(match["name"]) > 4 or match["name"].lower() in ("june", "july") else "mmm"


_DAY_FIRST = (
    (
        re.compile(r"(?P<d>\d{1,2})(?P<by>[-/.])(?P<m>\d{1,2})(?P=by)(?P<y>\d{4}|\d{2})"),
        lambda f: f"d{f['by']}m{f['by']}yyyy",
    ),
    (re.compile(r"(?P<d>\d{1,2})(?P<by>[-/.])(?P<m>\d{1,2})\.?"), lambda f: f"d{f['by']}m"),
)
_FORMS_DAY_FIRST = (_FORMS[0], *_DAY_FIRST, *_FORMS[3:])


def _day(text: str, today: date | None, *, day_first: bool = False) -> tuple[int, str] | None:
    for form, pattern in _FORMS_DAY_FIRST if day_first else _FORMS:
        match = form.fullmatch(text)
        if match is None:
            continue
        parts = match.groupdict()
        year = parts.get("y")
        if parts.get("name"):
            start = parts["name"][:3].lower()
            month = next(at for at, name in enumerate(MONTHS, 1) if name[:3].lower() == start)
        else:
            month = int(parts["m"])
        try:
            day = date(_year(year, today), month, int(parts.get("d") or 1))
        except ValueError:
            continue
        return serial_of(day), pattern(match)
    return None


def _year(text: str | None, today: date | None) -> int:
    if text is None:
        return (today or date.today()).year
    if len(text) == 2:
        return int(text) + (2000 if int(text) < 30 else 1900)
    return int(text)
