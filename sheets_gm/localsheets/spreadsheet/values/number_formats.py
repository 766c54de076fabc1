"""Values as a number format shows them (Google's "Date and number formats")."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Any, TypeAlias

from sheets_gm.localsheets.spreadsheet.values.automatic import automatic, default_text
from sheets_gm.localsheets.spreadsheet.values.dates import DAYS, MILLISECONDS, MONTHS, moment
from sheets_gm.localsheets.spreadsheet.values.number_patterns import Section, Token, sections

NumberFormat: TypeAlias = dict[str, Any]
"""Google's NumberFormat: `type`, and `pattern` if it is not the type's own."""

PATTERNS = {
    "NUMBER": "#,##0.00",
    "PERCENT": "0.00%",
    "CURRENCY": '"$"#,##0.00',
    "DATE": "m/d/yyyy",
    "TIME": "h:mm:ss am/pm",
    "DATE_TIME": "m/d/yyyy h:mm:ss",
    "SCIENTIFIC": "0.00E+00",
    "TEXT": "@",
}
"""The default pattern of each type, for en_US."""

EXACT = Context(prec=700, rounding=ROUND_HALF_UP)
"""Keeps every digit of every number, and rounds half up."""

MOST_PERCENT = 20
"""The most percent signs that multiply."""

DATES = frozenset({"DATE", "TIME", "DATE_TIME"})


def pattern_of(number_format: NumberFormat | None) -> str:
    """The pattern of a format; "" means automatic."""
    if not number_format:
        return ""
    return number_format.get("pattern") or PATTERNS.get(number_format.get("type", ""), "")


def format_value(value: Any, number_format: NumberFormat | None) -> str:
    """Return *value* as a cell with this format shows it. Patterns apply to numbers and texts only, not to errors."""
    pattern = pattern_of(number_format)
    if not pattern or isinstance(value, bool) or not isinstance(value, int | float | str):
        return default_text(value)
    return format_by_pattern(value, pattern)


def format_by_pattern(value: Any, pattern: str) -> str:
    """Format *value* (number or text) by *pattern*, as the function TEXT does."""
    parts = sections(pattern)
    if isinstance(value, str):
        chosen = parts[3] if len(parts) > 3 else next((part for part in parts if part.kind == "text"), None)
        return value if chosen is None else _literally(chosen, value)
    if pattern.lower() == "general":
        return automatic(value)
    section, number, sign = _chosen(parts, value)
    if section is None or section.kind == "text":
        return default_text(value) if section is None else _literally(section, default_text(value))
    if section.kind == "date":
        return _date(section, value if sign else number)
    if section.kind == "number":
        return sign + _number(section, number)
    return sign + "".join(token.text for token in section.tokens)


def _literally(section: Section, text: str) -> str:
    return "".join(text if token.kind == "text" else token.text for token in section.tokens)


def _chosen(parts: tuple[Section, ...], value: float) -> tuple[Section | None, float, str]:
    """Return the section that applies to *value*, the number that it shows, and the sign before it."""
    if any(part.condition for part in parts):
        for part in parts:
            if part.condition is None or part.holds(value):
                return part, abs(value), "-" if value < 0 and part.condition is None else ""
        return None, value, ""
    numbers = [part for part in parts[:3] if part.kind != "text" or len(parts) == 1]
    if not numbers:
        return parts[0], value, ""
    if value < 0 and len(numbers) > 1:
        return numbers[1], -value, ""
    if value == 0 and len(numbers) > 2:
        return numbers[2], value, ""
    return numbers[0], abs(value), "-" if value < 0 else ""


# -- numbers -----------------------------------------------------------------------------------------------------------


def _number(section: Section, number: float) -> str:
    tokens = list(section.tokens)
    power = next((at for at, token in enumerate(tokens) if token.kind == "exponent"), None)
    if power is not None:
        return _scientific(tokens, power, number)
    exact = Decimal(repr(number)).scaleb(2 * min(MOST_PERCENT, sum(token.kind == "percent" for token in tokens)), EXACT)
    point = next((at for at, token in enumerate(tokens) if token.kind == "point"), len(tokens))
    digits = [at for at, token in enumerate(tokens) if token.kind == "digit"]
    # a comma after the last digit, on either side of the point, divides by a thousand
    for last in {max(digits, default=-1), max((at for at in digits if at < point), default=-1)}:
        at = last + 1
        while last >= 0 and at < len(tokens) and tokens[at].kind == "comma":
            exact = exact.scaleb(-3, EXACT)
            tokens[at] = Token("literal", "")
            at += 1
    return _placed(tokens, point if point < len(tokens) else None, exact)


def _placed(tokens: list[Token], point: int | None, exact: Decimal) -> str:
    """Place the digits of *exact* into *tokens*."""
    before = tokens if point is None else tokens[:point]
    after = [] if point is None else tokens[point + 1 :]
    decimals = sum(token.kind == "digit" for token in after)
    rounded = f"{exact.quantize(Decimal(1).scaleb(-decimals), context=EXACT):f}"
    whole, _, rest = rounded.partition(".")
    grouped = any(
        token.kind == "comma" and any(other.kind == "digit" for other in before[at:]) for at, token in enumerate(before)
    )
    left = _integer([token for token in before if token.kind != "comma"], whole.lstrip("0"), grouped=grouped)
    if point is None:
        return left
    right = _decimals(after, rest)
    return f"{left}.{right}"


def _integer(tokens: list[Token], whole: str, *, grouped: bool) -> str:
    places = [at for at, token in enumerate(tokens) if token.kind == "digit"]
    if not places:
        return "".join(token.text for token in tokens) + whole
    parts: list[str] = []
    count = 0
    digits = list(whole)
    for at in range(len(tokens) - 1, -1, -1):
        token = tokens[at]
        if token.kind != "digit":
            parts.append(token.text)
            continue
        wanted = max(1, len(digits)) if at == places[0] else 1
        for _ in range(wanted):
            digit = digits.pop() if digits else {"0": "0", "?": " "}.get(token.text, "")
            if not digit:
                continue
            if grouped and count and count % 3 == 0 and digit != " ":
                parts.append(",")
            parts.append(digit)
            count += 1
    return "".join(reversed(parts))


def _decimals(tokens: list[Token], digits: str) -> str:
    keep = len(digits.rstrip("0"))
    parts = []
    at = 0
    for token in tokens:
        if token.kind != "digit":
            parts.append("" if token.kind == "comma" else token.text)
            continue
        parts.append(digits[at] if at < keep else {"0": "0", "?": " "}.get(token.text, ""))
        at += 1
    return "".join(parts)


def _scientific(tokens: list[Token], power: int, number: float) -> str:
    mantissa = tokens[:power]
    point = next((at for at, token in enumerate(mantissa) if token.kind == "point"), None)
    ahead = mantissa if point is None else mantissa[:point]
    width = max(1, sum(token.kind == "digit" for token in ahead))
    decimals = sum(token.kind == "digit" for token in mantissa) - width
    exact = Decimal(repr(number))
    exponent = 0
    if number:
        exponent = exact.adjusted() // width * width if width > 1 else exact.adjusted()
        rounded = exact.scaleb(-exponent, EXACT).quantize(Decimal(1).scaleb(-max(decimals, 0)), context=EXACT)
        if rounded >= 10**width:
            exponent += width
    sign = tokens[power].text[1]
    digits = str(abs(exponent)).zfill(len(tokens[power].text) - 2)
    shown_sign = "-" if exponent < 0 else ("+" if sign == "+" else "")
    tail = "".join(token.text for token in tokens[power + 1 :])
    return f"{_placed(mantissa, point, exact.scaleb(-exponent, EXACT))}E{shown_sign}{digits}{tail}"


# -- dates -------------------------------------------------------------------------------------------------------------


def _date(section: Section, serial: float) -> str:
    tokens = section.tokens
    elapsed = any(token.kind == "elapsed" for token in tokens)
    instant = moment(abs(serial) if elapsed else serial)
    if instant is None:
        return automatic(serial)
    total = round(abs(serial) * MILLISECONDS) // 1000
    half = any(token.kind == "half" for token in tokens)
    hours, rest = divmod(instant.milliseconds, 3_600_000)
    minutes, rest = divmod(rest, 60_000)
    seconds, thousandths = divmod(rest, 1000)
    parts: list[str] = ["-"] if elapsed and serial < 0 else []
    fraction = f"{thousandths:03d}"
    for token in tokens:
        text = token.text
        if token.kind == "elapsed":
            unit = {"h": 3600, "m": 60, "s": 1}[text[0]]
            parts.append(str(total // unit).zfill(len(text)))
        elif token.kind == "minute":
            parts.append(str(minutes).zfill(len(text)))
        elif token.kind == "half":
            parts.append(_half(text, hours))
        elif token.kind == "digit":
            parts.append(fraction[:1] or "0")
            fraction = fraction[1:]
        elif token.kind == "date" and text[0] == "h":
            parts.append(str((hours - 1) % 12 + 1 if half else hours).zfill(min(len(text), 2)))
        elif token.kind == "date" and text[0] == "s":
            parts.append(str(seconds).zfill(min(len(text), 2)))
        elif token.kind == "date":
            parts.append(_day(text, instant.day.year, instant.day.month, instant.day.day, instant.day.weekday()))
        else:
            parts.append(text)
    return "".join(parts)


def _half(text: str, hours: int) -> str:
    word = "AM" if hours < 12 else "PM"
    if "/" in text and len(text) == 3:
        return word[0].lower() if text[0].islower() else word[0]
    return word


def _day(text: str, year: int, month: int, day: int, weekday: int) -> str:
    kind, length = text[0], len(text)
    if kind == "y":
        return f"{year % 100:02d}" if length <= 2 else f"{year:04d}"
    if kind == "m":
        name = MONTHS[month - 1]
        return (str(month), f"{month:02d}", name[:3], name, name[0])[min(length, 5) - 1]
    return (str(day), f"{day:02d}", DAYS[weekday][:3], DAYS[weekday])[min(length, 4) - 1]


def is_date(number_format: NumberFormat | None) -> bool:
    """Whether a format shows dates, times or durations."""
    if not number_format:
        return False
    if "type" in number_format:
        return number_format["type"] in DATES
    return any(part.kind == "date" for part in sections(pattern_of(number_format)))


def finite(number: float) -> bool:
    """Whether a cell can hold *number*: it is neither infinite nor NaN."""
    return not (math.isinf(number) or math.isnan(number))
